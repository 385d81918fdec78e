"""What could have been made of a recorded deal: asked for by whoever sees it, worked out once by a worker.

The answer is kept beside the queue under a digest of all that decides it. So it is worked out once, however
often it is asked for, and again after a correction. It may be lost, and is then asked for again.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from laws.domain.sentences import _
from scoring.game.cards import format_card
from scoring.game.play import played
from scoring.refusals import Conflict
from scoring.solver.domain import layout as layouts
from scoring.solver.domain.search import solve
from scoring.tables.games import DealInGame
from scoring.workers import heartbeat, queue, results

LONGEST = 20
"""Seconds that a search may take; the bells of an evening may wait for the same thread."""
KEPT, WAITS = 24 * 60 * 60, 120
"""For how many seconds an answer is kept, and one that may be asked for again: not taken up, or too long."""
PENDING, ENDED = ("waiting", "working"), ("found", "too-long")
STATES = ("unasked", *PENDING, *ENDED, "away")
"""How far a search is; "away" where no worker can be reached."""


class TooLong(Exception):
    """The search was ended before it had found anything."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """How far the search is, and what it found: the points of each side, and tricks that show it.

    ``state`` is one of the STATES. ``total`` is the points in the hands, ``made`` what each side did make of
    them, ``least`` and ``most`` what side 1 can make, as far as is known.
    """

    state: str
    total: int
    made: Sequence[int]
    least: int = 0
    most: int = 0
    points: Sequence[int] | None = None
    tricks: Sequence[Sequence[tuple[int, str]]] = ()
    positions: int = 0

    @property
    def is_pending(self) -> bool:
        """Return whether it has been asked for and has not ended."""
        return self.state in PENDING

    @property
    def poll_after(self) -> int:
        """Return after how many seconds to ask again."""
        return 1 if self.is_pending else 3600 if self.state in ENDED else 5


class DoubleDummyProblem:
    """A deal with every card, and what its maker is to lead first; Conflict where there is no best play."""

    def __init__(self, deal: DealInGame, leads: Sequence[str] = ()) -> None:
        of = played(deal.entry.deal, deal.game.rules)
        if of is None or not layouts.is_served(of):
            reason = _("Best play is worked out for two sides, and where every card of the deal is recorded.")
            raise Conflict(reason, code="no-best-play")
        self.task = (deal.table_id, deal.number, list(leads))
        plan = {of.maker: tuple(leads)}
        self.layout = layouts.layout_of(of.cards.hands, of.trumps.suit, of.maker, of.rules, plan)
        self.name = f"best-play:{sha256(repr(self.layout).encode()).hexdigest()}"
        made = layouts.made(self.layout, of).values
        self.nothing = BestPlay("unasked", sum(made), made, most=sum(made))

    def ask(self) -> BestPlay:
        """Have a worker work it out, unless one does or has done so. Conflict where there is none."""
        with suppress(results.BrokerAway):  # which is told below
            if heartbeat.is_served() and results.keep(self.name, {"state": "waiting"}, WAITS, is_first=True):
                queue.solve_deal(*self.task)
        answer = self.answer()
        if answer.state == "away":
            reason = _(
                "This cannot be worked out now: the club's background worker is not running. Try again later."
            )
            raise Conflict(reason, code="no-worker")
        return answer

    def answer(self) -> BestPlay:
        """Return what is known of it."""
        known: dict[str, Any] = {"state": "away"}
        with suppress(results.BrokerAway):
            known = results.kept(self.name) or {"state": "unasked"}
            if known["state"] not in ENDED and not heartbeat.is_served():
                known = {"state": "away"}
        return BestPlay(**{**asdict(self.nothing), **known})

    def work_out(self) -> None:
        """Work it out, if somebody waits for it and no other worker does; harmless the second time."""
        known, taken = results.kept(self.name), f"{self.name}:taken"
        if not known or known["state"] in ENDED or not results.keep(taken, True, LONGEST + 10, is_first=True):
            return
        began = time.monotonic()

        def watch(least: int, most: int, positions: int) -> None:
            if time.monotonic() - began > LONGEST:
                raise TooLong
            word = {"state": "working", "least": least, "most": most, "positions": positions}
            with suppress(results.BrokerAway):
                results.keep(self.name, word, LONGEST + 10)

        try:
            found = solve(self.layout, watch)
        except TooLong:
            results.keep(self.name, {"state": "too-long"}, WAITS)
            return
        tricks = [[(seat, format_card(card)) for seat, card in trick] for trick in found.line]
        points = found.points.values
        word = {"state": "found", "points": points, "tricks": tricks, "positions": found.positions}
        results.keep(self.name, word | {"least": points[0], "most": points[0]}, KEPT)
