"""Plan the next round: who sits where, and why. All movements are called from here.

`plan` is a pure function: the same situation always gives the same plan. The plan holds the hash of its
input. The input includes the generation, which counts the seatings of a round. No draw depends on the
generation: if the move is taken back and repeated, a cut from the seed has the same result.

`compare` compares two plans player by player. After a correction the seats stay unless the move is taken
back. `forecast` plays whole evenings with random results from fixed seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _
from scoring.events.people.domain.pairs import check_pairs
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.drawing import DRAW_LAW, PARTNER_LAW, FirstPlaces, first_places, lot
from scoring.events.play.domain.fixed_pairs import pairs_round_robin, pairs_up
from scoring.events.play.domain.individual import individual_round, whist_round
from scoring.events.play.domain.plan_input import (
    Room,
    SeatingDraft,
    Situation,
    changed_for_wishes,
    planned,
    room_for,
    with_partner,
)
from scoring.events.play.domain.redraw import redraw
from scoring.events.play.domain.rotation import rotation
from scoring.events.play.domain.values import (
    Move,
    Participant,
    Place,
    Plan,
    Result,
    SeatedRound,
    SeatedTable,
)
from scoring.events.play.domain.winners_up import stars_of_round, winners_up
from scoring.game.games import GameKind
from scoring.game.references import player_ref

MOVEMENTS: Mapping[str, Callable[[Room], SeatingDraft]] = {
    "winner-progressive": winners_up,
    "pairs-up": pairs_up,
    "pairs-round-robin": pairs_round_robin,
    "whist": whist_round,
    "individual": individual_round,
    "rotation": rotation,
    "redraw": redraw,
}


def plan(situation: Situation) -> Plan:
    """Return the plan of the next round: seats, reasons, repeated meetings and unmet wishes.

    Raises InvalidInput if the round cannot be seated. The keys are "players", "places", "places.PLAYER",
    "round", "results.TABLE", "results.TABLE.winners" and "cuts.TABLE".

    Law: Foster 1897, Cinch, Variations, Progressive Cinch; Foster, Progressive Euchre.
    """
    room = room_for(situation)
    draft = MOVEMENTS[situation.settings.kind](room) if situation.history else _first(room)
    seated = SeatedRound(situation.round_number, draft.tables, draft.sitting_out)
    return planned(room, seated, _moves(room, draft, seated), draft.ties, situation.digest())


def _first(room: Room) -> SeatingDraft:
    situation = room.situation
    check_pairs(situation.settings, tuple(room.present.values()))
    places = first_places(
        list(room.present), situation.game, room.shape, room.constraints, situation.seed, situation.start
    )
    tables = tuple(room.table(table, players) for table, players in places.room.items())
    _must_keep_pairs(room, SeatedRound(1, tables, places.sitting_out))
    mates = SeatedRound(1, tables).mates()
    reasons = {
        player: (why, _law_of_place(player, mates, room, places)) for player, why in places.reasons.items()
    }
    is_drawn = not (situation.start and (situation.start.cards or situation.start.tables))
    if is_drawn and not situation.settings.evening.laws_in(situation.game):
        # No source describes this evening, so the reasons name no law and no place cards.
        reasons = {player: (_lot_in_words(places, player), "") for player in places.reasons}
    cards = {player: card.code for player, card in places.cards.items()}
    return SeatingDraft(tables, places.sitting_out, reasons, cards=cards)


def _law_of_place(player: int, mates: Mapping[int, int], room: Room, places: FirstPlaces) -> str:
    if not places.cards:
        return ""
    is_drawn = player in mates and room.constraints.partners.get(player) != mates[player]
    return PARTNER_LAW if is_drawn else DRAW_LAW


def _lot_in_words(places: FirstPlaces, player: int) -> Sentence:
    table = next((number for number, players in places.room.items() if player in players), None)
    if table is None:
        return _("Sits out by the draw.")
    return (
        _("The draw gives table {table}.", table=table)
        if table == places.cards[player].table
        else (changed_for_wishes(table))
    )


def _must_keep_pairs(room: Room, seated: SeatedRound) -> None:
    if not room.situation.settings.keeps_pairs:
        return
    mates = seated.mates()
    parted = [
        _(
            "{one} and {other} are a pair: seat them opposite each other, or let both sit out.",
            one=player_ref(player),
            other=player_ref(partner),
        )
        for player, partner in room.constraints.partners.items()
        if player < partner and mates.get(player) != (partner if partner in mates else None)
    ]
    if parted:
        raise InvalidInput({"places": parted})


def _moves(room: Room, draft: SeatingDraft, seated: SeatedRound) -> tuple[Move, ...]:
    now, mates, made = seated.places(), seated.mates(), []
    stars = stars_of_round(room.played)[0] if room.situation.history else {}
    for player in [*now, *seated.sitting_out]:
        why, law = draft.reasons[player]
        # If no source describes this kind of evening with this game, no law supports its seats.
        law = law if room.situation.settings.evening.laws_in(room.situation.game) else ""
        is_known = room.situation.settings.keeps_pairs and player in room.constraints.partners
        if player in mates and not is_known:
            why = with_partner(why, mates[player])
        before, star = room.places.get(player), stars.get(player)
        made.append(Move(player, before, now.get(player), star, why, law, draft.cards.get(player)))
    return tuple(made)


def compare(made: Plan, would_be: Plan) -> dict[int, Sentence]:
    """Return player → a text that says what the plan ``would_be`` changes for the player.

    The text names one difference from the plan ``made``: the player would sit out, or would have another
    table, seat, partner or star. Players without a difference are left out.
    """
    places, others = made.round.places(), would_be.round.places()
    mates, other_mates = made.round.mates(), would_be.round.mates()
    stars = {move.player: move.star for move in made.moves}
    other_stars = {move.player: move.star for move in would_be.moves}
    differences = {}
    for player in dict.fromkeys([*stars, *other_stars]):
        here, there = places.get(player), others.get(player)
        mate, other_mate = mates.get(player), other_mates.get(player)
        if here != there or mate != other_mate or stars.get(player) != other_stars.get(player):
            new_mate = other_mate if other_mate != mate else None
            differences[player] = _difference(player, here, there, new_mate)
    return differences


def _difference(player: int, here: Place | None, there: Place | None, mate: int | None) -> Sentence:
    name = player_ref(player)
    if there is None and here is not None:
        return _("{player} would sit out.", player=name)
    if there is not None and (here is None or here[0] != there[0]):
        table, seat = there
        return _("{player} would be at table {table}, seat {seat}.", player=name, table=table, seat=seat)
    if there is not None and here != there:
        return _("{player} would be in seat {seat} of the same table.", player=name, seat=there[1])
    if mate is not None:
        return _("{player} would play with {mate}.", player=name, mate=player_ref(mate))
    return _("{player} would be in the same place with another star.", player=name)


MOST_RUNS = 10
SEATS_IN_ALL = 2400
"""Upper limit for the number of seats that a forecast plays (players times rounds times runs)."""
REDRAW_COSTS = 4
"""How many times as long a redraw takes to plan as another movement."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected course of an evening.

    The numbers of partners and of opponents are averages over the players and the runs.

    - ``runs``: how many evenings were played with random results.
    - ``minutes``: the length of all rounds, or None without a set length.
    - ``fewest_partners_again``, ``fewest_opponents_again``: how often a player must repeat a partner or an
      opponent at tables of these sizes, whatever the movement.
    - ``whole``: the number of rounds of the whole plan, see `EveningKind`. None if the movement has no such
      plan.
    - ``pairs``: the number of pairs if all players stay with their partners, otherwise 0.
    - ``most_meetings``: the highest number of rounds in which the same two players meet as opponents. None if
      results decide who meets.
    - ``redrawn``: how often a player would repeat an opponent if every round were drawn anew. None if a new
      draw would not be better, or if it was not calculated.
    - ``about_plan``: a note if the program has to search for a plan, otherwise None.
    - ``about_rounds``: a hint if the evening has fewer or more rounds than the whole plan.
    """

    players: int
    rounds: int
    tables: int
    runs: int
    repeated_partners: float
    repeated_opponents: float
    different_partners: float
    different_opponents: float
    fewest_partners_again: float
    fewest_opponents_again: float
    fewest_sit_outs: int
    most_sit_outs: int
    minutes: int | None
    estimated_minutes: int
    whole: int | None
    pairs: int
    most_meetings: int | None
    redrawn: float | None
    about_plan: Sentence | None
    about_rounds: Sentence | None

    @property
    def different_pairs(self) -> float:
        """How many different pairs a pair meets: half the number of different opponents."""
        return self.different_opponents / 2

    @property
    def repeated_pairs(self) -> float:
        return self.repeated_opponents / 2

    @property
    def fewest_pairs_again(self) -> float:
        return self.fewest_opponents_again / 2

    @property
    def has_odd_pairs(self) -> bool:
        """Whether a pair sits out in each round, because the number of pairs is odd. False without pairs."""
        return self.pairs % 2 == 1


def forecast(
    settings: EventSettings,
    players: int,
    law_set: LawSet,
    game: GameKind,
    wishes: Mapping[int, Mapping[str, Any]] | None = None,
) -> Forecast:
    """Return the expected course of an evening whose players have the ids 1 to ``players``.

    ``wishes`` maps players to their wishes. Each wish is a field of `Participant`. Fixed partners who stay
    together do not count as repeated. If results decide who meets, up to `MOST_RUNS` evenings are played,
    otherwise one.

    Raises InvalidInput like `plan`.
    """
    wishes = wishes or {}
    people = tuple(Participant(player, **wishes.get(player, {})) for player in range(1, players + 1))
    is_kept = settings.keeps_pairs or (settings.heeds_partners and game.seating.has_partners)
    partners = {one.player: one.partner for one in people if one.partner and is_kept}
    has_pairs = settings.keeps_pairs or len(partners) == players
    size = players * settings.rounds
    if MOVEMENTS[settings.kind] is redraw:
        size *= REDRAW_COSTS
    runs = 1 if settings.evening.is_known_before else max(1, min(MOST_RUNS, SEATS_IN_ALL // size))
    evenings = [_evening(settings, people, law_set, game, f"forecast/{run}") for run in range(runs)]
    ends = [evening[-1].metrics for evening in evenings]
    tables = [table for evening in evenings for made in evening for table in made.tables]

    def per_player(pairs: int) -> float:
        return 2 * pairs / players / runs

    def not_fixed(table: SeatedTable) -> tuple[tuple[int, int], ...]:
        return tuple((player, mate) for player, mate in table.partners() if partners.get(player) != mate)

    def unavoidable(pairs_of: Callable[[SeatedTable], tuple[tuple[int, int], ...]], others: int) -> float:
        again = 0
        for evening in evenings:
            met = [player for made in evening for table in made.tables for player in chain(*pairs_of(table))]
            again += sum(max(0, times - others) for times in Counter(met).values())
        return again / players / runs

    most_meetings = None
    if settings.evening.is_known_before:
        faced = Counter(frozenset(pair) for table in tables for pair in table.opponents())
        most_meetings = max(faced.values())
    partners_again = sum(end.repeated_partners for end in ends)
    opponents_again = sum(end.repeated_opponents for end in ends)
    whole = settings.evening.whole_rounds(players)
    redrawn = None
    if whole and settings.rounds < whole and not has_pairs and REDRAW_COSTS * size <= SEATS_IN_ALL:
        drawn = replace(settings, kind="redraw")
        end = _evening(drawn, people, law_set, game, "forecast/0")[-1].metrics
        if (end.repeated_partners, end.repeated_opponents) < (partners_again, opponents_again):
            redrawn = per_player(end.repeated_opponents)
    return Forecast(
        players=players,
        rounds=settings.rounds,
        tables=max(table.number for table in tables),
        runs=runs,
        repeated_partners=per_player(partners_again),
        repeated_opponents=per_player(opponents_again),
        different_partners=per_player(
            sum(len(not_fixed(table)) for table in tables) - partners_again + runs * len(partners) // 2
        ),
        different_opponents=per_player(sum(len(table.opponents()) for table in tables) - opponents_again),
        fewest_partners_again=unavoidable(not_fixed, players - 1),
        fewest_opponents_again=unavoidable(SeatedTable.opponents, players - 1 - has_pairs),
        fewest_sit_outs=min(end.fewest_sit_outs for end in ends),
        most_sit_outs=max(end.most_sit_outs for end in ends),
        estimated_minutes=settings.estimated_minutes,
        minutes=settings.minutes_in_all,
        whole=whole,
        pairs=players // 2 if has_pairs else 0,
        most_meetings=most_meetings,
        redrawn=redrawn,
        about_plan=settings.evening.about_plan(players),
        about_rounds=settings.evening.about_rounds(players, settings.rounds),
    )


def _evening(
    settings: EventSettings, people: tuple[Participant, ...], law_set: LawSet, game: GameKind, seed: str
) -> list[Plan]:
    plans: list[Plan] = []
    for number in range(1, settings.rounds + 1):
        history = tuple(made.round for made in plans)
        results = tuple(_by_chance(table, seed, number) for table in history[-1].tables) if history else ()
        situation = Situation(settings, law_set, game, people, seed, number, history=history, results=results)
        plans.append(plan(situation))
    return plans


def _by_chance(table: SeatedTable, seed: str, number: int) -> Result:
    sides = list(table.seating.sides())
    ranked = sorted(sides, key=lambda side: lot(seed, f"result/{number}/{table.number}", side))
    return Result(table.number, to_go=tuple(ranked.index(side) for side in sides))
