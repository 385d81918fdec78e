"""What an evening can be expected to bring: so many players and rounds, played through with chance results.

The figures help to plan an event; nothing of it is kept, and the event's own draws come from its own seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from laws.domain.lawset import LawSet
from scoring.domain.events.chance import lot
from scoring.domain.events.settings import EventSettings
from scoring.events.domain.plan import plan
from scoring.events.domain.situation import Situation
from scoring.events.domain.values import Entrant, Plan, Result, SeatedRound, SeatedTable

MOST_RUNS = 10
SEATS_IN_ALL = 2400
"""Players times rounds times runs are kept near this, so that a forecast takes a moment."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an evening brings, per player and on average over the runs.

    ``minutes`` is how long all rounds take, where a round has its minutes.
    """

    players: int
    rounds: int
    tables: int
    runs: int
    repeated_partners: float
    repeated_opponents: float
    different_partners: float
    different_opponents: float
    fewest_sit_outs: int
    most_sit_outs: int
    minutes: int | None


def forecast(
    settings: EventSettings, entrants: int | tuple[Entrant, ...], law_set: LawSet, seed: str = "forecast"
) -> Forecast:
    """Return what to expect of so many players, or of these with their wishes, under the settings."""
    people = (
        tuple(Entrant(player) for player in range(1, entrants + 1)) if isinstance(entrants, int) else entrants
    )
    size = len(people) * settings.rounds
    runs = 1 if settings.kind == "rotation" else max(1, min(MOST_RUNS, SEATS_IN_ALL // size))
    totals = [0.0] * 4
    sit_outs: list[tuple[int, int]] = []
    tables = 0
    for run in range(runs):
        plans = _evening(settings, people, law_set, f"{seed}/{run}")
        last = plans[-1]
        tables = max(tables, *(len(one.tables) for one in plans))
        sit_outs.append((last.metrics.fewest_sit_outs, last.metrics.most_sit_outs))
        pairs = sum(len(table.partners()) for one in plans for table in one.tables)
        against = sum(len(table.opponents()) for one in plans for table in one.tables)
        again = (last.metrics.repeated_partners, last.metrics.repeated_opponents)
        for place, count in enumerate((*again, pairs - again[0], against - again[1])):
            totals[place] += 2 * count / len(people) / runs
    return Forecast(
        players=len(people),
        rounds=settings.rounds,
        tables=tables,
        runs=runs,
        repeated_partners=totals[0],
        repeated_opponents=totals[1],
        different_partners=totals[2],
        different_opponents=totals[3],
        fewest_sit_outs=min(fewest for fewest, _ in sit_outs),
        most_sit_outs=max(most for _, most in sit_outs),
        minutes=None if settings.minutes is None else settings.minutes * settings.rounds,
    )


def _evening(settings: EventSettings, people: tuple[Entrant, ...], law_set: LawSet, seed: str) -> list[Plan]:
    plans: list[Plan] = []
    history: tuple[SeatedRound, ...] = ()
    for number in range(1, settings.rounds + 1):
        results = tuple(_by_chance(table, seed, number) for table in history[-1].tables) if history else ()
        found = plan(Situation(settings, law_set, people, seed, number, history=history, results=results))
        plans.append(found)
        history += (found.round,)
    return plans


def _by_chance(table: SeatedTable, seed: str, number: int) -> Result:
    """Return a result in which any side is as likely to win as any other."""
    sides = list(table.seating.sides())
    ranked = sorted(sides, key=lambda side: lot(seed, f"result/{number}/{table.number}", side))
    return Result(table.number, to_go=tuple(ranked.index(side) for side in sides))
