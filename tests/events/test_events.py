"""Events: planned with what cannot be refused by name, people who come late and go home."""

import pytest

from laws.queries import law_set_at
from scoring.clubs.models import Member
from scoring.events.services import attendance, events, finals, rounds
from scoring.office.verification import breaches
from scoring.refusals import Conflict, NotAllowed
from tests.events.evenings import begun, current, now, planned, play_on, players_of, seats
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db


def test_an_event_is_planned_and_nobody_is_seated(club):
    event = planned(club, 50, of_rounds=8)

    record = now(event)
    assert (record.current, len(record.entrants), record.settings.rounds) == (None, 50, 8)
    assert record.settings.deals_per_round == 4
    assert (event.seed, event.by_member_id) == ("autumn", club.actors["director"].member_id)
    # Foster, Progressive Cinch: four deals are played whatever the score, so no game is won at 51.
    assert law_set_at(event.law_set.revision)["target_reached"] == "played-out"
    assert event.law_set.slug == "foster-1897"
    assert list(breaches()) == []


def test_two_events_draw_from_different_seeds_where_none_is_given(club):
    one, other = planned(club, seed=None), planned(club, seed=None)
    assert one.seed != other.seed
    assert min(len(one.seed), len(other.seed)) >= 32, "128 bits that nobody guesses before the start"


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
    pytest.param({"movement": {"odd": "table-of-three"}, "law_set_at_three": "no-such"},
                 {"law_set_at_three": "no-such"}, id="an unknown law set for tables of three"),
    pytest.param({"game": "three-handed-cinch"}, {"game": "seat four"}, id="an evening of threes"),
    pytest.param({"law_set": "no-such"}, {"law_set": ""}, id="an unknown law set"),
    pytest.param({"game": "whist"}, {"game": "cinch"}, id="another game"),
    pytest.param({"name": " "}, {"name": ""}, id="no name"),
    pytest.param({"seed": "ö"}, {"seed": ""}, id="a seed of other characters"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "said"), REFUSED)
def test_what_cannot_be_planned_is_refused_by_field_and_nothing_is_kept(club, wanted, said):
    asked = {
        "club": club.club.slug,
        "name": "Evening",
        "rounds": 3,
        "players": ["A1", "B1", "C1", "D1"],
    } | wanted
    before = rows()

    answer = send(club.client("director"), "post", "events/", asked)

    told = reasons(answer)
    for field, part in said.items():
        assert part in told[field], told
    assert (rows(), Member.objects.filter(name="A1").exists()) == (before, False)


def test_an_event_answers_with_its_rules_and_players(club):
    asked = {"club": club.club.slug, "name": "Evening", "rounds": 2, "players": ["A", "B1", "C1", "D1"]}

    made = send(club.client("director"), "post", "events/", asked)

    body = made.json()
    assert made.status_code == 201
    assert (body["status"], body["round"], body["clock"]) == ("planned", None, None)
    assert body["law_set_at_three"] is None
    assert [player["name"] for player in body["players"]] == ["A", "B1", "C1", "D1"]
    assert body["players"][0]["id"] == Member.objects.get(club=club.club, name="A").pk, (
        "who was there already"
    )
    assert (body["movement"]["kind"], body["movement"]["missing_results"]) == ("winner-progressive", "wait")
    listed = send(club.client("player"), "get", f"events/?club={club.club.slug}").json()
    assert [one["id"] for one in listed["results"]] == [body["id"]]


def test_who_comes_late_plays_from_the_next_round_and_moves_nobody(club):
    event = begun(club, 9)
    before = seats(current(event))

    late = attendance.enter(event=event, actor=club.actors["director"], player="Late")

    assert (late.from_round, seats(current(event))) == (2, before)
    play_on(event, club)
    placed = [player for table in seats(current(event)) for player in table]
    assert len(now(event).current.sitting_out) == 2
    assert late.member_id in [*placed, *current(event).sitting_out]
    with pytest.raises(Conflict) as again:
        attendance.enter(event=event, actor=club.actors["director"], player="Late")
    assert again.value.code == "entered-already"


def test_who_goes_home_plays_the_round_out(club):
    event = begun(club, 9)
    gone = players_of(event)[0]

    answer = send(club.client("director"), "delete", f"events/{event.pk}/players/{gone}/")

    assert (answer.status_code, answer.json()["players"][0]["left_from_round"]) == (200, 2)
    assert gone in current(event).tables[0].players
    play_on(event, club)
    assert gone not in current(event).seated().places()
    assert gone not in current(event).sitting_out
    assert send(club.client("director"), "delete", f"events/{event.pk}/players/999999/").status_code == 404


def test_nobody_goes_home_from_an_event_that_is_over_and_nobody_comes(club):
    event = begun(club, of_rounds=1)
    play_on(event, club)
    for deed in (
        lambda: attendance.leave(event=event, actor=club.actors["director"], member_id=players_of(event)[0]),
        lambda: attendance.enter(event=event, actor=club.actors["director"], player="Late"),
    ):
        with pytest.raises(Conflict) as refused:
            deed()
        assert refused.value.code == "event-over"


def test_a_round_without_players_enough_for_a_table_waits_and_says_so(club):
    event = begun(club, 4)
    attendance.leave(event=event, actor=club.actors["director"], member_id=players_of(event)[0])
    play_on(event, club)

    assert current(event).number == 1
    refused = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/move/")
    assert (refused.status_code, refused.json()["code"]) == (409, "round-not-ready")
    assert "3 players are left" in refused.json()["detail"]


@pytest.mark.parametrize("role", ["scorer", "player"])
def test_only_directors_run_an_event(club, role):
    event = planned(club)
    for deed in (
        lambda: rounds.start(event=event, actor=club.actors[role]),
        lambda: attendance.enter(event=event, actor=club.actors[role], player="Late"),
        lambda: attendance.leave(event=event, actor=club.actors[role], member_id=1),
        lambda: finals.make_final(event=event, actor=club.actors[role]),
        lambda: events.create(club=club.club, actor=club.actors[role], name="x", players=["A"] * 4),
    ):
        with pytest.raises(NotAllowed):
            deed()
