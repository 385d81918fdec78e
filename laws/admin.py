"""The club office's view of published law sets: to be read, never edited."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from laws.models import LawSetRevision

if TYPE_CHECKING:
    Base = admin.ModelAdmin[LawSetRevision]
else:  # Django's own class takes no type argument when the program runs.
    Base = admin.ModelAdmin


@admin.register(LawSetRevision)
class LawSetRevisionAdmin(Base):
    """Lists the published revisions. What was published cannot be changed, so nothing here can."""

    list_display = ("slug", "revision", "published_at")
    list_filter = ("slug",)
    search_fields = ("slug", "revision")
    readonly_fields = ("slug", "revision", "content", "published_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: a revision is published by the service that needs it."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: LawSetRevision | None = None) -> bool:
        """Refuse: what was played is judged by it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LawSetRevision | None = None) -> bool:
        """Refuse: what was played is judged by it."""
        return False
