"""Decide which effects of two offences exclude each other.

A deal raises questions that can have only one answer, for example who deals next (`Point`). Two effects
exclude each other if they answer the same question differently for the same player or thing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from laws.domain.effects import Effect
from laws.domain.roles import PLACEHOLDER
from laws.domain.sentences import _

EARLIER = "the earlier"


@dataclass(frozen=True, slots=True)
class Point:
    """A question that can have only one answer in a deal, such as who deals next.

    - ``about``: the question.
    - ``prevails``: the answer that overrides all others. EARLIER stands for the answer of the offence that
      came first. Empty if no law decides.
    - ``says``: the reason why this answer overrides others; empty if no law decides.
    - ``together``: pairs of answers that do not exclude each other.
    """

    about: str
    prevails: str = ""
    says: str = ""
    together: frozenset[frozenset[str]] = frozenset()


def _pairs(*pairs: tuple[str, str]) -> frozenset[frozenset[str]]:
    return frozenset(map(frozenset, pairs))


POINTS: Mapping[str, Point] = {
    # Foster 1897, Cinch, Irregularities in Playing; Chicago 1890, law 31: an offender can score nothing.
    "score": Point(
        "whether somebody scores on the deal",
        "nothing",
        _("Whoever can score nothing on this deal scores nothing, whatever the other law gives."),
    ),
    "bid": Point(
        "what becomes of the maker's bid",
        together=_pairs(("waived", "made"), ("waived", "not-added"), ("made", "not-added")),
    ),
    "set-back": Point("whether somebody can be set back"),
    # Chicago 1890, law 31: a maker who has revoked is set back, whatever the side has made.
    "made": Point(
        "whether a bid that was made counts",
        "set-back",
        _("Whoever is set back for a revoke is set back whether or not the bid was made."),
    ),
    "points": Point("who counts the points of certain cards"),
    "trick": Point("to whom a trick belongs"),
    "earlier-scores": Point("whether earlier scores are kept"),
    "trump": Point("who names the trump, and whether by a bid"),
    # Foster 1897, Cinch Laws, Irregular Bids: once the pone has bid too early, the dealer may bid before the
    # dealer's partner. Once the dealer has bid before that partner, the pone may still bid.
    "turn": Point(
        "whether a player may still bid",
        EARLIER,
        _("Who may still bid is decided by the error that came first."),
    ),
    "bidders": Point("to whom the bidding is left"),
    "bid-said": Point("what a bid counts as"),
    "act": Point(
        "whether what was done stands",
        "undone",
        _("What may stand as far as one error goes is undone by the other one."),
    ),
    "next-deal": Point("who deals the next deal"),
    "place": Point(
        "whether cards stay where they are",
        together=_pairs(("back", "may-go-back"), ("may-go-back", "face-up")),
    ),
    "call": Point("whether a card may be called"),
    "sight": Point("whether cards may be looked at"),
    "card": Point("which card a player plays to a trick"),
    "lead": Point("what a player leads"),
    "trumping": Point("whether a player trumps the trick"),
    "winning": Point("whether a player wins the trick"),
    "next-lead": Point("who leads to the next trick"),
    "revoke": Point("whether a revoke can be put right", together=_pairs(("must", "may"))),
    "hand": Point(
        "how a wrong number of cards is put right",
        together=_pairs(("thrown", "on-the-pack"), ("drawn", "on-the-pack")),
    ),
    "in-time": Point("whether a wish comes in time"),
    "answer": Point("who answers a question, if anybody"),
    "cut-ace": Point("how the ace counts in cutting"),
    "first-game": Point("who plays the first game"),
}

DEAL, ACT, TRICK = "deal", "act", "trick"
"""The subject of a claim about no player and no cards: the deal, the act of the offence, or its trick."""

Claim = tuple[str, str, str]
"""What an effect claims: the name of a question (`Point`), the player or thing concerned, and the answer.

A name in braces stands for the value of that parameter. After a player, ``@act`` limits the claim to the act
of the offence, ``@trick`` to the trick of that act.
"""

CLAIMS: Mapping[str, tuple[Claim, ...]] = {
    # The score
    "side-cannot-score": (("score", "{side}", "nothing"),),
    "no-points": (("score", "both-sides", "nothing"),),
    "cannot-count anything": (("score", "{who}", "nothing"),),
    "bid-waived": (("score", "makers-side", "all"), ("bid", DEAL, "waived"), ("set-back", "maker", "no")),
    "bid-made": (("score", "makers-side", "all"), ("bid", DEAL, "made"), ("made", "maker", "made")),
    "bid-to-adversaries": (("score", "makers-adversaries", "all"), ("bid", DEAL, "to-adversaries")),
    "bid-not-added": (("bid", DEAL, "not-added"),),
    "not-set-back": (("score", "{who}", "all"), ("set-back", "{who}", "no")),
    "set-back": (("set-back", "{who}", "yes"), ("made", "{who}", "set-back")),
    "set-back-by": (("set-back", "{who}", "yes"),),
    # The eldest hand is set back only for a pitch before the bidding. This pitch makes eldest the maker.
    "set-back-by eldest": (("set-back", "maker", "yes"),),
    "points-to-maker": (("points", "{points}", "maker"),),
    "points-dead": (("points", "{points}", "nobody"),),
    "award-trick": (("trick", TRICK, "{side}"),),
    "award-points": (("trick", TRICK, "{side}"),),
    "earlier-scores-stand": (("earlier-scores", DEAL, "yes"),),
    "game-restarts": (("earlier-scores", DEAL, "no"),),
    # The bidding
    "has-the-trump": (("trump", DEAL, "with-a-bid {who}"),),
    "names-trump": (("trump", DEAL, "without-a-bid {who}"),),
    "forced-bid": (("trump", DEAL, "forced {who}"),),
    "loses-bid": (("turn", "{who}", "lost"), ("bidders", "{who}", "lost")),
    "may-bid-before": (("turn", "{who}", "kept"),),
    "may-overbid": (("turn", "{who}", "kept"),),
    "bid-higher-or-pass": (("turn", "{who}", "kept"),),
    "bids-alone": (("bidders", "{who}", "left"),),
    "bid-void": (("bid-said", ACT, "void"), ("act", ACT, "undone")),
    "first-bid-stands": (("bid-said", ACT, "first"),),
    "counts-as-highest": (("bid-said", ACT, "highest"),),
    # The play
    "stands": (("act", ACT, "stands"),),
    "take-back": (("place", "{cards}", "back"), ("act", ACT, "undone")),
    "may-take-back": (("place", "{cards}", "may-go-back"),),
    "stays": (("place", "{cards}", "stays"),),
    "shown-face-up": (("place", "{cards}", "face-up"), ("sight", "{cards}", "yes")),
    "may-see": (("sight", "{cards}", "yes"),),
    "may-not-see": (("sight", "{cards}", "no"),),
    "card-exposed": (("call", "{cards}", "yes"), ("sight", "{cards}", "yes")),
    "not-callable": (("call", "{cards}", "no"),),
    "must-play": (("card", "{who} @trick", "{cards}"), ("call", "{cards}", "yes")),
    "may-not-play": (("call", "{cards}", "no"),),
    "must-lead": (("lead", "{who} @trick", "{suit}"),),
    "must-trump": (("trumping", "{who} @trick", "yes"),),
    "must-not-trump": (("trumping", "{who} @trick", "no"),),
    "must-win": (("winning", "{who} @trick", "yes"),),
    "must-lose": (("winning", "{who} @trick", "no"),),
    "leads-next": (("next-lead", TRICK, "{who}"),),
    "put-right": (("revoke", ACT, "must"),),
    "may-put-right": (("revoke", ACT, "may"),),
    "established": (("revoke", ACT, "too-late"),),
    "call-too-late": (("in-time", ACT, "no"),),
    "placing-too-late": (("in-time", ACT, "no"),),
    "cards-placed": (("in-time", ACT, "yes"),),
    "decides-question": (("answer", ACT, "{who}"),),
    "not-answered": (("answer", ACT, "nobody"),),
    # The hands
    "correct-hand": (("hand", "{who} @act", "made-up {source}"),),
    "discard-surplus": (("hand", "{who} @act", "thrown"),),
    "draw-superfluous": (("hand", "offender @act", "drawn"),),
    "surplus-on-pack": (("hand", "offender @act", "on-the-pack"),),
    # The deal and the table
    "next-deal-by": (("next-deal", DEAL, "{who}"),),
    "ace-in-cut": (("cut-ace", DEAL, "{rank}"),),
    "plays-first": (("first-game", DEAL, "{players}"),),
}
"""The claims of each kind of effect.

Some keys are a kind and the value of a parameter, such as "set-back-by eldest". For an effect with that
value, this entry replaces the entry of the kind.
"""

NEVER_EXCLUDE: Mapping[str, str] = {
    "no-penalty": "Nothing follows from the one error, whatever follows from the other.",
    "others-score": "The others are those whom no law bars from scoring.",
    "cannot-count": "Points that are not counted go with any score.",
    "score-up": "Penalties in figures add up.",
    "score-down": "Penalties in figures add up.",
    "stops-short": "A score may stop short whatever is scored.",
    "seller-stops-short": "A payment may stop short whatever is paid.",
    "pays-the-pool": "Each pays their own counter.",
    "stakes-penalty": "A bystander's payment has no bearing on the deal.",
    "stake-divided": "The stake is divided after the deal.",
    "may-play-on": "A side may play out any hand.",
    "may-bar-card": "A right that nobody has to use takes nothing from another law.",
    "may-play-before": "It is a matter of the order in one trick.",
    "pay-penalty": "The penalty is still due, whatever else is.",
    "counts-as-revoke": "Something may count as a revoke whatever else it is.",
    "other-bids-stand": "The other bids are those that no law takes away.",
    "plays-with-the-maker": "Whose partner a player is has no bearing on a penalty.",
    "new-deal": "It ends the deal: the table of pairs says what becomes of the other error.",
    "deal-stopped": "It ends the deal: the table of pairs says what becomes of the other error.",
    "corrected": "The dealing goes on unless the other law ends the deal.",
    "fresh-cut": "A cut is made as often as a law asks for it.",
    "reshuffle": "A pack is shuffled as often as a law asks for it.",
    "gives-way": "Each place is settled by itself.",
    "table-complete": "A table may be complete whoever plays.",
    "pairs": "How partners are cut for is the same at every cut.",
    "only-the-tie": "It is said of its own cut.",
}
"""The kinds of effect that never exclude another effect, each with the reason."""


@cache
def claims_of(effect: Effect) -> tuple[Claim, ...]:
    """Return the claims of an effect (see `Claim`), with the values of its parameters filled in.

    A kind of effect that never excludes another effect has no claims. If a director ordered the effect for a
    numbered side or seat, the parameter for the player can be missing. Then a claim about this player names
    nobody, and excludes no other claim.
    """
    values = dict(effect.parameters)
    named = (f"{effect.kind} {value}" for value in values.values())
    key = next((name for name in named if name in CLAIMS), effect.kind)
    return tuple(
        (point, _filled(about, values), _filled(answer, values))
        for point, about, answer in CLAIMS.get(key, ())
    )


def _filled(text: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda match: values.get(match[1], ""), text)


Whom = frozenset[object]
"""A set of identifiers of players or things. Different players have different identifiers."""

WhoIs = Callable[[int, str], Whom]
"""A function that returns the players or things that a name such as "maker" means in an offence.

Its arguments are the offence (0 or 1) and the name.
"""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two effects that exclude each other: one of the first offence, then one of the second.

    ``prevails`` is the offence (0 or 1) whose effect is carried out, None if no law decides. ``is_ordered``
    means that ``prevails`` follows a director's order and not a law.
    """

    point: str
    effects: tuple[Effect, Effect]
    prevails: int | None
    is_ordered: bool = False


def clashes(
    first: tuple[Effect, ...], second: tuple[Effect, ...], who_is: WhoIs, earlier: int | None
) -> Iterator[Clash]:
    """Yield each clash between an effect of one offence and an effect of the other.

    Two effects clash once for each question (`Point`) to which their answers exclude each other. ``earlier``
    is the offence (0 or 1) that came first, None if unknown.

    An effect that is overridden in one clash is not carried out. Therefore its other clashes need no
    decision, and are left out if no law decides them.
    """
    found = list(_clashes(first, second, who_is, earlier))
    lost = {
        (1 - clash.prevails, clash.effects[1 - clash.prevails])
        for clash in found
        if clash.prevails is not None
    }
    for clash in found:
        if clash.prevails is not None or lost.isdisjoint(enumerate(clash.effects)):
            yield clash


def _clashes(
    first: tuple[Effect, ...], second: tuple[Effect, ...], who_is: WhoIs, earlier: int | None
) -> Iterator[Clash]:
    for effect, other in product(first, second):
        for (point, about, answer), (also, about_too, otherwise) in product(
            claims_of(effect), claims_of(other)
        ):
            if point == also and _excludes(POINTS[point], who_is, (about, about_too), (answer, otherwise)):
                yield Clash(point, (effect, other), _prevailing(POINTS[point], (answer, otherwise), earlier))


def _excludes(point: Point, who_is: WhoIs, about: tuple[str, str], answers: tuple[str, str]) -> bool:
    if who_is(0, about[0]).isdisjoint(who_is(1, about[1])):
        return False
    meant = [_with_players(who_is, place, answer) for place, answer in enumerate(answers)]
    return meant[0] != meant[1] and frozenset(answers) not in point.together


def _with_players(who_is: WhoIs, place: int, answer: str) -> tuple[str, object]:
    # An answer can end with a role, such as "with-a-bid maker". The players are compared, not the roles.
    how, _space, whom = answer.rpartition(" ")
    return how, who_is(place, whom) or whom


def _prevailing(point: Point, answers: tuple[str, str], earlier: int | None) -> int | None:
    if point.prevails == EARLIER:
        return earlier
    return answers.index(point.prevails) if point.prevails in answers else None
