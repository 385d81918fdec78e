"""A deal in its game, as services answer with it and the API sends it."""

from dataclasses import dataclass
from typing import Any

from scoring.clubs.models import Member
from scoring.game.notation import format_deal, score_answer
from scoring.game.state import GameState, ScoredDeal
from scoring.tables.games import GameRecord


@dataclass(frozen=True, slots=True)
class DealInGame:
    """A deal with its score and what follows for the table.

    ``course`` is that of its game with the deal at place ``index``; ``before`` that without a correction.
    """

    table_id: int
    game: GameRecord
    course: GameState
    index: int
    number: int
    revision: int = 1
    before: GameState | None = None

    @property
    def entry(self) -> ScoredDeal:
        return self.course.entries[self.index]

    def payload(self) -> dict[str, Any]:
        """Return the deal in the form of the API."""
        course, entry = self.course, self.entry
        answer = {
            "number": self.number,
            "game_number": self.game.number,
            "deals_of_game": len(course.entries),
            "revision": self.revision,
            "deal": format_deal(entry.deal),
            "score": score_answer(entry.score),
            "counted": entry.counted,
            "running_score": list(course.score.values),
            "to_go": list(course.to_go.values),
            "next_dealer": course.next_dealer,
            "next_number": self.number + 1,
            "game_over": course.over,
            "winner": winner(course),
            "table": self.table_id,
        }
        if self.before:
            answer["before"] = {"score": list(self.before.score.values), "winner": self.before.winner}
        return answer


def winner(course: GameState) -> int | list[int] | None:
    """Return the side that won the game, a list of sides where the stake is divided, or None."""
    return list(course.winner) if isinstance(course.winner, tuple) else course.winner


def player_answer(member: Member) -> dict[str, Any]:
    """Return a member as the contract names a player."""
    return {"id": member.pk, "name": member.name}
