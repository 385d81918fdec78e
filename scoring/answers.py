"""Values → the JSON shapes of the contract: deals with their scores, cuts. Nothing is decided here."""

from collections.abc import Mapping
from typing import Any

from scoring.game.cutting import Cut as CutResult
from scoring.game.deal import Deal as DealValue
from scoring.game.notation import format_deal, score_answer
from scoring.game.state import Course
from scoring.models import Cut, Member, Table
from scoring.tables.games import GameRecord


def deal_answer(
    *,
    table: Table,
    record: GameRecord,
    course: Course,
    index: int,
    number: int,
    value: DealValue,
    revision: int = 1,
) -> dict[str, Any]:
    """Return a deal with its score and what follows for the table: running score, next dealer, game over."""
    entry = course.entries[index]
    return {
        "number": number,
        "game_number": record.number,
        "deals_of_game": len(course.entries),
        "revision": revision,
        "deal": format_deal(value),
        "score": score_answer(entry.score),
        "counted": entry.counted,
        "running_score": list(course.score.values),
        "to_go": list(course.to_go.values),
        "next_dealer": course.next_dealer,
        "next_number": number + 1,
        "game_over": course.over,
        "winner": winner(course),
        "table": table.pk,
    }


def winner(course: Course) -> int | list[int] | None:
    """Return the side that won the game, a list of sides where the stake is divided, or None."""
    return list(course.winner) if isinstance(course.winner, tuple) else course.winner


def player_answer(member: Member) -> dict[str, Any]:
    """Return a member as the contract names a player."""
    return {"id": member.pk, "name": member.name}


def cut_answer(
    cut: Cut, result: CutResult, people: Mapping[str, Member], called: Mapping[str, str]
) -> dict[str, Any]:
    """Return a cut with what it decides and why.

    ``called`` maps the ids of its players to the names that ``result`` uses, ``people`` those to members.
    """

    def named(player: str | None) -> dict[str, Any] | None:
        return player_answer(people[player]) if player is not None else None

    return {
        "id": cut.pk,
        "purpose": cut.purpose,
        "at": cut.at.isoformat(),
        "seed": cut.seed or None,
        "draws": [
            [{"player": named(called[player]), "card": card} for player, card in draw.items()]
            for draw in cut.draws
        ],
        "decided": result.decided,
        "cut_again": [named(player) for player in result.cut_again],
        "partners": [[named(player) for player in pair] for pair in result.partners],
        "first_dealer": named(result.first_dealer),
        "seats": [
            {"seat": seat, "player": named(player)} for seat, player in enumerate(result.seats, start=1)
        ],
        "explanation": [{"text": line.text, "law": line.law} for line in result.explanation],
    }
