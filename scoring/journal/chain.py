"""The hashes that tie journal entries together: digests of what was recorded, and the links of a chain.

Pure: what is hashed is passed in. Writing entries is in `scoring.journal.services`.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(content: object) -> str:
    """Return the SHA-256 of JSON-ready ``content`` in its canonical form, in hexadecimal.

    >>> digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    True
    """
    return hashlib.sha256(_CANONICAL.encode(content).encode()).hexdigest()


def link_hash(
    *, chain: str, seq: int, verb: str, data: Mapping[str, object], at: datetime, actor: str, previous: str
) -> str:
    """Return an entry's hash: over all that it says and the hash of the entry before it ("" for none)."""
    return digest([chain, seq, verb, data, at.isoformat(), actor, previous])
