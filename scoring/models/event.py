"""Progressive events: what was planned, and who takes part. Rounds are in `round`; standings are computed."""

from django.db import models
from django.db.models import Q

from scoring.clubs.models import Club, Member
from scoring.models.recorded import Recorded, one_actor


class Event(Recorded):
    """One evening (or more) of rounds in a club. Its law set, settings and seed never change once it stands.

    The row is also what is locked where an event's rounds are moved and its deals recorded.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40, help_text="The game of the family, for example cinch.")
    law_set = models.ForeignKey("laws.LawSetRevision", on_delete=models.PROTECT, related_name="+")
    law_set_at_three = models.ForeignKey(
        "laws.LawSetRevision",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="What its tables of three play under, where it has any.",
    )
    settings = models.JSONField(
        help_text="Every setting of `scoring.domain.events.settings`, with its value."
    )
    seed = models.CharField(
        max_length=64, help_text="Whatever is left to chance is drawn from it; shown to everybody."
    )
    movement_version = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["club", "-at"], name="events_of_a_club")]
        constraints = [
            models.CheckConstraint(condition=~Q(seed=""), name="an_event_has_a_seed"),
            one_actor("an_event_has_one_actor"),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(Recorded):
    """Somebody who takes part in an event, from a round on, with what was asked for on his behalf."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants", db_index=False)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="entered")
    from_round = models.PositiveSmallIntegerField(default=1)
    wishes = models.JSONField(
        default=dict, blank=True, help_text="Fixed table, seat or partner, who is kept apart, which list."
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


class WishChange(Recorded):
    """What is asked for on behalf of somebody from a round on, in place of all that was asked for before."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.PROTECT, related_name="wish_changes", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="1 for the first change of his wishes.")
    from_round = models.PositiveSmallIntegerField()
    wishes = models.JSONField(default=dict, blank=True, help_text="As the wishes of an entrant.")

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
    """Somebody went home: ``from_round`` is the first round that is played without him."""

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="departures", db_index=False)
    number = models.PositiveSmallIntegerField(
        default=1, help_text="1, and one more each time he leaves again."
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
    """Somebody who had gone home came back: ``from_round`` is the first round with him again."""

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
    """A secret link to somebody's own evening, without an account. Only the secret's hash is kept."""

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="links")
    salt = models.UUIDField(unique=True, help_text="From this and the server's key the secret is made again.")
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
    """Somebody holds the results as they stand to be final, where a second person has to confirm them."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="proposals", db_index=False)
    edition = models.PositiveSmallIntegerField()
    as_of = models.BigIntegerField(help_text="The last journal entry that the results take into account.")

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "as_of"], name="one_proposal_of_the_same_results"),
            one_actor("a_proposal_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"edition {self.edition} of {self.event}, to be confirmed"


class Final(Recorded):
    """The results of an event were made final; a later correction makes a new edition of them."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="finals", db_index=False)
    edition = models.PositiveSmallIntegerField()
    as_of = models.BigIntegerField(help_text="The last journal entry that the results take into account.")
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["event", "edition"]
        constraints = [
            models.UniqueConstraint(fields=["event", "edition"], name="editions_of_an_event_are_numbered"),
            models.CheckConstraint(condition=Q(edition=1) | ~Q(reason=""), name="a_new_edition_has_a_reason"),
            one_actor("a_final_has_one_actor"),
        ]

    def __str__(self) -> str:
        return f"edition {self.edition} of {self.event}"
