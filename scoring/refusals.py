"""Refusals: what a service or an access check answers when it cannot or may not do what was asked.

Each is a kind; `scoring.web.refusals` says as which HTTP status it is sent. Wrong input is not here but in
`laws.domain.errors.InvalidInput`.
"""

from collections.abc import Mapping
from datetime import datetime

from laws.domain.sentences import _


class Refusal(Exception):
    """Base of all refusals; ``detail`` is a sentence for a person, ``code`` a word for a program."""

    def __init__(self, detail: str, *, code: str = "", **more: object) -> None:
        super().__init__(detail)
        self.detail, self.code, self.more = detail, code, more

    def payload(self) -> Mapping[str, object]:
        """Return the JSON-ready body; times are written as in ISO 8601."""
        code = {"code": self.code} if self.code else {}
        times = {name: each.isoformat() for name, each in self.more.items() if isinstance(each, datetime)}
        return {"detail": self.detail, **code, **self.more, **times}


class NotFound(Refusal):
    """What does not exist and what is hidden look alike."""

    def __init__(self) -> None:
        super().__init__(_("Not found."))


class LinkEnded(NotFound):
    """A link that the asker really holds opens nothing any more; ``code`` says why."""

    def __init__(self, detail: str, *, code: str) -> None:
        Refusal.__init__(self, detail, code=code)


class NotAllowed(Refusal):
    """Known to the asker, but not theirs to do."""


class Conflict(Refusal):
    """Cannot be applied to the state the records are in now; ``code`` says which conflict."""


class TooManyAttempts(Refusal):
    """Refused until so many ``seconds`` have passed."""

    def __init__(self, detail: str, *, code: str, seconds: int) -> None:
        super().__init__(detail, code=code)
        self.seconds = seconds


class Busy(Refusal):
    """Refused for a moment, because too much of the same is under way; nothing was changed."""
