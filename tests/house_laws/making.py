"""A club's own law set for tests: a false lead of a plain card stands if somebody has played to it.

Under Foster's laws the cards are taken back, whoever had the lead.
"""

from copy import deepcopy
from typing import Any

OVERRULED = (
    "foster-1897/lead-out-of-turn/adversarys-turn-some-followed",
    "foster-1897/lead-out-of-turn/partners-turn-some-followed",
)
"""The two rules of Foster's that the house rule must override."""

SOME = {"turn_of": "adversary", "followed": "some", "card": "plain"}
NONE = SOME | {"followed": "none"}
_WRITTEN: dict[str, Any] = {
    "lawset": {
        "title": "Laws of the harbour",
        "base": "foster-1897",
        "variations": ["low-to-dealt"],
        "parameters": {"game_score": "31"},
        "readings": {"foster-1897/revoke/put-right": "free"},
    },
    "lead-out-of-turn": {
        "laws": {
            "second-card": {
                "text": "Once a second card lies on a plain card led out of turn, the trick is played on."
            }
        },
        "rules": {
            "second-card": {
                "says": "Somebody has played to the plain card led out of turn, so it stands here.",
                "when": {"followed": "some", "card": "plain"},
                "exception_to": [*OVERRULED],
                "cites": ["second-card"],
                "effects": ["stands"],
            }
        },
        "cases": {
            "one-follows": {
                "says": "A leads a club in Y's turn, and Y plays to it.",
                "facts": SOME,
                "effects": ["stands"],
                "source": "the club's meeting",
            },
            "nobody-follows": {
                "says": "A leads a club in Y's turn, and nobody plays to it.",
                "facts": NONE,
                "effects": [{"kind": "card-exposed", "cards": "card-led", "by": "either-adversary"}],
                "source": "the club's meeting",
            },
        },
    },
}


def written(**head: Any) -> dict[str, Any]:
    """Return the law set as fields, with changes to its head."""
    made = deepcopy(_WRITTEN)
    made["lawset"] |= head
    return made


def with_rule(**rule: Any) -> dict[str, Any]:
    """Return the law set with changes to its own rule; a field that is None is left out."""
    made = written()
    own = made["lead-out-of-turn"]["rules"]["second-card"] | rule
    made["lead-out-of-turn"]["rules"]["second-card"] = {
        key: value for key, value in own.items() if value is not None
    }
    return made
