"""Who has won a table: by the points, by a cut, or because somebody said so. Where they go is not said here.

Law: Foster 1897, Cinch, Variations, Progressive Cinch: the pair with the fewest points to go; ties cut, the
high card going up. Which player cuts for a pair is not said: it is the one in the lower seat. At a table of
three or five each plays for himself, and the two best are its winners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.events.domain.settings import EventSettings
from scoring.events.domain.values import GAME_OF_THREE, THREE, Result, SeatedTable, TieCut
from scoring.game.cards import Card, format_card
from scoring.game.cutting import PREFERENCE, Round, decide, draw
from scoring.game.names import reference

How = Literal["points", "cut", "named"]

EnteredCut = Sequence[Mapping[int, Card | tuple[Card, ...]]]
"""Each round of a cut that was made at the table: who cut what."""


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """A table whose winners are known. ``winners`` and ``losers`` are players, the best first.

    ``to_go`` is what each player had to go, empty where no result was handed in.
    """

    table: SeatedTable
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    how: How
    to_go: Mapping[int, int]
    cut: TieCut | None = None


@dataclass(frozen=True, slots=True)
class TieRule:
    """What deciding a table needs besides its result: the laws of its cut, the seed, the cards entered.

    ``law_set_at_three`` is what the game at tables of three is played under, None where there is none.
    """

    settings: EventSettings
    law_set: LawSet
    seed: str
    round_number: int
    cuts: Mapping[int, EnteredCut]
    law_set_at_three: LawSet | None = None

    def laws_at(self, table: SeatedTable) -> LawSet:
        """Return the law set that a cut at a table goes by: that of the game played there."""
        if len(table.players) != THREE or self.law_set_at_three is None:
            return self.law_set
        return self.law_set_at_three.for_game(GAME_OF_THREE)


def check_result(table: SeatedTable, result: Result) -> None:
    """Raise InvalidInput under "results.N" where a result does not fit its table."""
    field, sides = f"results.{result.table}", table.seating.side_count
    for name in ("to_go", "points", "games", "cinches"):
        values = getattr(result, name)
        if values and len(values) != sides:
            raise InvalidInput(
                {f"{field}.{name}": _("{sides} values are due here, one for each side.", sides=sides)}
            )
    if any(not 1 <= side <= sides for side in result.winners) or len(set(result.winners)) < len(
        result.winners
    ):
        raise InvalidInput(
            {f"{field}.winners": _("sides are numbered from 1 to {sides}, each once.", sides=sides)}
        )


def sides_to_win(table: SeatedTable, players: int = 2) -> int:
    """Return how many sides win a table: one of two, or so many players who play for themselves."""
    return 1 if len(table.players) == 4 else players


def winning_sides(table: SeatedTable, wanted: int, result: Result) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that have won by points, and the tied sides that have to cut for the places left.

    ``wanted`` is how many sides win.
    """
    to_go = result.to_go
    if len(to_go) == 2:
        ours, theirs = to_go
        return ((), (1, 2)) if ours == theirs else (((1,), ()) if ours < theirs else ((2,), ()))
    last = sorted(to_go)[wanted - 1]
    clear = [side for side, left in enumerate(to_go, 1) if left < last]
    tied = [side for side, left in enumerate(to_go, 1) if left == last]
    clear.sort(key=lambda side: to_go[side - 1])
    return ((*clear, *tied), ()) if len(clear) + len(tied) == wanted else (tuple(clear), tuple(tied))


def outcome(table: SeatedTable, result: Result | None, rule: TieRule, *, wins: int = 2) -> TableOutcome:
    """Return who won a table, cutting where nothing else decides it.

    ``wins`` is how many players win at a table of three or five. Raises InvalidInput under "results.N" where
    the result is missing and may not be cut for, and under "cuts.N" where a cut is missing, is
    not by those who are to cut, or does not decide.
    """
    wanted = sides_to_win(table, wins)
    if result is not None:
        check_result(table, result)
    if result is not None and result.winners:
        if len(result.winners) != wanted:
            raise InvalidInput(
                {f"results.{table.number}.winners": _("{count} must be named, no more.", count=wanted)}
            )
        return _outcome(table, result.winners, "named", result)
    if result is None or result.is_missing or not result.to_go:
        is_cut = rule.settings.missing_results == "cut" or (result is not None and result.cut_instead)
        if not is_cut:
            raise InvalidInput(
                {f"results.{table.number}": _("table {table} has no result yet.", table=table.number)}
            )
        return _by_cut(table, (), tuple(table.seating.sides()), wanted, None, rule)
    clear, tied = winning_sides(table, wanted, result)
    if tied:
        return _by_cut(table, clear, tied, wanted, result, rule)
    return _outcome(table, clear, "points", result)


def _by_cut(
    table: SeatedTable,
    clear: tuple[int, ...],
    tied: tuple[int, ...],
    wanted: int,
    result: Result | None,
    rule: TieRule,
) -> TableOutcome:
    cutters = {table.side(side)[0]: side for side in tied}
    names = [reference(player) for player in cutters]
    entered, places, laws = rule.cuts.get(table.number), wanted - len(clear), rule.laws_at(table)
    field, seed = f"cuts.{table.number}", ""
    if entered is not None:
        draws: list[Round] = [{reference(player): shown for player, shown in one.items()} for one in entered]
        try:
            cut = decide(PREFERENCE, names, draws, laws, highest=places)
        except InvalidInput as refusal:
            raise InvalidInput(
                {field: [text for texts in refusal.errors.values() for text in texts]}
            ) from None
        if not cut.decided:
            raise InvalidInput(
                {field: _("{names} are to cut, and their cards are not here.", names=in_a_row(cut.cut_again))}
            )
    elif rule.settings.ties == "entered":
        raise InvalidInput(
            {field: _("{names} are to cut, and their cards are not here.", names=in_a_row(names))}
        )
    else:
        seed = f"{rule.seed}/tie/{rule.round_number}/{table.number}"
        draws, cut = draw(names, seed, laws, PREFERENCE, highest=places)
    by_name = {reference(player): side for player, side in cutters.items()}
    sides = clear + tuple(by_name[name] for name in cut.order)[:places]
    tie = TieCut(
        table=table.number,
        cutters=cutters,
        draws=tuple(_written(one, cutters) for one in draws),
        source="drawn" if entered is None else "entered",
        seed=seed,
        winners=sides,
        explanation=_explained(draws, cut.order[:places], table.number),
    )
    return _outcome(table, sides, "cut", result, tie)


def _outcome(
    table: SeatedTable, sides: tuple[int, ...], how: How, result: Result | None, cut: TieCut | None = None
) -> TableOutcome:
    seating = table.seating
    to_go: dict[int, int] = {}
    if result is not None and result.to_go:
        left = result.to_go
        to_go = {player: left[seating.side_of(seat) - 1] for seat, player in enumerate(table.players, 1)}
    others = [side for side in seating.sides() if side not in sides]
    if len(others) > 1:
        others.sort(key=lambda side: to_go.get(table.side(side)[0], 0))
    return TableOutcome(
        table=table,
        winners=tuple(player for side in sides for player in table.side(side)),
        losers=tuple(player for side in others for player in table.side(side)),
        how=how,
        to_go=to_go,
        cut=cut,
    )


def _written(one: Round, cutters: Mapping[int, int]) -> dict[int, str | tuple[str, ...]]:
    found: dict[int, str | tuple[str, ...]] = {}
    for player in cutters:
        shown = one.get(reference(player))
        if isinstance(shown, tuple):
            found[player] = tuple(format_card(card) for card in shown)
        elif shown is not None:
            found[player] = format_card(shown)
    return found


def _explained(draws: Sequence[Round], highest: Sequence[str], number: int) -> tuple[Sentence, ...]:
    lines = []
    for one in draws:
        parts = [
            _("{player} cut {cards}", player=name, cards=in_a_row([str(card) for card in _cards(shown)]))
            for name, shown in one.items()
        ]
        lines.append(_("At table {table} {what}.", table=number, what=in_a_row(parts)))
    return (*lines, _("{players} cut highest, and the high card goes up.", players=in_a_row(highest)))


def _cards(shown: Card | tuple[Card, ...]) -> tuple[Card, ...]:
    return shown if isinstance(shown, tuple) else (shown,)
