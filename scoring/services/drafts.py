"""The next deal of a table, worked out but not written down.

While somebody records his table is locked, and on SQLite everybody else who writes waits. So a deal is worked
out before that from the table as this process saw it last; under the lock it is only seen whether it still
stands so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from laws.domain.errors import InvalidInput
from scoring.answers import deal_answer
from scoring.game.deal import Deal as DealValue
from scoring.game.notation import parse_deal
from scoring.game.state import Course
from scoring.game_laws import at_game
from scoring.models import Table
from scoring.records import course_after, game_of, law_set_of
from scoring.services.standing import last_seen
from scoring.tables.games import GameRecord


@dataclass(frozen=True, slots=True)
class Draft:
    """A deal to follow those of a game: its value, the game's course with it, and what is answered."""

    game: GameRecord
    last: int
    value: DealValue
    course: Course
    answer: Mapping[str, Any]

    def follows(self, game: GameRecord, last: int) -> bool:
        """Return whether it is the deal after ``last`` of this very game."""
        return self.last == last and self.game == game


def drafted(table: Table, game: GameRecord, last: int, payload: object) -> Draft:
    """Return the deal that was sent as the one after ``last``, the number of the table's last deal.

    ``table`` is the table as at that game. The dealer may be left out. Raises InvalidInput.
    """
    if isinstance(payload, Mapping) and "dealer" not in payload:
        payload = {"dealer": game.course.next_dealer, **payload}
    value = parse_deal(payload, game_of(table), law_set_of(table))
    course = course_after(game, value)
    answer = deal_answer(
        table=table, record=game, course=course, index=len(game.deals), number=last + 1, value=value
    )
    return Draft(game, last, value, course, answer)


def foreseen(table: Table, payload: object) -> Draft | None:
    """Return the deal that was sent as it follows on the table as last seen here; None where it may not."""
    seen = last_seen(table)
    if seen is None or seen.game.course.over:
        return None
    try:
        return drafted(at_game(table, seen.game), seen.game, seen.last, payload)
    except InvalidInput:  # said once it is known that the table stands so
        return None
