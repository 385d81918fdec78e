"""A program that publishes revision after revision of a house law set, and measures it in the process.

Argument: a JSON object with ``revisions`` (how many are measured) and ``warm`` (how many come before). Prints
as JSON, in milliseconds, what looking a draft over and publishing it took: processor time, and by the clock.
"""

import json
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import django

FIRST_SCORE = 11
"""The game's end under the first revision; each has another, so that each says something new."""


def main(revisions: int, warm: int) -> dict[str, list[float]]:
    """Publish and return what each revision took, without those that only warmed up."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from scoring.clubs.access import Actor
    from scoring.clubs.models import Member, Role
    from scoring.clubs.services import clubs
    from scoring.house_laws import services as house
    from scoring.house_laws.queries import check_answer
    from scoring.house_laws.records import read_fields
    from tests.house_laws.making import written

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


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))
