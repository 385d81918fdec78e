"""Who sits where and why, as pages show it: from a plan only looked at, or from what was told of one made."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.event_records import EventRecord
from scoring.events.api.serialize import law_of
from scoring.round_records import RoundRecord


@dataclass(frozen=True, slots=True)
class MoveShown:
    """One player's way, with the reason (names are put in by the page) and the law it rests on."""

    player: int
    name: str
    from_place: Sequence[int] | None
    to_place: Sequence[int] | None
    star: str | None
    why: str
    law: str | None


@dataclass(frozen=True, slots=True)
class TieShown:
    """A tie that was cut: who cut which card, each time, and whether it was drawn from a seed."""

    table: int
    draws: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]
    seed: str
    explanation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatsShown:
    """A table of a plan: its seats in order, each with its player's way."""

    number: int
    seats: tuple[tuple[int, MoveShown], ...]


@dataclass(frozen=True, slots=True)
class MovesShown:
    """A plan, made or only looked at: who sits where and why."""

    tables: tuple[SeatsShown, ...]
    sitting_out: tuple[MoveShown, ...]
    ties: tuple[TieShown, ...]
    unmet: tuple[str, ...]
    metrics: Mapping[str, Any]


def moves_shown(
    record: EventRecord,
    tables: Iterable[tuple[int, Sequence[int]]],
    sitting_out: Iterable[int],
    told: Mapping[str, Any],
    names: Mapping[int, str],
) -> MovesShown:
    """Return a plan from its seats and from what was told of it (`scoring.event_telling`)."""
    ways = {move["player"]: _move(move, record, names) for move in told["moved"]}

    def way(player: int) -> MoveShown:
        return ways.get(player) or MoveShown(player, names[player], None, None, None, "", None)

    return MovesShown(
        tables=tuple(
            SeatsShown(number, tuple((seat, way(player)) for seat, player in enumerate(players, start=1)))
            for number, players in tables
        ),
        sitting_out=tuple(way(player) for player in sitting_out),
        ties=tuple(_tie(tie, names) for tie in told["ties_cut"]),
        unmet=tuple(breach["why"] for breach in told["breaches"]),
        metrics=told["metrics"],
    )


def _move(move: Mapping[str, Any], record: EventRecord, names: Mapping[int, str]) -> MoveShown:
    return MoveShown(
        player=move["player"],
        name=names[move["player"]],
        from_place=move["from"],
        to_place=move["to"],
        star=move["star"],
        why=move["why"],
        law=law_of(move["law"], record),
    )


def _tie(tie: Mapping[str, Any], names: Mapping[int, str]) -> TieShown:
    def cards(shown: str | Sequence[str]) -> tuple[str, ...]:
        return (shown,) if isinstance(shown, str) else tuple(shown)

    return TieShown(
        table=tie["table"],
        draws=tuple(
            tuple((names[int(player)], cards(card)) for player, card in draw.items()) for draw in tie["draws"]
        ),
        seed=tie["seed"] if tie["source"] == "drawn" else "",
        explanation=tuple(tie["explanation"]),
    )


def told_shown(record: EventRecord, one: RoundRecord, names: Mapping[int, str]) -> MovesShown:
    """Return a round as it was seated, with what everybody was told of it."""
    seats = [(table.number, table.players) for table in one.tables]
    return moves_shown(record, seats, one.sitting_out, one.seating.told, names)
