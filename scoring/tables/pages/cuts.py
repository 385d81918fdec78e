"""The page of a table's cuts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from scoring.clubs.permissions import Actor
from scoring.tables import guards, models, queries
from scoring.tables.cutting_out.queries import company_at
from scoring.tables.forms.cuts import CutForm
from scoring.tables.pages.display import TablePage
from scoring.tables.services.cuts import make
from scoring.tables.table_policy import policy_of
from scoring.web import keys, pages, refusals

MOST_CUTS = 10
"""How many of the latest cuts the page shows."""


@guards.table_page("see the table", "cut")
def cuts(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show the table's latest cuts; make a cut, drawn by the program or entered card by card."""
    table_state = queries.table_state(table)
    policy, players = policy_of(table), {player.pk: player.name for player in table_state.seats}
    cuts_for_deal, is_cut_for = policy.cuts_for_deal(table_state.game), table_state.game.is_cut_for
    page = TablePage(table_state, actor)
    form = CutForm(
        request.POST or None,
        players=players,
        purposes=page.play.cuts_for,
        purpose=request.GET.get("purpose", ""),
        has_cut_for_deal=cuts_for_deal and is_cut_for and not actor.may("correct any deal"),
    )
    company = company_at(table)
    if request.method == "POST" and form.is_valid():
        cards = None if request.POST.get("how") == "draw" else form.cards()
        with refusals.refusals_in(form), keys.new_key_if_used(form):
            purpose, key = form.cleaned_data["purpose"], form.cleaned_data["key"]
            cut = make(policy=policy, actor=actor, purpose=purpose, cards=cards, key=key)
            if hasattr(cut, "gave_the_deal"):
                dealer = players[cut.players[cut.gave_the_deal.seat - 1]]
                message = gettext("%(name)s deals first.") % {"name": dealer}
                return pages.redirect_saying(request, message, "table", table.pk)
            return redirect(f"{reverse('cuts', args=[table.pk])}#cut-{cut.pk}")
    context = {
        "table_page": page,
        "cuts": [queries.cut_at_table(cut, table) for cut in queries.cuts_of(table)[:MOST_CUTS]],
        "may_cut": actor.may("cut") and page.play.cuts_for and table.closed_at is None,
        "is_awaited": cuts_for_deal and not is_cut_for,
        "may_start": actor.may("start a game")
        and table.event_id is None
        and table.closed_at is None
        and not (company and company.is_due)
        and (table_state.game.state.over or not table_state.game.deals),
        "has_company": company is not None,
    }
    return refusals.form_page(request, "scoring/tables/cuts.html", form, **context)
