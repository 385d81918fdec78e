"""Reads a full card record and finds what was irregular in it, as incidents with facts.

An irregularity is reported and not punished: a penalty is only what the record itself names. Facts speak of
roles and not of seats, so that an incident can be put to the law as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.domain.cards import Card
from scoring.domain.deal import CardRecord, Play
from scoring.domain.games.family import Trumps
from scoring.domain.play import revokes
from scoring.domain.rules import Rules
from scoring.domain.seating import Seating

HAND_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something irregular in one trick (counted from 1), by one seat, with the facts that the cards show."""

    trick: int
    seat: int
    incident: str
    facts: Mapping[str, str | bool]


def irregularities(
    cards: CardRecord, trumps: Trumps, winners: tuple[int, ...], maker: int, rules: Rules, seating: Seating
) -> tuple[Irregularity, ...]:
    """Return what was irregular, trick by trick: leads and plays out of turn, and revokes.

    ``winners`` are the winners of the tricks. All players have followed to every trick of a full record, so a
    lead out of turn stands and a revoke is established.
    """
    found: list[Irregularity] = []
    held = {seat: set(hand) for seat, hand in cards.hands.items()}
    for number, trick in enumerate(cards.tricks, 1):
        expected = maker if number == 1 else winners[number - 2]
        for seat, incident, facts in _irregular_in(
            trick, expected, held, trumps, rules, seating, number == 1
        ):
            known = {"offender": role_of(seat, maker, seating), **facts}
            found.append(Irregularity(number, seat, incident, known))
    return tuple(found)


def role_of(seat: int, maker: int, seating: Seating) -> str:
    """Return the part a seat plays on this deal: maker, makers-partner or adversary."""
    if seat == maker:
        return "maker"
    return "makers-partner" if seating.side_of(seat) == seating.side_of(maker) else "adversary"


_Found = tuple[int, str, dict[str, str | bool]]


def _irregular_in(
    trick: tuple[Play, ...],
    expected: int,
    held: dict[int, set[Card]],
    trumps: Trumps,
    rules: Rules,
    seating: Seating,
    is_first: bool,
) -> Iterator[_Found]:
    """Find what is irregular in one trick, and take its cards out of the hands."""
    leader, led = trick[0]
    if leader != expected:
        same = seating.side_of(leader) == seating.side_of(expected)
        turn_of = "offenders-partner" if same else "adversary"
        yield leader, "lead-out-of-turn", {"turn_of": turn_of, "followed": "all"}
    if is_first and rules.first_lead_trump and led not in trumps.strength:
        yield leader, "first-lead-not-trump", {"holds_trump": not held[leader].isdisjoint(trumps.strength)}
    turns = list(seating.in_turn(leader))
    waiting = list(turns)
    for seat, card in trick:
        if seat != waiting[0]:
            place, due = HAND_NAMES[turns.index(seat)], HAND_NAMES[turns.index(waiting[0])]
            too_soon: dict[str, str | bool] = {"hand": place, "before": due}
            if (place, due) == ("fourth", "second"):
                too_soon["third_played"] = turns[2] not in waiting
            yield seat, "play-out-of-turn", too_soon
        waiting.remove(seat)
        held[seat].discard(card)
        if revokes(card, led, held[seat], trumps, rules.follow_rule):
            yield seat, "revoke", {"established": True}
