"""A dispute as it stands: in a line for lists, and whole, with the people meant and what may be done next."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from laws import queries, serializers, shapes
from laws.domain import lawset, roles, vocabulary
from laws.domain.sentences import _
from scoring.clubs.models import Member
from scoring.disputes.domain.state import UNDECIDED, DisputeState, KnownFact, Stage, StepKind, turns_on_points
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries import deals, people
from scoring.game import parts
from scoring.game.seating import TableSeats
from scoring.refusals import Conflict
from scoring.tables import games, models, rulings
from scoring.tables.queries import players_of

WAITING: Mapping[str, str] = {
    "director": _("A director"),
    "another-director": _("A director other than the one who decided"),
    "table": _("The table"),
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
WHY_NOT: Mapping[Stage, str] = {
    "decided": _("This dispute has been decided; an appeal against it is still possible."),
    "appealed": _("An appeal against the decision waits for another director."),
    "withdrawn": _("The decision was withdrawn; this dispute is closed."),
    "dropped": _("This dispute was dropped."),
}
NOTHING_DECIDED: Mapping[str, Any] = {"joins": {}, "score": None, "reason": ""}


class DisputeLine:
    """A dispute with what its steps come to; ``steps`` are all that were taken, unless others are given."""

    def __init__(
        self, dispute: Dispute, seating: TableSeats, steps: Sequence[DisputeStep] | None = None
    ) -> None:
        self.dispute = dispute
        self.seating = seating
        self.steps = in_order(dispute) if steps is None else steps
        book = queries.law_book_at(dispute.law_set.revision)
        self.state = DisputeState([step.record for step in self.steps], book, seating)

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
    def state_words(self) -> str:
        return STATE_WORDS[self.state.stage]

    @property
    def waits_for(self) -> str | None:
        return self.state.waits_for or None

    @property
    def waits_for_words(self) -> str:
        """Whom it waits for; empty where nobody has to do anything."""
        holder = self.waits_for
        return (WAITING.get(holder) or roles.capital(roles.ROLES[holder].words)) if holder else ""

    @property
    def player(self) -> Member | None:
        """Who was in error, as far as that is known by now."""
        return next((step.player for step in reversed(self.steps) if step.player_id), None)

    @property
    def effects(self) -> list[dict[str, Any]]:
        return [people.effect_at(effect, self.seating) for effect in self.state.effects_in_force]

    @property
    def laws(self) -> list[str]:
        return self.steps[-1].laws.split()


class DisputeCase(DisputeLine):
    """A dispute with its deal, and with everything that is known of it."""

    def __init__(
        self, dispute: Dispute, seated: deals.SeatedDeal, steps: Sequence[DisputeStep] | None = None
    ) -> None:
        super().__init__(dispute, seated.seating, steps)
        self.seated, self.game, self.index = seated, seated.game, seated.index
        self.law_set = queries.law_set_at(dispute.law_set.revision)
        self.is_in_play = self.state.is_in_play and self.index is None

    @cached_property
    def people(self) -> people.People:
        return people.People.of(self.seated, self.state)

    @cached_property
    def places(self) -> parts.Parts:
        """Who plays which part in it."""
        return self.seated.places(self.state.seats, self.state.known)

    @property
    def decided(self) -> Mapping[str, Any]:
        """What the decision that stands keeps."""
        return self.state.decision.content if self.state.decision else NOTHING_DECIDED

    @property
    def waits_for_words(self) -> str:
        return self.people.named(super().waits_for_words)

    @property
    def facts(self) -> list[dict[str, Any]]:
        """The facts in the order in which the law asks for them, whatever the database made of it."""
        facts = self.state.facts
        return [self._fact(key, facts[key]) for key in self.incident.every_fact if key in facts]

    def _fact(self, key: str, known: KnownFact) -> dict[str, Any]:
        fact = self.asked(key)
        labels = {value.slug: roles.fill(value.label) for value in fact.values}
        return {
            "fact": key,
            "ask": roles.fill(fact.ask),
            **known.canonical(),
            "label": labels[known.value] if known.value is not None else "",
            "labels": [labels[value] for value in known.values],
        }

    def asked(self, key: str) -> vocabulary.IncidentFact:
        """Return a fact as it is asked at the table."""
        return parts.asked_at(self.incident.fact(key), self.seating)

    @cached_property
    def ruling(self) -> dict[str, Any]:
        """The ruling as it was decided, or as it is by now, with the people meant."""
        now = self.decided.get("ruling") or people.answer_under(
            self.state.decisive, self.law_set, self.incident.id
        )
        return self.people.ruling(now)

    @cached_property
    def splits(self) -> list[dict[str, Any]]:
        return splits_of(self.state, self.law_set, self.people)

    @property
    def disputed(self) -> dict[str, Any] | None:
        """Whether it matters what is disputed, and the ruling for each way in which that can be."""
        if not self.state.splits:
            return None
        return {
            "matters": self.state.does_it_matter,
            "facts": sorted(self.state.disputed),
            "rulings": [{"facts": split["facts"], "ruling": split["ruling"]} for split in self.splits],
        }

    @property
    def questions(self) -> list[dict[str, Any]]:
        return [shapes.sent(serializers.AskedSerializer, self.asked(key)) for key in self.state.questions]

    @property
    def choices(self) -> list[dict[str, Any]]:
        rights = self.state.open_choices if self.state.is_open else ()
        return [self.people.choice(shapes.sent(serializers.ChoiceSerializer, choice)) for choice in rights]

    @property
    def elected(self) -> dict[str, str]:
        return dict(self.decided.get("elected", self.state.elected))

    @property
    def effects(self) -> list[dict[str, Any]]:
        return [self.people.effect(effect) for effect in self.state.effects_in_force]

    @property
    def to_carry_out(self) -> list[dict[str, Any]]:
        if not self.is_in_play:
            return []
        places = self.state.to_come(rulings.orders_from(self.state.effects_in_force))
        return [{"effect": place, **self.effects[place]} for place in places]

    @property
    def may_be_told(self) -> bool:
        """Whether anything can still be told of it: once decided, points while the deal is in play."""
        return self.state.decision is None or self.is_in_play

    @property
    def needs_points(self) -> bool:
        return self.may_be_told and turns_on_points(self.state)

    @property
    def next_steps(self) -> list[str]:
        return [step for step in self.state.next_steps if step != "answered" or self.may_be_told]

    def must_be(self, kind: StepKind) -> None:
        """Raise Conflict unless a step of this kind may be taken now; its code is the dispute's state."""
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
        """Raise Conflict where the dispute has been decided or dropped; its code is its state."""
        stage = self.state.stage
        if stage not in UNDECIDED:
            raise Conflict(WHY_NOT[stage], code=f"dispute-{stage}")


def in_order(dispute: Dispute) -> list[DisputeStep]:
    """Return the steps of a dispute; read from memory where they were prefetched."""
    return sorted(dispute.steps.all(), key=lambda step: step.seq)


def line_of(dispute: Dispute) -> DisputeLine:
    return DisputeLine(dispute, games.game_played(dispute.game, dispute.table).seating)


def cases_of(disputes: Iterable[Dispute], until: int | None = None) -> list[DisputeCase]:
    """Return disputes at one table, in their order, with three statements for all of them.

    Each is as it was after the step ``until``, if one is given.
    """
    if not (disputes := list(disputes)):
        return []
    laws = games.laws_of(disputes[0].table)
    played = games.load_games(models.Game.objects.filter(disputes__in=disputes).distinct(), laws)
    players = players_of(played.values())
    return [
        DisputeCase(
            dispute,
            deals.SeatedDeal(played[dispute.game_id], dispute.number, players[dispute.game_id]),
            in_order(dispute)[:until],
        )
        for dispute in disputes
    ]


def splits_of(state: DisputeState, law_set: lawset.LawSet, named: people.People) -> list[dict[str, Any]]:
    """Return the ruling for each way in which the facts in dispute can be, with what it means in words."""
    fact = state.ruling.table.incident.fact
    asked = {key: parts.asked_at(fact(key), named.seating) for key in state.disputed}
    return [
        {
            "facts": dict(split.facts),
            "means": [
                (roles.fill(asked[key].ask), roles.fill(asked[key].value(value).label))
                for key, value in split.facts.items()
            ],
            "ruling": named.ruling(people.answer_under(split.ruling, law_set, state.incident)),
        }
        for split in state.splits
    ]
