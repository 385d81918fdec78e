"""What another law set makes of the same situations: how many it rules otherwise, which, and what comes out.

The situations are told in the fewest facts that a plain search finds; they are exact, not examples. Which law
sets are held against each other is not decided here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.compile import Situations, Space, Table, lowest
from laws.domain.roles import fill
from laws.domain.rule import Outcome
from laws.domain.vocabulary import Incident

MOST_TOLD = 6
"""In how many ways at most the situations of one change are told."""

When = Mapping[str, tuple[str, ...]]
"""Facts, each with the answers of which it has one; a fact that is not named may be anything."""


@dataclass(frozen=True, slots=True)
class Change:
    """Situations of an incident that are ruled otherwise: what came out, what comes out, and when.

    ``when`` are alternatives; ``untold`` counts the situations that they leave out. ``facts`` are one of the
    situations, whole.
    """

    incident: Incident
    before: Outcome
    after: Outcome
    situations: int
    when: tuple[When, ...]
    untold: int
    facts: Mapping[str, str]


def apart(one: Table, other: Table) -> Situations:
    """Return the situations that two tables of an incident decide otherwise."""
    alike = 0
    for number, outcome in enumerate(one.outcomes):
        for place, against in enumerate(other.outcomes):
            if outcome.gist == against.gist:
                alike |= one.outcome_masks[number] & other.outcome_masks[place]
    return one.possible & ~alike


def changes(before: Table, after: Table) -> Iterator[Change]:
    """Yield what one table decides otherwise than another, by what came out and what comes out."""
    changed = apart(before, after)
    if not changed:
        return
    for number, outcome in enumerate(before.outcomes):
        for place, now in enumerate(after.outcomes):
            part = before.outcome_masks[number] & after.outcome_masks[place] & changed
            if part:
                when, left = tell(after, part)
                facts = after.space.facts_of(lowest(part))
                yield Change(after.incident, outcome, now, part.bit_count(), when, left.bit_count(), facts)


def tell(table: Table, situations: Situations) -> tuple[tuple[When, ...], Situations]:
    """Return facts that tell a set of situations exactly, in a few alternatives, and what these leave out."""
    allowed = situations | ~table.possible & table.space.every
    told: list[When] = []
    left = situations
    while left and len(told) < MOST_TOLD:
        when, mask = _widest(table.space, lowest(left), allowed)
        told.append(when)
        left &= ~mask
    return tuple(told), left


def _widest(space: Space, situation: int, allowed: Situations) -> tuple[When, Situations]:
    """Return a condition that holds in a situation and nowhere but where it is allowed, made wide."""
    held: dict[str, tuple[str, ...]] = {key: (value,) for key, value in space.facts_of(situation).items()}
    mask = 1 << situation
    for fact in sorted(space.incident.facts, key=lambda fact: -fact.rank):
        every = space.spread(mask, fact.key)
        if not every & ~allowed:
            held[fact.key], mask = fact.slugs, every
            continue
        for value in fact.slugs:
            more = every & space.masks[fact.key][value]
            if value not in held[fact.key] and not more & ~allowed:
                held[fact.key] = (*held[fact.key], value)
                mask |= more
    wide = {fact.key: len(fact.slugs) for fact in space.incident.facts}
    return {key: values for key, values in held.items() if len(values) < wide[key]}, mask


def in_words(incident: Incident, when: When) -> str:
    """Return facts in a sentence for each; every situation of the incident where there is none."""
    if not when:
        return "Always."
    said = []
    for key, values in when.items():
        means = [fill(incident.fact(key).value(value).means) for value in values]
        said.append(" Or: ".join(means))
    return " ".join(said)
