"""Clubs and events with something on every page, and the addresses of their pages."""

from uuid import uuid4

from scoring.disputes.services import disputes
from scoring.events.people.services import attendance, check_in
from scoring.events.results.services import decisions
from scoring.tables.cutting_out.services import open_company_table
from scoring.tables.games import current_game
from scoring.tables.services import corrections, cuts, links, tables
from scoring.tables.table_policy import policy_of
from tests.events import evenings
from tests.factories import record
from tests.pages.evening import addresses, fill
from tests.pages.live import NAMES, address_of, player_of, seated

SEATS = [f"Seat {letter}" for letter in "ABCDEFGH"]


def event_pages(club, names=SEATS):
    """Prepare an event with content on each of its pages. Return page name → address."""
    planned = evenings.planned(club, players=names, movement={"lists": ["ladies", "gentlemen"]})
    check_in.check_in(**planned.action, member_id=planned.players[0])
    players = [*names, "Seat I"]
    evening = evenings.begun(club, len(players), players=players, movement={"minutes": 25})
    evening.step("start")
    evening.play({1: evenings.TIED})
    evening.decide(2, "winners", [2])
    evening.move()
    evening.play(deals_each=3, without=[1])
    for number in range(2, min(len(names) // 4, 3) + 1):
        evening.give(number, evenings.FIRST_SIDE)
    decisions.doubt(**evening.action, round_number=2, table_number=2, note="Ten was bid.")
    attendance.enter(**evening.action, player="Seat J", wishes={"fixed_table": 1})
    evening.leave(evening.players[1])
    club_pages, pages = f"/clubs/{club.club.slug}/events", f"/events/{evening.pk}"
    return {
        "events": f"{club_pages}/",
        "plan": f"{club_pages}/new/",
        "planned": f"/events/{planned.pk}/",
        "start": f"/events/{planned.pk}/start/",
        "start by cards": f"/events/{planned.pk}/start/?how=cards",
        "start by hand": f"/events/{planned.pk}/start/?how=tables",
        "check-in": f"/events/{planned.pk}/check-in/",
        "check-in after the start": f"{pages}/check-in/",
        "players from a list": f"/events/{planned.pk}/players/list/",
        "lists": f"/events/{planned.pk}/players/lists/",
        "players before the start": f"/events/{planned.pk}/players/",
        "desk": f"{pages}/",
        "players": f"{pages}/players/",
        "log": f"{pages}/log/",
        "print": f"{pages}/print/",
        "first round": f"{pages}/rounds/1/",
        "second round": f"{pages}/rounds/2/",
        "move": f"{pages}/rounds/2/move/",
        "table in doubt": f"{pages}/rounds/2/tables/2/",
        "table that has not begun": f"{pages}/rounds/2/tables/1/",
        "table of a round gone by": f"{pages}/rounds/1/tables/1/",
    }


def open_three(club):
    """Return a table of three under Chicago 1890 with a link."""
    owner = club.actors["owner"]
    table = tables.open_table(
        club=club.club,
        actor=owner,
        players=["Aarau", "Ystad", "Bergamo"],
        law_set="chicago-1890",
        game="three-handed-cinch",
        name="Table of three",
    )
    links.issue(table=table, actor=owner)
    return table


def pages_of_three(club, table):
    """Record something for each page of a table of three. Return page name → address."""
    owner = club.actors["owner"]
    record(table, owner, dealer=1, maker=2, bid=8, trump="H", points=[5, 6, 3])
    won = {"high": 1, "low": 2, "jack": 3, "game": 1, "right-pedro": 3, "left-pedro": None}
    record(table, owner, dealer=2, maker=3, bid=6, trump="C", points=None, won=won)
    corrections.correct(
        policy=policy_of(table), actor=owner, number=1, changes={"points": [0, 9, 5]}, reason="Mixed up.",
        base_revision=1, key=uuid4(),
    )  # fmt: skip
    cuts.make(policy=policy_of(table), actor=owner, purpose="deal", seed="a cut of three")
    made = disputes.raise_dispute(
        policy=policy_of(table), actor=owner, number=2, incident="revoke", seat=1,
        facts={"act": "trumped", "trick": "turned"}, assume=True,
    )  # fmt: skip
    at = f"/tables/{table.pk}/"
    return {
        "table": at,
        "sheet": f"{at}sheet/",
        "cuts": f"{at}cuts/",
        "deal": f"{at}deals/2/",
        "wrong": f"{at}deals/2/dispute/",
        "asked": f"{at}deals/2/dispute/?incident=revoke&at-seat=nobody",
        "dispute": f"/disputes/{made.dispute}/",
        "form": f"/clubs/{club.club.slug}/tables/new/?law_set=chicago-1890&game=three-handed-cinch",
        "law set": "/laws/chicago-1890/",
    }


def pages_of_threes(club):
    """Prepare an event with a table of three and all results. Return page name → address."""
    evening = evenings.begun(club, 7, movement=evenings.THREE | {"minutes": 25, "ties": "entered"})
    evening.play()
    alone = evening.players[5]
    table = evening.table(2)
    return {
        "plan": f"/clubs/{club.club.slug}/events/new/",
        "desk": f"/events/{evening.pk}/",
        "seats": f"/events/{evening.pk}/rounds/1/",
        "table of the event": f"/events/{evening.pk}/rounds/1/tables/2/",
        "projector": f"/events/{evening.pk}/projector/",
        "own evening": f"/events/{evening.pk}/me/?player={alone}",
        "standings": f"/events/{evening.pk}/standings/",
        "table": f"/tables/{table.pk}/",
        "sheet": f"/tables/{table.pk}/sheet/",
        "deal": f"/tables/{table.pk}/deals/1/",
    }


def company_of(club, players="AYBZC", *, is_drawn=False):
    """Return a cutting-out table of five or six with a link."""
    owner = club.actors["owner"]
    table = open_company_table(
        club=club.club, actor=owner, players=list(players), is_drawn=is_drawn, name="Company table"
    )
    links.issue(table=table, actor=owner)
    return table


def record_deals(club, table, *deals):
    """Record deals, each given as maker's seat, bid, and points of the maker's side."""
    for maker, bid, made in deals:
        points = [made, 14 - made] if maker in (1, 3) else [14 - made, made]
        dealer = current_game(table)[0].state.next_dealer
        record(table, club.actors["scorer"], dealer=dealer, maker=maker, bid=bid, trump="H", points=points)


ALL_FOURTEEN = (1, 14, 14)
"""A deal in which seat 1 bids and makes fourteen; four such deals win the game."""


def pages_of_companies(club):
    """Return the pages of a table of four, and of cutting-out tables: before a cut, in play, after a game."""
    waiting, begun_one = company_of(club), company_of(club, "AYBZCX", is_drawn=True)
    over = company_of(club, "AYBZCX", is_drawn=True)
    record_deals(club, over, *[ALL_FOURTEEN] * 4)
    at = {"waiting": waiting, "begun": begun_one, "over": over, "of four": club.table}
    return {
        f"{name} {place}": f"/tables/{table.pk}/{place}"
        for name, table in at.items()
        for place in ("company/", "")
    }


def pages_of_a_hall(club):
    """Return the pages seen in the hall and on phones, and those of an event in its last hand."""
    evening, late = seated(club, NAMES), seated(club, NAMES)
    evening.move()
    late.step("last-hand")
    player, here = player_of(evening), f"/events/{evening.pk}"
    address_of(evening, player)
    views = ("standings/", "projector/", "me/", f"me/?player={player}", "links/", f"links/{player}/")
    return {view: f"{here}/{view}" for view in views} | {
        "opening a link": "/e/",
        "last hand": f"/events/{late.pk}/me/?player={player_of(late)}",
        "projector in the light": f"/events/{late.pk}/projector/",
        "projector in the dark": f"/events/{late.pk}/projector/?board=1",
    }


def an_event(hall):
    """Return the pages of an event by the role that opens them."""
    pages = event_pages(hall.club)
    return {"director": pages, "player": {"event": pages["desk"]}}


ALL = {
    "club": lambda hall: {"owner": addresses(hall.club, fill(hall.club))[0]},
    "more of the club": lambda hall: {"owner": addresses(hall.club, fill(hall.club))[1]},
    "event": an_event,
    "hall": lambda hall: {"owner": pages_of_a_hall(hall.club)},
    "evening with three": lambda hall: {"director": pages_of_threes(hall.club)},
    "table of three": lambda hall: {"director": pages_of_three(hall.club, open_three(hall.club))},
    "companies": lambda hall: {"owner": pages_of_companies(hall.club)},
}
"""The sets of pages: name → function from a hall to the addresses by role."""
