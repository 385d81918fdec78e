"""Calls for the director and their steps. A call's state is computed from its steps."""

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Club
from scoring.journal.models import Recorded, one_actor
from scoring.tables.models import Table

LONGEST_TEXT = 400


class Call(Recorded):
    """A table's call for the director, in free text."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    text = models.CharField(max_length=LONGEST_TEXT)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="a_call_says_something"),
            one_actor("a_call_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"call {self.pk} at {self.table}"

    @property
    def club(self) -> Club:
        return self.table.club


class CallStep(Recorded):
    """A step of a call: seen, answered, disputed (became a dispute), or closed.

    A call ends when it becomes a dispute or is closed.
    """

    KINDS = ("seen", "answered", "disputed", "closed")
    ENDING = ("disputed", "closed")

    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="steps", db_index=False)
    seq = models.PositiveIntegerField(help_text="The number of the step in its call, from 1.")
    kind = models.CharField(max_length=10)
    text = models.CharField(
        max_length=LONGEST_TEXT, blank=True, help_text="The answer, or the reason for closing the call."
    )
    dispute = models.OneToOneField(
        "scoring.Dispute", null=True, blank=True, on_delete=models.PROTECT, related_name="called_for"
    )

    class Meta:
        ordering = ["call", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["call", "seq"], name="steps_of_a_call_are_numbered"),
            models.UniqueConstraint(
                fields=["call"],
                condition=Q(kind__in=("disputed", "closed")),
                name="a_call_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="seen", text="", dispute__isnull=True)
                | Q(kind="answered", dispute__isnull=True) & ~Q(text="")
                | Q(kind="disputed", text="", dispute__isnull=False)
                | Q(kind="closed", dispute__isnull=True),
                name="a_step_of_a_call_of_a_kind",
            ),
            one_actor("a_step_of_a_call_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, step {self.seq} of {self.call}"
