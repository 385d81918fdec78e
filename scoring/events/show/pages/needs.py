"""The director's tasks, each with a link, the most urgent first.

The module also lists what the results still need before they become final.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.calls.queries import unanswered_calls
from scoring.disputes.models import Dispute
from scoring.disputes.queries import lists
from scoring.events import queries
from scoring.events.play import plan_json
from scoring.events.play.rounds import EventRound
from scoring.events.state import EventState
from scoring.tables.models import HeldEntry


class Need(NamedTuple):
    """A task for the director. ``action`` is the text of the link to ``address``.

    ``mark`` is set only if, after a correction, the round in play would be seated differently. It is a digest
    of these differences; the director sends it to keep the present seats.
    """

    text: str
    note: str
    action: str
    address: str
    mark: str = ""


def open_questions(state: EventState) -> list[Need]:
    """Return a task for each dispute, doubted result and entry that waits for the director's decision."""
    return [*_disputes(state), *_doubts(state), *_held(state)]


def needs_of(state: EventState, questions: Iterable[Need]) -> list[Need]:
    """Return the tasks of the director, the most urgent first.

    These are unanswered calls, ``questions`` (see `open_questions`), seats that a correction would change,
    and late tables.
    """
    return [*_calls(state), *questions, *_corrections(state), *_late(state)]


def missing_from(state: EventState, rounds: Iterable[EventRound], questions: Iterable[Need]) -> list[str]:
    """Return texts about what is missing from the results:

    - each of ``questions``, the open questions
    - each tie of the last seated round that no entered cut has decided
    - each table in ``rounds`` whose points or deals are incomplete
    """
    current = state.current
    cuts = [blocker for blocker in current.life.blockers if blocker.kind == "cut"] if current else []
    return [
        *(need.text for need in questions),
        *(translated(blocker.why) for blocker in cuts),
        *(_drawn_cuts(current) if current else ()),
        *(text for event_round in rounds for text in _without_points(event_round)),
    ]


def _drawn_cuts(event_round: EventRound) -> Iterator[str]:
    for number in event_round.tied:
        text = gettext(
            "%(table)s, round %(round)s: nobody has entered the cut, so the cut of the program counts."
        )
        yield text % {"table": _table_of(number), "round": event_round.number}


def _without_points(event_round: EventRound) -> Iterator[str]:
    for table in event_round.tables:
        has_result = table.deals or table.total is not None
        about = {"table": _table_of(table.number), "round": event_round.number, "deals": table.deals}
        if not has_result and "winners" in table.decisions:
            yield (
                gettext("%(table)s, round %(round)s: only who won is known. Its slip was never keyed.")
                % about
            )
        elif not has_result and event_round.decided_outcome(table):
            yield gettext("%(table)s, round %(round)s: a cut decided. No points are known.") % about
        elif not has_result:
            yield gettext("%(table)s, round %(round)s: nothing was handed in.") % about
        elif not table.report.is_done:
            text = ngettext(
                "%(table)s, round %(round)s: only %(deals)s deal is in.",
                "%(table)s, round %(round)s: only %(deals)s deals are in.",
                table.deals,
            )
            yield text % about


def _calls(state: EventState) -> Iterator[Need]:
    for call in unanswered_calls(state.event.club, state.event.pk).select_related("table"):
        text = gettext("%(table)s calls the director.") % {"table": _table_of(call.table.event_number)}
        address = reverse("calls", args=[call.table_id]) + f"#call-{call.pk}"
        yield Need(text, call.text, gettext("Answer"), address)


def _disputes(state: EventState) -> Iterator[Need]:
    open_here = tuple(
        dispute for event_round in state.rounds for table in event_round.tables for dispute in table.disputes
    )
    for dispute in lists.disputes_named(open_here):
        text = gettext("%(table)s, %(deal)s: a dispute is to be decided.") % {
            "table": _table_of(dispute.table.event_number),
            "deal": _deal_of(state, dispute),
        }
        yield Need(text, "", gettext("Decide"), reverse("dispute", args=[dispute.pk]))


def _deal_of(state: EventState, about: Dispute | HeldEntry) -> str:
    return translated(state.name_of_deal(about.table_id, about.number, about.at))


def _doubts(state: EventState) -> Iterator[Need]:
    for event_round in state.rounds:
        for table in event_round.tables:
            for doubt in table.doubts:
                place = {"table": _table_of(table.number), "round": event_round.number}
                text = (
                    gettext("%(table)s, round %(round)s: a result is in doubt.") % place
                    if doubt.holds
                    else gettext("%(table)s, round %(round)s: somebody tells you of a result.") % place
                )
                yield Need(text, doubt.note, gettext("Settle"), _page(state, event_round, table.number))


def _held(state: EventState) -> Iterator[Need]:
    for entry in queries.held_entries(state.event).select_related("table"):
        text = gettext("%(table)s, %(deal)s: an entry is held for you.") % {
            "table": _table_of(entry.table.event_number),
            "deal": _deal_of(state, entry),
        }
        address = reverse("director", args=[state.event.club.slug]) + f"#held-{entry.pk}"
        yield Need(text, entry.reason, gettext("Look and decide"), address)


def _corrections(state: EventState) -> Iterator[Need]:
    """Yield a task if, after a correction, the round in play would be seated differently.

    There is no task in these cases:

    - A deal or total of the round is recorded.
    - The director has accepted the differences, and no later correction has changed them.
    - The seats of the round were changed by hand.
    - The round could not be seated now, for example because a result was removed.
    """
    current = state.current
    if current is None or current.number == 1 or any(table.is_recorded for table in current.tables):
        return
    try:
        differing = plan_json.differences(state, current)
    except InvalidInput:
        return
    count, mark, kept = len(differing), plan_json.mark_of(differing), state.seats_kept
    if count and not (kept and kept.content == {"mark": mark}):
        text = ngettext(
            "After a correction %(count)s player would have another place or partner in round %(round)s.",
            "After a correction %(count)s players would have other places or partners in round %(round)s.",
            count,
        ) % {"count": count, "round": current.number}
        address = reverse("event-round", args=[state.event.pk, current.number])
        yield Need(text, "", gettext("Compare and take back"), address, mark)


def _late(state: EventState) -> Iterator[Need]:
    current = state.current
    if current is None or state.is_over:
        return
    for number in current.life.late:
        if state.settings.cuts_missing_results:
            continue  # a cut replaces the missing result, so the director decides nothing
        text = gettext("%(table)s is late with its result.") % {"table": _table_of(number)}
        yield Need(text, "", gettext("Decide"), _page(state, current, number))


def _page(state: EventState, event_round: EventRound, table_number: int) -> str:
    return reverse("event-table", args=[state.event.pk, event_round.number, table_number])


def _table_of(number: int | None) -> str:
    return gettext("Table %(number)s") % {"number": number}
