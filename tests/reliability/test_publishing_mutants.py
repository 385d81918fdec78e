"""Publishing a house law set without one of its checks: a trial notices each missing check.

A mutant is the service's own source with some lines changed. It is built beside the real service.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

import laws.services
import scoring.house_laws.services
from laws.domain.errors import InvalidInput
from laws.models import HouseRevision
from scoring.clubs.permissions import Actor
from scoring.house_laws.models import HouseDraft, HouseLawSet
from scoring.house_laws.records import read_fields
from scoring.journal.models import Entry
from scoring.refusals import Refusal
from tests.factories import ClubOfRoles, house_laws
from tests.house_laws.making import OVERRULED, with_rule, written

pytestmark = pytest.mark.django_db

SLUG = "harbour-laws"
Trial = Callable[[ClubOfRoles, ModuleType], list[str]]


def outcome_of(
    service: ModuleType, law_set: HouseLawSet, actor: Actor, mark: str = "", key: UUID | None = None
) -> str:
    """Publish the draft, and return the status of the answer or the kind of refusal."""
    draft = HouseDraft.objects.filter(law_set=law_set).first()
    try:
        with transaction.atomic():
            seen = mark or (draft.mark if draft else "gone")
            return str(service.publish_draft(law_set=law_set, actor=actor, mark=seen, key=key).outcome)
    except Refusal as refused:
        return refused.code
    except InvalidInput:
        return "unsound"
    except IntegrityError:
        return "constraint"


def drafted(club: ClubOfRoles, **head: object) -> HouseLawSet:
    """Return the law set of the club with a draft by its owner."""
    law_set = HouseLawSet.objects.filter(slug=SLUG).first() or house_laws(club, published=False)
    scoring.house_laws.services.write_draft(
        law_set=law_set, actor=club.actors["owner"], written=read_fields(SLUG, written(**head))
    )
    return law_set


def published_by(role: str, mark: str = "") -> Trial:
    """Return the action by which a member with this role publishes a new draft."""
    return lambda club, service: [outcome_of(service, drafted(club), club.actors[role], mark)]


def contradicting_its_book(club: ClubOfRoles, service: ModuleType) -> list[str]:
    law_set = drafted(club)
    unsound = read_fields(SLUG, with_rule(exception_to=[OVERRULED[0]]))
    scoring.house_laws.services.write_draft(law_set=law_set, actor=club.actors["owner"], written=unsound)
    return [outcome_of(service, law_set, club.actors["director"])]


def twice(club: ClubOfRoles, service: ModuleType, key: UUID | None = None) -> list[str]:
    law_set, director = drafted(club), club.actors["director"]
    mark = HouseDraft.objects.get().mark if key else ""
    return [outcome_of(service, law_set, director, mark, key) for _time in range(2)]


def saying_the_same_again(club: ClubOfRoles, service: ModuleType) -> list[str]:
    return [outcome_of(service, drafted(club), club.actors["director"]) for _time in range(2)]


def a_second_revision(club: ClubOfRoles, service: ModuleType) -> list[str]:
    answers = [
        outcome_of(service, drafted(club, title=title), club.actors["director"]) for title in ("One", "Two")
    ]
    numbers = HouseRevision.objects.order_by("number").values_list("number", "publication__author_id")
    owner = club.actors["owner"].member_id
    return [*answers, *(f"{number} by {author == owner}" for number, author in numbers)]


def in_the_journal(club: ClubOfRoles, service: ModuleType) -> list[str]:
    outcome_of(service, drafted(club), club.actors["director"])
    return list(Entry.objects.filter(verb="house-laws.published").values_list("verb", flat=True))


TRIALS: dict[str, tuple[Trial, list[str]]] = {
    "by its author": (published_by("owner"), ["own-draft"]),
    "by a scorer": (published_by("scorer"), ["not-allowed"]),
    "another than was looked at": (published_by("director", mark="0" * 16), ["draft-changed"]),
    "contradicting its book": (contradicting_its_book, ["unsound"]),
    "twice": (twice, ["recorded", "no-draft"]),
    "twice under one key": (partial(twice, key=UUID(int=7)), ["recorded", "recorded"]),
    "saying the same again": (saying_the_same_again, ["recorded", "nothing-new"]),
    "a second revision": (a_second_revision, ["recorded", "recorded", "1 by True", "2 by True"]),
    "in the journal": (in_the_journal, ["house-laws.published"]),
}
"""Trial → the service's expected answer."""

MUTANTS: dict[str, tuple[str, str, str]] = {
    "nobody asks for the role": ('    actor.must("publish house laws")\n', "", "by a scorer"),
    "its author may publish it": (
        "draft.changed_by_id == actor.member:\n        raise NotAllowed",
        "False:\n        raise NotAllowed",
        "by its author",
    ),
    "whatever lies there is published": (
        "    if mark != draft.mark:",
        "    if False:",
        "another than was looked at",
    ),
    "nobody looks it over": ("    problems.settle()\n", "", "contradicting its book"),
    "the draft stays": ("    draft.delete()\n    data", "    data", "twice"),
    "a key is not looked for": ("if request.answer:", "if False:", "twice under one key"),
    "a key is not kept": (
        'return request.keep(Answer("recorded", data))',
        'return Answer("recorded", data)',
        "twice under one key",
    ),
    "the same may be published again": (
        "if is_unchanged(draft):",
        "if False:",
        "saying the same again",
    ),
    "its author is not written down": (
        "author_id=draft.changed_by_id,",
        "author_id=Member.objects.exclude(pk__in=[draft.changed_by_id, actor.member])[0].pk,",
        "a second revision",
    ),
    "the journal says nothing": (
        'write_entry(actor=actor, verb="house-laws.published", data=data, records=[publication])',
        "pass",
        "in the journal",
    ),
}
"""The removed check, the lines and their replacement, and the trial that must notice."""


def spoiled(module: ModuleType, old: str, new: str) -> ModuleType:
    """Return a module built from a module's source with some lines changed. The lines must occur once."""
    assert module.__file__ is not None
    source = Path(module.__file__).read_text("utf-8")
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in the service"
    made = ModuleType(module.__name__)
    made.__dict__["__file__"] = module.__file__
    exec(compile(source.replace(old, new), module.__file__, "exec"), made.__dict__)
    return made


@pytest.mark.parametrize(("trial", "answers"), TRIALS.values(), ids=TRIALS)
def test_the_service_as_it_is_passes_every_trial(club, trial, answers):
    assert trial(club, scoring.house_laws.services) == answers


@pytest.mark.parametrize("taken_out", MUTANTS)
def test_a_check_that_is_taken_out_is_noticed(club, taken_out):
    old, new, name = MUTANTS[taken_out]
    trial, answers = TRIALS[name]
    assert trial(club, spoiled(scoring.house_laws.services, old, new)) != answers


def test_a_revision_that_is_not_numbered_on_is_noticed(club, monkeypatch):
    mutant = spoiled(laws.services, "last[0] + 1 if last else 1", "1").__dict__["publish"]
    monkeypatch.setattr(laws.services, "publish", mutant)
    assert a_second_revision(club, scoring.house_laws.services)[:2] == ["recorded", "constraint"]


def write_again(first: HouseRevision) -> str:
    """Write another revision with the same number directly to the database."""
    try:
        with transaction.atomic():
            HouseRevision.objects.create(
                slug=first.slug, number=first.number, law_set=first.law_set, written="x"
            )
    except IntegrityError:
        return "constraint"
    return "written"


@pytest.mark.database
def test_two_revisions_of_one_number_are_refused_by_a_constraint_of_the_database(club):
    outcome_of(scoring.house_laws.services, drafted(club), club.actors["director"])
    first = HouseRevision.objects.get()
    assert write_again(first) == "constraint"

    # The control: without the constraint the number exists twice.
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE laws_houserevision DROP CONSTRAINT house_revisions_are_numbered")
        else:
            # SQLite cannot drop a constraint. A temporary table without constraints hides the real table.
            cursor.execute("CREATE TEMP TABLE laws_houserevision AS SELECT * FROM main.laws_houserevision")
    assert write_again(first) == "written"
