"""The rounds of an event: who was seated where and why, the bell, the clock, and what was decided by hand.

Everything is a fact that is only added. A move that was taken back stays, with its ``TakeBack``; the seating
made after it names that one. So a round has at most one seating that stands: the one not taken back.
"""

from django.db import models
from django.db.models import Q

from scoring.models.event import Entrant, Event
from scoring.models.recorded import Recorded, one_actor
from scoring.models.table import Game


class Seating(Recorded):
    """The seats of one round of an event, as published."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="seatings", db_index=False)
    round_number = models.PositiveSmallIntegerField()
    generation = models.PositiveSmallIntegerField(help_text="1, and one more each time it was taken back.")
    after = models.OneToOneField(
        "scoring.TakeBack", null=True, blank=True, on_delete=models.PROTECT, related_name="followed_by"
    )
    cause = models.CharField(
        max_length=20,
        help_text="What moved the players: start, all-in, bell, organiser; or what was changed in the "
        "seating before: swap, amended.",
    )
    as_of = models.BigIntegerField(help_text="The last journal entry that the move took into account.")
    start = models.JSONField(
        null=True, blank=True, help_text="Round 1: the cards or tables that gave the places, if by hand."
    )
    change = models.JSONField(
        null=True, blank=True, help_text="Swap: the two players. Amended: who came and who has gone."
    )
    digest = models.CharField(max_length=64, help_text="SHA-256 of all that the plan was made from.")
    told = models.JSONField(help_text="What everybody was told: who moved why, ties cut, wishes unmet.")

    class Meta:
        ordering = ["event", "round_number", "generation"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "round_number", "generation"], name="one_move_for_a_round_and_generation"
            ),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="seatings_count_from_one"),
            models.CheckConstraint(
                condition=Q(generation=1, after__isnull=True) | Q(generation__gt=1, after__isnull=False),
                name="a_new_generation_follows_a_take_back",
            ),
            one_actor("a_seating_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"round {self.round_number} of {self.event}"


class Placing(models.Model):
    """Where one player sits in a round: at a seat of a table for one game, or nowhere (sitting out)."""

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="placings", db_index=False)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="placings")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="placings")
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["seating", "table_number", "seat", "id"]
        constraints = [
            models.UniqueConstraint(fields=["seating", "entrant"], name="one_place_for_a_player_in_a_round"),
            models.UniqueConstraint(
                fields=["seating", "table_number", "seat"], name="one_player_for_a_seat_in_a_round"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=True, table_number__isnull=True, seat__isnull=True)
                | Q(game__isnull=False, table_number__isnull=False, seat__isnull=False),
                name="a_place_is_a_seat_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {f'table {self.table_number}' if self.table_number else 'sits out'}"


class TakeBack(Recorded):
    """A move was taken back, with the reason."""

    seating = models.OneToOneField(Seating, on_delete=models.PROTECT, related_name="taken_back")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [one_actor("a_take_back_has_one_actor")]

    def __str__(self) -> str:
        return f"{self.seating} taken back"


class Bell(Recorded):
    """The bell that ended a round; ringing it again is the same bell."""

    seating = models.OneToOneField(Seating, on_delete=models.PROTECT, related_name="bell")
    cause = models.CharField(max_length=20, help_text="Who rang: organiser, head-table, clock.")

    class Meta:
        constraints = [one_actor("a_bell_has_one_actor")]

    def __str__(self) -> str:
        return f"bell of {self.seating}"


class ClockStep(Recorded):
    """One thing done to the clock of a round, on the server's time."""

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="clock_steps")
    kind = models.CharField(max_length=10, help_text="start, pause, resume, add, last-hand.")
    minutes = models.SmallIntegerField(default=0, help_text="For add: how many, taken off where negative.")

    class Meta:
        ordering = ["seating", "id"]
        constraints = [one_actor("a_clock_step_has_one_actor")]

    def __str__(self) -> str:
        return f"clock of {self.seating}: {self.kind}"


class TableDecision(Recorded):
    """What was decided by hand for one table of a round; the last one of a kind counts.

    ``cut``: a tie was cut at the table, each round of it player to card. ``winners``: the director names the
    sides. ``cut-instead``: a result that is missing is to be cut for. ``handed-in``: what there is counts,
    though deals are missing. ``waived``: the move may go without this table's dispute being settled.
    """

    KINDS = ("cut", "winners", "cut-instead", "handed-in", "waived")

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="decisions")
    table_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    content = models.JSONField(null=True, blank=True, help_text="The cards cut, or the sides named.")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["seating", "table_number", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("cut", "winners"), content__isnull=False)
                | Q(kind__in=("cut-instead", "handed-in", "waived"), content__isnull=True),
                name="a_decision_of_a_kind",
            ),
            one_actor("a_table_decision_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for table {self.table_number}, {self.seating}"


class Doubt(Recorded):
    """Somebody holds a result of a table to be wrong; the move waits until it is settled."""

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="doubts")
    table_number = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["seating", "id"]
        constraints = [one_actor("a_doubt_has_one_actor")]

    def __str__(self) -> str:
        return f"doubt about table {self.table_number}, {self.seating}"


class DoubtSettled(Recorded):
    """A director looked into a doubt and settled it, with what was found."""

    doubt = models.OneToOneField(Doubt, on_delete=models.PROTECT, related_name="settled")
    reason = models.CharField(max_length=200)

    class Meta:
        constraints = [one_actor("a_settled_doubt_has_one_actor")]

    def __str__(self) -> str:
        return f"{self.doubt} settled"


class FailedMove(models.Model):
    """A move that a worker could not make; after five the organiser is asked instead of trying on."""

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="failed_moves")
    at = models.DateTimeField()
    error = models.CharField(max_length=300)

    class Meta:
        ordering = ["seating", "id"]

    def __str__(self) -> str:
        return f"{self.seating} was not moved on: {self.error}"
