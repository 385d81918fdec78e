"""Refusals: what a service or an access check answers when it cannot or may not do what was asked.

Each is a kind; `scoring.web.refusals` says as which HTTP status it is sent. Wrong input is not here but in
`laws.domain.errors.InvalidInput`.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from laws.domain.sentences import _

Name = TypeVar("Name", str, int)


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


def as_seen(
    wanted: Mapping[Name, Any],
    *,
    base: Mapping[Name, Any] | None,
    now: Mapping[Name, Any],
    changed_by: Callable[[], object],
) -> dict[Name, Any]:
    """Return the ``wanted`` values, with what their sender left as it was in ``base`` as it is ``now``.

    ``base`` holds the values that the sender saw; what it leaves out, or None, is not compared. Raises
    Conflict ``changed-meanwhile`` with the values in force as ``standing`` where the sender and
    ``changed_by`` have changed the same one in different ways.
    """
    merged, clashing = dict(wanted), {}
    for name, value in wanted.items():
        if base is None or name not in base or _plain(now[name]) in (_plain(base[name]), _plain(value)):
            continue
        if _plain(value) == _plain(base[name]):
            merged[name] = now[name]
        else:
            clashing[name] = now[name]
    if clashing:
        reason = _("{who} has changed this meanwhile. Nothing was recorded now.", who=str(changed_by()))
        raise Conflict(reason, code="changed-meanwhile", standing=clashing)
    return merged


def _plain(value: Any) -> Any:
    """Return a list as a tuple, as settings have it."""
    return tuple(value) if isinstance(value, list) else value


class TooManyAttempts(Refusal):
    """Refused until so many ``seconds`` have passed."""

    def __init__(self, detail: str, *, code: str, seconds: int) -> None:
        super().__init__(detail, code=code)
        self.seconds = seconds


class Busy(Refusal):
    """Refused for a moment, because too much of the same is under way; nothing was changed."""
