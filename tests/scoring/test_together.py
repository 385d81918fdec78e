"""What a whole hall asks for at once is made once, and nobody is given what was so before he asked."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.selectors import events
from scoring.tables.cache import Remembered

PATIENCE = 30
MANY = 8


@dataclass(frozen=True)
class Record:
    """An event's record, as far as it matters here."""

    begun_at: str
    mark: str = ""


@dataclass
class Journal:
    """An event's journal that ends with a mark, and a database whose answers come when they are let out."""

    mark: str = "first"
    made: int = 0
    asked: list[str] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)

    def end(self, event: int) -> tuple[int, str]:
        """Return the last entry."""
        self.asked.append(self.mark)
        return len(self.mark), self.mark

    def read(self, event: object) -> Record:
        """Read everything."""
        self.made += 1
        begun_at = self.mark
        assert self.gate.wait(PATIENCE)
        return Record(begun_at)


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    """Return the journal that the selector reads."""
    found = Journal()
    monkeypatch.setattr(events, "_VERSION", SimpleNamespace(first=found.end))
    monkeypatch.setattr(events, "_RECORDS", Remembered(8))
    monkeypatch.setattr(events, "event_record", found.read)
    monkeypatch.setattr(events, "_followed", lambda event, at, record: None)
    yield found
    found.gate.set()


def asked(many: int) -> tuple[list[threading.Thread], list[Record]]:
    """Have so many ask; return their threads and what they are given."""
    given: list[Any] = []
    event: Any = SimpleNamespace(pk=3)
    threads = [threading.Thread(target=lambda: given.append(events.state(event)[0])) for _ in range(many)]
    for thread in threads:
        thread.start()
    return threads, given


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("is_control", [False, True], ids=["as it is", "control"])
def test_an_event_is_read_once_for_all_who_ask(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, is_control: bool
) -> None:
    def crowd(event_id: int) -> AbstractContextManager[bool]:
        return nullcontext(False)

    if is_control:
        monkeypatch.setattr(events, "_alone", crowd)
    threads, given = asked(MANY)
    until(lambda: len(journal.asked) >= MANY and journal.made == (MANY if is_control else 1))
    journal.gate.set()
    for thread in threads:
        thread.join(PATIENCE)

    assert journal.made == (MANY if is_control else 1)
    assert [record.mark for record in given] == ["first"] * MANY


def test_whoever_asks_after_something_happened_is_not_given_what_was_being_read(journal: Journal) -> None:
    early, given_early = asked(1)
    until(lambda: journal.made == 1)
    journal.mark = "second"
    late, given_late = asked(MANY)
    until(lambda: journal.asked.count("second") >= MANY)
    journal.gate.set()
    for thread in (*early, *late):
        thread.join(PATIENCE)

    assert [record.mark for record in given_early] == ["first"]
    assert [(record.begun_at, record.mark) for record in given_late] == [("second", "second")] * MANY
    assert journal.made == 2


def test_a_read_that_fails_keeps_nobody_waiting(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(event: object) -> Record:
        raise OSError("the database is away")

    event: Any = SimpleNamespace(pk=3)
    with monkeypatch.context() as broken:
        broken.setattr(events, "event_record", away)
        for _ in range(2):
            with pytest.raises(OSError, match="away"):
                events.state(event)
    journal.gate.set()
    assert events.state(event)[0].mark == "first"
