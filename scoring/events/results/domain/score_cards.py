"""Score cards: the rounds of an event as lines, computed from seats and results. Nothing is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.events.play.domain.played_round import PlayedRound
from scoring.events.play.domain.values import Result, SeatedRound, SeatedTable, Star
from scoring.events.play.domain.winners_up import stars_of_round
from scoring.events.results.domain.competitors import Competitor, StandIn
from scoring.events.results.domain.outcome import sides_winning, winning_sides


class Played(NamedTuple):
    """A round on a player's score card. ``points``, ``to_go``, ``games`` and ``cinches`` are None if unknown.

    - ``is_cut``: a cut decided the table.
    - ``is_counted``: the points count in the standings. False at tables of three in some events.
    - ``is_in_play``: the table is still expected to hand in a result.
    - ``is_decided``: a cut, the slip or a person decided who won. The round then has a result, even without
      points.
    """

    round_number: int
    table: int
    seat: int
    partner: int | None
    partner_seat: int | None
    adversaries: tuple[int, ...]
    points: int | None
    to_go: int | None
    games: int | None
    cinches: int | None
    star: Star | None
    is_cut: bool
    is_counted: bool = True
    is_in_play: bool = False
    is_decided: bool = False


class ScoreCard(NamedTuple):
    """The rounds of a competitor in order, and the numbers of the rounds sat out."""

    competitor: Competitor
    rounds: tuple[Played, ...]
    sat_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundCards:
    """One round: the line on each player's score card, and the players who sat out."""

    round_number: int
    played: Mapping[int, Played]
    sat_out: tuple[int, ...]


def round_cards(played: PlayedRound, in_play: Collection[int] = (), tied: Collection[int] = ()) -> RoundCards:
    """Return the lines of a round for all players who had a place in it.

    ``in_play`` are the numbers of the tables that still play. ``tied`` are the numbers of the tables whose
    players still have to cut to decide who has won.
    """
    number = played.seated.number
    stars, cut_at = stars_of_round(played, tied) if played.results else ({}, frozenset())
    lines: dict[int, Played] = {}
    for table in played.seated.tables:
        result = played.results.get(table.number) or Result(table.number)
        is_counted = played.terms.play_at(len(table.players)).counts_points(played.terms.settings)
        seats = _lines(
            number,
            table,
            result,
            stars,
            is_cut=table.number in cut_at,
            is_counted=is_counted,
            is_in_play=table.number in in_play,
            counts_named=not played.terms.settings.moves_winners_up,
            winning=sides_winning(table, len(played.seated.tables), played.terms.settings),
        )
        lines |= zip(table.players, seats, strict=True)
    return RoundCards(number, lines, played.seated.sitting_out)


def seats_of_round(seated: SeatedRound) -> RoundCards:
    """Return the lines of a round for all players, with seats and partners but no results."""
    lines: dict[int, Played] = {}
    for table in seated.tables:
        seats = _lines(
            seated.number,
            table,
            Result(table.number),
            {},
            is_cut=False,
            is_counted=True,
            is_in_play=False,
            counts_named=False,
            winning=0,
        )
        lines |= zip(table.players, seats, strict=True)
    return RoundCards(seated.number, lines, seated.sitting_out)


def score_cards(rounds: Iterable[RoundCards]) -> dict[int, ScoreCard]:
    """Return player → score card for everybody who ever had a place or sat out."""
    played, out = defaultdict[int, list[Played]](list), defaultdict[int, list[int]](list)
    for round_card in rounds:
        for player in round_card.sat_out:
            out[player].append(round_card.round_number)
        for player, line in round_card.played.items():
            played[player].append(line)
    everybody = {*played, *out}
    return {
        player: ScoreCard(Competitor((player,)), tuple(played[player]), tuple(out[player]))
        for player in everybody
    }


def cards_of_pairs(
    rounds: Sequence[RoundCards], own: Mapping[int, ScoreCard], partners: Mapping[int, int | None]
) -> list[ScoreCard]:
    """Return the score card of each pair, and of each player who is in no pair and stood in for no pair.

    ``own`` are the players' own score cards. ``partners`` maps each entrant, in order of entry, to their
    fixed partner.

    Two players without a pair become a pair in three cases:

    - They play together. Exception: one of them has stood in for a pair, and neither member of that pair
      plays in this round. Then both players stand in for that pair.
    - They sit out together and are fixed partners.
    - They are the only two players without a pair who sit out round 1.

    A player without a pair who plays with a member of a pair is a stand-in.

    If members of two different pairs play a round together, the round counts for the pair of the member who
    was entered first. If that pair already has a result in the round, the round counts for the other pair.
    """
    pairs = _Pairs(partners)
    for round_card in rounds:
        pairs.read(round_card)
    for_pairs = pairs.member_of | pairs.stood_in_for
    alone = [card for player, card in own.items() if player not in for_pairs]
    return [pair.score_card(own) for pair in pairs.found] + alone


def cards_with_pairs(
    rounds: Sequence[RoundCards], own: Mapping[int, ScoreCard], partners: Mapping[int, int | None]
) -> list[ScoreCard]:
    """Return the score cards of an evening in which only some players have a fixed partner.

    ``partners`` maps each entrant, in order of entry, to the fixed partner in the entrant's first round. Two
    partners are a pair if they begin in the same round and play together in every round in which both play.
    Everybody else is ranked alone, with all their own rounds. A player who came only to stand in has no card,
    see `_Pairs.only_fills_in`.

    If only one member of a pair plays in a round, the round counts for the pair, and that member's partner in
    the round is a stand-in.
    """
    if not any(partner is not None for partner in partners.values()):
        return [*own.values()]
    pairs, first = _Pairs(partners), dict[int, int]()
    for round_card in rounds:
        for player in (*round_card.played, *round_card.sat_out):
            first.setdefault(player, round_card.round_number)
    for player, partner in partners.items():
        if partner is None or partners.get(partner) != player or player in pairs.member_of:
            continue
        begin_together = player in first and first[player] == first.get(partner)
        if begin_together and not _play_apart(player, partner, rounds):
            pairs.pair(player, partner)
    for round_card in rounds:
        pairs.count(round_card)
    alone = [
        card
        for player, card in own.items()
        if player not in pairs.member_of and not pairs.only_fills_in(card)
    ]
    return [pair.score_card(own) for pair in pairs.found] + alone


def _play_apart(player: int, partner: int, rounds: Iterable[RoundCards]) -> bool:
    return any(
        {player, partner} <= round_card.played.keys() and round_card.played[player].partner != partner
        for round_card in rounds
    )


class _Pair:
    def __init__(self, members: tuple[int, int]) -> None:
        self.members = members
        self.lines: dict[int, Played] = {}
        self.stood_in: dict[int, list[tuple[int, int]]] = {}
        """Round → each stand-in and the member whose place the stand-in had."""
        self.places: dict[int, int] = {}
        """Stand-in → the member whose place the stand-in had last."""

    def play(self, player: int, mate: int, line: Played) -> None:
        """Add a round that ``player`` and ``mate`` played for the pair. ``line`` is the line of ``player``.

        If both members play a round, but not together, the line of the first member counts.
        """
        number = line.round_number
        if number in self.lines and player != self.members[0]:
            return
        self.lines[number], self.stood_in[number] = line, []
        for one, other in ((player, mate), (mate, player)):
            if one not in self.members:
                self.places[one] = self._place_of(one, other)
                self.stood_in[number].append((one, self.places[one]))

    def _place_of(self, stand_in: int, mate: int) -> int:
        place = mate if mate in self.members else self.places.get(mate)
        if place is None:
            return self.places[stand_in]
        first, second = self.members
        return second if place == first else first

    def score_card(self, own: Mapping[int, ScoreCard]) -> ScoreCard:
        idle = {number for member in self.members if member in own for number in own[member].sat_out}
        rounds = defaultdict[tuple[int, int], list[int]](list)
        for number in sorted(self.stood_in):
            for place in self.stood_in[number]:
                rounds[place].append(number)
        stand_ins = tuple(StandIn(*place, tuple(numbers)) for place, numbers in rounds.items())
        lines = tuple(self.lines.values())
        return ScoreCard(Competitor(self.members, stand_ins), lines, tuple(sorted(idle - self.lines.keys())))


class _Pairs:
    def __init__(self, partners: Mapping[int, int | None]) -> None:
        self.partners = partners
        self.entry = {player: place for place, player in enumerate(partners)}
        self.found: list[_Pair] = []
        self.member_of: dict[int, _Pair] = {}
        self.stood_in_for: dict[int, _Pair] = {}
        """Player who belongs to no pair → the pair for which the player stood in last."""

    def read(self, round_card: RoundCards) -> None:
        played, parted = round_card.played, []
        for player, line in played.items():
            mate = line.partner
            if mate is None or line.seat > played[mate].seat:
                continue
            pair = self.member_of.get(player)
            # The most frequent case is tested first.
            if pair is not None and pair is self.member_of.get(mate):
                pair.lines[line.round_number] = played[pair.members[0]]
            elif {player, mate} <= self.member_of.keys():
                parted.append(sorted((player, mate), key=self._place_of_entry))
            else:
                self._play(player, mate, round_card)
        for player, mate in sorted(parted, key=lambda both: self._place_of_entry(both[0])):
            self._play_parted(player, mate, round_card)
        idle = [player for player in round_card.sat_out if player not in self.member_of]
        for player in idle:
            mate = self.partners.get(player)
            if mate in idle and player not in self.member_of:
                self.pair(player, mate)
        left = [player for player in idle if player not in self.member_of]
        if round_card.round_number == 1 and len(left) == 2:
            self.pair(*left)

    def count(self, round_card: RoundCards) -> None:
        """Count a round for the pairs whose members play in it."""
        for player, line in round_card.played.items():
            pair, mate = self.member_of.get(player), line.partner
            if pair is not None and mate is not None:
                pair.play(player, mate, line)

    def only_fills_in(self, card: ScoreCard) -> bool:
        """Return whether a player without a pair came only to play with a member of a pair.

        True if the player's fixed partner is in a pair with somebody else, and was the player's partner in
        every round that the player has played.
        """
        wished = self.partners.get(card.competitor.members[0])
        return wished in self.member_of and all(line.partner == wished for line in card.rounds)

    def _play(self, player: int, mate: int, round_card: RoundCards) -> None:
        both = ((player, mate), (mate, player))
        if not {player, mate} & self.member_of.keys() and not self._replaces_a_pair(player, mate, round_card):
            self.pair(player, mate)
        played_for = [(*places, self.member_of[places[0]]) for places in both if places[0] in self.member_of]
        if not played_for:
            played_for = [
                (*places, self.stood_in_for[places[0]]) for places in both if places[0] in self.stood_in_for
            ][:1]
        for one, other, pair in played_for:
            pair.play(one, other, round_card.played[one])
            new = {player: pair for player in (one, other) if player not in self.member_of}
            self.stood_in_for |= new

    def _play_parted(self, player: int, mate: int, round_card: RoundCards) -> None:
        for one, other in ((player, mate), (mate, player)):
            pair = self.member_of[one]
            if round_card.round_number not in pair.lines:
                pair.play(one, other, round_card.played[one])
                return

    def _place_of_entry(self, player: int) -> int:
        return self.entry.get(player, len(self.entry))

    def _replaces_a_pair(self, player: int, mate: int, round_card: RoundCards) -> bool:
        pairs = [self.stood_in_for[one] for one in (player, mate) if one in self.stood_in_for]
        return bool(pairs) and round_card.played.keys().isdisjoint(pairs[0].members)

    def pair(self, player: int, mate: int) -> None:
        ours, theirs = sorted((player, mate), key=self._place_of_entry)
        pair = _Pair((ours, theirs))
        self.found.append(pair)
        self.member_of |= {ours: pair, theirs: pair}


def _lines(
    number: int,
    table: SeatedTable,
    result: Result,
    stars: Mapping[int, Star | None],
    *,
    is_cut: bool,
    is_counted: bool,
    is_in_play: bool,
    counts_named: bool,
    winning: int,
) -> list[Played]:
    players, seating = table.players, table.seating
    sides = seating.side_count
    points, to_go = _by_side(result.points, sides), _by_side(result.to_go, sides)
    won = _games_of_named(result, sides, counts_named) or _games(result, winning)
    cinches, games = _by_side(result.cinches, sides), _by_side(won, sides)
    is_decided = is_cut or bool(result.winners)
    lines = []
    for place, player in enumerate(players):
        side = place % sides
        mate = seating.partner_of(place + 1)
        partner = players[mate - 1] if mate else None
        adversaries = tuple(other for at, other in enumerate(players) if at % sides != side)
        lines.append(
            Played(number, table.number, place + 1, partner, mate, adversaries, points[side],
                   to_go[side], games[side], cinches[side], stars.get(player), is_cut, is_counted, is_in_play,
                   is_decided)
        )  # fmt: skip
    return lines


def _games(result: Result, winning: int) -> tuple[int, ...]:
    if result.games or not result.to_go:
        return result.games
    won, _tied = winning_sides(winning, result.to_go)
    return tuple(int(side in won) for side in range(1, len(result.to_go) + 1))


def _games_of_named(result: Result, sides: int, counts_named: bool) -> tuple[int, ...]:
    # Where winners move up, a named winner gets a star instead of a game.
    if not counts_named or not result.winners:
        return ()
    return tuple(int(side in result.winners) for side in range(1, sides + 1))


def _by_side(values: tuple[int, ...], sides: int) -> tuple[int | None, ...]:
    return values or (None,) * sides
