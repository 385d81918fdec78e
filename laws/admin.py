"""Read-only admin pages for published law sets and rule books."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from laws.models import HouseRevision, LawSetRevision, RuleBookRevision


class ReadOnly:
    """Mix-in for an admin that only shows rows."""

    def never(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    has_add_permission = has_change_permission = has_delete_permission = never


class PublishedAdmin(ReadOnly, admin.ModelAdmin):
    """Base of the admins for published revisions, which are immutable because past deals depend on them."""


@admin.register(LawSetRevision)
class LawSetRevisionAdmin(PublishedAdmin):
    list_display = ("slug", "revision", "published_at")
    list_filter = ("slug",)
    search_fields = ("slug", "revision")
    readonly_fields = ("slug", "revision", "content", "published_at")


@admin.register(RuleBookRevision)
class RuleBookRevisionAdmin(PublishedAdmin):
    list_display = ("revision", "published_at")
    search_fields = ("revision",)
    readonly_fields = ("revision", "content", "published_at")


@admin.register(HouseRevision)
class HouseRevisionAdmin(PublishedAdmin):
    list_display = ("slug", "number", "published_at")
    list_filter = ("slug",)
    readonly_fields = ("slug", "number", "law_set", "written", "published_at")
