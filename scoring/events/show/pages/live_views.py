"""Views of a player's own page of an event, and of the changing parts of live pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.clubs import authentication
from scoring.clubs.permissions import Actor
from scoring.events import access, guards
from scoring.events.models import Event
from scoring.events.polling_tags import hall_polling, player_polling
from scoring.events.show.pages.hall import standings_part, word_for
from scoring.events.show.pages.overview import EventPage
from scoring.events.show.pages.phone import evening_part
from scoring.events.show.pages.projector import projector_part
from scoring.events.state import EventState, load_state
from scoring.game.names import by_name
from scoring.refusals import NotFound
from scoring.web import polling


@guards.event_page("see an event")
def me(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show a player's own page of the event.

    Members who do not play, and holders of a table's link or card, first choose a player.
    """
    page = EventPage(load_state(event), actor)
    state, player = page.state, _player(request, page.state, actor)
    choice = by_name(page.names)
    if actor.is_guest:
        opened = access.players_opened(event, authentication.caller(request))
        choice = [entry for entry in choice if entry[0] in opened]
    context = {
        "event_page": page,
        "part": evening_part(page, player),
        "player": player,
        "tag": player_polling(state, player, actor.table_id)[0],
        "view": f"me&player={player}" if player else "me",
        "may_choose": len(choice) > 1 or not actor.is_guest,
        "players": choice,
    }
    return render(request, "scoring/events/evening.html", context)


@guards.event_page("see an event")
def live(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Return the changing part of a page, or 304 if it has not changed.

    ``?view=`` names the page: "standings", "projector" or "me". Raises NotFound for any other name.
    """
    view, state = request.GET.get("view", ""), load_state(event)
    player = _player(request, state, actor)
    parts: dict[str, Callable[[EventPage], str]] = {
        "standings": standings_part,
        "projector": projector_part,
        "me": lambda page: evening_part(page, player),
    }
    if view not in parts:
        raise NotFound
    tagged = player_polling(state, player, actor.table_id) if view == "me" else hall_polling(view, state)

    def part() -> HttpResponse:
        word = word_for(state, actor) if view == "projector" else ""
        context = {"part": parts[view](EventPage(state, actor)), "tag": tagged[0], "view": view, "word": word}
        return render(request, "scoring/events/_live_part.html", context)

    return polling.polled(request, tagged, part)


def _player(request: HttpRequest, state: EventState, actor: Actor) -> int | None:
    player: object = actor.member_id
    # A guest's evening link opens only the page of the link's own player.
    if not actor.is_guest:
        player = request.GET.get("player") or player
    return next(
        (entrant.member_id for entrant in state.entrants if str(entrant.member_id) == str(player)), None
    )
