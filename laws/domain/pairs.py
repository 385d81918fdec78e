"""How two offences of one deal go together: an explicit table of pairs.

The table names, for every two topics, whether their penalties stand side by side, whether one act swallows
the other, which comes first, or which incident of its own they make. Nothing turns on which was told first:
where it matters which came first, that is a fact, and asked for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from laws.domain.effects import CARDS, TAKEN_FROM, Effect
from laws.domain.errors import InvalidInput, not_among
from laws.domain.exclusion import ACT, DEAL, TRICK, Clash, Whom, clashes
from laws.domain.rule import Choice
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from laws.domain.vocabulary import YES_NO, FactValue, Incident, IncidentFact

Relation = Literal["independent", "absorbed", "sequenced", "own-incident"]
"""Both penalties stand; the one act swallows the other; one is settled first; both make another incident."""

RELATIONS: tuple[Relation, ...] = get_args(Relation)
Pair = tuple[str, str]
Sides = Literal["any", "same", "different"]
"""Whether a pair is meant for offenders of one side, of both, or for either."""

SIDES: tuple[Sides, ...] = get_args(Sides)
OfOne = Literal["", "player", "side"]
"""What two offences have in common by what they are."""

OF_ONE: tuple[OfOne, ...] = ("player", "side")
OFFENDER, MAKERS_SIDE = "offender", frozenset({"maker", "makers-partner"})
PARTNERS = {"maker": "makers-partner", "dealer": "dealers-partner", "pone": "eldest"}
PARTNERS |= {partner: player for player, partner in PARTNERS.items()}
"""The partner of each player whom the law names by a part of their own, at a table of four."""

TWO_SIDES = (
    {"makers-side": MAKERS_SIDE, "makers-adversaries": frozenset({"adversary"})},
    {
        "dealers-side": frozenset({"dealer", "dealers-partner"}),
        "dealers-adversaries": frozenset({"pone", "eldest"}),
    },
)
"""Those on each side, seen from the maker and from the dealer."""

AS_PLAYERS = {"pitcher": "maker", "highest-bidder": "maker", "opponent": "adversary", "other": "adversary"}
"""What some parts, and answers to the question who was in error, come to."""

SHARED_FACTS = ("players", "partners", "bid_reached")
"""The facts of the deal that are the same whichever error is asked about; they are asked once."""

ERRED = (OFFENDER, "revoker", "by", "bidder", "early_bidder")
"""The facts that tell who was in error."""

OF_THE_DEAL = frozenset({"discards", "pack", "rest-of-pack", "other-pack", "surplus-trumps", "cut-card"})
"""The cards that are the same for every error of a deal; others are those of the error itself."""
CAME_FIRST, ONE_ACT = "came_first", "one_act"
"""The facts of a pair: which of the two came first, and whether the two are one act."""

TOLD_AS = FIRST, SECOND = ("first", "second")
PAIR_FACTS = {CAME_FIRST: TOLD_AS, ONE_ACT: YES_NO}
"""The answers to each."""

Told = Mapping[str, str]
NOTHING_TOLD: Told = {}
NOTHING_FOLLOWS = ("no-penalty", "stands")
"""The kinds of effects that leave everything as it is."""
STAGES = (
    "not-begun",
    "before-last-three",
    "before-bid",
    "eldest-to-bid",
    "after-bid",
    "first-trick",
    "later",
    "played-out",
    "scored",
)
"""How far a deal can have gone."""

_TOLD_AS_WORDS = (_("This one was reported first."), _("This one was reported second."))
_ONE_OR_TWO = (
    FactValue("yes", _("Yes"), _("The one has no consequence beside the other.")),
    FactValue("no", _("No"), _("Each has its own consequence.")),
)
_DEAL_ENDED = _("The deal ended with the one that came first; what came after it has no consequence.")
_EARLIER_FIRST = _("The earlier one is settled first.")
_ONE_ACT = _("What is part of the other, or is undone with it, has no consequence of its own.")


@dataclass(frozen=True, slots=True)
class OneAct:
    """When one offence swallows another only as part of it, or by undoing it.

    ``ask`` is the question whether it is so, ``same`` what the two must have in common (a player or a
    trick), ``needs`` the answers of the offence swallowed without which it is not so, ``undone_by`` the
    effects of the other one, of which it must have one. ``otherwise`` says how the two go together then.
    """

    ask: str
    otherwise: str
    same: str = ""
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    undone_by: frozenset[Effect] = frozenset()

    def of(self, leading: "Offence", other: "Offence", told: Told) -> tuple[IncidentFact | None, bool | None]:
        """Return whether it is so, None where that is not known, and the fact that tells it, if one does."""
        has_fact = all(other.facts.get(fact, values[0]) in values for fact, values in self.needs.items())
        tricks = {leading.trick, other.trick} - {None}
        players = {leading.player, other.player} - {None} if self.same == "player" else set()
        if not has_fact or len(tricks) > 1 or len(players) > 1:
            return None, False
        if self.undone_by and self.undone_by.isdisjoint(leading.effects):
            return None, False
        if self.same == "trick" and leading.trick is not None and leading.trick == other.trick:
            return None, True
        fact = IncidentFact(ONE_ACT, self.ask, _ONE_ACT, _ONE_OR_TWO)
        return fact, told[ONE_ACT] == "yes" if ONE_ACT in told else None


@dataclass(frozen=True, slots=True)
class Together:
    """How two topics, or two incidents, go together.

    ``leads`` is the one that absorbs or comes first, ``incident`` the one that they make, where both rulings
    have one of the kinds ``if_both``. ``sources`` names, by fact of that incident, the fact of either offence
    that answers it. Where both are ``of_one`` player, they are faults of one act; where they are of one side,
    what both cost it is paid once.
    """

    relation: Relation
    says: str
    leads: str = ""
    incident: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    if_both: frozenset[str] = frozenset()
    one_act: OneAct | None = None
    of_one: OfOne = ""


@dataclass(frozen=True, slots=True)
class Offence:
    """One of two offences of a deal, with what it comes to by itself.

    ``side`` and ``player`` are whoever erred, by any name that tells one from another, None where that is not
    known; so is ``trick``. ``people`` are the players of each part, where they are known. It ``overrules``
    the law where a director has ordered something else.
    """

    incident: Incident
    effects: tuple[Effect, ...]
    facts: Mapping[str, str]
    choices: tuple[Choice, ...] = ()
    side: object = None
    player: object = None
    trick: int | None = None
    people: Mapping[str, Whom] | None = None
    overrules: bool = False

    @classmethod
    def of(cls, ruling: Ruling) -> "Offence":
        """Return what a ruling is about; that two are called adversaries does not make them one player."""
        facts = {**ruling.aside, **ruling.known}
        player = facts.get(OFFENDER)
        side = None if player is None else player in MAKERS_SIDE
        return cls(ruling.table.incident, ruling.effects, facts, ruling.choices, side, player)

    @property
    def names(self) -> Pair:
        """The names under which the table may have it, the closer one first."""
        return f"{self.incident.topic}/{self.incident.id}", self.incident.topic

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(effect.kind for effect in self.effects)

    @property
    def order(self) -> tuple[object, ...]:
        """What two offences of one incident are put in order by, whichever was told first."""
        effects = tuple((effect.kind, effect.parameters) for effect in self.effects)
        choices = tuple((choice.holder, *(option.id for option in choice.options)) for choice in self.choices)
        return (self.incident.id, effects, choices, tuple(sorted(self.facts.items())))

    def whom(self, role: str, name: object) -> Whom:
        """Return the players of a part; ``name`` tells players from those whom the other offence is about."""
        if self.people is not None:
            return self.people.get(role, frozenset())
        players = self._players(name)
        return players.get(AS_PLAYERS.get(role, role), frozenset())

    def _players(self, name: object) -> Mapping[str, Whom]:
        """Return the players of each part; a player whom the facts do not tell has a name of their own."""
        told = next((self.facts[fact] for fact in ERRED if fact in self.facts), "")
        erred = AS_PLAYERS.get(told, told)
        ours: Whom
        theirs: Whom
        ours, theirs = frozenset({(OFFENDER, name), ("partner", name)}), frozenset({("adversaries", name)})
        for sides in TWO_SIDES:
            for side, other in (tuple(sides.values()), tuple(sides.values())[::-1]):
                if erred in side:
                    ours, theirs = side, other
        is_one = erred in PARTNERS
        offender = frozenset({erred if is_one else (OFFENDER, name)})
        partner = frozenset({PARTNERS[erred] if is_one else ("partner", name)})
        adversaries = {f"{part}-adversary": frozenset({(part, name)}) for part in ("left", "right")}
        everybody = ours | theirs
        players: dict[str, Whom] = {player: frozenset({player}) for player in PARTNERS}
        for sides in TWO_SIDES:
            players |= sides
        return (
            players
            | adversaries
            | {
                "offender": offender,
                "partner": partner,
                "offenders": ours if is_one or erred == "adversary" else offender | partner,
                "both-partners": offender | partner,
                "offender-or-partner": offender | partner,
                "adversaries": theirs,
                "either-adversary": theirs,
                "both-sides": MAKERS_SIDE | {"adversary"},
                "all-players": everybody,
            }
        )


Offences = tuple[Offence, Offence]


@dataclass(frozen=True, slots=True)
class Joined:
    """How two offences go together: why, and which of them stand (0 or 1), in the order to carry them out.

    ``way`` is the entry of the table, None where a new deal decides. ``turns_on`` is the fact of the pair
    that decides it, where one does; while it ``is_open``, those stand that do so whatever the answer.
    ``clashes`` are the effects that exclude each other, ``repeated`` those of both that a side pays once.
    """

    relation: Relation
    says: str
    order: tuple[int, ...]
    way: Together | None = None
    turns_on: IncidentFact | None = None
    is_open: bool = False
    clashes: tuple[Clash, ...] = ()
    repeated: frozenset[Effect] = frozenset()

    def left(self, both: Offences, place: int) -> tuple[Effect, ...]:
        """Return what follows from one of two offences beside the other, each effect in its order.

        What no law decides between follows from neither.
        """
        effects = both[place].effects
        gone = {each.effects[place] for each in self.clashes if each.prevails != place}
        return tuple(effect for effect in effects if effect not in gone)

    def dropped(self, place: int) -> frozenset[Effect]:
        """Return the effects of an offence that are not carried out: repeated, or put aside by a director.

        What a law overrides is carried out beside what overrides it: scoring gives nothing to a side that can
        score nothing, and a bid that no longer counts is still no bid missed.
        """
        ordered = {each.effects[place] for each in self.clashes if each.is_ordered and each.prevails != place}
        return frozenset(ordered | self.repeated if self.order[1:] == (place,) else ordered)

    @property
    def questions(self) -> tuple[IncidentFact, ...]:
        """Return the facts of the pair that are due."""
        return (self.turns_on,) if self.turns_on and self.is_open else ()

    @property
    def own_incident(self) -> Together | None:
        """Return the entry of the table where the two make an incident of their own."""
        return self.way if self.relation == "own-incident" else None


Span = tuple[int, int]
"""The earliest and the latest stage of a deal at which something can have come to light."""
ALWAYS = ""
"""Stands for a fact where it came to light at these stages whatever the facts."""


@dataclass(frozen=True, slots=True)
class PairTable:
    """How each two topics go together, and the effects that end the deal whatever else happened in it.

    An entry of incidents (``topic/incident``) comes before one of their topics. ``outside`` are the topics
    that are no part of the deal, which a new deal leaves alone; ``both_end`` says what follows where both
    rulings end it, ``alike`` or not. ``moments`` tell, by topic or incident, by fact and answer, when it came
    to light, and ``places`` the incidents in their order; ``answers`` are those of the facts that two
    offences tell of the incident that they make.
    """

    pairs: Mapping[Pair, Mapping[Sides, Together]]
    ending: Mapping[str, str]
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    outside: frozenset[str] = frozenset()
    both_end: Mapping[str, str] = field(default_factory=dict)
    moments: Mapping[str, Mapping[tuple[str, str], Span]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)

    def join(self, both: Offences, told: Told = NOTHING_TOLD) -> Joined | None:
        """Return how two offences go together, whichever was told first; None where the table is silent.

        ``told`` are the facts of the pair that are known; one that is not is asked for where it matters.
        Raises InvalidInput where it turns on the sides of the offenders, and they are not known.
        """
        found = self._weighed(both, told)
        if not isinstance(found, IncidentFact):
            return found
        answers = [self._weighed(both, {**told, found.key: value}) for value in found.slugs]
        ways = [way for way in answers if isinstance(way, Joined)]
        in_order = self._in_order(both)
        if len({_comes_to(both, way) for way in ways}) == 1:
            alike = next((way for way in ways if way.order == in_order), ways[0])
            return replace(alike, turns_on=None)
        certain = tuple(one for one in in_order if all(one in way.order for way in ways))
        open_way = replace(ways[0], says=found.why, order=certain, is_open=True)
        return open_way if len(certain) > 1 else replace(open_way, clashes=())

    def _weighed(self, both: Offences, told: Told) -> Joined | IncidentFact | None:
        """Return the same with the effects that exclude each other, where both offences stand."""
        found = self._settled(both, told)
        if not isinstance(found, Joined) or len(found.order) < 2:
            return found
        way = found.way
        is_sequence = way is not None and all(way.leads in each.names for each in both)
        earlier = found.order[0] if is_sequence else None
        who_is = _who_is(both, way is not None and way.of_one == "player")
        excluded = clashes(both[0].effects, both[1].effects, who_is, earlier)
        ordered = [place for place in (0, 1) if both[place].overrules]
        if ordered:
            excluded = (
                replace(each, prevails=ordered[-1], is_ordered=True) if each.prevails is None else each
                for each in excluded
            )
        is_once = way is not None and way.of_one == "side"
        repeated = {
            effect
            for effect in both[0].effects
            if is_once and effect in both[1].effects and effect.kind not in NOTHING_FOLLOWS
            if all(who_is(0, value) == who_is(1, value) for _name, value in effect.parameters)
        }
        return replace(found, clashes=tuple(excluded), repeated=frozenset(repeated))

    def _settled(self, both: Offences, told: Told) -> Joined | IncidentFact | None:
        """Return how two offences go together, or the fact of the pair on which that turns."""
        in_deal = self.outside.isdisjoint(each.incident.topic for each in both)
        ends = [
            tuple(effect for effect in each.effects if in_deal and effect.kind in self.ending)
            for each in both
        ]
        if all(ends):
            if ends[0] == ends[1]:
                return Joined("independent", self.both_end["alike"], self._in_order(both))
            fact, came = self._came_first(both, told, _DEAL_ENDED)
            return fact if came is None else Joined("absorbed", self.both_end["unlike"], (came,), None, fact)
        if any(ends):
            (ended,) = (place for place in (0, 1) if ends[place])
            return Joined("absorbed", self.ending[ends[ended][0].kind], (ended,))
        way = self._way(both)
        if way is None:
            return None
        if way.relation == "own-incident":
            return Joined(way.relation, way.says, (), way)
        if way.relation == "independent":
            return Joined(way.relation, way.says, self._in_order(both), way)
        leading = [place for place in (0, 1) if way.leads in both[place].names]
        if len(leading) > 1:
            fact, came = self._came_first(both, told, _EARLIER_FIRST)
            order = (came, 1 - came) if came is not None else ()
            return Joined(way.relation, way.says, order, way, fact) if order else fact
        (led,) = leading
        if way.relation == "sequenced":
            return Joined(way.relation, way.says, (led, 1 - led), way)
        if way.one_act is None:
            return Joined(way.relation, way.says, (led,), way)
        fact, is_one = way.one_act.of(both[led], both[1 - led], told)
        if is_one is None:
            return fact
        if is_one:
            return Joined(way.relation, way.says, (led,), way, fact)
        return Joined("sequenced", way.one_act.otherwise, (led, 1 - led), way, fact)

    def _way(self, both: Offences) -> Together | None:
        (closer, topic), (other_closer, other_topic) = (each.names for each in both)
        near = sorted((pair_of(closer, other_topic), pair_of(topic, other_closer)))
        for pair in (pair_of(closer, other_closer), *near, pair_of(topic, other_topic)):
            ways = self.pairs.get(pair, {})
            if "any" in ways:
                return ways["any"]
            kinds = {kind for way in ways.values() for kind in way.if_both}
            if not ways or (kinds and any(each.kinds.isdisjoint(kinds) for each in both)):
                continue
            if due := [which for which, each in zip(TOLD_AS, both, strict=True) if each.side is None]:
                reason = _("say who was in error: it matters whether both are on one side.")
                raise InvalidInput(dict.fromkeys(due, reason))
            return ways["same" if both[0].side == both[1].side else "different"]
        return None

    def _in_order(self, both: Offences) -> tuple[int, ...]:
        """Return the two as they stand in the vocabulary, which is roughly the order of a deal."""
        places = self.places
        return tuple(sorted((0, 1), key=lambda one: (places.get(both[one].incident.id, 0), both[one].order)))

    def _came_first(self, both: Offences, told: Told, why: str) -> tuple[IncidentFact | None, int | None]:
        """Return which of two came first, and the fact that tells it unless tricks or moments do."""
        first, second = (self._span(each, both) for each in both)
        if first[1] < second[0] or second[1] < first[0]:
            return None, 0 if first < second else 1
        titles = zip(TOLD_AS, both, _TOLD_AS_WORDS, strict=True)
        values = tuple(FactValue(slug, each.incident.title, means) for slug, each, means in titles)
        fact = IncidentFact(CAME_FIRST, _("Which of the two came first?"), why, values)
        return fact, TOLD_AS.index(told[CAME_FIRST]) if CAME_FIRST in told else None

    def _span(self, offence: Offence, both: Offences) -> Span:
        """Return the tricks in which two offences were, if both are known, else when one came to light."""
        if offence.trick is not None and all(each.trick is not None for each in both):
            return (offence.trick, offence.trick)
        known = {(ALWAYS, ""), *offence.facts.items()}
        spans = (span for name in offence.names for told, span in self._moments(name) if told in known)
        return next(spans, (0, len(STAGES)))

    def _moments(self, name: str) -> Iterable[tuple[tuple[str, str], Span]]:
        return self.moments.get(name, {}).items()


def read_told(told: Mapping[str, object]) -> dict[str, str]:
    """Return facts of a pair as answers. Raises InvalidInput for an answer that there is not."""
    answers = {}
    for key, value in told.items():
        answer = ("yes" if value else "no") if isinstance(value, bool) and key == ONE_ACT else value
        if answer not in PAIR_FACTS[key]:
            raise InvalidInput({key: not_among(value, PAIR_FACTS[key])})
        answers[key] = str(answer)
    return answers


def _comes_to(both: Offences, joined: Joined) -> tuple[object, ...]:
    """Return what follows from those that stand, whatever its order, without what leaves all as it is."""
    effects = {effect for one in joined.order for effect in joined.left(both, one)}
    choices = frozenset(choice for one in joined.order for choice in both[one].choices)
    undecided = frozenset(frozenset(each.effects) for each in joined.clashes if each.prevails is None)
    return frozenset(each for each in effects if each.kind not in NOTHING_FOLLOWS), choices, undecided


def _who_is(both: Offences, is_one_act: bool) -> Callable[[int, str], Whom]:
    """Return what tells whom or what a part, cards, or a part in what was done are in either offence."""
    tricks, players = ({getattr(each, name) for each in both} for name in ("trick", "player"))
    is_one_trick = len(tricks) == 1 and None not in tricks
    is_one = is_one_act or (is_one_trick and len(players) == 1 and None not in players)
    acts = (0, 0) if is_one else (0, 1)
    in_tricks = (0, 0) if is_one_trick else acts

    def who_is(place: int, about: str) -> Whom:
        role, _at, where = about.partition(" @")
        if role in (ACT, TRICK) or where:
            at = (where or role, acts[place] if ACT in (where, role) else in_tricks[place])
            return frozenset((at, player) for player in who_is(place, role)) if where else frozenset({at})
        if role == DEAL:
            return frozenset({DEAL})
        if role in CARDS or role in TAKEN_FROM:
            return frozenset({role if role in OF_THE_DEAL else (role, acts[place])})
        return both[place].whom(role, acts[place])

    return who_is


def pair_of(first: str, second: str) -> Pair:
    """Return two names as the key under which the table has them."""
    return (first, second) if first <= second else (second, first)
