"""Write entries into the journal's chains. Checking them is in `scoring.selectors.verification`."""

from collections.abc import Mapping, Sequence

from django.db.models import Model
from django.utils import timezone

from scoring.access import Actor
from scoring.domain.chain import link_hash
from scoring.models import ChainEnd, Entry
from scoring.models.facts import digest_of, name_of
from scoring.models.journal import chain_of
from scoring.prepared import Query, insert

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
) -> Entry:
    """Append an entry to the table's chain, or to the event's, or to the club's where neither is meant.

    Where both are named it stands in the table's chain, and among what happened in the event.

    ``facts`` are the rows that were added; the entry carries their digests and so vouches for them. To be
    called inside the transaction of the deed itself, with the table (or club) locked.
    """
    chain = chain_of(club_id=actor.club_id, table_id=table_id, event_id=event_id)
    last = _LAST.first(chain=chain)
    seq, previous = (last[0] + 1, last[1]) if last else (1, "")
    at = timezone.now()
    if facts:
        data = {**data, "facts": {name_of(fact): digest_of(fact) for fact in facts}}
    mark = link_hash(chain=chain, seq=seq, verb=verb, data=data, at=at, actor=actor.key, previous=previous)
    entry = insert(
        Entry(
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
    )
    if not facts:
        ChainEnd.objects.update_or_create(chain=chain, defaults={"seq": seq, "hash": entry.hash})
    return entry
