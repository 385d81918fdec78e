"""Totals of a round from its slip: entered in place of deals, checked, corrected, marked, and compared."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from laws.domain.errors import InvalidInput
from scoring.events.models import RoundTotal
from scoring.events.planning.services import event_changes
from scoring.events.play.services import slip_totals
from scoring.events.queries import names_of
from scoring.events.show.pages.hall import leaders
from scoring.events.verification import event_breaches
from scoring.refusals import NotAllowed
from scoring.tables.services import links
from tests.events.evenings import FIRST_SIDE, begun, planned, signed_in
from tests.pages.reading import text_of
from tests.printing.paper import words
from tests.refusals import refusing


def four_deals(club, *people, **wanted):
    """Return an evening in round 1. A slip stands for four deals."""
    return begun(club, *people, deals_per_round=4, **wanted)


def enter(evening, table, points=None, *, of_round=1, actor=None, **more):
    place = {"event": evening.event, "actor": actor or evening.director}
    return slip_totals.enter(**place, round_number=of_round, table_number=table, points=points, **more)


def test_totals_move_the_players_as_the_same_deals_would(club):
    by_deals, by_slips = (four_deals(club, of_rounds=2, seed="autumn") for _ in range(2))
    by_deals.play_on({1: (9, 5), 2: (5, 9)})
    enter(by_slips, 1, [16, 0])
    enter(by_slips, 2, [0, 16])
    by_slips.run_due_moves()

    assert by_slips.current.number == 2
    assert by_slips.seats == by_deals.seats
    assert by_slips.points == by_deals.points
    ranks = [[(line.player, line.rank, line.progressions) for line in each.state.board.standings]
             for each in (by_deals, by_slips)]  # fmt: skip
    assert ranks[0] == ranks[1]
    assert list(event_breaches(by_slips.event)) == []


def test_winners_alone_move_up_and_leave_the_points_open(club):
    evening = four_deals(club, of_rounds=2)
    enter(evening, 1, winners=[2])
    assert evening.current.still_playing == [2]
    enter(evening, 2, [16, 0])
    evening.run_due_moves()
    assert evening.current.number == 2, "a slip ends its table's round, whatever stands on it"

    lines = {line.player: line for line in evening.state.board.standings}
    winners = evening.state.rounds[0].tables[0].seated.side(2)
    assert {lines[player].progressions for player in winners} == {1}
    assert {lines[player].points for player in winners} == {0}
    assert {lines[player].rounds_without_points for player in winners} == {1}
    assert {lines[player].rounds_without_result for player in winners} == {0}, "round 2 is in play"


def test_a_total_that_four_deals_cannot_give_is_refused(club):
    evening = four_deals(club)
    for sent, field in (
        ({"points": [85, 1]}, "points"),  # three deals give 84 at most; the other side scores in the fourth
        ({"points": [113, 0]}, "points"),
        ({"points": [16]}, "points"),
        ({"points": ["16", 0]}, "points"),
        ({"points": None}, "points"),
        ({"points": [16, 0], "winners": [1]}, "points"),
        ({"winners": [3]}, "winners"),
        ({"winners": [1, 2]}, "winners"),
    ):
        with refusing(field):
            enter(evening, 1, **sent)
    assert not RoundTotal.objects.exists()


def test_a_reason_allows_a_total_that_no_deals_give(club):
    evening = four_deals(club)
    total = enter(evening, 1, [113, 0], reason="A revoke was ruled on.")
    assert total.reason == "A revoke was ruled on."


@pytest.mark.parametrize("reason", ["", "A revoke was ruled on."])
@pytest.mark.parametrize("points", [[1000, 0], [0, -1000]])
def test_a_figure_that_no_reason_allows_is_refused_with_the_range_of_a_slip(club, points, reason):
    evening = four_deals(club)
    with pytest.raises(InvalidInput) as refused:
        enter(evening, 1, points, reason=reason)
    beyond = next(filter(None, points))
    text = f"{beyond} is not accepted, even after a ruling: a slip has whole numbers from -999 to 999."
    assert refused.value.errors == {"points": [text]}
    enter(evening, 1, [beyond - beyond // abs(beyond), 0], reason="A revoke was ruled on.")


def test_a_table_with_deals_refuses_a_total_and_one_with_a_total_refuses_deals(club):
    evening = four_deals(club)
    evening.give(1, FIRST_SIDE)
    with refusing("has-deals"):
        enter(evening, 1, [16, 0])
    enter(evening, 2, [16, 0])
    with refusing("round-closed"):
        evening.give(2, FIRST_SIDE)


def test_another_total_is_a_correction_with_its_reason_and_after_the_move_changes_no_seat(club):
    evening = four_deals(club, of_rounds=2)
    first = enter(evening, 1, [16, 0])
    assert enter(evening, 1, [16, 0]) == first
    with refusing("reason"):
        enter(evening, 1, [0, 16])
    enter(evening, 2, [16, 0])
    evening.run_due_moves()
    seats, points = evening.seats, evening.points
    enter(evening, 1, [14, 0], reason="It was misread.")

    assert evening.seats == seats
    assert evening.points != points
    with refusing("winners-only"):
        enter(evening, 1, winners=[2], reason="It was misread.")
    assert list(event_breaches(evening.event)) == []


def test_winners_alone_are_asked_for_only_before_the_move(club):
    evening, browser = four_deals(club), signed_in(club)
    enter(evening, 1, winners=[1])
    enter(evening, 2, [16, 0])
    pages = [f"/events/{evening.pk}/rounds/1/{page}" for page in ("slips/", "tables/1/", "slips/?again=1")]

    def asked():
        texts = [browser.get(page).content.decode() for page in pages]
        return ["Won, where no points are known" in text for text in texts]

    assert asked() == [True, True, True]
    evening.run_due_moves()
    assert evening.current.number == 2
    assert asked() == [False, False, True], "a slip that is keyed again is compared with what is recorded"
    with refusing("winners-only"):
        enter(evening, 1, winners=[2], reason="It was misread.")


def test_a_round_with_a_slip_has_begun_as_one_with_a_deal(club):
    evening = four_deals(club, of_rounds=3)
    evening.play_on()
    enter(evening, 1, [16, 0], of_round=2)
    with refusing("round-has-deals"):
        evening.take_back()
    with refusing("round-has-deals"):
        evening.swap(evening.seats[0][0], evening.seats[1][0], of_round=2)

    event_changes.end_now(**evening.action, reason="It is late.")
    assert (evening.current.number, evening.state.is_over) == (2, True)
    assert evening.current.tables[0].result.points == (16, 0)


def test_a_phone_that_holds_the_links_of_several_tables_is_at_the_one_it_looks_at(club):
    evening, phone = four_deals(club), Client()
    for table in (1, 2):
        phone.post("/t/", {"secret": links.secret_of(links.live_link(evening.table(table)))})
    for table in (1, 2):
        sent = {"kind": "total", "total_1": "16", "total_2": "0"}
        answer = phone.post(f"/events/{evening.pk}/rounds/1/tables/{table}/", sent)
        assert answer.status_code == 302, answer.content.decode()
        total = evening.current.table(table).total
        assert total.by_link.table_id == evening.table(table).pk


def test_who_may_enter_a_total(club):
    evening = four_deals(club)
    with pytest.raises(NotAllowed):
        enter(evening, 1, [16, 0], actor=club.actors["player"])
    enter(evening, 1, [16, 0], actor=club.actors["scorer"])
    with refusing("total-entered"):
        enter(evening, 1, [14, 0], actor=club.actors["scorer"], reason="It was misread.")


def test_a_link_enters_the_total_of_its_own_table_only(club):
    evening = four_deals(club)
    at = evening.table(1)
    client = club.link_client(at)
    pages = [client.get(f"/events/{evening.pk}/rounds/1/tables/{table}/") for table in (1, 2)]
    assert ["Record the total" in page.content.decode() for page in pages] == [True, False]
    path = f"/api/v1/events/{evening.pk}/rounds/1/tables/"
    sent = {"data": {"points": [16, 0]}, "content_type": "application/json"}
    assert client.post(f"{path}2/total/", **sent).status_code == 403
    assert client.post(f"{path}1/total/", **sent).status_code == 201


@pytest.mark.database
def test_over_the_api_a_repeat_is_the_same_total(club):
    evening, key = four_deals(club), uuid4()
    body = {"points": [16, 0]}
    answers = [evening.send("post", "rounds/1/tables/1/total/", body, key=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    table = answers[1].json()["tables"][0]
    assert (table["from_slip"], table["in"], table["deals"]) == (True, True, 0)
    assert RoundTotal.objects.count() == 1
    assert evening.read("standings/")["players"][0]["rounds_as_totals"] == 1


def test_the_standings_say_which_rounds_are_totals(club):
    evening = four_deals(club, of_rounds=2)
    enter(evening, 1, [16, 0])
    evening.play({2: FIRST_SIDE}, without=[1])
    evening.run_due_moves()
    state = evening.state
    from_slips = {line.line.player: line.as_totals for line in leaders(state, names_of(state))}
    assert {from_slips[player] for player in state.rounds[0].tables[0].players} == {1}
    assert {from_slips[player] for player in state.rounds[0].tables[1].players} == {0}
    page = evening.page("standings/")
    assert page.count("1 round from a slip") == 4


def four_views(evening, browser, table):
    """Return the table's score as shown by its page, its score sheet, the API and the printed sheet."""
    at = f"/tables/{evening.table(table).pk}/"
    pages = [browser.get(address).context["table_page"].sides for address in (at, f"{at}sheet/")]
    answer = browser.get(f"/api/v1{at}").json()
    return (
        [*([side.score for side in sides] for sides in pages), answer["score"]],
        answer,
        words(browser.get(f"{at}print/filled-sheet.pdf").content),
    )


def test_after_a_slip_the_page_the_sheet_the_api_and_the_paper_show_the_round_s_total(club):
    evening, browser = four_deals(club, of_rounds=2), signed_in(club, "director")
    enter(evening, 1, [16, 2])

    scores, answer, paper = four_views(evening, browser, 1)

    assert scores == [[16, 2]] * 3
    # 51 points are the game (Foster).
    assert answer["to_go"] == [35, 49]
    assert answer["slip"] == {"points": [16, 2], "winners": None, "after_deals": None}
    assert "From the slip +16 +2 16 2" in paper
    assert ("35" in paper, "49" in paper) == (True, True)
    of_round = words(browser.get(f"/events/{evening.pk}/print/filled-sheets.pdf?round=1").content)
    assert "From the slip +16 +2 16 2" in of_round
    page = browser.get(f"/tables/{evening.table(1).pk}/sheet/").content.decode()
    assert "The round is in from its slip: 16 \u00b7 2." in page


def test_nothing_is_to_go_after_a_slip_beyond_the_game(club):
    evening, browser = four_deals(club), signed_in(club, "director")
    enter(evening, 1, [53, 0])

    _scores, answer, paper = four_views(evening, browser, 1)

    assert answer["to_go"] == [0, 51]
    page = browser.get(f"/tables/{evening.table(1).pk}/")
    assert [side.to_go for side in page.context["table_page"].sides] == [0, 51]
    assert "\u22122" not in paper


def test_deals_that_a_slip_has_replaced_end_no_game_in_the_api(club):
    evening = four_deals(club, movement={"reaching_target": "stops"})
    # A bid of eight that makes five gives the adversaries seventeen (Foster), and three of these are 51.
    for _deal in range(3):
        evening.send_deal(1, {"maker": 1, "bid": 8, "trump": "H", "points": [5, 9]})
    path = f"/api/v1/tables/{evening.table(1).pk}/"

    def shown():
        answer = club.client("scorer").get(path).json()
        return answer["game_over"], answer["winner"], answer["score"]

    assert shown() == (True, 2, [0, 51])
    slip_totals.enter(
        **evening.action,
        round_number=1,
        table_number=1,
        points=[16, 0],
        replaces_deals=True,
        reason="Misread.",
    )
    assert shown() == (False, None, [16, 0])


def test_a_slip_with_only_the_winners_shows_only_the_winners(club):
    evening, browser = four_deals(club, of_rounds=2), signed_in(club, "director")
    enter(evening, 2, winners=[2])

    scores, answer, paper = four_views(evening, browser, 2)

    assert scores == [[0, 0]] * 3
    assert answer["slip"] == {"points": None, "winners": [2], "after_deals": None}
    names = [names_of(evening.state)[player] for player in evening.current.tables[1].seated.side(2)]
    assert f"Won: {' & '.join(names)}" in paper
    page = browser.get(f"/tables/{evening.table(2).pk}/").content.decode()
    assert "which says who won" in page


def slips(table_points, of_round="1", **more):
    typed = {f"points_{table}_{side}": str(points) for table, sides in table_points.items()
             for side, points in enumerate(sides, 1)}  # fmt: skip
    return {"round": of_round, **typed, **more}


def test_the_slips_of_a_round_are_keyed_on_one_page_and_keyed_again_differences_show(club):
    evening, browser = four_deals(club, of_rounds=2), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    wrong = browser.post(at, slips({1: (16, 0), 2: (0, 16)}, of_round="2"))
    assert (wrong.status_code, RoundTotal.objects.count()) == (400, 0)
    assert "These slips are of round 2; this page is for round 1." in wrong.content.decode()
    assert 'value="16"' in wrong.content.decode()

    partly = browser.post(at, slips({1: (16, 0), 2: (85, 1)}))
    assert (partly.status_code, RoundTotal.objects.count()) == (400, 1)
    assert "4 deals cannot give 85 and 1" in partly.content.decode()
    assert "1 slip is entered." in partly.content.decode()
    to_key = partly.content.decode().split("<details")[0]
    assert 'name="points_2_1"' in to_key
    assert 'name="points_1_1"' not in to_key
    assert browser.post(at, slips({1: (16, 0), 2: (0, 16)})).status_code == 302

    same = browser.post(f"{at}?again=1", slips({1: (16, 0), 2: (0, 16)})).content.decode()
    assert "Everything is as it was keyed before." in same
    other = browser.post(f"{at}?again=1", slips({1: (14, 2)})).content.decode()
    assert "16 : 0 → <b>14 : 2</b>" in other
    assert "0 : 16 → <b>not keyed again</b>" in other
    assert RoundTotal.objects.count() == 2


def test_slips_that_are_typed_and_not_recorded_are_not_thrown_away_by_keying_again(club):
    evening, browser = four_deals(club), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    answer = browser.post(at, slips({1: (16, 0)}, step="again"))
    assert answer.status_code == 400
    assert "These slips are not recorded yet." in answer.content.decode()
    assert 'value="16"' in answer.content.decode()


def test_once_all_slips_are_in_the_page_says_so_and_takes_corrections_with_their_reason(club):
    evening, browser, at = keyed(club)
    page = browser.get(at).content.decode()
    assert "All tables of round 1 are in." in page
    assert "Record the slips" not in page
    assert page.count('name="reason_') == 2
    corrected = browser.post(at, slips({1: (14, 2)}, reason_1="Misread."))
    assert corrected.status_code == 302
    assert "Table 1 was corrected: 16 : 0 → 14 : 2." in browser.get(at).content.decode()
    browser.post(at, slips({1: (14, 2)}))
    assert "Everything is as it was keyed before." in browser.get(at).content.decode()
    log = browser.get(f"/events/{evening.pk}/log/").content.decode()
    assert "Round 1, table 1: the total 16 : 0 was entered" in log
    assert "Round 1, table 1: the total was corrected to 14 : 2" in log


def test_the_slips_of_an_evening_that_is_over_are_open_for_correction(club):
    evening, browser = four_deals(club, of_rounds=1), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    browser.post(at, slips({1: (16, 0), 2: (0, 16)}))
    evening.ring()
    assert evening.state.is_over
    assert '<details class="slips-in" id="slips-in" open>' in browser.get(at).content.decode()


@pytest.mark.parametrize(
    ("ties", "text"),
    [
        ("drawn", "Table 1 is tied. Enter the cards of its cut, or the program draws them."),
        ("entered", "Table 1 is tied and has to cut."),
    ],
)
def test_the_page_of_the_slips_names_winners_the_rest_of_a_round_and_ties(club, ties, text):
    evening, browser = four_deals(club, movement={"ties": ties}), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    evening.give(2, FIRST_SIDE)
    enter(evening, 2, [0, 8], after_deals=1)
    browser.post(at, slips({}, winner_1="2"))
    page = text_of(browser.get(at))
    assert "Won: P2 & P4" in page
    log = text_of(browser.get(f"/events/{evening.pk}/log/"))
    assert "Round 1, table 1: P2 & P4 won, as the slip says" in log
    assert "Round 1, table 2: 0 : 8 was entered for the rest of the round" in log
    enter(evening, 1, [4, 4], base=1, reason="Misread.")
    assert text in text_of(browser.get(at))


def keyed(club, of_rounds=2, **movement):
    """Return an evening with the slips of round 1 entered, a browser, and the address of the slips."""
    evening, browser = four_deals(club, of_rounds=of_rounds, movement=movement), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    assert browser.post(at, slips({1: (16, 0), 2: (0, 16)})).status_code == 302
    return evening, browser, at


@pytest.mark.parametrize("seconds", [10, 0])
def test_the_move_waits_while_a_slip_that_was_keyed_again_differs(club, seconds):
    evening, browser, at = keyed(club, move_after_seconds=seconds)
    browser.post(f"{at}?again=1", slips({1: (16, 0), 2: (0, 16)}))
    assert not evening.state.is_held
    page = browser.post(f"{at}?again=1", slips({1: (14, 2), 2: (0, 16)})).content.decode()
    assert evening.state.hold.reason == "Slips that were keyed again differ."
    assert "The move waits until you press" in page
    for path in ("", "plan/", "log/"):
        shown = browser.get(f"/events/{evening.pk}/{path}", headers={"accept-language": "es"})
        assert "Hay papeletas que no coinciden al teclearlas de nuevo." in shown.content.decode(), path


def test_a_reason_that_a_person_typed_is_never_translated(club):
    evening, browser, _at = keyed(club, move_after_seconds=300)
    event_changes.hold(**evening.action, is_on=True, reason="Results")
    for path in ("", "plan/", "log/"):
        shown = browser.get(f"/events/{evening.pk}/{path}", headers={"accept-language": "es"})
        assert "<bdi>Results</bdi>" in shown.content.decode(), path


def test_a_countdown_stops_when_slips_are_keyed_again(club):
    evening, browser, at = keyed(club, move_after_seconds=300)
    assert browser.get(f"{at}?again=1").status_code == 200
    assert not evening.state.is_held, "a look changes nothing"
    opened = browser.post(at, {"step": "again", "round": ""}, follow=True)
    assert opened.redirect_chain == [(f"{at}?again=1", 302)]
    assert "The move waits until you press" in opened.content.decode()
    assert evening.state.is_held


def test_slips_keyed_again_hold_no_move_that_nobody_waits_for(club):
    evening, browser, at = keyed(club, move_after_seconds=None)
    browser.post(at, {"step": "again"})
    browser.post(f"{at}?again=1", slips({1: (14, 2)}))
    assert not evening.state.is_held
    last, browser, at = keyed(club, 1)
    last.run_due_moves()
    assert browser.post(f"{at}?again=1", slips({1: (14, 2)})).status_code == 200
    assert not last.state.is_held
    moved, browser, at = keyed(club, move_after_seconds=300)
    moved.move()
    assert browser.post(f"{at}?again=1", slips({1: (14, 2)})).status_code == 200
    assert not moved.state.is_held


def test_a_table_of_three_and_one_of_five_have_a_total_too(club):
    threes = four_deals(club, 7, movement={"odd": "table-of-three"})
    enter(threes, 2, [21, 18, 3])
    assert threes.current.tables[1].result.points == (21, 18, 3)
    fives = four_deals(club, 5, movement={"odd": "table-of-five"})
    enter(fives, 1, [16, 0, 4, 8, 12])
    assert fives.current.tables[0].report.is_in


def test_slips_are_printed_for_a_seated_round(club):
    evening, browser = four_deals(club), signed_in(club)
    answer = browser.get(f"/events/{evening.pk}/print/slips.pdf?round=1")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert browser.get(f"/events/{planned(club).pk}/print/slips.pdf").status_code in (404, 409)


def test_a_slip_counts_although_players_of_other_tables_change_places(club):
    evening = four_deals(club, 12)
    enter(evening, 1, [16, 0])
    evening.swap(evening.seats[1][0], evening.seats[2][0])
    refused = evening.send_deal(1, {"dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [9, 5]})
    assert (refused.status_code, refused.json()["code"]) == (409, "round-closed")
    assert evening.current.tables[0].total.points == [16, 0]


def test_each_slip_has_its_own_reason(club):
    evening, browser = four_deals(club), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    browser.post(at, {"round": "1", "points_1_1": "16", "points_1_2": "0"})
    both = {"round": "1", "points_1_1": "0", "points_1_2": "16", "points_2_1": "160", "points_2_2": "0"}
    refused = browser.post(at, both).content.decode()
    assert 'name="reason_1"' in refused
    assert 'name="reason_2"' in refused
    browser.post(at, both | {"reason_1": "They were keyed the wrong way round."})
    totals_now = [table.total for table in evening.current.tables]
    assert (totals_now[0].points, totals_now[1]) == ([0, 16], None)


def test_the_table_s_page_keeps_a_slip_that_was_refused_and_asks_for_its_ruling(club):
    evening, browser = four_deals(club), signed_in(club)
    at, sent = f"/events/{evening.pk}/rounds/1/tables/1/", {"kind": "total", "total_1": "85", "total_2": "1"}
    refused = browser.post(at, sent)
    page = refused.content.decode()
    assert (refused.status_code, 'value="85"' in page, 'id="total-reason"' in page) == (400, True, True)
    assert browser.post(at, sent | {"reason": "The director awarded it."}).status_code == 302

    scorer = signed_in(club, "scorer")
    assert "The round from a slip" not in scorer.get(at).content.decode()
    assert scorer.post(at, sent | {"total_1": "16", "total_2": "0"}).status_code == 409
    assert evening.current.tables[0].total.points == [85, 1]


def test_once_the_results_are_final_a_first_slip_needs_its_reason_too(club):
    evening = four_deals(club, of_rounds=1)
    evening.play(without=[2])
    event_changes.end_now(**evening.action, reason="It is late.")
    with refusing("reason"):
        enter(evening, 2, [16, 0])
    enter(evening, 2, [16, 0], reason="The slip was found under the table.")


@pytest.mark.database
def test_a_total_that_somebody_else_has_replaced_meanwhile_is_not_replaced_unseen(club):
    evening = four_deals(club)
    enter(evening, 1, [16, 0])
    enter(evening, 1, [0, 16], reason="Misread.", base=1)
    at = "rounds/1/tables/1/total/"
    late = {"points": [16, 0], "reason": "I have the slip here.", "base": 1}
    refusal = evening.send("post", at, late, role="owner")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "total-changed")
    assert refusal.json()["standing"] == {"number": 2, "points": [0, 16], "winners": None}
    assert evening.send("post", at, late | {"base": 2}, role="owner").status_code == 201

    page = evening.page("rounds/1/slips/")
    assert 'name="base_1" value="3"' in page
    assert 'name="base_2" value="0"' in page


def half_keyed(club, deals=2):
    """Return an evening in which table 1 has entered some of four deals. Each gives side 1 four points."""
    evening = four_deals(club, of_rounds=2)
    for _ in range(deals):
        evening.give(1, FIRST_SIDE)
    return evening


def test_a_slip_with_the_rest_of_the_round_adds_to_the_deals(club):
    evening = half_keyed(club)
    enter(evening, 1, [0, 8], after_deals=2)

    table = evening.current.tables[0]
    assert (table.points(), table.deals, table.report.is_in) == ((8, 8), 2, True)
    assert list(event_breaches(evening.event)) == []
    with refusing("round-closed"):
        evening.give(1, FIRST_SIDE)


def test_a_correction_of_a_deal_changes_the_points_beside_the_slip_once(club):
    evening = half_keyed(club)
    enter(evening, 1, [0, 8], after_deals=2)
    evening.correct(1, 1, points=[10, 4])
    # Ten points less four are six, in place of four.
    assert evening.current.tables[0].points() == (10, 8)


def test_a_slip_replaces_the_deals_with_a_reason_and_the_deals_stay_recorded(club):
    evening = half_keyed(club)
    with refusing("reason"):
        enter(evening, 1, [0, 16], replaces_deals=True)
    enter(evening, 1, [0, 16], replaces_deals=True, reason="They keyed another table's deals.")

    table = evening.current.tables[0]
    assert (table.points(), table.deals, table.result.cinches) == ((0, 16), 2, ())
    paper = words(
        signed_in(club).get(f"/events/{evening.pk}/print/filled-sheets.pdf?round=1&table=1").content
    )
    assert paper.count("does not count") == 2
    assert re.search("1.4 From the slip 0 \\+16 0 16", paper)
    page = text_of(signed_in(club).get(f"/tables/{evening.table(1).pk}/sheet/"))
    assert "The deals recorded before do not count." in page
    assert list(event_breaches(evening.event)) == []


@pytest.mark.parametrize(
    ("counts", "points", "replaced", "line", "total"),
    [
        ({"replaces_deals": True}, [0, 16], 2, "The whole round, from its slip", [(0, 0), (16, 16)]),
        ({"after_deals": 2}, [0, 8], 0, "The rest of the round, from its slip", [(0, 8), (8, 8)]),
    ],
)
def test_a_table_s_pages_list_its_deals_as_what_counts_beside_a_slip(
    club, counts, points, replaced, line, total
):
    evening, browser = half_keyed(club), signed_in(club)
    enter(evening, 1, points, reason="They keyed another table's deals.", **counts)
    sheet = f"/tables/{evening.table(1).pk}/sheet/"
    for page in (sheet, f"/events/{evening.pk}/rounds/1/tables/1/"):
        text = text_of(browser.get(page))
        assert (text.count("replaced by the slip"), text.count(line)) == (replaced, 1), page

    figures = browser.get(sheet).context["table_page"].slip_figures
    assert [(figure.scored, figure.after) for figure in figures] == total


def test_a_slip_beside_deals_says_what_it_counts(club):
    evening = half_keyed(club)
    # The phone has entered another deal since a slip that comes after one deal.
    replaced = {"replaces_deals": True, "after_deals": 1, "reason": "Misread."}
    for sent, code in (
        ({"points": [0, 8]}, "has-deals"),
        ({"winners": [1]}, "has-deals"),
        ({"winners": [1], "after_deals": 2}, "has-deals"),
        ({"points": [0, 8], "after_deals": 1}, "deals-changed"),
        ({"points": [0, 16], **replaced}, "deals-changed"),
    ):
        with refusing(code):
            enter(evening, 1, **sent)
    assert not RoundTotal.objects.exists()


def test_the_rest_is_as_many_deals_as_are_missing(club):
    evening = half_keyed(club)
    with refusing("points"):
        enter(evening, 1, [57, 0], after_deals=2)  # two deals give 56 at most
    full = half_keyed(club, deals=4)
    with refusing("round-closed"):
        enter(full, 1, [0, 4], after_deals=4)


def test_only_a_director_replaces_deals_and_a_scorer_adds_the_rest(club):
    evening = half_keyed(club)
    with pytest.raises(NotAllowed):
        enter(evening, 1, [0, 16], replaces_deals=True, reason="Misread.", actor=club.actors["scorer"])
    enter(evening, 1, [0, 8], after_deals=2, actor=club.actors["scorer"])


def test_the_slips_page_says_what_a_slip_beside_deals_will_count_before_it_is_sent(club):
    evening, browser = half_keyed(club), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    assert "2 of 4 deals are entered: 8 : 0" in browser.get(at).content.decode()
    typed = slips({1: (0, 8)})
    asked = browser.post(at, typed)
    page = asked.content.decode()
    assert (asked.status_code, RoundTotal.objects.count()) == (400, 0)
    assert "The rest of the round: 8 : 0 becomes 8 : 8" in page
    assert "The whole round, in place of the deals: 0 : 8 counts" in page

    assert browser.post(at, typed | {"slip_1": "after-2"}).status_code == 302
    assert "8 : 0 + 0 : 8 = 8 : 8" in browser.get(at).content.decode()
    again = browser.post(f"{at}?again=1", slips({1: (0, 8)})).content.decode()
    assert "Everything is as it was keyed before." in again


def test_the_table_s_page_takes_the_rest_of_a_round_from_a_slip(club):
    evening, browser = half_keyed(club), signed_in(club)
    at, sent = f"/events/{evening.pk}/rounds/1/tables/1/", {"kind": "total", "total_1": "0", "total_2": "8"}
    assert "2 of 4 deals are entered: 8 : 0" in browser.get(at).content.decode()
    asked = browser.post(at, sent)
    assert (asked.status_code, "8 : 0 becomes 8 : 8" in asked.content.decode()) == (409, True)
    assert browser.post(at, sent | {"slip": "whole"}).status_code == 400, "a reason is missing"
    assert browser.post(at, sent | {"slip": "after-2"}).status_code == 302
    assert evening.current.tables[0].points() == (8, 8)


def test_after_half_a_round_from_a_slip_the_page_the_sheet_the_api_and_the_paper_agree(club):
    evening, browser = half_keyed(club), signed_in(club, "director")
    enter(evening, 1, [0, 8], after_deals=2)

    scores, answer, paper = four_views(evening, browser, 1)

    assert scores == [[8, 8]] * 3
    assert answer["slip"] == {"points": [0, 8], "winners": None, "after_deals": 2}
    assert "From the slip 0 +8 8 8" in paper
    of_round = evening.read("rounds/1/")["tables"][0]
    assert (of_round["points"], of_round["total_after_deals"]) == ([8, 8], 2)
    page = browser.get(f"/tables/{evening.table(1).pk}/").content.decode()
    assert "The rest of the round is in from its slip: 0 \u00b7 8." in page
