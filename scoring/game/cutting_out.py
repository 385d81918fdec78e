"""Cutting out: who plays next, who gives way and who waits at a club table with more players than seats.

Law: Foster 1897, Cinch Laws, Formation of Table and Cutting Out. More than four players cut for preference.
After the first game the lowest cuts give way to the waiting players; after later games, the players with the
most consecutive games give way, and ties are cut. Each of these rules is a parameter of the law set or, if
the law set is silent, of the fallback law set. Partners, seats and the deal are then cut as usual
(:mod:`scoring.game.cutting`).

The laws imply three further rules. A player who leaves makes room for a waiting player before anybody has to
give way. Waiting players come in by how long they have waited, without a cut. Players who did not play the
last game do not cut after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row, ngettext
from scoring.game.cutting import PREFERENCE, CutResult, Round, decide, draw
from scoring.game.explanation import ExplanationLine, resting_on
from scoring.game.references import player_ref


@dataclass(frozen=True, slots=True)
class CompanyState:
    """The players at a cutting-out table, and the players of each game.

    - ``present``: the players in order of arrival, without those who have left.
    - ``games``: the players of each game.
    - ``arrived_after``: for each player in ``present``, the number of games that were over when the player
      came. If it is empty, all came before the first game.
    """

    present: tuple[int, ...]
    games: tuple[frozenset[int], ...] = ()
    arrived_after: tuple[int, ...] = ()

    def run_of(self, player: int) -> int:
        """Return how many games in a row, up to the last game, a player has played."""
        return len(list(takewhile(lambda game: player in game, reversed(self.games))))

    def waiting(self) -> tuple[int, ...]:
        """Return the present players who did not play the last game: longest wait first, then by arrival."""
        last = self.games[-1] if self.games else frozenset()
        came = dict(zip(self.present, self.arrived_after or (0,) * len(self.present), strict=True))

        def since(player: int) -> int:
            played = [number for number, game in enumerate(self.games, 1) if player in game]
            return max(came[player], *played[-1:], 0)

        return tuple(sorted((player for player in self.present if player not in last), key=since))

    def staying(self) -> tuple[int, ...]:
        """Return the players of the last game who are still present, in order of arrival."""
        last = self.games[-1] if self.games else frozenset()
        return tuple(player for player in self.present if player in last)


def with_player(company: CompanyState, player: int, law_set: LawSet) -> CompanyState:
    """Return the table with one more player, the last to arrive.

    Raises InvalidInput under "player" if the player is at the table already, or if the table is complete.

    Law: Foster 1897, Cinch Laws, Formation of Table: six make the table complete.
    """
    if player in company.present:
        raise InvalidInput({"player": _("{player} is at this table already.", player=player_ref(player))})
    capacity = law_set.number("table_capacity")
    if len(company.present) >= capacity:
        reason = _("The table is complete with {count} players.", count=capacity)
        raise InvalidInput({"player": reason}, law=law_set.law("table_capacity"))
    came = company.arrived_after or (0,) * len(company.present)
    return CompanyState((*company.present, player), company.games, (*came, len(company.games)))


SEATS = 4


@dataclass(frozen=True, slots=True)
class WhoCuts:
    """A cut that ``players`` must make. It chooses who plays the first game or, later, who gives way.

    If ``takes_highest`` is true, the ``count`` players with the highest cuts are chosen, otherwise the
    ``count`` players with the lowest cuts. ``parameter`` is the law set's parameter that asks for the cut.
    """

    players: tuple[int, ...]
    count: int
    takes_highest: bool
    parameter: str


@dataclass(frozen=True, slots=True)
class NextPlayers:
    """Who plays next. While ``is_decided`` is False, ``cut_again`` has the players who have to cut.

    ``missing`` is how many players the table lacks; if it is not 0, nobody plays.
    """

    is_decided: bool
    playing: tuple[int, ...]
    giving_way: tuple[int, ...]
    coming_in: tuple[int, ...]
    waiting: tuple[int, ...]
    cut_again: tuple[int, ...]
    missing: int
    explanation: tuple[ExplanationLine, ...]


def needed_cut(company: CompanyState, law_set: LawSet) -> WhoCuts | None:
    """Return the cut that must decide who plays next.

    None if at most four players are present, or if the rules decide without a cut.
    """
    staying, out = company.staying(), len(company.present) - SEATS
    if out <= 0:
        return None
    if not company.games:
        if law_set.choice("preference_cut") == "arrival":
            return None
        return WhoCuts(company.present, SEATS, takes_highest=True, parameter="preference_cut")
    if out >= len(staying):
        return None
    if len(company.games) == 1 or law_set.choice("cutting_out_later") == "cut":
        highest = law_set.choice("cutting_out_first") == "highest"
        return WhoCuts(staying, out, takes_highest=highest, parameter="cutting_out_first")
    sure, tied = _sure_and_tied(company, staying, out)
    if not tied:
        return None
    highest = law_set.choice("cutting_out_tie") == "highest"
    return WhoCuts(tied, out - len(sure), takes_highest=highest, parameter="cutting_out_tie")


def next_players(company: CompanyState, law_set: LawSet, draws: Sequence[Round] = ()) -> NextPlayers:
    """Return who plays next, given the rounds of the cut if a cut is needed.

    The rounds name a player by number, such as ``{player:12}``. Raises InvalidInput under "draws" if rounds
    are given but no cut is needed, and under "draws.N.PLAYER" for a cut that is missing, not due or
    impossible.
    """
    cut_needed = needed_cut(company, law_set)
    chosen: tuple[int, ...] = ()
    lines: list[ExplanationLine] = []
    if cut_needed is not None:
        cut = decide(PREFERENCE, _names(cut_needed), draws, law_set, highest=_highest(cut_needed))
        if not cut.decided:
            again = tuple(player for player in cut_needed.players if player_ref(player) in cut.cut_again)
            return NextPlayers(False, (), (), (), company.waiting(), again, 0, cut.explanation)
        chosen, lines = _chosen(cut_needed, cut), list(cut.explanation)
    elif draws:
        raise InvalidInput({"draws": _("nobody is to cut now.")})
    if (missing := SEATS - len(company.present)) > 0:
        return NextPlayers(True, (), (), (), company.present, (), missing, ())
    following = _later if company.games else _first
    return following(company, law_set, chosen, lines)


def cut_from_seed(
    company: CompanyState, law_set: LawSet, seed: str, after: Sequence[Round] = ()
) -> tuple[list[Round], NextPlayers]:
    """Return the rounds of the cut, drawn from a seed, and who plays next.

    If no cut is needed, nothing is drawn. ``after`` has rounds that were cut by hand before; they come first
    in the result. The seed should name the table's game ("SEED/out/3"), so that each game has a different
    draw. Raises InvalidInput as `next_players` does.
    """
    cut_needed = needed_cut(company, law_set)
    draws = list(after)
    if cut_needed is not None:
        names, highest = _names(cut_needed), _highest(cut_needed)
        draws, _cut = draw(names, seed, law_set, PREFERENCE, highest=highest, after=after)
    return draws, next_players(company, law_set, draws)


def _first(
    company: CompanyState, law_set: LawSet, chosen: tuple[int, ...], lines: list[ExplanationLine]
) -> NextPlayers:
    playing = chosen or company.present[:SEATS]
    waiting = tuple(player for player in company.present if player not in playing)
    if waiting:
        sentence = _("Playing the first game: {players}.", players=_listed(playing))
        lines.append(resting_on(sentence, law_set, "preference_cut"))
    return NextPlayers(True, playing, (), playing, waiting, (), 0, tuple(lines))


def _later(
    company: CompanyState, law_set: LawSet, chosen: tuple[int, ...], lines: list[ExplanationLine]
) -> NextPlayers:
    staying, waiting = company.staying(), company.waiting()
    out = len(company.present) - SEATS
    sure: tuple[int, ...] = ()
    if out >= len(staying):
        sure = staying
    elif out and len(company.games) > 1 and law_set.choice("cutting_out_later") == "longest-run":
        sure = _sure_and_tied(company, staying, out)[0]
    giving = tuple(player for player in staying if player in sure or player in chosen)
    remaining = tuple(player for player in staying if player not in giving)
    coming = waiting[: SEATS - len(remaining)]
    parameter = "cutting_out_first" if len(company.games) == 1 else "cutting_out_later"
    if giving:
        if chosen:
            sentence = _("Giving way to those who wait, by the cut: {players}.", players=_listed(giving))
        else:
            sentence = _(
                "Giving way to those who wait, after most games running: {players}.", players=_listed(giving)
            )
        lines.append(resting_on(sentence, law_set, parameter))
    if coming:
        sentence = _("Coming in: {players}.", players=_listed(coming))
        lines.append(resting_on(sentence, law_set, parameter))
    left = tuple(player for player in (*waiting, *giving) if player not in coming)
    return NextPlayers(True, (*remaining, *coming), giving, coming, left, (), 0, tuple(lines))


def _sure_and_tied(
    company: CompanyState, staying: Sequence[int], out: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    by_run = sorted(staying, key=company.run_of, reverse=True)
    last = company.run_of(by_run[out - 1])
    tied = tuple(player for player in by_run if company.run_of(player) == last)
    sure = tuple(player for player in by_run if company.run_of(player) > last)
    return ((*sure, *tied), ()) if len(sure) + len(tied) == out else (sure, tied)


def _highest(cut_needed: WhoCuts) -> int:
    return cut_needed.count if cut_needed.takes_highest else len(cut_needed.players) - cut_needed.count


def _chosen(cut_needed: WhoCuts, cut: CutResult) -> tuple[int, ...]:
    parted = _highest(cut_needed)
    names = cut.order[:parted] if cut_needed.takes_highest else cut.order[parted:]
    return tuple(player for player in cut_needed.players if player_ref(player) in names)


def _names(cut_needed: WhoCuts) -> list[str]:
    return [player_ref(player) for player in cut_needed.players]


def _listed(players: Sequence[int]) -> str:
    return in_a_row([player_ref(player) for player in players])


def next_to_give_way(company: CompanyState, law_set: LawSet) -> tuple[ExplanationLine, ...]:
    """Return lines that say who gives way next, or who must cut; no lines if nobody waits.

    Before the first game the lines say who plays that game. If the table lacks players, one line says how
    many.

    Law: Foster 1897, Cinch Laws, Formation of Table and Cutting Out, by the parameters of the law set.
    """
    missing = SEATS - len(company.present)
    if missing > 0:
        sentence = ngettext("One more player is needed.", "{count} more players are needed.", missing)
        return (resting_on(sentence, law_set, "table_capacity"),)
    if not company.waiting():
        return ()
    cut = needed_cut(company, law_set)
    if cut is None:
        return next_players(company, law_set).explanation
    return (resting_on(_who_cuts(company, cut), law_set, cut.parameter),)


def _who_cuts(company: CompanyState, cut: WhoCuts) -> Sentence:
    who = in_a_row([player_ref(player) for player in cut.players])
    if cut.parameter == "preference_cut":
        return _("{players} cut; the four highest play the first game.", players=who)
    waiting = in_a_row([player_ref(player) for player in company.waiting()])
    if cut.parameter == "cutting_out_tie":
        sentence = _("{players} have played equally many games running and cut for it.", players=who)
    else:
        sentence = _("{players} cut.", players=who)
    return _(
        "{cut} {gives_way} Waiting: {waiting}.", cut=sentence, gives_way=_gives_way(cut), waiting=waiting
    )


def _gives_way(cut: WhoCuts) -> Sentence:
    if cut.takes_highest:
        return ngettext("The highest gives way.", "The {count} highest give way.", cut.count)
    return ngettext("The lowest gives way.", "The {count} lowest give way.", cut.count)
