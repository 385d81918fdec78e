"""Clubs and members as they are typed. Names and roles are checked by the service."""

from django import forms
from django.utils.translation import gettext_lazy as _

from laws import library
from scoring.models import Role


def law_set_choices() -> list[tuple[str, str]]:
    """Return the law sets of the books as choices."""
    return [(slug, law_set.title) for slug, law_set in library.law_sets().items()]


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, required=False)
    slug = forms.CharField(
        label=_("Word in addresses"),
        max_length=60,
        required=False,
        help_text=_("Small letters, figures and hyphens. Left empty, it is made from the name."),
    )
    law_set = forms.ChoiceField(
        label=_("Law set"), choices=law_set_choices, help_text=_("Offered first when a table is opened.")
    )


class ClubChangeForm(forms.Form):
    """What of a club can be changed."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, required=False)
    law_set = forms.ChoiceField(
        label=_("Law set"),
        choices=law_set_choices,
        help_text=_("Tables keep the one they were opened under."),
    )


class MemberForm(forms.Form):
    """Somebody new in the club."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.PLAYER)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class AccountForm(forms.Form):
    """The user name of a member's new account."""

    username = forms.CharField(
        label=_("User name"), max_length=150, required=False, help_text=_("Letters, figures and @ . + - _")
    )


class ReasonForm(forms.Form):
    """A reason in words, where a step needs one."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
