"""One table of a round: its deals, what is in doubt there, and what the organiser decides for it by hand."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.callers import caller
from scoring.clubs.access import event_for
from scoring.disputes.pages.disputes import with_words
from scoring.domain.events.fives import FIVE
from scoring.domain.events.progressive import sides_winning
from scoring.domain.events.shape import FULL
from scoring.event_records import EventRecord
from scoring.events.domain.values import SeatedTable
from scoring.events.pages.desk import page_context
from scoring.events.pages.moves import round_of
from scoring.events.pages.words import KIND_WORDS
from scoring.game.cards import format_card
from scoring.refusals import Conflict, NotFound
from scoring.round_records import TableRecord, entered_cut
from scoring.selectors import events as selected
from scoring.selectors.dispute_lists import disputes_named
from scoring.selectors.disputes import line_of
from scoring.services import round_steps
from scoring.tables.forms.keys import whole
from scoring.views.doors import known_callers
from scoring.views.event_shown import table_shown

CUTS = 3
"""So many times a cut can be entered on the page: equal cards are cut again."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def table(request: HttpRequest, event_id: int, number: int, table_number: int) -> HttpResponse:
    """Show one table of a round; decide something for it, or hold its result to be wrong."""
    is_doubt = request.POST.get("kind") == "doubt"
    needed = "run an event" if request.method == "POST" and not is_doubt else "see an event"
    found, actor = event_for(caller(request), event_id, needed)
    status, errors = 200, {}
    if request.method == "POST":
        given: dict[str, Any] = {
            "event": found,
            "actor": actor,
            "round_number": number,
            "table_number": table_number,
        }
        try:
            if is_doubt:
                round_steps.doubt(**given, note=request.POST.get("note", ""))
                messages.success(request, gettext("The result is held to be wrong; the move waits for it."))
            else:
                round_steps.decide(**given, **_decision(request.POST))
                messages.success(request, gettext("It is decided."))
            return redirect("event-table", found.pk, number, table_number)
        except InvalidInput as refusal:
            status, errors = 400, _by_field(refusal)
        except Conflict as refusal:
            status = refusal.status
            messages.error(request, translated(refusal.detail))
    record, _ = selected.state(found)
    context = page_context(record, actor) | _shown(record, number, table_number, request.POST)
    context |= {"errors": errors, "typed": request.POST, "tried": request.POST.get("kind", "")}
    return render(request, "scoring/events/table.html", context, status=status)


def _decision(posted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was pressed as the service takes it."""
    kind = str(posted.get("kind", ""))
    content: object = None
    if kind == "winners":
        chosen = [posted.get("winner", ""), posted.get("second", "")]
        content = [whole(str(one)) for one in chosen if one] or [""]
    elif kind == "cut":
        cuts: list[dict[str, str]] = []
        for place in range(1, CUTS + 1):
            prefix = f"cut_{place}_"
            cards = {
                name.removeprefix(prefix): str(card).strip().upper()
                for name, card in posted.items()
                if name.startswith(prefix) and str(card).strip()
            }
            if cards:
                cuts.append(cards)
        content = cuts
    return {"kind": kind, "content": content, "reason": posted.get("reason", "")}


def _by_field(refusal: InvalidInput) -> dict[str, list[str]]:
    """Return the reasons by the field they stand beside; a cut's cards have one place for all of them."""
    found: dict[str, list[str]] = {}
    for path, reasons in translated_errors(refusal).items():
        found.setdefault(path.split(".")[0], []).extend(reasons)
    return found


def _shown(record: EventRecord, number: int, table_number: int, typed: Mapping[str, Any]) -> dict[str, Any]:
    one = round_of(record, number)
    found = next((table for table in one.tables if table.number == table_number), None)
    if found is None:
        raise NotFound
    names = selected.names_of(record)
    # Of each pair the one in the lower seat cuts; where everybody plays for himself each may have to.
    cutters = found.players[:2] if len(found.players) == FULL else found.players
    life, seated = record.life_of(one), SeatedTable(found.number, found.players)
    report = record.report_of(found)
    shown = table_shown(record, found, len(one.tables), life, names)
    return {
        "one": one,
        "table": shown,
        "disputes": [with_words(line_of(dispute)) for dispute in disputes_named(found.disputes)],
        "is_moved": one.is_moved,
        "is_last": number == record.settings.rounds,
        "is_in": report.is_in,
        "blocker": next((blocker for blocker in life.blockers if blocker.table == table_number), None),
        "deals": _deals(found),
        "sides": [(side.side, side.players) for side in shown.sides],
        "is_alone": len(found.players) != FULL,
        "is_five": len(found.players) == FIVE,
        "winners": sides_winning(seated, len(one.tables), record.settings),
        "plays_under": found.figures,
        "why_not_counted": record.settings.why_not_counted(),
        "cuts": [
            [(field := f"cut_{place}_{player}", names[player], typed.get(field, "")) for player in cutters]
            for place in range(1, CUTS + 1)
        ],
        "cut_entered": [
            [(names[player], _cards(card)) for player, card in one_cut.items()]
            for one_cut in entered_cut(found)
        ],
        "decisions": [
            (words, found.decisions[kind]) for kind, words in KIND_WORDS.items() if kind in found.decisions
        ],
    }


def _cards(card: Any) -> list[str]:
    return [format_card(one) for one in (card if isinstance(card, tuple) else (card,))]


def _deals(found: TableRecord) -> list[dict[str, Any]]:
    """Return the deals of the round at the table with the running score after each."""
    return [
        {"number": row.number, "after": entry.score.after.values, "is_void": entry.score.new_deal}
        for game in found.games
        for row, entry in zip(game.deals, game.course.entries, strict=True)
    ]
