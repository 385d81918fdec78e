"""Values for the templates of a table's pages: sides with names and scores, deals, and previews.

This module only adds names to seats and sides; the domain computes the scores.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.translation import gettext

from laws.domain.lawset import Settings
from laws.queries import name_of
from scoring.clubs import permissions
from scoring.clubs.models import Member
from scoring.game.explanation import ExplanationLine
from scoring.game.pool import pool_of
from scoring.game.references import named
from scoring.game.score import Score
from scoring.game.seating import PerSide, TableSeats
from scoring.game.state import GameDifference, GameState, ScoredDeal, difference
from scoring.tables.access import links_in_use
from scoring.tables.games import DealInGame, GameRecord
from scoring.tables.models import HeldDecision, HeldEntry
from scoring.tables.queries import TableState, games_of_held
from scoring.tables.table_policy import PlayAtTable, Slip, TablePolicy, policy_of
from scoring.templatetags.cards import plain

SideNames = PerSide[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side of a game with its players' names and its score.

    ``before`` is the score before the last deal that counted. ``to_go`` is the number of points that the
    side still needs to reach the game score, at least 0.
    """

    side: int
    names: tuple[str, ...]
    before: int
    score: int
    to_go: int
    won: bool


class TablePage:
    """The values that the template of every page of a table needs, as one actor may see them."""

    def __init__(
        self, state: TableState, actor: permissions.Actor, policy: TablePolicy | None = None
    ) -> None:
        """Load the table's policy, or use ``policy``, which must be loaded after the last write."""
        game, rules = state.game, state.game.rules
        self.table, self.law_set, self.seats, self._record = state.table, state.law_set, state.seats, game
        self.game = game.kind
        self.waiting, self.last_number, self.next_number = state.waiting, state.last_number, state.next_number
        self.game_number = game.number or 1
        self.game_score, self.length = rules.game_score, rules.game_score - rules.starting_score
        self.marked, self.has_bidding = rules.score_marked, rules.game.has_bidding
        decided = [[row.decided for row in game.rulings.get(deal.number, ())] for deal in game.deals]
        self.pool = pool_of(game.state, decided, rules)
        self.policy = policy or policy_of(state.table)
        self.slip = self.policy.slips_of([game]).get(game.game_id)
        self.sides = sides_of(game, names_of(game.kind.seating, state.seats, self.policy), self.slip)
        self.is_replaced = self.slip is not None and self.slip.replaces_deals
        self.over = game.state.over and not self.is_replaced
        self.winners = [side for side in self.sides if side.won]
        self.side_words = side_words(game.kind.seating, state.seats, self.policy)
        self.side_names = [" & ".join(side.names) for side in self.sides]
        self.next_dealer = state.next_dealer
        self.dealer_name = state.seats[state.next_dealer - 1].name
        eldest = game.kind.seating.eldest_hand(state.next_dealer)
        self.seller_name = "" if rules.selling == "none" else state.seats[eldest - 1].name
        self.member_id = actor.member_id
        self.may_enter = actor.may("enter a deal")
        self.may_call = actor.may("call the director")
        self.may_open_calls = self.may_call and not state.table.club.is_practice
        self.needs_word = actor.needs_word and links_in_use().filter(table=state.table).exists()
        self.may_see_link = actor.may("see the table's link")
        self.club_link = actor.may("see the club")

    @property
    def chosen(self) -> Settings:
        """The settings that somebody chose for the club, the table or its event."""
        return self.policy.chosen(self.law_set)

    @property
    def slip_text(self) -> str:
        """A sentence about the slip that replaces or completes the round's deals; empty without a slip."""
        if self.slip is None:
            return ""
        if self.slip.points is None:
            # At a table of five the winners of a round need not be the players of a side in this game.
            won = [side for side in self.sides if side.side in self.slip.winners]
            if len(won) != len(self.slip.winners):
                return gettext("The round is in from its slip, which says who won.")
            names = ", ".join(" & ".join(side.names) for side in won)
            return gettext("The round is in from its slip, which says who won: %(names)s.") % {"names": names}
        points = " · ".join(plain(points_of_side) for points_of_side in self.slip.points)
        if self.slip.after_deals:
            return gettext("The rest of the round is in from its slip: %(points)s.") % {"points": points}
        if self.is_replaced and self._record.deals:
            text = gettext(
                "The round is in from its slip: %(points)s. The deals recorded before do not count."
            )
            return text % {"points": points}
        return gettext("The round is in from its slip: %(points)s.") % {"points": points}

    @property
    def has_race(self) -> bool:
        """Whether the score sheet has a line chart of the scores after each deal.

        A game that is not played to a target score has no chart. Nor has a game with a paper slip, because
        the slip's points belong to no deal.
        """
        return self.play.is_to_target and self.slip is None

    @property
    def slip_figures(self) -> list["Figure"]:
        """The points that the paper slip adds to each side, as a line of the sheet.

        Empty if the slip has no points for the sides of this game.
        """
        if self.slip is None or self.slip.score(self._record) is None:
            return []
        return [
            Figure(side.side, side.names, points, side.score - points, side.score)
            for side, points in zip(self.sides, self.slip.points or (), strict=True)
        ]

    @property
    def payments(self) -> list[tuple[Member, int, int, int]]:
        """Each player with their payments into the pool, their winnings from the pool, and the difference.

        Empty if the game has no pool.
        """
        if self.pool is None:
            return []
        rows = zip(self.seats, self.pool.paid, self.pool.taken, strict=True)
        return [(member, paid, taken, taken - paid) for member, paid, taken in rows]

    @cached_property
    def play(self) -> PlayAtTable:
        """What the table plays: game after game, or the deals of a round."""
        return self.policy.play(self._record, self.last_number)

    @property
    def game_title(self) -> str:
        """The title of the game: its number at the table or, in an event, its round."""
        return self.policy.titles_of([self._record])[self._record.game_id]

    @property
    def takes_deals(self) -> bool:
        """Whether another deal of the game can be recorded."""
        return self.play.takes_deals and not self.over

    @property
    def deal_words(self) -> str:
        """The title of a deal, with a placeholder for its number: for example "Deal {number} of 8"."""
        if self.play.due is None:
            words = gettext("Deal %(number)s · game %(game)s")
            return words % {"number": "{number}", "game": self.game_number}
        return gettext("Deal %(number)s of %(due)s") % {"number": "{number}", "due": self.play.due}

    @property
    def next_counted(self) -> int:
        """The number of the next deal as the page shows it.

        Outside events this is its number at the table. In an event, deals are counted in their round, without
        void deals such as misdeals.
        """
        return self.play.numbers.number_of(self.next_number)

    @property
    def next_deal(self) -> str:
        return self.deal_words.replace("{number}", str(self.next_counted))

    @property
    def counted_from(self) -> int:
        """How much the next deal's number at the table exceeds its number on the page, `next_counted`."""
        return self.next_number - self.next_counted

    @cached_property
    def laws_name(self) -> str:
        """The name of the table's law set in addresses of the law book."""
        return name_of(self.law_set)


def names_of(seating: TableSeats, members: Sequence[Member], policy: TablePolicy) -> SideNames:
    """Return the names of each side's players, in the order in which the table's policy names them."""
    players = [[members[seat - 1] for seat in seating.seats_of(side)] for side in seating.sides()]
    return PerSide(tuple(tuple(member.name for member in policy.as_named(side)) for side in players))


def side_words(seating: TableSeats, members: Sequence[Member], policy: TablePolicy) -> list[str]:
    """Return the name of each side, made of its players' names, for sentences about a deal."""
    return [" & ".join(names) for names in names_of(seating, members, policy)]


def sides_of(game: GameRecord, names: SideNames, slip: Slip | None = None) -> tuple[SideLine, ...]:
    """Return a game's sides with their scores, including the points of the round's paper ``slip``."""
    lines = sides_in(game.state, names)
    if slip is None or (score := slip.score(game)) is None or (to_go := slip.to_go(game)) is None:
        return lines
    return tuple(
        replace(
            line,
            score=score[line.side],
            to_go=to_go[line.side],
            won=line.won and not slip.replaces_deals,
        )
        for line in lines
    )


def sides_in(game_state: GameState, names: SideNames) -> tuple[SideLine, ...]:
    won = game_state.winner if isinstance(game_state.winner, tuple) else (game_state.winner,)
    scored = [
        entry.score.before for entry in game_state.entries if entry.counted and not entry.score.new_deal
    ]
    before = scored[-1] if scored else game_state.score
    return tuple(
        SideLine(side, names[side], before[side], game_state.score[side], game_state.to_go[side], side in won)
        for side in names.sides()
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """A side's result in one deal: the score it made, and its running score before and after."""

    side: int
    names: tuple[str, ...]
    scored: int
    before: int
    after: int


def explained(
    score: Score, members: Sequence[Member], names: Iterable[Sequence[str]]
) -> list[ExplanationLine]:
    """Return the explanation of a deal's score, with players' names in place of seats and sides.

    ``names`` are the names of each side's players, side 1 first.
    """
    seats, sides = [member.name for member in members], [" & ".join(side) for side in names]
    return [replace(line, text=named(line.text, seats, sides=sides)) for line in score.explanation]


def figures_of(entry: ScoredDeal, names: SideNames) -> list[Figure]:
    score = entry.score
    return [
        Figure(side, names[side], score.scored[side], score.before[side], score.after[side])
        for side in names.sides()
    ]


@dataclass(frozen=True, slots=True)
class DealPreview:
    """What a deal scores, or what its correction changes.

    - ``sides``: the result of each side in the deal.
    - ``next``: for a new deal, a sentence on what follows: the next dealer, or the end of the game or round.
    - ``changes``: the effects of a correction, otherwise None.
    - ``confirm``: the label of the button.
    - ``before``: the scores of the game before a correction; empty for a new deal.
    - ``after``: the scores of the game with the deal or its correction.
    """

    sides: Sequence[Figure]
    explanation: Sequence[ExplanationLine]
    irregularities: Sequence[str]
    next: str
    changes: "GameChanges | None"
    confirm: str
    before: Sequence[SideLine]
    after: Sequence[SideLine]


def preview_of(deal: DealInGame, state: TableState) -> DealPreview:
    policy = policy_of(state.table)
    names = names_of(state.game.kind.seating, state.seats, policy)
    seats, sides = [member.name for member in state.seats], [" & ".join(side) for side in names]
    entry, game_state, before = deal.entry, deal.state, deal.before
    changes = None
    if before:
        change = difference(before, game_state, deal.index)
        changes = changes_of(change, deal.game, deal.number, state.seats, policy)
    return DealPreview(
        sides=figures_of(entry, names),
        explanation=explained(entry.score, state.seats, names),
        irregularities=[named(found.says, seats, sides=sides) for found in entry.score.irregularities],
        next="" if before else _what_follows(deal, state, names),
        changes=changes,
        confirm=gettext("Record the correction") if before else gettext("Confirm and record"),
        before=sides_in(before, names) if before else (),
        after=sides_in(game_state, names),
    )


def _what_follows(deal: DealInGame, state: TableState, names: SideNames) -> str:
    game_state, play = deal.state, policy_of(state.table).play(state.game, state.last_number)
    if play.due is not None and play.counted + (not deal.entry.score.new_deal) >= play.due:
        return gettext("That is the last deal of this round.")
    if not game_state.over:
        return gettext("Next dealer: %(name)s.") % {"name": state.seats[game_state.next_dealer - 1].name}
    return gettext("That ends the game: %(names)s.") % {"names": _winners(game_state.winner, names)}


def _winners(winner: int | tuple[int, ...] | None, names: SideNames) -> str:
    won = winner if isinstance(winner, tuple) else (winner,)
    return ", ".join(" & ".join(names[side]) for side in names.sides() if side in won)


@dataclass(frozen=True, slots=True)
class GameChanges:
    """The effects of a correction or ruling on a game, apart from the score. Deals are given by number.

    - ``is_void``: whether the changed deal is now void, for example as a misdeal.
    - ``goes_on``: whether the game was over and now goes on.
    - ``ends``: the names of the winners if the game now ends in another way, otherwise empty.
    - ``ended_by``: the deal that ends the game after the change. None if the changed deal or no deal ends the
      game.
    - ``dropped``, ``restored``: the deals that no longer count, and the deals that count again.
    - ``later``: the later deals that score differently.
    - ``dealers``: two names: who dealt next before the change, and who deals next now. Empty if these are the
      same player.
    """

    is_void: bool
    goes_on: bool
    ends: str
    ended_by: int | None
    dropped: Sequence[int]
    restored: Sequence[int]
    later: Sequence[int]
    dealers: Sequence[str]


def changes_of(
    change: GameDifference,
    game: GameRecord,
    number: int,
    members: Sequence[Member],
    policy: TablePolicy,
) -> GameChanges:
    """Return what changes in the game if the deal ``number`` is corrected or ruled on."""
    numbers = [row.number for row in game.deals]
    before, after = change.ends_at
    is_ended_anew = after is not None and (before != after or change.game != "same")
    ended_by = numbers[after] if after is not None else None
    names = names_of(game.kind.seating, members, policy)
    return GameChanges(
        is_void=change.is_void,
        goes_on=change.game == "goes-on",
        ends=_winners(change.winner, names) if is_ended_anew else "",
        ended_by=None if ended_by == number else ended_by,
        dropped=[numbers[place] for place in change.dropped],
        restored=[numbers[place] for place in change.restored],
        later=[numbers[place] for place in change.later],
        dealers=[members[seat - 1].name for seat in change.next_dealer] if change.changes_dealer else [],
    )


def brief_reason(code: str) -> str:
    """Return a short reason why an entry is held, from its code."""
    reasons = {
        "earlier-deal-missing": gettext("an earlier deal is missing"),
        "asked": gettext("two phones entered this deal differently"),
        "past-deal": gettext("the deal is no longer in play"),
        "another-game": gettext("the table now plays another game"),
    }
    return reasons[code]


@dataclass(frozen=True, slots=True)
class HeldNotice:
    """A held entry on its table's page, with the reason or the director's decision."""

    entry: HeldEntry

    @property
    def why(self) -> str:
        return brief_reason(self.entry.code)

    @property
    def reason(self) -> str:
        """The reason given for a correction; empty if `why` says the same."""
        given = self.entry.reason
        return "" if given.rstrip(".").casefold() == self.why.casefold() else given

    @property
    def decision(self) -> HeldDecision | None:
        return getattr(self.entry, "decision", None)


@dataclass(frozen=True, slots=True)
class HeldLine:
    """A held entry on the director's page."""

    entry: HeldEntry
    seats: Sequence[Member]
    sides: Sequence[str]
    has_bidding: bool
    why: str


def held_lines(entries: Sequence[HeldEntry], states: Iterable[TableState]) -> list[HeldLine]:
    """Return the lines of the held entries. ``states`` are the states of the club's open tables."""
    games = games_of_held(entries, states)
    # The order of names depends on the event. Tables of an event share a policy, which loads the event once.
    policies = {entry.table.event_id: policy_of(entry.table) for entry in entries}
    return [
        HeldLine(
            entry,
            seats,
            side_words(played.seating, seats, policies[entry.table.event_id]),
            played.has_bidding,
            brief_reason(entry.code),
        )
        for entry, (played, seats) in ((entry, games[entry.pk]) for entry in entries)
    ]
