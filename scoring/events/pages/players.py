"""The players of an event: who takes part from when, who comes late or back, goes home, wishes what."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs import queries as members
from scoring.clubs.access import Actor
from scoring.events.forms.players import EntrantForm, WishesForm
from scoring.events.models import Entrant, Event
from scoring.events.pages.desk import page_context
from scoring.events.services import attendance as service
from scoring.events.state import EventState, load
from scoring.game.names import with_names
from scoring.refusals import Conflict, NotFound
from scoring.web import pages


@pages.event_page("run an event", "run an event")
def players(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show who takes part; let somebody in."""
    record = load(event)
    context = page_context(record, actor)
    names, status = context["names"], 200
    form = EntrantForm(
        request.POST or None,
        players=[(entrant.member_id, names[entrant.member_id]) for entrant in record.entrants],
        lists=record.settings.lists,
    )
    if request.method == "POST" and form.is_valid():
        try:
            entrant = service.enter(event=event, actor=actor, player=_player(form), wishes=form.wishes())
            messages.success(request, _let_in(entrant))
            return redirect("event-players", event.pk)
        except InvalidInput as refusal:
            pages.refuse(form, _with_names(refusal, names))
        except Conflict as refusal:
            status = pages.status_of(refusal)
            form.add_error("player", translated(refusal.detail))
    context |= {"form": form, "members": members.names(event.club), "lists": record.settings.lists}
    return render(request, "scoring/events/players.html", context, status=400 if form.errors else status)


@pages.event_page("", "run an event")
def leave(request: HttpRequest, event: Event, actor: Actor, member_id: int) -> HttpResponse:
    """Let somebody go home after the round in play; who has gone already is said with who wrote it down."""
    record = load(event)
    try:
        gone = service.leave(event=event, actor=actor, member_id=member_id)
        given = {"name": gone.entrant.member.name, "round": gone.from_round}
        if gone.from_round > record.settings.rounds:
            said = gettext("%(name)s goes home when this round is over; it is the last one.")
        else:
            said = gettext("%(name)s goes home: round %(round)s is played without.")
        messages.success(request, said % given)
    except service.LeftAlready as refusal:
        messages.error(request, _left_already(refusal))
    except Conflict as refusal:
        messages.error(request, translated(refusal.detail))
    return redirect("event-players", event.pk)


@pages.event_page("run an event", "run an event")
def wishes(request: HttpRequest, event: Event, actor: Actor, member_id: int) -> HttpResponse:
    """Show what is asked for on behalf of a player, and ask for something else from the next round on."""
    record = load(event)
    entrant = next((one for one in record.entrants if one.member_id == member_id), None)
    if entrant is None:
        raise NotFound
    context = page_context(record, actor)
    names = context["names"]
    others = [(one.member_id, names[one.member_id]) for one in record.entrants if one is not entrant]
    form = WishesForm(
        request.POST if request.method == "POST" else None,
        players=others,
        lists=record.settings.lists,
        wishes=record.attendance.wishes_of(entrant),
    )
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            service.change_wishes(event=event, actor=actor, member_id=member_id, wishes=form.wishes())
            given = {"name": names[member_id], "round": _next_round(record)}
            messages.success(
                request, gettext("The wishes of %(name)s are kept from round %(round)s on.") % given
            )
            return redirect("event-players", event.pk)
        except InvalidInput as refusal:
            pages.refuse(form, refusal)
        except Conflict as refusal:
            status = pages.status_of(refusal)
            form.add_error(None, translated(refusal.detail))
    context |= {"form": form, "name": names[member_id], "lists": record.settings.lists}
    return render(request, "scoring/events/wishes.html", context, status=400 if form.errors else status)


def _player(form: EntrantForm) -> str | int:
    """Return who comes: the member whose button was pressed, or the name that was typed."""
    member = pages.whole(str(form.data.get("member", "")))
    return member if isinstance(member, int) else form.cleaned_data["player"]


def _let_in(entrant: Entrant) -> str:
    """Return what is said of somebody who was let in: in the last round, which place he has in it."""
    record = load(entrant.event)
    given: dict[str, object] = {"name": entrant.member.name, "round": _next_round(record)}
    current = record.current
    if current is None or current.number < record.settings.rounds:
        return gettext("%(name)s plays from round %(round)s.") % given
    table = current.seated().places().get(entrant.member_id, (None, None))[0]
    if table is not None:
        return gettext("%(name)s plays this last round at table %(table)s.") % (given | {"table": table})
    said = gettext("%(name)s sits out this last round; where no deal is entered yet somebody can give way.")
    return said % given


def _left_already(refusal: service.LeftAlready) -> str:
    """Return the refusal of a second departure, with the time of the first one and who wrote it down."""
    gone = refusal.departure
    return gettext(
        "%(name)s has gone home already, written down by %(by)s at %(time)s; "
        "from round %(round)s on it is played without."
    ) % {
        "name": gone.entrant.member.name,
        "by": gone.by_member.name if gone.by_member else "",
        "time": time_format(localtime(gone.at)),
        "round": gone.from_round,
    }


def _next_round(record: EventState) -> int:
    return record.current.number + 1 if record.current else 1


def _with_names(refusal: InvalidInput, names: dict[int, str]) -> InvalidInput:
    """Return a refusal with names where the domain has references."""
    # What is wrong between the players' wishes has no field of its own: it stands with the newcomer's name.
    return InvalidInput(
        {
            "player" if path.startswith(("players", "wishes")) else path: [
                with_names(reason, lambda player: names.get(player, "?")) for reason in reasons
            ]
            for path, reasons in translated_errors(refusal).items()
        }
    )
