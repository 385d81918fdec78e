"""The kinds of effect that a ruling can have. The list is closed: no other effect can be parsed.

An effect is a consequence of a ruling. Its kind states who carries the effect out. The scoring code carries
out the kinds in ``SCORED``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from laws.domain.document import Fields, Node, Reader, Record, Text
from laws.domain.errors import unknown
from laws.domain.roles import PLACEHOLDER, ROLES
from laws.domain.sentences import Sentence, _, fill_in, gettext_noop

Words = Mapping[str, str]
"""The accepted values of an effect's parameter, each with its text."""

WHO: Words = {slug: role.words for slug, role in ROLES.items()}
SIDE: Words = {slug: role.words for slug, role in ROLES.items() if role.side}
CARDS: Words = {
    "card-led": _("the card led in error"),
    "card-played": _("the card played in error"),
    "cards-followed": _("the cards played to the false lead"),
    "cards-of-the-trick": _("the cards of the trick"),
    "cards-after": _("the cards played after it"),
    "exposed-card": _("the exposed card"),
    "exposed-trump": _("the exposed trump"),
    "card-drawn": _("the card drawn to play"),
    "card-named": _("the card named"),
    "other-cards": _("the other cards"),
    "chosen-card": _("the card that {adversaries} choose", adversaries=ROLES["adversaries"].words),
    "whole-hand": _("the whole hand"),
    "discarded-trump": _("the discarded trump"),
    "discards": _("the discards"),
    "surplus-trumps": _("the trumps left over"),
    "surplus-cards": _("the surplus cards"),
    "drawn-cards": _("the cards drawn"),
    "highest-of-suit": _("the highest card held of the suit led"),
    "lowest-of-suit": _("the lowest card held of the suit led"),
    "pack": _("the pack"),
    "rest-of-pack": _("the cards left in the pack"),
    "other-pack": _("the right pack"),
    "cut-card": _("the card cut"),
}
DEALERS: Words = {
    "same": _("the same dealer"),
    "next": _("the next player to the left"),
    "lawful": ROLES["lawful-dealer"].words,
}
LEADS: Words = {
    "trump": _("a trump"),
    "no-trump": _("anything but a trump"),
    "suit-called": _("the suit called, whichever it is"),
}
SOURCES: Words = {
    "plain-discards": _("plain cards of the discards"),
    "discards": _("the discards"),
    "own-discards": _("their own discards"),
    "pack": _("the rest of the pack"),
}
TAKEN_FROM: Words = {
    "side": _("all that {offenders} won", offenders=ROLES["offenders"].words),
    "tricks": _("the tricks that {offender} won", offender=ROLES["offender"].words),
    "discards": _("the discards"),
    "pack": _("the rest of the pack"),
}
MOMENTS: Words = {
    "partner-leads": _("the partner leads"),
    "next-lead": _("one of them has led"),
    "caller-plays": _("the caller plays to the trick"),
    "second-hand-plays": _("the second hand plays"),
    "trick-turned": _("the trick is turned and quitted"),
    "next-trick-led": _("the next trick is led to"),
    "deal-played": _("the deal is played out"),
    "deal-scored": _("the deal is scored"),
    "next-deal": _("the next deal begins"),
    "cards-touched": _("they have touched a card of the deal"),
    "last-three-dealt": _("the last three cards are dealt"),
    "bid-made": _("a bid is made"),
    "next-bid": _("the next player bids or passes"),
    "suit-named": _("the trump suit is named"),
    "bid-accepted": _("the dealer accepts a bid"),
    "next-helped": _("the next player is helped to cards"),
    "cards-lifted": _("the cards drawn are lifted"),
    "card-led": _("a card is led"),
    "cards-gathered": _("the cards are touched to gather them"),
    "game-ends": _("the game ends"),
    "at-once": _("play goes on"),
    "unstated": _("the source does not say until when"),
}
"""The moments at which a right is lost. Each text completes the sentence “This can be asked until …”."""

COUNTS: Words = {
    "one": _("one point"),
    "two": _("two points"),
    "four": _("four points"),
    "ten": _("ten points"),
    "fourteen": _("14 points"),
}
POINTS: Words = {
    "turned-jack": _("the Jack turned up"),
    "game": _("Game"),
    "jack-and-game": _("Jack or Game"),
    "anything": _("anything"),
}

PLAYERS_LEAVING: Words = {
    "lowest-cuts": _("those with the lowest cuts"),
    "longest-playing": _("those who have played most games running"),
    "lowest-of-longest": _("those with the lowest cuts of all who have played longest"),
    "highest-of-longest": _("those with the highest cuts of all who have played longest"),
}
PLAYERS_FIRST: Words = {"highest-cuts": _("those with the four highest cuts"), "all": _("all who are there")}
RANKS: Words = {"highest": _("highest"), "lowest": _("lowest")}
GENERIC: Words = {
    "who": _("a player"),
    "by": _("another player"),
    "before": _("another player"),
    "side": _("a side"),
    "cards": _("certain cards"),
    "suit": _("a suit or a trump as asked"),
    "dealer": _("the same or another dealer"),
    "source": _("the discards or the pack"),
    "points": _("certain tricks or cards"),
    "players": _("certain players"),
    "rank": _("highest or lowest"),
    "count": _("a number of points"),
    "what": _("certain points"),
}
"""The general text for each parameter, used where a kind of effect is listed without values."""


CarriedOut = Literal["score", "table", "words", ""]
"""Who carries an effect out.

- score: the scoring code.
- table: the players. The table's page shows the effect until they have done so.
- words: nobody, because the effect is only a statement.

A check refuses an empty value.
"""


@dataclass(frozen=True, slots=True)
class EffectKind:
    """A kind of effect.

    - ``scored_as``: the name of the effect in the scoring code; empty if the scoring code does not carry it
      out.
    """

    says: str
    parameters: Mapping[str, Words] = field(default_factory=dict)
    carried_out: CarriedOut = ""
    scored_as: str = ""

    @property
    def plain(self) -> str:
        """Return the sentence with general words for its parameters, such as "a player"."""
        return self.filled({name: GENERIC[name] for name in self.parameters})

    def filled(self, words: Mapping[str, str]) -> Sentence:
        """Return the sentence with its parameters and roles filled in.

        ``words`` has the words for each parameter. Each role is replaced by the law's words for it.
        """
        roles = {name: ROLES[name].words for name in PLACEHOLDER.findall(self.says) if name in ROLES}
        return fill_in(self.says, **{**roles, **words}).begun()


def _at_table(says: str, **parameters: Words) -> EffectKind:
    return EffectKind(says, parameters, "table")


def _words_only(says: str, **parameters: Words) -> EffectKind:
    return EffectKind(says, parameters, "words")


def _scored(scored_as: str, says: str, **parameters: Words) -> EffectKind:
    return EffectKind(says, parameters, "score", scored_as)


SCORED: Mapping[str, EffectKind] = {
    "no-penalty": _scored("no-penalty", gettext_noop("Nothing follows.")),
    "award-trick": _scored(
        "award-points", gettext_noop("The trick belongs to {side}, whoever won it."), side=SIDE
    ),
    "award-points": _scored("award-points", gettext_noop("The points of the trick go to {side}."), side=SIDE),
    "new-deal": _scored("new-deal", gettext_noop("The cards are dealt anew by {dealer}."), dealer=DEALERS),
    "side-cannot-score": _scored(
        "side-cannot-score", gettext_noop("{side} can score nothing on this deal."), side=SIDE
    ),
    "bid-waived": _scored("bid-waived", gettext_noop("{makers-side} scores all it makes, whatever it bid.")),
    "bid-to-adversaries": _scored(
        "bid-to-adversaries", gettext_noop("The bid is scored by {makers-adversaries}.")
    ),
    "set-back": _scored("set-back", gettext_noop("{who} is set back the bid."), who=WHO),
    "set-back-by": _scored("set-back", gettext_noop("{who} is set back {count}."), who=WHO, count=COUNTS),
    "not-set-back": _scored(
        "bid-waived", gettext_noop("{who} cannot be set back, and scores the points made."), who=WHO
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
    "game-restarts": _scored("new-game", gettext_noop("The game begins again.")),
    "stops-short": _scored(
        "stops-short",
        gettext_noop("{side} cannot win the game on this deal: its score stops one point short."),
        side=SIDE,
    ),
}
"""The kinds of effect that the scoring code carries out."""

KINDS: Mapping[str, EffectKind] = {
    # Effects that let an act stay valid, or undo it
    "stands": _words_only(gettext_noop("What was done stands.")),
    "take-back": _at_table(gettext_noop("{cards} must be taken back."), cards=CARDS),
    "may-take-back": _at_table(gettext_noop("{cards} may be taken back."), cards=CARDS),
    "stays": _at_table(gettext_noop("Nobody may move {cards}."), cards=CARDS),
    "not-callable": _words_only(gettext_noop("{cards} cannot be called."), cards=CARDS),
    # Effects on exposed cards, and demands on a player
    "card-exposed": _at_table(
        gettext_noop("{cards} must lie face up on the table, and {by} may call for it."),
        cards=CARDS,
        by=WHO,
    ),
    "must-play": _at_table(gettext_noop("{who} must play {cards}."), who=WHO, cards=CARDS),
    "may-bar-card": _at_table(gettext_noop("{by} may forbid {cards} to be played."), by=WHO, cards=CARDS),
    "may-not-play": _at_table(gettext_noop("{who} may not play {cards}."), who=WHO, cards=CARDS),
    "must-lead": _at_table(gettext_noop("{who} must lead {suit}."), who=WHO, suit=LEADS),
    "must-trump": _at_table(gettext_noop("{who} must trump the trick."), who=WHO),
    "must-not-trump": _at_table(gettext_noop("{who} must not trump the trick."), who=WHO),
    "must-win": _at_table(gettext_noop("{who} must win the trick if possible."), who=WHO),
    "must-lose": _at_table(gettext_noop("{who} must lose the trick if possible."), who=WHO),
    "may-play-before": _at_table(gettext_noop("{who} may play before {before}."), who=WHO, before=WHO),
    "leads-next": _at_table(gettext_noop("{who} leads to the next trick."), who=WHO),
    "put-right": _at_table(
        gettext_noop("{who} must put the play right by following suit or trumping."), who=WHO
    ),
    "may-put-right": _at_table(
        gettext_noop("{who} may put the play right by following suit or trumping."), who=WHO
    ),
    "pay-penalty": _at_table(gettext_noop("{who} must still pay the penalty."), who=WHO),
    "established": _words_only(gettext_noop("The revoke is established and cannot be put right any more.")),
    "counts-as-revoke": _words_only(gettext_noop("It counts as a revoke.")),
    "call-too-late": _words_only(gettext_noop("The call comes too late for this trick.")),
    "cards-placed": _at_table(gettext_noop("All the players put the cards they played in front of them.")),
    "placing-too-late": _words_only(gettext_noop("It is too late to have the cards placed.")),
    "may-see": _at_table(gettext_noop("{cards} may be looked at."), cards=CARDS),
    "may-not-see": _at_table(gettext_noop("{cards} may not be looked at."), cards=CARDS),
    "not-answered": _words_only(gettext_noop("The question is not to be answered.")),
    # The deal
    "next-deal-by": _at_table(gettext_noop("The next deal is dealt by {who}."), who=WHO),
    "deal-stopped": _at_table(gettext_noop("The dealing is stopped, and {who} deals."), who=WHO),
    "fresh-cut": _at_table(gettext_noop("{who} must cut again."), who=WHO),
    "reshuffle": _at_table(gettext_noop("{who} must shuffle again."), who=WHO),
    "earlier-scores-stand": _words_only(gettext_noop("Cuts and scores made before stand good.")),
    "corrected": _at_table(gettext_noop("The mistake is put right, and the dealing goes on.")),
    # The table
    "gives-way": _at_table(gettext_noop("{players} give way."), players=PLAYERS_LEAVING),
    "plays-first": _at_table(gettext_noop("{players} play the first game."), players=PLAYERS_FIRST),
    "table-complete": _words_only(gettext_noop("The table is complete; nobody more can join it.")),
    "pairs": _at_table(gettext_noop("The two highest cuts play against the two lowest.")),
    "only-the-tie": _words_only(gettext_noop("The new cut decides nothing but the tie.")),
    "ace-in-cut": _words_only(gettext_noop("In cutting the ace is the {rank} card."), rank=RANKS),
    # The bidding
    "loses-bid": _at_table(gettext_noop("The right to bid on this deal is lost by {who}."), who=WHO),
    "bid-void": _at_table(gettext_noop("The bid does not count.")),
    "may-bid-before": _at_table(gettext_noop("{who} may bid before {before}."), who=WHO, before=WHO),
    "may-overbid": _at_table(gettext_noop("{who} may still bid more."), who=WHO),
    "other-bids-stand": _words_only(gettext_noop("All other bids stand.")),
    "first-bid-stands": _at_table(
        gettext_noop("The bid first made stands, and what was said after it does not count.")
    ),
    "counts-as-highest": _at_table(gettext_noop("The bid counts as the highest that is allowed.")),
    "bid-higher-or-pass": _at_table(gettext_noop("{who} must bid higher or pass."), who=WHO),
    "has-the-trump": _at_table(gettext_noop("{who} is {maker} and names the trump."), who=WHO),
    "bids-alone": _at_table(gettext_noop("The bidding is left to {who}."), who=WHO),
    "names-trump": _at_table(gettext_noop("{who} names the trump without a bid."), who=WHO),
    "forced-bid": _at_table(gettext_noop("{who} is held to the forced bid and names the trump."), who=WHO),
    # The hands
    "correct-hand": _at_table(
        gettext_noop("{who} makes up the right number from {source}."), who=WHO, source=SOURCES
    ),
    "discard-surplus": _at_table(gettext_noop("{who} throws the surplus cards."), who=WHO),
    "draw-superfluous": _at_table(
        gettext_noop("The surplus cards are drawn unseen from the hand by {by}."), by=WHO
    ),
    "surplus-on-pack": _at_table(gettext_noop("The surplus cards go face down on top of the pack.")),
    "shown-face-up": _at_table(gettext_noop("{cards} must be laid face up."), cards=CARDS),
    # The score
    "may-play-on": _at_table(
        gettext_noop("{side} may play the hand out to keep points from the others."), side=SIDE
    ),
    "bid-made": _words_only(gettext_noop("The bid is made.")),
    "bid-not-added": _words_only(gettext_noop("The bid is added to nobody's score.")),
    "plays-with-the-maker": _at_table(gettext_noop("{who} is {makers-partner} for this deal."), who=WHO),
    "seller-stops-short": _words_only(
        gettext_noop("The payment to {who} ends one point short of the game."), who=WHO
    ),
    "pays-the-pool": _at_table(gettext_noop("{who} pays a counter into the pool."), who=WHO),
    # Stakes and bystanders
    "stakes-penalty": _at_table(gettext_noop("{who} may have to pay all the stakes of the game."), who=WHO),
    "stake-divided": _at_table(gettext_noop("The stake is divided among the winners.")),
    "decides-question": _at_table(gettext_noop("{who} decides the question."), who=WHO),
    **SCORED,
}
"""Every kind of effect, by its slug."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence of a ruling: its kind, and a name and value for each parameter."""

    kind: str
    parameters: tuple[tuple[str, str], ...] = ()

    def canonical(self) -> dict[str, str]:
        """Return the effect without its sentence: ``{"kind": …}`` and one key per parameter."""
        return {"kind": self.kind, **dict(self.parameters)}

    def as_json(self) -> dict[str, Any]:
        """Return the effect as the API sends it, with its sentence."""
        return {**self.canonical(), "says": self.says}

    @property
    def says(self) -> str:
        """Return the effect in a sentence.

        >>> Effect("new-deal", (("dealer", "same"),)).says
        'The cards are dealt anew by the same dealer.'
        """
        return _said(self)


@cache
def _said(effect: Effect) -> str:
    kind = KINDS[effect.kind]
    return kind.filled({name: kind.parameters[name][value] for name, value in effect.parameters})


def read_effects(record: Record, name: str = "effects") -> tuple[Effect, ...]:
    """Parse the effects in the field ``name`` of a record.

    An effect is written as its kind alone, or as ``{kind, …}`` with every parameter. An effect of an unknown
    kind is a fault, and is left out.
    """
    effects = (_read_effect(record.reader, node, record.key) for node in record.items(name))
    return tuple(effect for effect in effects if effect)


def _read_effect(reader: Reader, node: Node, key: str) -> Effect | None:
    values: dict[str, Node] = {}
    if isinstance(node, Text):
        values["kind"] = node
    elif isinstance(node, Fields):
        values = {name: child for name, child, _line in reader.pairs(node, key)}
    else:
        reader.fault(node.line, key, _("an effect is a word, or a kind with its parameters."))
    kind = reader.text(values.pop("kind", None), key)
    if kind not in KINDS:
        reader.fault(node.line, key, unknown(kind, KINDS, _("effect")))
        return None
    accepted = KINDS[kind].parameters
    parameters = []
    for name, words in accepted.items():
        if name in values:
            what = _("{name} of {kind}", name=name, kind=kind)
            parameters.append((name, reader.word(values.pop(name), key, words, what)))
        else:
            needed = _("{kind} needs {name}: {values}.", kind=kind, name=name, values=", ".join(words))
            reader.fault(node.line, key, needed)
    reader.check_accepted(values, ["kind", *accepted], _("parameter of {kind}", kind=kind), node.line, key)
    return Effect(kind, tuple(parameters))
