"""The stored form of a ruling: the answer of the law, and each effect with the law that causes it."""

from collections.abc import Iterable
from typing import Any

from laws.answer_serializers import AnswerSerializer
from laws.domain.effects import Effect
from laws.domain.ruling import Ruling
from laws.strict_fields import sent
from scoring.disputes.queries.people import with_fallback

ADDED_LATER = {"left_open", "chosen"}
"""Fields that are missing in the answers of the oldest stored decisions."""


def stored_answer(ruling: Ruling, game: str) -> dict[str, Any]:
    """Return a ruling as the API sends it.

    If the law set is silent, the answer includes the ruling of the fallback law set.
    """
    return sent(AnswerSerializer, with_fallback(ruling, game))


def without_sentences(stored: Any) -> Any:
    """Return stored content without the sentences of effects, which a later version can word differently."""
    if isinstance(stored, list):
        return [without_sentences(entry) for entry in stored]
    if not isinstance(stored, dict):
        return stored
    return {
        key: without_sentences(value)
        for key, value in stored.items()
        if key != "says" or "kind" not in stored
    }


def equals_stored(ruling: Ruling, game: str, stored: dict[str, Any]) -> bool:
    """Tell whether a ruling equals a stored answer.

    Two things are not compared: the sentences of effects, and the fields ADDED_LATER if an old answer lacks
    them.
    """
    now = stored_answer(ruling, game)
    for answer, before in ((now, stored), (now["fallback"], stored.get("fallback"))):
        for name in ADDED_LATER - before.keys() if answer and before else ():
            del answer[name]
    return bool(without_sentences(now) == without_sentences(stored))


def stored_effects(effects: Iterable[Effect], ruling: Ruling) -> list[dict[str, Any]]:
    """Return effects in their stored form: each with its sentence and the id of its law.

    An effect's law is the first law in ``ruling.cited`` that names this kind of effect. Otherwise it is the
    first law of the ruling. The id is empty if the ruling has no laws.
    """
    content = []
    for effect in effects:
        named = [law.id for law in ruling.cited if effect.kind in law.effects]
        law = next(iter((*named, *ruling.laws)), "")
        content.append({**effect.as_json(), "law": law})
    return content
