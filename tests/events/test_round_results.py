"""Results that are missing, tied or in doubt: settled by the event's policy or by name, never made up."""

import pytest

from scoring.clubs.access import LINK, Actor
from scoring.events.services import decisions, sweeps
from scoring.office.verification import breaches
from scoring.refusals import Conflict, NotFound
from scoring.tables.services import links
from tests.events.evenings import TIED, begun, planned
from tests.web.asking import reasons, rows

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("policy", ["wait", "director"])
def test_without_a_result_nobody_moves_until_the_director_names_the_winners(club, policy):
    evening = begun(club, movement={"missing_results": policy})
    f, h = evening.players[5::2]
    evening.play(without=[2])
    evening.ring()
    evening.tend()

    refused = evening.send("post", "rounds/1/move/")

    assert (refused.status_code, refused.json()["code"]) == (409, "round-not-ready")
    assert [(one["table"], one["kind"]) for one in refused.json()["blockers"]] == [(2, "missing")]
    told = evening.read("rounds/1/")
    assert (told["late"], told["tables"][1]["result"]) == ([2], None)
    assert evening.current.number == 1

    named = {"kind": "winners", "winners": [2], "reason": "both sides say so"}
    assert evening.send("post", "rounds/1/tables/2/decide/", named).status_code == 200
    evening.tend()

    assert evening.current.number == 2
    assert {f, h} <= set(evening.seats[0])
    assert evening.read("rounds/1/")["tables"][1]["result"] == {"winner": 2, "to_go": []}
    assert list(breaches()) == []


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param("cut", id="the event's policy is to cut"),
        pytest.param("wait", id="the director has it cut"),
    ],
)
def test_a_missing_result_is_cut_from_the_seed_and_brings_its_star(club, policy):
    evening = begun(club, movement={"missing_results": policy})
    evening.play(without=[2])
    evening.ring()
    if policy == "wait":
        evening.decide(2, "cut-instead")
    evening.tend()

    assert evening.current.number == 2
    (cut,) = evening.current.seating.plan["ties_cut"]
    assert (cut["table"], cut["source"], cut["seed"]) == (2, "drawn", "autumn/tie/1/2")
    assert evening.read("rounds/1/")["tables"][1]["points"] == [0, 0], "no score was made up"
    (side,) = cut["winners"]
    state = evening.state
    went_up = set(state.rounds[0].tables[1].players[side - 1 :: 2])
    assert {line.player for line in state.board.standings if line.red} == went_up
    assert list(breaches()) == []


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
    evening = begun(club)
    before = rows()
    assert field in reasons(evening.send("post", "rounds/1/tables/1/decide/", body))
    assert rows() == before


def test_a_doubt_holds_the_move_until_it_is_settled_or_waived_by_name(club):
    evening = begun(club)
    raise_doubt = {"event": evening.event, "actor": player_of(evening, evening.players[0])}
    evening.play(without=[2])
    first = decisions.doubt(**raise_doubt, round_number=1, table_number=1, note="fourth deal")
    again = decisions.doubt(**raise_doubt, round_number=1, table_number=1)
    evening.play_on(without=[1])
    assert (first, evening.current.number) == (again, 1)
    refused = evening.send("post", "rounds/1/move/")
    assert [one["kind"] for one in refused.json()["blockers"]] == ["disputed"]

    for _ in range(2):
        assert evening.send("post", f"doubts/{first.pk}/", {"reason": "nine it was"}).status_code == 200
    evening.tend()
    assert evening.current.number == 2

    own = evening.current.seated().places()[evening.players[0]][0]
    decisions.doubt(**raise_doubt, round_number=2, table_number=own)
    evening.play_on()
    assert evening.current.number == 2
    evening.decide(own, "waived", of_round=2)
    evening.tend()
    assert evening.current.number == 3
    with pytest.raises(Conflict) as late:
        decisions.doubt(**raise_doubt, round_number=2, table_number=1)
    assert late.value.code == "round-moved"


def player_of(evening, member):
    """Return somebody who takes part as an actor."""
    return Actor(club_id=evening.event.club_id, role="player", member_id=member)


def test_who_holds_the_move_by_a_doubt_and_who_only_tells_the_director(club):
    evening = begun(club)
    at_one, at_two = evening.seats[0][0], evening.seats[1][0]
    at = evening.table(1)
    live = links.live_link(at)
    link = Actor(club_id=at.club_id, role=LINK, link_id=live.pk, table_id=at.pk)
    where = {"event": evening.event, "round_number": 1}
    told = decisions.doubt(**where, table_number=1, actor=player_of(evening, at_two), note="I heard so.")
    assert not told.holds
    assert decisions.doubt(**where, table_number=1, actor=club.actors["scorer"]) == told
    assert not decisions.doubt(**where, table_number=2, actor=link).holds
    evening.play_on()
    assert evening.current.number == 2

    where["round_number"] = 2
    seated = evening.current.seated().places()
    for actor, table in (
        (player_of(evening, at_one), seated[at_one][0]),
        (evening.director, 1),
        (link, 1),
    ):
        assert decisions.doubt(**where, table_number=table, actor=actor).holds


def test_a_doubt_of_another_event_is_not_found(club):
    evening, other = begun(club), planned(club, players=[f"Q{n}" for n in range(8)])
    doubt = decisions.doubt(**evening.action, round_number=1, table_number=1)
    with pytest.raises(NotFound):
        decisions.settle(**other.action, doubt_id=doubt.pk, reason="x")


def test_a_cut_that_is_awaited_is_what_the_round_waits_for(club):
    evening = begun(club, movement={"ties": "entered"})
    evening.play_on({2: TIED})
    waits = evening.read("rounds/1/")["waits_for"]
    assert [(one["table"], one["kind"]) for one in waits] == [(2, "cut")]
    assert sweeps.due(evening.state) is None, "the sweep has nothing to try"
    refused = evening.send("post", "rounds/1/move/")
    assert [one["kind"] for one in refused.json()["blockers"]] == ["cut"]

    one, other, *_ = evening.seats[1]
    tied = [{str(one): "9H", str(other): "9S"}]
    for cut in (tied, [*tied, {str(one): "KH", str(other): "3S"}]):
        assert evening.current.number == 1
        evening.decide(2, "cut", cut)
        evening.tend()

    assert evening.current.number == 2
    assert one in evening.seats[0], "the king beats the three"
    assert evening.current.seating.plan["ties_cut"][0]["source"] == "entered"
    assert list(breaches()) == []


def test_a_tie_in_a_rotation_keeps_nobody_waiting_for_cards(club):
    evening = begun(club, movement={"kind": "rotation", "ties": "entered"})
    evening.play_on({2: TIED})
    assert evening.current.number == 2
