"""The act that each incident describes, to find situations that two incidents can describe.

An act is one event at the table, or one question put there. Two incidents without a common act describe
different situations. For a shared act, each incident lists its ways: the facts that the incident then has,
and the situation in terms common to all incidents of the act. Two ways overlap unless a common term differs.
"""

from collections.abc import Mapping, Sequence

Facts = Mapping[str, str | tuple[str, ...]]
Way = tuple[Facts, Facts]

ALONE: Mapping[str, Mapping[str, str]] = {
    "before the game": {
        "table-too-many": "players come to make up a table",
        "cutting-out": "a game ends while others wait for a place",
        "cut-tie": "equal cards are cut for partners",
        "cut-tie-elsewhere": "equal cards are cut for something else than partners",
        "cut-two-cards-shown": "a player shows more than one card in cutting for partners, seats or the deal",
        "cut-ace-disputed": "the rank of the ace in cutting is asked",
    },
    "the pack is made ready": {
        "card-seen-in-shuffling": "a card is seen while the pack is shuffled or offered",
        "pack-cut-wrongly": "the pack is cut, and not as it should be",
        "pack-not-cut": "the pack is not cut",
        "faced-card": "a card lies face up in the pack before anybody touches it",
        "imperfect-pack": "the pack has other cards than it should",
        "wrong-pack": "the pack of the other side is dealt",
        "dealt-out-of-turn": "somebody deals whose turn it is not",
    },
    "the bidding": {
        "bid-before-eldest": "somebody bids before the eldest hand has spoken",
        "bid-out-of-turn": "somebody bids ahead of another after the eldest hand has spoken",
        "bid-changed": "a player who has spoken speaks again",
        "nobody-bid": "nobody bids",
    },
    "the draw": {
        "discarded-out-of-order": "somebody discards before their turn",
        "plain-card-kept": "a plain card is not thrown",
        "dealer-robs-wrongly": "the dealer looks for cards among those on the table",
        "blind-cinch-cards-touched": "a player takes up the four blind cards",
        "auction-cinch-called-card": "a card is called and brings no partner",
    },
    "the play": {
        "first-lead-not-trump": "the maker, whose lead it is, leads a plain card first",
        "two-cards-played": "a player plays two or more cards to one trick",
        "exposed-card-call": "an exposed card is called",
        "exposed-trump-barred": "an exposed trump is forbidden",
        "lead-with-exposed-card": "a player with an exposed card leads another in turn",
        "penalty-refused": "a player does not do what a penalty asks",
        "revoke": "a player does not follow suit",
        "revoke-established": "the last moment for putting a revoke right is asked",
        "revokes-by-both-sides": "two players of different sides do not follow suit",
        "bid-after-revoke": "the fate of the bid after a revoke is asked",
        "cards-drawn-asked": "the number of cards that somebody drew is asked",
        "last-trick-inspected": "a trick that is turned is asked for",
        "bystander-remark": "somebody who does not play speaks",
        "bystander-asked": "a question is put to somebody who does not play",
    },
    "the score": {
        "auction-cinch-several-out": "several players reach the game on one deal",
    },
    "Seven-up": {
        "seven-up-revoke": "a player does not follow suit",
        "seven-up-misdeal": "the pack is wrong, has a card face up or is not cut",
        "seven-up-wrong-number": "a hand has a wrong number of cards",
        "seven-up-looked-too-soon": "a player looks at their cards too soon",
        "seven-up-out-of-turn": "a player leads or plays out of turn",
    },
    "California Jack and All Fives": {
        "california-jack-revoke": "a player does not follow suit at California Jack",
        "california-jack-misdeal": "the pack or the deal is wrong at California Jack",
        "all-fives-revoke": "a player does not follow suit at All Fives",
    },
    "Auction Pitch": {
        "auction-pitch-revoke": "a player does not follow suit",
        "auction-pitch-out-of-turn": "a player leads or plays when it is another's turn",
        "auction-pitch-misdeal": "the pack or the deal is wrong",
        "auction-pitch-bid-out-of-turn": "a player bids when it is another's turn",
        "auction-pitch-bid-puts-seller-out": "a player bids so much that it would give the seller the game",
        "auction-pitch-pitched-unasked": "the eldest hand, whose lead it is, pitches before the bidding",
        "auction-pitch-wrong-card-pitched": "the pitcher, whose lead it is, pitches an unintended card",
    },
    "Pedro": {
        "pedro-revoke": "a player does not follow suit",
        "pedro-out-of-turn": "a player leads or plays when it is another's turn",
        "pedro-misdeal": "the pack or the deal is wrong",
        "pedro-bid-out-of-turn": "a player bids when it is another's turn",
        "pedro-bid-puts-seller-out": "a player bids so much that it would give the seller the game",
        "pedro-pitched-unasked": "the eldest hand, whose lead it is, pitches before the bidding",
        "pedro-wrong-card-pitched": "the pitcher, whose lead it is, pitches an unintended card",
    },
    "any game without a law of its own": {
        "any-game-misdeal": "the dealer misdeals",
        "any-game-bid-out-of-turn": "somebody bids out of turn",
        "any-game-exposed-card": "a card is exposed",
        "any-game-false-lead": "somebody leads out of turn",
        "any-game-misled": "an adversary's error leads somebody into another",
        "any-game-short-hand": "somebody plays on with too few cards where suit need not be followed",
    },
}
"""The act of each incident that shares its act with no other incident, by phase or game."""


def facts(**values: str | tuple[str, ...]) -> Facts:
    """Return facts of an incident, or terms of a situation."""
    return values


def each(fact: str, term: str, values: Sequence[str], **more: str) -> list[Way]:
    """Return one way for each value of a fact.

    The situation of a way has the same value under ``term``.
    """
    return [({fact: value, **more}, {term: value}) for value in values]


WRONG_HANDS: list[Way] = [
    (facts(noticed=noticed, hands_right=right), facts(found=found, wrong=wrong))
    for noticed, found in (
        (("before-last-three", "before-bid"), "before a bid"),
        ("after-bid", "after a bid"),
    )
    for right, wrong in (("three", "one"), ("fewer", "several"))
]
"""The ways in which an uneven round or a misplaced card leaves a wrong number of cards in hands."""

TOUCHED = ("none", "one", "both")
SEEN_FROM_THE_DEALER = ("dealers-adversary", "dealers-partner", "dealer")
TOLD = [
    (facts(by=by, bid_accepted=accepted), facts(by=by, accepted=accepted))
    for by in SEEN_FROM_THE_DEALER
    for accepted in (("no",) if by == "dealer" else ("yes", "no"))
]
"""The ways to reveal a suit in the bidding: who reveals it, and whether the dealer had accepted the bid."""

SHARED: Mapping[str, Mapping[str, Sequence[Way]]] = {
    "a hand gets a wrong number of cards in the deal": {
        "wrong-number-of-cards": [
            (facts(stage="before-bid"), facts(found="before a bid")),
            (facts(stage="bidding", others_right="yes"), facts(found="after a bid", wrong="one")),
            (facts(stage="bidding", others_right="no"), facts(found="after a bid", wrong="several")),
            (
                facts(stage="before-play", came_about="dealt", others_right="yes"),
                facts(found="after a bid", wrong="one"),
            ),
            (
                facts(stage="before-play", came_about="dealt", others_right="no"),
                facts(found="after a bid", wrong="several"),
            ),
            (facts(stage="in-play"), facts(found="after a bid")),
        ],
        "uneven-round": WRONG_HANDS,
        "card-misplaced": [({**way, "next_dealt": "yes"}, terms) for way, terms in WRONG_HANDS],
        "dealer-interrupted": [(facts(misdealt="yes"), {})],
    },
    "a player who has bid holds a wrong number of cards": {
        "wrong-number-of-cards": each("cards", "cards", ("more", "fewer"), stage="bidding"),
        "bid-with-wrong-hand": each("cards", "cards", ("more", "fewer")),
    },
    "a round is dealt unevenly, and every hand has its number": {
        "uneven-round": [(facts(hands_right="all"), {})],
        "dealer-interrupted": [(facts(misdealt="other"), {})],
    },
    "a card is dealt to the wrong place, and every hand has its number": {
        "card-misplaced": [(facts(next_dealt="yes", hands_right="all"), {})],
        "dealer-interrupted": [(facts(misdealt="other"), {})],
    },
    "the dealer counts cards": {
        "cards-counted": [({}, {})],
        "dealer-interrupted": [(facts(misdealt="other"), {})],
    },
    "the dealer turns up a card of their own in dealing": {
        "card-exposed-in-dealing": each("touched", "touched", TOUCHED, exposed_by="dealer", whose="dealers"),
        "trump-turned-up": each("touched", "touched", TOUCHED, turned_card="own"),
    },
    "a card is shown before the trump is named": {
        "card-exposed": [(facts(how="faced", trump_named="no"), {})],
        "card-shown-before-trump": [({}, {})],
        "card-exposed-in-dealing": [({}, {})],
    },
    "the suit of a bid is told": {
        "suit-named-early": [({**way, "how": "hinted"}, terms) for way, terms in TOLD],
        "card-shown-before-trump": [({**way, "tells_suit": "yes"}, terms) for way, terms in TOLD],
        "card-exposed": [(facts(how="named", trump_named="no"), {})],
    },
    "the dealer wants the trump for no more than another bid": {
        "dealer-declines": [(facts(dealer="neither"), {})],
        "bid-too-low": [(facts(bid_before="yes", bidder="dealer"), {})],
    },
    "somebody bids more than fourteen": {
        "bid-above-fourteen": [({}, {})],
        "dealer-declines": [(facts(dealer="raises", at_fourteen="yes"), {})],
    },
    "a trump is thrown and stays": {
        "trump-discarded": [(facts(lifted="yes"), {})],
        "points-in-discards": [(facts(found_in="discards"), {})],
    },
    "a trump is left in the pack": {
        "trumps-left-over": each("players", "players", ("four", "fewer")),
        "points-in-discards": each("players", "players", ("four", "fewer"), found_in="pack"),
    },
    "a hand comes to a wrong number of cards by the draw": {
        "wrong-number-asked": [
            (
                facts(cards=cards, whose_error=error, next_helped=helped),
                facts(cards=term, error=error, helped=helped),
            )
            for cards, term in (("too-many", "more"), ("too-few", "fewer"))
            for error in ("player", "dealer")
            for helped in ("yes", "no")
        ],
        "too-few-discarded": [({}, facts(cards="more", error="too few thrown", begun="no"))],
        "cards-declined": [({}, facts(cards="fewer", error="declined"))],
        "pack-too-small": [({}, facts(cards="fewer", error="pack"))],
        "wrong-number-of-cards": [
            *(
                (
                    facts(stage="before-play", came_about=came_about, cards=cards),
                    facts(cards=cards, error=error, begun="no", helped="yes"),
                )
                for came_about, error in (
                    *(("asked", "player"), ("given", "dealer")),
                    ("not-thrown", "too few thrown"),
                )
                for cards in ("more", "fewer")
            ),
            *each("cards", "cards", ("more", "fewer"), stage="bidding"),
            *(
                (facts(stage="in-play", cards=cards), facts(cards=cards, begun="yes"))
                for cards in ("more", "fewer")
            ),
        ],
    },
    "a card in the hand is named in the play": {
        "card-exposed": [(facts(how="named", trump_named="yes"), {})],
        "remark-on-trick": [(facts(act="names-card", speaker_played="no"), {})],
    },
    "something is said about the trick": {
        "remark-on-trick": each("speaker_played", "spoke", ("yes", "no"), act="other"),
        "cards-to-be-placed": each("speaker_played", "spoke", ("yes", "no"), words="more"),
    },
    "a card is played when another was to lead": {
        "lead-out-of-turn": each("turn_of", "turn", ("offenders-partner", "adversary")),
        "play-out-of-turn": [
            (facts(before="first", hand=("second", "fourth")), facts(turn="adversary")),
            (facts(before="first", hand="third"), facts(turn="offenders-partner")),
        ],
    },
    "a card is shown at Seven-up while the cards are dealt": {
        "seven-up-exposed-card": [(facts(how="shown"), {})],
        "seven-up-card-shown-in-dealing": [({}, {})],
    },
}
"""The acts that more than one incident can describe, with the ways of each incident."""
