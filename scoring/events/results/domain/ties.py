"""The cut that decides a tied table. Players enter the cards, or the event's seed draws the cards.

Law: Foster 1897, Cinch, Variations, Progressive Cinch: tied sides cut, and the higher card wins. The source
does not say who cuts for a pair. Here it is the player in the lower seat.

The module `standings` breaks ties in the standings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.events.play.domain.played_round import PlayedRound
from scoring.events.play.domain.values import SeatedTable, TieCut
from scoring.game.cards import card_in_words
from scoring.game.cutting import PREFERENCE, Round, cards_of, decide, draw, format_cut
from scoring.game.references import player_ref


def cut_tie(
    played: PlayedRound, table: SeatedTable, clear: tuple[int, ...], tied: tuple[int, ...], count: int
) -> TieCut:
    """Return the cut of a tied table at which ``count`` sides win.

    ``clear`` are the sides that win by points without a cut; ``tied`` are the sides that cut. Raises
    InvalidInput under "cuts.N" if an entered cut is missing, is by the wrong players or does not decide.
    """
    number, cutters = table.number, {table.side(side)[0]: side for side in tied}
    side_of: dict[str, int] = {player_ref(player): side for player, side in cutters.items()}
    names, places, laws = list(side_of), count - len(clear), played.terms.laws_at(len(table.players))
    entered, seed = played.cuts.get(number), ""
    if entered is not None:
        draws: list[Round] = [
            {player_ref(player): cut for player, cut in entered_cut.items()} for entered_cut in entered
        ]
        try:
            cut = decide(PREFERENCE, names, draws, laws, highest=places)
        except InvalidInput as refusal:
            raise InvalidInput({f"cuts.{number}": refusal.reasons}) from None
        if not cut.decided and draws:
            raise _cut_again(number, cut.cut_again)
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
        draws=tuple(_written(cards_cut, cutters) for cards_cut in draws),
        source="drawn" if entered is None else "entered",
        seed=seed,
        winners=clear + tuple(side_of[name] for name in highest),
        explanation=_explained(draws, highest, number),
    )


def _cards_missing(table: int, names: Sequence[str]) -> InvalidInput:
    reason = _("{names} have to cut, and their cards are missing.", names=in_a_row(names))
    return InvalidInput({f"cuts.{table}": reason})


def _cut_again(table: int, names: Sequence[str]) -> InvalidInput:
    reason = _("{names} cut equal cards. They cut again: enter both cuts.", names=in_a_row(names))
    return InvalidInput({f"cuts.{table}": reason})


def _written(cards: Round, cutters: Mapping[int, int]) -> dict[int, str | list[str]]:
    return {player: format_cut(cards[name]) for player in cutters if (name := player_ref(player)) in cards}


def _explained(draws: Sequence[Round], highest: Sequence[str], number: int) -> tuple[Sentence, ...]:
    lines = []
    for cards in draws:
        parts = [
            _(
                "{player} cut {cards}",
                player=name,
                cards=in_a_row([card_in_words(card) for card in cards_of(cut)]),
            )
            for name, cut in cards.items()
        ]
        lines.append(_("At table {table} {what}.", table=number, what=in_a_row(parts)))
    return (*lines, _("{players} cut highest and won the table.", players=in_a_row(highest)))
