"""`clubs/{slug}/cards/` and `tables/{id}/word/`: lasting cards of a club's tables, and an event's word."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.strict_fields import StrictInteger, StrictSerializer, StrictText, checked
from scoring.clubs import authentication
from scoring.clubs.api_views import RecordsView, caller_of, club_and_actor
from scoring.clubs.permissions import LINK
from scoring.refusals import NotFound
from scoring.tables.access import at_card, cards_in_use, table_for
from scoring.tables.models import ClubCard, Table
from scoring.tables.services import club_cards
from scoring.web import pages
from scoring.web.api import CONFLICTS, describe, listing, page_of


class CardsInput(StrictSerializer):
    """The number of tables for which the club wants cards."""

    tables = StrictInteger()


class CardInput(StrictSerializer):
    """The edition of the card that the caller wants to replace or withdraw."""

    edition = StrictInteger(min_value=1)


class EventWordInput(StrictSerializer):
    """The word of the event, as typed on a phone."""

    word = StrictText(max_length=20)


class ClubCardSerializer(serializers.Serializer[ClubCard]):
    """The card that lies on a club's table. Only directors and owners see its address and its code.

    The address and the code both open the table. Both can be null.
    """

    number = serializers.IntegerField()
    edition = serializers.IntegerField()
    url = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField()

    def get_url(self, card: ClubCard) -> str | None:
        """The address in the card's QR code; null after a change of the server's key."""
        return club_cards.address_of(card)

    def get_code(self, card: ClubCard) -> str | None:
        """The card's six-letter code; null if the club uses no codes or the server's key has changed."""
        return club_cards.code_of(card)


class ClubCardsView(RecordsView):
    @listing("cards_list", ClubCardSerializer, "clubs")
    def get(self, request: Request, slug: str) -> Response:
        """List the cards in use, sorted by table number."""
        club, _actor = club_and_actor(request, slug, "issue a link")
        cards = cards_in_use().filter(club=club).select_related("club").order_by("number")
        return page_of(self, request, cards, ClubCardSerializer)

    @describe("clubs", ClubCardSerializer(many=True), 201, takes=CardsInput)
    def post(self, request: Request, slug: str) -> Response:
        """Give a card to each table from 1 to ``tables`` that has none, and return all cards in use."""
        club, actor = club_and_actor(request, slug, "issue a link")
        club_cards.issue_missing(club=club, actor=actor, **checked(CardsInput, request.data))
        cards = [ClubCardSerializer(card).data for card in club_cards.cards_of(club)]
        return Response(cards, status=status.HTTP_201_CREATED)


class ClubCardView(RecordsView):
    @describe("clubs", ClubCardSerializer, 201, takes=CardInput, refusals=CONFLICTS)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Replace the card by a new edition to print. The edition in the request stops working at once."""
        club, actor = club_and_actor(request, slug, "issue a link")
        wanted = checked(CardInput, request.data)
        card = club_cards.replace(club=club, actor=actor, number=number, **wanted)
        return Response(ClubCardSerializer(card).data, status=status.HTTP_201_CREATED)

    @describe("clubs", None, 204, takes=CardInput, refusals=CONFLICTS)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw the card. The edition in the request stops working at once."""
        club, actor = club_and_actor(request, slug, "issue a link")
        club_cards.stop(club=club, actor=actor, number=number, **checked(CardInput, request.data))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TableWordView(RecordsView):
    """The word of the event at a table, entered on a phone that has opened the table's card."""

    @describe("tables", None, 204, takes=EventWordInput)
    def post(self, request: Request, table: int) -> Response:
        """Let the phone enter deals at the table from now on, if the word is right.

        If the phone has given the right word before, the word is not checked. The answer is 400 for a wrong
        word, or if the table has no valid link. The answer is 404 if the phone has not opened the table by a
        card.
        """
        word, plain, caller = (
            checked(EventWordInput, request.data)["word"],
            request._request,
            caller_of(request),
        )
        row, _actor = table_for(caller, table, "see the table")
        holder = at_card(caller, Table.objects.filter(pk=row.pk))
        if holder is None:
            raise NotFound
        if holder.role != LINK:
            given = club_cards.check_word(
                table=row,
                word=word,
                phone=authentication.phone_of(plain),
                address=pages.address_of_request(plain),
            )
            authentication.keep_word(plain, row.event_id or 0, given)
        return Response(status=status.HTTP_204_NO_CONTENT)
