"""A model of the points that sides can make on one deal, computed from the cards without the program's code.

For each game, every choice of trumps in the hands is tried. In games with a turn-up, every way of turning up
cards is tried too. In games with discards, every place of the other counting cards is tried. Ranks that do
not count are not distinguished: "x" is any other trump.
"""

from functools import cache
from itertools import chain, combinations, product

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


HAND, DISCARDS, PACK = "hand", "discards", "pack"
CINCH_CARDS = {"high": "A", "low": "2", "jack": "J", "game": "T", "right-pedro": "5", "left-pedro": "mate-5"}
HIGHEST_IS_HIGH = ("chicago-1890", "modern-book")
"""The law sets of Cinch in which the highest trump in a hand is High and the lowest is Low.

Chicago 1890, law 13. The modern book says so of all its games.
"""
ALL_COUNT = (
    *(("foster-1897", game) for game in ("cinch", "blind-cinch", "sixty-three")),
    ("chicago-1890", "cinch"),
)
"""The law sets and games in which no counting card stays in the pack.

Foster 1897, Cinch Laws, Scoring: fourteen on every deal. Chicago 1890, law 36: what the dealer leaves lies
among the discards.
"""
IN_THE_WIDOW = 4
"""The cards of the widow, the only cards that are not dealt (Foster 1897, Widow Cinch)."""

Way = tuple[frozenset[str], frozenset[str]]
"""The points that sides make on a deal, and the points among the discards."""


def subsets(names):
    names = list(names)
    return map(frozenset, chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)))


@cache
def reachable(laws: LawSet, game: GameKind) -> frozenset[Way]:
    """Return every possible outcome of a deal."""
    if game.slug.endswith("cinch") or game.slug == "sixty-three":
        return frozenset(with_discards(laws, game))
    return frozenset((made, frozenset()) for made in without_discards(laws, game))


def with_discards(laws, game):
    """Yield the outcome for each place of the counting cards, with and without another trump in a hand."""
    places = [HAND, DISCARDS] if (laws.slug, game.slug) in ALL_COUNT else [HAND, DISCARDS, PACK]
    for lying in product(places, repeat=len(CINCH_CARDS)):
        where = dict(zip(CINCH_CARDS, lying, strict=True))
        if game.slug == "widow-cinch" and lying.count(PACK) > IN_THE_WIDOW:
            continue
        for has_other in (True, False):
            found = dict(where)
            if laws.slug in HIGHEST_IS_HIGH and (has_other or HAND in lying):
                found |= {"high": HAND, "low": HAND}
            yield tuple(
                frozenset(name for name, place in found.items() if place == wanted)
                for wanted in (HAND, DISCARDS)
            )


def without_discards(laws, game):
    """Yield every set of points that the trumps in the hands and the cards turned up can make."""
    figures = laws.for_game(game.slug)
    names = figures.points().keys()
    cards = {name: CARDS[name] for name in names if name in CARDS}
    if game.slug in ("pedro", "pedro-sancho", "dom-pedro"):
        cards["game"] = "T"  # Foster 1897, Pedro: Game is the ten
    for awards, on_the_pack in turnings(names, figures["turned_again"] == "scores"):
        for trumps in subsets({*cards.values(), OTHER} - {on_the_pack} | {OTHER}):
            if game.slug in EVERY_CARD_PLAYED and trumps != {*cards.values(), OTHER}:
                continue
            if game.slug in FIRST_LEAD_IS_TRUMP and not trumps:
                continue
            made = awards | {name for name, rank in cards.items() if rank in trumps}
            made |= {"high", "low"} if trumps - {"JK"} else set()
            yield frozenset(made)
            if "game" not in cards:
                yield frozenset(made | {"game"})


def turnings(names, is_turned_again):
    """Yield each way of turning up cards: the points of turned cards and gifts, and the last trump's rank.

    The trump that was turned last lies on the pack, so no hand has it.
    """
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
    """Return the points that the dealer makes by turning up cards of these ranks."""
    return {
        TURNED[rank][count]
        for rank in TURNED
        for count in range(min(ranks.count(rank), len(TURNED[rank])))
        if TURNED[rank][count] in names
    }
