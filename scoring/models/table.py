"""Tables, the games played at them, who sat where, and the links that open a table on a phone."""

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Club, Member
from scoring.models.event import Event
from scoring.models.recorded import Recorded, one_actor


class Table(models.Model):
    """A table of a club. The law set it plays under is pinned to a revision when it is opened."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(
        max_length=80, help_text="What the table is called in the room, for example Table 3."
    )
    game = models.CharField(max_length=40, help_text="The game of the family, for example cinch.")
    law_set = models.ForeignKey("laws.LawSetRevision", on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="tables")
    event_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Which table of the event it is; 1 is the head table."
    )

    class Meta:
        ordering = ["-opened_at", "-id"]
        indexes = [models.Index(fields=["club", "closed_at", "-opened_at"], name="tables_of_a_club")]
        constraints = [
            models.UniqueConstraint(fields=["event", "event_number"], name="tables_of_an_event_are_numbered"),
            models.CheckConstraint(
                condition=Q(event__isnull=True, event_number__isnull=True)
                | Q(event__isnull=False, event_number__isnull=False, event_number__gte=1),
                name="a_table_of_an_event_has_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.club}"


class TableLink(models.Model):
    """A secret link that opens one table, without an account. Only the secret's hash is kept."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    salt = models.UUIDField(
        unique=True, help_text="From this and the server's key the secret can be made again."
    )
    token_hash = models.CharField(
        max_length=64, unique=True, help_text="SHA-256 of the secret, in hexadecimal."
    )
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-issued_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_live_link_for_a_table"
            )
        ]

    def __str__(self) -> str:
        return f"link {self.pk} of {self.table}"


class Game(Recorded):
    """One game at a table: its number there and who deals first. Its score is computed from its deals.

    It is the table's own game under the table's law set, unless it names others.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveIntegerField()
    first_dealer = models.PositiveSmallIntegerField(help_text="Seat, from 1.")
    cut = models.ForeignKey(
        "scoring.Cut", null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    game = models.CharField(  # noqa: DJ001 - none is not the same as a game without a name
        max_length=40,
        null=True,
        blank=True,
        help_text="The game of the family, where it is not its table's.",
    )
    law_set = models.ForeignKey(
        "laws.LawSetRevision",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="What it is played under, where that is not its table's law set.",
    )

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_of_a_number_at_a_table"),
            models.CheckConstraint(condition=Q(number__gte=1), name="games_count_from_one"),
            models.CheckConstraint(
                condition=Q(first_dealer__range=(1, 7)), name="a_game_is_dealt_from_a_seat"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=True, law_set__isnull=True)
                | Q(game__isnull=False, law_set__isnull=False),
                name="a_game_of_its_own_has_a_law_set",
            ),
            one_actor("a_game_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} at {self.table}"


class Seat(models.Model):
    """Who sat at a seat (from 1, clockwise) for one game."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_for_a_seat"),
            models.UniqueConstraint(fields=["game", "member"], name="one_seat_for_a_player"),
            models.CheckConstraint(condition=Q(seat__range=(1, 7)), name="seats_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.member}"
