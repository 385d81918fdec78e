"""A person without an account calls the director, from their own evening or from their table's link."""

import pytest
from rest_framework.test import APIClient

from scoring.calls.models import Call
from scoring.calls.queries import unanswered
from scoring.events.people.services import entrant_links
from scoring.events.show.pages.needs import needs_of
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from tests.disputes.disputing import post
from tests.events.evenings import begun, planned, signed_in
from tests.web.asking import send

pytestmark = pytest.mark.django_db

WORDS = "My partner did not follow suit."


@pytest.fixture
def evening(club):
    return begun(club, 8, of_rounds=2)


def guest(evening, *players):
    """Return a browser that holds the evening links of these players."""
    phone = APIClient()
    for player in players:
        link = entrant_links.issue(**evening.action, member_id=player)
        assert pressed(phone, "/e/", secret=entrant_links.secret_of(link)).status_code == 302
    return phone


def pressed(client, address, **form):
    """Send a form of a page."""
    return client.post(address, form, format="multipart")


def shown(client, address):
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_a_player_calls_from_my_evening_and_reads_there_what_becomes_of_it(club, evening):
    player = evening.seats[1][0]
    phone, table = guest(evening, player), evening.table(2)
    me = f"/events/{evening.pk}/me/?player={player}"
    assert f'href="/events/{evening.pk}/call/?player={player}"' in shown(phone, me)
    page = phone.get(f"/events/{evening.pk}/call/?player={player}")
    assert page["Location"] == f"/tables/{table.pk}/calls/?player={player}"
    assert f'href="/tables/{table.pk}/sheet/"' not in shown(phone, page["Location"]), "not theirs to open"
    sent = pressed(phone, page["Location"], text=WORDS)
    assert (sent.status_code, sent["Location"]) == (302, page["Location"])
    call = Call.objects.get()
    assert (call.table_id, call.by_member_id, call.text) == (table.pk, player, WORDS)
    assert Entry.objects.filter(verb="call.asked", table=table.pk, event=evening.pk).count() == 1
    assert [need.note for need in needs_of(evening.state, ())] == [WORDS]
    assert WORDS in shown(signed_in(club), f"/events/{evening.pk}/")
    assert WORDS in shown(club.client("director"), f"/clubs/{club.club.slug}/director/")
    assert "not seen yet" in shown(phone, me)
    live = f"/events/{evening.pk}/live/?view=me&player={player}"
    for step, body, said in (
        ("see", {}, "a director is on the way"),
        ("answer", {"text": "Your partner corrects it."}, "Your partner corrects it."),
        ("close", {"text": "They play on."}, "They play on."),
    ):
        tag = phone.get(live)["ETag"]
        assert post(club, "director", f"calls/{call.pk}/{step}/", body).status_code == 200
        part = phone.get(live, headers={"If-None-Match": tag})
        assert said in part.content.decode(), "the phone asks again and is not told that nothing has changed"
        assert said in shown(phone, page["Location"])
    assert list(breaches()) == []


def test_whoever_shares_the_table_sees_the_call_and_only_who_called_closes_it(evening):
    first, second = evening.seats[0][:2]
    phone, mates = guest(evening, first), guest(evening, second)
    at = f"/tables/{evening.table(1).pk}/calls/"
    pressed(phone, at, text=WORDS)
    call = Call.objects.get()
    assert WORDS in shown(mates, f"/events/{evening.pk}/me/")
    assert send(mates, "post", f"calls/{call.pk}/close/").status_code == 403
    closed = phone.post(
        f"/calls/{call.pk}/close/?player={first}", {"text": "It is settled.", "back": "calls"}
    )
    assert closed["Location"] == f"{at}?player={first}"
    assert unanswered(evening.event.club).count() == 0


def test_two_players_on_a_phone_each_call_as_themselves(evening):
    first, second = evening.seats[0][:2]
    phone, at = guest(evening, first, second), f"/tables/{evening.table(1).pk}/calls/"
    for player in (first, second):
        pressed(phone, f"{at}?player={player}", text=WORDS)
    assert list(Call.objects.order_by("pk").values_list("by_member", flat=True)) == [first, second]
    assert f"/close/?player={second}" in shown(phone, f"{at}?player={second}")


def test_a_guest_calls_from_no_table_but_their_own(evening):
    phone = guest(evening, evening.seats[0][0])
    other = evening.table(2).pk
    assert phone.get(f"/tables/{other}/calls/").status_code == 404
    assert send(phone, "post", f"tables/{other}/calls/", {"text": WORDS}).status_code == 404
    own = evening.table(1).pk
    assert send(phone, "post", f"tables/{own}/calls/", {"text": WORDS}).status_code == 201
    for closed in ("", "sheet/", "disputes/"):
        assert phone.get(f"/tables/{own}/{closed}").status_code == 404, "their own evening opens no table"
    assert send(phone, "get", f"tables/{own}/").status_code == 404


def test_after_the_move_a_guest_calls_from_the_new_table_and_still_reads_the_call_before(evening):
    player = evening.seats[0][0]
    phone, at = guest(evening, player), evening.table(1).pk
    pressed(phone, f"/tables/{at}/calls/", text=WORDS)
    evening.play()
    evening.ring()
    evening.run_due_moves()
    where = next(table.table_id for table in evening.current.tables if player in table.players)
    assert phone.get(f"/events/{evening.pk}/call/")["Location"].startswith(f"/tables/{where}/calls/")
    assert WORDS in shown(phone, f"/events/{evening.pk}/me/")
    assert WORDS in shown(phone, f"/tables/{at}/calls/")


def test_the_link_of_a_table_leads_from_the_event_to_its_own_calls(club, evening):
    table = evening.table(2)
    phone = club.link_client(table)
    address = f"/events/{evening.pk}/call/"
    for page in ("me/", f"me/?player={evening.seats[0][0]}", "", "standings/", "rounds/1/tables/2/"):
        assert f'href="{address}"' in shown(phone, f"/events/{evening.pk}/{page}"), page
    assert phone.get(address)["Location"] == f"/tables/{table.pk}/calls/"
    pressed(phone, f"/tables/{table.pk}/calls/", text=WORDS)
    other = club.link_client(evening.table(1))
    me = f"/events/{evening.pk}/me/?player={evening.seats[1][0]}"
    assert WORDS in shown(phone, me)
    assert WORDS not in shown(other, me), "a call is read at its own table"


def test_who_sits_at_no_table_reads_where_to_call(club, evening):
    assert "Choose your table" in shown(club.client("scorer"), f"/events/{evening.pk}/call/")
    waiting = planned(club, 4)
    phone = guest(waiting, waiting.players[0])
    page = shown(phone, f"/events/{waiting.pk}/call/")
    assert "You sit at no table yet" in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize("holds", ["a table", "an evening", "nothing"])
def test_the_laws_lead_a_phone_to_the_director_of_its_own_table(club, evening, holds):
    player = evening.seats[0][0]
    phone = {
        "a table": lambda: club.link_client(evening.table(2)),
        "an evening": lambda: guest(evening, player),
        "nothing": APIClient,
    }[holds]()
    nothing = shown(phone, "/laws/ask/?in-words=the+heating+is+broken")
    assert 'href="/call/?text=the%20heating%20is%20broken"' in nothing
    found = phone.get("/call/?text=the%20heating%20is%20broken", follow=True)
    text = found.content.decode()
    if holds == "nothing":
        assert "Open the page of your table" in text
        return
    at = evening.table(2 if holds == "a table" else 1).pk
    assert found.request["PATH_INFO"] == f"/tables/{at}/calls/"
    assert ">the heating is broken</textarea>" in text


def test_a_phone_of_several_tables_chooses_which_one_calls(club, evening):
    phone = club.link_client(evening.table(1))
    session = phone.session
    session["table_links"] |= club.link_client(evening.table(2)).session["table_links"]
    session.save()
    page = shown(phone, "/call/?text=help")
    for number in (1, 2):
        assert f'href="/tables/{evening.table(number).pk}/calls/?text=help"' in page
