"""The cost of a move of an event: planned by every movement for 400 players, and planned and committed.

Committed moves are measured for 10, 100 and 1,000 tables on both databases.
"""

import math
import random
from collections.abc import Iterator, Mapping

from scoring.events.planning.domain.settings import MOST_PLAYERS
from scoring.events.play.domain.designs import individual_design
from scoring.events.play.domain.movement_plan import MOVEMENTS, plan
from scoring.events.play.domain.plan_input import Situation
from tests.benchmarks.rows import Row, database, seconds
from tests.events.domain.evenings import choose, entrants, made_up, situation
from tests.reliability.serving import Place

MOVES = {10: 5, 100: 5, 1000: 2}
"""Number of tables → number of moves to make."""
MOST_SECONDS = {100: 0.15, 1000: 1.5}
MOST_GROWTH = 10 * math.log(4000) / math.log(400)
"""The growth from 100 to 1,000 tables if the cost of a move grows as n log n."""

MOST_SECONDS_TO_PLAN = 1.0
ROUNDS_BEFORE = 8


def planned(players: int, before: int) -> Iterator[Row]:
    """Yield, by movement, the cost of planning a round for as many players as possible after an evening."""
    for kind in MOVEMENTS:
        if kind == "whist":  # this movement has no plan for so many players
            continue
        chance, history, results = random.Random(kind), [], ()
        for _round in range(before):
            made = plan(situation(players, history, results, choose(kind=kind)))
            history = [*history, made.round]
            results = tuple(made_up(table, chance) for table in made.tables)
        asked = situation(entrants(players), history, results, choose(kind=kind))

        def task(asked: Situation = asked) -> None:
            individual_design.cache_clear()
            plan(asked)

        yield Row(f"{kind}: plan of {players} players", seconds(task, rounds=3), "s", MOST_SECONDS_TO_PLAN)


def measured(name: str, where: Place, wanted: Mapping[int, int]) -> Iterator[Row]:
    """Yield the cost of moves on one database."""
    took = where.call("tests.benchmarks.large_events.moves", {"REDIS_URL": "memory://"}, wanted=wanted)
    for tables in wanted:
        seconds, worked = took[str(tables)]
        yield Row(f"{name}: a move of {tables} tables", seconds, "s", MOST_SECONDS.get(tables))
        yield Row(f"{name}: a move of {tables} tables, our process", worked, "s CPU")
    many, few = sorted(wanted, reverse=True)[:2]
    share = took[str(many)][1] / took[str(few)][1]
    yield Row(f"{name}: of {many:,} tables to {few:,}", share, "share", MOST_GROWTH)


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the cost of plans, and of moves on both databases."""
    yield from planned(8, 1) if tiny else planned(MOST_PLAYERS, ROUNDS_BEFORE)
    for name in ("SQLite",) if tiny else ("SQLite", "PostgreSQL"):
        with database(name) as where:
            yield from measured(name, where, {2: 1, 3: 1} if tiny else MOVES)
