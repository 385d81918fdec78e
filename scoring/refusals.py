"""Refusals: what a service or an access check answers when it cannot or may not do what was asked.

Each carries the HTTP status and the body that `cinchclub.errors` sends; wrong input is not here but in
`laws.domain.errors.InvalidInput`.
"""

from collections.abc import Mapping

from laws.domain.sentences import _


class Refusal(Exception):
    """Base of all refusals; ``detail`` is a sentence for a person, ``code`` a word for a program."""

    status = 400

    def __init__(self, detail: str, *, code: str = "", **more: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code
        self.more = more

    def payload(self) -> Mapping[str, object]:
        """Return the JSON-ready body."""
        body: dict[str, object] = {"detail": self.detail}
        if self.code:
            body["code"] = self.code
        return body | self.more


class NotFound(Refusal):
    """What does not exist and what is hidden look alike: same status, same body."""

    status = 404

    def __init__(self) -> None:
        super().__init__(_("Not found."))


class NotAllowed(Refusal):
    """Known to the asker, but not theirs to do."""

    status = 403


class Conflict(Refusal):
    """Cannot be applied to the state the records are in now; ``code`` says which conflict."""

    status = 409


class TooManyAttempts(Refusal):
    """Refused until some time has passed."""

    status = 429
