"""An evening that a hall and its phones look at while it goes on."""

from dataclasses import dataclass

from playwright.sync_api import Page

from scoring.events.models import Event
from scoring.events.services import entrant_links, events, rounds
from scoring.events.state import load
from tests.factories import ClubOfRoles

SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
"""Makes a page ask at once, as a device does that was asleep."""
LARGE = {"width": 1920, "height": 1080}
NAMES = ["Ada", "Bea", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy"]


@dataclass
class Evening:
    """An event of the club whose first round is seated."""

    club: ClubOfRoles
    event: Event

    def player(self, place: int = 0) -> int:
        """Return the id of one who sits at a table of the round in play."""
        current = load(self.event).current
        assert current is not None
        return current.tables[-1].players[place]

    def place(self, player: int) -> tuple[int, int]:
        """Return table and seat of a player in the round in play."""
        current = load(self.event).current
        assert current is not None
        return current.seated().places()[player]

    def address_of(self, player: int) -> str:
        """Return the path that a player's own link opens."""
        owner = self.club.actors["owner"]
        link = entrant_links.issue(event=self.event, actor=owner, member_id=player)
        return f"/e/#{entrant_links.secret_of(link)}"

    def move_on(self) -> None:
        """Move the players, whatever is missing being cut for."""
        current = load(self.event).current
        assert current is not None
        owner = self.club.actors["owner"]
        rounds.move_now(event=self.event, actor=owner, round_number=current.number)

    def ring(self) -> None:
        """Ring the bell."""
        rounds.ring_bell(event=self.event, actor=self.club.actors["owner"])

    def clock(self, step: str, minutes: int | None = None) -> None:
        """Take a step of the clock."""
        owner = self.club.actors["owner"]
        rounds.step_clock(event=self.event, actor=owner, kind=step, minutes=minutes)


def seated(club: ClubOfRoles, names: list[str], minutes: int | None = 30, of_rounds: int = 8) -> Evening:
    """Return an event of these players with its first round seated."""
    owner = club.actors["owner"]
    movement = {"missing_results": "cut", "minutes": minutes}
    event = events.create(
        club=club.club,
        actor=owner,
        name="Evening",
        players=names,
        rounds=of_rounds,
        movement=movement,
        seed="seed",
    )
    rounds.start(event=event, actor=owner)
    return Evening(club, event)


def mark(page: Page) -> None:
    """Mark a page, so that it is seen when it was read again."""
    page.evaluate("window.isTheSame = true")


def is_marked(page: Page) -> bool:
    """Return whether the page was not read again since it was marked."""
    return bool(page.evaluate("window.isTheSame === true"))
