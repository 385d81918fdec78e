"""Which points can be made together, worked out from the cards themselves: a model beside the program's.

For each game every choice of trumps in the hands is tried, with each way of turning up cards. Only the ranks
that count are told apart; "x" is some other trump.
"""

from functools import cache
from itertools import chain, combinations

from laws.domain.lawset import LawSet
from scoring.game.games import GameKind

OTHER = "x"
CARDS = {
    "jack": "J", "ace": "A", "king": "K", "queen": "Q", "ten": "T", "five": "5", "three": "3", "nine": "9",
    "joker": "JK", "snoozer": "JK",
}  # fmt: skip
TURNED = {"J": ("turned-jack", "second-turned-jack"), "6": ("turned-six",), "A": ("turned-ace",)}
EVERY_CARD_PLAYED = ("california-jack", "shasta-sam")
FIRST_LEAD_IS_TRUMP = (
    *(
        "blind-all-fours",
        "auction-pitch",
        "pitch-to-the-board",
        "smudge",
        "pedro",
        "pedro-sancho",
        "dom-pedro",
    ),
)


def subsets(names):
    names = list(names)
    return map(frozenset, chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)))


@cache
def reachable(laws: LawSet, game: GameKind) -> frozenset[frozenset[str]]:
    """Return every set of points that a deal of a game without discards can bring."""
    figures = laws.for_game(game.slug)
    names = figures.points().keys()
    cards = {name: CARDS[name] for name in names if name in CARDS}
    if game.slug in ("pedro", "pedro-sancho", "dom-pedro"):
        cards["game"] = "T"  # Foster 1897, Pedro: Game is the ten
    sets = set()
    for awards, on_the_pack in turnings(names, figures["turned_again"] == "scores"):
        for trumps in subsets({*cards.values(), OTHER} - {on_the_pack} | {OTHER}):
            if game.slug in EVERY_CARD_PLAYED and trumps != {*cards.values(), OTHER}:
                continue
            if game.slug in FIRST_LEAD_IS_TRUMP and not trumps:
                continue
            made = awards | {name for name, rank in cards.items() if rank in trumps}
            made |= {"high", "low"} if trumps - {"JK"} else set()
            sets.add(frozenset(made))
            if "game" not in cards:
                sets.add(frozenset(made | {"game"}))
    return frozenset(sets)


def turnings(names, is_turned_again):
    """Yield what turned cards and the dealer's answer make, and the rank of the trump on the pack."""
    if "gift" not in names:
        yield frozenset(), ""
        return
    gifts = {"gift", "second-gift"} & names
    for first in ("J", "6", "A", OTHER):
        for given in (set(), gifts):
            yield frozenset(scored([first], names) | given), first
        for last in ("J", "6", "A", OTHER):
            yield frozenset(scored([first, last] if is_turned_again else [first], names)), last


def scored(ranks, names):
    """Return the dealer's points for cards of these ranks."""
    return {
        TURNED[rank][count]
        for rank in TURNED
        for count in range(min(ranks.count(rank), len(TURNED[rank])))
        if TURNED[rank][count] in names
    }
