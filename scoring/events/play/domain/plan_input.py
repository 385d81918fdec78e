"""The input of a movement plan, as a value with its hash: players, meetings, results and sit-outs.

The hash covers everything that can change the plan, so equal hashes mean equal plans. To check a stored plan,
the plan is made again and compared.

Sitting out is fair: the players with the fewest counted sit-outs sit out. So, by this count, nobody sits out
twice before everybody has sat out once. A late entry counts as having sat out as often as the present player
with the fewest sit-outs, so that nobody pays for coming late. The same holds for a player who comes back,
unless their own count is higher. `choose` decides which of several equal players sits out first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, ngettext
from scoring.events.people.domain.pairs import partners_now
from scoring.events.people.domain.wishes import by_player
from scoring.events.planning.domain.event_games import Shape, room_shape, sizes_of, table_play
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.constraints import SeatConstraints, unmet_wishes
from scoring.events.play.domain.drawing import Start, lot
from scoring.events.play.domain.optimiser import in_fixed_seats
from scoring.events.play.domain.played_round import EnteredCut, EventTerms, PlayedRound
from scoring.events.play.domain.values import (
    Meetings,
    Metrics,
    Move,
    Participant,
    Plan,
    Result,
    SeatedRound,
    SeatedTable,
    TieCut,
    UnmetWish,
    pair_of,
)
from scoring.game.cutting import format_cut
from scoring.game.games.family import GameKind
from scoring.game.references import player_ref
from scoring.journal.chain import digest


def sit_outs(rounds: Iterable[SeatedRound]) -> Counter[int]:
    return Counter(player for seated in rounds for player in seated.sitting_out)


def tally(
    history: Sequence[SeatedRound], entrants: Sequence[Participant], round_number: int
) -> dict[int, int]:
    """Return player → counted sit-outs for everybody present in a round.

    ``history`` holds the earlier rounds. A late entry begins with the lowest count of the players who are
    already there. A player who comes back keeps their own count if it is higher.
    """
    counts: dict[int, int] = {}
    seated_in = {seated.number: seated for seated in history}
    newcomers: dict[int, list[int]] = {}
    for entrant in entrants:
        if entrant.is_present(round_number):
            for came in (entrant.from_round, *(back for _, back in entrant.away)):
                newcomers.setdefault(came, []).append(entrant.player)
    for number in range(1, round_number + 1):
        least = min(counts.values(), default=0)
        for player in newcomers.get(number, ()):
            counts[player] = max(least, counts.get(player, 0))
        if number < round_number and number in seated_in:
            for player in seated_in[number].sitting_out:
                if player in counts:
                    counts[player] += 1
    return counts


def choose(
    seats_short: int,
    counts: Mapping[int, int],
    constraints: SeatConstraints,
    order: Callable[[int], object],
) -> tuple[int, ...]:
    """Return ``seats_short`` players to sit out, chosen from those with the fewest counted sit-outs.

    Among equals, these criteria decide, one after the other:

    - Fixed partners stay together. Both sit out if both are among the equals and two seats are short.
    - If partners have to come from different prize lists, a player of the longer list sits out.
    - The player with the lowest sort key (``order``) sits out.
    """
    chosen: list[int] = []
    remaining = sorted(counts, key=lambda player: (counts[player], order(player)))
    while len(chosen) < seats_short:
        equals = [player for player in remaining if counts[player] == counts[remaining[0]]]
        longer = _longer_list(remaining, constraints.lists)
        partners = constraints.partners
        groups = [
            _sitting_out_with(player, equals, remaining, partners, seats_short - len(chosen))
            for player in equals
        ]
        best, _ = min(
            groups, key=lambda group: (group[1], longer not in (None, constraints.lists.get(group[0][0])))
        )
        chosen.extend(best)
        remaining = [player for player in remaining if player not in best]
    return tuple(chosen)


def unfairness(
    now: SeatedRound, history: Sequence[SeatedRound], present: Sequence[Participant]
) -> list[UnmetWish]:
    """Return an `UnmetWish` "sit-out" for each late entry who has sat out too seldom.

    Too seldom means at least two rounds fewer than another player who is present.
    """
    counts = sit_outs([*history, now])
    most = max((counts[entrant.player] for entrant in present), default=0)
    unmet = []
    for entrant in present:
        if entrant.from_round > 1 and most - counts[entrant.player] > 1:
            why = _(
                "{player} came for round {number} and counts as having sat out as often as "
                "whoever had sat out least.",
                player=player_ref(entrant.player), number=entrant.from_round,
            )  # fmt: skip
            unmet.append(UnmetWish("sit-out", (entrant.player,), why))
    return unmet


def _sitting_out_with(
    player: int,
    equals: Sequence[int],
    remaining: Sequence[int],
    partners: Mapping[int, int],
    short: int,
) -> tuple[tuple[int, ...], bool]:
    """Return who sits out if ``player`` does, and whether this parts ``player`` from a fixed partner."""
    partner = partners.get(player)
    if partner is None or partner not in remaining:
        return (player,), False
    return ((player, partner), False) if short > 1 and partner in equals else ((player,), True)


def _longer_list(players: Sequence[int], lists: Mapping[int, int | None]) -> int | None:
    first = sum(lists.get(player) == 0 for player in players)
    second = sum(lists.get(player) == 1 for player in players)
    return None if first == second else int(second > first)


def metrics(seated: SeatedRound, room: Room) -> Metrics:
    """Return the metrics of all rounds up to and including this round, see `Metrics`.

    A third meeting counts as a second repetition. Fixed partners do not count as repeated.
    """
    met = Meetings([seated], room.met)
    pairs = [pair for table in seated.tables for pair in table.partners()]
    out = sit_outs([*room.situation.history, seated])
    counts = [out[player] for player in room.present]

    wished = {entrant.player: entrant.partner for entrant in room.situation.entrants}

    def is_kept(pair: tuple[int, int]) -> bool:
        return room.situation.settings.keeps_pairs or wished.get(pair[0]) == pair[1]

    before = {pair: times for pair, times in room.met.partners.items() if not is_kept(pair)}
    again = tuple(pair for pair in pairs if pair_of(pair) in before)
    return Metrics(
        repeated_partners=sum(before.values()) - len(before) + len(again),
        repeated_opponents=met.opponents.total() - len(met.opponents),
        new_repeated_partners=again,
        fewest_sit_outs=min(counts, default=0),
        most_sit_outs=max(counts, default=0),
    )


MOVEMENT_VERSION = 20
"""Increase this if a change makes the same input give another plan, or another reason for a place."""

MOVING_SETTINGS = (
    "rounds",
    "kind",
    "head_losers",
    "head_winners",
    "split",
    "strides",
    "odd",
    "mixed_pairs",
    "ties",
    "missing_results",
)
"""The settings that can change a plan."""

ODD_LAW = "progressive-euchre/unequal-numbers"


@dataclass(frozen=True, slots=True)
class Situation:
    """The input of the plan for round ``round_number``.

    - ``history``: the earlier rounds in order.
    - ``results``, ``cuts``: the results of the last of these rounds, and its entered cuts by table.
    - ``generation``: the number of the round's seating.
    - ``start``: the first places, or None if the seed draws them.
    - ``seed``: the event's seed, which decides all draws.
    """

    settings: EventSettings
    law_set: LawSet
    game: GameKind
    entrants: tuple[Participant, ...]
    seed: str
    round_number: int
    generation: int = 1
    history: tuple[SeatedRound, ...] = ()
    results: tuple[Result, ...] = ()
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
    start: Start | None = None
    law_set_at_three: LawSet | None = None
    """The law set of tables of three, or None."""

    def canonical(self) -> dict[str, object]:
        """Return everything that can change the plan, as JSON values."""
        chosen = self.settings.canonical()
        return {
            "game": self.game.key,
            "version": MOVEMENT_VERSION,
            "settings": {name: chosen[name] for name in MOVING_SETTINGS},
            "law_set": self.law_set.revision,
            "law_set_at_three": self.law_set_at_three and self.law_set_at_three.revision,
            "entrants": [_fields(entrant) for entrant in self.entrants],
            "seed": self.seed,
            "round": self.round_number,
            "generation": self.generation,
            "history": [
                [seated.number, [table.players for table in seated.tables], seated.sitting_out]
                for seated in self.history
            ],
            "results": [_fields(result) for result in self.results],
            "cuts": {
                str(table): [
                    {str(player): format_cut(cards) for player, cards in draw.items()} for draw in cut
                ]
                for table, cut in self.cuts.items()
            },
            "start": self.start and self.start.canonical(),
        }

    def digest(self) -> str:
        return digest(self.canonical())


@dataclass(frozen=True, slots=True)
class Room:
    """The input of a movement: the present players, their wishes, the tables and the earlier meetings."""

    situation: Situation
    present: Mapping[int, Participant]
    shape: Shape
    constraints: SeatConstraints
    met: Meetings
    places: Mapping[int, tuple[int, int]]
    """Player → (table, seat) in the round before."""
    mates: Mapping[int, int]
    """Player → partner in the round before."""
    on_the_list: Mapping[int, int]
    """Player → place in the order of entry, from 1. Players who have left are counted too."""

    @property
    def last(self) -> SeatedRound:
        return self.situation.history[-1]

    def lot(self, purpose: str, player: int) -> str:
        """Return the lot of a player for a purpose, see `drawing.lot`.

        The lot depends on the player's place in the order of entry, so ids do not change a draw.
        """
        return lot(self.situation.seed, purpose, self.on_the_list[player])

    def table(self, number: int, players: Sequence[int]) -> SeatedTable:
        """Return a table with these players in seat order.

        The event's game and the number of players decide the number of sides.
        """
        return SeatedTable(number, tuple(players), table_play(self.situation.game, len(players)).sides)

    def table_as_wished(self, number: int, players: Sequence[int]) -> SeatedTable:
        """Return a table with as many players as possible in their fixed seats. Partners stay partners."""
        return self.table(number, in_fixed_seats(number, players, self.situation.game, self.constraints))

    @property
    def played(self) -> PlayedRound:
        """The round before, with its results and cuts."""
        situation = self.situation
        results = {result.table: result for result in situation.results}
        terms = EventTerms(
            situation.settings, situation.law_set, situation.game, situation.seed, situation.law_set_at_three
        )
        return PlayedRound(terms, self.last, results, situation.cuts)

    def sitting_out(self, order: Mapping[int, object]) -> tuple[int, ...]:
        """Return the players who sit out, see `choose`. ``order`` maps each player to a sort key."""
        if not self.shape.sitting_out:
            return ()
        situation, partners = self.situation, self.constraints.partners
        counted = tally(situation.history, situation.entrants, situation.round_number)
        counts = {player: counted[player] for player in self.present}
        if situation.settings.keeps_pairs:
            # A pair sits out together, even if one of the two has come later.
            counts = {
                player: max(count, counts[partners.get(player, player)]) for player, count in counts.items()
            }
        return choose(self.shape.sitting_out, counts, self.constraints, order.__getitem__)


SITS_OUT = (_("Sits out: nobody here has sat out less often."), ODD_LAW)
"""The reason for sitting out, and its law."""
SITS_OUT_BY_PLAN = (_("Sits out, as the plan of the evening says."), "")
"""The reason for sitting out if a plan decides who sits out. No source describes such a plan."""


def takes_a_place(table: int) -> Sentence:
    """Return the reason for a player's seat: the player takes a free place at this table."""
    return _("Takes a place left at table {table}.", table=table)


def changed_for_wishes(table: int) -> Sentence:
    return _("Changed to table {table} so that all wishes are met.", table=table)


def with_partner(why: Sentence, partner: int) -> Sentence:
    is_partner = _("The partner is {player}.", player=player_ref(partner))
    return _("{first} {second}", first=why, second=is_partner)


@dataclass(frozen=True, slots=True)
class SeatingDraft:
    """The result of a movement.

    - ``reasons``: player → a text and the id of a law ("" if no source has the rule).
    - ``ties``: the cuts that decided who won tables.
    - ``cards``: player → the code of the place card that gave the place in round 1. Empty in later rounds,
      and if no place cards were drawn.
    """

    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...]
    reasons: Mapping[int, tuple[Sentence, str]]
    ties: tuple[TieCut, ...] = ()
    cards: Mapping[int, str] = field(default_factory=dict)


def too_few(situation: Situation) -> Sentence | None:
    """Return the reason why no table can be filled, or None if there are enough players.

    After round 1 of an evening of pairs, only players with a partner count.
    """
    number, odd = situation.round_number, situation.settings.odd
    present = {entrant.player: entrant for entrant in situation.entrants if entrant.is_present(number)}
    count = len(present)
    if room_shape(count, situation.game, odd).sizes:
        has_pairs = situation.settings.keeps_pairs and situation.history
        return too_few_pairs(situation, partners_now(present, situation.history)) if has_pairs else None
    return ngettext(
        "{count} player is left, and {fewest} are needed for a table.",
        "{count} players are left, and {fewest} are needed for a table.",
        count,
        fewest=min(sizes_of(situation.game, odd)),
    )


def too_few_pairs(situation: Situation, partners: Mapping[int, int]) -> Sentence | None:
    """Return a reason if the players with a partner are too few for a table, otherwise None."""
    if room_shape(len(partners), situation.game, situation.settings.odd).sizes:
        return None
    return _(
        "{count} players with a partner are left, and {fewest} are needed for a table.",
        count=len(partners),
        fewest=min(sizes_of(situation.game, situation.settings.odd)),
    )


def room_for(situation: Situation) -> Room:
    """Return the input of the movement that seats the round.

    Raises InvalidInput if no round can be seated: under "round" if an earlier round is missing, and under
    "players" if too few players are left or wishes contradict each other.
    """
    number = situation.round_number
    game, is_first = situation.game, situation.generation == 1
    entrants = by_player(situation.entrants, game.players, with_seats=is_first)
    present = {player: entrant for player, entrant in entrants.items() if entrant.is_present(number)}
    shape = room_shape(len(present), game, situation.settings.odd)
    if reason := too_few(situation):
        raise InvalidInput({"players": reason})
    if [seated.number for seated in situation.history] != list(range(1, number)):
        raise InvalidInput(
            {"round": _("round {number} needs the places of every round before it, in order.", number=number)}
        )
    constraints = SeatConstraints.of(present, is_mixed=situation.settings.mixed_pairs)
    on_the_list = {player: number for number, player in enumerate(entrants, start=1)}
    last = situation.history[-1] if situation.history else SeatedRound(0, ())
    met = Meetings(situation.history)
    return Room(situation, present, shape, constraints, met, last.places(), last.mates(), on_the_list)


def planned(
    room: Room, seated: SeatedRound, moves: tuple[Move, ...], ties_cut: tuple[TieCut, ...], digest: str
) -> Plan:
    history, present = room.situation.history, tuple(room.present.values())
    unmet = (*unmet_wishes(seated, room.constraints), *unfairness(seated, history, present))
    figures = metrics(seated, room)
    return Plan(seated, room.situation.generation, moves, ties_cut, figures, unmet, digest)


def _fields(value: Participant | Result) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__slots__}
