"""Goes through the record of a deal and finds what was irregular in it, as incidents with their facts.

An irregularity is found and not punished: a penalty is only what the record itself names or a dispute comes
to. Facts speak of roles and not of seats, so that what is found can be put to the law as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from laws.domain.sentences import _, ngettext
from scoring.domain.disputes.irregular_bids import irregular_bids
from scoring.domain.disputes.values import Found, Known
from scoring.game.cards import PACK, Card, card_in_words
from scoring.game.deal import CardRecord, Deal, Play
from scoring.game.games.family import Game, Trumps
from scoring.game.parts import known_part
from scoring.game.play import revokes, winner_of
from scoring.game.rules import Rules
from scoring.game.seating import Seating

HAND_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
FOUR_PLAYERS = 4
FEWEST_THROWN = 3
"""Nine cards are dealt, and three must go before a hand has six (Foster 1897, Cinch Laws, Discarding)."""

Barred = Mapping[int, Collection[Card]]
"""The trumps that a seat was forbidden to play: not to play them is no revoke (Foster 1897, The Revoke)."""

NONE_BARRED: Barred = MappingProxyType({})


def found(deal: Deal, rules: Rules, game: Game, barred: Barred = NONE_BARRED) -> tuple[Found, ...]:
    """Return what was irregular on a deal, in the order in which it happened, as far as the record shows it.

    Bids are shown by ``bidding``, everything else by the cards; of a deal without either nothing is found.
    """
    in_bidding: tuple[Found, ...] = ()
    if deal.bidding is not None:
        in_bidding = irregular_bids(deal.bidding, deal.dealer, rules, game.seating)
    if deal.cards is None or deal.trump is None or deal.maker is None:
        return in_bidding
    trumps = game.trumps(deal.trump)
    winners = tuple(winner_of(trick, trumps) for trick in deal.cards.tricks)
    return (
        *in_bidding,
        *trumps_thrown(deal.cards, trumps, game),
        *short_deals(deal.cards, deal.dealer, game),
        *found_in_play(deal.cards, trumps, winners, deal.maker, deal.dealer, rules, game, barred),
    )


def found_in_play(
    cards: CardRecord,
    trumps: Trumps,
    winners: tuple[int, ...],
    maker: int,
    dealer: int,
    rules: Rules,
    game: Game,
    barred: Barred = NONE_BARRED,
) -> tuple[Found, ...]:
    """Return what was irregular in the hands and tricks: wrong numbers of cards, leads, plays, revokes.

    ``winners`` are the winners of the tricks. All have played to every trick of a full record, so a lead out
    of turn stands and a revoke is established. ``barred`` are the trumps that somebody could not play.
    """
    seating = game.seating
    found = list(_wrong_hands(cards, dealer, game))
    held = {seat: set(hand) for seat, hand in cards.hands.items()}
    due = maker
    for number, trick in enumerate(cards.tricks, 1):
        expected = _first_with_a_card(due, trick, seating)
        found.extend(_wrong_turns(trick, number, expected, maker, seating))
        leader, led = trick[0]
        if number == 1 and rules.first_lead_trump and led not in trumps.strength:
            found.append(_plain_first_lead(leader, led, maker, held[leader], trumps, seating))
        for seat, card in trick:
            held[seat].discard(card)
            could = held[seat].difference(barred[seat]) if seat in barred else held[seat]
            if revokes(card, led, could, trumps, rules.follow_rule):
                found.append(_revoke(number, seat, card, led, could, maker, trumps, seating))
        due = winners[number - 1]
    return tuple(sorted(found, key=lambda each: each.trick or 0))


def _first_with_a_card(due: int, trick: tuple[Play, ...], seating: Seating) -> int:
    """Return who was to lead: whose turn it was or, if his short hand is played out, the next with a card."""
    playing = {seat for seat, _card in trick}
    return next(seat for seat in seating.in_turn(due) if seat in playing)


def _wrong_turns(
    trick: tuple[Play, ...], number: int, expected: int, maker: int, seating: Seating
) -> Iterator[Found]:
    """Yield a lead out of turn, and each card played before its turn.

    Law: Foster 1897, Cinch Laws, Leading Out of Turn; Playing Out of Turn.
    """
    leader = trick[0][0]
    if leader != expected:
        says = _("Seat {seat} led when it was seat {due}'s turn.", seat=leader, due=expected)
        same = seating.side_of(leader) == seating.side_of(expected)
        facts = {
            "offender": known_part(leader, maker, seating),
            "turn_of": Known("offenders-partner" if same else "adversary", says),
            "followed": Known("all", _("All the others played to the lead.")),
        }
        if (players := known_number(seating)) is not None:
            facts["players"] = players
        yield Found("lead-out-of-turn", leader, says, facts, number)
    turns = seating.in_turn(leader)
    playing = {seat for seat, _card in trick}
    waiting = [seat for seat in turns if seat in playing]
    for seat, _card in trick:
        if seat != waiting[0]:
            says = _("Seat {seat} played before seat {due}.", seat=seat, due=waiting[0])
            place, due = HAND_NAMES[turns.index(seat)], HAND_NAMES[turns.index(waiting[0])]
            facts = {
                "offender": known_part(seat, maker, seating),
                "hand": Known(place, _("Seat {leader} had led.", leader=leader)),
                "before": Known(due, says),
            }
            if (place, due) == ("fourth", "second"):
                facts["third_played"] = (
                    Known("no", _("Seat {seat} had not played yet.", seat=turns[2]))
                    if turns[2] in waiting
                    else Known("yes", _("Seat {seat} had played.", seat=turns[2]))
                )
            yield Found("play-out-of-turn", seat, says, facts, number)
        waiting.remove(seat)


def known_number(seating: Seating) -> Known | None:
    """Return whether four play or fewer, with whom alone some laws have to do; None where more do."""
    because = ngettext("{count} plays at this table.", "{count} play at this table.", seating.count)
    if seating.count > FOUR_PLAYERS:
        return None
    return Known("four" if seating.count == FOUR_PLAYERS else "fewer", because)


def _plain_first_lead(
    leader: int, led: Card, maker: int, held: set[Card], trumps: Trumps, seating: Seating
) -> Found:
    """Return a plain card led to the first trick, at a table where it has to be a trump."""
    says = _("Seat {seat} led {card} to the first trick.", seat=leader, card=card_in_words(led))
    facts = {"offender": known_part(leader, maker, seating), "holds_trump": known_trump(leader, held, trumps)}
    return Found("first-lead-not-trump", leader, says, facts, 1)


def known_trump(seat: int, hand: Collection[Card], trumps: Trumps) -> Known:
    """Return whether a hand holds a trump."""
    for card in hand:
        if card in trumps.strength:
            return Known("yes", _("Seat {seat} held {card}.", seat=seat, card=card_in_words(card)))
    return Known("no", _("Seat {seat} held no trump.", seat=seat))


def _revoke(
    number: int,
    seat: int,
    card: Card,
    led: Card,
    could: Collection[Card],
    maker: int,
    trumps: Trumps,
    seating: Seating,
) -> Found:
    """Return a revoke; ``could`` are the cards still held that might have been played."""
    asked = trumps.suit_of(led)
    kept = [other for other in could if trumps.suit_of(other) == asked]
    best = max(kept, key=lambda other: trumps.strength.get(other, 0))
    says = _(
        "In trick {trick} seat {seat} played {card} on {led} and held {kept}.",
        trick=number,
        seat=seat,
        card=card_in_words(card),
        led=card_in_words(led),
        kept=card_in_words(best),
    )
    act = "neither-followed-nor-trumped"
    if trumps.suit_of(card) == trumps.suit:
        act = "trumped"
    elif all(other.suit != asked for other in kept):
        act = "left-pedro-kept"
    turned = _("Trick {trick} was turned, and the hand was played out.", trick=number)
    facts = {"offender": known_part(seat, maker, seating), "act": Known(act, says)}
    if asked == trumps.suit:
        facts["led"] = Known("trump", _("A trump was led: {card}.", card=card_in_words(led)))
    facts["established"] = Known("yes", turned)
    return Found("revoke", seat, says, facts, number)


def _wrong_hands(cards: CardRecord, dealer: int, game: Game) -> Iterator[Found]:
    """Yield each hand that was played with too many cards or too few, at the trick where it told.

    Law: Foster 1897, Cinch Laws, Irregularities in the Hands: with too many it is foul once its player has
    played to the first trick; with too few it tells when there is no card left.
    """
    for seat, hand in cards.hands.items():
        if len(hand) == game.hand_size:
            continue
        says = ngettext("Seat {seat} played with {count} card.", "Seat {seat} played with {count} cards.",
                        len(hand), seat=seat)  # fmt: skip
        is_more = len(hand) > game.hand_size
        facts = {
            "stage": Known("in-play", says),
            "cards": Known("more" if is_more else "fewer", says),
            "whose": whose_hand(seat, dealer),
        }
        if is_more:
            played = _("Seat {seat} played to the first trick.", seat=seat)
            facts["played_to_first"] = Known("yes", played)
        yield Found("wrong-number-of-cards", seat, says, facts, 1 if is_more else len(hand) + 1)


def whose_hand(seat: int, dealer: int) -> Known:
    """Return whether a hand is the dealer's."""
    if seat == dealer:
        return Known("dealers", _("Seat {seat} dealt.", seat=seat))
    return Known("others", _("Seat {dealer} dealt, and not seat {seat}.", dealer=dealer, seat=seat))


def short_deals(cards: CardRecord, dealer: int, game: Game) -> Iterator[Found]:
    """Yield each seat that threw fewer than three cards and yet had six left: it was dealt too few.

    Discards are counted only where the whole pack is accounted for, because often only some are written down.
    When it was noticed the record does not say.
    """
    if cards.discards is None or cards.stock is None:
        return
    thrown = {seat: cards.discards.get(seat, ()) for seat in cards.hands}
    told = sum(map(len, (*cards.hands.values(), *thrown.values(), cards.stock)))
    if told != len(PACK):
        return
    for seat, hand in cards.hands.items():
        if len(thrown[seat]) < FEWEST_THROWN and len(hand) == game.hand_size:
            says = _(
                "Seat {seat} threw {thrown} and had {left} left, so fewer than nine had been dealt to it.",
                seat=seat,
                thrown=len(thrown[seat]),
                left=len(hand),
            )
            facts = {"cards": Known("fewer", says), "whose": whose_hand(seat, dealer)}
            yield Found("wrong-number-of-cards", seat, says, facts)


def trumps_thrown(cards: CardRecord, trumps: Trumps, game: Game) -> Iterator[Found]:
    """Yield each seat with a trump among its discards, unless it held more trumps than a hand has room for.

    Law: Foster 1897, Cinch Laws, Discarding: a trump thrown by mistake stays once the cards drawn are lifted.
    A counting trump is one of these trumps. That it lies among the discards is no second offence: it is the
    deal's own points, which scoring gives by ``discard_points_to`` whoever threw them and for whatever reason
    (Foster 1897, Cinch Laws, Scoring; Chicago 1890, law 24), so that nothing of it is left to be ruled.
    """
    for seat, thrown in (cards.discards or {}).items():
        lost = [card for card in thrown if card in trumps.strength]
        if not lost:
            continue
        held = trumps_before_the_discard(seat, cards, trumps, game)
        if held is not None and held.value == "more":
            continue
        best = max(lost, key=trumps.strength.__getitem__)
        says = _("Seat {seat} threw {card}.", seat=seat, card=card_in_words(best))
        facts = {} if held is None else {"holds": held}
        if len(thrown) > FEWEST_THROWN:
            lifted = _("Seat {seat} drew cards and played with them.", seat=seat)
            facts |= {"lifted": Known("yes", lifted), "helped": Known("yes", lifted)}
        yield Found("trump-discarded", seat, says, facts)


def trumps_before_the_discard(seat: int, cards: CardRecord, trumps: Trumps, game: Game) -> Known | None:
    """Return whether a seat held more than six trumps before it threw; None where the record leaves it open.

    Which cards of the hand were drawn is not written down: at most all its trumps were, at least none.
    """
    thrown = (cards.discards or {}).get(seat, ())
    lost = sum(card in trumps.strength for card in thrown)
    kept = sum(card in trumps.strength for card in cards.hands[seat])
    drawn = max(0, len(thrown) - FEWEST_THROWN)
    if lost + kept <= game.hand_size:
        because = _("Seat {seat} threw and held no more than six trumps in all.", seat=seat)
        return Known("six-or-fewer", because)
    if lost + max(0, kept - drawn) > game.hand_size:
        because = _(
            "Seat {seat} threw and held more than six trumps, without those it can have drawn.", seat=seat
        )
        return Known("more", because)
    return None
