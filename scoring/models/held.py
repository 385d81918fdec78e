"""Entries that could not be applied when they came, kept for the director, and what became of them."""

from django.db import models
from django.db.models import Q

from scoring.models.deal import DealRevision
from scoring.models.recorded import Recorded, one_actor
from scoring.models.table import Table


class HeldEntry(Recorded):
    """A well-formed deal that could not be recorded when it was sent; nothing typed vanishes."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="held_entries")
    number = models.PositiveIntegerField(help_text="The number its sender expected the deal to have.")
    content = models.JSONField()
    code = models.CharField(max_length=40, help_text="Why it was held, as a word for programs.")

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "held entries"
        constraints = [one_actor("a_held_entry_has_one_actor")]

    def __str__(self) -> str:
        return f"held entry for deal {self.number} at {self.table}"


class HeldDecision(Recorded):
    """What a director made of a held entry: recorded as a deal, or set aside with a reason."""

    entry = models.OneToOneField(HeldEntry, on_delete=models.PROTECT, related_name="decision")
    revision = models.OneToOneField(
        DealRevision, null=True, blank=True, on_delete=models.PROTECT, related_name="released_from"
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(revision__isnull=False) | ~Q(reason=""), name="setting_aside_has_a_reason"
            ),
            one_actor("a_held_decision_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"decision on {self.entry}"
