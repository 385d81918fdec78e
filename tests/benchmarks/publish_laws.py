"""Revision after revision of a house law set, published and measured in the process."""

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.clubs.models import Member, Role
from scoring.clubs.services import clubs
from scoring.house_laws import services as house
from scoring.house_laws.queries import check_answer
from scoring.house_laws.records import read_fields
from tests.house_laws.making import written

FIRST_SCORE = 11
"""The game's end under the first revision; each has another, so that each says something new."""


def publish(revisions: int, warm: int) -> dict[str, list[float]]:
    """Return the milliseconds that each revision took, without those that only ``warm`` up.

    They are those of looking a draft over and of publishing it: processor time, and by the clock.
    """
    user = User.objects.create_user("owner")
    club, owner = clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")
    second = Member.objects.create(
        club=club,
        user=User.objects.create_user("director"),
        name="the director",
        role=Role.DIRECTOR,
        joined_at=timezone.now(),
    )
    director = Actor(club_id=club.pk, member_id=second.pk, role=Role.DIRECTOR)
    law_set = house.begin(club=club, actor=owner, written=read_fields("harbour-laws", written()))
    found: dict[str, list[float]] = {"check": [], "publish": [], "publish by the clock": []}
    for number in range(warm + revisions):
        changed = written(parameters={"game_score": str(FIRST_SCORE + number)})
        draft = house.write(law_set=law_set, actor=owner, written=read_fields(law_set.slug, changed))
        took = {"check": timed(lambda: check_answer(law_set))[0]}
        took["publish"], took["publish by the clock"] = timed(
            lambda mark=draft.mark: house.publish(law_set=law_set, actor=director, mark=mark)
        )
        if number >= warm:
            for what, milliseconds in took.items():
                found[what].append(milliseconds)
    return found


def timed(work: Callable[[], Any]) -> tuple[float, float]:
    """Return what some work took: processor time, and by the clock."""
    cpu, clock = process_time(), perf_counter()
    work()
    return 1000 * (process_time() - cpu), 1000 * (perf_counter() - clock)
