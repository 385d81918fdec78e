"""Requests answered a few at a time: those that record something first, those that open a stream last.

A web server that streams has many more threads than it can answer requests at a time: they are for listeners.
Here a few threads of our own do the work and the server's wait, so that there are no more connections to the
database than requests answered at a time, each kept open, and nobody who enters a deal stands behind a hall
of phones that come again all at once. A stream takes its turn while it is opened, not while it is read.

What is quickly answered is answered alone: threads that compute at the same time take the interpreter from
each other, also from the one for whom all other writers wait. Only who takes longer is joined by the next.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
"""The methods that record nothing."""
PATIENCE = 0.02
"""After so many seconds a request is joined by the next one; deals and most pages take less."""
FAIR = 8
"""One turn in so many goes to whoever has waited longest, so that nobody waits for ever."""


class Kind(IntEnum):
    """What a request is after, in the order in which they are answered."""

    RECORDING, READING, LISTENING = range(3)


def kind_of(environment: Environment) -> Kind:
    """Return what a request is after."""
    if environment["REQUEST_METHOD"] not in SAFE:
        return Kind.RECORDING
    if "text/event-stream" in environment.get("HTTP_ACCEPT", ""):
        return Kind.LISTENING
    return Kind.READING


class Request:
    """One request, the thread of the server that waits for its answer, and what became of it."""

    def __init__(self, environment: Environment, start_response: Callable[..., Any]) -> None:
        self.environment, self.start_response = environment, start_response
        self.kind = kind_of(environment)
        self.number = 0
        self.answer: Iterable[bytes] = ()
        self.failure: BaseException | None = None
        self.done = threading.Lock()
        self.done.acquire()

    def answered(self) -> Iterable[bytes]:
        """Wait for the answer and return it, or raise what was raised."""
        self.done.acquire()
        if self.failure is not None:
            raise self.failure
        return self.answer


class Turns:
    """An application whose requests are answered by at most ``at_a_time`` threads, started when needed.

    Who only looks leaves a quarter of them to recording; opening streams has an eighth. No request begins
    while another has begun less than ``PATIENCE`` ago and is not answered yet; one thread looks out for that.
    """

    def __init__(self, application: Application, at_a_time: int) -> None:
        self.application = application
        self.most = {
            Kind.RECORDING: at_a_time,
            Kind.READING: max(1, at_a_time * 3 // 4),
            Kind.LISTENING: max(1, at_a_time // 8),
        }
        self.guard = threading.Lock()
        self.waiting: dict[Kind, deque[Request]] = {kind: deque() for kind in Kind}
        self.begun: Counter[Kind] = Counter()
        self.idle: deque[threading.Lock] = deque()
        self.newest: Request | None = None
        self.newest_began = 0.0
        self.looks_out = False
        self.threads = self.came = self.went = 0

    def __call__(self, environment: Environment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request in its turn."""
        request = Request(environment, start_response)
        with self.guard:
            self.came += 1
            request.number = self.came
            self.waiting[request.kind].append(request)
            if self._has_room(request.kind) and not (self.looks_out and self._too_soon()):
                self._wake_one()
        return request.answered()

    def _wake_one(self) -> None:
        """Have a thread look for work: the one that had some last, whose connection and memory are warm."""
        if self.idle:
            self.idle.pop().release()
        elif self.threads < self.most[Kind.RECORDING]:
            self.threads += 1
            threading.Thread(target=self._work, name=f"turn {self.threads}", daemon=True).start()

    def _work(self) -> None:
        woken = threading.Lock()
        woken.acquire()
        answered: Request | None = None
        while True:
            with self.guard:
                if answered is not None:
                    self._ended(answered)
                # Taken before anybody else may: this thread's connection and memory are warm.
                soon = self._too_soon()
                request = None if soon else self._next()
                is_needed = not self.looks_out and any(self.waiting.values())
                if request is None:
                    self.idle.insert(len(self.idle) if answered else 0, woken)
                    if looks_out := bool(soon) and is_needed:
                        self.looks_out = True
                elif is_needed:
                    self._wake_one()
            if answered is not None:
                answered.done.release()
            answered = request
            if request is None:
                self._rest(woken, soon if looks_out else None)
                continue
            try:
                request.answer = self.application(request.environment, request.start_response)
            except BaseException as failure:
                request.failure = failure
            del request

    def _ended(self, request: Request) -> None:
        """Leave room for the next one."""
        self.begun[request.kind] -= 1
        if self.newest is request:
            self.newest = None

    def _rest(self, woken: threading.Lock, pause: float | None) -> None:
        """Wait to be woken; who looks out waits no longer than ``pause`` seconds."""
        if pause is None:
            woken.acquire()
            return
        was_woken = woken.acquire(timeout=pause)
        with self.guard:
            self.looks_out = False
            if not was_woken and woken in self.idle:
                self.idle.remove(woken)
                return
        if not was_woken:
            woken.acquire()  # it is about to be

    def _too_soon(self) -> float:
        """Return how many seconds more the newest request is left alone; 0 where it is answered."""
        if self.newest is None:
            return 0.0
        return max(0.0, self.newest_began + PATIENCE - time.monotonic())

    def _has_room(self, kind: Kind) -> bool:
        """Return whether one more of a kind may begin."""
        looking = self.begun[Kind.READING] + self.begun[Kind.LISTENING]
        if kind is not Kind.RECORDING and looking >= self.most[Kind.READING]:
            return False
        return self.begun[kind] < self.most[kind]

    def _next(self) -> Request | None:
        """Return whose turn it is, None where nobody's is."""
        ready = [kind for kind, waiting in self.waiting.items() if waiting and self._has_room(kind)]
        if not ready:
            return None
        self.went += 1
        kind = ready[0]
        if self.went % FAIR == 0:
            kind = min(ready, key=lambda one: self.waiting[one][0].number)
        self.begun[kind] += 1
        self.newest, self.newest_began = self.waiting[kind].popleft(), time.monotonic()
        return self.newest
