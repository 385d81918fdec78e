"""The club office's view of the records in Django's admin. Facts are read there, never changed.

People and clubs can be edited by hand; deals, revisions, cuts and the journal cannot, because they are
changed only by new records, through the site, where the reason is asked for.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from scoring.models import (
    Club,
    Cut,
    Deal,
    DealRevision,
    Entry,
    Game,
    HeldDecision,
    HeldEntry,
    Member,
    RequestKey,
    Seat,
    SignInAttempt,
    Table,
    TableLink,
)


class ReadOnly:
    """Mix-in: may be looked at, not added to, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody adds here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes here."""
        return False


class MemberInline(admin.TabularInline[Member, Club]):
    """A club's members on the club's page."""

    model = Member
    extra = 0
    fields = ("name", "role", "user", "joined_at", "left_at")
    raw_id_fields = ("user",)
    show_change_link = True


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Clubs with their members."""

    list_display = ("name", "slug", "law_set", "created_at")
    search_fields = ("name", "slug")
    list_filter = ("law_set",)
    raw_id_fields = ("created_by",)
    prepopulated_fields = {"slug": ("name",)}
    inlines = (MemberInline,)


@admin.register(Member)
class MemberAdmin(admin.ModelAdmin[Member]):
    """Members of all clubs."""

    list_display = ("name", "club", "role", "user", "joined_at", "left_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "user__username")
    raw_id_fields = ("user", "club")


class SeatInline(ReadOnly, admin.TabularInline[Seat, Game]):
    """Who sat where in a game."""

    model = Seat
    extra = 0


class RevisionInline(ReadOnly, admin.StackedInline[DealRevision, Deal]):
    """What a deal says, and said before."""

    model = DealRevision
    extra = 0
    fields = ("seq", "content", "reason", "at", "by_member", "by_link")


class RecordAdmin(ReadOnly, admin.ModelAdmin[Any]):
    """Base for facts: newest first, with their actors."""

    list_select_related = True
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows newest first."""
        return super().get_queryset(request).order_by("-pk")


@admin.register(Table)
class TableAdmin(RecordAdmin):
    """Tables."""

    list_display = ("name", "club", "game", "law_set", "opened_at", "closed_at")
    list_filter = ("club", "game")
    search_fields = ("name", "club__name")


@admin.register(Game)
class GameAdmin(RecordAdmin):
    """Games with their seats."""

    list_display = ("table", "number", "first_dealer", "at")
    inlines = (SeatInline,)


@admin.register(Deal)
class DealAdmin(RecordAdmin):
    """Deals with all their revisions."""

    list_display = ("table", "number", "game", "at", "by_member", "by_link")
    inlines = (RevisionInline,)


@admin.register(HeldEntry)
class HeldEntryAdmin(RecordAdmin):
    """Entries that were held."""

    list_display = ("table", "number", "code", "at", "by_member", "by_link")


@admin.register(Cut)
class CutAdmin(RecordAdmin):
    """Cuts."""

    list_display = ("table", "purpose", "seed", "at")


@admin.register(Entry)
class EntryAdmin(RecordAdmin):
    """The journal."""

    list_display = ("chain", "seq", "verb", "at", "by_member", "by_link")
    list_filter = ("verb", "club")
    search_fields = ("chain", "verb", "hash")


@admin.register(TableLink)
class TableLinkAdmin(RecordAdmin):
    """Table links; their secrets are not here."""

    list_display = ("table", "issued_at", "issued_by", "revoked_at")
    exclude = ("salt", "token_hash")


@admin.register(HeldDecision, RequestKey, SignInAttempt)
class OtherAdmin(RecordAdmin):
    """What became of held entries, request keys, attempts to sign in."""
