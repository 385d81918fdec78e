"""Answer questions of fact about an incident from the record of the deal, each with a reason.

The law's vocabulary says which function of this module answers a question, see also `AS_FOUND`. People answer
the questions that the record leaves open. :mod:`scoring.game.found_irregularities` examines the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from laws.domain.sentences import _, ngettext
from laws.domain.vocabulary import Incident
from scoring.game import found_irregularities
from scoring.game.deal import DISCARDS, DealRecord
from scoring.game.explanation import in_words
from scoring.game.found_irregularities import Irregularity, RecordedFact
from scoring.game.incident_roles import ADVERSARY, alone_at, answers_at, part_of
from scoring.game.play import played
from scoring.game.points import taken_on
from scoring.game.references import at_start, seat_at_start, seat_inside
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a dispute: the deal and its irregularities.

    - ``on_deal``: all irregularities that the record of the deal shows.
    - ``fitting``: the offender's irregularities that match the incident and, if known, the trick.
    """

    deal: DealRecord
    on_deal: tuple[Irregularity, ...]
    fitting: tuple[Irregularity, ...]
    rules: Rules
    trick: int | None = None


FOURTEEN = 14


def offenders_part(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer what the offender is: the maker, the maker's partner or an adversary. None without a maker."""
    if case.deal.maker is None:
        return None
    return found_irregularities.known_part(seat, case.deal.maker, case.rules.seating)


def place_in_the_bidding(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer how the offender bids: as the dealer's partner, as the pone or as the dealer.

    Return None for the eldest hand of three or four players, and if more than four players bid.
    """
    seating = case.rules.seating
    return found_irregularities.known_bidder(seat, seating.in_turn(seating.eldest_hand(case.deal.dealer)))


def seen_from_the_dealer(case: Evidence, seat: int) -> RecordedFact:
    """Answer what the offender is: the dealer, the dealer's partner or an adversary of the dealer."""
    dealer, seating = case.deal.dealer, case.rules.seating
    if seat == dealer:
        return RecordedFact("dealer", _("{seat} dealt.", seat=seat_at_start(seat)))
    if seating.side_of(seat) == seating.side_of(dealer):
        because = _(
            "{seat} is the partner of the dealer, {dealer}.",
            seat=seat_at_start(seat),
            dealer=seat_inside(dealer),
        )
        return RecordedFact("dealers-partner", because)
    because = _(
        "{seat} plays against the dealer, {dealer}.", seat=seat_at_start(seat), dealer=seat_inside(dealer)
    )
    return RecordedFact("dealers-adversary", because)


def who_exposed_it(case: Evidence, seat: int) -> RecordedFact:
    """Answer who exposed a card in dealing: the dealer, the dealer's partner or an adversary."""
    place = seen_from_the_dealer(case, seat)
    return replace(place, value=ADVERSARY) if place.value == "dealers-adversary" else place


def dealer_or_other(case: Evidence, seat: int) -> RecordedFact:
    """Answer "dealer" if the offender dealt, otherwise "other"."""
    return replace(whose_hand(case, seat), value="dealer" if seat == case.deal.dealer else "other")


def whose_hand(case: Evidence, seat: int) -> RecordedFact:
    """Answer "dealers" if the offender dealt, otherwise "others"."""
    return found_irregularities.whose_hand(seat, case.deal.dealer)


def number_of_players(case: Evidence) -> RecordedFact | None:
    """Answer "four" or "fewer", by the number of players. None for more than four players."""
    return found_irregularities.known_number(case.rules.seating)


def partners_or_alone(case: Evidence) -> RecordedFact | None:
    """Answer "four" or "two-or-three", by the number of players. None for more than four players.

    In the laws that ask for this fact, four play in partnerships, and two or three play each alone.
    """
    answer = number_of_players(case)
    return replace(answer, value="two-or-three") if answer and answer.value == "fewer" else answer


def dealers_last_word(case: Evidence) -> RecordedFact | None:
    """Answer how the dealer ended the bidding: "sells" or "raises".

    - "sells": another player is the maker.
    - "raises": the dealer is the maker, and the record shows a lower bid by another player.

    Return None in all other cases, for example if nobody bid.
    """
    deal = case.deal
    if deal.maker is None or not deal.bid:
        return None
    if deal.maker != deal.dealer:
        because = _(
            "{maker} made the trump, and {dealer} dealt.",
            maker=seat_at_start(deal.maker),
            dealer=seat_inside(deal.dealer),
        )
        return RecordedFact("sells", because)
    others = max((bid for seat, bid in deal.bids or () if seat != deal.dealer), default=0)
    if not 0 < others < deal.bid:
        return None
    return RecordedFact("raises", _("{seat}, the dealer, bid {bid} over {others}.",
                             seat=seat_at_start(deal.dealer), bid=deal.bid, others=others))  # fmt: skip


def whether_anybody_bid(case: Evidence) -> RecordedFact | None:
    """Answer whether there was a bid; None if no result of the deal is recorded."""
    return found_irregularities.known_bid(case.deal.bid) if case.deal.level else None


def highest_was_fourteen(case: Evidence) -> RecordedFact | None:
    """Answer whether the highest bid by a player other than the dealer was fourteen.

    Return None if nobody bid, or if the dealer is the maker and the bids are not recorded.
    """
    deal = case.deal
    if deal.maker is None or not deal.bid:
        return None
    if deal.maker != deal.dealer:
        bid = deal.bid
    elif deal.bids is None:
        return None
    else:
        bid = max((other for seat, other in deal.bids if seat != deal.dealer), default=0)
    because = _("The highest bid but the dealer's was {bid}.", bid=bid)
    return RecordedFact("yes" if bid == FOURTEEN else "no", because)


def revoke_turned(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer that the offender's revoke was not corrected before the trick was turned face down.

    Return None if the cards show no revoke by the offender. If the trick in question is known, only a revoke
    in this trick counts. A revoke that was corrected in time is not in the record.
    """
    revokes = [
        irregularity
        for irregularity in case.on_deal
        if irregularity.incident == "revoke"
        and irregularity.seat == seat
        and case.trick in (None, irregularity.trick)
    ]
    return revokes[0].facts["trick"] if revokes else None


def revoker_on_the_makers_side(case: Evidence) -> RecordedFact | None:
    """Answer whether the maker or a partner of the maker revoked.

    Return None if the cards show that both did, or if they show no revoke by the maker's side.
    """
    found = [irregularity for irregularity in case.on_deal if irregularity.incident == "revoke"]
    parts = [irregularity.facts["offender"] for irregularity in found]
    ours = [part for part in parts if part.value != ADVERSARY]
    return ours[0] if len({part.value for part in ours}) == 1 else None


def maker_held_a_trump(case: Evidence) -> RecordedFact | None:
    """Answer whether the maker held a trump at the start of the play; None if the cards are not recorded."""
    deal = played(case.deal, case.rules)
    if deal is None:
        return None
    return found_irregularities.known_trump(deal.maker, deal.cards.hands[deal.maker], deal.trumps)


def bid_reached(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer how the maker's side reaches the bid; None if the record does not show this.

    - "by-its-own": with the points that the side took.
    - "only-with-revoked": only together with the points that an adversary loses by the revoke. These are the
      points of the adversary's side or, if ``revoke_scope`` is "player", of the adversary alone.
    - "no": not at all. If the maker's side revoked, the points of a revoke cannot help it.
    """
    deal, rules, seating = case.deal, case.rules, case.rules.seating
    if deal.maker is None or not deal.bid or deal.level == 0:
        return None
    taken = taken_on(deal, rules)
    if taken.won is None and rules.totals_hide_discards:
        return None
    side = seating.side_of(deal.maker)
    own = taken.points[side] - (0 if rules.discard_points_count_for_bid else taken.discards)
    figures: dict[str, int | str] = {"side": at_start(side, seating), "bid": deal.bid, "points": own}
    because = _("{side} bid {bid} and took {points}.", **figures)
    if own >= deal.bid:
        return RecordedFact("by-its-own", because)
    if part_of(seat, deal.maker, seating) != ADVERSARY:
        return RecordedFact("no", because)
    if rules.revoke_scope != "player":
        lost = taken.points[seating.side_of(seat)]
    elif taken.takers is None or taken.won is None:
        return None
    else:
        lost = sum(rules.worth[name] for name, taker in taken.takers.items() if taker == seat)
    figures["given"] = lost
    says = _("{side} bid {bid} and took {points}; {given} more are lost by the revoke.", **figures)
    return RecordedFact("only-with-revoked" if own + lost >= deal.bid else "no", says)


def trumps_before_the_discard(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer whether the offender held, before the discard, more trumps than fit in a hand.

    Return None if the record does not show how many trumps the offender held.
    """
    deal = played(case.deal, case.rules)
    if deal is None or deal.cards.discards is None:
        return None
    return found_irregularities.trumps_before_the_discard(seat, deal)


def size_of_the_hand(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer whether the offender drew too many cards or too few.

    Return None if the number was right or the cards are not recorded.
    """
    if case.deal.cards is None:
        return None
    count, right = len(case.deal.cards.hands[seat]), case.rules.game.hand_size
    because = ngettext(
        "{seat} had {count} card after the draw.",
        "{seat} had {count} cards after the draw.",
        count,
        seat=seat_at_start(seat),
    )
    return None if count == right else RecordedFact("too-many" if count > right else "too-few", because)


def cards_thrown(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer whether the offender discarded the fewest cards that the law set allows, or more.

    The answer is "three" for the fewest, otherwise "more". Return None if the offender discarded too few
    cards, or if the discards are not recorded.
    """
    cards = case.deal.cards
    if cards is None or cards.discards is None or seat not in cards.discards:
        return None
    count = len(cards.discards[seat])
    because = ngettext("{seat} threw {count} card.", "{seat} threw {count} cards.",
                       count, seat=seat_at_start(seat))  # fmt: skip
    if count < case.rules.fewest_thrown:
        return None
    return RecordedFact("three" if count == case.rules.fewest_thrown else "more", because)


def trumps_of_the_dealer(case: Evidence) -> RecordedFact | None:
    """Answer whether the dealer's cards and the stock together had more trumps than fit in a hand.

    The dealer's cards are the hand and the discards. Return None if these cards are not recorded.
    """
    deal = played(case.deal, case.rules)
    if deal is None or deal.cards.stock is None or deal.cards.discards is None:
        return None
    cards = (*deal.cards.hands[deal.dealer], *deal.cards.discards.get(deal.dealer, ()), *deal.cards.stock)
    count = sum(card in deal.trumps.strength for card in cards)
    because = ngettext("{seat} had {count} trump, counting the rest of the pack.",
                       "{seat} had {count} trumps, counting the rest of the pack.",
                       count, seat=seat_at_start(deal.dealer))  # fmt: skip
    return RecordedFact("more-than-six" if count > case.rules.game.hand_size else "six-or-fewer", because)


def where_points_lay(case: Evidence) -> RecordedFact | None:
    """Answer whether the counting trumps that no side won were among the discards or in the pack.

    Return None unless all of these trumps are known to have been in the same place.
    """
    deal = case.deal
    if deal.maker is None or (deal.won is None and deal.cards is None):
        return None
    won = taken_on(deal, case.rules).won or {}
    thrown = [name for name, taker in won.items() if taker == DISCARDS]
    left = [name for name, taker in won.items() if taker is None]
    if thrown and not left:
        return RecordedFact("discards", _("The {point} lay among the discards.", point=in_words(thrown[0])))
    in_pack = deal.cards is not None and deal.trump is not None and bool(deal.cards.stock)
    if left and not thrown and in_pack:
        return RecordedFact("pack", _("The {point} was left in the pack.", point=in_words(left[0])))
    return None


def who_threw_points(case: Evidence) -> RecordedFact | None:
    """Answer which side discarded counting trumps; None if both sides did, no side did, or it is unknown."""
    deal, seating = played(case.deal, case.rules), case.rules.seating
    if deal is None:
        return None
    counting = set(deal.trumps.point_cards.values())
    throwers = [seat for seat, thrown in (deal.cards.discards or {}).items() if counting.intersection(thrown)]
    ours = {part_of(seat, deal.maker, seating) != ADVERSARY for seat in throwers}
    if len(ours) != 1:
        return None
    because = _("{seat} threw a counting trump.", seat=seat_at_start(throwers[0]))
    return RecordedFact("makers-side" if ours.pop() else "adversaries", because)


def pitcher_or_other(case: Evidence, seat: int) -> RecordedFact | None:
    """Answer whether the offender pitched the trump; None if there is no maker."""
    maker = case.deal.maker
    if maker is None:
        return None
    because = _("{seat} pitched the trump.", seat=seat_at_start(maker))
    return RecordedFact("pitcher" if seat == maker else "other", because)


def jack_in_play(case: Evidence) -> RecordedFact | None:
    """Answer whether the Jack of trumps was in play.

    Return None if the record does not say who won each point, or if the game has no point for the Jack.
    """
    deal = case.deal
    if deal.won is None and deal.cards is None:
        return None
    won = taken_on(deal, case.rules).won or {}
    if "jack" not in won:
        return None
    if won["jack"] is None:
        return RecordedFact("no", _("The deal is recorded without the Jack of trumps."))
    return RecordedFact("yes", _("The deal is recorded with the Jack of trumps in play."))


AS_FOUND = "as-found"
"""The name in the vocabulary for facts that the irregularities of the deal answer; it names no function."""


Answering = TypeVar("Answering", bound=Callable[..., RecordedFact | None])


def _named(*functions: Answering) -> Mapping[str, Answering]:
    return {function.__name__.replace("_", "-"): function for function in functions}


OF_THE_DEAL = _named(
    *(number_of_players, partners_or_alone, dealers_last_word, whether_anybody_bid, highest_was_fourteen),
    *(
        where_points_lay,
        who_threw_points,
        revoker_on_the_makers_side,
        maker_held_a_trump,
        trumps_of_the_dealer,
        jack_in_play,
    ),
)
"""The functions that answer a fact about the deal, by their name in the vocabulary."""
OF_THE_OFFENDER = _named(
    *(offenders_part, place_in_the_bidding, seen_from_the_dealer, who_exposed_it, dealer_or_other),
    *(whose_hand, revoke_turned, bid_reached, trumps_before_the_discard, size_of_the_hand, cards_thrown),
    pitcher_or_other,
)
"""The functions that answer a fact about the offender, by their name in the vocabulary.

They are called only if the offender's seat is known.
"""
FUNCTIONS = frozenset({AS_FOUND, *OF_THE_DEAL, *OF_THE_OFFENDER})
"""Every name that the vocabulary may use to say how a record answers a fact."""


def known_facts(
    incident: Incident,
    seat: int | None,
    deal: DealRecord,
    rules: Rules,
    trick: int | None = None,
) -> dict[str, RecordedFact]:
    """Return the facts of an incident that the record answers, each with its reason.

    While a deal is in play, its record answers fewer facts. If the law does not offer the answer that the
    record shows, the fact is left out. Facts that have only one possible answer at this table are included.

    ``seat`` is the offender's seat, and ``trick`` the trick in question, counted from 1. Both can be None if
    unknown.
    """
    on_deal = found_irregularities.irregularities_in(deal, rules)
    fitting = tuple(
        irregularity
        for irregularity in on_deal
        if irregularity.incident == incident.id
        and irregularity.seat == seat
        and trick in (None, irregularity.trick)
    )
    case = Evidence(deal, on_deal, fitting, rules, trick)
    answers: dict[str, RecordedFact] = {}
    for fact in incident.every_fact.values():
        name, answer = fact.from_record or "", None
        if name == AS_FOUND:
            answer = _as_found(case, fact.key)
        elif name in OF_THE_DEAL:
            answer = OF_THE_DEAL[name](case)
        elif name in OF_THE_OFFENDER and seat is not None:
            answer = OF_THE_OFFENDER[name](case, seat)
        if answer is not None and answer.value in fact.slugs:
            answers[fact.key] = answer
    return _by_the_table(incident, rules.seating) | answers


def _by_the_table(incident: Incident, seating: TableSeats) -> dict[str, RecordedFact]:
    answers: dict[str, RecordedFact] = {}
    for fact in incident.every_fact.values():
        if len(left := answers_at(fact, seating)) == 1:
            answers[fact.key] = RecordedFact(left[0].slug, alone_at(seating))
    return answers


def _as_found(case: Evidence, key: str) -> RecordedFact | None:
    answers = [irregularity.facts[key] for irregularity in case.fitting if key in irregularity.facts]
    is_same = len(answers) == len(case.fitting) and len({answer.value for answer in answers}) == 1
    return answers[0] if is_same else None
