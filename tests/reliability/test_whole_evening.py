"""A whole evening of fifty players, from the director's browser to the printed list, and its repetition.

There are a late entry, a withdrawal, two corrections after the move, a doubt, a bell rung three times, and a
worker killed in the middle of a move. The scorers send the deals over HTTP; the director uses a browser; web
server, workers and broker are real. The same evening is then played again from its seed.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.conftest import DESK, PATIENCE
from tests.printing.paper import words
from tests.reliability.evening_over_http import Evening
from tests.reliability.serving import Place, place, served, server_address, working

pytestmark = [pytest.mark.fault, pytest.mark.broker, pytest.mark.browser, pytest.mark.full]

ROUNDS, DEALS, PEOPLE = 8, 1, 50
NAMES = [f"P{number}" for number in range(1, PEOPLE + 1)]
NOTE = (
    r"(?:\d+ rounds? (?:from a slip|from slips|without a result|without points)|Sat out \d+ rounds?"
    r"|(?:From|Left after) round \d+)"
)
"""A note below a name on the printed list."""
LATE, LEAVER = "Late-comer", "P11"


class Desk:
    """The director's browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sign_in(self) -> None:
        """Sign in as the owner of the club."""
        self.page.goto("/sign-in/")
        self.page.locator("[name=username]").fill("owner")
        self.page.locator("[name=password]").fill("a-password-for-tests")
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("button", name="Sign out").first).to_be_visible()

    def plan(self) -> int:
        """Plan the event, look at round 1, and start it; return the event's id."""
        page = self.page
        page.goto("/clubs/harbour/events/new/")
        page.get_by_label("Name of the event").fill("Autumn evening")
        page.get_by_label(re.compile("^Names")).fill("\n".join(NAMES))
        page.get_by_role("textbox", name="Rounds", exact=True).fill(str(ROUNDS))
        page.get_by_label(re.compile("^Deals in a round")).fill(str(DEALS))
        page.get_by_text("The end of a round", exact=True).click()
        page.get_by_label("Seconds until the players move").fill("0")
        page.get_by_role("button", name="Plan the event").click()
        page.get_by_role("link", name="Preview round 1 and start").click()
        page.get_by_role("button", name="Publish these places and start").click()
        self.shows(1)
        return int(re.findall(r"/events/(\d+)/", page.url)[0])

    def shows(self, number: int) -> None:
        """Wait until the desk shows a round in play."""
        said = self.page.locator("#event-status")
        expect(said).to_contain_text(f"Round {number} of {ROUNDS}", timeout=3 * PATIENCE)

    def let_in(self, event: int) -> None:
        """Enter the late entry."""
        self.page.goto(f"/events/{event}/players/")
        self.page.get_by_label("Name", exact=True).fill(LATE)
        self.page.get_by_role("button", name="Add the player").click()
        expect(self.page.get_by_text(f"{LATE} plays from round 3.")).to_be_visible()
        self.page.goto(f"/events/{event}/")

    def let_go(self, event: int) -> None:
        """Withdraw a player."""
        self.page.goto(f"/events/{event}/players/")
        self.page.get_by_role("link", name=f"Withdraw {LEAVER}", exact=True).click()
        self.page.get_by_role("button", name=f"Withdraw {LEAVER}", exact=True).click()
        expect(self.page.get_by_text(f"{LEAVER} leaves and is not seated from round 6 on.")).to_be_visible()
        self.page.goto(f"/events/{event}/")

    def settle(self) -> None:
        """Settle the doubt for which the move waits."""
        page = self.page
        page.get_by_role("link", name="Table 3: a result is disputed.").click()
        expect(page.get_by_text("Ten was bid.")).to_be_visible()
        page.get_by_label("What was found").fill("It was right: the table agrees")
        page.get_by_role("button", name="Settle the doubt").click()
        expect(page.get_by_text("The doubt is settled.")).to_be_visible()
        page.get_by_role("link", name="Back to the desk").click()

    def ring(self) -> None:
        """Ring the bell."""
        self.page.get_by_role("button", name="Bell").click()
        self.page.get_by_role("button", name="Ring the bell").click()
        expect(self.page.get_by_role("heading", name="The bell has rung")).to_be_visible()

    def finish(self) -> None:
        """Make the results final."""
        self.page.get_by_role("button", name="Make the results final now").click()
        self.page.get_by_role("button", name="Make them final").click()
        expect(self.page.get_by_text("The results are final, edition 1.")).to_be_visible()


@contextmanager
def desk_at(browser: Browser, port: int) -> Iterator[Desk]:
    """Open the director's browser."""
    context = browser.new_context(base_url=f"http://127.0.0.1:{port}", viewport=DESK)
    context.set_default_timeout(PATIENCE)
    yield Desk(context.new_page())
    context.close()


def disturbed(evening: Evening, desk: Desk, where: Place, environment: dict[str, str]) -> None:
    """Play the evening with all these incidents; the workers move the players."""
    log = where.folder / "worker.log"
    with working(where, environment, log, application="tests.reliability.dying_worker") as dying:
        for _ in evening.play(1):
            assert evening.ask()["round"] == 1
        assert dying.wait(180) == -9, log.read_text()
    assert evening.ask()["round"] == 1, "what was half done is undone"
    with working(where, environment, log, beat=True):
        desk.shows(2)
        for number in range(2, ROUNDS + 1):
            for _ in evening.play(number):
                if number == 2:
                    desk.let_in(evening.event)
                if number == 4:
                    evening.doubt(number)
                if number == 5:
                    desk.let_go(evening.event)
                if number == 6:
                    desk.ring()
                    for _again in range(2):
                        evening.do("bell/", {"round": number})
            if number == 4:
                desk.settle()
            if number < ROUNDS:
                desk.shows(number + 1)
            if number in (3, 7):
                evening.correct(number, 5)
        expect(desk.page.get_by_role("button", name="Make the results final now")).to_be_visible()


def calm(evening: Evening) -> None:
    """Play the same evening without incidents or workers; the director moves the players."""
    for number in range(1, ROUNDS + 1):
        for _ in evening.play(number):
            if number == 2:
                evening.do("players/", {"player": LATE})
            if number == 5:
                leaver = next(one["id"] for one in evening.ask()["players"] if one["name"] == LEAVER)
                evening.do(f"players/{leaver}/", method="DELETE")
        if number < ROUNDS:
            evening.do(f"rounds/{number}/move/")
        if number in (3, 7):
            evening.correct(number, 5)


def test_an_evening_of_fifty_runs_from_the_browser_to_the_printed_list_and_again_from_its_seed(
    browser, tmp_path, valkey_url
):
    environment = {"REDIS_URL": valkey_url, "CINCH_REDIS_PREFIX": f"{tmp_path.name}:"}
    with place(tmp_path, server_address()) as where:
        club = where.fill(tables=1)
        with served(where, environment=environment) as port, desk_at(browser, port) as desk:
            desk.sign_in()
            evening = Evening(port, club, desk.plan(), of_rounds=ROUNDS, deals_each=DEALS)
            disturbed(evening, desk, where, environment)
            desk.finish()
            printed = words(desk.page.request.get(f"/events/{evening.event}/print/results.pdf").body())
            again = Evening.planned(
                port, club, NAMES, of_rounds=ROUNDS, deals_each=DEALS, seed=evening.ask()["seed"]
            )
            calm(again)
            seats, standings = evening.seats(), evening.ranks()
            repeated = again.seats(), again.ranks()
        verified = where.manage("verify")

    assert (seats, standings) == repeated
    assert "No faults found" in verified
    present = [PEOPLE, PEOPLE, *[PEOPLE + 1] * 3, *[PEOPLE] * 3]
    for number, (tables, sitting_out) in enumerate(seats, start=1):
        placed = [name for table in tables for name in table] + sitting_out
        assert len(placed) == len(set(placed)) == present[number - 1], f"round {number}"
        assert (LATE in placed, LEAVER in placed) == (number >= 3, number <= 5)
    # The printed list: rank, name, notes and progressions, in the order of the standings.
    lines = re.findall(rf"\b(\d+) (P\d+|{LATE}) (?:{NOTE}(?:; {NOTE})* )?(\d+)\b", printed)
    assert [(int(rank), name, int(many)) for rank, name, many in lines] == standings
    assert len(standings) == PEOPLE + 1
    assert "Final results, edition 1" in printed
