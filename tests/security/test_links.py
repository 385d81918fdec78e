"""The secret links that open a table: not to be guessed, kept only as a hash, never written anywhere."""

import base64
import io
import logging
import secrets
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from cinchclub.logs import JsonLines
from scoring.clubs.services import sign_in
from scoring.refusals import NotFound
from scoring.tables.models import TableLink
from scoring.tables.services import links
from tests.factories import make_table
from tests.security.world import Club, client_of

pytestmark = pytest.mark.django_db

HALL = "203.0.113.7"
PHONES = 60


def secret_at(club: Club) -> str:
    """Return the secret of the club's table in play."""
    link = links.live_link(club.playing)
    assert link is not None
    found = links.secret_of(link)
    assert found is not None
    return found


def open_table(secret: str, address: str = HALL) -> int:
    """Open a table as a phone does and return the status: the script posts what stands behind the #."""
    return Client().post("/t/", {"secret": secret}, REMOTE_ADDR=address).status_code


def stored() -> Iterator[str]:
    """Yield everything that the database holds, as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                yield repr(row)


def test_a_secret_has_at_least_128_bits(harbour: Club) -> None:
    owner = harbour.of.actors["owner"]
    found = set()
    for _ in range(20):
        secret = links.secret_of(links.issue(table=harbour.playing, actor=owner))
        assert secret is not None
        raw = base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4))
        assert len(raw) * 8 >= 128
        found.add(raw)
    assert len(found) == 20
    # Each bit is set about half the time; one stuck bit would be 0 or 20 of 20.
    for place in range(8 * min(map(len, found))):
        ones = sum(raw[place // 8] >> place % 8 & 1 for raw in found)
        assert 0 < ones < 20


def test_the_database_holds_hashes_only(harbour: Club) -> None:
    secret = secret_at(harbour)
    assert open_table(secret) == 302
    rows = list(stored())
    assert len(rows) > 100
    assert not [row for row in rows if secret in row]


def test_guesses_open_nothing(harbour: Club) -> None:
    for _ in range(2_000):
        with pytest.raises(NotFound):
            links.exchange(secrets.token_urlsafe(32))


@pytest.mark.parametrize(
    "wrong",
    ["", "#", "\0", "\ud800", "a" * 400, "%00", "' OR 1=1 --", "é" * 40],
    ids=lambda text: ascii(text)[:12],
)
def test_odd_secrets_open_nothing(wrong: str, harbour: Club) -> None:
    sent = wrong.encode("utf-8", "surrogatepass").decode("latin-1")
    assert open_table(sent) == 404


def refused_after(good: str) -> tuple[list[int], list[int]]:
    """Return how wrong secrets, and then a hall of good phones behind the same address, are answered."""
    wrong = [open_table(secrets.token_urlsafe(32)) for _ in range(settings.LINK_ATTEMPTS + 10)]
    return wrong, [open_table(good) for _ in range(PHONES)]


def test_wrong_secrets_are_limited_for_an_address_and_good_ones_never(harbour: Club) -> None:
    wrong, good = refused_after(secret_at(harbour))

    assert wrong == [404] * settings.LINK_ATTEMPTS + [429] * 10
    assert good == [302] * PHONES, "sixty phones behind the same address"
    assert open_table(secrets.token_urlsafe(32), "203.0.113.8") == 404, "another address is not affected"


def test_control_a_limit_by_address_alone_would_shut_out_the_hall(
    harbour: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_address(*, secret: str, address: str) -> TableLink:
        sign_in.attempt(sign_in.digest("link", address), settings.LINK_ATTEMPTS)
        return links.exchange(secret)

    monkeypatch.setattr(links, "open_link", by_address)

    assert set(refused_after(secret_at(harbour))[1]) == {429}


def test_the_secret_stands_in_no_address_and_no_log(harbour: Club) -> None:
    secret, lines = secret_at(harbour), io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        phone = Client(headers={"referer": "https://club.example/t/"})
        opened = phone.post("/t/", {"secret": secret})
        assert opened["Location"] == f"/tables/{harbour.playing.pk}/"
        shown = phone.get(opened["Location"])
        phone.post("/t/", {"secret": secret + "x"})
        phone.get(f"/tables/{harbour.playing.pk + 1000}/")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert "/t/" in lines.getvalue(), "the refused one was logged, by its path"
    assert secret not in lines.getvalue()
    assert secret not in shown.content.decode()
    assert secret not in str(phone.cookies)
    assert shown["Referrer-Policy"] == "same-origin"


def test_the_address_of_a_link_keeps_its_secret_behind_the_hash(harbour: Club) -> None:
    scorer = client_of(harbour, "scorer")
    url = scorer.get(f"/api/v1/tables/{harbour.playing.pk}/").json()["url"]
    assert url == f"{settings.BASE_URL}/t/#{secret_at(harbour)}"
    player = client_of(harbour, "player")
    assert player.get(f"/api/v1/tables/{harbour.playing.pk}/").json()["url"] is None


def test_a_link_opens_its_own_table_and_stops_with_it(harbour: Club, inland: Club) -> None:
    owner = harbour.of.actors["owner"]
    table = make_table(harbour.of.club, owner, players=["J", "K", "L", "M"])
    first = links.live_link(table)
    assert first is not None
    secret = links.secret_of(first)
    assert secret is not None
    phone = Client()
    phone.post("/t/", {"secret": secret})
    here = f"/tables/{table.pk}/"
    assert phone.get(here).status_code == 200
    assert phone.get(f"/tables/{harbour.playing.pk}/").status_code == 404
    assert phone.get(f"/tables/{inland.playing.pk}/").status_code == 404

    links.issue(table=table, actor=owner)

    assert phone.get(here).status_code == 404, "the old link stopped when a new one was issued"
    assert open_table(secret) == 404
