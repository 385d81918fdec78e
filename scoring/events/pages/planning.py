"""The start of an event: places as the seed draws them, by cards drawn at the door, or said by table."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_reasons
from scoring.callers import caller
from scoring.clubs.access import event_for
from scoring.domain.events.place_cards import place_cards
from scoring.domain.events.shape import shape_for
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.events.forms.players import FirstTablesForm, PlaceCardsForm
from scoring.events.pages.desk import page_context
from scoring.events.services import rounds
from scoring.models import Event
from scoring.selectors import events as selected
from scoring.views.doors import known_callers
from scoring.views.event_moves_shown import moves_shown

DRAWN, CARDS, TABLES = "drawn", "cards", "tables"


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def start(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the first places, however they are found, and publish them: that starts the event."""
    found, actor = event_for(caller(request), event_id, "run an event")
    record, _ = selected.state(found)
    if record.current is not None:
        return redirect("event", found.pk)
    names = selected.names_of(record)
    present = [(one.player, names[one.player]) for one in _present(record)]
    asked = request.POST.get("how", request.GET.get("how"))
    how = asked if asked in (CARDS, TABLES) else DRAWN
    posted = request.POST if request.method == "POST" else None
    form = _form(how, posted, found, present)
    context: dict[str, Any] = {"form": form, "how": how}
    try:
        given = _given(form)
        is_ready = how == DRAWN or bool(given)
        if posted is not None and form is not None and not given and not form.errors:
            form.add_error(None, gettext("Enter who has drawn which card."))
        elif posted is not None and posted.get("step") == "start" and is_ready:
            rounds.start(event=found, actor=actor, **given)
            messages.success(
                request, gettext("Round 1 is seated. Start the clock when everybody has sat down.")
            )
            return redirect("event", found.pk)
        if is_ready:
            made = rounds.preview(event=found, **given)
            seats = [(table.number, table.players) for table in made.tables]
            context["moves"] = moves_shown(record, seats, made.sitting_out, told(made), names)
    except InvalidInput as refusal:
        if form is not None:
            form.refuse(refusal, names)
        else:
            context["missing"] = translated_reasons(refusal)
    if how == CARDS:
        context["deck"] = _deck(len(present), record)
    status = 400 if form is not None and form.errors else 200
    return render(request, "scoring/events/start.html", page_context(record, actor) | context, status=status)


def _form(
    how: str, posted: Any, event: Event, present: list[tuple[int, str]]
) -> PlaceCardsForm | FirstTablesForm | None:
    """Return what is typed; the tables are first those that the seed would draw, to be changed at will."""
    if how == CARDS:
        return PlaceCardsForm(posted, players=present)
    if how == DRAWN:
        return None
    drawn: list[tuple[int, ...]] = []
    if posted is None:
        try:
            drawn = [table.players for table in rounds.preview(event=event).tables]
        except InvalidInput:
            drawn = []  # too few have come as yet, or their wishes contradict each other
    return FirstTablesForm(posted, players=present, seats=drawn)


def _given(form: PlaceCardsForm | FirstTablesForm | None) -> dict[str, Any]:
    """Return what the service takes of what was typed. Raises InvalidInput for what cannot be read."""
    if form is None or not form.is_bound or not form.is_valid():
        return {}
    if isinstance(form, FirstTablesForm):
        return {"tables": seats} if (seats := form.seats()) else {}
    return {"cards": cards} if (cards := form.cards()) else {}


def _present(record: EventRecord) -> list[Any]:
    values = [record.entrant_value(entrant) for entrant in record.entrants]
    return [value for value in values if value.is_present(1)]


def _deck(count: int, record: EventRecord) -> list[str]:
    """Return the cards to lay out for so many players; none where they are too few."""
    return [card.code for card in place_cards(shape_for(count, record.settings.odd))] if count >= 4 else []
