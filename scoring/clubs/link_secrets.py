"""Secrets of links: made from a salt and the server's key, so that only a hash of each has to be kept.

256 bits each. A link of one purpose never opens what is behind another, though their salts were the same.
"""

import base64
import hashlib
import hmac
from uuid import UUID

from django.conf import settings


def make(purpose: str, salt: UUID) -> str:
    """Return the secret of a link, as it stands behind the # of its address."""
    message = f"cinchclub {purpose} link ".encode() + salt.bytes
    mac = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256)
    return base64.urlsafe_b64encode(mac.digest()).rstrip(b"=").decode()


def hash_of(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def remake(purpose: str, salt: UUID, digest: str) -> str | None:
    """Return the secret whose hash is ``digest``, or None where the server's key has changed since."""
    secret = make(purpose, salt)
    return secret if hash_of(secret) == digest else None
