"""The winner-progressive movement: where each player goes after a round, and who are partners there.

Law: Foster 1897, Progressive Cinch: the winning pair goes one table up. Foster, Progressive Euchre,
Progressing: at the head table the winners stay and the losers go to the last table; elsewhere the losers
stay. The setting ``head_losers`` can differ from this default. If it is "stay", the losers of the head table
stay and its winners go to the last table. If it is "down-one", the losers of every table but the last go one
table down.

Players earn a gold star for winning at the head table, a red star for moving up, and a green star for losing
at the last table and staying there.

By these rules each player has a claim to a place at a table. Players come, go and sit out, so a table can get
too many or too few claims. Then the weaker claims give way, and other players fill the free places.

Law: Foster 1897, Progressive Cinch: partners who arrive at a table are separated. Foster, Progressive Euchre,
Changing Partners: this holds for all tables except the head table. A player who stayed keeps their seat and
takes one of the arriving players as partner. The setting ``split`` says which one, unless wishes or mixed
pairs decide.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _, ngettext
from scoring.events.planning.domain.event_games import Shape
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.optimiser import meet_wishes
from scoring.events.play.domain.plan_input import (
    SITS_OUT,
    Room,
    SeatingDraft,
    changed_for_wishes,
    takes_a_place,
)
from scoring.events.play.domain.played_round import PlayedRound
from scoring.events.play.domain.values import FULL, HEAD, Place, SeatedTable, Star
from scoring.events.results.domain.outcome import (
    TableOutcome,
    outcome,
    outcomes,
)

STARS_LAW = "progressive-euchre/other-tables-result"
HEAD_LAW = "progressive-euchre/head-table-result"
UP_LAW = "progressive-cinch/winners-move-up"


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim to a place at a table. Of the claims to a table, the lowest ``rank`` comes first.

    ``how`` is the sentence about the player's last table, ``where`` the sentence about the next table.
    """

    player: int
    table: int
    rank: int
    how: Sentence
    where: Sentence
    law: str


def stars_of_round(
    played: PlayedRound, tied: Collection[int] = ()
) -> tuple[dict[int, Star | None], frozenset[int]]:
    """Return the players' stars in a round, and the numbers of the tables that a cut decided.

    The stars are a mapping player → star, or None for a player without a star. The players of an undecided
    table are left out. The tables in ``tied``, whose players still have to cut, count as undecided. A star is
    for the game won or lost, so the last round has stars too, although nobody moves after it.

    Both results are empty unless winners move up.
    """
    stars: dict[int, Star | None] = {}
    cut_at = set()
    tables = len(played.seated.tables)
    if not played.terms.settings.moves_winners_up:
        return stars, frozenset()
    for table in played.seated.tables:
        decided = None if table.number in tied else _decided(played, table)
        if decided is None:
            continue
        if decided.cut is not None:
            cut_at.add(table.number)
        for player in table.players:
            stars[player] = _star(player in decided.winners, table.number, tables)
    return stars, frozenset(cut_at)


def _decided(played: PlayedRound, table: SeatedTable) -> TableOutcome | None:
    try:
        return outcome(played, table)
    except InvalidInput:
        return None


def _star(has_won: bool, number: int, tables: int) -> Star | None:
    if has_won:
        return "gold" if number == HEAD else "red"
    return "green" if number == tables and tables > 1 else None


def claims(decided: Sequence[TableOutcome], settings: EventSettings) -> list[Claim]:
    tables = len(decided)
    made: list[Claim] = []
    for won_table in decided:
        number, losers = won_table.table.number, won_table.losers
        won, lost = _won_and_lost(won_table)
        for player in won_table.winners:
            table, rank, where, law = _winner_goes(number, tables, settings)
            made.append(Claim(player, table, rank, won, where, law))
        for player in losers:
            table, rank, where, law = _loser_goes(won_table, player, tables, settings)
            made.append(Claim(player, table, rank, lost, where, law))
    return made


def _winner_goes(number: int, tables: int, settings: EventSettings) -> tuple[int, int, Sentence, str]:
    if number > HEAD:
        return number - 1, 1, _("and goes up to table {table}.", table=number - 1), UP_LAW
    if settings.head_losers == "stay" and tables > 1:
        return tables, 2, _("and goes round to table {table}, the last.", table=tables), HEAD_LAW
    return HEAD, 0, _("and stays there."), HEAD_LAW


def _loser_goes(
    decided: TableOutcome, player: int, tables: int, settings: EventSettings
) -> tuple[int, int, Sentence, str]:
    number, leaving = decided.table.number, decided.losers[-2:]
    is_leaving = player in leaving
    is_down = settings.head_losers == "down-one" and number < tables
    is_last = settings.head_losers == "last" and number == HEAD and tables > 1
    if is_leaving and is_last:
        return tables, 3, _("and goes to table {table}, the last.", table=tables), HEAD_LAW
    if is_leaving and is_down:
        return number + 1, 3, _("and goes down to table {table}.", table=number + 1), HEAD_LAW
    where = _("and stays there.")
    if is_down or is_last:
        to_go = decided.to_go_of()
        where = _("and stays there, because the two others had fewer points.")
        if not to_go or to_go[player] == to_go[leaving[0]]:
            where = _("and stays there: among equals the two in the last seats go.")
    return number, 2, where, STARS_LAW if number > HEAD else HEAD_LAW


def _won_and_lost(outcome: TableOutcome) -> tuple[Sentence, Sentence]:
    table = outcome.table.number
    lost = _("Lost at table {table}", table=table)
    if outcome.is_named:
        return _("Won table {table} by the director's word", table=table), lost
    if outcome.cut is not None:
        lost = _("Lost the cut at table {table}", table=table)
        if not outcome.to_go:
            return _("Won table {table} by the cut, as its result was missing,", table=table), lost
        return _("Won table {table} by the cut, being equal there,", table=table), lost
    if outcome.table.seating.side_count > 2:
        return _("Won table {table}", table=table), lost
    ours, theirs = outcome.to_go if outcome.sides == (1,) else outcome.to_go[::-1]
    lead = theirs - ours
    return (
        ngettext(
            "Won table {table} by {count} point", "Won table {table} by {count} points", lead, table=table
        ),
        ngettext(
            "Lost at table {table} by {count} point",
            "Lost at table {table} by {count} points",
            lead,
            table=table,
        ),
    )


FIXED_RANK = -1

Why = tuple[Sentence, str]
"""The sentence that says why a player is at a table, and the law of the reason."""


def as_fixed(claim: Claim, table: int | None, tables: int) -> Claim:
    """Return a player's claim, moved to the player's fixed table and ranked before all other claims.

    The claim stays as it is if the player has no fixed table (``table`` None) or if there is no such table.
    """
    if table is None or table > tables:
        return claim
    where = claim.where
    if table != claim.table:
        where = _("and keeps a fixed place at table {table}.", table=table)
    return replace(claim, table=table, rank=FIXED_RANK, where=where)


def fill(
    shape: Shape, claims: Sequence[Claim], floating: Sequence[int]
) -> tuple[dict[int, list[int]], dict[int, Why]]:
    """Return the players of each table, best claim first, and the reason for each player.

    ``floating`` are players without a claim, because they sat out or are new. The places that are left go
    first to players whose claims give way, then to the floating players in their order. Claims and floating
    players together are as many as the seats.
    """
    tables = len(shape.sizes)
    room: dict[int, list[int]] = {number: [] for number in range(1, tables + 1)}
    reasons: dict[int, Why] = {}
    over: list[Claim] = []
    for claim in sorted(claims, key=lambda claim: (min(claim.table, tables), claim.rank, claim.table)):
        table = min(claim.table, tables)
        if len(room[table]) < shape.sizes[table - 1]:
            room[table].append(claim.player)
            where = claim.where
            if table != claim.table:
                where = _("and goes to table {table}, the last there is now.", table=table)
            reasons[claim.player] = (_("{first} {second}", first=claim.how, second=where), claim.law)
        else:
            over.append(claim)
    left_over: list[tuple[int, Claim | None]] = [(claim.player, claim) for claim in over]
    left_over += [(player, None) for player in floating]
    free = [number for number, size in enumerate(shape.sizes, 1) for _left in range(size - len(room[number]))]
    for (player, claimed), table in zip(left_over, free, strict=True):
        room[table].append(player)
        if claimed is None:
            reasons[player] = (takes_a_place(table), UP_LAW)
        else:
            where = _("and fills the place left at table {table}.", table=table)
            reasons[player] = (_("{first} {second}", first=claimed.how, second=where), UP_LAW)
    return room, reasons


def winners_up(room: Room) -> SeatingDraft:
    """Return the next round. Raises InvalidInput for undecided tables, as `outcome` does.

    The claims decide the tables. Then players are exchanged to meet wishes.
    """
    situation = room.situation
    decided = outcomes(room.played)
    everybody = {claim.player: claim for claim in claims(decided, situation.settings)}
    tables = len(room.shape.sizes)
    order = {player: _order(player, everybody.get(player), room) for player in room.present}
    idle = room.sitting_out(order)
    playing = [
        as_fixed(claim, room.present[player].fixed_table, tables)
        for player, claim in everybody.items()
        if player in room.present and player not in idle
    ]
    floating = sorted(
        (player for player in room.present if player not in everybody and player not in idle),
        key=lambda player: (player not in room.last.sitting_out, order[player]),
    )
    filled, reasons = fill(room.shape, playing, floating)
    # The players with the weakest claims come first, so that the exchange for wishes moves them first.
    placed = {table: players[::-1] for table, players in filled.items()}
    moved = meet_wishes(placed, situation.game, room.constraints)
    reasons |= {player: (changed_for_wishes(table), "") for player, table in moved.items()}
    reasons |= dict.fromkeys(idle, SITS_OUT)
    return SeatingDraft(
        tables=tuple(room.table_as_wished(table, seat_table(table, placed[table], room)) for table in placed),
        sitting_out=idle,
        reasons=reasons,
        ties=tuple(won_table.cut for won_table in decided if won_table.cut is not None),
    )


def _order(player: int, claim: Claim | None, room: Room) -> tuple[int, int, str]:
    """Return a sort key for the choice of who sits out.

    Of players who have sat out equally often, the player with the lowest key sits out.
    """
    by_lot = room.lot(f"sit-out/{room.situation.round_number}", player)
    return (0, 0, by_lot) if claim is None else (-claim.table, -claim.rank, by_lot)


Pairs = tuple[tuple[int, int], tuple[int, int]]


def seat_table(number: int, players: Sequence[int], room: Room) -> tuple[int, ...]:
    """Return the players of a table in seat order. Fixed seats are not considered.

    Where nobody has a partner, players who stay at the table keep their seats.
    """
    if len(players) != FULL or not room.situation.game.is_in_fours:
        return _seat_alone(number, players, room)
    first, second = pairs_at(number, players, room)
    return _seats(number, first, second, room)


def pairs_at(number: int, players: Sequence[int], room: Room) -> Pairs:
    """Return four players as two pairs. Wishes decide first, then the rules of the movement."""
    order = _stayers_first(number, players, room)
    first, second, third, fourth = order
    ways: list[Pairs] = [
        ((first, third), (second, fourth)),
        ((first, fourth), (second, third)),
        ((first, second), (third, fourth)),
    ]
    keeps = _head_stays(number, order, room)

    def cost(pairs: Pairs) -> tuple[object, ...]:
        return room.constraints.weight(pairs), *_cost(pairs, room, keeps=keeps, number=number)

    return min(ways, key=cost)


def _head_stays(number: int, order: Sequence[int], room: Room) -> bool:
    chosen = room.situation.settings
    if number > HEAD or chosen.head_winners != "keep" or chosen.head_losers == "stay":
        return False
    first, second = order[:2]
    stayed = [player for player in order if room.places.get(player, (0, 0))[0] == number]
    return len(stayed) == 2 and room.mates.get(first) == second


def _stayers_first(number: int, players: Sequence[int], room: Room) -> list[int]:
    def key(player: int) -> tuple[bool, bool, Place, str]:
        place = room.places.get(player)
        stayed = place is not None and place[0] == number
        second = room.situation.settings.mixed_pairs and stayed and room.constraints.lists[player] != 0
        newcomer = room.lot(f"newcomer/{room.situation.round_number}", player) if place is None else ""
        return (not stayed, second, place or (1_000_000, 0), newcomer)

    return sorted(players, key=key)


def _cost(pairs: Pairs, room: Room, *, keeps: bool, number: int) -> tuple[object, ...]:
    together = sum(room.mates.get(player) == partner for player, partner in pairs)
    parted = -together if keeps else together
    if room.situation.settings.split == "seat":
        return (parted,)
    if room.situation.settings.split == "seeded":
        (a, b), _ = pairs
        return (parted, room.lot(f"split/{room.situation.round_number}/{number}/{room.lot('', a)}", b))
    (a, b), (c, d) = pairs
    as_partners = room.met.as_partners(a, b) ** 2 + room.met.as_partners(c, d) ** 2
    against = sum(room.met.as_opponents(ours, theirs) ** 2 for ours in (a, b) for theirs in (c, d))
    return (parted, as_partners, against)


def _seats(number: int, first: tuple[int, int], second: tuple[int, int], room: Room) -> tuple[int, ...]:
    def seat_of(player: int) -> int | None:
        place = room.places.get(player)
        return place[1] if place is not None and place[0] == number and place[1] <= 4 else None

    first_seat = seat_of(first[0]) or 1
    left = first_seat % 4 + 1
    right = (first_seat + 2) % 4 + 1
    seats = {first_seat: first[0], (first_seat + 1) % 4 + 1: first[1]}
    ours, theirs = second
    if seat_of(ours) == right or seat_of(theirs) == left:
        ours, theirs = theirs, ours
    seats |= {left: ours, right: theirs}
    return tuple(seats[seat] for seat in (1, 2, 3, 4))


def _seat_alone(number: int, players: Sequence[int], room: Room) -> tuple[int, ...]:
    order = _stayers_first(number, players, room)
    seats: dict[int, int] = {}
    for player in order:
        place = room.places.get(player)
        own_seat = place[1] if place is not None and place[0] == number else None
        if own_seat is not None and own_seat <= len(players) and own_seat not in seats:
            seats[own_seat] = player
    waiting = [player for player in order if player not in seats.values()]
    for seat in range(1, len(players) + 1):
        if seat not in seats:
            seats[seat] = waiting.pop(0)
    return tuple(seats[seat] for seat in range(1, len(players) + 1))
