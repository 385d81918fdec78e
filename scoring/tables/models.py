"""Tables with their links, games, seats, deals, revisions, cuts, and entries held for a director."""

from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property

from scoring.clubs.models import Club, Member
from scoring.game.cutting import PREFERENCE
from scoring.game.cutting_out import SEATS
from scoring.game.games import GAMES
from scoring.journal.models import ImmutableRecord, Recorded, one_actor


class Table(models.Model):
    """A table of a club. It keeps the revision of the law set under which it was opened."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(
        max_length=80, help_text="The name of the table in the room, for example Table 3."
    )
    game = models.CharField(max_length=40, help_text="The key of the game that is played, for example cinch.")
    law_set = models.ForeignKey("laws.LawSetRevision", on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    event = models.ForeignKey(
        "scoring.Event", null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
    event_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The number of the table in its event; 1 is the head table."
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

    @cached_property
    def cuts_out(self) -> bool:
        """Whether this is a cutting-out table."""
        return self.may_have_company and self.seat_changes.exists()

    @property
    def may_have_company(self) -> bool:
        """Whether the table can become a cutting-out table: it seats four and belongs to no event."""
        return self.event_id is None and GAMES[self.game].players == SEATS


class TableLink(models.Model):
    """A secret link that opens one table without an account. Its secret and code are stored as hashes."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    salt = models.UUIDField(
        unique=True, help_text="The secret can be made again from this value and the server's key."
    )
    token_hash = models.CharField(
        max_length=64, unique=True, help_text="SHA-256 of the secret, in hexadecimal."
    )
    code_hash = models.CharField(
        max_length=64,
        help_text="The hash of the six letters of the code, in hexadecimal. It depends on the server's key.",
    )
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-issued_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_live_link_for_a_table"
            ),
            models.UniqueConstraint(
                fields=["code_hash"], condition=Q(revoked_at__isnull=True), name="one_live_link_for_a_code"
            ),
        ]

    def __str__(self) -> str:
        return f"link {self.pk} of {self.table}"


class ClubCard(Recorded):
    """An edition of a club's lasting card. The card opens the tables with its ``number``.

    Only the latest edition counts. An edition without a secret records that the card is stopped.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="cards", db_index=False)
    number = models.PositiveSmallIntegerField(
        help_text="The number of the tables that the card opens, from 1."
    )
    edition = models.PositiveSmallIntegerField(help_text="The edition of the card with this number, from 1.")
    salt = models.UUIDField(
        null=True,
        blank=True,
        unique=True,
        help_text="The secret can be made again from this value and the server's key.",
    )
    token_hash = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of the secret, in hexadecimal."
    )
    code_hash = models.CharField(
        max_length=64,
        blank=True,
        help_text="The hash of the letters of the code, in hexadecimal. It depends on the server's key.",
    )

    class Meta:
        ordering = ["club", "number", "edition"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number", "edition"], name="editions_of_a_card_are_numbered"
            ),
            models.UniqueConstraint(
                fields=["token_hash"], condition=~Q(token_hash=""), name="one_card_for_a_secret"
            ),
            models.UniqueConstraint(
                fields=["code_hash"], condition=~Q(code_hash=""), name="one_card_for_a_code"
            ),
            models.CheckConstraint(
                condition=Q(salt__isnull=True, token_hash="", code_hash="")
                | Q(salt__isnull=False) & ~Q(token_hash="") & ~Q(code_hash=""),
                name="a_card_has_its_secret_or_is_stopped",
            ),
            models.CheckConstraint(condition=Q(number__gte=1, edition__gte=1), name="cards_count_from_one"),
            one_actor("a_card_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"card {self.number} of {self.club}, edition {self.edition}"


class Game(Recorded):
    """One game at a table. Its score is computed from its deals.

    ``game`` is the key of its kind of game, such as "cinch". ``game`` and ``law_set`` are null if the table's
    kind of game and law set apply.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveIntegerField(
        help_text="From 1. Game 0 only holds the seats of a table with more than four players until its "
        "first cut."
    )
    first_dealer = models.PositiveSmallIntegerField(help_text="The seat of the first dealer, from 1.")
    cut = models.ForeignKey(
        "scoring.Cut", null=True, blank=True, on_delete=models.PROTECT, related_name="games", db_index=False
    )
    game = models.CharField(  # noqa: DJ001 - none is not the same as a game without a name
        max_length=40,
        null=True,
        blank=True,
        help_text="The key of the game that is played; null if it is the table's game.",
    )
    law_set = models.ForeignKey(
        "laws.LawSetRevision",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The law set of the game; null if it is the table's law set.",
    )

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_of_a_number_at_a_table"),
            models.UniqueConstraint(fields=["cut"], name="a_cut_begins_one_game"),
            models.CheckConstraint(
                condition=Q(number__gte=1) | Q(cut__isnull=True), name="games_cut_for_count_from_one"
            ),
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


class Seat(ImmutableRecord):
    """A player's seat (from 1, clockwise) in one game."""

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


class Deal(Recorded):
    """One deal of a game. Deals are numbered from 1 across all games of the table."""

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
    """A revision of a deal: the first entry, or a correction with its reason.

    ``points_taken`` + ``points_dead`` = ``points_total``, the points of the pack under the game's laws
    (invariant I-2). All three are null if the deal was void when it was recorded, such as a misdeal.
    """

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="revisions", db_index=False)
    seq = models.PositiveIntegerField(
        help_text="The number of the revision: 1 for the first entry, one more for each correction."
    )
    base = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The revision that this revision replaces.",
    )
    content = models.JSONField(help_text="The deal as JSON, as in the API.")
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


class Cut(Recorded):
    """One cut at a table: drawn by the service from a seed, or entered card by card.

    A cutting-out table decides its next game by cuts: first for who plays, if the laws ask for this cut, then
    for partners, seats and dealer.

    If cards are entered and players tie, their next cut is a record of its own. It ``continues`` the earlier
    cut and repeats its draws.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="cuts")
    purpose = models.CharField(max_length=20)
    players = models.JSONField(help_text="The ids of the members who cut, in the order they sat.")
    draws = models.JSONField(
        help_text="The draws of the cut. Each maps member ids to cards. After a tie there is another draw."
    )
    seed = models.CharField(
        max_length=64,
        blank=True,
        help_text="The seed from which the service drew; empty if cards were entered.",
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
        help_text="The game in play, if it has its own laws; they decide the cut. If null, the table's laws "
        "decide it.",
    )
    after = models.ForeignKey(
        "scoring.Game",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="Only at a cutting-out table: the latest game at the table when the cut was made.",
    )
    step = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Only at a cutting-out table: counts the cuts after one game, from 1. A tie that is cut "
        "again is a further step.",
    )
    seat_change = models.ForeignKey(
        "scoring.SeatChange",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="Only at a cutting-out table: the latest arrival or departure of a player. After the next "
        "the cut is void.",
    )

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(purpose=""), name="a_cut_has_a_purpose"),
            models.UniqueConstraint(fields=["after", "step"], name="steps_after_a_game_are_numbered"),
            models.CheckConstraint(
                condition=Q(after__isnull=True, step__isnull=True, seat_change__isnull=True)
                | Q(after__isnull=False, step__isnull=False, step__gte=1, seat_change__isnull=False),
                name="a_step_follows_a_game_and_a_seat_change",
            ),
            models.CheckConstraint(
                condition=~Q(purpose=PREFERENCE) | Q(after__isnull=False),
                name="who_plays_is_cut_for_in_steps",
            ),
            one_actor("a_cut_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"cut for {self.purpose} at {self.table}"


class FirstDealer(Recorded):
    """The first dealer of a game, decided by a cut after the game had begun. The latest record counts."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="first_dealers")
    cut = models.OneToOneField(Cut, on_delete=models.PROTECT, related_name="gave_the_deal")
    seat = models.PositiveSmallIntegerField(help_text="The seat of the first dealer, from 1.")

    class Meta:
        ordering = ["game", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(seat__range=(1, 7)), name="a_cut_gives_the_deal_to_a_seat"),
            one_actor("a_first_dealer_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} deals first in {self.game}"


class HeldEntry(Recorded):
    """A well-formed deal or correction that was not recorded when it was sent. A director decides on it."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="held_entries")
    number = models.PositiveIntegerField(help_text="The number that the sender expected for the deal.")
    content = models.JSONField()
    code = models.CharField(
        max_length=40, help_text="The reason for holding the entry, as a code for programs."
    )
    base = models.ForeignKey(
        DealRevision,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="held_corrections",
        help_text="The revision that this entry corrects; null for a new deal.",
    )
    reason = models.CharField(
        max_length=200, blank=True, help_text="The reason for the correction; empty for a new deal."
    )

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "held entries"
        constraints = [
            models.CheckConstraint(
                condition=Q(base__isnull=True, reason="") | Q(base__isnull=False) & ~Q(reason=""),
                name="a_held_correction_has_a_reason",
            ),
            one_actor("a_held_entry_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"held entry for deal {self.number} at {self.table}"


class HeldDecision(Recorded):
    """A director's decision on a held entry: to record it as a revision, or to set it aside with a reason."""

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
