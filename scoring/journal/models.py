"""The journal: who did what and when, in hash chains that reveal later changes.

A chain belongs to a table, an event, or a club. Entries hold no names of people, so that a name can be
erased without breaking a chain. This module also has the base classes of all records, and the idempotency
keys of requests.
"""

from datetime import UTC, date, datetime, time
from uuid import UUID

from django.apps import apps
from django.db import models
from django.db.models import Q

from scoring.journal.chain import digest


class ImmutableRecord(models.Model):
    """Abstract base of records: each row is named in the journal and can never be changed or deleted."""

    class Meta:
        abstract = True

    @property
    def name_in_journal(self) -> str:
        """The row's name in journal entries, for example ``deal:12``."""
        return f"{self._meta.model_name}:{self.pk}"

    def row_digest(self) -> str:
        """Return the hash of all fields of the row, including its id."""
        values = {field.attname: getattr(self, field.attname) for field in self._meta.concrete_fields}
        return digest({name: _plain(value) for name, value in values.items()})


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        value = value.astimezone(UTC)
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if isinstance(value, date | time) else value


def record_models() -> tuple[type[ImmutableRecord], ...]:
    """Return all models whose rows are records. Call this after Django has loaded its models."""
    return tuple(model for model in apps.get_models() if issubclass(model, ImmutableRecord))


class Signed(models.Model):
    """Abstract base of rows with an actor and a time.

    The foreign keys to the actor have no index, because an index would slow every insert. Queries by actor
    also name the club or the event, so they search few rows.
    """

    at = models.DateTimeField(help_text="The time of the record, by the server's clock (UTC).")
    by_member = models.ForeignKey(
        "scoring.Member", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    by_link = models.ForeignKey(
        "scoring.TableLink", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True

    @property
    def signed_by(self) -> str:
        """The actor as text, for example ``member:12``."""
        return actor_key(self.by_member_id, self.by_link_id)


class Recorded(Signed, ImmutableRecord):
    """Abstract base of records with an actor and a time."""

    class Meta:
        abstract = True


def actor_key(member_id: int | None, link_id: int | None) -> str:
    """Return an actor as text: ``member:ID`` or ``link:ID``."""
    return f"member:{member_id}" if member_id else f"link:{link_id}"


def one_actor(name: str) -> models.CheckConstraint:
    """Return the constraint that a record has exactly one actor, a member or a link."""
    return models.CheckConstraint(
        condition=Q(by_member__isnull=False, by_link__isnull=True)
        | Q(by_member__isnull=True, by_link__isnull=False),
        name=name,
        violation_error_message="A record is made by a member or by a table's link, by exactly one of them.",
    )


def chain_of(*, club_id: int, table_id: int | None, event_id: int | None) -> str:
    """Return the name of the chain for an entry about this table, event or club."""
    if table_id:
        return f"table:{table_id}"
    return f"event:{event_id}" if event_id else f"club:{club_id}"


class Entry(Signed):
    """A journal entry. For the values that its hash covers see `link_hash`."""

    club = models.ForeignKey("scoring.Club", on_delete=models.PROTECT, related_name="journal", db_index=False)
    table = models.ForeignKey(
        "scoring.Table",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="journal",
        db_index=False,
    )
    event = models.ForeignKey(
        "scoring.Event",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="journal",
        db_index=False,
    )
    chain = models.CharField(max_length=40, help_text="The name of the chain: table:ID, event:ID or club:ID.")
    seq = models.PositiveIntegerField()
    verb = models.CharField(max_length=40, help_text="The action, for example deal.recorded.")
    data = models.JSONField(
        help_text="Details of the action, such as ids, hashes and numbers. Names of people are not stored "
        "here."
    )
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
            models.Index(fields=["at"], condition=Q(event__isnull=False), name="what_happened_lately"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} ({self.chain} {self.seq})"


class ChainEnd(models.Model):
    """For each chain, the number and the hash of the latest entry that added no record.

    If somebody deletes the last entries of a chain, the hashes of the remaining entries are still correct.
    If a deleted entry added a record, the record shows that the entry is missing. If a deleted entry added no
    record, this row shows that the entry is missing.
    """

    chain = models.CharField(max_length=40, unique=True)
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.chain} {self.seq}"


class IdempotencyKey(models.Model):
    """An actor's request with its answer. Until the key is deleted, a repeated request gets this answer."""

    actor = models.CharField(
        max_length=40, help_text="member:ID, link:ID, or user:ID for an account that founds a club."
    )
    key = models.UUIDField()
    fingerprint = models.CharField(
        max_length=64, help_text="SHA-256 of the content of the request, in hexadecimal."
    )
    outcome = models.CharField(max_length=8)
    body = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="a_key_is_used_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
