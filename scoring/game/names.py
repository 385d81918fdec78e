"""Names and reasons that people type, and players named in sentences. No look-ups.

A sentence names a player by his number, as ``{player:12}``; the name is put in where it is shown.

A line is kept as typed as far as it can be shown safely. Characters that steer the direction of text
are taken out, because one of them would turn a whole list of names round; control characters are refused.
"""

import re
import unicodedata
from collections.abc import Callable

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _

LONGEST_NAME = 80
"""Characters in a name, after normalising."""

LONGEST_REASON = 200
"""Characters in the reason of a correction."""

STEERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks, embeddings, overrides and isolates of writing direction."""

_REFERENCE = re.compile(r"\{player:(\d+)\}")


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
        most, count = LONGEST_NAME, len(name)
        reason = _("A name has at most {most} characters; this one has {count}.", most=most, count=count)
        raise InvalidInput({field: reason})
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
        refusal = _("A reason is plain text of at most {most} characters.", most=LONGEST_REASON)
        raise InvalidInput({field: refusal})
    return reason


def _unprintable(text: str) -> bool:
    return any(unicodedata.category(character) in ("Cc", "Cs", "Cn") for character in text)


def _one_line(text: str) -> str:
    steady = "".join(character for character in text if character not in STEERING)
    return " ".join(unicodedata.normalize("NFC", steady).split())


def reference(player: int) -> str:
    """Return how a sentence names a player.

    >>> reference(12)
    '{player:12}'
    """
    return f"{{player:{player}}}"


def with_names(text: str, name_of: Callable[[int], str]) -> str:
    """Return a sentence with names in place of the references.

    >>> with_names("{player:1} sits out.", {1: "Seat A"}.__getitem__)
    'Seat A sits out.'
    """

    def named(part: str) -> str:
        return _REFERENCE.sub(lambda match: name_of(int(match.group(1))), part)

    return text.filled(named) if isinstance(text, Sentence) else named(text)


def players_in(text: str) -> tuple[int, ...]:
    """Return the players a sentence names, in its order.

    >>> players_in("{player:3} and {player:1} cut.")
    (3, 1)
    """
    return tuple(int(number) for number in _REFERENCE.findall(text))
