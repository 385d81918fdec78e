"""What a decision keeps of a ruling: the answer of the law, and effects with the laws that they rest on."""

from collections.abc import Iterable
from typing import Any

from laws.answer_serializers import AnswerSerializer
from laws.domain.effects import Effect
from laws.domain.ruling import Ruling
from laws.strict_fields import sent
from scoring.disputes.queries.people import with_fallback

TOLD_LATER = {"left_open", "chosen"}
"""What answers tell that at first did not."""


def kept_answer(ruling: Ruling, game: str) -> dict[str, Any]:
    """Return a ruling in the form in which the law book answers, with its fallback's where it is silent."""
    return sent(AnswerSerializer, with_fallback(ruling, game))


def unworded(kept: Any) -> Any:
    """Return what a decision kept without the sentences of effects: the program words them, no revision."""
    if isinstance(kept, list):
        return [unworded(each) for each in kept]
    if not isinstance(kept, dict):
        return kept
    return {key: unworded(each) for key, each in kept.items() if key != "says" or "kind" not in kept}


def is_as_kept(ruling: Ruling, game: str, kept: dict[str, Any]) -> bool:
    """Tell whether a ruling answers as is kept; one kept before answers told all that they do lacks some."""
    now = kept_answer(ruling, game)
    for answer, before in ((now, kept), (now["fallback"], kept.get("fallback"))):
        for name in TOLD_LATER - before.keys() if answer and before else ():
            del answer[name]
    return bool(unworded(now) == unworded(kept))


def kept_effects(effects: Iterable[Effect], ruling: Ruling) -> list[dict[str, Any]]:
    """Return effects as a decision keeps them: each with its sentence, and the law that it rests on.

    That is the most decisive of the laws cited which has this effect or, where none says so, of them all.
    """
    content = []
    for effect in effects:
        named = [law.id for law in ruling.cited if effect.kind in law.effects]
        law = next(iter((*named, *ruling.laws)), "")
        content.append({**effect.canonical(), "says": effect.says, "law": law})
    return content
