"""`tables/`: open, show and close tables; their games, links and cuts."""

from dataclasses import dataclass
from functools import cached_property

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import DataclassSerializer
from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import NoFields, StrictInteger, StrictSerializer, StrictText, StrictYes, checked
from scoring.clubs.api_views import RecordsView, caller_of, club_and_actor, club_in_query
from scoring.clubs.permissions import Actor
from scoring.game.seating import PerSide
from scoring.tables.access import table_for
from scoring.tables.api.schemas import CutSerializer
from scoring.tables.cutting_out.services import open_company_table
from scoring.tables.models import Cut, Table
from scoring.tables.queries import (
    NumberedSeat,
    RecordedDeal,
    TableState,
    cut_at_table,
    cuts_of,
    in_seats,
    recorded_deals,
    table_state,
    tables_of,
)
from scoring.tables.services import cuts, links, tables
from scoring.tables.table_policy import Slip, policy_of
from scoring.web.api import CONFLICTS, REPEATABLE, CardsField, describe, idempotency_key, listing, page_of


@dataclass(frozen=True)
class ShownTable:
    """A table with everything needed to draw its score sheet.

    The address of the link is shown only to an ``actor`` who may see it.
    """

    state: TableState
    actor: Actor | None

    @property
    def game_score(self) -> int:
        return self.state.law_set.number("game_score")

    @property
    def closed(self) -> bool:
        return self.state.table.closed_at is not None

    @property
    def seats(self) -> list[NumberedSeat]:
        return in_seats(self.state.seats)

    @property
    def score(self) -> list[int]:
        """Return each side's score. The points of a paper slip of the round are included.

        If these points replace the deals, the scores of the deals do not count, see `Slip.score`.
        """
        return [*(self._by_slip or self.state.game.state.score).values]

    @property
    def to_go(self) -> list[int]:
        by_slip = self._slip.to_go(self.state.game) if self._slip else None
        return [*(by_slip or self.state.game.state.to_go)]

    @property
    def game_over(self) -> bool:
        """Return whether the game is over. False if a paper slip replaces the deals of the round."""
        return self.state.game.state.over and not self._is_replaced

    @property
    def winner(self) -> int | tuple[int, ...] | None:
        """Return the winner of the game. None while it goes on, and if a paper slip replaces the deals."""
        return None if self._is_replaced else self.state.game.state.winner

    @property
    def slip(self) -> dict[str, list[int] | int | None] | None:
        """Return the paper slip that replaces or completes the deals of an event's round, or None.

        - ``points``: the points of each side, or None if the slip only names the winners.
        - ``winners``: the winning sides; None if the slip has points.
        - ``after_deals``: the number of deals to which the points are added; None if the slip replaces the
          deals.
        """
        if self._slip is None:
            return None
        points = None if self._slip.points is None else [*self._slip.points]
        winners = None if points else [*self._slip.winners]
        return {"points": points, "winners": winners, "after_deals": self._slip.after_deals}

    @property
    def deals(self) -> list[RecordedDeal]:
        return recorded_deals(self.state.game)

    @property
    def url(self) -> str | None:
        """Return the address of the table's link. None without a link, and if the actor may not see it."""
        may_see = self.actor is not None and self.actor.may("see the table's link")
        return links.address_of(self.state.table) if may_see else None

    @cached_property
    def _slip(self) -> Slip | None:
        game = self.state.game
        return policy_of(self.state.table).slips_of([game]).get(game.game_id)

    @property
    def _is_replaced(self) -> bool:
        return self._slip is not None and self._slip.replaces_deals

    @property
    def _by_slip(self) -> PerSide[int] | None:
        return self._slip.score(self.state.game) if self._slip else None


class TableSerializer(DataclassSerializer):
    dataclass = ShownTable
    names = (
        "id=state.table.pk club=state.table.club.slug name=state.table.name game=state.game.laws.game "
        "law_set=state.law_set.slug law_set_title=state.law_set.title revision=state.game.laws.revision "
        "game_score closed seats game_number=state.game.number "
        "first_dealer=state.game.first_dealer next_dealer=state.next_dealer next_number=state.next_number "
        "score to_go slip game_over winner deals url"
    )
    computed = ("game_score", "closed", "seats", "score", "to_go", "slip", "deals", "url")
    winner = serializers.JSONField(allow_null=True)


class TableInput(StrictSerializer):
    """A table to be opened. Players are names or member ids in seat order.

    If there are more players than seats, the law set decides who plays first: by a cut or by arrival.
    """

    club = StrictText(max_length=60)
    law_set = StrictText(max_length=60, required=False)
    game = StrictText(max_length=40, required=False)
    players = serializers.ListField(child=serializers.JSONField(), max_length=12)
    is_drawn = StrictYes(
        required=False, help_text="Whether the service draws who plays if there are more players than seats."
    )
    name = StrictText(max_length=400, required=False)
    dealer = StrictInteger(required=False)
    parameters = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False)
    variations = serializers.ListField(child=StrictText(max_length=60), max_length=20, required=False)


class TableChange(StrictSerializer):
    """A change of a table. The only possible change is to close the table."""

    closed = StrictYes()


class GameInput(StrictSerializer):
    """The next game: its dealer and players, or a cut that decided both. Every field is optional."""

    after = StrictInteger(
        required=False,
        help_text="The number of the previous game, so that a repeated request begins no second game.",
    )
    dealer = StrictInteger(required=False)
    players = serializers.ListField(child=serializers.JSONField(), max_length=7, required=False)
    cut = StrictInteger(required=False)


class TableLineSerializer(serializers.ModelSerializer[Table]):
    """A table in a list."""

    club = serializers.CharField(source="club.slug")
    law_set = serializers.CharField(source="law_set.slug")
    game_count = serializers.IntegerField()

    class Meta:
        model = Table
        fields = ("id", "name", "club", "game", "law_set", "opened_at", "closed_at", "game_count")
        read_only_fields = fields


class LinkSerializer(serializers.Serializer[object]):
    """The address of a table's link, and the code that can be typed instead."""

    url = serializers.CharField()
    code = serializers.CharField(
        allow_null=True, help_text="The six letters that open the table; null if no code works."
    )


def answer_of(table: Table, actor: Actor | None = None) -> object:
    return TableSerializer(ShownTable(table_state(table), actor)).data


def cut_answer(cut: Cut, table: Table) -> object:
    return CutSerializer(cut_at_table(cut, table)).data


class TablesView(RecordsView):
    @listing("tables_list", TableLineSerializer, "tables", OpenApiParameter("club", str, required=True))
    def get(self, request: Request) -> Response:
        """List the tables of ``?club=``, newest first."""
        return page_of(self, request, tables_of(club_in_query(request)), TableLineSerializer)

    @describe("tables", TableSerializer, 201, parameters=[REPEATABLE], takes=TableInput, refusals=CONFLICTS)
    def post(self, request: Request) -> Response:
        """Open a table and give it its link."""
        fields = checked(TableInput, request.data)
        club, actor = club_and_actor(request, fields.pop("club"), "open a table")
        key = idempotency_key(request, required=False)
        table = open_company_table(club=club, actor=actor, key=key, **fields)
        return Response(answer_of(table, actor), status=status.HTTP_201_CREATED)


class TableView(RecordsView):
    @describe("tables", TableSerializer)
    def get(self, request: Request, table: int) -> Response:
        """Return everything needed to draw the score sheet."""
        row, actor = table_for(caller_of(request), table, "see the table")
        return Response(answer_of(row, actor))

    @describe("tables", TableSerializer, takes=TableChange, refusals=CONFLICTS)
    def patch(self, request: Request, table: int) -> Response:
        """Close the table."""
        row, actor = table_for(caller_of(request), table, "close a table")
        if not checked(TableChange, request.data)["closed"]:
            raise InvalidInput({"closed": _("A closed table stays closed; open a new one.")})
        tables.close(table=row, actor=actor)
        row.refresh_from_db(fields=["closed_at"])
        return Response(answer_of(row))


class GamesView(RecordsView):
    @describe("tables", TableSerializer, 201, takes=GameInput, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Begin the next game."""
        row, actor = table_for(caller_of(request), table, "start a game")
        tables.start_game(table=row, actor=actor, **checked(GameInput, request.data))
        return Response(answer_of(row, actor), status=status.HTTP_201_CREATED)


class LinkView(RecordsView):
    @describe("tables", LinkSerializer, 201, parameters=[REPEATABLE], takes=None, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Give the table a new link; the previous link stops working."""
        row, actor = table_for(caller_of(request), table, "issue a link")
        checked(NoFields, request.data)
        link = links.issue(table=row, actor=actor, key=idempotency_key(request, required=False))
        opening = {"url": links.address_of_link(link), "code": links.code_of(link)}
        return Response(LinkSerializer(opening).data, status=status.HTTP_201_CREATED)

    @describe("tables", None, 204, takes=None, refusals=CONFLICTS)
    def delete(self, request: Request, table: int) -> Response:
        """Stop the table's link."""
        row, actor = table_for(caller_of(request), table, "issue a link")
        checked(NoFields, request.data)
        links.revoke(table=row, actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CutInput(StrictSerializer):
    """A cut: its purpose, and the cards if the players cut real cards."""

    purpose = StrictText(max_length=20)
    cards = CardsField(
        required=False,
        help_text="Each player's card: {player name or id: card}. Without cards, the service draws.",
    )


class CutsView(RecordsView):
    @listing("cuts_list", CutSerializer, "cuts")
    def get(self, request: Request, table: int) -> Response:
        """List the table's cuts, newest first. Cuts that decide who plays are left out, see ``company/``."""
        row, _ = table_for(caller_of(request), table, "see the table")
        return page_of(self, request, cuts_of(row), lambda cut: CutSerializer(cut_at_table(cut, row)).data)

    @describe("cuts", CutSerializer, 201, parameters=[REPEATABLE], takes=CutInput, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Make a cut. After a tie, send the cards of the players who cut again."""
        row, actor = table_for(caller_of(request), table, "cut")
        fields = checked(CutInput, request.data)
        key = idempotency_key(request, required=False)
        cut = cuts.make(
            policy=policy_of(row), actor=actor, purpose=fields["purpose"], cards=fields.get("cards"), key=key
        )
        return Response(cut_answer(cut, row), status=status.HTTP_201_CREATED)
