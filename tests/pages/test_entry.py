"""The entry of a deal on a phone: by taps, by keyboard alone, without scripts, with the network gone."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from scoring.tables.models import Deal, DealRevision, HeldDecision, HeldEntry
from scoring.tables.services import links, tables
from tests.factories import record
from tests.pages.entering import confirm, enter, made_scores, scores, shown, tap, tap_deal
from tests.pages.live import SEEN_AGAIN

pytestmark = pytest.mark.browser

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def contents():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def test_a_link_opens_its_table_and_the_secret_leaves_the_address(hall):
    page = hall.phone()

    assert "#" not in page.url
    assert page.url.endswith(f"/tables/{hall.club.table.pk}/")
    expect(page.get_by_text("Dealer: A", exact=True)).to_be_visible()


def test_the_score_is_shown_with_its_laws_before_anything_is_recorded(hall):
    page = hall.phone()

    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 5})

    # Foster 1897, Cinch, Scoring: bid eight, made five; the others score nine and the eight bid.
    expect(made_scores(page)).to_have_text(["0", "+17"])
    expect(shown(page).locator("a[href^='/laws/foster-1897/']").nth(1)).to_be_visible()
    assert not Deal.objects.exists()

    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded. Next dealer: Y.")).to_be_visible()
    expect(scores(page)).to_have_text(["0", "17"])
    assert contents() == [{"dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [5, 9]}]


def test_a_score_that_comes_after_a_further_tap_is_not_shown(hall):
    page = hall.phone()
    # The page's own time stands still, so that the further tap certainly comes between question and answer.
    page.clock.install(time=NOW)
    page.clock.pause_at(NOW + timedelta(minutes=1))
    held = []
    page.route("**/tables/*/", lambda route: held.append(route))
    with page.expect_request("**/tables/*/"):
        tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 5})
        page.clock.run_for(200)
    tap(page, "points", 9)
    with page.expect_event("requestfinished"):
        held[0].continue_()
    assert len(held) == 1, "the further tap has asked nothing yet"
    page.unroute("**/tables/*/")

    expect(made_scores(page)).to_have_count(0)
    page.clock.run_for(200)
    # Bid eight, made nine of the fourteen: the difference of nine and five.
    expect(made_scores(page)).to_have_text(["+4", "0"])


def test_what_was_just_recorded_is_not_taken_away_by_news_that_was_asked_for_before(hall):
    page = hall.phone()
    held = []
    page.route(
        "**/tables/*/",
        lambda route: held.append(route) if route.request.method == "GET" else route.continue_(),
    )
    with page.expect_request(lambda request: request.method == "GET"):
        page.evaluate(SEEN_AGAIN)

    enter(page, bid=8, maker=1, trump="H", points=10)
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        held[0].continue_()
    with page.expect_request("**/tables/*/"):  # the next one comes when this one has been dealt with
        page.evaluate(f"setTimeout(() => {SEEN_AGAIN}, 200)")

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(page.locator('[name="number"]')).to_have_value("2")
    held[1].fulfill(status=304)


@pytest.mark.full
def test_a_deal_is_entered_by_who_won_each_point(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "S"})
    tap(page, "detail", "won")

    for point, side in {"high": 1, "low": 2, "jack": 1, "game": 2, "right-pedro": 1, "left-pedro": 1}.items():
        tap(page, f"won_{point}", side)

    # Twelve against two: the difference is ten.
    expect(made_scores(page)).to_have_text(["+10", "0"])
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents()[0]["won"]["low"] == 2


def test_a_revoke_by_the_adversaries_is_ticked_and_ruled(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 9, "maker": 1, "trump": "H", "points": 8})
    page.get_by_text("Penalty, misdeal, another dealer").click()
    page.get_by_role("group", name="Revoked").get_by_label("Y").check()

    # Foster 1897, Irregularities in Playing: bid nine, an adversary revokes, made eight, scores the eight.
    expect(made_scores(page)).to_have_text(["+8", "0"])


@pytest.mark.full
def test_a_misdeal_passes_the_deal_under_foster(hall):
    page = hall.phone()
    page.get_by_text("Penalty, misdeal, another dealer").click()
    page.get_by_label("Misdeal", exact=True).check()

    expect(shown(page)).to_contain_text("Next dealer: Y.")
    confirm(page)
    expect(page.get_by_text("Dealer: Y", exact=True)).to_be_visible()
    expect(scores(page)).to_have_text(["0", "0"])


def test_nobody_bid_makes_the_dealer_the_maker(hall):
    page = hall.phone()

    tap_deal(page, {"bid": 0, "trump": "C", "points": 9})

    expect(made_scores(page)).to_have_text(["+4", "0"])
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents()[0]["maker"] == 1


def test_the_keyboard_alone_enters_a_deal(hall):
    page = hall.phone()
    page.locator('[name="bid"]').first.focus()
    pressed = (
        ["ArrowRight"] * 7
        + ["Tab"] * 3  # past the bidding, in short and in full
        + ["ArrowRight", "ArrowRight"]  # maker: seat 3
        + ["Tab", "ArrowRight"]  # trump: hearts
        + ["Tab", "Tab"]  # past how the points are entered
        + ["ArrowRight"] * 10
    )
    for key in pressed:
        page.keyboard.press(key)

    expect(shown(page).get_by_role("button", name="Confirm and record")).to_be_enabled()
    page.keyboard.press("Tab")  # penalties
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "record":
            break
    expect(page.get_by_role("button", name="Confirm and record")).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents() == [{"dealer": 1, "maker": 3, "bid": 8, "trump": "H", "points": [10, 4]}]


@pytest.mark.full
def test_without_scripts_a_deal_changed_after_its_score_was_shown_is_shown_again(hall):
    page = hall.member("scorer", java_script_enabled=False).new_page()
    page.goto(f"/tables/{hall.club.table.pk}/")
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    page.get_by_role("button", name="Work out the score").click()
    expect(made_scores(page)).to_have_text(["+6", "0"])

    tap(page, "points", 5)
    confirm(page)

    expect(made_scores(page)).to_have_text(["0", "+17"])
    assert not Deal.objects.exists(), "what is confirmed must be what was explained"
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents()[0]["points"] == [5, 9]


def test_a_network_cut_in_the_middle_keeps_the_entry_and_sends_it_once(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_text(["+6", "0"])

    hall.cut(page)
    confirm(page)
    expect(page.get_by_text("Waiting: no network.")).to_be_visible()
    assert not Deal.objects.exists()
    kept = page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('cinch-outbox')).length")
    assert kept == 1

    hall.cut(page, offline=False)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert len(contents()) == 1
    expect(scores(page)).to_have_text(["6", "0"])


def test_an_answer_that_was_lost_is_asked_for_again_with_the_same_key(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_text(["+6", "0"])
    lost = []
    hall.is_cut = True

    def lose_the_answer(route):
        if 'name="step"\r\n\r\nrecord' in (route.request.post_data or "") and not lost:
            lost.append(route.fetch().status)  # the server has recorded it; the phone never hears
            route.abort()
        else:
            route.continue_()

    page.route("**/tables/*/", lose_the_answer)
    confirm(page)

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert lost == [201]
    assert Deal.objects.count() == 1


@pytest.mark.full
def test_an_entry_that_waited_survives_a_reload_of_the_page(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_text(["+6", "0"])
    hall.is_cut = True
    page.route("**/tables/*/", lambda route: route.abort())
    confirm(page)
    expect(page.get_by_text("Waiting: no network.")).to_be_visible()
    assert not Deal.objects.exists()

    page.unroute("**/tables/*/")
    page.reload()

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert len(contents()) == 1


def test_offline_from_the_start_an_entry_is_kept_unseen_and_its_score_follows(hall):
    page = hall.phone()
    hall.cut(page)
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    page.get_by_role("button", name="Keep this entry and send it later").click()
    expect(page.get_by_text("Waiting: no network.")).to_be_visible()

    hall.cut(page, offline=False)

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(scores(page)).to_have_text(["6", "0"])


@pytest.mark.full
def test_the_score_of_a_draft_is_shown_again_after_a_reload(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_text(["+6", "0"])

    page.reload()

    expect(made_scores(page)).to_have_text(["+6", "0"])
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()


def said(page, calls):
    """Write down, row by row, who called and what; the part for it is unfolded."""
    for row, (seat, bid) in enumerate(calls, start=1):
        page.get_by_label(f"Call {row}, by").select_option(seat)
        page.get_by_label(f"Call {row}, what").select_option(bid)


def test_all_that_was_said_is_kept_and_a_bid_out_of_turn_is_found_in_it(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    page.get_by_text("All that was said").click()
    # A deals, so Y, on his left, has the first say; B is before him.
    said(page, [("B", "6"), ("Y", "pass"), ("Z", "pass"), ("A", "8")])
    expect(made_scores(page)).to_have_text(["+6", "0"])
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents()[0]["bidding"] == [[3, 6], [2, 0], [4, 0], [1, 8]]

    page.goto(f"{hall.url}/tables/{hall.club.table.pk}/deals/1/")

    expect(page.get_by_text("Seat 3 bid 6 when it was seat 2's turn.")).to_be_visible()
    expect(page.get_by_text("B 6, Y pass, Z pass, A 8")).to_be_visible()
    expect(page.get_by_label("Call 4, what")).to_have_value("8")


@pytest.mark.full
def test_a_call_half_written_down_is_asked_for_and_survives_a_reload(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    page.get_by_text("All that was said").click()
    page.get_by_label("Call 1, by").select_option("B")
    expect(shown(page)).to_contain_text("Still to be entered: Call 1, what.")

    page.reload()

    expect(page.get_by_label("Call 1, by")).to_be_visible()
    expect(page.get_by_label("Call 1, by")).to_have_value("3")


@pytest.mark.full
def test_a_call_that_cannot_be_is_refused_beside_its_own_row_and_stays_there(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    page.get_by_text("All that was said").click()
    page.get_by_label("Call 2, by").evaluate("list => list.add(new Option('a fifth player', '5'))")
    page.get_by_label("Call 2, by").select_option("a fifth player")
    page.get_by_label("Call 2, what").select_option("6")

    expect(page.locator("#error-caller_2")).to_contain_text("a seat is a whole number from 1 to 4, not “5”.")
    expect(page.locator("#error-caller_1")).to_be_empty()
    expect(page.get_by_label("Call 2, what")).to_have_value("6")


@pytest.mark.full
def test_a_bid_that_cannot_be_is_refused_beside_itself(hall):
    # A deals, so the bids go from Y, on his left, by B and Z to A.
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 3, "trump": "H", "points": 10})
    page.get_by_text("The bidding, bid by bid").click()
    for name, bid in {"Y": "6", "B": "8", "Z": "7", "A": "pass"}.items():
        page.get_by_label(name, exact=True).and_(page.locator("select")).select_option(bid)

    expect(page.locator("#error-said_4")).to_contain_text("a bid of 7 is not above the last")
    expect(page.locator("#error-said_2")).to_be_empty()
    assert not Deal.objects.exists()


@pytest.mark.full
def test_all_that_was_said_is_written_down_by_the_keyboard_on_a_narrow_phone(hall):
    page = hall.phone()
    fold = page.get_by_text("All that was said")
    fold.focus()
    fold.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("B")
    page.keyboard.press("Tab")
    page.keyboard.type("15")

    expect(page.get_by_label("Call 1, by")).to_have_value("3")
    expect(page.get_by_label("Call 1, what")).to_have_value("15")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_phones_that_differ_are_shown_side_by_side(hall):
    first, second = hall.phone(), hall.phone()
    for page in (first, second):
        tap_deal(page, {"bid": 8, "maker": 1, "trump": "H"})
    tap(first, "points", 10)
    tap(second, "points", 9)
    expect(made_scores(second)).to_have_text(["+4", "0"])
    confirm(first)
    expect(first.get_by_text("Deal 1 is recorded.")).to_be_visible()

    confirm(second)

    expect(second.get_by_role("alert")).to_contain_text("Recorded already")
    expect(second.get_by_role("alert")).to_contain_text("10 : 4")
    expect(second.get_by_role("alert")).to_contain_text("9 : 5")
    assert len(contents()) == 1


@pytest.mark.full
def test_two_phones_that_agree_are_no_conflict(hall):
    first, second = hall.phone(), hall.phone()
    for page in (first, second):
        tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
        expect(made_scores(page)).to_have_text(["+6", "0"])
    confirm(first)
    expect(first.get_by_text("Deal 1 is recorded.")).to_be_visible()

    confirm(second)

    expect(second.get_by_text("Deal 1 was recorded already, with the same content.")).to_be_visible()
    assert len(contents()) == 1


def test_a_deal_that_another_phone_recorded_meanwhile_is_shown_before_confirming(hall):
    first, second = hall.phone(), hall.phone()
    tap(second, "bid", 9)
    enter(first, bid=8, maker=1, trump="H", points=10)

    tap_deal(second, {"bid": 9, "maker": 2, "trump": "S", "points": 11})

    expect(shown(second)).to_contain_text("Deal 1 has been recorded meanwhile")
    expect(shown(second)).to_contain_text("the table's link")
    expect(shown(second).locator(".compare > div")).to_contain_text(["10 : 4", "3 : 11"])
    expect(second.get_by_role("button", name="Confirm and record")).to_have_count(0)
    expect(second.locator('[name="bid"][value="9"]'), "nothing that was tapped is gone").to_be_checked()
    assert len(contents()) == 1

    second.get_by_role("button", name="It is another deal: enter it as deal 2").click()
    expect(made_scores(second)).to_have_text(["0", "+8"])
    confirm(second)
    expect(second.get_by_text("Deal 2 is recorded.")).to_be_visible()
    assert [deal["dealer"] for deal in contents()] == [1, 2]


@pytest.mark.full
def test_a_deal_that_another_phone_recorded_alike_leaves_nothing_to_do(hall):
    first, second = hall.phone(), hall.phone()
    tap(second, "bid", 8)
    enter(first, bid=8, maker=1, trump="H", points=10)

    tap_deal(second, {"bid": 8, "maker": 1, "trump": "H", "points": 10})

    expect(shown(second)).to_contain_text("It says the same as this entry: nothing is left to do.")
    second.get_by_role("link", name="Go on to deal 2").click()
    expect(second.get_by_text("Deal 2 · game 1")).to_be_visible()
    expect(second.locator('[name="bid"]:checked')).to_have_count(0)


def test_a_table_s_page_shows_what_another_phone_records_without_a_tap(hall):
    looking, entering = hall.phone(), hall.phone()
    expect(looking.get_by_text("Deal 1 · game 1")).to_be_visible()

    enter(entering, bid=8, maker=1, trump="H", points=10)

    expect(looking.get_by_text("Deal 2 · game 1")).to_be_visible()
    score = entering.locator(".scoreboard").inner_text()
    expect(looking.locator(".scoreboard")).to_have_text(score, use_inner_text=True)
    expect(entering.get_by_text("Deal 1 is recorded.")).to_be_visible()


def test_what_is_being_tapped_stays_while_the_score_follows_another_phone(hall):
    tapping, entering = hall.phone(), hall.phone()
    tap(tapping, "bid", 9)
    enter(entering, bid=8, maker=1, trump="H", points=10)

    score = entering.locator(".scoreboard").inner_text()
    expect(tapping.locator(".scoreboard")).to_have_text(score, use_inner_text=True)

    expect(tapping.get_by_text("Deal 1 · game 1")).to_be_visible()
    expect(tapping.locator('[name="bid"][value="9"]')).to_be_checked()


@pytest.mark.full
def test_a_table_that_was_closed_meanwhile_says_so_where_the_score_would_stand(hall):
    page = hall.member("scorer").new_page()
    page.goto(f"/tables/{hall.club.table.pk}/")
    tap(page, "bid", 8)
    tables.close(table=hall.club.table, actor=hall.club.actors["owner"])

    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})

    expect(shown(page)).to_contain_text("closed")
    expect(page.locator("[data-table]")).to_have_count(1)
    expect(page.get_by_role("button", name="Confirm and record")).to_have_count(0)


def test_an_entry_that_runs_ahead_is_held_and_the_director_records_it(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_text(["+6", "0"])
    page.evaluate("document.querySelector('[name=number]').value = 3")
    confirm(page)

    expect(page.get_by_role("alert")).to_contain_text("Held for the director")
    assert HeldEntry.objects.count() == 1
    desk = hall.member("director").new_page()
    desk.goto(f"/clubs/{hall.club.club.slug}/director/")
    expect(desk.get_by_text("an earlier deal is missing")).to_be_visible()
    desk.get_by_role("button", name="Record it as the next deal").click()
    expect(desk.get_by_text("The entry is recorded.")).to_be_visible()
    assert len(contents()) == 1


@pytest.mark.full
def test_a_held_entry_is_set_aside_only_with_a_reason(hall):
    record(hall.club.table, hall.club.actors["scorer"], dealer=1)
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_count(2)
    page.evaluate("document.querySelector('[name=number]').value = 4")
    confirm(page)
    expect(page.get_by_role("alert")).to_contain_text("Held for the director")

    desk = hall.member("director").new_page()
    desk.goto(f"/clubs/{hall.club.club.slug}/director/")
    desk.get_by_role("button", name="Set it aside").click()
    expect(desk.locator("textarea:invalid, input:invalid").first).to_be_focused()
    assert not HeldDecision.objects.exists(), "the browser asks for the reason first"
    desk.get_by_label("Reason for setting it aside").fill("entered at the wrong table")
    with desk.expect_response(lambda answer: answer.status == 200, timeout=15_000):
        record(hall.club.table, hall.club.actors["scorer"], dealer=2)
    expect(desk.get_by_label("Reason for setting it aside")).to_have_value("entered at the wrong table")
    desk.get_by_role("button", name="Set it aside").click()
    expect(desk.get_by_text("The entry is set aside.")).to_be_visible()
    expect(desk.get_by_text("Nothing is held.")).to_be_visible()


def test_a_link_that_was_stopped_keeps_the_entry_and_says_why(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "H", "points": 10})
    expect(made_scores(page)).to_have_text(["+6", "0"])
    links.issue(table=hall.club.table, actor=hall.club.actors["owner"])

    confirm(page)
    expect(page.get_by_text("Not taken: this phone may no longer write at this table.")).to_be_visible()
    assert not Deal.objects.exists()

    page.goto(hall.address())
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert len(contents()) == 1


@pytest.mark.full
def test_a_player_looks_on_and_has_no_keys(hall):
    page = hall.member("player").new_page()
    page.goto(f"/tables/{hall.club.table.pk}/")

    expect(page.get_by_text("Your role lets you look on")).to_be_visible()
    expect(page.locator("form[data-entry]")).to_have_count(0)


def test_the_keys_are_large_enough_for_a_thumb(hall):
    page = hall.phone(viewport={"width": 320, "height": 640})

    sizes = page.eval_on_selector_all(
        "label.key",
        """keys => keys.filter((key) => key.offsetParent).map((key) => key.getBoundingClientRect())
                       .map((place) => [place.width, place.height])""",
    )

    assert len(sizes) > 35
    assert min(min(size) for size in sizes) >= 48
