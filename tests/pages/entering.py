"""Helpers that tap the keys of an entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page


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
    number = page.locator('[name="number"]').input_value()
    tap_deal(page, deal)
    tap_totals(page, totals)
    confirm(page)
    page.get_by_text(f"Deal {number} is recorded.").wait_for()


def scores(page: Page) -> Locator:
    """Return the elements with the sides' running scores."""
    return page.locator(".scoreboard-figure")


def made_scores(page: Page) -> Locator:
    """Return the elements of the preview with the score that each side will make."""
    return shown(page).locator(".preview-figure")
