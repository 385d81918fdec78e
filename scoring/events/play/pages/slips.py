"""View to enter the slips of a round one after the other. The slips can be keyed again for comparison."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, queries
from scoring.events.models import Event
from scoring.events.planning.services import event_changes
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.play.services import slip_totals
from scoring.events.polling_tags import desk_polling
from scoring.events.results.domain.outcome import sides_winning
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState, load_state
from scoring.refusals import Conflict
from scoring.templatetags.cards import plain
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages, polling

Typed = Mapping[str, str]


@dataclass
class SlipRow:
    """The row of a table's slip: the recorded result, the typed values and the errors."""

    table: EventTable
    sides: list[tuple[int, str, str]]
    """For each side its number, its players' names, and the points that were typed."""
    winners: tuple[str, ...]
    """The chosen side for each place among the winners, empty for none."""
    reason: str
    recorded: str
    base: int | None
    """The number of the total that the page showed, 0 for none."""
    counts: str
    """The chosen option of `SlipOptions`, empty for none."""
    errors: list[str] = field(default_factory=list)
    difference: str = ""

    @property
    def errors_id(self) -> str:
        return f"errors_{self.table.number}"

    @property
    def winner_fields(self) -> list[tuple[str, str]]:
        """For each place among the winners: the name of its form field, and the chosen side or ""."""
        names = [f"{name}_{self.table.number}" for name in WINNER_FIELDS]
        return list(zip(names, self.winners, strict=False))

    @property
    def is_typed(self) -> bool:
        return any(self.winners) or any(typed for _side, _names, typed in self.sides)

    def sent(self) -> dict[str, Any]:
        """Return the typed values as arguments of `slip_totals.enter`."""
        return total_of([typed for _side, _names, typed in self.sides], self.winners)

    @property
    def options(self) -> "SlipOptions | None":
        return slip_options(self.table, self.sent().get("points", ()))


def total_of(points: Sequence[str], winners: Sequence[str]) -> dict[str, Any]:
    """Return typed values as arguments of `slip_totals.enter`.

    Winners count only if no points are typed.
    """
    if any(winners) and not any(points):
        return {"winners": [pages.whole(winner) for winner in winners if winner]}
    return {"points": [pages.whole(typed) for typed in points]}


AFTER, WHOLE = "after-", "whole"
WINNER_FIELDS = ("winner", "second")
"""The form fields for the winners of a table. If the table has one winner, only the first is used."""


@dataclass(frozen=True)
class SlipOptions:
    """The choices at a table with recorded deals: the slip counts for the whole round or for the rest of it.

    ``score`` is the score of the deals. ``options`` are (value, text). If points are typed, the texts also
    show the resulting score. ``warning`` names the rulings that no longer count if the deals are replaced.
    """

    deals: int
    due: int
    score: str
    options: Sequence[tuple[str, str]]
    warning: str = ""

    @property
    def for_scorers(self) -> "SlipOptions | None":
        """The options of an actor who cannot replace deals, or None if no option is left."""
        options = [option for option in self.options if option[0] != WHOLE]
        return replace(self, options=options, warning="") if options else None


def deals_counted(chosen: str) -> dict[str, Any]:
    """Return the chosen option of `SlipOptions` as arguments of `slip_totals.enter`."""
    number = pages.whole(chosen.removeprefix(AFTER))
    if chosen.startswith(AFTER) and isinstance(number, int):
        return {"after_deals": number}
    return {"replaces_deals": chosen == WHOLE}


def slip_options(table: EventTable, points: Sequence[object] = ()) -> SlipOptions | None:
    """Return the choices for a slip with these points. None if the table has no deals, or only void deals."""
    if not table.deals:
        return None
    before, typed = table.points_of_deals(), [figure for figure in points if isinstance(figure, int)]
    score = score_text(before)
    if len(typed) == len(before):
        after = {"score": score, "sum": score_text(list(map(sum, zip(before, typed, strict=True))))}
        rest = gettext("The rest of the round: %(score)s becomes %(sum)s") % after
        whole = gettext("The whole round, in place of the deals: %(score)s counts (with a reason)")
        whole %= {"score": score_text(typed)}
    else:
        rest = gettext("The rest of the round, added to %(score)s") % {"score": score}
        whole = gettext("The whole round, in place of the deals (with a reason)")
    is_open = table.deals < table.due
    options = [(f"{AFTER}{table.deals}", rest)] * is_open + [(WHOLE, whole)]
    return SlipOptions(table.deals, table.due, score, options, _about_rulings(table))


def _about_rulings(table: EventTable) -> str:
    ruled = [table.numbering().number_of(number) for game in table.games for number in sorted(game.rulings)]
    sentence = ngettext(
        "A ruling was made on deal %(deals)s. In place of the deals, the slip counts without it.",
        "Rulings were made on deals %(deals)s. In place of the deals, the slip counts without them.",
        len(ruled),
    )
    return sentence % {"deals": ", ".join(map(str, ruled))} if ruled else ""


def score_text(points: Sequence[int]) -> str:
    return " : ".join(map(plain, points))


@guards.event_page("run an event", "run an event")
def slips(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Enter the slips of a round in table order. With ``?again=`` the slips are keyed again and compared.

    Keying the slips again stops a countdown to the next round or to the end. If a slip differs, the move or
    the end is held for the director. The page refreshes itself, but not while slips are keyed again.
    """
    page = EventPage(load_state(event), actor)
    state = page.state
    played, typed = state.round_of(number), request.POST.dict()
    rows = [_row(page.state, played, table, page.names, typed) for table in played.tables]
    again = bool(request.GET.get("again"))
    round_error, unsent, status, entered = "", "", 200, ""
    if request.POST.get("step") == "again":
        if not any(row.is_typed for row in rows):
            if queries.next_move(state).at is not None:
                _hold_move(state, actor, number, "")
            return redirect(f"{request.path}?again=1")
        unsent, status = gettext("These slips are not recorded yet. Record them, then key them again."), 400
    elif request.method == "POST":
        on_slips = pages.whole(typed.get("round", "").strip())
        if on_slips != number:
            round_error = (
                gettext("Type the round that stands on the slips.")
                if not isinstance(on_slips, int)
                else gettext("These slips are of round %(other)s; this page is for round %(number)s.")
                % {"other": on_slips, "number": number}
            )
        elif again:
            _compare(rows)
            if any(row.difference for row in rows):
                _hold_move(state, actor, number, labels.SLIPS_DIFFER)
        else:
            entered = _message_about(_enter(rows, event, actor, played), event, number, page.names)
        status = 400 if round_error or any(row.errors for row in rows) else 200
        if status == 200 and not again:
            return pages.redirect_saying(request, entered, "event-slips", event.pk, number)
        if entered:
            rows = _rows_after(rows, load_state(event), number, page.names)
    rows_in = [row for row in rows if row.recorded]
    shown = EventPage(load_state(event), actor)
    context = {
        "event_page": shown,
        "each": played,
        "rows": rows if again else [row for row in rows if not row.recorded],
        "rows_in": [] if again else rows_in,
        "unsent": unsent,
        "entered": entered,
        "ties": played.to_cut if played.number == len(state.rounds) and not state.is_over else (),
        "is_in_open": any(row.is_typed for row in rows_in),
        "again": again,
        "is_held": number == len(state.rounds) and shown.state.is_held,
        "typed": typed,
        "round_error": round_error,
        "compared": again and request.method == "POST" and not round_error,
        "differing": [row for row in rows if row.difference],
        "lines": list(_lines(rows, round_error)),
    }
    if request.method == "GET" and not again:
        return polling.live_page(request, desk_polling(state), "scoring/events/slips.html", context)
    return render(request, "scoring/events/slips.html", context, status=status)


def _rows_after(
    rows: Sequence[SlipRow], state: EventState, number: int, names: Mapping[int, str]
) -> list[SlipRow]:
    refused = {row.table.number: row for row in rows if row.errors}
    played = state.round_of(number)
    return [refused.get(table.number) or _row(state, played, table, names, {}) for table in played.tables]


def _message_about(entered: Sequence[SlipRow], event: Event, number: int, names: Mapping[int, str]) -> str:
    state = load_state(event)
    corrected = [row for row in entered if row.recorded]
    texts = []
    if count := len(entered) - len(corrected):
        texts.append(
            ngettext("%(count)s slip is entered.", "%(count)s slips are entered.", count) % {"count": count}
        )
    for row in corrected:
        now = _recorded(state, state.round_of(number).table(row.table.number), names)
        change = {"number": row.table.number, "before": row.recorded, "after": now}
        if now != row.recorded:
            texts.append(gettext("Table %(number)s was corrected: %(before)s → %(after)s.") % change)
    if entered and not texts:
        texts.append(gettext("Everything is as it was keyed before."))
    if entered:
        texts.append(labels.after_correction(queries.results_of(state)))
    return " ".join(filter(None, texts))


def _lines(rows: Sequence[SlipRow], round_error: str) -> Iterator[ErrorLine]:
    if round_error:
        yield ErrorLine("round", gettext("Round on the slips"), "slips-round", [round_error])
    for row in rows:
        if row.errors:
            field = f"points_{row.table.number}_1"
            table = gettext("Table %(number)s") % {"number": row.table.number}
            yield ErrorLine(field, table, field, row.errors)


def _row(
    state: EventState, played: EventRound, table: EventTable, names: Mapping[int, str], typed: Typed
) -> SlipRow:
    sides = [
        (
            side,
            " & ".join(names[player] for player in players),
            typed.get(f"points_{table.number}_{side}", "").strip(),
        )
        for side, players in enumerate(state.sides_as_named(table.seated), 1)
    ]
    reason, counts = (typed.get(f"{name}_{table.number}", "") for name in ("reason", "slip"))
    fields = WINNER_FIELDS[: sides_winning(table.seated, len(played.tables), state.settings)]
    winners = tuple(typed.get(f"{name}_{table.number}", "") for name in fields)
    base = pages.number_in(typed, f"base_{table.number}")
    return SlipRow(table, sides, winners, reason.strip(), _recorded(state, table, names), base, counts)


def _recorded(state: EventState, table: EventTable, names: Mapping[int, str]) -> str:
    if table.total is not None and table.total.points is None:
        sides = state.sides_as_named(table.seated)
        winners = [names[player] for side in table.total.winners or () for player in sides[side - 1]]
        return gettext("Won: %(winners)s") % {"winners": " & ".join(winners)}
    if table.total is not None and table.total.after_deals:
        parts = map(score_text, (table.points_of_deals(), table.total.points or (), table.points()))
        return "{} + {} = {}".format(*parts)
    if table.report.is_done:
        return score_text(table.points())
    return ""


def _points_on_slip(table: EventTable) -> list[int]:
    return list((table.total and table.total.points) or table.points())


def _compare(rows: list[SlipRow]) -> None:
    for row in rows:
        sent = row.sent()
        if not row.is_typed:
            row.difference = gettext("not keyed again") if row.recorded else ""
        elif "winners" in sent:
            winners = {*(row.table.total.winners or ())} if row.table.total else set()
            row.difference = "" if winners == {*sent["winners"]} else gettext("another winner")
        elif not row.recorded or _points_on_slip(row.table) != sent["points"]:
            row.difference = " : ".join(map(str, sent["points"]))


def _hold_move(state: EventState, actor: Actor, number: int, reason: str) -> None:
    if state.settings.move_after_seconds is None:  # the director makes all moves
        return
    # After a move, or after the end, there is nothing to hold.
    with suppress(Conflict):
        event_changes.hold(event=state.event, actor=actor, is_on=True, reason=reason, round_number=number)


def _enter(rows: list[SlipRow], event: Event, actor: Actor, played: EventRound) -> list[SlipRow]:
    entered = []
    for row in rows:
        if not row.is_typed:
            continue
        where: dict[str, Any] = deals_counted(row.counts) | {
            "event": event,
            "round_number": played.number,
            "table_number": row.table.number,
        }
        try:
            slip_totals.enter(**where, actor=actor, reason=row.reason, base=row.base, **row.sent())
            entered.append(row)
        except InvalidInput as refusal:
            row.errors = [reason for reasons in translated_errors(refusal).values() for reason in reasons]
        except Conflict as refusal:
            row.errors = [translated(refusal.detail)]
    return entered
