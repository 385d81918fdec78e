"""An event as its organiser plans it by hand on its page."""

import re

NAMES = ["Seat A", "Seat B", "Seat C", "Seat D", "Seat E", "Seat F", "Seat G", "Seat H"]


def plan_page(hall, **wanted):
    page = hall.member("director", **wanted).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    return page


def fill_plan(page, names=NAMES, rounds_in_all="2", name="Harvest evening"):
    page.get_by_label("Name of the event").fill(name)
    page.get_by_label(re.compile("^Names")).fill("\n".join(names))
    page.get_by_label(re.compile("^Rounds")).fill(rounds_in_all)
    page.get_by_role("button", name="Plan the event").click()
