"""The help and privacy pages: every page links to them, and their figures match the settings."""

import pytest
from django.test import Client

from scoring.events.planning.domain.kinds import KINDS
from scoring.office import backups, housekeeping
from tests.factories import ClubOfRoles
from tests.pages.reading import get, text_of

pytestmark = pytest.mark.django_db


def test_every_page_leads_to_help_and_privacy(club: ClubOfRoles):
    signed_in = club.client("director")
    for address in ("/", "/help/", "/privacy/", "/clubs/harbour/", f"/tables/{club.table.pk}/", "/nowhere/"):
        foot = signed_in.get(address).content.decode().split("<footer")[1]
        assert 'href="/help/"' in foot, address
        assert 'href="/privacy/"' in foot, address


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_help_and_privacy_are_there_in_each_language(language: str):
    for address, heading in (
        ("/help/", {"en": "Help", "de": "Hilfe", "es": "Ayuda"}),
        ("/privacy/", {"en": "Privacy", "de": "Datenschutz", "es": "Privacidad"}),
    ):
        answer = Client(headers={"accept-language": language}).get(address)
        assert f"<h1>{heading[language]}</h1>" in answer.content.decode()


def test_help_tells_of_kinds_pairs_cards_and_the_end():
    words = text_of(get("/help/"))
    for kind in KINDS.values():
        assert f"{kind.name} {kind.text}" in words
    for told in (
        "A pair has one line in the standings",
        "tonight's word",
        "one of the club's lasting table cards",
        "reopened with a reason",
    ):
        assert told in words, told


def test_privacy_says_how_long_things_are_kept_as_they_are(settings):
    settings.SESSION_COOKIE_AGE = 3 * 24 * 60 * 60
    words = text_of(get("/privacy/"))
    assert "The session ends 3 days after" in words
    assert f"The backups of the last {backups.NIGHTS_KEPT} nights are kept." in words
    assert housekeeping.ATTEMPTS_ARE_KEPT.days == 1
    assert "Digests of network addresses are deleted after a day." in words
