"""A program that holds evenings while processes are killed at random, and tells what is wrong afterwards.

Argument: a JSON object with ``seeds`` (how many evenings), ``first`` (the first seed) and ``mutant`` (empty;
``bare``: moves without their transaction; ``keyless``: every repeated deal under a fresh key). Each deed is
done by a process of its own, several at a time, and some of them end by SIGKILL at a random statement or
just before they could answer: deals, bells, sweeps, two desks that correct one deal while the players are
moved, repeats that come when the round is over, moves taken back. What was not acknowledged is sent again.
After that a sweep must find the rest in two ticks. Prints how many processes were killed, and the faults, as
JSON.
"""

import gc
import json
import os
import random
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import django

DONE, REFUSED, FAULT, BUSY = 0, 3, 4, 5
ROUNDS, DEALS = 3, 2
MOST_STATEMENTS = 45


@dataclass
class Hall:
    """One evening: its event, what was acknowledged, how many processes were killed, what was wrong."""

    event: Any
    chance: random.Random
    mutant: str = ""
    killed: int = 0
    faults: list[str] = field(default_factory=list)

    def together(self, deeds: list[Callable[[], None]], *, deadly: bool) -> list[int]:
        """Do the deeds at once, each in a process; return how each ended, -9 for the killed."""
        from django.db import connections

        connections.close_all()
        children = [fork(deed, self.where() if deadly else None) for deed in deeds]
        ended = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        self.killed += ended.count(-signal.SIGKILL)
        if FAULT in ended:
            self.faults.append("a process ended by a fault of ours")
        return ended

    def where(self) -> tuple[int, bool] | None:
        """Return at which statement a process dies, and whether after it; 0 is after all, None is never."""
        if self.mutant == "bare":
            return self.chance.randint(15, MOST_STATEMENTS), False  # in a move, which has the most
        if self.chance.random() < 0.5:
            return None
        return self.chance.choice([0, self.chance.randint(1, MOST_STATEMENTS)]), self.chance.random() < 0.5


def fork(deed: Callable[[], None], dies: tuple[int, bool] | None) -> int:
    """Begin a process that does the deed, and return its id."""
    child = os.fork()
    if child:
        return child
    code = FAULT
    try:
        code = watched(deed, dies)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def watched(deed: Callable[[], None], dies: tuple[int, bool] | None) -> int:
    """Do the deed; be killed where that is wanted. Return how it ended."""
    from django.db import OperationalError, connection

    from scoring.refusals import Refusal

    count = 0

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal count
        count += 1
        if dies and count == dies[0] and not dies[1]:
            os.kill(os.getpid(), signal.SIGKILL)
        given = execute(sql, params, many, context)
        if dies and count == dies[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return given

    try:
        with connection.execute_wrapper(watch):
            deed()
    except Refusal:
        return REFUSED
    except OperationalError:
        return BUSY
    if dies and dies[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return DONE


def evening(seed: int, mutant: str) -> Hall:
    """Hold one evening among faults, and the same undisturbed; compare."""
    from scoring.selectors.event_verification import event_breaches
    from tests.reliability.evenings import club, outline, started

    chance = random.Random(seed)
    people = chance.choice((4, 5, 8, 9))
    hall = Hall(started(club(f"hall-{seed}"), people, of_rounds=ROUNDS, deals_each=DEALS), chance, mutant)
    calm = Hall(
        started(club(f"calm-{seed}"), people, of_rounds=ROUNDS, deals_each=DEALS), random.Random(seed)
    )
    for number in range(1, ROUNDS + 1):
        played = {(table, deal): chance.randint(0, 14) for table in (1, 2) for deal in (1, 2)}
        undisturbed(calm, number, played)
        disturbed(hall, number, played)
        if hall.faults:
            return hall
    ours, theirs = outline(hall.event), outline(calm.event)
    if ours["deals"] != theirs["deals"]:
        hall.faults.append("the deals are not those that were sent")
    # How often a move was taken back and made again is the hall's own; where everybody ends up is not.
    last = [{one[0]: one[3] for one in told["seatings"]} for told in (ours, theirs)]
    if last[0] != last[1]:
        hall.faults.append("the seats are not those of the undisturbed evening")
    hall.faults += map(str, event_breaches(hall.event))
    return hall


def disturbed(hall: Hall, number: int, played: dict[tuple[int, int], int]) -> None:
    """Play a round among faults, to its move."""
    from scoring.services import rounds
    from tests.reliability.evenings import director_of

    event, chance, director = hall.event, hall.chance, director_of(hall.event.club)
    tend = partial(tended, event.pk, hall.mutant == "bare")
    bell = partial(rounds.ring_bell, event=event, actor=director, round_number=number)
    tables = tables_now(event)
    for deal in range(1, DEALS + 1):
        open_deeds = {table: entry(hall, number, table, deal, played) for table in tables}
        while open_deeds:
            extra = [bell] * chance.randint(0, 3 if deal == DEALS else 0) + [tend] * chance.randint(0, 2)
            extra += [one for one in open_deeds.values() if chance.random() < 0.2]
            chance.shuffle(extra)
            ended = hall.together([*open_deeds.values(), *extra], deadly=True)
            for table, code in zip(list(open_deeds), ended, strict=False):
                if code == DONE:
                    del open_deeds[table]
                elif code == REFUSED:
                    hall.faults.append(f"round {number}: deal {deal} of table {table} was refused")
                    return
    # Trumps score alike, so this may come before the move or after it.
    desks = [correction(hall, number, 1, desk, trump="S") for desk in (1, 2)]
    hall.together([tend, desks[0], tend, desks[1], bell], deadly=True)
    hall.together([tend], deadly=False)
    if number < ROUNDS and moved_to(event) == number:
        hall.together([tend], deadly=False)
    hall.together(desks[:1], deadly=False)
    late = [entry(hall, number, table, DEALS, played) for table in tables]
    if REFUSED in hall.together([*late, tend], deadly=True)[: len(late)]:
        hall.faults.append(f"round {number}: a repeat that came late was refused")
    if number < ROUNDS:
        if moved_to(event) != number + 1:
            hall.faults.append(f"round {number} has not moved on after two ticks")
            return
        if chance.random() < 0.3:
            back = partial(rounds.take_back, event=event, actor=director, round_number=number)
            again = partial(rounds.move_now, event=event, actor=director, round_number=number)
            hall.together([back, back, tend], deadly=True)
            hall.together([back], deadly=False)
            hall.together([again, tend, again], deadly=True)
            hall.together([again], deadly=False)
        desks = [correction(hall, number, 2, desk, points=moved_by_one(played)) for desk in (1, 2)]
        hall.together(desks, deadly=True)
        hall.together(desks[:1], deadly=False)


def undisturbed(calm: Hall, number: int, played: dict[tuple[int, int], int]) -> None:
    """Play the round in peace."""
    from scoring.services import sweeps

    for deal in range(1, DEALS + 1):
        for table in tables_now(calm.event):
            entry(calm, number, table, deal, played)()
    sweeps.tend(calm.event.pk)
    correction(calm, number, 1, 1, trump="S")()
    if number < ROUNDS:
        correction(calm, number, 2, 1, points=moved_by_one(played))()


def moved_by_one(played: dict[tuple[int, int], int]) -> list[int]:
    """Return other points for the second deal of table 1 than were entered."""
    points = (played[1, 2] + 1) % 15
    return [points, 14 - points]


def correction(hall: Hall, number: int, deal: int, desk: int, **changes: Any) -> Callable[[], None]:
    """Return the correcting of a deal of table 1 in a round, as a desk that has seen what was entered."""
    from scoring.models import Table
    from scoring.services import corrections
    from tests.reliability.evenings import director_of

    found = Table.objects.select_related("club", "law_set").get(event=hall.event, event_number=1)
    key = UUID(int=((found.pk * 100 + number) * 100 + deal) * 100 + desk)

    def correct() -> None:
        corrections.correct(
            table=found, actor=director_of(hall.event.club), number=(number - 1) * DEALS + deal,
            changes=changes, reason="Entered wrongly.", base_revision=1, key=key,
        )  # fmt: skip

    return correct


def entry(
    hall: Hall, number: int, table: int, deal: int, played: dict[tuple[int, int], int]
) -> Callable[[], None]:
    """Return the entering of a deal, always under the same key unless the mutant forgets it."""
    from scoring.models import Table
    from scoring.services import deals
    from tests.reliability.evenings import director_of

    found = Table.objects.select_related("club", "law_set").get(event=hall.event, event_number=table)
    points = played[table, deal]
    key = UUID(int=(found.pk * 100 + number) * 100 + deal)
    payload = {
        "maker": 1 if points >= 7 else 2,
        "bid": 1,
        "trump": "H",
        "points": [points, 14 - points],
    }

    def enter() -> None:
        used = uuid4() if hall.mutant == "keyless" else key
        deals.record(table=found, actor=director_of(hall.event.club), payload=payload, key=used)

    return enter


def tended(event_id: int, bare: bool) -> None:
    """Do what is due in the event, as a worker would; bare is without the transaction."""
    from scoring.models import Event
    from scoring.services import events, sweeps

    if not bare:
        return sweeps.tend(event_id)
    events.lock = lambda pk: Event.objects.select_related("club", "law_set").get(pk=pk)
    sweeps._tend = sweeps._tend.__wrapped__
    return sweeps.tend(event_id)


def tables_now(event: Any) -> list[int]:
    """Return the numbers of the tables of the round in play."""
    from scoring.selectors import events as selected

    current = selected.state(event)[0].current
    assert current is not None
    return [table.number for table in current.tables]


def moved_to(event: Any) -> int:
    """Return the number of the round in play."""
    from scoring.selectors import events as selected

    current = selected.state(event)[0].current
    assert current is not None
    return current.number


def held(seeds: int, first: int, mutant: str) -> Iterator[tuple[int, Hall]]:
    """Yield each evening; with a mutant, stop at the first fault."""
    for seed in range(first, first + seeds):
        hall = evening(seed, mutant)
        yield seed, hall
        if mutant and hall.faults:
            return


def main(seeds: int = 10, first: int = 1, mutant: str = "") -> dict[str, Any]:
    """Hold the evenings and tell."""
    gc.freeze()  # what is shared with the processes to come is not copied for them to be counted
    killed, faults = 0, []
    for seed, hall in held(seeds, first, mutant):
        killed += hall.killed
        faults += [f"seed {seed}: {fault}" for fault in hall.faults]
    return {"killed": killed, "faults": faults}


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))
