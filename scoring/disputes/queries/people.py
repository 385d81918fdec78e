"""Who is meant by the parts that a dispute's ruling speaks of: players in their seats, as the record knows.

What the law says is kept in its own words; the names are put beside them whenever it is read, and what it
says of partners is put otherwise at a table where nobody has one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws import library
from laws.domain.effects import MOMENTS, in_our_words
from laws.domain.roles import ROLES, capital, fill, with_people, without_partners
from scoring.answers import player_answer
from scoring.disputes.domain.course import DisputeCourse
from scoring.domain.disputes.people import OFFENDER, in_words, seats_by_part
from scoring.domain.disputes.places import Places, places_of
from scoring.game.parts import alone_at, answers_at, is_at
from scoring.game.seating import Seating
from scoring.models import Member
from scoring.tables.games import GameRecord


@dataclass(frozen=True, slots=True)
class Seated:
    """The deal of a dispute with those who played it, in the order of their seats."""

    game: GameRecord
    number: int
    seating: Seating
    members: Sequence[Member]

    @property
    def is_in_play(self) -> bool:
        """Tell whether the deal is not recorded yet."""
        return all(row.number != self.number for row in self.game.deals)

    def people_of(self, found: DisputeCourse) -> "People":
        """Return who plays which part in a dispute about the deal."""
        places = places_at(self.game, self.number, self.seating, found.seats, found.known)
        parts = seats_by_part(places, self.seating, is_disputed=OFFENDER in found.disputed)
        words = in_words(parts, [member.name for member in self.members])
        return People(parts, words, self.members, self.seating)


@dataclass(frozen=True, slots=True)
class People:
    """The seats of each part that is known, the same in words, and the players by seat."""

    parts: Mapping[str, tuple[int, ...]]
    words: Mapping[str, str]
    members: Sequence[Member]
    seating: Seating

    def canonical(self) -> dict[str, list[dict[str, Any]]]:
        """Return who plays each part as it is sent."""
        return {
            role: [{"seat": seat, **player_answer(self.members[seat - 1])} for seat in seats]
            for role, seats in self.parts.items()
        }

    def named(self, sentence: str) -> str:
        """Return a sentence as it is said at the table, each part named that somebody in particular plays."""
        return said_at(with_people(sentence, self.words), self.seating)

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
        role = ROLES.get(choice["holder"])
        who = capital(role.words) if role else choice["who"]
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
            seen = [effect_at(effect, self.seating) for effect in fallback["effects"]]
            fallback = {**fallback, "effects": seen}
        return {
            **ruling,
            "because": self._because(ruling),
            "fallback": fallback,
            "effects": [self.effect(effect) for effect in ruling["effects"]],
            "choices": [
                self.choice(choice)
                for choice in ruling["choices"]
                if choice["holder"] not in ROLES or is_at(choice["holder"], self.seating)
            ],
        }

    def _because(self, ruling: Mapping[str, Any]) -> list[str]:
        """Return the reasons of a ruling; of a fact that needs partners, that nobody has one."""
        if self.seating.has_partners:
            return list(ruling["because"])
        incident = library.vocabulary().incidents[ruling["incident"]]
        left = [answers_at(fact, self.seating) for fact in (*incident.facts, *incident.also)]
        settled = {fill(answers[0].means) for answers in left if len(answers) == 1}
        each_alone = alone_at(self.seating)
        told = [each_alone if why in settled else said_at(why, self.seating) for why in ruling["because"]]
        return list(dict.fromkeys(told))


def effect_at(effect: Mapping[str, Any], seating: Seating) -> dict[str, Any]:
    """Return an effect with its sentence as it is said at such a table."""
    return {**effect, "says": said_at(in_our_words(effect), seating)}


def said_at(sentence: str, seating: Seating) -> str:
    """Return a sentence of the law as it is said at such a table: without partners where nobody has one."""
    return sentence if seating.has_partners else without_partners(sentence)


def places_at(
    game: GameRecord, number: int, seating: Seating, seats: Mapping[str, int], facts: Mapping[str, str]
) -> Places:
    """Return who plays which part on a deal of a game, recorded or in play."""
    recorded = {row.number: entry.deal for row, entry in zip(game.deals, game.course.entries, strict=True)}
    deal, named = recorded.get(number), dict(seats)
    if deal is None:
        named.setdefault("dealer", game.course.next_dealer)
    return places_of(deal, seating, named, facts)
