"""Under which addresses the club can be reached, and whether the port is free."""

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
    """Return this computer's address in its own network, or None where it has no network.

    Connecting a datagram socket sends nothing; it only asks the system which way it would go.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if address.startswith("127.") else address
    return None


def names_for(host: str) -> list[str]:
    """Return the names by which browsers reach a server that listens on ``host``, the phones' first."""
    if host not in EVERYWHERE:
        return [host]
    lan = lan_address()
    return [*([lan] if lan else []), "127.0.0.1"]


def url(name: str, port: int) -> str:
    """Return the address a person types."""
    host = f"[{name}]" if ":" in name else name
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def first_free_port(host: str) -> int:
    """Return the usual port, or the next one that nobody listens on, and say so."""
    for port in range(USUAL_PORT, USUAL_PORT + PORTS_TRIED):
        with contextlib.suppress(PortInUse):
            claim(host, port)
            if port != USUAL_PORT:
                print(f"Port {USUAL_PORT} is in use by another program; the club takes {port}", flush=True)
            return port
    raise Halt(f"The ports from {USUAL_PORT} on are in use. Choose one: ./cinch run --port NUMBER")


def claim(host: str, port: int) -> None:
    """Stop with one line where the port is busy or may not be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        raise refusal(error, host, port) from error


def is_healthy(host: str, port: int, name: str) -> bool:
    """Tell whether the web server answers to its name, and the database behind it."""
    return health(host, port, name) == http.client.OK


def health(host: str, port: int, name: str) -> int | None:
    """Return with which status the web server answers when asked for its health; None where it is silent."""
    line = http.client.HTTPConnection("127.0.0.1" if host in EVERYWHERE else host, port, timeout=5)
    try:
        line.request("GET", "/healthz", headers={"Host": name})
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()


def refusal(error: OSError, host: str, port: int) -> Halt:
    """Say why a port cannot be had."""
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"Port {port} is in use by another program. Choose another: ./cinch run --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return Halt(
            f"Port {port} needs more rights than yours. Choose one above 1023: ./cinch run --port 8000"
        )
    return Halt(f"This computer cannot listen on {host}: {error.strerror}. Try ./cinch run --host 0.0.0.0")
