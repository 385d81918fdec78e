"""Every page of an event that the organiser uses: axe's rules, widths, targets, and hostile names."""

import pytest

from scoring.events.models import Entrant
from scoring.events.services import attendance, events, rounds
from scoring.game.names import clean_name
from tests.pages.conftest import PHONE
from tests.pages.test_event_desk import NAMES, begun, play
from tests.pages.test_looks import LOOKS, flaws_of
from tests.pages.test_names import HOSTILE, ran

pytestmark = pytest.mark.browser


def evening(club, names=NAMES):
    """Return the addresses of an event's pages by what they show, on an evening with something on each."""
    director, scorer = club.actors["director"], club.actors["scorer"]
    planned = events.create(club=club.club, actor=director, name="Spring evening", players=names)
    event = begun(club, [*names, "Seat I"], rounds_in_all=3, minutes=25)
    rounds.step_clock(event=event, actor=director, kind="start")
    tables = len(names) // 4
    for number in range(1, tables + 1):
        play(event, scorer, number, points=(7, 7) if number == 1 else (9, 5))
    rounds.decide(
        event=event,
        actor=director,
        round_number=1,
        table_number=2,
        kind="winners",
        content=[2],
        reason="Seen.",
    )
    rounds.move_now(event=event, actor=director, round_number=1)
    for number in range(2, tables + 1):
        play(event, scorer, number, deals=4 if number == 2 else 3)
    if tables > 2:
        play(event, scorer, 3, deals=1)
    rounds.doubt(event=event, actor=director, round_number=2, table_number=2, note="Ten was bid.")
    attendance.enter(event=event, actor=director, player="Seat J", wishes={"fixed_table": 1})
    attendance.leave(event=event, actor=director, member_id=Entrant.objects.filter(event=event)[1].member_id)
    club_pages, pages = f"/clubs/{club.club.slug}/events", f"/events/{event.pk}"
    return event, {
        "events": f"{club_pages}/",
        "plan": f"{club_pages}/new/",
        "planned": f"/events/{planned.pk}/",
        "start": f"/events/{planned.pk}/start/",
        "start by cards": f"/events/{planned.pk}/start/?how=cards",
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


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_an_event_names_itself_fits_its_width_and_breaks_no_rule_of_axe(hall, look):
    viewport, scheme = LOOKS[look]
    event, pages = evening(hall.club)
    page = hall.member("director", viewport=viewport).new_page()
    flaws = {}
    for name, address in pages.items():
        assert page.goto(address).status == 200, name
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        flaws[name] = flaws_of(page, scheme)
    player = hall.member("player", viewport=viewport).new_page()
    player.goto(f"/events/{event.pk}/")
    flaws["event of a player"] = flaws_of(player, scheme)

    assert {name: found for name, found in flaws.items() if found} == {}


def test_no_page_of_an_event_scrolls_sideways_and_hostile_names_run_nothing(hall):
    names = list(dict.fromkeys(clean_name(name) for name in HOSTILE))[:60]
    _, pages = evening(hall.club, names)
    page = hall.member("director", viewport={"width": 320, "height": 700}).new_page()
    wide, bad = {}, []
    for name, address in pages.items():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        wide[name] = page.evaluate("document.documentElement.scrollWidth")
        bad += [name] if ran(page) else []

    assert bad == []
    assert {name: found for name, found in wide.items() if found > 320} == {}
    page.goto(pages["players"])
    text = page.evaluate("document.querySelector('main').textContent")
    assert [name for name in names if name not in text] == []


def test_twenty_five_tables_are_seen_at_once_on_a_desk_and_the_keys_of_the_clock_under_a_thumb(hall):
    event = begun(hall.club, [f"Player {number}" for number in range(1, 101)], minutes=25)
    desk = hall.member("director", viewport={"width": 1280, "height": 1024}).new_page()
    desk.goto(f"/events/{event.pk}/")
    phone = hall.member("director", viewport=PHONE).new_page()
    phone.goto(f"/events/{event.pk}/")

    assert desk.locator(".desk-tile").count() == 25
    last = desk.locator("#desk-table-25").bounding_box()
    assert last["y"] + last["height"] <= 1024
    keys = phone.locator(".desk-keys .button")
    boxes = [key.bounding_box() for key in keys.all()]
    assert len(boxes) == 5
    assert all(PHONE["height"] - 100 <= box["y"] <= PHONE["height"] - box["height"] for box in boxes)
    assert all(box["width"] >= 48 for box in boxes)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
