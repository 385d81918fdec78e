"""Corrections by a table's link: the last deal of the game in play at once, other deals after a decision."""

import re
from uuid import uuid4

import pytest

from scoring.clubs.models import Member
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.models import Deal, DealRevision, HeldDecision, HeldEntry
from scoring.tables.services import held, links, tables
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIRST_SIDE, FIVE, begun, signed_in
from tests.factories import PASSWORD, record
from tests.web.asking import rows, send

pytestmark = pytest.mark.django_db

WHY = "Side 2 took nine."
OTHER_WAY = {"maker": 2, "points": [5, 9], "reason": WHY}


def correct(client, table, number, key=None):
    return send(client, "patch", f"tables/{table.pk}/deals/{number}/", OTHER_WAY, key)


def points_of(evening):
    return [table.result.points for table in evening.state.rounds[0].tables]


def moved(club):
    """Return an event of two rounds after its first move, and its first table."""
    evening = begun(club, of_rounds=2)
    evening.play()
    evening.run_due_moves()
    assert evening.current.number == 2
    return evening, evening.table(1)


def test_after_the_move_a_links_correction_of_the_round_that_is_over_is_held(club):
    evening, table = moved(club)
    before, revisions = points_of(evening), DealRevision.objects.count()
    client, key = club.link_client(table), uuid4()

    answer = correct(client, table, 4, key)

    assert answer.status_code == 202
    body = answer.json()
    assert (body["code"], body["number"], body["reason"]) == ("past-deal", 4, WHY)
    assert "held for the director" in body["detail"]
    assert body["deal"]["points"] == [5, 9]
    assert (points_of(evening), DealRevision.objects.count()) == (before, revisions)
    assert correct(client, table, 4, key).json() == body, "sent again it is held once"
    entry = HeldEntry.objects.get()
    assert (entry.pk, entry.number, entry.reason, entry.base.seq) == (body["held"], 4, WHY, 1)
    assert list(breaches()) == []


def test_a_player_who_also_holds_the_link_asks_for_a_correction_as_the_link_does(club):
    _evening, table = moved(club)
    client = club.link_client(table)
    client.login(username="harbour-player", password=PASSWORD)
    session = client.session
    session["table_links"] = {str(table.pk): links.live_link(table).pk}
    session.save()
    answer = correct(client, table, 4, uuid4())
    assert (answer.status_code, answer.json().get("code")) == (202, "past-deal")


def test_after_the_last_round_a_links_correction_is_held_before_the_results_are_final(club):
    evening = begun(club, of_rounds=1)
    evening.play()
    evening.run_due_moves()
    assert evening.state.is_over
    assert not evening.event.finals.exists()
    table = evening.table(2)

    assert correct(club.link_client(table), table, 4).status_code == 202
    assert correct(club.client("scorer"), table, 4).status_code == 200, "a scorer corrects it as before"


def test_a_link_corrects_the_previous_deal_at_a_table_of_five(club):
    evening = begun(club, 9, movement=FIVE)
    evening.give(2, FIRST_SIDE)
    table = evening.table(2)
    client = club.link_client(table)

    assert correct(client, table, 1).status_code == 200
    evening.give(2, FIRST_SIDE)
    changed = {"points": [7, 7], "reason": "They tied."}
    assert send(client, "patch", f"tables/{table.pk}/deals/1/", changed).status_code == 202


def test_once_the_next_game_has_begun_a_link_does_not_correct_the_one_before(club):
    for _ in range(3):
        record(club.table, club.actors["scorer"])
    client = club.link_client()
    over = {"bid": 9, "reason": "Nine was bid."}
    assert send(client, "patch", f"tables/{club.table.pk}/deals/3/", over).status_code == 200

    tables.start_game(table=club.table, actor=club.actors["scorer"])

    assert correct(client, club.table, 3).status_code == 202
    assert correct(club.client("scorer"), club.table, 3).status_code == 200, "a scorer corrects it as before"


def test_a_held_correction_is_recorded_or_set_aside_unless_the_deal_was_corrected_since(club):
    evening, table = moved(club)
    client, director = club.link_client(table), club.client("director")
    first, second, third = (correct(client, table, number).json()["held"] for number in (4, 3, 2))
    path, changed = f"tables/{table.pk}/", {"maker": 1, "points": [8, 6], "reason": "Eight were won."}

    made = send(director, "post", f"{path}held/{first}/", {"release": True})
    aside = send(director, "post", f"{path}held/{second}/", {"set_aside": True, "reason": "Not so."})
    assert send(director, "patch", f"{path}deals/2/", changed).status_code == 200
    before = rows()
    with pytest.raises(Conflict) as stale:
        held.release(policy=policy_of(table), actor=club.actors["director"], held_id=third)

    assert (stale.value.code, rows()) == ("stale-revision", before)
    assert (made.status_code, aside.status_code) == (200, 204)
    assert (made.json()["number"], made.json()["revision"], made.json()["deal"]["points"]) == (4, 2, [5, 9])
    assert HeldDecision.objects.get(entry=first).revision.reason == WHY
    assert points_of(evening)[0] == (10, 4), "two deals of four, one of two, and one to side 2"
    assert send(director, "get", f"{path}deals/3/").json()["revision"] == 1
    assert list(breaches()) == []


def test_the_phone_says_that_its_correction_waits_and_the_director_sees_what_was_typed(club):
    evening, table = moved(club)
    seated = evening.state.rounds[0].tables[0].players
    phone = club.link_client(table)
    page = phone.get(f"/tables/{table.pk}/deals/4/")
    assert "held for the director" in page.content.decode()
    typed = {
        "step": "record", "bid": "1", "maker": "2", "trump": "H", "detail": "total", "points": "9",
        "dealer": str(DealRevision.objects.get(deal__table=table, deal__number=4).content["dealer"]),
        "reason": WHY, "base_revision": "1", "key": str(uuid4()),
    }  # fmt: skip

    sent = phone.post(f"/tables/{table.pk}/deals/4/", typed, format="multipart")

    assert sent.status_code == 202
    assert "Held for the director" in sent.content.decode()
    waits = [
        "It waits for the director and does not count yet."
        in phone.get(f"/tables/{table.pk}/deals/{deal}/").text
        for deal in (4, 3)
    ]
    assert waits == [True, False], "the page of the corrected deal says so too"
    browser = signed_in(club)
    listed = browser.get(f"/clubs/{club.club.slug}/director/").content.decode()
    one, two, three, four = (Member.objects.get(pk=pk).name for pk in seated)
    dealer = (one, two, three, four)[int(typed["dealer"]) - 1]
    assert WHY in listed
    assert ">1 held<" in listed
    assert f"{one} &amp; {three} 5, {two} &amp; {four} 9" in listed
    assert f"<dt>Dealer</dt><dd><bdi>{dealer}</bdi></dd>" in listed, "of those who played it"
    decided = browser.post(
        f"/clubs/{club.club.slug}/director/held/{HeldEntry.objects.get().pk}/",
        {"decision": "release"},
        follow=True,
    )
    assert "The entry was recorded." in decided.content.decode()
    assert decided.redirect_chain == [(f"/events/{evening.pk}/", 302)]
    assert points_of(evening)[0] == (12, 4)
    address = f"/clubs/{club.club.slug}/director/held/{HeldEntry.objects.get().pk}/"
    again = browser.post(address, {"decision": "release"}, follow=True)
    name = Member.objects.get(pk=club.actors["director"].member_id).name
    assert f"Round 1, deal 4 of 4: {name} has already applied this correction." in again.content.decode()


def test_an_entry_for_the_previous_round_is_held_by_the_page_as_well(club):
    evening = begun(club, of_rounds=2, movement={"missing_results": "cut"})
    evening.give(1, FIRST_SIDE)
    table = evening.table(1)
    client = club.link_client(table)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    numbers = dict(re.findall(r'name="(number|game_number)" value="(\d+)"', page))
    evening.move(1)
    deals = Deal.objects.count()

    tapped = {"bid": "8", "maker": "1", "trump": "H", "detail": "total", "points": "9"}
    answer = client.post(f"/tables/{table.pk}/", {"step": "record", **numbers, **tapped}, format="multipart")

    assert answer.status_code == 202
    assert "Held for the director" in answer.content.decode()
    assert Deal.objects.count() == deals
    assert [entry.code for entry in HeldEntry.objects.all()] == ["another-game"]
    office = signed_in(club).get(f"/clubs/{club.club.slug}/director/", headers={"accept-language": "es"})
    assert "la mesa juega ahora otra partida" in office.content.decode()

    # Control: sent from the current page, the same entry is recorded as the first deal of this round.
    page = client.get(f"/tables/{table.pk}/").content.decode()
    numbers = dict(re.findall(r'name="(number|game_number)" value="(\d+)"', page))
    client.post(f"/tables/{table.pk}/", {"step": "record", **numbers, **tapped}, format="multipart")
    assert Deal.objects.count() == deals + 1
