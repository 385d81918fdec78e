"""Server-sent events from a real server: who may listen, what is told and in which order, and how it ends."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from scoring.api.stream import MOST_EACH
from tests.reliability.callers import Answer, Phone
from tests.reliability.serving import Place, place, served, server_address
from tests.scoring.listener import Listening, Told

pytestmark = pytest.mark.fault

SEVEN_EACH = {"maker": 2, "bid": 6, "trump": "H", "points": [7, 7]}
PLACES = 3
"""How many may listen at a time where it is tried what happens to one more."""


@dataclass
class Site:
    """A running server with a club whose director runs an event of eight players."""

    port: int
    club: dict[str, Any]
    where: Place
    event: int = 0

    def ask(self, method: str, path: str, body: object = None, role: str = "director") -> Answer:
        """Send a request as somebody of the club."""
        return Phone(self.port, self.club["roles"][role]).send(method, f"/api/v1/{path}", body)

    def listen(self, role: str = "director", seen: int | None = None) -> Listening:
        """Open a stream."""
        return Listening(self.port, self.event, self.club["roles"].get(role, ""), seen)

    def version(self) -> int:
        """Return the event's version."""
        return int(self.ask("GET", f"events/{self.event}/").body["version"])

    def move_on(self) -> None:
        """Ring the bell and move, whatever is missing being cut for."""
        current = self.ask("GET", f"events/{self.event}/").body["round"]
        moved = self.ask("POST", f"events/{self.event}/rounds/{current}/move/", {})
        assert moved.status == 200, moved.body


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a club from one process."""
    with place(tmp_path_factory.mktemp("streams"), server_address()) as where:
        club = where.fill(tables=1)
        with served(where, processes=1, threads=40) as port:
            yield Site(port, club, where)


@contextmanager
def with_few_places(site: Site) -> Iterator[Site]:
    """Serve the same club with few places to listen."""
    with served(site.where, processes=1, environment={"CINCH_STREAMS": str(PLACES)}) as port:
        yield Site(port, site.club, site.where, site.event)


@pytest.fixture
def evening(site: Site) -> Site:
    """Return the site with a new event whose first round is seated."""
    players = [f"{letter}-{site.event}" for letter in "ABCDEFGH"]
    planned = site.ask(
        "POST",
        "events/",
        {"club": "harbour", "name": "Evening", "players": players, "movement": {"missing_results": "cut"}},
    )
    assert planned.status == 201, planned.body
    site.event = planned.body["id"]
    started = site.ask("POST", f"events/{site.event}/start/", {})
    assert started.status == 202, started.body
    return site


def test_whoever_comes_is_told_everything_and_then_what_is_new(evening: Site) -> None:
    with closing(evening.listen()) as listening:
        first = listening.until_id()
        assert [one.kind for one in first] == ["seating", "score", "clock", "standings"]
        assert {one.data["version"] for one in first} == {evening.version()}
        assert first[0].data["round"] == 1
        seated = [seat["id"] for table in first[0].data["tables"] for seat in table["seats"]]
        assert len(set(seated)) == 8

        evening.move_on()

        news: list[Told] = []
        while not any(one.kind == "seating" and one.data["round"] == 2 for one in news):
            news += listening.until_id()
        assert listening.version == evening.version()
        last = [one for one in news if one.kind == "seating"][-1].data
        shown = evening.ask("GET", f"events/{evening.event}/rounds/2/").body
        assert last["tables"] == [
            {"number": table["number"], "seats": table["seats"]} for table in shown["tables"]
        ]
        versions = [one.id for one in news if one.id is not None]
        assert versions == sorted(versions)


def test_a_deal_is_told_to_whoever_listens(evening: Site) -> None:
    with closing(evening.listen()) as listening:
        listening.until_id()
        table = evening.ask("GET", f"events/{evening.event}/rounds/1/").body["tables"][0]["table_id"]
        dealer = evening.ask("GET", f"tables/{table}/").body["next_dealer"]
        phone = Phone(evening.port, evening.club["roles"]["scorer"])
        recorded = phone.record(table, {**SEVEN_EACH, "dealer": dealer})
        assert recorded.status == 201, recorded.body

        news = listening.until_id()

        assert [one.kind for one in news] == ["score", "standings"]
        assert news[0].data["tables"] == [table]
        assert listening.version == evening.version()


def test_whoever_comes_again_is_told_what_he_missed_and_no_more(evening: Site) -> None:
    listening = evening.listen()
    listening.until_id()
    listening.close()
    clock = evening.ask("POST", f"events/{evening.event}/clock/", {"step": "start"})
    assert clock.status == 200, clock.body

    again = evening.listen(seen=listening.version)
    try:
        assert [one.kind for one in again.until_id()] == ["clock"]
        assert again.version == evening.version()
    finally:
        again.close()


def test_the_clock_is_told_in_full(evening: Site) -> None:
    with closing(evening.listen()) as listening:
        listening.until_id()
        evening.ask("POST", f"events/{evening.event}/clock/", {"step": "last-hand"})
        (told,) = listening.until_id()
        assert told.kind == "clock"
        assert told.data["last_hand"] is True
        assert told.data["round"] == 1


def test_there_are_so_many_places_and_one_is_free_again_when_its_listener_has_gone(evening: Site) -> None:
    with with_few_places(evening) as site, ExitStack() as stack:
        held = [stack.enter_context(closing(site.listen())) for _ in range(PLACES)]
        assert [one.status for one in held] == [200] * PLACES
        refused = stack.enter_context(closing(site.listen()))
        assert refused.status == 204, "EventSource stops at 204, and the page polls"
        assert site.ask("GET", f"events/{site.event}/").status == 200, "everything else is answered"

        held[0].close()

        # What is sent next finds that somebody has gone; a heartbeat would, some seconds later.
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with closing(site.listen()) as again:
                if again.status == 200:
                    return
            site.ask("POST", f"events/{site.event}/clock/", {"step": "add", "minutes": 1})
            time.sleep(0.3)
        raise AssertionError("the place was never free again")


def test_nobody_holds_so_many_streams_that_there_is_no_room_for_others(evening: Site) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(closing(evening.listen("scorer"))) for _ in range(MOST_EACH)]
        assert [one.status for one in held] == [200] * MOST_EACH

        one_more = stack.enter_context(closing(evening.listen("scorer")))
        another = stack.enter_context(closing(evening.listen("player")))

        assert (one_more.status, another.status) == (204, 200)


@pytest.mark.parametrize(("role", "status"), [("nobody", 401), ("stranger", 404), ("player", 200)])
def test_who_may_listen(evening: Site, role: str, status: int) -> None:
    with closing(evening.listen(role)) as listening:
        assert listening.status == status
        if status != 200:
            assert listening.answer.getheader("Content-Type") == "application/json"


@pytest.mark.parametrize("seen", ["-1", "x", "9" * 30, "999999999"])
def test_an_odd_id_is_told_everything(evening: Site, seen: str) -> None:
    listening = Listening(evening.port, evening.event, evening.club["roles"]["director"], seen)  # type: ignore[arg-type]  # odd on purpose
    try:
        assert len(listening.until_id()) == 4
    finally:
        listening.close()


def test_whoever_claims_a_version_to_come_keeps_nobody_from_the_news(evening: Site) -> None:
    ahead = Listening(evening.port, evening.event, evening.club["roles"]["director"], 999_999_999)
    with closing(ahead), closing(evening.listen()) as listening:
        ahead.until_id()
        listening.until_id()
        evening.ask("POST", f"events/{evening.event}/clock/", {"step": "start"})
        assert [one.kind for one in listening.until_id()] == ["clock"]
        assert [one.kind for one in ahead.until_id()] == ["clock"]


def test_a_stream_ends_by_itself_after_its_time(evening: Site) -> None:
    with served(evening.where, processes=1, environment={"CINCH_STREAM_SECONDS": "2"}) as port:
        site = Site(port, evening.club, evening.where, evening.event)
        with closing(site.listen()) as listening:
            assert len(list(listening.told())) == 4


def test_the_server_stops_at_once_while_somebody_listens(evening: Site) -> None:
    with ExitStack() as stack:
        with served(evening.where, processes=1) as port:
            site = Site(port, evening.club, evening.where, evening.event)
            listening = stack.enter_context(closing(site.listen()))
            listening.until_id()
        assert list(listening.told()) == [], "it was ended, not torn off"
