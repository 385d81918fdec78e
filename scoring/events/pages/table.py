"""One table of a round: its deals, what is in doubt there, and what the organiser decides for it by hand."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.access import Actor
from scoring.disputes.queries.disputes import line_of
from scoring.disputes.queries.lists import disputes_named
from scoring.events.domain.outcome import sides_winning
from scoring.events.domain.values import FIVE, FULL
from scoring.events.models import Event
from scoring.events.pages import desk
from scoring.events.pages.moves import round_of
from scoring.events.pages.words import KIND_WORDS
from scoring.events.services import rounds
from scoring.events.state import EventState, load
from scoring.game.cards import Card, format_card
from scoring.refusals import Conflict, NotFound
from scoring.web import pages

CUTS = 3
"""So many times a cut can be entered on the page: equal cards are cut again."""


@never_cache
@pages.event_page("see an event", "see an event")
def table(request: HttpRequest, event: Event, actor: Actor, number: int, table_number: int) -> HttpResponse:
    """Show one table of a round; decide something for it, or hold its result to be wrong."""
    is_doubt = request.POST.get("kind") == "doubt"
    if request.method == "POST" and not is_doubt:
        actor.must("run an event")
    status, errors = 200, {}
    if request.method == "POST":
        place: dict[str, Any] = {"event": event, "round_number": number, "table_number": table_number}
        try:
            if is_doubt:
                rounds.doubt(**place, actor=actor, note=request.POST.get("note", ""))
                messages.success(request, gettext("The result is held to be wrong; the move waits for it."))
            else:
                rounds.decide(**place, actor=actor, **_decision(request.POST))
                messages.success(request, gettext("It is decided."))
            return redirect("event-table", event.pk, number, table_number)
        except InvalidInput as refusal:
            status, errors = 400, _by_field(refusal)
        except Conflict as refusal:
            status = pages.status_of(refusal)
            messages.error(request, translated(refusal.detail))
    record = load(event)
    context = desk.page_context(record, actor)
    context |= _table_context(record, number, table_number, context["names"])
    context |= {"errors": errors, "typed": request.POST, "tried": request.POST.get("kind", "")}
    context["cuts"] = [
        [
            (field := f"cut_{place}_{player}", name, request.POST.get(field, ""))
            for player, name in context["cutters"]
        ]
        for place in range(1, CUTS + 1)
    ]
    return render(request, "scoring/events/table.html", context, status=status)


def _decision(posted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was pressed as the service takes it."""
    kind = str(posted.get("kind", ""))
    content: object = None
    if kind == "winners":
        chosen = [posted.get("winner", ""), posted.get("second", "")]
        content = [pages.whole(str(one)) for one in chosen if one] or [""]
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


def _table_context(
    record: EventState, number: int, table_number: int, names: dict[int, str]
) -> dict[str, Any]:
    each = round_of(record, number)
    if not 0 < table_number <= len(each.tables):
        raise NotFound
    table = each.tables[table_number - 1]
    # Of each pair the one in the lower seat cuts; where everybody plays for himself each may have to.
    cutters = table.players[:2] if len(table.players) == FULL else table.players
    return {
        "each": each,
        "table": table,
        "tile": desk.tile(record, each, table, names),
        "disputes": [line_of(dispute) for dispute in disputes_named(table.disputes)],
        "blocker": next((blocker for blocker in each.life.blockers if blocker.table == table_number), None),
        "deals": [
            (row.number, entry.score)
            for game in table.games
            for row, entry in zip(game.deals, game.course.entries, strict=True)
        ],
        "is_alone": len(table.players) != FULL,
        "is_five": len(table.players) == FIVE,
        "winners": sides_winning(table.seated, len(each.tables), record.settings),
        "why_not_counted": record.settings.why_not_counted(),
        "cutters": [(player, names[player]) for player in cutters],
        "cut_entered": [
            [(names[player], _cards(card)) for player, card in draw.items()] for draw in table.entered_cut
        ],
        "decisions": [
            (words, table.decisions[kind]) for kind, words in KIND_WORDS.items() if kind in table.decisions
        ],
    }


def _cards(cards: Card | tuple[Card, ...]) -> list[str]:
    return [format_card(card) for card in (cards if isinstance(cards, tuple) else (cards,))]
