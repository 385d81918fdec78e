"""Who listens to which event in this process, and the one thread that watches the database for all of them.

A listener holds a thread of the server but no connection to the database; the watcher asks in one statement
for the versions of all events listened to, and only while somebody listens. What the news are is asked of
whoever made the `Hub`; nothing here knows of events, of HTTP or of JSON.
"""

import logging
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FrameType

from scoring.connections import hold_none

logger = logging.getLogger(__name__)

TICK = 0.2
"""Seconds between two looks at the database."""
AFTER_A_FAILURE = 2.0
BETWEEN = 0.5
"""Seconds between two pieces of news about an event of which the second may wait: in a full hall deals come
all the time, and every piece wakes everybody."""
HEARTBEAT = 10.0
"""Seconds after which something is sent even without news, so that a vanished client is noticed."""
KEPT = 200
"""How many pieces of news about an event are kept for listeners who are slow to wake."""
BEAT = b":\n\n"
GREETING = b"retry: 300\n\n"
"""What is sent at first: in how many milliseconds a browser is to come again when a stream has ended."""


@dataclass(frozen=True, slots=True)
class News:
    """What is told, the version it leads up to, and whether it may wait for what comes soon after."""

    text: bytes
    version: int
    may_wait: bool = False


@dataclass(slots=True)
class Watched:
    """An event that is listened to: its version, and the news as (from version, to version, text)."""

    version: int
    listeners: int = 0
    news: deque[tuple[int, int, bytes]] = field(default_factory=lambda: deque(maxlen=KEPT))
    told_at: float = -BETWEEN
    """When there was news last."""
    everything: tuple[float, News] | None = None
    """What somebody who knew nothing was told last, and when that was read."""

    def leads_on_from(self, since: int) -> bool:
        """Return whether whoever knows the event as of ``since`` misses nothing of what is kept."""
        return self.version <= since or any(begins <= since < ends for begins, ends, _ in self.news)

    def tells(self, known: int) -> News | None:
        """Return what is to be told at first to somebody who knows the event as of ``known``, 0 for nothing.

        None where that has to be read. Whoever knows a version that is kept is told the rest as news, and of
        many who come at once all but the first are told everything as that one was, at most a tick ago.
        """
        if 0 < known <= self.version and self.leads_on_from(known):
            return News(b"", known)
        if not known and self.everything is not None:
            read_at, news = self.everything
            if time.monotonic() - read_at < TICK and self.leads_on_from(news.version):
                return news
        return None


class Hub:
    """The listeners of one process. ``versions`` and ``news`` read the database; both may raise.

    ``news`` takes an event and a version, 0 for none, and returns what is new since.
    """

    def __init__(
        self,
        *,
        versions: Callable[[Iterable[int]], Mapping[int, int]],
        news: Callable[[int, int], News],
    ) -> None:
        self.versions, self.news = versions, news
        self.changed = threading.Condition()
        self.watched: dict[int, Watched] = {}
        self.places: Counter[str] = Counter()
        self.watcher: threading.Thread | None = None
        self.is_stopping = False

    def listen(
        self, event: int, who: str, *, known: int, seconds: float, most: int, most_each: int
    ) -> "Listener | None":
        """Return a listener for somebody who knows the event as of ``known``; None where it is full.

        ``who`` has ``most_each`` places at most, everybody together ``most``. It must be closed.
        """
        with self.changed:
            if self.places.total() >= most or self.places[who] >= most_each or self.is_stopping:
                return None
            self.places[who] += 1
            watched = self.watched.get(event)
            first = watched.tells(known) if watched else None
        try:
            read_at = time.monotonic()
            news = first or self.news(event, known)
        except BaseException:
            with self.changed:
                self._free(who)
            raise
        with self.changed:
            watched = self.watched.setdefault(event, Watched(version=news.version))
            watched.listeners += 1
            if first is None and not known:
                watched.everything = read_at, news
            if self.watcher is None:
                self.watcher = threading.Thread(target=self._watch, name="watcher of events", daemon=True)
                self.watcher.start()
            if not watched.leads_on_from(news.version):
                seconds = 0  # others heard of something in the meantime: come again
            return Listener(self, event, who, watched, news, time.monotonic() + seconds)

    def leave(self, event: int, who: str) -> None:
        """Give a place back."""
        with self.changed:
            self._free(who)
            self.watched[event].listeners -= 1
            if not self.watched[event].listeners:
                del self.watched[event]

    def _free(self, who: str) -> None:
        self.places[who] -= 1
        self.places += Counter()  # forgets those who have none left

    def _watch(self) -> None:
        """Look again and again while somebody listens; a database that is away is asked again later."""
        try:
            while True:
                with self.changed:
                    known = {event: watched.version for event, watched in self.watched.items()}
                    if not known:
                        self.watcher = None
                        return
                    if self.is_stopping:
                        self.changed.notify_all()
                pause = TICK
                try:
                    self._look(known)
                except Exception:
                    logger.exception("The watcher of events could not read the database")
                    hold_none()
                    pause = AFTER_A_FAILURE
                time.sleep(pause)
        finally:
            hold_none()

    def _look(self, known: Mapping[int, int]) -> None:
        for event, now in self.versions(known).items():
            if now <= known[event]:
                continue
            news = self.news(event, known[event])
            upto = max(now, news.version)
            with self.changed:
                if (watched := self.watched.get(event)) is None or watched.version != known[event]:
                    continue
                at = time.monotonic()
                if news.may_wait and at < watched.told_at + BETWEEN:
                    continue  # it is told with what comes until then
                watched.news.append((watched.version, upto, news.text))
                watched.version, watched.told_at = upto, at
                self.changed.notify_all()


class Listener(Iterator[bytes]):
    """What one listener is sent, until its time is up; the first piece is sent at once."""

    def __init__(self, hub: Hub, event: int, who: str, watched: Watched, news: News, end: float) -> None:
        self.hub, self.event, self.who, self.watched = hub, event, who, watched
        self.seen, self.first, self.end = news.version, GREETING + news.text, end
        self.is_closed = False

    def __next__(self) -> bytes:
        """Return news, or a heartbeat; stop where the time is up, news were missed or the server stops."""
        if self.first:
            hold_none()
            told, self.first = self.first, b""
            return told
        beat = time.monotonic() + HEARTBEAT
        with self.hub.changed:
            while not self.hub.is_stopping:
                now = time.monotonic()
                if now >= self.end:
                    break
                if fresh := [one for one in self.watched.news if one[1] > self.seen]:
                    if fresh[0][0] > self.seen:
                        break  # too slow: whoever comes again is told everything
                    self.seen = fresh[-1][1]
                    return b"".join(text for _, _, text in fresh)
                if now >= beat:
                    return BEAT
                self.hub.changed.wait(min(beat, self.end) - now)
        raise StopIteration

    def close(self) -> None:
        """Give the place back. Twice is once."""
        if not self.is_closed:
            self.is_closed = True
            self.hub.leave(self.event, self.who)

    def __del__(self) -> None:
        """Give the place back also where nobody has ever read from it."""
        self.close()


def stop_with_the_process(hub: Hub) -> None:
    """End all streams of this process as soon as it is told to stop, so that stopping takes no minute."""
    for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, _and_before(hub, before))


def _and_before(
    hub: Hub, before: Callable[[int, FrameType | None], object]
) -> Callable[[int, FrameType | None], None]:
    def stop(number: int, frame: FrameType | None) -> None:
        hub.is_stopping = True  # no lock: the watcher sees it within a tick and wakes everybody
        before(number, frame)

    return stop
