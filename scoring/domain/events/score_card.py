"""A player's own score card: round by round where he sat, with whom, what was scored, and the star.

Rounds sat out or missed have no score, which is not a score of nothing. What the cards add up to is in
:mod:`scoring.events.domain.standings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from laws.domain.lawset import LawSet
from scoring.domain.events.progressive import stars_of_round
from scoring.domain.events.settings import EventSettings
from scoring.events.domain.outcome import EnteredCut, TieRule
from scoring.events.domain.values import Result, SeatedRound, SeatedTable, Star


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was seated, with what came of it so far; ``cuts`` were entered at tied tables.

    ``law_set_at_three`` is what its tables of three play under, None where there is none.
    """

    seated: SeatedRound
    results: tuple[Result, ...] = ()
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
    law_set_at_three: LawSet | None = None


class Played(NamedTuple):
    """One round of a player's card. ``points``, ``games`` and ``cinches`` are None without a result.

    ``is_cut``: the cut decided the table. ``is_counted``: the points count in the standings, as those of a
    table of three do not where the organiser says so.
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
    """A player's rounds in their order, and the rounds sat out."""

    player: int
    rounds: tuple[Played, ...]
    sat_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundCards:
    """One round of everybody's card."""

    round_number: int
    played: Mapping[int, Played]
    sat_out: tuple[int, ...]


def round_cards(one: PlayedRound, settings: EventSettings, law_set: LawSet, seed: str) -> RoundCards:
    """Return a round of the card of everybody who had a place in it, by player."""
    results = {result.table: result for result in one.results}
    rule = TieRule(settings, law_set, seed, one.seated.number, one.cuts, one.law_set_at_three)
    stars, cut_at = stars_of_round(one.seated.tables, results, rule) if results else ({}, frozenset())
    played = {
        table.players[line.seat - 1]: line
        for table in one.seated.tables
        for line in _lines(
            one.seated.number,
            table,
            results.get(table.number),
            stars,
            is_cut=table.number in cut_at,
            is_counted=settings.counts_points_of(len(table.players)),
        )
    }
    return RoundCards(one.seated.number, played, tuple(one.seated.sitting_out))


def score_cards(rounds: Sequence[RoundCards]) -> dict[int, ScoreCard]:
    """Return the card of everybody who ever had a place, by player."""
    played: dict[int, list[Played]] = {}
    out: dict[int, list[int]] = {}
    for one in rounds:
        for player in one.sat_out:
            out.setdefault(player, []).append(one.round_number)
            played.setdefault(player, [])
        for player, line in one.played.items():
            played.setdefault(player, []).append(line)
    return {
        player: ScoreCard(player, tuple(lines), tuple(out.get(player, ())))
        for player, lines in played.items()
    }


def _lines(
    number: int,
    table: SeatedTable,
    result: Result | None,
    stars: Mapping[int, Star | None],
    *,
    is_cut: bool,
    is_counted: bool,
) -> list[Played]:
    players, sides = table.players, table.seating.side_count
    found = Result(table.number) if result is None else result
    points, to_go = _by_side(found.points, sides), _by_side(found.to_go, sides)
    cinches, games = _by_side(found.cinches, sides), _by_side(_games(found), sides)
    lines = []
    for place, player in enumerate(players):
        side = place % sides
        if len(players) == 4:
            partner = players[(place + 2) % 4]
            adversaries: tuple[int, ...] = players[1 - side :: 2]
        else:
            partner, adversaries = None, players[:place] + players[place + 1 :]
        lines.append(
            Played(number, table.number, place + 1, partner, adversaries, points[side], to_go[side],
                   games[side], cinches[side], stars.get(player), is_cut, is_counted)
        )  # fmt: skip
    return lines


def _games(result: Result) -> tuple[int, ...]:
    """Return the games each side has won: as handed in, or one for the single side with fewest to go."""
    if result.games or not result.to_go:
        return result.games
    least = min(result.to_go)
    is_alone = result.to_go.count(least) == 1
    return tuple(int(is_alone and to_go == least) for to_go in result.to_go)


def _by_side(values: tuple[int, ...], sides: int) -> tuple[int | None, ...]:
    return values or (None,) * sides
