"""Helpers that plan, start and end events on their pages, and enter deals by tapping and slips by typing."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from scoring.events.models import Event


def tap(page: Page, name: str, value: object) -> None:
    page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()


def tap_deal(page: Page, deal: Mapping[str, Any]) -> None:
    """Tap a whole deal: bid, maker, trump, and the points of the maker's side."""
    for name in ("bid", "maker", "trump", "points"):
        if name in deal:
            tap(page, name, deal[name])


def tap_totals(page: Page, points: Sequence[int]) -> None:
    """Tap each player's points in seat order, at a table without partners."""
    for seat, count in enumerate(points, start=1):
        tap(page, f"points_{seat}", count)


def shown(page: Page) -> Locator:
    """Return the part of the page that shows the preview."""
    return page.locator("#preview")


def confirm(page: Page) -> None:
    """Confirm the previewed score."""
    page.get_by_role("button", name="Confirm and record").click()


def enter(page: Page, totals: Sequence[int] = (), **deal: Any) -> None:
    """Enter a deal and wait until it is recorded; ``totals`` are the points at a table without partners."""
    recorded = page.get_by_text(re.compile(r"Deal \d+ is recorded\."))
    before = recorded.all_inner_texts()
    tap_deal(page, deal)
    tap_totals(page, totals)
    confirm(page)
    news = recorded.filter(has_not_text=before[0]) if before else recorded
    news.first.wait_for()


def scores(page: Page) -> Locator:
    """Return the elements with the sides' running scores."""
    return page.locator(".scoreboard-figure")


def made_scores(page: Page) -> Locator:
    """Return the elements of the preview with the score that each side will make."""
    return shown(page).locator(".preview-figure")


def name_event(page: Page, slug: str, name: str, players: Sequence[str]) -> None:
    """Open a club's form of a new event, and type its name and its players."""
    page.goto(f"/clubs/{slug}/events/new/")
    page.get_by_label("Name of the event").fill(name)
    page.get_by_label(re.compile("^Names")).fill("\n".join(players))


def plan_and_start(page: Page) -> None:
    """Plan the event that the form describes, and start it with the places that are proposed."""
    page.get_by_role("button", name="Plan the event").click()
    page.get_by_role("link", name="Preview round 1 and start").click()
    page.get_by_role("button", name="Publish these places and start").first.click()


def ring_the_bell(page: Page) -> None:
    """Ring the bell of a round on the desk."""
    page.get_by_role("button", name="Bell").click()
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    page.get_by_role("button", name="Ring the bell").click()


def make_final(page: Page) -> None:
    """Make the results final on the desk."""
    page.get_by_role("button", name="Make the results final now").click()
    page.get_by_role("button", name="Make them final").click()
    page.get_by_text("The results are final").first.wait_for()


def key_slips(page: Page, event: Event, number: int, *, rise: int = 0) -> None:
    """Enter a round's slips with the keyboard only. Move the players on or, in the last round, ring the bell.

    The first side of table 1 wins by 16 points, the first side of each later table by ``rise`` points more.
    """
    page.goto(f"/events/{event.pk}/rounds/{number}/slips/")
    expect(page.get_by_label("Round on the slips")).to_be_focused()
    page.keyboard.type(str(number))
    for place, _table in enumerate(page.locator("fieldset legend").all()):
        for points in (str(16 + place * rise), "0"):
            page.keyboard.press("Tab")
            page.keyboard.type(points)
    page.keyboard.press("Enter")
    page.get_by_text(re.compile(r"\d slips are entered.")).wait_for()
    page.goto(f"/events/{event.pk}/")
    if page.get_by_role("button", name="Move now").is_visible():
        page.get_by_role("button", name="Move now").click()
        page.get_by_role("button", name="Move the players").click()
        page.get_by_text("The players have moved to round").wait_for()
    else:
        ring_the_bell(page)
        page.get_by_text("Provisional results").first.wait_for()
