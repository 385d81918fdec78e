"""Best play on the page of a deal: a button starts the search, and the page polls for the result."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.refusals import Conflict
from scoring.solver.api import question
from scoring.solver.best_play import BestPlay
from scoring.solver.domain.layout import PLAIN, TRUMP
from scoring.tables import guards, models
from scoring.tables.games import DealInGame, find_deal
from scoring.tables.pages.display import names_of
from scoring.tables.queries import TableState, seated_members, table_state
from scoring.tables.table_policy import policy_of
from scoring.web import pages, polling

OFFERS = {
    "": _("Whatever serves best"),
    ",".join([TRUMP] * 6): _("Trumps as long as there are any"),
    f"{TRUMP},{TRUMP},{PLAIN}": _("Two trumps, then a plain card"),
    f"{TRUMP},{PLAIN}": _("One trump, then a plain card"),
    PLAIN: _("A plain card first"),
}
"""The plans for the maker's leads that the page offers, each with its label."""


@dataclass(frozen=True, slots=True)
class BestPlayBoard:
    """The best play of a deal: each side's names, its points with best play, and the points it made.

    - ``left_out``: the number of points that nobody can make.
    - ``leads``: the chosen plan for the maker's leads, as in the URL.
    - ``offers``: the plans that the page offers.
    """

    answer: BestPlay
    sides: Sequence[tuple[tuple[str, ...], int | None, int]]
    seats: Sequence[Member]
    left_out: int
    maker: str
    leads: str
    offers: Mapping[str, Any]
    address: str
    tag: str


def board(state: TableState, deal: DealInGame, leads: str) -> BestPlayBoard | None:
    """Return the best play of a deal, as far as it is known; None if the solver cannot solve the deal.

    Raises InvalidInput as `question` does.
    """
    try:
        asked = question(deal, leads)
    except Conflict:
        return None
    answer = asked.answer()
    names = names_of(state.game.kind.seating, state.seats, policy_of(state.table))
    best: Sequence[int | None] = answer.points or [None] * len(names)
    return BestPlayBoard(
        answer=answer,
        sides=list(zip(names, best, answer.made, strict=True)),
        seats=state.seats,
        left_out=state.game.rules.total - answer.total,
        maker=state.seats[asked.layout.leader - 1].name,
        leads=leads,
        offers=OFFERS,
        address=reverse("best-play", args=[state.table.pk, deal.number]),
        tag=f"best-play-{answer.state}-{answer.positions}",
    )


@guards.table_page("see the table", "see the table")
def best_play(request: HttpRequest, table: models.Table, actor: Actor, number: int) -> HttpResponse:
    """On POST, start the search and redirect to the page of the deal.

    On GET, return the current state to a script that polls. Any other GET is redirected to the page of the
    deal.
    """
    deal, leads = find_deal(table, number), request.GET.get("leads", "")
    if request.method == "POST":
        leads = request.POST.get("leads", "")
        with suppress(Conflict):  # the page of the deal shows the reason
            question(deal, leads).ask()
    elif pages.is_fragment(request):
        state = table_state(table).at(deal.game, seated_members(deal.game.game_id))
        if shown := board(state, deal, leads):
            page = render(request, "scoring/solver/_best_play.html", {"best_play": shown})
            return polling.polled(request, (shown.tag, shown.answer.poll_after), lambda: page)
    return redirect(f"{reverse('deal', args=[table.pk, number])}?leads={quote(leads)}#best-play")
