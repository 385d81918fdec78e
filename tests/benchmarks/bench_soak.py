"""A hall of 400 phones through an evening: errors, memory, and the time until entries are answered."""

import os
from collections.abc import Iterator

from tests.benchmarks.rows import Row, database
from tests.reliability.soak import soaked

TABLES, ROUNDS = (int(part) for part in os.environ.get("CINCH_SOAK", "100x12").split("x"))
PACES = {"without a pause": 0.0, "a deal in 20 s": 20.0}
"""Seconds in which every table enters a deal. At real tables a deal takes some minutes."""


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the measurements of the server at each pace."""
    if tiny:
        yield from at_pace("without a pause", 0, tables=2, rounds=2)
        return
    for pace, deal_takes in PACES.items():
        yield from at_pace(pace, deal_takes, TABLES, ROUNDS)


def at_pace(pace: str, deal_takes: float, tables: int, rounds: int) -> Iterator[Row]:
    """Yield the measurements of the server for one evening."""
    with database() as where:
        seen = soaked(where, tables=tables, rounds=rounds, deal_takes=deal_takes)
        verified = "No faults found" in where.manage("verify")
    size = f"soak, {tables} tables, {rounds} rounds, {pace}: "
    told = sum(last == rounds for last in seen.seats_shown.values())
    yield Row(f"{size}answers", sum(seen.statuses.values()), "")
    yield Row(f"{size}5xx", seen.faults, "", 0)
    yield Row(f"{size}phones told the last seats", told, "", 4 * tables, at_least=True)
    yield Row(f"{size}polls answered with 304", seen.unchanged, "")
    yield Row(f"{size}move to the next seats, p95", seen.seats_p95, "s", 3.0)
    yield Row(f"{size}entries, p95", seen.p95, "s", 0.3)
    yield Row(f"{size}processors kept busy by the web server", seen.share("web"), "", 0.8)
    yield Row(f"{size}processors kept busy by the phones", seen.share("phones"), "")
    yield Row(f"{size}memory, end to warm", seen.growth, "share", 1.15)
    yield Row(f"{size}verify holds", verified, "", 1, at_least=True)
