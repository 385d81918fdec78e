"""A crash at any statement of an action at an event leaves no trace; the repeat does the action once.

The control does the same without a transaction.
"""

from collections.abc import Callable
from functools import partial
from uuid import UUID

import pytest

from scoring.clubs.domain.name_lists import ListedName
from scoring.events.models import Event
from scoring.events.people.services import attendance, check_in, entrant_lists
from scoring.events.planning.services import event_changes
from scoring.events.play.services import due_moves, slip_totals
from scoring.events.results.services import finals
from scoring.office.verification import breaches
from tests.events.evenings import Evening, planned
from tests.factories import make_club
from tests.reliability.crashing import Action, crash_everywhere, everything, rehearsed
from tests.reliability.evenings import outline

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]


def entering(evening: Evening, player: object = "Late") -> Action:
    """Return the action that enters a player under a key."""
    return partial(attendance.enter, **evening.action, player=player, key=UUID(int=1))


def leaving(evening: Evening) -> Action:
    """Return the action that withdraws the first player under a key."""
    leaver = evening.players[0]
    return partial(attendance.leave, **evening.action, member_id=leaver, key=UUID(int=1))


def ending(evening: Evening) -> Action:
    """Return the action that ends an evening under a key."""
    return partial(event_changes.end_now, **evening.action, reason="It is late.", key=UUID(int=2))


def slip(evening: Evening) -> Action:
    """Return the action that enters the head table's total, in place of another total if there is one."""
    place = {"round_number": 1, "table_number": 1}
    return partial(
        slip_totals.enter, **evening.action, **place, points=[2, 0], reason="Misread.", key=UUID(int=1)
    )


ACTIONS: dict[str, Callable[[Evening], Action]] = {
    "start": lambda evening: evening.start,
    "bell": lambda evening: evening.ring,
    "move": lambda evening: evening.run_due_moves,
    "move now": lambda evening: partial(evening.move, 1),
    "move to three": lambda evening: evening.run_due_moves,
    "take back": lambda evening: evening.take_back,
    "swap": lambda evening: partial(evening.swap, evening.seats[0][0], evening.current.sitting_out[0]),
    "amend": lambda evening: evening.amend,
    "amend three": lambda evening: evening.amend,
    "enter": entering,
    "enter the last round": entering,
    "leave": leaving,
    "return": lambda evening: entering(evening, evening.players[0]),
    "wishes": lambda evening: partial(evening.wish, evening.players[0], partner=evening.players[-1]),
    "change": lambda evening: partial(
        event_changes.change, **evening.action, values={"rounds": 5}, reason="There is time.", key=UUID(int=2)
    ),
    "check in": lambda evening: partial(check_in.check_in, **evening.action, member_id=evening.players[0]),
    "come": lambda evening: partial(check_in.come, **evening.action, player="Guest"),
    "enter a list": lambda evening: partial(
        entrant_lists.enter_listed,
        **evening.action,
        lines=[ListedName(1, "Guest"), ListedName(2, "P1", {"table": "1"})],
        key=UUID(int=2),
    ),
    "slip": slip,
    "correct a slip": slip,
    "publish": lambda evening: partial(event_changes.publish, **evening.action, parts=["seats"]),
    "hold": lambda evening: partial(event_changes.hold, **evening.action, is_on=True),
    "end": ending,
    "end without the round": ending,
    "plan again": lambda evening: partial(
        event_changes.plan_again,
        **evening.action,
        reason="Another name.",
        name="Winter",
        law_set="foster-1897",
        key=UUID(int=2),
    ),
    "delete": lambda evening: partial(event_changes.cancel, **evening.action, reason="Nobody comes."),
    "final": lambda evening: partial(finals.make_final, **evening.action),
    "another edition": lambda evening: partial(finals.make_final, **evening.action, reason="Misread."),
    "one more round": lambda evening: partial(
        event_changes.one_more_round, **evening.action, rounds=1, reason="There is time.", key=UUID(int=2)
    ),
    "reopen": lambda evening: partial(
        event_changes.reopen, **evening.action, reason="We may stay.", edition=1, key=UUID(int=3)
    ),
}
ON_BOTH = ("start", "move", "amend", "plan again", "reopen")
"""The actions that the gate also ends on PostgreSQL. Django makes the transactions on both databases."""
AFTER_THE_LAST = ("final", "another edition", "one more round")
MOVES = ("move", "move now", "move to three", "take back")
ALL_IN = (*MOVES, "end", "end without the round", "reopen", *AFTER_THE_LAST)
"""The actions that need a round with all its deals."""

BEFORE_THE_START = ("start", "delete", "plan again", "check in", "come", "enter a list")
OPENING = ("amend", "enter the last round")
"""The actions by which three players who sit out and a late entry get a table."""


def ready(name: str) -> Evening:
    """Return an evening of a new club, prepared so that the action can run."""
    threes = name.endswith("three")
    people = 7 if threes or name in OPENING else 9 if name.startswith("move") else 5
    last = 1 if name in (*AFTER_THE_LAST, "enter the last round") else 3
    movement = {"odd": "table-of-three", "deals_at_three": 1} if threes else None
    evening = planned(make_club(), people, of_rounds=last, deals_per_round=1, movement=movement)
    if name not in BEFORE_THE_START:
        evening.start()
    if name in ALL_IN:
        evening.play()
    if name.startswith("amend"):
        evening.enter()
    if name == "correct a slip":
        slip_totals.enter(**evening.action, round_number=1, table_number=1, points=[0, 14])
    if name == "return":
        evening.leave(evening.players[0])
    if name in ("take back", "end without the round", *AFTER_THE_LAST):
        evening.run_due_moves()
    if name == "reopen":
        ending(evening)()
    if name == "another edition":
        finals.make_final(**evening.action)
        evening.correct(1, 1, points=[14, 0])
    return evening


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.database if name in ON_BOTH else ()) for name in ACTIONS]
)
def test_a_crash_at_any_statement_leaves_nothing_and_the_repeat_does_it_once(name):
    evening = ready(name)
    writes, undisturbed = rehearsed(ACTIONS[name](evening), lambda: outline(evening.event))
    evening.event.refresh_from_db()
    act = ACTIONS[name](evening)
    assert crash_everywhere(act, writes) == []

    assert outline(evening.event) == undisturbed
    assert list(breaches()) == []
    done = everything()
    act()
    assert everything() == done, "the second time nothing is done"


@pytest.mark.database
def test_control_without_its_transaction_a_move_leaves_halves(monkeypatch):
    evening = ready("move")
    _writes, undisturbed = rehearsed(evening.run_due_moves, lambda: outline(evening.event))
    evening.event.refresh_from_db()
    monkeypatch.setattr(Event, "locked", lambda pk: Event.with_laws().get(pk=pk))
    assert crash_everywhere(partial(due_moves.do_due.__wrapped__, evening.pk)) != []
    assert list(breaches()) or outline(evening.event) != undisturbed
