"""System checks for the effects and the facts of the laws.

- Each kind of effect must say who carries it out. Scoring must know the effects that change a score.
- Each record function that the vocabulary names must exist. A record function answers a question about an
  incident from the recorded deal.
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
    """Return a sentence for each kind of effect that nobody carries out.

    These are kinds that change a score but are unknown to scoring, and kinds for which the laws do not say
    who carries out the effect.
    """
    sentences = []
    for slug, kind in kinds.items():
        if kind.carried_out == "score" and (kind.scored_as not in EFFECTS or slug not in BY_KIND):
            sentences.append(
                f"effect-unknown-to-scoring: the effect {slug} changes a score, but scoring has no "
                f"{kind.scored_as or 'name for it'}. Known are: {', '.join(EFFECTS)}."
            )
        elif not kind.carried_out:
            sentences.append(
                f"effect-not-carried-out: the effect {slug} does not say who carries it out: "
                "score, table or words."
            )
    return sentences


def effects(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each kind of effect that nobody carries out, see `not_carried_out`."""
    return [Error(sentence, id="scoring.E001") for sentence in not_carried_out(KINDS)]


def unanswered(topics: Iterable[Topic]) -> list[str]:
    """Return a sentence for each fact whose record function is unknown or missing.

    A fact needs a record function if only a recorded deal can answer it, and if the fact's game can be
    scored.
    """
    sentences = []
    for topic in topics:
        for fact in topic.facts.values():
            where = f"vocabulary/{topic.name}.yaml, {fact.key}"
            if fact.from_record is not None and fact.from_record not in FUNCTIONS:
                sentences.append(f"{where}: {not_among(fact.from_record, sorted(FUNCTIONS), 'function')}")
            elif fact.from_record is None and fact.known_to == "record" and topic.game in GAMES:
                sentences.append(f"{where}: only the record can know this fact, but no function answers it.")
    return sentences


def answers(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each fact whose record function is unknown or missing."""
    try:
        topics = library.vocabulary().topics.values()
    except BrokenBook:
        return []  # the checks of ``laws`` report a broken vocabulary
    return [Error(sentence, id="scoring.E002") for sentence in unanswered(topics)]
