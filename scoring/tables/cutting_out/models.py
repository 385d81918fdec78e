"""Records of cutting-out tables: club tables with more players than seats.

A `SeatChange` records which players come and leave; `scoring.tables.models.Cut` records the cuts after each
game. Who gives way is computed from these records and the games. Tables of events never cut out.
"""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Member
from scoring.journal.models import Recorded, one_actor
from scoring.tables.models import Table


class SeatChange(Recorded):
    """A change at a cutting-out table: a player comes, a player leaves, or the way of cutting changes.

    The way of cutting is a draw by the service or real cards. The first choice between them makes the table a
    cutting-out table.
    """

    class Kind(models.TextChoices):
        CAME = "came"
        LEFT = "left"
        CUTTING = "cutting"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seat_changes", db_index=False)
    kind = models.CharField(max_length=8)
    number = models.PositiveSmallIntegerField(
        help_text="The number of this arrival or departure of the player, or of this choice of the way of "
        "cutting, from 1."
    )
    after_games = models.PositiveIntegerField(help_text="The number of games played before the change.")
    member = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    is_drawn = models.BooleanField(
        null=True,
        blank=True,
        help_text="Whether the service draws as soon as a game is over. If not, players cut real cards and "
        "enter them.",
    )
    seed = models.CharField(
        max_length=40,
        blank=True,
        help_text="The seed of all draws at the table. Only the first choice of the way of cutting has a "
        "seed.",
    )

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "member", "kind", "number"], name="a_player_comes_and_leaves_once_a_time"
            ),
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=Q(member__isnull=True),
                name="ways_of_cutting_at_a_table_are_numbered",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("came", "left"), member__isnull=False, is_drawn__isnull=True)
                | Q(kind="cutting", member__isnull=True, is_drawn__isnull=False),
                name="a_seat_change_is_of_a_player_or_of_the_cutting",
            ),
            models.CheckConstraint(
                condition=Q(kind="cutting", number=1) & ~Q(seed="")
                | ~Q(kind="cutting", number=1) & Q(seed=""),
                name="a_cutting_out_table_begins_with_its_seed",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="seat_changes_count_from_one"),
            one_actor("a_seat_change_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.member or 'cutting'}: {self.kind} ({self.number}) at {self.table}"


def present_after(changes: Iterable[SeatChange]) -> dict[int, SeatChange]:
    """Return member id → the change with which the player came, for the players who are still present.

    ``changes`` are all changes of the table, in order. The players are in the order in which they came.
    """
    present: dict[int, SeatChange] = {}
    for change in changes:
        if change.member_id is None:
            continue
        if change.kind == SeatChange.Kind.CAME:
            present[change.member_id] = change
        else:
            del present[change.member_id]
    return present
