"""Forms about a member. The services validate names and roles."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from scoring.clubs.domain.near_names import NearNames
from scoring.clubs.models import Member, Role
from scoring.clubs.permissions import Actor
from scoring.clubs.queries import present_members
from scoring.clubs.services.clubs import permission_to_change
from scoring.web.seen import SeenForm


def player_field(label: Any, initial: str | None = None, *, required: bool = False) -> forms.CharField:
    """Return a text field for a player's name; the browser suggests the club's members."""
    widget = forms.TextInput(attrs={"list": "members", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=80, required=required, initial=initial, widget=widget)


class MemberForm(forms.Form):
    """A new member. The form offers only roles that the actor may give."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    role = forms.ChoiceField(label=_("Role"), initial=Role.PLAYER)

    def __init__(self, data: Mapping[str, Any] | None = None, *, actor: Actor) -> None:
        super().__init__(data, auto_id="%s")
        self.fields["role"].choices = [  # type: ignore[attr-defined]  # a choice field
            (role, label) for role, label in Role.choices if actor.may(permission_to_change(role))
        ]


class NameForm(SeenForm):
    """A new name for a member."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, initial={"name": member.name}, auto_id="%s")
        self.show({"name": member.name})


class MergeForm(forms.Form):
    """The choice of the other member who is the same person. Members with similar names come first.

    Members whom the actor may not change are left out.
    """

    into = forms.TypedChoiceField(label=_("The same person as"), coerce=int)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member, actor: Actor) -> None:
        super().__init__(data, auto_id="%s")
        others = [
            other
            for other in present_members(member.club).exclude(pk=member.pk)
            if actor.may(permission_to_change(other.role))
        ]
        near = NearNames(other.name for other in others).near(member.name)
        ordered = sorted(others, key=lambda other: other.name not in near)
        choices = [("", gettext("Choose")), *((other.pk, other.name) for other in ordered)]
        self.fields["into"].choices = choices  # type: ignore[attr-defined]  # a choice field


class RoleForm(SeenForm):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, initial={"role": member.role}, auto_id="%s")
        self.show({"role": member.role})
