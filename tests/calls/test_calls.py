"""Calling the director: a table from its phone, a person without an account from their own evening.

Both sides see what becomes of the call."""

import re
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from scoring.calls.models import Call, CallStep
from scoring.calls.queries import unanswered_calls
from scoring.clubs.models import Club
from scoring.disputes.models import Dispute
from scoring.events.people.services import entrant_links
from scoring.events.queries import changed_since
from scoring.events.results.services import finals
from scoring.events.show.pages.needs import needs_of
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from tests.disputes.disputing import bid_nine, get, post, raised
from tests.events.evenings import begun, planned, signed_in
from tests.factories import make_table
from tests.web.asking import send

pytestmark = pytest.mark.django_db

WORDS = "Whose lead is it after a revoke?"


def called(club, role="link", **more):
    answer = post(club, role, f"tables/{club.table.pk}/calls/", {"text": WORDS}, **more)
    assert answer.status_code == 201, answer.json()
    return answer.json()


def page(club, role, address):
    client = club.link_client() if role == "link" else club.client(role)
    return client.get(address).content.decode()


@pytest.mark.parametrize("role", ["link", "player", "scorer", "director"])
def test_everybody_at_a_table_may_call_and_the_director_sees_it_at_once(club, role):
    told = called(club, role)
    assert (told["state"], told["is_open"], told["text"], told["steps"]) == ("asked", True, WORDS, [])
    listed = get(club, "director", f"calls/?club={club.club.slug}&state=open").json()["results"]
    assert [call["id"] for call in listed] == [told["id"]]
    assert WORDS in page(club, "director", f"/clubs/{club.club.slug}/director/")
    assert "not seen yet" in page(club, "link", f"/tables/{club.table.pk}/")
    assert list(breaches()) == []


def test_a_call_is_seen_answered_and_closed_and_the_table_reads_each_step(club):
    call = called(club)["id"]
    at_table = f"/tables/{club.table.pk}/"
    for step, body, state, said in (
        ("see", {}, "seen", "a director is on the way"),
        ("answer", {"text": "Seat two leads."}, "answered", "Seat two leads."),
        ("close", {"text": "They play on."}, "closed", "They play on."),
    ):
        answer = post(club, "director", f"calls/{call}/{step}/", body)
        assert (answer.status_code, answer.json()["state"]) == (200, state)
        for shown in (at_table, f"{at_table}calls/"):
            assert said in page(club, "link", shown)
    assert [step.kind for step in CallStep.objects.order_by("seq")] == ["seen", "answered", "closed"]
    verbs = Entry.objects.filter(verb__startswith="call.").order_by("id").values_list("verb", flat=True)
    assert list(verbs) == ["call.asked", "call.seen", "call.answered", "call.closed"]
    assert WORDS not in page(club, "director", f"/clubs/{club.club.slug}/director/")
    journal = page(club, "director", f"/clubs/{club.club.slug}/journal/")
    assert "A table called the director" in journal
    assert "They play on." in journal, "why it was closed"
    again = post(club, "director", f"calls/{call}/answer/", {"text": "Once more."})
    assert (again.status_code, again.json()["code"]) == (409, "call-ended")
    assert list(breaches()) == []


def test_a_call_becomes_a_dispute_and_leads_the_table_to_it(club):
    bid_nine(club)
    call = called(club)["id"]
    director = club.client("director")
    listed = director.get(f"/clubs/{club.club.slug}/director/").content.decode()
    (address,) = re.findall(r'href="(/tables/\d+/deals/\d+/dispute/\?for-call=[^"]*)"', listed)
    assert f"/deals/2/dispute/?for-call={call}" in address
    asked = f"for-call={call}&incident=revoke&at-seat=2&act=neither-followed-nor-trumped&trick=turned"
    asked += "&answer=not-asked&claimed=yes"
    answer = director.post(f"/tables/{club.table.pk}/deals/1/dispute/", {"asked": asked}, format="multipart")
    dispute = Dispute.objects.get()
    assert answer["Location"] == f"/disputes/{dispute.pk}/"
    told = get(club, "link", f"calls/{call}/").json()
    assert (told["state"], told["is_open"], told["steps"][-1]["dispute"]) == ("disputed", False, dispute.pk)
    assert f'href="/disputes/{dispute.pk}/"' in page(club, "link", f"/tables/{club.table.pk}/")
    other = called(club)["id"]
    twice = post(club, "director", f"calls/{other}/dispute/", {"dispute": dispute.pk})
    assert (twice.status_code, list(twice.json())) == (400, ["dispute"])


def test_over_the_api_a_dispute_of_the_table_ends_a_call(club):
    bid_nine(club)
    call = called(club)["id"]
    dispute = raised(club)["id"]
    assert post(club, "scorer", f"calls/{call}/dispute/", {"dispute": dispute}).status_code == 403
    ended = post(club, "director", f"calls/{call}/dispute/", {"dispute": dispute})
    assert (ended.status_code, ended.json()["state"]) == (200, "disputed")


@pytest.mark.parametrize("text", ["", "   ", "x" * 401, "bell\x07", None, 7])
def test_a_call_without_words_or_with_too_many_is_refused_under_its_field(club, text):
    refusal = post(club, "link", f"tables/{club.table.pk}/calls/", {"text": text})
    assert (refusal.status_code, list(refusal.json())) == (400, ["text"])
    if isinstance(text, str):
        sent = club.link_client().post(f"/tables/{club.table.pk}/calls/", {"text": text}, format="multipart")
        assert sent.status_code == 400
        assert 'id="errors_text"' in sent.content.decode()
    assert not Call.objects.exists()


def test_the_same_key_calls_once(club):
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    assert called(club, **key)["id"] == called(club, **key)["id"]
    form = {"text": WORDS, "key": str(uuid4())}
    for _ in range(2):
        club.link_client().post(f"/tables/{club.table.pk}/calls/", form, format="multipart")
    assert Call.objects.count() == 2
    call = Call.objects.first().pk
    for role in ("director", "owner"):
        assert post(club, role, f"calls/{call}/see/").status_code == 200
    assert CallStep.objects.count() == 1, "seen once"


def test_a_table_has_few_open_calls_and_a_closed_one_none(club):
    calls = [called(club)["id"] for _ in range(5)]
    sixth = post(club, "link", f"tables/{club.table.pk}/calls/", {"text": WORDS})
    assert (sixth.status_code, sixth.json()["code"]) == (409, "too-many-calls")
    for call in calls:
        assert post(club, "link", f"calls/{call}/close/").status_code == 200
    assert called(club)["is_open"]
    club.client("director").post(f"/tables/{club.table.pk}/close/", {"reason": "late"})
    late = post(club, "player", f"tables/{club.table.pk}/calls/", {"text": WORDS})
    assert (late.status_code, late.json()["code"]) == (409, "table-closed")


def test_who_closes_a_call(club):
    call = called(club, "link")["id"]
    refusal = post(club, "player", f"calls/{call}/close/")
    assert (refusal.status_code, refusal.json()["detail"]) == (
        403,
        "Only a director, or those who called, may close a call.",
    )
    own = called(club, "player")["id"]
    assert post(club, "player", f"calls/{own}/close/").status_code == 200
    assert post(club, "link", f"calls/{call}/close/").status_code == 200
    assert post(club, "link", f"calls/{call}/close/").status_code == 200, "closed is closed"


def test_every_page_of_a_table_leads_to_the_call(club):
    bid_nine(club)
    at = f"/tables/{club.table.pk}/"
    pages = (
        "",
        "sheet/",
        "cuts/",
        "disputes/",
        "company/",
        "cards/",
        "calls/",
        "deals/1/",
        "deals/2/dispute/",
    )
    for name in (*pages, "deals/2/dispute/"):
        assert f'href="{at}calls/' in page(club, "link", at + name), name


def test_a_call_at_an_evening_is_on_the_desk_and_changes_no_result(club):
    evening = begun(club, of_rounds=1)
    evening.play()
    evening.ring()
    evening.run_due_moves()
    final = finals.make_final(**evening.action)
    evening_table = evening.table(2)
    answer = post(club, "player", f"tables/{evening_table.pk}/calls/", {"text": WORDS})
    assert answer.status_code == 201
    (need,) = needs_of(evening.state, ())
    assert (need.text, need.note, need.action) == ("Table 2 calls the director.", WORDS, "Answer")
    assert WORDS in signed_in(club).get(f"/events/{evening.pk}/").content.decode()
    assert not changed_since(evening.event, final), "a call makes no new edition"
    post(club, "director", f"calls/{answer.json()['id']}/answer/", {"text": "I am coming."})
    assert needs_of(evening.state, ()) == []
    assert list(breaches()) == []


def test_calls_of_another_club_do_not_wait_here(club):
    other = make_table(club.club, club.actors["owner"])
    called(club)
    assert unanswered_calls(club.club).count() == 1
    assert unanswered_calls(Club(pk=0)).count() == 0
    assert get(club, "player", f"tables/{other.pk}/calls/").json()["results"] == []


def test_home_and_the_clubs_page_tell_a_director_that_something_waits(club):
    bid_nine(club)
    places = ("/", f"/clubs/{club.club.slug}/")
    for place in places:
        assert "for a director" not in page(club, "director", place)
    called(club)
    raised(club)
    for place in places:
        shown = page(club, "director", place)
        assert "2 things wait for a director" in shown
        assert f'class="waiting" href="/clubs/{club.club.slug}/director/"' in shown
        assert "for a director" not in page(club, "player", place)


@pytest.fixture
def evening(club):
    return begun(club, 8, of_rounds=2)


def guest(evening, *players, phone=None):
    """Return a browser that holds the evening links of these players, and what ``phone`` holds already."""
    phone = phone or APIClient()
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
    assert unanswered_calls(evening.event.club).count() == 0


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


@pytest.mark.parametrize("also_holds_the_table", [False, True])
def test_after_final_results_a_guest_still_reads_the_call(club, also_holds_the_table):
    evening = begun(club, of_rounds=1)
    table = evening.table(1)
    phone = guest(
        evening, evening.seats[0][0], phone=club.link_client(table) if also_holds_the_table else None
    )
    pressed(phone, f"/tables/{table.pk}/calls/", text=WORDS)
    evening.play()
    evening.ring()
    evening.run_due_moves()
    finals.make_final(**evening.action)
    assert WORDS in shown(phone, f"/tables/{table.pk}/calls/")
    assert club.link_client(table).get(f"/tables/{table.pk}/calls/").status_code == 403, "the link alone"


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
