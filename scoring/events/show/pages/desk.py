"""View of an event's main page: the desk for the director, the rules for all others."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, models, queries
from scoring.events.journal_sentences import last_actions
from scoring.events.people import leaving
from scoring.events.play.domain.round_life import Blocker
from scoring.events.play.rounds import EventRound
from scoring.events.play.services import due_moves
from scoring.events.polling_tags import desk_polling
from scoring.events.show.pages import hall
from scoring.events.show.pages.needs import Need, missing_from, needs_of, open_questions
from scoring.events.show.pages.overview import EventPage, round_at_glance, round_text
from scoring.events.state import load_state
from scoring.journal.models import Entry
from scoring.web import pages, polling
from scoring.workers import heartbeat

LAST_ACTIONS = 6
FEW_WAITS = 6
"""Up to this many tables without a result are listed with their reasons even before the bell."""
MORE_MINUTES = (1, 5)
"""The minutes that the buttons of the clock add."""


@guards.event_page("see an event")
def event(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show the page of an event. The director sees the desk, all others see the rules.

    After the start, a script gets only the changing part of the desk.
    """
    tagged = desk_polling(load_state(event))
    return polling.polled(request, tagged, lambda: main_page(request, event, actor))


def main_page(request: HttpRequest, event: models.Event, actor: Actor, status: int = 200) -> HttpResponse:
    """Return the event's page. After the start, a director's script gets only the desk's changing part."""
    page = EventPage(load_state(event), actor)
    current = page.round
    if not page.may_run:
        text = round_text(current) if current else ""
        return render(request, "scoring/events/plain.html", {"event_page": page, "round_text": text})
    glance = round_at_glance(page.state, current, page.names) if current else None
    is_part = glance is not None and pages.is_fragment(request)
    context = {
        "event_page": page,
        "glance": glance,
        "desk": _desk(page, current) if current and glance else None,
        "word": hall.word_for(page.state, actor),
    }
    template = "scoring/events/_desk.html" if is_part else "scoring/events/desk.html"
    return render(request, template, context, status=status)


@dataclass(frozen=True)
class Waits:
    """The tables without a result, and the other reasons why the players cannot move on.

    Before the bell, if more than FEW_WAITS tables have no result, ``missing`` has the numbers of these
    tables, and ``reasons`` has only the other reasons. Otherwise ``missing`` is empty, and ``reasons`` also
    has a reason for each table without a result.
    """

    missing: Sequence[int]
    reasons: Sequence[Blocker]


@dataclass(frozen=True)
class Desk:
    """What only the desk shows about the round in play.

    - ``still_playing``: the numbers of the tables that still play.
    - ``is_served``: a worker is running.
    - ``failure``: the last failure, if workers no longer try to move the players on.
    - ``missing``: what is missing from the results once the evening is over.
    - ``playing_elsewhere``: how many players of round 1 are also entered in another event of the club
      tonight. 0 until the evening is over.
    - ``more_minutes``: the minutes that can be added to the clock, each with an idempotency key.
    """

    tag: str
    needs: Sequence[Need]
    waits: Waits
    still_playing: Sequence[int]
    is_served: bool
    failure: models.FailedMove | None
    actions: Sequence[tuple[Entry, str]]
    results_text: str
    edition_to_reopen: int | None
    missing: Sequence[str]
    playing_elsewhere: int
    more_minutes: Sequence[tuple[int, UUID]]
    proposal: models.FinalProposal | None
    plan_stopped: str
    has_free_place: bool


def _desk(page: EventPage, current: EventRound) -> Desk:
    state = page.state
    questions = open_questions(state)
    stopped = leaving.plan_stopped(state)
    failures = list(models.FailedMove.objects.filter(seating=current.seating))
    return Desk(
        tag=desk_polling(state)[0],
        needs=needs_of(state, questions),
        waits=_waits(current),
        still_playing=current.still_playing,
        is_served=heartbeat.is_served(),
        failure=failures[-1] if len(failures) >= due_moves.MOST_FAILURES else None,
        actions=last_actions(state, LAST_ACTIONS),
        results_text=labels.results_in_words(page.results),
        edition_to_reopen=queries.edition_to_reopen(state) if state.is_over else None,
        missing=missing_from(state, state.rounds, questions) if state.is_over else (),
        playing_elsewhere=queries.playing_elsewhere(state) if state.is_over else 0,
        more_minutes=[(minutes, uuid4()) for minutes in MORE_MINUTES],
        proposal=queries.proposal(state.event) if state.settings.two_person_final else None,
        plan_stopped=stopped,
        has_free_place=bool(stopped) and leaving.has_free_place(state),
    )


def _waits(current: EventRound) -> Waits:
    blockers = current.life.blockers
    missing = [blocker.table for blocker in blockers if blocker.kind == "missing"]
    if current.bell is not None or len(missing) <= FEW_WAITS:
        return Waits([], blockers)
    return Waits(missing, [blocker for blocker in blockers if blocker.kind != "missing"])
