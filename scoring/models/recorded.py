"""What every recorded fact carries: when it was recorded and by whom.

An actor is a member of the club or the link of a table; exactly one of them, never nobody.
"""

from django.db import models
from django.db.models import Q


class Recorded(models.Model):
    """Abstract: a fact somebody recorded. Rows are never changed afterwards.

    Nothing is looked up by its actor, so a fact is not kept in order of them: that would cost every insert.
    """

    at = models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")
    by_member = models.ForeignKey(
        "scoring.Member", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    by_link = models.ForeignKey(
        "scoring.TableLink", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True


def actor_key(member_id: int | None, link_id: int | None) -> str:
    """Return an actor as one word."""
    return f"member:{member_id}" if member_id else f"link:{link_id}"


def one_actor(name: str) -> models.CheckConstraint:
    """Return the constraint that a fact has exactly one actor (I-23: no write without one)."""
    return models.CheckConstraint(
        condition=Q(by_member__isnull=False, by_link__isnull=True)
        | Q(by_member__isnull=True, by_link__isnull=False),
        name=name,
        violation_error_message="A record is made by a member or by a table's link, by exactly one of them.",
    )
