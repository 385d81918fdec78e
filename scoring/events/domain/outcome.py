"""Who has won a table: by the points, by a cut, or because somebody said so. Where they go is not said here.

Law: Foster 1897, Cinch, Variations, Progressive Cinch: the pair with the fewest points to go; ties cut, the
high card going up. Which player cuts for a pair is not said: it is the one in the lower seat. At a table of
three or five each plays for himself, and the two best are its winners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.events.domain.settings import EventSettings
from scoring.events.domain.values import (
    FULL,
    GAME_OF_THREE,
    HEAD,
    THREE,
    Result,
    SeatedRound,
    SeatedTable,
    TieCut,
)
from scoring.game.cutting import PREFERENCE, PlayerCut, Round, cards_of, decide, draw, format_cut
from scoring.game.names import reference

EnteredCut = Sequence[Mapping[int, PlayerCut]]
"""Each round of a cut that was made at the table: who cut what."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """What every round of an event is played under."""

    settings: EventSettings
    law_set: LawSet
    seed: str


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was seated, what came of it so far, by table, and what decides its tables besides.

    ``cuts`` were entered at tied tables. ``law_set_at_three`` is what tables of three play under, None where
    there is none.
    """

    terms: EventTerms
    seated: SeatedRound
    results: Mapping[int, Result] = field(default_factory=dict)
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
    law_set_at_three: LawSet | None = None

    def laws_at(self, table: SeatedTable) -> LawSet:
        """The law set that a cut at a table goes by: that of the game played there."""
        if len(table.players) != THREE or self.law_set_at_three is None:
            return self.terms.law_set
        return self.law_set_at_three.for_game(GAME_OF_THREE)


class TableOutcome(NamedTuple):
    """A table whose winners are known: ``sides``, the best first.

    ``to_go`` is what each side had to go, empty where no result was handed in.
    """

    table: SeatedTable
    sides: tuple[int, ...]
    to_go: tuple[int, ...] = ()
    cut: TieCut | None = None
    is_named: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(player for side in self.sides for player in self.table.side(side))

    @property
    def losers(self) -> tuple[int, ...]:
        """The other players, the best first."""
        others = [side for side in self.table.seating.sides() if side not in self.sides]
        if self.to_go:
            others.sort(key=lambda side: self.to_go[side - 1])
        return tuple(player for side in others for player in self.table.side(side))


def sides_winning(table: SeatedTable, tables: int, settings: EventSettings) -> int:
    """Return how many sides win a table of an event that has so many: one of two, or two who play alone.

    Two arrive at the head table, so only one of three can stay there, unless it is the winners who leave it.
    """
    if len(table.players) == FULL:
        return 1
    moves_up = settings.kind == "winner-progressive" and settings.head_losers != "stay"
    return 1 if moves_up and table.number == HEAD and len(table.players) == THREE and tables > 1 else 2


def winning_sides(wanted: int, to_go: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that have won by points, and the tied sides that have to cut for the places left.

    ``wanted`` is how many sides win.
    """
    last = sorted(to_go)[wanted - 1]
    clear = [side for side, left in enumerate(to_go, 1) if left < last]
    tied = [side for side, left in enumerate(to_go, 1) if left == last]
    clear.sort(key=lambda side: to_go[side - 1])
    return ((*clear, *tied), ()) if len(clear) + len(tied) == wanted else (tuple(clear), tuple(tied))


def outcomes(played: PlayedRound) -> tuple[TableOutcome, ...]:
    """Return who won each table. Raises InvalidInput where one is not decided, with every such table."""
    decided: list[TableOutcome] = []
    errors: dict[str, list[str]] = {}
    for table in played.seated.tables:
        try:
            decided.append(outcome(played, table))
        except InvalidInput as refusal:
            errors |= refusal.errors
    if errors:
        raise InvalidInput(errors)
    return tuple(decided)


def outcome(played: PlayedRound, table: SeatedTable) -> TableOutcome:
    """Return who won a table, cutting where nothing else decides it.

    Raises InvalidInput under "results.N" where the result is missing and may not be cut for, and under
    "cuts.N" where a cut is missing, is not by those who are to cut, or does not decide.
    """
    number, settings = table.number, played.terms.settings
    result = played.results.get(number) or Result(number, is_missing=True)
    wanted = sides_winning(table, len(played.seated.tables), settings)
    if result.winners:
        if len(result.winners) != wanted:
            raise InvalidInput({f"results.{number}.winners": _("Name exactly {count}.", count=wanted)})
        return TableOutcome(table, result.winners, result.to_go, is_named=True)
    if not (result.to_go or result.cut_instead or settings.missing_results == "cut"):
        raise InvalidInput({f"results.{number}": _("table {table} has no result yet.", table=number)})
    clear, tied = winning_sides(wanted, result.to_go) if result.to_go else ((), tuple(table.seating.sides()))
    if not tied:
        return TableOutcome(table, clear, result.to_go)
    cut = _cut(played, table, clear, tied, wanted)
    return TableOutcome(table, cut.winners, result.to_go, cut)


def _cut(
    played: PlayedRound, table: SeatedTable, clear: tuple[int, ...], tied: tuple[int, ...], wanted: int
) -> TieCut:
    number, cutters = table.number, {table.side(side)[0]: side for side in tied}
    side_of = {reference(player): side for player, side in cutters.items()}
    names, places, laws = list(side_of), wanted - len(clear), played.laws_at(table)
    entered, seed = played.cuts.get(number), ""
    if entered is not None:
        draws: list[Round] = [
            {reference(player): shown for player, shown in each.items()} for each in entered
        ]
        try:
            cut = decide(PREFERENCE, names, draws, laws, highest=places)
        except InvalidInput as refusal:
            raise InvalidInput({f"cuts.{number}": refusal.reasons}) from None
        if not cut.decided:
            raise _cards_missing(number, cut.cut_again)
    elif played.terms.settings.ties == "entered":
        raise _cards_missing(number, names)
    else:
        seed = f"{played.terms.seed}/tie/{played.seated.number}/{number}"
        draws, cut = draw(names, seed, laws, PREFERENCE, highest=places)
    highest = cut.order[:places]
    return TieCut(
        table=number,
        cutters=cutters,
        draws=tuple(_written(each, cutters) for each in draws),
        source="drawn" if entered is None else "entered",
        seed=seed,
        winners=clear + tuple(side_of[name] for name in highest),
        explanation=_explained(draws, highest, number),
    )


def _cards_missing(table: int, names: Sequence[str]) -> InvalidInput:
    reason = _("{names} have to cut, and their cards are missing.", names=in_a_row(names))
    return InvalidInput({f"cuts.{table}": reason})


def _written(cards: Round, cutters: Mapping[int, int]) -> dict[int, str | list[str]]:
    names = {player: reference(player) for player in cutters}
    return {player: format_cut(cards[name]) for player, name in names.items() if name in cards}


def _explained(draws: Sequence[Round], highest: Sequence[str], number: int) -> tuple[Sentence, ...]:
    lines = []
    for one in draws:
        parts = [
            _("{player} cut {cards}", player=name, cards=in_a_row([str(card) for card in cards_of(shown)]))
            for name, shown in one.items()
        ]
        lines.append(_("At table {table} {what}.", table=number, what=in_a_row(parts)))
    return (*lines, _("{players} cut highest, and the high card goes up.", players=in_a_row(highest)))
