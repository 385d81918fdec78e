"""A dispute as it stands: in a line for lists, and whole, with the people meant and what may be done next."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from laws.domain.lawset import LawSet
from laws.domain.roles import ROLES, capital, fill
from laws.domain.sentences import _
from laws.domain.serialize import format_choice, format_question
from laws.domain.vocabulary import Incident
from laws.queries import law_book_at, law_set_at
from scoring.clubs.models import Member
from scoring.disputes.domain import course
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.people import People, Seated, answer_under, effect_at
from scoring.game import parts
from scoring.game.seating import TableSeats
from scoring.journal.models import actor_key
from scoring.tables import games as game_laws
from scoring.tables import rulings
from scoring.tables.games import load_games
from scoring.tables.models import Game
from scoring.tables.queries import players_of

WAITING: Mapping[str, str] = {
    "director": _("A director"),
    "another-director": _("Another director than the one who decided"),
    "table": _("The table"),
}
STATE_WORDS: Mapping[course.State, str] = {
    "needs-facts": _("a question is open"),
    "disputed": _("facts are disputed"),
    "needs-choice": _("a choice is open"),
    "proposed": _("to be confirmed"),
    "decided": _("decided"),
    "appealed": _("appealed against"),
    "withdrawn": _("withdrawn on appeal"),
    "dropped": _("dropped"),
}


def steps_of(rows: Sequence[DisputeStep]) -> tuple[course.StepRecord, ...]:
    """Return the steps of one dispute as values, in order."""
    return tuple(
        course.StepRecord(
            row.seq, cast(course.StepKind, row.kind), actor_key(row.by_member_id, row.by_link_id), row.content
        )
        for row in rows
    )


class DisputeLine:
    """A dispute with what its steps come to, or had come to after the step ``until``."""

    def __init__(self, dispute: Dispute, seating: TableSeats, until: int | None = None) -> None:
        self.dispute = dispute
        self.seating = seating
        self.steps: list[DisputeStep] = sorted(dispute.steps.all(), key=lambda step: step.seq)[:until]
        book = law_book_at(dispute.law_set.revision)
        self.course = course.dispute_state(steps_of(self.steps), book, seating)

    @property
    def id(self) -> int:
        return self.dispute.pk

    @property
    def incident(self) -> Incident:
        return self.course.ruling.table.incident

    @property
    def title(self) -> str:
        return fill(self.incident.title)

    @property
    def state_words(self) -> str:
        return STATE_WORDS[self.course.state]

    @property
    def waits_for(self) -> str | None:
        return self.course.waits_for or None

    @property
    def waits_for_words(self) -> str:
        """Whom it waits for; empty where nobody has to do anything."""
        holder = self.waits_for
        return (WAITING.get(holder) or capital(ROLES[holder].words)) if holder else ""

    @property
    def player(self) -> Member | None:
        """Who was in error, as far as that is known by now."""
        return next((step.player for step in reversed(self.steps) if step.player_id), None)

    @property
    def effects(self) -> list[dict[str, Any]]:
        return [effect_at(effect, self.seating) for effect in self.course.effects_in_force]

    @property
    def laws(self) -> list[str]:
        return self.steps[-1].laws.split()


class DisputeAnswer(DisputeLine):
    """A dispute with everything that is known of it."""

    def __init__(self, dispute: Dispute, seated: Seated, until: int | None = None) -> None:
        super().__init__(dispute, seated.seating, until)
        self.seated = seated
        self.law_set = law_set_at(dispute.law_set.revision)
        self.is_in_play = self.course.is_in_play and seated.index is None

    @cached_property
    def people(self) -> People:
        return self.seated.people_of(self.course)

    @property
    def decision(self) -> DisputeStep | None:
        """The step that stands."""
        standing = self.course.decision
        return next((step for step in self.steps if standing and step.seq == standing.seq), None)

    @property
    def decision_content(self) -> Mapping[str, Any]:
        return self.decision.content if self.decision else {}

    @property
    def waits_for_words(self) -> str:
        return self.people.named(super().waits_for_words)

    @property
    def facts(self) -> list[dict[str, Any]]:
        """The facts in the order in which the law asks for them, whatever the database made of it."""
        answers = []
        for of_the_law in (*self.incident.facts, *self.incident.also):
            fact, key = parts.asked_at(of_the_law, self.seating), of_the_law.key
            if (said := self.course.facts.get(key)) is None:
                continue
            answers.append(
                {
                    "fact": key,
                    "ask": fill(fact.ask),
                    **said.canonical(),
                    "label": fill(fact.value(said.value).label) if said.value is not None else "",
                    "labels": [fill(fact.value(value).label) for value in said.values],
                }
            )
        return answers

    @cached_property
    def ruling(self) -> dict[str, Any]:
        """The ruling as it was decided, or as it is by now, with the people meant."""
        decided = self.decision_content.get("ruling")
        answer = decided or answer_under(self.course.decisive, self.law_set, self.course.incident)
        return self.people.ruling(answer)

    @cached_property
    def splits(self) -> list[dict[str, Any]]:
        return splits_of(self.course, self.law_set, self.people)

    @property
    def disputed(self) -> dict[str, Any] | None:
        """Whether it matters what is disputed, and the ruling for each way in which that can be."""
        if not self.course.splits:
            return None
        return {
            "matters": self.course.does_it_matter,
            "facts": sorted(self.course.disputed),
            "rulings": [{"facts": split["facts"], "ruling": split["ruling"]} for split in self.splits],
        }

    @property
    def questions(self) -> list[dict[str, Any]]:
        fact = self.incident.fact
        return [format_question(parts.asked_at(fact(key), self.seating)) for key in self.course.questions]

    @property
    def choices(self) -> list[dict[str, Any]]:
        rights = self.course.open_choices if self.course.is_open else ()
        return [self.people.choice(format_choice(choice)) for choice in rights]

    @property
    def elected(self) -> dict[str, str]:
        return dict(self.decision_content.get("elected", self.course.elected))

    @property
    def lapsed(self) -> list[str]:
        return sorted(self.course.lapsed)

    @property
    def effects(self) -> list[dict[str, Any]]:
        return [self.people.effect(effect) for effect in self.course.effects_in_force]

    @property
    def to_carry_out(self) -> list[dict[str, Any]]:
        if not self.is_in_play:
            return []
        places = self.course.to_come(rulings.orders_from(self.course.effects_in_force))
        return [{"effect": place, **self.effects[place]} for place in places]

    @property
    def joins(self) -> dict[str, Any]:
        return dict(self.decision_content.get("joins", {}))

    @property
    def score(self) -> dict[str, Any] | None:
        return self.decision_content.get("score")

    @property
    def reason(self) -> str:
        return str(self.decision_content.get("reason", ""))

    @property
    def may_be_told(self) -> bool:
        """Whether anything can still be told of it: once decided, points while the deal is in play."""
        return self.course.decision is None or self.is_in_play

    @property
    def needs_points(self) -> bool:
        return self.may_be_told and course.turns_on_points(self.course)

    @property
    def next_steps(self) -> list[str]:
        return [step for step in self.course.next_steps if step != "answered" or self.may_be_told]


def line_of(dispute: Dispute) -> DisputeLine:
    return DisputeLine(dispute, game_laws.game_played(dispute.game, dispute.table).seating)


def answers_of(disputes: Sequence[Dispute], until: int | None = None) -> list[DisputeAnswer]:
    """Return the answers to disputes at one table, in their order, with three statements for all of them."""
    if not disputes:
        return []
    laws = game_laws.laws_of(disputes[0].table)
    games = load_games(Game.objects.filter(disputes__in=disputes).distinct(), laws)
    players = players_of(games.values())
    answers = []
    for dispute in disputes:
        game = games[dispute.game_id]
        seated = Seated(game, dispute.number, players[dispute.game_id])
        answers.append(DisputeAnswer(dispute, seated, until))
    return answers


def splits_of(state: course.DisputeState, law_set: LawSet, people: People) -> list[dict[str, Any]]:
    """Return the ruling for each way in which the facts in dispute can be, with what it means in words."""
    fact = state.ruling.table.incident.fact
    splits = []
    for split in state.splits:
        asked = [(parts.asked_at(fact(key), people.seating), value) for key, value in split.facts.items()]
        splits.append(
            {
                "facts": dict(split.facts),
                "means": [(fill(each.ask), fill(each.value(value).label)) for each, value in asked],
                "ruling": people.ruling(answer_under(split.ruling, law_set, state.incident)),
            }
        )
    return splits
