"""View that enters the players of a list before the event begins. It first previews each line."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext

from laws.domain.sentences import Sentence
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.name_lists import ListedName
from scoring.clubs.list_forms import NameListForm
from scoring.clubs.pages.name_list_preview import ALL_OF_THEM, LIST_STEPS, preview_of
from scoring.clubs.permissions import Actor
from scoring.clubs.queries import member_names
from scoring.events import guards, models
from scoring.events.people.domain.list_columns import wish_columns
from scoring.events.people.services import attendance, entrant_lists
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.web import pages, refusals


@guards.event_page("run an event", "run an event")
def import_players(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Preview a list of names, then enter everybody who does not take part yet."""
    state = load_state(event)
    pairs = attendance.pair_reader(state)
    form = NameListForm(request.POST or None, request.FILES or None, pairs=pairs)
    previewed: list[tuple[ListedName, str]] = []
    notes: list[Sentence] = []
    if request.method == "POST" and form.is_valid():
        previewed = [*entrant_lists.preview(event, form.listed.lines)]
        notes = entrant_lists.notes_on(event, previewed)
        if request.POST.get("step") in LIST_STEPS and form.is_looked_at:
            is_all = request.POST["step"] == ALL_OF_THEM
            lines = [line for line, coming in previewed if is_all or coming != "fault"]
            with refusals.refusals_in(form, conflict_at="text"):
                key = form.cleaned_data["key"]
                count = entrant_lists.enter_listed(event=event, actor=actor, lines=lines, key=key)
                message = ngettext("%(n)s player was added.", "%(n)s players were added.", count)
                return pages.redirect_saying(request, message % {"n": count}, "event-players", event.pk)
    listed = replace(form.listed, notes=(*form.listed.notes, *notes))
    return refusals.form_page(
        request,
        "scoring/events/import_players.html",
        form,
        event_page=EventPage(state, actor),
        preview=preview_of(previewed, listed, member_names(event.club)),
        show_wishes=True,
        wish_columns=[gettext(CALLED[column]) for column in wish_columns(state.settings.evening, event.kind)],
    )
