"""Processes that run actions, several at a time. Each runs one action after the other until it is killed.

A process that lives on runs further actions with what it has loaded and cached, as a web process or a worker
does. A fork of this program replaces a dead process.
"""

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from django.db import OperationalError, connection, connections

from scoring.refusals import Refusal
from tests.reliability.crashing import Breaking, die

DONE, REFUSED, FAULT, BUSY, KILLED = 0, 3, 4, 5, -signal.SIGKILL
Action = Callable[[], None]
"""An action to run. It is sent to the process, so it consists of names and plain values."""
End = tuple[int, bool] | None
"""(statement, after): the process dies before or after this statement, with 0 after all statements. None: it
lives."""


@dataclass
class Mortals:
    """Connection → process id of the living processes, and the number of killed processes.

    Each new process first calls ``born``.
    """

    born: Callable[[], None] | None = None
    killed: int = 0
    alive: dict[Connection, int] = field(default_factory=dict)

    def together(self, actions: Sequence[Action], ends: Sequence[End]) -> list[int]:
        """Run the actions at the same time, each in a process of its own; return how each ended."""
        while len(self.alive) < len(actions):
            self._bear()
        lines = list(self.alive)[: len(actions)]
        for line, action, end in zip(lines, actions, ends, strict=True):
            line.send((action, end))
        ended = [self._heard(line) for line in lines]
        self.killed += ended.count(KILLED)
        return ended

    def part(self) -> None:
        """Let all processes end."""
        for line, child in self.alive.items():
            line.close()
            os.waitpid(child, 0)
        self.alive.clear()

    def _heard(self, line: Connection) -> int:
        try:
            return int(line.recv())
        except (EOFError, ConnectionResetError):
            line.close()
            return os.waitstatus_to_exitcode(os.waitpid(self.alive.pop(line), 0)[1])

    def _bear(self) -> None:
        connections.close_all()
        gc.freeze()  # garbage collection would copy the memory that is shared with the new process
        ours, theirs = Pipe()
        child = os.fork()
        if child == 0:
            code = FAULT
            try:
                for line in [*self.alive, ours]:
                    line.close()  # only the parent keeps its ends, so a child notices the parent's end
                if self.born:
                    self.born()
                live(theirs)
                code = DONE
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        theirs.close()
        self.alive[ours] = child


def live(line: Connection) -> None:
    """Run the actions that arrive on the connection, and answer how each ended.

    Return when the connection ends.
    """
    while True:
        try:
            action, end = line.recv()
        except (EOFError, ConnectionResetError):
            return
        line.send(done(action, end))


def done(action: Action, end: End) -> int:
    """Run an action, with the death of the process at ``end``. Return how the action ended."""
    code = DONE
    try:
        with connection.execute_wrapper(Breaking(*(end or (-1, False)), die, every=True)):
            action()
    except Refusal:
        code = REFUSED
    except OperationalError:
        code = BUSY
    except Exception:
        traceback.print_exc()
        code = FAULT
    if end and end[0] == 0 and code == DONE:
        die()
    connection.close_if_unusable_or_obsolete()
    return code
