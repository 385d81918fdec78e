"""Models of events: entrants, their check-ins and wishes, seatings, bells, totals, decisions and results."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import ClassVar, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.functional import cached_property

from scoring.clubs import link_secrets
from scoring.clubs.models import Club, Member
from scoring.events.planning.domain.details import EventDetails, parse_details
from scoring.events.planning.domain.event_games import table_play
from scoring.game.games import GAMES, GameKind
from scoring.journal.models import ImmutableRecord, Recorded, one_actor
from scoring.refusals import NotFound
from scoring.tables.models import Game


class Event(Recorded):
    """An event of a club, for example an evening of eight rounds.

    The law set, the settings and the seed of this row never change. Later settings and details are in
    `EventChange`. The row is locked while the event is changed and while a deal is recorded at one of its
    tables.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    planned_name = models.CharField(max_length=80)
    planned_date = models.DateField(null=True, blank=True, help_text="The date in the club's time zone.")
    planned_time = models.TimeField(null=True, blank=True, help_text="The time in the club's time zone.")
    planned_place = models.CharField(max_length=80, blank=True, default="")
    game = models.CharField(max_length=40, help_text="The key of the game that is played, for example cinch.")
    law_set = models.ForeignKey("laws.LawSetRevision", on_delete=models.PROTECT, related_name="+")
    law_set_at_three = models.ForeignKey(
        "laws.LawSetRevision",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="The law set of tables of three; null if the event cannot have tables of three.",
    )
    settings = models.JSONField(
        help_text="The values of all settings in `scoring.events.planning.domain.settings`, by name."
    )
    seed = models.CharField(
        max_length=64, help_text="The seed of every random choice. Public once round 1 is seated."
    )
    movement_version = models.PositiveSmallIntegerField()
    planned_word = models.CharField(
        max_length=4,
        default=link_secrets.make_word,
        help_text="The first word of the event. A phone with a table's card also needs the event's word to "
        "enter deals.",
    )

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["club", "-at"], name="events_of_a_club")]
        constraints = [
            models.CheckConstraint(condition=~Q(seed=""), name="an_event_has_a_seed"),
            one_actor("an_event_has_one_actor"),
        ]

    def __str__(self) -> str:
        return self.planned_name

    @cached_property
    def details(self) -> EventDetails:
        """The name, date, time and place after all changes, and whether the event is a template.

        Reads ``changes``, so a query for many events should prefetch the changes.
        """
        planned = EventDetails(self.planned_name, self.planned_date, self.planned_time, self.planned_place)
        changed = [change.content or {} for change in self.changes.all() if change.kind == "details"]
        return parse_details(reduce(or_, changed, planned.as_json())) if changed else planned

    @property
    def name(self) -> str:
        return self.details.name

    @property
    def word(self) -> str:
        """The event's current word.

        A phone that has only the club's card for its table must give this word before it can enter deals.
        """
        renewed = [change.content or {} for change in self.changes.all() if change.kind == "word"]
        return str(renewed[-1]["word"] if renewed else self.planned_word)

    def another_word(self) -> str:
        """Return a new word, other than the current word."""
        return next(word for word in iter(link_secrets.make_word, "") if word != self.word)

    @property
    def kind(self) -> GameKind:
        """The game that the event plays, for example Cinch."""
        return GAMES[self.game]

    def laws_of_its_own(self, players: int) -> tuple[str | None, int | None]:
        """Return the game key and the law set id of a table if it plays another game than the event.

        For example, a table of three plays the three-handed game in an event for tables of four. For a table
        that plays the event's game, return (None, None).
        """
        play = table_play(self.kind, players)
        if play.game is self.kind:
            return None, None
        return play.game.key, (self.law_set_at_three_id if play.is_of_three else None) or self.law_set_id

    @classmethod
    def with_laws(cls) -> "models.QuerySet[Event]":
        """Return all events with their clubs and law sets, without loading the content of the law sets."""
        laws = ("law_set", "law_set_at_three")
        return cls.objects.select_related("club", *laws).defer(*(f"{name}__content" for name in laws))

    @classmethod
    def locked(cls, event_id: int) -> "Event":
        """Lock the event's row until the end of the transaction. Call before locking any of its tables.

        Raises NotFound.
        """
        event = cls.with_laws().select_for_update(of=("self",)).filter(pk=event_id).first()
        if event is None:
            raise NotFound
        return event


class EventChange(Recorded):
    """A change to an event after it was planned. The kinds:

    - ``settings``: the content holds new values, in force from ``from_round`` on.
    - ``hold``: after the round in play, somebody must move the players on, or end the evening, by hand.
    - ``release``: ends a ``hold``.
    - ``end``: the evening ends. The content holds the number of rounds if somebody ended the evening by hand.
      It is empty if the evening ended after its last round.
    - ``reopen``: the edition in the field ``reopens`` and all earlier editions are no longer in force. The
      content holds the new number of rounds.
    - ``withdraw``: undoes a proposal of final results, or the end of an evening whose results are not final
      yet. The content holds the new number of rounds.
    - ``cancel``: the event is deleted; the content names the event planned in its place, if any.
    - ``publish``: the content lists all parts that everybody can see; the latest list counts.
    - ``details``: the content holds the changed values of the event's details.
    - ``keep-seats``: the round in play keeps its seats although a correction would give other seats; the
      content has a digest of the differences, see `plan_json.mark_of`.
    - ``word``: the content holds the new word of the event.
    """

    KINDS = (
        "settings",
        "hold",
        "release",
        "end",
        "reopen",
        "withdraw",
        "cancel",
        "publish",
        "details",
        "keep-seats",
        "word",
    )
    VERBS_WITHOUT_EFFECT: ClassVar[Mapping[str, str]] = {
        "publish": "event.published",
        "details": "event.described",
        "keep-seats": "event.seats-kept",
        "word": "event.word-renewed",
    }
    """The journal verbs of the kinds that change no result. All other kinds have the verb "event.changed"."""
    PARTS = ("seats", "standings", "results", "prizes")
    """The parts of an event that can be published."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="changes", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="The number of the change in its event, from 1.")
    kind = models.CharField(max_length=10)
    from_round = models.PositiveSmallIntegerField(
        help_text="The round in play when the change was made, 0 before the start. For settings: the first "
        "round with the new values."
    )
    content = models.JSONField(
        null=True, blank=True, help_text="What the change sets; the fields depend on the kind of the change."
    )
    reopens = models.OneToOneField(
        "scoring.Final", null=True, blank=True, on_delete=models.PROTECT, related_name="reopened"
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="changes_of_an_event_are_numbered"),
            models.CheckConstraint(
                condition=Q(kind="reopen", reopens__isnull=False)
                | ~Q(kind="reopen") & Q(reopens__isnull=True),
                name="a_reopening_names_its_edition",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("settings", "end", "reopen", "withdraw"), content__isnull=False)
                & ~Q(reason="")
                | Q(kind="cancel") & ~Q(reason="")
                | Q(kind__in=("publish", "details", "keep-seats", "word"), content__isnull=False)
                | Q(kind__in=("hold", "release"), content__isnull=True),
                name="a_change_of_an_event_has_its_content_and_reason",
            ),
            one_actor("a_change_of_an_event_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"change {self.number} of {self.event}: {self.kind}"


class Entrant(Recorded):
    """A member who takes part in an event from a round on, with their wishes."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants", db_index=False)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="entered")
    from_round = models.PositiveSmallIntegerField(default=1)
    wishes = models.JSONField(
        default=dict,
        blank=True,
        help_text="The wishes of the player: table, seat, partner, players to keep apart, and list.",
    )

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "member"], name="a_member_enters_an_event_once"),
            models.CheckConstraint(condition=Q(from_round__gte=1), name="rounds_count_from_one"),
            one_actor("an_entrant_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.member} in {self.event}"


class CheckIn(Recorded):
    """A check-in or check-out of an entrant. The last record before the start counts."""

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="check_ins", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="The number of the record for this entrant, from 1.")
    is_here = models.BooleanField()

    class Meta:
        ordering = ["entrant", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "number"], name="check_ins_of_an_entrant_are_numbered"
            ),
            one_actor("a_check_in_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {'here' if self.is_here else 'not here'}"


class WishChange(Recorded):
    """New wishes of an entrant from a round on. The new wishes replace all earlier wishes."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="wish_changes", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="The number of the change for this entrant, from 1.")
    from_round = models.PositiveSmallIntegerField()
    wishes = models.JSONField(
        default=dict, blank=True, help_text="All wishes of the player from this round on."
    )

    class Meta:
        ordering = ["entrant", "number"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "number"], name="changes_of_wishes_are_numbered"),
            models.CheckConstraint(condition=Q(from_round__gte=1), name="changed_wishes_count_from_one"),
            one_actor("a_change_of_wishes_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}, other wishes"


class Departure(Recorded):
    """A withdrawal. ``from_round`` is the first round without the player."""

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="departures", db_index=False)
    number = models.PositiveSmallIntegerField(
        default=1, help_text="The number of the departure of this entrant, from 1."
    )
    from_round = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["entrant", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "number"], name="departures_of_an_entrant_are_numbered"
            ),
            models.CheckConstraint(condition=Q(from_round__gte=1), name="departures_count_from_one"),
            one_actor("a_departure_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} left"


class Return(Recorded):
    """A return after a withdrawal. ``from_round`` is the first round with the player again."""

    departure = models.OneToOneField(Departure, on_delete=models.PROTECT, related_name="came_back")
    from_round = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(from_round__gte=1), name="returns_count_from_one"),
            one_actor("a_return_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.departure.entrant} came back"


class EntrantLink(models.Model):
    """A secret link to a player's own page of an event ("evening link"), without an account.

    The secret itself is not stored, only its hash and its salt.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="links")
    salt = models.UUIDField(
        unique=True, help_text="The secret can be made again from this value and the server's key."
    )
    token_hash = models.CharField(
        max_length=64, unique=True, help_text="SHA-256 of the secret, in hexadecimal."
    )
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entrant"], condition=Q(revoked_at__isnull=True), name="one_live_link_for_an_entrant"
            )
        ]

    def __str__(self) -> str:
        return f"link {self.pk} of {self.entrant}"


class FinalProposal(Recorded):
    """A proposal to make the results final. A second person has to confirm it."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="proposals", db_index=False)
    edition = models.PositiveSmallIntegerField()
    as_of = models.BigIntegerField(
        help_text="The id of the last journal entry that the results take into account."
    )

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "as_of"], name="one_proposal_of_the_same_results"),
            one_actor("a_proposal_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"edition {self.edition} of {self.event}, to be confirmed"


class FinalQuerySet(models.QuerySet["Final"]):
    def in_force(self) -> Self:
        """Return the editions in force. Reopening an edition also ends all earlier editions."""
        reopenings = EventChange.objects.filter(event=OuterRef("event"), reopens__gte=OuterRef("pk"))
        return self.filter(~Exists(reopenings))


class Final(Recorded):
    """An edition of the final results. After a later correction a new edition can be made."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="finals", db_index=False)
    edition = models.PositiveSmallIntegerField()
    as_of = models.BigIntegerField(
        help_text="The id of the last journal entry that the results take into account."
    )
    reason = models.CharField(max_length=200, blank=True)

    objects = FinalQuerySet.as_manager()

    class Meta:
        ordering = ["event", "edition"]
        constraints = [
            models.UniqueConstraint(fields=["event", "edition"], name="editions_of_an_event_are_numbered"),
            models.CheckConstraint(condition=Q(edition=1) | ~Q(reason=""), name="a_new_edition_has_a_reason"),
            one_actor("a_final_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"edition {self.edition} of {self.event}"


class Seating(Recorded):
    """The seats of a round. A round gets a new seating after a take-back or a seat change."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="seatings", db_index=False)
    round_number = models.PositiveSmallIntegerField()
    generation = models.PositiveSmallIntegerField(
        help_text="1 for the first seating of the round, one more after each take-back."
    )
    after = models.OneToOneField(
        "scoring.TakeBack", null=True, blank=True, on_delete=models.PROTECT, related_name="followed_by"
    )
    cause = models.CharField(
        max_length=20,
        help_text="Why the players were seated: start, all-in, bell or organiser for a move; swap or amended "
        "for a change of the round's seats.",
    )
    as_of = models.BigIntegerField(
        help_text="The id of the last journal entry that the move takes into account."
    )
    start = models.JSONField(
        null=True,
        blank=True,
        help_text="Only in round 1: the cards or the tables that were entered and decided the seats.",
    )
    change = models.JSONField(
        null=True,
        blank=True,
        help_text="For swap: the two players. For amended: the late entries and the withdrawals.",
    )
    digest = models.CharField(
        max_length=64, help_text="SHA-256 of the input from which the plan was made, in hexadecimal."
    )
    plan = models.JSONField(
        help_text="The plan of the round: the move of each player with its reason, the cuts that broke ties, "
        "and the wishes that were not met."
    )

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


class Placing(ImmutableRecord):
    """A player's place in a round: a seat at a table in a game, or no seat if the player sits out."""

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
    """The record that a seating was taken back or replaced by a seat change, with the reason."""

    seating = models.OneToOneField(Seating, on_delete=models.PROTECT, related_name="taken_back")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [one_actor("a_take_back_has_one_actor")]

    def __str__(self) -> str:
        return f"{self.seating} taken back"


class Bell(Recorded):
    """The bell that ended a round."""

    seating = models.OneToOneField(Seating, on_delete=models.PROTECT, related_name="bell")
    cause = models.CharField(
        max_length=20,
        help_text="The cause of the bell: organiser, head-table, clock, or service (every result was in).",
    )

    class Meta:
        constraints = [one_actor("a_bell_has_one_actor")]

    def __str__(self) -> str:
        return f"bell of {self.seating}"


class ClockStep(Recorded):
    """A change to a round's clock (start, pause, resume, more or fewer minutes, last hand)."""

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="clock_steps")
    kind = models.CharField(max_length=10, help_text="One of: start, pause, resume, add, last-hand.")
    minutes = models.SmallIntegerField(
        default=0,
        help_text="For add: the number of minutes that are added. A negative number takes minutes off.",
    )

    class Meta:
        ordering = ["seating", "id"]
        constraints = [one_actor("a_clock_step_has_one_actor")]

    def __str__(self) -> str:
        return f"clock of {self.seating}: {self.kind}"


class TableDecision(Recorded):
    """A decision by hand for a table of a round. It replaces earlier decisions as listed in `REPLACES`.

    - ``cut``: the cards cut at the table to break a tie or to replace a missing result. The content lists
      each draw as player → card.
    - ``winners``: the director names the winning sides.
    - ``cut-instead``: a cut decides because a result is missing.
    - ``handed-in``: the recorded deals count although some are missing.
    - ``waived``: the move does not wait for the table's disputes and doubts.
    """

    KINDS = ("cut", "winners", "cut-instead", "handed-in", "waived")
    REPLACES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cut": ("cut",),
        "winners": ("winners", "cut-instead"),
        "cut-instead": ("cut-instead", "winners", "handed-in"),
        "handed-in": ("handed-in", "winners", "cut-instead"),
        "waived": ("waived",),
    }
    """Kind of decision → the kinds of earlier decisions that it replaces.

    "winners" does not replace "handed-in": the recorded deals still count if the director names the winners.
    """

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="decisions")
    table_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    content = models.JSONField(
        null=True, blank=True, help_text="For a cut: the cards. For winners: the winning sides."
    )
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


class RoundTotal(Recorded):
    """A table's result in a round from its paper slip: the points of each side, or only the winning sides.

    A total replaces the deals of the round, but a total with ``after_deals`` is added to the points of the
    recorded deals. The latest total of a table counts; every total after the first needs a reason.
    """

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="totals", db_index=False)
    table_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(
        help_text="The number of the total for this table and round, from 1."
    )
    points = models.JSONField(
        null=True, blank=True, help_text="The points of each side, in the order of the sides."
    )
    winners = models.JSONField(null=True, blank=True, help_text="The winning sides, if no points are known.")
    after_deals = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The number of recorded deals to whose points the total is added; null for a total of the "
        "whole round.",
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["seating", "table_number", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating", "table_number", "number"], name="totals_of_a_table_are_numbered"
            ),
            models.CheckConstraint(
                condition=Q(points__isnull=False, winners__isnull=True)
                | Q(points__isnull=True, winners__isnull=False),
                name="a_total_is_of_points_or_of_winners",
            ),
            models.CheckConstraint(condition=Q(number=1) | ~Q(reason=""), name="another_total_has_a_reason"),
            models.CheckConstraint(
                condition=Q(after_deals__isnull=True) | Q(after_deals__gte=1, points__isnull=False),
                name="the_rest_of_a_round_has_points",
            ),
            one_actor("a_total_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"total of table {self.table_number}, {self.seating}"


class Doubt(Recorded):
    """A claim that a table's result is wrong.

    If ``holds``, the players move on only after a director settles the claim or waives it for the table.
    """

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="doubts")
    table_number = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=200, blank=True)
    holds = models.BooleanField(
        default=True,
        help_text="Whether the move waits until a director settles the doubt. It waits only for doubts of "
        "the table itself and of directors.",
    )

    class Meta:
        ordering = ["seating", "id"]
        constraints = [one_actor("a_doubt_has_one_actor")]

    def __str__(self) -> str:
        return f"doubt about table {self.table_number}, {self.seating}"


class DoubtSettled(Recorded):
    """The record that a director settled a doubt about a result, with what they found."""

    doubt = models.OneToOneField(Doubt, on_delete=models.PROTECT, related_name="settled")
    reason = models.CharField(max_length=200)

    class Meta:
        constraints = [one_actor("a_settled_doubt_has_one_actor")]

    def __str__(self) -> str:
        return f"{self.doubt} settled"


class FailedMove(models.Model):
    """A worker's failed attempt to do what is due in a round, for example to move the players on.

    After five failures in a round, workers no longer try.
    """

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="failed_moves")
    at = models.DateTimeField()
    error = models.CharField(max_length=300)

    class Meta:
        ordering = ["seating", "id"]

    def __str__(self) -> str:
        return f"{self.seating} was not moved on: {self.error}"
