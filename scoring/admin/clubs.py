"""Clubs and their members: changed by the same services as on the site."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from scoring.admin.base import ReadOnly, ServiceAdmin, tell
from scoring.clubs.forms import law_set_choices
from scoring.clubs.services import clubs
from scoring.models import Club, Member
from scoring.refusals import Refusal
from scoring.services import office


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


class MemberInline(ReadOnly, admin.TabularInline[Member, Club]):
    """A club's members on the club's page; each is changed on a page of its own."""

    model = Member
    extra = 0
    fields = ("name", "role", "user", "joined_at", "left_at")
    show_change_link = True


def _shown(request: HttpRequest) -> Club | None:
    """Return the club on whose page a request is, None on a page for a new one."""
    match = request.resolver_match
    shown = match.kwargs.get("object_id", "") if match else ""
    return Club.objects.filter(pk=shown).first() if shown.isdigit() else None


@admin.register(Club)
class ClubAdmin(ServiceAdmin):
    """Clubs with their members."""

    list_display = ("name", "slug", "law_set", "created_at")
    search_fields = ("name", "slug")
    list_filter = ("law_set",)
    inlines = (MemberInline,)
    fields = ("name", "slug", "law_set", "created_at", "created_by")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """The address stays what it is once it has been given."""
        return ("created_at", "created_by", *(["slug"] if obj else []))

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the law sets of the books, and those that the club has published."""
        if db_field.name == "law_set":
            return forms.ChoiceField(label=gettext("Law set"), choices=law_set_choices(_shown(request)))
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Club, form: forms.ModelForm[Any], change: bool) -> None:
        """Found the club with the office's account as its owner, or change it."""
        if not change:
            obj.pk = clubs.create(user=_user(request), **form.cleaned_data)[0].pk
            obj.refresh_from_db()
        elif form.changed_data:
            values = {name: form.cleaned_data[name] for name in form.changed_data}
            clubs.change(club=obj, actor=office.actor_in(obj, _user(request)), values=values)


@admin.register(Member)
class MemberAdmin(ServiceAdmin):
    """Members of all clubs."""

    list_display = ("name", "club", "role", "user", "joined_at", "left_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "user__username")
    raw_id_fields = ("club",)
    fields = ("club", "name", "role", "user", "joined_at", "left_at")
    actions = ("let_go",)

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        """A member stays in the club; of one who has left only the name can be changed, to forget it."""
        fixed = ("user", "joined_at", "left_at", *(["club"] if obj else []))
        return (*fixed, "role") if obj and obj.left_at else fixed

    def save_model(self, request: HttpRequest, obj: Member, form: forms.ModelForm[Any], change: bool) -> None:
        """Add a member, rename one, or give one another role."""
        said, actor = form.cleaned_data, office.actor_in(obj.club, _user(request))
        if not change:
            obj.pk = clubs.add_member(club=obj.club, actor=actor, name=said["name"], role=said["role"]).pk
            obj.refresh_from_db()
            return
        member = Member.objects.get(pk=obj.pk)
        if "name" in form.changed_data:
            clubs.rename_member(member=member, actor=actor, name=said["name"])
        if "role" in form.changed_data:
            clubs.change_role(member=member, actor=actor, role=said["role"])

    @admin.action(description="Let go: they leave the club, what was recorded stays", permissions=["change"])
    def let_go(self, request: HttpRequest, chosen: QuerySet[Member]) -> None:
        """Let the chosen members leave; a club keeps an owner."""
        for member in chosen.select_related("club"):
            try:
                clubs.remove_member(member=member, actor=office.actor_in(member.club, _user(request)))
            except Refusal as refusal:
                tell(request, refusal)
