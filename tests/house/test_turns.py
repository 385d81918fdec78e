"""Requests in their turns: how many at a time, who first, on which threads, and what is raised."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from cinchclub import turns
from cinchclub.turns import FAIR, Kind, Turns, kind_of

PATIENCE = 30
STREAM = "text/event-stream"


def asking(method: str = "GET", accept: str = "*/*", name: str = "") -> dict[str, Any]:
    """Return what is known of a request."""
    return {"REQUEST_METHOD": method, "HTTP_ACCEPT": accept, "PATH_INFO": name}


RECORDING, READING, LISTENING = asking("POST"), asking(), asking(accept=STREAM)


def start(status: str, headers: list[tuple[str, str]]) -> None:
    """Take the head of an answer."""


class Hall:
    """An application that answers nobody until it is told to, and notes who was let in."""

    def __init__(self) -> None:
        self.guard, self.gate = threading.Lock(), threading.Semaphore(0)
        self.inside: Counter[Kind] = Counter()
        self.most: Counter[Kind] = Counter()
        self.order: list[str] = []
        self.threads: list[int] = []

    def __call__(self, environment: dict[str, Any], _: Callable[..., Any]) -> Iterable[bytes]:
        kind = kind_of(environment)
        with self.guard:
            self.inside[kind] += 1
            self.most[kind] = max(self.most[kind], self.inside[kind])
            self.order.append(environment["PATH_INFO"])
            self.threads.append(threading.get_ident())
        assert self.gate.acquire(timeout=PATIENCE)
        with self.guard:
            self.inside[kind] -= 1
        return [environment["PATH_INFO"].encode()]

    def let_out(self, many: int) -> None:
        """Have so many answered."""
        self.gate.release(many)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, (self.inside, self.order)
            time.sleep(0.005)


@contextmanager
def crowd(
    hall: Hall, at_a_time: int, wanted: list[dict[str, Any]]
) -> Iterator[list[Future[Iterable[bytes]]]]:
    """Send requests one after the other, each on a thread of its own that waits; the first is let in."""
    door = Turns(hall, at_a_time)
    with ThreadPoolExecutor(len(wanted)) as phones:
        sent: list[Future[Iterable[bytes]]] = []
        for one in wanted:
            sent.append(phones.submit(door, one, start))
            hall.until(lambda: door.came == len(sent) and bool(hall.order))
        yield sent


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        (asking("POST"), Kind.RECORDING),
        (asking("PATCH"), Kind.RECORDING),
        (asking("DELETE"), Kind.RECORDING),
        (asking("POST", STREAM), Kind.RECORDING),
        (asking("GET"), Kind.READING),
        (asking("HEAD"), Kind.READING),
        (asking("GET", "text/html, */*"), Kind.READING),
        (asking("GET", STREAM), Kind.LISTENING),
        (asking("GET", f"{STREAM}, */*;q=0.1"), Kind.LISTENING),
        ({"REQUEST_METHOD": "GET"}, Kind.READING),
    ],
)
def test_what_a_request_is_after(environment: dict[str, Any], kind: Kind) -> None:
    assert kind_of(environment) is kind


@pytest.mark.parametrize(
    ("at_a_time", "kind", "environment", "most"),
    [
        (16, Kind.RECORDING, RECORDING, 16),
        (16, Kind.READING, READING, 12),
        (16, Kind.LISTENING, LISTENING, 2),
        (4, Kind.RECORDING, RECORDING, 4),
        (4, Kind.READING, READING, 3),
        (4, Kind.LISTENING, LISTENING, 1),
        (1, Kind.RECORDING, RECORDING, 1),
        (1, Kind.READING, READING, 1),
        (1, Kind.LISTENING, LISTENING, 1),
    ],
)
def test_so_many_are_answered_at_a_time(
    at_a_time: int, kind: Kind, environment: dict[str, Any], most: int
) -> None:
    hall = Hall()
    with crowd(hall, at_a_time, [environment] * 20) as sent:
        hall.until(lambda: hall.inside[kind] == most)
        hall.let_out(20)
        assert [list(one.result(PATIENCE)) for one in sent] == [[b""]] * 20
    assert hall.most == {kind: most}
    assert len(set(hall.threads)) <= at_a_time


@pytest.mark.parametrize(
    ("fair", "order"),
    [
        (FAIR, ["first", "records", "reads", "listens"]),
        pytest.param(1, ["first", "listens", "reads", "records"], id="control: every turn by waiting"),
    ],
)
def test_who_records_passes_those_who_read_and_they_pass_those_who_listen(
    monkeypatch: pytest.MonkeyPatch, fair: int, order: list[str]
) -> None:
    monkeypatch.setattr(turns, "FAIR", fair)
    hall = Hall()
    waiting = [asking(accept=STREAM, name="listens"), asking(name="reads"), asking("POST", name="records")]
    with crowd(hall, 1, [asking(name="first"), *waiting]):
        hall.let_out(4)
    assert hall.order == order


def test_whoever_listens_has_his_turn_also_where_recording_never_ends() -> None:
    hall = Hall()
    crowd_of = [asking("POST", name="records")] * (2 * FAIR)
    with crowd(hall, 1, [asking(name="first"), asking(accept=STREAM, name="listens"), *crowd_of]):
        hall.let_out(2 + 2 * FAIR)
    assert hall.order.index("listens") < FAIR, hall.order


def test_a_hall_that_comes_again_keeps_nobody_from_recording() -> None:
    hall = Hall()
    with crowd(hall, 4, [LISTENING] * 30 + [READING] * 30 + [asking("POST", name="records")]):
        hall.until(lambda: hall.inside == {Kind.LISTENING: 1, Kind.READING: 2, Kind.RECORDING: 1})
        assert hall.order.index("records") < 4
        hall.let_out(61)


@pytest.mark.parametrize(
    ("patience", "most"), [(PATIENCE, 1), pytest.param(0, 4, id="control: nobody is left alone")]
)
def test_what_is_quickly_answered_is_answered_alone(
    monkeypatch: pytest.MonkeyPatch, patience: float, most: int
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", patience)
    hall = Hall()
    with crowd(hall, 4, [asking("POST")] * 12) as sent:
        hall.until(lambda: hall.inside[Kind.RECORDING] == most)
        hall.let_out(12)
        assert [list(one.result(PATIENCE)) for one in sent] == [[b""]] * 12
    assert hall.most == {Kind.RECORDING: most}


def test_who_takes_longer_is_joined_by_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)
    hall = Hall()
    begun = time.monotonic()
    with crowd(hall, 3, [asking("POST")] * 6):
        hall.until(lambda: hall.inside[Kind.RECORDING] == 3)
        assert time.monotonic() - begun >= 2 * 0.05
        hall.let_out(6)


@pytest.mark.once
def test_nobody_is_forgotten_where_requests_take_about_as_long_as_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.002)
    kinds, answered = [RECORDING, READING, LISTENING], Counter[int]()

    def door(environment: dict[str, Any], _: Callable[..., Any]) -> Iterable[bytes]:
        time.sleep(environment["TAKES"])
        return [b"answered"]

    site = Turns(door, 4)

    def phone(number: int) -> None:
        drawn = random.Random(number)
        for _ in range(200):
            site({**drawn.choice(kinds), "TAKES": drawn.choice([0, 0.001, 0.002, 0.003])}, start)
            answered[number] += 1

    with ThreadPoolExecutor(12) as phones:
        for one in [phones.submit(phone, number) for number in range(12)]:
            one.result(PATIENCE)
    assert answered == dict.fromkeys(range(12), 200)
    assert site.threads <= 4
    assert not any(site.waiting.values())


def test_what_is_raised_reaches_the_server_and_the_next_one_is_answered() -> None:
    def door(environment: dict[str, Any], _: Callable[..., Any]) -> Iterable[bytes]:
        if environment["PATH_INFO"] == "breaks":
            raise ZeroDivisionError("ours")
        if environment["PATH_INFO"] == "leaves":
            raise SystemExit(1)
        return [b"answered"]

    site = Turns(door, 1)
    for name, failure in (("breaks", ZeroDivisionError), ("leaves", SystemExit)):
        with pytest.raises(failure):
            site(asking(name=name), start)
        assert list(site(asking(), start)) == [b"answered"]


def test_one_after_the_other_is_one_thread() -> None:
    hall = Hall()
    door = Turns(hall, 16)
    for _ in range(5):
        hall.let_out(1)
        door(READING, start)
        hall.until(lambda: len(door.idle) == 1)
    assert len(set(hall.threads)) == 1
    assert threading.get_ident() not in hall.threads
