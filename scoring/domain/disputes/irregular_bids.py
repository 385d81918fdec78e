"""Goes through all that was said in the bidding and finds what was irregular in it.

What an irregular bid costs is the law's matter. A pass out of turn is no incident, and only gives the turn
away; nor is the pass of somebody who bid too soon.
"""

from __future__ import annotations

from laws.domain.sentences import _
from scoring.domain.disputes.values import Found, Known
from scoring.game.bidding import Bids
from scoring.game.rules import Rules
from scoring.game.seating import Seating

BIDDERS = ("eldest", "dealers-partner", "pone", "dealer")
"""Who bids first, second, third and last of four; of three there is no partner of the dealer."""


def irregular_bids(bidding: Bids, dealer: int, rules: Rules, seating: Seating) -> tuple[Found, ...]:
    """Return what was irregular in the bidding, in the order in which it was said.

    Law: each has one bid, from the eldest hand round, above the last regular one, or a pass (Foster 1897,
    Cinch Laws, Bidding; Irregular Bids). What is bid too soon or too high need not be exceeded.
    """
    found: list[Found] = []
    turns = seating.in_turn(seating.eldest_hand(dealer))
    said: dict[int, int] = {}
    early: set[int] = set()
    last: tuple[int, int] | None = None
    for seat, bid in bidding:
        if seat in said:
            if bid or seat not in early:
                found.extend(_spoken_again(seat, bid, said[seat]))
            continue
        waiting = next(each for each in turns if each not in said)
        said[seat] = bid
        is_early = bid > 0 and seat != waiting
        if is_early:
            found.append(_too_soon(seat, bid, waiting, turns, early))
            early.add(seat)
        if bid > rules.max_bid:
            says = _("Seat {seat} bid {bid}, and {most} is the most.", seat=seat, bid=bid, most=rules.max_bid)
            found.append(Found("bid-above-fourteen", seat, says, {}))
        elif bid and not is_early:
            if last is not None and bid <= last[1] and rules.must_exceed:
                found.append(_too_low(seat, bid, last, turns))
            else:
                last = (seat, bid)
    return tuple(found)


def known_bidder(seat: int, turns: tuple[int, ...]) -> Known | None:
    """Return who bid, seen from the dealer; None for the eldest hand, before whom nobody bids.

    ``turns`` are the seats in the order in which they bid.
    """
    bidder = _bidder(seat, turns)
    told = {
        "dealers-partner": _("Seat {seat} is the dealer's partner.", seat=seat),
        "pone": _("Seat {seat} is the pone.", seat=seat),
        "dealer": _("Seat {seat} dealt.", seat=seat),
    }
    because = told.get(bidder)
    return Known(bidder, because) if because else None


def _bidder(seat: int, turns: tuple[int, ...]) -> str:
    """Return who bids in a seat, seen from the dealer; empty for one who has no name among so many."""
    if len(turns) > len(BIDDERS):
        return ""
    names = BIDDERS if len(turns) == len(BIDDERS) else (BIDDERS[0], *BIDDERS[2:])
    return names[-len(turns) :][turns.index(seat)]


def _too_soon(seat: int, bid: int, waiting: int, turns: tuple[int, ...], early: set[int]) -> Found:
    """Return a bid before its turn: a case of its own where the eldest hand had not spoken yet."""
    says = _("Seat {seat} bid {bid} when it was seat {waiting}'s turn.", seat=seat, bid=bid, waiting=waiting)
    bidder = known_bidder(seat, turns)
    who = {} if bidder is None else {"bidder" if waiting == turns[0] else "early_bidder": bidder}
    if waiting == turns[0]:
        return Found("bid-before-eldest", seat, says, who)
    facts = {"waiting_for": Known(_bidder(waiting, turns), says), **who}
    pone, dealer = turns[-2:]
    if seat == dealer and waiting != pone:
        facts["pone_bid_early"] = (
            Known("yes", _("Seat {seat}, the pone, had bid before its turn.", seat=pone))
            if pone in early
            else Known("no", _("Seat {seat}, the pone, had not bid before its turn.", seat=pone))
        )
    return Found("bid-out-of-turn", seat, says, facts)


def _too_low(seat: int, bid: int, last: tuple[int, int], turns: tuple[int, ...]) -> Found:
    says = _(
        "Seat {seat} bid {bid}, and seat {before} had bid {last}.",
        seat=seat,
        bid=bid,
        before=last[0],
        last=last[1],
    )
    in_turn = Known("yes", _("Seat {seat} bid {bid} in its turn.", seat=last[0], bid=last[1]))
    bidder = known_bidder(seat, turns)
    return Found("bid-too-low", seat, says, {"bid_before": in_turn} | ({"bidder": bidder} if bidder else {}))


def _spoken_again(seat: int, bid: int, before: int) -> tuple[Found, ...]:
    """Return a second bid, a bid taken back or one after a pass; to pass twice is nothing."""
    if before and bid:
        change = "another-number"
        says = _("Seat {seat} had bid {before} and then bid {bid}.", seat=seat, before=before, bid=bid)
    elif before:
        change = "withdraw"
        says = _("Seat {seat} had bid {before} and then passed.", seat=seat, before=before)
    elif bid:
        change = "bid-after-pass"
        says = _("Seat {seat} had passed and then bid {bid}.", seat=seat, bid=bid)
    else:
        return ()
    return (Found("bid-changed", seat, says, {"change": Known(change, says)}),)
