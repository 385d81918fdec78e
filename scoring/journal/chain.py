"""The hashes that link journal entries into a chain.

Pure functions; `scoring.journal.services` writes entries.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(content: object) -> str:
    """Return the SHA-256 of JSON-ready ``content`` in canonical form, in hexadecimal.

    >>> digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    True
    """
    return hashlib.sha256(_CANONICAL.encode(content).encode()).hexdigest()


def link_hash(
    *, chain: str, seq: int, verb: str, data: Mapping[str, object], at: datetime, actor: str, previous: str
) -> str:
    """Return an entry's hash, over its fields and the hash of the previous entry ("" for the first)."""
    return digest([chain, seq, verb, data, at.isoformat(), actor, previous])
