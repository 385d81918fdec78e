"""Planning events: errors under the name of each field, and only directors may run events."""

import pytest

from laws.queries import law_set_at
from scoring.clubs.models import Member
from scoring.office.verification import breaches
from tests.events.evenings import planned
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db


def test_an_event_is_planned_and_nobody_is_seated(club):
    evening = planned(club, 50, of_rounds=8, deals_per_round=None)

    state, event = evening.state, evening.event
    assert (state.current, len(state.entrants), state.settings.rounds) == (None, 50, 8)
    assert state.settings.deals_per_round == 4
    assert (event.seed, event.by_member_id) == ("autumn", evening.director.member_id)
    # Foster, Progressive Cinch: four deals are played whatever the score, so no game is won at 51.
    assert law_set_at(event.law_set.revision)["target_reached"] == "played-out"
    assert event.law_set.slug == "foster-1897"
    assert list(breaches()) == []


def test_two_events_without_a_given_seed_draw_from_different_seeds(club):
    one, other = (planned(club, seed=None).event.seed for _ in range(2))
    assert one != other
    assert min(len(one), len(other)) >= 32, "128 bits that nobody guesses before the start"


REFUSED = [
    pytest.param({"players": ["A1", "B1", "C1"]}, {"players": "at least 4"}, id="three players"),
    pytest.param({"players": ["A1", "B1", "C1", "A1"]}, {"players.4": "already"}, id="a name twice"),
    pytest.param({"players": "A1, B1, C1, D1"}, {"players": "list"}, id="players as one text"),
    pytest.param({"players": ["A1", "B1", "C1", 10**9]}, {"players.4": "No such member"}, id="nobody's id"),
    pytest.param({"rounds": "8"}, {"rounds": ""}, id="rounds as text"),
    pytest.param(
        {"movement": {"kind": "wander"}}, {"movement.kind": "winner-progressive"}, id="an unknown movement"
    ),
    pytest.param({"law_set_at_three": "chicago-1890"}, {"law_set_at_three": "no tables of three"},
                 id="a law set for tables that there are not"),
    pytest.param({"movement": {"odd": "table-of-three"}, "law_set_at_three": "chicago-1890"},
                 {"law_set_at_three": "Tables of three play under Foster"}, id="another law set for three"),
    pytest.param({"law_set": "no-such"}, {"law_set": ""}, id="an unknown law set"),
    pytest.param({"game": "whist"}, {"game": "cinch"}, id="another game"),
    pytest.param({"name": " "}, {"name": ""}, id="no name"),
    pytest.param({"seed": "ö"}, {"seed": ""}, id="a seed of other characters"),
]  # fmt: skip


def plan(club, **wanted):
    """Plan an event by the API."""
    asked = {"club": club.club.slug, "name": "Evening", "rounds": 3, "players": ["A1", "B1", "C1", "D1"]}
    return send(club.client("director"), "post", "events/", asked | wanted)


@pytest.mark.parametrize(("wanted", "refused"), REFUSED)
def test_an_impossible_event_is_refused_at_its_fields_and_nothing_is_kept(club, wanted, refused):
    before = rows()

    why = reasons(plan(club, **wanted))

    for field, part in refused.items():
        assert part in why[field], why
    assert (rows(), Member.objects.filter(name="A1").exists()) == (before, False)


def test_an_event_answers_with_its_rules_and_players(club):
    made = plan(club, players=["A", "B1", "C1", "D1"])

    body = made.json()
    assert made.status_code == 201
    assert (body["status"], body["round"], body["clock"]) == ("planned", None, None)
    assert body["law_set_at_three"] is None
    assert [player["name"] for player in body["players"]] == ["A", "B1", "C1", "D1"]
    was_there = Member.objects.get(club=club.club, name="A")
    assert body["players"][0]["id"] == was_there.pk
    assert (body["movement"]["kind"], body["movement"]["missing_results"]) == ("winner-progressive", "wait")
    listed = send(club.client("player"), "get", f"events/?club={club.club.slug}").json()
    assert [one["id"] for one in listed["results"]] == [body["id"]]


def test_an_events_details_are_planned_listed_and_changed(club):
    director = club.client("director")
    sent = {"club": club.club.slug, "name": "Whist", "players": ["A", "B", "C", "D"],
            "date": "2034-12-05", "time": "19:30", "place": "Harbour inn"}  # fmt: skip

    made = director.post("/api/v1/events/", sent, format="json").json()
    director.patch(f"/api/v1/events/{made['id']}/", {"name": "Drive", "time": "20:00"}, format="json")

    listed = director.get(f"/api/v1/events/?club={club.club.slug}").json()["results"][0]
    read = director.get(f"/api/v1/events/{made['id']}/").json()
    shown = [(each["name"], each["date"], each["time"], each["place"]) for each in (made, listed, read)]
    assert shown == [
        ("Whist", "2034-12-05", "19:30", "Harbour inn"),
        ("Drive", "2034-12-05", "20:00", "Harbour inn"),
        ("Drive", "2034-12-05", "20:00", "Harbour inn"),
    ]
    assert read["changes"][0]["content"] == {"name": "Drive", "time": "20:00"}
