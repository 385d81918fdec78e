"""Records of cutting-out tables: club tables with more players than seats.

Who came and left is recorded, each cut, and each game that follows a cut. Who gives way is computed from
these records. Tables of events never cut out.
"""

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Member
from scoring.journal.models import Recorded, one_actor
from scoring.tables.models import Cut, Game, Table


class Company(Recorded):
    """Marks a table as a cutting-out table and says how its cuts are made."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="company")
    is_drawn = models.BooleanField(
        help_text="At first, the service draws by itself when a game is over; otherwise cards are entered."
    )
    seed = models.CharField(max_length=40, help_text="What every draw at the table is made from.")

    class Meta:
        verbose_name_plural = "companies"
        constraints = [
            models.CheckConstraint(condition=~Q(seed=""), name="a_company_has_a_seed"),
            one_actor("a_company_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"the company of {self.table}"


class CuttingChoice(Recorded):
    """A change of how the cuts are made, from the next cut on: drawn by the service, or entered."""

    company = models.ForeignKey(Company, on_delete=models.PROTECT, related_name="choices", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="1 for the first change.")
    is_drawn = models.BooleanField(help_text="As of a company; the last choice counts.")

    class Meta:
        ordering = ["company", "number"]
        constraints = [
            models.UniqueConstraint(fields=["company", "number"], name="choices_of_a_company_are_numbered"),
            one_actor("a_choice_of_cutting_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.company} cuts otherwise"


class Joining(Recorded):
    """A player who came to a table, for the first time or again."""

    company = models.ForeignKey(Company, on_delete=models.PROTECT, related_name="joinings")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    time = models.PositiveSmallIntegerField(help_text="For which time this member came, from 1.")
    after_games = models.PositiveIntegerField(help_text="How many games had been played by then.")

    class Meta:
        ordering = ["company", "id"]
        constraints = [
            models.UniqueConstraint(fields=["company", "member", "time"], name="a_member_joins_once_a_time"),
            models.CheckConstraint(condition=Q(time__gte=1), name="joinings_count_from_one"),
            one_actor("a_joining_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.member} joins {self.company}"


class Leaving(Recorded):
    """A player who left the table."""

    joining = models.OneToOneField(Joining, on_delete=models.PROTECT, related_name="leaving")

    class Meta:
        constraints = [one_actor("a_leaving_has_one_actor")]

    def __str__(self) -> str:
        return f"end of: {self.joining}"


class CuttingOut(Recorded):
    """One step of deciding who plays next: the players present and the cards cut so far, if needed."""

    after = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="cuttings_out",
        help_text="The game that is over, or that was seated and not played.",
    )
    step = models.PositiveSmallIntegerField(
        help_text="From 1; a tie that is cut again is a further step, and so is beginning anew."
    )
    present = models.JSONField(help_text="The ids of the members at the table, in the order they came.")
    arrived_after = models.JSONField(help_text="How many games had been played when each of them came.")
    draws = models.JSONField(help_text="Each time they cut: member id to card; more than once after a tie.")
    seed = models.CharField(
        max_length=64, blank=True, help_text="Where the service drew: the seed it drew from."
    )

    class Meta:
        ordering = ["after", "step"]
        verbose_name_plural = "cuttings out"
        constraints = [
            models.UniqueConstraint(fields=["after", "step"], name="steps_of_a_cutting_out_are_numbered"),
            models.CheckConstraint(condition=Q(step__gte=1), name="steps_of_a_cutting_out_count_from_one"),
            one_actor("a_cutting_out_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"cutting out after {self.after}, step {self.step}"


class Succession(Recorded):
    """A game that follows another game after a cut. Each game has at most one successor."""

    after = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="succeeded_by")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="succeeds")
    cutting_out = models.OneToOneField(CuttingOut, on_delete=models.PROTECT, related_name="succession")
    partners = models.OneToOneField(Cut, on_delete=models.PROTECT, related_name="succession")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(after=models.F("game")), name="a_game_does_not_follow_itself"
            ),
            one_actor("a_succession_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.game} after {self.after}"
