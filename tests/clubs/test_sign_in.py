"""Signing in with tokens and sessions, and limits on wrong attempts, also in parallel."""

import json
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from cinchclub.client_address import settle_address
from cinchclub.logs import JsonLines, OneRefusalAMinute
from scoring.clubs.models import SignInAttempt
from scoring.clubs.services.sign_in import (
    HASHES,
    WORD_ATTEMPTS,
    attempt_code,
    attempt_practice,
    attempt_word,
    sign_in,
)
from scoring.refusals import TooManyAttempts
from tests.factories import PASSWORD
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(db):
    return [User.objects.create_user(name, password=PASSWORD) for name in ("anke", "bela")]


def ask_token(username="anke", password=PASSWORD, address="192.0.2.1"):
    asking = APIClient(REMOTE_ADDR=address)
    return send(asking, "post", "auth/token/", {"username": username, "password": password})


def clubs_with(authorization):
    return APIClient().get("/api/v1/clubs/", HTTP_AUTHORIZATION=authorization)


def test_a_token_opens_the_api_until_it_expires_or_is_given_back(users):
    answer = ask_token()
    assert answer.status_code == 200
    first, second = answer.json()["token"], ask_token().json()["token"]
    days = (AuthToken.objects.latest("created").expiry - timezone.now()) / timedelta(days=1)
    assert 29.9 < days < 30.1
    assert first not in str(AuthToken.objects.values()), "only its digest is kept"

    given_back = APIClient().delete("/api/v1/auth/token/", HTTP_AUTHORIZATION=f"Token {first}")
    assert given_back.status_code == 204
    assert [clubs_with(f"Token {token}").status_code for token in (first, second)] == [401, 200]
    assert APIClient().delete("/api/v1/auth/token/").status_code == 401
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert clubs_with(f"Token {second}").status_code == 401


@pytest.mark.parametrize(
    "authorization",
    [
        "Token ",
        "Token " + "0" * 64,
        "Token " + "x" * 100_000,
        "Token \u00e9\u00ff",
        "Token \x00abc",
    ],
)
def test_a_malformed_token_is_refused(users, authorization):
    answer = clubs_with(authorization)

    assert answer.status_code == 401
    assert answer.json()["detail"]


def test_the_token_of_somebody_who_may_no_longer_sign_in_is_refused(users):
    token = ask_token().json()["token"]
    User.objects.filter(username="anke").update(is_active=False)

    assert clubs_with(f"Token {token}").status_code == 401
    assert ask_token().status_code == 401


def test_a_wrong_password_and_an_unknown_name_look_alike(users):
    wrong, unknown = ask_token(password="wrong"), ask_token("nobody")

    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json() == {"detail": "Wrong user name or password."}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"username": "anke"}, "password"),
        ({"username": "anke", "password": 5}, "password"),
        ({"username": "anke", "password": PASSWORD, "is_staff": True}, "is_staff"),
        ({"username": "x" * 151, "password": PASSWORD}, "username"),
        ([], "non_field_errors"),
    ],
)
def test_a_malformed_sign_in_is_refused_by_field(users, body, field):
    answer = send(APIClient(), "post", "auth/token/", body)

    assert field in reasons(answer)
    assert SignInAttempt.objects.count() == 0


# A clock that stands still, because the answer counts seconds.
@pytest.mark.database
@time_machine.travel("2026-06-01 20:00Z", tick=False)
@pytest.mark.parametrize("name", ["anke", "nobody"])
def test_the_eleventh_attempt_is_refused_even_with_the_right_password(users, name):
    wrong = [ask_token(name, "wrong").status_code for _ in range(10)]

    refused = ask_token(name)

    assert wrong == [401] * 10
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-attempts")
    assert refused["Retry-After"] == "900"
    assert "15 minutes" in refused.json()["detail"]
    assert ask_token(name.upper()).status_code == 429, "capitals are no way round"
    assert ask_token("bela").status_code == 200, "somebody else in the same hall"


@time_machine.travel("2026-06-01 20:00Z", tick=False)
def test_a_lock_out_ends_with_its_period_however_often_somebody_tries(users, settings):
    for _ in range(10):
        ask_token(password="wrong")
    begun = timezone.now() - timedelta(seconds=settings.SIGN_IN_PERIOD - 60)
    SignInAttempt.objects.update(at=begun)
    refused = [ask_token() for _ in range(30)]
    assert {answer.status_code for answer in refused} == {429}
    assert {answer["Retry-After"] for answer in refused} == {"60"}
    assert "in 1 minutes" in refused[0].json()["detail"]
    assert SignInAttempt.objects.count() == 10, "a refused attempt writes nothing"
    SignInAttempt.objects.update(at=begun - timedelta(minutes=1))
    assert ask_token().status_code == 200


def test_one_address_may_try_a_hundred_wrong_passwords_whatever_the_names(users):
    answers = [ask_token(f"name-{number}", "wrong").status_code for number in range(105)]
    assert answers == [401] * 100 + [429] * 5
    assert ask_token().status_code == 429
    assert ask_token(address="192.0.2.2").status_code == 200
    page = Client(REMOTE_ADDR="192.0.2.1").post("/sign-in/", {"username": "anke", "password": PASSWORD})
    assert page.status_code == 429
    assert 800 < int(page["Retry-After"]) <= 900


def test_two_passwords_are_checked_at_a_time_and_the_next_is_refused_at_once(users):
    with HASHES, HASHES:
        refused = ask_token()
        page = Client().post("/sign-in/", {"username": "anke", "password": PASSWORD})
    assert (refused.status_code, refused["Retry-After"]) == (429, "1")
    assert (page.status_code, page["Retry-After"]) == (429, "1")
    assert SignInAttempt.objects.count() == 0
    assert ask_token().status_code == 200


def test_after_the_period_attempts_are_allowed_and_success_clears_the_count(users, settings):
    for _ in range(10):
        ask_token(password="wrong")
    SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=settings.SIGN_IN_PERIOD + 1))

    assert ask_token().status_code == 200
    assert SignInAttempt.objects.count() == 0
    assert [ask_token(password="wrong").status_code for _ in range(10)] == [401] * 10


def test_a_stranger_elsewhere_cannot_lock_a_name_out(users):
    stranger = [ask_token(password="wrong", address="198.51.100.9").status_code for _ in range(120)]
    assert stranger == [401] * 10 + [429] * 110
    assert ask_token(address="192.0.2.1").status_code == 200
    assert ask_token(address="198.51.100.9").status_code == 429


@pytest.mark.parametrize("name", ["anke", "nobody"])
def test_a_hundred_wrong_passwords_from_anywhere_lock_the_name(users, name):
    addresses = [f"198.51.100.{number}" for number in range(10)]
    wrong = [ask_token(name, "wrong", address).status_code for address in addresses for _ in range(10)]
    assert wrong == [401] * 100
    assert ask_token(name, address="192.0.2.1").status_code == 429
    assert ask_token("bela", address="192.0.2.1").status_code == 200


def test_signing_in_clears_only_the_wrong_attempts_of_that_address(users):
    for address in ("192.0.2.1", "198.51.100.9"):
        for _ in range(9):
            ask_token(password="wrong", address=address)
    assert ask_token().status_code == 200
    assert [ask_token(password="wrong").status_code for _ in range(11)] == [401] * 10 + [429]
    assert [ask_token(password="wrong", address="198.51.100.9").status_code for _ in range(2)] == [401, 429]


@pytest.mark.parametrize(
    ("is_behind_proxy", "forwarded", "connected", "settled"),
    [
        (False, "198.51.100.1", "192.0.2.1", "192.0.2.1"),
        (True, "192.0.2.77, 198.51.100.1", "127.0.0.1", "198.51.100.1"),
        (True, "198.51.100.1, no address " + "x" * 8000, "127.0.0.1", "127.0.0.1"),
        (True, "", "127.0.0.1", "127.0.0.1"),
        (False, "", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (False, "", "::ffff:192.0.2.1", "192.0.2.1"),
        (False, "198.51.100.1", "", ""),
    ],
)
def test_every_limit_uses_the_same_address(settings, is_behind_proxy, forwarded, connected, settled):
    settings.BEHIND_PROXY = is_behind_proxy
    environment = {"HTTP_X_FORWARDED_FOR": forwarded, "REMOTE_ADDR": connected}
    assert [settle_address(environment), settle_address(environment)] == [settled, settled]
    assert environment == {"REMOTE_ADDR": settled}


@pytest.mark.parametrize(("method", "path", "status"), [("post", "score/", 400), ("get", "laws/", 200)])
def test_a_made_up_header_does_not_escape_the_limit_of_strangers(method, path, status, monkeypatch):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "3/min")
    cache.clear()
    answers = [
        send(APIClient(headers={"X-Forwarded-For": f"198.51.100.{number}"}), method, path).status_code
        for number in range(5)
    ]
    assert answers == [status] * 3 + [429] * 2


def test_refused_attempts_are_written_to_the_log_once_a_minute_with_their_number():
    sampled, lines = OneRefusalAMinute(), []
    for second, status in enumerate([429] * 90 + [500]):
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, "refused", None, None)
        record.created, record.status_code = float(second), status
        if sampled.filter(record):
            lines.append(json.loads(JsonLines().format(record)))
    assert [(line["status"], line.get("like_it_left_out")) for line in lines] == [
        (429, None), (429, 59), (500, None),
    ]  # fmt: skip


def test_a_password_is_changed_by_whoever_knows_it_on_the_account_that_the_header_names(users):
    browser, new = Client(), "a-better-one-for-winter"
    browser.post("/sign-in/", {"username": "anke", "password": PASSWORD})
    assert 'href="/account/"' in browser.get("/").content.decode()
    typed = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    assert 'id="id_old_password_error"' in browser.post("/account/", typed).content.decode()
    changed = browser.post("/account/", typed | {"old_password": PASSWORD}, follow=True)
    assert "Your password was changed." in changed.content.decode()
    assert ask_token(password=new).status_code == 200


def signed_in_browser():
    browser = Client(REMOTE_ADDR="192.0.2.1")
    assert browser.post("/sign-in/", {"username": "anke", "password": PASSWORD}).status_code == 302
    return browser


def test_the_old_password_is_tried_no_oftener_than_at_signing_in(users):
    browser, new = signed_in_browser(), "a-better-one-for-winter"
    typed = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    wrong = [browser.post("/account/", typed).status_code for _ in range(10)]
    assert wrong == [400] * 10
    refused = browser.post("/account/", typed | {"old_password": PASSWORD})
    assert refused.status_code == 429
    assert "Too many wrong attempts" in refused.content.decode()
    assert ask_token().status_code == 429, "one count for one password"
    assert User.objects.get(username="anke").check_password(PASSWORD)


def test_a_new_password_ends_the_tokens_and_the_other_sign_ins_of_its_user_only(users):
    browser, other, new = signed_in_browser(), signed_in_browser(), "a-better-one-for-winter"
    token, of_bela = ask_token().json()["token"], ask_token("bela").json()["token"]
    told = "A new password signs you out everywhere else and ends your API tokens."
    assert told in browser.get("/account/").content.decode()
    typed = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    changed = browser.post("/account/", typed, follow=True).content.decode()
    assert "You are signed out everywhere else." in changed
    assert browser.get("/account/").status_code == 200
    assert other.get("/account/")["Location"] == "/sign-in/?next=/account/"
    assert [clubs_with(f"Token {key}").status_code for key in (token, of_bela)] == [401, 200]


def back_from_signing_in(browser, page):
    """Sign in with the form on this page, and return the address to which the answer leads."""
    next_page = re.search(r'name="next" value="([^"]*)"', page)[1]
    typed = {"username": "anke", "password": PASSWORD, "next": next_page}
    return browser.post("/sign-in/", typed)["Location"]


def test_an_anonymous_user_signs_in_and_comes_back(users):
    browser = Client()
    sent_away = browser.get("/account/")["Location"]
    assert sent_away == "/sign-in/?next=/account/"
    assert back_from_signing_in(browser, browser.get(sent_away).content.decode()) == "/account/"
    assert browser.get("/account/").status_code == 200


def test_a_user_whose_session_has_ended_signs_in_on_the_page_and_comes_back(users):
    browser = Client()
    typed = {"old_password": "one", "new_password1": "another", "new_password2": "another"}
    answer = browser.post("/account/", typed)
    page = answer.content.decode()
    assert answer.status_code == 401
    assert 'name="password"' in page, "the form for signing in is on it"
    assert "another" not in page, "no password is written into a page"
    assert back_from_signing_in(browser, page) == "/account/"


def test_the_office_signs_in_where_attempts_are_counted(users):
    assert Client().post("/admin/login/?next=/admin/")["Location"] == "/sign-in/?next=/admin/"
    assert signed_in_browser().get("/admin/password_change/")["Location"] == "/account/"
    User.objects.filter(username="anke").update(is_staff=True)
    office = Client()
    assert office.get("/admin/", follow=True).redirect_chain[-1][0] == "/sign-in/?next=%2Fadmin%2F"
    typed = {"username": "anke", "password": PASSWORD, "next": "/admin/"}
    assert office.post("/sign-in/", typed)["Location"] == "/admin/"
    assert office.get("/admin/").status_code == 200


def test_whoever_asks_for_scores_too_often_may_still_sign_in(users, monkeypatch):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "3/min")
    cache.clear()
    deal = {"maker": 2, "bid": 8, "trump": "H", "points": [9, 5]}
    asked = [send(APIClient(REMOTE_ADDR="192.0.2.1"), "post", "score/", deal) for _ in range(4)]
    assert [answer.status_code == 429 for answer in asked] == [False, False, False, True]
    assert ask_token().status_code == 200
    page = Client(REMOTE_ADDR="192.0.2.1").post("/sign-in/", {"username": "anke", "password": PASSWORD})
    assert page.status_code == 302


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_fifty_parallel_attempts_do_not_exceed_the_limit(users):
    def attempt(_number):
        try:
            return sign_in(request=None, username="anke", password="wrong", address="192.0.2.1")
        except TooManyAttempts as refusal:
            return "busy" if refusal.seconds == 1 else "wait"
        finally:
            connection.close()

    answers = []
    with ThreadPoolExecutor(max_workers=50) as threads:
        while "wait" not in answers:
            answers += threads.map(attempt, range(50))

    # Two attempts at the same moment may each count the other as the tenth attempt.
    assert answers.count(None) in (9, 10)
    ask_token(password="wrong")
    assert ask_token().status_code == 429
    assert ask_token("bela").status_code == 200


GUESSES = {
    "code": lambda _number: attempt_code("192.0.2.1"),
    "word": lambda number: attempt_word(1, f"phone {number}", "192.0.2.1"),
}


def in_parallel(guess):
    """Make twenty guesses at once, and return how many were not refused."""
    start = Barrier(20)

    def attempt(number):
        try:
            start.wait()
            guess(number)
        except TooManyAttempts:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(max_workers=20) as threads:
        return sum(threads.map(attempt, range(20)))


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", GUESSES)
def test_parallel_guesses_share_one_pause(kind, settings):
    for number in range(settings.LINK_ATTEMPTS):
        GUESSES[kind](100 + number)
    SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=21))
    before = SignInAttempt.objects.count()

    taken = in_parallel(GUESSES[kind])

    assert taken <= 1
    assert SignInAttempt.objects.count() == before + taken * (before // settings.LINK_ATTEMPTS)
    SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=60))
    GUESSES[kind](200)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("attempt", "most", "rows"),
    [
        (lambda number: attempt_word(1, "one phone", f"198.51.100.{number}"), WORD_ATTEMPTS, 2),
        (lambda _number: attempt_practice("192.0.2.1"), 7, 1),
    ],
    ids=["words of a phone", "practice tables"],
)
def test_a_fixed_number_of_attempts_holds_in_parallel(attempt, most, rows, settings):
    settings.LINK_ATTEMPTS = 7

    taken = in_parallel(attempt)

    assert taken <= most
    assert SignInAttempt.objects.count() == rows * taken, "a refused attempt is not kept"
