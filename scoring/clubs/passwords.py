"""How long a password may be, and what a new password ends."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from knox.models import AuthToken

LONGEST = 200
"""The most characters of a password, wherever it is chosen or typed."""


class NotTooLong:
    """Refuse a password that no form to sign in would take."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for a password of more than LONGEST characters."""
        if len(password) > LONGEST:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        """Return what stands beside the field."""
        return gettext("A password has at most %(most)s characters.") % {"most": LONGEST}


class EndTokens:
    """No rule: Django tells those who check passwords of each that was changed, wherever that was done.

    Browsers that are signed in hold a digest of the password; tokens do not, so that they are ended here.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Take every password."""

    def get_help_text(self) -> str:
        """Return what stands beside the field."""
        return gettext("A new password signs you out everywhere else and ends your API tokens.")

    def password_changed(self, password: str, user: User) -> None:
        """End the tokens of somebody whose password was changed."""
        AuthToken.objects.filter(user=user).delete()
