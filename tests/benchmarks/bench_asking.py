"""Rulings over HTTP, compared with a bare view that returns a constant: both in turn on one server.

Eight clients send requests without a pause to a server as ``./cinch run`` starts it. The question is a revoke
with every fact, as a program would send it to apply the ruling. The answer has the laws, the reasons and the
exceptions. The clients share the processor with the server, so the time of the server alone is shown as well.
"""

from collections.abc import Iterator
from functools import partial

from laws import library
from laws.domain.compile import numbers
from tests.benchmarks.rows import Row, database, in_turn, share
from tests.reliability.callers import Answer, Phone
from tests.reliability.serving import served

CLIENTS = 8
LAW_SET, INCIDENT = "foster-1897", "revoke"
SITE = {"CINCH_ADDRESSES": "tests.benchmarks.bare"}
LEAST_SHARE = 0.5


def question() -> dict[str, object]:
    """Return a question with every fact, so that the ruling is certain."""
    table = library.law_book(LAW_SET).tables[INCIDENT]
    facts = table.space.facts_of(max(numbers(table.possible)))
    return {"law_set": LAW_SET, "incident": INCIDENT, "facts": facts}


def ask(path: str, body: object, phone: Phone) -> Answer:
    """Send the question to a path."""
    return phone.send("POST", path, body)


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the number of rulings per second, and the number of constants per second."""
    asked = question()
    ways = {
        "constant": [partial(ask, "/constant/", asked)] * CLIENTS,
        "ruling": [partial(ask, "/api/v1/rulings/", asked)] * CLIENTS,
    }
    with database() as where, served(where, processes=1 if tiny else 2, environment=SITE) as port:
        alone = where.call("tests.benchmarks.inside.asking", SITE, question=asked, times=5 if tiny else 1200)
        loads = in_turn(ways, lambda place: Phone(port), *((0.2, 1) if tiny else (4, 5)))
    constant, ruling = loads["constant"], loads["ruling"]
    errors = sum(answer.status != 200 for load in loads.values() for answer in load.answers)
    yield Row("a constant, from a bare view", constant.rate, "a second")
    yield Row("rulings", ruling.rate, "a second")
    yield Row("rulings, of the bare view", share(ruling, constant), "share", LEAST_SHARE, True)
    yield Row("a constant, in the process", alone["constant"], "ms CPU")
    yield Row("a ruling, in the process", alone["ruling"], "ms CPU")
    yield Row("rulings: errors", errors, "answers", 0)
