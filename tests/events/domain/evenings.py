"""Helpers for tests of movements: situations, results by table, and whole evenings."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any

from laws.library import laws
from scoring.events.planning.domain.settings import EventSettings, parse_settings
from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.plan_input import Situation
from scoring.events.play.domain.values import Move, Participant, Plan, Result, SeatedRound, SeatedTable
from scoring.game.games import GAMES
from tests.game.tables import FOSTER


def entrants(count: int, *special: Participant) -> tuple[Participant, ...]:
    """Return players 1 to ``count``; ``special`` replaces some of these."""
    named = {entrant.player: entrant for entrant in special}
    return tuple(named.get(player, Participant(player)) for player in range(1, count + 1))


def in_pairs(count: int, above: int = 0) -> tuple[Participant, ...]:
    """Return players numbered from ``above`` + 1 with fixed partners: 1 and 2, 3 and 4, and so on."""
    return tuple(
        Participant(above + player, partner=above + (player + 1 if player % 2 else player - 1))
        for player in range(1, count + 1)
    )


def seated(number: int, *tables: Sequence[int], out: Iterable[int] = ()) -> SeatedRound:
    """Return a round from the players of each table in seat order."""
    places = tuple(SeatedTable(table, tuple(players)) for table, players in enumerate(tables, 1))
    return SeatedRound(number, places, tuple(out))


def to_go(*tables: Sequence[int]) -> tuple[Result, ...]:
    """Return results from the points that each side still needs, table by table."""
    return tuple(Result(number, to_go=tuple(sides)) for number, sides in enumerate(tables, 1))


def situation(
    people: int | tuple[Participant, ...],
    history: Sequence[SeatedRound] = (),
    results: Sequence[Result] = (),
    settings: EventSettings | None = None,
    **fields: Any,
) -> Situation:
    """Return a situation, by default under Foster's laws and with the seed "autumn"."""
    known = {
        "law_set": FOSTER,
        "game": GAMES["cinch"],
        "seed": "autumn",
        "round_number": len(history) + 1,
    } | fields
    return Situation(
        settings=settings or EventSettings(),
        entrants=entrants(people) if isinstance(people, int) else people,
        history=tuple(history),
        results=tuple(results),
        **known,
    )


def choose(**movement: Any) -> EventSettings:
    """Return settings with these values of the movement."""
    return parse_settings(movement)


def seats(found: Plan) -> list[tuple[int, ...]]:
    """Return the players of each table in seat order."""
    return [table.players for table in found.tables]


def move_of(found: Plan, player: int) -> Move:
    return next(move for move in found.moves if move.player == player)


def why(found: Plan, player: int) -> str:
    """Return the reason for a player's place. It names other players by their numbers."""
    return str(move_of(found, player).why)


def made_up(table: SeatedTable, chance: Random) -> Result:
    """Return a random result, as four deals can give it. Ties are possible."""
    sides = table.seating.side_count
    return Result(
        table.number,
        to_go=tuple(chance.randint(0, 12) for _ in range(sides)),
        points=tuple(chance.randint(0, 56) for _ in range(sides)),
    )


def evening(
    people: int | tuple[Participant, ...],
    rounds: int,
    settings: EventSettings | None = None,
    luck: int = 1,
    **fields: Any,
) -> list[Plan]:
    """Return the plans of an evening with random results from the seed ``luck``."""
    chance, plans = Random(luck), []
    history: tuple[SeatedRound, ...] = ()
    results: tuple[Result, ...] = ()
    for _ in range(rounds):
        found = plan(situation(people, history, results, settings, **fields))
        plans.append(found)
        history += (found.round,)
        results = tuple(made_up(table, chance) for table in found.tables)
    return plans


def meetings(plans: Iterable[Plan]) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Return how often each two players were partners and opponents at tables of four, counted from the
    seats.
    """
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for table in (table for found in plans for table in seats(found) if len(table) == 4):
        ours, theirs = table[::2], table[1::2]
        partners.update([frozenset(ours), frozenset(theirs)])
        opponents.update(frozenset((one, other)) for one in ours for other in theirs)
    return partners, opponents


def check_whole(found: Plan, present: Iterable[int], sizes: Collection[int] = (3, 4, 5)) -> None:
    """Raise AssertionError unless everybody present has one place, and each table its number and size."""
    placed = [player for table in found.tables for player in table.players] + list(found.sitting_out)
    assert sorted(placed) == sorted(present)
    assert {move.player for move in found.moves} == set(placed)
    assert [table.number for table in found.tables] == list(range(1, len(found.tables) + 1))
    assert all(len(table.players) in sizes for table in found.tables)
    assert not any("None" in move.why for move in found.moves)
    assert all(not move.law or laws()[f"{FOSTER.slug}/{move.law}"] for move in found.moves)


def check_fair(found: Plan) -> None:
    """Raise AssertionError if a player has sat out two or more times more than another without a reason."""
    unfair = found.metrics.most_sit_outs - found.metrics.fewest_sit_outs > 1
    assert not unfair or any(breach.kind == "sit-out" for breach in found.breaches)


def check_winners_up(before: Plan, after: Plan) -> None:
    """Raise AssertionError unless winners went up one, head winners stayed, head losers went last."""
    old, new, tables = before.round.places(), after.round.places(), len(before.tables)
    for move in after.moves:
        here, there = old[move.player][0], new[move.player][0]
        if move.star == "gold":
            assert (here, there) == (1, 1)
        elif move.star == "red":
            assert there == here - 1
        else:
            assert there == (tables if here == 1 else here)
    mates_before, mates = before.round.mates(), after.round.mates()
    for table in after.tables[1:]:
        assert all(mates[player] != mates_before[player] for player in table.players)
