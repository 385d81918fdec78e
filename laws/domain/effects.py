"""The closed list of consequences: what may follow from an incident, each with its typed parameters.

An effect is named here and put into words; those that touch a score carry the name under which scoring
applies them. Who may choose between effects is in ``rule``, applying them is not done in the law at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from laws.domain.document import Fields, Node, Reader, Text
from laws.domain.errors import not_among
from laws.domain.roles import ROLES, capital

Words = Mapping[str, str]
"""The accepted values of an effect's parameter, each with its words."""

WHO: Words = MappingProxyType({slug: role.words for slug, role in ROLES.items()})
SIDE: Words = MappingProxyType({slug: role.words for slug, role in ROLES.items() if role.side})
CARDS: Words = MappingProxyType(
    {
        "card-led": "the card led in error",
        "card-played": "the card played in error",
        "cards-followed": "the cards played to the false lead",
        "cards-of-the-trick": "the cards of the trick",
        "cards-after": "the cards played after it",
        "exposed-card": "the exposed card",
        "exposed-trump": "the exposed trump",
        "card-drawn": "the card drawn to play",
        "card-named": "the card named",
        "other-cards": "the other cards",
        "chosen-card": "the card that the adversaries choose",
        "whole-hand": "the whole hand",
        "discarded-trump": "the discarded trump",
        "discards": "the discards",
        "surplus-trumps": "the trumps left over",
        "surplus-cards": "the surplus cards",
        "drawn-cards": "the cards drawn",
        "highest-of-suit": "the highest card held of the suit led",
        "lowest-of-suit": "the lowest card held of the suit led",
        "pack": "the pack",
        "rest-of-pack": "the cards left in the pack",
        "other-pack": "the right pack",
        "cut-card": "the card cut",
    }
)
DEALERS: Words = MappingProxyType(
    {
        "same": "the same dealer",
        "next": "the next player to the left",
        "lawful": "the player whose deal it was",
    }
)
LEADS: Words = MappingProxyType(
    {
        "trump": "a trump",
        "no-trump": "anything but a trump",
        "suit-called": "the suit called, whichever it is",
    }
)
SOURCES: Words = MappingProxyType(
    {
        "plain-discards": "plain cards of the discards",
        "discards": "the discards",
        "own-discards": "his own discards",
        "pack": "the rest of the pack",
    }
)
TAKEN_FROM: Words = MappingProxyType(
    {
        "side": "all that the offending side won",
        "tricks": "the tricks that the offender won",
        "discards": "the discards",
        "pack": "the rest of the pack",
    }
)
MOMENTS: Words = MappingProxyType(
    {
        "partner-leads": "the partner leads",
        "next-lead": "one of them has led",
        "caller-plays": "the caller plays to the trick",
        "second-hand-plays": "the second hand plays",
        "trick-turned": "the trick is turned and quitted",
        "next-trick-led": "the next trick is led to",
        "deal-played": "the deal is played out",
        "deal-scored": "the deal is scored",
        "next-deal": "the next deal begins",
        "cards-touched": "they have touched a card of the deal",
        "last-three-dealt": "the last three cards are dealt",
        "bid-made": "a bid is made",
        "next-bid": "the next player bids or passes",
        "suit-named": "the trump suit is named",
        "bid-accepted": "the dealer accepts a bid",
        "next-helped": "the next player is helped to cards",
        "cards-lifted": "the cards drawn are lifted",
        "card-led": "a card is led",
        "cards-gathered": "the cards are touched to gather them",
        "game-ends": "the game ends",
        "at-once": "play goes on",
        "unstated": "the source does not say until when",
    }
)
"""The moments at which a right is lost, as they end the sentence “This can be asked until …”."""

COUNTS: Words = MappingProxyType(
    {
        "one": "one point",
        "two": "two points",
        "four": "four points",
        "ten": "ten points",
        "fourteen": "14 points",
    }
)
POINTS: Words = MappingProxyType(
    {
        "turned-jack": "the Jack turned up",
        "game": "Game",
        "jack-and-game": "Jack or Game",
        "anything": "anything",
    }
)

GENERIC: Words = MappingProxyType(
    {
        "who": "a player",
        "by": "another",
        "before": "another",
        "side": "a side",
        "cards": "certain cards",
        "suit": "a suit or a trump as asked",
        "dealer": "the same or another dealer",
        "source": "the discards or the pack",
        "points": "certain tricks or cards",
        "players": "certain players",
        "rank": "highest or lowest",
        "count": "a number of points",
        "what": "certain points",
    }
)
"""What stands for each parameter where an effect is spoken of in general."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of effect: its sentence, its parameters, and the name under which scoring applies it."""

    says: str
    parameters: Mapping[str, Words] = field(default_factory=dict)
    scored_as: str = ""

    @property
    def plain(self) -> str:
        """Return the sentence with general words in place of its parameters."""
        return capital(self.says.format(**{name: GENERIC[name] for name in self.parameters}))


def _with(says: str, scored_as: str = "", **parameters: Words) -> Kind:
    return Kind(says, MappingProxyType(parameters), scored_as)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        # What happened is left, or undone
        "stands": _with("What was done stands."),
        "no-penalty": _with("Nothing follows.", "no-penalty"),
        "take-back": _with("{cards} must be taken back.", cards=CARDS),
        "stays": _with("{cards} must stay where they are.", cards=CARDS),
        "not-callable": _with("{cards} cannot be called.", cards=CARDS),
        # Exposed cards and what may be asked of a player
        "card-exposed": _with(
            "{cards} must lie face up on the table, and {by} may call for it.", cards=CARDS, by=WHO
        ),
        "must-play": _with("{who} must play {cards}.", who=WHO, cards=CARDS),
        "may-bar-card": _with("{by} may forbid {cards} to be played.", by=WHO, cards=CARDS),
        "may-not-play": _with("{who} may not play {cards}.", who=WHO, cards=CARDS),
        "must-lead": _with("{who} must lead {suit}.", who=WHO, suit=LEADS),
        "must-trump": _with("{who} must trump the trick.", who=WHO),
        "must-not-trump": _with("{who} must not trump the trick.", who=WHO),
        "must-win": _with("{who} must win the trick if he can.", who=WHO),
        "must-lose": _with("{who} must lose the trick if he can.", who=WHO),
        "may-play-before": _with("{who} may play before {before}.", who=WHO, before=WHO),
        "award-trick": _with("The trick belongs to {side}, whoever won it.", side=SIDE),
        "leads-next": _with("{who} leads to the next trick.", who=WHO),
        "put-right": _with("{who} must put the play right: he follows suit or trumps.", who=WHO),
        "established": _with("The revoke is established and cannot be put right any more."),
        "counts-as-revoke": _with("It counts as a revoke."),
        "call-too-late": _with("The call comes too late for this trick."),
        "cards-placed": _with("Each player puts the card he played before him."),
        "may-see": _with("{cards} may be looked at.", cards=CARDS),
        "not-answered": _with("The question is not to be answered."),
        # The deal
        "new-deal": _with("The cards are dealt anew by {dealer}.", "new-deal", dealer=DEALERS),
        "next-deal-by": _with("The next deal is dealt by {who}.", who=WHO),
        "deal-stopped": _with("The dealing is stopped, and {who} deals.", who=WHO),
        "fresh-cut": _with("{who} must cut again.", who=WHO),
        "reshuffle": _with("{who} must shuffle again.", who=WHO),
        "earlier-scores-stand": _with("Cuts and scores made before stand good."),
        "corrected": _with("The mistake is put right, and the dealing goes on."),
        # The table
        "gives-way": _with(
            "{players} give way.",
            players=MappingProxyType(
                {
                    "lowest-cuts": "those with the lowest cuts",
                    "longest-playing": "those who have played most games running",
                    "lowest-of-longest": "those with the lowest cuts of all who have played longest",
                    "highest-of-longest": "those with the highest cuts of all who have played longest",
                }
            ),
        ),
        "plays-first": _with(
            "{players} play the first game.",
            players=MappingProxyType(
                {"highest-cuts": "those with the four highest cuts", "all": "all who are there"}
            ),
        ),
        "table-complete": _with("The table is complete; nobody more can join it."),
        "pairs": _with("The two highest cuts play against the two lowest."),
        "only-the-tie": _with("The new cut decides nothing but the tie."),
        "ace-in-cut": _with(
            "In cutting the ace is the {rank} card.",
            rank=MappingProxyType({"highest": "highest", "lowest": "lowest"}),
        ),
        # The bidding
        "loses-bid": _with("{who} cannot bid on this deal.", who=WHO),
        "bid-void": _with("The bid does not count."),
        "may-bid-before": _with("{who} may bid before {before}.", who=WHO, before=WHO),
        "may-overbid": _with("{who} may still bid more.", who=WHO),
        "first-bid-stands": _with("The bid first made stands, and what was said after it does not count."),
        "counts-as-highest": _with("The bid counts as the highest that is allowed."),
        "bid-higher-or-pass": _with("{who} must bid higher or pass.", who=WHO),
        "has-the-trump": _with("{who} is the maker and names the trump.", who=WHO),
        "bids-alone": _with("The bidding is left to {who}.", who=WHO),
        "names-trump": _with("{who} names the trump without a bid.", who=WHO),
        "forced-bid": _with("{who} is held to the forced bid and names the trump.", who=WHO),
        "bid-to-adversaries": _with("The bid is scored by the maker's adversaries."),
        # The hands
        "correct-hand": _with("{who} makes up the right number from {source}.", who=WHO, source=SOURCES),
        "discard-surplus": _with("{who} throws what is over his number.", who=WHO),
        "draw-superfluous": _with("{by} draw the surplus cards unseen from the hand.", by=WHO),
        "surplus-on-pack": _with("The surplus cards go face down on top of the pack."),
        "shown-face-up": _with("{cards} must be laid face up.", cards=CARDS),
        # The score
        "side-cannot-score": _with("{side} can score nothing on this deal.", "side-cannot-score", side=SIDE),
        "may-play-on": _with("{side} may play the hand out to keep points from the others.", side=SIDE),
        "bid-waived": _with("The maker's side scores all it makes, whatever it bid.", "bid-waived"),
        "bid-made": _with("The bid is made."),
        "bid-not-added": _with("The bid is added to nobody's score."),
        "set-back": _with("{who} is set back the bid.", "set-back", who=WHO),
        "points-to-maker": _with(
            "The points of {points} go to the maker.", "points-to-maker", points=TAKEN_FROM
        ),
        "award-points": _with("The points of the trick go to {side}.", "award-points", side=SIDE),
        "points-dead": _with("Nobody counts the points of {points}.", points=TAKEN_FROM),
        "no-points": _with("Nothing is scored for this deal."),
        "score-up": _with("The score of {side} goes up by {count}.", side=SIDE, count=COUNTS),
        "score-down": _with("The score of {side} goes down by {count}.", side=SIDE, count=COUNTS),
        "set-back-by": _with("{who} is set back {count}.", who=WHO, count=COUNTS),
        "not-set-back": _with("{who} cannot be set back, and scores what he makes.", who=WHO),
        "cannot-count": _with("{who} cannot count {what} on this deal.", who=WHO, what=POINTS),
        "others-score": _with("The deal is played out, and all others score what they make."),
        "stops-short": _with(
            "{side} cannot win the game on this deal: one short of it is the most.", side=SIDE
        ),
        "seller-stops-short": _with("{who} is paid no more than leaves him one short of the game.", who=WHO),
        "plays-with-the-maker": _with("{who} is the maker's partner for this deal.", who=WHO),
        "game-restarts": _with("The game begins again."),
        "pays-the-pool": _with("{who} pays a counter into the pool.", who=WHO),
        # Stakes and bystanders
        "stakes-penalty": _with("{who} may have to pay all the stakes of the game.", who=WHO),
        "stake-divided": _with("The stake is divided among the winners."),
        "decides-question": _with("{who} decides the question.", who=WHO),
    }
)
"""Every kind of effect, by its slug."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence: its kind and the value of each of its parameters."""

    kind: str
    parameters: tuple[tuple[str, str], ...] = ()

    def canonical(self) -> dict[str, str]:
        """Return the effect as it is sent: ``{"kind": …}`` with its parameters."""
        return {"kind": self.kind, **dict(self.parameters)}

    @property
    def says(self) -> str:
        """Return the effect in a sentence.

        >>> Effect("new-deal", (("dealer", "same"),)).says
        'The cards are dealt anew by the same dealer.'
        """
        kind = KINDS[self.kind]
        words = {name: kind.parameters[name][value] for name, value in self.parameters}
        return capital(kind.says.format(**words))


def read_effects(reader: Reader, node: Node | None, key: str) -> tuple[Effect, ...]:
    """Return the effects of a list: a bare word, or ``{kind, …}`` with every parameter of that kind."""
    return tuple(effect for child in reader.items(node, key) if (effect := _read_effect(reader, child, key)))


def _read_effect(reader: Reader, node: Node, key: str) -> Effect | None:
    given = {"kind": node} if isinstance(node, Text) else dict(_pairs(reader, node, key))
    kind = reader.text(given.pop("kind", None), key)
    if kind not in KINDS:
        reader.fault(node.line, key, not_among(kind, KINDS, "effect").split(" Accepted:")[0])
        return None
    accepted = KINDS[kind].parameters
    values: list[tuple[str, str]] = []
    for name, words in accepted.items():
        if name not in given:
            reader.fault(node.line, key, f"{kind} needs {name}: {', '.join(words)}.")
            continue
        values.append((name, reader.word(given.pop(name), key, words, f"{name} of {kind}")))
    for name in given:
        reader.fault(node.line, key, not_among(name, ["kind", *accepted], f"parameter of {kind}"))
    return Effect(kind, tuple(values))


def _pairs(reader: Reader, node: Node, key: str) -> list[tuple[str, Node]]:
    if not isinstance(node, Fields):
        reader.fault(node.line, key, "an effect is a word, or a kind with its parameters.")
        return []
    return [(name, child) for name, child, _line in reader.pairs(node, key)]
