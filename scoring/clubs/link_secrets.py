"""The secrets and codes of links, and the words of events.

The secret of a link has 256 bits. It is derived from a salt, the server's key and the purpose of the link, so
links of different purposes never share a secret. The database stores the salt and a hash, but not the secret.
"""

import base64
import hashlib
import hmac
import re
import secrets
from uuid import UUID

from django.conf import settings

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a code, without I and O, which look like digits."""
CODE_LETTERS = 6
WORD_LETTERS = "CDFHKLMPRSTWXY"
"""The letters of an event's word. No two of them look alike, and without vowels they spell no real word."""
WORD_LENGTH = 4
NO_SECRET = re.compile(r"\A[^A-Za-z0-9_-]+|[^A-Za-z0-9_-]+\Z")
"""Characters that a mail program or a sentence may add around a link."""


def make_word() -> str:
    """Draw an event's word: four different letters that the director tells the players.

    A phone that has opened a table by its card needs the word to enter deals.
    """
    return "".join(secrets.SystemRandom().sample(WORD_LETTERS, WORD_LENGTH))


def make(purpose: str, salt: UUID) -> str:
    """Return the secret of a link, which is the part of its address after the ``#``."""
    return base64.urlsafe_b64encode(_keyed(f"{purpose} link", salt.bytes)).rstrip(b"=").decode()


def make_code(purpose: str, salt: UUID) -> str:
    """Return the six-letter code of a link."""
    digest = _keyed(f"{purpose} code", salt.bytes)
    return "".join(LETTERS[int.from_bytes(digest[2 * n : 2 * n + 4]) % 24] for n in range(CODE_LETTERS))


def typed_code(text: str) -> str | None:
    """Return a typed code in upper case; None if the text is no code.

    Spaces and hyphens are ignored, and so are other signs around the code, such as a full stop.
    """
    letters = re.sub(r"[\s-]", "", NO_SECRET.sub("", text)).upper()
    return letters if re.fullmatch(f"[{LETTERS}]{{{CODE_LETTERS}}}", letters) else None


def typed_word(text: str) -> str:
    """Return a typed word in the form of `make_word`: in upper case, without spaces and hyphens."""
    return re.sub(r"[\s-]", "", text).upper()


def hash_of_code(code: str) -> str:
    """Return the stored hash of a code.

    The hash includes the server's key. Otherwise somebody who has the hash could find the code by trying all
    codes.
    """
    return _keyed("hash of code", code.encode()).hex()


def _keyed(use: str, value: bytes) -> bytes:
    key, message = settings.SECRET_KEY.encode(), f"cinchclub {use} ".encode() + value
    return hmac.new(key, message, hashlib.sha256).digest()


def hash_of(secret: str) -> str:
    """Return the stored hash of a secret: SHA-256 in hexadecimal.

    Characters around the secret, such as a full stop, are ignored.
    """
    bare = NO_SECRET.sub("", secret)
    return hashlib.sha256(bare.encode("utf-8", "surrogatepass")).hexdigest()


def remake(purpose: str, salt: UUID, digest: str) -> str | None:
    """Derive the secret of a link again. Return None if its hash is not the stored hash ``digest``.

    The two hashes differ if the server's key has changed since the link was made.
    """
    secret = make(purpose, salt)
    return secret if hash_of(secret) == digest else None
