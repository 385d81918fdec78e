"""Look up the ruling on an incident in its law table, which has the outcome of every situation.

An unknown or misspelt fact is refused. If a missing fact can change the outcome, the ruling stays open. A
missing fact gets its usual answer only on request.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from laws.domain.compile import IMPOSSIBLE, LawTable
from laws.domain.compiled_book import LawBook
from laws.domain.errors import InputProblems, InvalidInput, not_among
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.domain.sentences import _

LONGEST_NAME = 80

Facts = Mapping[str, object]
"""Facts as a client sent them, not validated yet."""


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """A request for a ruling on an incident.

    - ``law_set``: the name of a law set; empty if all law sets are asked.
    - ``assume``: whether a missing fact gets its usual answer, see `rule`.
    - ``readings``: the interpretations to follow. The keys are ids of ambiguous rules and names of open
      parameters.
    """

    law_set: str
    incident: str
    facts: Facts
    assume: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)


NOTHING: Mapping[str, str] = {}
MOST_FACTS = 40


def rule(
    book: LawBook, incident: str, facts: Facts, *, assume: bool = False, is_recorded: bool = False
) -> Ruling:
    """Return the ruling of a law book on an incident.

    - Facts that the incident lists in ``also`` are accepted, but put into ``Ruling.aside``.
    - With ``assume`` a missing fact gets its usual answer, if the fact can change the outcome and the answer
      agrees with the other facts. ``Ruling.assumed`` has these answers.
    - ``is_recorded``: the deal is over and recorded, so some facts have another usual answer (see
      `IncidentFact.assumed`).

    Raises InvalidInput for an unknown incident, fact or value, for more than MOST_FACTS facts, and for facts
    that contradict each other.
    """
    table = table_of(book, incident)
    steps = table.steps
    situation = 0
    try:
        for key, value in facts.items():
            situation += steps[key][value]  # type: ignore[index]  # what is no answer is refused below
        is_complete = len(facts) == len(steps)
    except (KeyError, TypeError, AttributeError):
        is_complete = False
    if is_complete:
        cell = table.cell_of[situation]
        if cell != IMPOSSIBLE:
            answers = cast("dict[str, str]", {key: facts[key] for key in steps})
            return Ruling(table, answers, 1 << situation, (table.cells[cell].outcome,), NOTHING, NOTHING)
    return _partial(table, facts, assume, is_recorded)


def table_of(book: LawBook, incident: object) -> LawTable:
    """Return the law table of an incident. Raises InvalidInput for an unknown incident."""
    table = book.tables.get(incident) if isinstance(incident, str) else None
    if table is None:
        raise InvalidInput({"incident": not_among(incident, book.tables, _("incident"))})
    return table


def _partial(table: LawTable, facts: object, assume: bool, is_recorded: bool) -> Ruling:
    read = read_facts(table, facts)
    own = table.own(read)
    situations = table.known(own)
    if not situations:
        raise InvalidInput(clash(table, own))
    assumed: dict[str, str] = {}
    if assume:
        for fact in table.incident.facts:
            usual = fact.assumed(is_recorded=is_recorded)
            if usual is None or fact.key in own or not table.turns_on[fact.key] & situations:
                continue
            if as_usual := situations & table.space.masks[fact.key][usual]:
                situations, assumed[fact.key] = as_usual, usual
    aside = {key: value for key, value in read.items() if key not in table.steps}
    return Ruling(table, own, situations, tuple(table.outcomes_in(situations)), assumed, aside)


def read_facts(table: LawTable, facts: object) -> dict[str, str]:
    """Validate facts. Booleans become "yes" and "no" if these are the accepted answers.

    The result has the order of the vocabulary, so a ruling does not depend on the order of the facts.

    Raises InvalidInput for unknown facts and values, for more than MOST_FACTS facts, and if ``facts`` is no
    mapping.
    """
    if not isinstance(facts, Mapping):
        raise InvalidInput({"facts": _("give facts with their values.")})
    if len(facts) > MOST_FACTS:
        reason = _("at most {most} facts can be given; these are {count}.", most=MOST_FACTS, count=len(facts))
        raise InvalidInput({"facts": reason})
    known = table.incident.every_fact
    problems = InputProblems()
    answers: dict[str, str] = {}
    for key, value in facts.items():
        if key not in known:
            problems.add(f"facts.{str(key)[:40]}", not_among(key, known, _("fact")))
        elif isinstance(value, bool) and known[key].is_yes_no:
            answers[key] = "yes" if value else "no"
        elif word := problems.word(value, f"facts.{key}", known[key].slugs, _("value")):
            answers[key] = word
    problems.settle()
    return {key: answers[key] for key in known if key in answers}


def clash(table: LawTable, facts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the errors, by field, for facts that contradict each other.

    - "facts": the reasons why these facts cannot be true together.
    - "facts.<fact>": the other facts of the contradiction. Every fact of the contradiction has this error.
    """
    fewest = dict(facts)
    for key in facts:
        without = {other: value for other, value in fewest.items() if other != key}
        if not table.known(without):
            fewest = without
    together = table.space.every
    for key, value in fewest.items():
        together &= table.space.masks[key][value]
    reasons = [
        fill(impossible.because)
        for impossible, situations in zip(table.incident.impossible, table.impossible, strict=True)
        if situations & together
    ]
    errors = {"facts": reasons}
    for key in fewest:
        others = ", ".join(f"{other} = {fewest[other]}" for other in fewest if other != key)
        errors[f"facts.{key}"] = [
            _("this contradicts {facts}.", facts=others) if others else _("this cannot be.")
        ]
    return errors


def answer(books: Mapping[str, LawBook], request: RulingRequest) -> Ruling:
    """Return the ruling of the law set that a request names.

    If `Ruling.falls_back_on` names a fallback law set, the ruling also contains the ruling of that law set.
    ``request.readings`` is ignored: the caller passes ``books`` that already follow the chosen
    interpretations. Raises InvalidInput as ``rule`` does.
    """
    book = books[request.law_set]
    ruling = rule(book, request.incident, request.facts, assume=request.assume)
    if ruling.falls_back_on is None:
        return ruling
    other = rule(books[ruling.falls_back_on], request.incident, request.facts, assume=request.assume)
    return replace(ruling, fallback=other)
