"""Every refused form focuses its errors and keeps the typed data."""

import re

import pytest
from playwright.sync_api import Route, expect

from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from tests.pages.conftest import DESK, PHONE
from tests.security.world import record_ahead

pytestmark = pytest.mark.browser


def test_a_refused_form_takes_the_focus_to_its_summary_and_each_line_to_its_field(hall):
    page = hall.member("owner", viewport=DESK).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    page.evaluate("for (const form of document.forms) form.noValidate = true")
    page.get_by_role("button", name="Plan the event").click()
    summary = page.locator("[data-error-summary]").first
    expect(summary).to_be_focused()
    line = summary.get_by_role("link").first
    name = line.get_attribute("data-field")
    line.click()
    expect(page.locator(f'[name="{name}"]').first).to_be_focused()


def test_a_line_leads_to_the_field_of_the_form_that_was_sent_where_others_have_one_of_its_name(hall, evening):
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/events/{evening.pk}/rounds/1/tables/1/")
    page.evaluate("for (const form of document.forms) form.noValidate = true")
    page.get_by_text("Let a cut decide instead of a result").click()
    page.get_by_role("button", name="Let the program cut").click()
    summary = page.locator("[data-error-summary]")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="Reason").click()
    expect(page.locator("#reason-cut-instead")).to_be_focused()


def test_a_refusal_on_the_page_that_a_form_leads_back_to_takes_the_focus_and_keeps_what_was_typed(hall):
    record_ahead(hall.club)
    page = hall.member("director", viewport=PHONE).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/director/")
    reason = page.get_by_label("Reason for setting it aside")
    reason.evaluate("field => field.removeAttribute('maxlength')")
    reason.fill("entered twice " * 20)
    page.get_by_role("button", name="Set it aside").click()
    summary = page.locator("[data-error-summary]")
    expect(summary).to_be_focused()
    expect(reason).to_have_value("entered twice " * 20)
    summary.get_by_role("link").click()
    expect(reason).to_be_focused()


def test_both_values_are_shown_to_the_second_of_two(hall):
    page = hall.member("owner", viewport=PHONE).new_page()
    member = Member.objects.get(club=hall.club.club, name="A")
    page.goto(f"/clubs/{hall.club.club.slug}/members/{member.pk}/")
    clubs.rename_member(member=member, actor=hall.club.actors["director"], name="Ada")
    page.locator("#name").fill("Bea")
    page.get_by_role("button", name="Change the name").click()
    summary = page.locator("[data-error-summary]")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("It is “Ada” now. You entered “Bea”.")
    expect(page.locator("#name")).to_have_value("Bea")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("heading", name="Bea")).to_be_visible()


def test_what_was_typed_outlives_back_and_a_change_of_language(hall):
    page = hall.member("owner", viewport=DESK).new_page()
    address = f"/clubs/{hall.club.club.slug}/events/new/"
    page.goto(address)
    page.locator("[name=name]").fill("Summer evening")
    page.locator("[name=players]").fill("Ada\nBea\nCid\nDot")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[name=players]")).to_have_value("Ada\nBea\nCid\nDot")
    page.goto("/")
    page.go_back()
    expect(page.locator("[name=name]")).to_have_value("Summer evening")
    expect(page.locator("[name=players]")).to_have_value("Ada\nBea\nCid\nDot")
    page.locator("[name=rounds]").fill("2")
    page.locator("button[value=plan]").click()
    expect(page).to_have_url(re.compile(r"/events/\d+/$"))
    page.go_back()
    # The four are members now, and the form has a field more for each of them.
    expect(page.locator("[name=rounds]")).to_have_value("2")


@pytest.mark.parametrize("chosen", ["another game", "another kind"])
def test_what_is_typed_while_the_settings_of_another_evening_load_is_kept_or_named(hall, chosen):
    page = hall.member("director", viewport=PHONE).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    page.evaluate("for (const group of document.querySelectorAll('details')) group.open = true")
    page.locator("#rounds").fill("6")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.headers.get("hx-target") in ("law-choices", "plan-settings"):
            waiting.append(route)
        else:
            route.continue_()

    page.route("**/events/new/", hold)
    if chosen == "another game":
        page.locator("#game").select_option("auction-pitch-4")
    else:
        page.locator("[name=movement_kind][value=whist]").check()
    page.wait_for_timeout(100)
    page.locator("#rounds").fill("7")
    page.locator("#deals_per_round").fill("5")
    page.locator("#movement_minutes").fill("25")
    page.locator("#movement_head_winners").select_option(index=1)
    title = page.locator("label[for=movement_head_winners]").inner_text()
    for route in waiting:
        route.continue_()
    expect(page.locator("#movement_head_winners")).to_have_count(0)
    for field, typed in (("rounds", "7"), ("deals_per_round", "5"), ("movement_minutes", "25")):
        expect(page.locator(f"#{field}")).to_have_value(typed)
        expect(page.locator(f"#{field}")).to_be_visible()
    expect(page.locator("#plan-settings details:not([open])")).to_have_count(0)
    lacking = "Not kept, because it does not belong to this evening"
    expect(page.locator("[data-left-out]")).to_have_text(f"{lacking}: {title}.")


@pytest.mark.parametrize("chosen", ["another game", "another kind"])
def test_the_buttons_of_the_plan_do_what_they_say_after_another_choice(hall, chosen):
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.locator("[name=players]").fill("Ada\nBea\nCid\nDot")
    if chosen == "another game":
        page.locator("#game").select_option("auction-pitch-4")
    else:
        page.locator("[name=movement_kind][value=whist]").check()
    expect(page.locator("#movement_head_winners")).to_have_count(0)
    expect(page.get_by_text("time at the tables")).to_be_visible()
    page.wait_for_timeout(3000)
    assert len(requests) <= 3, "the settings, and what to expect after each of two changes"
    page.get_by_role("button", name="Preview the list").click()
    expect(page.get_by_text("4 names: 4 come in")).to_be_visible()


def test_what_a_script_sends_with_an_old_token_is_sent_again_with_the_one_that_counts(hall, evening):
    context = hall.member("director", viewport=DESK)
    page = context.new_page()
    page.goto(f"/events/{evening.pk}/")
    page.evaluate(
        "for (const field of document.getElementsByName('csrfmiddlewaretoken')) field.value = 'x'.repeat(64)"
    )
    page.locator("#clock-run").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_session_that_ended_takes_nothing_off_the_page(hall, evening):
    context = hall.member("director", viewport=DESK)
    page = context.new_page()
    page.goto(f"/events/{evening.pk}/")
    context.clear_cookies(name="sessionid")
    page.locator("#clock-run").click()
    expect(page.get_by_text("You are no longer signed in. What you typed is still here.")).to_be_visible()
    expect(page.locator("#clock-run")).to_be_visible()


def plan(page, **typed):
    page.goto(page.url_of_plan)
    for name, text in {"name": "Harvest", "players": "Ann\nBob\nCid\nDot", **typed}.items():
        page.locator(f"[name={name}]").evaluate("(field, text) => { field.value = text }", text)


def a_simulation(page):
    plan(page)
    page.get_by_role("button", name="Simulate with random results").click()
    return page.get_by_text("expect for each player")


def a_refused_simulation(page):
    plan(page, players="Ann", movement_minutes="999")
    page.get_by_role("button", name="Simulate with random results").click()
    return page.locator("[data-error-summary]")


def a_refused_plan(page):
    plan(page, movement_minutes="999")
    page.get_by_role("button", name="Plan the event", exact=True).click()
    return page.locator("[data-error-summary]")


def a_list(page):
    plan(page)
    page.get_by_role("button", name="Preview the list").click()
    return page.get_by_role("heading", name="Preview")


def a_change_of_settings(page):
    page.goto(page.url_of_evening + "plan/")
    page.get_by_label("Rounds", exact=True).fill("7")
    page.get_by_role("button", name="Preview the change").click()
    return page.get_by_role("status").filter(has_text="7 rounds")


def a_change_of_seats(page):
    page.goto(page.url_of_evening + "rounds/1/change/")
    page.locator("[name=one]").select_option(index=1)
    page.locator("[name=other]").select_option(index=5)
    page.locator("[name=reason]").fill("As they came.")
    page.get_by_role("button", name="Preview the seats").click()
    return page.get_by_role("heading", name="Preview of the seats")


@pytest.mark.parametrize(
    "asked",
    [a_simulation, a_refused_simulation, a_refused_plan, a_list, a_change_of_settings, a_change_of_seats],
)
def test_an_answer_is_where_the_eye_is(hall, evening, asked):
    page = hall.member("director", viewport=PHONE).new_page()
    page.url_of_plan = f"/clubs/{hall.club.club.slug}/events/new/"
    page.url_of_evening = f"/events/{evening.pk}/"
    answer = asked(page)

    expect(answer).to_be_in_viewport()
    assert answer.evaluate("answer => document.activeElement.contains(answer)")
    wrong = page.locator("main .errors, main [aria-invalid=true]")
    assert [group for group in wrong.all() if not group.is_visible()] == []
    expect(page.locator("[data-theme-choice]")).to_be_visible()
