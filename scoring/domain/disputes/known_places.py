"""What the record answers by who sits where and by who bid what: parts, places, the dealer's last word."""

from __future__ import annotations

from laws.domain.sentences import _
from scoring.domain.disputes.irregular_bids import known_bidder
from scoring.domain.disputes.values import Case, Known
from scoring.game.irregularities import known_number, whose_hand
from scoring.game.parts import ADVERSARY, known_part

FOURTEEN = 14


def offenders_part(case: Case) -> Known | None:
    """Answer which part the offender plays: the maker's, his partner's or an adversary's."""
    if case.seat is None or case.deal.maker is None:
        return None
    return known_part(case.seat, case.deal.maker, case.game.seating)


def place_in_the_bidding(case: Case) -> Known | None:
    """Answer who bid, seen from the dealer."""
    if case.seat is None:
        return None
    seating = case.game.seating
    return known_bidder(case.seat, seating.in_turn(seating.eldest_hand(case.deal.dealer)))


def seen_from_the_dealer(case: Case) -> Known | None:
    """Answer whether the offender dealt, is the dealer's partner or plays against them."""
    seat, dealer, seating = case.seat, case.deal.dealer, case.game.seating
    if seat is None:
        return None
    if seat == dealer:
        return Known("dealer", _("Seat {seat} dealt.", seat=seat))
    if seating.side_of(seat) == seating.side_of(dealer):
        because = _("Seat {seat} is the partner of the dealer, seat {dealer}.", seat=seat, dealer=dealer)
        return Known("dealers-partner", because)
    because = _("Seat {seat} plays against the dealer, seat {dealer}.", seat=seat, dealer=dealer)
    return Known("dealers-adversary", because)


def who_exposed_it(case: Case) -> Known | None:
    """Answer who showed a card in dealing, seen from the dealer."""
    seen = seen_from_the_dealer(case)
    if seen is not None and seen.value == "dealers-adversary":
        return Known(ADVERSARY, seen.because)
    return seen


def dealer_or_other(case: Case) -> Known | None:
    """Answer whether the offender dealt."""
    if case.seat is None:
        return None
    whose = whose_hand(case.seat, case.deal.dealer)
    return Known("dealer" if case.seat == case.deal.dealer else "other", whose.because)


def whose(case: Case) -> Known | None:
    """Answer whether the offender's hand is the dealer's."""
    return None if case.seat is None else whose_hand(case.seat, case.deal.dealer)


def number_of_players(case: Case) -> Known | None:
    """Answer how many play."""
    return known_number(case.game.seating)


def dealers_last_word(case: Case) -> Known | None:
    """Answer whether the dealer left the trump to another or bid more; to keep it for the same is no bid."""
    deal = case.deal
    if deal.maker is None or not deal.bid:
        return None
    if deal.maker != deal.dealer:
        because = _(
            "Seat {maker} made the trump, and seat {dealer} dealt.", maker=deal.maker, dealer=deal.dealer
        )
        return Known("sells", because)
    others = max((bid for seat, bid in deal.bids or () if seat != deal.dealer), default=0)
    if not 0 < others < deal.bid:
        return None
    return Known("raises", _("Seat {seat}, the dealer, bid {bid} over {others}.",
                             seat=deal.dealer, bid=deal.bid, others=others))  # fmt: skip


def highest_was_fourteen(case: Case) -> Known | None:
    """Answer whether another than the dealer had bid fourteen."""
    deal = case.deal
    if deal.maker is None or not deal.bid:
        return None
    if deal.maker != deal.dealer:
        bid = deal.bid
    elif deal.bids is None:
        return None
    else:
        bid = max((said for seat, said in deal.bids if seat != deal.dealer), default=0)
    because = _("The highest bid but the dealer's was {bid}.", bid=bid)
    return Known("yes" if bid == FOURTEEN else "no", because)
