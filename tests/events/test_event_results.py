"""Standings, corrections, editions of the final results, and who may make results final."""

import re
from html import unescape
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.disputes.services import disputes
from scoring.events import queries
from scoring.events.models import Final
from scoring.events.planning.services import event_changes
from scoring.events.play.services import due_moves
from scoring.events.results.services import finals
from scoring.office.verification import breaches
from scoring.refusals import NotAllowed
from scoring.tables.services import corrections
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import ADVERSARY_REVOKES, decided, raised
from tests.events.evenings import SECOND_SIDE, begun, signed_in
from tests.refusals import refusing
from tests.web.asking import send

pytestmark = pytest.mark.django_db


def over(club):
    """Return an evening of one round that was played. At both tables the first side won by eight points."""
    evening = begun(club, of_rounds=1)
    evening.play_on()
    return evening


def test_results_are_made_final_and_a_correction_makes_a_new_edition(club):
    evening = begun(club, of_rounds=1)
    with refusing("event-not-over"):
        finals.make_final(**evening.action)
    evening.play_on()

    first = finals.make_final(**evening.action)
    assert finals.make_final(**evening.action) == first, "nothing is new"
    fix = {"number": 2, "changes": {"bid": 2}, "reason": "misheard"}
    with pytest.raises(NotAllowed):
        corrections.correct(policy=policy_of(evening.table(1)), actor=club.actors["scorer"], **fix)
    evening.correct(1, 2, points=[14, 0])
    with refusing("reason"):
        finals.make_final(**evening.action)
    second = finals.make_final(**evening.action, reason="misread at table 1")

    assert (first.edition, second.edition, second.reason) == (1, 2, "misread at table 1")
    browser = signed_in(club)
    replaced = browser.get(f"/events/{evening.pk}/standings/1/").content.decode()
    assert "Edition 1 was replaced." in replaced
    assert "Edition 1, replaced</h2>" in replaced
    assert "Final results" not in replaced
    latest = browser.get(f"/events/{evening.pk}/standings/2/").content.decode()
    assert "was replaced" not in latest
    assert "Final results, edition 2</h2>" in latest
    assert ">final<" not in latest, "the heading says so already"
    event_changes.reopen(**evening.action, reason="We have an hour left.")
    latest = browser.get(f"/events/{evening.pk}/standings/2/").content.decode()
    assert "Edition 2, reopened</h2>" in latest
    assert "Final results" not in latest
    assert second.as_of > first.as_of
    assert list(breaches()) == []


def test_pages_say_before_and_after_a_correction_what_becomes_of_final_results(club):
    evening, browser = over(club), signed_in(club)
    table, slips = (f"/events/{evening.pk}/rounds/1/{page}/" for page in ("tables/1", "slips"))
    addresses = (table, slips, f"/tables/{evening.table(1).pk}/deals/2/")
    before = "The results are final, edition 1. A correction changes the standings at once, and edition 2"
    assert [before in browser.get(address).content.decode() for address in addresses] == [False] * 3
    finals.make_final(**evening.action)
    assert [before in browser.get(address).content.decode() for address in addresses] == [True] * 3
    total = {"kind": "total", "slip": "whole", "total_1": "20", "total_2": "10", "reason": "misread"}
    after = browser.post(table, total, follow=True).content.decode()
    assert (
        "The total is recorded. Results changed since edition 1. Edition 2 can be made at the desk." in after
    )
    assert before not in after


def test_disputes_say_before_and_after_a_ruling_what_becomes_of_final_results(club):
    evening, browser = over(club), signed_in(club)
    club.table = evening.table(1)
    earlier = raised(club, 1)["id"]
    decided(club, earlier)
    at_table = f"/tables/{club.table.pk}/deals/2/dispute/?" + urlencode(
        {"incident": "revoke", "at-seat": "2", **ADVERSARY_REVOKES["facts"]}
    )
    pages = (f"/disputes/{earlier}/", at_table)  # without an appeal, nobody can change the earlier decision
    before = "The results are final, edition 1. A correction changes the standings at once, and edition 2"
    after = "Results changed since edition 1. Edition 2 can be made at the desk."
    assert [before in browser.get(page).content.decode() for page in pages] == [False, False]
    finals.make_final(**evening.action)
    assert [before in browser.get(page).content.decode() for page in pages] == [False, True]
    assert before not in signed_in(club, "scorer").get(at_table).content.decode(), "a report changes nothing"

    later = raised(club, 2)["id"]
    assert after in browser.get(f"/disputes/{later}/").content.decode()
    ruled = browser.post(f"/disputes/{later}/decide/", {"step": "confirm", "key": uuid4()}, follow=True)
    assert f"The decision is recorded. {after}" in ruled.content.decode()


def test_a_deal_page_asks_for_final_results_only_to_warn_who_may_correct(club):
    evening = over(club)
    page = f"/tables/{evening.table(1).pk}/deals/1/"
    asked = {}
    for role in ("director", "player"):
        with CaptureQueriesContext(connection) as statements:
            assert signed_in(club, role).get(page).status_code == 200
        asked[role] = any('FROM "scoring_final"' in each["sql"] for each in statements)
    assert asked == {"director": True, "player": False}


def test_the_projector_ends_with_the_results_and_shows_the_prizes_once_they_are_final(club):
    evening, browser = over(club), signed_in(club)
    where = f"/events/{evening.pk}/projector/"

    provisional = browser.get(where).content.decode()
    finals.make_final(**evening.action)
    final = browser.get(where).content.decode()

    assert "Provisional results" in provisional
    assert 'data-board="prizes' not in provisional
    assert "Final results" in final
    assert ("The results are final" in provisional, "The results are final" in final) == (False, True)
    assert "your table" not in provisional + final, "nobody looks for a seat any more"
    prizes = unescape(re.sub("<[^>]+>", " ", final[final.index('data-board="prizes-1"') :])).split()
    for prize in evening.read("standings/")["prizes"]:
        for winner in prize["players"]:
            assert winner["name"] in prizes, prize
            assert winner["name"] in prize["why"], "who won a prize is named in its reason"


def test_standings_follow_the_results_and_a_correction_of_an_earlier_round_that_moves_nobody(club):
    evening = begun(club, of_rounds=2, deals_per_round=4)
    a, b, c, d, e, f, g, h = evening.players
    evening.play_on({2: SECOND_SIDE})
    seated = evening.seats

    def stars():
        return {line.player: (line.gold, line.red, line.points) for line in evening.state.board.standings}

    # The winners at the head table stay and get a gold star, the other winners go up and get a red star. Each
    # has made sixteen points.
    before = stars()
    assert {before[a], before[c]} == {(1, 0, 16)}
    assert {before[f], before[h]} == {(0, 1, 16)}
    assert {before[b][2], before[e][2]} == {0}

    evening.correct_round(1, points=(0, 14))
    evening.run_due_moves()

    after = stars()
    # Four deals of 14 to 0 are 56 points, five more than the game of 51.
    assert {after[b], after[d]} == {(1, 0, 56)}
    assert evening.state.rounds[0].tables[0].result.to_go == (51, -5)
    assert {after[a], after[c]} == {(0, 0, 0)}
    assert (after[f], after[g]) == (before[f], before[g])
    assert evening.seats == seated, "seats that were taken stay as they are"
    assert list(breaches()) == []


def test_an_unknown_round_table_or_deal_is_not_found(club):
    evening = begun(club)
    deal, asked = f"tables/{evening.table(1).pk}/deals/9/", {"bid": 2, "reason": "misheard"}
    assert send(club.client("director"), "patch", deal, asked).status_code == 404
    for method, where, body in (
        ("get", "rounds/7/", None),
        ("post", "rounds/7/move/", {}),
        ("post", "rounds/7/take-back/", {}),
        ("post", "rounds/7/tables/1/doubt/", {}),
        ("post", "rounds/1/tables/9/decide/", {"kind": "handed-in"}),
        ("post", "bell/", {"round": 7}),
    ):
        assert evening.send(method, where, body).status_code == 404, where


def test_results_become_final_when_the_correction_period_is_over(club, later):
    evening = over(club)
    for minutes, editions in ((0, []), (29, []), (31, [1]), (32, [1])):
        later(minutes=minutes)
        evening.run_due_moves()
        assert [final.edition for final in Final.objects.all()] == editions, minutes
    assert due_moves.running() == {}, "an evening that is final is swept no more"
    made_final = evening.event.journal.get(verb="event.final")
    assert made_final.data["by_program"]
    assert "by_program" not in evening.event.journal.get(verb="event.planned").data
    assert "the program" in evening.page("log/")


def test_a_change_that_changes_no_result_delays_neither_the_countdown_nor_the_final_results(club):
    evening = over(club)
    before = queries.last_change_at(evening.event)
    event_changes.publish(**evening.action, parts=["standings"])
    assert queries.last_change_at(evening.event) == before
    evening.correct(1, 2, points=[14, 0])
    assert queries.last_change_at(evening.event) != before


def test_before_the_move_nobody_has_a_star_by_a_drawn_cut(club):
    evening = begun(club, movement={"missing_results": "cut"})
    evening.play(without=[2])
    at_two = evening.seats[1]
    assert {evening.state.board.own_cards[player].rounds[0].star for player in at_two} == {None}
    evening.ring()
    assert {evening.state.board.own_cards[player].rounds[0].star for player in at_two} == {None}
    evening.run_due_moves()
    assert None not in {evening.state.board.own_cards[player].rounds[0].star for player in at_two}


def test_a_dispute_after_final_results_makes_nobody_play_on(club):
    evening = begun(club, of_rounds=1)
    evening.play_on()
    finals.make_final(**evening.action)
    table = evening.table(1)
    revoke = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
    disputes.raise_dispute(policy=policy_of(table), actor=club.actors["scorer"], number=1, **revoke)
    assert evening.state.rounds[-1].life.blockers
    assert (evening.state.status, evening.state.phase) == ("over", "over")
    assert evening.read("rounds/1/")["waits_for"] == []
    assert finals.make_final(**evening.action, reason="It changes no rank.").edition == 2


def test_a_dispute_about_a_round_before_keeps_nobody_in_that_round(club):
    evening = begun(club, of_rounds=2)
    evening.play_on()
    table = evening.table(1)
    revoke = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
    disputes.raise_dispute(policy=policy_of(table), actor=club.actors["scorer"], number=1, **revoke)
    assert evening.read("rounds/1/")["waits_for"] == []
    page = evening.page("rounds/1/tables/1/")
    assert ("a dispute is to be decided" in evening.page(), "The move waits" in page) == (True, False)
