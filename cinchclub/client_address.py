"""The client address of a request. Every limit that counts by address uses it."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings

FORWARDED = "HTTP_X_FORWARDED_FOR"
SUBSCRIBER = 64
"""Bits of an IPv6 address that belong to the subscriber's network. Subscribers choose the other bits."""


def settle_address(environment: dict[str, Any]) -> str:
    """Set ``REMOTE_ADDR`` of a WSGI environment to the client address, and return the address.

    - Behind a proxy, it is the last address in ``X-Forwarded-For``, because the proxy adds this address.
    - Without a proxy, or without an address in the header, it is the address of the connection.
    - An IPv6 address is cut to its first SUBSCRIBER bits, because the client can choose the other bits.
      An IPv6 address that stands for an IPv4 address becomes the IPv4 address.
    - If neither the header nor the connection has an address, the result is empty.

    ``X-Forwarded-For`` is removed, because a client can write anything into it. A second call changes
    nothing.
    """
    forwarded = environment.pop(FORWARDED, "").rpartition(",")[2].strip()
    connected = environment.get("REMOTE_ADDR") or ""
    address = _canonical(forwarded) if settings.BEHIND_PROXY else None
    environment["REMOTE_ADDR"] = settled = address or _canonical(connected) or ""
    return settled


def _canonical(text: str) -> str | None:
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((int(address), SUBSCRIBER), strict=False).network_address)
    return str(address)
