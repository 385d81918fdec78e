"""What a listener is told from memory and what is read for him, and how soon news follow one another."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from scoring import listening
from scoring.listening import BETWEEN, GREETING, TICK, Hub, Listener, News

EVENT, LAST = 7, 20
SHORT = TICK / 2


@dataclass
class Book:
    """An event's journal as a hub reads it, with a clock; what was read is noted as (since, version)."""

    version: int = LAST
    seats: int = 0
    """The version of the last entry that may not wait."""
    now: float = 1000.0
    read: list[tuple[int, int]] = field(default_factory=list)
    fails: bool = False

    def news(self, event: int, since: int) -> News:
        """Return what is new, as "from-to"."""
        if self.fails:
            raise OSError("the database is away")
        self.read.append((since, self.version))
        text = f"{since}-{self.version} ".encode()
        return News(text, self.version, may_wait=self.seats <= since)


@dataclass
class Room:
    """A hub that looks when it is told to."""

    hub: Hub
    book: Book
    here: list[Listener] = field(default_factory=list)
    """Everybody who came: whoever is forgotten has left."""

    def comes(self, known: int = 0, who: str = "somebody") -> Listener:
        """Return somebody who comes, as of a version."""
        listener = self.hub.listen(EVENT, who, known=known, seconds=60, most=5, most_each=4)
        assert listener is not None
        self.here.append(listener)
        return listener

    def happens(self, *, seats: bool = False, after: float = TICK) -> None:
        """Write one entry and have the hub look."""
        self.book.version += 1
        if seats:
            self.book.seats = self.book.version
        self.looks(after)

    def looks(self, after: float = TICK) -> None:
        """Have the hub look for news."""
        self.book.now += after
        self.hub._look({EVENT: self.hub.watched[EVENT].version})


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    """Return a hub whose watcher never looks by itself."""
    book = Book()
    monkeypatch.setattr(listening, "time", SimpleNamespace(monotonic=lambda: book.now))
    hub = Hub(versions=lambda ids: dict.fromkeys(ids, book.version), news=book.news)
    hub.watcher = threading.current_thread()
    return Room(hub, book)


def told(listener: Listener) -> str:
    """Return what a listener is told next, without the greeting; a dot where there is nothing."""
    if not listener.first and listener.watched.version <= listener.seen:
        return "."
    return next(listener).removeprefix(GREETING).decode().strip()


@pytest.mark.parametrize(
    ("known", "read", "first", "then"),
    [
        pytest.param(0, [(0, 22)], "0-22", ".", id="nothing"),
        pytest.param(22, [], "", ".", id="the last"),
        pytest.param(21, [], "", "21-22", id="the last but one"),
        pytest.param(20, [], "", "20-21 21-22", id="all that is kept"),
        pytest.param(19, [(19, 22)], "19-22", ".", id="less than is kept"),
        pytest.param(23, [(23, 22)], "23-22", ".", id="what is still to come"),
    ],
)
def test_what_is_kept_is_not_read_again(
    room: Room, known: int, read: list[tuple[int, int]], first: str, then: str
) -> None:
    room.comes()
    room.happens(seats=True)
    room.happens(seats=True)
    room.book.read.clear()

    one = room.comes(known)

    assert room.book.read == read
    assert told(one) == first
    assert told(one) == then
    room.happens(seats=True)
    assert told(one) == "22-23", "whoever came is told what follows"


def many_at_once(room: Room) -> None:
    """Nothing happens between those who come."""


def a_tick_later(room: Room) -> None:
    """A tick passes, in which a name may have changed."""
    room.book.now += TICK


def news_in_between(room: Room) -> None:
    """Something happens and is known to the hub."""
    room.happens(seats=True, after=SHORT)


@pytest.mark.parametrize(
    ("between", "read", "hears"),
    [
        (many_at_once, [], "0-20 ."),
        (a_tick_later, [(0, 20)], "0-20 ."),
        (news_in_between, [(20, 21)], "0-20 20-21"),
    ],
)
def test_of_those_who_come_at_once_one_is_read_for(
    room: Room, between: Callable[[Room], None], read: list[tuple[int, int]], hears: str
) -> None:
    room.comes()
    room.book.read.clear()
    between(room)

    one = room.comes(who="another")

    assert room.book.read == read
    assert f"{told(one)} {told(one)}" == hears


@pytest.mark.parametrize(
    ("between", "heard"),
    [
        # 0.2 s between two looks, half a second between two pieces of news: at once, then every third time.
        (0.5, ["20-21", ".", ".", "21-24", ".", "."]),
        pytest.param(0, ["20-21", "21-22", "22-23", "23-24", "24-25", "25-26"], id="control: none may wait"),
    ],
)
def test_deals_are_told_at_once_and_then_together(
    room: Room, monkeypatch: pytest.MonkeyPatch, between: float, heard: list[str]
) -> None:
    assert (TICK, BETWEEN) == (0.2, 0.5)
    monkeypatch.setattr(listening, "BETWEEN", between)
    one = room.comes()
    told(one)
    for piece in heard:
        room.happens()
        assert told(one) == piece
    room.looks()
    assert told(one) == ("24-26" if between else "."), "also where nothing more comes"


def test_seats_and_the_clock_never_wait(room: Room) -> None:
    one = room.comes()
    told(one)
    room.happens()
    assert told(one) == "20-21"
    room.happens()
    assert told(one) == "."
    room.happens(seats=True)
    assert told(one) == "21-23", "with the deal that waited"
    room.happens(seats=True)
    assert told(one) == "23-24"


def test_whoever_could_not_be_told_anything_has_no_place(room: Room) -> None:
    room.book.fails = True
    for _ in range(9):
        with pytest.raises(OSError, match="away"):
            room.comes()
    assert not room.hub.places
    room.book.fails = False
    assert told(room.comes()) == "0-20"


def test_places_are_counted_before_anything_is_read(room: Room) -> None:
    held = [room.comes(who="one") for _ in range(4)]
    room.book.read.clear()
    full = [room.hub.listen(EVENT, who, known=0, seconds=60, most=5, most_each=4) for who in ("one", "two")]
    assert full[0] is None
    assert full[1] is not None
    assert room.hub.listen(EVENT, "three", known=0, seconds=60, most=5, most_each=4) is None
    assert room.book.read == []
    for one in (*held, full[1]):
        one.close()
    assert not room.hub.places
    assert not room.hub.watched
