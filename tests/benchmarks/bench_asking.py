"""Rulings over HTTP, measured against a bare view that returns a constant: both in turn on one server.

Eight clients without a pause, a server as ``./cinch run`` starts it. The revoke is asked with every fact, as
a program would that applies the ruling; the answer holds the laws, the reasons and the exceptions. The
clients share the processor with the server, so the time that the server alone takes is shown as well.
"""

import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from laws import library
from laws.domain.compile import numbers
from tests.benchmarks.rows import Row
from tests.reliability.callers import Answer, Phone
from tests.reliability.serving import place, served

CLIENTS = 8
LAW_SET, INCIDENT = "foster-1897", "revoke"
SITE = {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.site_settings"}
LEAST_SHARE = 0.5


def question() -> dict[str, object]:
    """Return a question that leaves nothing open."""
    table = library.law_book(LAW_SET).tables[INCIDENT]
    facts = table.space.facts_of(max(numbers(table.possible)))
    return {"law_set": LAW_SET, "incident": INCIDENT, "facts": facts}


def load(port: int, ask: Callable[[Phone], Answer], seconds: float) -> list[Answer]:
    """Let every client ask for so many seconds; return all answers."""
    end, found = time.perf_counter() + seconds, []

    def client() -> None:
        phone = Phone(port)
        while time.perf_counter() < end:
            found.append(ask(phone))

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def rows(seconds: float = 4, rounds: int = 5) -> Iterator[Row]:
    """Yield how many rulings a second there are, and how many of the constant."""
    asked = question()

    def constant(phone: Phone) -> Answer:
        return phone.send("POST", "/constant/", asked)

    def ruling(phone: Phone) -> Answer:
        return phone.send("POST", "/api/v1/rulings/", asked)

    constants, rulings, errors = [], [], 0
    with (
        tempfile.TemporaryDirectory(prefix="cinch-") as folder,
        place(Path(folder), None) as where,
        served(where, environment=SITE) as port,
    ):
        told = where.run("-m", "tests.benchmarks.inside", "asking", json.dumps(asked), **SITE)
        alone = json.loads(told)
        for ask in (constant, ruling):
            load(port, ask, 1)
        for _ in range(rounds):
            for ask, rates in ((constant, constants), (ruling, rulings)):
                answers = load(port, ask, seconds)
                rates.append(len(answers) / seconds)
                errors += sum(answer.status != 200 for answer in answers)
    share = statistics.median(ours / theirs for ours, theirs in zip(rulings, constants, strict=True))
    yield Row("a constant, from a bare view", statistics.median(constants), "a second")
    yield Row("rulings", statistics.median(rulings), "a second")
    yield Row("rulings, of the bare view", share, "share", LEAST_SHARE, True)
    yield Row("a constant, in the process", alone["constant"], "ms CPU")
    yield Row("a ruling, in the process", alone["ruling"], "ms CPU")
    yield Row("rulings: errors", errors, "answers", 0)
