"""Fixtures of the page tests: the running site, browsers for each role, and a check for browser errors."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.tables.models import Table
from scoring.tables.services import links
from tests.events.evenings import Evening, signed_in
from tests.factories import ClubOfRoles, make_club
from tests.pages.live import NAMES, seated

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 860}
EXPECTED = re.compile(
    r"Failed to load resource: the server responded with a status of 4\d\d|htmx:(afterRequest|sendAbort)"
)
"""Console messages that are no errors: a refusal or a replaced preview always causes them."""

CUT_OFF = re.compile(r"Failed to load resource: net::ERR_|htmx:sendError")
"""Further console messages that are no errors while a test has cut the network."""

PATIENCE = 30_000
"""The timeout for expected content in milliseconds, long enough for a slow machine."""

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""

expect.set_options(timeout=PATIENCE)


class Hall:
    """A running site with a club, and the browsers that use it."""

    def __init__(self, browser: Browser, url: str, club: ClubOfRoles) -> None:
        self.browser, self.url, self.club = browser, url, club
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.failed: list[str] = []
        self.is_cut = False

    def context(self, **wanted: Any) -> BrowserContext:
        """Return a new browser without a session: a phone by default."""
        context = self.browser.new_context(
            base_url=self.url, **({"viewport": PHONE, "reduced_motion": "reduce"} | wanted)
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", lambda message: self._heard(message.type, message.text))
        context.on("weberror", lambda failure: self._heard("error", str(failure.error)))
        context.on("requestfailed", lambda request: self.failed.append(f"{request.url} {request.failure}"))
        self.contexts.append(context)
        return context

    def member(self, role: str = "scorer", **wanted: Any) -> BrowserContext:
        """Return a browser signed in as the member with that role."""
        context = self.context(**wanted)
        session = signed_in(self.club, role).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])
        return context

    def phone(self, table: Table | None = None, **wanted: Any) -> Page:
        """Return a phone's page that has just opened the table by its link."""
        context = self.context(**wanted)
        page = context.new_page()
        page.goto(self.address(table))
        page.wait_for_url("**/tables/*/")
        return page

    def address(self, table: Table | None = None) -> str:
        """Return the address of a table's link."""
        live = links.live_link(table or self.club.table)
        assert live is not None
        return f"{self.url}/t/#{links.secret_of(live)}"

    def cut(self, page: Page, *, offline: bool = True) -> None:
        """Cut the network of the page's browser, or restore it."""
        self.is_cut = True
        page.context.set_offline(offline)

    def _heard(self, kind: str, text: str) -> None:
        expected = EXPECTED.match(text) or (self.is_cut and CUT_OFF.match(text))
        if kind in ("error", "warning") and not expected:
            self.complaints.append(text)


@pytest.fixture
def hall(browser: Browser, live_server: Any, transactional_db: None, settings: Any) -> Iterator[Hall]:
    """Yield the hall; afterwards check that its browsers reported no errors.

    The site's thread sees the club, which is committed. The club's table has a link.
    """
    settings.BASE_URL = live_server.url
    club = make_club()
    links.issue(table=club.table, actor=club.actors["owner"])
    made = Hall(browser, live_server.url, club)
    yield made
    for context in made.contexts:
        context.close()
    assert made.complaints == [], made.failed


@pytest.fixture
def evening(hall: Hall) -> Evening:
    """Return an event of nine players, of whom one sits out."""
    return seated(hall.club, NAMES)
