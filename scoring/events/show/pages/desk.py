"""Views of an event's main page: the desk for the organiser, the rules for others; and the desk's actions.

An action (clock, bell, settling a doubt, final results) answers with the updated desk and shows errors above
it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial, wraps
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs.access import Actor
from scoring.events import guards, labels, models, queries, state as states
from scoring.events.journal_sentences import last_actions
from scoring.events.planning.services import event_changes
from scoring.events.play.domain.round_life import Blocker
from scoring.events.play.rounds import EventRound
from scoring.events.play.services import bell as bell_service, clock as clock_service, due_moves
from scoring.events.polling_tags import desk_polling
from scoring.events.results.services import decisions, finals
from scoring.events.show.pages import hall
from scoring.events.show.pages.needs import Need, missing_from, needs_of, open_questions
from scoring.events.show.pages.overview import EventPage, round_at_glance, round_text
from scoring.journal.models import Entry
from scoring.refusals import Conflict
from scoring.web import keys, pages, polling, refusals
from scoring.workers import heartbeat

LAST_ACTIONS = 6
FEW_WAITS = 6
"""Up to this many tables without a result are listed with their reasons before the bell."""
MORE_MINUTES = (1, 5)
"""The minutes that the buttons beside the clock add."""


@guards.event_page("see an event")
def event(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show the event: the desk, or its changing part, to the organiser; the rules to others."""
    tagged = desk_polling(states.load(event))
    return polling.polled(request, tagged, lambda: _event_page(request, event, actor))


def _event_page(request: HttpRequest, event: models.Event, actor: Actor, status: int = 200) -> HttpResponse:
    """Return the event's page, or its changing part if a script asks for it."""
    page = EventPage(states.load(event), actor)
    current = page.round
    if not page.may_run:
        text = round_text(current) if current else ""
        return render(request, "scoring/events/plain.html", {"event_page": page, "round_text": text})
    glance = round_at_glance(page.state, current, page.names) if current else None
    is_part = glance is not None and pages.is_fragment(request)
    context = {
        "event_page": page,
        "glance": glance,
        "desk": _desk(page, current, glance.now) if current and glance else None,
        "word": "" if is_part else hall.word_for(page.state, actor),
    }
    template = "scoring/events/_desk.html" if is_part else "scoring/events/desk.html"
    return render(request, template, context, status=status)


@dataclass(frozen=True)
class Waits:
    """The tables without a result, and what else keeps the round from moving on.

    After the bell, and while few tables are without a result, each table has its reason.
    """

    missing: Sequence[int]
    reasons: Sequence[Blocker]


@dataclass(frozen=True)
class Desk:
    """What only the desk shows of the round in play.

    - ``still_playing``: the tables that still play.
    - ``is_served``: a worker is running. ``failure``: the move failed too often to be tried again.
    - ``missing``: what is missing from the results once the last round is over.
    - ``more_minutes``: the minutes that can be added to the clock, each with an idempotency key.
    """

    tag: str
    needs: Sequence[Need]
    waits: Waits
    next_move: queries.NextMove
    moves_in: int | None
    still_playing: Sequence[int]
    is_served: bool
    failure: models.FailedMove | None
    actions: Sequence[tuple[Entry, str]]
    results_text: str
    edition_to_reopen: int | None
    missing: Sequence[str]
    more_minutes: Sequence[tuple[int, UUID]]
    proposal: models.FinalProposal | None


def _desk(page: EventPage, current: EventRound, now: datetime) -> Desk:
    state = page.state
    questions, move = open_questions(state), queries.next_move(state)
    failures = list(models.FailedMove.objects.filter(seating=current.seating))
    return Desk(
        tag=desk_polling(state)[0],
        needs=needs_of(state, questions),
        waits=_waits(current),
        next_move=move,
        moves_in=move.seconds_left(now),
        still_playing=current.still_playing,
        is_served=heartbeat.is_served(),
        failure=failures[-1] if len(failures) >= due_moves.MOST_FAILURES else None,
        actions=last_actions(state.event, LAST_ACTIONS),
        results_text=labels.results_in_words(page.results),
        edition_to_reopen=queries.edition_to_reopen(state) if state.is_over else None,
        missing=missing_from(state, state.rounds, questions) if state.is_over else (),
        more_minutes=[(minutes, uuid4()) for minutes in MORE_MINUTES],
        proposal=queries.proposal(state.event) if state.settings.two_person_final else None,
    )


def _waits(current: EventRound) -> Waits:
    blockers = current.life.blockers
    missing = [blocker.table for blocker in blockers if blocker.kind == "missing"]
    if current.bell is not None or len(missing) <= FEW_WAITS:
        return Waits([], blockers)
    return Waits(missing, [blocker for blocker in blockers if blocker.kind != "missing"])


def action(do: Callable[..., str], may: str = "run an event", reason_at: str = "") -> Any:
    """Return a view that performs ``do`` and answers with the page from which it was sent.

    That page is the desk, a table of the event ("ROUND-TABLE" in ``back``), or a table's own page (its id in
    ``table``). The message of ``do``, or the error, is shown above the page. ``may`` is the required
    permission. ``reason_at`` is the id of the field for the reason, with placeholders for URL arguments.
    """

    @guards.event_page("", may)
    @wraps(do)
    def page(request: HttpRequest, event: models.Event, actor: Actor, **about: Any) -> HttpResponse:
        status = 200
        try:
            if message := do(request, event, actor, **about):
                messages.success(request, message)
        except (InvalidInput, Conflict) as refusal:
            status = refusals.refuse_above(request, refusal, {"reason": reason_at.format(**about)})
        if pages.is_fragment(request):
            return _event_page(request, event, actor, status)
        number, _, table = request.POST.get("back", "").partition("-")
        place = pages.whole(number), pages.whole(table)
        if all(isinstance(part, int) and part > 0 for part in place):
            return redirect("event-table", event.pk, *place)
        if status != 200 and isinstance(place[0], int):
            return redirect("event-round", event.pk, place[0])
        if isinstance(sent_from := pages.whole(request.POST.get("table", "")), int):
            return redirect("table", sent_from)
        return redirect("event", event.pk)

    return page


@action
def clock(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Start, pause or resume the clock, add minutes ("add-5"), or call the last hand."""
    kind, minutes = request.POST.get("step", ""), None
    if kind.startswith("add-"):
        kind, minutes = "add", pages.whole(kind.removeprefix("add-")) or None
    key = keys.key_of(request.POST)
    clock_service.step_clock(event=event, actor=actor, kind=kind, minutes=minutes, key=key)
    return ""


@partial(action, may="ring the bell")
def bell(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Ring the bell of the round that the page showed. Idempotent."""
    number = pages.whole(request.POST.get("round", ""))
    bell_service.ring_bell(event=event, actor=actor, round_number=number if isinstance(number, int) else None)
    return ""


@partial(action, reason_at="desk-final-reason")
def final(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Make the current results final."""
    made = finals.make_final(event=event, actor=actor, reason=request.POST.get("reason", ""))
    if isinstance(made, models.FinalProposal):
        return gettext("You have proposed the results as final. Another director must confirm them.")
    return gettext("The results are final, edition %(number)s.") % {"number": made.edition}


@partial(action, reason_at="desk-more-reason")
def more(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Let the evening go on by one round. The page tells how many rounds it showed."""
    rounds = pages.whole(request.POST.get("rounds", ""))
    made = event_changes.one_more_round(
        event=event,
        actor=actor,
        rounds=rounds if isinstance(rounds, int) else 0,
        reason=request.POST.get("reason", ""),
    )
    return gettext("The evening goes on with one more round.") if made else ""


@action
def renew_word(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Give the event a new word in place of the word that the page showed."""
    made = event_changes.renew_word(event=event, actor=actor, seen=request.POST.get("seen", ""))
    return gettext("There is a new word. Phones with a card ask for it.") if made else ""


@action
def keep_seats(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> str:
    """Keep the seats of a round although a correction would change them as the page showed."""
    mark = request.POST.get("mark", "")
    event_changes.keep_seats(event=event, actor=actor, round_number=number, mark=mark)
    return gettext("The seats stay as they are.")


@partial(action, reason_at="found-{doubt_id}")
def settle(request: HttpRequest, event: models.Event, actor: Actor, doubt_id: int) -> str:
    """Settle a doubt with what was found."""
    decisions.settle(event=event, actor=actor, doubt_id=doubt_id, reason=request.POST.get("reason", ""))
    return gettext("The doubt is settled.")
