"""Corrections: what a deal says is replaced by a new revision with its reason; the old ones stay readable.

Scores are never corrected. They are computed from the deals, so they follow by themselves.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.answers import deal_answer
from scoring.clubs.access import Actor
from scoring.events.services import events
from scoring.game.deal import Deal as DealValue
from scoring.game.names import clean_reason
from scoring.game.notation import format_deal, parse_deal
from scoring.game.state import Course
from scoring.game_laws import at_game
from scoring.inserts import insert
from scoring.journal import idempotency as once
from scoring.journal import services as journal
from scoring.journal.chain import digest
from scoring.journal.idempotency import Answer
from scoring.models import Company, Table
from scoring.records import course_with, find_deal, game_of, games_of, law_set_of
from scoring.refusals import Conflict
from scoring.services.deal_rows import noted, revision_of
from scoring.tables.games import DealRow, GameRecord
from scoring.workers import queue

LEVELS = frozenset({"points", "won", "tricks"})
"""The three ways to record a deal; a deal holds one of them."""

CARD_RECORD = frozenset({"hands", "discards", "stock", "leader"})
"""What belongs to a record of every card, beside the tricks."""


@transaction.atomic
def correct(
    *,
    table: Table,
    actor: Actor,
    number: int,
    changes: Mapping[str, object],
    reason: object,
    base_revision: int | None = None,
    key: UUID | None = None,
) -> Answer:
    """Replace what a deal says by a new revision with its reason; the old ones stay readable.

    ``changes`` are the fields that differ; points, won and tricks replace one another. Raises InvalidInput,
    NotFound, NotAllowed (a scorer or link corrects the last deal only, and none once an event's results are
    final), Conflict ``stale-revision`` with
    both versions where ``base_revision`` is not the last one.
    """
    reason = clean_reason(reason)
    fingerprint = digest([table.pk, number, changes, reason, base_revision])
    table = events.lock_table(table)
    if (answer := once.replay(actor=actor, key=key, fingerprint=fingerprint)) is not None:
        return answer
    game, index = find_deal(table, number)
    table, row = at_game(table, game), game.deals[index]
    last = max(deal.number for record_ in games_of(table) for deal in record_.deals)
    is_open = number == last and not (table.event_id and events.is_final(table.event_id))
    actor.must("correct the last deal" if is_open else "correct any deal")
    before = game.course
    value = _changed(table, row.content, changes)
    if base_revision is not None and base_revision != row.seq:
        raise Conflict(
            _(
                "Somebody corrected this deal meanwhile: revision {standing} stands, yours began from "
                "{base}.",
                standing=row.seq,
                base=base_revision,
            ),
            code="stale-revision",
            current={"revision": row.seq, "deal": row.content},
            yours={"base_revision": base_revision, "deal": format_deal(value)},
        )
    if format_deal(value) == row.content:
        raise InvalidInput({"deal": _("Nothing is changed by this correction.")})
    course = _course_with(game, index, value)
    _write(table, actor, row=row, value=value, course=course, index=index, reason=reason)
    _tell_the_workers(table, is_over=course.over and not before.over)
    answer = Answer(
        200,
        dict(
            deal_answer(table=table, record=game, course=course, index=index, number=number, value=value,
                        revision=row.seq + 1),
            before={"score": list(before.score.values), "winner": before.winner},
            reason=reason,
        ),
    )  # fmt: skip
    return once.remember(actor=actor, key=key, fingerprint=fingerprint, answer=answer)


def _tell_the_workers(table: Table, *, is_over: bool) -> None:
    """Tell them of what a correction may have made due: a move, or who plays next as a game is over."""
    if table.event_id:
        queue.tend_event(table.event_id)
    elif is_over and Company.objects.filter(table=table).exists():
        queue.cut_out(table.pk)


def corrected_preview(*, table: Table, number: int, changes: Mapping[str, object]) -> Mapping[str, object]:
    """Return what `correct` would answer, with the game's score before and after; nothing is recorded."""
    game, index = find_deal(table, number)
    table, row = at_game(table, game), game.deals[index]
    value = _changed(table, row.content, changes)
    answer = deal_answer(
        table=table, record=game, course=_course_with(game, index, value), index=index, number=number,
        value=value, revision=row.seq,
    )  # fmt: skip
    before = game.course
    return dict(answer, before={"score": list(before.score.values), "winner": before.winner})


def _changed(table: Table, content: Mapping[str, Any], changes: Mapping[str, object]) -> DealValue:
    """Return the stored deal with the changes laid over it, as a value."""
    kept = dict(content)
    if changes.get("misdeal"):
        kept = {"dealer": content["dealer"]}
    elif LEVELS & changes.keys() or "misdeal" in changes:
        replaced = LEVELS | {"misdeal"} | (set() if "tricks" in changes else CARD_RECORD)
        kept = {field: value for field, value in content.items() if field not in replaced}
    merged = {field: value for field, value in (kept | dict(changes)).items() if value is not None}
    return parse_deal(merged, game_of(table), law_set_of(table))


def _course_with(game: GameRecord, index: int, value: DealValue) -> Course:
    values = [entry.deal for entry in game.course.entries]
    values[index] = value
    return course_with(game, values, about=index)


def _write(
    table: Table,
    actor: Actor,
    *,
    row: DealRow,
    value: DealValue,
    course: Course,
    index: int,
    reason: str,
) -> None:
    """Write the revision after ``row`` and its entry; ``course`` is the game with it, ``index`` its place."""
    revision = insert(
        revision_of(
            table, actor, deal_id=row.deal_id, seq=row.seq + 1, base=row.revision_id, value=value,
            course=course, index=index, reason=reason, at=timezone.now(),
        )
    )  # fmt: skip
    journal.write(**noted(table, actor, revision, row.number), facts=[revision])
