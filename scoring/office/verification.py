"""Verify the records: check hash chains, numbers and sums, and compute every score again.

This module writes nothing. Each breach names an invariant of docs/operations.md and the broken record.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from laws.domain import lawset
from laws.models import LawSetRevision
from scoring.disputes.verification import dispute_breaches
from scoring.events import verification
from scoring.events.models import Event
from scoring.game.notation import format_deal
from scoring.house_laws.queries import house_breaches
from scoring.journal.breach import UNREADABLE, Breach
from scoring.journal.chain import link_hash
from scoring.journal.models import ChainEnd, Entry, ImmutableRecord, chain_of, record_models
from scoring.tables.cutting_out.queries import company_breaches
from scoring.tables.games import clear_caches, games_of
from scoring.tables.models import DealRevision, Table

MISSING = -1
"""The club id that is used for a table or event that does not exist."""


def breaches() -> Iterator[Breach]:
    """Yield each broken invariant of the records in the database."""
    clear_caches()
    yield from _readable("law sets", _law_set_breaches())
    yield from _readable("law sets of clubs", house_breaches())
    for table in Table.objects.order_by("pk").values_list("pk", flat=True).iterator():
        yield from _readable(f"table {table}", _at_table(table))
    for event in Event.objects.order_by("pk").values_list("pk", flat=True).iterator():
        yield from _readable(f"event {event}", _of_event(event))
    yield from _readable("journal", _journal_breaches())


def _readable(where: str, found: Iterator[Breach]) -> Iterator[Breach]:
    try:
        yield from found
    except UNREADABLE as error:
        yield Breach("I-5", where, f"a record cannot be read: {error}")


def _at_table(pk: int) -> Iterator[Breach]:
    table = Table.objects.select_related("club", "law_set").get(pk=pk)
    yield from table_breaches(table)
    yield from company_breaches(table)
    yield from dispute_breaches(table)


def _of_event(pk: int) -> Iterator[Breach]:
    yield from verification.event_breaches(Event.objects.select_related("club", "law_set").get(pk=pk))


def table_breaches(table: Table) -> Iterator[Breach]:
    """Yield the breaches in the deals of a table: revisions, numbers, sums and stored form.

    If a deal cannot be scored, this is a breach, and only the revisions are checked.
    """
    where = f"table {table.pk}"
    yield from _revision_breaches(table)
    try:
        games = games_of(table)
        rewritten = {row.number: format_deal(game.read(row.content)) for game in games for row in game.deals}
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its deals cannot be scored again: {error}")
        return
    totals = dict(DealRevision.objects.filter(deal__table=table).values_list("pk", "points_total"))
    game_numbers = [game.number for game in games]
    first = 0 if game_numbers[:1] == [0] else 1
    if game_numbers != list(range(first, first + len(games))) or not games:
        yield Breach("I-6", where, f"its games are numbered {game_numbers}")
    numbers = [row.number for game in games for row in game.deals]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        yield Breach("I-6", where, f"its deals are numbered {numbers}")
    for game in games:
        for row, entry in zip(game.deals, game.state.entries, strict=True):
            if rewritten[row.number] != row.content:
                yield Breach(
                    "I-4",
                    f"{where} deal {row.number}",
                    "the stored deal differs when it is parsed and written again",
                )
            total = None if entry.score.new_deal else sum(entry.score.points.values) + entry.score.dead
            is_annulled = entry.score.new_deal and entry.deal.misdeal is None and bool(entry.deal.ruled)
            if entry.counted and not is_annulled and total != totals.get(row.revision_id):
                yield Breach(
                    "I-2", f"{where} deal {row.number}", f"its points come to {total} when counted again"
                )


def _revision_breaches(table: Table) -> Iterator[Breach]:
    rows = DealRevision.objects.filter(deal__table=table).order_by("deal", "seq")
    for deal_id, group in groupby(rows, lambda revision: revision.deal_id):
        revisions = list(group)
        where = f"table {table.pk} deal id {deal_id}"
        if [revision.seq for revision in revisions] != list(range(1, len(revisions) + 1)):
            yield Breach("I-1", where, "the numbers of its revisions have a gap")
        for before, after in pairwise(revisions):
            if after.base_id != before.pk:
                yield Breach("I-1", where, f"revision {after.seq} does not replace the revision before it")
        for revision in revisions:
            if revision.points_total is not None and (
                (revision.points_taken or 0) + (revision.points_dead or 0) != revision.points_total
            ):
                yield Breach(
                    "I-2",
                    where,
                    f"the points taken and dead in revision {revision.seq} do not add up to its total",
                )


def _law_set_breaches() -> Iterator[Breach]:
    for row in LawSetRevision.objects.order_by("pk"):
        try:
            revision = lawset.LawSet.from_canonical(row.content).revision
        except UNREADABLE:
            revision = ""
        if revision != row.revision:
            yield Breach("I-4", f"law set {row.slug}", "its content does not have the hash of its revision")


def _journal_breaches() -> Iterator[Breach]:
    digests: dict[str, str] = {}
    ends: dict[str, tuple[int, str]] = {}
    rows = Table.objects.values_list("pk", "club_id", "event_id", "law_set__revision")
    tables = {pk: (club, event, revision) for pk, club, event, revision in rows}
    clubs = dict(Event.objects.values_list("pk", "club_id"))

    def in_chain(chain: str) -> Iterator[Breach]:
        seq, previous_hash = 1, ""
        for entry in Entry.objects.filter(chain=chain).order_by("seq").iterator(chunk_size=2000):
            where = f"journal {chain} {entry.seq}"
            if entry.seq != seq:
                yield Breach("I-5", where, "the entry before it is missing")
            if entry.previous_hash != previous_hash:
                yield Breach("I-5", where, "it does not have the hash of the entry before it")
            club, event, revision = entry.club_id, None, ""
            if entry.table_id:
                club, event, revision = tables.get(entry.table_id, (MISSING, None, ""))
            elif entry.event_id:
                club, event = clubs.get(entry.event_id, MISSING), entry.event_id
            stands = chain == chain_of(club_id=club, table_id=entry.table_id, event_id=event)
            stands = stands and (entry.club_id, entry.event_id) == (club, event)
            if entry.hash != _hash_of(entry) or not stands:
                yield Breach("I-5", where, "its content differs from what was written")
            data = entry.data if isinstance(entry.data, dict) else {}
            if isinstance(facts := data.get("facts"), dict):
                digests.update(facts)
            else:
                ends[chain] = (entry.seq, entry.hash)
            if entry.verb == "table.opened" and data.get("revision") != revision:
                yield Breach("I-4", where, "the table has another law set than when it was opened")
            seq, previous_hash = entry.seq + 1, entry.hash

    for chain in Entry.objects.order_by("chain").values_list("chain", flat=True).distinct().iterator():
        yield from _readable(f"journal {chain}", in_chain(chain))
    recorded_ends = {end.chain: (end.seq, end.hash) for end in ChainEnd.objects.all()}
    for chain in sorted(recorded_ends.keys() | ends.keys()):
        if recorded_ends.get(chain) != ends.get(chain):
            yield Breach(
                "I-5",
                f"journal {chain}",
                "its last entry differs from the stored end of the chain, or one of them is missing",
            )
    yield from _fact_breaches(digests)


def _hash_of(entry: Entry) -> str:
    return link_hash(
        chain=entry.chain,
        seq=entry.seq,
        verb=entry.verb,
        data=entry.data,
        at=entry.at,
        actor=entry.signed_by,
        previous=entry.previous_hash,
    )


def _fact_breaches(digests: dict[str, str]) -> Iterator[Breach]:
    missing = set(digests)

    def differing(facts: Iterable[ImmutableRecord]) -> Iterator[Breach]:
        for fact in facts:
            name = fact.name_in_journal
            missing.discard(name)
            if digests.get(name) != fact.row_digest():
                yield Breach("I-5", name, "the journal has no digest of this record, or another digest")

    for model in record_models():
        rows = model._default_manager.order_by("pk")
        try:
            found = list(differing(rows.iterator(chunk_size=2000)))
        except UNREADABLE:
            # A row cannot be read. To find this row and still check the others, each row is read by itself.
            for pk in list(rows.values_list("pk", flat=True)):
                name = f"{model._meta.model_name}:{pk}"
                missing.discard(name)
                yield from _readable(name, differing(rows.filter(pk=pk)))
        else:
            yield from found
    for name in sorted(missing):
        yield Breach("I-6", name, "the journal has this record, but the record is missing")
