"""Deals: look at the score a deal would give, and record it once. Corrections are in `corrections`, entries
that cannot be applied now in `holding`.

What is stored is the deal as a fact. Everything in an answer that is a figure is computed from the facts, and
is what follows from them under the lock of the table: worked out before (`drafts`), or where the table no
longer stands as was thought then, in the transaction.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from laws.domain.sentences import _
from scoring import queue
from scoring.access import Actor
from scoring.answers import deal_answer
from scoring.domain.chain import digest
from scoring.domain.deal import Deal as DealValue
from scoring.domain.events.fives import FIVE
from scoring.domain.events.settings import EventSettings
from scoring.domain.game import Course
from scoring.domain.notation import format_deal, parse_deal
from scoring.event_records import settings_of
from scoring.game_laws import at_game
from scoring.known_games import DealRow, GameRecord
from scoring.models import Company, Deal, DealRevision, Event, Table
from scoring.prepared import insert, insert_together
from scoring.records import current_game, find_deal, game_of, law_set_of
from scoring.refusals import Conflict
from scoring.services import events, holding, journal, once
from scoring.services.drafts import Draft, drafted, foreseen
from scoring.services.once import Answer
from scoring.services.standing import Standing, Written, remember, standing
from scoring.services.tables import must_be_open


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
    answer, written = _entered(table, actor, Sent(payload, key, fingerprint, number, game), ahead)
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
        answer, at = Answer(201, ahead.answer), timezone.now()
        kept = once.to_be_kept(actor, key, fingerprint, answer, at)
        written = _write_deal(table, actor, stands, ahead, at, kept)
        if evening is not None and _is_full(answer, evening, now):
            queue.tend_event(table.event_id or 0)
        if evening is None and answer.body["game_over"] and Company.objects.filter(table=table).exists():
            queue.cut_out(table.pk)
        return answer, written
    return once.remember(actor=actor, key=key, fingerprint=fingerprint, answer=answer), None


def append(*, table: Table, actor: Actor, payload: object) -> DealRevision:
    """Write a deal as the table's next one; the table is locked by the caller.

    Raises InvalidInput and Conflict as `record` does.
    """
    stands = standing(table, actor)
    table = at_game(table, stands.game)
    evening = events.lock_for_a_deal(table.event_id) if table.event_id else None
    _must_be_open(table, stands.game, evening)
    draft = drafted(table, stands.game, stands.last, payload)
    written = _write_deal(table, actor, stands, draft, timezone.now())
    remember(written)
    return written.revision


def _write_deal(
    table: Table, actor: Actor, stands: Standing, draft: Draft, at: datetime, *beside: Model
) -> Written:
    """Write the deal, its first revision and their entry, and ``beside`` with them."""
    number = stands.last + 1
    deal = Deal(
        id=stands.deal_id, table_id=table.pk, game_id=stands.game.game_id, number=number, at=at,
        **actor.recorded(),
    )  # fmt: skip
    revision = _revision(
        table, actor, deal_id=deal.pk, seq=1, base=None, value=draft.value, course=draft.course,
        index=len(draft.game.deals), reason="", at=at, new_id=stands.revision_id,
    )  # fmt: skip
    noted = _noted(table, actor, revision, number)
    entry = journal.entry_after(stands.end, **noted, facts=[deal, revision], at=at)
    insert_together(deal, revision, entry, *beside)
    return Written(table, stands.game, draft.course, deal, revision, entry)


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


def write_correction(
    table: Table,
    actor: Actor,
    *,
    row: DealRow,
    value: DealValue,
    course: Course,
    index: int,
    reason: str,
) -> DealRevision:
    """Write the revision after ``row`` and its entry; ``course`` is the game with it, ``index`` its place."""
    revision = insert(
        _revision(
            table, actor, deal_id=row.deal_id, seq=row.seq + 1, base=row.revision_id, value=value,
            course=course, index=index, reason=reason, at=timezone.now(),
        )
    )  # fmt: skip
    journal.write(**_noted(table, actor, revision, row.number), facts=[revision])
    return revision


def _revision(
    table: Table,
    actor: Actor,
    *,
    deal_id: int,
    seq: int,
    base: int | None,
    value: DealValue,
    course: Course,
    index: int,
    reason: str,
    at: datetime,
    new_id: int | None = None,
) -> DealRevision:
    """Return a revision that is not yet written down."""
    score = course.entries[index].score
    void = score.new_deal
    return DealRevision(
        id=new_id,
        deal_id=deal_id,
        seq=seq,
        base_id=base,
        content=format_deal(value),
        reason=reason,
        points_taken=None if void else sum(score.points.values),
        points_dead=None if void else score.dead,
        points_total=None if void else sum(law_set_of(table).points().values()),
        at=at,
        **actor.recorded(),
    )


def _noted(table: Table, actor: Actor, revision: DealRevision, number: int) -> dict[str, Any]:
    """Return what the journal says of a revision."""
    return {
        "actor": actor,
        "verb": "deal.corrected" if revision.base_id else "deal.recorded",
        "data": {"deal": revision.deal_id, "number": number, "revision": revision.pk, "seq": revision.seq},
        "table_id": table.pk,
        "event_id": table.event_id,
    }
