"""The organiser's pages of an event in a browser: setup, start, clock, bell, doubts, move."""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Bell, Entrant, Event, Seating, TakeBack
from scoring.workers import heartbeat
from tests.events.evenings import FIRST_SIDE, Evening, begun
from tests.pages.conftest import DESK, PHONE
from tests.pages.entering import name_event, plan_and_start
from tests.pages.live import SEEN_AGAIN, is_marked, mark
from tests.pages.looks import flaws_of

pytestmark = pytest.mark.browser

NAMES = ["Seat A", "Seat B", "Seat C", "Seat D", "Seat E", "Seat F", "Seat G", "Seat H"]


def plan_page(hall, **wanted):
    page = hall.member("director", **wanted).new_page()
    name_event(page, hall.club.club.slug, "Harvest evening", NAMES)
    page.get_by_label("Rounds", exact=True).fill("2")
    return page


def test_a_small_evening_goes_from_the_plan_to_the_move_on_a_phone_without_script(hall):
    page = plan_page(hall, viewport=PHONE, java_script_enabled=False)
    plan_and_start(page)
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("heading", name="Playing").wait_for()
    event = Event.objects.get(planned_name="Harvest evening")
    Evening(event, hall.club).play()
    page.reload()
    page.get_by_role("heading", name="All tables are in").wait_for()
    page.get_by_role("link", name="Preview the move").click()
    page.get_by_role("button", name="Ring the bell and move now").click()
    page.get_by_text("The players have moved to round 2.").wait_for()

    page.get_by_role("link", name="Seats", exact=True).click()
    reason = page.get_by_text("Won table 2 by 16 points and goes up to table 1.")
    expect(reason).to_have_count(2)
    law = page.get_by_role("link", name="Winners move up").first
    expect(law).to_have_attribute("href", re.compile("^/laws/foster-1897/"))
    assert Seating.objects.filter(event=event).count() == 2


def test_an_evening_is_played_through_before_it_is_planned(hall):
    page = plan_page(hall)
    page.get_by_text("Pick from the club's members").click()
    for letter in "AYBZ":
        page.get_by_label(letter, exact=True).check()
    expect(page.get_by_text("12 players: 3 tables, 0 sit out")).to_be_visible()
    page.get_by_text(re.compile("3 tables . 2 rounds")).wait_for()
    page.get_by_role("button", name="Simulate with random results").click()
    assert not Event.objects.exists()
    page.get_by_role("button", name="Plan the event").click()
    page.wait_for_url(re.compile(r"/events/\d+/$"))

    assert Entrant.objects.count() == 12


def test_an_organiser_runs_clock_and_bell_while_the_desk_follows_the_tables(hall, monkeypatch):
    # Workers of other tests would come and go, and change the page.
    monkeypatch.setattr(heartbeat, "is_served", lambda: False)
    evening = begun(hall.club, movement={"minutes": 25})
    page = hall.member("director", viewport=DESK).new_page()
    page.clock.install()
    page.goto(f"/events/{evening.pk}/")
    expect(page.get_by_role("timer")).to_have_text("25:00")
    expect(page.get_by_text("Automatic moves are paused")).to_be_visible()
    monkeypatch.setattr(heartbeat, "is_served", lambda: True)
    page.evaluate(SEEN_AGAIN)
    page.get_by_text("Automatic moves are paused").wait_for(state="detached")
    mark(page)

    # A pressed button gets its response although the event changes meanwhile.
    held = []
    page.route("**/clock/", lambda route: held.append(route))
    page.get_by_role("button", name="Start", exact=True).click()
    evening.play(deals_each=2, without=[1])
    page.evaluate(SEEN_AGAIN)
    page.wait_for_timeout(1000)  # long enough for the page to poll, if it did
    held[0].continue_()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.unroute("**/clock/")
    expect(page.locator("#desk-table-2")).to_contain_text("2 of 4")

    # A double click is one press.
    page.get_by_role("button", name="Add 5 minutes").dblclick()
    expect(page.get_by_role("timer")).to_have_text(re.compile("29:|30:00"))
    before = page.get_by_role("timer").inner_text()
    expect(page.get_by_role("timer")).not_to_have_text(before)
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("The clock is paused.").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Last hand").focus()

    # A new deal appears without moving the focus; without news, nothing is drawn again.
    evening.give(2, FIRST_SIDE)
    page.locator("#desk-table-2", has_text="3 of 4").wait_for()
    assert page.evaluate("document.activeElement.id") == "clock-last-hand"
    page.evaluate("document.querySelector('#desk-table-1').dataset.same = 'yes'")
    answers = []
    page.on("response", lambda answer: answers.append(answer.status))
    for _ in range(2):
        with page.expect_response("**"):
            page.clock.run_for(6_000)
    assert set(answers) == {304}
    assert page.evaluate("document.querySelector('#desk-table-1').dataset.same") == "yes"

    page.get_by_role("button", name="Last hand").press("Enter")
    page.get_by_role("heading", name="Last hand").wait_for()
    kinds = [step.kind for step in Seating.objects.get(event=evening.event).clock_steps.all()]
    assert kinds == ["start", "add", "pause", "resume", "last-hand"]
    page.get_by_role("button", name="Bell").press("Enter")
    page.get_by_role("button", name="Ring the bell").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Ring the bell")).to_be_hidden()
    assert not Bell.objects.exists()
    page.get_by_role("button", name="Bell").press("Enter")
    page.get_by_role("button", name="Ring the bell").press("Enter")
    page.get_by_role("heading", name="The bell has rung").wait_for()
    expect(page.get_by_role("link", name="Table 1 has handed in nothing.")).to_be_visible()
    expect(page.locator("#desk-table-1")).to_contain_text("late")
    assert Bell.objects.count() == 1
    assert is_marked(page), "all of it without reading the page again"


def test_a_question_is_answered_although_the_desk_renewed_its_form_meanwhile(hall):
    evening = begun(hall.club)
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/events/{evening.pk}/")
    page.get_by_role("button", name="Bell").click()
    page.evaluate(
        """() => { const form = document.querySelector("form[data-confirm=ask-bell]");
                   form.replaceWith(form.cloneNode(true)); }"""
    )
    page.get_by_role("button", name="Ring the bell").click()
    page.get_by_role("heading", name="The bell has rung").wait_for()
    assert Bell.objects.count() == 1


def test_a_doubt_holds_the_move_which_is_taken_back_later_and_players_come_and_go(hall):
    own = hall.club.actors["player"].member
    evening = begun(hall.club, players=[*(f"P{number}" for number in range(1, 8)), own])
    evening.play()
    player = hall.member("player").new_page()
    player.goto(f"/events/{evening.pk}/rounds/1/tables/2/")
    expect(player.get_by_role("heading", name="Decide for this table")).to_have_count(0)
    player.get_by_label("What is wrong").fill("Ten was bid, not nine")
    player.get_by_role("button", name="Hold the move for it").click()
    expect(player.get_by_text("Ten was bid, not nine")).to_be_visible()

    page = hall.member("director").new_page()
    page.goto(f"/events/{evening.pk}/")
    expect(page.get_by_role("heading", name="All tables are in")).to_be_visible()
    expect(page.get_by_role("button", name="Move now")).to_have_count(0)
    page.get_by_role("link", name="Table 2: a result is disputed.").click()
    expect(page.get_by_text("Ten was bid, not nine")).to_be_visible()
    page.get_by_label("What was found").fill("Nine it was: the table agrees")
    page.get_by_role("button", name="Settle the doubt").click()
    page.get_by_text("The doubt is settled.").wait_for()
    page.get_by_role("link", name="Back to the desk").click()
    expect(page.get_by_role("button", name="Move now")).to_be_visible()

    evening.move()
    page.get_by_role("link", name="Take back the move to round 2").click()
    page.get_by_label("Reason").fill("Table 2 had added wrongly")
    reason = page.get_by_label("Reason", exact=True)
    expect(reason).to_have_accessible_description("Optional, but it helps.")
    page.get_by_role("button", name="Take the move back").click()
    page.get_by_role("button", name="Take it back").click()
    page.get_by_text("Everybody sits as in round 1").wait_for()
    expect(page.get_by_text("the players move only when you press")).to_be_visible()
    assert TakeBack.objects.get().reason == "Table 2 had added wrongly"

    page.goto(f"/events/{evening.pk}/players/")
    page.get_by_label("Name", exact=True).fill("Seat I")
    page.locator("summary", has_text="Wishes").click()
    page.get_by_label("and in seat").select_option("2")
    page.get_by_label("Always at table").select_option("1")
    page.get_by_role("button", name="Add the player").click()
    page.get_by_text("Seat I plays from round 2.").wait_for()
    page.get_by_role("link", name="Withdraw P2").click()
    page.get_by_role("button", name="Withdraw P2", exact=True).click()
    page.get_by_text("P2 leaves and is not seated from round 2 on.").wait_for()
    assert Entrant.objects.get(member__name="Seat I").wishes == {"fixed_table": 1, "fixed_seat": 2}


@pytest.mark.full
def test_twenty_five_tables_are_seen_at_once_on_a_desk_and_the_keys_of_the_clock_under_a_thumb(hall):
    evening = begun(hall.club, 100, movement={"minutes": 25})
    desk = hall.member("director", viewport={"width": 1280, "height": 1024}).new_page()
    desk.goto(f"/events/{evening.pk}/")
    phone = hall.member("director", viewport=PHONE).new_page()
    phone.goto(f"/events/{evening.pk}/")

    assert desk.locator(".desk-tile").count() == 25
    last = desk.locator("#desk-table-25").bounding_box()
    assert last["y"] + last["height"] <= 1024
    keys = phone.locator(".desk-keys .button")
    boxes = [key.bounding_box() for key in keys.all()]
    assert len(boxes) == 5
    assert all(PHONE["height"] - 100 <= box["y"] <= PHONE["height"] - box["height"] for box in boxes)
    assert all(box["width"] >= 48 for box in boxes)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_what_does_not_arrive_or_is_refused_is_told_where_the_desk_is_scrolled_to(hall, size):
    evening = begun(hall.club, 24, movement={"minutes": 25})
    page = hall.member("director", viewport=size).new_page()
    page.goto(f"/events/{evening.pk}/")
    page.locator("#desk-slips").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")

    hall.cut(page)
    page.evaluate("document.querySelector('#clock-run').click()")
    for told in ("The desk cannot reach the club's server", "What you pressed did not arrive"):
        expect(page.get_by_text(told)).to_be_in_viewport()
    hall.cut(page, offline=False)
    page.evaluate("document.querySelector('#clock-run').click()")
    expect(page.get_by_role("button", name="Pause")).to_be_attached()
    expect(page.get_by_text("What you pressed did not arrive")).to_be_hidden()
    expect(page.get_by_text("The desk cannot reach")).to_be_hidden()

    # Another organiser has rung the bell, which this page does not know yet.
    page.route(f"**/events/{evening.pk}/", lambda route: route.fulfill(status=304))
    evening.ring()
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    page.evaluate("document.querySelector('#clock-add-5').click()")
    expect(page.get_by_text("The bell of this round has rung.")).to_be_in_viewport()


def test_a_countdown_is_stopped_and_an_evening_that_ended_too_early_is_reopened(hall):
    evening = begun(hall.club, of_rounds=3, movement={"move_after_seconds": 300})
    page = hall.member("director", viewport=DESK).new_page()
    projector = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/events/{evening.pk}/")
    projector.goto(f"/events/{evening.pk}/projector/")
    evening.play()
    counted = re.compile(r"^4:[0-5]\d$")
    expect(page.locator(".desk-moves [role=timer]")).to_have_text(counted)
    expect(projector.locator(".clock-moves [role=timer]")).to_have_text(counted)
    page.get_by_role("button", name="Stop the countdown").click()
    expect(page.get_by_role("button", name="Stop waiting")).to_be_visible()
    expect(projector.locator(".clock-moves")).to_have_count(0)

    page.get_by_role("link", name="Change or end the evening").click()
    end = page.locator("form", has=page.get_by_role("heading", name="End the evening now"))
    end.get_by_label("Reason").fill("The hall closes.")
    end.get_by_role("button", name="End the evening").click()
    question = page.get_by_role("dialog")
    expect(question.locator("[data-note] p").first).to_contain_text("The evening ends with round 1.")
    question.get_by_role("button", name="No, go back").click()
    assert evening.state.status == "running"
    end.get_by_label("Make the results final at once").check()
    end.get_by_role("button", name="End the evening").click()
    question.get_by_role("button", name="End it").click()
    expect(page.get_by_text("Final results, edition 1")).to_be_visible()
    page.get_by_role("link", name="Reopen the results").click()
    assert flaws_of(page, "light") == []
    page.locator("#reopen").get_by_label("Reason").fill("The hall stays open.")
    page.get_by_role("button", name="Reopen the results").click()
    page.get_by_role("button", name="Reopen them").click()
    expect(page.locator("#event-status")).to_contain_text("Round 1 of 3")
    assert evening.state.status == "running"


def test_the_question_about_a_leaver_names_them_and_seats_a_newcomer(hall):
    evening = begun(
        hall.club, of_rounds=3, movement={"kind": "whist", "tie_breaks": ["points"], "prizes": []}
    )
    page = hall.member("director", viewport=PHONE).new_page()
    page.goto(f"/events/{evening.pk}/players/")
    page.get_by_role("link", name="Withdraw P5").click()
    expect(page.get_by_text("stops after round 1.")).to_be_visible()
    assert flaws_of(page, "light") == []
    page.get_by_label("Newcomer").fill("Quito")
    page.get_by_role("button", name="Withdraw P5 and seat the newcomer").click()
    expect(page.get_by_text("Quito plays this round at table 2, seat 1.")).to_be_visible()


def test_tab_reaches_who_won_on_a_slip_without_points_and_passes_it_by_with_points(hall):
    evening = begun(hall.club)
    page = hall.member("director").new_page()
    page.goto(f"/events/{evening.pk}/rounds/1/slips/")
    page.locator("#points_1_1").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#winner_1")).to_be_focused()
    page.locator("#points_1_1").focus()
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    page.keyboard.type("0")
    page.keyboard.press("Tab")
    expect(page.locator("#points_2_1")).to_be_focused()
