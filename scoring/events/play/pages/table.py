"""View of a table in a round: deals, total, doubts and decisions by hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_errors
from scoring.clubs.access import Actor
from scoring.disputes.queries import disputes, lists
from scoring.events import guards, labels, models, queries, state as states
from scoring.events.play.pages import slips
from scoring.events.play.services import slip_totals
from scoring.events.polling_tags import hall_polling
from scoring.events.results.domain import outcome
from scoring.events.results.services import decisions
from scoring.events.show.pages import hall, overview
from scoring.game import cards, cutting
from scoring.refusals import Conflict
from scoring.tables.forms.tables import card_text
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages, polling, refusals

MOST_FIGURES = 19
CUTS = 3
"""How many draws of a cut the page can take. Equal cards are cut again."""


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
                slip_totals.enter(**place, **_total(request.POST.dict()))
                message = gettext("The total is recorded.")
            elif request.POST.get("kind") == "doubt":
                doubt = decisions.doubt(**place, note=request.POST.get("note", ""))
                message = (
                    gettext("The doubt is recorded. The move waits until it is settled.")
                    if doubt.holds
                    else gettext("The director is told. The move does not wait for it.")
                )
            else:
                decisions.decide(**place, **_decision(request.POST.dict()))
                message = gettext("The decision is recorded.")
            here = reverse("event-table", args=[event.pk, number, table_number])
            return pages.redirect_saying(request, message, here + hall.as_player(actor))
        except InvalidInput as refusal:
            status = 400
            # All errors about the cards of a cut are shown in one place.
            for path, reasons in translated_errors(refusal).items():
                errors.setdefault(path.split(".")[0], []).extend(reasons)
        except Conflict as refusal:
            status = refusals.refuse_above(request, refusal)
    state = states.load(event)
    context = overview.page_context(state, actor)
    context |= _table_context(state, number, table_number, context["names"])
    is_later = context["table"].total or context["each"].is_moved or state.is_over
    may = "correct any deal" if is_later else "enter a deal"
    context["may_enter_total"] = not context["table"].has_deals and actor.may(may)
    context["finals"] = queries.finals(event)
    for side in context["tile"]["sides"]:
        side["typed"] = request.POST.get(f"total_{side['side']}", "")
    context["holds"] = decisions.holds_the_move(event, actor, context["table"])
    context |= {"errors": errors, "typed": request.POST, "tried": request.POST.get("kind", "")}
    context["cuts"] = [
        [
            (field := f"cut_{cut}_{player}", name, card_text(request.POST, field))
            for player, name in context["cutters"]
        ]
        for cut in range(1, CUTS + 1)
    ]
    context["lines"] = list(_lines(errors, context["tried"], context["cuts"][0][0][0]))
    tagged = hall_polling("table", state)
    return polling.live_page(request, tagged, "scoring/events/table.html", context, status)


def _lines(errors: Mapping[str, list[str]], tried: str, first_cut: str) -> Iterator[ErrorLine]:
    """Yield the errors of the sent form as lines that link to their field."""
    is_total = tried == "total"
    fields = {
        "points": ("total_1", gettext("Points")),
        "winners": ("total-winner", gettext("Won, where no points are known"))
        if is_total
        else ("winner", gettext("Who has won")),
        "reason": ("total-reason" if is_total else f"reason-{tried}", gettext("Reason")),
        "cut": (first_cut, gettext("The cut")),
        "note": ("note", gettext("What is wrong")),
    }
    for field, reasons in errors.items():
        target, label = fields.get(field, ("", field))
        yield ErrorLine(target, label, target, reasons)


def _total(posted: dict[str, str]) -> dict[str, Any]:
    """Return the typed total: the points of each side in order, or the winner."""
    points = [posted[name].strip() for name in sorted(posted) if name.startswith("total_")]
    total = slips.total_of(points, posted.get("total-winner", ""))
    return total | {"reason": posted.get("reason", ""), "base": _base(posted)}


def _decision(posted: dict[str, Any]) -> dict[str, Any]:
    """Return the posted decision as arguments of `decide`."""
    kind, content = posted.get("kind", ""), None
    if kind == "winners":
        chosen = [posted.get("winner", ""), posted.get("second", "")]
        content = [pages.whole(side) for side in chosen if side]
    elif kind == "cut":
        cuts = [_cut(posted, f"cut_{number}_") for number in range(1, CUTS + 1)]
        content = [cut for cut in cuts if cut]
    return {"kind": kind, "content": content, "reason": posted.get("reason", ""), "base": _base(posted)}


def _base(posted: dict[str, str]) -> int | None:
    """Return the posted id of the decision, or number of the total, that the page showed; otherwise None."""
    base = posted.get("base", "")
    return int(base) if base.isdecimal() and len(base) < MOST_FIGURES else None


def _cut(posted: dict[str, Any], prefix: str) -> dict[str, str]:
    fields = dict.fromkeys(name.removeprefix("rank-") for name in posted)
    return {
        field.removeprefix(prefix): card
        for field in fields
        if field.startswith(prefix) and (card := card_text(posted, field))
    }


def _table_context(
    state: states.EventState, number: int, table_number: int, names: dict[int, str]
) -> dict[str, Any]:
    event_round = state.round_of(number)
    table = event_round.table(table_number)
    seating = table.seated.seating
    # The player in the lower seat cuts for a pair. Without partners, each player may have to cut.
    cutters = [table.seated.side(side)[0] for side in seating.sides()]
    return {
        "each": event_round,
        "table": table,
        "tile": overview.tile(state, event_round, table, names),
        "disputes": [disputes.line_of(dispute) for dispute in lists.disputes_named(table.disputes)],
        "blocker": next(
            (blocker for blocker in event_round.life.blockers if blocker.table == table_number), None
        ),
        "deals": [
            (row.number, entry.score)
            for game in table.games
            for row, entry in zip(game.deals, game.state.entries, strict=True)
        ],
        "is_alone": not seating.has_partners,
        "is_three": table.play.is_of_three,
        "is_five": len(table.games) > 1,
        "winners": outcome.sides_winning(table.seated, len(event_round.tables), state.settings),
        "why_not_counted": state.settings.why_not_counted(),
        "cutters": [(player, names[player]) for player in cutters],
        "cut_entered": [
            [
                (names[player], list(map(cards.format_card, cutting.cards_of(cut))))
                for player, cut in draw.items()
            ]
            for draw in table.entered_cut
        ],
        "decisions": [
            (word, table.decisions[kind])
            for kind, word in labels.DECISIONS.items()
            if kind in table.decisions
        ],
    }
