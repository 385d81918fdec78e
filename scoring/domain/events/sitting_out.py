"""Who sits out: nobody twice before everybody has once, and nobody ever more than once more than another.

A late-comer is counted as having sat out as often as whoever of those present had sat out least, so that
coming late is not paid for with the next rounds; and so is who comes back, unless he had sat out more often.
Which of those who are equal goes first, the movement says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from laws.domain.sentences import _
from scoring.events.domain.values import Breach, Entrant, SeatedRound, reference


def sit_outs(rounds: Iterable[SeatedRound]) -> dict[int, int]:
    """Return how often each player has sat out; players who never did are not in it."""
    counts: dict[int, int] = {}
    for seated in rounds:
        for player in seated.sitting_out:
            counts[player] = counts.get(player, 0) + 1
    return counts


def tally(history: Sequence[SeatedRound], entrants: Sequence[Entrant], round_number: int) -> dict[int, int]:
    """Return the sit-outs to be counted for each player present in a round, with what late-comers are given.

    The history is that of the rounds before.
    """
    counts: dict[int, int] = {}
    seated_in = {seated.number: seated for seated in history}
    newcomers: dict[int, list[int]] = {}
    for entrant in entrants:
        if entrant.is_present(round_number):
            for came in (entrant.from_round, *(back for _, back in entrant.away)):
                newcomers.setdefault(came, []).append(entrant.player)
    for number in range(1, round_number + 1):
        given = min(counts.values(), default=0)
        for player in newcomers.get(number, ()):
            counts[player] = max(given, counts.get(player, 0))
        if number < round_number and number in seated_in:
            for player in seated_in[number].sitting_out:
                if player in counts:
                    counts[player] += 1
    return counts


def choose(
    seats_short: int,
    counts: Mapping[int, int],
    entrants: Mapping[int, Entrant],
    order: Callable[[int], object],
    *,
    is_mixed: bool = False,
) -> tuple[int, ...]:
    """Return so many players to sit out, from those with the fewest sit-outs counted.

    ``order`` says who goes first among equals. Two fixed partners sit out together where fairness allows it;
    with mixed pairs whoever goes is taken from the longer list.
    """
    chosen: list[int] = []
    remaining = sorted(counts, key=lambda player: (counts[player], order(player)))
    while len(chosen) < seats_short:
        equals = [player for player in remaining if counts[player] == counts[remaining[0]]]
        longer = _longer_list(remaining, entrants) if is_mixed else None
        groups = [_group(player, equals, remaining, entrants, seats_short - len(chosen)) for player in equals]
        best = min(groups, key=lambda found: (found[1], longer not in (None, entrants[found[0][0]].on_list)))[
            0
        ]
        chosen.extend(best)
        remaining = [player for player in remaining if player not in best]
    return tuple(chosen)


def unfairness(now: SeatedRound, history: Sequence[SeatedRound], present: Sequence[Entrant]) -> list[Breach]:
    """Return which late-comers have sat out less than the others by more than one, and why."""
    out = sit_outs([*history, now])
    counts = {entrant.player: out.get(entrant.player, 0) for entrant in present}
    most = max(counts.values(), default=0)
    found = []
    for entrant in present:
        if entrant.from_round > 1 and most - counts[entrant.player] > 1:
            why = _(
                "{player} came for round {number} and counts as having sat out as often as the others had.",
                player=reference(entrant.player), number=entrant.from_round,
            )  # fmt: skip
            found.append(Breach("sit-out", (entrant.player,), why))
    return found


def _group(
    player: int, equals: Sequence[int], remaining: Sequence[int], entrants: Mapping[int, Entrant], short: int
) -> tuple[tuple[int, ...], bool]:
    """Return who would sit out with a player, and whether that parts him from his fixed partner."""
    partner = entrants[player].partner
    if partner is None or partner not in remaining:
        return (player,), False
    return ((player, partner), False) if short > 1 and partner in equals else ((player,), True)


def _longer_list(players: Sequence[int], entrants: Mapping[int, Entrant]) -> int | None:
    """Return the list with more of the players, None where the two are equal."""
    first = sum(entrants[player].on_list == 0 for player in players)
    second = sum(entrants[player].on_list == 1 for player in players)
    return None if first == second else int(second > first)
