"""Rulings as they are answered and kept: the law's answer, effects with their laws, the score with them."""

from collections.abc import Iterable, Mapping
from typing import Any

from laws import library
from laws.domain import arbiter
from laws.domain.compare import Answer as LawAnswer
from laws.domain.effects import Effect
from laws.domain.law import Law
from laws.domain.lawset import LawSet
from laws.domain.ruling import Ruling
from laws.domain.serialize import format_answer
from scoring.game.state import Course


def answer_under(ruling: Ruling, law_set: LawSet, incident: str) -> dict[str, Any]:
    """Return a ruling in the form in which the law book answers, with its fallback's where it is silent."""
    fallback = None
    if ruling.status == "silent" and law_set.fallback is not None:
        fallback = arbiter.rule(library.law_book(law_set.fallback), incident, ruling.facts)
    return format_answer(LawAnswer(ruling, fallback), laws_under(law_set))


def laws_under(law_set: LawSet) -> Mapping[str, Law]:
    """Return the laws by id that a ruling under a law set may cite: its own, and those of our books."""
    return {**library.laws(), **law_set.laws}


def kept_effects(effects: Iterable[Effect], ruling: Ruling, law_set: LawSet) -> list[dict[str, Any]]:
    """Return effects as a decision keeps them: each with its sentence, and the law that it rests on.

    That is the most decisive of the laws cited which has this effect or, where none says so, of them all.
    """
    cited, laws = ruling.laws, laws_under(law_set)
    found = []
    for effect in effects:
        named = [law for law in cited if effect.kind in laws[law].effects]
        found.append({**effect.canonical(), "says": effect.says, "law": next(iter((*named, *cited)), "")})
    return found


def score_of(game: Course, index: int) -> dict[str, Any]:
    """Return what a deal scores and how the game stands with it, as a decision keeps it."""
    entry = game.entries[index]
    score = entry.score
    return {
        "counted": entry.counted,
        "scored": list(score.scored.values),
        "before": list(score.before.values),
        "new_deal": score.new_deal,
        "score": list(game.score.values),
        "winner": list(game.winner) if isinstance(game.winner, tuple) else game.winner,
        "next_dealer": game.next_dealer,
    }
