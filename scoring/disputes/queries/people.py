"""Rulings as text for one table, with players' names in place of roles.

Stored texts use the law's roles. Names are filled in when a text is read, and texts about partners are
reworded for tables without partners.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from laws import library
from laws.domain import arbiter, roles
from laws.domain.effects import CarriedOut, Effect
from laws.domain.roles import RoleText
from laws.domain.rule import Choice, Option
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import IncidentFact
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.disputes.domain.state import DisputeState, KnownFact
from scoring.disputes.queries.deals import SeatedDeal
from scoring.game import incident_roles
from scoring.game.combined_decisions import Order
from scoring.game.references import named
from scoring.game.seating import TableSeats

Words = str | Effect | Order
"""What `People` can put into words: a sentence of the law, an effect, or an effect that a decision orders."""


@dataclass(frozen=True, slots=True)
class FactAtTable:
    """A question of fact in words that suit the table, with its known answer."""

    question: IncidentFact
    known: KnownFact

    @property
    def answers(self) -> dict[str, str]:
        """Return slug → label for the possible answers."""
        return {value.slug: roles.fill(value.label) for value in self.question.values}

    @property
    def label(self) -> str:
        """Return the label of the known answer; empty for a disputed fact."""
        return self.answers[self.known.value] if self.known.value is not None else ""

    @property
    def labels(self) -> list[str]:
        """Return the labels of the answers that people claim for a disputed fact."""
        return [self.answers[value] for value in self.known.values]


class PossibleRulingAtTable(NamedTuple):
    """The ruling that follows from one combination of answers to the disputed facts.

    ``facts`` has these answers by fact. ``in_words`` has them in words that suit the table.
    """

    facts: Mapping[str, str]
    in_words: list[FactAtTable]
    ruling: Ruling


class ChoiceOfSeats(NamedTuple):
    """A right to choose, as one actor sees it.

    ``is_to_enter`` tells whether the actor may record the choice. ``chosen_by`` lists the players whose
    choice the actor may record, each as (seat, name). It is also empty if it is unknown who may choose.
    """

    choice: Choice
    is_to_enter: bool
    chosen_by: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class People:
    """The players of a deal, and the known seats and names of each role.

    ``sides`` are the names of the sides. ``is_in_play`` is true for a dispute raised during the play, until
    its deal is recorded. Only `of` sets it.
    """

    seats: Mapping[str, tuple[int, ...]]
    words: Mapping[str, str]
    members: Sequence[Member]
    seating: TableSeats
    sides: Sequence[str] = ()
    is_in_play: bool = False

    @classmethod
    def of(cls, seated: SeatedDeal, state: DisputeState) -> "People":
        """Return the people of a deal, with the roles that follow from the state of a dispute."""
        is_disputed = incident_roles.OFFENDER in state.disputed
        people = cls.playing(seated, state.seats, state.known, state.trick, is_disputed=is_disputed)
        return replace(people, is_in_play=state.is_in_play)

    @classmethod
    def playing(
        cls,
        seated: SeatedDeal,
        named: Mapping[str, int],
        facts: Mapping[str, str],
        trick: int | None,
        *,
        is_disputed: bool = False,
    ) -> "People":
        """Return the people of a deal, with the players of each role.

        - ``named``: role → seat, as stated. The seats of other roles follow from the deal and the facts.
        - ``is_disputed``: it is contested who erred. Roles that depend on the offender then have no seats.
        """
        seats = incident_roles.seats_by_role(seated.places(named, facts, trick), is_disputed=is_disputed)
        in_order = {role: seated.in_order(of_role) for role, of_role in seats.items()}
        words = incident_roles.in_words(in_order, [member.name for member in seated.members])
        return cls(seats, words, seated.members, seated.seating, sides=seated.sides)

    @classmethod
    def unnamed(cls, seating: TableSeats) -> "People":
        """Return a `People` without players, which knows only the seats and sides of the table."""
        return cls({}, {}, (), seating)

    def at_table(self, words: Words) -> str:
        """Return a text of the law in words that suit the table: without partners if nobody has a partner."""
        return self._alone(self._sentence(words))

    def named(self, words: Words) -> str:
        """Return a text of the law with known players' names in place of roles, seats and sides."""
        said = self._alone(roles.with_people(self._sentence(words), self.words))
        return named(said, [member.name for member in self.members], sides=self.sides)

    def _sentence(self, words: Words) -> str:
        if isinstance(words, Order):
            return words.text_at(self.seating)
        return roles.fill(words) if isinstance(words, str) else words.says

    def _alone(self, sentence: str) -> str:
        return sentence if self.seating.has_partners else roles.without_partners(sentence)

    def rights(self, choices: Iterable[Choice]) -> list[Choice]:
        """Return the choices whose role exists at this table. A table can lack a role, such as partner."""
        return [choice for choice in choices if self.can_hold(choice.holder)]

    def can_hold(self, holder: str) -> bool:
        return holder not in roles.ROLES or incident_roles.is_at(holder, self.seating)

    def seat_of(self, member_id: int | None) -> int | None:
        """Return the seat of a member, or None if the member does not play the deal."""
        return next((seat for seat, member in enumerate(self.members, 1) if member.pk == member_id), None)

    def choosers(self, holder: str) -> tuple[int, ...]:
        """Return the seats that hold a right to choose. ``holder`` is the role that has this right.

        If these seats are unknown, return all seats if every player can have the role, otherwise none.
        """
        anybody = tuple(self.seating.seats()) if incident_roles.can_be_anybody(holder, self.seating) else ()
        return self.seats.get(holder, anybody)

    def seen_by(self, actor: Actor, choices: Iterable[Choice]) -> list[ChoiceOfSeats]:
        """Return each right to choose, with the players for whom the actor may enter the option.

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

    def ways(self, state: DisputeState) -> list[PossibleRulingAtTable]:
        """Return each combination of claimed answers to the disputed facts, with its ruling."""
        fact = state.ruling.table.incident.fact
        return [
            PossibleRulingAtTable(
                possible.facts,
                [self.fact(fact(key), KnownFact(value)) for key, value in possible.facts.items()],
                with_fallback(possible.ruling, state.game),
            )
            for possible in state.possible_rulings
        ]

    def fact(self, fact: IncidentFact, known: KnownFact) -> FactAtTable:
        return FactAtTable(incident_roles.fact_at(fact, self.seating), known)

    @property
    def by_role(self) -> Mapping[str, list[dict[str, Any]]]:
        at = [
            {"seat": seat, "id": member.pk, "name": member.name}
            for seat, member in enumerate(self.members, start=1)
        ]
        return {role: [at[seat - 1] for seat in seats] for role, seats in self.seats.items()}

    def carried_out(self, order: Order) -> CarriedOut:
        """Return who carries out an effect: "score", "table" (the players) or "words" (nobody).

        An effect for "words" is only a statement. Once the deal is recorded, the players can do nothing more,
        so an effect for "table" then counts as one for "words".
        """
        by = order.carried_out
        return "words" if by == "table" and not self.is_in_play else by

    def effect(self, order: Order, law: str | None = None, place: int | None = None) -> "EffectAtTable":
        """Return an effect in words that suit the table.

        If the players are known, add the text with their names, and who carries the effect out.
        """
        parameters = tuple(order.parameters.items())
        effect = EffectAtTable(order.kind, parameters, self.at_table(order), law, effect=place)
        if not self.members:
            return effect
        return replace(effect, named=self.named(order), carried_out=self.carried_out(order))

    def effects(self, effects: Iterable[Effect]) -> "tuple[EffectAtTable, ...]":
        return tuple(self.effect(Order(effect.canonical(), says=effect.says)) for effect in effects)

    def choice(self, choice: Choice) -> "ChoiceAtTable":
        """Return a choice in words that suit the table, with players' names."""
        options = tuple(
            OptionAtTable(option.id, self.at_table(option.label), self.effects(option.effects),
                          named=self.named(option.label))
            for option in choice.options
        )  # fmt: skip
        return ChoiceAtTable(choice.holder, options, choice.lapses, people=self)

    def ruling(self, ruling: Ruling) -> "RulingAtTable":
        """Return a ruling in words that suit the table, with players' names."""
        parts = _parts(ruling)
        if ruling.fallback:
            parts["fallback"] = FallbackAtTable(**_parts(ruling.fallback), people=self)
        return RulingAtTable(**parts, people=self)


@dataclass(frozen=True, slots=True)
class EffectAtTable(Effect):
    """An effect in words that suit the table.

    - ``named``: the text with players' names; None if the players are unknown.
    - ``effect``: the effect's index in the decision. None outside a list of the effects to carry out.
    """

    sentence: str = ""
    law: str | None = None
    named: str | None = None
    carried_out: CarriedOut | None = None
    effect: int | None = None

    @property
    def says(self) -> str:
        return self.sentence

    def as_json(self) -> dict[str, Any]:
        content = {"effect": self.effect, **self.canonical(), "says": self.says}
        content |= {"law": self.law, "named": self.named, "carried_out": self.carried_out}
        return {name: value for name, value in content.items() if value is not None}


@dataclass(frozen=True, slots=True)
class OptionAtTable(Option):
    """An option of a choice, with players' names."""

    effects: tuple[EffectAtTable, ...]
    named: RoleText = field(kw_only=True)


@dataclass(frozen=True)
class ChoiceAtTable(Choice):
    """A right to choose, with players' names."""

    options: tuple[OptionAtTable, ...]
    people: People = field(kw_only=True)

    @property
    def who(self) -> RoleText:
        return self.people.at_table(super().who)

    @property
    def named(self) -> RoleText:
        return self.people.named(super().who)


@dataclass(frozen=True)
class FallbackAtTable(Ruling):
    """The ruling of the fallback law set, with its effects in words that suit the table."""

    people: People = field(kw_only=True)

    @property
    def effects(self) -> tuple[EffectAtTable, ...]:
        return People.unnamed(self.people.seating).effects(super().effects)


@dataclass(frozen=True)
class RulingAtTable(Ruling):
    """A ruling in words that suit the table, with players' names."""

    people: People = field(kw_only=True)

    @property
    def effects(self) -> tuple[EffectAtTable, ...]:
        return self.people.effects(super().effects)

    @property
    def choices(self) -> tuple[ChoiceAtTable, ...]:
        return tuple(self.people.choice(choice) for choice in self.people.rights(super().choices))

    @property
    def because(self) -> tuple[str, ...]:
        """Return the reasons for the ruling step by step, reworded if nobody at the table has a partner.

        If facts are missing for the ruling, the reasons are the known facts and the number of possible
        rulings.
        """
        if self.people.seating.has_partners:
            return super().because
        return tuple(dict.fromkeys(map(self.people.at_table, super().because)))

    def fact_in_words(self, fact: IncidentFact) -> str:
        """Return the answer to a fact as text.

        If everybody at this table plays alone, some facts have only one possible answer. For such a fact, the
        text says that everybody plays alone.
        """
        seating = self.people.seating
        answers = [answer.slug for answer in incident_roles.answers_at(fact, seating)]
        if seating.has_partners or fact.key in self.assumed or answers != [self.facts[fact.key]]:
            return super().fact_in_words(fact)
        return incident_roles.alone_at(seating)


def _parts(ruling: Ruling) -> dict[str, Any]:
    return {part.name: getattr(ruling, part.name) for part in fields(Ruling)}


def with_fallback(ruling: Ruling, game: str) -> Ruling:
    """Return a ruling. If its law set is silent, add the ruling of the fallback law set, if there is one."""
    fallback = ruling.falls_back_on
    if fallback is None:
        return ruling
    book = library.law_book(fallback).for_game(game)
    return replace(ruling, fallback=arbiter.rule(book, ruling.incident, ruling.facts))
