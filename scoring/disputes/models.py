"""Disputes about a deal and their steps; the state of a dispute is computed from the steps."""

from typing import cast

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Club, Member
from scoring.disputes.domain.state import KINDS, StepKind, StepRecord
from scoring.journal.models import Recorded, one_actor
from scoring.tables.models import Game, Table


class Dispute(Recorded):
    """A dispute about a deal at a table, recorded or in play. The law set of a dispute never changes."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="disputes", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes")
    number = models.PositiveIntegerField(help_text="The number of the deal at its table.")
    incident = models.CharField(max_length=80)
    law_set = models.ForeignKey("laws.LawSetRevision", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["table", "number"], name="disputes_about_a_deal")]
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="a_dispute_is_about_a_deal"),
            one_actor("a_dispute_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.incident}, deal {self.number} at {self.table}"

    @property
    def club(self) -> Club:
        return self.table.club


class DisputeStep(Recorded):
    """A step of a dispute, such as raised or decided; `scoring.disputes.domain.state` interprets it.

    Two fields serve searches:

    - ``laws``: the ids of the laws of the decision's effects. Without such laws, the ids of the laws on which
      the ruling rests after this step. Each id has a space before and after it.
    - ``player``: the offender, None if still unknown.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="steps", db_index=False)
    seq = models.PositiveIntegerField(
        help_text="The number of the step in its dispute, from 1. Step 1 raises the dispute."
    )
    kind = models.CharField(max_length=10)
    content = models.JSONField(help_text="The data of the step. For a decision this is the whole decision.")
    laws = models.TextField(blank=True)
    player = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["dispute", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["dispute", "seq"], name="steps_of_a_dispute_are_numbered"),
            models.CheckConstraint(
                condition=Q(seq=1, kind="raised") | (Q(seq__gt=1) & ~Q(kind="raised")),
                name="a_dispute_begins_with_its_raising",
            ),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="a_step_of_a_kind"),
            one_actor("a_step_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, step {self.seq} of {self.dispute}"

    @property
    def record(self) -> StepRecord:
        return StepRecord(self.seq, cast(StepKind, self.kind), self.signed_by, self.content)
