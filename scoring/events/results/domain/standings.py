"""Standings and prizes, computed from score cards. Nothing is stored.

Law: Foster's rules for prizes are missing from the copy seen (Foster, Progressive Euchre, Prizes). The
event's settings therefore say which prizes there are, whether a player can take several, and whether equal
players cut or share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row, ngettext
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.drawing import drawn
from scoring.events.results.domain.score_cards import ScoreCard
from scoring.game.cutting import PREFERENCE, draw
from scoring.game.references import player_ref

FEWER_IS_BETTER = frozenset({"green"})
"""Criteria in which less is better. A green star is for losing at the last table."""


class RankLine(NamedTuple):
    """A player's line in the standings.

    ``progressions`` are the rounds won: gold and red stars. ``games`` are games won by points. ``best_round``
    is None without a counting result. ``decided_by`` is the tie-break that puts the player below the line
    above; None if the first criterion decides or if the lines are equal. ``points_not_counted`` were scored
    in ``rounds_not_counted`` at tables of three and are part of no other value.
    """

    player: int
    rank: int
    progressions: int
    gold: int
    red: int
    green: int
    games: int
    points: int
    best_round: int | None
    cinches: int
    rounds_played: int
    rounds_without_result: int
    sat_out: int
    repeated_partners: int
    decided_by: str | None = None
    rounds_not_counted: int = 0
    points_not_counted: int = 0

    def value(self, criterion: str) -> int:
        """Return the value for a criterion. More is better, so green stars count negatively."""
        if criterion == "best-round":
            return -(10**6) if self.best_round is None else self.best_round
        count: int = getattr(self, criterion)
        return -count if criterion in FEWER_IS_BETTER else count


def standings(cards: Mapping[int, ScoreCard], tie_breaks: Sequence[str]) -> tuple[RankLine, ...]:
    """Return the lines of all players, best first. Players equal in all criteria share a rank.

    ``tie_breaks`` are all criteria in order: the first ranks, the others break ties.
    """
    lines = [_line_of(card) for card in cards.values()]
    keyed = [(_key(line, tie_breaks), line) for line in lines]
    keyed.sort(key=lambda pair: (pair[0], pair[1].player))
    ranked: list[RankLine] = []
    before: tuple[int, ...] = ()
    for place, (key, line) in enumerate(keyed, 1):
        is_equal = key == before
        rank = ranked[-1].rank if is_equal else place
        decided = None if is_equal or not before else _deciding(before, key, tie_breaks)
        ranked.append(line._replace(rank=rank, decided_by=decided))
        before = key
    return tuple(ranked)


def _key(line: RankLine, tie_breaks: Sequence[str]) -> tuple[int, ...]:
    return tuple([-line.value(criterion) for criterion in tie_breaks])


def _deciding(above: Sequence[int], here: Sequence[int], tie_breaks: Sequence[str]) -> str | None:
    """Return the first criterion in which two lines differ, or None if it is the first criterion of all."""
    at = next(place for place, (ours, theirs) in enumerate(zip(above, here, strict=True)) if ours != theirs)
    return tie_breaks[at] if at else None


def _line_of(card: ScoreCard) -> RankLine:
    """Return the line of a score card's totals. The rank is not set yet."""
    rounds = card.rounds
    stars = [played.star for played in rounds]
    partners = [played.partner for played in rounds if played.partner is not None]
    counted = [played.points for played in rounds if played.points is not None and played.is_counted]
    left_out = [played.points for played in rounds if played.points is not None and not played.is_counted]
    gold, red = stars.count("gold"), stars.count("red")
    return RankLine(
        player=card.player,
        rank=0,
        progressions=gold + red,
        gold=gold,
        red=red,
        green=stars.count("green"),
        games=sum(played.games or 0 for played in rounds),
        points=sum(counted),
        best_round=max(counted, default=None),
        cinches=sum(played.cinches or 0 for played in rounds),
        rounds_played=len(rounds),
        rounds_without_result=len(rounds) - len(counted) - len(left_out),
        sat_out=len(card.sat_out),
        repeated_partners=len(partners) - len(set(partners)),
        rounds_not_counted=len(left_out),
        points_not_counted=sum(left_out),
    )


PLACES = ("first", "second", "third")

COUNTED: Mapping[str, str] = {
    "most-progressions": "progressions",
    "most-points": "points",
    "most-cinches": "cinches",
    "most-gold": "gold",
    "most-red": "red",
    "most-green": "green",
}
"""Prize → the value it counts."""

MOST_NAMED = 6
"""Up to this many equal players are named in a reason. The award lists all of them."""
MOST_WHO_CUT = 40
"""Above this many equal players one pack is too small, so lots are drawn."""


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and its winners: several if it is shared, none if nobody has earned it.

    ``value`` is the number of points, stars or cinches, or None for a prize by rank.
    """

    prize: str
    on_list: int | None
    players: tuple[int, ...]
    value: int | None
    why: Sentence


def awards(
    board: Sequence[RankLine],
    settings: EventSettings,
    lists: Mapping[int, int | None],
    law_set: LawSet,
    seed: str,
) -> tuple[Award, ...]:
    """Return every prize of every list. ``lists`` maps player → list.

    Ties are cut with cards drawn from the event's seed, or the prize is shared. Players who have played no
    round win no prize.
    """
    prizes: list[Award] = []
    for number in range(len(settings.lists)) if settings.lists else (None,):
        on_list = [line for line in board if number in (None, lists.get(line.player))]
        listed = [line for line in on_list if line.rounds_played]
        taken: set[int] = set()
        for prize in settings.prizes:
            is_limited = settings.one_prize_each or prize in PLACES
            open_to = [line for line in listed if not (is_limited and line.player in taken)]
            award = _award(prize, number, open_to, listed, settings, law_set, seed)
            if is_limited:
                taken.update(award.players)
            prizes.append(award)
    return tuple(prizes)


def _award(
    prize: str,
    number: int | None,
    open_to: Sequence[RankLine],
    listed: Sequence[RankLine],
    settings: EventSettings,
    law_set: LawSet,
    seed: str,
) -> Award:
    best, value = _best(prize, open_to)
    if not best:
        return Award(prize, number, (), value, _("Nobody has earned it."))
    winners = tuple(best)
    purpose = f"prize/{prize}" if number is None else f"prize/{prize}/{number}"
    if len(best) == 1:
        why = _("{player} wins it outright.", player=player_ref(best[0]))
        if prize in COUNTED and _best(prize, listed)[1] != value:
            why = _("{player} has the most among those without a prize.", player=player_ref(best[0]))
    elif settings.prize_ties == "shared":
        why = _("{players} tie and share it.", players=_tied(best))
    elif len(best) > MOST_WHO_CUT:
        winners = (best[drawn(seed, purpose, range(1, len(best) + 1))[0] - 1],)
        why = _("{player} drew the best lot of {count}.", player=player_ref(winners[0]), count=len(best))
    else:
        by_name: dict[str, int] = {player_ref(player): player for player in best}
        _rounds, cut = draw(list(by_name), f"{seed}/{purpose}", law_set, PREFERENCE, highest=1)
        winners = (by_name[cut.order[0]],)
        why = _("{players} tie; {player} cut highest.", players=_tied(best), player=cut.order[0])
    return Award(prize, number, winners, value, why)


def _tied(players: Sequence[int]) -> str:
    """Return the names of equal players, or only their number if there are many."""
    if len(players) > MOST_NAMED:
        return ngettext("{count} player", "{count} players", len(players))
    return in_a_row([player_ref(player) for player in players])


def _best(prize: str, open_to: Sequence[RankLine]) -> tuple[list[int], int | None]:
    """Return the players who are equally best for a prize, and the value that the prize rewards.

    The value is None for a prize by rank.
    """
    if prize in COUNTED:
        criterion = COUNTED[prize]
        most = max((getattr(line, criterion) for line in open_to), default=0)
        if most <= 0:
            return [], most
        return [line.player for line in open_to if getattr(line, criterion) == most], most
    ranks = [line.rank for line in open_to]
    rank = max(ranks, default=0) if prize == "booby" else min(ranks, default=0)
    return [line.player for line in open_to if line.rank == rank], None
