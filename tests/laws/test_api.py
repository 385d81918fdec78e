"""The API of the laws: responses, refusals of wrong requests, and house law sets."""

import json
from typing import Any

import pytest
from django.test import Client

from laws import library
from laws.domain.parameters import PARAMETERS
from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import read_fields
from scoring.house_laws.services import publish_draft, write_draft
from tests.factories import ClubOfRoles, house_laws
from tests.house_laws.making import written

pytestmark = pytest.mark.django_db

SETS, LAWS, CLAUSES = "/api/v1/law-sets/", "/api/v1/laws/", "/api/v1/clauses/"
COMPARED, INCIDENTS = f"{SETS}compare/", "/api/v1/incidents/"


def get(address: str, status: int = 200, **query: str) -> Any:
    """Return the JSON of a response after checking its status."""
    response = Client(raise_request_exception=True).get(address, query or None)
    assert response.status_code == status, response.content[:300]
    assert response["Content-Type"].startswith("application/json")
    return json.loads(response.content)


def test_the_law_sets_are_listed_with_every_parameter():
    page = get(SETS)
    assert (page["count"], page["next"]) == (4, None)
    by_slug = {row["slug"]: row for row in page["results"]}
    assert by_slug["foster-1897"]["parameters"]["game_score"] == 51
    assert by_slug["chicago-1890"]["parameters"]["game_score"] == 42
    for row in page["results"]:
        assert set(row["parameters"]) == set(PARAMETERS)
        assert row["games"][:2] == ["cinch", "three-handed-cinch"]
        assert len(row["revision"]) == 64


def test_a_law_set_is_shown_with_each_setting_explained():
    answer = get(f"{SETS}bicycle/")
    assert answer["settings"]["misdeal_effect"] == {
        "value": "pass-left",
        "status": "fallback",
        "law": "foster-1897/misdeal/loses-the-deal",
        "note": "Misdeals are not in the part seen.",
        "title": "After a misdeal",
        "says": "The next player deals.",
        "meaning": PARAMETERS["misdeal_effect"].meaning,
        "accepted": "pass-left, same-dealer",
        "unit": "",
    }
    assert answer["parameters"]["points"]["left-pedro"] == 5
    variations = {row["slug"]: row for row in get(f"{SETS}foster-1897/")["variations"]}
    assert variations["cribbage-board"]["parameters"] == {
        "starting_score": 10,
        "game_score": 61,
        "score_marked": "cribbage-board",
    }
    assert variations["cribbage-board"]["law"] == "foster-1897/variations/cribbage-board"


def test_a_law_and_a_clause_are_shown_by_their_ids():
    """Foster 1897, Cinch Laws, The Revoke: the side that revoked scores nothing on the deal."""
    law = get(f"{LAWS}foster-1897/revoke/penalty/")
    assert (law["clauses"], law["effects"]) == (["cinch-revoke-penalty"], ["side-cannot-score"])
    assert (law["law_set"], law["game"], law["topic"]) == ("foster-1897", "cinch", "revoke")
    clause = get(f"{CLAUSES}cinch-revoke-penalty/")
    assert (clause["inventory"], clause["status"]) == ("foster-1897", "procedural")
    assert law["id"] in clause["laws"]
    assert (clause["when"], clause["then"], clause["exceptions"]) == ("", law["text"], [])
    outside = get(f"{CLAUSES}mod-pw-failed/")
    assert (outside["status"], outside["origin"]) == ("listed", "web copy, pokerwiner.com")
    carrier = get(f"{LAWS}{outside['laws'][0]}/")
    assert (carrier["kind"], carrier["origin"]) == ("listed", outside["origin"])
    assert carrier["cite"] == outside["cite"]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("law_set=chicago-1890&topic=revoke&effect=set-back", ["chicago-1890/revoke/by-the-maker"]),
        ("q=renege&law_set=chicago-1890&effect=set-back", ["chicago-1890/revoke/by-the-maker"]),
        ("q=zzzz", []),
        ("game=cinch&topic=end-of-game&law_set=modern-book", ["modern-book/end-of-game/fifty-one"]),
    ],
)
def test_laws_are_found(query, ids):
    assert [law["id"] for law in get(f"{LAWS}?{query}")["results"]] == ids


def test_all_laws_are_listed_and_clauses_found_by_source_law_set_and_status():
    assert get(LAWS)["count"] == len(library.laws())
    assert get(CLAUSES, inventory="modern")["count"] == 139
    assert get(f"{CLAUSES}?status=unclassified")["count"] == 0
    carried = [clause["laws"] for clause in get(CLAUSES, law_set="bicycle")["results"]]
    assert all(any(law.startswith("bicycle/") for law in laws) for laws in carried)


@pytest.mark.parametrize(
    ("address", "query", "reason"),
    [
        (LAWS, "lawset=bicycle", "did you mean law_set?"),
        (LAWS, "law_set=foster", "did you mean foster-1897?"),
        (LAWS, "game=whist", "seven-up"),
        (LAWS, "topic=revokes", "did you mean revoke?"),
        (LAWS, "effect=newdeal", "did you mean new-deal?"),
        (LAWS, f"q={'x' * 101}", "at most 100 characters"),
        (LAWS, "q=a%00b", "cannot be typed"),
        (LAWS, "page=0", "a whole number from 1"),
        (LAWS, f"page={'9' * 5000}", "a whole number from 1"),
        (LAWS, "page_size=201", "at most 200"),
        (LAWS, "topic=revoke&topic=play", "given twice"),
        (SETS, "q=revoke", "unknown query parameter"),
        (f"{LAWS}foster-1897/scoring/tie/", "a=1", "unknown query parameter"),
        (CLAUSES, "inventory=fosters", "unknown inventory “fosters”"),
        (CLAUSES, "status=decide", "did you mean decides?"),
        (CLAUSES, "effect=stands", "unknown query parameter “effect”"),
        (INCIDENTS, "topic=leading", "unknown topic “leading”"),
        (INCIDENTS, "incident=revoke", "unknown query parameter “incident”"),
        (COMPARED, "b=&a=foster-1897", "unknown law set"),
        (COMPARED, "a=foster&b=foster-1897@1", "did you mean foster-1897?"),
        (COMPARED, "topic=no-such&a=foster-1897&b=chicago-1890", "unknown topic “no-such”"),
    ],
)
def test_a_wrong_question_is_refused_by_name(address, query, reason):
    assert reason in get(f"{address}?{query}", 400)[query.partition("=")[0]][0]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        (f"{SETS}foster/", "did you mean foster-1897?"),
        (f"{LAWS}foster-1897/scoring/ties/", "did you mean foster-1897/scoring/tie?"),
        (f"{LAWS}foster-1897/", "unknown law"),
        (f"{LAWS}{'a/' * 500}", "unknown law"),
        (f"{LAWS}?page=400", "Invalid page"),
        (f"{CLAUSES}chi-pak/", "did you mean chi-pack?"),
    ],
)
def test_an_unknown_id_is_404_in_json_with_the_nearest(address, reason):
    assert reason in get(address, 404)["detail"]


@pytest.mark.parametrize("address", [SETS, f"{LAWS}?q=tie", f"{LAWS}foster-1897/scoring/tie/"])
def test_an_unchanged_answer_is_304(address):
    first = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert Client().get(f"{LAWS}?q=bid", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_incidents_are_listed_with_their_facts():
    rows = {row["id"]: row for row in get(INCIDENTS, law_set="chicago-1890")["results"]}
    known = library.vocabulary().incidents
    assert set(rows) == {key for key, each in known.items() if each.game in ("cinch", "auction-cinch")}
    fact = rows["lead-out-of-turn"]["facts"][1]
    assert set(fact) >= {"ask", "needed_when"}
    assert (fact["id"], fact["type"], fact["values"]) == ("followed", "choice", ["none", "some", "all"])


def test_the_most_common_misdeal_is_first_under_misdeals():
    """A wrong number dealt: Foster 1897, Cinch Laws, Misdealing; Chicago 1890, law 8."""
    assert get(INCIDENTS, topic="misdeal")["results"][0]["id"] == "wrong-number-of-cards"
    for law_set in ("foster-1897", "chicago-1890"):
        listed = get(INCIDENTS, law_set=law_set, topic="misdeal")["results"]
        assert listed[0]["id"] == "wrong-number-of-cards"
        laws = get(LAWS, law_set=law_set, topic="misdeal", game="cinch")["results"]
        assert laws[0]["id"] == f"{law_set}/misdeal/wrong-number"
    laws = get(LAWS, law_set="foster-1897", topic="misdeal", game="seven-up")["results"]
    assert laws[0]["id"] == "foster-1897/seven-up/wrong-number-dealt"


def test_an_incident_tells_which_other_incidents_it_may_be_instead():
    rows = get(INCIDENTS, law_set="foster-1897", topic="misdeal")["results"]
    leads = next(row["leads_to"] for row in rows if row["id"] == "uneven-round")
    assert leads[0] == {
        "incident": "wrong-number-of-cards",
        "says": "A hand was left with too many or too few cards.",
        "when": [{"hands_right": ["three", "fewer"]}],
    }


BOTH_READ = "foster-1897/revoke/put-right"
SECOND_CARD = "harbour-laws/lead-out-of-turn/second-card"


@pytest.fixture
def published(club: ClubOfRoles) -> None:
    """Publish two revisions: the second drops the law, reads put-right as Foster, and plays to 42."""
    law_set = house_laws(club)
    second = {"lawset": written()["lawset"] | {"parameters": {"game_score": "42"}, "readings": {}}}
    write_draft(law_set=law_set, actor=club.actors["owner"], written=read_fields(law_set.slug, second))
    mark = HouseDraft.objects.get().mark
    publish_draft(law_set=law_set, actor=club.actors["director"], mark=mark)


@pytest.mark.usefixtures("published")
def test_a_revision_is_compared_with_its_book_and_its_incidents_are_listed():
    answer = get(COMPARED, a="foster-1897", b="harbour-laws@1")
    assert answer["parameters"] == [
        {"name": "game_score", "before": 51, "after": 31},
        {"name": "low_to", "before": "winner", "after": "holder"},
    ]
    readings = [(each["rules"], each["after"]) for each in answer["readings"]]
    assert any(BOTH_READ in rules and after == "free" for rules, after in readings)
    assert [(each["id"], each["before"]) for each in answer["laws"]] == [(SECOND_CARD, None)]
    # Foster: to a plain card led out of turn one or two have followed, whosever turn it was and, where an
    # adversary led by right, however many play; the club lets it stand.
    led = [each for each in answer["rulings"] if each["incident"] == "lead-out-of-turn"]
    assert sum(each["situations"] for each in led) == 6
    assert {effect["kind"] for each in led for effect in each["after"]["effects"]} == {"stands"}
    listed = get(INCIDENTS, law_set="harbour-laws@1", topic="lead-out-of-turn")["results"]
    assert "harbour-laws@1" in listed[0]["spoken_of"]


@pytest.mark.usefixtures("published")
def test_two_revisions_of_one_law_set_are_compared():
    answer = get(COMPARED, a="harbour-laws@1", b="harbour-laws")
    assert answer["parameters"] == [{"name": "game_score", "before": 31, "after": 42}]
    assert [(each["id"], each["after"]) for each in answer["laws"]] == [(SECOND_CARD, None)]
    (reading,) = (each for each in answer["readings"] if BOTH_READ in each["rules"])
    assert reading["before"] == "free"
    assert reading["says_before"] != reading["says_after"]
    only = get(COMPARED, a="harbour-laws@1", b="harbour-laws", topic="lead-out-of-turn")
    assert {each["incident"] for each in only["rulings"]} == {"lead-out-of-turn"}
    assert only["readings"] == []
    page = Client().get("/laws/compare/?a=harbour-laws@1&b=harbour-laws").content.decode()
    assert "What they read differently" in page
    assert "/laws/foster-1897/revoke/" in page


def test_the_clauses_of_a_law_set_are_sent_again_after_a_change_of_its_base(club):
    law_set, address = house_laws(club), f"{CLAUSES}?law_set=harbour-laws"
    first = Client().get(address)
    other = {"lawset": {"title": "Laws of the harbour", "base": "chicago-1890"}}
    write_draft(law_set=law_set, actor=club.actors["owner"], written=read_fields(law_set.slug, other))
    mark = HouseDraft.objects.get().mark
    publish_draft(law_set=law_set, actor=club.actors["director"], mark=mark)
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again.content != first.content


def test_a_page_looks_a_law_set_up_once(club, django_assert_num_queries):
    house_laws(club)
    address = "/laws/ask/?law_set=harbour-laws&incident=lead-out-of-turn"
    for page, statements in (
        (f"{address}&turn_of=adversary&followed=some", 1),
        ("/laws/harbour-laws/lead-out-of-turn/second-card/", 2),
    ):
        assert Client().get(page).status_code == 200, "from here on the book is known to the process"
        with django_assert_num_queries(statements):
            Client().get(page)
