"""Django password validators: `NotTooLong` limits the length, `EndTokens` deletes a user's API tokens."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from knox.models import AuthToken

LONGEST = 200
"""The longest password, in characters."""


class NotTooLong:
    """A password validator that refuses passwords longer than the sign-in form accepts."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) > LONGEST:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        return gettext("A password has at most %(most)s characters.") % {"most": LONGEST}


class EndTokens:
    """A password validator that deletes the user's API tokens when the password changes.

    Django calls `password_changed` of every validator. Sessions hold a hash of the password, so they end by
    themselves. Tokens would stay valid.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        return gettext("A new password signs you out everywhere else and ends your API tokens.")

    def password_changed(self, password: str, user: User) -> None:
        AuthToken.objects.filter(user=user).delete()
