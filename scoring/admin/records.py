"""Facts, newest first, with those who recorded them: read here, never changed."""

from django.contrib import admin

from scoring.admin.base import ReadOnly, RecordAdmin
from scoring.models import (
    Bell,
    ClockStep,
    Company,
    Cut,
    CuttingChoice,
    CuttingOut,
    Deal,
    DealRevision,
    Departure,
    Dispute,
    DisputeStep,
    Doubt,
    DoubtSettled,
    Entrant,
    Entry,
    Event,
    Final,
    FinalProposal,
    Game,
    HeldDecision,
    HeldEntry,
    HouseLawSet,
    HousePublication,
    Joining,
    Leaving,
    Placing,
    RequestKey,
    Return,
    Seat,
    Seating,
    SignInAttempt,
    Succession,
    Table,
    TableDecision,
    TableLink,
    TakeBack,
    WishChange,
)


class SeatInline(ReadOnly, admin.TabularInline[Seat, Game]):
    """Who sat where in a game."""

    model = Seat
    extra = 0


class RevisionInline(ReadOnly, admin.StackedInline[DealRevision, Deal]):
    """What a deal says, and said before."""

    model = DealRevision
    extra = 0
    fields = ("seq", "content", "reason", "at", "by_member", "by_link")


@admin.register(Table)
class TableAdmin(RecordAdmin):
    """Tables."""

    list_display = ("name", "club", "game", "law_set", "opened_at", "closed_at")
    list_filter = ("club", "game")
    search_fields = ("name", "club__name")


@admin.register(Game)
class GameAdmin(RecordAdmin):
    """Games with their seats."""

    list_display = ("table", "number", "game", "law_set", "first_dealer", "at")
    inlines = (SeatInline,)


@admin.register(Deal)
class DealAdmin(RecordAdmin):
    """Deals with all their revisions."""

    list_display = ("table", "number", "game", "at", "by_member", "by_link")
    inlines = (RevisionInline,)


@admin.register(Dispute, DisputeStep)
class DisputeAdmin(RecordAdmin):
    """Disputes and their steps."""

    list_display = ("__str__", "at", "by_member", "by_link")


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


@admin.register(HeldDecision, RequestKey, SignInAttempt, Placing)
class OtherAdmin(RecordAdmin):
    """What became of held entries, request keys, attempts to sign in, places in a round."""


@admin.register(Event)
class EventAdmin(RecordAdmin):
    """Events with those who take part."""

    list_display = ("name", "club", "game", "law_set", "at")
    list_filter = ("club",)


@admin.register(Seating)
class SeatingAdmin(RecordAdmin):
    """Rounds as they were seated, those taken back among them."""

    list_display = ("event", "round_number", "generation", "cause", "at")
    list_filter = ("event",)


@admin.register(Company, CuttingChoice, Joining, Leaving, CuttingOut, Succession)
@admin.register(HouseLawSet, HousePublication)
@admin.register(Entrant, WishChange, Departure, Return, FinalProposal, Final)
@admin.register(TakeBack, Bell, ClockStep, TableDecision, Doubt, DoubtSettled)
class StepAdmin(RecordAdmin):
    """What was done in an event, in the company of a table, or to a club's own laws, step by step."""

    list_display = ("__str__", "at", "by_member", "by_link")
