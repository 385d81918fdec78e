"""What a ruling says at a table: who is meant by its parts, and the answer of the law as it is kept.

What the law says is kept in its own words; the names are put beside them whenever it is read, and what it
says of partners is put otherwise at a table where nobody has one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws import library
from laws.domain import arbiter
from laws.domain.effects import MOMENTS, Effect, in_our_words
from laws.domain.lawset import Law, LawSet
from laws.domain.roles import ROLES, capital, fill, with_people, without_partners
from laws.domain.ruling import Ruling
from laws.domain.serialize import format_answer
from scoring.clubs.models import Member
from scoring.clubs.queries import player_answer
from scoring.disputes.domain.course import DisputeState
from scoring.game.deal import DealRecord
from scoring.game.parts import (
    OFFENDER,
    Parts,
    alone_at,
    answers_at,
    in_words,
    is_at,
    parts_of,
    seats_by_part,
)
from scoring.game.seating import TableSeats
from scoring.game.state import GameState
from scoring.tables.games import GameRecord


@dataclass(frozen=True, slots=True)
class Seated:
    """The deal of a dispute with those who played it, in the order of their seats."""

    game: GameRecord
    number: int
    members: Sequence[Member]

    @property
    def seating(self) -> TableSeats:
        return self.game.kind.seating

    @property
    def index(self) -> int | None:
        """The deal's place in its game, from 0; None while it is in play."""
        return place_of(self.game, self.number)

    @property
    def deal(self) -> DealRecord:
        """The deal as it stands; of the one in play no more is known than who deals."""
        course = self.game.course
        return DealRecord(course.next_dealer) if self.index is None else course.entries[self.index].deal

    def people_of(self, found: DisputeState) -> "People":
        """Return who plays which part in a dispute about the deal."""
        places = places_at(self.game, self.number, found.seats, found.known)
        parts = seats_by_part(places, is_disputed=OFFENDER in found.disputed)
        words = in_words(parts, [member.name for member in self.members])
        return People(parts, words, self.members, self.seating)


@dataclass(frozen=True, slots=True)
class People:
    """The seats of each part that is known, the same in words, and the players by seat."""

    parts: Mapping[str, tuple[int, ...]]
    words: Mapping[str, str]
    members: Sequence[Member]
    seating: TableSeats

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


def effect_at(effect: Mapping[str, Any], seating: TableSeats) -> dict[str, Any]:
    """Return an effect with its sentence as it is said at such a table."""
    return {**effect, "says": said_at(in_our_words(effect), seating)}


def said_at(sentence: str, seating: TableSeats) -> str:
    """Return a sentence of the law as it is said at such a table: without partners where nobody has one."""
    return sentence if seating.has_partners else without_partners(sentence)


def place_of(game: GameRecord, number: int) -> int | None:
    """Return a deal's place in its game, from 0; None while it is in play."""
    return next((place for place, row in enumerate(game.deals) if row.number == number), None)


def places_at(game: GameRecord, number: int, seats: Mapping[str, int], facts: Mapping[str, str]) -> Parts:
    """Return who plays which part on a deal of a game, recorded or in play."""
    place = place_of(game, number)
    if place is not None:
        return parts_of(game.course.entries[place].deal, game.kind.seating, seats, facts)
    return parts_of(None, game.kind.seating, {"dealer": game.course.next_dealer, **seats}, facts)


def answer_under(ruling: Ruling, law_set: LawSet, incident: str) -> dict[str, Any]:
    """Return a ruling in the form in which the law book answers, with its fallback's where it is silent."""
    fallback = None
    if ruling.status == "silent" and law_set.fallback is not None:
        fallback = arbiter.rule(library.law_book(law_set.fallback), incident, ruling.facts)
    return format_answer(arbiter.LawAnswer(ruling, fallback), laws_under(law_set))


def laws_under(law_set: LawSet) -> Mapping[str, Law]:
    """Return the laws by id that a ruling under a law set may cite: its own, and those of our books."""
    return {**library.laws(), **law_set.laws}


def kept_effects(effects: Iterable[Effect], ruling: Ruling, law_set: LawSet) -> list[dict[str, Any]]:
    """Return effects as a decision keeps them: each with its sentence, and the law that it rests on.

    That is the most decisive of the laws cited which has this effect or, where none says so, of them all.
    """
    cited, laws = ruling.laws, laws_under(law_set)
    found = []
    for effect in effects:
        named = [law for law in cited if effect.kind in laws[law].effects]
        found.append({**effect.canonical(), "says": effect.says, "law": next(iter((*named, *cited)), "")})
    return found


def score_of(game: GameState, index: int) -> dict[str, Any]:
    """Return what a deal scores and how the game stands with it, as a decision keeps it."""
    entry = game.entries[index]
    score = entry.score
    return {
        "counted": entry.counted,
        "scored": list(score.scored.values),
        "before": list(score.before.values),
        "new_deal": score.new_deal,
        "score": list(game.score.values),
        "winner": list(game.winner) if isinstance(game.winner, tuple) else game.winner,
        "next_dealer": game.next_dealer,
    }
