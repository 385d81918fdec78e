"""Wishes as they are typed when an event is planned: one a line, what is wished, a colon, and for whom."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from laws.domain.errors import InvalidInput

TABLE = re.compile(r"table ([1-9][0-9]{0,2})(?:,? seat ([1-4]))?")
BETWEEN = " / "

Wishes = dict[int, dict[str, Any]]


def parse_wishes(text: str, places: Mapping[str, int], lists: Sequence[str]) -> Wishes:
    """Return the wishes by the place of the player; ``places`` are those of the names.

    Raises InvalidInput under ``wishes`` with every line that cannot be taken.

    >>> parse_wishes("table 1, seat 2: Seat A\\npartners: Seat A / Seat B", {"Seat A": 1, "Seat B": 2}, ())
    {1: {'fixed_table': 1, 'fixed_seat': 2, 'partner': 2}, 2: {'partner': 1}}
    """
    found: Wishes = {}
    errors = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            _take(line, places, lists, found)
        except ValueError as refusal:
            errors.append(gettext("Line %(number)s: %(reason)s") % {"number": number, "reason": refusal})
    if errors:
        raise InvalidInput({"wishes": errors})
    return found


def _take(line: str, places: Mapping[str, int], lists: Sequence[str], found: Wishes) -> None:
    what, colon, whom = line.partition(":")
    what = " ".join(what.split())
    if not colon:
        raise ValueError(gettext("a wish is written “what: for whom”."))
    players = [_place(name, places) for name in whom.split(BETWEEN)]
    word = what.lower()
    takers: dict[str, Callable[[], None]] = {
        "partners": lambda: _partners(players, found),
        "apart": lambda: _apart(players, found),
    }
    if (taker := takers.get(word)) is not None:
        taker()
    elif table := TABLE.fullmatch(word):
        for player in players:
            wished = {"fixed_table": int(table[1])} | ({"fixed_seat": int(table[2])} if table[2] else {})
            found.setdefault(player, {}).update(wished)
    elif word.startswith("list ") and what[5:] in lists:
        for player in players:
            found.setdefault(player, {})["on_list"] = list(lists).index(what[5:])
    else:
        raise ValueError(
            gettext(
                "“%(what)s” is no wish. Known: table 3; table 3, seat 1; partners; apart; list and its name."
            )
            % {"what": what}
        )


def _place(name: str, places: Mapping[str, int]) -> int:
    place = places.get(" ".join(name.split()))
    if place is None:
        raise ValueError(gettext("“%(name)s” is not among the players.") % {"name": name.strip()})
    return place


def _partners(players: Sequence[int], found: Wishes) -> None:
    if len(players) != 2 or players[0] == players[1]:
        raise ValueError(gettext("two players are partners, with “ / ” between them."))
    for one, other in (players, players[::-1]):
        if found.setdefault(one, {}).setdefault("partner", other) != other:
            raise ValueError(gettext("a player has one fixed partner."))


def _apart(players: Sequence[int], found: Wishes) -> None:
    if len(set(players)) < 2:
        raise ValueError(gettext("those who are to be kept apart are at least two, with “ / ” between them."))
    for one in players:
        apart = found.setdefault(one, {}).setdefault("keep_apart", [])
        apart.extend(other for other in players if other != one and other not in apart)
