"""What to ask next: the facts that can still change the outcome, in the order in which to ask them.

Which outcomes are still possible is read from the table; putting the questions to somebody is not done here.
"""

from collections.abc import Mapping, Sequence

from laws.domain.compile import Situations, Table
from laws.domain.vocabulary import Fact


def questions(table: Table, situations: Situations, known: Mapping[str, str]) -> tuple[Fact, ...]:
    """Return the facts, not known yet, on which the outcome still turns; none once it is certain.

    First come those whose question arises for certain, then by the author's order, then those without a usual
    answer, then the most deciding: on which the outcome turns in the most situations that are left.
    """
    weighed = []
    for place, fact in enumerate(table.incident.facts):
        if fact.key in known:
            continue
        weight = (table.turns_on[fact.key] & situations).bit_count()
        if weight:
            weighed.append(
                (_deferred(table, fact, situations), fact.rank, fact.usual is not None, -weight, place)
            )
    if not weighed:
        return _splitting(table, situations, known)
    weighed.sort()
    return tuple(table.incident.facts[place] for *_order, place in weighed)


def _deferred(table: Table, fact: Fact, situations: Situations) -> bool:
    """Tell whether it is not yet certain that the question arises."""
    return fact.needed_when is not None and table.needed[fact.key] & situations != situations


def _splitting(table: Table, situations: Situations, known: Mapping[str, str]) -> tuple[Fact, ...]:
    """Return the facts whose answers leave different outcomes.

    They are needed where no single fact decides by itself, because what is impossible ties two facts
    together.
    """
    if len(table.outcomes_in(situations)) < 2:
        return ()
    found = []
    for fact in table.incident.facts:
        if fact.key not in known:
            left = [mask & situations for mask in table.space.masks[fact.key].values()]
            if len({tuple(table.outcomes_in(part)) for part in left if part}) > 1:
                found.append(fact)
    return tuple(found) or _undecided(table, situations, known)


def _undecided(table: Table, situations: Situations, known: Mapping[str, str]) -> tuple[Fact, ...]:
    """Return the facts that still have more than one possible answer."""
    return tuple(
        fact
        for fact in table.incident.facts
        if fact.key not in known
        and sum(bool(mask & situations) for mask in table.space.masks[fact.key].values()) > 1
    )


def irrelevant(table: Table, facts: Mapping[str, str], outcomes: Sequence[int]) -> tuple[str, ...]:
    """Return the facts that change nothing, each by itself: without it the same outcomes would be left."""
    return tuple(
        key
        for key in facts
        if table.outcomes_in(table.known({other: facts[other] for other in facts if other != key}))
        == list(outcomes)
    )
