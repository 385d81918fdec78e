"""What a ruling says at a table: who is meant by its parts, and the answer of the law as it is kept.

What the law says is kept in its own words; the names are put beside them whenever it is read, and what it
says of partners is put otherwise at a table where nobody has one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from laws import library
from laws.domain import arbiter, lawset, roles
from laws.domain.effects import MOMENTS, Effect, in_our_words
from laws.domain.ruling import Ruling
from laws.serializers import AnswerSerializer
from laws.shapes import sent
from scoring.clubs.models import Member
from scoring.clubs.queries import player_answer
from scoring.disputes.domain.state import DisputeState
from scoring.disputes.queries.deals import SeatedDeal
from scoring.game import parts
from scoring.game.seating import TableSeats


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
        places = seated.places(state.seats, state.known)
        is_disputed = parts.OFFENDER in state.disputed
        seats = parts.seats_by_part(places, is_disputed=is_disputed)
        words = parts.in_words(seats, [member.name for member in seated.members])
        return cls(seats, words, seated.members, seated.seating)

    def canonical(self) -> dict[str, list[dict[str, Any]]]:
        """Return who plays each part as it is sent."""
        return {
            role: [{"seat": seat, **player_answer(self.members[seat - 1])} for seat in seats]
            for role, seats in self.seats.items()
        }

    def named(self, sentence: str) -> str:
        """Return a sentence as it is said at the table, each part named that somebody in particular plays."""
        return said_at(roles.with_people(sentence, self.words), self.seating)

    def effect(self, effect: Mapping[str, Any]) -> dict[str, Any]:
        """Return an effect with its sentence as it is said at the table, and with the parts named in it."""
        return {**effect_at(effect, self.seating), "named": self.named(in_our_words(effect))}

    def choice(self, choice: Mapping[str, Any]) -> dict[str, Any]:
        """Return a right to choose with its holder and its options named."""
        options = [
            {
                **option,
                "label": said_at(option["label"], self.seating),
                "named": self.named(option["label"]),
                "effects": [self.effect(effect) for effect in option["effects"]],
            }
            for option in choice["options"]
        ]
        role = roles.ROLES.get(choice["holder"])
        who = roles.capital(role.words) if role else choice["who"]
        return {
            **choice,
            "who": said_at(who, self.seating),
            "named": self.named(who),
            "until": MOMENTS.get(choice["lapses"], choice["until"]),
            "options": options,
        }

    def ruling(self, ruling: Mapping[str, Any]) -> dict[str, Any]:
        """Return a ruling with its effects named, and the choices that somebody at the table can have.

        The texts of laws stay as they are.
        """
        if fallback := ruling.get("fallback"):
            effects = [effect_at(effect, self.seating) for effect in fallback["effects"]]
            fallback = {**fallback, "effects": effects}
        return {
            **ruling,
            "because": self._because(ruling),
            "fallback": fallback,
            "effects": [self.effect(effect) for effect in ruling["effects"]],
            "choices": [
                self.choice(choice)
                for choice in ruling["choices"]
                if choice["holder"] not in roles.ROLES or parts.is_at(choice["holder"], self.seating)
            ],
        }

    def _because(self, ruling: Mapping[str, Any]) -> list[str]:
        """Return the reasons of a ruling; of a fact that needs partners, that nobody has one."""
        if self.seating.has_partners:
            return list(ruling["because"])
        incident = library.vocabulary().incidents[ruling["incident"]]
        left = [parts.answers_at(fact, self.seating) for fact in incident.every_fact.values()]
        settled = {roles.fill(answers[0].means) for answers in left if len(answers) == 1}
        alone = parts.alone_at(self.seating)
        reasons = [alone if why in settled else said_at(why, self.seating) for why in ruling["because"]]
        return list(dict.fromkeys(reasons))


def effect_at(effect: Mapping[str, Any], seating: TableSeats) -> dict[str, Any]:
    """Return an effect with its sentence as it is said at such a table."""
    return {**effect, "says": said_at(in_our_words(effect), seating)}


def said_at(sentence: str, seating: TableSeats) -> str:
    """Return a sentence of the law as it is said at such a table: without partners where nobody has one."""
    return sentence if seating.has_partners else roles.without_partners(sentence)


def answer_under(ruling: Ruling, law_set: lawset.LawSet, incident: str) -> dict[str, Any]:
    """Return a ruling in the form in which the law book answers, with its fallback's where it is silent."""
    if ruling.status == "silent" and law_set.fallback is not None:
        fallback = arbiter.rule(library.law_book(law_set.fallback), incident, ruling.facts)
        ruling = replace(ruling, fallback=fallback)
    return sent(AnswerSerializer, ruling)


def kept_effects(effects: Iterable[Effect], ruling: Ruling) -> list[dict[str, Any]]:
    """Return effects as a decision keeps them: each with its sentence, and the law that it rests on.

    That is the most decisive of the laws cited which has this effect or, where none says so, of them all.
    """
    content = []
    for effect in effects:
        named = [law.id for law in ruling.cited if effect.kind in law.effects]
        law = next(iter((*named, *ruling.laws)), "")
        content.append({**effect.canonical(), "says": effect.says, "law": law})
    return content
