"""What is typed line by line with the plan of an event: wishes, and single parameters that differ."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.domain.parameters import PARAMETERS
from scoring.tables.forms.tables import typed_value

TABLE = re.compile(r"table ([1-9][0-9]{0,2})(?:,? seat ([1-4]))?")
BETWEEN = " / "

Wishes = dict[int, dict[str, Any]]


def parse_parameters(text: str) -> dict[str, Any]:
    """Return the parameters that were typed. Raises InvalidInput for a line that cannot be read."""
    values: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not line.strip():
            continue
        if not colon or name not in PARAMETERS or not value:
            refusal = gettext("Line %(number)s: a parameter of the law set, a colon, and its value.")
            raise InvalidInput({"parameters": refusal % {"number": number}})
        values[name] = typed_value(name, value)
    return values


def parse_wishes(text: str, places: Mapping[str, int], lists: Sequence[str]) -> Wishes:
    """Return the wishes by the place of the player; ``places`` are those of the names.

    Raises InvalidInput under ``wishes`` with every line that cannot be taken.

    >>> parse_wishes("table 1, seat 2: Seat A\\npartners: Seat A / Seat B", {"Seat A": 1, "Seat B": 2}, ())
    {1: {'fixed_table': 1, 'fixed_seat': 2, 'partner': 2}, 2: {'partner': 1}}
    """
    wishes: Wishes = {}
    errors = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            _read_wish(line, places, lists, wishes)
        except ValueError as refusal:
            errors.append(gettext("Line %(number)s: %(reason)s") % {"number": number, "reason": refusal})
    if errors:
        raise InvalidInput({"wishes": errors})
    return wishes


def _read_wish(line: str, places: Mapping[str, int], lists: Sequence[str], wishes: Wishes) -> None:
    what, colon, whom = line.partition(":")
    what = " ".join(what.split())
    if not colon:
        raise ValueError(gettext("write a wish as “wish: players”."))
    players = [_place(name, places) for name in whom.split(BETWEEN)]
    word = what.lower()
    if word == "partners":
        _partners(players, wishes)
    elif word == "apart":
        _apart(players, wishes)
    elif table := TABLE.fullmatch(word):
        for player in players:
            wished = {"fixed_table": int(table[1])} | ({"fixed_seat": int(table[2])} if table[2] else {})
            wishes.setdefault(player, {}).update(wished)
    elif word.startswith("list ") and what[5:] in lists:
        for player in players:
            wishes.setdefault(player, {})["on_list"] = list(lists).index(what[5:])
    else:
        raise ValueError(
            gettext(
                "“%(what)s” is not a wish. Use table 3; table 3, seat 1; partners; apart; list and its name."
            )
            % {"what": what}
        )


def _place(name: str, places: Mapping[str, int]) -> int:
    place = places.get(" ".join(name.split()))
    if place is None:
        raise ValueError(gettext("“%(name)s” is not among the players.") % {"name": name.strip()})
    return place


def _partners(players: Sequence[int], wishes: Wishes) -> None:
    if len(players) != 2 or players[0] == players[1]:
        raise ValueError(gettext("name two partners, with “ / ” between them."))
    for player, other in (players, players[::-1]):
        if wishes.setdefault(player, {}).setdefault("partner", other) != other:
            raise ValueError(gettext("a player can have only one fixed partner."))


def _apart(players: Sequence[int], wishes: Wishes) -> None:
    if len(set(players)) < 2:
        raise ValueError(gettext("name at least two players to keep apart, with “ / ” between them."))
    for player in players:
        apart = wishes.setdefault(player, {}).setdefault("keep_apart", [])
        apart.extend(other for other in players if other != player and other not in apart)
