"""The addresses under which the club can be reached, and the search for a free port."""

import contextlib
import errno
import http.client
import socket

from cinchclub.launcher import Halt

USUAL_PORT, PORTS_TRIED = 8000, 100
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - recognised here, never the default


class PortInUse(Halt):
    """Another program listens on the port."""


def lan_address() -> str | None:
    """Return this computer's address in its local network, or None without a network.

    Connecting a datagram socket sends nothing: the system only chooses the local address.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if address.startswith("127.") else address
    return None


def names_for(host: str) -> list[str]:
    """Return the host names under which browsers reach a server on ``host``.

    The address for phones comes first.
    """
    if host not in EVERYWHERE:
        return [host]
    lan = lan_address()
    return [*([lan] if lan else []), "127.0.0.1"]


def url(name: str, port: int) -> str:
    host = f"[{name}]" if ":" in name else name
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def first_free_port(host: str) -> int:
    """Return the usual port. If it is taken, print a line and return the next free port.

    Raises Halt if PORTS_TRIED ports are taken, or if the server cannot listen on ``host``.
    """
    for port in range(USUAL_PORT, USUAL_PORT + PORTS_TRIED):
        with contextlib.suppress(PortInUse):
            claim(host, port)
            if port != USUAL_PORT:
                print(f"Port {USUAL_PORT} is in use by another program; the club takes {port}", flush=True)
            return port
    raise Halt(f"The ports from {USUAL_PORT} on are in use. Choose one: ./cinch run --port NUMBER")


def claim(host: str, port: int) -> None:
    """Raise Halt if the server cannot listen on this host and port, for example because the port is busy."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise refusal(error, host, port) from error


def is_healthy(host: str, port: int, name: str) -> bool:
    """Return whether the web server answers under the host name ``name`` and reaches its database."""
    return health(host, port, name) == http.client.OK


def health(host: str, port: int, name: str) -> int | None:
    """Return the HTTP status of the web server's health check, or None if the server does not answer."""
    line = http.client.HTTPConnection("127.0.0.1" if host in EVERYWHERE else host, port, timeout=5)
    try:
        line.request("GET", "/healthz", headers={"Host": name})
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()


def refusal(error: OSError, host: str, port: int) -> Halt:
    """Return a Halt with the reason why a port cannot be used."""
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"Port {port} is in use by another program. Choose another: ./cinch run --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return Halt(
            f"Port {port} needs more rights than yours. Choose one above 1023: ./cinch run --port 8000"
        )
    return Halt(f"This computer cannot listen on {host}: {error.strerror}. Try ./cinch run --host 0.0.0.0")
