"""Missing, tied and doubted results are settled by the settings or by a decision, never invented."""

import re
from html import unescape

import pytest

from scoring.clubs.permissions import LINK, Actor
from scoring.events import queries
from scoring.events.models import TableDecision
from scoring.events.planning.services import event_changes
from scoring.events.play.services import due_moves
from scoring.events.results.services import decisions
from scoring.office.verification import breaches
from scoring.refusals import NotFound
from scoring.tables.services import links
from tests.events.evenings import TIED, begun, planned, signed_in
from tests.refusals import refusing
from tests.web.asking import reasons, rows

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("policy", ["wait", "director"])
def test_without_a_result_nobody_moves_until_the_director_names_the_winners(club, policy):
    evening = begun(club, movement={"missing_results": policy})
    f, h = evening.players[5::2]
    evening.play(without=[2])
    evening.ring()
    evening.run_due_moves()

    refused = evening.send("post", "rounds/1/move/")

    assert (refused.status_code, refused.json()["code"]) == (409, "round-not-ready")
    assert [(one["table"], one["kind"]) for one in refused.json()["blockers"]] == [(2, "missing")]
    answer = evening.read("rounds/1/")
    assert (answer["late"], answer["tables"][1]["result"]) == ([2], None)
    assert evening.current.number == 1

    named = {"kind": "winners", "winners": [2], "reason": "both sides say so"}
    assert evening.send("post", "rounds/1/tables/2/decide/", named).status_code == 200
    evening.run_due_moves()

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
    evening.run_due_moves()

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
def test_an_unknown_decision_is_refused_at_its_field(club, body, field):
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
    evening.run_due_moves()
    assert evening.current.number == 2

    own = evening.current.seated().places()[evening.players[0]][0]
    decisions.doubt(**raise_doubt, round_number=2, table_number=own)
    evening.play_on()
    assert evening.current.number == 2
    evening.decide(own, "waived", of_round=2)
    evening.run_due_moves()
    assert evening.current.number == 3
    with refusing("round-moved"):
        decisions.doubt(**raise_doubt, round_number=2, table_number=1)


def player_of(evening, member):
    """Return a player of the event as an actor."""
    return Actor(club_id=evening.event.club_id, role="player", member_id=member)


def test_whose_doubts_hold_the_move_and_whose_only_inform_the_director(club):
    evening = begun(club)
    at_one, at_two = evening.seats[0][0], evening.seats[1][0]
    at = evening.table(1)
    live = links.live_link(at)
    link = Actor(club_id=at.club_id, role=LINK, link_id=live.pk, table_id=at.pk)
    where = {"event": evening.event, "round_number": 1}
    raised = decisions.doubt(**where, table_number=1, actor=player_of(evening, at_two), note="I heard so.")
    assert not raised.holds
    assert decisions.doubt(**where, table_number=1, actor=club.actors["scorer"]) == raised
    page = f"/events/{evening.pk}/rounds/1/tables/1/"
    for client, offer in ((club.link_client(at), "Hold the move for it"), (signed_in(club, "scorer"), None)):
        form = client.get(page).content.decode().partition("Is a result wrong?")[2]
        assert (offer in form) if offer else not form
    assert not decisions.doubt(**where, table_number=2, actor=link).holds
    evening.play_on()
    assert evening.current.number == 2

    where["round_number"] = 2
    seated = evening.current.seated().places()
    for actor, table in ((player_of(evening, at_one), seated[at_one][0]), (evening.director, 1), (link, 1)):
        assert decisions.doubt(**where, table_number=table, actor=actor).holds


def test_a_doubt_of_another_event_is_not_found(club):
    evening, other = begun(club), planned(club, players=[f"Q{n}" for n in range(8)])
    doubt = decisions.doubt(**evening.action, round_number=1, table_number=1)
    with pytest.raises(NotFound):
        decisions.settle(**other.action, doubt_id=doubt.pk, reason="x")


def test_the_round_waits_for_a_cut_without_cards(club):
    evening = begun(club, movement={"ties": "entered"})
    evening.play_on({2: TIED})
    waits = evening.read("rounds/1/")["waits_for"]
    assert [(one["table"], one["kind"]) for one in waits] == [(2, "cut")]
    assert due_moves.due(evening.state) is None, "the sweep has nothing to try"
    projector = signed_in(club).get(f"/events/{evening.pk}/projector/").content.decode()
    assert "Table 2 is tied and has to cut." in projector
    refused = evening.send("post", "rounds/1/move/")
    assert [one["kind"] for one in refused.json()["blockers"]] == ["cut"]

    one, other, *_ = evening.seats[1]
    tied = [{str(one): "9H", str(other): "9S"}]
    for cut in (tied, [*tied, {str(one): "KH", str(other): "3S"}]):
        assert evening.current.number == 1
        evening.decide(2, "cut", cut)
        evening.run_due_moves()

    assert evening.current.number == 2
    assert one in evening.seats[0], "the king beats the three"
    assert evening.current.seating.plan["ties_cut"][0]["source"] == "entered"
    assert list(breaches()) == []


def test_a_cut_in_place_of_a_result_keeps_the_round_until_its_cards_are_entered(club):
    evening = begun(club, movement={"ties": "entered", "move_after_seconds": 10})
    evening.play(without=[2])
    evening.decide(2, "cut-instead")
    assert queries.next_move(evening.state).at is None
    desk = evening.page()
    assert "Table 2 has to cut, and the cards are not entered yet." in desk
    assert 'id="desk-move"' not in desk
    one, other, *_ = evening.seats[1]
    evening.decide(2, "cut", [{str(one): "9H", str(other): "KS"}])
    assert queries.next_move(evening.state).at is not None


def test_the_cards_of_a_cut_are_shown_in_the_order_of_the_seats(club):
    evening = planned(club, movement={"ties": "entered"})
    evening.start(tables=[evening.players[:4], evening.players[:3:-1]])
    evening.play_on({2: TIED})
    eight, seven, *_ = evening.seats[1]
    evening.decide(2, "cut", [{str(seven): "9H", str(eight): "KS"}])
    evening.run_due_moves()

    (tie,) = evening.read("rounds/2/")["ties_cut"]
    assert [cut["name"] for cut in tie["draws"][0]] == ["P8", "P7"]
    assert tie["explanation"][0].startswith("At table 2 P8 cut the king of spades and P7 cut")


def test_a_tie_in_a_rotation_keeps_nobody_waiting_for_cards(club):
    evening = begun(club, movement={"kind": "rotation"})
    evening.play_on({2: TIED})
    assert evening.current.number == 2


def test_two_directors_who_decide_a_table_opposite_ways_do_not_replace_each_other_unseen(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    first = {"kind": "winners", "winners": [1], "reason": "Side one said so.", "base": 0}
    for body in (first, first | {"reason": "The same again."}):
        assert evening.send("post", "rounds/1/tables/2/decide/", body).status_code == 200
    (row,) = TableDecision.objects.all()
    assert row.reason == "Side one said so.", "the same decision again is the one in force"

    opposite = {"kind": "winners", "winners": [2], "reason": "Side two said so."}
    for unseen in (opposite, opposite | {"base": 0}, {"kind": "cut-instead", "reason": "Cut.", "base": 0}):
        refusal = evening.send("post", "rounds/1/tables/2/decide/", unseen, role="owner")
        assert (refusal.status_code, refusal.json()["code"]) == (409, "decided-already")
        assert refusal.json()["standing"] == {
            "kind": "winners",
            "content": [1],
            "reason": "Side one said so.",
        }
        assert refusal.json()["detail"].startswith("the director has decided this table meanwhile.")
    assert evening.current.tables[1].result.winners == (1,)

    seen = evening.read("rounds/1/")["tables"][1]["last_decision"]
    assert seen == refusal.json()["last_decision"] == row.pk
    replaced = evening.send("post", "rounds/1/tables/2/decide/", opposite | {"base": seen}, role="owner")
    assert replaced.status_code == 200
    assert evening.current.tables[1].result.winners == (2,)


def test_a_page_opened_before_another_director_decided_shows_that_decision_and_keeps_what_was_chosen(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    address = f"/events/{evening.pk}/rounds/1/tables/2/"
    browsers = [signed_in(club), signed_in(club, "owner")]
    (base,) = set(re.findall(r'name="base" value="(\d+)"', browsers[1].get(address).content.decode()))
    named = {"kind": "winners", "winner": "1", "reason": "Side one said so.", "base": base}
    assert browsers[0].post(address, named).status_code == 302

    refused = browsers[1].post(address, named | {"winner": "2", "reason": "Side two."})
    page = refused.content.decode()
    assert refused.status_code == 409
    assert "The director has decided this table meanwhile." in page
    assert 'value="Side two."' in page
    assert "Won:" in page
    bases = set(re.findall(r'name="base" value="(\d+)"', page))
    assert bases == {"0", str(TableDecision.objects.get().pk)}, "no total; the decision that is shown now"


@pytest.mark.parametrize(
    ("kinds", "in_force"),
    [
        (["winners", "cut-instead"], {"cut-instead"}),
        (["cut-instead", "winners"], {"winners"}),
        (["handed-in", "cut-instead"], {"cut-instead"}),
        (["cut-instead", "handed-in"], {"handed-in"}),
        (["winners", "handed-in"], {"handed-in"}),
        (["handed-in", "winners"], {"handed-in", "winners"}),
    ],
)
def test_the_later_decision_about_a_result_counts(club, kinds, in_force):
    evening = begun(club)
    evening.play(deals_each=1)
    evening.ring()
    for kind in kinds:
        evening.decide(2, kind, [2] if kind == "winners" else None)
    assert set(evening.current.tables[1].decisions) == in_force


def test_a_doubt_is_settled_once(club):
    evening = begun(club)
    doubt = decisions.doubt(**evening.action, round_number=1, table_number=1)
    settled = f"doubts/{doubt.pk}/"
    without_reason = evening.send("post", settled, {})
    assert (without_reason.status_code, list(without_reason.json())) == (400, ["reason"])
    assert evening.send("post", settled, {"reason": "It was nine."}).status_code == 200
    assert evening.send("post", settled, {"reason": "It was nine."}, role="owner").status_code == 200
    refusal = evening.send("post", settled, {"reason": "It was ten."}, role="owner")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "settled-already")
    assert refusal.json()["detail"] == "the director has settled this doubt already: It was nine."


@pytest.mark.parametrize("kind", ["winners", "cut-instead"])
def test_a_decided_table_is_not_late_and_says_who_won(club, kind):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    desk = signed_in(club)
    assert evening.read("rounds/1/")["late"] == [2]
    assert "is late with its result" in desk.get(f"/events/{evening.pk}/").content.decode()

    evening.decide(2, kind, [2] if kind == "winners" else None)

    assert evening.read("rounds/1/")["late"] == []
    assert evening.current.still_playing == []
    shown = desk.get(f"/events/{evening.pk}/").content.decode()
    assert "is late with its result" not in shown
    assert "needs you" not in shown
    won = evening.current.decided_outcome(evening.current.tables[1])
    names = [f"P{evening.players.index(player) + 1}" for player in won.winners]
    words = "Won by the program's cut:" if kind == "cut-instead" else "Won:"
    winners = f"{words} <bdi>{names[0]}</bdi> & <bdi>{names[1]}</bdi>"
    for page in ("", "rounds/1/", "rounds/1/tables/2/"):
        assert winners in unescape(desk.get(f"/events/{evening.pk}/{page}").content.decode())
    if kind == "winners":
        assert names == ["P6", "P8"], "side two of the second table"


def test_the_winner_of_a_cut_is_shown_once_the_cut_decides(club):
    evening = begun(club)
    evening.play({2: TIED})
    assert evening.current.decided_outcome(evening.current.tables[1]) is None, "cards may still be entered"
    five, six = evening.players[4:6]
    evening.decide(2, "cut", [{str(five): "3H", str(six): "KD"}])
    shown = evening.page("rounds/1/")
    # Foster: ties cut, the high card going up. The king is seat 2's.
    assert "Won by the cut: <bdi>P6</bdi> &amp; <bdi>P8</bdi>" in shown


def test_a_cut_for_a_missing_result_is_shown_once_no_result_can_replace_it(club):
    evening = begun(club, of_rounds=2, movement={"missing_results": "cut"})
    event_changes.publish(**evening.action, parts=["results"])
    desk, at = signed_in(club), f"/events/{evening.pk}/rounds"

    def shows_the_cut(number):
        pages = (f"/on/{evening.pk}/", f"{at}/{number}/", f"{at}/{number}/tables/2/")
        return ["Won by the program's cut" in unescape(desk.get(page).content.decode()) for page in pages]

    evening.play(without=[2])
    evening.ring()
    assert shows_the_cut(1) == [False] * 3
    evening.move()
    assert shows_the_cut(1) == [True] * 3
    evening.play(without=[2])
    evening.ring()
    assert evening.state.is_over, "no move follows the last round"
    assert shows_the_cut(2) == [True] * 3


def test_the_program_draws_a_cut_instead_of_a_result_and_the_pages_say_so(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    desk, page = signed_in(club), f"/events/{evening.pk}/rounds/1/tables/2/"
    assert "The program cuts for them at once." in desk.get(page).content.decode()
    evening.decide(2, "cut-instead")
    shown = unescape(desk.get(page).content.decode())
    drawn = evening.current.decided_outcome(evening.current.tables[1]).cut
    assert drawn.source == "drawn"
    for player in drawn.cutters:
        assert re.search(rf"<bdi>P{evening.players.index(player) + 1}</bdi> <span", shown), "their card"
    log = unescape(desk.get(f"/events/{evening.pk}/log/").content.decode())
    assert "Round 1, table 2: the program cut instead of a result, won by" in log


@pytest.mark.parametrize("ties", ["drawn", "entered"])
def test_after_equal_cards_the_table_the_desk_and_the_log_say_that_they_cut_again(club, ties):
    evening = begun(club, movement={"ties": ties})
    evening.play({2: TIED})
    evening.ring()
    browser = signed_in(club)
    table, log = (f"/events/{evening.pk}/{page}" for page in ("rounds/1/tables/2/", "log/"))
    said = "These cards do not decide: cut again, then enter the cards of both cuts."
    five, six = map(str, evening.players[4:6])
    equal, again = {five: "KH", six: "KS"}, {five: "3H", six: "9D"}
    evening.decide(2, "cut", [equal])
    assert said in browser.get(table).content.decode()
    assert "it does not decide: they cut again" in browser.get(log).content.decode()
    assert [(each.table, each.kind) for each in evening.current.life.blockers] == [(2, "cut")]
    assert due_moves.due(evening.state) is None, "the sweep has nothing to try"
    assert "Table 2 is tied and has to cut." in evening.page("projector/")
    evening.decide(2, "cut", [equal, again])
    assert said not in browser.get(table).content.decode()
    assert evening.current.decided_outcome(evening.current.tables[1]).winners == tuple(evening.players[5:8:2])


def test_cards_entered_first_decide_instead_of_the_programs_cut(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    five, six = evening.players[4:6]
    evening.decide(2, "cut", [{str(five): "3H", str(six): "KD"}])
    page = evening.page("rounds/1/tables/2/")
    assert ("The cards that are entered decide." in page, "The program cuts" in page) == (True, False)
    evening.decide(2, "cut-instead")
    assert evening.current.decided_outcome(evening.current.tables[1]).winners == tuple(evening.players[5:8:2])
