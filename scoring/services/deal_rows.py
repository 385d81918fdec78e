"""What is written of a deal or of its correction: rows to be inserted, and what the journal says of them."""

from datetime import datetime
from typing import Any

from scoring.clubs.access import Actor
from scoring.game.deal import Deal as DealValue
from scoring.game.notation import format_deal
from scoring.game.state import Course
from scoring.journal import services as journal
from scoring.models import Deal, DealRevision, Table
from scoring.prepared import new_row
from scoring.records import law_set_of
from scoring.services.drafts import Draft
from scoring.services.standing import Standing, Written


def to_be_written(table: Table, actor: Actor, stands: Standing, draft: Draft, at: datetime) -> Written:
    """Return the deal, its first revision and their entry, not yet inserted."""
    number = stands.last + 1
    deal = new_row(
        Deal, id=stands.deal_id, table_id=table.pk, game_id=stands.game.game_id, number=number, at=at,
        **actor.recorded(),
    )  # fmt: skip
    revision = revision_of(
        table, actor, deal_id=deal.pk, seq=1, base=None, value=draft.value, course=draft.course,
        index=len(draft.game.deals), reason="", at=at, new_id=stands.revision_id,
    )  # fmt: skip
    said = noted(table, actor, revision, number)
    entry = journal.entry_after(stands.end, **said, facts=[deal, revision], at=at)
    return Written(table, stands.game, draft.course, deal, revision, entry)


def revision_of(
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
    return new_row(
        DealRevision,
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


def noted(table: Table, actor: Actor, revision: DealRevision, number: int) -> dict[str, Any]:
    """Return what the journal says of a revision."""
    return {
        "actor": actor,
        "verb": "deal.corrected" if revision.base_id else "deal.recorded",
        "data": {"deal": revision.deal_id, "number": number, "revision": revision.pk, "seq": revision.seq},
        "table_id": table.pk,
        "event_id": table.event_id,
    }
