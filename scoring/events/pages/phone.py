"""My evening, on a player's phone; and the links that open it without an account."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.callers import caller, keep_evening
from scoring.clubs.access import event_for
from scoring.clubs.services import sign_in
from scoring.events.services import entrant_links
from scoring.models import EntrantLink
from scoring.refusals import NotFound
from scoring.tables.pages.links import code_response, exchanged
from scoring.views.doors import known_callers
from scoring.views.evening_shown import evening_context, is_own_link, player_of
from scoring.views.event_live import head_context
from scoring.views.live_shown import event_shown


@require_safe
@known_callers
def me(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a player's evening; to a table's phone, or to a member who does not play, the names to choose."""
    event, actor = event_for(caller(request), event_id, "see an event")
    player = player_of(request, event, actor)
    shown = event_shown(event, timezone.now())
    context = head_context(request, shown, actor) | {
        "part": render_to_string("scoring/events/_evening.html", evening_context(shown, player)),
        "player": player,
        "view": f"me&player={player}" if player else "me",
        "may_choose": not is_own_link(request, event, actor),
        "names": sorted(shown.names.items(), key=lambda found: found[1].casefold()),
    }
    return render(request, "scoring/events/evening.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest) -> HttpResponse:
    """Open somebody's evening for this browser: the secret stands behind the # of the link."""

    def open_evening(secret: str, address: str) -> HttpResponse:
        found = sign_in.open_evening(secret=secret, address=address)
        keep_evening(request, found)
        return redirect("event-me", found.entrant.event_id)

    return exchanged(request, "scoring/events/evening_exchange.html", open_evening)


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def evening_links(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show who has a link to his evening; issue those that are missing."""
    event, actor = event_for(caller(request), event_id, "run an event")
    if request.method == "POST":
        count = entrant_links.issue_missing(event=event, actor=actor)
        said = ngettext("%(count)s link was issued.", "%(count)s links were issued.", count)
        messages.success(request, said % {"count": count})
        return redirect("evening-links", event.pk)
    shown = event_shown(event, timezone.now())
    have = entrant_links.live_links(event)
    context = head_context(request, shown, actor) | {
        "lines": [
            {"member": member, "name": name, "has_link": member in have}
            for member, name in sorted(shown.names.items(), key=lambda found: found[1].casefold())
        ],
        "missing": sum(member not in have for member in shown.names),
    }
    return render(request, "scoring/events/evening_links.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def evening_link(request: HttpRequest, event_id: int, member_id: int) -> HttpResponse:
    """Show somebody's link and its code; issue a new one, or stop it."""
    event, actor = event_for(caller(request), event_id, "run an event")
    shown = event_shown(event, timezone.now())
    if member_id not in shown.names:
        raise NotFound
    if request.method == "POST":
        if request.POST.get("change") == "issue":
            entrant_links.issue(event=event, actor=actor, member_id=member_id)
            messages.success(request, gettext("There is a new link. The one before it no longer works."))
        else:
            entrant_links.revoke(event=event, actor=actor, member_id=member_id)
            messages.success(request, gettext("The link no longer works."))
        return redirect("evening-link", event.pk, member_id)
    link = entrant_links.live_links(event).get(member_id)
    context = head_context(request, shown, actor) | {
        "member": member_id,
        "name": shown.names[member_id],
        "address": address_of(link),
    }
    return render(request, "scoring/events/evening_link.html", context)


@require_safe
@known_callers
def evening_code(request: HttpRequest, event_id: int, member_id: int) -> HttpResponse:
    """Return the code of somebody's link as a picture."""
    event, _ = event_for(caller(request), event_id, "run an event")
    return code_response(address_of(entrant_links.live_links(event).get(member_id)))


def address_of(link: EntrantLink | None) -> str | None:
    """Return the address that opens somebody's evening, or None where no link of his works."""
    secret = entrant_links.secret_of(link) if link else None
    return f"{settings.BASE_URL}{reverse('evening')}#{secret}" if secret else None
