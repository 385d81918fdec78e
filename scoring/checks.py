"""``manage.py check`` fails when the law names a consequence on the score that scoring does not know.

The law refers to such effects by name; what they do is in ``scoring.domain``.
"""

from collections.abc import Mapping, Sequence

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error

from laws.domain.effect_kinds import SCORED, Kind
from scoring.domain.penalties import EFFECTS


def unknown(kinds: Mapping[str, Kind]) -> list[str]:
    """Return a sentence for each kind of effect that has no name in scoring, or one unknown there."""
    return [
        f"effect-unknown-to-scoring: the effect {slug} touches a score, and scoring has no "
        f"{kind.scored_as or 'name for it'}. Known are: {', '.join(EFFECTS)}."
        for slug, kind in kinds.items()
        if kind.scored_as not in EFFECTS
    ]


def effects(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each effect on a score that scoring does not apply."""
    return [Error(sentence, id="scoring.E001") for sentence in unknown(SCORED)]
