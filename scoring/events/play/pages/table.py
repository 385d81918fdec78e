"""View of a table in a round: deals, total, doubts and decisions by hand."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, models, queries
from scoring.events.play.pages import slips
from scoring.events.play.pages.shown_table import shown_table
from scoring.events.play.pages.table_input import CUTS, TOTAL_WINNERS, decision_in, error_lines, total_in
from scoring.events.play.services import slip_totals
from scoring.events.polling_tags import hall_polling
from scoring.events.results.services import decisions
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.refusals import Conflict
from scoring.tables.forms.cuts import card_text
from scoring.web import pages, polling, refusals


@guards.event_page("see an event", "see an event")
def table(
    request: HttpRequest, event: models.Event, actor: Actor, number: int, table_number: int
) -> HttpResponse:
    """Show a table of a round, enter its total, decide something for it, or doubt its result."""
    status, errors = 200, dict[str, list[str]]()
    if request.method == "POST":
        place: dict[str, Any] = {"event": event, "actor": actor, "round_number": number}
        place["table_number"] = table_number
        try:
            if request.POST.get("kind") == "total":
                slip_totals.enter(**place, **total_in(request.POST.dict()))
                results = queries.results_of(load_state(event))
                recorded, edition = gettext("The total is recorded."), labels.after_correction(results)
                message = f"{recorded} {edition}".strip()
            elif request.POST.get("kind") == "doubt":
                doubt = decisions.doubt(**place, note=request.POST.get("note", ""))
                message = (
                    gettext("The doubt is recorded. The move waits until it is settled.")
                    if doubt.holds
                    else gettext("The director is told. The move does not wait for it.")
                )
            else:
                decisions.decide(**place, **decision_in(request.POST.dict()))
                message = gettext("The decision is recorded.")
            here = reverse("event-table", args=[event.pk, number, table_number])
            return pages.redirect_saying(request, message, here + actor.as_player)
        except InvalidInput as refusal:
            status = 400
            # All errors about the cards of a cut are shown in one place.
            for path, reasons in translated_errors(refusal).items():
                errors.setdefault(path.split(".")[0], []).extend(reasons)
        except Conflict as refusal:
            if refusal.code == "has-deals":
                status, errors = 409, {"slip": [translated(refusal.detail)]}
            else:
                status = refusals.refuse_above(request, refusal)
    page = EventPage(load_state(event), actor)
    state, event_round = page.state, page.state.round_of(number)
    shown = shown_table(state, event_round, event_round.table(table_number), page.names)
    table, tried = shown.table, request.POST.get("kind", "")
    may = "correct any deal" if table.total or event_round.is_moved or state.is_over else "enter a deal"
    typed = total_in(request.POST.dict()).get("points", ()) if tried == "total" else ()
    slip_options = slips.slip_options(table, typed)
    if slip_options and not actor.may("correct any deal"):
        slip_options = slip_options.for_scorers
    cuts = [
        [
            (field := f"cut_{cut}_{player}", name, card_text(request.POST, field))
            for player, name in shown.cutters
        ]
        for cut in range(1, CUTS + 1)
    ]
    is_at_table, holds = actor.table_id == table.table_id, decisions.holds_the_move(event, actor, table)
    context = {
        "event_page": page,
        "each": event_round,
        "table": table,
        "shown": shown,
        "tile": shown.tile,
        "slip_options": slip_options,
        "is_elsewhere": not (is_at_table or page.is_member),
        "may_enter_total": actor.may(may)
        and (is_at_table or actor.table_id is None)
        and bool(slip_options or not table.deals),
        "may_doubt": decisions.may_doubt(actor, table)
        and not event_round.is_moved
        and decisions.doubt_raised(table, holds=holds) is None,
        "finals": queries.finals(event),
        "totals": [(side, request.POST.get(f"total_{side.side}", "")) for side in shown.tile.sides],
        "winner_fields": [(field, request.POST.get(field, "")) for field in TOTAL_WINNERS[: shown.winners]],
        "holds": holds,
        "tried": tried,
        "typed": request.POST,
        "errors": errors,
        "lines": list(error_lines(errors, tried, cuts[0][0][0])),
        "cuts": cuts,
    }
    tagged = hall_polling("table", state)
    return polling.live_page(request, tagged, "scoring/events/table.html", context, status)
