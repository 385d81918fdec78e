"""The page for changing a password requires signing in first, then comes back."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

ADDRESS = "/account/"


def sign_in(browser, club, next_page):
    user = club.users["player"]
    user.set_password("a hand of twelve cards")
    user.save()
    typed = {"username": user.username, "password": "a hand of twelve cards", "next": next_page}
    return browser.post("/sign-in/", typed)


def test_an_anonymous_user_signs_in_and_comes_back(club):
    browser = Client()
    sent_away = browser.get(ADDRESS)
    assert (sent_away.status_code, sent_away["Location"]) == (302, f"/sign-in/?next={ADDRESS}")
    page = browser.get(sent_away["Location"]).content.decode()
    next_page = re.search(r'name="next" value="([^"]*)"', page)[1]
    answer = sign_in(browser, club, next_page)
    assert (answer.status_code, answer["Location"]) == (302, ADDRESS)
    assert browser.get(ADDRESS).status_code == 200


def test_a_user_whose_session_has_ended_signs_in_on_the_page_and_comes_back(club):
    browser = Client()
    typed = {"old_password": "one", "new_password1": "another", "new_password2": "another"}
    answer = browser.post(ADDRESS, typed)
    page = answer.content.decode()
    assert answer.status_code == 401
    assert 'name="password"' in page, "the form for signing in is on it"
    assert "another" not in page, "no password is written into a page"
    next_page = re.search(r'name="next" value="([^"]*)"', page)[1]
    answer = sign_in(browser, club, next_page)
    assert (answer.status_code, answer["Location"]) == (302, ADDRESS)
