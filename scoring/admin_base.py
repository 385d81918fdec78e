"""What the pages of the office in Django's admin rest on: rows only read, and deeds of the services."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from laws.domain.errors import InvalidInput
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
    """Show each reason of a refusal on the next page."""
    if isinstance(refusal, InvalidInput):
        reasons = [reason for found in refusal.errors.values() for reason in found]
    else:
        reasons = [refusal.detail]
    messages.error(request, " ".join(reasons))
