"""How long planning a move takes: the least processor time of a few calls, without a database.

Writing a move down is measured elsewhere (`bench_moves`). The garbage collector leaves alone what the
benchmark itself keeps.
"""

import gc
from collections.abc import Iterator
from functools import partial
from math import log2
from random import Random

from laws.library import law_set
from scoring.events.domain.outcome import EventTerms, PlayedRound
from scoring.events.domain.plan import forecast, plan
from scoring.events.domain.settings import EventSettings, parse_settings
from scoring.events.domain.situation import Situation
from scoring.events.domain.standings import round_cards, score_cards, standings
from scoring.events.domain.values import Participant, Plan, Result, SeatedRound, SeatedTable
from tests.benchmarks.rows import Row, seconds

FOSTER = law_set("foster-1897")
REPEATS = 5


def result(table: SeatedTable, chance: Random) -> Result:
    """Return a result such as four deals bring, ties among them."""
    return Result(
        table.number,
        to_go=(chance.randint(0, 51), chance.randint(0, 51)),
        points=(chance.randint(0, 51), chance.randint(0, 51)),
        cinches=(chance.randint(0, 1), 0),
    )


def after(tables: int, rounds: int, settings: EventSettings) -> tuple[Situation, list[PlayedRound]]:
    """Return the situation after so many rounds at so many tables, and what was played."""
    chance, people = Random(1), tuple(Participant(player) for player in range(4 * tables))
    history: tuple[SeatedRound, ...] = ()
    results: tuple[Result, ...] = ()
    played = []
    for number in range(1, rounds + 1):
        found = plan(Situation(settings, FOSTER, people, "seed", number, history=history, results=results))
        history += (found.round,)
        results = tuple(result(table, chance) for table in found.tables)
        by_table = {result.table: result for result in results}
        played.append(PlayedRound(EventTerms(settings, FOSTER, "seed"), found.round, by_table))
    return Situation(settings, FOSTER, people, "seed", rounds + 1, history=history, results=results), played


def whole_evening(settings: EventSettings) -> Plan:
    """Draw ten tables anew for twelve rounds."""
    history: tuple[SeatedRound, ...] = ()
    people = tuple(Participant(player) for player in range(40))
    for number in range(1, 13):
        found = plan(Situation(settings, FOSTER, people, "seed", number, history=history))
        history += (found.round,)
    return found


def rows() -> Iterator[Row]:
    """Yield how long plans, standings and a forecast take; growing no worse than n log n allows a tenth."""
    foster, redraw = EventSettings(), parse_settings({"kind": "redraw"})
    by_history, rotation = parse_settings({"split": "history"}), parse_settings({"kind": "rotation"})
    times = {}
    for tables, limit in ((10, None), (100, 0.1), (1000, 1.0)):
        situation, _ = after(tables, 4, foster)
        gc.freeze()
        times[tables] = seconds(partial(plan, situation), rounds=REPEATS)
        yield Row(f"winners up, {tables:,} tables, round 5", times[tables], "s CPU", limit)
    steps = 1000 * log2(1000) / (100 * log2(100))
    yield Row("  growth from 100 to 1,000, to n log n", times[1000] / times[100] / steps, "share", 1.1)
    for name, settings, limit in (
        ("winners up by history", by_history, 0.1),
        ("rotation", rotation, 0.1),
        ("redraw by history", redraw, 2.0),
    ):
        situation, _ = after(100, 11, settings)
        took = seconds(partial(plan, situation), rounds=REPEATS)
        yield Row(f"{name}, 100 tables, round 12", took, "s CPU", limit)
    whole = seconds(partial(whole_evening, redraw), rounds=REPEATS)
    yield Row("redraw, ten tables, twelve rounds in all", whole, "s CPU", 0.06)
    _, played = after(100, 12, foster)

    def ranked() -> object:
        return standings(score_cards([round_cards(one) for one in played]), foster.tie_breaks)

    yield Row("standings, 400 players, 12 rounds", seconds(ranked, rounds=4 * REPEATS), "s CPU", 0.03)
    yield Row(
        "forecast, 12 tables, 10 rounds", seconds(partial(forecast, foster, 48, FOSTER), rounds=2), "s CPU"
    )
