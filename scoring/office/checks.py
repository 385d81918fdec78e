"""``manage.py check`` fails when the law names a consequence or an answer that scoring does not know.

The law refers by name to the effects on a score and to the functions by which a record answers its facts;
what they do is in ``scoring.game``.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error

from laws import library
from laws.domain.effects import KINDS, EffectKind
from laws.domain.errors import BrokenBook, not_among
from laws.domain.vocabulary import Topic
from scoring.disputes.domain.known import FUNCTIONS
from scoring.game.applied_rulings import BY_KIND
from scoring.game.games import GAMES
from scoring.game.penalties import EFFECTS


def not_carried_out(kinds: Mapping[str, EffectKind]) -> list[str]:
    """Return a sentence for each kind of effect that nothing carries out and that is not words only."""
    sentences = []
    for slug, kind in kinds.items():
        if kind.carried_out == "score" and (kind.scored_as not in EFFECTS or slug not in BY_KIND):
            sentences.append(
                f"effect-unknown-to-scoring: the effect {slug} touches a score, and scoring has no "
                f"{kind.scored_as or 'name for it'}. Known are: {', '.join(EFFECTS)}."
            )
        elif not kind.carried_out:
            sentences.append(
                f"effect-not-carried-out: the effect {slug} is neither applied by scoring, nor shown at the "
                "table until it is spent, nor words only."
            )
    return sentences


def effects(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each effect that a decision could order and that nothing carries out."""
    return [Error(sentence, id="scoring.E001") for sentence in not_carried_out(KINDS)]


def unanswered(topics: Iterable[Topic]) -> list[str]:
    """Return a sentence for each fact whose function scoring does not have, or that lacks the one it needs.

    A fact that the record alone can know needs one, in the games whose deals are recorded.
    """
    sentences = []
    for topic in topics:
        for fact in topic.facts.values():
            where = f"vocabulary/{topic.name}.yaml, {fact.key}"
            if fact.from_record is not None and fact.from_record not in FUNCTIONS:
                sentences.append(f"{where}: {not_among(fact.from_record, sorted(FUNCTIONS), 'function')}")
            elif fact.from_record is None and fact.known_to == "record" and topic.game in GAMES:
                sentences.append(f"{where}: the record alone can know it, and no function answers it.")
    return sentences


def answers(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each fact that the record should answer and cannot."""
    try:
        topics = library.vocabulary().topics.values()
    except BrokenBook:
        return []  # what is wrong with the vocabulary is told by the laws
    return [Error(sentence, id="scoring.E002") for sentence in unanswered(topics)]
