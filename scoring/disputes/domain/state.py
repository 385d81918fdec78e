"""What a dispute comes to: a fold over its steps. Which step may be taken next is asked here as well.

The law is asked anew with the facts as they stand; a decision keeps what it was made of and is never asked
again. What a decision does to the deal is in :mod:`scoring.game.applied_rulings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal, get_args

from laws.domain import arbiter
from laws.domain.effects import Effect
from laws.domain.errors import InvalidInput
from laws.domain.lawbook import LawBook
from laws.domain.rule import Choice, Option
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.game.combined_decisions import DECIDING, Order, needs_points
from scoring.game.incident_roles import is_at
from scoring.game.seating import TableSeats

StepKind = Literal[
    "raised",
    "answered",
    "chosen",
    "lapsed",
    "confirmed",
    "overruled",
    "appealed",
    "upheld",
    "changed",
    "withdrawn",
    "dropped",
    "spent",
]
KINDS: tuple[StepKind, ...] = get_args(StepKind)
SETTLING: tuple[StepKind, ...] = ("upheld", "changed", "withdrawn")
"""The steps that settle an appeal."""
TURNING = (*DECIDING, "appealed", "upheld", "dropped")
"""The last of these steps tells whether a dispute is decided: it is not after an appeal, or without any."""

Provenance = Literal["said", "record", "assumed", "disputed", "found"]
"""How a fact is known: somebody said it, the deal's record shows it, it is usual, people differ, a director
found it to be so."""


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact as it is known: its value, None where people differ, and then what they say (``values``)."""

    value: str | None
    provenance: Provenance = "said"
    because: str = ""
    values: tuple[str, ...] = ()

    def canonical(self) -> dict[str, Any]:
        content = {"value": self.value, "provenance": self.provenance}
        because = {"because": self.because} if self.because else {}
        return content | because | ({"values": list(self.values)} if self.values else {})

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> KnownFact:
        return cls(**{**content, "values": tuple(content.get("values", ()))})


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step: its place from 1, its kind, what it says, and who took it (``member:3`` or ``link:4``)."""

    seq: int
    kind: StepKind
    by: str
    content: Mapping[str, Any] = field(default_factory=dict)


MOST_DISPUTED = 3
"""More facts than this cannot be in dispute at once."""


@dataclass(frozen=True, slots=True)
class Split:
    """What the law says if the facts in dispute are so: one line of the ways in which they can be."""

    facts: Mapping[str, str]
    ruling: Ruling


def game_of(content: Mapping[str, Any]) -> str:
    """Return the game by whose figures a dispute is ruled; one raised before these counted names none."""
    return str(content.get("game", ""))


def undisputed(facts: Mapping[str, KnownFact]) -> dict[str, str]:
    return {key: fact.value for key, fact in facts.items() if fact.value is not None}


def splits(book: LawBook, incident: str, facts: Mapping[str, KnownFact]) -> tuple[Split, ...]:
    """Return the ruling for each way in which the facts in dispute can be, without those that cannot be."""
    disputed = {key: fact.values for key, fact in facts.items() if fact.provenance == "disputed"}
    if not disputed:
        return ()
    if len(disputed) > MOST_DISPUTED:
        raise InvalidInput(
            {"facts": _("at most {most} facts can be in dispute at once.", most=MOST_DISPUTED)}
        )
    known = undisputed(facts)
    possible: list[Split] = []
    refusal: InvalidInput | None = None
    for values in product(*disputed.values()):
        way = dict(zip(disputed, values, strict=True))
        try:
            possible.append(Split(way, arbiter.rule(book, incident, {**known, **way})))
        except InvalidInput as error:
            refusal = error
    if not possible and refusal is not None:
        raise refusal
    return tuple(possible)


Stage = Literal[
    "needs-facts", "disputed", "needs-choice", "proposed", "decided", "appealed", "withdrawn", "dropped"
]
UNDECIDED: tuple[Stage, ...] = ("needs-facts", "disputed", "needs-choice", "proposed")
WAITS_FOR: Mapping[Stage, str] = {
    "needs-facts": "table",
    "disputed": "director",
    "proposed": "director",
    "appealed": "another-director",
}
"""Whom a dispute waits for; where somebody has to choose it is he, and else nobody."""


class DisputeState:
    """A dispute as its steps have made it, under the law book it is ruled by, at a table of so many.

    ``ruling`` is what the law says to the facts that nobody disputes; ``splits`` are the rulings for each way
    in which the disputed ones can be. ``game`` is the game by whose figures it is ruled. ``beside`` are the
    facts of this and another dispute on the same deal, by that one's id. ``elected`` is what was chosen, by
    holder; ``lapsed`` are the holders whose right is lost, or whom nobody at the table plays. ``decision`` is
    the step that stands (None where none does), ``spent`` the places of effects that are used up.

    Raises InvalidInput where facts contradict each other or are unknown to the incident.
    """

    def __init__(self, steps: Sequence[StepRecord], book: LawBook, seating: TableSeats) -> None:
        self.seating = seating
        raised, last = steps[0], {step.kind: step for step in steps}
        tellings = [step.content for step in steps if step.kind in ("raised", "answered")]
        facts = {key: fact for content in tellings for key, fact in content.get("facts", {}).items()}
        points = [content["points"] for content in tellings if content.get("points") is not None]
        tricks = [content["trick"] for content in tellings if content.get("trick") is not None]
        decisions = [step for step in steps if step.kind in DECIDING]
        self.incident = str(raised.content["incident"])
        self.game = game_of(raised.content)
        self.raised_by = raised.by
        self.is_in_play = bool(raised.content.get("is_in_play"))
        self.facts = {key: KnownFact.read(fact) for key, fact in facts.items()}
        self.seats: dict[str, int] = {}
        for content in tellings:
            self.seats |= content.get("seats", {})
        self.points: tuple[str, ...] | None = tuple(points[-1]) if points else None
        self.trick: int | None = tricks[-1] if tricks else None
        self.beside: dict[int, dict[str, str]] = {}
        for content in tellings:
            for other, told in content.get("beside", {}).items():
                self.beside.setdefault(int(other), {}).update(told)
        self.decision = decisions[-1] if decisions else None
        self.appeal = last.get("appealed")
        self.is_settled = any(kind in last for kind in SETTLING)
        self.is_dropped = "dropped" in last
        self.spent = frozenset(step.content["effect"] for step in steps if step.kind == "spent")
        self.ruling = arbiter.rule(book, self.incident, self.known)
        self.splits = splits(book, self.incident, self.facts)
        rights = {choice.holder: choice for choice in self.decisive.choices}
        chosen = {step.content["holder"]: step.content["option"] for step in steps if step.kind == "chosen"}
        self.elected: dict[str, str] = {
            holder: option
            for holder, option in chosen.items()
            if holder in rights and option_of(rights[holder], option) is not None
        }
        lost = {step.content["holder"] for step in steps if step.kind == "lapsed"}
        lost |= {holder for holder in rights if not is_at(holder, seating)}
        self.lapsed = sorted(lost & rights.keys() - self.elected.keys())

    @property
    def known(self) -> dict[str, str]:
        return undisputed(self.facts)

    @property
    def disputed(self) -> dict[str, tuple[str, ...]]:
        """Return the facts in dispute, each with what people say."""
        return {key: fact.values for key, fact in self.facts.items() if fact.provenance == "disputed"}

    @property
    def does_it_matter(self) -> bool:
        """Tell whether it changes the ruling which of the disputed facts are true."""
        outcomes = {split.ruling.outcomes for split in self.splits}
        return len(outcomes) > 1 or any(split.ruling.is_open for split in self.splits)

    @property
    def decisive(self) -> Ruling:
        """Return the ruling to act on: that of any way the disputed facts can be, if all come to the same."""
        return self.splits[0].ruling if self.splits and not self.does_it_matter else self.ruling

    @property
    def stage(self) -> Stage:
        """Return how far the dispute has come."""
        if self.is_dropped:
            return "dropped"
        if self.appeal is not None and not self.is_settled:
            return "appealed"
        if self.decision is not None:
            return "withdrawn" if self.decision.kind == "withdrawn" else "decided"
        if self.does_it_matter:
            is_due = any(split.ruling.is_open for split in self.splits)
            return "needs-facts" if is_due and self._questions else "disputed"
        if self.decisive.is_open:
            return "needs-facts"
        return "needs-choice" if self.open_choices else "proposed"

    @property
    def _possible(self) -> list[Ruling]:
        """Each ruling that it can still come to: several where it matters what is disputed."""
        if self.does_it_matter:
            return [split.ruling for split in self.splits]
        return [self.decisive]

    @property
    def _questions(self) -> tuple[str, ...]:
        due = [fact.key for ruling in self._possible for fact in ruling.questions]
        return tuple(dict.fromkeys(key for key in due if key not in self.disputed))

    @property
    def questions(self) -> tuple[str, ...]:
        """Return the facts still needed, the most deciding first; none once it is decided."""
        return self._questions if self.stage in UNDECIDED else ()

    def must_be_known(self) -> None:
        """Raise InvalidInput naming each fact without which the law cannot rule, or which people dispute."""
        fact = self.ruling.table.incident.fact
        errors = {f"facts.{key}": _("still needed: {ask}", ask=fact(key).ask) for key in self.questions}
        if self.does_it_matter:
            for key in self.disputed:
                ask = fact(key).ask
                reason = _("this is disputed, and it matters: find which it was. {ask}", ask=ask)
                errors[f"facts.{key}"] = reason
        if errors:
            raise InvalidInput(errors)

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """Return the rights to choose that are neither used nor lost."""
        ruling = self.decisive
        if ruling.is_open:
            return ()
        return tuple(
            choice
            for choice in ruling.choices
            if choice.holder not in self.elected and choice.holder not in self.lapsed
        )

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return what follows by the law: at once, and from what was chosen."""
        return () if self.decisive.is_open else effects_of(self.decisive, self.elected)

    @property
    def waits_for(self) -> str:
        """Return whom it waits for: the table, the holder of a choice, a director, or nobody."""
        if self.stage == "needs-choice":
            return self.open_choices[0].holder
        return WAITS_FOR.get(self.stage, "")

    @property
    def is_open(self) -> bool:
        """Tell whether somebody has still to decide."""
        return self.stage in UNDECIDED or self.stage == "appealed"

    @property
    def is_applied(self) -> bool:
        """Tell whether a decision stands, an appeal against it or not."""
        return self.decision is not None and self.decision.kind != "withdrawn" and not self.is_dropped

    @property
    def effects_in_force(self) -> Sequence[Mapping[str, Any]]:
        """Return the effects of the decision that stands, as they are kept; none where none does."""
        if self.decision is None or not self.is_applied:
            return ()
        return tuple(self.decision.content["effects"])

    def to_come(self, orders: Sequence[Order]) -> list[int]:
        """Return the places of those effects in force that the table carries out and are not spent."""
        return [
            place
            for place, order in enumerate(orders)
            if order.carried_out == "table" and place not in self.spent
        ]

    @property
    def next_steps(self) -> tuple[StepKind, ...]:
        """Return the steps that may be taken now."""
        answered: tuple[StepKind, ...] = ("answered",) if self.is_to_be_completed else ()
        if self.stage == "appealed":
            return (*SETTLING, *answered)
        if self.stage == "decided":
            return ("spent", *answered) if self.is_settled else ("appealed", "spent", *answered)
        if self.stage not in UNDECIDED:
            return ()
        choosing: tuple[StepKind, ...] = ("chosen", "lapsed") if self.open_choices else ()
        is_ruled = self.stage == "proposed" and self.decisive.status == "ruled"
        return ("answered", "overruled", "dropped", *choosing, *(("confirmed",) if is_ruled else ()))

    @property
    def is_to_be_completed(self) -> bool:
        """Tell whether points may still be named for a decision that was taken while the deal was in play.

        Who won them was not known then, and the deal may be recorded with no more than each side's total.
        """
        if self.decision is None or not self.is_applied or not self.decision.content["is_in_play"]:
            return False
        return self.decision.content["points"] is None and needs_points(self.effects_in_force, self.seating)


def option_of(choice: Choice, option: str) -> Option | None:
    """Return an option of a choice by its id, or None."""
    return next((each for each in choice.options if each.id == option), None)


def effects_of(ruling: Ruling, elected: Mapping[str, str]) -> tuple[Effect, ...]:
    """Return what follows from a ruling: at once, and from the options that were chosen, by holder."""
    options = [option_of(choice, elected.get(choice.holder, "")) for choice in ruling.choices]
    chosen = [effect for option in options if option for effect in option.effects]
    return tuple(dict.fromkeys((*ruling.effects, *chosen)))


def turns_on_points(state: DisputeState) -> bool:
    """Tell whether points are to be named that nobody has named yet.

    Before a decision that is so where one of the effects that may follow asks for it; afterwards where it was
    taken in play, for which see :attr:`DisputeState.is_to_be_completed`.
    """
    if state.points is not None:
        return False
    if state.decision is not None:
        return state.is_to_be_completed
    effects: list[Effect] = []
    for ruling in [split.ruling for split in state.splits] or [state.decisive]:
        options = [option for choice in ruling.choices for option in choice.options]
        effects += [*ruling.effects, *(effect for option in options for effect in option.effects)]
    return needs_points([effect.canonical() for effect in effects], state.seating)
