"""Standings and prizes, computed from score cards. Nothing is stored.

Law: Foster's rules for prizes are missing from the copy that this project used (Foster, Progressive Euchre,
Prizes). The event's settings therefore say which prizes there are, whether a player can take several, and
whether equal players cut or share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, fill_in, gettext_noop, in_a_row, listed, ngettext
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.drawing import drawn
from scoring.events.results.domain.competitors import Competitor
from scoring.events.results.domain.score_cards import ScoreCard
from scoring.game.cards import card_in_words
from scoring.game.cutting import PREFERENCE, Round, cards_of, draw

PLACES = ("first", "second", "third")
BY_RANK = (*PLACES, "", "booby")
"""The prizes by rank in the order of the standings. The empty text is for everybody without such a prize."""

FEWER_IS_BETTER = frozenset({"green"})
"""Criteria in which less is better: a player gets a green star for losing at the last table."""


class RankLine(NamedTuple):
    """A competitor's line in the standings. A round whose table still plays does not count yet.

    - ``gold``: rounds won at the head table. ``red``: rounds won at another table. ``green``: rounds lost at
      the last table.
    - ``progressions``: the rounds won, ``gold`` and ``red`` together.
    - ``games``: the number of games won on points. Where winners do not move up, a round with named winners
      gives each winner one game.
    - ``points``: the sum of the points that count.
    - ``best_round``: the most points in a round, or None if no points count.
    - ``decided_by``: the tie-break that puts this line below the line above. None if no tie-break was needed:
      in the first line, between equal lines, and where the first criterion decides.
    - ``rounds_not_counted``, ``points_not_counted``: rounds at tables of three whose points do not count, and
      their points. No other value includes these points.
    - ``repeated_partners``: the rounds with a partner of an earlier round; 0 for a pair.
    - ``rounds_played``: the rounds with a result, including ``rounds_without_points``.
    - ``rounds_without_points``: rounds whose winners are known, but not the points.
    - ``rounds_without_result``: rounds without any known result.
    - ``came_in``, ``last_in``: the first and the last round in which the competitor had a place or sat out.
    """

    competitor: Competitor
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
    came_in: int = 1
    last_in: int = 1
    rounds_without_points: int = 0

    @property
    def has_result(self) -> bool:
        return self.rounds_played > 0

    @property
    def player(self) -> int:
        """The person, or the member of the pair who was entered first."""
        return self.competitor.members[0]

    def value(self, criterion: str) -> int:
        """Return the value for a criterion as a sort key: a line with a higher value has a better rank.

        Green stars count negatively, because a player gets them for losing at the last table. A line without
        a best round comes last.
        """
        if criterion == "best-round":
            return -(10**6) if self.best_round is None else self.best_round
        count: int = getattr(self, criterion)
        return -count if criterion in FEWER_IS_BETTER else count


def standings(cards: Iterable[ScoreCard], tie_breaks: Sequence[str]) -> tuple[RankLine, ...]:
    """Return the lines of all competitors, best first. Competitors equal in all criteria share a rank.

    ``tie_breaks`` are all criteria in order. The first criterion ranks, the others break ties.
    """
    lines = [_line_of(card) for card in cards]
    keyed = [(_key(line, tie_breaks), line) for line in lines]
    keyed.sort(key=lambda ranked: (ranked[0], ranked[1].competitor.members))
    ranked: list[RankLine] = []
    before: tuple[int, ...] = ()
    for place, (key, line) in enumerate(keyed, 1):
        is_equal = key == before
        rank = ranked[-1].rank if is_equal else place
        decided = None if is_equal or not before else _deciding(before, key, tie_breaks)
        ranked.append(line._replace(rank=rank, decided_by=decided))
        before = key
    return tuple(ranked)


def with_equals_by(
    lines: Iterable[RankLine], given: Sequence[Award], name: Callable[[Competitor], str]
) -> tuple[RankLine, ...]:
    """Return the standings again, with competitors of the same rank sorted by their prizes, then by ``name``.

    The winners of the first, second and third prize come first, in this order. The winner of the booby prize
    comes last. Other prizes do not matter.
    """
    prizes = {winner: award.prize for award in given if award.prize in BY_RANK for winner in award.winners}

    def place(competitor: Competitor) -> tuple[int, str]:
        prize = prizes.get(competitor)
        return BY_RANK.index(prize) if prize in BY_RANK else len(PLACES), name(competitor)

    sorted_lines: list[RankLine] = []
    for _rank, group in groupby(lines, key=lambda line: line.rank):
        equal = list(group)
        if len(equal) > 1:
            decided = (equal[0].decided_by, *(None for _line in equal[1:]))
            equal.sort(key=lambda line: place(line.competitor))
            equal = [line._replace(decided_by=by) for line, by in zip(equal, decided, strict=True)]
        sorted_lines += equal
    return tuple(sorted_lines)


def _key(line: RankLine, tie_breaks: Sequence[str]) -> tuple[int, ...]:
    return tuple([-line.value(criterion) for criterion in tie_breaks])


def _deciding(above: Sequence[int], here: Sequence[int], tie_breaks: Sequence[str]) -> str | None:
    at = next(place for place, (ours, theirs) in enumerate(zip(above, here, strict=True)) if ours != theirs)
    return tie_breaks[at] if at else None


def _line_of(card: ScoreCard) -> RankLine:
    rounds = [played for played in card.rounds if not played.is_in_play]
    numbers = [*(played.round_number for played in card.rounds), *card.sat_out]
    stars = [played.star for played in rounds]
    partners = [played.partner for played in rounds if played.partner is not None]
    repeated = 0 if card.competitor.is_pair else len(partners) - len(set(partners))
    counted = [played.points for played in rounds if played.points is not None and played.is_counted]
    left_out = [played.points for played in rounds if played.points is not None and not played.is_counted]
    without = [played.is_decided for played in rounds if played.points is None]
    gold, red = stars.count("gold"), stars.count("red")
    return RankLine(
        competitor=card.competitor,
        rank=0,
        progressions=gold + red,
        gold=gold,
        red=red,
        green=stars.count("green"),
        games=sum(played.games or 0 for played in rounds),
        points=sum(counted),
        best_round=max(counted, default=None),
        cinches=sum(played.cinches or 0 for played in rounds),
        rounds_played=len(rounds) - without.count(False),
        rounds_without_result=without.count(False),
        sat_out=len(card.sat_out),
        repeated_partners=repeated,
        rounds_not_counted=len(left_out),
        points_not_counted=sum(left_out),
        came_in=min(numbers),
        last_in=max(numbers),
        rounds_without_points=without.count(True),
    )


COUNTED: Mapping[str, str] = {
    "most-progressions": "progressions",
    "most-points": "points",
    "most-cinches": "cinches",
    "most-gold": "gold",
    "most-red": "red",
    "most-green": "green",
}
"""Prize → the field of `RankLine` whose highest value wins the prize."""

MOST_NAMED = 6
"""A reason names at most this many of the equal competitors. The award lists all of them."""
MOST_WHO_CUT = 40
"""At most this many equal competitors can cut with one pack. If more are equal, lots are drawn."""


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and its winners. There are several winners if the prize is shared.

    - ``on_list``: the index of the prize list, or None without lists.
    - ``winners``: empty if nobody has earned the prize, if all who have earned it hold another prize, and
      while the prize still depends on a cut.
    - ``value``: the number of points, stars, progressions or cinches. None for a prize by rank.
    - ``tied``: the best competitors so far, if the prize still depends on a cut at the end of the evening.
    """

    prize: str
    on_list: int | None
    winners: tuple[Competitor, ...]
    value: int | None
    why: Sentence
    tied: tuple[Competitor, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(member for winner in self.winners for member in winner.members)


def awards(
    board: Sequence[RankLine],
    settings: EventSettings,
    lists: Mapping[int, int | None],
    law_set: LawSet,
    seed: str,
    *,
    is_over: bool = True,
) -> tuple[Award, ...]:
    """Return every prize of every prize list. ``lists`` maps player → index of the player's list.

    A pair is on the list of the member who was entered first or, if this member has no list, on the other
    member's list.

    The settings say whether equal competitors cut for a prize or share it. The cuts are made at the end of
    the evening (``is_over``), with cards or lots drawn from the event's seed. Before the end, a prize that a
    cut must decide has no winner.

    Competitors without any result win no prize. Competitors who left before the last seated round win no
    booby prize: they are at the bottom because they missed rounds.
    """
    given: list[Award] = []
    last = max((line.last_in for line in board), default=0)
    for number in range(len(settings.lists)) if settings.lists else (None,):
        ranked = [line for line in board if number in (None, _list_of(line.competitor, lists))]
        prizes = _Prizes(number, ranked, last, settings, law_set, seed, is_over)
        given += [prizes.award(prize) for prize in settings.prizes]
    return tuple(given)


@dataclass
class _Prizes:
    """Awards the prizes of one list, one after the other. ``last`` is the number of the last seated round.

    ``ranked`` are all lines of the list.

    Some prizes are limited: a competitor can win only one of them. With ``one_prize_each`` all prizes are
    limited, otherwise only the first, second and third prize. The object keeps track of the competitors who
    have won a limited prize, and of the competitors who must still cut for such a prize.
    """

    number: int | None
    ranked: Sequence[RankLine]
    last: int
    settings: EventSettings
    law_set: LawSet
    seed: str
    is_over: bool
    taken: set[Competitor] = field(default_factory=set)
    """Competitors who can win no further limited prize."""
    ties: dict[frozenset[Competitor], int] = field(default_factory=dict)
    """Competitors who will cut at the end of the evening → the number of limited prizes for which they cut.
    """
    cut: set[Competitor] = field(default_factory=set)
    """Competitors who have cut for a prize."""
    is_unsure: bool = False
    """Whether the winner of an earlier limited prize is known only after a cut."""

    @cached_property
    def listed(self) -> Sequence[RankLine]:
        """The competitors with a result. Competitors without a result win no prize."""
        return [line for line in self.ranked if line.has_result]

    def award(self, prize: str) -> Award:
        award = self._award(prize)
        if self.is_unsure or not (award.winners or award.tied):
            return award
        return replace(award, why=self._with_passed_over(award))

    def _award(self, prize: str) -> Award:
        is_limited = self.settings.one_prize_each or prize in PLACES
        open_to = [line for line in self.listed if not (is_limited and line.competitor in self.taken)]
        if prize == "booby":
            open_to = [line for line in open_to if line.last_in == self.last]
        best, value = _best(prize, open_to)
        if not best:
            is_earned = bool(_best(prize, self.listed)[0])
            why = _("Those who earned it hold another prize.") if is_earned else _("Nobody has earned it.")
            return Award(prize, self.number, (), value, why)
        earlier = next((tie for tie in self.ties if is_limited and not tie.isdisjoint(best)), None)
        if is_limited and (self.is_unsure or (earlier and prize in COUNTED)):
            self.is_unsure = True
            return Award(prize, self.number, (), value, _("It depends on a cut at the end."), tuple(best))
        tie = earlier or frozenset(best)
        if not self.is_over and len(tie) > 1 and self.settings.prize_ties == "cut":
            if is_limited:
                self._keep_for(tie)
            tied = tuple(line.competitor for line in self.listed if line.competitor in tie)
            why = _("{players} tie. The program cuts for them at the end.", players=_names_of_equals(tied))
            return Award(prize, self.number, (), value, why, tied)
        winners, why = self._winners(prize, best, value)
        if is_limited:
            self.taken.update(winners)
        return Award(prize, self.number, winners, value, why)

    def _with_passed_over(self, award: Award) -> Sentence:
        takers = award.winners or award.tied
        rank = max(line.rank for line in self.ranked if line.competitor in takers)
        if award.prize in COUNTED:
            passed = self._with_as_much(award)
        elif award.prize == "booby":
            passed = [line for line in self.ranked if line.rank >= rank and line.competitor not in takers]
        else:
            # Where points are negative, a competitor without a result can rank as high as the winner.
            passed = [line for line in self.ranked if line.rank <= rank and not line.has_result]
        passed = [line for line in passed if not self._is_playing_first_round(line)]
        without = [line for line in passed if not line.has_result]
        left, others = list[RankLine](), [line for line in passed if line.has_result]
        if award.prize not in COUNTED:
            left = [line for line in others if line.last_in < self.last]
            others = [line for line in others if line.rank > rank and line not in left]
        texts = (
            (without, gettext_noop("Passed over without a result: {players}.")),
            (left, gettext_noop("Passed over because of leaving early: {players}.")),
            (others, gettext_noop("Passed over because of another prize: {players}.")),
        )
        why = award.why
        for lines, text in texts:
            if lines:
                names = _names_of_equals([line.competitor for line in lines])
                why = _("{first} {second}", first=why, second=fill_in(text, players=names))
        return why

    def _with_as_much(self, award: Award) -> list[RankLine]:
        takers, criterion = award.winners or award.tied, COUNTED[award.prize]
        if not self.settings.one_prize_each:
            return []
        others = self.taken.difference(takers)
        return [
            line
            for line in self.ranked
            if line.competitor in others and getattr(line, criterion) >= (award.value or 0)
        ]

    def _is_playing_first_round(self, line: RankLine) -> bool:
        is_past = line.rounds_played or line.rounds_without_result or line.sat_out
        return not is_past and line.came_in == self.last

    def _keep_for(self, tie: frozenset[Competitor]) -> None:
        self.ties[tie] = self.ties.get(tie, 0) + 1
        # If a tie has as many limited prizes as competitors, each competitor of the tie wins exactly one.
        if self.ties[tie] == len(tie):
            self.taken |= tie
            del self.ties[tie]

    def _winners(
        self, prize: str, best: Sequence[Competitor], value: int | None
    ) -> tuple[tuple[Competitor, ...], Sentence]:
        purpose = f"prize/{prize}" if self.number is None else f"prize/{prize}/{self.number}"
        if len(best) == 1:
            return (best[0],), self._why_alone(prize, best[0], value)
        if self.settings.prize_ties == "shared":
            return tuple(best), _("{players} tie and share it.", players=_names_of_equals(best))
        self.cut.update(best)
        if len(best) > MOST_WHO_CUT:
            winner = best[drawn(self.seed, purpose, range(1, len(best) + 1))[0] - 1]
            return (winner,), _drew(winner, len(best))
        by_name: dict[str, Competitor] = {competitor.in_words: competitor for competitor in best}
        draws, cut = draw(list(by_name), f"{self.seed}/{purpose}", self.law_set, PREFERENCE, highest=1)
        winner = by_name[cut.order[0]]
        shown = list(by_name) if len(best) <= MOST_NAMED else [winner.in_words]
        return (winner,), _cut_highest(winner, _names_of_equals(best), _cards(draws, shown))

    def _why_alone(self, prize: str, winner: Competitor, value: int | None) -> Sentence:
        if prize in COUNTED:
            has_most = _best(prize, self.listed)[1] == value
            return _wins(winner) if has_most else _has_most_left(winner)
        if winner in self.cut:
            return _comes_next(winner)
        return _wins_tie_break(winner) if self._is_on_a_tie_break(prize, winner) else _wins(winner)

    def _is_on_a_tie_break(self, prize: str, winner: Competitor) -> bool:
        lines = self.listed[::-1] if prize == "booby" else self.listed
        at = next(place for place, line in enumerate(lines) if line.competitor == winner)
        following = next((line for line in lines[at:] if line.rank != lines[at].rank), None)
        first = self.settings.tie_breaks[0]
        return following is not None and following.value(first) == lines[at].value(first)


def _list_of(competitor: Competitor, lists: Mapping[int, int | None]) -> int | None:
    return next((place for member in competitor.members if (place := lists.get(member)) is not None), None)


def _wins(winner: Competitor) -> Sentence:
    if winner.is_pair:
        return _("{pair} win it outright.", pair=winner.in_words)
    return _("{player} wins it outright.", player=winner.in_words)


def _wins_tie_break(winner: Competitor) -> Sentence:
    if winner.is_pair:
        return _("{pair} win it on a tie-break.", pair=winner.in_words)
    return _("{player} wins it on a tie-break.", player=winner.in_words)


def _has_most_left(winner: Competitor) -> Sentence:
    if winner.is_pair:
        return _("{pair} have the most among those without a prize.", pair=winner.in_words)
    return _("{player} has the most among those without a prize.", player=winner.in_words)


def _comes_next(winner: Competitor) -> Sentence:
    if winner.is_pair:
        return _("{pair} come next after the cut.", pair=winner.in_words)
    return _("{player} comes next after the cut.", player=winner.in_words)


def _drew(winner: Competitor, count: int) -> Sentence:
    if winner.is_pair:
        return _("{pair} drew the best lot of {count}.", pair=winner.in_words, count=count)
    return _("{player} drew the best lot of {count}.", player=winner.in_words, count=count)


def _cut_highest(winner: Competitor, tied: str, cards: str) -> Sentence:
    if winner.is_pair:
        return _(
            "{pairs} tie. The program cut, and {pair} were highest ({cards}).",
            pairs=tied,
            pair=winner.in_words,
            cards=cards,
        )
    return _(
        "{players} tie. The program cut, and {player} was highest ({cards}).",
        players=tied,
        player=winner.in_words,
        cards=cards,
    )


def _cards(draws: Iterable[Round], shown: Collection[str]) -> str:
    return listed(
        [
            _("{player}: {cards}", player=name, cards=listed([card_in_words(card) for card in cards_of(cut)]))
            for cards in draws
            for name, cut in cards.items()
            if name in shown
        ]
    )


def _names_of_equals(best: Sequence[Competitor]) -> str:
    if len(best) <= MOST_NAMED:
        return in_a_row([competitor.in_words for competitor in best])
    if all(competitor.is_pair for competitor in best):
        return ngettext("{count} pair", "{count} pairs", len(best))
    return ngettext("{count} player", "{count} players", len(best))


def _best(prize: str, open_to: Sequence[RankLine]) -> tuple[list[Competitor], int | None]:
    if prize in COUNTED:
        criterion = COUNTED[prize]
        most = max((getattr(line, criterion) for line in open_to), default=0)
        if most <= 0:
            return [], most
        return [line.competitor for line in open_to if getattr(line, criterion) == most], most
    ranks = [line.rank for line in open_to]
    rank = max(ranks, default=0) if prize == "booby" else min(ranks, default=0)
    return [line.competitor for line in open_to if line.rank == rank], None
