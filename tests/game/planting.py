"""Generate whole deals in JSON, regular or with a single irregularity, without using the program's code.

Suits, winners and turns are computed a second time here, in a simpler way.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

RANKS = "23456789TJQKA"
SUITS = "SHDC"
MATE = {"S": "C", "C": "S", "H": "D", "D": "H"}
SEATS = [1, 2, 3, 4]

IN_THE_PLAY = ["lead", "third-hand", "fourth-hand", "revoke"]
IN_THE_HANDS = ["seven-cards", "five-cards", "trump-thrown", "eight-dealt"]
IN_THE_BIDDING = ["before-eldest", "out-of-turn", "too-low", "above-fourteen", "bid-again", "bid-after-pass"]
PLANTS = [*IN_THE_PLAY, *IN_THE_HANDS, *IN_THE_BIDDING]


def plain_suit(card: str, trump: str) -> str:
    """Return the suit of a card; the five of the other suit of the trump's colour is a trump."""
    return trump if card == "5" + MATE[trump] else card[1]


def plain_winner(trick: list[list[Any]], trump: str) -> int:
    """Return the winner of a trick by comparing each card with the best card before it."""
    ladder = [trump + rank for rank in "234"] + [MATE[trump] + "5"] + [trump + rank for rank in "56789TJQKA"]

    def height(card: str, led: str) -> int:
        name = card[1] + card[0]
        if name in ladder:
            return 100 + ladder.index(name)
        return RANKS.index(card[0]) if card[1] == led else -1

    led = plain_suit(trick[0][1], trump)
    best = trick[0]
    for play in trick[1:]:
        if height(play[1], led) > height(best[1], led):
            best = play
    return int(best[0])


def after(seat: int) -> list[int]:
    """Return the seats clockwise, starting on the left of a seat."""
    return [(seat + step) % 4 + 1 for step in range(4)]


@dataclass
class Dealt:
    """A deal in JSON, and the irregularity in it: incident, seat and trick; None if the deal is regular.

    ``facts`` has facts of the irregularity that the record shows.
    """

    written: dict[str, Any]
    planted: tuple[str, int, int | None] | None = None
    facts: dict[str, str] = field(default_factory=dict)


@st.composite
def whole_deals(draw: st.DrawFn, plant: str | None = None) -> Dealt:
    """Generate a deal with its bidding and the whole pack, regular except for the planted irregularity.

    ``planted`` stays None where the cards gave no room for it.
    """
    chance = random.Random(draw(st.integers(0, 2**32)))
    dealer, trump = chance.choice(SEATS), chance.choice(SUITS)
    deal = Dealt({"dealer": dealer, "trump": trump})
    _bid(deal, plant if plant in IN_THE_BIDDING else None, chance)
    hands = _hand_out(deal, plant if plant in IN_THE_HANDS else None, chance)
    _play(deal, hands, plant if plant in IN_THE_PLAY else None, chance)
    return deal


def _bid(deal: Dealt, plant: str | None, chance: random.Random) -> None:
    """Add a bidding to the deal, in which each seat bids or passes in turn, except for the irregular bid."""
    order = after(deal.written["dealer"])
    bids, highest = [], 0
    for seat in order:
        bid = chance.randint(highest + 1, highest + 3) if chance.random() < 0.6 else 0
        bids.append([seat, bid])
        highest = max(highest, bid)
    said = [list(bid) for bid in bids]
    names = ["eldest", "dealers-partner", "pone", "dealer"]
    if plant in ("before-eldest", "out-of-turn"):
        early = chance.choice((1, 2, 3) if plant == "before-eldest" else (2, 3))
        waiting = 0 if plant == "before-eldest" else chance.randrange(1, early)
        said.insert(waiting, [said.pop(early)[0], 14])
        deal.planted = (f"bid-{plant}", order[early], None)
        deal.facts = {"waiting_for": names[waiting], "early_bidder": names[early]}
        if waiting == 0:
            deal.facts = {"bidder": names[early]}
    elif plant == "too-low":
        later = [index for index in range(1, 4) if max(bid for _, bid in said[:index])]
        if later:
            index = chance.choice(later)
            seat = order[index]
            said[index][1] = chance.randint(1, max(bid for _, bid in said[:index]))
            deal.planted = ("bid-too-low", seat, None)
            deal.facts = {"bid_before": "yes", "bidder": names[index]}
    elif plant == "above-fourteen":
        index = chance.randrange(4)
        said[index][1] = chance.randint(15, 40)
        deal.planted = ("bid-above-fourteen", order[index], None)
    elif plant in ("bid-again", "bid-after-pass"):
        is_again = plant == "bid-again"
        spoken = [index for index, (_, bid) in enumerate(said) if bool(bid) is is_again]
        if spoken:
            index = chance.choice(spoken)
            bid = chance.choice([0, said[index][1] + 1]) if is_again else 13
            said.insert(chance.randint(index + 1, 4), [order[index], bid])
            change = "another-number" if bid else "withdraw"
            deal.planted = ("bid-changed", order[index], None)
            deal.facts = {"change": change if is_again else plant}
    best = max(bids, key=lambda bid: bid[1])
    deal.written |= {"bidding": said, "bid": best[1], "maker": best[0] if best[1] else deal.written["dealer"]}


def _hand_out(deal: Dealt, plant: str | None, chance: random.Random) -> dict[int, list[str]]:
    """Deal six cards to each seat, all trumps among them, except for the irregularity. Return the hands.

    The discards and the pack have the other plain cards.
    """
    trump, dealer = deal.written["trump"], deal.written["dealer"]
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    trumps = [card for card in pack if plain_suit(card, trump) == trump]
    plain = chance.sample([card for card in pack if card not in trumps], 38)
    played = chance.sample([*trumps, *plain[:10]], 24)
    rest = plain[10:]
    hands = {seat: played[6 * place : 6 * place + 6] for place, seat in enumerate(SEATS)}
    thrown = {seat: [rest.pop() for _ in range(3)] for seat in SEATS}
    for _ in range(chance.randint(0, 10)):
        thrown[chance.choice(SEATS)].append(rest.pop())
    seat = chance.choice(SEATS)
    whose = "dealers" if seat == dealer else "others"
    if plant == "seven-cards":
        hands[seat].append(rest.pop())
        deal.planted = ("wrong-number-of-cards", seat, 1)
        deal.facts = {"stage": "in-play", "cards": "more", "whose": whose, "played_to_first": "yes"}
    elif plant == "five-cards" and (lost := [card for card in hands[seat] if card not in trumps]):
        hands[seat].remove(lost[0])
        rest.append(lost[0])
        deal.planted = ("wrong-number-of-cards", seat, 6)
        deal.facts = {"stage": "in-play", "cards": "fewer", "whose": whose}
    elif plant == "eight-dealt":
        rest += thrown[seat][2:]
        thrown[seat] = thrown[seat][:2]
        deal.planted = ("wrong-number-of-cards", seat, None)
        deal.facts = {"cards": "fewer", "whose": whose}
    elif plant == "trump-thrown" and (lost := [card for card in hands[seat] if card in trumps]):
        hands[seat].remove(lost[0])
        hands[seat].append(rest.pop())
        thrown[seat].append(lost[0])
        deal.planted = ("trump-discarded", seat, None)
        deal.facts = {"holds": "six-or-fewer", "lifted": "yes", "helped": "yes"}
    deal.written |= {
        "hands": {str(each): list(hand) for each, hand in hands.items()},
        "discards": {str(each): cards for each, cards in thrown.items()},
        "stock": rest,
    }
    return hands


def _play(deal: Dealt, hands: dict[int, list[str]], plant: str | None, chance: random.Random) -> None:
    """Play six tricks at random and lawfully, except for the irregularity in a single trick."""
    trump, maker = deal.written["trump"], deal.written["maker"]
    when = chance.randrange(6)
    leader, tricks = maker, []
    for number in range(6):
        is_now = plant is not None and number >= when and deal.planted is None
        order = [seat for seat in [leader, *after(leader)[:3]] if hands[seat]]
        if is_now and plant == "lead":
            wrong = chance.choice(order[1:])
            deal.planted = ("lead-out-of-turn", wrong, number + 1)
            turn = "offenders-partner" if (wrong - leader) % 2 == 0 else "adversary"
            deal.facts = {"offender": _part(wrong, maker), "turn_of": turn, "followed": "all"}
            order = [wrong, *after(wrong)[:3]]
        elif is_now and plant in ("third-hand", "fourth-hand"):
            first = 1 if plant == "third-hand" else 2
            order[first], order[first + 1] = order[first + 1], order[first]
            deal.planted = ("play-out-of-turn", order[first], number + 1)
            hand, before = ("third", "second") if first == 1 else ("fourth", "third")
            deal.facts = {"offender": _part(order[first], maker), "hand": hand, "before": before}
        trick: list[list[Any]] = []
        for seat in order:
            card = _choose(deal, seat, trick, hands, plant if is_now else None, number, chance)
            hands[seat].remove(card)
            trick.append([seat, card])
        leader = plain_winner(trick, trump)
        tricks.append(trick)
    deal.written["tricks"] = tricks


def _choose(
    deal: Dealt,
    seat: int,
    trick: list[list[Any]],
    hands: dict[int, list[str]],
    plant: str | None,
    number: int,
    chance: random.Random,
) -> str:
    """Choose a lawful card, or a revoke if a revoke is planned and possible."""
    hand, trump, maker = hands[seat], deal.written["trump"], deal.written["maker"]
    if not trick:
        return chance.choice(hand)
    led = plain_suit(trick[0][1], trump)
    following = [card for card in hand if plain_suit(card, trump) == led]
    lawful = [card for card in hand if not following or plain_suit(card, trump) in (led, trump)]
    wrong = [card for card in hand if card not in lawful]
    if plant != "revoke" or deal.planted is not None or not wrong:
        return chance.choice(lawful)
    deal.planted = ("revoke", seat, number + 1)
    only_left = led == trump and following == ["5" + MATE[trump]]
    act = "left-pedro-kept" if only_left else "neither-followed-nor-trumped"
    deal.facts = {"offender": _part(seat, maker), "act": act, "trick": "turned"}
    if led == trump:
        deal.facts["led"] = "trump"
    return chance.choice(wrong)


def _part(seat: int, maker: int) -> str:
    if seat == maker:
        return "maker"
    return "makers-partner" if (seat - maker) % 2 == 0 else "adversary"
