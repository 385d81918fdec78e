"""The players of an evening with faults: their number, tables of three, late entries and withdrawals.

Every third seed has tables of three. In these evenings one player leaves or comes, so that a table of four
becomes a table of three or the reverse. The change comes in the middle of a round and applies to the next
round, or it comes before the first deal of a round and applies to this round.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal
from uuid import UUID

from scoring.events.models import CheckIn, Departure, Entrant, Event
from scoring.tables.models import Game
from tests.reliability.evenings import at_event
from tests.reliability.mortals import Action

EVERY_THIRD = 3


@dataclass(frozen=True)
class Party:
    """The players. ``change`` is what the player at ``place`` of the list does, if anything.

    The change happens in ``change_round``. With ``at_once`` it happens before the round's first deal, and the
    round is then played by those who are here.
    """

    people: int
    threes: bool = False
    law_set: str | None = None
    change: Literal["goes", "comes"] | None = None
    change_round: int = 0
    at_once: bool = False
    place: int = 0

    def changes(self, number: int, *, at_once: bool) -> bool:
        """Return whether this round has a late entry or a withdrawal of this kind."""
        return self.change is not None and (self.change_round, self.at_once) == (number, at_once)


def party(seed: int, chance: random.Random, of_rounds: int) -> Party:
    """Return the players of the evening with this seed."""
    if seed % EVERY_THIRD:
        return Party(chance.choice((4, 5, 8, 9)))
    people = chance.choice((4, 6, 7, 8, 11))
    at_once = chance.random() < 0.5
    return Party(
        people,
        threes=True,
        law_set=chance.choice((None, "chicago-1890")),
        # One of four or eight players leaves; otherwise nobody would play at a table of three.
        change="goes" if people % 4 == 0 else chance.choice(("goes", "comes", None)),
        # A player who leaves in the middle of the last round changes nothing.
        change_round=chance.randint(1, of_rounds if at_once else of_rounds - 1),
        at_once=at_once,
        place=chance.randrange(people),
    )


def deal_of(points: int, players: int) -> dict[str, Any]:
    """Return a deal with these points of the first side, at a table of four or of three."""
    won = split(points, players)
    return {"maker": won.index(max(won)) + 1, "bid": 1, "trump": "H", "points": won}


def split(points: int, players: int) -> list[int]:
    """Return the points of each side.

    At a table of three the third side gets half of the remaining single points. The pedros count five each
    and four other points one, so not every sum is possible for three sides.

    >>> split(9, 4), split(7, 3), split(10, 3)
    ([9, 5], [7, 6, 1], [10, 2, 2])
    """
    rest = 14 - points
    third = (4 - points % 5) // 2
    return [points, rest] if players == 4 else [points, rest - third, third]


def change(event: Event, one: Party) -> Action:
    """Return the action of a late entry or a withdrawal, under the same key each time."""
    key = UUID(int=event.pk + 10**15)
    if one.change == "comes":
        return partial(at_event, "people.attendance.enter", event.pk, player="Late", key=key)
    leaver = Entrant.objects.filter(event=event).order_by("id")[one.place].member_id
    return partial(at_event, "people.attendance.leave", event.pk, member_id=leaver, key=key)


def go_on(event_id: int, number: int, generation: int) -> Action:
    """Return the action that changes the seats of a round so that they fit the players who are here now.

    The sender has seen the seating of this generation.
    """
    why = "Not all are here who were."
    seen = {"round_number": number, "generation": generation}
    return partial(at_event, "play.seat_changes.amend", event_id, **seen, reason=why)


def attended(event: Any) -> dict[str, Sequence[Any]]:
    """Return the attendance: first rounds, check-ins and withdrawals. Equal actions give equal results."""
    departures = Departure.objects.filter(entrant__event=event).order_by("entrant_id", "number")
    return {
        "entrants": list(
            Entrant.objects.filter(event=event).order_by("id").values_list("from_round", flat=True)
        ),
        "checked in": list(
            CheckIn.objects.filter(entrant__event=event)
            .order_by("entrant_id", "number")
            .values_list("entrant__member__name", "number", "is_here")
        ),
        "departures": list(departures.values_list("entrant__member__name", "from_round")),
    }


def games_of_three() -> int:
    """Return the number of games of three in all evenings."""
    return Game.objects.filter(game="three-handed-cinch").count()
