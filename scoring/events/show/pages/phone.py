"""What a player's phone shows: next place with reason, calls for the director, rank and score card."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext

from scoring.calls.models import Call
from scoring.calls.queries import CallLine, shown_calls
from scoring.clubs.permissions import Actor
from scoring.events import labels, queries
from scoring.events.loaded_records import AMENDED, SWAP
from scoring.events.models import Placing, TakeBack
from scoring.events.play.domain.values import SeatedRound, SeatedTable
from scoring.events.play.plan_json import published_move
from scoring.events.play.rounds import EventRound
from scoring.events.results.domain.score_cards import Played
from scoring.events.show.pages import hall
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState


@dataclass(frozen=True)
class OwnPlace:
    """A player's place in the round in play, with its reason and law. Players who sit out have no table."""

    why: str
    law: str | None
    table: int | None = None
    seat: int | None = None
    partner: int | None = None
    adversaries: Sequence[int] = ()
    dealer: int | None = None


@dataclass(frozen=True)
class Evening:
    """What a player's own page shows of the evening.

    - ``has_left``: the player was withdrawn and has no place in the round in play.
    - ``leaves_after``: the round in play, if the player leaves after it.
    - ``comes_in``: the next round, if the player has no place in the round in play and was not withdrawn.
    - ``follows``: what the player waits for.
    - ``seat_changed``: how the place differs from the round's earlier seating. Empty without a difference,
      and once the player's table has a deal or a total.
    - ``mine``: the player's line in the standings. None if the player has no line there.
    - ``count``: the number of lines in the standings.
    - ``stand_ins``: notes on those who played for a member of the player's pair.
    - ``card``: the rounds in which the player played, the latest first. Each round has the name of the star
      that the player got in it, or None.
    - ``sat_out``: the numbers of the rounds in which the player sat out.
    - ``from_slips``: the numbers of the rounds that have a total from a slip at the player's table.
    """

    player: int
    name: str
    place: OwnPlace | None
    has_left: bool
    leaves_after: int | None
    comes_in: int | None
    follows: str
    seat_changed: str
    results: queries.Results | None
    mine: hall.Leader | None
    stand_ins: Sequence[str]
    count: int
    card: Sequence[tuple[Played, str | Promise | None]]
    from_slips: Sequence[int]
    sat_out: Sequence[int]


def evening_part(page: EventPage, player: int | None) -> str:
    """Return the changing part of a player's own page as HTML.

    It has the clock, the next place with its reason, the calls for the director, the rank and the score card.
    Without ``player``, it only asks the user to choose a player.
    """
    context = {
        "event_page": page,
        "clock": hall.hall_clock(page.state),
        "evening": None if player is None else _evening(page.state, player, page.names),
        "calls": _calls(page.state, player, page.actor),
    }
    return render_to_string("scoring/events/_evening.html", context)


def _calls(state: EventState, player: int | None, actor: Actor) -> list[CallLine]:
    if actor.table_id:
        return shown_calls(Call.objects.filter(table=actor.table_id))
    in_play = state.current.tables if state.current else ()
    here = [table.table_id for table in in_play if player in table.players]
    return shown_calls(Call.objects.filter(Q(table__in=here) | Q(by_member=player), table__event=state.event))


def _evening(state: EventState, player: int, names: dict[int, str]) -> Evening:
    number, entrant = len(state.rounds), state.entrant(player)
    place = _place(state, state.current, player) if state.current else None
    left_from = state.attendance.departures.get(entrant.pk)
    card = state.board.own_cards.get(player)
    mine = next(iter(hall.leaders(state, names, only=player)), None)
    return Evening(
        player=player,
        name=names[player],
        place=place,
        has_left=left_from is not None and place is None,
        leaves_after=number if left_from is not None and place is not None else None,
        comes_in=number + 1 if place is None and left_from is None else None,
        follows=_follows(state, player),
        seat_changed=_seat_changed(state.current, player) if state.current else "",
        results=queries.results_of(state) if state.is_over else None,
        mine=mine,
        stand_ins=labels.stand_ins_in_words(mine.line.competitor, names) if mine else (),
        count=len(state.board.standings),
        card=[
            (
                played._replace(adversaries=state.as_named(played.adversaries)),
                labels.STARS.get(played.star or ""),
            )
            for played in reversed(card.rounds)
        ]
        if card
        else (),
        from_slips=[
            event_round.number
            for event_round in state.rounds
            if any(table.total and player in table.players for table in event_round.tables)
        ],
        sat_out=card.sat_out if card else (),
    )


def _follows(state: EventState, player: int) -> str:
    current = state.current
    if current is None or player not in current.players:
        return ""
    table = next((table for table in current.tables if player in table.players), None)
    return hall.what_follows(state, table)


def _seat_changed(current: EventRound, player: int) -> str:
    taken_back, seated = current.seating.after, current.seated()
    table = next((table for table in current.tables if player in table.players), None)
    if taken_back is None or player not in current.players or (table and table.is_recorded):
        return ""
    before = _seats_before(current, taken_back)
    place, mate = before.places().get(player), before.mates().get(player)
    now = seated.places().get(player)
    is_same = place == now
    if is_same and mate == seated.mates().get(player):
        return ""
    if current.seating.cause in (SWAP, AMENDED):
        why = gettext("The seats of this round were changed.")
    else:
        why = gettext("The move was taken back and made again.")
    if is_same:
        return why + " " + gettext("You sit where you were sent before, but with another partner.")
    if place is None:
        return why + " " + gettext("This is a new place for you.")
    if now is None:
        was = gettext("You sit out now: before, you were sent to table %(table)s, seat %(seat)s.")
    else:
        was = gettext("This is a new place for you: before, you were sent to table %(table)s, seat %(seat)s.")
    return why + " " + was % {"table": place[0], "seat": place[1]}


def _seats_before(current: EventRound, taken_back: TakeBack) -> SeatedRound:
    rows = Placing.objects.filter(seating=taken_back.seating_id, table_number__isnull=False)
    placed = rows.order_by("table_number", "seat").values_list("table_number", "entrant__member_id")
    players: dict[int, list[int]] = {}
    for number, player in placed:
        players.setdefault(number or 0, []).append(player)
    sides = {number: current.terms.play_at(len(here)).sides for number, here in players.items()}
    tables = (SeatedTable(number, tuple(here), sides[number]) for number, here in players.items())
    return SeatedRound(current.number, tuple(tables))


def _place(state: EventState, current: EventRound, player: int) -> OwnPlace | None:
    if player not in current.players:
        return None
    move = published_move(current, player)
    why = move.why if move else gettext("You stay where you are.")
    law = state.law_id(move.law) if move else None
    if player in current.sitting_out:
        return OwnPlace(why, law)
    seated = current.seated()
    number, seat = seated.places()[player]
    partner = seated.mates().get(player)
    table = current.table(number)
    adversaries = [other for other in table.players if other not in (player, partner)]
    # A table of five plays five games, and each player deals first in one, so no single dealer is shown.
    dealer = table.first_dealer if len(table.games) == 1 else None
    return OwnPlace(
        why=why,
        law=law,
        table=number,
        seat=seat,
        partner=partner,
        adversaries=state.as_named(adversaries),
        dealer=table.players[dealer - 1] if dealer else None,
    )
