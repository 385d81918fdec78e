"""The journal: who did what, when and why, in chains that show any later change.

A chain belongs to a table, to an event or to the club as a whole. Entries hold ids and digests, never names,
so that a name can be erased without breaking a chain. Here is also what every fact is made of, and the keys
by which a request that comes again has no second effect.
"""

from datetime import UTC, datetime

from django.apps import apps
from django.db import models
from django.db.models import Q

from scoring.journal.chain import digest


class Fact(models.Model):
    """Abstract: the journal names every row, and the database refuses to change or remove one."""

    class Meta:
        abstract = True

    @property
    def name_in_journal(self) -> str:
        """For example ``deal:12``."""
        return f"{self._meta.model_name}:{self.pk}"

    def row_digest(self) -> str:
        """Return the digest of everything the row holds, its id included."""
        values = {field.attname: getattr(self, field.attname) for field in self._meta.concrete_fields}
        return digest(
            {
                name: value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
                for name, value in values.items()
            }
        )


def fact_models() -> tuple[type[Fact], ...]:
    """All models whose rows are facts, once Django has loaded them."""
    return tuple(model for model in apps.get_models() if issubclass(model, Fact))


class Signed(models.Model):
    """Abstract: a row that somebody wrote.

    Nothing is looked up by its actor, so rows are not indexed by them: that would cost every insert.
    """

    at = models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")
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
        """Who wrote it, as one word."""
        return actor_key(self.by_member_id, self.by_link_id)


class Recorded(Signed, Fact):
    """Abstract: a fact that somebody recorded."""

    class Meta:
        abstract = True


def actor_key(member_id: int | None, link_id: int | None) -> str:
    """Return an actor as one word."""
    return f"member:{member_id}" if member_id else f"link:{link_id}"


def one_actor(name: str) -> models.CheckConstraint:
    """Return the constraint that a fact has exactly one actor (I-23: no write without one)."""
    return models.CheckConstraint(
        condition=Q(by_member__isnull=False, by_link__isnull=True)
        | Q(by_member__isnull=True, by_link__isnull=False),
        name=name,
        violation_error_message="A record is made by a member or by a table's link, by exactly one of them.",
    )


def chain_of(*, club_id: int, table_id: int | None, event_id: int | None) -> str:
    """Return the chain in which an entry about these stands."""
    if table_id:
        return f"table:{table_id}"
    return f"event:{event_id}" if event_id else f"club:{club_id}"


class Entry(Signed):
    """One thing done. Its hash covers its own fields and the hash of the entry before it in the chain."""

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
            models.Index(fields=["at"], condition=Q(event__isnull=False), name="what_happened_lately"),
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


class IdempotencyKey(models.Model):
    """One request by one actor, with the answer it got; a repeat gets the same answer again."""

    actor = models.CharField(max_length=40, help_text="member:ID, link:ID, or user:ID of a club's founder.")
    key = models.UUIDField()
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of what was asked, in hexadecimal.")
    outcome = models.CharField(max_length=8)
    body = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="a_key_is_used_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
