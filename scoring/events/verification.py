"""Checks of events for `scoring.office.verification`: moves, places, seats, cuts and late deals.

Each move is planned again from its recorded input and compared. A breach is a rule that the records break.
Nothing is written.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from scoring.events.loaded_records import AMENDED, SWAP
from scoring.events.models import Event, Placing, Seating
from scoring.events.planning.domain.event_games import table_play
from scoring.events.play.domain.drawing import Start
from scoring.events.play.domain.late import changed
from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.plan_input import MOVEMENT_VERSION
from scoring.events.play.domain.values import Plan, SeatedTable
from scoring.events.play.plan_json import plan_content, published_plan
from scoring.events.state import EventState, load_state
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables.games import result_of_cut
from scoring.tables.models import Deal, FirstDealer, Game, Seat


def event_breaches(event: Event) -> Iterator[Breach]:
    """Yield the breaches in the records of an event.

    Each seating is checked against the records from before the seating. If they cannot be read, breach I-4 is
    yielded, and the seating is not checked further.
    """
    where = f"event {event.pk}"
    rows = Seating.objects.filter(event=event).order_by("round_number", "generation")
    seatings = list(rows.select_related("taken_back", "after__seating"))
    in_force = [seating for seating in seatings if not hasattr(seating, "taken_back")]
    if (numbers := [seating.round_number for seating in in_force]) != list(range(1, len(in_force) + 1)):
        yield Breach("I-13", where, f"its rounds in force are numbered {numbers}")
    games = {game.pk: game for game in Game.objects.filter(placings__seating__event=event).distinct()}
    seats = _seats(event)
    if astray := seats.keys() - games.keys():
        yield Breach("I-14", where, f"the games with the ids {sorted(astray)} belong to no round")
    yield from _cut_breaches(event, seats, where)
    before = {later.pk: earlier for earlier, later in pairwise(in_force)}
    for seating in seatings:
        here = f"{where} round {seating.round_number} generation {seating.generation}"
        placings = Placing.objects.filter(seating=seating).select_related("entrant")
        places = list(placings.order_by("table_number", "seat", "id"))
        try:
            state = load_state(event, seating.as_of)
            present = _present(state, seating)
        except UNREADABLE as error:
            yield Breach("I-4", here, f"the records from before this round cannot be read: {error}")
            continue
        yield from _place_breaches(places, present, here)
        yield from _game_breaches(event, places, games, seats, here)
        yield from _dealer_breaches(state, seating, places, games, here)
        yield from _move_breaches(state, seating, places, here)
        if seating.pk in before:
            yield from _late_deals(state, before[seating.pk], where)


def _present(state: EventState, seating: Seating) -> set[int]:
    situation = state.situation(seating.round_number, seating.generation, change=seating.change)
    return {entrant.player for entrant in situation.entrants if entrant.is_present(seating.round_number)}


def _place_breaches(places: Sequence[Placing], present: set[int], where: str) -> Iterator[Breach]:
    placed = [place.entrant.member_id for place in places]
    if len(placed) != len(set(placed)) or set(placed) != present:
        yield Breach("I-14", where, "its places are not one for each player who was present")


def _game_breaches(
    event: Event,
    places: Sequence[Placing],
    games: Mapping[int, Game],
    seats: Mapping[int, Mapping[int, int]],
    where: str,
) -> Iterator[Breach]:
    for taken in _by_table(places).values():
        played = list(dict.fromkeys(place.game_id or 0 for place in taken.values()))
        here = [place.entrant.member_id for place in taken.values()]
        four = table_play(event.kind, len(taken)).who_play(here)
        is_whole = list(taken) == list(range(1, len(taken) + 1)) and len(played) == len(four)
        for game, players in zip(played, four, strict=False):
            if not is_whole or seats.get(game, {}) != dict(enumerate(players, start=1)):
                yield Breach(
                    "I-14", where, f"the seats of game id {game} differ from the places of its table"
                )
        laws = event.laws_of_its_own(len(taken))
        for game in played:
            if game in games and (games[game].game, games[game].law_set_id) != laws:
                what = f"game id {game} has not the game and law set of a table of {len(taken)} in this event"
                yield Breach("I-14", where, what)


def _dealer_breaches(
    state: EventState, seating: Seating, places: Sequence[Placing], games: Mapping[int, Game], where: str
) -> Iterator[Breach]:
    for number, taken in _by_table(places).items():
        players = tuple(taken[seat].entrant.member_id for seat in sorted(taken))
        table = SeatedTable(number, players, table_play(state.terms.game, len(players)).sides)
        dealer = state.first_dealer(seating.round_number, table)
        for game in dict.fromkeys(place.game_id or 0 for place in taken.values()):
            if game in games and games[game].first_dealer != dealer:
                what = f"the settings and the seed give another first dealer in game id {game}"
                yield Breach("I-12", where, what)


def _cut_breaches(event: Event, seats: Mapping[int, Mapping[int, int]], where: str) -> Iterator[Breach]:
    rows = FirstDealer.objects.filter(game__table__event=event).order_by("id")
    for first in rows.select_related("cut__table__law_set", "cut__game__law_set"):
        seated, cut = seats.get(first.game_id, {}), first.cut
        try:
            dealer = result_of_cut(cut, cut.table).first_dealer
        except UNREADABLE as error:
            yield Breach("I-4", where, f"cut id {cut.pk} cannot be read: {error}")
            continue
        players = [seated[seat] for seat in sorted(seated)]
        if cut.purpose != "deal" or cut.players != players or dealer != str(seated.get(first.seat)):
            what = f"the cut id {cut.pk} does not give the recorded first dealer of game id {first.game_id}"
            yield Breach("I-12", where, what)


def _by_table(places: Sequence[Placing]) -> dict[int, dict[int, Placing]]:
    tables: dict[int, dict[int, Placing]] = defaultdict(dict)
    for place in places:
        if place.table_number is not None and place.seat is not None:
            tables[place.table_number][place.seat] = place
    return tables


def _late_deals(state: EventState, over: Seating, where: str) -> Iterator[Breach]:
    known = {
        deal.deal_id
        for event_round in state.rounds
        for table in event_round.tables
        for game in table.games
        for deal in game.deals
    }
    deals = Deal.objects.filter(game__placings__seating=over).exclude(pk__in=known).distinct()
    for deal in deals.order_by("id"):
        yield Breach("I-11", f"{where} deal id {deal.pk}", "it was recorded after the move to the next round")


def _move_breaches(
    state: EventState, seating: Seating, places: Sequence[Placing], where: str
) -> Iterator[Breach]:
    # A program with another version of the movements can compute another plan from the same input.
    if state.event.movement_version != MOVEMENT_VERSION:
        return
    try:
        made = _planned_again(state, seating)
    except UNREADABLE as error:
        yield Breach("I-12", where, f"its plan cannot be computed again: {error}")
        return
    if made.digest != seating.digest:
        yield Breach("I-12", where, "its plan was made from other input than the records of that time")
    recorded = {
        place.entrant.member_id: None if place.seat is None else (place.table_number, place.seat)
        for place in places
    }
    planned = {**dict.fromkeys(made.sitting_out), **made.round.places()}
    if planned != recorded or plan_content(made) != seating.plan:
        yield Breach("I-12", where, "its plan, computed again, differs from the stored plan or places")


def _planned_again(state: EventState, seating: Seating) -> Plan:
    number, generation = seating.round_number, seating.generation
    if seating.cause not in (SWAP, AMENDED) or seating.after is None:
        return plan(state.situation(number, generation, _start_of(seating)))
    made = published_plan(state.rounds[number - 1])
    return changed(made, state.situation(number, generation, change=seating.change), seating.change or {})


def _start_of(seating: Seating) -> Start | None:
    if seating.start is None:
        return None
    cards = {int(player): card for player, card in seating.start["cards"].items()}
    return Start(cards, tuple(tuple(table) for table in seating.start["tables"]))


def _seats(event: Event) -> dict[int, dict[int, int]]:
    members_of: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(game__table__event=event)
    for game, seat, member in seats.values_list("game_id", "seat", "member_id"):
        members_of[game][seat] = member
    return members_of
