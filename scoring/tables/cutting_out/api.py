"""`tables/{id}/company/`: the players of a cutting-out table, their coming and going, and the cuts."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import DataclassSerializer
from laws.strict_fields import NoFields, StrictSerializer, StrictYes, checked
from scoring.clubs.api_views import RecordsView, caller_of
from scoring.tables.access import table_for
from scoring.tables.api import schemas
from scoring.tables.cutting_out import after_game
from scoring.tables.cutting_out.queries import (
    CompanyPlayer,
    CutDue,
    GameCutFor,
    TableCompany,
    table_company,
)
from scoring.tables.cutting_out.services import choose_draw, join_company, leave_company
from scoring.web.api import CONFLICTS, CardsField, describe


class CompanyPlayerSerializer(DataclassSerializer):
    dataclass = CompanyPlayer


class CutDueSerializer(DataclassSerializer):
    dataclass = CutDue


class GameCutForSerializer(DataclassSerializer):
    dataclass = GameCutFor
    names = "game=number after seed draws playing giving_way coming_in waiting explanation partners"
    seed = schemas.SeedField()


class CompanySerializer(DataclassSerializer):
    """The players of a table, and the state of cutting out."""

    dataclass = TableCompany
    names = (
        "table is_company is_drawn seed capacity room players waiting missing is_due "
        "outlook=next_to_give_way cut games"
    )


class JoinInput(StrictSerializer):
    """The player who joins: a name or a member id."""

    player = serializers.JSONField()
    is_drawn = StrictYes(
        required=False,
        help_text="Whether the service draws who plays, if the table now becomes a cutting-out table.",
    )


class CompanyCutInput(StrictSerializer):
    """The cards that were cut; without cards the service draws."""

    cards = CardsField(
        required=False, help_text="The cards of the players who must cut now: {player name or id: card}."
    )


class CompanyChoiceInput(StrictSerializer):
    """Who makes the next cuts: the service by a draw, or the players with real cards."""

    is_drawn = StrictYes(help_text="Whether the service draws by itself from the next cut on.")


class CompanyView(RecordsView):
    @describe("tables", CompanySerializer)
    def get(self, request: Request, table: int) -> Response:
        """Return who plays, who waits, who gives way next and why, the cut that is due, and past cuts.

        The past cuts belong to the last ten games that began with a cut.

        If the table is no cutting-out table, only its players, capacity and room are given.
        """
        row, _ = table_for(caller_of(request), table, "see the table")
        return Response(CompanySerializer(table_company(row)).data)

    @describe("tables", CompanySerializer, 201, takes=JoinInput, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Add a player to a table with four seats.

        The request is refused if the table has no room. If the table is no cutting-out table yet, it becomes
        one.
        """
        row, actor = table_for(caller_of(request), table, "change who is at a table")
        join_company(table=row, actor=actor, **checked(JoinInput, request.data))
        return Response(CompanySerializer(table_company(row)).data, status=status.HTTP_201_CREATED)

    @describe("tables", CompanySerializer, takes=CompanyChoiceInput, refusals=CONFLICTS)
    def patch(self, request: Request, table: int) -> Response:
        """Choose who makes the next cuts: the service by a draw, or the players with real cards."""
        row, actor = table_for(caller_of(request), table, "change who is at a table")
        choose_draw(table=row, actor=actor, **checked(CompanyChoiceInput, request.data))
        return Response(CompanySerializer(table_company(row)).data)


class CompanyPlayerView(RecordsView):
    @describe("tables", None, 204, takes=None, refusals=CONFLICTS)
    def delete(self, request: Request, table: int, member: int) -> Response:
        """Remove a player, so that another can join. The game in play goes on."""
        row, actor = table_for(caller_of(request), table, "change who is at a table")
        checked(NoFields, request.data)
        leave_company(table=row, actor=actor, member_id=member)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CompanyCutView(RecordsView):
    @describe("tables", CompanySerializer, 201, takes=CompanyCutInput, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Enter the cards of the players who must cut now, or let the service draw.

        The next game begins as soon as its players, seats and dealer are decided.
        """
        row, actor = table_for(caller_of(request), table, "change who is at a table")
        cards = checked(CompanyCutInput, request.data).get("cards")
        after_game.cut(table=row, actor=actor, cards=cards)
        return Response(CompanySerializer(table_company(row)).data, status=status.HTTP_201_CREATED)
