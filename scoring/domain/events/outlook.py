"""What is to come at a club table where somebody waits: who gives way, or who cuts for it, and why.

Said before the cards are cut; what they decide is in :mod:`scoring.game.cutting_out`.
"""

from __future__ import annotations

from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row, ngettext
from scoring.domain.events.company import Company
from scoring.events.domain.values import reference
from scoring.game.cutting_out import SEATS, WhoCuts, needed_cut, next_players
from scoring.game.explanation import Line


def outlook(company: Company, law_set: LawSet) -> tuple[Line, ...]:
    """Return in words who will play when the last of the company's games is over; nothing if nobody waits.

    Law: Foster 1897, Cinch Laws, Formation of Table and Cutting Out, by the parameters of the law set.
    """
    missing = SEATS - len(company.present)
    if missing > 0:
        said = ngettext("One more player is needed.", "{count} more players are needed.", missing)
        return (Line(said, law_set.law("table_capacity")),)
    if not company.waiting():
        return ()
    cut = needed_cut(company, law_set)
    if cut is None:
        return next_players(company, law_set).explanation
    return (Line(_who_cuts(company, cut), law_set.law(cut.parameter)),)


def _who_cuts(company: Company, cut: WhoCuts) -> Sentence:
    who = in_a_row([reference(player) for player in cut.players])
    if cut.parameter == "preference_cut":
        return _("{players} cut; the four highest play the first game.", players=who)
    waiting = in_a_row([reference(player) for player in company.waiting()])
    if cut.parameter == "cutting_out_tie":
        said = _("{players} have played equally many games running and cut for it.", players=who)
    else:
        said = _("{players} cut.", players=who)
    return _("{cut} {gives_way} Waiting: {waiting}.", cut=said, gives_way=_gives_way(cut), waiting=waiting)


def _gives_way(cut: WhoCuts) -> Sentence:
    if cut.takes_highest:
        return ngettext("The highest gives way.", "The {count} highest give way.", cut.wanted)
    return ngettext("The lowest gives way.", "The {count} lowest give way.", cut.wanted)
