"""Many phones at one real server: nothing is lost or doubled, and a busy database answers that it is busy.

One draft of house laws gives one revision, and no reader gets an outdated revision. The web server has two
processes, a database of its own and no broker.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from uuid import uuid4

import psycopg
import pytest

from tests.house_laws.making import written
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

SETS = "/api/v1/clubs/harbour/law-sets/"
SLUG = "harbour-laws"
AT = f"{SETS}{SLUG}/"
ROUNDS = 6
CONFLICTS = {"no-draft", "draft-changed"}
"""The codes of the conflict that the slower request gets: the draft is gone, or has changed."""


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


class Office(Site):
    """A club whose owner writes laws, and two members who publish them."""

    def second(self, place: int) -> Phone:
        """Return a phone of the director if ``place`` is even, else of the deputy.

        Both may publish the draft.
        """
        return Phone(self.port, self.club["roles"][("director", "deputy")[place % 2]])

    def write(self, score: int) -> str:
        """Write the draft again with this game score; return the draft's mark."""
        text = {"written": written(title=f"To {score}", parameters={"game_score": str(score)})}
        answer = self.owner().send("PUT", f"{AT}draft/", text)
        assert answer.status == 200, answer.body
        return str(answer.body["mark"])

    def publish(self, place: int, mark: str) -> Answer:
        """Publish the draft with this mark, under a fresh key."""
        sent = {"Idempotency-Key": str(uuid4())}
        return self.second(place).send("POST", f"{AT}draft/publish/", {"mark": mark}, **sent)

    def edit(self, mark: str, score: int) -> Answer:
        """Change the draft with this mark."""
        text = written(title=f"To {score}", parameters={"game_score": str(score)})
        return self.owner().send("PUT", f"{AT}draft/", {"written": text, "mark": mark})

    def revisions(self) -> list[int]:
        """Return the numbers of the revisions, the latest first."""
        return [each["number"] for each in self.owner().send("GET", AT).body["revisions"]]

    def score(self) -> int:
        """Return the game score of the latest revision, read from the API."""
        return int(self.owner().send("GET", f"/api/v1/law-sets/{SLUG}/").body["parameters"]["game_score"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Serve a club with a table for each scorer; verify the records at the end."""
    with site_of(tmp_path_factory.mktemp("site"), tables=SCORERS) as made:
        yield Hall(made.port, made.where, made.club)
        assert made.holds()


@pytest.fixture(scope="module")
def unsafe(site: Hall) -> Iterator[Hall]:
    """Serve the club with Django's own settings on SQLite, and without the locks on PostgreSQL."""
    defects = "stock-sqlite" if site.where.url.startswith("sqlite") else "unlocked"
    with served(site.where, defects=defects) as port:
        yield Hall(port, site.where, site.club)


@pytest.fixture(scope="module")
def office(site: Hall) -> Office:
    """Return the same club with a house law set that is not published yet."""
    made = Office(site.port, site.where, site.club)
    begun = made.owner().send("POST", SETS, {"slug": SLUG, "written": written()})
    assert begun.status == 201, begun.body
    return made


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


def test_control_djangos_own_settings_or_a_missing_lock_are_found(site, unsafe):
    # On SQLite no lock keeps these requests apart, so they collide in the database.
    if site.where.url.startswith("sqlite"):
        given = at_once([partial(scorer, unsafe, number, 5) for number in range(SCORERS)])
        assert sum(status != 201 for each in given for status in each) > 5
        return
    is_found = any(
        answer.status == 409 and answer.body["code"] != "deal-already-scored"
        for _, answers in race(unsafe, [3, 4, 3, 4, 5, 3], rounds=8)
        for answer in answers
    )
    assert is_found, "without the lock only the constraints tell, and not what the other entry said"


def raced_publishing(office: Office, scores: range) -> Iterator[list[Answer]]:
    """Let six phones of two members publish the same draft at once, repeatedly."""
    for score in scores:
        mark = office.write(score)
        yield at_once([partial(office.publish, number, mark) for number in range(6)])


def raced_editing(office: Office, scores: range) -> Iterator[tuple[Answer, Answer]]:
    """Let the owner change the draft at the moment when another member publishes it, repeatedly."""
    for score in scores:
        mark = office.write(score)
        published, edited = at_once(
            [partial(office.publish, 0, mark), partial(office.edit, mark, score + 500)]
        )
        yield published, edited


def test_a_draft_published_by_two_persons_at_once_is_one_revision(office):
    for answers in raced_publishing(office, range(101, 101 + ROUNDS)):
        assert Counter(answer.status for answer in answers) == {201: 1, 409: 5}, [
            each.body for each in answers
        ]
        assert {answer.body["code"] for answer in answers if answer.status == 409} <= CONFLICTS
        number = next(answer.body["number"] for answer in answers if answer.status == 201)
        assert office.revisions() == list(range(number, 0, -1))


def test_of_a_publisher_and_an_editor_the_slower_gets_a_conflict(office):
    for published, edited in raced_editing(office, range(201, 201 + ROUNDS)):
        statuses = (published.status, edited.status)
        assert statuses in {(201, 409), (409, 200)}, (published.body, edited.body)
        assert (edited if published.status == 201 else published).body["code"] in CONFLICTS
        numbers = office.revisions()
        assert numbers == list(range(len(numbers), 0, -1))
        if published.status == 201:
            assert numbers[0] == published.body["number"]
            assert office.score() < 500, "what was looked at is published, not what came after"


def readings(office: Office, scores: range, readers: int = 3) -> list[tuple[int, int]]:
    """Publish one revision after the other while readers read the game score. Return what they read.

    Each item holds the score whose publication was acknowledged before the reading began, and the score read.
    """
    acknowledged, is_over = [0], [False]
    seen: list[tuple[int, int]] = []

    def publish() -> None:
        try:
            for score in scores:
                answer = office.publish(score, office.write(score))
                assert answer.status == 201, answer.body
                acknowledged[0] = score
        finally:
            is_over[0] = True

    def read() -> None:
        while not is_over[0]:
            before = acknowledged[0]
            seen.append((before, office.score()))

    at_once([publish, *[read] * readers])
    return seen


def test_nobody_reads_an_older_revision_than_one_already_acknowledged(office):
    office.publish(0, office.write(300))
    seen = readings(office, range(301, 301 + ROUNDS))
    assert len({after for _before, after in seen}) > 1, "somebody read while it was published"
    assert [(before, after) for before, after in seen if after < before] == []


def test_control_a_missing_lock_is_found(office, unsafe):
    races = raced_publishing(Office(unsafe.port, unsafe.where, unsafe.club), range(401, 401 + 2 * ROUNDS))
    is_found = any(
        answer.status != 201
        and (answer.status, answer.body.get("code")) not in {(409, code) for code in CONFLICTS}
        for answers in races
        for answer in answers
    )
    assert is_found, "without the lock only the constraints tell, not what the other one did"


@pytest.mark.once
def test_control_a_cache_that_knows_no_revisions_is_found(office):
    # With a single process, the last read comes from the process whose cache is out of date.
    with served(office.where, processes=1, defects="stale") as port:
        stale = Office(port, office.where, office.club)
        stale.publish(0, stale.write(600))
        stale.score()
        last = 601 + ROUNDS
        seen = [*readings(stale, range(601, last)), (last - 1, stale.score())]
    assert any(after < before for before, after in seen)
