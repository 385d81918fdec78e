"""What a new password ends."""

from django.contrib.auth.models import User
from django.utils.translation import gettext
from knox.models import AuthToken


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
