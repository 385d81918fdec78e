"""Evenings during which processes are killed at random, and the faults found afterwards.

Each action runs in a process of its own, several at a time. Some processes end by SIGKILL at a random
statement or just before they could answer. The actions are check-ins, deals, a table's slip, bells, sweeps,
two desks that correct one deal during a move, repeats after the end of the round, moves taken back, a late
entry or a withdrawal, one more round, the end, its reopening and a new edition. Actions that were not
acknowledged are sent again. After that a sweep must find the rest within two ticks.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any
from uuid import UUID, uuid4

from scoring.events.models import Event, RoundTotal
from scoring.events.play.services import due_moves
from scoring.events.verification import event_breaches
from scoring.tables.models import Table
from scoring.tables.services import corrections, deals
from scoring.tables.table_policy import policy_of
from tests.events.evenings import Evening, planned
from tests.factories import make_club
from tests.reliability.evenings import at_event, director_of, outline
from tests.reliability.mortals import DONE, FAULT, REFUSED, Action, End, Mortals
from tests.reliability.parties import Party, attended, change, deal_of, games_of_three, go_on, party, split

ROUNDS, DEALS = 3, 2
SLIPS = 2
"""The round in which the last table hands in its slip, if there is another table."""
MOST_STATEMENTS = 45
MOST_TABLES = 3
ATTENDANCE = 0
"""The number in place of a table for actions without a table."""

Points = dict[tuple[int, int], int]
"""(table, deal) → the points of the first side in this deal of a round."""


@dataclass
class Hall:
    """One evening: its players, the processes for its actions, the source of chance, and the faults found."""

    evening: Evening
    party: Party
    chance: random.Random
    mortals: Mortals
    mutant: str = ""
    faults: list[str] = field(default_factory=list)

    @property
    def event(self) -> Event:
        return self.evening.event

    @property
    def sizes(self) -> dict[int, int]:
        """Table number → number of players, for the round in play."""
        return {table.number: len(table.players) for table in self.evening.current.tables}

    def together(self, actions: Sequence[Action], *, deadly: bool) -> list[int]:
        """Run the actions at the same time, each in a process; return how each ended."""
        ended = self.mortals.together(actions, [self.where() if deadly else None for _ in actions])
        if FAULT in ended:
            self.faults.append("a process ended by a fault of ours")
        return ended

    def where(self) -> End:
        """Draw the statement at which a process dies, or None if it lives."""
        if self.mutant == "bare":
            return self.chance.randint(15, MOST_STATEMENTS), False  # in a move, which has the most statements
        if self.chance.random() < 0.5:
            return None
        return self.chance.choice([0, self.chance.randint(1, MOST_STATEMENTS)]), self.chance.random() < 0.5


def evening(seed: int, mutant: str, mortals: Mortals) -> Hall:
    """Play one evening with faults, and the same evening without; compare them."""
    chance = random.Random(seed)
    who = party(seed, chance, ROUNDS)
    hall = Hall(entered(f"hall-{seed}", who), who, chance, mortals, mutant)
    calm = Hall(entered(f"calm-{seed}", who), who, random.Random(seed), mortals)
    arrived(hall, deadly=True)
    arrived(calm, deadly=False)
    for number in range(1, ROUNDS + 1):
        at_tables = range(1, MOST_TABLES + 1)
        played = {(table, deal): chance.randint(0, 14) for table in at_tables for deal in (1, 2)}
        undisturbed(calm, number, played)
        disturbed(hall, number, played)
        if hall.faults:
            return hall
    closed(calm, deadly=False)
    closed(hall, deadly=True)
    ours, theirs = outline(hall.event), outline(calm.event)
    if ours["deals"] != theirs["deals"]:
        hall.faults.append("the deals are not those that were sent")
    # The number of times a move was taken back may differ; the final seats may not.
    last = [{one[0]: one[3] for one in outlined["seatings"]} for outlined in (ours, theirs)]
    if last[0] != last[1]:
        hall.faults.append("the seats are not those of the undisturbed evening")
    if (ours["changes"], ours["editions"]) != (theirs["changes"], theirs["editions"]):
        hall.faults.append("the evening was not changed as the undisturbed one")
    if attended(hall.event) != attended(calm.event):
        hall.faults.append("who came and went is not as in the undisturbed evening")
    if slips(hall.event) != slips(calm.event):
        hall.faults.append("the slips are not those of the undisturbed evening")
    hall.faults += map(str, event_breaches(hall.event))
    return hall


def entered(slug: str, who: Party) -> Evening:
    """Return the evening of a party in a new club, before its start."""
    movement = {"odd": "table-of-three", "deals_at_three": DEALS} if who.threes else None
    evening = planned(
        make_club(slug), who.people, of_rounds=ROUNDS, deals_per_round=DEALS,
        movement=movement, law_set=who.law_set,
    )  # fmt: skip
    return evening


def arrived(hall: Hall, *, deadly: bool) -> None:
    """Check everybody in and seat the first round."""
    coming = [
        partial(at_event, "people.check_in.check_in", hall.event.pk, member_id=player)
        for player in hall.evening.players
    ]
    start = partial(at_event, "play.moves.start", hall.event.pk)
    if not deadly:
        for action in (*coming, start):
            action()
        return
    hall.together([*coming, *coming[:2]], deadly=True)
    if set(hall.together(coming, deadly=False)) != {DONE}:
        hall.faults.append("somebody could not be checked in")
    hall.together([start, start], deadly=True)
    hall.together([start], deadly=False)


def disturbed(hall: Hall, number: int, played: Points) -> None:
    """Play a round with faults, up to its move."""
    event, chance = hall.event, hall.chance
    run_due = partial(due_moves.run, event.pk)
    bell, back, again = (
        partial(at_event, action, event.pk, round_number=number)
        for action in ("play.bell.ring_bell", "play.moves.take_back", "play.moves.move_now")
    )
    if hall.party.changes(number, at_once=True):
        disturbed_at_once(hall, number)
    for action in bent(event, number):
        hall.together([action, run_due, action], deadly=True)
        hall.together([action], deadly=False)
    sizes = hall.sizes
    if 1 not in sizes:
        hall.faults.append(f"round {number}: nobody sits at table 1")
        return
    for deal in range(1, DEALS + 1):
        open_actions = {table: entry(hall, number, (table, deal), played, sizes) for table in sizes}
        if deal == 1 and hall.party.changes(number, at_once=False):
            open_actions[ATTENDANCE] = change(event, hall.party)
        while open_actions:
            extra = [bell] * chance.randint(0, 3 if deal == DEALS else 0) + [run_due] * chance.randint(0, 2)
            extra += [one for one in open_actions.values() if chance.random() < 0.2]
            chance.shuffle(extra)
            ended = hall.together([*open_actions.values(), *extra], deadly=True)
            for table, code in zip(list(open_actions), ended, strict=False):
                if code == DONE:
                    del open_actions[table]
                elif code == REFUSED:
                    hall.faults.append(f"round {number}: deal {deal} of table {table} was refused")
                    return
    # Every trump scores alike, so this correction may come before or after the move.
    desks = [correction(hall, number, 1, desk, trump="S") for desk in (1, 2)]
    hall.together([run_due, desks[0], run_due, desks[1], bell], deadly=True)
    hall.together([run_due], deadly=False)
    if number < ROUNDS and hall.evening.current.number == number:
        hall.together([run_due], deadly=False)
    hall.together(desks[:1], deadly=False)
    late = [entry(hall, number, (table, DEALS), played, sizes) for table in sizes]
    if REFUSED in hall.together([*late, run_due], deadly=True)[: len(late)]:
        hall.faults.append(f"round {number}: a repeat that came late was refused")
    if number < ROUNDS:
        if hall.evening.current.number != number + 1:
            hall.faults.append(f"round {number} has not moved on after two ticks")
            return
        if chance.random() < 0.3:
            hall.together([back, back, run_due], deadly=True)
            hall.together([back], deadly=False)
            hall.together([again, run_due, again], deadly=True)
            hall.together([again], deadly=False)
        desks = [correction(hall, number, 2, desk, points=moved_by_one(played, sizes)) for desk in (1, 2)]
        hall.together(desks, deadly=True)
        hall.together(desks[:1], deadly=False)


def disturbed_at_once(hall: Hall, number: int) -> None:
    """Before the first deal of a round let a player come or go, and change the seats, with faults."""
    run_due, changed = partial(due_moves.run, hall.event.pk), change(hall.event, hall.party)
    amended = go_on(hall.event.pk, number, hall.evening.current.seating.generation)
    for action in (changed, amended):
        hall.together([action, run_due, action], deadly=True)
        if hall.together([action], deadly=False) != [DONE]:
            hall.faults.append(f"round {number}: what was done already was refused")


def bent(event: Event, number: int) -> list[Action]:
    """Return the event changes of a round: a new number of rounds, holding the move, releasing the move."""
    key, why = UUID(int=event.pk * 100 + number + 10**16), "There is time."
    rounds = {"rounds": ROUNDS + 2 if number == 1 else ROUNDS}
    return [
        partial(at_event, "planning.event_changes.change", event.pk, values=rounds, reason=why, key=key),
        *(
            partial(at_event, "planning.event_changes.hold", event.pk, is_on=is_on)
            for is_on in ((True, False) if number < ROUNDS else ())
        ),
    ]


def closed(hall: Hall, *, deadly: bool) -> None:
    """Add a round, end the evening without it, reopen the results and make them final again.

    With ``deadly`` each action is done by two processes at the same time, and again after that.
    """
    pk, why = hall.event.pk, "It was decided so."
    run_due = partial(due_moves.run, pk)
    keys = [UUID(int=pk * 10 + place + 10**17) for place in range(3)]
    change = "planning.event_changes"
    actions: list[Action] = [
        partial(at_event, f"{change}.one_more_round", pk, rounds=ROUNDS, reason=why, key=keys[0]),
        run_due,
        partial(at_event, f"{change}.end_now", pk, reason=why, edition=1, key=keys[1]),
        partial(at_event, f"{change}.reopen", pk, reason=why, rounds=ROUNDS, edition=1, key=keys[2]),
        partial(at_event, "results.finals.make_final", pk, edition=2),
    ]
    for action in actions:
        if not deadly:
            action()
            continue
        hall.together([action, run_due, action], deadly=True)
        if hall.together([action], deadly=False) != [DONE]:
            hall.faults.append("an action at the end of the evening was refused the second time")


def undisturbed(calm: Hall, number: int, played: Points) -> None:
    """Play the round without faults."""
    if calm.party.changes(number, at_once=True):
        amend = go_on(calm.event.pk, number, calm.evening.current.seating.generation)
        change(calm.event, calm.party)()
        amend()
    if calm.party.changes(number, at_once=False):
        change(calm.event, calm.party)()
    for action in bent(calm.event, number):
        action()
    sizes = calm.sizes
    for deal in range(1, DEALS + 1):
        for table in sizes:
            entry(calm, number, (table, deal), played, sizes)()
    due_moves.run(calm.event.pk)
    correction(calm, number, 1, 1, trump="S")()
    if number < ROUNDS:
        correction(calm, number, 2, 1, points=moved_by_one(played, sizes))()


def moved_by_one(played: Points, sizes: Mapping[int, int]) -> list[int]:
    """Return points for the second deal of table 1 that differ from the entered points by one."""
    return split((played[1, 2] + 1) % 15, sizes[1])


def slips(event: Event) -> list[tuple[object, ...]]:
    """Return the totals entered from slips, by round and table."""
    totals = RoundTotal.objects.filter(seating__event=event)
    return sorted(totals.values_list("seating__round_number", "table_number", "number", "points", "winners"))


@cache
def table_at(event_id: int, number: int) -> Table:
    """Return a table of an event by its number in the event."""
    found = Table.objects.select_related("club", "law_set").defer("law_set__content")
    return found.get(event=event_id, event_number=number)


def correction(hall: Hall, number: int, deal: int, desk: int, **changes: Any) -> Action:
    """Return the action by which the given desk corrects a deal of table 1.

    The desk saw the first revision.
    """
    key = UUID(int=((hall.event.pk * 100 + number) * 100 + deal) * 100 + desk + 10**12)
    return partial(correct, hall.event.pk, (number - 1) * DEALS + deal, changes, key)


def correct(event_id: int, number: int, changes: dict[str, Any], key: UUID) -> None:
    """Correct the first revision of a deal of table 1."""
    table = table_at(event_id, 1)
    corrections.correct(
        policy=policy_of(table), actor=director_of(table.club), number=number, changes=changes,
        reason="Entered wrongly.", base_revision=1, key=key,
    )  # fmt: skip


def entry(hall: Hall, number: int, what: tuple[int, int], played: Points, sizes: Mapping[int, int]) -> Action:
    """Return the action that enters a deal. ``what`` has the numbers of its table and of the deal.

    In the round with a slip, each action of the last table enters the whole slip instead of its deal. The
    mutant "keyless" sends no key.
    """
    table, deal = what
    key = UUID(int=((hall.event.pk * 100 + table) * 100 + number) * 100 + deal)
    if number == SLIPS and table == max(sizes) > 1:
        place = {"round_number": number, "table_number": table}
        won = [2 * played[table, each] - 14 for each in range(1, DEALS + 1)]
        on_slip: dict[str, Any] = {"winners": [1, 2]}
        if sizes[table] == 4:  # a side scores by how much it is ahead
            on_slip = {"points": [sum(max(0, sign * each) for each in won) for sign in (1, -1)]}
        return partial(at_event, "play.slip_totals.enter", hall.event.pk, **place, **on_slip, key=key)
    given = None if hall.mutant == "keyless" else key
    return partial(enter, hall.event.pk, table, deal_of(played[what], sizes[table]), given)


def enter(event_id: int, number: int, payload: dict[str, Any], key: UUID | None) -> None:
    """Enter a deal at a table. Without a key, use a new key."""
    table = table_at(event_id, number)
    deals.record(policy=policy_of(table), actor=director_of(table.club), payload=payload, key=key or uuid4())


def move_without_transaction() -> None:
    """Make this process move players without a transaction from now on."""
    Event.locked = lambda pk: Event.with_laws().get(pk=pk)
    due_moves.do_due = due_moves.do_due.__wrapped__


def play_evenings(seeds: int = 10, first: int = 1, mutant: str = "") -> dict[str, Any]:
    """Play evenings from the ``first`` seed on; return the numbers of kills, games of three and faults.

    A ``mutant`` is "bare" (moves without their transaction) or "keyless" (repeats under a fresh key). Its
    evenings end at the first fault.
    """
    mortals, faults = Mortals(born=move_without_transaction if mutant == "bare" else None), []
    for seed in range(first, first + seeds):
        faults += [f"seed {seed}: {fault}" for fault in evening(seed, mutant, mortals).faults]
        if mutant and faults:
            break
    mortals.part()
    return {"killed": mortals.killed, "of_three": games_of_three(), "faults": faults}
