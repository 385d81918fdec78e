"""Headers of errors and attributes of cookies. Requests that write need a CSRF token.

`test_access` checks the headers of pages.
"""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client, override_settings

from tests.cinchclub import test_errors
from tests.cinchclub.test_checks import start
from tests.factories import PASSWORD
from tests.running.day import some_of
from tests.security.protection import faults
from tests.security.test_access import ROUTES, TABLE
from tests.security.world import Club, Route, client_of, send_valid

pytestmark = pytest.mark.django_db

WRITTEN = sorted((name, method) for name, row in TABLE.items() for method in row if method != "GET")
WITHOUT_COOKIES = {("api-score", "POST"), ("api-token", "POST"), ("language", "POST")} | {
    (name, "POST") for name in TABLE if name.startswith("ruling-")
}
"""Routes at which nothing is done in a user's name, so that there is nothing to forge."""

ROLES = ("anonymous", "owner", "link")
TODAY = tuple(some_of(ROLES, len(ROLES)))
"""The senders of forged writes. In the gate it is a single sender, and each day another one."""


@pytest.mark.parametrize("where", ["/failing/", "/api/v1/failing/"])
@pytest.mark.parametrize(("failure", "status"), test_errors.STATUSES.items())
def test_every_error_protects_itself_and_tells_nothing_of_our_insides(failure, status, where):
    with override_settings(ROOT_URLCONF=test_errors.__name__):
        answer = Client(raise_request_exception=False).get(f"{where}{failure}/")
    assert answer.status_code == status
    assert list(faults(answer)) == []
    for word in (b"Traceback", b"ZeroDivision", b"locked", str(settings.BASE_DIR).encode()):
        assert word not in answer.content


def accepted(route: Route, method: str, role: str, harbour: Club) -> Iterator[str]:
    """Yield a write that was done in a user's name without the token, which only our own pages contain."""
    browser = client_of(harbour, role, enforce_csrf_checks=True)
    with transaction.atomic():
        answer = send_valid(browser, route, method, harbour)
        transaction.set_rollback(True)
    if answer.status_code != 403:
        yield f"{method} {route.name} as {role}: {answer.status_code}"


@pytest.mark.parametrize(("name", "method"), [pair for pair in WRITTEN if pair not in WITHOUT_COOKIES])
def test_a_write_from_another_site_is_refused(name, method, harbour):
    done = [fault for role in TODAY for fault in accepted(ROUTES[name], method, role, harbour)]
    # The API acts in nobody's name if nobody has signed in.
    acts_for_nobody = ROUTES[name].is_api and "anonymous" in TODAY
    assert done == ([f"{method} {name} as anonymous: 401"] if acts_for_nobody else [])


def test_control_a_site_that_asks_for_no_token_is_found(harbour):
    without = [step for step in settings.MIDDLEWARE if "Csrf" not in step]
    with override_settings(MIDDLEWARE=without):
        assert list(accepted(ROUTES["table-close"], "POST", "owner", harbour)) == [
            "POST table-close as owner: 302"
        ]


@pytest.mark.parametrize(
    ("base", "prefix"), [("https://club.example", "__Host-"), ("http://192.0.2.7:8000", "")]
)
def test_over_https_no_neighbouring_site_can_set_our_cookies_and_over_http_they_are_kept(
    base, prefix, tmp_path
):
    names = "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME"
    program = f"from cinchclub import settings as s; print([getattr(s, name) for name in {names}])"
    ended = start(program, CINCH_BASE_URL=base, CINCH_VAR=str(tmp_path))
    assert ended.stdout.strip() == str(
        [f"{prefix}{name}" for name in ("sessionid", "csrftoken", "django_language")]
    )


@pytest.mark.parametrize("https", [False, True])
def test_cookies_are_for_our_own_pages_only_and_travel_encrypted_under_https(https, harbour):
    browser, user = Client(), harbour.of.users["scorer"]
    with override_settings(SESSION_COOKIE_SECURE=https, CSRF_COOKIE_SECURE=https):
        browser.get("/sign-in/", secure=https)
        filled = {"username": user.username, "password": PASSWORD}
        assert browser.post("/sign-in/", filled, secure=https).status_code == 302
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        cookie = browser.cookies[name]
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert not cookie["domain"], name
        assert bool(cookie["secure"]) is https, name


def test_signing_in_and_opening_a_link_begin_a_fresh_session(harbour):
    for role in ("link", "player"):
        browser = client_of(harbour, role)
        before = browser.cookies[settings.SESSION_COOKIE_NAME].value
        user = harbour.of.users["scorer"]
        browser.post("/sign-in/", {"username": user.username, "password": PASSWORD})
        assert browser.cookies[settings.SESSION_COOKIE_NAME].value != before
