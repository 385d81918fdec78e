"""An evening on several machines: ``python -m tests.reliability.several_machines``.

Two machines run the club with the PostgreSQL and the broker of a third machine. Phones send requests to one
or the other, and changes made at one are visible at the other. One machine is disconnected while its round is
being entered, the other loses its power, the broker is killed, and both are asked to move the players at the
same moment. Then the same evening is played without faults and, as a control, once more with one result lost.
The exit code is 1 if a request is answered by a server error, if the first two evenings differ, if the third
does not differ, or if `verify` finds breaches.
"""

import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.reliability.callers import Answer, Phone, at_once
from tests.reliability.evening_over_http import Evening
from tests.reliability.machines import CLUB_PORT, NET, Club, apart, hall
from tests.reliability.serving import Place
from tests.running.postgres import answers

NAMES = [f"P{number}" for number in range(1, 26)]
"""The players of six tables, and a player who sits out."""
ROUNDS = 6
PATIENCE = 90
SHORT = 4.0
"""Seconds after which a phone tries the other machine."""
say = partial(print, flush=True)


class Hall(Evening):
    """An evening whose phones turn to the other machine if a machine does not answer."""

    addresses: tuple[str, ...]
    machines: "cycle[str]"

    def phone(self, token: str) -> Phone:
        """Return a phone that sends to the machine whose turn it is."""
        return Phone(self.port, token, next(self.machines), SHORT)

    def enter(self, number: int, table: dict[str, Any], deal: int, by: Phone | None = None) -> Answer:
        """Enter a deal, each deal from a new phone."""
        return super().enter(number, table, deal)

    def turn(self) -> None:
        """Let the director send to the other machine from now on."""
        other = next(address for address in self.addresses if address != self.director.line.host)
        self.director = Phone(self.port, self.director.token, other, SHORT)


def shown(machine: Club, evening: Hall) -> dict[str, Any]:
    """Return the event as this machine shows it."""
    phone = Phone(CLUB_PORT, evening.director.token, machine.address, SHORT)
    return dict(phone.send("GET", f"/api/v1/events/{evening.event}/").body)


def until(question: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
    """Wait until ``question`` returns true, and return the seconds. Exit if it takes too long."""
    begun = time.monotonic()
    while not question():
        if time.monotonic() - begun > seconds:
            sys.exit(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.1)
    return time.monotonic() - begun


def is_open(machine: Club) -> bool:
    """Return whether a machine's web server answers."""
    try:
        return Phone(CLUB_PORT, None, machine.address, SHORT).send("GET", "/healthz").status == 200
    except OSError:
        return False


def planned(club: dict[str, Any], one: Club, two: Club, **wanted: object) -> Hall:
    """Plan the evening, the same each time."""
    Hall.addresses = (one.address, two.address)
    Hall.machines = cycle(Hall.addresses)
    return Hall.planned(CLUB_PORT, club, NAMES, of_rounds=ROUNDS, seed="machines", **wanted)


def finish(evening: Hall, number: int) -> None:
    """Enter the rest of a round, each deal at the machine whose turn it is."""
    for _ in evening.play(number):
        pass


def disturbed(evening: Hall, one: Club, two: Club, store: Path) -> None:
    """Play the evening with a fault in each round."""

    def moved_to(number: int) -> Callable[[], bool]:
        return lambda: evening.ask()["round"] == number

    evening.mend = evening.turn
    finish(evening, 1)
    say(f"round 1, phones at both machines: moved after {until(moved_to(2), 'round 1'):.1f} s")
    until(lambda: shown(two, evening)["round"] == 2, "the seats at the other machine")
    begun = time.monotonic()
    evening.director = Phone(CLUB_PORT, evening.director.token, one.address, SHORT)
    evening.do("clock/", {"step": "start"})
    until(lambda: shown(two, evening)["clock"]["running"], "the clock at the other machine")
    say(f"  a clock started at one machine was seen at the other after {time.monotonic() - begun:.1f} s")

    for _ in evening.play(2):
        one.cut_off()
    cut_off = time.monotonic()
    time.sleep(3)
    alone = evening.ask()["round"] == 3
    say(f"round 2, the machine with the timetable cut off: moved by the other one alone: {alone}")
    time.sleep(max(0.0, 8 - (time.monotonic() - cut_off)))
    one.join()
    say(f"  joined again: moved after {until(moved_to(3), 'round 2'):.1f} s")

    for _ in evening.play(3):
        two.stop(signal.SIGKILL)
    say(f"round 3, the power of the other cut: moved after {until(moved_to(4), 'round 3'):.1f} s")
    two.open()
    until(lambda: is_open(two), "the machine whose power was cut")

    for _ in evening.play(4):
        os.kill(int((store / "broker.pid").read_text()), signal.SIGKILL)
    say(f"round 4, the broker killed: moved after {until(moved_to(5), 'round 4'):.1f} s")

    finish(evening, 5)
    say(f"round 5, both asked to move at once: {moved_at_both(evening, one, two)}")
    until(moved_to(6), "round 5")
    finish(evening, 6)


def moved_at_both(evening: Hall, one: Club, two: Club) -> list[int]:
    """Ask both machines three times to move the players at the same moment.

    Return the statuses of the answers.
    """
    path, token = f"/api/v1/events/{evening.event}/rounds/5/move/", evening.director.token
    phones = [Phone(CLUB_PORT, token, machine.address) for machine in (one, two) for _ in range(3)]
    statuses = sorted(
        answer.status for answer in at_once([partial(phone.send, "POST", path, {}) for phone in phones])
    )
    if statuses[-1] >= 500:
        sys.exit(f"A fault among {statuses}")
    return statuses


def held(where: Place) -> None:
    """Play the three evenings and compare them. Exit with a text if the comparison fails."""
    one = Club("one", f"{NET}.11", where, beat=True)
    two = Club("two", f"{NET}.12", where, beat=False)
    try:
        for machine in (one, two):
            machine.open()
        for machine in (one, two):
            took = until(lambda at=machine: is_open(at), machine.name)
            say(f"machine {machine.name} open after {took:.1f} s")
        club = where.fill(tables=1)
        evening = planned(club, one, two)
        disturbed(evening, one, two, where.folder / "store")
        peace, robbed = planned(club, one, two), planned(club, one, two, movement={"missing_results": "cut"})
        peace.in_peace()
        robbed.in_peace(lost_at=1)
        found, wanted, other = ((held.seats(), held.ranks()) for held in (evening, peace, robbed))
        if found != wanted or found == other:
            sys.exit("The evening did not end as the one in peace, or as the one that lost a result.")
        say("the seats of every round and the standings are those of the evening in peace")
        say(where.manage("verify").strip())
    finally:
        for machine in (one, two):
            machine.stop()


def main() -> None:
    """Make the machines, play the evenings, print the results."""
    apart("tests.reliability.several_machines")
    # The first process of a namespace is not ended by a signal unless it handles the signal.
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit("Stopped."))
    os.environ["CINCH_SECRET_KEY"] = secrets.token_urlsafe(64)
    with tempfile.TemporaryDirectory(prefix="cinch-machines-") as folder, hall(Path(folder)) as where:
        until(lambda: answers(where.url), "the machine with the database")
        held(where)


if __name__ == "__main__":
    main()
