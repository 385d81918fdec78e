"""Django's admin for clubs and their members. Records of play, laws and the journal are read-only there.

The admin changes clubs and members through the same services as the site. So every change follows the club's
rules and has a journal entry. An invitation connects an account to a member, as on the site.
"""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from laws.admin import ReadOnly
from scoring.clubs.forms import law_set_choices
from scoring.clubs.models import Club, Member, Role
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events.people.services import members
from scoring.game.names import LONGEST_NAME, clean_name
from scoring.office.records import ServiceAdmin, refusals_above

admin.site.site_header = gettext_lazy("Cinch Club: the club office")
admin.site.site_title = gettext_lazy("Club office")
admin.site.index_title = gettext_lazy("Records")


@transaction.atomic
def actor_in(club: Club, request: HttpRequest) -> Actor:
    """Return the signed-in account as an actor with the rights of an owner of the club.

    A journal entry needs a member or a table link as its actor. If the account was never a member of the
    club, this function therefore creates a member who has left. Such a member has no access.
    """
    user = cast(User, request.user)
    Club.objects.select_for_update().get(pk=club.pk)
    latest = models.F("left_at").desc(nulls_first=True)
    member = Member.objects.filter(club=club, user_id=user.pk).order_by(latest).first()
    if member is None:
        now = timezone.now()
        name = clean_name(user.get_username()[:LONGEST_NAME])
        member = Member.objects.create(
            club=club, user_id=user.pk, name=name, role=Role.PLAYER, joined_at=now, left_at=now
        )
    return Actor(club_id=club.pk, role=Role.OWNER, member_id=member.pk)


class MemberInline(ReadOnly, admin.TabularInline):
    """The members on a club's admin page. Each member is changed on their own page."""

    model = Member
    fields = ("name", "role", "user", "joined_at", "left_at")
    show_change_link = True


@admin.register(Club)
class ClubAdmin(ServiceAdmin):
    list_display = ("name", "slug", "law_set", "created_at")
    search_fields = ("name", "slug")
    list_filter = ("law_set",)
    inlines = (MemberInline,)
    fields = ("name", "slug", "law_set", "created_at", "created_by")

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        """Return the fields that cannot be edited. They include the slug of an existing club."""
        return ("created_at", "created_by", *(["slug"] if obj else []))

    def get_form(self, request: HttpRequest, obj: Any | None = None, *args: Any, **kwargs: Any) -> Any:
        """Offer the law sets of the books, and the club's published house law sets."""
        form = super().get_form(request, obj, *args, **kwargs)
        choices = law_set_choices(obj)
        form.base_fields["law_set"] = forms.ChoiceField(label=gettext("Law set"), choices=choices)
        return form

    def save_model(self, request: HttpRequest, obj: Club, form: forms.ModelForm, change: bool) -> None:
        """Create a club whose owner is the signed-in account, or change a club."""
        if not change:
            obj.pk = clubs.create(user=cast(User, request.user), **form.cleaned_data)[0].pk
            obj.refresh_from_db()
        elif form.changed_data:
            values = {name: form.cleaned_data[name] for name in form.changed_data}
            clubs.change(club=obj, actor=actor_in(obj, request), values=values)


@admin.register(Member)
class MemberAdmin(ServiceAdmin):
    list_display = ("name", "club", "role", "user", "joined_at", "left_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "user__username")
    raw_id_fields = ("club",)
    fields = ("club", "name", "role", "user", "joined_at", "left_at")
    actions = ("let_go",)

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        """Return the fields that cannot be edited.

        They include the club of an existing member, and the role of a member who has left.
        """
        fixed = ("user", "joined_at", "left_at", *(["club"] if obj else []))
        return (*fixed, "role") if obj and obj.left_at else fixed

    def save_model(self, request: HttpRequest, obj: Member, form: forms.ModelForm, change: bool) -> None:
        """Add a member, rename a member, or change a member's role."""
        values, actor = form.cleaned_data, actor_in(obj.club, request)
        if not change:
            obj.pk = clubs.add_member(club=obj.club, actor=actor, name=values["name"], role=values["role"]).pk
            obj.refresh_from_db()
            return
        member = Member.objects.get(pk=obj.pk)
        if "name" in form.changed_data:
            clubs.rename_member(member=member, actor=actor, name=values["name"])
        if "role" in form.changed_data:
            clubs.change_role(member=member, actor=actor, role=values["role"])

    @admin.action(description="Remove from their clubs; their records stay", permissions=["change"])
    def let_go(self, request: HttpRequest, chosen: models.QuerySet[Member]) -> None:
        """Remove the chosen members from their clubs and events, except the last owner of a club."""
        for member in chosen.select_related("club"):
            with refusals_above(request):
                members.remove(member=member, actor=actor_in(member.club, request))
