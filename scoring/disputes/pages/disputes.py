"""The pages of a table's disputes and of a single dispute, and the preview of effects."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from laws.domain import errors
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.permissions import Actor
from scoring.disputes import guards
from scoring.disputes.models import Dispute
from scoring.disputes.pages import dispute_context, dispute_page
from scoring.disputes.queries import disputes, lists
from scoring.refusals import Conflict
from scoring.tables.games import current_game
from scoring.tables.guards import table_page
from scoring.tables.models import Table
from scoring.tables.polling_tags import table_polling
from scoring.tables.table_policy import policy_of


@table_page("see a dispute")
def at_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the disputes about which somebody still has to do something, then all disputes of the table."""
    tagged = table_polling(table)
    shown = dispute_page.table_page(table, actor)
    game, last = current_game(table)
    context = {
        "report_on": policy_of(table).deal_to_report_on(game, last),
        "void_deals": game.void_deals,
        "open_disputes": lists.open_disputes_at(table, shown.next_number),
        "disputes": [disputes.line_of(row) for row in lists.disputes_at(table)],
    }
    return dispute_page.page(request, "table", shown, context, tagged=tagged)


@guards.dispute_page("see a dispute")
def dispute(request: HttpRequest, dispute: Dispute, actor: Actor) -> HttpResponse:
    """Show a dispute: open questions, the ruling with its law, the facts, and the steps."""
    return show(request, dispute, actor)


def show(
    request: HttpRequest,
    dispute: Dispute,
    actor: Actor,
    refusal: errors.InvalidInput | Conflict | None = None,
    ordered: dispute_context.DecisionPreview | None = None,
) -> HttpResponse:
    """Show a dispute with the values typed so far.

    ``refusal`` is the reason why a step was refused; ``ordered`` is the preview of a decision.
    """
    tagged = table_polling(dispute.table)
    refused, status = None, 200
    case = lists.dispute_case(dispute.pk)
    if isinstance(refusal, errors.InvalidInput):
        refused = translated_errors(refusal.reworded(case.seated.named))
    elif refusal is not None:
        messages.error(request, translated(refusal.detail))
        status = 409
    shown = vars(dispute_context.dispute_page(case, actor, request.POST, ordered))
    table_page = dispute_page.table_page(dispute.table, actor)
    return dispute_page.page(request, "dispute", table_page, shown, refused, status, tagged)


@guards.dispute_page("", "rule on a dispute")
def preview(request: HttpRequest, dispute: Dispute, actor: Actor) -> HttpResponse:
    """Show what the ticked effects would do to the score. The typed values stay in the form."""
    try:
        ordered = dispute_context.preview_of_orders(lists.dispute_case(dispute.pk), actor, request.POST)
    except (errors.InvalidInput, Conflict) as refusal:
        return show(request, dispute, actor, refusal)
    return show(request, dispute, actor, ordered=ordered)
