"""Clubs, their members with their roles, and the attempts that count towards a limit."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """A member's role in the club. `scoring.clubs.permissions` lists what each role may do."""

    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    PLAYER = "player", _("Player")


class Paper(models.TextChoices):
    """The paper size that a club prints on."""

    A4 = "a4", "A4"
    LETTER = "letter", "Letter"


class Club(models.Model):
    """A card club with its members, tables and default law set."""

    slug = models.SlugField(
        max_length=60, unique=True, help_text="The club in addresses, for example harbour-cinch."
    )
    name = models.CharField(max_length=80)
    law_set = models.CharField(max_length=60, help_text="The law set offered first for a new table.")
    publishes_rulings = models.BooleanField(
        default=False,
        help_text="Whether everybody who can see an event can also read its rulings, without names.",
    )
    has_table_codes = models.BooleanField(
        default=True, help_text="Whether the six letters of its code also open a table."
    )
    is_practice = models.BooleanField(
        default=False,
        help_text="Whether this is the club of all practice tables. Nobody can sign in to it.",
    )
    time_zone = models.CharField(
        max_length=60,
        blank=True,
        default="",
        help_text="The time zone, for example Europe/Berlin; empty for the server's time zone.",
    )
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.A4)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = [Lower("name"), "id"]
        constraints = [
            models.CheckConstraint(condition=Q(paper__in=Paper.values), name="a_paper_of_the_two"),
            models.UniqueConstraint(
                fields=["is_practice"], condition=Q(is_practice=True), name="one_club_of_practice_tables"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def today(self) -> date:
        """The date in the club's time zone."""
        return self.day_of(timezone.now())

    def day_of(self, at: datetime) -> date:
        """Return the date of a time in the club's time zone."""
        return timezone.localdate(at, timezone=ZoneInfo(self.time_zone) if self.time_zone else None)


class Member(models.Model):
    """A person in a club, with or without an account."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="memberships"
    )
    name = models.CharField(max_length=80)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    link_number = models.PositiveIntegerField(
        default=0,
        help_text="The number of the latest one-time link, with which the member joins or sets a password. "
        "Earlier links do not work.",
    )
    link_issued_at = models.DateTimeField(
        null=True, blank=True, help_text="When the latest one-time link was made; null if no link works."
    )
    merged_into = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="merged",
        help_text="The member who now has these records, because both were entered for one person.",
    )

    class Meta:
        ordering = [Lower("name"), "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(user__isnull=False, left_at__isnull=True),
                name="one_present_membership_of_a_user",
            ),
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(left_at__isnull=True),
                name="one_present_member_of_a_name",
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="a_role_of_the_four"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(left_at__isnull=False, user__isnull=True),
                name="whoever_is_merged_has_left",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SignInAttempt(models.Model):
    """An attempt that counts towards a limit of `scoring.clubs.services.sign_in`.

    These attempts are stored:

    - a wrong password, link, code or word
    - a password, code or word that is being checked
    - the opening of a practice table

    User names and IP addresses are stored as hashes.
    """

    subject = models.CharField(max_length=64)
    address = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["subject", "at"], name="attempts_of_a_subject"),
            models.Index(fields=["address", "at"], name="attempts_from_an_address"),
        ]

    def __str__(self) -> str:
        return f"attempt at {self.at:%Y-%m-%d %H:%M}"
