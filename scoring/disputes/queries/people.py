"""Rulings as text for one table: roles replaced by players' names, facts as questions.

Stored texts use the law's roles. Names are filled in when a text is read, and texts about partners are
reworded for tables without partners.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from laws import library
from laws.domain import arbiter, roles
from laws.domain.effects import Effect, in_our_words
from laws.domain.rule import Choice
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import IncidentFact
from scoring.clubs.access import Actor
from scoring.clubs.models import Member
from scoring.disputes.domain.state import DisputeState, KnownFact
from scoring.disputes.queries.deals import SeatedDeal
from scoring.game import incident_roles
from scoring.game.references import named
from scoring.game.seating import TableSeats

Words = str | Effect | Mapping[str, Any]
"""A text to show: a sentence of the law, an effect, or the stored form of an effect."""


@dataclass(frozen=True, slots=True)
class FactAtTable:
    """A question of fact in the wording for the table, with the known answer."""

    question: IncidentFact
    known: KnownFact

    @property
    def answers(self) -> dict[str, str]:
        """Return the labels of the possible answers, by slug."""
        return {value.slug: roles.fill(value.label) for value in self.question.values}

    @property
    def label(self) -> str:
        """Return the label of the known answer; empty for a disputed fact."""
        return self.answers[self.known.value] if self.known.value is not None else ""

    @property
    def labels(self) -> list[str]:
        """Return the labels of the answers that people claim for a disputed fact."""
        return [self.answers[value] for value in self.known.values]


class Way(NamedTuple):
    """One combination of values of the disputed facts, as values and in words, with the ruling for it."""

    facts: Mapping[str, str]
    in_words: list[FactAtTable]
    ruling: Ruling


class ChoiceOfSeats(NamedTuple):
    """A right to choose, and whether an actor may enter the choice.

    ``chosen_by`` has the seats and names of the players for whom the actor may enter the choice.
    """

    choice: Choice
    is_to_enter: bool
    chosen_by: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class People:
    """The players of a deal and the known seats and names of each role."""

    seats: Mapping[str, tuple[int, ...]]
    words: Mapping[str, str]
    members: Sequence[Member]
    seating: TableSeats

    @classmethod
    def of(cls, seated: SeatedDeal, state: DisputeState) -> "People":
        """Return the people of a dispute."""
        return cls.playing(
            seated, state.seats, state.known, is_disputed=incident_roles.OFFENDER in state.disputed
        )

    @classmethod
    def playing(
        cls,
        seated: SeatedDeal,
        named: Mapping[str, int],
        facts: Mapping[str, str],
        *,
        is_disputed: bool = False,
    ) -> "People":
        """Return the people of a deal, with roles from the named seats and the facts."""
        seats = incident_roles.seats_by_part(seated.places(named, facts), is_disputed=is_disputed)
        words = incident_roles.in_words(seats, [member.name for member in seated.members])
        return cls(seats, words, seated.members, seated.seating)

    @classmethod
    def unnamed(cls, seating: TableSeats) -> "People":
        """Return people without names, for a table of this seating."""
        return cls({}, {}, (), seating)

    def at_table(self, words: Words) -> str:
        """Return a text of the law. It is reworded if nobody at the table has a partner."""
        return self._alone(_sentence(words))

    def named(self, words: Words) -> str:
        """Return a text of the law with known players' names in place of roles, seats and sides."""
        said = self._alone(roles.with_people(_sentence(words), self.words))
        return named(said, [member.name for member in self.members])

    def _alone(self, sentence: str) -> str:
        return sentence if self.seating.has_partners else roles.without_partners(sentence)

    def rights(self, ruling: Ruling) -> list[Choice]:
        """Return the choices of a ruling whose holder exists at the table."""
        return [choice for choice in ruling.choices if self.can_hold(choice.holder)]

    def can_hold(self, holder: str) -> bool:
        return holder not in roles.ROLES or incident_roles.is_at(holder, self.seating)

    def seat_of(self, member_id: int | None) -> int | None:
        """Return the seat of a member, or None if the member does not play the deal."""
        return next((seat for seat, member in enumerate(self.members, 1) if member.pk == member_id), None)

    def choosers(self, holder: str) -> tuple[int, ...]:
        """Return the seats that may choose; empty if unknown."""
        anybody = tuple(self.seating.seats()) if incident_roles.can_be_anybody(holder, self.seating) else ()
        return self.seats.get(holder, anybody)

    def seen_by(self, actor: Actor, choices: Iterable[Choice]) -> list[ChoiceOfSeats]:
        """Return each right to choose, whether the actor may enter the choice, and for which seats.

        The actor's own seat comes first. Only actors who may keep the record can choose for other seats.
        """
        own, keeps = self.seat_of(actor.member_id), actor.may("keep the record of a dispute")
        seen = []
        for choice in choices:
            seats = sorted(self.choosers(choice.holder), key=lambda seat: seat != own)
            seats = seats if keeps else [seat for seat in seats if seat == own]
            named = [(seat, self.members[seat - 1].name) for seat in seats]
            seen.append(ChoiceOfSeats(choice, keeps or bool(named), named))
        return seen

    def ways(self, state: DisputeState) -> list[Way]:
        """Return each combination of the disputed facts with its ruling."""
        fact = state.ruling.table.incident.fact
        return [
            Way(
                split.facts,
                [self.fact(fact(key), KnownFact(value)) for key, value in split.facts.items()],
                with_fallback(split.ruling, state.game),
            )
            for split in state.splits
        ]

    def fact(self, fact: IncidentFact, known: KnownFact) -> FactAtTable:
        return FactAtTable(incident_roles.fact_at(fact, self.seating), known)

    def because(self, incident: str, because: Sequence[str]) -> list[str]:
        """Return the reasons of a ruling. They are reworded if nobody at the table has a partner."""
        if self.seating.has_partners:
            return list(because)
        facts = library.vocabulary().incidents[incident].every_fact.values()
        left = [incident_roles.answers_at(fact, self.seating) for fact in facts]
        settled = {roles.fill(answers[0].means) for answers in left if len(answers) == 1}
        alone = incident_roles.alone_at(self.seating)
        reasons = [alone if why in settled else self.at_table(why) for why in because]
        return list(dict.fromkeys(reasons))


def _sentence(words: Words) -> str:
    if isinstance(words, Effect):
        return words.says
    return roles.fill(words) if isinstance(words, str) else in_our_words(words)


def with_fallback(ruling: Ruling, game: str) -> Ruling:
    """Return a ruling. If its law set is silent, the result includes the ruling of the fallback law set."""
    fallback = ruling.falls_back_on
    if fallback is None:
        return ruling
    book = library.law_book(fallback).for_game(game)
    return replace(ruling, fallback=arbiter.rule(book, ruling.incident, ruling.facts))
