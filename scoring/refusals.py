"""Exceptions that services and access checks raise when they refuse an action.

`scoring.web.refusals` maps each class to an HTTP status. Invalid input has its own exception,
`laws.domain.errors.InvalidInput`.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from laws.domain.sentences import _

Name = TypeVar("Name", str, int)


class Refusal(Exception):
    """Base class. ``detail`` is a sentence for people, ``code`` a word for programs.

    ``more`` has further fields of the JSON body.
    """

    def __init__(self, detail: str, *, code: str = "", **more: object) -> None:
        super().__init__(detail)
        self.detail, self.code, self.more = detail, code, more

    def payload(self) -> Mapping[str, object]:
        """Return the JSON body; times are in ISO 8601."""
        code = {"code": self.code} if self.code else {}
        times = {name: value.isoformat() for name, value in self.more.items() if isinstance(value, datetime)}
        return {"detail": self.detail, **code, **self.more, **times}


class NotFound(Refusal):
    """The record does not exist or is hidden from the caller. The caller cannot tell which."""

    def __init__(self) -> None:
        super().__init__(_("Not found."))


class LinkEnded(NotFound):
    """A link, card, code or invitation was genuine, but no longer works.

    The attribute ``code`` gives the reason.
    """

    def __init__(self, detail: str, *, code: str) -> None:
        Refusal.__init__(self, detail, code=code)


class NotAllowed(Refusal):
    """The caller may see the record, but may not do this."""


class EveningOver(NotAllowed):
    """The caller's link or card opens nothing any more, because the results of the event are final.

    ``results`` is the path of the event's public page, or empty if the page shows no results.
    """

    def __init__(self, results: str) -> None:
        reason = _("The results of this event are final: the links of its tables open nothing any more.")
        super().__init__(reason, code="results-final")
        self.results = results


class Conflict(Refusal):
    """The action does not fit the current state of the records; ``code`` names the conflict."""


def as_seen(
    wanted: Mapping[Name, Any],
    *,
    base: Mapping[Name, Any] | None,
    now: Mapping[Name, Any],
    changed_by: Callable[[], object],
) -> dict[Name, Any]:
    """Merge an edit with changes that somebody else made meanwhile, and return the values to store.

    ``wanted`` holds the sender's values, ``base`` the values that the sender saw, and ``now`` the current
    values. If the sender did not change a value, the current value is returned. If ``base`` lacks a value, it
    is not compared, and the sender's value is returned.

    Raises Conflict ``changed-meanwhile`` if the sender changed a value, and somebody else changed the same
    value differently. Its ``more["standing"]`` maps the names of these values to the current values.
    ``changed_by`` returns who made the last change, for the text of the Conflict.
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
    return tuple(value) if isinstance(value, list) else value


class TooManyAttempts(Refusal):
    """Too many attempts were made. The caller must wait ``seconds``."""

    def __init__(self, detail: str, *, code: str, seconds: int) -> None:
        super().__init__(detail, code=code)
        self.seconds = seconds


class Busy(Refusal):
    """The server cannot finish the request now: too many of its kind are running, or it took too long.

    Nothing was changed; the caller can retry soon.
    """
