"""Who plays next at a club table with more players than seats, who gives way, and who waits.

Law: Foster 1897, Cinch Laws, Formation of Table and Cutting Out: more than four cut for preference; after
the first game the lowest cuts give way to those who wait, later those who have played most games running,
ties being cut. Each of these is a parameter of the law set; where it is silent, another's law is borrowed.
Partners, seats and the deal are then cut for as always (:mod:`scoring.game.cutting`).

What follows from the laws and is not said in them: whoever leaves makes room for those who wait, before
anybody has to give way; those who wait come in by how long they have waited; nobody else has to cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.domain.events.company import Company
from scoring.events.domain.values import reference
from scoring.game.cutting import PREFERENCE, Cut, Round, decide, draw
from scoring.game.explanation import Line

SEATS = 4


@dataclass(frozen=True, slots=True)
class WhoCuts:
    """The cut that is needed: who cuts, and how many of them it is for, the highest or the lowest."""

    players: tuple[int, ...]
    wanted: int
    takes_highest: bool
    parameter: str


@dataclass(frozen=True, slots=True)
class NextPlayers:
    """Who plays next. Until it is ``is_decided``, ``cut_again`` are those who have to cut.

    ``missing`` is how many players are too few; then nobody plays.
    """

    is_decided: bool
    playing: tuple[int, ...]
    giving_way: tuple[int, ...]
    coming_in: tuple[int, ...]
    waiting: tuple[int, ...]
    cut_again: tuple[int, ...]
    missing: int
    explanation: tuple[Line, ...]


def needed_cut(company: Company, law_set: LawSet) -> WhoCuts | None:
    """Return the cut without which it cannot be said who plays next; None where none is needed."""
    staying, waiting = company.staying(), company.waiting()
    if len(company.present) <= SEATS:
        return None
    if not company.games:
        if law_set.choice("preference_cut") == "arrival":
            return None
        return WhoCuts(company.present, SEATS, takes_highest=True, parameter="preference_cut")
    out = len(waiting) - (SEATS - len(staying))
    if out <= 0 or out >= len(staying):
        return None
    if len(company.games) == 1 or law_set.choice("cutting_out_later") == "cut":
        highest = law_set.choice("cutting_out_first") == "highest"
        return WhoCuts(staying, out, takes_highest=highest, parameter="cutting_out_first")
    sure, tied = _longest(company, staying, out)
    if not tied:
        return None
    highest = law_set.choice("cutting_out_tie") == "highest"
    return WhoCuts(tied, out - len(sure), takes_highest=highest, parameter="cutting_out_tie")


def next_players(company: Company, law_set: LawSet, draws: Sequence[Round] = ()) -> NextPlayers:
    """Return who plays next, with the draws of the cut where one is needed, by player reference.

    The draws name players as ``{player:12}``, as :func:`cut_from_seed` does. Raises InvalidInput under
    "draws.N.PLAYER" for a cut that cannot be.
    """
    cut_needed = needed_cut(company, law_set)
    cut: Cut | None = None
    if cut_needed is not None:
        cut = decide(PREFERENCE, _names(cut_needed), draws, law_set, highest=_highest(cut_needed))
        if not cut.decided:
            again = tuple(player for player in cut_needed.players if reference(player) in cut.cut_again)
            return NextPlayers(False, (), (), (), company.waiting(), again, 0, cut.explanation)
    elif draws:
        raise InvalidInput({"draws": _("nobody is to cut now.")})
    chosen = _chosen(cut_needed, cut)
    return (
        _first(company, law_set, chosen, cut) if not company.games else _later(company, law_set, chosen, cut)
    )


def cut_from_seed(company: Company, law_set: LawSet, seed: str) -> tuple[list[Round], NextPlayers]:
    """Return the draws that a seed gives where a cut is needed, none where not, and who plays next.

    The seed should name the table's game ("SEED/out/3"), so that each game has its own cut.
    """
    cut_needed = needed_cut(company, law_set)
    draws: list[Round] = []
    if cut_needed is not None:
        draws, _cut = draw(_names(cut_needed), seed, law_set, PREFERENCE, highest=_highest(cut_needed))
    return draws, next_players(company, law_set, draws)


def _first(company: Company, law_set: LawSet, chosen: tuple[int, ...], cut: Cut | None) -> NextPlayers:
    """Return who plays the first game."""
    if len(company.present) < SEATS:
        return _too_few(company)
    playing = chosen or company.present[:SEATS]
    waiting = tuple(player for player in company.present if player not in playing)
    lines = list(cut.explanation if cut is not None else ())
    if waiting:
        said = _("Playing the first game: {players}.", players=_listed(playing))
        lines.append(Line(said, law_set.law("preference_cut")))
    return NextPlayers(True, playing, (), playing, waiting, (), 0, tuple(lines))


def _later(company: Company, law_set: LawSet, chosen: tuple[int, ...], cut: Cut | None) -> NextPlayers:
    """Return who plays after a game: those who stay, less those who give way, and those who come in."""
    if len(company.present) < SEATS:
        return _too_few(company)
    staying, waiting = company.staying(), company.waiting()
    out = max(0, len(waiting) - (SEATS - len(staying)))
    sure: tuple[int, ...] = ()
    if out >= len(staying):
        sure = staying
    elif out and len(company.games) > 1 and law_set.choice("cutting_out_later") == "longest-run":
        sure = _longest(company, staying, out)[0]
    giving = tuple(player for player in staying if player in sure or player in chosen)
    kept = tuple(player for player in staying if player not in giving)
    coming = waiting[: SEATS - len(kept)]
    lines = list(cut.explanation if cut is not None else ())
    parameter = "cutting_out_first" if len(company.games) == 1 else "cutting_out_later"
    if giving:
        said = _why_giving(giving, is_cut=bool(chosen))
        lines.append(Line(said, law_set.law(parameter)))
    if coming:
        said = _("Coming in: {players}.", players=_listed(coming))
        lines.append(Line(said, law_set.law(parameter)))
    left = tuple(player for player in (*waiting, *giving) if player not in coming)
    return NextPlayers(True, (*kept, *coming), giving, coming, left, (), 0, tuple(lines))


def _why_giving(giving: tuple[int, ...], *, is_cut: bool) -> Sentence:
    if is_cut:
        return _("Giving way to those who wait, by the cut: {players}.", players=_listed(giving))
    return _(
        "Giving way to those who wait, after most games running: {players}.",
        players=_listed(giving),
    )


def _too_few(company: Company) -> NextPlayers:
    missing = SEATS - len(company.present)
    return NextPlayers(True, (), (), (), company.present, (), missing, ())


def _longest(company: Company, staying: Sequence[int], out: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who has played so many games running that no cut is needed, and those among whom one is."""
    by_run = sorted(staying, key=company.run_of, reverse=True)
    last = company.run_of(by_run[out - 1])
    tied = tuple(player for player in by_run if company.run_of(player) == last)
    sure = tuple(player for player in by_run if company.run_of(player) > last)
    return ((*sure, *tied), ()) if len(sure) + len(tied) == out else (sure, tied)


def _highest(cut_needed: WhoCuts) -> int:
    """Return how many of the highest the cut parts from the others."""
    return cut_needed.wanted if cut_needed.takes_highest else len(cut_needed.players) - cut_needed.wanted


def _chosen(cut_needed: WhoCuts | None, cut: Cut | None) -> tuple[int, ...]:
    """Return the players whom the cut was for."""
    if cut_needed is None or cut is None:
        return ()
    parted = _highest(cut_needed)
    names = cut.order[:parted] if cut_needed.takes_highest else cut.order[parted:]
    return tuple(player for player in cut_needed.players if reference(player) in names)


def _names(cut_needed: WhoCuts) -> list[str]:
    return [reference(player) for player in cut_needed.players]


def _listed(players: Sequence[int]) -> str:
    return in_a_row([reference(player) for player in players])
