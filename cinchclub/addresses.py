"""Which address a request came from: the one answer for every limit that counts by address."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings

FORWARDED = "HTTP_X_FORWARDED_FOR"
SUBSCRIBER = 64
"""How many leading bits of an IPv6 address a subscriber cannot choose."""


def settle_address(environment: dict[str, Any]) -> str:
    """Write into a WSGI environment the address that limits count by, and return it.

    ``REMOTE_ADDR`` becomes the last address in ``X-Forwarded-For`` behind a proxy, which adds that one
    itself, and stays the connection's own address elsewhere. ``X-Forwarded-For`` is taken out, because a
    client can write anything into it. An IPv6 address becomes that of its subscriber's network. Doing it
    again changes nothing.
    """
    forwarded = environment.pop(FORWARDED, "").rpartition(",")[2].strip()
    connected = environment.get("REMOTE_ADDR") or ""
    address = _canonical(forwarded) if settings.BEHIND_PROXY else None
    environment["REMOTE_ADDR"] = settled = address or _canonical(connected) or ""
    return settled


def _canonical(text: str) -> str | None:
    """Return an address in one spelling, or None for a text that is none."""
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((int(address), SUBSCRIBER), strict=False).network_address)
    return str(address)
