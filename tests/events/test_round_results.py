"""Results that are missing, tied or in doubt: settled by the event's policy or by name, never made up."""

import pytest

from scoring.events.services import decisions, rounds, sweeps
from scoring.office.verification import breaches
from scoring.refusals import Conflict, NotFound
from tests.events.evenings import (
    FIRST_SIDE,
    TIED,
    begun,
    current,
    decide,
    now,
    planned,
    play,
    play_on,
    players_of,
)
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db


def director(club):
    return club.actors["director"]


def test_without_a_result_nobody_moves_and_none_is_made_up(club):
    event = begun(club)
    play(event, club, without=[2])
    rounds.ring_bell(event=event, actor=director(club))
    sweeps.tend(event.pk)

    refused = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/move/")

    assert (refused.status_code, refused.json()["code"]) == (409, "round-not-ready")
    assert [(one["table"], one["kind"]) for one in refused.json()["blockers"]] == [(2, "missing")]
    shown = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()
    assert (shown["late"], shown["tables"][1]["result"]) == ([2], None)
    assert current(event).number == 1


@pytest.mark.parametrize("policy", ["wait", "director"])
def test_the_director_names_the_winners_where_a_result_is_missing(club, policy):
    event = begun(club, movement={"missing_results": policy})
    f, h = players_of(event)[5::2]
    play(event, club, without=[2])
    rounds.ring_bell(event=event, actor=director(club))
    sweeps.tend(event.pk)
    assert current(event).number == 1

    where = f"events/{event.pk}/rounds/1/tables/2/decide/"
    asked = {"kind": "winners", "winners": [2], "reason": "both sides say so"}
    assert send(club.client("director"), "post", where, asked).status_code == 200
    sweeps.tend(event.pk)

    assert current(event).number == 2
    assert {f, h} <= set(current(event).tables[0].players)
    shown = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()
    assert shown["tables"][1]["result"] == {"winner": 2, "to_go": []}
    assert list(breaches()) == []


def test_where_the_policy_is_to_cut_a_missing_result_is_cut_from_the_seed(club):
    event = begun(club, movement={"missing_results": "cut"})
    play(event, club, without=[2])
    rounds.ring_bell(event=event, actor=director(club))
    sweeps.tend(event.pk)

    assert current(event).number == 2
    (cut,) = current(event).seating.told["ties_cut"]
    assert (cut["table"], cut["source"]) == (2, "drawn")
    assert cut["seed"] == "autumn/tie/1/2"
    shown = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()
    assert shown["tables"][1]["points"] == [0, 0], "no score was made up"
    assert list(breaches()) == []


def test_what_a_table_has_played_counts_once_it_is_handed_in(club):
    event = begun(club)
    play(event, club, deals_each=3)
    rounds.ring_bell(event=event, actor=director(club))
    for number in (1, 2):
        decide(event, club, number, "handed-in")
    sweeps.tend(event.pk)

    # Three deals of nine to five: twelve of 51, so 39 to go.
    assert current(event).number == 2
    assert [table.result.to_go for table in now(event).rounds[0].tables] == [(39, 51)] * 2


WRONG_DECISIONS = [
    pytest.param({"kind": "guess"}, "kind", id="an unknown kind"),
    pytest.param({"kind": "winners", "winners": [3], "reason": "so"}, "winners", id="a third side"),
    pytest.param({"kind": "winners", "winners": [1, 2], "reason": "so"}, "winners", id="both sides"),
    pytest.param({"kind": "winners", "winners": [1]}, "reason", id="winners without a reason"),
    pytest.param({"kind": "waived"}, "reason", id="a doubt set aside without a reason"),
    pytest.param({"kind": "cut", "cut": [{"1": "ZZ"}]}, "cut.1", id="a card that is none"),
    pytest.param({"kind": "cut", "cut": []}, "cut", id="a cut of nobody"),
    pytest.param({"kind": "handed-in", "winners": [1]}, "content", id="what needs nothing"),
    pytest.param({"kind": "winners", "winners": [1], "cut": [], "reason": "x"}, "winners", id="two at once"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_DECISIONS)
def test_a_decision_that_is_none_is_refused_by_field(club, body, field):
    event = begun(club)
    before = rows()
    answer = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/tables/1/decide/", body)
    assert field in reasons(answer)
    assert rows() == before


def test_a_doubt_holds_the_move_until_it_is_settled_or_waived_by_name(club):
    event = begun(club)
    scorer = club.actors["scorer"]
    play(event, club, without=[2])
    first = decisions.doubt(event=event, actor=scorer, round_number=1, table_number=1, note="fourth deal")
    again = decisions.doubt(event=event, actor=scorer, round_number=1, table_number=1)
    play_on(event, club, without=[1])
    assert (first, current(event).number) == (again, 1)
    refused = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/move/")
    assert [one["kind"] for one in refused.json()["blockers"]] == ["disputed"]

    where = f"events/{event.pk}/doubts/{first.pk}/"
    for _ in range(2):
        assert send(club.client("director"), "post", where, {"reason": "nine it was"}).status_code == 200
    sweeps.tend(event.pk)
    assert current(event).number == 2

    second = decisions.doubt(event=event, actor=scorer, round_number=2, table_number=2)
    play_on(event, club)
    assert current(event).number == 2
    decide(event, club, 2, "waived", of_round=2)
    sweeps.tend(event.pk)
    assert (current(event).number, second.settled if hasattr(second, "settled") else None) == (3, None)
    with pytest.raises(Conflict) as late:
        decisions.doubt(event=event, actor=scorer, round_number=2, table_number=1)
    assert late.value.code == "round-moved"


def test_a_doubt_of_another_event_is_not_found(club):
    event, other = begun(club), planned(club, players=[f"Q{n}" for n in range(8)])
    raised = decisions.doubt(event=event, actor=director(club), round_number=1, table_number=1)
    with pytest.raises(NotFound):
        decisions.settle(event=other, actor=director(club), doubt_id=raised.pk, reason="x")


def test_a_cut_that_is_awaited_is_what_the_round_waits_for(club):
    event = begun(club, movement={"ties": "entered"})
    play_on(event, club, {1: FIRST_SIDE, 2: TIED})
    waits = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()["waits_for"]
    assert [(one["table"], one["kind"]) for one in waits] == [(2, "cut")]
    assert sweeps.due(now(event)) is None, "the sweep has nothing to try"
    refused = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/move/")
    assert [one["kind"] for one in refused.json()["blockers"]] == ["cut"]

    one, other, *_ = current(event).tables[1].players
    tied = [{str(one): "9H", str(other): "9S"}]
    for cut in (tied, [*tied, {str(one): "KH", str(other): "3S"}]):
        assert current(event).number == 1
        decide(event, club, 2, "cut", cut)
        sweeps.tend(event.pk)

    assert current(event).number == 2
    assert one in current(event).tables[0].players, "the king beats the three"
    assert current(event).seating.told["ties_cut"][0]["source"] == "entered"
    assert list(breaches()) == []


def test_a_missing_result_that_the_director_has_cut_for_brings_its_star_in_the_standings(club):
    event = begun(club)
    play(event, club, without=[2])
    rounds.ring_bell(event=event, actor=director(club))
    decide(event, club, 2, "cut-instead")
    sweeps.tend(event.pk)

    (cut,) = current(event).seating.told["ties_cut"]
    (side,) = cut["winners"]
    state = now(event)
    went_up = set(state.rounds[0].tables[1].players[side - 1 :: 2])
    assert {line.player for line in state.board.standings if line.red} == went_up
    assert list(breaches()) == []


def test_a_tie_in_a_rotation_keeps_nobody_waiting_for_cards(club):
    event = begun(club, movement={"kind": "rotation", "ties": "entered"})
    play_on(event, club, {1: FIRST_SIDE, 2: TIED})
    assert current(event).number == 2
