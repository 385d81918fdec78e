"""What a dispute comes to: a fold over its steps. Which step may be taken next is asked here as well.

The law is asked anew with the facts as they stand; a decision keeps what it was made of and is never asked
again. What a decision does to the deal is in :mod:`scoring.game.consequences`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal

from laws.domain import arbiter
from laws.domain.effects import Effect
from laws.domain.errors import InvalidInput
from laws.domain.lawbook import LawBook
from laws.domain.rule import Choice, Option
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.game.orders import DECIDING, Order, needs_points
from scoring.game.parts import is_at
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
KINDS: tuple[StepKind, ...] = (
    *("raised", "answered", "chosen", "lapsed", "confirmed", "overruled"),
    *("appealed", "upheld", "changed", "withdrawn", "dropped", "spent"),
)
TURNING = (*DECIDING, "appealed", "upheld", "dropped")
"""The last of these steps tells whether a dispute is decided: it is not after an appeal, or without any."""

Provenance = Literal["said", "record", "assumed", "disputed", "found"]
"""How a fact is known: somebody said it, the deal's record shows it, it is usual, people differ, a director
found it to be so."""


@dataclass(frozen=True, slots=True)
class Said:
    """A fact as it is known: its value, None where people differ, and then what they say (``values``)."""

    value: str | None
    provenance: Provenance = "said"
    because: str = ""
    values: tuple[str, ...] = ()

    def canonical(self) -> dict[str, Any]:
        """Return the fact as it is kept and sent."""
        kept: dict[str, Any] = {"value": self.value, "provenance": self.provenance}
        if self.because:
            kept["because"] = self.because
        if self.values:
            kept["values"] = list(self.values)
        return kept

    @classmethod
    def kept(cls, content: Mapping[str, Any]) -> Said:
        """Return a fact as it was kept."""
        return cls(
            content["value"],
            content["provenance"],
            content.get("because", ""),
            tuple(content.get("values", ())),
        )


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


def undisputed(facts: Mapping[str, Said]) -> dict[str, str]:
    """Return the facts that nobody disputes, by their values."""
    return {key: said.value for key, said in facts.items() if said.value is not None}


def splits(book: LawBook, incident: str, facts: Mapping[str, Said]) -> tuple[Split, ...]:
    """Return the ruling for each way in which the facts in dispute can be, without those that cannot be."""
    disputed = {key: said.values for key, said in facts.items() if said.provenance == "disputed"}
    if not disputed:
        return ()
    if len(disputed) > MOST_DISPUTED:
        raise InvalidInput(
            {"facts": _("at most {most} facts can be in dispute at once.", most=MOST_DISPUTED)}
        )
    known = undisputed(facts)
    found: list[Split] = []
    refusal: InvalidInput | None = None
    for values in product(*disputed.values()):
        way = dict(zip(disputed, values, strict=True))
        try:
            found.append(Split(way, arbiter.rule(book, incident, {**known, **way})))
        except InvalidInput as error:
            refusal = error
    if not found and refusal is not None:
        raise refusal
    return tuple(found)


State = Literal[
    "needs-facts", "disputed", "needs-choice", "proposed", "decided", "appealed", "withdrawn", "dropped"
]
UNDECIDED: tuple[State, ...] = ("needs-facts", "disputed", "needs-choice", "proposed")
WAITS_FOR: Mapping[State, str] = {
    "needs-facts": "table",
    "disputed": "director",
    "proposed": "director",
    "appealed": "another-director",
}
"""Whom a dispute waits for; where somebody has to choose it is he, and else nobody."""

SAID_ONLY = frozenset({"stands", "established", "not-callable", "not-answered", "bid-not-added"})
"""Effects that say how things are, so that nothing of them can be used up."""


@dataclass(frozen=True, slots=True)
class DisputeState:
    """A dispute as its steps have made it.

    ``ruling`` is what the law says to the facts that nobody disputes; ``splits`` are the rulings for each way
    in which the disputed ones can be. ``elected`` is what was chosen, by holder; ``lapsed`` are the holders
    whose right is lost, or whom nobody at the table plays. ``decision`` is the step that stands (None where
    none does), ``decided_by`` who took the last step of that kind, ``spent`` the places of effects that are
    used up.
    """

    incident: str
    raised_by: str
    is_in_play: bool
    facts: Mapping[str, Said]
    seats: Mapping[str, int]
    points: tuple[str, ...] | None
    trick: int | None
    ruling: Ruling
    splits: tuple[Split, ...]
    elected: Mapping[str, str]
    lapsed: frozenset[str]
    decision: StepRecord | None
    decided_by: str
    appeal: StepRecord | None
    settled: StepRecord | None
    is_dropped: bool
    spent: frozenset[int]
    last: int

    @property
    def known(self) -> dict[str, str]:
        """Return the facts that nobody disputes."""
        return undisputed(self.facts)

    @property
    def disputed(self) -> dict[str, tuple[str, ...]]:
        """Return the facts in dispute, each with what people say."""
        return {key: said.values for key, said in self.facts.items() if said.provenance == "disputed"}

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
    def state(self) -> State:
        """Return how far the dispute has come."""
        if self.is_dropped:
            return "dropped"
        if self.appeal is not None and self.settled is None:
            return "appealed"
        if self.decision is not None:
            return "withdrawn" if self.decision.kind == "withdrawn" else "decided"
        if self.splits and self.does_it_matter:
            is_due = any(split.ruling.is_open for split in self.splits)
            return "needs-facts" if is_due and self._questions else "disputed"
        if self.decisive.is_open:
            return "needs-facts"
        return "needs-choice" if self.open_choices else "proposed"

    @property
    def _questions(self) -> tuple[str, ...]:
        disputed = self.disputed
        due = [fact.key for split in self.splits for fact in split.ruling.questions]
        return tuple(dict.fromkeys(key for key in due if key not in disputed))

    @property
    def questions(self) -> tuple[str, ...]:
        """Return the facts still needed, the most deciding first; none once it is decided."""
        if self.state not in UNDECIDED:
            return ()
        if self.splits and self.does_it_matter:
            return self._questions
        return tuple(fact.key for fact in self.decisive.questions)

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
        ruling = self.decisive
        if ruling.is_open:
            return ()
        chosen = [
            option_of(choice, self.elected[choice.holder])
            for choice in ruling.choices
            if choice.holder in self.elected
        ]
        effects = (*ruling.effects, *(effect for option in chosen if option for effect in option.effects))
        return tuple(dict.fromkeys(effects))

    @property
    def waits_for(self) -> str:
        """Return whom it waits for: the table, the holder of a choice, a director, or nobody."""
        if self.state == "needs-choice":
            return self.open_choices[0].holder
        return WAITS_FOR.get(self.state, "")

    @property
    def is_open(self) -> bool:
        """Tell whether somebody has still to decide."""
        return self.state in UNDECIDED or self.state == "appealed"

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
        """Return the places of those effects in force that concern the play to come and are not spent."""
        return [
            place
            for place, order in enumerate(orders)
            if not order.is_scored and order.kind not in SAID_ONLY and place not in self.spent
        ]

    @property
    def next_steps(self) -> tuple[StepKind, ...]:
        """Return the steps that may be taken now."""
        if self.state in UNDECIDED:
            found: list[StepKind] = ["answered", "overruled", "dropped"]
            if self.open_choices:
                found += ["chosen", "lapsed"]
            if self.state == "proposed" and self.decisive.status == "ruled":
                found.append("confirmed")
            return tuple(found)
        told: tuple[StepKind, ...] = ("answered",) if self.is_to_be_completed else ()
        if self.state == "appealed":
            return ("upheld", "changed", "withdrawn", *told)
        if self.state == "decided":
            return ("spent", *told) if self.settled is not None else ("appealed", "spent", *told)
        return ()

    @property
    def is_to_be_completed(self) -> bool:
        """Tell whether points may still be named for a decision that was taken while the deal was in play.

        Who won them was not known then, and the deal may be recorded with no more than each side's total.
        """
        if self.decision is None or not self.is_applied or not self.decision.content["is_in_play"]:
            return False
        return self.decision.content["points"] is None and needs_points(self.effects_in_force)


def dispute_state(steps: Sequence[StepRecord], book: LawBook, seating: TableSeats) -> DisputeState:
    """Return what a dispute's steps come to under the law book it is ruled by, at a table of so many.

    A right to choose that nobody at the table can have is lost from the beginning. Raises InvalidInput where
    facts contradict each other or are unknown to the incident.
    """
    raised = steps[0]
    facts: dict[str, Said] = {}
    seats: dict[str, int] = {}
    elected: dict[str, str] = {}
    lapsed: set[str] = set()
    spent: set[int] = set()
    points: tuple[str, ...] | None = None
    trick: int | None = None
    decision = appeal = settled = None
    decided_by, is_dropped = "", False
    for step in steps:
        content = step.content
        if step.kind in ("raised", "answered"):
            facts |= {key: Said.kept(kept) for key, kept in content.get("facts", {}).items()}
            seats |= content.get("seats", {})
            points = tuple(content["points"]) if content.get("points") is not None else points
            trick = content.get("trick", trick)
        elif step.kind == "chosen":
            elected[content["holder"]] = content["option"]
        elif step.kind == "lapsed":
            lapsed.add(content["holder"])
        elif step.kind == "appealed":
            appeal = step
        elif step.kind == "dropped":
            is_dropped = True
        elif step.kind == "spent":
            spent.add(content["effect"])
        if step.kind in DECIDING:
            decision, decided_by = step, step.by
        if step.kind in ("upheld", "changed", "withdrawn"):
            settled = step
    incident = str(raised.content["incident"])
    ruling = arbiter.rule(book, incident, undisputed(facts))
    found = DisputeState(
        incident=incident,
        raised_by=raised.by,
        is_in_play=bool(raised.content.get("is_in_play")),
        facts=facts,
        seats=seats,
        points=points,
        trick=trick,
        ruling=ruling,
        splits=splits(book, incident, facts),
        elected={},
        lapsed=frozenset(),
        decision=decision,
        decided_by=decided_by,
        appeal=appeal,
        settled=settled,
        is_dropped=is_dropped,
        spent=frozenset(spent),
        last=steps[-1].seq,
    )
    rights = {choice.holder: choice for choice in found.decisive.choices}
    kept = {
        holder: option
        for holder, option in elected.items()
        if holder in rights and option_of(rights[holder], option) is not None
    }
    lapsed |= {holder for holder in rights if not is_at(holder, seating)}
    return replace(found, elected=kept, lapsed=frozenset(lapsed & rights.keys() - kept.keys()))


def option_of(choice: Choice, option: str) -> Option | None:
    """Return an option of a choice by its id, or None."""
    return next((one for one in choice.options if one.id == option), None)


def must_be_known(found: DisputeState) -> None:
    """Raise InvalidInput naming each fact without which the law cannot rule, or which people dispute."""
    errors: dict[str, str] = {}
    fact = found.ruling.table.incident.fact
    for key in found.questions:
        errors[f"facts.{key}"] = _("still needed: {ask}", ask=fact(key).ask)
    if found.splits and found.does_it_matter:
        for key in found.disputed:
            errors[f"facts.{key}"] = _(
                "this is disputed, and it matters: find which it was. {ask}", ask=fact(key).ask
            )
    if errors:
        raise InvalidInput(errors)


def turns_on_points(found: DisputeState) -> bool:
    """Tell whether points are to be named that nobody has named yet.

    Before a decision that is so where one of the effects that may follow asks for it; afterwards where it was
    taken in play, for which see :attr:`DisputeState.is_to_be_completed`.
    """
    if found.points is not None:
        return False
    if found.decision is not None:
        return found.is_to_be_completed
    effects: list[Effect] = []
    for ruling in [split.ruling for split in found.splits] or [found.decisive]:
        effects += ruling.effects
        effects += [
            effect for choice in ruling.choices for option in choice.options for effect in option.effects
        ]
    return needs_points([effect.canonical() for effect in effects])
