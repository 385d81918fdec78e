"""Deals as recorded: immutable facts and their revisions. Scores are never here; they are computed.

A deal is a number at a table. What was entered stands in its first revision, each correction in a further
one that names the revision it replaces; the last one counts.
"""

from django.db import models
from django.db.models import F, Q

from scoring.models.recorded import Recorded, one_actor
from scoring.models.table import Game, Table


class Deal(Recorded):
    """One deal at a table, in one game; numbered through all games of the table from 1."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="deals", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_deal_of_a_number_at_a_table"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deals_count_from_one"),
            one_actor("a_deal_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} at {self.table}"


class DealRevision(Recorded):
    """What a deal says: the first entry, or a correction with its reason.

    ``points_taken`` + ``points_dead`` = ``points_total``, the points of the pack under the pinned law set
    (I-2); all three are null for a deal that was void (a misdeal or a new deal).
    """

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="revisions", db_index=False)
    seq = models.PositiveIntegerField(help_text="1 for the first entry, then without a gap.")
    base = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The revision that it replaces.",
    )
    content = models.JSONField(help_text="The deal in the form of the API.")
    reason = models.CharField(max_length=200, blank=True)
    points_taken = models.SmallIntegerField(null=True, blank=True)
    points_dead = models.SmallIntegerField(null=True, blank=True)
    points_total = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["deal", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "seq"], name="revisions_of_a_deal_are_numbered"),
            models.UniqueConstraint(
                fields=["base"], condition=Q(base__isnull=False), name="a_revision_is_replaced_once"
            ),
            models.CheckConstraint(
                condition=Q(seq=1, base__isnull=True) | Q(seq__gt=1, base__isnull=False),
                name="a_correction_names_what_it_replaces",
            ),
            models.CheckConstraint(condition=Q(seq=1) | ~Q(reason=""), name="a_correction_has_a_reason"),
            models.CheckConstraint(
                condition=Q(points_taken__isnull=True, points_dead__isnull=True, points_total__isnull=True)
                | Q(
                    points_taken__gte=0,
                    points_dead__gte=0,
                    points_total__isnull=False,
                    points_total=F("points_taken") + F("points_dead"),
                ),
                name="every_point_of_the_pack_is_somewhere",
            ),
            one_actor("a_revision_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"revision {self.seq} of {self.deal}"
