"""The start of an event: the places as the seed draws them, or by cards drawn at the door; then round 1."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from scoring.access import event_for
from scoring.callers import caller
from scoring.domain.events.place_cards import place_cards
from scoring.domain.events.shape import shape_for
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.forms.event_players import PlaceCardsForm
from scoring.selectors import events as selected
from scoring.services import rounds
from scoring.views.doors import known_callers
from scoring.views.event_desk import page_context
from scoring.views.event_moves_shown import moves_shown


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def start(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the first places, drawn or by the cards typed, and publish them: that starts the event."""
    found, actor = event_for(caller(request), event_id, "run an event")
    record, _ = selected.state(found)
    if record.current is not None:
        return redirect("event", found.pk)
    names = selected.names_of(record)
    present = [(one.player, names[one.player]) for one in _present(record)]
    by_hand = request.POST.get("how", request.GET.get("how")) == "cards"
    form = PlaceCardsForm(request.POST if request.method == "POST" and by_hand else None, players=present)
    context: dict[str, Any] = {"form": form if by_hand else None}
    try:
        cards = form.cards() if by_hand and form.is_bound and form.is_valid() else None
        is_ready = not by_hand or bool(cards)
        if request.method == "POST" and by_hand and not cards and not form.errors:
            form.add_error(None, gettext("Enter who has drawn which card."))
        elif (
            request.method == "POST" and request.POST.get("step") == "start" and is_ready and not form.errors
        ):
            rounds.start(event=found, actor=actor, cards=cards)
            messages.success(
                request, gettext("Round 1 is seated. Start the clock when everybody has sat down.")
            )
            return redirect("event", found.pk)
        if is_ready and not form.errors:
            made = rounds.preview(event=found, cards=cards)
            seats = [(table.number, table.players) for table in made.tables]
            context["moves"] = moves_shown(record, seats, made.sitting_out, told(made), names)
    except InvalidInput as refusal:
        if by_hand:
            form.refuse(refusal, names)
        else:
            context["missing"] = [reason for reasons in refusal.errors.values() for reason in reasons]
    if by_hand:
        context["deck"] = _deck(len(present), record)
    status = 400 if by_hand and form.errors else 200
    return render(request, "scoring/event_start.html", page_context(record, actor) | context, status=status)


def _present(record: EventRecord) -> list[Any]:
    values = [record.entrant_value(entrant) for entrant in record.entrants]
    return [value for value in values if value.is_present(1)]


def _deck(count: int, record: EventRecord) -> list[str]:
    """Return the cards to lay out for so many players; none where they are too few."""
    return [card.code for card in place_cards(shape_for(count, record.settings.odd))] if count >= 4 else []
