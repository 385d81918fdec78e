"""Best play of a recorded deal, computed by a background worker when somebody asks.

The broker keeps a result for a day under a digest of the problem, so the same problem is not computed again.
After a correction of the cards the deal is a new problem. If the broker has lost a result,
`DoubleDummyProblem.ask` starts the search again.
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
from scoring.solver.domain import layout
from scoring.solver.domain.search import solve
from scoring.tables.games import DealInGame
from scoring.workers import heartbeat, queue, results

LONGEST = 20
"""The time limit of a search in seconds. It is short because an event's timers may wait for this worker."""
KEPT, WAITS = 24 * 60 * 60, 120
"""In seconds: how long a result is kept, and after how long a search without a result may start again."""
PENDING, ENDED = ("waiting", "working"), ("found", "too-long")
STATES = ("unasked", *PENDING, *ENDED, "away")
"""The states of a search; "away" means that the broker cannot be reached or that no worker runs."""


class TooLong(Exception):
    """Raised to stop a search at its time limit."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The state of a search and its result: the points of each side and the tricks with best play.

    - ``state``: one of STATES.
    - ``total``: the points of both sides together. Cards that are in no hand score nothing.
    - ``made``: the points that each side made in the actual play.
    - ``least``, ``most``: the limits of side 1's points with best play. The search narrows the limits.
    - ``points``: each side's points with best play. None until the state is "found".
    - ``tricks``: the seats and cards of each trick with best play. Empty until the state is "found".
    - ``positions``: the number of positions searched so far.
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
        """Tell whether the search is requested and has not ended."""
        return self.state in PENDING

    @property
    def poll_after(self) -> int:
        """Return the seconds after which a client should ask again."""
        return 1 if self.is_pending else 3600 if self.state in ENDED else 5


class DoubleDummyProblem:
    """A deal with every card recorded, and a plan for the maker's first leads.

    Raises Conflict ``no-best-play`` if the solver cannot solve the deal.
    """

    def __init__(self, deal: DealInGame, leads: Sequence[str] = ()) -> None:
        of = played(deal.entry.deal, deal.game.rules)
        if of is None or not layout.is_solvable(of):
            reason = _("Best play is worked out for two sides, and where every card of the deal is recorded.")
            raise Conflict(reason, code="no-best-play")
        self.task = (deal.table_id, deal.number, list(leads))
        plan = {of.maker: tuple(leads)}
        self.layout = layout.layout_of(of.cards.hands, of.trumps.suit, of.maker, of.rules, plan)
        self.name = f"best-play:{sha256(repr(self.layout).encode()).hexdigest()}"
        made = layout.made(self.layout, of).values
        self.nothing = BestPlay("unasked", sum(made), made, most=sum(made))

    def ask(self) -> BestPlay:
        """Start the search, unless it runs or has ended, and return its state.

        Raises Conflict ``no-worker`` if the broker does not answer, or if the search has not ended and no
        worker is running.
        """
        with suppress(results.BrokerAway):  # ``answer`` below then returns the state "away"
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
        """Return the state of the search and what it has found so far. Starts nothing."""
        known: dict[str, Any] = {"state": "away"}
        with suppress(results.BrokerAway):
            known = results.kept(self.name) or {"state": "unasked"}
            if known["state"] not in ENDED and not heartbeat.is_served():
                known = {"state": "away"}
        return BestPlay(**{**asdict(self.nothing), **known})

    def work_out(self) -> None:
        """Run the search if it is requested, has not ended, and is not run by another worker.

        Stores the progress and the result. The search stops after LONGEST seconds.

        Raises BrokerAway if the request cannot be read or the result cannot be stored.
        """
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
