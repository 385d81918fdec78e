"""The entry of a deal on a phone: with taps, the keyboard, two phones, and without a network."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from scoring.tables.models import Deal, DealRevision, HeldDecision, HeldEntry
from scoring.tables.services import links
from tests.factories import make_table, record
from tests.pages.conftest import DESK
from tests.pages.entering import confirm, enter, made_scores, scores, shown, tap, tap_deal
from tests.pages.live import SEEN_AGAIN

pytestmark = pytest.mark.browser

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
MADE = {"bid": 8, "maker": 1, "trump": "H", "points": 10}
"""Foster 1897: bid eight, made ten of the fourteen, so the side scores the difference, six."""


def contents():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def recorded(page, number):
    expect(page.get_by_text(f"Deal {number} is recorded.")).to_be_visible()


def test_a_table_is_opened_by_its_link_and_deals_of_every_kind_are_entered_by_taps(hall):
    page = hall.phone(viewport={"width": 320, "height": 640})
    assert page.url.endswith(f"/tables/{hall.club.table.pk}/"), "the secret has left the address"
    expect(page.get_by_text("Dealer: A", exact=True)).to_be_visible()
    sizes = page.eval_on_selector_all(
        "label.key",
        """keys => keys.filter((key) => key.offsetParent).map((key) => key.getBoundingClientRect())
                       .map((place) => [place.width, place.height])""",
    )
    assert len(sizes) > 35
    assert min(min(size) for size in sizes) >= 48, "each key is large enough for a thumb"

    # Foster 1897, Cinch, Scoring: bid eight, made five; the others score nine and the eight bid.
    tap_deal(page, MADE | {"points": 5})
    expect(made_scores(page)).to_have_text(["0", "+17"])
    expect(shown(page).locator("a[href^='/laws/foster-1897/']").nth(1)).to_be_visible()
    assert not Deal.objects.exists(), "the score is shown with its laws before anything is recorded"
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded. Next dealer: Y.")).to_be_visible()
    expect(page.get_by_role("status").get_by_role("link", name="Correct deal 1")).to_be_in_viewport()
    expect(scores(page)).to_have_text(["0", "17"])

    # Nobody bid, so that the dealer, Y, names the trump and makes nine of the fourteen.
    tap_deal(page, {"bid": 0, "trump": "C", "points": 9})
    expect(made_scores(page)).to_have_text(["0", "+4"])
    confirm(page)
    recorded(page, 2)

    # Foster 1897, Irregularities in Playing: after a revoke by an adversary, a maker who bid nine and made
    # eight scores the eight.
    tap_deal(page, {"bid": 9, "maker": 1, "trump": "H", "points": 8})
    page.get_by_text("Anything unusual?").click()
    page.get_by_role("group", name="Revoked").get_by_label("Y").check()
    expect(made_scores(page)).to_have_text(["+8", "0"])
    confirm(page)
    recorded(page, 3)

    # Point by point, twelve against two: the difference is ten.
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "S"})
    tap(page, "detail", "won")
    for point, side in {"high": 1, "low": 2, "jack": 1, "game": 2, "right-pedro": 1, "left-pedro": 1}.items():
        tap(page, f"won_{point}", side)
    expect(made_scores(page)).to_have_text(["+10", "0"])
    confirm(page)
    recorded(page, 4)

    # Under Foster a misdeal passes the deal.
    tap(page, "misdeal", "misdeal")
    expect(shown(page)).to_contain_text("Next dealer: Y.")
    confirm(page)
    recorded(page, 5)
    expect(page.get_by_text("Dealer: Y", exact=True)).to_be_visible()
    expect(scores(page)).to_have_text(["18", "21"])
    assert contents()[0] == {"dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [5, 9]}
    assert [deal.get("maker") for deal in contents()] == [1, 2, 1, 1, None]
    assert contents()[3]["won"]["low"] == 2


def test_a_score_that_comes_after_a_further_tap_is_not_shown(hall):
    page = hall.phone()
    # The page's clock is stopped, so that the second tap comes between request and response.
    page.clock.install(time=NOW)
    page.clock.pause_at(NOW + timedelta(minutes=1))
    held = []

    def asks(request):  # The page also polls, with a timer that was started before its clock was stopped.
        return request.method == "POST"

    page.route(
        "**/tables/*/",
        lambda route: held.append(route) if asks(route.request) else route.continue_(),
    )
    with page.expect_request(asks):
        tap_deal(page, MADE | {"points": 5})
        page.clock.run_for(200)
    tap(page, "points", 9)
    with page.expect_event("requestfinished", asks):
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

    enter(page, **MADE)
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        held[0].continue_()
    with page.expect_request("**/tables/*/"):  # another request is sent after this response was handled
        page.evaluate(f"setTimeout(() => {SEEN_AGAIN}, 200)")

    recorded(page, 1)
    expect(page.locator('[name="number"]')).to_have_value("2")
    held[1].fulfill(status=304)


def press(page, key):
    """Press a key, and check that the focus is visible afterwards."""
    page.keyboard.press(key)
    focused = page.locator("label.key:has(:focus), :focus:not(label.key *)")
    expect(focused).to_have_css("outline-style", "solid")
    expect(focused).to_be_in_viewport()


def tab_to(page, name, value=None):
    """Press Tab until a control has the focus."""
    for _ in range(40):
        press(page, "Tab")
        focused = page.evaluate("[document.activeElement.name, document.activeElement.value]")
        if focused == [name, value or focused[1]]:
            return
    raise AssertionError(name)


def test_the_keyboard_alone_opens_a_table_and_enters_deals(hall):
    page = hall.phone()
    tab_to(page, "bid")
    pressed = (
        ["ArrowRight"] * 7
        + ["Tab", "Tab"]  # past the choice whether the deal was played
        + ["ArrowRight", "ArrowRight"]  # maker: seat 3
        + ["Tab", "ArrowRight"]  # trump: hearts
        + ["Tab", "Tab"]  # past the choice how points are entered
        + ["ArrowRight"] * 10
    )
    for key in pressed:
        press(page, key)
    expect(shown(page).get_by_role("button", name="Confirm and record")).to_be_enabled()
    tab_to(page, "step", "record")
    page.keyboard.press("Enter")
    recorded(page, 1)
    expect(scores(page)).to_have_text(["6", "0"])

    # The next deal is entered with digits and letters: bid eight, made nine of the fourteen.
    for keys in (["8", "Tab"], ["3", "h"], ["9"]):
        page.wait_for_timeout(800)
        for key in keys:
            press(page, key)
    expect(made_scores(page)).to_have_text(["+4", "0"])
    press(page, "Enter")
    page.keyboard.press("Enter")
    recorded(page, 2)
    expect(scores(page)).to_have_text(["10", "0"])
    assert contents() == [
        {"dealer": 1, "maker": 3, "bid": 8, "trump": "H", "points": [10, 4]},
        {"dealer": 2, "maker": 3, "bid": 8, "trump": "H", "points": [9, 5]},
    ]


def test_a_deal_is_entered_without_scripts(hall):
    page = hall.context(java_script_enabled=False, viewport={"width": 360, "height": 640}).new_page()
    page.goto("/")
    page.get_by_label("Enter a table's code").fill(links.code_of(links.live_link(hall.club.table)))
    page.get_by_role("button", name="Open the table").click()
    tap_deal(page, MADE)
    page.get_by_role("button", name="Show the score").click()
    expect(made_scores(page)).to_have_text(["+6", "0"])
    confirm(page)
    recorded(page, 1)
    expect(scores(page)).to_have_text(["6", "0"])
    expect(page.get_by_text("Keyboard shortcuts")).to_be_hidden()
    assert contents() == [{"dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [10, 4]}]


def test_shortcuts_of_a_single_key_are_listed_and_switched_off_on_this_device(hall):
    page = hall.member().new_page()
    at_table, chosen = f"/tables/{hall.club.table.pk}/", '[name="bid"]:checked, [name="trump"]:checked'
    box = page.get_by_role("checkbox", name="Use the digits and letters on this device")
    page.goto(at_table)
    page.get_by_text("Keyboard shortcuts").click()
    expect(page.get_by_role("definition").filter(has_text="the trump")).to_be_visible()
    box.uncheck()
    page.reload()
    page.keyboard.type("8h")
    expect(page.locator(chosen)).to_have_count(0)

    page.goto("/account/")
    page.get_by_text("Keyboard shortcuts").click()
    expect(box).not_to_be_checked()
    box.check()
    page.goto(at_table)
    page.keyboard.type("8h")
    expect(page.locator(chosen)).to_have_count(2)


def quickly(page, digits):
    """Type digits in one step, without a slow machine's pauses between them."""
    page.evaluate(
        """digits => { for (const key of digits)
             document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); }""",
        digits,
    )


def test_digits_and_the_letters_of_suits_enter_a_deal(hall):
    page = hall.phone(viewport=DESK)
    expect(page.get_by_text("At a keyboard: type the figures")).to_be_visible()
    quickly(page, "12")
    expect(page.locator('[name="bid"][value="12"]')).to_be_checked()
    page.wait_for_timeout(800)
    page.keyboard.press("3")  # the next digit is the maker, wherever the focus is
    expect(page.locator('[name="bid"][value="12"]')).to_be_checked()
    expect(page.locator('[name="maker"][value="3"]')).to_be_checked()
    for _ in range(2):  # going back to the bid, a wrong digit can be typed over
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("9")
    expect(page.locator('[name="bid"][value="9"]')).to_be_checked()
    page.keyboard.type("h")
    page.wait_for_timeout(800)
    quickly(page, "10")
    expect(made_scores(page)).to_have_text(["+6", "0"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm and record")).to_be_focused()
    page.keyboard.press("Enter")
    recorded(page, 1)
    assert contents() == [{"dealer": 1, "maker": 3, "bid": 9, "trump": "H", "points": [10, 4]}]

    # A digit typed in a text field stays there, and a digit typed on a link presses nothing.
    page.get_by_role("link", name="Score sheet").focus()
    page.keyboard.press("5")
    tap(page, "detail", "cards")
    page.get_by_role("textbox").first.fill("")
    page.keyboard.type("5h")
    expect(page.locator('[name="bid"]:checked, [name="trump"]:checked')).to_have_count(0)


# Two sides, six players without partners, and a game scored with pegs: the first keys are on the first
# screen, and a plain deal needs no scrolling.
@pytest.mark.parametrize(
    ("game", "players", "taps"),
    [
        ("cinch", 4, list(MADE.items())),
        ("cinch", 4, [("bid", 0), ("trump", "C"), ("points", 9)]),
        ("auction-pitch-6", 6, [("bid", 4), ("maker", 6), ("trump", "S")]),
        ("all-fives-2", 2, [("trump", "C"), ("points_1", 10)]),
    ],
)
def test_the_first_screen_is_the_entry_and_the_next_step_comes_to_the_thumb(hall, game, players, taps):
    towns = ("Aarau am See", "Ystad", "Bergamo Alta", "Zwolle", "Cadiz", "Delft")[:players]
    table = make_table(hall.club.club, hall.club.actors["owner"], game=game, players=towns)
    page = hall.phone(table, viewport={"width": 360, "height": 640})
    seen = [".scoreboard-names", ".scoreboard-figure", ".turn", f'.key:has([name="{taps[0][0]}"])']
    for selector in seen:
        for place in page.locator(selector).all():
            expect(place).to_be_in_viewport(ratio=1)
    for name, value in taps:
        key = page.locator(f'label:has(input[name="{name}"][value="{value}"])')
        expect(key).to_be_in_viewport(ratio=1)
        key.click()
    if game == "cinch":
        expect(page.get_by_role("button", name="Confirm and record")).to_be_in_viewport()


def test_an_entry_kept_right_after_its_last_tap_leaves_the_queue_in_sight(hall):
    page = hall.phone()
    hall.cut(page)
    tap_deal(page, MADE)
    keep = page.get_by_role("button", name="Keep this entry and send it later")
    expect(keep).to_be_visible()
    # Faster than the pause after which a tap asks for a preview.
    keep.evaluate(
        """keep => {
          const last = document.querySelector("[name=points]:checked");
          last.dispatchEvent(new Event("change", { bubbles: true }));
          keep.click();
        }"""
    )
    page.wait_for_timeout(500)
    expect(page.get_by_text("No network. These entries")).to_be_in_viewport()


def test_no_entry_is_lost_or_recorded_twice_by_a_bad_network_a_reload_or_a_stopped_link(hall):
    page = hall.phone()
    tap_deal(page, MADE)
    expect(made_scores(page)).to_have_text(["+6", "0"])
    page.reload()
    expect(made_scores(page)).to_have_text(["+6", "0"])

    # The network is cut after the preview, and the page is reloaded before the network is back.
    hall.is_cut = True
    page.route("**/tables/*/", lambda route: route.abort())
    confirm(page)
    expect(page.get_by_text("No network. These entries")).to_be_visible()
    expect(page.locator("[data-outbox-list] > li")).to_have_count(1)
    assert not Deal.objects.exists()
    page.unroute("**/tables/*/")
    page.reload()
    recorded(page, 1)

    # There is no network from the start, so the entry is sent later and its score follows.
    hall.cut(page)
    tap_deal(page, MADE)
    page.get_by_role("button", name="Keep this entry and send it later").click()
    expect(page.get_by_text("No network. These entries")).to_be_in_viewport()
    hall.cut(page, offline=False)
    recorded(page, 2)
    expect(scores(page)).to_have_text(["12", "0"])

    # The server records the deal, but its answer is lost: the same key is sent again.
    lost = []

    def lose_the_answer(route):
        if 'name="step"\r\n\r\nrecord' in (route.request.post_data or "") and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    tap_deal(page, MADE)
    expect(made_scores(page)).to_have_text(["+6", "0"])
    page.route("**/tables/*/", lose_the_answer)
    confirm(page)
    recorded(page, 3)
    assert lost == [201]
    page.unroute("**/tables/*/")

    # The table's link is replaced: the entry waits until the phone opens the new one.
    tap_deal(page, MADE)
    expect(made_scores(page)).to_have_text(["+6", "0"])
    links.issue(table=hall.club.table, actor=hall.club.actors["owner"])
    confirm(page)
    expect(
        page.get_by_text("Not recorded: this phone may no longer enter deals at this table.")
    ).to_be_visible()
    assert Deal.objects.count() == 3
    page.goto(hall.address())
    recorded(page, 4)
    assert len(contents()) == 4


def test_all_that_was_said_survives_a_reload_and_a_bid_out_of_turn_is_found_in_it(hall):
    page = hall.phone()
    tap_deal(page, MADE)
    page.get_by_text("Anything unusual?").click()
    page.get_by_label("Call 1, by").select_option("B")
    expect(shown(page)).to_contain_text("Still needed: Call 1, what")
    page.reload()
    expect(page.get_by_label("Call 1, by")).to_have_value("3")

    # A deals, so Y, on the left of A, has the first say.
    for row, (seat, bid) in enumerate([("B", "6"), ("Y", "pass"), ("Z", "pass"), ("A", "8")], start=1):
        page.get_by_label(f"Call {row}, by").select_option(seat)
        page.get_by_label(f"Call {row}, what").select_option(bid)
    expect(made_scores(page)).to_have_text(["+6", "0"])
    confirm(page)
    recorded(page, 1)
    assert contents()[0]["bidding"] == [[3, 6], [2, 0], [4, 0], [1, 8]]

    page.goto(f"{hall.url}/tables/{hall.club.table.pk}/deals/1/")

    expect(page.get_by_text("B bid 6 when it was Y's turn.")).to_be_visible()
    expect(page.get_by_text("B 6, Y pass, Z pass, A 8")).to_be_visible()
    expect(page.get_by_label("Call 4, what")).to_have_value("8")


def test_two_phones_at_one_table_follow_each_other_and_what_differs_is_shown_side_by_side(hall):
    first, second, looking = hall.phone(), hall.phone(), hall.phone()
    expect(looking.get_by_text("Deal 1 · game 1")).to_be_visible()
    tap(second, "bid", 9)
    enter(first, **MADE)

    # A page without taps goes on to the next deal; a page with taps stays.
    expect(looking.get_by_text("Deal 2 · game 1")).to_be_visible()
    score = first.locator(".scoreboard").inner_text()
    second.evaluate(SEEN_AGAIN)
    for page in (looking, second):
        expect(page.locator(".scoreboard")).to_have_text(score, use_inner_text=True)
    expect(second.get_by_text("Deal 1 · game 1")).to_be_visible()
    expect(second.locator('[name="bid"][value="9"]')).to_be_checked()
    expect(shown(second), "the half entry is told at once").to_contain_text(
        "Deal 1 has been recorded already"
    )

    # The other deal is shown before anything can be confirmed, and this entry becomes the next one.
    tap_deal(second, {"bid": 9, "maker": 2, "trump": "S", "points": 11})
    expect(shown(second)).to_contain_text("Deal 1 has been recorded already")
    expect(shown(second)).to_contain_text("the table's link")
    expect(shown(second).locator(".compare > div")).to_contain_text(
        ["A & B 10, Y & Z 4", "A & B 3, Y & Z 11"]
    )
    expect(second.get_by_role("button", name="Confirm and record")).to_have_count(0)
    expect(second.locator('[name="bid"][value="9"]'), "nothing that was tapped is gone").to_be_checked()
    assert len(contents()) == 1
    second.get_by_role("button", name="It is another deal: enter it as deal 2").click()
    expect(made_scores(second)).to_have_text(["0", "+8"])
    confirm(second)
    recorded(second, 2)
    assert [deal["dealer"] for deal in contents()] == [1, 2]

    # Both phones have previewed deal 3; the second to confirm sees both entries.
    first.evaluate(SEEN_AGAIN)
    expect(first.get_by_text("Deal 3 · game 1")).to_be_visible()
    for page, points, figure in ((first, 10, "+6"), (second, 9, "+4")):
        tap_deal(page, MADE | {"points": points})
        expect(made_scores(page)).to_have_text([figure, "0"])
    confirm(first)
    recorded(first, 3)
    confirm(second)
    # The entry is kept, and the user can still decide about it after a reload.
    second.reload()
    second.get_by_role("button", name="Change it").click()
    for words in ("Deal 3 has been recorded already", "A & B 10, Y & Z 4", "A & B 9, Y & Z 5"):
        expect(shown(second)).to_contain_text(words)
    for choice in ("Replace it with this entry", "Let the director decide", "It is another deal"):
        expect(shown(second).get_by_role("button", name=choice)).to_be_visible()
    for choice in ("Look at deal 3", "Discard this entry and go on to deal 4"):
        expect(shown(second).get_by_role("link", name=choice)).to_be_visible()
    assert len(contents()) == 3

    # The second entry is kept: it replaces the first entry, or goes to the director.
    second.get_by_role("button", name="Replace it with this entry").click()
    expect(second.get_by_text("Deal 3 was corrected.")).to_be_visible()
    assert [deal["points"] for deal in contents()[2:]] == [[10, 4], [9, 5]]
    second.goto(f"{hall.url}/tables/{hall.club.table.pk}/")
    tap(second, "bid", 9)
    enter(first, **MADE)
    tap_deal(second, MADE | {"bid": 9})
    expect(shown(second)).to_contain_text("Deal 4 has been recorded already")
    second.get_by_role("button", name="Let the director decide").click()
    expect(second.get_by_text("Deal 4: the director decides which version counts.")).to_be_visible()
    assert (HeldEntry.objects.get().number, len(contents())) == (4, 5)


def test_entries_that_run_ahead_are_held_and_the_director_records_one_and_sets_one_aside(hall):
    phone, desk = hall.phone(), hall.member("director").new_page()

    def run_ahead(due):
        phone.reload()
        expect(phone.get_by_text(f"Deal {due} · game 1")).to_be_visible()
        tap_deal(phone, MADE)
        expect(made_scores(phone)).to_have_count(2)
        phone.evaluate(f"document.querySelector('[name=number]').value = {due + 2}")
        confirm(phone)
        expect(phone.get_by_role("alert")).to_contain_text("Held for the director")

    run_ahead(1)
    assert HeldEntry.objects.count() == 1
    desk.goto(f"/clubs/{hall.club.club.slug}/director/")
    expect(desk.get_by_text("an earlier deal is missing")).to_be_visible()
    desk.get_by_role("button", name="Record it as the next deal").click()
    expect(desk.get_by_text("The entry was recorded.")).to_be_visible()
    assert len(contents()) == 1

    run_ahead(2)
    desk.reload()
    desk.get_by_role("button", name="Set it aside").click()
    expect(desk.locator("textarea:invalid, input:invalid").first).to_be_focused()
    assert HeldDecision.objects.count() == 1, "the browser asks for the reason first"
    desk.get_by_label("Reason for setting it aside").fill("entered at the wrong table")
    with desk.expect_response(lambda answer: answer.status == 200, timeout=15_000):
        record(hall.club.table, hall.club.actors["scorer"], dealer=2)
        desk.evaluate(SEEN_AGAIN)
    expect(desk.get_by_label("Reason for setting it aside")).to_have_value("entered at the wrong table")
    desk.get_by_role("button", name="Set it aside").click()
    expect(desk.get_by_text("The entry was set aside.")).to_be_visible()
    expect(desk.get_by_text("No entries are held.")).to_be_visible()


def test_the_line_at_the_foot_says_the_score_and_records_the_deal(hall):
    page = hall.phone(viewport={"width": 360, "height": 740})
    record_here = page.locator("[data-tally-record]")
    tap(page, "bid", 8)
    expect(record_here).to_be_hidden()
    tap_deal(page, MADE)
    # Foster 1897: bid eight, made ten of the fourteen, so the side scores the difference, six.
    expect(page.locator("[data-tally-score]")).to_have_text("→ +6 : 0")
    tap(page, "points", 9)
    expect(page.locator("[data-tally-score]")).to_have_text("→ +4 : 0")

    record_here.click()

    recorded(page, 1)
    assert [deal["points"] for deal in contents()] == [[9, 5]]


def test_without_a_network_nothing_is_said_of_an_entry_that_the_server_has_not_seen(hall):
    page = hall.phone()
    tap(page, "bid", 8)
    expect(shown(page)).to_contain_text("Still needed: Maker")
    hall.cut(page)
    tap_deal(page, MADE)
    expect(page.get_by_role("button", name="Keep this entry and send it later")).to_be_visible()
    expect(page.get_by_text("Still needed:")).to_be_hidden()
