"""A table of a round as its page shows it."""

from typing import Any

from scoring.disputes.queries import disputes, lists
from scoring.events import labels, state as states
from scoring.events.results.domain import outcome
from scoring.events.show.pages import overview
from scoring.game import cards, cutting


def table_context(
    state: states.EventState, number: int, table_number: int, names: dict[int, str]
) -> dict[str, Any]:
    event_round = state.round_of(number)
    table = event_round.table(table_number)
    seating = table.seated.seating
    # The player in the lower seat cuts for a pair. Without partners, each player may have to cut.
    cutters = [table.seated.side(side)[0] for side in seating.sides()]
    return {
        "each": event_round,
        "table": table,
        "tile": overview.tile(state, event_round, table, names),
        "disputes": [disputes.line_of(dispute) for dispute in lists.disputes_named(table.disputes)],
        "blocker": next(
            (blocker for blocker in event_round.life.blockers if blocker.table == table_number), None
        ),
        "deals": [
            (row.number, entry.score)
            for game in table.games
            for row, entry in zip(game.deals, game.state.entries, strict=True)
        ],
        "is_alone": not seating.has_partners,
        "is_three": table.play.is_of_three,
        "is_five": len(table.games) > 1,
        "winners": outcome.sides_winning(table.seated, len(event_round.tables), state.settings),
        "why_not_counted": state.settings.why_not_counted(),
        "cutters": [(player, names[player]) for player in cutters],
        "cut_entered": [
            [
                (names[player], list(map(cards.format_card, cutting.cards_of(cut))))
                for player, cut in draw.items()
            ]
            for draw in table.entered_cut
        ],
        "decisions": [
            (word, table.decisions[kind])
            for kind, word in labels.DECISIONS.items()
            if kind in table.decisions
        ],
    }
