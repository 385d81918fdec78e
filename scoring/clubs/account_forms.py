"""Forms for signing in, for passwords and for a member's account."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.utils.translation import gettext_lazy as _

from laws.templatetags.sentences import translated
from scoring.clubs import passwords
from scoring.clubs.services.sign_in import sign_in
from scoring.refusals import TooManyAttempts


class SignInForm(forms.Form):
    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=passwords.LONGEST,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewPasswordForm(PasswordChangeForm):
    """A form to change the password. Wrong old passwords count as failed sign-in attempts."""

    def __init__(self, *args: Any, address: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.address = address

    def clean_old_password(self) -> str:
        """Return the old password. Refuse a wrong password, and every password after too many attempts."""
        password: str = self.cleaned_data["old_password"]
        name = self.user.get_username()
        try:
            user = sign_in(request=None, username=name, password=password, address=self.address)
        except TooManyAttempts as refusal:
            raise forms.ValidationError(translated(refusal.detail), code=refusal.code) from refusal
        if user is None:
            raise forms.ValidationError(self.error_messages["password_incorrect"])
        return password


class AccountForm(forms.Form):
    """The user name of a member's new account."""

    username = forms.CharField(
        label=_("User name"), max_length=150, required=False, help_text=_("Letters, digits and @ . + - _")
    )
