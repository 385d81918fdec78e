"""Signing in."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SignInForm(forms.Form):
    """A user name and its password."""

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
