"""Clean names and reasons that people type. Find and sort names.

Letters are normalised (NFC), and several spaces become a single space. Marks that change the writing
direction are removed: such a mark could reverse a whole list of names. Control characters are refused.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeVar

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _

LONGEST_NAME = 80
"""The most characters in a name, after normalising."""

LONGEST_REASON = 200
"""The most characters in a reason that a person types, such as the reason for a correction."""

FIRST_JOINED = 0x0600
"""The first code point of scripts that use joiners; Latin, Greek and Cyrillic letters come before it."""

STEERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Characters that change the writing direction: marks, embeddings, overrides and isolates."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that nobody can see."""

JOINERS = "\u200c\u200d"
"""Invisible characters that shape their neighbours in scripts such as Arabic and Devanagari, and in emoji."""

Found = TypeVar("Found")


def clean_name(raw: object, field: str = "name") -> str:
    """Return ``raw`` normalised (NFC), without outer or doubled spaces and without direction marks.

    Raises InvalidInput under ``field`` if ``raw`` is no text, has no visible letter, digit or sign, or is
    longer than LONGEST_NAME. Control, surrogate and unassigned characters are also refused, and so are
    invisible characters (`_has_invisible`).

    >>> clean_name("  Seat   A ")
    'Seat A'
    """
    if not isinstance(raw, str):
        raise InvalidInput({field: _("A name is text.")})
    if _unprintable(raw.strip()):
        raise InvalidInput({field: _("A name cannot contain control characters.")})
    name = _one_line(raw)
    if not _has_visible(name):
        raise InvalidInput({field: _("A name needs at least one visible letter, digit or sign.")})
    if _has_invisible(name):
        raise InvalidInput({field: _("A name cannot contain characters that nobody can see.")})
    if len(name) > LONGEST_NAME:
        most, count = LONGEST_NAME, len(name)
        reason = _("A name has at most {most} characters; this one has {count}.", most=most, count=count)
        raise InvalidInput({field: reason})
    return name


def clean_reason(raw: object, field: str = "reason") -> str:
    r"""Return a reason as one line, normalised and without direction marks.

    Raises InvalidInput under ``field`` if there is no visible text, or if the text is longer than
    LONGEST_REASON. Control characters, except tabs and line breaks, are refused, and so are surrogate and
    unassigned characters.

    >>> clean_reason("nine was bid,\n  not eight")
    'nine was bid, not eight'
    """
    missing = _("A correction needs its reason, in words.")
    refusal = _("A reason is plain text of at most {most} characters.", most=LONGEST_REASON)
    return _clean_line(raw, field, LONGEST_REASON, missing, refusal)


def clean_text(raw: object, field: str, most: int) -> str:
    """Return free text as one line, normalised and without direction marks.

    Raises InvalidInput under ``field`` as `clean_reason` does. ``most`` is the largest number of characters.
    """
    missing = _("Say in a few words what it is about.")
    return _clean_line(
        raw, field, most, missing, _("Write plain text of at most {most} characters.", most=most)
    )


def _clean_line(raw: object, field: str, most: int, missing: Sentence, refusal: Sentence) -> str:
    line = _one_line(raw) if isinstance(raw, str) else ""
    if not _has_visible(line):
        raise InvalidInput({field: missing})
    if len(line) > most or _unprintable(line):
        raise InvalidInput({field: refusal})
    return line


def _unprintable(text: str) -> bool:
    return any(unicodedata.category(character) in ("Cc", "Cs", "Cn") for character in text)


def _has_visible(text: str) -> bool:
    return any(unicodedata.category(character)[0] in "LNPS" for character in text)


def _has_invisible(name: str) -> bool:
    """Tell whether a name has invisible characters, which could make two different names look the same.

    A joiner is accepted between two characters of scripts that use joiners.
    """
    for place, character in enumerate(name):
        if character in JOINERS:
            around = name[max(0, place - 1)], name[place + 1 : place + 2]
            if not all(neighbour and ord(neighbour) >= FIRST_JOINED for neighbour in around):
                return True
        elif character in BLANK or unicodedata.category(character) in ("Cf", "Co"):
            return True
    return False


def _one_line(text: str) -> str:
    steady = "".join(character for character in text if character not in STEERING)
    return " ".join(unicodedata.normalize("NFC", steady).split())


def finder(named: Mapping[str, Found]) -> Callable[[str], Found | None]:
    """Return a function that normalises a text and looks it up as a name.

    The function finds the exact name. Without an exact match, it finds a name that differs only in upper and
    lower case, if there is exactly one. In all other cases it returns None.

    >>> finder({"Ada": 1})("ada"), finder({"Ada": 1, "ADA": 2})("ada"), finder({"ADA": 2})("ADA")
    (1, None, 2)
    """
    alike = defaultdict[str, list[Found]](list)
    for name, found in named.items():
        alike[name.casefold()].append(found)

    def find(written: str) -> Found | None:
        name = _one_line(written)
        if name in named:
            return named[name]
        in_another_case = alike.get(name.casefold(), [])
        return in_another_case[0] if len(in_another_case) == 1 else None

    return find


def is_called(name: str, wanted: str) -> bool:
    """Tell whether a name contains a text. Case and accents do not matter.

    >>> is_called("José Seat A", "jose"), is_called("Seat A", "b")
    (True, False)
    """
    return _bare(wanted) in _bare(name)


def place_in_list(name: str) -> str:
    """Return the sort key of a name: its letters without case and accents.

    >>> sorted(["Zagreb", "Łódź", "Ølen", "Lund", "Åbo"], key=place_in_list)
    ['Åbo', 'Łódź', 'Lund', 'Ølen', 'Zagreb']
    """
    return _bare(name).translate(_WITHOUT_STROKES)


def by_name(names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return member id and name of each member, sorted by name."""
    return sorted(names.items(), key=lambda entry: place_in_list(entry[1]))


_WITHOUT_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not decompose into a plain letter and an accent."""


def _bare(text: str) -> str:
    marked = unicodedata.normalize("NFD", text.strip().casefold())
    if marked.isascii():  # most names have no accents, and lists of hundreds are sorted for a page
        return marked
    return "".join(character for character in marked if not unicodedata.combining(character))
