"""Who the club office is in a club's journal. What it does there are the deeds of `clubs`, by their rules."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.game.names import LONGEST_NAME, clean_name
from scoring.models import Club, Member, Role


@transaction.atomic
def actor_in(club: Club, user: User) -> Actor:
    """Return the office's account as an actor who may do in the club what an owner may.

    The journal knows members and table links only. So an account that never was a member is written down
    once, as one who has left: it opens nothing, is in no list of those present, and its deeds bear its name.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    known = Member.objects.filter(club=club, user_id=user.pk).order_by(F("left_at").desc(nulls_first=True))
    member = known.first()
    if member is None:
        now = timezone.now()
        name = clean_name(user.get_username()[:LONGEST_NAME])
        member = Member.objects.create(
            club=club, user_id=user.pk, name=name, role=Role.PLAYER, joined_at=now, left_at=now
        )
    return Actor(club_id=club.pk, role=Role.OWNER, member_id=member.pk)
