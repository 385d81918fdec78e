"""A ruling, complete or partial: what follows, who may choose, what is still to be asked, and why.

What follows is held ready in the table; the reasoning is put into words only when it is read. How facts lead
here is in ``arbiter``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from laws.domain import interview, reasoning
from laws.domain.compile import Cell, Situations, Table
from laws.domain.effects import Effect
from laws.domain.reasoning import ExceptionSeen, Reading
from laws.domain.rule import Choice, Outcome
from laws.domain.vocabulary import Fact

RulingStatus = Literal["ruled", "needs-facts", "silent"]
Facts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a law set says of an incident, with the facts given.

    ``situations`` are all that the facts leave possible, ``outcomes`` the numbers of what may still come out.
    ``facts`` are those that the incident has, ``aside`` those given that decide nothing here, ``assumed`` the
    usual answers taken for granted.
    """

    table: Table
    facts: Facts
    situations: Situations
    outcomes: tuple[int, ...]
    assumed: Facts
    aside: Facts

    @property
    def law_set(self) -> str:
        """Return the slug of the law set."""
        return self.table.law_set

    @property
    def incident(self) -> str:
        """Return the id of the incident."""
        return self.table.incident.id

    @property
    def is_open(self) -> bool:
        """Tell whether more than one outcome is still possible."""
        return len(self.outcomes) > 1

    @property
    def status(self) -> RulingStatus:
        """Return whether the law has spoken, needs more facts, or does not provide for this."""
        if len(self.outcomes) > 1:
            return "needs-facts"
        return "silent" if self.table.outcomes[self.outcomes[0]].silent else "ruled"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells of the table that are still possible, the greatest share first."""
        found = [cell for cell in self.table.cells if cell.situations & self.situations]
        return tuple(sorted(found, key=lambda cell: -(cell.situations & self.situations).bit_count()))

    @property
    def known(self) -> Facts:
        """Return the facts given and those assumed."""
        return {**self.facts, **self.assumed}

    @property
    def deciding(self) -> list[int]:
        """Return the numbers of the rules that decide or, while facts are due, may decide."""
        return reasoning.deciding(self.table, self.situations, self.cells)

    @property
    def possible(self) -> tuple[Outcome, ...]:
        """Return everything that may still come out; one outcome where the law has spoken."""
        return tuple(self.table.outcomes[number] for number in self.outcomes)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return what follows at once, whatever else may be found out."""
        if len(self.outcomes) == 1:
            return self.table.outcomes[self.outcomes[0]].effects
        first, *others = self.possible
        return tuple(effect for effect in first.effects if all(effect in other.effects for other in others))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what somebody may choose, whatever else may be found out."""
        if len(self.outcomes) == 1:
            return self.table.outcomes[self.outcomes[0]].choices
        first, *others = self.possible
        return tuple(choice for choice in first.choices if all(choice in other.choices for other in others))

    @property
    def laws(self) -> tuple[str, ...]:
        """Return the ids of the laws on which this rests, most decisive first; none while facts are due."""
        return () if self.status == "needs-facts" else reasoning.laws(self.table, self.deciding)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that decide or, while facts are due, may decide."""
        return tuple(self.table.rules[number].id for number in self.deciding)

    @property
    def because(self) -> tuple[str, ...]:
        """Return the reasoning, a sentence a step; while facts are due, only what is known."""
        if self.is_open:
            known = reasoning.known_facts(self.table, self.known, self.assumed)
            return (*known, f"{len(self.outcomes)} rulings are still possible.")
        return reasoning.because(self.table, self.known, self.deciding, self.assumed)

    @property
    def exceptions(self) -> tuple[ExceptionSeen, ...]:
        """Return the exceptions that were looked at, and why each applies or does not."""
        return reasoning.exceptions(self.table, self.known, self.situations, self.deciding, self.is_open)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Return the doubtful words on which this rests, each with the reading taken and the others."""
        return reasoning.readings(self.table, self.deciding)

    @property
    def questions(self) -> tuple[Fact, ...]:
        """Return the facts that can still change the outcome, the most deciding first."""
        return interview.questions(self.table, self.situations, self.facts) if self.is_open else ()

    @property
    def irrelevant(self) -> tuple[str, ...]:
        """Return the facts given that change nothing, each by itself, and those that decide nothing here."""
        idle = interview.irrelevant(self.table, self.known, self.outcomes)
        return (*(key for key in idle if key in self.facts), *self.aside)
