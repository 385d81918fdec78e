"""Entries without a network: a queue that is sent in order, each entry once."""

import pytest
from playwright.sync_api import expect

from scoring.events.play.services import slip_totals
from scoring.tables.games import current_game
from scoring.tables.models import Deal, DealRevision, Seat
from scoring.tables.services import links
from tests.events.evenings import begun
from tests.factories import record
from tests.pages.arrangements import ALL_FOURTEEN, company_of, record_deals
from tests.pages.entering import confirm, enter, made_scores, scores, shown, tap, tap_deal
from tests.pages.live import SEEN_AGAIN

pytestmark = pytest.mark.browser

MADE = {"bid": 8, "maker": 1, "trump": "H", "points": 10}
"""Foster 1897: bid eight, made ten of the fourteen, so the side scores the difference, six."""
FAILED = {"bid": 8, "maker": 2, "trump": "S", "points": 5}
"""The bid of eight failed: the others score their nine and the eight."""


def contents():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def kept(page):
    return page.locator("[data-outbox-list] > li")


def keep(page, deal):
    """Enter a deal that cannot be sent yet."""
    tap_deal(page, deal)
    page.get_by_role("button", name="Keep this entry and send it later").click()


def key_of(page):
    return page.locator('[name="key"]').input_value()


def test_an_evening_with_the_network_cut_twice_records_everything_once_and_in_order(hall):
    page = hall.phone()
    hall.cut(page)
    keep(page, MADE)
    expect(page.get_by_text("Deal 2 · game 1"), "the phone goes on to the next deal").to_be_visible()
    expect(page.locator(".turn")).to_contain_text("Dealer: Y")
    keys = [key_of(page)]
    keep(page, FAILED)
    expect(page.locator(".turn")).to_contain_text("Dealer: B")
    keys.append(key_of(page))
    tap_deal(page, MADE)  # the third deal is half entered when the network comes back
    expect(kept(page)).to_have_count(2)
    expect(kept(page).nth(1)).to_contain_text("Dealer: Y")
    expect(kept(page).nth(1)).to_contain_text("waiting")
    assert not Deal.objects.exists()

    hall.cut(page, offline=False)
    expect(page.get_by_text("Every waiting entry has been sent.")).to_be_visible()
    expect(scores(page)).to_have_text(["23", "0"])
    # The taps are still there, and the preview includes the two deals.
    expect(page.get_by_text("Deal 3 · game 1")).to_be_visible()
    expect(made_scores(page)).to_have_text(["+6", "0"])
    confirm(page)
    expect(page.get_by_text("Deal 3 is recorded.")).to_be_visible()

    hall.cut(page)
    keep(page, MADE)
    keep(page, MADE)
    expect(kept(page)).to_have_count(2)
    hall.cut(page, offline=False)
    expect(scores(page)).to_have_text(["41", "0"])
    expect(page.get_by_text("Deal 6 · game 1")).to_be_visible()
    assert [(deal["dealer"], deal["maker"], deal["points"]) for deal in contents()] == [
        (1, 1, [10, 4]),
        (2, 2, [9, 5]),
        (3, 1, [10, 4]),
        (4, 1, [10, 4]),
        (1, 1, [10, 4]),
    ]
    assert len(set(keys)) == 2


def test_entries_that_wait_outlive_the_page_and_can_be_changed_and_discarded(hall):
    page = hall.phone()
    hall.is_cut = True
    page.route(
        "**/tables/*/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    for deal in (MADE, FAILED, MADE):
        keep(page, deal)
    expect(kept(page)).to_have_count(3)
    page.reload()
    expect(kept(page)).to_have_count(3)
    expect(page.get_by_text("Deal 4 · game 1")).to_be_visible()
    expect(page.locator(".turn")).to_contain_text("Dealer: Z")

    kept(page).nth(0).get_by_role("button", name="Change it").click()
    tap(page, "points", 9)
    page.get_by_role("button", name="Keep this entry and send it later").click()
    kept(page).nth(1).get_by_role("button", name="Discard it").click()
    page.get_by_role("button", name="Yes, discard it").click()
    expect(kept(page)).to_have_count(2)
    expect(kept(page).nth(1), "the one after it moves up").to_contain_text("Deal 2")
    expect(page.locator(".turn")).to_contain_text("Dealer: B")
    page.unroute("**/tables/*/")
    page.evaluate("dispatchEvent(new Event('online'))")

    # Nine of the fourteen: the difference is four; then ten of the fourteen.
    expect(scores(page)).to_have_text(["10", "0"])
    assert [(deal["dealer"], deal["maker"], deal["points"]) for deal in contents()] == [
        (1, 1, [9, 5]),
        (2, 1, [10, 4]),
    ]


def test_an_entry_kept_while_the_queue_is_read_is_stored_once(hall):
    page = hall.phone()
    hall.cut(page)
    tap_deal(page, MADE)
    page.get_by_role("button", name="Keep this entry and send it later").evaluate(
        """async (button) => {
            dispatchEvent(new Event("online"));
            for (let step = 0; step < 3; step++) await null; // until the queue reads its entries
            button.click();
        }"""
    )
    expect(kept(page)).to_have_count(1)
    page.route(
        "**/tables/*/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    hall.cut(page, offline=False)
    page.reload()
    expect(page.get_by_text("Deal 2 · game 1")).to_be_visible()
    expect(kept(page)).to_have_count(1)


def test_an_entry_changed_after_its_score_was_shown_is_recorded_when_the_network_is_back(hall):
    page = hall.phone()
    tap_deal(page, MADE)
    expect(made_scores(page)).to_have_text(["+6", "0"])
    hall.cut(page)
    tap(page, "points", 9)
    page.get_by_role("button", name="Keep this entry and send it later").click()
    hall.cut(page, offline=False)
    expect(scores(page)).to_have_text(["4", "0"])
    assert [deal["points"] for deal in contents()] == [[9, 5]]


def test_an_entry_that_another_phone_made_otherwise_stops_those_after_it_until_it_is_decided(hall):
    page = hall.phone()
    hall.cut(page)
    keep(page, MADE)
    keep(page, FAILED)
    record(hall.club.table, hall.club.actors["scorer"], dealer=1, points=[9, 5])
    hall.cut(page, offline=False)
    expect(kept(page).nth(0)).to_contain_text("Deal 1 is recorded already, with other content.")
    expect(kept(page).nth(1)).to_contain_text("waiting")
    expect(shown(page)).to_contain_text("Deal 1 has been recorded already")
    page.get_by_role("link", name="Discard this entry").click()
    # The phone already counts the waiting entry as deal 2, so only this answer says that it is recorded.
    expect(page.get_by_text("Deal 2 is recorded.")).to_be_visible()
    expect(page.get_by_text("Deal 3 · game 1")).to_be_visible()
    assert [(deal["dealer"], deal["points"]) for deal in contents()] == [(1, [9, 5]), (2, [9, 5])]


def test_signing_in_in_another_tab_lets_the_entry_go(hall):
    context = hall.member("scorer")
    page = context.new_page()
    page.goto(f"/tables/{hall.club.table.pk}/")
    tap_deal(page, MADE)
    expect(made_scores(page)).to_have_text(["+6", "0"])
    session = context.cookies()
    context.clear_cookies()
    confirm(page)
    expect(page.get_by_text("this phone may no longer enter deals at this table")).to_be_visible()
    other = context.new_page()
    other.goto(hall.address())  # another session with another CSRF token
    other.wait_for_url("**/tables/*/")
    page.get_by_role("button", name="Send it again").click()
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert session
    assert len(contents()) == 1


@pytest.mark.parametrize(
    "refuse", ["delete window.indexedDB; Object.defineProperty(window, 'indexedDB', {value: undefined})"]
)
def test_a_browser_that_keeps_nothing_says_so_and_sends_from_the_open_page(hall, refuse):
    context = hall.context()
    context.add_init_script(refuse)
    page = context.new_page()
    page.goto(hall.address())
    page.wait_for_url("**/tables/*/")
    hall.cut(page)
    keep(page, MADE)
    expect(page.get_by_text("this browser cannot keep entries")).to_be_visible()
    keep(page, MADE)
    hall.cut(page, offline=False)
    expect(scores(page)).to_have_text(["12", "0"])
    enter(page, **MADE)
    assert len(contents()) == 3


def test_a_second_link_stops_the_queue_until_the_phone_opens_it(hall):
    page = hall.phone()
    hall.cut(page)
    keep(page, MADE)
    keep(page, MADE)
    links.issue(table=hall.club.table, actor=hall.club.actors["owner"])
    hall.cut(page, offline=False)
    expect(kept(page).nth(0)).to_contain_text("this phone may no longer enter deals at this table")
    page.goto(hall.address())
    expect(scores(page)).to_have_text(["12", "0"])
    assert len(contents()) == 2


@pytest.mark.parametrize("players", ["AYBZC", "AYBZCX"])
def test_two_deals_of_a_table_of_five_or_six_are_kept_with_dealer_and_seats_as_the_cut_gave_them(
    hall, players
):
    """Law: Foster 1897, The Deal: the deal passes to the left, among the four who were cut for."""
    table = company_of(hall.club, players, is_drawn=True)
    game, _index = current_game(table)
    names = [seat.member.name for seat in Seat.objects.filter(game=game.game_id).order_by("seat")]
    first = game.first_dealer
    after = [(first + turn - 1) % 4 + 1 for turn in range(4)]
    page = hall.phone(table)
    expect(page.locator(".turn")).to_contain_text(f"Dealer: {names[first - 1]}")
    expect(page.get_by_text("Waiting:")).to_be_visible()

    hall.cut(page)
    keep(page, MADE)
    expect(page.get_by_text("Deal 2 · game 1")).to_be_visible()
    expect(page.locator(".turn")).to_contain_text(f"Dealer: {names[after[1] - 1]}")
    expect(page.get_by_text("Waiting:")).to_be_visible()
    keep(page, FAILED)
    expect(page.locator(".turn")).to_contain_text(f"Dealer: {names[after[2] - 1]}")
    expect(kept(page)).to_have_count(2)
    for line, dealer in enumerate(after[:2]):
        expect(kept(page).nth(line)).to_contain_text(f"Dealer: {names[dealer - 1]}")

    hall.cut(page, offline=False)
    expect(page.get_by_text("Every waiting entry has been sent.")).to_be_visible()
    expect(page.locator(".turn")).to_contain_text(f"Dealer: {names[after[2] - 1]}")
    expect(scores(page)).to_have_text(["23", "0"])
    assert [deal["dealer"] for deal in contents()] == after[:2]
    assert [revision.deal.game_id for revision in DealRevision.objects.all()] == [game.game_id] * 2
    assert current_game(table)[0].game_id == game.game_id, "nobody was cut for meanwhile"


def test_a_deal_kept_after_the_game_of_a_table_of_five_was_won_is_refused_with_its_reason(hall):
    """Law: Foster 1897, Cutting Out: after the game the table cuts for who plays the next one."""
    table = company_of(hall.club, is_drawn=True)
    record_deals(hall.club, table, *[ALL_FOURTEEN] * 3)
    page = hall.phone(table)
    hall.cut(page)
    keep(page, {"bid": 14, "maker": 1, "trump": "H", "points": 14})
    keep(page, FAILED)
    expect(kept(page)).to_have_count(2)

    hall.cut(page, offline=False)
    expect(kept(page).first).to_contain_text("recorded")
    expect(kept(page).last).to_contain_text("The game at this table is over.")
    expect(kept(page).last.get_by_role("button", name="Discard it")).to_be_visible()
    assert Deal.objects.filter(table=table).count() == 4
    assert current_game(table)[0].number == 1, "the next one is cut for first"


def test_a_phone_without_network_offers_no_deal_after_the_last_of_the_round_and_lists_all_it_sent(hall):
    evening = begun(hall.club, of_rounds=3, deals_per_round=2)
    evening.play_on()
    page = hall.phone(evening.table(1))
    expect(page.get_by_text("Deal 1 of 2")).to_be_visible()
    hall.cut(page)
    keep(page, MADE)
    expect(page.get_by_text("Deal 2 of 2")).to_be_visible()
    keep(page, MADE)
    expect(kept(page)).to_contain_text(["Deal 1", "Deal 2"])
    expect(page.get_by_text("The deals that are due here are kept on this phone.")).to_be_visible()
    expect(page.locator("form[data-entry]")).to_be_hidden()
    hall.cut(page, offline=False)
    expect(page.get_by_text("Every waiting entry has been sent.")).to_be_visible()
    expect(kept(page)).to_have_count(2)
    expect(page.get_by_text("Your table is in.")).to_be_visible()
    expect(page.get_by_text("Next dealer")).to_have_count(0)


def test_a_single_entry_that_another_phone_made_otherwise_is_shown_beside_it(hall):
    page = hall.phone()
    hall.cut(page)
    keep(page, MADE)
    record(hall.club.table, hall.club.actors["scorer"])
    hall.cut(page, offline=False)
    expect(page.get_by_text("An entry was not recorded. Change it, or discard it.")).to_be_visible()
    expect(page.get_by_role("heading", name="Deal 1 has been recorded already")).to_be_in_viewport()


def test_an_entry_refused_because_the_slip_is_entered_leaves_no_form_for_another_deal(hall):
    evening = begun(hall.club, of_rounds=2)
    page = hall.phone(evening.table(1))
    hall.cut(page)
    keep(page, MADE)
    slip_totals.enter(**evening.action, round_number=1, table_number=1, points=[20, 4])
    hall.cut(page, offline=False)
    expect(kept(page)).to_contain_text("The slip of this table is entered, so the round is in.")
    page.evaluate(SEEN_AGAIN)
    expect(page.get_by_text("The round is in from its slip: 20 · 4.")).to_be_visible()
    expect(page.locator("form[data-entry]")).to_have_count(0)
    expect(kept(page).get_by_role("button", name="Discard it")).to_be_visible()
