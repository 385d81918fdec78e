"""The club office: Django's admin over clubs, their members and all records.

Clubs and members are changed by the same services as on the site, so every change keeps the club's rules and
stands in its journal. Deals, revisions, cuts and the journal are changed only by new records, through the
site, where the reason is asked for. Accounts are connected by the invitations of the site.
"""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_reasons
from scoring.clubs.access import Actor
from scoring.clubs.forms import law_set_choices
from scoring.clubs.models import Club, Member, Role
from scoring.clubs.services import clubs
from scoring.game.names import LONGEST_NAME, clean_name
from scoring.refusals import Refusal
from scoring.tables.models import Deal, DealRevision, Game, Seat

admin.site.site_header = _("Cinch Club: the club office")
admin.site.site_title = _("Club office")
admin.site.index_title = _("Records")


@transaction.atomic
def actor_in(club: Club, request: HttpRequest) -> Actor:
    """Return the office's account as an actor who may do in the club what an owner may.

    The journal knows members and table links only. So an account that never was a member is written down
    once, as one who has left: it opens nothing, is in no list of those present, and its deeds bear its name.
    """
    user = cast(User, request.user)
    Club.objects.select_for_update().get(pk=club.pk)
    known = Member.objects.filter(club=club, user_id=user.pk).order_by(F("left_at").desc(nulls_first=True))
    member = known.first()
    if member is None:
        now = timezone.now()
        name = clean_name(user.get_username()[:LONGEST_NAME])
        member = Member.objects.create(
            club=club, user_id=user.pk, name=name, role=Role.PLAYER, joined_at=now, left_at=now
        )
    return Actor(club_id=club.pk, role=Role.OWNER, member_id=member.pk)


class ReadOnly:
    """Mix-in: may be looked at, not added to, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ServiceAdmin(admin.ModelAdmin[Any]):
    """What the services change: their refusals are shown, and nothing that the journal names is deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the page, or take a change; a refused one has changed nothing."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (InvalidInput, Refusal) as refusal:
            show_refusal(request, refusal)
            return HttpResponseRedirect(request.get_full_path())


def show_refusal(request: HttpRequest, refusal: InvalidInput | Refusal) -> None:
    """Show above the page why something was refused."""
    if isinstance(refusal, InvalidInput):
        reasons = translated_reasons(refusal)
    else:
        reasons = [translated(refusal.detail)]
    messages.error(request, " ".join(reasons))


class MemberInline(ReadOnly, admin.TabularInline[Member, Club]):
    """A club's members on the club's page; each is changed on a page of its own."""

    model = Member
    extra = 0
    fields = ("name", "role", "user", "joined_at", "left_at")
    show_change_link = True


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

    def get_form(
        self, request: HttpRequest, obj: Any | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Offer the law sets of the books, and those that the club has published."""
        form = super().get_form(request, obj, change, **kwargs)
        choices = law_set_choices(obj)
        form.base_fields["law_set"] = forms.ChoiceField(label=gettext("Law set"), choices=choices)
        return form

    def save_model(self, request: HttpRequest, obj: Club, form: forms.ModelForm[Any], change: bool) -> None:
        """Found the club with the office's account as its owner, or change it."""
        if not change:
            obj.pk = clubs.create(user=cast(User, request.user), **form.cleaned_data)[0].pk
            obj.refresh_from_db()
        elif form.changed_data:
            values = {name: form.cleaned_data[name] for name in form.changed_data}
            clubs.change(club=obj, actor=actor_in(obj, request), values=values)


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

    @admin.action(description="Let go: they leave the club, what was recorded stays", permissions=["change"])
    def let_go(self, request: HttpRequest, chosen: QuerySet[Member]) -> None:
        """Let the chosen members leave; a club keeps an owner."""
        for member in chosen.select_related("club"):
            try:
                clubs.remove_member(member=member, actor=actor_in(member.club, request))
            except Refusal as refusal:
                show_refusal(request, refusal)


class RecordAdmin(ReadOnly, admin.ModelAdmin[Any]):
    """Facts, newest first: read here, never changed."""

    list_select_related = True
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).order_by("-pk")


class SeatInline(ReadOnly, admin.TabularInline[Seat, Game]):
    """Who sat where in a game."""

    model = Seat
    extra = 0


class RevisionInline(ReadOnly, admin.StackedInline[DealRevision, Deal]):
    """What a deal says, and said before."""

    model = DealRevision
    extra = 0
    fields = ("seq", "content", "reason", "at", "by_member", "by_link")


STEP = {"list_display": ("__str__", "at", "by_member", "by_link")}
STEPS = (
    *("Dispute", "DisputeStep", "HouseLawSet", "HousePublication"),
    *("Company", "CuttingChoice", "Joining", "Leaving", "CuttingOut", "Succession"),
    *("Entrant", "WishChange", "Departure", "Return", "FinalProposal", "Final"),
    *("TakeBack", "Bell", "ClockStep", "TableDecision", "Doubt", "DoubtSettled"),
)
RECORDS: Mapping[str, Mapping[str, Any]] = {
    **dict.fromkeys(STEPS, STEP),
    **{name: {} for name in ("HeldDecision", "IdempotencyKey", "SignInAttempt", "Placing")},
    "Table": {
        "list_display": ("name", "club", "game", "law_set", "opened_at", "closed_at"),
        "list_filter": ("club", "game"),
        "search_fields": ("name", "club__name"),
    },
    "Game": {
        "list_display": ("table", "number", "game", "law_set", "first_dealer", "at"),
        "inlines": (SeatInline,),
    },
    "Deal": {
        "list_display": ("table", "number", "game", "at", "by_member", "by_link"),
        "inlines": (RevisionInline,),
    },
    "HeldEntry": {"list_display": ("table", "number", "code", "at", "by_member", "by_link")},
    "Cut": {"list_display": ("table", "purpose", "seed", "at")},
    "Entry": {
        "list_display": ("chain", "seq", "verb", "at", "by_member", "by_link"),
        "list_filter": ("verb", "club"),
        "search_fields": ("chain", "verb", "hash"),
    },
    # The secrets of links are not shown.
    "TableLink": {
        "list_display": ("table", "issued_at", "issued_by", "revoked_at"),
        "exclude": ("salt", "token_hash"),
    },
    "Event": {"list_display": ("name", "club", "game", "law_set", "at"), "list_filter": ("club",)},
    "Seating": {
        "list_display": ("event", "round_number", "generation", "cause", "at"),
        "list_filter": ("event",),
    },
}
for name, options in RECORDS.items():
    admin.site.register(apps.get_model("scoring", name), RecordAdmin, **options)
