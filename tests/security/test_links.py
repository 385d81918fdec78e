"""The secret links to a table and to a player's evening: unguessable, stored as hashes, never logged."""

import base64
import io
import logging
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from cinchclub.logs import JsonLines
from scoring.clubs.authentication import SESSION_LINKS
from scoring.clubs.models import SignInAttempt
from scoring.clubs.services import clubs, sign_in
from scoring.events.models import EntrantLink
from scoring.events.people.services import entrant_links
from scoring.refusals import NotFound
from scoring.tables.models import Table, TableLink
from scoring.tables.services import links
from tests.security.world import Club, client_of

pytestmark = pytest.mark.django_db

HALL = "203.0.113.7"
PHONES = 10


@dataclass(frozen=True)
class Kind:
    """A kind of link: who issues it and for what, where a phone sends its secret, and which page opens."""

    service: ModuleType
    subject: Callable[[Club], dict[str, Any]]
    opens_at: str
    page: Callable[[Club], str]

    def do(self, action: str, club: Club) -> Any:
        """Issue the link, or revoke it."""
        return getattr(self.service, action)(actor=club.of.actors["owner"], **self.subject(club))

    def secret(self, club: Club) -> str:
        """Issue a link and return its secret."""
        secret: str | None = self.service.secret_of(self.do("issue", club))
        assert secret is not None
        return secret

    def open(self, secret: str, address: str = HALL, phone: Client | None = None) -> int:
        """Open the link as a phone does, whose script posts the part of the URL behind the #.

        Return the status.
        """
        return (phone or Client()).post(self.opens_at, {"secret": secret}, REMOTE_ADDR=address).status_code


TABLE = Kind(
    links,
    lambda club: {"table": club.playing},
    "/t/",
    lambda club: f"/tables/{club.playing.pk}/",
)
EVENING = Kind(
    entrant_links,
    lambda club: {"event": club.events["running"], "member_id": club.member.pk},
    "/e/",
    lambda club: f"/events/{club.events['running'].pk}/me/?player={club.member.pk}",
)


@pytest.fixture(params=[TABLE, EVENING], ids=["table", "evening"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Return each kind of link."""
    return request.param  # type: ignore[no-any-return]


def stored() -> Iterator[str]:
    """Yield everything in the database, as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                yield repr(row)


def test_a_secret_has_at_least_128_bits(kind, harbour):
    raw = set()
    for _ in range(20):
        secret = kind.secret(harbour)
        raw.add(base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4)))
    assert len(raw) == 20
    assert min(map(len, raw)) * 8 >= 128
    # Each bit is set about half the time. A bit that never changes would be set 0 or 20 times out of 20.
    for place in range(8 * min(map(len, raw))):
        assert 0 < sum(each[place // 8] >> place % 8 & 1 for each in raw) < 20


def test_the_database_holds_hashes_only(kind, harbour):
    secret = kind.secret(harbour)
    assert kind.open(secret) == 302
    rows = list(stored())
    assert len(rows) > 100
    assert not [row for row in rows if secret in row]


def test_the_link_of_a_table_whose_results_are_final_says_so(harbour):
    event = harbour.events["final"]
    table = event.tables.first()
    secret = links.secret_of(links.live_link(table))
    scanned = Client().post("/t/", {"secret": secret}, REMOTE_ADDR=HALL)
    assert (scanned.status_code, TABLE.open(secrets.token_urlsafe(32))) == (403, 404)

    phone = Client()
    session = phone.session
    session[SESSION_LINKS] = {str(table.pk): links.live_link(table).pk}
    session.save()
    phone.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    code = Client().post("/t/", {"secret": links.code_of(links.live_link(table))}, REMOTE_ADDR=HALL)
    answers = [scanned, code] + [
        phone.get(f"/{path}/") for path in (f"tables/{table.pk}", f"events/{event.pk}")
    ]
    for answer in answers:
        assert answer.status_code == 403
        assert "The results of this event are final" in answer.content.decode()

    # A phone that also has the link to its player's own evening can still read that evening.
    own = entrant_links.issue(
        event=event, actor=harbour.of.actors["owner"], member_id=event.entrants.first().member_id
    )
    phone.post("/e/", {"secret": entrant_links.secret_of(own)})
    assert phone.get(f"/events/{event.pk}/me/").status_code == 200
    assert phone.get(f"/tables/{table.pk}/").status_code == 403
    del phone.cookies[settings.SESSION_COOKIE_NAME]

    links.revoke(table=table, actor=harbour.of.actors["director"])
    assert Client().post("/t/", {"secret": secret}, REMOTE_ADDR=HALL).status_code == 404


def test_guesses_open_nothing(kind, harbour):
    for guess in range(20):
        with pytest.raises(NotFound):
            kind.service.open_link(secret=secrets.token_urlsafe(32), address=f"phone {guess}")


@pytest.mark.parametrize(
    "wrong",
    ["", "#", "\0", "\ud800", "a" * 400, "%00", "' OR 1=1 --", "é" * 40],
    ids=lambda text: ascii(text)[:12],
)
def test_odd_secrets_open_nothing(wrong, kind, harbour):
    assert kind.open(wrong.encode("utf-8", "surrogatepass").decode("latin-1")) == 404


def refused_after(kind: Kind, good: str) -> tuple[list[int], list[int]]:
    """Return the answers to wrong secrets, then to phones with right secrets behind the same IP address."""
    wrong = [kind.open(secrets.token_urlsafe(32)) for _ in range(settings.LINK_ATTEMPTS + 2)]
    return wrong, [kind.open(good) for _ in range(PHONES)]


def test_wrong_secrets_are_limited_for_an_address_and_good_ones_never(kind, harbour, monkeypatch):
    monkeypatch.setattr(settings, "LINK_ATTEMPTS", 3)
    wrong, good = refused_after(kind, kind.secret(harbour))

    assert wrong == [404] * 3 + [429] * 2
    assert good == [302] * PHONES, "more phones behind the same address than it has attempts"
    assert kind.open(secrets.token_urlsafe(32), "203.0.113.8") == 404, "another address is not affected"


def test_control_a_limit_by_address_alone_would_shut_out_the_hall(harbour, monkeypatch):
    open_link = links.open_link

    def by_address(*, secret: str, address: str) -> TableLink:
        sign_in.attempt_link(address)
        return open_link(secret=secret, address=address)

    monkeypatch.setattr(links, "open_link", by_address)
    monkeypatch.setattr(settings, "LINK_ATTEMPTS", 3)

    assert set(refused_after(TABLE, TABLE.secret(harbour))[1]) == {429}


def test_the_secret_stands_in_no_address_and_no_log(kind, harbour):
    secret, lines = kind.secret(harbour), io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        phone = Client(headers={"referer": f"https://club.example{kind.opens_at}"})
        opened = phone.post(kind.opens_at, {"secret": secret})
        assert opened["Location"] == kind.page(harbour)
        page = phone.get(opened["Location"])
        phone.post(kind.opens_at, {"secret": secret + "x"})
        phone.get(f"/tables/{harbour.playing.pk + 1000}/")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert kind.opens_at in lines.getvalue(), "the refused one was logged, by its path"
    assert secret not in lines.getvalue()
    assert secret not in page.content.decode()
    assert secret not in str(phone.cookies)
    assert page["Referrer-Policy"] == "same-origin"


def test_the_address_of_a_link_keeps_its_secret_behind_the_hash(harbour):
    where = f"/api/v1/tables/{harbour.playing.pk}/"
    url = f"{settings.BASE_URL}/t/#{TABLE.secret(harbour)}"
    assert client_of(harbour, "scorer").get(where).json()["url"] == url
    assert client_of(harbour, "player").get(where).json()["url"] is None

    where = f"/events/{harbour.events['running'].pk}/links/{harbour.member.pk}/"
    url = f"{settings.BASE_URL}/e/#{EVENING.secret(harbour)}"
    assert url in client_of(harbour, "director").get(where).content.decode()


def test_the_page_of_a_link_says_that_a_new_link_stops_the_old_one_only_while_one_works(kind, harbour):
    browser, said = client_of(harbour, "director"), []
    for action in ("issue", "revoke"):
        kind.do(action, harbour)
        page = browser.get(page_of(kind, harbour))
        said.append("A new link stops the old one." in page.content.decode())
    assert said == [True, False]


def test_after_a_change_of_the_servers_key_the_page_of_a_link_says_that_the_link_works(kind, harbour):
    secret, director = kind.secret(harbour), harbour.of.users["director"]
    with override_settings(SECRET_KEY=secrets.token_urlsafe(64)):
        browser = Client()
        browser.force_login(director)  # under the new key everybody signs in again
        page = browser.get(page_of(kind, harbour)).content.decode()
        assert kind.open(secret) == 302
    assert "The link works: whoever scans a printed code still opens it." in page
    assert "A new link stops the old one." in page
    assert "Stop the link" in page
    assert 'class="qr"' not in page


def test_after_a_change_of_the_servers_key_a_closed_table_has_no_working_link(harbour):
    TABLE.secret(harbour)
    Table.objects.filter(pk=harbour.playing.pk).update(closed_at=timezone.now())
    with override_settings(SECRET_KEY=secrets.token_urlsafe(64)):
        browser = Client()
        browser.force_login(harbour.of.users["director"])
        page = browser.get(page_of(TABLE, harbour)).content.decode()
    assert "The table has no working link." in page
    assert "The link works" not in page


def page_of(kind: Kind, club: Club) -> str:
    """Return the address of the page where a link is shown, replaced and stopped."""
    running = club.events["running"].pk
    return (
        f"/tables/{club.playing.pk}/link/" if kind is TABLE else f"/events/{running}/links/{club.member.pk}/"
    )


@pytest.mark.parametrize("action", ["revoke", "issue"])
def test_a_link_opens_its_own_page_alone_and_stops_at_once_when_it_is_revoked_or_replaced(
    action, kind, harbour, inland
):
    secret, phone = kind.secret(harbour), Client()
    kind.open(secret, phone=phone)
    assert phone.get(kind.page(harbour)).status_code == 200
    others = f"/tables/{harbour.fresh.pk}/", f"/events/{harbour.events['over'].pk}/me/", kind.page(inland)
    assert [phone.get(other).status_code for other in others] == [404] * 3
    assert phone.get(f"/clubs/{harbour.of.club.slug}/").status_code == 302

    kind.do(action, harbour)

    assert phone.get(kind.page(harbour)).status_code in (302, 404)
    assert kind.open(secret) == 404


REPLACED = {TABLE: "The link of this table was replaced", EVENING: "Your link to this evening was replaced"}
STOPPED = {TABLE: "The link of this table was stopped", EVENING: "Your link to this evening was stopped"}


@pytest.mark.parametrize(
    ("action", "code", "says"), [("issue", "link-replaced", REPLACED), ("revoke", "link-stopped", STOPPED)]
)
def test_whoever_holds_a_link_that_has_ended_reads_why_and_a_stranger_nothing(
    action, code, says, kind, harbour
):
    secret, phone, stranger = kind.secret(harbour), Client(), Client()
    kind.open(secret, phone=phone)
    TABLE.open(links.secret_of(links.live_link(harbour.fresh)), phone=stranger)
    kind.do(action, harbour)
    page = kind.page(harbour)

    for answer in (phone.get(page), phone.post(kind.opens_at, {"secret": secret})):
        assert answer.status_code == 404
        assert says[kind] in answer.content.decode()
    told = phone.get(f"/api/v1{page.partition('me/')[0]}")
    assert (told.status_code, told.json()["code"]) == (404, code)
    assert "/t/" in phone.get(page).content.decode(), "how to go on"
    for where in (page, f"/events/{harbour.events['planned'].pk}/"):
        assert stranger.get(where).status_code in (302, 404)
        said = stranger.get(where).content.decode()
        assert not any(text in said for text in (*REPLACED.values(), *STOPPED.values()))


def test_a_code_that_no_table_has_is_told_from_one_that_has_ended(harbour):
    def said(typed: str) -> str:
        answer = Client().post("/t/", {"secret": typed}, REMOTE_ADDR=HALL)
        assert answer.status_code == 404
        return answer.content.decode()

    code = code_of(harbour)
    for wrong in ("AAAAAA" if code != "AAAAAA" else "BBBBBB", f"{code[:5]}O", code[:5]):
        assert "No table has this code." in said(wrong)
        assert f'value="{wrong}"' in said(wrong), "to be corrected"
    guesses = SignInAttempt.objects.count()
    TableLink.objects.filter(revoked_at=None).update(issued_at=timezone.now() - links.CODE_LASTS)
    assert "This code has expired" in said(code)
    TABLE.do("issue", harbour)
    assert "The link of this table was replaced" in said(code)
    Table.objects.filter(pk=harbour.playing.pk).update(closed_at=timezone.now())
    assert "This table is closed" in said(code)
    assert SignInAttempt.objects.count() == guesses, "what a table had is no guess"


def code_of(club: Club) -> str:
    """Give the table a new link and return its code."""
    code = links.code_of(TABLE.do("issue", club))
    assert code is not None
    return code


def test_a_code_opens_what_the_link_opens_however_it_is_typed_and_is_stored_nowhere(harbour):
    code, phone = code_of(harbour), Client()
    assert re.fullmatch("[A-HJ-NP-Z]{6}", code)
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} "):
        assert TABLE.open(typed, phone=phone) == 302
    assert phone.get(TABLE.page(harbour)).status_code == 200
    assert phone.get(f"/tables/{harbour.fresh.pk}/").status_code == 404
    assert EVENING.open(code) == 404
    assert not [row for row in stored() if code in row]
    where = f"/tables/{harbour.playing.pk}/link/"
    assert code in client_of(harbour, "scorer").get(where).content.decode()


def test_a_code_ends_with_its_link_its_day_the_clubs_wish_and_its_table(harbour):
    owner, ended = harbour.of.actors["owner"], code_of(harbour)
    TABLE.do("revoke", harbour)
    assert TABLE.open(ended) == 404
    aged = code_of(harbour)
    TableLink.objects.filter(revoked_at=None).update(issued_at=timezone.now() - links.CODE_LASTS)
    assert TABLE.open(aged) == 404
    code = code_of(harbour)
    for on, status in ((False, 404), (True, 302)):
        clubs.change(club=harbour.of.club, actor=owner, values={"has_table_codes": on})
        assert TABLE.open(code) == status
    Table.objects.filter(pk=harbour.playing.pk).update(closed_at=timezone.now())
    assert TABLE.open(code) == 404


# A clock that stands still, because the answer counts seconds.
@time_machine.travel("2026-06-01 20:00Z", tick=False)
def test_guesses_at_codes_are_limited_for_an_address_and_in_all_and_a_right_one_forgives_none(
    harbour, monkeypatch
):
    monkeypatch.setattr(settings, "LINK_ATTEMPTS", 3)
    code = code_of(harbour)
    wrong = "AAAAAA" if code != "AAAAAA" else "BBBBBB"
    assert [TABLE.open(code) for _ in range(5)] == [302] * 5
    tried = [TABLE.open(each) for _ in range(3) for each in (wrong, code)]
    assert tried == [404, 302, 404, 302, 404, 429]
    assert TABLE.open(code, "203.0.113.8") == 302, "another address may still try"
    for phone in range(sign_in.ADDRESSES):
        for _ in range(3):
            TABLE.open(wrong, f"198.51.100.{phone}")
    assert TABLE.open(code, "203.0.113.8") == 429, "in all"
    refused = Client().post("/t/", {"secret": code}, REMOTE_ADDR=HALL)
    assert refused["Retry-After"] == "2"
    page = refused.content.decode()
    assert "Many wrong codes were tried. Try again in 2 seconds." in page
    assert f'value="{code}"' in page, "the form is still there, with what was typed"

    def later(seconds):
        SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=seconds))
        return [TABLE.open(code), TABLE.open(code, "203.0.113.8")]

    later(1)
    assert Client().post("/t/", {"secret": code}, REMOTE_ADDR=HALL)["Retry-After"] == "1", "a second is over"
    assert later(2) == [302, 302], "slowed down, not shut out"
    # A fourth wrong code, where three are the limit, makes the pause a third longer.
    assert TABLE.open(wrong) == 404
    assert [later(2.1)[0], later(3)[0]] == [429, 302]
    assert TABLE.open(TABLE.secret(harbour)) == 302, "the link itself always opens"


def test_a_link_to_an_evening_shows_the_event_and_changes_nothing(harbour):
    phone, event = Client(), harbour.events["running"].pk
    EVENING.open(EVENING.secret(harbour), phone=phone)
    assert phone.get(f"/events/{event}/standings/").status_code == 200
    assert phone.get(f"/api/v1/events/{event}/standings/").status_code == 200
    assert phone.get(f"/events/{event}/links/").status_code == 403
    assert phone.post(f"/api/v1/events/{event}/bell/", {}, "application/json").status_code == 403


def test_issuing_what_is_missing_twice_is_once(harbour):
    wanted = {"event": harbour.events["planned"], "actor": harbour.of.actors["owner"]}
    assert entrant_links.issue_missing(**wanted) == 4
    before = set(EntrantLink.objects.values_list("token_hash", flat=True))
    assert entrant_links.issue_missing(**wanted) == 0
    assert set(EntrantLink.objects.values_list("token_hash", flat=True)) == before


@pytest.mark.parametrize("around", ["{}.", "<{}>", "{},", "\u201c{}\u201d", " {}\n", "{})"])
def test_a_link_opens_with_what_a_sentence_puts_around_it(harbour, around):
    table = harbour.playing
    link = links.live_link(table)
    secret, code = links.secret_of(link), links.code_of(link)
    assert links.open_link(secret=around.format(secret), address="").table == table
    assert links.open_link(secret=around.format(code), address="").table == table


@pytest.mark.parametrize("page", ["/invitations/{}/", "/set-password/MQ/{}/"])
def test_a_link_that_opens_something_stands_in_no_line_of_the_log(page):
    record = logging.makeLogRecord({"msg": "Not Found: %s", "args": (page.format("wJ-secret:1aB"),)})
    line = JsonLines().format(record)
    assert "secret" not in line
    assert page.split("/")[1] in line
