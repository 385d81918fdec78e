"""The admin's base classes, and the registration of read-only records.

Deals, revisions, cuts and the journal are never edited; a correction is a new record, made on the site.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from laws.admin import ReadOnly
from laws.domain.errors import InvalidInput
from scoring.refusals import Refusal
from scoring.tables.models import DealRevision, Seat
from scoring.web.refusals import refuse_above


@contextmanager
def refusals_above(request: HttpRequest) -> Iterator[None]:
    """Turn a refusal or invalid input within the block into a message above the page."""
    try:
        yield
    except (InvalidInput, Refusal) as refusal:
        refuse_above(request, refusal)


class ServiceAdmin(admin.ModelAdmin):
    """Base class of admins that change rows through services. A service's refusal is shown as a message.

    Nothing can be deleted.
    """

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the form or save it; after a refusal, redirect to the form with the message."""
        with refusals_above(request):
            return super().changeform_view(request, *args, **kwargs)
        return HttpResponseRedirect(request.get_full_path())


class RecordAdmin(ReadOnly, admin.ModelAdmin):
    """The admin of records that can only be read, newest first."""

    list_select_related = True
    show_full_result_count = False
    ordering = ("-pk",)


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat


class RevisionInline(ReadOnly, admin.StackedInline):
    model = DealRevision
    fields = ("seq", "content", "reason", "at", "by_member", "by_link")


STEP = {"list_display": ("__str__", "at", "by_member", "by_link")}
STEPS = (
    *("Call", "CallStep", "Dispute", "DisputeStep", "HouseLawSet", "HousePublication"),
    "SeatChange",
    *("EventChange", "Entrant", "CheckIn", "WishChange", "Departure", "Return", "FinalProposal", "Final"),
    *("TakeBack", "Bell", "ClockStep", "TableDecision", "RoundTotal", "Doubt", "DoubtSettled"),
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
    "FirstDealer": {"list_display": ("game", "seat", "cut", "at")},
    "Entry": {
        "list_display": ("chain", "seq", "verb", "at", "by_member", "by_link"),
        "list_filter": ("verb", "club"),
        "search_fields": ("chain", "verb", "hash"),
    },
    # The secrets of links are not shown.
    "TableLink": {
        "list_display": ("table", "issued_at", "issued_by", "revoked_at"),
        "exclude": ("salt", "token_hash", "code_hash"),
    },
    "ClubCard": {
        "list_display": ("club", "number", "edition", "at", "by_member"),
        "exclude": ("salt", "token_hash", "code_hash"),
    },
    "Event": {"list_display": ("name", "club", "game", "law_set", "at"), "list_filter": ("club",)},
    "Seating": {
        "list_display": ("event", "round_number", "generation", "cause", "at"),
        "list_filter": ("event",),
    },
}
for name, options in RECORDS.items():
    admin.site.register(apps.get_model("scoring", name), RecordAdmin, **options)
