"""The bids of a deal: parse them, check their order, and find the highest.

A deal's ``bids`` are its regular bids only. Its ``bidding`` has all bids and passes in the order in which
they were said; :mod:`scoring.game.found_irregularities` finds the irregular bids in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from laws.domain.errors import quote, quote_as_no_number
from laws.domain.sentences import _
from scoring.game.parsing import Problems
from scoring.game.references import seat_inside
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats

Bids = tuple[tuple[int, int], ...]
"""Pairs of seat and bid, in the order in which the bids were said; 0 is a pass."""

HIGHEST_SAID = 99
MOST_SAID = 24
"""Upper limits for input: the highest bid, and the number of entries. No real auction comes near them."""


def highest_bid(bids: Bids) -> tuple[int, int]:
    """Return the highest bid with its seat: (seat, bid). The first of equal bids counts.

    If all passed, the bid is 0, and the seat is the first in ``bids``.

    >>> highest_bid(((1, 0), (2, 6), (3, 8), (4, 0)))
    (3, 8)
    """
    return max(bids, key=lambda bid: bid[1])


def can_bid_again(rules: Rules) -> bool:
    """Tell whether a player who was overbid may bid again."""
    return rules.bidding_rounds == "until-passed"


def bidders(dealer: int, rules: Rules) -> tuple[int, ...]:
    """Return the seats that bid, in turn from the eldest hand. A seat that sells the trump does not bid."""
    turns = rules.seating.in_turn(rules.seating.eldest_hand(dealer))
    return turns if rules.selling == "none" else turns[1:]


def read_bids(value: object, path: str, dealer: int | None, rules: Rules, problems: Problems) -> Bids | None:
    """Return the bids. If there are mistakes, add problems and return None.

    Law: Foster 1897 and Chicago 1890, Bidding: each player bids once, from the eldest hand on, and either
    passes or bids higher than the last bid. At Pedro a player who was overbid may bid again, until the turn
    comes back to the highest bidder (Foster 1897, Pedro). The law set decides whether bids must rise
    (``must_exceed``) and whether players bid again (``bidding_rounds``).
    """
    before, law = len(problems.errors), rules.law_set.law("bidding_rounds")
    entries = problems.items(value, path, _("a list of bids, each [seat, bid],"))
    if not isinstance(value, list):
        return None
    again = can_bid_again(rules)
    turns = deque(bidders(dealer, rules) if dealer is not None else ())
    count = len(turns) or rules.seating.count
    bids: list[tuple[int, int]] = []
    highest = holder = 0
    is_lost = False  # if players may bid again, nobody knows who bids next after a bid out of turn
    for place, seat, sent in _pairs(entries, path, rules.seating, problems):
        due = turns.popleft() if turns and turns[0] != holder else 0
        if is_lost:
            continue
        is_lost = again and dealer is not None and seat != due
        if seat is not None and due and seat != due:
            reason = _(
                "it was {due}'s turn to bid, not {seat}'s.", due=seat_inside(due), seat=seat_inside(seat)
            )
            problems.add(f"{path}.{place}.0", reason, law)
        bid = _read_bid(sent, f"{path}.{place}.1", highest, rules, problems)
        if again and dealer is not None and not due:
            problems.add(f"{path}.{place}", _("the bidding was over: all the others had passed."), law)
        if bid > highest:
            highest, holder = bid, due
        if bid and due and again:
            turns.append(due)
        bids.append((seat or 0, bid))
    if not again and len(entries) != count:
        problems.add(path, _("give the bids of all {seats} seats, 0 where one passed.", seats=count), law)
    elif turns and turns[0] != holder and not is_lost:
        problems.add(
            path,
            _("the bidding is not over: {seat} is next to bid or pass.", seat=seat_inside(turns[0])),
            law,
        )
    return tuple(bids) if len(problems.errors) == before else None


def read_bidding(value: object, path: str, seating: TableSeats, problems: Problems) -> Bids | None:
    """Return everything said in the bidding, in order. If there are mistakes, add problems and return None.

    A bid is a number up to HIGHEST_SAID, and there are at most MOST_SAID entries. It is not checked whose
    turn it is, or whether the bids rise.
    """
    before = len(problems.errors)
    entries = problems.items(value, path, _("a list of what was bid, each [seat, bid],"))
    if len(entries) > MOST_SAID:
        problems.add(path, _("no bidding has more than {most} bids and passes.", most=MOST_SAID))
        return None
    what = _("what was bid, 0 for a pass,")
    bidding = [
        (seat or 0, problems.integer(sent, f"{path}.{place}.1", 0, HIGHEST_SAID, what) or 0)
        for place, seat, sent in _pairs(entries, path, seating, problems)
    ]
    return tuple(bidding) if len(problems.errors) == before else None


def _pairs(
    entries: list[object], path: str, seating: TableSeats, problems: Problems
) -> Iterator[tuple[int, int | None, object]]:
    for place, entry in enumerate(entries):
        if isinstance(entry, list) and len(entry) == 2:
            yield place, problems.seat(entry[0], f"{path}.{place}.0", seating), entry[1]
        else:
            reason = _("a bid is written [seat, bid], not {value}.", value=quote(entry))
            problems.add(f"{path}.{place}", reason)


def _read_bid(value: object, path: str, highest: int, rules: Rules, problems: Problems) -> int:
    if type(value) is not int or not (value == 0 or rules.min_bid <= value <= rules.max_bid):
        reason = _(
            "a bid is {lowest} to {highest}, or 0 for a pass, not {value}.",
            lowest=rules.min_bid,
            highest=rules.max_bid,
            value=quote_as_no_number(value),
        )
        problems.add(path, reason, rules.law_set.law("max_bid"))
        return 0
    if value and rules.must_exceed and value <= highest:
        reason = _(
            "a bid of {value} is not above the last, which was {highest}.", value=value, highest=highest
        )
        problems.add(path, reason, rules.law_set.law("must_exceed"))
    return value
