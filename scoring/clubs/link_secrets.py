"""Secrets of links: made from a salt and the server's key, so that only a hash of each has to be kept.

256 bits each. A link of one purpose never opens what is behind another, though their salts were the same.
"""

import base64
import hashlib
import hmac
import re
from uuid import UUID

from django.conf import settings

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Those of a code to be typed: without I and O, which look like figures."""
CODE_LETTERS = 6
NO_SECRET = re.compile(r"\A[^A-Za-z0-9_-]+|[^A-Za-z0-9_-]+\Z")
"""What a mail program or a sentence puts around a link."""


def make(purpose: str, salt: UUID) -> str:
    """Return the secret of a link, as it stands behind the # of its address."""
    return base64.urlsafe_b64encode(_keyed(f"{purpose} link", salt.bytes)).rstrip(b"=").decode()


def make_code(purpose: str, salt: UUID) -> str:
    """Return the letters that can be typed in place of the link."""
    digest = _keyed(f"{purpose} code", salt.bytes)
    return "".join(LETTERS[int.from_bytes(digest[2 * n : 2 * n + 4]) % 24] for n in range(CODE_LETTERS))


def typed_code(text: str) -> str | None:
    """Return the code that somebody typed, in small letters or in groups as well; None for another text."""
    letters = re.sub(r"[\s-]", "", NO_SECRET.sub("", text)).upper()
    return letters if re.fullmatch(f"[{LETTERS}]{{{CODE_LETTERS}}}", letters) else None


def hash_of_code(code: str) -> str:
    """Return what is kept of a code: a hash that takes the server's key, for codes are few enough to try."""
    return _keyed("hash of code", code.encode()).hex()


def _keyed(use: str, value: bytes) -> bytes:
    key, message = settings.SECRET_KEY.encode(), f"cinchclub {use} ".encode() + value
    return hmac.new(key, message, hashlib.sha256).digest()


def hash_of(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256, in hexadecimal.

    Signs around it that no secret has, such as the full stop of a sentence, are left out.
    """
    bare = NO_SECRET.sub("", secret)
    return hashlib.sha256(bare.encode("utf-8", "surrogatepass")).hexdigest()


def remake(purpose: str, salt: UUID, digest: str) -> str | None:
    """Return the secret whose hash is ``digest``, or None where the server's key has changed since."""
    secret = make(purpose, salt)
    return secret if hash_of(secret) == digest else None
