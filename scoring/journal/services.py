"""Write entries into the journal's chains. Checking them is in `scoring.office.verification`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from django.db.models import Model
from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.inserts import insert
from scoring.journal.chain import link_hash
from scoring.journal.facts import digest_of, name_of
from scoring.journal.models import chain_of
from scoring.models import ChainEnd, Entry
from scoring.prepared import Query, new_row

NO_DIGESTS: Mapping[str, str] = MappingProxyType({})
End = tuple[int, str]
"""Where a chain ends: number and hash of its last entry."""

_LAST = Query(
    lambda chain: Entry.objects.filter(chain=chain).order_by("-seq").values_list("seq", "hash")[:1], chain=str
)


def write(
    *,
    actor: Actor,
    verb: str,
    data: Mapping[str, object],
    table_id: int | None = None,
    event_id: int | None = None,
    facts: Sequence[Model] = (),
    digests: Mapping[str, str] = NO_DIGESTS,
) -> Entry:
    """Append an entry to the table's chain, or to the event's, or to the club's where neither is meant.

    Where both are named it stands in the table's chain, and among what happened in the event.

    ``facts`` are the rows that were added; the entry carries their digests and so vouches for them. Of many
    rows the ``digests`` are given, by the names of the facts. To be called inside the transaction of the deed
    itself, with the table (or club) locked.
    """
    chain = chain_of(club_id=actor.club_id, table_id=table_id, event_id=event_id)
    entry = insert(
        entry_after(
            end_of(chain),
            actor=actor,
            verb=verb,
            data=data,
            table_id=table_id,
            event_id=event_id,
            facts=facts,
            digests=digests,
        )
    )
    if not facts and not digests:
        ChainEnd.objects.update_or_create(chain=chain, defaults={"seq": entry.seq, "hash": entry.hash})
    return entry


def end_of(chain: str) -> End:
    """Return number and hash of a chain's last entry, 0 and "" where there is none."""
    last = _LAST.first(chain=chain)
    return (last[0], last[1]) if last else (0, "")


def entry_after(
    end: End,
    *,
    actor: Actor,
    verb: str,
    data: Mapping[str, object],
    table_id: int | None = None,
    event_id: int | None = None,
    facts: Sequence[Model] = (),
    digests: Mapping[str, str] = NO_DIGESTS,
    at: datetime | None = None,
) -> Entry:
    """Return the entry that follows the ``end`` of its chain, not yet inserted; as `write` has it.

    ``at`` is the moment of what it is about, now where it is left out.
    """
    chain = chain_of(club_id=actor.club_id, table_id=table_id, event_id=event_id)
    (seq, previous), at = end, at or timezone.now()
    seq += 1
    if facts or digests:
        data = {**data, "facts": {name_of(fact): digest_of(fact) for fact in facts} | dict(digests)}
    mark = link_hash(chain=chain, seq=seq, verb=verb, data=data, at=at, actor=actor.key, previous=previous)
    return new_row(
        Entry,
        id=None,
        club_id=actor.club_id,
        table_id=table_id,
        event_id=event_id,
        chain=chain,
        seq=seq,
        verb=verb,
        data=data,
        at=at,
        previous_hash=previous,
        hash=mark,
        **actor.recorded(),
    )
