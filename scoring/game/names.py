"""Names and reasons that people type, of clubs, tables, members, corrections. Cleaning only; no look-ups.

A line is kept as typed as far as it can be shown safely. Characters that steer the direction of text
are taken out, because one of them would turn a whole list of names round; control characters are refused.
"""

import unicodedata

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _

LONGEST_NAME = 80
"""Characters in a name, after normalising."""

LONGEST_REASON = 200
"""Characters in the reason of a correction."""

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
        raise InvalidInput({field: _("A name is text.")})
    if _unprintable(raw.strip()):
        raise InvalidInput({field: _("A name cannot hold control characters.")})
    name = _one_line(raw)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise InvalidInput({field: _("A name needs at least one letter, figure or sign that can be seen.")})
    if len(name) > LONGEST_NAME:
        raise InvalidInput(
            {
                field: _(
                    "A name has at most {most} characters; this one has {count}.",
                    most=LONGEST_NAME,
                    count=len(name),
                )
            }
        )
    return name


def clean_reason(raw: object, field: str = "reason") -> str:
    """Return a reason as one line, normalised and without direction marks.

    Raises InvalidInput under ``field`` for none, one longer than LONGEST_REASON, and control characters.

    >>> clean_reason("nine was bid,\\n  not eight")
    'nine was bid, not eight'
    """
    if not isinstance(raw, str) or not raw.strip():
        raise InvalidInput({field: _("A correction needs its reason, in words.")})
    reason = _one_line(raw)
    if len(reason) > LONGEST_REASON or _unprintable(reason):
        raise InvalidInput(
            {field: _("A reason is plain text of at most {most} characters.", most=LONGEST_REASON)}
        )
    return reason


def _unprintable(text: str) -> bool:
    return any(unicodedata.category(character) in ("Cc", "Cs", "Cn") for character in text)


def _one_line(text: str) -> str:
    kept = "".join(character for character in text if character not in STEERING)
    return " ".join(unicodedata.normalize("NFC", kept).split())
