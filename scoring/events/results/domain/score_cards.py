"""Score cards: the rounds of an event as lines, computed from seats and results. Nothing is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.events.play.domain.played_round import PlayedRound
from scoring.events.play.domain.values import Result, SeatedTable, Star
from scoring.events.play.domain.winners_up import stars_of_round


class Played(NamedTuple):
    """A round on a player's score card. ``points``, ``games`` and ``cinches`` are None without a result.

    ``is_cut``: a cut decided the table. ``is_counted``: the points count in the standings. Points of a table
    of three may not count, depending on the settings.
    """

    round_number: int
    table: int
    seat: int
    partner: int | None
    adversaries: tuple[int, ...]
    points: int | None
    to_go: int | None
    games: int | None
    cinches: int | None
    star: Star | None
    is_cut: bool
    is_counted: bool = True


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A player's rounds in order, and the numbers of the rounds sat out."""

    player: int
    rounds: tuple[Played, ...]
    sat_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundCards:
    """A round on the score cards of all players."""

    round_number: int
    played: Mapping[int, Played]
    sat_out: tuple[int, ...]


def round_cards(played: PlayedRound) -> RoundCards:
    """Return a round on the score cards of all players who had a place in it."""
    number = played.seated.number
    stars, cut_at = stars_of_round(played) if played.results else ({}, frozenset())
    lines: dict[int, Played] = {}
    for table in played.seated.tables:
        result = played.results.get(table.number) or Result(table.number)
        is_counted = played.terms.play_at(len(table.players)).counts_points(played.terms.settings)
        seats = _lines(number, table, result, stars, is_cut=table.number in cut_at, is_counted=is_counted)
        lines |= zip(table.players, seats, strict=True)
    return RoundCards(number, lines, played.seated.sitting_out)


def score_cards(rounds: Iterable[RoundCards]) -> dict[int, ScoreCard]:
    """Return player → score card for everybody who ever had a place."""
    played, out = defaultdict[int, list[Played]](list), defaultdict[int, list[int]](list)
    for round_card in rounds:
        for player in round_card.sat_out:
            out[player].append(round_card.round_number)
        for player, line in round_card.played.items():
            played[player].append(line)
    everybody = {*played, *out}
    return {player: ScoreCard(player, tuple(played[player]), tuple(out[player])) for player in everybody}


def _lines(
    number: int,
    table: SeatedTable,
    result: Result,
    stars: Mapping[int, Star | None],
    *,
    is_cut: bool,
    is_counted: bool,
) -> list[Played]:
    players, seating = table.players, table.seating
    sides = seating.side_count
    points, to_go = _by_side(result.points, sides), _by_side(result.to_go, sides)
    cinches, games = _by_side(result.cinches, sides), _by_side(_games(result), sides)
    lines = []
    for place, player in enumerate(players):
        side = place % sides
        partner = players[mate - 1] if (mate := seating.partner_of(place + 1)) else None
        adversaries = tuple(other for at, other in enumerate(players) if at % sides != side)
        lines.append(
            Played(number, table.number, place + 1, partner, adversaries, points[side], to_go[side],
                   games[side], cinches[side], stars.get(player), is_cut, is_counted)
        )  # fmt: skip
    return lines


def _games(result: Result) -> tuple[int, ...]:
    """Return the number of games that each side won.

    If the result does not state games, the side with the fewest points to go has won one game. A tie wins
    none.
    """
    if result.games or not result.to_go:
        return result.games
    least = min(result.to_go)
    is_alone = result.to_go.count(least) == 1
    return tuple(int(is_alone and to_go == least) for to_go in result.to_go)


def _by_side(values: tuple[int, ...], sides: int) -> tuple[int | None, ...]:
    return values or (None,) * sides
