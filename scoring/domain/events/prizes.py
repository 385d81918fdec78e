"""The prizes: who gets which, in the order in which they are given, and how ties for them were settled.

Law: how Foster gives the prizes is not in the copy seen (Foster, Progressive Euchre, Prizes), so which there
are, whether nobody takes two, and whether equal players cut or share are the event's settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.domain.events.chance import drawn
from scoring.domain.events.settings import EventSettings
from scoring.events.domain.standings import Standing
from scoring.events.domain.values import reference
from scoring.game.cards import format_card
from scoring.game.cutting import PREFERENCE, draw

PLACES = ("first", "second", "third")

COUNTED: Mapping[str, str] = {
    "most-progressions": "progressions",
    "most-points": "points",
    "most-cinches": "cinches",
    "most-gold": "gold",
    "most-red": "red",
    "most-green": "green",
}
"""What each prize for most of something counts."""

MOST_WHO_CUT = 40
"""With more than so many equal players one pack does not do, and lots are drawn instead."""


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and who takes it: several where it is shared, nobody where nobody has earned it.

    ``value`` is how many points, stars or cinches it was given for, None for a place. ``draws`` are the
    rounds of the cut that settled a tie, by player.
    """

    prize: str
    on_list: int | None
    players: tuple[int, ...]
    value: int | None
    tied: tuple[int, ...]
    draws: tuple[Mapping[int, str], ...]
    why: Sentence


def awards(
    board: Sequence[Standing],
    settings: EventSettings,
    lists: Mapping[int, int | None],
    law_set: LawSet,
    seed: str,
) -> tuple[Award, ...]:
    """Return every prize, list by list; ``lists`` says on which list each player is.

    Ties are cut with cards drawn from the event's seed, or shared. Whoever has played no round
    takes none.
    """
    found: list[Award] = []
    for number in range(len(settings.lists)) if settings.lists else (None,):
        listed = [line for line in board if line.rounds_played]
        if number is not None:
            listed = [line for line in listed if lists.get(line.player) == number]
        taken: set[int] = set()
        for prize in settings.prizes:
            is_limited = settings.one_prize_each or prize in PLACES
            open_to = [line for line in listed if not (is_limited and line.player in taken)]
            award = _award(prize, number, open_to, listed, settings, law_set, seed)
            if is_limited:
                taken.update(award.players)
            found.append(award)
    return tuple(found)


def _award(
    prize: str,
    number: int | None,
    open_to: Sequence[Standing],
    listed: Sequence[Standing],
    settings: EventSettings,
    law_set: LawSet,
    seed: str,
) -> Award:
    best, value = _best(prize, open_to)
    if not best:
        return Award(prize, number, (), value, (), (), _("Nobody has earned it."))
    if len(best) == 1:
        why = _("{player} is alone with it.", player=reference(best[0]))
        if prize in COUNTED and _best(prize, listed)[1] != value:
            why = _("{player} has the most of those without a prize so far.", player=reference(best[0]))
        return Award(prize, number, tuple(best), value, (), (), why)
    names = in_a_row([reference(player) for player in best])
    if settings.prize_ties == "shared":
        why = _("{players} are equal and share it.", players=names)
        return Award(prize, number, tuple(best), value, tuple(best), (), why)
    purpose = f"prize/{prize}" if number is None else f"prize/{prize}/{number}"
    if len(best) > MOST_WHO_CUT:
        winner = best[drawn(seed, purpose, range(1, len(best) + 1))[0] - 1]
        why = _("{player} drew the best lot of {count}.", player=reference(winner), count=len(best))
        return Award(prize, number, (winner,), value, tuple(best), (), why)
    by_name = {reference(player): player for player in best}
    rounds, cut = draw(list(by_name), f"{seed}/{purpose}", law_set, PREFERENCE, highest=1)
    why = _("{players} are equal; {player} cut highest.", players=names, player=cut.order[0])
    draws = tuple(
        {by_name[name]: format_card(card) for name, card in one.items() if not isinstance(card, tuple)}
        for one in rounds
    )
    return Award(prize, number, (by_name[cut.order[0]],), value, tuple(best), draws, why)


def _best(prize: str, open_to: Sequence[Standing]) -> tuple[list[int], int | None]:
    """Return who is equally best for a prize, and the figure it is given for."""
    if prize in COUNTED:
        criterion = COUNTED[prize]
        most = max((getattr(line, criterion) for line in open_to), default=0)
        if most <= 0:
            return [], most
        return [line.player for line in open_to if getattr(line, criterion) == most], most
    ranks = [line.rank for line in open_to]
    wanted = max(ranks, default=0) if prize == "booby" else min(ranks, default=0)
    return [line.player for line in open_to if line.rank == wanted], None
