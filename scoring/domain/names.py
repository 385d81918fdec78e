"""Names that people type: of clubs, tables and members. Cleaning and refusing only; no look-ups.

A name is kept as typed as far as it can be shown safely. Characters that steer the direction of text
are taken out, because one of them would turn a whole list of names round; control characters are refused.
"""

import unicodedata

from laws.domain.errors import InvalidInput

LONGEST_NAME = 80
"""Characters in a name, after normalising."""

STEERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks, embeddings, overrides and isolates of writing direction."""


def clean_name(raw: object, field: str = "name") -> str:
    """Return ``raw`` normalised (NFC), without outer or doubled spaces and without direction marks.

    Raises InvalidInput under ``field`` for anything but text, an empty name, one longer than
    LONGEST_NAME, and control, surrogate or unassigned characters.

    >>> clean_name("  Seat   A ")
    'Seat A'
    """
    if not isinstance(raw, str):
        raise InvalidInput({field: "A name is text."})
    if any(unicodedata.category(character) in ("Cc", "Cs", "Cn") for character in raw.strip()):
        raise InvalidInput({field: "A name cannot hold control characters."})
    kept = "".join(character for character in raw if character not in STEERING)
    name = " ".join(unicodedata.normalize("NFC", kept).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise InvalidInput({field: "A name needs at least one letter, figure or sign that can be seen."})
    if len(name) > LONGEST_NAME:
        raise InvalidInput(
            {field: f"A name has at most {LONGEST_NAME} characters; this one has {len(name)}."}
        )
    return name
