"""The table of pairs: how two offences of one deal combine.

The order of the acts can matter. If neither the tricks nor the stages of the deal show this order, a question
asks which act came first. The order of the two offences in a request matters in one case only: directors
ordered effects for both offences, two of these effects exclude each other, and no law decides between them.
Then the effect of the second offence prevails.
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
"""How two offences combine.

- independent: both penalties apply.
- absorbed: only the penalty of one offence applies.
- sequenced: both penalties apply, one after the other.
- own-incident: both together form another incident, which is ruled in their place.
"""

RELATIONS: tuple[Relation, ...] = get_args(Relation)
Pair = tuple[str, str]
Sides = Literal["any", "same", "different"]
"""To whom an entry of the table of pairs applies: offenders of the same side, of different sides, or any."""

SIDES: tuple[Sides, ...] = get_args(Sides)
OfOne = Literal["", "player", "side"]
"""How an entry of the table of pairs treats offences of one player or one side: see ``Together.of_one``."""

OF_ONE: tuple[OfOne, ...] = ("player", "side")
OFFENDER, MAKERS_SIDE = "offender", frozenset({"maker", "makers-partner"})
PARTNERS = {"maker": "makers-partner", "dealer": "dealers-partner", "pone": "eldest"}
PARTNERS |= {partner: player for player, partner in PARTNERS.items()}
"""The partner of each player who has a name of their own as a role, at a table of four."""

TWO_SIDES = (
    {"makers-side": MAKERS_SIDE, "makers-adversaries": frozenset({"adversary"})},
    {
        "dealers-side": frozenset({"dealer", "dealers-partner"}),
        "dealers-adversaries": frozenset({"pone", "eldest"}),
    },
)
"""The two divisions of the players into sides: by the maker's side, and by the dealer's side.

Each division maps its two sides to the roles of their players.
"""

AS_PLAYERS = {"pitcher": "maker", "highest-bidder": "maker", "opponent": "adversary", "other": "adversary"}
"""The usual name for each other name of a player in roles and answers, such as "maker" for "pitcher"."""

SHARED_FACTS = ("players", "partners", "bid_reached")
"""The facts of the deal, which are the same for both offences and are therefore asked once."""

ERRED = (OFFENDER, "revoker", "by", "bidder", "early_bidder")
"""The facts that identify the offender."""

OF_THE_DEAL = frozenset({"discards", "pack", "rest-of-pack", "other-pack", "surplus-trumps", "cut-card"})
"""The names of cards that are the same for both offences. All other names mean the cards of one offence."""
CAME_FIRST, ONE_ACT = "came_first", "one_act"
"""The two facts of a pair: which offence came first, and whether both are one act."""

OFFENCE_NAMES = FIRST, SECOND = ("first", "second")
PAIR_FACTS = {CAME_FIRST: OFFENCE_NAMES, ONE_ACT: YES_NO}
"""The answers to each fact of a pair."""

PairFacts = Mapping[str, str]
NO_PAIR_FACTS: PairFacts = {}
NOTHING_FOLLOWS = ("no-penalty", "stands")
"""The kinds of effect that change nothing."""
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
"""The stages of a deal, in order."""

_REPORTED = (_("This one was reported first."), _("This one was reported second."))
_ONE_OR_TWO = (
    FactValue("yes", _("Yes"), _("The one has no consequence beside the other.")),
    FactValue("no", _("No"), _("Each has its own consequence.")),
)
_DEAL_ENDED = _("The deal ended with the one that came first; what came after it has no consequence.")
_EARLIER_FIRST = _("The earlier one is settled first.")
_ONE_ACT = _("What is part of the other, or is undone with it, has no consequence of its own.")


@dataclass(frozen=True, slots=True)
class OneAct:
    """The conditions under which both offences are one act. Then the leading offence absorbs the other.

    Offences in different tricks are never one act.

    - ``ask``: the question to ask if the facts do not decide.
    - ``otherwise``: the sentence for two separate acts, which are ruled in sequence.
    - ``same``: "player" if offences by different players are never one act. "trick" if two offences in one
      trick are one act without a question. Otherwise empty.
    - ``needs``: fact → accepted answers. A known answer of the absorbed offence must be an accepted answer.
    - ``undone_by``: the leading offence must have at least one of these effects. Empty if no effect is
      needed.
    """

    ask: str
    otherwise: str
    same: str = ""
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    undone_by: frozenset[Effect] = frozenset()

    def of(
        self, leading: "Offence", other: "Offence", pair_facts: PairFacts
    ) -> tuple[IncidentFact | None, bool | None]:
        """Tell whether both offences are one act. Return two values.

        - The question to ask (the fact ONE_ACT); None if other facts decide.
        - True for one act, False for two acts, None if the answer to ONE_ACT is unknown.
        """
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
        return fact, pair_facts[ONE_ACT] == "yes" if ONE_ACT in pair_facts else None


@dataclass(frozen=True, slots=True)
class Together:
    """An entry of the table of pairs: how two topics, or two incidents, combine.

    - ``says``: the reason, in a sentence.
    - ``leads``: the topic or incident that absorbs the other or is settled first.
    - ``incident``: the single incident that both offences form, for the relation own-incident.
    - ``sources``: fact of ``incident`` → the fact of an offence that has the same answer.
    - ``if_both``: kinds of effect. The entry applies only if each ruling has an effect of one of these kinds.
      Empty if the entry always applies.
    - ``one_act``: for the relation absorbed, the conditions under which the leading offence absorbs the
      other. None if there are no conditions.
    - ``of_one``: "player" if both offences are faults in one act. "side" if an effect that both rulings have
      on the same players is scored only once. Otherwise empty.
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
    """One of two offences of a deal, with the effects of its own ruling.

    - ``side``, ``player``: identifiers of the side and the player in error; None if unknown.
    - ``trick``: the number of the trick; None if unknown.
    - ``people``: the players of each role; None if only the facts tell the players.
    - ``overrules``: True if a director's order replaces the ruling of the law.
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
        """Return the offence that a ruling is about.

        ``player`` is the role of the offender, such as "adversary"; two offenders can have the same role.
        """
        facts = {**ruling.aside, **ruling.known}
        player = facts.get(OFFENDER)
        side = None if player is None else player in MAKERS_SIDE
        return cls(ruling.table.incident, ruling.effects, facts, ruling.choices, side, player)

    @property
    def names(self) -> Pair:
        """Return the two names of this offence in the table of pairs: ``topic/incident`` and the topic."""
        return f"{self.incident.topic}/{self.incident.id}", self.incident.topic

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(effect.kind for effect in self.effects)

    @property
    def order(self) -> tuple[object, ...]:
        """Return a sort key for two offences, independent of the order in which they were reported."""
        effects = tuple((effect.kind, effect.parameters) for effect in self.effects)
        choices = tuple((choice.holder, *(option.id for option in choice.options)) for choice in self.choices)
        return (self.incident.id, effects, choices, tuple(sorted(self.facts.items())))

    def whom(self, role: str, name: object) -> Whom:
        """Return the players who have a role; empty if nobody has the role.

        If ``people`` is None, the players are found from the facts. A placeholder stands for a player whom
        the facts do not identify. Two offences with the same ``name`` have equal placeholders.
        """
        if self.people is not None:
            return self.people.get(role, frozenset())
        players = self._players(name)
        return players.get(AS_PLAYERS.get(role, role), frozenset())

    def _players(self, name: object) -> Mapping[str, Whom]:
        named = next((self.facts[fact] for fact in ERRED if fact in self.facts), "")
        erred = AS_PLAYERS.get(named, named)
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
    """The combination of two offences.

    - ``says``: the reason, in a sentence.
    - ``order``: the offences (0 or 1) whose penalties apply, in the order in which these apply.
    - ``way``: the entry that applies in the table of pairs; None if an offence ended the deal.
    - ``turns_on``: the fact of the pair on which the combination depends; None if it depends on no fact.
    - ``is_open``: whether the answer to ``turns_on`` is unknown. If so, ``order`` has only the offences whose
      penalties apply whatever the answer is.
    - ``clashes``: the effects that exclude each other.
    - ``repeated``: effects of both offences that are scored only once.
    """

    relation: Relation
    says: str
    order: tuple[int, ...]
    way: Together | None = None
    turns_on: IncidentFact | None = None
    is_open: bool = False
    clashes: tuple[Clash, ...] = ()
    repeated: frozenset[Effect] = frozenset()

    def remaining(self, both: Offences, place: int) -> tuple[Effect, ...]:
        """Return the effects of one offence (0 or 1) that the other offence does not cancel.

        If neither a law nor a director decides a clash, both effects of the clash are cancelled.
        """
        effects = both[place].effects
        gone = {clash.effects[place] for clash in self.clashes if clash.prevails != place}
        return tuple(effect for effect in effects if effect not in gone)

    def dropped(self, place: int) -> frozenset[Effect]:
        """Return the effects of an offence that scoring must not apply:

        - The effects that a director's order overrides.
        - The repeated effects, if the offence is the later of two.

        Effects that a law excludes are not among them, because scoring itself applies that law.
        """
        ordered = {
            clash.effects[place] for clash in self.clashes if clash.is_ordered and clash.prevails != place
        }
        return frozenset(ordered | self.repeated if self.order[1:] == (place,) else ordered)

    @property
    def questions(self) -> tuple[IncidentFact, ...]:
        """Return the facts about the two offences that still have to be asked."""
        return (self.turns_on,) if self.turns_on and self.is_open else ()

    @property
    def own_incident(self) -> Together | None:
        """Return the entry in the table of pairs if both offences form a single incident, otherwise None."""
        return self.way if self.relation == "own-incident" else None


Span = tuple[int, int]
"""The earliest and the latest stage of a deal (indexes of STAGES) at which an offence can come to light."""
ALWAYS = ""
"""The key in ``moments`` for a span that does not depend on a fact."""


@dataclass(frozen=True, slots=True)
class PairTable:
    """The table of pairs.

    - ``pairs``: the entries. An entry for incidents prevails over an entry for their topics.
    - ``ending``: the kinds of effect that end the deal, each with the reason.
    - ``answers``: the accepted answers to the facts that a combined incident takes from the two offences.
    - ``outside``: topics outside the deal. A new deal does not affect them.
    - ``both_end``: the reasons to give if both rulings end the deal: "alike" if they end it by the same
      effects, "unlike" if by different effects.
    - ``moments``: for each topic or incident, the stages of a deal at which its offences can come to light. A
      mapping has the first and the last stage for each (fact, answer).
    - ``places``: the position of each incident in the vocabulary.
    """

    pairs: Mapping[Pair, Mapping[Sides, Together]]
    ending: Mapping[str, str]
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    outside: frozenset[str] = frozenset()
    both_end: Mapping[str, str] = field(default_factory=dict)
    moments: Mapping[str, Mapping[tuple[str, str], Span]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)

    def join(self, both: Offences, pair_facts: PairFacts = NO_PAIR_FACTS) -> Joined | None:
        """Combine two offences; None if the table of pairs has no entry for them.

        ``pair_facts`` has the known facts of the pair. If a fact that matters is unknown, ``is_open`` of the
        result is true, and ``turns_on`` is this fact.

        Raises InvalidInput if the side of an offender is unknown, and it matters whether both offenders are
        of one side.
        """
        found = self._with_clashes(both, pair_facts)
        if not isinstance(found, IncidentFact):
            return found
        # The answer to the fact ``found`` is unknown.
        answers = [self._with_clashes(both, {**pair_facts, found.key: value}) for value in found.slugs]
        ways = [way for way in answers if isinstance(way, Joined)]
        in_order = self._in_order(both)
        if len({_consequences(both, way) for way in ways}) == 1:
            alike = next((way for way in ways if way.order == in_order), ways[0])
            return replace(alike, turns_on=None)
        certain = tuple(place for place in in_order if all(place in way.order for way in ways))
        open_way = replace(ways[0], says=found.why, order=certain, is_open=True)
        return open_way if len(certain) > 1 else replace(open_way, clashes=())

    def _with_clashes(self, both: Offences, pair_facts: PairFacts) -> Joined | IncidentFact | None:
        found = self._without_clashes(both, pair_facts)
        if not isinstance(found, Joined) or len(found.order) < 2:
            return found
        way = found.way
        is_sequence = way is not None and all(way.leads in offence.names for offence in both)
        earlier = found.order[0] if is_sequence else None
        who_is = _who_is(both, way is not None and way.of_one == "player")
        excluded = clashes(both[0].effects, both[1].effects, who_is, earlier)
        ordered = [place for place in (0, 1) if both[place].overrules]
        if ordered:
            excluded = (
                replace(clash, prevails=ordered[-1], is_ordered=True) if clash.prevails is None else clash
                for clash in excluded
            )
        is_once = way is not None and way.of_one == "side"
        repeated = {
            effect
            for effect in both[0].effects
            if is_once and effect in both[1].effects and effect.kind not in NOTHING_FOLLOWS
            if all(who_is(0, value) == who_is(1, value) for _name, value in effect.parameters)
        }
        return replace(found, clashes=tuple(excluded), repeated=frozenset(repeated))

    def _without_clashes(self, both: Offences, pair_facts: PairFacts) -> Joined | IncidentFact | None:
        in_deal = self.outside.isdisjoint(offence.incident.topic for offence in both)
        ends = [
            tuple(effect for effect in offence.effects if in_deal and effect.kind in self.ending)
            for offence in both
        ]
        if all(ends):
            if ends[0] == ends[1]:
                return Joined("independent", self.both_end["alike"], self._in_order(both))
            fact, came = self._came_first(both, pair_facts, _DEAL_ENDED)
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
            fact, came = self._came_first(both, pair_facts, _EARLIER_FIRST)
            order = (came, 1 - came) if came is not None else ()
            return Joined(way.relation, way.says, order, way, fact) if order else fact
        (led,) = leading
        if way.relation == "sequenced":
            return Joined(way.relation, way.says, (led, 1 - led), way)
        if way.one_act is None:
            return Joined(way.relation, way.says, (led,), way)
        fact, is_one = way.one_act.of(both[led], both[1 - led], pair_facts)
        if is_one is None:
            return fact
        if is_one:
            return Joined(way.relation, way.says, (led,), way, fact)
        return Joined("sequenced", way.one_act.otherwise, (led, 1 - led), way, fact)

    def _way(self, both: Offences) -> Together | None:
        (closer, topic), (other_closer, other_topic) = (offence.names for offence in both)
        near = sorted((pair_of(closer, other_topic), pair_of(topic, other_closer)))
        for pair in (pair_of(closer, other_closer), *near, pair_of(topic, other_topic)):
            ways = self.pairs.get(pair, {})
            if "any" in ways:
                return ways["any"]
            kinds = {kind for way in ways.values() for kind in way.if_both}
            if not ways or (kinds and any(offence.kinds.isdisjoint(kinds) for offence in both)):
                continue
            if due := [
                name for name, offence in zip(OFFENCE_NAMES, both, strict=True) if offence.side is None
            ]:
                reason = _("say who was in error: it matters whether both are on one side.")
                raise InvalidInput(dict.fromkeys(due, reason))
            return ways["same" if both[0].side == both[1].side else "different"]
        return None

    def _in_order(self, both: Offences) -> tuple[int, ...]:
        # The vocabulary has the incidents roughly in the order in which they happen in a deal.
        places = self.places
        return tuple(sorted((0, 1), key=lambda one: (places.get(both[one].incident.id, 0), both[one].order)))

    def _came_first(
        self, both: Offences, pair_facts: PairFacts, why: str
    ) -> tuple[IncidentFact | None, int | None]:
        first, second = (self._span(offence, both) for offence in both)
        if first[1] < second[0] or second[1] < first[0]:
            return None, 0 if first < second else 1
        titles = zip(OFFENCE_NAMES, both, _REPORTED, strict=True)
        values = tuple(FactValue(slug, offence.incident.title, means) for slug, offence, means in titles)
        fact = IncidentFact(CAME_FIRST, _("Which of the two came first?"), why, values)
        return fact, OFFENCE_NAMES.index(pair_facts[CAME_FIRST]) if CAME_FIRST in pair_facts else None

    def _span(self, offence: Offence, both: Offences) -> Span:
        # The number of a trick cannot be compared with a stage.
        if offence.trick is not None and all(other.trick is not None for other in both):
            return (offence.trick, offence.trick)
        known = {(ALWAYS, ""), *offence.facts.items()}
        spans = (span for name in offence.names for answer, span in self._moments(name) if answer in known)
        return next(spans, (0, len(STAGES)))

    def _moments(self, name: str) -> Iterable[tuple[tuple[str, str], Span]]:
        return self.moments.get(name, {}).items()


def read_pair_facts(pair_facts: Mapping[str, object]) -> dict[str, str]:
    """Parse the facts of a pair. True and False are accepted for ONE_ACT.

    Raises InvalidInput for an answer that is not accepted.
    """
    answers = {}
    for key, value in pair_facts.items():
        answer = ("yes" if value else "no") if isinstance(value, bool) and key == ONE_ACT else value
        if answer not in PAIR_FACTS[key]:
            raise InvalidInput({key: not_among(value, PAIR_FACTS[key])})
        answers[key] = str(answer)
    return answers


def _consequences(both: Offences, joined: Joined) -> tuple[object, ...]:
    effects = {effect for place in joined.order for effect in joined.remaining(both, place)}
    choices = frozenset(choice for place in joined.order for choice in both[place].choices)
    undecided = frozenset(frozenset(clash.effects) for clash in joined.clashes if clash.prevails is None)
    return frozenset(effect for effect in effects if effect.kind not in NOTHING_FOLLOWS), choices, undecided


def _who_is(both: Offences, is_one_act: bool) -> Callable[[int, str], Whom]:
    tricks, players = ({getattr(offence, name) for offence in both} for name in ("trick", "player"))
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
    """Return two names as a key of the table of pairs, in alphabetical order."""
    return (first, second) if first <= second else (second, first)
