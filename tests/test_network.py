"""Where this machine can be reached."""

import socket

import pytest

from scorekeeper import network


class Probe(socket.socket):
    """A socket in a network where one address of each family is ours, and IPv6 goes nowhere."""

    def connect(self, _address: object) -> None:
        if self.family == socket.AF_INET6:
            raise OSError

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.5", 40000

    def send(self, *_: object) -> int:
        raise AssertionError

    sendto = send


def test_own_addresses_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", Probe)
    assert network.own_addresses() == ["192.168.1.5"]


def test_own_addresses_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SOMEWHERE", ("127.0.0.1",))
    assert network.own_addresses() == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Pi", ["pi", "pi.local"]), ("mac.local", ["mac.local"]), ("", [])],
)
def test_own_names(name: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert network.own_names() == expected


def test_own_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.5", "fd00::5"])
    monkeypatch.setattr(network, "own_names", lambda: ["pi", "pi.local"])
    assert network.own_hosts() == [
        "localhost",
        "127.0.0.1",
        "[::1]",
        "pi",
        "pi.local",
        "192.168.1.5",
        "[fd00::5]",
    ]


@pytest.mark.parametrize(
    ("listen", "here", "near"),
    [
        ("0.0.0.0", ["http://localhost:80/"], ["http://192.168.1.5:80/"]),
        ("127.0.0.1", ["http://127.0.0.1:80/"], []),
        ("localhost", ["http://localhost:80/"], []),
        ("::1", ["http://[::1]:80/"], []),
        ("192.168.1.5", ["http://192.168.1.5:80/"], ["http://192.168.1.5:80/"]),
        ("pi.local", ["http://pi.local:80/"], ["http://pi.local:80/"]),
    ],
)
def test_reachable_at(
    listen: str, here: list[str], near: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.5", "fd00::5"])
    assert network.reachable_at(listen, 80) == (here, near)


def test_reachable_at_in_a_network_of_long_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: ["fd00::5"])
    assert network.reachable_at("::", 80)[1] == ["http://[fd00::5]:80/"]


def test_refusal() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "in use" in network.refusal("127.0.0.1", port)
    assert network.refusal("127.0.0.1", port) == ""
    assert network.refusal("no.such.name.invalid", port)


@pytest.mark.parametrize(
    ("forwarded", "seen", "behind_proxy", "address"),
    [
        ("", "192.0.2.1", False, "192.0.2.1"),
        ("203.0.113.5", "192.0.2.1", False, "192.0.2.1"),
        ("203.0.113.5", "127.0.0.1", True, "203.0.113.5"),
        ("198.51.100.7, 203.0.113.5", "127.0.0.1", True, "203.0.113.5"),
        ("", "127.0.0.1", True, "127.0.0.1"),
        ("nonsense", "127.0.0.1", True, "127.0.0.1"),
        ("203.0.113.5, ", "127.0.0.1", True, "127.0.0.1"),
        ("", "", False, None),
        ("", "unix:", True, None),
        ("", "\0", False, None),
        ("[2001:db8:1:2:3:4:5:6]", "::1", True, "2001:db8:1:2::"),
        ("", "2001:db8:1:2:ffff::1", False, "2001:db8:1:2::"),
        ("", "::ffff:192.0.2.1", False, "192.0.2.1"),
        ("", "fe80::1%eth0", False, "fe80::"),
    ],
)
def test_where_a_request_comes_from(
    forwarded: str, seen: str, behind_proxy: bool, address: str | None
) -> None:
    meta = {"HTTP_X_FORWARDED_FOR": forwarded, "REMOTE_ADDR": seen}
    assert network.client_of(meta, behind_proxy=behind_proxy) == address


def test_a_request_that_says_nothing_comes_from_nowhere() -> None:
    assert network.client_of({}, behind_proxy=True) is None
