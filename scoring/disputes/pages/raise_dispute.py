"""The page that raises a dispute: the incident, the offender, open questions, and the ruling."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.calls.services import turn_into_dispute
from scoring.clubs.permissions import Actor
from scoring.disputes import forms
from scoring.disputes.pages import dispute_page, raise_address
from scoring.disputes.queries.deals import SeatedDeal, seated_deal
from scoring.disputes.services.disputes import must_not_be_void, raise_dispute
from scoring.refusals import Conflict, NotFound
from scoring.tables import guards
from scoring.tables.models import Table
from scoring.tables.table_policy import policy_of
from scoring.web import keys
from scoring.web.refusals import naming

LONGEST_ADDRESS = 4000


@guards.table_page("raise a dispute", "raise a dispute")
def new(request: HttpRequest, table: Table, actor: Actor, number: int) -> HttpResponse:
    """Show the incidents to choose from, the next question, or the ruling; raise the dispute on POST."""
    try:
        seated = seated_deal(policy_of(table), number)
        if request.method != "POST":
            must_not_be_void(seated)
    except Conflict as conflict:
        messages.error(request, translated(conflict.detail))
        last = conflict.more.get("last")
        return redirect("dispute-new", table.pk, last) if last else redirect("table", table.pk)
    with naming(seated.named):
        if request.method == "POST":
            return _raise(request, table, seated, actor)
        return _page(request, table, seated, actor, raise_address.read(request.GET, seated))


def _raise(request: HttpRequest, table: Table, seated: SeatedDeal, actor: Actor) -> HttpResponse:
    posted = request.POST
    draft = raise_address.read(QueryDict(str(posted.get("asked", ""))[:LONGEST_ADDRESS]), seated)
    sent = forms.stated(posted) | {"seat": draft.seat or None, "facts": draft.sent}
    try:
        taken = raise_dispute(
            policy=policy_of(table),
            actor=actor,
            number=seated.number,
            incident=draft.incident,
            choice=forms.choice_stated(posted) if posted.get("option") else None,
            assume=True,
            key=keys.key_of(posted),
            **sent | ({"trick": draft.trick} if sent["trick"] is None else {}),
        )
    except InvalidInput as refusal:
        return _page(request, table, seated, actor, draft, translated_errors(refusal.reworded(seated.named)))
    except Conflict as conflict:
        messages.error(request, translated(conflict.detail))
        return redirect("disputes", table.pk)
    if draft.call is not None and actor.may("answer a call"):
        return _turned(request, table, actor, draft.call, taken.dispute)
    messages.success(request, gettext("Sent to the director, who has to confirm the ruling."))
    return redirect("dispute", taken.dispute)


def _turned(request: HttpRequest, table: Table, actor: Actor, call: int, dispute: int) -> HttpResponse:
    try:
        turn_into_dispute(table=table, actor=actor, call_id=call, dispute=dispute)
    except (Conflict, InvalidInput, NotFound):
        messages.success(request, gettext("The dispute is raised. The call had ended already."))
    else:
        messages.success(request, gettext("The call became this dispute. The table sees it."))
    return redirect("dispute", dispute)


def _page(
    request: HttpRequest,
    table: Table,
    seated: SeatedDeal,
    actor: Actor,
    draft: raise_address.DisputeDraft,
    refused: Mapping[str, Any] | None = None,
) -> HttpResponse:
    table_page = dispute_page.table_page(table, actor)
    other_deal = _other_deal(table, seated, table_page.last_number)
    step: raise_address.NextQuestion | raise_address.DraftOffer
    if draft.incident:
        step = raise_address.next_question(draft, seated, actor)
    else:
        step = raise_address.offered(table.pk, draft, seated)
    may_rule = actor.may("rule on a dispute")
    context = {"about": seated, "draft": draft, "other_deal": other_deal, "may_rule": may_rule} | vars(step)
    return dispute_page.page(request, "new", table_page, context, refused)


def _other_deal(table: Table, seated: SeatedDeal, last: int) -> int | None:
    # A player can be on the page of the deal in play but mean the last recorded deal, or the reverse.
    if seated.index is None:
        return None if last in seated.game.void_deals else last or None
    is_last = seated.number == last and policy_of(table).has_deal_in_play(seated.game)
    return last + 1 if is_last else None
