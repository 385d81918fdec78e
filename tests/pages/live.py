"""An event that a hall and its phones follow while it is running."""

from playwright.sync_api import Page

from scoring.events.people.services import entrant_links
from tests.events.evenings import Evening, begun
from tests.factories import ClubOfRoles

SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
"""JavaScript that makes a page poll at once, as on a device that wakes up."""
LARGE = {"width": 1920, "height": 1080}
NAMES = ["Ada", "Bea", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy"]


def seated(club: ClubOfRoles, names: list[str], minutes: int | None = 30, of_rounds: int = 8) -> Evening:
    """Return an event with its first round seated; missing results are decided by cut."""
    movement = {"missing_results": "cut", "minutes": minutes}
    return begun(club, len(names), players=names, of_rounds=of_rounds, movement=movement)


def player_of(evening: Evening) -> int:
    """Return a player who sits at a table of the round in play."""
    return evening.last_table.players[0]


def address_of(evening: Evening, player: int) -> str:
    """Return the path that a player's own link opens."""
    link = entrant_links.issue(**evening.action, member_id=player)
    return f"/e/#{entrant_links.secret_of(link)}"


def mark(page: Page) -> None:
    """Mark a page, to detect later whether it was reloaded."""
    page.evaluate("window.isTheSame = true")


def is_marked(page: Page) -> bool:
    """Return whether the page was not reloaded since it was marked."""
    return bool(page.evaluate("window.isTheSame === true"))
