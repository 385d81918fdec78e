"""Views of the links that let a player without an account open their own page of an event."""

from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from scoring.clubs import authentication
from scoring.clubs.permissions import Actor
from scoring.events import guards, queries
from scoring.events.models import EntrantLink, Event
from scoring.events.people.services import entrant_links
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.game.names import by_name
from scoring.refusals import NotFound
from scoring.tables.pages.links import code_response, redeem
from scoring.web import keys, pages


@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest) -> HttpResponse:
    """Open a player's own page of an event in this browser.

    The page reads the link's secret from the URL, where it follows the #.
    """

    def open_evening(secret: str, address: str) -> HttpResponse:
        link = entrant_links.open_link(secret=secret, address=address)
        authentication.keep_evening_link(request, link.pk)
        mine = reverse("event-me", args=[link.entrant.event_id])
        return redirect(f"{mine}?player={link.entrant.member_id}")

    def unknown(_code: str) -> str:
        return gettext("This does not open an evening. Paste the whole link, or scan the code on your card.")

    context = {"has_published": bool(queries.published_events())}
    return redeem(request, "scoring/events/evening_exchange.html", open_evening, unknown, context)


@guards.event_page("run an event", "run an event")
def evening_links(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show which players have a link to their own page of the event.

    A form issues a link to one player, or to all players without a link.
    """
    member = pages.id_in(request.POST, "member")
    if member is not None:
        entrant_links.issue_missing(event=event, actor=actor, member_id=member)
        return redirect("evening-link", event.pk, member)
    if request.method == "POST":
        count = entrant_links.issue_missing(event=event, actor=actor)
        message = ngettext("%(count)s link was issued.", "%(count)s links were issued.", count)
        return pages.redirect_saying(request, message % {"count": count}, "evening-links", event.pk)
    page, linked = EventPage(load_state(event), actor), entrant_links.live_links(event)
    may_have_link = set(entrant_links.may_have_link(event).values_list("member_id", flat=True))
    context = {
        "event_page": page,
        "players": by_name(page.names),
        "linked": linked,
        "may_have_link": may_have_link,
        "missing": len(may_have_link - linked.keys()),
    }
    return render(request, "scoring/events/evening_links.html", context)


@guards.event_page("run an event", "run an event")
def evening_link(request: HttpRequest, event: Event, actor: Actor, member_id: int) -> HttpResponse:
    """Show the link and QR code of a player. Issue a new link, or stop the link."""
    page = EventPage(load_state(event), actor)
    if member_id not in page.names:
        raise NotFound
    if request.method == "POST":
        if request.POST.get("change") == "issue":
            key = keys.key_of(request.POST)
            entrant_links.issue(event=event, actor=actor, member_id=member_id, key=key)
            message = gettext("The new link is ready. The old one no longer works.")
        else:
            entrant_links.revoke(event=event, actor=actor, member_id=member_id)
            message = gettext("The link no longer works.")
        return pages.redirect_saying(request, message, "evening-link", event.pk, member_id)
    link = entrant_links.live_links(event).get(member_id)
    context = {
        "event_page": page,
        "key": uuid4(),
        "member": member_id,
        "name": page.names[member_id],
        "is_live": link is not None,
        "address": address_of(link),
        "may_have_link": entrant_links.may_have_link(event).filter(member=member_id).exists(),
    }
    return render(request, "scoring/events/evening_link.html", context)


@guards.event_page("run an event")
def evening_code(request: HttpRequest, event: Event, actor: Actor, member_id: int) -> HttpResponse:
    """Return the QR code of a player's link as an image."""
    return code_response(address_of(entrant_links.live_links(event).get(member_id)))


def address_of(link: EntrantLink | None) -> str | None:
    """Return the URL that opens a player's own page of the event.

    None if there is no link, or if the server's key has changed since the link was issued.
    """
    secret = entrant_links.secret_of(link) if link else None
    return f"{settings.BASE_URL}{reverse('evening')}#{secret}" if secret else None


def addresses(event: Event) -> dict[int, str | None]:
    """Return member id → URL of the player's own page, see `address_of`, for players with a link."""
    return {member: address_of(link) for member, link in entrant_links.live_links(event).items()}
