"""The journal: who did what, when and why, in chains that show any later change.

A chain belongs to a table, to an event or to the club as a whole. Entries hold ids and digests, never names,
so that a name can be erased without breaking a chain.
"""

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Club
from scoring.models.event import Event
from scoring.models.recorded import Recorded, one_actor
from scoring.models.table import Table


def chain_of(*, club_id: int, table_id: int | None, event_id: int | None) -> str:
    """Return the chain in which an entry about these stands."""
    if table_id:
        return f"table:{table_id}"
    return f"event:{event_id}" if event_id else f"club:{club_id}"


class Entry(Recorded):
    """One thing done. Its hash covers its own fields and the hash of the entry before it in the chain."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="journal", db_index=False)
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="journal", db_index=False
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="journal", db_index=False
    )
    chain = models.CharField(max_length=40, help_text="table:ID, event:ID or club:ID.")
    seq = models.PositiveIntegerField()
    verb = models.CharField(max_length=40, help_text="What was done, for example deal.recorded.")
    data = models.JSONField(help_text="Ids, digests and figures; no names.")
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["chain", "seq"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["chain", "seq"], name="a_chain_is_numbered"),
            models.CheckConstraint(
                condition=Q(seq=1, previous_hash="") | (Q(seq__gt=1) & ~Q(previous_hash="")),
                name="a_chain_has_one_beginning",
            ),
            one_actor("a_journal_entry_has_one_actor"),
        ]
        indexes = [
            models.Index(fields=["club", "-at"], name="journal_of_a_club"),
            models.Index(
                fields=["event", "-id"], condition=Q(event__isnull=False), name="journal_of_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verb} ({self.chain} {self.seq})"


class ChainEnd(models.Model):
    """The last entry of a chain that no fact stands for: were it removed, nothing else would show it.

    An entry about facts is missed by its facts, so writing one leaves this alone.
    """

    chain = models.CharField(max_length=40, unique=True)
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.chain} {self.seq}"
