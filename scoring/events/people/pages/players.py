"""Views of the players of an event: late entries, withdrawals, returns, wishes and prize lists."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs import permissions, queries
from scoring.events import guards, models
from scoring.events.people.forms.players import (
    EntrantForm,
    ListsForm,
    NewcomerForm,
    WishesForm,
    with_player_names,
)
from scoring.events.people.leaving import leaving, place_taken
from scoring.events.people.services import attendance, entrant_lists
from scoring.events.people.services.entrant_links import newcomers_without_link
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState, load_state
from scoring.refusals import Conflict, NotFound
from scoring.templatetags import times
from scoring.web import pages, refusals


@guards.event_page("run an event", "run an event")
def players(request: HttpRequest, event: models.Event, actor: permissions.Actor) -> HttpResponse:
    """Show who takes part, and enter a player."""
    state = load_state(event)
    page = EventPage(state, actor)
    form = EntrantForm(request.POST or None, **_offered_wishes(page))
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form, conflict_at="player"):
            entrant = _enter(event, actor, form, page.names)
            return pages.redirect_saying(request, _entry_message(entrant), "event-players", event.pk)
    return refusals.form_page(
        request,
        "scoring/events/players.html",
        form,
        event_page=page,
        members=queries.member_names(event.club),
        without_link=newcomers_without_link(state),
        takes_place_of=place_taken(state),
    )


def _enter(
    event: models.Event, actor: permissions.Actor, form: EntrantForm, names: dict[int, str]
) -> models.Entrant:
    member = pages.id_in(form.data, "member")
    player = form.cleaned_data["player"] if member is None else member
    try:
        attendance.must_name_one(load_state(event), player)
        return attendance.enter(event=event, actor=actor, player=player, wishes=form.wishes())
    except InvalidInput as refusal:
        # An error about contradictory wishes has no field of its own, so it is shown at the name.
        errors = {
            "player" if path.startswith(("players", "wishes")) else path: reasons
            for path, reasons in with_player_names(refusal, names).errors.items()
        }
        raise InvalidInput(errors) from refusal


@guards.event_page("run an event", "run an event")
def leave(
    request: HttpRequest, event: models.Event, actor: permissions.Actor, member_id: int
) -> HttpResponse:
    """Withdraw a player or give their place to a newcomer, after showing what would change.

    A player who has already left is not withdrawn again. A message then says who recorded the withdrawal.
    """
    state, step = load_state(event), request.POST.get("step")
    entrant = state.entrant(member_id)
    form = NewcomerForm(request.POST if step == "substitute" else None)
    if request.method == "POST" and step != "substitute":
        return _withdrawn(request, event, actor, member_id)
    if request.method == "GET" and entrant.pk in state.attendance.departures:
        return redirect("event-players", event.pk)
    if form.is_bound and form.is_valid():
        with refusals.refusals_in(form, conflict_at="player"):
            newcomer = _substitute(event, actor, member_id, form)
            return pages.redirect_saying(request, _entry_message(newcomer), "event-players", event.pk)
    page = EventPage(state, actor)
    return refusals.form_page(
        request,
        "scoring/events/leave.html",
        form,
        event_page=page,
        name=page.names[member_id],
        leaving=leaving(state, entrant),
        has_partner=member_id in state.partners,
        members=queries.member_names(event.club),
        may_substitute=state.status in ("planned", "running") and page.too_late is None,
    )


def _substitute(
    event: models.Event, actor: permissions.Actor, member_id: int, form: NewcomerForm
) -> models.Entrant:
    player = form.cleaned_data["player"]
    try:
        attendance.must_name_one(load_state(event), player)
        return attendance.substitute(event=event, actor=actor, member_id=member_id, player=player)
    except InvalidInput as refusal:
        # The form has only the field for the name, so every error is shown there.
        raise InvalidInput({"player": refusal.reasons}) from refusal


def _withdrawn(
    request: HttpRequest, event: models.Event, actor: permissions.Actor, member_id: int
) -> HttpResponse:
    try:
        departure = attendance.leave(event=event, actor=actor, member_id=member_id)
        state = load_state(event)
        if departure.from_round > state.settings.rounds:
            message = gettext("%(name)s leaves when this round is over; it is the last one.")
        else:
            message = gettext("%(name)s leaves and is not seated from round %(round)s on.")
        about = {"name": departure.entrant.member.name, "round": departure.from_round}
        messages.success(request, message % about)
        if too_few := state.too_few:
            messages.error(request, translated(too_few))
    except attendance.LeftAlready as refusal:
        messages.error(request, _left_already(refusal.departure))
    except Conflict as refusal:
        refusals.refuse_above(request, refusal)
    return redirect("event-players", event.pk)


@guards.event_page("run an event", "run an event")
def wishes(
    request: HttpRequest, event: models.Event, actor: permissions.Actor, member_id: int
) -> HttpResponse:
    """Show and change the wishes of a player."""
    state = load_state(event)
    page, entrant = EventPage(state, actor), state.entrant(member_id)
    name = page.names[member_id]
    form = WishesForm(
        request.POST if request.method == "POST" else None,
        **_offered_wishes(page, member_id),
        wishes=state.attendance.wishes_of(entrant),
    )
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form, conflict_at=NON_FIELD_ERRORS):
            attendance.change_wishes(
                event=event, actor=actor, member_id=member_id, wishes=form.wishes(), base=form.seen
            )
            message = gettext("The wishes of %(name)s apply from round %(round)s on.")
            about = {"name": name, "round": min(len(state.rounds) + 1, state.settings.rounds)}
            return pages.redirect_saying(request, message % about, "event-players", event.pk)
    return refusals.form_page(request, "scoring/events/wishes.html", form, event_page=page, name=name)


@guards.event_page("run an event", "run an event")
def keep_lists(request: HttpRequest, event: models.Event, actor: permissions.Actor) -> HttpResponse:
    """Show the prize list of each player, and change it. Raises NotFound if the event has no prize lists."""
    state = load_state(event)
    page = EventPage(state, actor)
    if not state.settings.lists:
        raise NotFound
    form = ListsForm(
        request.POST if request.method == "POST" else None,
        players=list(page.names.items()),
        lists=state.settings.lists,
        on_list={
            entrant.member_id: state.attendance.wishes_of(entrant).get("on_list")
            for entrant in state.entrants
        },
    )
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form, conflict_at=NON_FIELD_ERRORS):
            entrant_lists.put_on_lists(
                event=event, actor=actor, chosen=form.chosen(), base=form.seen_on_lists()
            )
            return pages.redirect_saying(request, gettext("The lists are kept."), "event-players", event.pk)
    return refusals.form_page(request, "scoring/events/prize_lists.html", form, event_page=page)


def _offered_wishes(page: EventPage, member_id: int | None = None) -> dict[str, Any]:
    state = page.state
    players = [(other, called) for other, called in page.names.items() if other != member_id]
    # A partner for whom the player has asked is offered even after leaving, because partners can come back.
    own = {partners.get(member_id or 0) for partners in (state.partners, state.wishes_named("partner"))}
    free = {entrant.member_id for entrant in state.without_partner} | own
    return {
        "players": players,
        "partners": [each for each in players if each[0] in free] if state.settings.keeps_pairs else players,
        "lists": state.settings.lists,
        "seating": state.terms.game.seating,
        "kind": state.settings.evening,
        "tables": 1 + len(state.current.tables if state.current else state.shape.sizes),
    }


def _entry_message(entrant: models.Entrant) -> str:
    state = load_state(entrant.event)
    return " ".join([_place_in_words(state, entrant), *_without_partner(state)])


def _place_in_words(state: EventState, entrant: models.Entrant) -> str:
    current, name = state.last_round, entrant.member.name
    if current is None and state.current is not None:
        place = state.current.seated().places().get(entrant.member_id)
        if place is not None:
            message = gettext("%(name)s plays this round at table %(table)s, seat %(seat)s.")
            return message % {"name": name, "table": place[0], "seat": place[1]}
    if current is None:
        about = {"name": name, "round": len(state.rounds) + 1}
        partner = state.partners.get(entrant.member_id)
        if before := place_taken(state, entrant.member_id):
            about["other"] = before.member.name
            return gettext("%(name)s plays from round %(round)s, in the place of %(other)s.") % about
        if partner is None:
            return gettext("%(name)s plays from round %(round)s.") % about
        about["partner"] = state.entrant(partner).member.name
        return gettext("%(name)s plays with %(partner)s from round %(round)s.") % about
    if (place := current.seated().places().get(entrant.member_id)) is not None:
        message = gettext("%(name)s plays this last round at table %(table)s.")
        return message % {"name": name, "table": place[0]}
    message = gettext(
        "%(name)s sits out this last round. At a table without a deal, somebody can still give up a seat."
    )
    return message % {"name": name}


def _without_partner(state: EventState) -> list[str]:
    if state.current is None or state.last_round is not None:
        return []
    says = gettext("%(name)s has no partner from round %(round)s: withdraw them, or name a partner.")
    number = len(state.rounds) + 1
    return [says % {"name": entrant.member.name, "round": number} for entrant in state.without_partner]


def _left_already(departure: models.Departure) -> str:
    message = gettext("%(name)s has left already. %(by)s recorded it at %(time)s.")
    return message % {
        "name": departure.entrant.member.name,
        "by": departure.by_member.name if departure.by_member else "",
        "time": times.date(timezone.localtime(departure.at), "TIME_FORMAT"),
    }
