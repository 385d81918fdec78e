"""Deals: look at the score a deal would give, and record it once. Corrections are in `corrections`, entries
that cannot be applied now in `holding`.

What is stored is the deal as a fact. Everything in an answer that is a figure is computed from the facts, and
is what follows from them under the lock of the table: worked out before (`drafts`), or where the table no
longer stands as was thought then, in the transaction.
"""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from laws.domain.sentences import _
from scoring.answers import deal_answer
from scoring.clubs.access import Actor
from scoring.domain.events.fives import FIVE
from scoring.domain.events.settings import EventSettings
from scoring.event_records import settings_of
from scoring.events.services import events
from scoring.game.notation import format_deal, parse_deal
from scoring.game_laws import at_game
from scoring.inserts import insert_together, insert_where
from scoring.journal import idempotency as once
from scoring.journal.chain import digest
from scoring.journal.idempotency import Answer
from scoring.models import Company, DealRevision, Event, RequestKey, Table
from scoring.records import current_game, find_deal, game_of, law_set_of
from scoring.refusals import Conflict
from scoring.services.deal_rows import to_be_written
from scoring.services.drafts import Draft, drafted, foreseen
from scoring.services.standing import Standing, Written, as_presumed, presumed, remember, standing
from scoring.tables.games import GameRecord
from scoring.tables.services import holding
from scoring.tables.services.tables import must_be_open
from scoring.workers import queue


def preview(*, table: Table, payload: object) -> Mapping[str, object]:
    """Return what `record` would answer for this deal, without recording anything.

    Raises InvalidInput as `record` does; Conflict where the game is over or the table closed.
    """
    game, last = current_game(table)
    table = at_game(table, game)
    evening = settings_of(Event.objects.get(pk=table.event_id)) if table.event_id else None
    _must_be_open(table, game, evening)
    return drafted(table, game, last, payload).answer


def record(
    *,
    table: Table,
    actor: Actor,
    payload: object,
    key: UUID,
    number: int | None = None,
    game: int | None = None,
) -> Answer:
    """Record a deal at the table, exactly once, and answer with its score and the table's.

    201 with the stored deal; 200 where that number is stored already with the same content; 202 where the
    entry is held for the director because an earlier deal is missing, or because ``game``, the number of the
    game that the phone shows, is not the one in play. The same ``key`` and content get the same answer again.
    Raises InvalidInput for a deal that cannot be; Conflict ``deal-already-scored``, ``game-over``,
    ``round-closed``, ``table-closed``, ``key-reused``.
    """
    actor.must("enter a deal")
    ahead = foreseen(table, payload)
    fingerprint = digest([table.pk, number, payload, *([game] if game else [])])
    sent = Sent(payload, key, fingerprint, number, game)
    answer, written = _at_once(table, actor, sent, ahead) or _entered(table, actor, sent, ahead)
    if written is not None:
        remember(written)
    return answer


class Sent(NamedTuple):
    """A deal as it was sent, its key and fingerprint, and the numbers of deal and game shown by the phone."""

    payload: object
    key: UUID
    fingerprint: str
    number: int | None
    game: int | None


def _at_once(table: Table, actor: Actor, sent: Sent, ahead: Draft | None) -> tuple[Answer, Written] | None:
    """Record the deal in one statement, if the table stands as it was last seen here; otherwise return None.

    Every statement is a way to a server and back, and a transaction that locks, looks and writes takes five.
    """
    if ahead is None or ahead.answer["game_over"] or table.closed_at or not _can_be_at_once():
        return None
    if sent.number not in (None, ahead.last + 1) or sent.game not in (None, ahead.game.number):
        return None
    stands = presumed(table)
    if stands is None or not ahead.follows(stands.game, stands.last):
        return None
    answer, written, kept = _to_be_kept(at_game(table, stands.game), actor, sent, stands, ahead)
    try:
        if not insert_where(as_presumed(table, stands.end), *written.rows, kept):
            return None
    except IntegrityError:  # by a key that came before, or by somebody who was faster
        return None
    return answer, written


def _can_be_at_once() -> bool:
    return connection.features.has_select_for_update and not connection.in_atomic_block


@transaction.atomic
def _entered(table: Table, actor: Actor, sent: Sent, ahead: Draft | None) -> tuple[Answer, Written | None]:
    """Lock the table, and do with an entry what is to be done with it as the table stands.

    ``ahead`` is the deal as it was worked out before; where the table does not stand so, it is of no use.
    """
    payload, key, fingerprint, number, game = sent
    evening = events.lock_for_a_deal(table.event_id) if table.event_id else None
    stands = standing(table, actor, key)
    if stands.is_repeat:
        return once.answer_given(actor=actor, key=key, fingerprint=fingerprint), None
    now, last = stands.game, stands.last
    table = at_game(table, now)
    if number is not None and number <= last:
        answer = _already_there(table, number, payload)
    elif number is not None and number > last + 1:
        answer = holding.hold(table, actor, now, payload, number, last, code="earlier-deal-missing")
    elif game is not None and game != now.number:
        shown = holding.shown_at(table, game)
        answer = holding.hold(shown, actor, now, payload, last + 1, last, code="another-game")
    else:
        _must_be_open(table, now, evening)
        if ahead is None or not ahead.follows(now, last):
            ahead = drafted(table, now, last, payload)
        answer, written, kept = _to_be_kept(table, actor, sent, stands, ahead)
        insert_together(*written.rows, kept)
        if evening is not None and _is_full(answer, evening, now):
            queue.tend_event(table.event_id or 0)
        if evening is None and answer.body["game_over"] and Company.objects.filter(table=table).exists():
            queue.cut_out(table.pk)
        return answer, written
    return once.remember(actor=actor, key=key, fingerprint=fingerprint, answer=answer), None


def _to_be_kept(
    table: Table, actor: Actor, sent: Sent, stands: Standing, draft: Draft
) -> tuple[Answer, Written, RequestKey]:
    """Return the answer to a deal that was drafted, what is written of it, and its key with the answer."""
    answer, at = Answer(201, draft.answer), timezone.now()
    kept = once.to_be_kept(actor, sent.key, sent.fingerprint, answer, at)
    return answer, to_be_written(table, actor, stands, draft, at), kept


def append(*, table: Table, actor: Actor, payload: object) -> DealRevision:
    """Write a deal as the table's next one; the table is locked by the caller.

    Raises InvalidInput and Conflict as `record` does.
    """
    stands = standing(table, actor)
    table = at_game(table, stands.game)
    evening = events.lock_for_a_deal(table.event_id) if table.event_id else None
    _must_be_open(table, stands.game, evening)
    draft = drafted(table, stands.game, stands.last, payload)
    written = to_be_written(table, actor, stands, draft, timezone.now())
    insert_together(*written.rows)
    remember(written)
    return written.revision


def _is_full(answer: Answer, evening: EventSettings, game: GameRecord) -> bool:
    """Return whether this deal may have been the last one of a table's round; the sweep looks closer."""
    players = FIVE if evening.odd == "table-of-five" else game.kind.players
    least = evening.deals_of_a_game(players)
    return bool(answer.body["game_over"]) or int(str(answer.body["deals_of_game"])) >= least


def _already_there(table: Table, number: int, payload: object) -> Answer:
    """Answer 200 for what is stored already; two phones at one table are no conflict if they agree."""
    game, index = find_deal(table, number)
    table, row = at_game(table, game), game.deals[index]
    if isinstance(payload, Mapping) and "dealer" not in payload:
        payload = {"dealer": row.content["dealer"], **payload}
    sent = format_deal(parse_deal(payload, game_of(table), law_set_of(table)))
    if sent != row.content:
        raise Conflict(
            _("Deal {number} is recorded already, with other content.", number=number),
            code="deal-already-scored",
            stored={"number": number, "revision": row.seq, "deal": row.content},
            sent={"number": number, "deal": sent},
        )
    return Answer(
        200,
        deal_answer(table=table, record=game, course=game.course, index=index, number=number,
                    value=game.course.entries[index].deal, revision=row.seq),
    )  # fmt: skip


def _must_be_open(table: Table, now: GameRecord, evening: EventSettings | None) -> None:
    must_be_open(table)
    if evening is not None:
        deals = sum(not entry.score.new_deal for entry in now.course.entries)
        events.must_take_a_deal(evening, now, deals)
    if now.course.over:
        raise Conflict(_("The game at this table is over; begin the next one first."), code="game-over")
