"""Evenings with tables of three to test with: seated by hand, and what their players have."""

from uuid import uuid4

from django.test import Client

from scoring.events.services import rounds
from scoring.events.state import load
from tests.events.evenings import current, planned, players_of, table_of
from tests.web.asking import send

THREE = {"odd": "table-of-three"}


def begun(club, people=7, *, movement=(), **wanted):
    """Return an event seated by hand as the players were named: tables of four first, then of three."""
    event = planned(club, people, movement=THREE | dict(movement), **wanted)
    ids, fours = players_of(event), (people - 3 * (-people % 4)) // 4
    sizes = [4] * fours + [3] * (-people % 4)
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    by_hand = [ids[end - size : end] for size, end in zip(sizes, ends, strict=True)]
    rounds.start(event=event, actor=club.actors["director"], tables=by_hand)
    return event


def of_three(event):
    """Return the last table of the round in play."""
    return current(event).tables[-1]


def points(event):
    """Return what the standings say of each player's points."""
    found = load(type(event).objects.select_related("club", "law_set").get(pk=event.pk))
    return {line.player: line.points for line in found.board.standings}


def send_deal(event, club, number, deal):
    """Record a deal by the API with the table's own link."""
    table = table_of(event, number)
    return send(club.link_client(table), "post", f"tables/{table.pk}/deals/", deal, key=uuid4())


def signed_in(club, role="director"):
    """Return a browser of somebody who has signed in."""
    browser = Client()
    browser.force_login(club.users[role])
    return browser
