"""The orders of a decision, and how several decisions on one deal combine.

The rule base's table of pairs tells how two incidents combine; :mod:`scoring.game.applied_rulings` applies
the orders to a deal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from laws.domain import arbiter
from laws.domain.compiled_book import LawBook
from laws.domain.effects import KINDS, CarriedOut, Effect
from laws.domain.errors import InvalidInput
from laws.domain.pairs import CAME_FIRST, OFFENCE_NAMES, Offence, PairFacts, PairTable
from laws.domain.roles import ROLES, fill
from laws.domain.ruling import Ruling
from laws.domain.sentences import _, fill_in
from laws.domain.vocabulary import IncidentFact
from scoring.game.incident_roles import ADVERSARY, KnownSeats, seats_of
from scoring.game.penalties import EFFECT_FIELDS
from scoring.game.references import seat_inside
from scoring.game.seating import CalledSides, TableSeats


@dataclass(frozen=True, slots=True)
class Order:
    """An effect that a decision orders, and the id of its law (empty if only a director ordered it).

    ``effect`` is either an effect of the law, with roles (``{"kind": "side-cannot-score", "side":
    "offenders"}``), or a penalty, with sides and seats (``{"kind": "side-cannot-score", "side": 2}``).
    ``says`` is the sentence stored with the effect, empty if there is none.
    """

    effect: Mapping[str, Any]
    law: str = ""
    says: str = field(default="", compare=False)

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> Order:
        """Return an order from its stored form, in which "says" and "law" are among the effect's fields."""
        effect = {name: value for name, value in content.items() if name not in ("says", "law")}
        return cls(effect, content.get("law", ""), content.get("says", ""))

    @property
    def kind(self) -> str:
        return str(self.effect["kind"])

    @property
    def is_of_the_law(self) -> bool:
        """Tell whether ``effect`` is an effect of the law, not a penalty.

        An effect of the law has all parameters of its kind, and their values are words, such as roles and
        number words.
        """
        kind = KINDS.get(self.kind)
        are_words = all(isinstance(value, str) for value in self.parameters.values())
        return kind is not None and are_words and self.parameters.keys() == set(kind.parameters)

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the fields of the effect without its kind and its text.

        Known fields have a fixed order, because stored JSON can return them in any order.
        """
        of_the_law = KINDS[self.kind].parameters if self.kind in KINDS else ()
        known = {name: self.effect[name] for name in (*EFFECT_FIELDS, *of_the_law) if name in self.effect}
        every = known | dict(self.effect)
        return {name: value for name, value in every.items() if name not in ("kind", "says")}

    def says_at(self, seating: TableSeats) -> str:
        """Return the text of the effect in its present wording.

        The text of a penalty is the general text of its kind, then the penalty's values in brackets.
        """
        if self.is_of_the_law:
            return _effect(self).says
        values = {name: _named(name, value, seating) for name, value in self.parameters.items()}
        general = KINDS[self.kind].plain if self.kind in KINDS else self.kind.replace("-", " ")
        places = ", ".join(f"{{{name}}}" for name in values)
        return fill_in(f"{{general}} ({places})", general=general, **values) if values else general

    def text_at(self, seating: TableSeats) -> str:
        """Return the text that was stored with the effect.

        If the stored text equals the present wording, the result is a Sentence, which can be translated.
        """
        says = self.says_at(seating)
        return says if says == self.says else self.says

    @property
    def carried_out(self) -> CarriedOut:
        """Return who carries out the effect, see `laws.domain.effects.CarriedOut`."""
        return KINDS[self.kind].carried_out if self.is_of_the_law else "score"

    @property
    def is_scored(self) -> bool:
        """Tell whether the effect changes the score of a deal or the deal itself."""
        return self.carried_out == "score"


def needs_points(effects: Iterable[Mapping[str, Any]], seating: TableSeats) -> bool:
    """Tell whether one of these effects needs to know which points a trick or a partner won.

    False for penalties, because a penalty names its points. Recorded cards, which may show the points, are
    not examined.
    """
    has_partners = seating.count > seating.side_count
    return any(
        (effect["kind"] in ("award-trick", "award-points") and isinstance(effect.get("side"), str))
        or (has_partners and effect.get("points") == "tricks")
        for effect in effects
    )


def _named(name: str, value: object, seating: TableSeats) -> str:
    if name == "side" and isinstance(seating, CalledSides):
        return ROLES["makers-side" if value == 1 else "makers-adversaries"].words
    return f"{name} {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}"


@dataclass(frozen=True, slots=True)
class Join:
    """How a decision combines with an earlier decision on the same deal, by the table of pairs.

    - ``relation``: see `laws.domain.pairs.Together`.
    - ``leads``: the dispute that absorbs the other dispute, or that is settled first. None in other cases.
    - ``orders``, ``seats``, ``ruling``: the orders, the seats and the ruling of the joint incident that the
      two incidents form. Without a joint incident, there are no orders and seats, and ``ruling`` is None.
    - ``pair_facts``: the known facts about the two incidents.
    - ``questions``: the facts about the two incidents that are still needed.
    - ``says``: the reason why the decisions combine in this way.
    - ``left``: dispute → those of its orders that the other decision does not cancel. A dispute whose
      orders do not apply has no entry.
    - ``dropped``: dispute → those of its orders that scoring must not apply, for the disputes in ``left``.
      An order is not listed if a law gives another order precedence, because scoring applies that law.
    - ``undecided``: pairs of orders that exclude each other, if no law says which order prevails.
    """

    relation: str
    leads: int | None = None
    orders: tuple[Order, ...] = ()
    seats: Mapping[str, int] = field(default_factory=dict)
    pair_facts: PairFacts = field(default_factory=dict)
    says: str = ""
    ruling: Ruling | None = None
    questions: tuple[IncidentFact, ...] = ()
    left: Mapping[int, tuple[Order, ...]] = field(default_factory=dict)
    dropped: Mapping[int, tuple[Order, ...]] = field(default_factory=dict)
    undecided: tuple[tuple[Order, Order], ...] = ()


DECISION_STEPS = ("confirmed", "overruled", "changed", "withdrawn")
"""The steps of a dispute that make, change or withdraw a decision."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision in force on the deal with this ``number``.

    - ``seats``: the seat of each role.
    - ``points``: the points concerned; None if the decision does not name them.
    - ``step``: the id of the deciding step; a later decision has a higher id.
    - ``is_in_play``: the decision was made before the deal was recorded.
    - ``is_of_both``: the decision is on a joint incident and replaces two decisions.
    - ``joins``: how the decision combines with each earlier decision. The keys are the disputes of the
      earlier decisions.
    """

    dispute: int
    step: int
    number: int
    orders: tuple[Order, ...]
    seats: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    points: tuple[str, ...] | None = None
    trick: int | None = None
    is_in_play: bool = False
    is_of_both: bool = False
    joins: Mapping[int, Join] = field(default_factory=dict)
    incident: str = ""


def in_force(decided: Sequence[Decided]) -> tuple[Decided, ...]:
    """Return the decisions on one deal that are in force together, in the order to carry them out.

    - A decision that another decision absorbs is left out.
    - If two incidents form a joint incident, one decision replaces their two decisions. It comes last.
    - Orders that another decision in force drops are left out.
    - All other decisions are in the order of their disputes, unless one must be settled first.
    """
    gone: set[int] = set()
    own_incidents: list[Decided] = []
    dropped: dict[tuple[int, int], set[Effect]] = {}
    after: dict[int, set[int]] = {}
    in_order = sorted(decided, key=lambda decision: decision.dispute)
    for first, second in combinations(in_order, 2):
        early, late = sorted((first, second), key=lambda decision: decision.step)
        join = late.joins.get(early.dispute)
        if join is None:
            continue
        for dispute, orders in join.dropped.items():
            other = early.dispute if dispute == late.dispute else late.dispute
            dropped.setdefault((dispute, other), set()).update(map(_effect, orders))
        if join.relation == "independent":
            continue
        behind = early.dispute if join.leads == late.dispute else late.dispute
        if join.relation == "sequenced":
            after.setdefault(behind, set()).add(join.leads or 0)
            continue
        gone |= {behind} if join.relation == "absorbed" else {early.dispute, late.dispute}
        if join.relation == "own-incident":
            seats = {**late.seats, **join.seats}
            own_incidents.append(replace(late, orders=join.orders, seats=seats, is_of_both=True))
    rest = [decision for decision in in_order if decision.dispute not in gone]
    ordered: list[Decided] = []
    disputes_left = {decision.dispute for decision in rest}
    while rest:
        disputes = {decision.dispute for decision in rest}
        free = next(
            (decision for decision in rest if not after.get(decision.dispute, set()) & disputes), rest[0]
        )
        rest.remove(free)
        beside = disputes_left - {free.dispute}
        away = set().union(*(dropped.get((free.dispute, other), set()) for other in beside))
        ordered.append(
            replace(free, orders=tuple(order for order in free.orders if _effect(order) not in away))
        )
    return (*ordered, *own_incidents)


MAKERS_SIDE_BY = "makers_side_by"
"""If both sides revoked: the fact that tells which player of the maker's side revoked.

The two disputes already name the offenders, so nobody is asked for this fact.
"""


def joined(
    pairs: PairTable,
    book: LawBook,
    early: Decided,
    late: Decided,
    places: tuple[KnownSeats, KnownSeats],
    pair_facts: PairFacts,
) -> Join:
    """Return how a later decision combines with an earlier decision on the same deal.

    ``places`` has the seats of the roles in the earlier and in the later decision. ``pair_facts`` has the
    known answers about the two decisions together, such as which offence came first. The result's
    ``questions`` ask for the answers of this kind that are still needed.

    The relation is "independent" if the table of pairs has no entry for the two incidents. It is also
    "independent" if a joint incident needs an error of the maker's side, but only adversaries erred.

    For a joint incident, the result has a ``ruling`` but no ``orders``. The caller takes the orders from the
    ruling.

    Raises InvalidInput:

    - under "seat" if the way to combine depends on a side that is unknown;
    - under "facts.KEY" for each fact of the joint incident itself that neither decision has answered.
    """
    both, disputes = (early, late), (str(early.dispute), str(late.dispute))
    offences = (_offence(book, early, places[0]), _offence(book, late, places[1]))
    known = {
        key: OFFENCE_NAMES[disputes.index(value)] if key == CAME_FIRST else value
        for key, value in pair_facts.items()
    }
    try:
        found = pairs.join(offences, known)
    except InvalidInput as refusal:
        raise InvalidInput({"seat": next(iter(refusal.errors.values()))}) from refusal
    if found is None:
        return Join("independent", pair_facts=pair_facts)
    if found.questions:
        questions = tuple(_with_disputes_as_answers(fact, both, offences) for fact in found.questions)
        return Join(found.relation, says=found.says, pair_facts=pair_facts, questions=questions)
    rule = found.own_incident
    if rule is None:
        leads = None if found.relation == "independent" else both[found.order[0]].dispute
        left = {
            both[place].dispute: _among(both[place], found.remaining(offences, place))
            for place in found.order
        }
        dropped = {both[place].dispute: _among(both[place], found.dropped(place)) for place in found.order}
        undecided = tuple(
            (_among(early, clash.effects[:1])[0], _among(late, clash.effects[1:])[0])
            for clash in found.clashes
            if clash.prevails is None
        )
        return Join(
            found.relation,
            leads,
            says=found.says,
            pair_facts=pair_facts,
            left=left,
            dropped=dropped,
            undecided=undecided,
        )
    if {decision.facts.get("offender") for decision in both} == {ADVERSARY}:
        # The joint incident needs an error of the maker's side, but here only adversaries erred.
        return Join("independent")
    table = book.tables[rule.incident]
    facts = {key: value for key, value in {**early.facts, **late.facts}.items() if key in table.steps}
    for decision in both:
        if MAKERS_SIDE_BY in table.steps and decision.facts.get("offender", ADVERSARY) != ADVERSARY:
            facts[MAKERS_SIDE_BY] = decision.facts["offender"]
    ruling = arbiter.rule(book, rule.incident, facts)
    if ruling.is_open:
        raise InvalidInput(
            {f"facts.{fact.key}": _("still needed: {ask}", ask=fill(fact.ask)) for fact in ruling.questions}
        )
    adversary = early if early.facts.get("offender") == ADVERSARY else late
    return Join(rule.relation, seats=adversary.seats, says=rule.says, ruling=ruling)


def _offence(book: LawBook, decision: Decided, places: KnownSeats) -> Offence:
    seating = places.seating
    people = {role: frozenset(seats_of(role, places)) for role in ROLES}
    people |= {str(side): frozenset(seating.seats_of(side)) for side in seating.sides()}
    return Offence(
        book.tables[decision.incident].incident,
        tuple(map(_effect, decision.orders)),
        decision.facts,
        side=next(iter(places.sides("offenders")), None),
        player=decision.seats.get("offender"),
        trick=decision.trick,
        people=people,
        overrules=any(not order.law for order in decision.orders),
    )


def _effect(order: Order) -> Effect:
    return Effect(order.kind, tuple((name, str(value)) for name, value in order.parameters.items()))


def _among(decision: Decided, effects: Collection[Effect]) -> tuple[Order, ...]:
    return tuple(order for order in decision.orders if _effect(order) in effects)


def _with_disputes_as_answers(
    fact: IncidentFact, both: Sequence[Decided], offences: Sequence[Offence]
) -> IncidentFact:
    if fact.key != CAME_FIRST:
        return fact
    values = []
    for decision, offence, value in zip(both, offences, fact.values, strict=True):
        title, seat = fill(offence.incident.title), decision.seats.get("offender")
        label = _("{title} ({seat})", title=title, seat=seat_inside(seat)) if seat else title
        means = _("This is dispute {number}.", number=decision.dispute)
        values.append(replace(value, slug=str(decision.dispute), label=label, means=means))
    return replace(fact, values=tuple(values))
