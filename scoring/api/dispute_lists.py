"""Lists of disputes: at a table, the log of a club, penalties by player, the public log of an event."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.api.callers import club_and_actor, event_and_actor, table_and_actor
from scoring.clubs.api import REFUSALS, RecordsView, page_of
from scoring.disputes.schemas import (
    DisputeLineSerializer,
    FoundSerializer,
    PenaltiesSerializer,
    RulingLineSerializer,
)
from scoring.selectors import disputes as selected
from scoring.tables.api.schemas import PAGING, paged

LINES = paged(DisputeLineSerializer)
CLUB = OpenApiParameter("club", str, required=True, description="The club's slug.")
SEARCH = (
    OpenApiParameter("law", str, description="A law on which the ruling rests."),
    OpenApiParameter("player", int, description="The member who was in error."),
    OpenApiParameter("table", int, description="Only at this table."),
    OpenApiParameter("event", int, description="Only in this event."),
    OpenApiParameter("state", str, enum=["open", "closed"], description="Still to be decided, or not."),
)
LARGEST_ID = 2**63 - 1
LONGEST_LAW = 200


class FoundView(RecordsView):
    """What a deal's record shows."""

    @extend_schema(
        operation_id="found_list",
        parameters=PAGING,
        responses={200: paged(FoundSerializer), **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request, table: int, number: int) -> Response:
        """List what was irregular on a deal by its record, each ready to be raised as a dispute."""
        found, _ = table_and_actor(request, table, "see a dispute")
        return page_of(self, request, selected.found_on(found, number), dict)


class TableDisputesView(RecordsView):
    """The disputes at a table."""

    @extend_schema(
        operation_id="table_disputes_list",
        parameters=PAGING,
        responses={200: LINES, **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request, table: int) -> Response:
        """List the disputes at the table, the latest first."""
        found, _ = table_and_actor(request, table, "see a dispute")
        return page_of(self, request, selected.disputes_at(found), selected.line_of)


class DisputesView(RecordsView):
    """The log of a club."""

    @extend_schema(
        operation_id="disputes_list",
        parameters=[CLUB, *SEARCH, *PAGING],
        responses={200: LINES, **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request) -> Response:
        """List a club's disputes, the latest first, by law, player, table, event and state."""
        asked = _query(request, "law", "player", "table", "event", "state")
        club, _ = club_and_actor(request, asked["club"], "see the club")
        found = selected.disputes_of(
            club,
            law=_law(asked),
            player=_id(asked, "player"),
            table=_id(asked, "table"),
            event=_id(asked, "event"),
            is_open=_state(asked),
        )
        return page_of(self, request, found, selected.line_of)


class PenaltiesView(RecordsView):
    """Penalties and warnings by player."""

    @extend_schema(
        operation_id="penalties_list",
        parameters=[CLUB, SEARCH[3], *PAGING],
        responses={200: paged(PenaltiesSerializer), **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request) -> Response:
        """List the players whom standing decisions found in error, those with most penalties first."""
        asked = _query(request, "event")
        club, _ = club_and_actor(request, asked["club"], "see the club")
        return page_of(self, request, selected.penalties_of(club, event=_id(asked, "event")), dict)


class EventRulingsView(RecordsView):
    """The public log of an event."""

    @extend_schema(
        operation_id="event_rulings_list",
        parameters=PAGING,
        responses={200: paged(RulingLineSerializer), **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request, event: int) -> Response:
        """List the rulings of an event without names, as far as the club publishes them."""
        found, actor = event_and_actor(request, event, "see an event")
        if not found.club.publishes_rulings:
            actor.must("read rulings not published")
        return page_of(self, request, selected.published(found), selected.published_line)


def _query(request: Request, *known: str) -> dict[str, str]:
    """Return what was asked for in the address; InvalidInput for what is not known, and without a club."""
    accepted = ("club", *known, "page", "page_size")
    errors = {
        name[:40]: _("There is no such field. Known are {names}.", names=", ".join(accepted))
        for name in request.query_params
        if name not in accepted
    }
    if not request.query_params.get("club"):
        errors["club"] = _("The slug of a club.")
    if errors:
        raise InvalidInput(errors)
    return {name: str(value) for name, value in request.query_params.items()}


def _law(asked: dict[str, str]) -> str | None:
    """Return the id of a law, if one was asked for; what cannot be one is refused."""
    law = asked.get("law")
    if law is not None and (len(law) > LONGEST_LAW or not law.isprintable() or " " in law):
        raise InvalidInput({"law": _("The id of a law, such as foster-1897/revoke/penalty.")})
    return law


def _id(asked: dict[str, str], name: str) -> int | None:
    if name not in asked:
        return None
    text = asked[name]
    if not text.isascii() or not text.isdigit() or len(text) > 19 or not 0 < int(text) <= LARGEST_ID:
        raise InvalidInput({name: _("A whole number from 1.")})
    return int(text)


def _state(asked: dict[str, str]) -> bool | None:
    if asked.get("state", "open") not in ("open", "closed"):
        raise InvalidInput({"state": _("open or closed.")})
    return asked["state"] == "open" if "state" in asked else None
