"""Clean names and reasons that people type, and put players' names into sentences.

A sentence refers to a player by number, as ``{player:12}``; the name is filled in when the sentence is shown.
Text is stored as typed, but marks that change the writing direction are removed, because a single mark could
reverse a whole list of names. Control characters are refused.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _, gettext_noop, ngettext_noop
from scoring.game.seating import CALLED, GOES, LAY, TableSeats

LONGEST_NAME = 80
"""Characters in a name, after normalising."""

LONGEST_REASON = 200
"""Characters in the reason of a correction."""

FIRST_JOINED = 0x0600
"""The first code point of scripts that use joiners; Latin, Greek and Cyrillic letters come before it."""

STEERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks, embeddings, overrides and isolates of writing direction."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that are invisible."""

JOINERS = "\u200c\u200d"
"""Invisible characters that shape their neighbours in scripts such as Arabic and Devanagari, and in emoji."""

Found = TypeVar("Found")

_REFERENCE = re.compile(r"\{player:(\d+)\}")


def clean_name(raw: object, field: str = "name") -> str:
    """Return ``raw`` normalised (NFC), without outer or doubled spaces and without direction marks.

    Raises InvalidInput under ``field`` for anything but text, an empty name, one longer than
    LONGEST_NAME, and control, surrogate, unassigned or invisible characters.

    >>> clean_name("  Seat   A ")
    'Seat A'
    """
    if not isinstance(raw, str):
        raise InvalidInput({field: _("A name is text.")})
    if _unprintable(raw.strip()):
        raise InvalidInput({field: _("A name cannot contain control characters.")})
    name = _one_line(raw)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise InvalidInput({field: _("A name needs at least one visible letter, digit or sign.")})
    if _has_invisible(name):
        raise InvalidInput({field: _("A name cannot contain characters that nobody can see.")})
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
    missing = _("A correction needs its reason, in words.")
    refusal = _("A reason is plain text of at most {most} characters.", most=LONGEST_REASON)
    return _clean_line(raw, field, LONGEST_REASON, missing, refusal)


def clean_text(raw: object, field: str, most: int) -> str:
    """Return free text as one line, normalised and without direction marks.

    Raises InvalidInput under ``field`` for no text, more than ``most`` characters, and control characters.
    """
    missing = _("Say in a few words what it is about.")
    return _clean_line(
        raw, field, most, missing, _("Write plain text of at most {most} characters.", most=most)
    )


def _clean_line(raw: object, field: str, most: int, missing: Sentence, refusal: Sentence) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise InvalidInput({field: missing})
    line = _one_line(raw)
    if len(line) > most or _unprintable(line):
        raise InvalidInput({field: refusal})
    return line


def _unprintable(text: str) -> bool:
    return any(unicodedata.category(character) in ("Cc", "Cs", "Cn") for character in text)


def _has_invisible(name: str) -> bool:
    """Tell whether a name has invisible characters, so that two different names could look the same."""
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
    """Return a function that looks up a name: exactly, else in another case if only one name matches.

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
    """Tell whether a name contains the wanted text, without regard to case and accents.

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


_WITHOUT_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not decompose into a plain letter and an accent."""


def _bare(text: str) -> str:
    marked = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(character for character in marked if not unicodedata.combining(character))


def reference(player: int) -> str:
    """Return the reference to a player in a sentence.

    >>> reference(12)
    '{player:12}'
    """
    return f"{{player:{player}}}"


def with_names(text: str, name_of: Callable[[int], str]) -> str:
    """Return a sentence with names in place of player references.

    >>> with_names("{player:1} sits out.", {1: "Seat A"}.__getitem__)
    'Seat A sits out.'
    """

    def named(part: str) -> str:
        return _REFERENCE.sub(lambda match: name_of(int(match.group(1))), part)

    return text.filled(named) if isinstance(text, Sentence) else named(text)


def players_in(text: str) -> tuple[int, ...]:
    """Return the numbers of the players in a sentence, in order.

    >>> players_in("{player:3} and {player:1} cut.")
    (3, 1)
    """
    return tuple(int(number) for number in _REFERENCE.findall(text))


def with_players(text: str, names: Sequence[str], seating: TableSeats) -> str:
    """Return a sentence with players' names in place of seats and sides.

    ``names`` has a name for every seat; without names the sentence stays as it is.


    >>> from scoring.game.seating import inside
    >>> with_players(_("{side} took 9.", side=inside(1)), ["Ann", "Bob", "Cal", "Dan"], TableSeats(4, 2))
    'Ann & Cal took 9.'
    """
    if not names or not isinstance(text, Sentence):
        return text
    template, _plural, values = text.made_of
    if template == "side {side}":
        return " & ".join(names[seat - 1] for seat in seating.seats_of(int(values["side"])))
    if template in _SEATS:
        (seat,) = values.values()
        return names[int(seat) - 1]
    return text.reworded(NAMED).with_values(lambda value: with_players(value, names, seating))


_SEATS = ("seat {side}", "seat {seat}", "{seat}")

NAMED: Mapping[str, str] = {
    **{sentence: CALLED[sentence] for sentence in (*LAY, *GOES)},
    **dict(
        zip(
            ("seat {seats} scores {points}", "seats {seats} score {points}"),
            ngettext_noop("{seats} scored {points}", "{seats} scored {points}"),
            strict=True,
        )
    ),
    "{sides} and {side}": gettext_noop("{sides}, {side}"),
    "{side} scores {points}": gettext_noop("{side} {points}"),
    "{side} now has {score}": gettext_noop("The score now: {side} {score}"),
    "{side} has {counted} without those {count}": gettext_noop("{side} took {counted} without those {count}"),
    "{seller} sold the trump to {maker} and scores {paid} for it.": gettext_noop(
        "{seller} sold the trump to {maker} and scored {paid} for it."
    ),
    "{side} took more and scores the difference: {points} less {less} is {rest}.": gettext_noop(
        "{side} took more and scored the difference: {points} less {less} is {rest}."
    ),
    "{side} scores all it made, {points}, with nothing deducted.": gettext_noop(
        "{side} scored all that was made, {points}, with nothing deducted."
    ),
    "{maker} scores nothing; {side} scores its {points} and the {bid} bid: {total}.": gettext_noop(
        "{maker} scored nothing; {side} scored {points} and the {bid} bid: {total}."
    ),
    "{maker} scores nothing; {side} scores {total} and the {gap} missing: {scored}.": gettext_noop(
        "{maker} scored nothing; {side} scored {total} and the {gap} missing: {scored}."
    ),
    "{maker} scores nothing and is set back the {bid} bid.": gettext_noop(
        "{maker} scored nothing, and the {bid} bid came off the score."
    ),
    "{side} scores the {points} it made.": gettext_noop("{side} scored the {points} made."),
    "{side} took {points}, and with fewer than {minimum} it scores nothing, whatever it bid.": gettext_noop(
        "{side} took {points}, and fewer than {minimum} score nothing, whatever was bid."
    ),
    "Nothing stops a score from falling below 0: {side} stands at {score}.": gettext_noop(
        "Nothing stops a score from falling below 0: the score of {side} is {score}."
    ),
    "{side} has reached {game} and wins the game.": gettext_noop("{side} reached {game} and won the game."),
    "Counted out in order, {side} reaches {game} first, {how}, and wins the game.": gettext_noop(
        "Counted out in order, {side} reached {game} first, {how}, and won the game."
    ),
    "{side} made its bid and goes out first: it wins the game.": gettext_noop(
        "{side} made the bid and went out first, which wins the game."
    ),
    "{why}: {side} scores nothing on this deal.": gettext_noop("{why}: {side} scored nothing on this deal."),
    "{maker} scores nothing; {side} would score, but cannot on this deal.": gettext_noop(
        "{maker} scored nothing; {side} would score, but cannot on this deal."
    ),
    "The bid is waived: {side} scores as if it had made it.": gettext_noop(
        "The bid is waived: {side} scored as if it had been made."
    ),
    "The revoke costs the maker's side the bid as well: {side} adds {bid}.": gettext_noop(
        "The revoke costs the maker's side the bid as well: {side} added {bid}."
    ),
    "{why}: {side} is set back {amount}.": gettext_noop("{why}: the score of {side} went back by {amount}."),
    "{why}: {side} has none of the points that it cannot count.": gettext_noop(
        "{why}: {side} took none of the points that cannot be counted."
    ),
    "{seat} threw {thrown} and had {left} left, so fewer than {dealt} had been dealt to it.": gettext_noop(
        "{seat} threw {thrown} and had {left} left, so fewer than {dealt} had been dealt there."
    ),
    "{seat} threw {thrown} and had {left} left, so more than {dealt} had been dealt to it.": gettext_noop(
        "{seat} threw {thrown} and had {left} left, so more than {dealt} had been dealt there."
    ),
    "{seat} threw and held more than six trumps, without those it can have drawn.": gettext_noop(
        "{seat} threw and held more than six trumps, without any that the draw can have brought."
    ),
    "{seat}, the pone, had bid before its turn.": gettext_noop("{seat}, the pone, had bid too soon."),
    "{seat}, the pone, had not bid before its turn.": gettext_noop("{seat}, the pone, had not bid too soon."),
    "{seat} bid {bid} in its turn.": gettext_noop("{seat} bid {bid} in turn."),
    "by these counts {side} has Game.": gettext_noop("by these counts Game is won by {side}."),
    "say which seat was in error: the ruling falls on a side.": gettext_noop(
        "say who was in error: the ruling falls on a side."
    ),
    "say which seat was in error: the ruling falls on a player.": gettext_noop(
        "say who was in error: the ruling falls on a player."
    ),
    "say which seat the maker called as a partner, or that the maker plays alone (alone).": gettext_noop(
        "say whom the maker called as a partner, or that the maker plays alone (alone)."
    ),
    "say which seat made the trump, or give all the bids.": gettext_noop(
        "say who made the trump, or give all the bids."
    ),
    "say which seat holds {card}.": gettext_noop("say who holds {card}."),
}
"""Sentences about sides and seats, and for each the wording that fits one or two names instead."""
