"""The state of a dispute, computed from its steps, and the steps that may follow.

The ruling of the law is computed from the current facts each time. A decision is not computed again: its step
stores the facts and the ruling on which the decision is based. :mod:`scoring.game.applied_rulings` applies a
decision to the deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, Literal, get_args

from laws.domain import arbiter
from laws.domain.compiled_book import LawBook
from laws.domain.effects import Effect
from laws.domain.errors import InvalidInput
from laws.domain.roles import fill
from laws.domain.rule import Choice, Option
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.game.combined_decisions import DECISION_STEPS, Order, needs_points
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
OPENING_OR_CLOSING = (*DECISION_STEPS, "appealed", "upheld", "dropped")
"""The steps that open or close a dispute.

A dispute without these steps is open. Otherwise it is open if the latest of these steps is an appeal.
"""

Provenance = Literal["said", "record", "assumed", "disputed", "found"]
"""The origin of an answer to a fact.

- said: a person gave the answer.
- record: the record of the deal shows the answer.
- assumed: nobody gave an answer, so the usual answer is assumed.
- disputed: people gave different answers.
- found: a director decided which answer is true.
"""


@dataclass(frozen=True, slots=True)
class KnownFact:
    """The answer to a fact.

    If people gave different answers, the fact is disputed: ``value`` is None, and ``values`` has these
    answers.
    """

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
    """A step of a dispute. ``seq`` counts from 1; ``by`` is the actor, such as ``member:3`` or ``link:4``."""

    seq: int
    kind: StepKind
    by: str
    content: Mapping[str, Any] = field(default_factory=dict)


MOST_DISPUTED = 3
"""The most facts that can be in dispute at once."""


@dataclass(frozen=True, slots=True)
class PossibleRuling:
    """The ruling that follows if the disputed facts have the values in ``facts``."""

    facts: Mapping[str, str]
    ruling: Ruling


def game_of(content: Mapping[str, Any]) -> str:
    """Return the slug of the game whose rules apply; empty for disputes stored before games were recorded."""
    return str(content.get("game", ""))


def undisputed(facts: Mapping[str, KnownFact]) -> dict[str, str]:
    return {key: fact.value for key, fact in facts.items() if fact.value is not None}


def as_asked(book: LawBook, incident: str, facts: Mapping[str, KnownFact]) -> dict[str, KnownFact]:
    """Return facts in the order in which the law asks for them. Stored JSON keeps no order of keys."""
    table = book.tables.get(incident)
    asked = table.incident.every_fact if table else ()
    return {key: facts[key] for key in asked if key in facts} | dict(facts)


def possible_rulings(
    book: LawBook, incident: str, facts: Mapping[str, KnownFact]
) -> tuple[PossibleRuling, ...]:
    """Return the ruling for each combination of values of the disputed facts.

    The facts are in the order in which the law asks for them. Impossible combinations are left out. The
    result is empty if no fact is disputed.

    Raises InvalidInput if every combination is impossible, or if more than MOST_DISPUTED facts are disputed.
    """
    in_order = as_asked(book, incident, facts)
    disputed = {key: fact.values for key, fact in in_order.items() if fact.provenance == "disputed"}
    if not disputed:
        return ()
    if len(disputed) > MOST_DISPUTED:
        raise InvalidInput(
            {"facts": _("at most {most} facts can be in dispute at once.", most=MOST_DISPUTED)}
        )
    known = undisputed(facts)
    possible: list[PossibleRuling] = []
    refusal: InvalidInput | None = None
    for values in product(*disputed.values()):
        way = dict(zip(disputed, values, strict=True))
        try:
            possible.append(PossibleRuling(way, arbiter.rule(book, incident, {**known, **way})))
        except InvalidInput as error:
            refusal = error
    if not possible and refusal is not None:
        raise refusal
    return tuple(possible)


def do_they_matter(possible: Sequence[PossibleRuling]) -> bool:
    """Return whether the ruling depends on the disputed facts.

    While one of the possible rulings needs more facts, this is unknown and the result is True.
    """
    return len({way.ruling.outcomes for way in possible}) > 1 or any(way.ruling.is_open for way in possible)


def ruling_on(book: LawBook, incident: str, facts: Mapping[str, KnownFact]) -> Ruling:
    """Return the ruling to act on: the ruling on the undisputed facts.

    There is one exception: if the disputed facts do not matter, every combination of claimed answers has the
    same outcome. Then the ruling with this outcome is returned.
    """
    possible = possible_rulings(book, incident, facts)
    if possible and not do_they_matter(possible):
        return possible[0].ruling
    return arbiter.rule(book, incident, undisputed(facts))


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
"""The people who must act next, by stage. In the stage "needs-choice" it is the role that may choose.

In all other stages nobody must act.
"""


class DisputeState:
    """The state of a dispute, computed from its steps.

    - ``ruling``: the law's ruling on the undisputed facts.
    - ``possible_rulings``: the ruling for each combination of values of the disputed facts.
    - ``beside``: the known facts that concern both this dispute and another dispute on the deal, by the id of
      the other dispute.
    - ``elected``: the chosen options, by the role that may choose. Options that the ruling no longer offers
      are left out.
    - ``lapsed``: the roles whose right to choose is lost. This includes roles that nobody at the table has.
    - ``decision``: the latest deciding step, None if there is none.
    - ``spent``: the indices of the effects of ``decision`` that the table has carried out.
    - ``is_recorded``: whether the deal is recorded now. If this is unknown, the deal counts as not recorded.
    - ``is_in_play``: whether the dispute was raised during the play, and the deal is still not recorded.

    Raises InvalidInput if facts contradict each other or are unknown to the incident.
    """

    seats: dict[str, int]
    points: tuple[str, ...] | None
    trick: int | None
    lapsed: list[str]

    def __init__(
        self, steps: Sequence[StepRecord], book: LawBook, seating: TableSeats, *, is_recorded: bool = False
    ) -> None:
        self.seating = seating
        raised, last = steps[0], {step.kind: step for step in steps}
        tellings = [step.content for step in steps if step.kind in ("raised", "answered")]
        facts = {key: fact for content in tellings for key, fact in content.get("facts", {}).items()}
        points = [content["points"] for content in tellings if content.get("points") is not None]
        tricks = [content["trick"] for content in tellings if content.get("trick") is not None]
        decisions = [step for step in steps if step.kind in DECISION_STEPS]
        self.incident = str(raised.content["incident"])
        self.game = game_of(raised.content)
        self.raised_by = raised.by
        self.is_recorded = is_recorded
        self.is_in_play = bool(raised.content.get("is_in_play")) and not is_recorded
        read = {key: KnownFact.read(fact) for key, fact in facts.items()}
        self.facts = as_asked(book, self.incident, read)
        self.seats = {}
        for content in tellings:
            self.seats |= content.get("seats", {})
        self.points = tuple(points[-1]) if points else None
        self.trick = tricks[-1] if tricks else None
        self.beside: dict[int, dict[str, str]] = {}
        for content in tellings:
            for other, shared in content.get("beside", {}).items():
                self.beside.setdefault(int(other), {}).update(shared)
        self.decision = decisions[-1] if decisions else None
        self.appeal = last.get("appealed")
        self.is_settled = any(kind in last for kind in SETTLING)
        self.is_dropped = "dropped" in last
        since = self.decision.seq if self.decision else 0
        self.spent = frozenset(
            step.content["effect"] for step in steps if step.kind == "spent" and step.seq > since
        )
        self.ruling = arbiter.rule(book, self.incident, self.known)
        self.possible_rulings = possible_rulings(book, self.incident, self.facts)
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
        """Return the disputed facts, each with the answers that people claim."""
        return {key: fact.values for key, fact in self.facts.items() if fact.provenance == "disputed"}

    @property
    def may_dispute_another(self) -> bool:
        return len(self.disputed) < MOST_DISPUTED

    @property
    def does_it_matter(self) -> bool:
        """Tell whether the disputed facts matter, see `do_they_matter`."""
        return do_they_matter(self.possible_rulings)

    @property
    def decisive(self) -> Ruling:
        """Return the ruling to act on. It is the same as that of `ruling_on` for the same facts."""
        return (
            self.possible_rulings[0].ruling
            if self.possible_rulings and not self.does_it_matter
            else self.ruling
        )

    @property
    def stage(self) -> Stage:
        if self.is_dropped:
            return "dropped"
        if self.appeal is not None and not self.is_settled:
            return "appealed"
        if self.decision is not None:
            return "withdrawn" if self.decision.kind == "withdrawn" else "decided"
        if self.does_it_matter:
            is_due = any(possible.ruling.is_open for possible in self.possible_rulings)
            return "needs-facts" if is_due and self._questions else "disputed"
        if self.decisive.is_open:
            return "needs-facts"
        return "needs-choice" if self.open_choices else "proposed"

    @property
    def _possible(self) -> list[Ruling]:
        if self.does_it_matter:
            return [possible.ruling for possible in self.possible_rulings]
        return [self.decisive]

    @property
    def _questions(self) -> tuple[str, ...]:
        due = [fact.key for ruling in self._possible for fact in ruling.questions]
        return tuple(dict.fromkeys(key for key in due if key not in self.disputed))

    @property
    def questions(self) -> tuple[str, ...]:
        """Return the missing facts in the order in which to ask for them; none after a decision or a drop."""
        return self._questions if self.stage in UNDECIDED else ()

    def must_be_known(self) -> None:
        """Raise InvalidInput for each fact that the ruling needs and that is missing or disputed."""
        fact = self.ruling.table.incident.fact
        errors = {f"facts.{key}": _("still needed: {ask}", ask=fill(fact(key).ask)) for key in self.questions}
        if self.does_it_matter:
            for key in self.disputed:
                ask = fill(fact(key).ask)
                reason = _("this is disputed, and it matters: find which it was. {ask}", ask=ask)
                errors[f"facts.{key}"] = reason
        if errors:
            raise InvalidInput(errors)

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """Return the rights to choose that are neither used nor lost; none while the ruling needs facts."""
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
        """Return the effects of the ruling and of the chosen options; none while the ruling needs facts."""
        return () if self.decisive.is_open else effects_of(self.decisive, self.elected)

    @property
    def waits_for(self) -> str:
        """Return who must act next: a value of WAITS_FOR, or the first role with an open choice.

        Return an empty string if nobody must act.
        """
        if self.stage == "needs-choice":
            return self.open_choices[0].holder
        return WAITS_FOR.get(self.stage, "")

    @property
    def is_open(self) -> bool:
        """Tell whether the dispute is undecided or appealed against."""
        return self.stage in UNDECIDED or self.stage == "appealed"

    @property
    def is_applied(self) -> bool:
        """Tell whether a decision is in force, even if an appeal against it is open."""
        return self.decision is not None and self.decision.kind != "withdrawn" and not self.is_dropped

    @cached_property
    def orders_in_force(self) -> tuple[Order, ...]:
        """Return the orders of the decision in force; empty if no decision is in force."""
        if self.decision is None or not self.is_applied:
            return ()
        return tuple(map(Order.read, self.decision.content["effects"]))

    @property
    def to_come(self) -> list[int]:
        """Return the indices of the orders in force that the table must still carry out."""
        return [
            place
            for place, order in enumerate(self.orders_in_force)
            if order.carried_out == "table" and place not in self.spent
        ]

    @property
    def next_steps(self) -> tuple[StepKind, ...]:
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
        """Tell whether people can still name the points in question after a decision made during the play.

        During the play nobody knows who will win the points. People can name them until the deal is recorded.
        After that, naming points would change the score without a preview, so only an appeal can change the
        decision.
        """
        if self.decision is None or not self.is_applied or self.is_recorded:
            return False
        if not self.decision.content["is_in_play"]:
            return False
        effects = [order.effect for order in self.orders_in_force]
        return self.decision.content["points"] is None and needs_points(effects, self.seating)


def option_of(choice: Choice, option: str) -> Option | None:
    return next((candidate for candidate in choice.options if candidate.id == option), None)


def effects_of(ruling: Ruling, elected: Mapping[str, str]) -> tuple[Effect, ...]:
    """Return the effects of a ruling and of the chosen options.

    ``elected`` maps a role to the id of the option that it has chosen. Roles without a choice are left out.
    """
    options = [option_of(choice, elected.get(choice.holder, "")) for choice in ruling.choices]
    chosen = [effect for option in options if option for effect in option.effects]
    return tuple(dict.fromkeys((*ruling.effects, *chosen)))


def turns_on_points(state: DisputeState) -> bool:
    """Tell whether people can still name the points in question, such as the points in a trick.

    False if the points are named already, or if the dispute was dropped. Before a decision, true if a
    possible effect of the law depends on the points. After a decision, see `DisputeState.is_to_be_completed`.
    Recorded cards, which can also show the points, are not examined.
    """
    if state.points is not None or state.is_dropped:
        return False
    if state.decision is not None:
        return state.is_to_be_completed
    effects: list[Effect] = []
    for ruling in [possible.ruling for possible in state.possible_rulings] or [state.decisive]:
        options = [option for choice in ruling.choices for option in choice.options]
        effects += [*ruling.effects, *(effect for option in options for effect in option.effects)]
    return needs_points([effect.canonical() for effect in effects], state.seating)
