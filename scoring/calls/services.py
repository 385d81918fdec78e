"""Services for calls: call the director, see, answer or close a call, or turn a call into a dispute."""

from collections.abc import Callable
from uuid import UUID

from django.apps import apps
from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.calls.models import LONGEST_TEXT, Call, CallStep
from scoring.calls.queries import CallLine, line_of, open_calls
from scoring.clubs.permissions import Actor
from scoring.game.names import clean_text
from scoring.journal.services import Answer, IdempotentRequest, add_record
from scoring.refusals import Conflict, NotAllowed, NotFound
from scoring.tables import access
from scoring.tables.models import Table
from scoring.tables.table_policy import must_be_open

MOST_OPEN = 5
"""The most open calls of a table."""


@transaction.atomic
def call_director(*, table: Table, actor: Actor, text: object, key: UUID | None = None) -> Answer:
    """Call the director to a table. The returned body has the id of the new call under ``call``.

    Raises InvalidInput under ``text``, NotFound if the table no longer exists, and Conflict ``table-closed``,
    ``too-many-calls`` or ``key-reused``.
    """
    actor.must("call the director")
    text = clean_text(text, "text", LONGEST_TEXT)
    table = access.lock(table)
    request = IdempotentRequest(actor, key, ["call", table.pk, text])
    if request.answer:
        return request.answer
    must_be_open(table)
    if open_calls().filter(table=table).count() >= MOST_OPEN:
        raise Conflict(
            _("This table has {most} open calls already. Close those that are done.", most=MOST_OPEN),
            code="too-many-calls",
        )
    made = Call(table=table, text=text)
    add_record(made, actor=actor, verb="call.asked", data={}, table=table, id_as="call")
    return request.keep(Answer("recorded", {"call": made.pk}))


def see_call(*, table: Table, actor: Actor, call_id: int, key: UUID | None = None) -> Answer:
    """Record that a director has seen a call. If it was seen or answered before, nothing is recorded.

    Raises NotFound, and Conflict ``call-ended`` or ``key-reused``.
    """
    actor.must("answer a call")

    def seen(line: CallLine) -> CallStep | None:
        return CallStep(kind="seen") if line.stage == "asked" else None

    return _step(table, actor, call_id, key, "seen", seen)


def answer_call(*, table: Table, actor: Actor, call_id: int, text: object, key: UUID | None = None) -> Answer:
    """Answer a call. The call stays open.

    Raises InvalidInput under ``text``, NotFound, and Conflict ``call-ended`` or ``key-reused``.
    """
    actor.must("answer a call")
    text = clean_text(text, "text", LONGEST_TEXT)
    return _step(
        table, actor, call_id, key, ["answered", text], lambda line: CallStep(kind="answered", text=text)
    )


def close_call(
    *, table: Table, actor: Actor, call_id: int, text: object = "", key: UUID | None = None
) -> Answer:
    """Close a call, with an optional reason. Closing a closed call without a reason changes nothing.

    Raises NotAllowed if the actor may not close the call, see `CallLine.may_be_closed_by`. Also raises
    InvalidInput under ``text``, NotFound, and Conflict ``call-ended`` or ``key-reused``.
    """
    actor.must("call the director")
    text = clean_text(text, "text", LONGEST_TEXT) if text else ""

    def closed(line: CallLine) -> CallStep | None:
        if not line.may_be_closed_by(actor):
            raise NotAllowed(_("Only a director, or those who called, may close a call."), code="not-allowed")
        return CallStep(kind="closed", text=text)

    return _step(table, actor, call_id, key, ["closed", text], closed)


def turn_into_dispute(
    *, table: Table, actor: Actor, call_id: int, dispute: object, key: UUID | None = None
) -> Answer:
    """Record that a call has become the dispute with the id ``dispute``. This ends the call.

    Raises InvalidInput under ``dispute`` if the table has no dispute with this id, or if another call has
    become the dispute. Raises NotFound, and Conflict ``call-ended`` or ``key-reused``.
    """
    actor.must("answer a call")

    def disputed(line: CallLine) -> CallStep | None:
        # `scoring.disputes` imports calls, so an import of its models here would be circular.
        disputes = apps.get_model("scoring", "Dispute").objects
        found = disputes.filter(table=table, called_for__isnull=True)
        raised = found.filter(pk=dispute).first() if isinstance(dispute, int) else None
        if raised is None:
            raise InvalidInput({"dispute": _("There is no such dispute at this table without a call.")})
        return CallStep(kind="disputed", dispute=raised)

    return _step(table, actor, call_id, key, ["disputed", dispute], disputed)


@transaction.atomic
def _step(
    table: Table,
    actor: Actor,
    call_id: int,
    key: UUID | None,
    content: object,
    make: Callable[[CallLine], CallStep | None],
) -> Answer:
    table = access.lock(table)
    request = IdempotentRequest(actor, key, ["call.step", call_id, content])
    if request.answer:
        return request.answer
    found = Call.objects.filter(table=table, pk=call_id).first()
    if found is None:
        raise NotFound
    line = line_of(found)
    if not line.is_open:
        if content == ["closed", ""] and line.stage == "closed":
            return Answer("same", {"call": found.pk})
        raise Conflict(
            _("This call has ended already. Call again if you still need help."), code="call-ended"
        )
    step = make(line)
    if step is None:
        return Answer("same", {"call": found.pk})
    step.call, step.seq = found, len(line.steps) + 1
    data = {"call": found.pk, "step": step.seq}
    add_record(step, actor=actor, verb=f"call.{step.kind}", data=data, table=table)
    return request.keep(Answer("done", {"call": found.pk}))
