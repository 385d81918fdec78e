"""The club office's view of published law sets: to be read, never edited."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from laws.models import HouseRevision, LawSetRevision, RuleBookRevision


class ReadOnly:
    """Mix-in: may be looked at, not added to, changed or deleted."""

    def never(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Permit nobody, whatever it is about."""
        return False

    has_add_permission = has_change_permission = has_delete_permission = never


class PublishedAdmin(ReadOnly, admin.ModelAdmin):
    """Lists published revisions. What was published cannot be changed: what was played is judged by it."""


@admin.register(LawSetRevision)
class LawSetRevisionAdmin(PublishedAdmin):
    """The published law sets."""

    list_display = ("slug", "revision", "published_at")
    list_filter = ("slug",)
    search_fields = ("slug", "revision")
    readonly_fields = ("slug", "revision", "content", "published_at")


@admin.register(RuleBookRevision)
class RuleBookRevisionAdmin(PublishedAdmin):
    """The published rules."""

    list_display = ("revision", "published_at")
    search_fields = ("revision",)
    readonly_fields = ("revision", "content", "published_at")


@admin.register(HouseRevision)
class HouseRevisionAdmin(PublishedAdmin):
    """The revisions of the clubs' own law sets."""

    list_display = ("slug", "number", "published_at")
    list_filter = ("slug",)
    readonly_fields = ("slug", "number", "law_set", "written", "published_at")
