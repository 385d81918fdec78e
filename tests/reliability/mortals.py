"""Processes that act, several at a time, each as often as it is asked until it is killed in one.

A process that lives on is asked again, so that it comes with what it has read and remembers, as a web
process or a worker does; in the place of a dead one comes a fork of this program.
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
"""What is to be done; it is sent to the process, so it consists of names and plain values."""
End = tuple[int, bool] | None
"""At which statement a process dies, and whether after it; 0 is after all of them, None is never."""


@dataclass
class Mortals:
    """The processes that live now, by the line to each, and how many were killed.

    ``born`` is what each does first.
    """

    born: Callable[[], None] | None = None
    killed: int = 0
    alive: dict[Connection, int] = field(default_factory=dict)

    def together(self, actions: Sequence[Action], ends: Sequence[End]) -> list[int]:
        """Do the actions at once, each in a process of its own; return how each ended."""
        while len(self.alive) < len(actions):
            self._bear()
        lines = list(self.alive)[: len(actions)]
        for line, action, end in zip(lines, actions, ends, strict=True):
            line.send((action, end))
        ended = [self._heard(line) for line in lines]
        self.killed += ended.count(KILLED)
        return ended

    def part(self) -> None:
        """Let all of them end."""
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
        gc.freeze()  # what is shared with the process to come is not copied for it to be counted
        ours, theirs = Pipe()
        child = os.fork()
        if child == 0:
            code = FAULT
            try:
                for line in [*self.alive, ours]:
                    line.close()  # a line is at its end when the one process that has it is
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
    """Do what is sent until the line ends, and answer how each action ended."""
    while True:
        try:
            action, end = line.recv()
        except (EOFError, ConnectionResetError):
            return
        line.send(done(action, end))


def done(action: Action, end: End) -> int:
    """Do an action; be killed where that is wanted. Return how it ended."""
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
