"""View that starts an event.

The seed draws the first places, or the director enters drawn cards or sets the players of each table.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_reasons
from scoring.clubs.permissions import Actor
from scoring.events import guards, models
from scoring.events.people.forms.players import FirstTablesForm, PlaceCardsForm, with_player_names
from scoring.events.play.domain import drawing
from scoring.events.play.pages import round_moves
from scoring.events.play.services import moves
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState, load_state
from scoring.game.names import by_name, place_in_list
from scoring.templatetags.event_words import players_named
from scoring.web import pages

CARDS, TABLES = "cards", "tables"
EVERYBODY = "all"
"""The value of ``who`` with which all entrants are seated.

By default those who are not checked in are left out.
"""
NOTHING = {
    CARDS: gettext_lazy("Enter the card each player has drawn."),
    TABLES: gettext_lazy("Say who sits where."),
}
FirstPlacesForm = PlaceCardsForm | FirstTablesForm


@guards.event_page("run an event", "run an event")
def start(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show the first places, or publish them. Publishing starts the event.

    If anybody is checked in, entrants who are not checked in are withdrawn. The request can keep them in the
    event with ``who=all``.
    """
    state = load_state(event)
    if state.current is not None:
        if request.method == "POST":
            messages.info(request, gettext("Round 1 was seated already."))
        return redirect("event", event.pk)
    page = EventPage(state, actor)
    names = page.names
    only_here = bool(state.missing) and request.POST.get("who", request.GET.get("who")) != EVERYBODY
    moves_to, no_whist, refused = None, list[str](), list[str]()
    halves: dict[int, int] = {}
    if only_here:
        state = state.without_missing()
    present = by_name({entrant.member_id: names[entrant.member_id] for entrant in state.here})
    try:
        state.settings.evening.check_players(len(present))
    except InvalidInput as refusal:
        no_whist = translated_reasons(refusal)
    how = request.POST.get("how", request.GET.get("how"))
    deck = [card.code for card in drawing.place_cards(state.shape)] if state.shape.sizes else []
    posted = request.POST if request.method == "POST" else None
    form = _form(how, posted, event, present, deck, state.shape.sizes, only_here)
    try:
        typed = form.values() if form is not None and form.is_valid() else {}
        is_ready = form is None or bool(typed)
        start_from = typed | {"without_missing": only_here}
        if form is not None and form.is_valid() and not typed:
            form.add_error(None, NOTHING[how or ""])
        elif request.POST.get("step") == "start" and is_ready:
            moves.start(event=event, actor=actor, **start_from)
            message = gettext("Round 1 is seated. Start the clock when everybody has sat down.")
            if state.settings.minutes is None:
                message = gettext("Round 1 is seated.")
            return pages.redirect_saying(request, message, "event", event.pk)
        if is_ready:
            moves_to = round_moves.moves_of(state, moves.preview(event=event, **start_from))
    except InvalidInput as refusal:
        if form is not None:
            form.refuse(with_player_names(refusal, names))
        else:
            halves = _partners_of_missing(page.state) if only_here else {}
            refused = [
                gettext("%(player)s is here, but the partner %(partner)s is not checked in.")
                % {"player": names[player], "partner": names[partner]}
                for partner, player in halves.items()
            ] or [players_named(reason, names) for reason in refusal.reasons]
    context = {
        "event_page": page,
        "absent": sorted((names[entrant.member_id] for entrant in page.state.missing), key=place_in_list),
        "only_here": only_here,
        "no_whist": no_whist,
        "about_rounds": state.about_rounds,
        "proposed": state.settings.evening.rounds_for(len(present)),
        "why_not_whole": state.settings.evening.why_not_whole(len(present)),
        "form": form,
        "how": how,
        "moves": moves_to,
        "missing": refused,
        "without_mate": [(partner, names[partner]) for partner in halves],
    }
    status = 400 if form is not None and form.errors else 200
    return render(request, "scoring/events/start.html", context, status=status)


def _partners_of_missing(state: EventState) -> dict[int, int]:
    missing = {entrant.member_id for entrant in state.missing} if state.settings.keeps_pairs else set[int]()
    partners = ((player, state.partners.get(player)) for player in sorted(missing))
    return {player: mate for player, mate in partners if mate is not None and mate not in missing}


def _form(
    how: str | None,
    posted: Mapping[str, Any] | None,
    event: models.Event,
    present: Sequence[tuple[int, str]],
    deck: Sequence[str],
    sizes: Sequence[int],
    only_here: bool,
) -> FirstPlacesForm | None:
    if how == CARDS:
        return PlaceCardsForm(posted, players=present, deck=deck)
    if how != TABLES:
        return None
    drawn: list[tuple[int, ...]] = []
    if posted is None:
        with suppress(InvalidInput):  # too few players have come, or their wishes contradict each other
            drawn = [table.players for table in moves.preview(event=event, without_missing=only_here).tables]
    # If the sizes of tables differ, the director decides which tables are larger.
    sizes = [max(sizes)] * len(sizes) if sizes else []
    return FirstTablesForm(posted, players=present, sizes=sizes, seats=drawn)
