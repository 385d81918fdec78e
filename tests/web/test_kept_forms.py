"""Typed data survives an expired session and an outdated CSRF token."""

import re

import pytest
from django.test import Client

HERE = {"Origin": "http://testserver"}
TYPED = {"name": "Summer <evening>", "players": "Ada\nBea"}


@pytest.fixture
def address(club):
    return f"/clubs/{club.club.slug}/events/new/"


def sealed_in(page):
    return re.search(r'name="kept" value="([^"]+)"', page)[1]


def test_a_form_sent_after_the_session_ended_is_kept_through_signing_in(club, address):
    browser = Client()
    answer = browser.post(address, TYPED, headers=HERE)
    page = answer.content.decode()
    assert answer.status_code == 401
    assert "Summer &lt;evening&gt;" in page

    user = club.users["owner"]
    user.set_password("four cards of each suit")
    user.save()
    wrong = {"username": user.username, "password": "wrong", "kept": sealed_in(page)}
    page = browser.post("/sign-in/", wrong).content.decode()
    assert sealed_in(page), "a slip in the password loses nothing"
    page = browser.post("/sign-in/", wrong | {"password": "four cards of each suit"}).content.decode()
    assert f'action="{address}"' in page
    assert 'name="name" value="Summer &lt;evening&gt;"' in page
    assert "Ada\nBea" in page
    assert user.username in page


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_an_outdated_token_gets_a_page_that_keeps_the_form(club, address, language):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(club.users["owner"])
    browser.cookies["django_language"] = language
    answer = browser.post(address, TYPED, headers=HERE)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert {"en": "Not sent yet", "de": "Noch nicht gesendet", "es": "Aún sin enviar"}[language] in page
    token = re.search(r'action="/clubs[^>]+>\s*<input[^>]+value="([^"]+)"', page)[1]
    again = browser.post(address, TYPED | {"csrfmiddlewaretoken": token}, headers=HERE)
    assert again.status_code != 403


@pytest.mark.parametrize(
    ("headers", "fields"),
    [
        ({"Origin": "https://elsewhere.example"}, TYPED),
        ({}, TYPED),
        (HERE, {"old_password": "secret", "new_password": "other"}),
    ],
)
def test_what_another_site_may_have_sent_and_what_is_secret_is_not_offered_again(
    club, address, headers, fields
):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(club.users["owner"])
    page = browser.post(address, fields, headers=headers).content.decode()
    assert "Open the page again" in page
    assert not any(value in page for value in fields.values())


def test_data_with_a_forged_signature_is_not_opened(club):
    user = club.users["owner"]
    user.set_password("four cards of each suit")
    user.save()
    fields = {"username": user.username, "password": "four cards of each suit", "kept": "made:up:seal"}
    answer = Client().post("/sign-in/", fields)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
