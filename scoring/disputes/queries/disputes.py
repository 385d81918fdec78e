"""A dispute with its state: a short form for lists, and the full form with people and next steps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from laws.domain import roles, rule, vocabulary
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from laws.queries import law_book_at, law_set_at, name_of
from scoring.clubs.models import Member
from scoring.disputes.domain.state import (
    UNDECIDED,
    DisputeState,
    KnownFact,
    Stage,
    StepKind,
    game_of,
    turns_on_points,
)
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.deals import SeatedDeal
from scoring.disputes.queries.people import (
    ChoiceAtTable,
    EffectAtTable,
    FactAtTable,
    People,
    PossibleRulingAtTable,
    RulingAtTable,
    with_fallback,
)
from scoring.game import combined_decisions, incident_roles, seating
from scoring.game.found_irregularities import RecordedFact
from scoring.refusals import Conflict
from scoring.tables import games, models, queries
from scoring.tables.table_policy import policy_of

WAITING: Mapping[str, str] = {
    "director": _("a director"),
    "another-director": _("a different director"),
    "table": _("the table"),
}
STATE_WORDS: Mapping[Stage, str] = {
    "needs-facts": _("a question is open"),
    "disputed": _("facts are disputed"),
    "needs-choice": _("a choice is open"),
    "proposed": _("to be confirmed"),
    "decided": _("decided"),
    "appealed": _("appealed against"),
    "withdrawn": _("withdrawn on appeal"),
    "dropped": _("dropped"),
}
SET_ASIDE = _("set aside by a slip")
WHY_NOT: Mapping[Stage, str] = {
    "decided": _("This dispute has been decided; an appeal against it is still possible."),
    "appealed": _("An appeal against the decision is waiting for a different director."),
    "withdrawn": _("The decision was withdrawn; this dispute is closed."),
    "dropped": _("This dispute was dropped."),
}
NOTHING_DECIDED: Mapping[str, Any] = {"joins": {}, "score": None, "reason": ""}


@dataclass(frozen=True, slots=True)
class DisputedFacts:
    """The disputed facts: whether they matter, and the ruling for each combination of their values."""

    matters: bool
    facts: list[str]
    rulings: list[PossibleRulingAtTable]


class DisputeLine:
    """A dispute with its state.

    ``steps`` can be all steps of the dispute or only the first ones. ``state`` is the state after the last of
    these steps.
    """

    dispute: Dispute
    state: DisputeState

    def __init__(
        self,
        dispute: Dispute,
        seating: seating.TableSeats,
        steps: Sequence[DisputeStep] | None = None,
        *,
        is_recorded: bool = False,
    ) -> None:
        self.dispute = dispute
        self.seating = seating
        self.steps = in_order(dispute) if steps is None else steps
        self.book = law_book_at(dispute.law_set.revision).for_game(game_of(self.steps[0].content))
        self.state = DisputeState(
            [step.record for step in self.steps], self.book, seating, is_recorded=is_recorded
        )

    @property
    def id(self) -> int:
        return self.dispute.pk

    @property
    def incident(self) -> vocabulary.Incident:
        return self.state.ruling.table.incident

    @property
    def title(self) -> str:
        return roles.fill(self.incident.title)

    @property
    def replaced_at(self) -> datetime | None:
        """The time at which a slip with totals replaced the deal, or None.

        From then on, a decision about the deal changes no score. The time is None, too, if the dispute was
        not loaded by `lists.with_relations`.
        """
        return getattr(self.dispute, "replaced_at", None)

    @property
    def set_aside_at(self) -> datetime | None:
        """The time at which a slip with totals replaced the deal; None if no decision is in force."""
        return self.replaced_at if self.state.is_applied else None

    @property
    def state_words(self) -> str:
        is_set_aside = self.state.stage == "decided" and self.set_aside_at is not None
        return SET_ASIDE if is_set_aside else STATE_WORDS[self.state.stage]

    @property
    def waits_for(self) -> str | None:
        return self.state.waits_for or None

    @property
    def waits_for_words(self) -> str:
        """Return who must act next, as text; empty if nobody must."""
        holder = self.waits_for
        return (WAITING.get(holder) or roles.ROLES[holder].words) if holder else ""

    @property
    def player(self) -> Member | None:
        """Return the offender, None if unknown."""
        return next((step.player for step in reversed(self.steps) if step.player_id), None)

    @cached_property
    def people(self) -> People:
        """The seats and sides without the players, because effects in a list do not name players."""
        return People.unnamed(self.seating)

    @property
    def effects(self) -> Sequence[combined_decisions.Order]:
        return self.state.orders_in_force

    @property
    def effects_at_table(self) -> list[EffectAtTable]:
        return [self.people.effect(order, order.law) for order in self.effects]

    @cached_property
    def laws_name(self) -> str:
        """The name of the dispute's law set in addresses of the law book."""
        return name_of(law_set_at(self.dispute.law_set.revision))

    @property
    def laws(self) -> list[str]:
        return self.steps[-1].laws.split()


class DisputeCase(DisputeLine):
    """A dispute with its deal, people, facts and ruling."""

    def __init__(
        self, dispute: Dispute, seated: SeatedDeal, steps: Sequence[DisputeStep] | None = None
    ) -> None:
        super().__init__(dispute, seated.seating, steps, is_recorded=not seated.is_in_play)
        self.seated, self.game, self.index = seated, seated.game, seated.index

    @cached_property
    def people(self) -> People:
        return People.of(self.seated, self.state)

    @cached_property
    def places(self) -> incident_roles.KnownSeats:
        return self.seated.places(self.state.seats, self.state.known, self.state.trick)

    @property
    def beside(self) -> list[combined_decisions.Decided]:
        """Return the decisions in force of the other disputes about the deal."""
        rows = self.game.rulings.get(self.dispute.number, ())
        return [row.decided for row in rows if row.decided.dispute != self.id]

    @property
    def decided(self) -> Mapping[str, Any]:
        """Return the stored content of the decision. Without a decision, return NOTHING_DECIDED."""
        return self.state.decision.content if self.state.decision else NOTHING_DECIDED

    @property
    def waits_for_words(self) -> str:
        return self.people.named(super().waits_for_words)

    @property
    def facts(self) -> list[FactAtTable]:
        """Return the facts in the order in which the law asks for them."""
        facts = self.state.facts
        every = self.incident.every_fact
        return [
            self.people.fact(every[key], self._with_reason_of_record(key, facts[key]))
            for key in every
            if key in facts
        ]

    def _with_reason_of_record(self, key: str, fact: KnownFact) -> KnownFact:
        # The stored reason is plain text. In the record's sentence, names can replace the seats.
        record = self._record.get(key) if fact.because else None
        is_same = record is not None and record.because == fact.because
        return replace(fact, because=record.because) if record and is_same else fact

    @cached_property
    def _record(self) -> Mapping[str, RecordedFact]:
        return self.seated.known(self.incident, self.state.seats.get("offender"), self.state.trick)

    @cached_property
    def ruling(self) -> Ruling:
        """Return the current ruling. If the law set is silent, add the ruling of the fallback law set."""
        return with_fallback(self.state.decisive, self.state.game)

    @property
    def ruling_at_table(self) -> RulingAtTable:
        return self.people.ruling(self.ruling)

    @cached_property
    def ways(self) -> list[PossibleRulingAtTable]:
        return self.people.ways(self.state)

    @property
    def disputed(self) -> DisputedFacts | None:
        """Return the disputed facts with the possible rulings, or None if no fact is disputed."""
        if not self.ways:
            return None
        ways = [way._replace(ruling=self.people.ruling(way.ruling)) for way in self.ways]
        return DisputedFacts(self.state.does_it_matter, sorted(self.state.disputed), ways)

    @property
    def questions(self) -> list[vocabulary.IncidentFact]:
        facts = map(self.incident.fact, self.state.questions)
        return [incident_roles.fact_at(fact, self.seating) for fact in facts]

    @property
    def choices(self) -> Sequence[rule.Choice]:
        return self.state.open_choices if self.state.is_open else ()

    @property
    def choices_at_table(self) -> list[ChoiceAtTable]:
        return list(map(self.people.choice, self.choices))

    @property
    def elected(self) -> dict[str, str]:
        return dict(self.decided.get("elected", self.state.elected))

    @property
    def words_only(self) -> list[combined_decisions.Order]:
        """Return the effects in force that are only a statement: nobody carries them out."""
        return [order for order in self.effects if self.people.carried_out(order) == "words"]

    @property
    def to_carry_out(self) -> list[tuple[int, combined_decisions.Order]]:
        """Return the effects to carry out during the play, each with its index in the decision."""
        return [(place, self.effects[place]) for place in self.state.to_come] if self.is_in_play else []

    @property
    def to_carry_out_at_table(self) -> list[EffectAtTable]:
        return [self.people.effect(order, order.law, place) for place, order in self.to_carry_out]

    @property
    def new_deals(self) -> list[combined_decisions.Order]:
        """Return the dispute's orders for a new deal.

        Empty once the disputed deal is recorded, or if another ruling on the disputed deal prevails.
        """
        rows = self.game.rulings.get(self.dispute.number, ()) if self.is_in_play else ()
        in_force = {
            decision.dispute for decision in combined_decisions.in_force([row.decided for row in rows])
        }
        return [order for order in self.effects if order.kind == "new-deal" and self.id in in_force]

    @property
    def needs_points(self) -> bool:
        """Tell whether people can still name the points in question, such as the points in a trick."""
        return turns_on_points(self.state)

    @property
    def next_steps(self) -> list[str]:
        return list(self.state.next_steps)

    @property
    def is_in_play(self) -> bool:
        return self.state.is_in_play

    def must_be(self, kind: StepKind) -> None:
        """Raise Conflict unless a step of this kind is possible now.

        The code is ``appealed-already`` for a second appeal against a decided dispute, otherwise
        ``dispute-STAGE``.
        """
        stage = self.state.stage
        if kind in self.next_steps:
            return
        if stage == "decided" and kind == "appealed":
            raise Conflict(
                _("An appeal against this decision has been settled already."), code="appealed-already"
            )
        otherwise = _("You cannot do this in the dispute's present state.")
        raise Conflict(WHY_NOT.get(stage, otherwise), code=f"dispute-{stage}")

    def must_be_open(self) -> None:
        """Raise Conflict if the dispute was decided or dropped. The code names the dispute's stage."""
        stage = self.state.stage
        if stage not in UNDECIDED:
            raise Conflict(WHY_NOT[stage], code=f"dispute-{stage}")


def in_order(dispute: Dispute) -> list[DisputeStep]:
    """Return the steps of a dispute in order. Prefetched steps are used without a query."""
    return sorted(dispute.steps.all(), key=lambda step: step.seq)


def line_of(dispute: Dispute) -> DisputeLine:
    return DisputeLine(dispute, games.game_played(dispute.game, dispute.table).seating)


def cases_of(disputes: Iterable[Dispute], until: int | None = None) -> list[DisputeCase]:
    """Return disputes of one table with their deals and people, in the given order.

    With ``until``, only the first ``until`` steps of each dispute count. The deals are as they
    are now.
    """
    if not (disputes := list(disputes)):
        return []
    laws = games.laws_of(disputes[0].table)
    played = games.load_games(models.Game.objects.filter(disputes__in=disputes), laws)
    players, policy = queries.players_of(played.values()), policy_of(disputes[0].table)
    return [
        DisputeCase(
            dispute,
            SeatedDeal(played[dispute.game_id], dispute.number, players[dispute.game_id], policy),
            in_order(dispute)[:until],
        )
        for dispute in disputes
    ]
