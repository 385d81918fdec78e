"""The players of an event: who takes part from when, who comes late or back, goes home, wishes what."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.access import event_for
from scoring.callers import caller
from scoring.event_records import EventRecord
from scoring.forms.event_players import EntrantForm, WishesForm
from scoring.forms.keys import whole
from scoring.forms.refusals import refuse
from scoring.refusals import Conflict, NotFound
from scoring.selectors import events as selected
from scoring.selectors import members
from scoring.services import events as service
from scoring.views.doors import known_callers
from scoring.views.event_desk import page_context


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def players(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show who takes part; let somebody in."""
    found, actor = event_for(caller(request), event_id, "run an event")
    record, _ = selected.state(found)
    names = selected.names_of(record)
    status = 200
    form = EntrantForm(
        request.POST or None,
        players=[(entrant.member_id, names[entrant.member_id]) for entrant in record.entrants],
        lists=record.settings.lists,
    )
    if request.method == "POST" and form.is_valid():
        try:
            entrant = service.enter(event=found, actor=actor, player=_player(form), wishes=form.wishes())
            messages.success(
                request,
                gettext("%(name)s plays from round %(round)s.")
                % {"name": entrant.member.name, "round": _next_round(record)},
            )
            return redirect("event-players", found.pk)
        except InvalidInput as refusal:
            named = {f"{{player:{player}}}": name for player, name in names.items()}
            refuse(form, _with_names(refusal, named))
        except Conflict as refusal:
            status = refusal.status
            form.add_error("player", translated(refusal.detail))
    context = page_context(record, actor)
    context |= {
        "form": form,
        "members": members.names(found.club),
        "lists": record.settings.lists,
        "status_code": status,
    }
    return render(request, "scoring/event_players.html", context, status=400 if form.errors else status)


@require_POST
@known_callers
def leave(request: HttpRequest, event_id: int, member_id: int) -> HttpResponse:
    """Let somebody go home after the round in play; twice is once."""
    found, actor = event_for(caller(request), event_id, "run an event")
    before = selected.version(found.pk)
    try:
        gone = service.leave(event=found, actor=actor, member_id=member_id)
        given = {"name": gone.entrant.member.name, "round": gone.from_round}
        if selected.version(found.pk) == before:
            said = gettext("%(name)s has gone home already: from round %(round)s on it is played without.")
        else:
            said = gettext("%(name)s goes home: round %(round)s is played without.")
        messages.success(request, said % given)
    except Conflict as refusal:
        messages.error(request, translated(refusal.detail))
    return redirect("event-players", found.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def wishes(request: HttpRequest, event_id: int, member_id: int) -> HttpResponse:
    """Show what is asked for on behalf of a player, and ask for something else from the next round on."""
    found, actor = event_for(caller(request), event_id, "run an event")
    record, _ = selected.state(found)
    entrant = next((one for one in record.entrants if one.member_id == member_id), None)
    if entrant is None:
        raise NotFound
    names = selected.names_of(record)
    others = [(one.member_id, names[one.member_id]) for one in record.entrants if one is not entrant]
    standing = record.attendance.wishes_of(entrant)
    form = WishesForm(
        request.POST if request.method == "POST" else None,
        players=others,
        lists=record.settings.lists,
        wishes=standing,
    )
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            service.change_wishes(event=found, actor=actor, member_id=member_id, wishes=form.wishes())
            given = {"name": names[member_id], "round": _next_round(record)}
            messages.success(
                request, gettext("The wishes of %(name)s are kept from round %(round)s on.") % given
            )
            return redirect("event-players", found.pk)
        except InvalidInput as refusal:
            refuse(form, refusal)
        except Conflict as refusal:
            status = refusal.status
            form.add_error(None, translated(refusal.detail))
    context = page_context(record, actor) | {
        "form": form,
        "name": names[member_id],
        "lists": record.settings.lists,
    }
    return render(request, "scoring/event_wishes.html", context, status=400 if form.errors else status)


def _player(form: EntrantForm) -> str | int:
    """Return who comes: the member whose button was pressed, or the name that was typed."""
    member = whole(str(form.data.get("member", "")))
    return member if isinstance(member, int) else form.cleaned_data["player"]


def _next_round(record: EventRecord) -> int:
    return record.current.number + 1 if record.current else 1


def _with_names(refusal: InvalidInput, named: dict[str, str]) -> InvalidInput:
    """Return a refusal with names where the domain has references."""

    def said(reason: str) -> str:
        for reference, name in named.items():
            reason = reason.replace(reference, name)
        return reason

    errors = {
        path: [said(reason) for reason in reasons] for path, reasons in translated_errors(refusal).items()
    }
    # What is wrong between the players' wishes has no field of its own: it stands with the newcomer's name.
    own = ("players", "wishes")
    return InvalidInput({"player" if path.startswith(own) else path: of for path, of in errors.items()})
