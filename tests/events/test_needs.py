"""The list of what needs the director, with one action for each entry."""

import re
from uuid import uuid4

import pytest

from scoring.disputes.services import disputes
from scoring.events.planning.services import event_changes
from scoring.events.queries import names_of, results_of
from scoring.events.results.services import decisions, finals
from scoring.events.show.pages.needs import missing_from, needs_of, open_questions
from scoring.office.verification import breaches
from scoring.tables.services import deals
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIRST_SIDE, TIED, begun, deal_of, planned, signed_in

pytestmark = pytest.mark.django_db


def needs(evening):
    state = evening.state
    return needs_of(state, open_questions(state))


def texts(evening):
    return [need.text for need in needs(evening)]


def test_a_quiet_evening_needs_nobody(club):
    evening = begun(club)
    assert needs(evening) == []
    page = evening.page()
    assert "needs you" not in page
    assert "Tables 1, 2 still play." in page


def test_disputes_doubts_and_held_entries_each_with_its_action(club):
    evening = begun(club)
    evening.give(1, (9, 5))
    table = evening.table(1)
    revoke = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
    disputes.raise_dispute(policy=policy_of(table), actor=club.actors["scorer"], number=1, **revoke)
    decisions.doubt(**evening.action, round_number=1, table_number=2, note="Ten was bid.")
    ahead = {"payload": deal_of((9, 5)), "key": uuid4(), "number": 9}
    deals.record(policy=policy_of(evening.table(2)), actor=club.actors["scorer"], **ahead)

    assert texts(evening) == [
        "Table 1, Round 1, deal 1 of 2: a dispute is to be decided.",
        "Table 2, round 1: a result is in doubt.",
        "Table 2, Deal 9: an entry is held for you.",
    ]
    browser = signed_in(club)
    page = browser.get(f"/events/{evening.pk}/").content.decode()
    assert "3 things need you" in page
    assert "Ten was bid." in page
    for need in needs(evening):
        assert browser.get(need.address).status_code == 200


def test_a_correction_that_would_change_the_move_until_a_table_begins(club):
    evening = begun(club)
    evening.play_on()
    assert texts(evening) == []
    evening.correct_round(1)
    (need,) = needs(evening)
    # The winners of table 1 no longer stay there, so all players get other opponents.
    assert need.text.startswith(
        "After a correction 8 players would have other places or partners in round 2."
    )
    evening.give(1, (9, 5))
    assert texts(evening) == []


def corrected(club):
    """Return an evening in round 2, in which a correction at table 1 would change the seats."""
    evening = begun(club)
    evening.play_on()
    evening.correct_round(1)
    return evening


def keep_seats(club, evening, mark, role="director"):
    address = f"/events/{evening.pk}/rounds/2/keep/"
    return signed_in(club, role).post(address, {"mark": mark}, headers={"HX-Request": "true"})


def test_the_director_keeps_the_seats_after_a_correction_once(club):
    evening = corrected(club)
    (need,) = needs(evening)
    for _ in range(2):
        assert keep_seats(club, evening, need.mark).status_code == 200
    (kept,) = evening.event.changes.filter(kind="keep-seats")
    assert (kept.by_member_id, kept.from_round) == (club.actors["director"].member, 2)
    assert texts(evening) == []
    browser = signed_in(club)
    assert "the seats stay" in browser.get(f"/events/{evening.pk}/rounds/2/").content.decode()
    for page in ("", "log/", "plan/"):
        shown = browser.get(f"/events/{evening.pk}/{page}").content.decode()
        assert "After a correction the seats stay as they are" in shown
    assert list(breaches()) == []


def test_another_correction_asks_again_about_the_kept_seats(club):
    evening = corrected(club)
    keep_seats(club, evening, needs(evening)[0].mark)
    evening.correct_round(2)
    assert len(texts(evening)) == 1


def test_a_page_from_before_another_correction_keeps_no_seats_unseen(club):
    evening = corrected(club)
    mark = needs(evening)[0].mark
    evening.correct_round(2)
    answer = keep_seats(club, evening, mark)
    assert answer.status_code == 409
    assert "There was another correction meanwhile" in answer.content.decode()
    assert len(texts(evening)) == 1


def test_kept_seats_are_taken_back_and_moved_again_with_the_correction(club):
    evening = corrected(club)
    keep_seats(club, evening, needs(evening)[0].mark)
    evening.take_back()
    evening.move(1)
    assert texts(evening) == []
    assert list(breaches()) == []


def test_a_late_table_until_it_is_decided(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    assert texts(evening) == ["Table 2 is late with its result."]
    evening.decide(2, "winners", [1])
    assert texts(evening) == []


def test_tables_without_a_result_are_listed_apart_from_a_table_in_doubt(club):
    evening = begun(club, 32)
    evening.play(without=[1, 2, 3, 4, 5, 6, 7])
    decisions.doubt(**evening.action, round_number=1, table_number=8, note="Was it nine?")
    page = evening.page()
    missing = page[page.index('id="desk-missing"') :].split("</ul>")[0]
    assert re.findall(r">Table (\d+)<", missing) == ["1", "2", "3", "4", "5", "6", "7"]
    assert "Table 8: a result is disputed." in page


def test_a_round_without_a_set_length_offers_the_clock_only_before_its_first_deal(club):
    evening = begun(club, movement={"minutes": None})
    assert 'value="start"' in evening.page()
    evening.give(1, FIRST_SIDE)
    assert 'value="start"' not in evening.page()


@pytest.mark.parametrize("kind", ["winners", "cut"])
def test_the_tile_the_table_s_page_and_the_log_say_who_won_by_a_decision(club, kind):
    evening = begun(club)
    first, second = evening.current.tables[0].seated.by_side()
    if kind == "winners":
        evening.decide(1, "winners", [2])
    else:
        evening.play({1: (7, 7)}, without=[2])
        evening.decide(1, "cut", [{str(first[0]): "3C", str(second[0]): "KD"}])
    names = names_of(evening.state)
    won = " & ".join(names[player] for player in second)
    browser = signed_in(club)
    logs = [browser.get(f"/events/{evening.pk}/{page}").content.decode() for page in ("", "log/")]
    for page in logs:
        assert f"won by {won.replace('&', '&amp;')}" in page
    for page in (logs[0], browser.get(f"/events/{evening.pk}/rounds/1/tables/1/").content.decode()):
        assert " &amp; ".join(f"<bdi>{names[player]}</bdi>" for player in second) in page[page.index("Won") :]


def test_a_table_whose_winners_were_named_cuts_no_more_and_has_no_leaders(club):
    evening = begun(club)
    evening.play({1: TIED}, without=[2])
    evening.play(deals_each=1, without=[1])
    tied, ahead = (evening.page(f"rounds/1/tables/{table}/") for table in (1, 2))
    assert ("so they cut" in tied, ", leads" in ahead) == (True, True)
    evening.decide(1, "winners", [2])
    evening.decide(2, "winners", [2])
    tied, won = (evening.page(f"rounds/1/tables/{table}/") for table in (1, 2))
    assert ("so they cut" in tied, ", leads" in won, ", won" in won) == (False, False, True)


def test_the_log_says_who_won_a_cut_that_the_service_drew_at_the_move(club):
    evening = begun(club)
    evening.play_on({2: TIED})
    (cut,) = evening.current.seating.plan["ties_cut"]
    names, table = names_of(evening.state), evening.state.rounds[0].tables[1]
    won = " &amp; ".join(names[player] for player in table.players[cut["winners"][0] - 1 :: 2])
    browser = signed_in(club)
    for page in ("", "log/"):
        log = browser.get(f"/events/{evening.pk}/{page}").content.decode()
        assert f"Round 1, table 2: the program cut, won by {won}" in log
    evening.swap(evening.players[0], evening.players[4], of_round=2)
    assert evening.event.journal.filter(verb="round.cut-drawn").count() == 1
    assert list(breaches()) == []


def test_the_log_does_not_repeat_a_cut_that_was_made_at_the_table(club):
    evening = begun(club)
    five, six = evening.players[4:6]
    evening.play({2: TIED})
    evening.decide(2, "cut", [{str(five): "3H", str(six): "KD"}])
    evening.move()
    assert not evening.event.journal.filter(verb="round.cut-drawn").exists()


def test_after_an_early_end_a_table_without_a_result_is_no_longer_late(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    assert tiles(evening) == ["desk-in", "desk-late"]
    event_changes.end_now(**evening.action, reason="The hall closes.")
    assert tiles(evening) == ["desk-in", "desk-without"]
    assert texts(evening) == []
    shown = evening.page()
    assert "1 without a result" in shown
    assert not re.search(r"\blate\b", re.sub(r"<template.*?</template>", "", shown))


@pytest.mark.parametrize("kind", ["winner-progressive", "rotation"])
def test_after_the_move_no_table_without_a_result_is_late(club, kind):
    evening = begun(club, movement={"kind": kind, "missing_results": "cut"})
    evening.play(without=[2])
    evening.ring()
    if kind == "rotation":  # nobody moves up, so no cut takes the place of the result
        assert texts(evening) == ["Table 2 is late with its result."]
        evening.decide(2, "winners", [1])
    evening.run_due_moves()
    assert tiles(evening, "rounds/1/") == ["desk-in", "desk-decided"]


def tiles(evening, page=""):
    shown = evening.page(page)
    return re.findall(r"desk-tile (desk-\w+)", shown)


def test_the_desk_does_not_announce_a_move_that_waits(club):
    evening = begun(club, movement={"move_after_seconds": 10})
    assert "by themselves 10 seconds" in evening.page()
    event_changes.hold(**evening.action, is_on=True)
    assert "by themselves 10 seconds" not in evening.page()
    tied = begun(club, movement={"move_after_seconds": 10})
    tied.play({1: TIED})
    assert "Table 1 is tied." in tied.page()
    at = f"/events/{tied.pk}/rounds/1/tables/1/"
    assert f'href="{at}#decide">Enter the cut: Table 1</a>' in tied.page()
    table = signed_in(club).get(at).content.decode()
    assert re.search(r"<details open>\s*<summary>Enter the cut</summary>", table)
    assert "by themselves 10 seconds" not in tied.page()


def test_holding_a_move_that_was_made_already_is_refused_and_holds_no_other_move(club):
    evening = begun(club)
    evening.play_on()
    late = signed_in(club).post(f"/events/{evening.pk}/hold/", {"hold": "on", "round": "1"}, follow=True)
    assert "The players have moved on from this round." in late.content.decode()
    assert not evening.state.is_held
    assert '<input type="hidden" name="round" value="2">' in evening.page()


def test_when_all_is_in_the_desk_offers_the_move_first_and_no_last_hand(club):
    evening = begun(club, movement={"move_after_seconds": None})
    evening.play()
    shown = evening.page()
    assert 'class="button" id="clock-bell"' in shown
    assert 'class="button button-main button-wide" id="desk-move"' in shown
    assert 'id="clock-last-hand"' not in shown
    assert 'id="clock-run"' not in shown


@pytest.mark.parametrize("of_rounds", [1, 2])
def test_where_a_cut_replaces_a_missing_result_the_desk_says_that_all_is_in_only_when_it_is(club, of_rounds):
    settings = {"move_after_seconds": None, "missing_results": "cut"}
    evening = begun(club, of_rounds=of_rounds, movement=settings)
    evening.play(without=[2])
    playing = evening.page()
    evening.play(without=[1])
    assert ("Every result is in." in playing, "Ready to move" in playing) == (False, False)
    assert 'id="desk-move"' not in playing
    done = evening.page()
    assert ("Every result is in." in done, 'id="desk-move"' in done) == (True, of_rounds == 2)


def test_an_evening_without_minutes_speaks_of_no_clock(club):
    evening = planned(club, movement={"minutes": None})
    at = f"/events/{evening.pk}/start/"
    browser = signed_in(club)
    first = browser.post(at, {"how": "drawn", "step": "start"}, follow=True).content.decode()
    assert "Round 1 is seated." in first
    assert "Start the clock" not in first
    again = browser.post(at, {"how": "drawn", "step": "start"}, follow=True).content.decode()
    assert "Round 1 was seated already." in again
    evening.play()
    evening.ring()
    assert "The clock was never started." not in evening.page()


def test_the_reason_of_a_reopening_is_not_shown_as_the_reason_of_the_hold(club):
    evening = begun(club)
    evening.play_on()
    event_changes.end_now(**evening.action, reason="The hall closes.")
    event_changes.reopen(**evening.action, reason="We may stay.", rounds=3)
    assert evening.state.hold.reason == ""
    assert "We may stay." not in evening.page().split('id="desk-actions"')[0]


def test_a_table_with_nothing_but_a_misdeal_has_handed_in_nothing(club):
    evening = begun(club, of_rounds=1)
    evening.play(without=[2])
    assert evening.send_deal(2, {"dealer": 1, "misdeal": "redeal"}).status_code == 201
    event_changes.end_now(**evening.action, reason="The hall closes.", final=False)
    assert missing_from(evening.state, evening.state.rounds, ()) == [
        "Table 2, round 1: nothing was handed in."
    ]


def test_a_table_decided_by_a_cut_is_not_reported_as_missing(club):
    evening = begun(club, of_rounds=1)
    evening.play(without=[2])
    evening.ring()
    evening.decide(2, "cut-instead")
    page = evening.page()
    assert "Table 2, round 1: a cut decided. No points are known." in page
    assert "nothing was handed in" not in page


def test_a_cut_that_the_program_draws_in_the_last_round_is_logged_once_with_the_results(club):
    evening = begun(club, of_rounds=1)
    evening.play({2: TIED})
    evening.ring()
    first = finals.make_final(event=evening.event, actor=evening.director)
    drawn = evening.current.decided_outcome(evening.current.tables[1]).winners
    (entry,) = evening.event.journal.filter(verb="round.cut-drawn")
    entrants = {entrant.member_id: entrant.pk for entrant in evening.state.entrants}
    won = [entrants[player] for player in drawn]
    assert (entry.data["round"], entry.data["table"], entry.data["won"]) == (1, 2, won)
    assert results_of(evening.state).stage == "final", "the entry changes no result"
    evening.correct(1, 1, bid=2)
    again = finals.make_final(event=evening.event, actor=evening.director, reason="Misread.")
    assert (first.edition, again.edition) == (1, 2)
    assert evening.event.journal.filter(verb="round.cut-drawn").count() == 1
    assert list(breaches()) == []


@pytest.mark.parametrize(("language", "count"), [("es", "2 sin empezar"), ("de", "2 besetzt")])
def test_the_count_of_tables_is_right_in_the_plural_too(club, language, count):
    evening = begun(club)
    browser = signed_in(club)
    browser.cookies["django_language"] = language
    page = browser.get(f"/events/{evening.pk}/").content.decode()
    assert f"{count}</li>" in page


def test_the_desk_says_that_a_whist_left_its_plan_until_a_newcomer_comes(club):
    evening = begun(club, movement={"kind": "whist"}, of_rounds=7)
    words = "are not those of the plan (Whist)"
    assert words not in evening.page()
    evening.leave(evening.players[5])
    assert words in evening.page()
    assert "Enter a newcomer" in evening.page()
    evening.enter("Newcomer")
    assert words not in evening.page()
    # Where nobody has left, one more newcomer would not bring the plan back.
    evening.enter("One too many")
    assert words in evening.page()
    assert "Enter a newcomer" not in evening.page()
    assert "Somebody has left" not in evening.page()


def test_the_log_names_the_winners_in_the_order_of_their_seats(club):
    evening = begun(club)
    evening.swap(evening.players[0], evening.players[2])
    evening.decide(1, "winners", [1])
    names = names_of(evening.state)
    won = " & ".join(names[player] for player in evening.current.tables[0].seated.side(1))
    assert won == "P3 & P1"
    assert f"won by {won.replace('&', '&amp;')}" in evening.page()
