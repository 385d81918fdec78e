"""An event as its organiser plans and runs it: by services, and by hand on the page of a plan."""

import re

from scoring.events.services import events, rounds
from scoring.tables.games import current_game
from scoring.tables.models import Table
from tests.factories import record

NAMES = ["Seat A", "Seat B", "Seat C", "Seat D", "Seat E", "Seat F", "Seat G", "Seat H"]


def begun(club, names=NAMES, rounds_in_all=2, **movement):
    """Return an event whose first round is seated; table 1 and 2 for eight names."""
    actor = club.actors["director"]
    event = events.create(
        club=club.club,
        actor=actor,
        name="Harvest evening",
        players=names,
        rounds=rounds_in_all,
        movement=movement,
    )
    rounds.start(event=event, actor=actor)
    return event


def play(event, actor, number, points=(9, 5), deals=4):
    """Record deals at a table; side 1 bids seven each time, so 9 to 5 gives it four, and 7 to 7 nothing."""
    table = Table.objects.get(event=event, event_number=number)
    for _ in range(deals):
        game, _last = current_game(table)
        dealer = game.course.next_dealer
        answer = record(table, actor, dealer=dealer, maker=1, bid=7, trump="H", points=list(points))
        assert answer.outcome == "recorded", answer


def plan_page(hall, **wanted):
    page = hall.member("director", **wanted).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    return page


def fill_plan(page, names=NAMES, rounds_in_all="2", name="Harvest evening"):
    page.get_by_label("Name of the event").fill(name)
    page.get_by_label(re.compile("^Names")).fill("\n".join(names))
    page.get_by_label(re.compile("^Rounds")).fill(rounds_in_all)
    page.get_by_role("button", name="Plan the event").click()
