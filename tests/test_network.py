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
