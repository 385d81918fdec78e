"""The secret links to somebody's own evening: kept as a hash, good for one evening, stopped at once."""

import base64
import secrets

import pytest
from django.conf import settings
from django.test import Client

from scoring.events.models import EntrantLink, Event
from scoring.events.services import entrant_links, events, rounds
from tests.factories import ClubOfRoles, make_club
from tests.security.test_links import HALL, PHONES, stored

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Bea", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture
def club() -> ClubOfRoles:
    """Return a club."""
    return make_club()


@pytest.fixture
def event(club: ClubOfRoles) -> Event:
    """Return an event of eight whose first round is seated."""
    owner = club.actors["owner"]
    planned = events.create(club=club.club, actor=owner, name="Evening", players=NAMES)
    rounds.start(event=planned, actor=owner)
    return planned


def secret_for(club: ClubOfRoles, event: Event, place: int = 0) -> str:
    """Issue a link to the evening of a player and return its secret."""
    member = event.entrants.order_by("id")[place].member_id
    found = entrant_links.issue(event=event, actor=club.actors["owner"], member_id=member)
    secret = entrant_links.secret_of(found)
    assert secret is not None
    return secret


def open_evening(secret: str, address: str = HALL, phone: Client | None = None) -> int:
    """Open an evening as a phone does and return the status."""
    return (phone or Client()).post("/e/", {"secret": secret}, REMOTE_ADDR=address).status_code


def test_a_secret_has_at_least_128_bits_and_no_two_are_alike(club: ClubOfRoles, event: Event) -> None:
    found = {secret_for(club, event, place) for place in range(8)}
    assert len(found) == 8
    assert all(len(base64.urlsafe_b64decode(one + "=" * (-len(one) % 4))) >= 16 for one in found)


def test_the_database_holds_hashes_only(club: ClubOfRoles, event: Event) -> None:
    secret = secret_for(club, event)
    assert open_evening(secret) == 302
    assert not [row for row in stored() if secret in row]


@pytest.mark.parametrize("wrong", ["", "#", "\0", "a" * 400, "' OR 1=1 --", "é" * 40])
def test_odd_secrets_open_nothing(wrong: str, event: Event) -> None:
    assert open_evening(wrong) == 404


def test_wrong_secrets_are_limited_for_an_address_and_good_ones_never(
    club: ClubOfRoles, event: Event
) -> None:
    good = secret_for(club, event)
    wrong = [open_evening(secrets.token_urlsafe(32)) for _ in range(settings.LINK_ATTEMPTS + 5)]
    assert wrong == [404] * settings.LINK_ATTEMPTS + [429] * 5
    assert {open_evening(good) for _ in range(PHONES)} == {302}


def test_a_link_opens_its_own_evening_and_changes_nothing(club: ClubOfRoles, event: Event) -> None:
    owner = club.actors["owner"]
    other = events.create(club=club.club, actor=owner, name="Another", players=NAMES)
    phone = Client()
    open_evening(secret_for(club, event), phone=phone)
    here = f"/events/{event.pk}"

    assert phone.get(f"{here}/me/").status_code == 200
    assert phone.get(f"{here}/standings/").status_code == 200
    assert phone.get(f"/api/v1/events/{event.pk}/standings/").status_code == 200
    assert phone.get(f"{here}/links/").status_code == 403
    assert phone.get(f"/events/{other.pk}/me/").status_code == 404
    assert phone.get(f"/clubs/{club.club.slug}/").status_code in (302, 404)
    assert phone.post(f"/api/v1/events/{event.pk}/bell/", {}, "application/json").status_code == 403


@pytest.mark.parametrize("deed", ["revoke", "issue"])
def test_a_link_stops_at_once_when_it_is_revoked_or_replaced(
    deed: str, club: ClubOfRoles, event: Event
) -> None:
    secret, phone = secret_for(club, event), Client()
    open_evening(secret, phone=phone)
    member = event.entrants.order_by("id")[0].member_id

    getattr(entrant_links, deed)(event=event, actor=club.actors["owner"], member_id=member)

    assert phone.get(f"/events/{event.pk}/me/").status_code in (302, 404)
    assert open_evening(secret) == 404


def test_issuing_what_is_missing_twice_is_once(club: ClubOfRoles, event: Event) -> None:
    owner = club.actors["owner"]
    assert entrant_links.issue_missing(event=event, actor=owner) == len(NAMES)
    before = set(EntrantLink.objects.values_list("token_hash", flat=True))
    assert entrant_links.issue_missing(event=event, actor=owner) == 0
    assert set(EntrantLink.objects.values_list("token_hash", flat=True)) == before


def test_the_address_keeps_its_secret_behind_the_hash(club: ClubOfRoles, event: Event) -> None:
    secret = secret_for(club, event)
    member = event.entrants.order_by("id")[0].member_id
    director = Client()
    director.force_login(club.users["director"])
    shown = director.get(f"/events/{event.pk}/links/{member}/").content.decode()
    assert f"{settings.BASE_URL}/e/#{secret}" in shown
