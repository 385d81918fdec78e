"""Lasting cards of a club's tables: the card lets a phone read; to enter deals, it needs the event's word."""

import re
from collections.abc import Sequence
from datetime import timedelta
from html import unescape
from unittest import mock
from uuid import uuid4

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from laws.domain.errors import InvalidInput
from scoring.calls.services import call_director
from scoring.clubs import link_secrets
from scoring.clubs.models import SignInAttempt
from scoring.clubs.services import clubs, sign_in
from scoring.disputes.services.disputes import raise_dispute
from scoring.disputes.services.rulings import decide
from scoring.events.models import Doubt, Event
from scoring.events.people.services import entrant_links
from scoring.events.planning.services import event_changes
from scoring.events.state import load_state
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.models import ClubCard, Deal, Table, TableLink
from scoring.tables.services import club_cards, links
from scoring.tables.table_policy import policy_of
from tests.events.evenings import Evening, planned, signed_in
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles

pytestmark = pytest.mark.django_db

SIX_TABLES = [f"P{number}" for number in range(1, 25)]
THREE_TABLES = SIX_TABLES[:12]
JSON = "application/json"


@pytest.fixture(scope="module")
def shared_club(kept_club: ClubOfRoles) -> ClubOfRoles:
    """Give the club of the module cards for nine tables."""
    club_cards.issue_missing(club=kept_club.club, actor=kept_club.actors["owner"], tables=9)
    return kept_club


def begun(club: ClubOfRoles, name: str = "Tonight", players: Sequence[str | int] = THREE_TABLES) -> Event:
    """Return an event in its first round; three tables play, unless other players are given."""
    evening = planned(club, name=name, players=list(players))
    evening.start()
    return evening.event


def card_of(club: ClubOfRoles, number: int) -> ClubCard:
    return next(card for card in club_cards.cards_of(club.club) if card.number == number)


def secret_of(card: ClubCard) -> str:
    address = club_cards.address_of(card)
    assert address is not None
    return address.partition("#")[2]


def phone(card: ClubCard, browser: Client | None = None) -> Client:
    """Return a browser that has scanned the card."""
    browser = browser or Client()
    opened = browser.post("/t/", {"secret": secret_of(card)})
    assert (opened.status_code, opened["Location"]) == (302, f"/cards/{card.pk}/")
    return browser


def table_of(event: Event, number: int = 3) -> Table:
    return Table.objects.get(event=event, event_number=number)


def give(browser: Client, table: Table, word: str, address: str = "203.0.113.7") -> int:
    return browser.post(f"/tables/{table.pk}/word/", {"word": word}, REMOTE_ADDR=address).status_code


def enter(browser: Client, table: Table) -> int:
    """Send the table's first deal as a program in the browser does, and return the status."""
    state = browser.get(f"/api/v1/tables/{table.pk}/").json()
    deal = {**BID_EIGHT_MADE_FIVE, "dealer": state.get("next_dealer", 1)}
    deal["maker"] = deal["dealer"] % 4 + 1
    key = {"Idempotency-Key": str(uuid4())}
    return browser.post(f"/api/v1/tables/{table.pk}/deals/", deal, JSON, headers=key).status_code


def wrong_for(event: Event) -> str:
    return "CDFH" if event.word != "CDFH" else "CDFK"


def test_a_card_looks_and_enters_with_the_word_asked_once(club):
    event = begun(club)
    table, browser = table_of(event), phone(card_of(club, 3))
    opened = browser.get(f"/cards/{card_of(club, 3).pk}/")
    assert opened["Location"] == f"/tables/{table.pk}/"
    page = browser.get(opened["Location"]).content.decode()
    assert "give tonight" in page
    assert 'name="step"' not in page, "nothing to enter a deal with"
    assert event.word not in page
    assert enter(browser, table) == 403
    assert browser.post(f"/tables/{table.pk}/", {"step": "record"}).status_code == 403

    assert give(browser, table, wrong_for(event)) == 400
    assert enter(browser, table) == 403
    assert give(browser, table, f" {event.word.lower()[:2]}-{event.word.lower()[2:]} ") == 302
    assert enter(browser, table) == 201
    deal = Deal.objects.get(table=table)
    assert deal.by_link_id == links.live_link(table).pk
    assert "give tonight" not in browser.get(f"/tables/{table.pk}/").content.decode()
    assert browser.get(f"/tables/{table.pk}/word/").status_code == 302, "not asked again"
    # The word is valid in the whole event, but the card opens only its own table.
    assert browser.get(f"/tables/{table_of(event, 2).pk}/").status_code == 404


def test_control_a_card_that_counted_as_a_link_would_let_an_old_photograph_enter(club, monkeypatch):
    event = begun(club)
    browser = phone(card_of(club, 3))
    monkeypatch.setattr("scoring.tables.access.CARD", "scorer")
    assert enter(browser, table_of(event)) != 403


def test_the_phone_of_last_week_is_asked_again(club):
    now = timezone.now()
    browser = phone(card_of(club, 3))
    with mock.patch.object(timezone, "now", return_value=now - timedelta(days=7)):
        last_week = begun(club, "Last week")
        assert give(browser, table_of(last_week), last_week.word) == 302
    tonight = begun(club)
    assert tonight.word != last_week.word, "one chance in 24,024 to fail"
    assert browser.get(f"/tables/{table_of(last_week).pk}/").status_code == 404
    assert enter(browser, table_of(tonight)) == 403
    assert give(browser, table_of(tonight), last_week.word) == 400
    assert give(browser, table_of(tonight), tonight.word) == 302
    assert enter(browser, table_of(tonight)) == 201


def test_an_evening_that_nobody_ended_is_no_longer_on(club, monkeypatch):
    begun(club)
    browser = phone(card_of(club, 3))
    assert browser.get(f"/cards/{card_of(club, 3).pk}/").status_code == 302
    monkeypatch.setattr("scoring.tables.access.EVENING", timedelta(0))
    page = browser.get(f"/cards/{card_of(club, 3).pk}/")
    assert (page.status_code, "Nothing is on at table 3" in page.content.decode()) == (200, True)


def test_events_at_a_table_are_asked_for_with_their_days_and_players(club):
    with time_machine.travel(timezone.now() - timedelta(hours=17)):
        last_week = begun(club, "Friday", [f"Aix {number}" for number in range(12)])
    tonight = begun(club, "Friday", [f"Brno {number}" for number in range(12)])
    page = phone(card_of(club, 3)).get(f"/cards/{card_of(club, 3).pk}/").content.decode()
    assert "Several events are on at this table" in page
    tiles = page.split("<li class=")[-2:]
    for tile, event, town in zip(tiles, (last_week, tonight), ("Aix", "Brno"), strict=True):
        assert f'href="/tables/{table_of(event).pk}/"' in tile
        assert tile.count(f"<bdi>{town} ") == 4
        assert date_format(timezone.localtime(event.at)) in tile


def test_an_event_that_is_over_is_not_offered_beside_one_in_play(club):
    first = begun(club, "Friday", [f"Aix {number}" for number in range(12)])
    Evening(first, club).play()
    event_changes.end_now(event=first, actor=club.actors["director"], reason="It is late.", final=False)
    browser, path = phone(card_of(club, 3)), f"/cards/{card_of(club, 3).pk}/"
    assert browser.get(path).headers["Location"] == f"/tables/{table_of(first).pk}/"
    second = begun(club, "Friday", [f"Brno {number}" for number in range(12)])
    assert browser.get(path).headers["Location"] == f"/tables/{table_of(second).pk}/"


def test_a_card_of_table_nine_in_a_hall_of_six_names_the_tables(club):
    nothing = phone(card_of(club, 9)).get(f"/cards/{card_of(club, 9).pk}/").content.decode()
    assert "Nothing is on at table 9 now" in nothing
    begun(club, players=SIX_TABLES)
    page = phone(card_of(club, 9)).get(f"/cards/{card_of(club, 9).pk}/").content.decode()
    assert "tonight's tables are 1 to 6" in page


@pytest.mark.parametrize(
    ("change", "says"), [("replace", "This card was replaced"), ("stop", "This card was withdrawn")]
)
def test_a_changed_card_stops_at_once_and_only_this_one(club, change, says):
    event = begun(club)
    card, browser, other = card_of(club, 3), phone(card_of(club, 3)), phone(card_of(club, 2))
    old, code = secret_of(card), club_cards.code_of(card)
    for each, number in ((browser, 3), (other, 2)):
        assert give(each, table_of(event, number), event.word) == 302
    for _ in range(2):  # a repeat changes nothing
        getattr(club_cards, change)(club=club.club, actor=club.actors["director"], number=3, edition=1)
    assert enter(browser, table_of(event)) in (401, 403, 404)
    assert enter(other, table_of(event, 2)) == 201
    for typed in (old, code):
        answer = Client().post("/t/", {"secret": typed})
        assert (answer.status_code, says in answer.content.decode()) == (404, True)
    for open_page in (f"/cards/{card.pk}/", f"/tables/{table_of(event).pk}/"):
        assert says in browser.get(open_page).content.decode()
    assert ClubCard.objects.filter(club=club.club, number=3).count() == 2
    if change == "replace":
        assert give(phone(card_of(club, 3), browser), table_of(event), event.word) == 302
        assert enter(browser, table_of(event)) == 201


def test_a_phone_with_the_new_card_is_not_told_that_its_old_card_was_replaced(club):
    event, browser = begun(club), phone(card_of(club, 3))
    club_cards.replace(club=club.club, actor=club.actors["director"], number=3, edition=1)
    phone(card_of(club, 3), browser)
    with time_machine.travel(timezone.now() + timedelta(hours=19), tick=False):
        answer = browser.get(f"/tables/{table_of(event).pk}/")
    assert (answer.status_code, "This card was replaced" in answer.content.decode()) == (404, False)


def test_a_card_that_was_changed_meanwhile_is_a_conflict(club):
    wanted = {"club": club.club, "actor": club.actors["owner"], "number": 3, "edition": 1}
    club_cards.stop(**wanted)
    with pytest.raises(Conflict):
        club_cards.replace(**wanted)
    assert club_cards.issue_missing(club=club.club, actor=club.actors["owner"], tables=9) == 1
    assert card_of(club, 3).edition == 3


@pytest.mark.parametrize("change", [club_cards.stop, club_cards.replace])
def test_the_edition_that_stopped_a_card_can_be_neither_stopped_nor_replaced(club, change):
    wanted = {"club": club.club, "actor": club.actors["owner"], "number": 3}
    club_cards.stop(**wanted, edition=1)
    entries = Entry.objects.count()
    with pytest.raises(Conflict) as refused:
        change(**wanted, edition=2)
    assert refused.value.code == "card-changed"
    assert ClubCard.objects.filter(club=club.club, number=3).count() == 2
    assert Entry.objects.count() == entries


def test_cards_are_records_and_the_database_holds_their_hashes_only(club):
    card = card_of(club, 1)
    assert secret_of(card) not in repr(ClubCard.objects.values())
    verbs = Entry.objects.filter(club=club.club, verb="card.issued")
    assert verbs.count() == 9
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubCard.objects.filter(pk=card.pk).update(number=4)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubCard.objects.create(
            club=club.club, number=1, edition=1, at=timezone.now(), by_member_id=club.actors["owner"].member
        )


def test_a_renewed_word_lets_no_phone_enter_that_gave_the_old_one(club):
    event = begun(club)
    table, browser = table_of(event), phone(card_of(club, 3))
    old = event.word
    assert give(browser, table, old) == 302
    director, where = signed_in(club), f"/events/{event.pk}/word/"
    for _ in range(2):
        assert director.post(where, {"seen": old}).status_code == 302
    new = Event.objects.get(pk=event.pk).word
    assert new != old
    assert event.changes.filter(kind="word").count() == 1, "pressed twice, renewed once"
    assert f"<b>{new}</b>" in director.get(f"/events/{event.pk}/").content.decode()
    assert give(browser, table, old) == 400
    assert give(browser, table, new) == 302
    journal = repr(list(Entry.objects.filter(event=event).values_list("data", flat=True)))
    assert (old in journal, new in journal) == (False, False)
    assert list(breaches()) == []


PARTS = {"the projector": "live/?view=projector", "the desk": ""}


def swapped_in(answer: HttpResponse) -> str:
    """Return what a polled part puts in the place of the word."""
    return answer.content.decode().partition('id="event-word" hx-swap-oob="true"')[2]


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS.keys())
def test_an_open_projector_and_an_open_desk_show_the_renewed_word_and_none_after_the_evening(club, part):
    event, director = begun(club), signed_in(club)
    address, old = f"/events/{event.pk}/{part}", event.word
    known = director.get(address, headers={"HX-Request": "true"})
    assert f"<b>{old}</b>" in swapped_in(known)

    new = event_changes.renew_word(event=event, actor=club.actors["director"], seen=old).content["word"]

    headers = {"HX-Request": "true", "If-None-Match": known["ETag"]}
    renewed = director.get(address, headers=headers)
    assert f"<b>{new}</b>" in swapped_in(renewed)
    assert old not in renewed.content.decode()
    event_changes.end_now(event=event, actor=club.actors["director"], reason="It is late.")
    over = director.get(address, headers=headers | {"If-None-Match": renewed["ETag"]})
    assert swapped_in(over).startswith(" hidden")
    assert new not in over.content.decode()


def test_a_director_whose_desk_shows_an_old_word_is_told_that_there_is_a_new_word(club):
    event, director = begun(club), signed_in(club)
    old = event.word
    event_changes.renew_word(event=event, actor=club.actors["owner"], seen=old)
    page = director.post(f"/events/{event.pk}/word/", {"seen": old}, follow=True).content.decode()
    assert "Somebody has given a new word already." in page
    assert f"<b>{Event.objects.get(pk=event.pk).word}</b>" in page


def test_a_phone_is_not_asked_for_the_word_where_the_word_would_not_help(club):
    event = begun(club)
    table, browser = table_of(event), phone(card_of(club, 3))
    at = f"/tables/{table.pk}/"
    assert "Give tonight's word" in unescape(browser.get(at).content.decode())
    links.revoke(table=table, actor=club.actors["director"])
    page = unescape(browser.get(at).content.decode())
    assert "Give tonight's word" not in page
    answer = browser.post(f"{at}word/", {"word": event.word})
    assert answer.status_code == 400
    assert "No phone can enter deals at this table now." in answer.content.decode()


def test_cards_and_the_word_through_the_api(club):
    event, director = begun(club), club.client("director")
    where = f"/api/v1/clubs/{club.club.slug}/cards/"
    made = director.post(where, {"tables": 10}, format="json")
    assert (made.status_code, [card["number"] for card in made.json()]) == (201, [*range(1, 11)])
    listed = director.get(where).json()["results"]
    assert [card["url"] for card in listed] == [
        club_cards.address_of(card) for card in club_cards.cards_of(club.club)
    ]

    browser, table = phone(card_of(club, 3)), table_of(event)
    word = club.client("scorer").get(f"/api/v1/events/{event.pk}/word/").json()["word"]
    at = f"/api/v1/tables/{table.pk}/word/"
    assert browser.post(at, {"word": wrong_for(event)}, JSON).status_code == 400
    assert enter(browser, table) == 403
    assert browser.post(at, {"word": word.lower()}, JSON).status_code == 204
    assert enter(browser, table) == 201
    renewed = director.post(f"/api/v1/events/{event.pk}/word/", {"seen": word}, format="json").json()
    assert renewed["word"] != word

    for _ in range(2):
        again = director.put(f"{where}3/", {"edition": 1}, format="json")
        assert (again.status_code, again.json()["edition"]) == (201, 2)
    assert director.delete(f"{where}3/", {"edition": 1}, format="json").status_code == 409
    assert director.delete(f"{where}3/", {"edition": 2}, format="json").status_code == 204
    assert card_numbers(director.get(where)) == [1, 2, *range(4, 11)]


def test_a_card_withdrawn_right_after_it_was_replaced_is_still_the_answer(club, monkeypatch):
    replace, actor = club_cards.replace, club.actors["owner"]

    def replace_before_a_withdrawal(**wanted):
        card = replace(**wanted)
        club_cards.stop(club=club.club, actor=actor, number=3, edition=2)
        return card

    monkeypatch.setattr(club_cards, "replace", replace_before_a_withdrawal)
    where = f"/api/v1/clubs/{club.club.slug}/cards/3/"
    answer = club.client("director").put(where, {"edition": 1}, format="json")
    assert (answer.status_code, answer.json()["edition"]) == (201, 2)


def card_numbers(answer) -> list[int]:
    return [card["number"] for card in answer.json()["results"]]


def test_five_wrong_words_stop_a_phone_and_no_other(club):
    event = begun(club)
    table, browser, friend = table_of(event), phone(card_of(club, 3)), phone(card_of(club, 3))
    assert [give(browser, table, event.word[:3]) for _ in range(7)] == [400] * 7, "too short, so no attempt"
    assert [give(browser, table, wrong_for(event)) for _ in range(5)] == [400] * 5
    assert give(browser, table, event.word) == 429
    phone(card_of(club, 3), browser)
    assert give(browser, table, event.word) == 429, "another scan forgives nothing"
    assert give(friend, table, event.word) == 302
    SignInAttempt.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert give(browser, table, event.word) == 302
    assert SignInAttempt.objects.count() == 5, "a right word is no guess"


STOPPED = {
    "en": "Too many wrong attempts",
    "de": "Zu viele Fehlversuche",
    "es": "Demasiados intentos fallidos",
}


# A clock that stands still, because the answer counts seconds.
@time_machine.travel("2026-06-01 20:00Z", tick=False)
def test_a_stopped_phone_reads_so_in_the_form_of_the_word(club):
    event = begun(club)
    table, browser = table_of(event), phone(card_of(club, 3))
    for _ in range(5):
        give(browser, table, wrong_for(event))
    for language, says in STOPPED.items():
        where, typed = f"/tables/{table.pk}/word/", {"word": event.word}
        refused = browser.post(where, typed, headers={"Accept-Language": language})
        assert (refused.status_code, refused["Retry-After"]) == (429, "900")
        field = refused.context["form"]["word"]
        assert says in field.errors[0]
        page = refused.content.decode()
        assert 'id="id_word_error"' in page
        assert f'value="{event.word}"' in page, "what was typed is kept"


@time_machine.travel("2026-06-01 20:00Z", tick=False)
def test_words_guessed_with_new_sessions_are_slowed_down_in_the_whole_club(club, monkeypatch):
    monkeypatch.setattr(sign_in, "WORD_ATTEMPTS", 3)
    monkeypatch.setattr(sign_in, "ADDRESSES", 4)
    event = begun(club)
    table, card = table_of(event), card_of(club, 3)
    wrong = wrong_for(event)
    tried = [give(phone(card), table, wrong, f"198.51.100.{n}") for n in range(13)]
    assert tried == [400] * 12 + [429]
    refused = phone(card).post(f"/tables/{table.pk}/word/", {"word": event.word})
    assert (refused.status_code, refused["Retry-After"]) == (429, "20")
    SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=21))
    assert give(phone(card), table, event.word) == 302, "slowed down, not shut out"


def test_the_word_has_four_letters_that_nobody_mistakes():
    words = [link_secrets.make_word() for _ in range(300)]
    assert all(re.fullmatch("[CDFHKLMPRSTWXY]{4}", word) and len(set(word)) == 4 for word in words)
    assert len(set(words)) > 250


def test_a_player_of_the_club_with_a_card_enters_after_the_word(club):
    event = begun(club)
    browser = signed_in(club, "player")
    phone(card_of(club, 3), browser)
    assert "give tonight" in browser.get(f"/tables/{table_of(event).pk}/").content.decode()
    assert enter(browser, table_of(event)) == 403
    assert give(browser, table_of(event), event.word) == 302
    assert enter(browser, table_of(event)) == 201


def doubt_holds(browser: Client, event: Event, table_number: int = 1) -> bool:
    """Doubt a table of the first round, and return whether the move waits for a doubt."""
    path = f"/api/v1/events/{event.pk}/rounds/1/tables/{table_number}/doubt/"
    assert browser.post(path, {}, JSON).status_code in (200, 201)
    return Doubt.objects.filter(seating__event=event, holds=True).exists()


def test_the_move_waits_for_no_doubt_of_a_player_who_holds_a_card_alone(club):
    event, browser = begun(club), signed_in(club, "player")
    phone(card_of(club, 1), browser)
    assert not doubt_holds(browser, event), "they do not play, and an old photograph changes nothing"
    assert give(browser, table_of(event, 1), event.word) == 302
    assert doubt_holds(browser, event), "with the word they speak for the table"


def test_a_card_alone_does_not_hide_the_calls_of_a_players_own_table(club):
    member = club.actors["player"].member
    event = begun(club, players=[member, *THREE_TABLES[1:]])
    own = next(table for table in load_state(event).current.tables if member in table.players)
    other = 1 if own.number != 1 else 2
    for number, text in ((own.number, "Who leads here?"), (other, "A card lies face up.")):
        call_director(table=table_of(event, number), actor=club.actors["scorer"], text=text)
    browser = signed_in(club, "player")
    phone(card_of(club, other), browser)
    evening = browser.get(f"/events/{event.pk}/me/").content.decode()
    assert ("Who leads here?" in evening, "A card lies face up." in evening) == (True, False)
    assert browser.get(f"/events/{event.pk}/call/")["Location"] == f"/tables/{own.table_id}/calls/"


def test_a_card_takes_nothing_from_a_link_to_a_players_evening(club):
    event, browser = begun(club), Client()
    own = entrant_links.issue(
        event=event, actor=club.actors["owner"], member_id=event.entrants.first().member_id
    )
    browser.post("/e/", {"secret": entrant_links.secret_of(own)})
    before = browser.get(f"/events/{event.pk}/call/").status_code
    phone(card_of(club, 3), browser)
    assert browser.get(f"/events/{event.pk}/call/").status_code == before


def test_the_letters_of_a_card_open_it_and_follow_the_clubs_wish(club):
    card = card_of(club, 4)
    code = club_cards.code_of(card)
    assert Client().post("/t/", {"secret": code.lower()})["Location"] == f"/cards/{card.pk}/"
    clubs.change(club=club.club, actor=club.actors["owner"], values={"has_table_codes": False})
    assert Client().post("/t/", {"secret": code}).status_code == 404
    assert club_cards.code_of(card_of(club, 4)) is None


def test_without_a_link_of_the_table_a_card_only_looks(club):
    event = begun(club)
    table, browser = table_of(event), phone(card_of(club, 3))
    give(browser, table, event.word)
    links.revoke(table=table, actor=club.actors["director"])
    assert TableLink.objects.filter(table=table, revoked_at=None).count() == 0
    assert browser.get(f"/tables/{table.pk}/").status_code == 200
    assert enter(browser, table) == 403


@pytest.mark.parametrize("typed", ["0", "201", "-1", "six", "1.5", "", "9" * 30])
def test_a_number_of_tables_that_cannot_be_is_named(club, typed):
    browser = signed_in(club)
    answer = browser.post("/clubs/harbour/cards/", {"tables": typed})
    assert answer.status_code == 400
    assert ClubCard.objects.count() == 9


@pytest.mark.parametrize("tables", [0, 201, True, "2", 1.0, None])
def test_the_number_of_tables_is_a_whole_number(club, tables):
    with pytest.raises(InvalidInput) as refused:
        club_cards.issue_missing(club=club.club, actor=club.actors["director"], tables=tables)
    assert [*refused.value.errors] == ["tables"]
    assert ClubCard.objects.count() == 9


def test_the_page_of_the_cards_makes_replaces_and_withdraws(club):
    browser = signed_in(club)
    where = "/clubs/harbour/cards/"
    assert "11 cards" in browser.post(where, {"tables": "11"}, follow=True).content.decode()
    assert ClubCard.objects.count() == 11
    browser.post(where, {"number": "3", "edition": "1", "change": "replace"})
    browser.post(where, {"number": "4", "edition": "1", "change": "stop"})
    page = browser.get(where).content.decode()
    assert "10 cards" in page
    assert "edition 2" in page
    late = browser.post(where, {"number": "4", "edition": "1", "change": "replace"}, follow=True)
    assert "was changed meanwhile" in late.content.decode()


def test_a_phone_with_a_card_alone_reads_what_is_on_and_sends_nothing(club):
    event = begun(club)
    table, browser = table_of(event), phone(card_of(club, 3))
    reads = [f"/tables/{table.pk}/sheet/", f"/events/{event.pk}/standings/", f"/events/{event.pk}/projector/"]
    pages = [browser.get(read) for read in reads]
    assert [page.status_code for page in pages] == [200] * 3
    assert not any(event.word in page.content.decode() for page in pages)
    for path in (f"/events/{event.pk}/bell/", f"/tables/{table.pk}/calls/", f"/tables/{table.pk}/cuts/"):
        assert browser.post(path).status_code == 403
    assert browser.get("/clubs/harbour/cards/").status_code == 302
    assert browser.get(f"/cards/{card_of(club, 5).pk}/").status_code == 404, "a card that it never scanned"
    assert Client().get(f"/tables/{table.pk}/").status_code == 302


def test_a_phone_with_a_card_alone_is_offered_no_form_that_needs_the_word(club):
    event, director = begun(club), club.actors["director"]
    table, browser = table_of(event), phone(card_of(club, 3))
    assert enter(signed_in(club), table) == 201
    raised = {"number": 1, "incident": "revoke", "seat": 2, "assume": True}
    open_one, decided = (
        raise_dispute(policy=policy_of(table), actor=director, **raised, **more).dispute
        for more in ({"facts": {"trick": {"disputed": ["turned", "lying"]}}}, {"facts": {"trick": "turned"}})
    )
    decide(table=table, actor=director, dispute_id=decided, confirm=True)
    pages = ["", "calls/", "cuts/", "deals/1/", "disputes/", "sheet/"]
    reads = [f"/tables/{table.pk}/{page}" for page in pages]
    reads += [f"/disputes/{dispute}/" for dispute in (open_one, decided)]
    reads += [f"/events/{event.pk}/rounds/1/tables/{number}/" for number in (2, 3)]
    for read in reads:
        page = browser.get(read)
        assert page.status_code == 200
        main = page.content.decode().partition("<main")[2].partition("</main>")[0]
        assert main
        assert 'method="post"' not in main, read


def test_a_word_is_sent_with_the_token_of_its_form(club):
    event = begun(club)
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/t/", {"secret": secret_of(card_of(club, 3))}).status_code == 403
    assert browser.post(f"/tables/{table_of(event).pk}/word/", {"word": event.word}).status_code == 403


def test_the_word_is_on_the_projector_and_the_desk_of_those_who_score(club):
    event = begun(club)
    for role, sees in {"owner": True, "director": True, "scorer": True, "player": False}.items():
        browser, runs = signed_in(club, role), role in ("owner", "director")
        for page, is_shown in (("projector/", sees), ("live/?view=projector", sees), ("", runs)):
            shown = browser.get(f"/events/{event.pk}/{page}").content.decode()
            assert (f"<b>{event.word}</b>" in shown) is is_shown, (role, page)


def test_without_cards_no_page_has_a_word(club):
    for number in range(1, 10):
        club_cards.stop(club=club.club, actor=club.actors["owner"], number=number, edition=1)
    event, browser = begun(club), signed_in(club, "owner")
    for page in ("projector/", ""):
        assert event.word not in browser.get(f"/events/{event.pk}/{page}").content.decode()


def test_after_a_reopening_the_links_and_cards_of_the_tables_enter_again(club):
    event = begun(club, players=["A", "Y", "B", "Z"])
    director, table = club.actors["director"], table_of(event, 1)
    browser, linked = phone(card_of(club, 1)), club.link_client(table)
    assert give(browser, table, event.word) == 302
    assert enter(browser, table) == 201
    event_changes.end_now(event=event, actor=director, reason="The hall closes.")
    assert [each.get(f"/tables/{table.pk}/").status_code for each in (browser, linked)] == [403, 403]
    assert "The evening is over" in browser.get(f"/tables/{table.pk}/").content.decode()
    # The places of an evening that is over are no results, so they alone are not offered as results.
    for parts, is_offered in ((["seats"], False), (["seats", "prizes"], True)):
        event_changes.publish(event=event, actor=director, parts=parts)
        page = browser.get(f"/tables/{table.pk}/").content.decode()
        assert (">Results</a>" in page) is is_offered, parts
    event_changes.reopen(event=event, actor=director, reason="We have an hour left.")
    assert [each.get(f"/tables/{table.pk}/").status_code for each in (browser, linked)] == [200, 200]
