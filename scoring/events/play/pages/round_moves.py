"""Views of a round and of the move to the next round: preview the move, make it, take it back."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence
from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, models
from scoring.events.play import plan_json
from scoring.events.play.domain.first_deal import DealCut
from scoring.events.play.domain.values import Move, Plan
from scoring.events.play.rounds import EventRound
from scoring.events.play.services import moves
from scoring.events.polling_tags import desk_polling, hall_polling
from scoring.events.results.domain.score_cards import cards_of_pairs, score_cards, seats_of_round
from scoring.events.show.pages import desk_actions
from scoring.events.show.pages.overview import EventPage, round_at_glance
from scoring.events.state import EventState, load_state
from scoring.refusals import Conflict
from scoring.templatetags.event_words import players_named
from scoring.web import pages, polling, refusals


@guards.event_page("see an event")
def round_page(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> HttpResponse:
    """Show a round: each table with its seats, reasons and results. The page refreshes itself."""
    page = EventPage(load_state(event), actor)
    event_round = page.state.round_of(number)
    tagged = hall_polling("round", page.state)
    context = partial(_round_context, page, event_round)
    return polling.live_page(request, tagged, "scoring/events/round.html", context)


def _round_context(page: EventPage, event_round: EventRound) -> dict[str, Any]:
    state, number, bell = page.state, event_round.number, event_round.bell
    plan = plan_json.published_plan(event_round)
    return {
        "event_page": page,
        "each": event_round,
        "glance": round_at_glance(state, event_round, page.names),
        "moves": moves_of(state, plan, first_deals=first_deals(state, event_round)),
        "cause": labels.CAUSES.get(event_round.seating.cause, event_round.seating.cause),
        "bell_cause": labels.CAUSES.get(bell.cause, bell.cause) if bell else "",
        "may_take_back": page.round is event_round and page.may_take_back,
        "before": number - 1,
        "after": number + 1 if number < len(state.rounds) else 0,
        "correction": _correction(state, event_round) if page.may_run else None,
    }


@dataclass(frozen=True)
class Correction:
    """How the seats would differ if the round were seated with the corrected results, see `plan_json`.

    ``mark`` identifies the differences. ``is_kept``: the director decided to keep the seats anyway.
    """

    differences: Mapping[int, Sentence]
    mark: str
    is_kept: bool


def _correction(state: EventState, event_round: EventRound) -> Correction | None:
    try:
        differences = plan_json.differences(state, event_round)
    except InvalidInput:
        return None
    mark, kept = plan_json.mark_of(differences), state.seats_kept
    return Correction(differences, mark, kept is not None and kept.content == {"mark": mark})


@guards.event_page("run an event", "run an event")
def move(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> HttpResponse:
    """Show where everybody would go after the round, with the reasons. A POST makes the move.

    The page refreshes itself. If the players have moved meanwhile, the page leads to their seats.
    """
    status, refused = 200, list[str]()
    if request.method == "POST":
        try:
            moved = moves.move_now(event=event, actor=actor, round_number=number)
            message = gettext("The players have moved to round %(round)s.") % {"round": moved.round_number}
            return pages.redirect_saying(request, message, "event", event.pk)
        except Conflict as refusal:
            status, refused = refusals.status_of(refusal), [refusal.detail]
    page = EventPage(load_state(event), actor)
    is_moved = page.state.round_of(number).is_moved
    if is_moved and not pages.is_fragment(request):
        return redirect("event-round", event.pk, number + 1)

    def context() -> dict[str, Any]:
        moves_to = None
        try:
            moves_to = None if is_moved else moves_of(page.state, moves.preview(event=event))
        except InvalidInput as refusal:
            refused.extend(refusal.reasons)
        reasons = [players_named(reason, page.names) for reason in refused]
        return {"event_page": page, "moves": moves_to, "number": number, "refused": reasons}

    return polling.live_page(
        request, desk_polling(page.state), "scoring/events/move.html", context, status=status
    )


@partial(desk_actions.action, reason_at="reason")
def take_back(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> str:
    """Take back the move from a round to the next. If the next round is not in play, nothing changes.

    Refused once the next round has a deal or a total, or the results are final.
    """
    moves.take_back(event=event, actor=actor, round_number=number, reason=request.POST.get("reason", ""))
    return gettext("The move was taken back. Everybody sits as in round %(round)s.") % {"round": number}


FirstDeals = Sequence[tuple[int, int | None, DealCut | None]]


def first_deals(state: EventState, event_round: EventRound) -> FirstDeals:
    """Return (table, first dealer, drawn cut) for each table that cuts for the deal. Empty if no table cuts.

    The first dealer is None until the table has entered its cut or a deal. The drawn cut is None in an event
    whose tables enter their own cards.
    """
    if not state.settings.cuts_for_deal:
        return []
    return [
        (table.number, table.dealing, state.deal_cut(event_round.number, table.seated))
        for table in event_round.tables
        if len(table.games) == 1
    ]


PlayerMoves = Sequence[tuple[int, Move, str | None]]
"""Each player's number, move, and the id of the law of the move.

If several players move by the same law, only the first has the id; the others have None.
"""


@dataclass(frozen=True)
class ShownMoves:
    """A plan for `_moves.html`: the tables and the players who sit out, with reasons.

    - ``pairs_met_again``: how often two pairs have met again so far. None unless all compete as pairs.
    - ``chosen_pairs``: the number of pairs in the round whose partners chose each other.
    """

    plan: Plan
    tables: Sequence[tuple[int, PlayerMoves]]
    sitting_out: PlayerMoves
    first_deals: FirstDeals
    pairs_met_again: int | None
    chosen_pairs: int


def moves_of(
    state: EventState, plan: Plan, tables_kept: Iterable[int] = (), first_deals: FirstDeals = ()
) -> ShownMoves:
    move_of, cited = {move.player: move for move in plan.moves}, {""}

    def ways(players: Iterable[int]) -> PlayerMoves:
        made = []
        for player in players:
            move = move_of[player]
            made.append((player, move, None if move.law in cited else state.law_id(move.law)))
            cited.add(move.law)
        return made

    tables = [(table.number, ways(table.players)) for table in plan.tables if table.number not in tables_kept]
    again = _pairs_met_again(state, plan) if state.competes_as_pairs else None
    wished = state.wishes_named("partner")
    chosen = sum(wished.get(player) == mate for player, mate in plan.round.mates().items()) // 2
    return ShownMoves(plan, tables, ways(plan.sitting_out), first_deals, again, chosen)


def _pairs_met_again(state: EventState, plan: Plan) -> int:
    # The pairs are found round by round, because a stand-in can play for several pairs.
    played = [each.seated() for each in state.rounds if each.number < plan.round.number]
    rounds = [seats_of_round(seated) for seated in (*played, plan.round)]
    at_table = defaultdict[tuple[int, int], set[tuple[int, ...]]](set)
    for card in cards_of_pairs(rounds, score_cards(rounds), state.wishes_named("partner")):
        for line in card.rounds:
            at_table[line.round_number, line.table].add(card.competitor.members)
    met = Counter(frozenset(pairs) for pairs in at_table.values())
    return met.total() - len(met)
