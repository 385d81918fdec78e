"""Cuts: the cards that were cut, by whom, for what. What they decide is computed from them."""

from django.db import models
from django.db.models import Q

from scoring.models.recorded import Recorded, one_actor
from scoring.models.table import Table


class Cut(Recorded):
    """One cut at a table: drawn by the service from a seed, or entered from the table card by card."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="cuts")
    purpose = models.CharField(max_length=20)
    players = models.JSONField(help_text="The ids of the members who cut, in the order they sat.")
    draws = models.JSONField(help_text="Each time they cut: member id to card; more than once after a tie.")
    seed = models.CharField(
        max_length=64, blank=True, help_text="Where the service drew: the seed it drew from."
    )
    continues = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="continued_by"
    )
    game = models.ForeignKey(
        "scoring.Game",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The game in play then, where that has laws of its own, which judge the cut.",
    )

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(purpose=""), name="a_cut_has_a_purpose"),
            one_actor("a_cut_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"cut for {self.purpose} at {self.table}"
