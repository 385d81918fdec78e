"""What a ruling says at a table: who is meant by its parts, and the facts as they are asked there.

What the law says is kept in its own words; the names are put with them whenever it is read, and what it
says of partners is put otherwise at a table where nobody has one.
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
from scoring.game.names import with_players
from scoring.game.seating import TableSeats

Words = str | Effect | Mapping[str, Any]
"""A sentence of the law, an effect, or an effect as a decision keeps it."""


@dataclass(frozen=True, slots=True)
class FactAtTable:
    """A fact as it is asked at the table, and what is known of it."""

    question: IncidentFact
    known: KnownFact

    @property
    def answers(self) -> dict[str, str]:
        """The labels of the answers that can be, by their slugs."""
        return {value.slug: roles.fill(value.label) for value in self.question.values}

    @property
    def label(self) -> str:
        """The answer as it is known; empty where people differ."""
        return self.answers[self.known.value] if self.known.value is not None else ""

    @property
    def labels(self) -> list[str]:
        """What people say of a fact in dispute."""
        return [self.answers[value] for value in self.known.values]


class Way(NamedTuple):
    """One way in which the facts in dispute can be, the same as it is asked, and the ruling for it."""

    facts: Mapping[str, str]
    in_words: list[FactAtTable]
    ruling: Ruling


class ChoiceOfSeats(NamedTuple):
    """A right to choose as one actor sees it: whether he may enter a choice, and who can have made it."""

    choice: Choice
    is_to_enter: bool
    chosen_by: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class People:
    """The seats of each part that is known, the same in words, and the players by seat."""

    seats: Mapping[str, tuple[int, ...]]
    words: Mapping[str, str]
    members: Sequence[Member]
    seating: TableSeats

    @classmethod
    def of(cls, seated: SeatedDeal, state: DisputeState) -> "People":
        """Return who plays which part in a dispute about a deal."""
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
        """Return who plays which part of a deal, by the seats named and the facts."""
        seats = incident_roles.seats_by_part(seated.places(named, facts), is_disputed=is_disputed)
        words = incident_roles.in_words(seats, [member.name for member in seated.members])
        return cls(seats, words, seated.members, seated.seating)

    @classmethod
    def unnamed(cls, seating: TableSeats) -> "People":
        """Return the people at such a table, of whom nobody is named."""
        return cls({}, {}, (), seating)

    def at_table(self, words: Words) -> str:
        """Return what the law says as it is said at such a table: without partners where nobody has one."""
        return self._alone(_sentence(words))

    def named(self, words: Words) -> str:
        """Return the same with each part named that somebody in particular plays, and each seat and side."""
        said = self._alone(roles.with_people(_sentence(words), self.words))
        return with_players(said, [member.name for member in self.members], self.seating)

    def _alone(self, sentence: str) -> str:
        return sentence if self.seating.has_partners else roles.without_partners(sentence)

    def rights(self, ruling: Ruling) -> list[Choice]:
        """Return the choices of a ruling that somebody at the table can have."""
        return [choice for choice in ruling.choices if self.can_hold(choice.holder)]

    def can_hold(self, holder: str) -> bool:
        return holder not in roles.ROLES or incident_roles.is_at(holder, self.seating)

    def seat_of(self, member_id: int | None) -> int | None:
        """Return the seat of a member who plays at the table."""
        return next((seat for seat, each in enumerate(self.members, 1) if each.pk == member_id), None)

    def choosers(self, holder: str) -> tuple[int, ...]:
        """Return the seats of those who may choose; none where nobody knows yet who that is."""
        anybody = tuple(self.seating.seats()) if incident_roles.can_be_anybody(holder, self.seating) else ()
        return self.seats.get(holder, anybody)

    def seen_by(self, actor: Actor, choices: Iterable[Choice]) -> list[ChoiceOfSeats]:
        """Return rights to choose as an actor sees them, his own seat first where he has the right."""
        own, keeps = self.seat_of(actor.member_id), actor.may("keep the record of a dispute")
        seen = []
        for choice in choices:
            seats = sorted(self.choosers(choice.holder), key=lambda seat: seat != own)
            seats = seats if keeps else [seat for seat in seats if seat == own]
            named = [(seat, self.members[seat - 1].name) for seat in seats]
            seen.append(ChoiceOfSeats(choice, keeps or bool(named), named))
        return seen

    def ways(self, state: DisputeState) -> list[Way]:
        """Return each way in which the facts in dispute can be."""
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
        """Return the reasons of a ruling; of a fact that needs partners, that nobody has one."""
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
    """Return a ruling with that of the law set on which its own falls back for a game, where it is silent."""
    fallback = ruling.falls_back_on
    if fallback is None:
        return ruling
    book = library.law_book(fallback).for_game(game)
    return replace(ruling, fallback=arbiter.rule(book, ruling.incident, ruling.facts))
