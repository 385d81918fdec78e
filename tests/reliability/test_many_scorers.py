"""Many phones at one real server: nothing is lost or doubled, and a busy database answers that it is busy.

The web server has two processes, a database of its own and no broker.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from uuid import uuid4

import psycopg
import pytest

from tests.reliability.callers import Answer, Phone, Site, at_once, site_of
from tests.reliability.evening_over_http import Evening
from tests.reliability.serving import Place, served
from tests.running.day import EVERY

pytestmark = [pytest.mark.fault, pytest.mark.database]

SCORERS = 20
DEALS = 10 if EVERY else 5
"""The deals of each scorer. Five are enough for the control to fail."""
SEVEN_EACH = {"maker": 2, "bid": 6, "trump": "H", "points": [7, 7]}
"""A deal in which nobody scores, so that no game ends."""
REVOKED = {
    "act": "neither-followed-nor-trumped",
    "trick": "turned",
    "answer": "not-asked",
    "claimed": "yes",
}


class Hall(Site):
    """A club with a scorer and a phone for every table."""

    def phone(self, place: int = 0) -> Phone:
        """Return the phone of a scorer; every table has a scorer of its own."""
        return Phone(self.port, self.club["tables"][place]["token"])

    def new_table(self) -> int:
        """Open another table and return its id."""
        players = [f"{letter}-{uuid4().hex[:6]}" for letter in "AYBZ"]
        answer = self.owner().send("POST", "/api/v1/tables/", {"club": self.club["club"], "players": players})
        assert answer.status == 201, answer.body
        return int(answer.body["id"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Serve a club with a table for each scorer; verify the records at the end."""
    with site_of(tmp_path_factory.mktemp("site"), tables=SCORERS) as made:
        yield Hall(made.port, made.where, made.club)
        assert made.holds()


def scorer(site: Hall, number: int, deals: int) -> list[int]:
    """Enter deals at the scorer's own table without a pause; return the statuses."""
    table, phone = site.club["tables"][number]["id"], site.phone(number)
    return [phone.record(table, SEVEN_EACH).status for _ in range(deals)]


def recorded(site: Hall, number: int) -> list[int]:
    """Return the numbers of the deals at the scorer's own table."""
    table = site.club["tables"][number]["id"]
    return [
        deal["number"] for deal in site.phone(number).send("GET", f"/api/v1/tables/{table}/").body["deals"]
    ]


def test_twenty_scorers_without_pause_are_all_served(site):
    before = {number: len(recorded(site, number)) for number in range(SCORERS)}

    statuses = at_once([partial(scorer, site, number, DEALS) for number in range(SCORERS)])

    assert Counter(status for each in statuses for status in each) == {201: SCORERS * DEALS}
    for number, deals in before.items():
        assert recorded(site, number) == list(range(1, deals + DEALS + 1))


def race(site: Hall, bids: list[int], rounds: int) -> Iterator[tuple[int, list[Answer]]]:
    """Let six phones enter the same deal at once, repeatedly; yield the table and the answers."""
    for _ in range(rounds):
        table = site.new_table()
        deals = [{**SEVEN_EACH, "bid": bid, "number": 1} for bid in bids]
        yield table, at_once([partial(site.phone(n).record, table, deal) for n, deal in enumerate(deals)])


def test_one_deal_from_six_phones_is_one_deal(site):
    for table, answers in race(site, [3, 4, 3, 4, 5, 3], rounds=5):
        statuses = Counter(answer.status for answer in answers)
        assert statuses[201] == 1, statuses
        first = next(answer.body for answer in answers if answer.status == 201)
        for answer in answers:
            if answer.status == 200:
                assert answer.body["deal"] == first["deal"]
            elif answer.status != 201:
                assert (answer.status, answer.body["code"]) == (409, "deal-already-scored")
                assert answer.body["stored"]["deal"] == first["deal"]
        shown = site.owner().send("GET", f"/api/v1/tables/{table}/deals/1/").body
        assert [one["revision"] for one in shown["revisions"]] == [1]


def test_the_same_key_from_eight_threads_is_one_deal_and_one_answer(site):
    for _ in range(3):
        table, key = site.new_table(), str(uuid4())
        token = site.club["tables"][0]["token"]
        answers = at_once([partial(Phone(site.port, token).record, table, SEVEN_EACH, key) for _ in range(8)])
        assert {answer.status for answer in answers} == {201}
        assert all(answer.body == answers[0].body for answer in answers)
        shown = site.owner().send("GET", f"/api/v1/tables/{table}/").body
        assert [deal["number"] for deal in shown["deals"]] == [1]


def test_the_same_key_at_two_tables_at_once_is_refused_at_one(site):
    first, second, key = site.new_table(), site.new_table(), str(uuid4())
    token = site.club["tables"][0]["token"]
    answers = at_once(
        [partial(Phone(site.port, token).record, table, SEVEN_EACH, key) for table in (first, second)]
    )
    assert sorted(answer.status for answer in answers) == [201, 409]


def test_of_two_directors_the_second_gets_a_conflict_with_both_versions(site):
    for _ in range(3):
        table = site.new_table()
        assert site.phone().record(table, SEVEN_EACH).status == 201
        where = f"/api/v1/tables/{table}/deals/1/"
        sent = [{"bid": bid, "reason": "misheard", "base_revision": 1} for bid in (4, 5)]
        answers = at_once([partial(site.owner().send, "PATCH", where, body) for body in sent])
        done, refused = sorted(answers, key=lambda answer: answer.status)
        assert (done.status, refused.status, refused.body["code"]) == (200, 409, "stale-revision")
        assert refused.body["current"]["deal"]["bid"] == done.body["deal"]["bid"]
        assert {done.body["deal"]["bid"], refused.body["yours"]["deal"]["bid"]} == {4, 5}
        shown = site.owner().send("GET", where).body
        assert [one["revision"] for one in shown["revisions"]] == [1, 2]


def evening_at(site: Hall, name: str) -> Evening:
    """Seat the first of two rounds of eight players; each round has one deal."""
    names = [f"{name} {place}" for place in range(8)]
    return Evening.planned(site.port, site.club, names, of_rounds=2, seed=name, deals_each=1)


def press(evening: Evening, path: str, **body: object) -> partial[Answer]:
    """Return a press of a button by a phone of the director, ready to be made."""
    sent = {"reason": "It was decided so.", **body}
    phone = evening.phone(evening.director.token or "")
    return partial(phone.send, "POST", f"/api/v1/events/{evening.event}/{path}", sent)


def test_the_end_and_the_last_deal_at_once_leave_the_deal_in_the_edition_or_refused(site):
    for turn in range(4):
        evening = evening_at(site, f"Last{turn}")
        tables = evening.ask("rounds/1/")["tables"]
        assert evening.enter(1, tables[0], 1).status == 201
        last = partial(evening.enter, 1, tables[1], 1)

        ended, entered = at_once([press(evening, "end/", edition=1), last])

        assert (ended.status, entered.status in (201, 409)) == (200, True), (ended.body, entered.body)
        about = evening.ask()
        assert (about["results"], about["edition"]) == ("final", 1), "nothing came after the edition"
        played = {table["number"]: table["deals"] for table in evening.ask("rounds/1/")["tables"]}
        assert played == {tables[0]["number"]: 1, tables[1]["number"]: int(entered.status == 201)}


def test_of_a_reopening_and_a_new_edition_at_once_one_counts(site):
    for turn in range(4):
        evening = evening_at(site, f"Again{turn}")
        for _ in evening.play(1):
            pass
        evening.do("end/", {"reason": "It is late."})
        evening.correct(1, 1)

        reopened, final = at_once([press(evening, "reopen/", edition=1), press(evening, "final/", edition=2)])

        about = evening.ask()
        if reopened.status == 200:
            assert (final.status, final.body["code"]) == (409, "event-not-over")
            assert (about["results"], about["edition"]) == ("open", 1)
        else:
            assert (reopened.status, reopened.body["code"], final.status) == (409, "edition-changed", 200)
            assert (about["results"], about["edition"]) == ("final", 2)


def test_each_button_of_the_end_pressed_by_four_at_once_counts_once(site):
    evening = evening_at(site, "Four")
    for _ in evening.play(1):
        pass
    for path, body in (
        ("end/", {"edition": 1}),
        ("reopen/", {"edition": 1, "rounds": 1}),
        ("changes/", {"base": {"rounds": 1}, "settings": {"rounds": 2}}),
        ("end/", {"edition": 2}),
        ("reopen/", {"edition": 2, "rounds": 1}),
        ("final/", {"edition": 3}),
    ):
        answers = at_once([press(evening, path, **body) for _ in range(4)])
        assert {answer.status for answer in answers} <= {200, 201}, [answer.body for answer in answers]
    kinds = [change["kind"] for change in evening.ask()["changes"]]
    # A round added after a reopening is not moved into until the director makes the move.
    assert kinds == ["end", "reopen", "settings", "hold", "end", "reopen"]
    assert [final["edition"] for final in evening.ask("standings/")["editions"]] == [1, 2, 3]


def test_one_dispute_decided_from_six_phones_is_decided_once(site):
    table = site.new_table()
    owner = site.owner()
    assert owner.record(table, SEVEN_EACH).status == 201
    revoke = {"incident": "revoke", "seat": 1, "facts": REVOKED}
    raised = owner.send("POST", f"/api/v1/tables/{table}/deals/1/disputes/", revoke)
    assert raised.status == 201, raised.body
    where = f"/api/v1/disputes/{raised.body['id']}/decide/"

    waived = {"overrule": True, "effects": [{"kind": "bid-waived"}], "reason": "agreed"}
    answers = at_once(
        [partial(site.owner().send, "POST", where, body) for body in ({"confirm": True}, waived) * 3]
    )

    assert Counter(answer.status for answer in answers) == {200: 1, 409: 5}
    assert {answer.body.get("code") for answer in answers} == {None, "dispute-decided"}
    steps = owner.send("GET", f"/api/v1/disputes/{raised.body['id']}/").body["steps"]
    assert [step["seq"] for step in steps] == [1, 2]


def test_clubs_founded_at_once_under_one_name_are_different_clubs_or_refused(site):
    name = f"Club {uuid4().hex[:8]}"
    answers = at_once(
        [partial(site.phone(n).send, "POST", "/api/v1/clubs/", {"name": name}) for n in range(6)]
    )
    slugs = [answer.body["slug"] for answer in answers if answer.status == 201]
    assert slugs
    assert len(set(slugs)) == len(slugs)
    assert {answer.status for answer in answers} <= {201, 400, 409}


def test_everything_is_recorded_without_a_broker(site):
    owner, phone = site.owner(), site.phone()
    health = phone.send("GET", "/healthz")
    assert (health.status, health.body["broker"], health.body["status"]) == (200, False, "degraded")
    table = site.new_table()
    at = f"/api/v1/tables/{table}/"
    correction = {"bid": 5, "reason": "misheard"}
    member = {"name": f"Newcomer {uuid4().hex[:6]}"}
    answers = {
        "cut": phone.send("POST", f"{at}cuts/", {"purpose": "deal"}),
        "record": phone.record(table, SEVEN_EACH),
        "hold": phone.record(table, {**SEVEN_EACH, "dealer": 1, "number": 7}),
        "correct": phone.send("PATCH", f"{at}deals/1/", correction),
        "link": owner.send("POST", f"{at}link/"),
        "member": owner.send("POST", f"/api/v1/clubs/{site.club['club']}/members/", member),
    }
    held = answers["hold"].body["held"]
    answers["release"] = owner.send("POST", f"{at}held/{held}/", {"release": True})
    answers["close"] = owner.send("PATCH", at, {"closed": True})
    refused = {name: answer.body for name, answer in answers.items() if answer.status >= 300}
    assert refused == {}


@contextmanager
def busy(where: Place, table: int) -> Iterator[None]:
    """Hold the lock that recording a deal at the table needs, from another connection."""
    if where.url.startswith("sqlite"):
        with closing(sqlite3.connect(where.folder / "club.sqlite3", isolation_level=None)) as raw:
            raw.execute("BEGIN IMMEDIATE")
            yield
            raw.execute("ROLLBACK")
        return
    with psycopg.connect(where.url) as line:
        line.execute("LOCK TABLE scoring_signinattempt, django_session IN ACCESS EXCLUSIVE MODE")
        line.execute("SELECT 1 FROM scoring_table WHERE id = %s FOR UPDATE", [table])
        yield
        line.rollback()


def test_a_locked_database_is_reported_as_busy_and_the_repeat_is_recorded(site):
    impatient = {"CINCH_DATABASE_TIMEOUT": "1", "CINCH_DATABASE_LOCK_TIMEOUT": "1"}
    table, key = site.new_table(), str(uuid4())
    with served(site.where, processes=1, environment=impatient) as port:
        phone = Phone(port, site.club["tables"][0]["token"])
        browser = Phone(port)
        begun = browser.send("GET", "/sign-in/")
        cookie = begun.headers["Set-Cookie"].split(";")[0]
        page = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        token = begun.body.decode().split('csrfmiddlewaretoken" value="')[1].split('"')[0]
        with busy(site.where, table):
            refused = phone.record(table, SEVEN_EACH, key)
            forms = [
                browser.send_form("/sign-in/", page, username="owner", password="x" * 12, token=token),
                browser.send_form("/t/", page, secret=site.club["tables"][0]["secret"], token=token),
            ]
        repeated = phone.record(table, SEVEN_EACH, key)
        again = phone.record(table, SEVEN_EACH, key)
        shown = phone.send("GET", f"/api/v1/tables/{table}/").body

    assert (refused.status, refused.headers["Retry-After"]) == (503, "2")
    assert "Nothing was recorded" in refused.body["detail"]
    assert [form.status for form in forms] == [503, 503]
    assert (repeated.status, again.status, again.body) == (201, 201, repeated.body)
    assert [deal["number"] for deal in shown["deals"]] == [1]


def test_control_djangos_own_settings_or_a_missing_lock_are_found(site):
    # On SQLite no lock keeps these requests apart, so they collide in the database.
    if site.where.url.startswith("sqlite"):
        with served(site.where, defects="unlocked stock-sqlite") as port:
            unsafe = Hall(port, site.where, site.club)
            given = at_once([partial(scorer, unsafe, number, 5) for number in range(SCORERS)])
        assert sum(status != 201 for each in given for status in each) > 5
        return
    with served(site.where, defects="unlocked") as port:
        unsafe = Hall(port, site.where, site.club)
        is_found = any(
            answer.status == 409 and answer.body["code"] != "deal-already-scored"
            for _, answers in race(unsafe, [3, 4, 3, 4, 5, 3], rounds=8)
            for answer in answers
        )
    assert is_found, "without the lock only the constraints tell, and not what the other entry said"
