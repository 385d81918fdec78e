"""The closed list of consequences: what may follow from an incident, each with its typed parameters.

Those that touch a score stand in a table of their own, each with the name under which scoring applies it; the
law itself applies none. The words of the parameters are in ``effect_words``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from laws.domain.effect_words import (
    CARDS,
    COUNTS,
    DEALERS,
    GENERIC,
    LEADS,
    PLAYERS_FIRST,
    PLAYERS_LEAVING,
    POINTS,
    RANKS,
    SIDE,
    SOURCES,
    TAKEN_FROM,
    WHO,
    Words,
)
from laws.domain.roles import PLACEHOLDER, ROLES
from laws.domain.sentences import Sentence, fill_in, gettext_noop


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of effect: its sentence, its parameters, and the name under which scoring applies it, if any."""

    says: str
    parameters: Mapping[str, Words] = field(default_factory=dict)
    scored_as: str = ""

    @property
    def plain(self) -> str:
        """Return the sentence with general words in place of its parameters."""
        return self.filled({name: GENERIC[name] for name in self.parameters})

    def filled(self, words: Mapping[str, str]) -> Sentence:
        """Return the sentence with words in place of its parameters; roles that it names have their own."""
        roles = {name: ROLES[name].words for name in PLACEHOLDER.findall(self.says) if name in ROLES}
        return fill_in(self.says, **{**roles, **words}).begun()


def _kind(says: str, **parameters: Words) -> Kind:
    return Kind(says, MappingProxyType(parameters))


def _scored(scored_as: str, says: str, **parameters: Words) -> Kind:
    return Kind(says, MappingProxyType(parameters), scored_as)


SCORED: Mapping[str, Kind] = MappingProxyType(
    {
        "no-penalty": _scored("no-penalty", gettext_noop("Nothing follows.")),
        "award-trick": _scored(
            "award-points", gettext_noop("The trick belongs to {side}, whoever won it."), side=SIDE
        ),
        "award-points": _scored(
            "award-points", gettext_noop("The points of the trick go to {side}."), side=SIDE
        ),
        "new-deal": _scored(
            "new-deal", gettext_noop("The cards are dealt anew by {dealer}."), dealer=DEALERS
        ),
        "side-cannot-score": _scored(
            "side-cannot-score", gettext_noop("{side} can score nothing on this deal."), side=SIDE
        ),
        "bid-waived": _scored(
            "bid-waived", gettext_noop("{makers-side} scores all it makes, whatever it bid.")
        ),
        "bid-to-adversaries": _scored(
            "bid-to-adversaries", gettext_noop("The bid is scored by {makers-adversaries}.")
        ),
        "set-back": _scored("set-back", gettext_noop("{who} is set back the bid."), who=WHO),
        "set-back-by": _scored("set-back", gettext_noop("{who} is set back {count}."), who=WHO, count=COUNTS),
        "not-set-back": _scored(
            "bid-waived", gettext_noop("{who} cannot be set back, and scores what he makes."), who=WHO
        ),
        "points-to-maker": _scored(
            "points-to-maker", gettext_noop("The points of {points} go to {maker}."), points=TAKEN_FROM
        ),
        "points-dead": _scored(
            "points-dead", gettext_noop("Nobody counts the points of {points}."), points=TAKEN_FROM
        ),
        "cannot-count": _scored(
            "points-dead", gettext_noop("{who} cannot count {what} on this deal."), who=WHO, what=POINTS
        ),
        "no-points": _scored("side-cannot-score", gettext_noop("Nothing is scored for this deal.")),
        "others-score": _scored(
            "no-penalty", gettext_noop("The deal is played out, and all others score what they make.")
        ),
        "score-up": _scored(
            "score-up", gettext_noop("The score of {side} goes up by {count}."), side=SIDE, count=COUNTS
        ),
        "score-down": _scored(
            "score-down", gettext_noop("The score of {side} goes down by {count}."), side=SIDE, count=COUNTS
        ),
        "stops-short": _scored(
            "stops-short",
            gettext_noop("{side} cannot win the game on this deal: one short of it is the most."),
            side=SIDE,
        ),
        "seller-stops-short": _scored(
            "stops-short",
            gettext_noop("{who} is paid no more than leaves him one short of the game."),
            who=WHO,
        ),
    }
)
"""The kinds that touch the score of a deal, each with the effect of scoring that applies it."""

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        # What happened is left, or undone
        "stands": _kind(gettext_noop("What was done stands.")),
        "take-back": _kind(gettext_noop("{cards} must be taken back."), cards=CARDS),
        "stays": _kind(gettext_noop("Nobody may move {cards}."), cards=CARDS),
        "not-callable": _kind(gettext_noop("{cards} cannot be called."), cards=CARDS),
        # Exposed cards and what may be asked of a player
        "card-exposed": _kind(
            gettext_noop("{cards} must lie face up on the table, and {by} may call for it."),
            cards=CARDS,
            by=WHO,
        ),
        "must-play": _kind(gettext_noop("{who} must play {cards}."), who=WHO, cards=CARDS),
        "may-bar-card": _kind(gettext_noop("{by} may forbid {cards} to be played."), by=WHO, cards=CARDS),
        "may-not-play": _kind(gettext_noop("{who} may not play {cards}."), who=WHO, cards=CARDS),
        "must-lead": _kind(gettext_noop("{who} must lead {suit}."), who=WHO, suit=LEADS),
        "must-trump": _kind(gettext_noop("{who} must trump the trick."), who=WHO),
        "must-not-trump": _kind(gettext_noop("{who} must not trump the trick."), who=WHO),
        "must-win": _kind(gettext_noop("{who} must win the trick if he can."), who=WHO),
        "must-lose": _kind(gettext_noop("{who} must lose the trick if he can."), who=WHO),
        "may-play-before": _kind(gettext_noop("{who} may play before {before}."), who=WHO, before=WHO),
        "leads-next": _kind(gettext_noop("{who} leads to the next trick."), who=WHO),
        "put-right": _kind(
            gettext_noop("{who} must put the play right: he follows suit or trumps."), who=WHO
        ),
        "established": _kind(gettext_noop("The revoke is established and cannot be put right any more.")),
        "counts-as-revoke": _kind(gettext_noop("It counts as a revoke.")),
        "call-too-late": _kind(gettext_noop("The call comes too late for this trick.")),
        "cards-placed": _kind(gettext_noop("Each player puts the card he played before him.")),
        "may-see": _kind(gettext_noop("{cards} may be looked at."), cards=CARDS),
        "not-answered": _kind(gettext_noop("The question is not to be answered.")),
        # The deal
        "next-deal-by": _kind(gettext_noop("The next deal is dealt by {who}."), who=WHO),
        "deal-stopped": _kind(gettext_noop("The dealing is stopped, and {who} deals."), who=WHO),
        "fresh-cut": _kind(gettext_noop("{who} must cut again."), who=WHO),
        "reshuffle": _kind(gettext_noop("{who} must shuffle again."), who=WHO),
        "earlier-scores-stand": _kind(gettext_noop("Cuts and scores made before stand good.")),
        "corrected": _kind(gettext_noop("The mistake is put right, and the dealing goes on.")),
        # The table
        "gives-way": _kind(gettext_noop("{players} give way."), players=PLAYERS_LEAVING),
        "plays-first": _kind(gettext_noop("{players} play the first game."), players=PLAYERS_FIRST),
        "table-complete": _kind(gettext_noop("The table is complete; nobody more can join it.")),
        "pairs": _kind(gettext_noop("The two highest cuts play against the two lowest.")),
        "only-the-tie": _kind(gettext_noop("The new cut decides nothing but the tie.")),
        "ace-in-cut": _kind(gettext_noop("In cutting the ace is the {rank} card."), rank=RANKS),
        # The bidding
        "loses-bid": _kind(gettext_noop("{who} cannot bid on this deal."), who=WHO),
        "bid-void": _kind(gettext_noop("The bid does not count.")),
        "may-bid-before": _kind(gettext_noop("{who} may bid before {before}."), who=WHO, before=WHO),
        "may-overbid": _kind(gettext_noop("{who} may still bid more."), who=WHO),
        "first-bid-stands": _kind(
            gettext_noop("The bid first made stands, and what was said after it does not count.")
        ),
        "counts-as-highest": _kind(gettext_noop("The bid counts as the highest that is allowed.")),
        "bid-higher-or-pass": _kind(gettext_noop("{who} must bid higher or pass."), who=WHO),
        "has-the-trump": _kind(gettext_noop("{who} is {maker} and names the trump."), who=WHO),
        "bids-alone": _kind(gettext_noop("The bidding is left to {who}."), who=WHO),
        "names-trump": _kind(gettext_noop("{who} names the trump without a bid."), who=WHO),
        "forced-bid": _kind(gettext_noop("{who} is held to the forced bid and names the trump."), who=WHO),
        # The hands
        "correct-hand": _kind(
            gettext_noop("{who} makes up the right number from {source}."), who=WHO, source=SOURCES
        ),
        "discard-surplus": _kind(gettext_noop("{who} throws what is over his number."), who=WHO),
        "draw-superfluous": _kind(gettext_noop("{by} draw the surplus cards unseen from the hand."), by=WHO),
        "surplus-on-pack": _kind(gettext_noop("The surplus cards go face down on top of the pack.")),
        "shown-face-up": _kind(gettext_noop("{cards} must be laid face up."), cards=CARDS),
        # The score
        "may-play-on": _kind(
            gettext_noop("{side} may play the hand out to keep points from the others."), side=SIDE
        ),
        "bid-made": _kind(gettext_noop("The bid is made.")),
        "bid-not-added": _kind(gettext_noop("The bid is added to nobody's score.")),
        "plays-with-the-maker": _kind(gettext_noop("{who} is {makers-partner} for this deal."), who=WHO),
        "game-restarts": _kind(gettext_noop("The game begins again.")),
        "pays-the-pool": _kind(gettext_noop("{who} pays a counter into the pool."), who=WHO),
        # Stakes and bystanders
        "stakes-penalty": _kind(gettext_noop("{who} may have to pay all the stakes of the game."), who=WHO),
        "stake-divided": _kind(gettext_noop("The stake is divided among the winners.")),
        "decides-question": _kind(gettext_noop("{who} decides the question."), who=WHO),
        **SCORED,
    }
)
"""Every kind of effect, by its slug."""
