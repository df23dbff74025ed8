"""The names and addresses under which this machine can be reached, found without a packet sent."""

import ipaddress
import socket
from collections.abc import Mapping
from typing import Any

# One address of each kind of network a phone may share with this machine, and one of the wide
# world. Nothing is ever sent there: connecting a datagram socket only asks the routing table.
SOMEWHERE = ("192.168.255.254", "172.31.255.254", "10.255.255.254", "192.0.2.1", "2001:db8::1")


def own_addresses() -> list[str]:
    """The addresses of this machine in the networks it is connected to, without the loopback."""
    found: list[str] = []
    for address in SOMEWHERE:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((address, 9))
                own = str(probe.getsockname()[0])
        except OSError:
            continue
        if own not in found and not ipaddress.ip_address(own).is_loopback:
            found.append(own)
    return found


def own_names() -> list[str]:
    """The host name of this machine, and the one it announces in its own network."""
    name = socket.gethostname().lower()
    return list(dict.fromkeys([name, name.partition(".")[0] + ".local"])) if name else []


def in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def own_hosts() -> list[str]:
    """Every `Host` a browser in the same network may rightly send."""
    return [
        "localhost",
        "127.0.0.1",
        "[::1]",
        *own_names(),
        *(in_url(address) for address in own_addresses()),
    ]


def reachable_at(listen: str, port: int) -> tuple[list[str], list[str]]:
    """Where a browser finds the server: URLs for this machine, and for phones in its network."""
    here, near = [listen], [listen]
    if listen in {"0.0.0.0", "::"}:  # noqa: S104  It is compared, not bound.
        own = own_addresses()
        # The longer addresses lead to the same place, and nobody likes to type them.
        here, near = ["localhost"], [address for address in own if ":" not in address] or own
    elif listen == "localhost" or _is_loopback(listen):
        near = []
    return (
        [f"http://{in_url(address)}:{port}/" for address in here],
        [f"http://{in_url(address)}:{port}/" for address in near],
    )


def refusal(listen: str, port: int) -> str:
    """Why nothing can listen there, in the system's words; nothing where it can."""
    family = socket.AF_INET6 if ":" in listen else socket.AF_INET
    try:
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((listen, port))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def client_of(meta: Mapping[str, Any], *, behind_proxy: bool) -> str | None:
    """Where a request comes from: as the proxy in front of us has seen it, or as we see it.

    Of several addresses the last is the one that our own proxy has written. None where nothing that
    is an address is said, as behind a socket.
    """
    said = str(meta.get("HTTP_X_FORWARDED_FOR", "")) if behind_proxy else ""
    for one in (said.rpartition(",")[2].strip(), str(meta.get("REMOTE_ADDR", ""))):
        try:
            address = ipaddress.ip_address(one.strip("[]"))
        except ValueError:
            continue
        return str(_whole_house(address))
    return None


def _whole_house(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> object:
    """One house has many addresses of the long kind, and may take a new one for every request."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    plain = ipaddress.IPv6Address(int(address))
    return ipaddress.ip_network((plain, 64), strict=False).network_address
