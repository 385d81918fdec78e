"""A table of a round as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from laws.domain.sentences import Sentence
from scoring.disputes.queries import disputes, lists
from scoring.events import labels
from scoring.events.models import TableDecision
from scoring.events.play.domain.played_round import EnteredCut
from scoring.events.play.domain.round_life import Blocker
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.domain import outcome
from scoring.events.show.pages.overview import TableTile, tile
from scoring.events.state import EventState
from scoring.game import cards, cutting
from scoring.game.score import Score
from scoring.tables.games import read_cut


@dataclass(frozen=True)
class ShownRoundTable:
    """A table of a round with its deals, decisions, disputes and cuts.

    - ``deals``: each deal's number at the table, its number in the round, and its score.
    - ``is_alone``: nobody has a partner.
    - ``deals_equally``: everybody deals equally often.
    - ``winners``: the number of sides that win.
    - ``may_cut``: a cut can decide who has won.
    - ``high_card``: a sentence about the player with the high card of a cut: the player stays, goes up or
      wins the table.
    - ``cutters``: for each side, the id and name of the player who cuts.
    - ``cut``: the draws of the cut, entered or drawn by the program. Each draw has players' names with their
      cards.
    - ``decisions``: each decision in force with its title.
    """

    table: EventTable
    tile: TableTile
    disputes: Sequence[disputes.DisputeLine]
    blocker: Blocker | None
    deals: Sequence[tuple[int, int, Score]]
    is_alone: bool
    deals_equally: bool
    is_three: bool
    is_five: bool
    winners: int
    why_not_counted: Sentence | None
    may_cut: bool
    high_card: str
    cutters: Sequence[tuple[int, str]]
    cut: Sequence[Sequence[tuple[str, Sequence[str]]]]
    must_cut_again: bool
    decisions: Sequence[tuple[str | Promise, TableDecision]]


def shown_table(
    state: EventState, event_round: EventRound, table: EventTable, names: dict[int, str]
) -> ShownRoundTable:
    seating, blockers = table.seated.seating, event_round.life.blockers
    # The player in the lower seat cuts for a pair. Without partners, each player is a side.
    cutters = [table.seated.side(side)[0] for side in seating.sides()]
    return ShownRoundTable(
        table=table,
        tile=tile(state, event_round, table, names),
        disputes=[disputes.line_of(dispute) for dispute in lists.disputes_named(table.disputes)],
        blocker=next((blocker for blocker in blockers if blocker.table == table.number), None),
        deals=[
            (row.number, table.numbering().number_of(row.number), entry.score)
            for game in table.games
            for row, entry in zip(game.deals, game.state.entries, strict=True)
        ],
        is_alone=not seating.has_partners,
        deals_equally=table.due % len(table.players) == 0,
        is_three=table.play.is_of_three,
        is_five=len(table.games) > 1,
        winners=outcome.sides_winning(table.seated, len(event_round.tables), state.settings),
        why_not_counted=state.settings.why_not_counted(),
        may_cut=event_round.may_cut(table),
        high_card=labels.high_card(
            state.settings, table.number, is_last_round=event_round.number == state.settings.rounds
        ),
        cutters=[(player, names[player]) for player in cutters],
        cut=[
            [
                (names[player], list(map(cards.format_card, cutting.cards_of(cut))))
                for player, cut in draw.items()
            ]
            for draw in table.entered_cut or _drawn(state, event_round, table)
        ],
        must_cut_again=event_round.must_cut_again(table),
        decisions=[
            (word, table.decisions[kind])
            for kind, word in labels.DECISIONS.items()
            if kind in table.decisions
        ],
    )


def _drawn(state: EventState, event_round: EventRound, table: EventTable) -> EnteredCut:
    decided = event_round.shown_outcome(table, is_over=state.is_over)
    if decided is None or decided.cut is None:
        return ()
    return tuple({player: read_cut(cut) for player, cut in draw.items()} for draw in decided.cut.draws)
