"""Held entries: a director records an entry, or sets it aside with a reason.

`hold_entry` puts entries on hold.
"""

from django.db import transaction

from laws.domain.sentences import Sentence, _
from scoring.clubs.permissions import Actor
from scoring.game.names import clean_reason
from scoring.journal.services import add_record
from scoring.refusals import Conflict, NotFound
from scoring.tables import access
from scoring.tables.models import DealRevision, HeldDecision, HeldEntry, Table
from scoring.tables.services import corrections, deals
from scoring.tables.table_policy import TablePolicy, policy_of


@transaction.atomic
def release(*, policy: TablePolicy, actor: Actor, held_id: int) -> DealRevision:
    """Record a held entry. A deal becomes the table's next deal, even if it was sent with another number.

    Raises:

    - Conflict ``decided`` if a director has already decided on the entry;
    - InvalidInput and Conflict as `deals.append` or, for a correction, `corrections.release` does;
    - NotFound.
    """
    actor.must("decide on held entries")
    table = access.lock(policy.table)
    entry = _undecided(table, held_id)
    if entry.base is None:
        revision = deals.append(policy=policy, actor=actor, payload=entry.content)
    else:
        revision = corrections.release(policy=policy, actor=actor, entry=entry, base=entry.base)
    _decide(table, actor, entry, revision=revision, reason="")
    return revision


@transaction.atomic
def set_aside(*, table: Table, actor: Actor, held_id: int, reason: object) -> None:
    """Decide, with a reason, that a held entry is not recorded. The entry stays readable.

    Raises InvalidInput under ``reason`` as `clean_reason` does, NotFound, and Conflict ``decided`` if a
    director has already decided on the entry.
    """
    actor.must("decide on held entries")
    reason = clean_reason(reason)
    table = access.lock(table)
    _decide(table, actor, _undecided(table, held_id), revision=None, reason=reason)


def _undecided(table: Table, held_id: int) -> HeldEntry:
    entry = HeldEntry.objects.filter(table=table, pk=held_id).first()
    if entry is None:
        raise NotFound
    if (
        decision := HeldDecision.objects.select_related("by_member", "revision__deal")
        .filter(entry=entry)
        .first()
    ):
        raise Conflict(_decided_so(policy_of(table), decision), code="decided")
    return entry


def _decided_so(policy: TablePolicy, decision: HeldDecision) -> Sentence:
    who = decision.by_member.name if decision.by_member else ""
    if decision.revision is None:
        return _("{who} has already set this entry aside: {reason}", who=who, reason=decision.reason)
    deal = policy.name_of_deal(decision.revision.deal.number)
    if decision.entry.base_id:
        return _("{deal}: {who} has already applied this correction.", deal=deal, who=who)
    return _("{deal}: {who} has already recorded this entry.", deal=deal, who=who)


def _decide(
    table: Table, actor: Actor, entry: HeldEntry, *, revision: DealRevision | None, reason: str
) -> None:
    decision = HeldDecision(entry=entry, revision=revision, reason=reason)
    verb = "held.released" if revision else "held.set-aside"
    data = {"held": entry.pk, "revision": revision.pk if revision else None}
    add_record(decision, actor=actor, verb=verb, data=data, table=table)
