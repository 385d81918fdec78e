"""Values → the JSON shapes of an event: the event, a round, the clock, the standings. Nothing is decided."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings

from scoring.events.domain.round_life import RoundLife
from scoring.events.domain.standings import Award, RankLine
from scoring.events.models import Final, FinalProposal
from scoring.events.rounds import EventRound, EventTable
from scoring.events.state import Board, EventState
from scoring.game.names import with_names

Names = Mapping[int, str]
TAKEN_BACK = "The move was taken back: the players are moved again when the organiser says so."


def event_json(record: EventState, names: Names, now: datetime) -> dict[str, Any]:
    """Return an event as the contract shows it, with its rules, entrants, clock and round in play."""
    current = record.current
    return {
        "id": record.event.pk,
        "version": record.version,
        "club": record.event.club.slug,
        "name": record.event.name,
        "game": record.event.game,
        "law_set": record.event.law_set.slug,
        "law_set_at_three": at_three.slug if (at_three := record.law_set_at_three) else None,
        "rounds": record.settings.rounds,
        "deals_per_round": record.settings.deals_per_round,
        "movement": record.settings.movement(),
        "seed": record.event.seed,
        "players": [
            {
                "id": entrant.member_id,
                "name": names[entrant.member_id],
                "from_round": entrant.from_round,
                "left_from_round": record.attendance.departures.get(entrant.pk),
                "wishes": record.attendance.wishes_of(entrant),
            }
            for entrant in record.entrants
        ],
        "round": current.number if current else None,
        "status": record.status,
        "clock": clock_json(record, now),
        "url": f"{settings.BASE_URL}/events/{record.event.pk}/",
    }


def clock_json(record: EventState, now: datetime) -> dict[str, Any] | None:
    """Return the clock of the round in play; None before the start. All times are the server's."""
    current = record.current
    if current is None:
        return None
    standing = current.time
    ends = standing.bell_due_at()
    return {
        "round": current.number,
        "phase": current.life.phase,
        "running": standing.is_running,
        "ends_at": ends.isoformat() if ends else None,
        "remaining_seconds": standing.remaining_seconds(now),
        "last_hand": standing.is_called,
        "bell": current.bell.at.isoformat() if current.bell else None,
        "now": now.isoformat(),
    }


def round_json(record: EventState, one: EventRound, names: Names) -> dict[str, Any]:
    """Return a round as the contract shows it: who sits where and why, what came of it, what is late."""
    life, content = one.life, one.seating.told
    onward = record.rounds[one.number].seating.told["moved"] if one.number < len(record.rounds) else []
    return {
        "number": one.number,
        "status": life.phase,
        "generation": one.seating.generation,
        "cause": one.seating.cause,
        "tables": [_table(record, table, onward, names) for table in one.tables],
        "sitting_out": [{"id": player, "name": names[player]} for player in one.sitting_out],
        "why": [_move(move, names, record) for move in content["moved"]],
        "ties_cut": [_tie(tie, names) for tie in content["ties_cut"]],
        "breaches": [
            {"kind": breach["kind"], "why": with_names(breach["why"], names.__getitem__)}
            for breach in content["breaches"]
        ],
        "metrics": content["metrics"],
        "late": list(life.late),
        "waits_for": _waits_for(record, one, life),
        "bell": {"at": one.bell.at.isoformat(), "cause": one.bell.cause} if one.bell else None,
    }


def _waits_for(record: EventState, one: EventRound, life: RoundLife) -> list[dict[str, Any]]:
    """Return what keeps a round from moving on, table by table; what concerns them all has no table."""
    found: list[dict[str, Any]] = [
        {"table": blocker.table, "kind": blocker.kind, "why": str(blocker.why)} for blocker in life.blockers
    ]
    if one is record.current and record.awaits_a_word:
        found.append({"table": None, "kind": "taken-back", "why": TAKEN_BACK})
    return found


def _table(
    record: EventState, table: EventTable, onward: list[dict[str, Any]], names: Names
) -> dict[str, Any]:
    result = table.result
    report = table.report
    starting = table.figures.number("starting_score")
    return {
        "number": table.number,
        "table_id": table.table_id,
        "seats": [{"id": player, "name": names[player]} for player in table.players],
        "deals": table.deals,
        "in": report.is_in,
        "disputed": [{"id": doubt.pk, "note": doubt.note} for doubt in table.doubts],
        "decided": sorted(table.decisions),
        "points": [starting + scored for scored in table.points()],
        "result": None
        if result.is_missing and not result.winners
        else {"winner": _winner(result.winners, result.to_go), "to_go": list(result.to_go)},
        "moved": [
            {
                "player": move["player"],
                "to_table": move["to"][0] if move["to"] else None,
                "star": move["star"],
                "why": with_names(move["why"], names.__getitem__),
            }
            for move in onward
            if move["player"] in table.players
        ],
    }


def _winner(named: tuple[int, ...], to_go: tuple[int, ...]) -> int | None:
    """Return the side that won, None where both have as many to go and the cut decides."""
    if named:
        return named[0]
    best = [side for side, left in enumerate(to_go, start=1) if left == min(to_go)]
    return best[0] if len(best) == 1 else None


def _move(move: Mapping[str, Any], names: Names, record: EventState) -> dict[str, Any]:
    return {
        "player": move["player"],
        "name": names[move["player"]],
        "from": move["from"],
        "to": move["to"],
        "star": move["star"],
        "why": with_names(move["why"], names.__getitem__),
        "law": record.law_id(move["law"]),
    }


def _tie(tie: Mapping[str, Any], names: Names) -> dict[str, Any]:
    return {
        "table": tie["table"],
        "source": tie["source"],
        "seed": tie["seed"] or None,
        "draws": [
            [
                {"player": int(player), "name": names[int(player)], "card": card}
                for player, card in draw.items()
            ]
            for draw in tie["draws"]
        ],
        "winners": tie["winners"],
        "explanation": [with_names(line, names.__getitem__) for line in tie["explanation"]],
    }


def standings_json(record: EventState, board: Board, names: Names) -> dict[str, Any]:
    """Return the standings with what decided each rank, and the prizes as they fall at this version."""
    prizes: dict[int, list[str]] = {}
    for award in board.awards:
        for player in award.players:
            prizes.setdefault(player, []).append(award.prize)
    return {
        "event": record.event.pk,
        "version": record.version,
        "status": record.status,
        "tie_breaks": list(record.settings.tie_breaks),
        "why_not_counted": None if (why := record.settings.why_not_counted()) is None else str(why),
        "players": [_standing(line, prizes.get(line.player, []), names) for line in board.standings],
        "prizes": [_award(award, record, names) for award in board.awards],
    }


def editions_json(finals: Sequence[Final], proposal: FinalProposal | None) -> dict[str, Any]:
    """Return the editions of the final results, and the one that waits for a second person."""
    return {
        "editions": [
            {"edition": one.edition, "version": one.as_of, "at": one.at.isoformat(), "reason": one.reason}
            for one in finals
        ],
        "proposed": proposal.edition if proposal else None,
    }


def _standing(line: RankLine, prizes: list[str], names: Names) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "player": {"id": line.player, "name": names[line.player]},
        "progressions": line.progressions,
        "stars": {"gold": line.gold, "red": line.red, "green": line.green},
        "points": line.points,
        "games": line.games,
        "best_round": line.best_round,
        "cinches": line.cinches,
        "rounds_played": line.rounds_played,
        "rounds_without_result": line.rounds_without_result,
        "rounds_not_counted": line.rounds_not_counted,
        "points_not_counted": line.points_not_counted,
        "sat_out": line.sat_out,
        "repeated_partners": line.repeated_partners,
        "decided_by": line.decided_by,
        "prizes": prizes,
    }


def _award(award: Award, record: EventState, names: Names) -> dict[str, Any]:
    on_list = None if award.on_list is None else record.settings.lists[award.on_list]
    return {
        "prize": award.prize,
        "list": on_list,
        "players": [{"id": player, "name": names[player]} for player in award.players],
        "value": award.value,
        "why": with_names(str(award.why), names.__getitem__),
    }
