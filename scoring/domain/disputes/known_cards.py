"""What the record answers by the cards and the points: what was held, thrown, left over, reached."""

from __future__ import annotations

from laws.domain.sentences import _, ngettext
from scoring.domain.disputes.values import Case, Known
from scoring.domain.side_words import at_start, worded
from scoring.game.deal import DISCARDS
from scoring.game.explanation import in_words
from scoring.game.irregularities import FEWEST_THROWN, known_trump, trumps_before_the_discard
from scoring.game.parts import ADVERSARY, part_of
from scoring.game.points import taken_on


def revoke_turned(case: Case) -> Known | None:
    """Answer that the trick is turned where the cards show the revoke: it was not put right."""
    revokes = [each for each in case.found if each.incident == "revoke" and each.seat == case.seat]
    return Known("turned", revokes[0].facts["established"].because) if revokes else None


def revoker_on_the_makers_side(case: Case) -> Known | None:
    """Answer who revoked on the maker's side, where the cards show one of the two to have done it."""
    parts = [each.facts["offender"] for each in case.found if each.incident == "revoke"]
    ours = [part for part in parts if part.value != ADVERSARY]
    return ours[0] if len({part.value for part in ours}) == 1 else None


def maker_held_a_trump(case: Case) -> Known | None:
    """Answer whether the maker had a trump to lead."""
    deal = case.deal
    if deal.cards is None or deal.trump is None or deal.maker is None:
        return None
    return known_trump(deal.maker, deal.cards.hands[deal.maker], case.game.trumps(deal.trump))


def bid_reached(case: Case) -> Known | None:
    """Answer whether the maker's points reach the bid, and if not, whether those lost by the revoke do.

    Law: what a revoke gives the maker are the points of the side or of the player alone, by ``revoke_scope``.
    """
    deal, rules, seating = case.deal, case.rules, case.game.seating
    if deal.maker is None or not deal.bid or deal.level == 0 or case.seat is None:
        return None
    taken = taken_on(deal, deal.maker, rules, case.game)
    if taken.won is None and not rules.discard_points_count_for_bid:
        return None
    side = seating.side_of(deal.maker)
    own = taken.points[side] - (0 if rules.discard_points_count_for_bid else taken.discards)
    made = _("{side} bid {bid} and took {points}.", side=at_start(side), bid=deal.bid, points=own)
    because = worded(made, seating)
    if own >= deal.bid:
        return Known("by-its-own", because)
    if part_of(case.seat, deal.maker, seating) != ADVERSARY:
        return Known("no", because)
    if rules.revoke_scope != "player":
        given = taken.points[seating.side_of(case.seat)]
    elif taken.takers is None or taken.won is None:
        return None
    else:
        given = sum(rules.worth[name] for name, taker in taken.takers.items() if taker == case.seat)
    lost = _(
        "{side} bid {bid} and took {points}; {given} more are lost by the revoke.",
        side=at_start(side),
        bid=deal.bid,
        points=own,
        given=given,
    )
    return Known("only-with-revoked" if own + given >= deal.bid else "no", worded(lost, seating))


def trumps_held(case: Case) -> Known | None:
    """Answer whether the offender held more trumps than a hand has room for, before the discard."""
    deal = case.deal
    if deal.cards is None or deal.trump is None or case.seat is None or deal.cards.discards is None:
        return None
    return trumps_before_the_discard(case.seat, deal.cards, case.game.trumps(deal.trump), case.game)


def size_of_the_hand(case: Case) -> Known | None:
    """Answer whether the offender drew too many cards or too few."""
    if case.deal.cards is None or case.seat is None:
        return None
    count, right = len(case.deal.cards.hands[case.seat]), case.game.hand_size
    because = ngettext(
        "Seat {seat} had {count} card after the draw.",
        "Seat {seat} had {count} cards after the draw.",
        count,
        seat=case.seat,
    )
    return None if count == right else Known("too-many" if count > right else "too-few", because)


def cards_thrown(case: Case) -> Known | None:
    """Answer whether the offender threw three cards or more."""
    cards = case.deal.cards
    if cards is None or cards.discards is None or case.seat is None or case.seat not in cards.discards:
        return None
    count = len(cards.discards[case.seat])
    because = ngettext("Seat {seat} threw {count} card.", "Seat {seat} threw {count} cards.",
                       count, seat=case.seat)  # fmt: skip
    return None if count < FEWEST_THROWN else Known("three" if count == FEWEST_THROWN else "more", because)


def trumps_of_the_dealer(case: Case) -> Known | None:
    """Answer how many trumps the dealer could choose from: what he held, threw and left in the pack."""
    deal = case.deal
    if deal.cards is None or deal.trump is None or deal.cards.stock is None or deal.cards.discards is None:
        return None
    strength = case.game.trumps(deal.trump).strength
    cards = (*deal.cards.hands[deal.dealer], *deal.cards.discards.get(deal.dealer, ()), *deal.cards.stock)
    count = sum(card in strength for card in cards)
    because = ngettext("Seat {seat} had {count} trump with the rest of the pack.",
                       "Seat {seat} had {count} trumps with the rest of the pack.",
                       count, seat=deal.dealer)  # fmt: skip
    return Known("more-than-six" if count > case.game.hand_size else "six-or-fewer", because)


def where_points_lay(case: Case) -> Known | None:
    """Answer where the counting trumps lay that nobody won; nothing where some were thrown and some left."""
    deal = case.deal
    if deal.maker is None or (deal.won is None and deal.cards is None):
        return None
    won = taken_on(deal, deal.maker, case.rules, case.game).won or {}
    thrown = [name for name, taker in won.items() if taker == DISCARDS]
    left = [name for name, taker in won.items() if taker is None]
    if thrown and not left:
        return Known("discards", _("The {point} lay among the discards.", point=in_words(thrown[0])))
    in_pack = deal.cards is not None and deal.trump is not None and bool(deal.cards.stock)
    if left and not thrown and in_pack:
        return Known("pack", _("The {point} was left in the pack.", point=in_words(left[0])))
    return None


def who_threw_points(case: Case) -> Known | None:
    """Answer which side threw the counting trumps; nothing where both did."""
    deal, seating = case.deal, case.game.seating
    if deal.cards is None or deal.trump is None or deal.maker is None:
        return None
    counting = set(case.game.trumps(deal.trump).point_cards.values())
    throwers = [seat for seat, thrown in (deal.cards.discards or {}).items() if counting.intersection(thrown)]
    ours = {part_of(seat, deal.maker, seating) != ADVERSARY for seat in throwers}
    if len(ours) != 1:
        return None
    because = _("Seat {seat} threw a counting trump.", seat=throwers[0])
    return Known("makers-side" if ours.pop() else "adversaries", because)
