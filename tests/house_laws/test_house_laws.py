"""A club's own law sets: begun, written, looked over, published by a second person, and played under."""

from typing import Any

import pytest
from django.test import Client

from laws import library, queries, yaml_files
from laws.domain.document import from_plain
from laws.domain.errors import InvalidInput
from laws.domain.house import tidy
from laws.models import HouseRevision
from scoring.clubs.models import Member
from scoring.house_laws.models import HouseDraft, HouseLawSet, HousePublication
from scoring.house_laws.records import read_fields, read_text
from scoring.house_laws.services import publish_draft, write_draft
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.tables.models import Table
from tests.disputes.disputing import decided, raised
from tests.events.evenings import planned, signed_in
from tests.factories import house_laws, make_table, record
from tests.house_laws.making import OVERRULED, SOME, written
from tests.web.asking import send

pytestmark = pytest.mark.django_db

SLUG = "harbour-laws"
AT = f"clubs/harbour/law-sets/{SLUG}/"


@pytest.fixture(autouse=True)
def _caches_emptied() -> None:
    queries.law_set_at.cache_clear()
    queries.law_book_at.cache_clear()


def kinds(ruling: Any) -> list[str]:
    """Return the kinds of consequence in an answer."""
    return [effect["kind"] for effect in ruling["effects"]]


def test_a_law_set_is_written_by_one_and_published_by_another(club):
    owner, director = club.client("owner"), club.client("director")
    record(club.table, club.actors["scorer"])
    past = raised(club, incident="lead-out-of-turn", facts=SOME, seat=1)["id"]
    decided(club, past)
    begun = send(owner, "post", "clubs/harbour/law-sets/", {"slug": SLUG, "written": written()})
    assert (begun.status_code, begun.json()["revisions"]) == (201, [])
    seen = send(director, "get", f"{AT}draft/check/").json()
    assert (seen["sound"], seen["objections"]) == (True, [])
    assert sum(each["situations"] for each in seen["changes"] if each["incident"] == "lead-out-of-turn") == 6
    assert [(each["gives_way"], each["confirmed"]) for each in seen["gives_way"]] == [
        (rule, True) for rule in OVERRULED
    ]
    assert [(each["dispute"], each["incident"]) for each in seen["past"]] == [(past, "lead-out-of-turn")]
    told = send(director, "post", f"{AT}draft/publish/", {"mark": seen["mark"]})
    assert (told.status_code, told.json()["number"]) == (201, 1)

    there = send(owner, "get", AT).json()
    assert there["draft"] is None
    assert [(each["number"], each["revision"]) for each in there["revisions"]] == [
        (1, told.json()["revision"])
    ]
    assert (there["revisions"][0]["author"], there["revisions"][0]["published_by"]) == (
        club.actors["owner"].member_id,
        club.actors["director"].member_id,
    )
    verbs = Entry.objects.filter(verb__startswith="house-laws").order_by("seq").values_list("verb", flat=True)
    assert list(verbs) == ["house-laws.begun", "house-laws.published"]
    assert list(breaches()) == []


def test_the_last_author_may_not_publish_and_learns_who_may(club):
    law_set = house_laws(club, published=False)
    answer = send(club.client("owner"), "post", f"{AT}draft/publish/", {"mark": law_set.draft.mark})
    assert (answer.status_code, answer.json()["code"]) == (403, "own-draft")
    assert "“the director”" in answer.json()["detail"]
    Member.objects.filter(pk=club.actors["director"].member_id).update(left_at=club.club.created_at)
    alone = send(club.client("owner"), "post", f"{AT}draft/publish/", {"mark": law_set.draft.mark})
    assert "The club has none: add one first" in alone.json()["detail"]
    assert not HouseRevision.objects.exists()
    for slug, says in ((SLUG, "unknown law set"), ("foster", "did you mean foster-1897?")):
        asked = {"law_set": slug, "incident": "lead-out-of-turn"}
        answer = send(club.client("owner"), "post", "rulings/", asked)
        assert says in answer.json()["law_set"][0], "what is only a draft is not there yet"


def test_a_sole_director_publishes_alone_after_a_second_look(club):
    law_set = house_laws(club, published=False)
    owner, sent = club.client("owner"), {"mark": law_set.draft.mark, "alone": True}
    answer = send(owner, "post", f"{AT}draft/publish/", sent)
    assert (answer.status_code, answer.json()["code"]) == (403, "own-draft"), "there is a director"
    pages = "/clubs/harbour/laws/"
    assert "Another owner or director publishes what you write." in owner.get(pages).content.decode()
    Member.objects.filter(pk=club.actors["director"].member_id).update(left_at=club.club.created_at)
    assert "The club has none yet" in owner.get(pages).content.decode(), "said before it is begun"
    owner = signed_in(club, "owner")
    at_check = f"{pages}{SLUG}/check/"
    assert 'name="alone"' in owner.get(at_check).content.decode()
    form = {"action": "publish", "mark": law_set.draft.mark}
    assert owner.post(at_check, form).status_code == 403
    assert owner.post(at_check, form | {"alone": "on"}).status_code == 302
    row = HousePublication.objects.get()
    assert (row.is_by_author, row.by_member_id) == (True, row.author_id)
    assert list(breaches()) == []


def test_a_draft_without_a_change_is_not_offered_for_publication(club):
    law_set, at_check = house_laws(club), f"/clubs/harbour/laws/{SLUG}/check/"
    same = read_text(SLUG, HouseRevision.objects.get().written)
    write_draft(law_set=law_set, actor=club.actors["owner"], written=same)
    page = signed_in(club).get(at_check).content.decode()
    assert "The draft says what the latest revision says." in page
    assert 'value="publish"' not in page
    mark = {"mark": HouseDraft.objects.get().mark}
    answer = send(club.client("director"), "post", f"{AT}draft/publish/", mark)
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-new")


def test_what_is_published_is_read_by_everybody_and_a_draft_by_the_club_alone(club, other_club):
    house_laws(club, published=False)
    stranger, reads = (
        other_club.client("owner"),
        [f"/laws/{SLUG}/", f"/api/v1/{AT}", f"/clubs/harbour/laws/{SLUG}/"],
    )
    for client in (stranger, Client()):
        assert [client.get(each).status_code in (302, 401, 404) for each in reads] == [True] * 3
    owner = HouseDraft.objects.get()
    publish_draft(law_set=owner.law_set, actor=club.actors["director"], mark=owner.mark)
    for client in (stranger, Client()):
        assert client.get(f"/laws/{SLUG}/").status_code == 200
        assert client.get(f"/api/v1/{AT}").status_code in (401, 404)


def test_simultaneous_drafts_conflict_and_dropping_keeps_published_revisions(club):
    house_laws(club)
    for role, status in (("director", 200), ("owner", 409)):
        body = {"written": written(title=f"By the {role}"), "mark": ""}
        assert send(club.client(role), "put", f"{AT}draft/", body).status_code == status
    assert "By the director" in HouseDraft.objects.get().written
    for _time in range(2):
        assert send(club.client("director"), "delete", f"{AT}draft/").status_code == 204
    assert not HouseDraft.objects.exists()
    assert queries.law_set_named(SLUG).title == "Laws of the harbour"
    assert Entry.objects.filter(verb="house-laws.dropped").count() == 1


def test_the_previous_revision_keeps_the_laws_that_the_next_one_drops(club):
    law_set = house_laws(club)
    table = make_table(club.club, club.actors["owner"], law_set=SLUG)
    before = queries.law_set_named(SLUG)
    bare = read_fields(SLUG, {"lawset": written(parameters={"game_score": "42"})["lawset"]})
    write_draft(law_set=law_set, actor=club.actors["director"], written=bare)
    publish_draft(law_set=law_set, actor=club.actors["owner"], mark=HouseDraft.objects.get().mark)

    assert queries.law_set_named(SLUG)["game_score"] == 42
    assert queries.law_set_named(f"{SLUG}@1") == before
    assert Table.objects.get(pk=table.pk).law_set.revision == before.revision
    law = f"{SLUG}/lead-out-of-turn/second-card"
    assert law not in queries.law_set_named(SLUG).laws
    assert send(club.client("owner"), "get", f"laws/{law}/").json()["id"] == law
    for name in (f"{SLUG}@3", f"{SLUG}@x", f"{SLUG}@", "@", "\0", "foster-1897@1"):
        with pytest.raises(InvalidInput, match="unknown law set"):
            queries.law_set_named(name)
    assert list(breaches()) == []


@pytest.mark.parametrize("parameters", [{}, {"score_floor": -20}])
def test_an_event_names_the_revision_that_it_is_pinned_to(club, parameters):
    law_set = house_laws(club)
    under_house = planned(club, 8, law_set=SLUG, parameters=parameters)
    under_book = planned(club, 8, name="Another", parameters=parameters)
    later = read_fields(SLUG, written(title="Laws of the pier"))
    write_draft(law_set=law_set, actor=club.actors["director"], written=later)
    publish_draft(law_set=law_set, actor=club.actors["owner"], mark=HouseDraft.objects.get().mark)

    answers = [
        send(club.client("owner"), "get", f"events/{each.pk}/").json() for each in (under_house, under_book)
    ]

    named = [(answer["law_set"], answer["law_set_revision"]) for answer in answers]
    assert named == [(SLUG, 1), ("foster-1897", None)]


@pytest.mark.parametrize(
    "slug", [SLUG, "foster-1897", "ask", "compare", "Harbour", "a b", "", "x" * 61, 7, None]
)
def test_a_slug_that_is_taken_or_none_is_refused(club, other_club, slug):
    house_laws(other_club, published=False)
    answer = send(
        club.client("owner"), "post", "clubs/harbour/law-sets/", {"slug": slug, "written": written()}
    )
    assert (answer.status_code, list(answer.json())) == (400, ["slug"])
    assert not HouseLawSet.objects.filter(club=club.club).exists()


def test_a_house_law_set_is_accepted_wherever_a_law_set_is_named(club):
    house_laws(club)
    owner = club.client("owner")
    listed = send(owner, "get", "law-sets/").json()["results"]
    assert [each["slug"] for each in listed] == [*library.law_sets()], "its club's own list has it"
    for page in ("", "laws/", "laws/?q=revoke", "laws/compare/", "laws/compare/?a=harbor-laws"):
        assert "of the harbour" not in Client().get(f"/{page}").content.decode(), page
    unknown = send(owner, "get", "laws/?law_set=harbor-laws").json()
    assert SLUG not in str(unknown)
    for page in (f"laws/?law_set={SLUG}&q=card", f"laws/compare/?a=foster-1897&b={SLUG}"):
        assert "Laws of the harbour" in Client().get(f"/{page}").content.decode(), page
    assert send(owner, "get", f"law-sets/{SLUG}/").json()["parameters"]["game_score"] == 31
    law = f"{SLUG}/lead-out-of-turn/second-card"
    assert send(owner, "get", f"laws/{law}/").json()["cite"] == "Laws of the harbour"
    assert send(owner, "get", f"laws/?law_set={SLUG}&q=second+card").json()["results"][0]["id"] == law
    asked = {"law_set": SLUG, "incident": "lead-out-of-turn", "facts": SOME}
    assert kinds(send(owner, "post", "rulings/", asked).json()) == ["stands"]
    assert kinds(send(owner, "post", "rulings/why/", asked).json()) == ["stands"]
    compared = send(owner, "post", "rulings/compare/", asked).json()
    assert kinds(compared[SLUG]) == ["stands"]
    assert kinds(compared["foster-1897"])[0] == "card-exposed"
    two = {f"{place}": {"incident": "lead-out-of-turn", "facts": SOME} for place in ("first", "second")}
    together = send(owner, "post", "rulings/together/", {"law_set": SLUG, **two})
    assert together.status_code == 200, together.json()
    deal = {"dealer": 4, "maker": 2, "bid": 8, "trump": "H", "points": [5, 9]}
    scored = {"law_set": SLUG, "game": "cinch", "before": [0, 28], "deal": deal}
    assert send(owner, "post", "score/", scored).json()["winner"] == 2
    club_now = send(owner, "patch", "clubs/harbour/", {"law_set": SLUG})
    assert (club_now.status_code, club_now.json()["law_set"]) == (200, SLUG)
    event = {"club": "harbour", "name": "Evening", "players": ["P", "Q", "R", "S"], "rounds": 2}
    assert send(owner, "post", "events/", event).status_code == 201


def test_an_export_is_accepted_again_and_a_contradiction_refused_by_line(club):
    house_laws(club)
    owner = club.client("owner")
    text = send(owner, "get", f"{AT}export/").json()["yaml"]
    assert tidy(yaml_files.read(text, "x")) == tidy(from_plain(written()))
    body = {"slug": "copied-laws", "yaml": text}
    assert send(owner, "post", "clubs/harbour/law-sets/", body).status_code == 201
    again = send(owner, "get", "clubs/harbour/law-sets/copied-laws/export/").json()["yaml"]
    assert again == text
    contradicting = text.replace(f"      - {OVERRULED[0]}\n", "", 1)
    refused = send(owner, "put", f"{AT}draft/", {"yaml": contradicting})
    lines = [each.strip() for each in contradicting.splitlines()]
    (_law, rule) = (number for number, line in enumerate(lines, 1) if line == "second-card:")
    assert refused.status_code == 400
    assert f"line {rule}, " in refused.json()["yaml"][0]
    assert f"it contradicts {OVERRULED[0]}" in refused.json()["yaml"][0]
    assert not HouseDraft.objects.filter(law_set__slug=SLUG).exists()
    draft = send(owner, "put", f"{AT}draft/", {"yaml": text.replace("'31'", "'42'").replace("31", "42")})
    assert draft.status_code == 200
    assert send(owner, "get", f"{AT}export/?revision=1").json()["yaml"] == text
    assert send(owner, "get", f"{AT}export/?revision=2").status_code == 404
    assert send(owner, "get", f"{AT}export/?revision=x").status_code == 400


LARGE = {f"law-{number}": {"text": "x" * 990, "note": "y" * 990} for number in range(52)}
"""More laws than can be kept."""


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "written"),
        ({"written": written(), "yaml": "x"}, "written"),
        ({"written": 7}, "written"),
        ({"yaml": " "}, "yaml"),
        ({"yaml": 7}, "yaml"),
        ({"written": written() | {"revoke": {"laws": LARGE, "rules": {}}}}, "lawset"),
    ],
)
def test_a_malformed_or_too_large_draft_is_refused(club, body, field):
    house_laws(club)
    answer = send(club.client("owner"), "put", f"{AT}draft/", body)
    assert (answer.status_code, list(answer.json())) == (400, [field])
    assert not HouseDraft.objects.exists()
