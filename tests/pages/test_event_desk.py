"""The organiser's pages of an event in a real browser: plan, start, desk, move, seats with their reasons."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from cinchclub import health
from scoring.events.hosting import host_of
from scoring.events.models import Bell, Entrant, Event, Seating, TakeBack
from scoring.events.services import attendance, rounds
from scoring.tables.models import Table
from scoring.tables.services import corrections
from scoring.workers import heartbeat as workers
from tests.pages.conftest import DESK, PHONE
from tests.pages.organising import NAMES, begun, fill_plan, plan_page, play

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("with_script", [True, False], ids=["script", "no script"])
def test_a_small_evening_goes_from_the_plan_to_the_move_on_a_phone(hall, with_script):
    page = plan_page(hall, viewport=PHONE, java_script_enabled=with_script)
    fill_plan(page)
    page.get_by_role("link", name="Look at round 1 and start").click()
    page.get_by_role("button", name="Publish these places and start").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("heading", name="Playing").wait_for()
    event = Event.objects.get(name="Harvest evening")
    for number in (1, 2):
        play(event, hall.club.actors["scorer"], number)
    if not with_script:
        page.reload()
    page.get_by_role("heading", name="All tables are in").wait_for()
    page.get_by_role("link", name="Look at the move").click()
    page.get_by_role("button", name="Ring the bell and move now").click()
    if with_script:
        page.get_by_role("button", name="Move them").click()
    page.get_by_text("The players are moved: round 2.").wait_for()

    page.get_by_role("link", name="Seats").click()
    reason = page.get_by_text("Won table 2 with 35 to go against 51 and goes up to table 1.")
    expect(reason).to_have_count(2)
    law = page.get_by_role("link", name="Winners move up").first
    expect(law).to_have_attribute("href", re.compile("^/laws/foster-1897/"))
    assert Seating.objects.filter(event=event).count() == 2


@pytest.mark.parametrize(
    ("names", "rounds_in_all", "beside", "reason"),
    [
        (["Seat A", "Seat B", "Seat C"], "2", "Names", "at least 4 players to fill a table, not 3"),
        ([*NAMES, "Seat C"], "2", "Names", "“Seat C” already has a seat"),
        (NAMES, "0", "Rounds", "from 1 to 50"),
        (NAMES, "two", "Rounds", "“two” is not accepted"),
        ([*NAMES, "A" * 81], "2", "Names", "at most 80 characters"),
    ],
)
def test_a_plan_that_is_refused_says_why_beside_the_field_and_keeps_what_was_typed(
    hall, names, rounds_in_all, beside, reason
):
    page = plan_page(hall)
    page.get_by_text("The end of a round").click()
    page.get_by_label(re.compile("^Minutes in a round")).fill("25")

    fill_plan(page, names, rounds_in_all)

    field = page.locator(".field", has=page.get_by_label(re.compile(f"^{beside}")))
    expect(field.locator(".errors")).to_contain_text(reason)
    expect(page.get_by_label(re.compile("^Names"))).to_have_value("\n".join(names))
    expect(page.get_by_label(re.compile("^Minutes in a round"))).to_have_value("25")
    expect(page.get_by_label("Name of the event")).to_have_value("Harvest evening")
    assert not Event.objects.exists()


@pytest.mark.full
def test_a_setting_that_contradicts_another_is_refused_beside_it(hall):
    page = plan_page(hall)
    page.get_by_text("The end of a round").click()
    page.get_by_label(re.compile("^The bell")).select_option("clock")

    fill_plan(page)

    field = page.locator(".field", has=page.get_by_label(re.compile("^Minutes in a round")))
    expect(field.locator(".errors")).to_contain_text("only where a round has its minutes")


def test_members_are_picked_and_an_evening_is_played_through_before_it_is_planned(hall):
    page = plan_page(hall)
    page.get_by_label(re.compile("^Names")).fill("\n".join(NAMES))
    page.get_by_text("Pick from the club's members").click()
    for letter in "AYBZ":
        page.get_by_label(letter, exact=True).check()
    expect(page.get_by_text("12 players: 3 tables, 0 sit out")).to_be_visible()

    page.get_by_role("button", name="Play it through with chance results").click()
    page.get_by_text(re.compile("3 tables . 8 rounds")).wait_for()
    assert not Event.objects.exists()
    page.get_by_label("Name of the event").fill("Harvest evening")
    page.get_by_role("button", name="Plan the event").click()
    page.wait_for_url("**/events/*/")

    assert Entrant.objects.count() == 12


def test_the_desk_shows_what_the_tables_do_without_being_loaded_again(hall):
    event = begun(hall.club)
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/events/{event.pk}/")
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Last hand").focus()

    play(event, hall.club.actors["scorer"], 2, deals=2)

    page.locator("#desk-table-2", has_text="2 of 4").wait_for()
    assert page.evaluate("window.same")
    assert page.evaluate("document.activeElement.id") == "clock-last-hand"
    expect(page.locator("#desk-table-2")).to_contain_text("playing")


def test_a_desk_that_has_nothing_new_is_not_drawn_again(hall, monkeypatch):
    # Others' tests have workers that come and go, which would be something new.
    monkeypatch.setattr(workers, "is_served", lambda: True)
    event = begun(hall.club)
    page = hall.member("director", viewport=DESK).new_page()
    answers = []
    page.clock.install()
    page.goto(f"/events/{event.pk}/")
    page.on("response", lambda answer: answers.append(answer.status))
    page.evaluate("document.querySelector('#desk-table-1').dataset.same = 'yes'")

    for _ in range(2):
        with page.expect_response("**"):
            page.clock.run_for(6_000)

    assert set(answers) == {304}
    assert page.evaluate("document.querySelector('#desk-table-1').dataset.same") == "yes"


def test_what_was_pressed_is_answered_at_its_place_though_the_event_changes_meanwhile(hall):
    event = begun(hall.club, minutes=25)
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/events/{event.pk}/")
    held = []
    page.route("**/clock/", lambda route: held.append(route))
    page.get_by_role("button", name="Start", exact=True).click()

    play(event, hall.club.actors["scorer"], 2, deals=2)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(1000)  # long enough for a look at the server, were one taken
    held[0].continue_()

    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#desk-table-2")).to_contain_text("2 of 4")


def test_the_clock_is_started_lengthened_paused_and_the_last_hand_called(hall):
    event = begun(hall.club, minutes=25)
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/")
    expect(page.get_by_role("timer")).to_have_text("25:00")

    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Add 5 minutes").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("29:|30:00"))
    before = page.get_by_role("timer").inner_text()
    expect(page.get_by_role("timer")).not_to_have_text(before)
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("The clock is paused.").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Last hand").click()
    page.get_by_role("heading", name="Last hand").wait_for()

    kinds = [step.kind for step in Seating.objects.get(event=event).clock_steps.all()]
    assert kinds == ["start", "add", "pause", "resume", "last-hand"]


def test_the_bell_is_rung_by_the_keyboard_after_a_question_and_late_tables_are_named(hall):
    event = begun(hall.club)
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/events/{event.pk}/")
    page.get_by_role("button", name="Bell").focus()

    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ring it").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Ring it")).to_be_hidden()
    assert not Bell.objects.exists()
    page.get_by_role("button", name="Bell").press("Enter")
    page.get_by_role("button", name="Ring it").press("Enter")

    page.get_by_role("heading", name="The bell has rung").wait_for()
    expect(page.get_by_role("link", name="Table 1 has handed in nothing.")).to_be_visible()
    expect(page.locator("#desk-table-1")).to_contain_text("late")
    assert Bell.objects.count() == 1


def test_a_doubt_holds_the_move_until_it_is_settled_with_what_was_found(hall):
    event = begun(hall.club)
    for number in (1, 2):
        play(event, hall.club.actors["scorer"], number)
    player = hall.member("player").new_page()
    player.goto(f"/events/{event.pk}/rounds/1/tables/2/")
    expect(player.get_by_role("heading", name="Decide for this table")).to_have_count(0)
    player.get_by_label("What is wrong").fill("Ten was bid, not nine")
    player.get_by_role("button", name="Hold the move for it").click()
    expect(player.get_by_text("Ten was bid, not nine")).to_be_visible()
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/")
    expect(page.get_by_role("link", name="Table 2: a result is disputed.")).to_be_visible()
    expect(page.get_by_role("button", name="Move now")).to_have_count(0)

    page.get_by_role("link", name="Table 2: a result is disputed.").click()
    expect(page.get_by_text("Ten was bid, not nine")).to_be_visible()
    page.get_by_label("What was found").fill("Nine it was: the table agrees")
    page.get_by_role("button", name="The doubt is settled").click()
    page.get_by_text("The doubt is settled.").wait_for()
    page.get_by_role("link", name="Back to the desk").click()

    expect(page.get_by_role("button", name="Move now")).to_be_visible()


def test_the_director_decides_for_a_table_and_a_missing_reason_is_said_beside_it(hall):
    event = begun(hall.club)
    page = hall.member("director", java_script_enabled=False).new_page()
    page.goto(f"/events/{event.pk}/rounds/1/tables/2/")
    page.get_by_text("Name the winners").click()
    page.locator("[name=winner][value='2']").check()
    page.locator("#reason-winners").fill("   ")
    page.get_by_role("button", name="They have won").click()
    expect(page.locator(".decide .errors")).to_contain_text("needs its reason")
    expect(page.locator("[name=winner][value='2']")).to_be_checked()

    page.locator("#reason-winners").fill("Their sheet was lost, both sides agree")
    page.get_by_role("button", name="They have won").click()

    said = page.get_by_text("The winners were named: Their sheet was lost, both sides agree")
    expect(said).to_be_visible()


def test_a_tie_is_cut_with_cards_that_are_entered_and_the_seats_tell_of_it(hall):
    event = begun(hall.club, ties="entered")
    play(event, hall.club.actors["scorer"], 1)
    play(event, hall.club.actors["scorer"], 2, points=(7, 7))
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/rounds/1/move/")
    expect(page.get_by_text("Table 2 is to be cut for, and the cards are not entered yet.")).to_be_visible()
    page.goto(f"/events/{event.pk}/rounds/1/tables/2/")
    first, second = page.locator("[name^=cut_1_]").all()
    first.fill("X9")
    second.fill("5C")
    page.get_by_role("button", name="Keep the cut").click()
    expect(page.get_by_text("A card such as TH.")).to_be_visible()
    expect(first).to_have_value("X9")
    first.fill("kh")
    page.get_by_role("button", name="Keep the cut").click()
    page.get_by_text("It is decided.").wait_for()

    page.goto(f"/events/{event.pk}/rounds/1/move/")

    expect(page.get_by_role("heading", name="Table 2 was equal, and was cut")).to_be_visible()
    expect(page.get_by_text("king of hearts").first).to_be_visible()
    expect(page.get_by_text("The cards were cut at the table and entered.")).to_be_visible()


def test_a_move_is_taken_back_with_its_reason_while_no_deal_is_entered(hall):
    event = begun(hall.club)
    for number in (1, 2):
        play(event, hall.club.actors["scorer"], number)
    rounds.move_now(event=event, actor=hall.club.actors["director"], round_number=1)
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/")

    page.get_by_role("link", name="Take the move to round 2 back").click()
    page.get_by_label("Reason").fill("Table 2 had added wrongly")
    page.get_by_role("button", name="Take the move back").click()
    page.get_by_role("button", name="Take it back").click()

    page.get_by_text("everybody sits as in round 1").wait_for()
    expect(page.get_by_text("the players are moved when you say so")).to_be_visible()
    assert TakeBack.objects.get().reason == "Table 2 had added wrongly"


@pytest.mark.full
def test_a_round_without_a_time_shows_no_clock_until_one_is_started(hall):
    event = begun(hall.club)
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/")
    expect(page.get_by_text("No time is set for a round.")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(0)

    page.get_by_role("button", name="Start", exact=True).click()

    expect(page.get_by_role("timer")).to_have_text(re.compile("^0:"))


def test_somebody_comes_late_and_somebody_goes_home(hall):
    event = begun(hall.club)
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/players/")

    page.get_by_label("Name", exact=True).fill("Seat A")
    page.get_by_role("button", name="Let in").click()
    expect(page.get_by_text("Seat A takes part already.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Seat I")
    page.locator("summary", has_text="Wishes").click()
    page.get_by_label("and in seat").select_option("2")
    page.get_by_role("button", name="Let in").click()
    expect(page.get_by_text("A fixed seat needs its table.")).to_be_visible()
    page.get_by_label("Always at table").fill("1")
    page.get_by_role("button", name="Let in").click()
    page.get_by_text("Seat I plays from round 2.").wait_for()
    page.get_by_role("button", name="Seat B goes home").click()
    page.get_by_role("dialog").get_by_role("button", name="Goes home").click()
    page.get_by_text("Seat B goes home: round 2 is played without.").wait_for()

    assert Entrant.objects.get(member__name="Seat I").wishes == {"fixed_table": 1, "fixed_seat": 2}


def test_place_cards_drawn_at_the_door_are_entered_and_a_wrong_one_is_refused_beside_its_player(hall):
    page = plan_page(hall)
    fill_plan(page)
    page.get_by_role("link", name="Enter the place cards").click()
    cards = ["RAS", "RAC", "BAS", "BAC", "R2S", "R2C", "B2S", "B2S"]
    for name, card in zip(NAMES, cards, strict=True):
        page.get_by_label(name, exact=True).fill(card)
    page.get_by_role("button", name="Look at the places").click()
    field = page.locator(".field", has=page.get_by_label("Seat H", exact=True))
    expect(field.locator(".errors")).to_contain_text("was drawn by another")
    page.get_by_label("Seat H", exact=True).fill("B2C")
    page.get_by_role("button", name="Publish these places and start").click()
    page.wait_for_url("**/events/*/")

    expect(page.locator("#desk-table-1 bdi")).to_have_text(["Seat A", "Seat C", "Seat B", "Seat D"])


@pytest.mark.full
def test_whoever_does_not_run_the_event_sees_its_rules_and_no_desk(hall):
    event = begun(hall.club)
    page = hall.member("player").new_page()

    page.goto(f"/events/{event.pk}/")

    expect(page.get_by_role("heading", name="Rules of the event")).to_be_visible()
    expect(page.get_by_text(event.seed)).to_be_visible()
    expect(page.locator("[data-desk], form[action*='/events/']")).to_have_count(0)
    assert page.goto(f"/events/{event.pk}/players/").status == 403
    stranger = hall.phone()
    assert stranger.goto(f"/events/{event.pk}/").status == 404


@pytest.mark.full
def test_the_desk_says_that_moves_are_paused_until_somebody_works(hall, settings, valkey_url):
    event = begun(hall.club)
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/")
    expect(page.get_by_text("Automatic moves are paused")).to_be_visible()

    settings.CELERY_BROKER_URL = valkey_url
    settings.REDIS_PREFIX = "desk-test-"
    health.leave_heartbeat()

    page.get_by_text("Automatic moves are paused").wait_for(state="detached")


@pytest.mark.full
def test_the_log_says_in_words_what_was_done(hall):
    event = begun(hall.club)
    director = hall.club.actors["director"]
    rounds.step_clock(event=event, actor=director, kind="start")
    attendance.leave(
        event=event, actor=director, member_id=Entrant.objects.get(member__name="Seat C").member_id
    )
    page = hall.member("director").new_page()

    page.goto(f"/events/{event.pk}/log/")

    said = page.locator(".lines b").all_inner_texts()
    assert said[:2] == ["Seat C goes home, from round 2", "The clock of round 1 was started"]
    assert said[-1] == "The event was planned"


@pytest.mark.full
def test_wishes_are_typed_with_the_plan_and_kept_with_the_players(hall):
    page = plan_page(hall)
    page.get_by_text("Wishes: a fixed seat").click()
    wishes = page.get_by_label(re.compile("^Wishes, one a line"))
    wishes.fill("table 1, seat 2: Seat A\npartners: Seat C / Seat D\napart: Seat E / Seat X\nwindow: Seat F")
    fill_plan(page)
    said = page.locator(".field", has=wishes).locator(".errors")
    expect(said).to_contain_text("Line 3: “Seat X” is not among the players.")
    expect(said).to_contain_text("Line 4: “window” is no wish.")
    wishes.fill("partners: Seat C / Seat D\napart: Seat E / Seat C / Seat D")
    page.get_by_role("button", name="Plan the event").click()
    expect(page.locator(".errors")).to_contain_text("cannot be kept apart from the fixed partner")
    wishes.fill("table 1, seat 2: Seat A\npartners: Seat C / Seat D\napart: Seat E / Seat F")
    page.get_by_role("button", name="Plan the event").click()
    page.wait_for_url(re.compile(r"/events/\d+/$"))

    kept = {entrant.member.name: entrant for entrant in Entrant.objects.select_related("member")}
    assert kept["Seat A"].wishes == {"fixed_table": 1, "fixed_seat": 2}
    assert kept["Seat C"].wishes == {"partner": kept["Seat D"].member_id}
    assert kept["Seat E"].wishes == {"keep_apart": [kept["Seat F"].member_id]}
    page.get_by_role("link", name="Look at round 1 and start").click()
    head = page.locator(".event-table").first
    expect(head.locator("li").nth(1)).to_contain_text("Seat A")


def test_a_correction_after_the_move_shows_who_would_sit_elsewhere_and_moves_nobody(hall):
    event = begun(hall.club)
    director = hall.club.actors["director"]
    for number in (1, 2):
        play(event, hall.club.actors["scorer"], number)
    seating = rounds.move_now(event=event, actor=director, round_number=1)
    before = list(seating.placings.values_list("entrant", "table_number", "seat"))
    table = Table.objects.get(event=event, event_number=1)
    page = hall.member("director").new_page()
    page.goto(f"/events/{event.pk}/rounds/2/")
    expect(page.get_by_text("Results were corrected after the move")).to_have_count(0)
    for number in (1, 2, 3, 4):
        corrections.correct(
            host=host_of(table), actor=director, number=number, changes={"points": [0, 14]},
            reason="The sides were mixed up.", base_revision=1, key=uuid4(),
        )  # fmt: skip

    page.reload()

    said = page.locator(".message", has_text="If the move were made now").locator("li")
    expect(said.filter(has_text="would be at table")).to_have_count(4)
    assert (
        list(Seating.objects.get(pk=seating.pk).placings.values_list("entrant", "table_number", "seat"))
        == before
    )


@pytest.mark.full
def test_twenty_five_tables_are_seen_at_once_on_a_desk_and_the_keys_of_the_clock_under_a_thumb(hall):
    event = begun(hall.club, [f"Player {number}" for number in range(1, 101)], minutes=25)
    desk = hall.member("director", viewport={"width": 1280, "height": 1024}).new_page()
    desk.goto(f"/events/{event.pk}/")
    phone = hall.member("director", viewport=PHONE).new_page()
    phone.goto(f"/events/{event.pk}/")

    assert desk.locator(".desk-tile").count() == 25
    last = desk.locator("#desk-table-25").bounding_box()
    assert last["y"] + last["height"] <= 1024
    keys = phone.locator(".desk-keys .button")
    boxes = [key.bounding_box() for key in keys.all()]
    assert len(boxes) == 5
    assert all(PHONE["height"] - 100 <= box["y"] <= PHONE["height"] - box["height"] for box in boxes)
    assert all(box["width"] >= 48 for box in boxes)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
