"""The director's decision about a held entry."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs import guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.game.references import named
from scoring.refusals import Conflict, NotFound
from scoring.tables import models, queries
from scoring.tables.pages.display import side_words
from scoring.tables.services.held import release, set_aside
from scoring.tables.table_policy import policy_of
from scoring.web import refusals


@guards.club_page("", "decide on held entries")
def held(request: HttpRequest, club: Club, actor: Actor, held_id: int) -> HttpResponse:
    """Record a held entry, or set it aside with a reason.

    Afterwards redirect to the event's page, which shows the next held entry. If the table is in no event, or
    if the decision is refused, redirect to the director's page.
    """
    entry = models.HeldEntry.objects.filter(pk=held_id, table__club=club).select_related("table").first()
    if entry is None:
        raise NotFound
    try:
        if request.POST.get("decision") == "release":
            release(policy=policy_of(entry.table), actor=actor, held_id=entry.pk)
            messages.success(request, gettext("The entry was recorded."))
        else:
            reason = request.POST.get("reason", "")
            set_aside(table=entry.table, actor=actor, held_id=entry.pk, reason=reason)
            messages.success(request, gettext("The entry was set aside."))
    except InvalidInput as refusal:
        played, seats = queries.game_of_held(entry)
        names = [member.name for member in seats]
        sides = side_words(played.seating, seats, policy_of(entry.table))
        refusals.refuse_above(
            request,
            refusal.reworded(lambda reason: named(reason, names, sides=sides)),
            {"reason": f"reason-{entry.pk}"},
        )
    except Conflict as refusal:
        refusals.refuse_above(request, refusal)
    else:
        if entry.table.event_id:
            return redirect("event", entry.table.event_id)
    return redirect("director", club.slug)
