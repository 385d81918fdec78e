"""What the pages of the office share: what is only read, and what the services change, refusals shown."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_reasons
from scoring.refusals import Refusal


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


class ServiceAdmin(admin.ModelAdmin[Any]):
    """Base for what the services change: their refusals are shown, nothing is deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes what the journal names."""
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
            tell(request, refusal)
            return HttpResponseRedirect(request.get_full_path())


def tell(request: HttpRequest, refusal: InvalidInput | Refusal) -> None:
    """Show above the page why something was refused."""
    if isinstance(refusal, InvalidInput):
        reasons = translated_reasons(refusal)
    else:
        reasons = [translated(refusal.detail)]
    messages.error(request, " ".join(reasons))


class RecordAdmin(ReadOnly, admin.ModelAdmin[Any]):
    """Base for facts: newest first, with their actors."""

    list_select_related = True
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows newest first."""
        return super().get_queryset(request).order_by("-pk")
