"""Which facts of an incident the record of a deal answers by itself, and why.

The vocabulary of the law names for a fact the function that answers it; they stand here in one closed table.
What the record leaves open is asked of a person. Going through the cards is done in
:mod:`scoring.game.irregularities`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from laws.domain.vocabulary import Incident
from scoring.domain.disputes import known_cards, known_places
from scoring.domain.disputes.values import Case, Known
from scoring.game.deal import Deal
from scoring.game.games.family import Game
from scoring.game.irregularities import NONE_BARRED, Barred, found
from scoring.game.parts import alone_at, answers_at
from scoring.game.rules import Rules

AS_FOUND = "as-found"
"""Stands for the facts that come with what was found, as they are found."""

ANSWERS: Mapping[str, Callable[[Case], Known | None]] = MappingProxyType(
    {
        "bid-reached": known_cards.bid_reached,
        "cards-thrown": known_cards.cards_thrown,
        "dealer-or-other": known_places.dealer_or_other,
        "dealers-last-word": known_places.dealers_last_word,
        "highest-was-fourteen": known_places.highest_was_fourteen,
        "maker-held-a-trump": known_cards.maker_held_a_trump,
        "number-of-players": known_places.number_of_players,
        "offenders-part": known_places.offenders_part,
        "place-in-the-bidding": known_places.place_in_the_bidding,
        "revoke-turned": known_cards.revoke_turned,
        "revoker-on-the-makers-side": known_cards.revoker_on_the_makers_side,
        "seen-from-the-dealer": known_places.seen_from_the_dealer,
        "size-of-the-hand": known_cards.size_of_the_hand,
        "trumps-before-the-discard": known_cards.trumps_held,
        "trumps-of-the-dealer": known_cards.trumps_of_the_dealer,
        "where-points-lay": known_cards.where_points_lay,
        "who-exposed-it": known_places.who_exposed_it,
        "who-threw-points": known_cards.who_threw_points,
        "whose-hand": known_places.whose,
    }
)
"""The functions that answer a fact, each by the name under which the vocabulary calls for it."""

FUNCTIONS = frozenset({AS_FOUND, *ANSWERS})
"""Every name that the vocabulary may give."""


def known_facts(
    incident: Incident,
    seat: int | None,
    deal: Deal,
    rules: Rules,
    game: Game,
    trick: int | None = None,
    barred: Barred = NONE_BARRED,
) -> dict[str, Known]:
    """Return what the record answers of an incident's facts, each with its reason.

    ``seat`` is the offender's and ``trick`` the one in question, counted from 1; None where nobody has said.
    The deal may still be in play: what is not recorded yet is not answered. Nor is a fact that has no value
    for what the record says: then the incident is not what happened. ``barred`` are the trumps that somebody
    was forbidden to play.
    """
    on_deal = found(deal, rules, game, barred)
    fitting = tuple(
        each
        for each in on_deal
        if each.incident == incident.id and each.seat == seat and trick in (None, each.trick)
    )
    case = Case(deal, seat, on_deal, fitting, rules, game)
    answers: dict[str, Known] = {}
    for fact in (*incident.facts, *incident.also):
        if fact.from_record is None:
            continue
        if fact.from_record == AS_FOUND:
            answer = _as_found(case, fact.key)
        else:
            answer = ANSWERS[fact.from_record](case)
        if answer is not None and answer.value in fact.slugs:
            answers[fact.key] = answer
    return _by_the_table(incident, game) | answers


def _by_the_table(incident: Incident, game: Game) -> dict[str, Known]:
    """Return the facts to which there is one answer at a table of so many, where nobody has a partner."""
    answers: dict[str, Known] = {}
    for fact in (*incident.facts, *incident.also):
        if len(left := answers_at(fact, game.seating)) == 1:
            answers[fact.key] = Known(left[0].slug, alone_at(game.seating))
    return answers


def _as_found(case: Case, key: str) -> Known | None:
    """Answer as every irregularity found that fits has it; nothing where they differ."""
    answers = [each.facts[key] for each in case.fitting if key in each.facts]
    is_same = len(answers) == len(case.fitting) and len({answer.value for answer in answers}) == 1
    return answers[0] if is_same else None
