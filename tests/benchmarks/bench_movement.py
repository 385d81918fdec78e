"""How long planning a move takes: ``python -m tests.benchmarks.bench_movement`` prints one table.

Each row is the least processor time of a few calls. The limits are those the project has set itself: the plan
of 100 tables in 0.1 seconds and of 1,000 in 1, growing no worse than n log n (with a tenth allowed for the
machine); a drawing by history of 100 tables in 2 seconds, and of ten tables over twelve rounds in 60
milliseconds for the whole evening; score cards and standings of 400 players after twelve rounds in 30
milliseconds. A row over its limit is marked, and the exit status is then 1. Nothing here needs a database;
writing a move down is measured elsewhere. The garbage collector leaves alone what the benchmark itself keeps.
"""

import gc
import sys
from collections.abc import Callable
from math import log2
from random import Random
from time import process_time

from laws.library import law_set
from scoring.events.domain.outcome import PlayedRound
from scoring.events.domain.plan import forecast, plan
from scoring.events.domain.settings import EventSettings, parse_settings
from scoring.events.domain.situation import Situation
from scoring.events.domain.standings import round_cards, score_cards, standings
from scoring.events.domain.values import Participant, Plan, Result, SeatedRound, SeatedTable

FOSTER = law_set("foster-1897")
REPEATS = 5


def seconds(task: Callable[[], object], times: int = REPEATS) -> float:
    """Return the least processor time of a call."""
    best = float("inf")
    for _ in range(times):
        start = process_time()
        task()
        best = min(best, process_time() - start)
    return best


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
        played.append(PlayedRound(settings, FOSTER, "seed", found.round, by_table))
    return Situation(settings, FOSTER, people, "seed", rounds + 1, history=history, results=results), played


def whole_evening(settings: EventSettings) -> Plan:
    """Draw ten tables anew for twelve rounds."""
    history: tuple[SeatedRound, ...] = ()
    people = tuple(Participant(player) for player in range(40))
    for number in range(1, 13):
        found = plan(Situation(settings, FOSTER, people, "seed", number, history=history))
        history += (found.round,)
    return found


def rows() -> list[tuple[str, float, float | None]]:
    """Return what was measured: a name, its seconds, its limit."""
    foster, redraw = EventSettings(), parse_settings({"kind": "redraw"})
    by_history, rotation = parse_settings({"split": "history"}), parse_settings({"kind": "rotation"})
    found: list[tuple[str, float, float | None]] = []
    times = {}
    for tables, limit in ((10, None), (100, 0.1), (1000, 1.0)):
        asked, _ = after(tables, 4, foster)
        gc.freeze()
        times[tables] = seconds(lambda asked=asked: plan(asked))  # type: ignore[misc]  # bound at once
        found.append((f"winners up, {tables:,} tables, round 5", times[tables], limit))
    steps = 1000 * log2(1000) / (100 * log2(100))
    found.append(("  growth from 100 to 1,000, to n log n", times[1000] / times[100] / steps, 1.1))
    for name, settings, tables, limit in (
        ("winners up by history, 100 tables, round 12", by_history, 100, 0.1),
        ("rotation, 100 tables, round 12", rotation, 100, 0.1),
        ("redraw by history, 100 tables, round 12", redraw, 100, 2.0),
    ):
        asked, _ = after(tables, 11, settings)
        found.append((name, seconds(lambda asked=asked: plan(asked)), limit))  # type: ignore[misc]  # bound at once
    found.append(("redraw, ten tables, twelve rounds in all", seconds(lambda: whole_evening(redraw)), 0.06))
    _, played = after(100, 12, foster)
    found.append(
        (
            "standings, 400 players, 12 rounds",
            seconds(
                lambda: standings(score_cards([round_cards(one) for one in played]), foster.tie_breaks),
                4 * REPEATS,
            ),
            0.03,
        )
    )
    found.append(("forecast, 12 tables, 10 rounds", seconds(lambda: forecast(foster, 48, FOSTER), 2), None))
    return found


def main() -> int:
    """Measure everything, print the table, and return 1 where a limit is passed."""
    lines = [f"{'what':46} {'seconds':>10} {'limit':>8}"]
    is_slow = False
    for name, took, limit in rows():
        over = limit is not None and took > limit
        is_slow |= over
        lines.append(f"{name:46} {took:10.4f} {'' if limit is None else limit:>8}{'  OVER' if over else ''}")
    sys.stdout.write("\n".join(lines) + "\n")
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main())
