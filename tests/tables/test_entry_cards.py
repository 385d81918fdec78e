"""Entering every card of a deal without scripts: typed at the table, tapped on its own page, corrected."""

import re

import pytest

from scoring.tables.models import DealRevision
from tests.factories import make_table, record
from tests.web.asking import DIAMONDS

pytestmark = pytest.mark.django_db

DIAMOND_TEXT = "AD 3D 5H 4D\nKD 2D 6D 9D\n8S 2S 7D TS\nJS QC 8D 9H\nAS 3C QH JD\nQD TD 5D JC"
"""Foster's first illustrative hand: E, the maker in seat 1, bid eight; seven points each."""
BID = {"dealer": "4", "bid": "8", "maker": "1", "trump": "D", "number": "1"}
OF_THREE = "AH 2H 3H\nKH 6S 7S\nQH 8S 9S\nJH TS JS\n9H 2C 3C\n8H 4C 6C\nstock: TH 5H 5D"
OF_TWO = "AH 3H\nTS KS\nJH QH\n4C 5C\nAD 2D\n7S 8S"
"""Hearts are trumps. Seat 2 leads and has High and the Jack, seat 1 has Low and the Game."""


def stored():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def send(club, table, step="record", page="", **fields):
    sent = {"step": step, "detail": "cards", **fields}
    return club.client("scorer").post(f"/tables/{table.pk}/{page}", sent, format="multipart", follow=True)


@pytest.mark.parametrize(
    ("game", "seats", "law_set", "fields", "points"),
    [
        ("cinch", 4, "foster-1897", BID | {"cards": DIAMOND_TEXT}, DIAMONDS["tricks"][3]),
        (
            "three-handed-cinch", 3, "chicago-1890",
            {"dealer": "3", "bid": "1", "maker": "1", "trump": "H", "cards": OF_THREE},
            [[1, "JH"], [2, "TS"], [3, "JS"]],
        ),
        ("seven-up-2", 2, "foster-1897", {"dealer": "1", "trump": "H", "won_gift": "award", "cards": OF_TWO},
         [[2, "4C"], [1, "5C"]]),
        ("auction-pitch-4", 4, "foster-1897",
         {"dealer": "4", "bid": "2", "maker": "1", "cards": DIAMOND_TEXT.replace("KD 2D", "KD, 2D")},
         DIAMONDS["tricks"][3]),
    ],
)  # fmt: skip
def test_typed_cards_are_recorded_in_any_game(club, game, seats, law_set, fields, points):
    players = ["Ash", "Birch", "Cedar", "Elm"][:seats]
    wanted = {} if game == "cinch" else {"game": game}
    table = make_table(
        club.club,
        club.actors["owner"],
        law_set=law_set,
        players=players,
        dealer=int(fields["dealer"]),
        **wanted,
    )
    shown = send(club, table, "preview", **fields)
    assert "Confirm and record" in shown.content.decode()

    page = send(club, table, **fields)

    assert "Deal 1 is recorded." in page.content.decode()
    made = DealRevision.objects.get(deal__game__table=table).content
    assert made["tricks"][3] == points
    assert made["trump"] == fields.get("trump", "D"), "the first card led names it where the law says so"
    assert made.get("won", {}).get("gift") == (2 if "won_gift" in fields else None)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", "Please enter this."),
        ("AD 3D 5H 4D", "Please enter this."),
        (DIAMOND_TEXT.replace("7D", "7X"), "Line 3: “7X” is not a card; a card is rank then suit"),
        (
            DIAMOND_TEXT.replace("7D", "AD"),
            "Line 3: the ace of diamonds is played by B to trick 3, and played",
        ),
        ("hand 2: AS\n" + DIAMOND_TEXT, "Line 3: a trick has 3 cards, not 4."),
        (
            "stock: 3D\n" + DIAMOND_TEXT,
            "Line 2: the three of diamonds is left in the pack, so it cannot have been",
        ),
    ],
)
def test_an_impossible_card_is_reported_with_its_line_and_nothing_is_lost(club, cards, reason):
    table = make_table(club.club, club.actors["owner"], dealer=4)

    page = send(club, table, **(BID | {"cards": cards})).content.decode()

    assert reason in page
    assert f">{cards}</textarea>" in page
    assert stored() == []


def tap(club, table, fields, *taps, page="cards/"):
    """Tap keys in turn; each request sends the text of the page before."""
    address = page
    for key in taps:
        page = send(club, table, "preview", address, **fields, tap=key).content.decode()
        text = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page)
        assert text is not None
        fields = fields | {"cards": text[1].lstrip("\n")}
    return fields, page


def test_cards_are_tapped_without_a_script(club):
    table = make_table(club.club, club.actors["owner"], dealer=4)
    fields, page = tap(club, table, BID, *DIAMOND_TEXT.split()[:9], "TC", "undo")
    assert fields["cards"] == "\n".join(DIAMOND_TEXT.splitlines()[:2]) + "\n8S"
    assert "Trick 3: Y plays." in page
    assert (
        'id="card-AD" name="tap" value="AD" formaction="../cards/#cards" hx-post="../cards/" aria-disabled'
        in page
    )

    fields, page = tap(club, table, fields, *DIAMOND_TEXT.split()[9:])
    assert "Every card is played." in page
    assert "Confirm and record" in page
    assert stored() == []
    send(club, table, **fields)
    assert stored()[0]["tricks"] == DIAMONDS["tricks"]


def test_an_irregular_deal_leads_to_its_page_where_it_can_be_reported(club):
    table = make_table(club.club, club.actors["owner"], dealer=4)
    revoked = DIAMOND_TEXT.replace("AD 3D", "AD 9H").replace("8D 9H", "8D 3D")

    page = send(club, table, **(BID | {"cards": revoked})).content.decode()

    assert "Deal 1 is recorded." in page
    assert "The record shows" in page
    assert "Send to the director" in page
    assert "The tricks" in page


def test_a_recorded_deal_is_filled_in_as_text_in_its_correction(club):
    table = make_table(club.club, club.actors["owner"], dealer=4)
    record(table, club.actors["scorer"], **DIAMONDS, points=None)
    page = club.client("director").get(f"/tables/{table.pk}/deals/1/").content.decode()
    assert f">{DIAMOND_TEXT}</textarea>" in page

    sent = BID | {"detail": "cards", "step": "record", "reason": "two cards mixed up", "base_revision": "1"}
    for cards, reason in (
        (DIAMOND_TEXT, "This correction changes nothing."),
        (DIAMOND_TEXT.replace("5H", "5X"), "Line 1: “5X” is not a card"),
        (DIAMOND_TEXT.replace("7D", "6H").replace("6D", "7D"), "Deal 1 was corrected."),
    ):
        answer = club.client("director").post(
            f"/tables/{table.pk}/deals/1/", sent | {"cards": cards}, format="multipart", follow=True
        )
        assert reason in answer.content.decode()
    assert stored()[-1]["tricks"][1][2] == [3, "7D"]
    assert "7D" in stored()[-1]["hands"]["3"]


def test_the_cards_of_a_recorded_deal_are_tapped_anew_and_the_reason_is_kept(club):
    table = make_table(club.club, club.actors["owner"], dealer=4)
    record(table, club.actors["scorer"], **DIAMONDS, points=None)
    where = "deals/1/cards/"
    page = club.client("scorer").get(f"/tables/{table.pk}/{where}").content.decode()
    assert f">{DIAMOND_TEXT}</textarea>" in page
    assert (
        'formaction="cards/#cards"'
        in club.client("scorer").get(f"/tables/{table.pk}/deals/1/").content.decode()
    )

    sent = BID | {"reason": "two cards mixed up", "base_revision": "1", "cards": DIAMOND_TEXT}
    fields, page = tap(club, table, sent, *["undo"] * 4, page=where)
    assert re.search("Trick 6: [AYBZ] leads.", page)
    assert "Still needed: The cards<" in page
    fields, page = tap(club, table, fields, "TD", "QD", "5D", "KC", page=where)
    assert 'value="two cards mixed up"' in page
    assert f'action="/tables/{table.pk}/deals/1/"' in page
    assert len(stored()) == 1
    corrected = send(club, table, page="deals/1/", **fields)
    assert "Deal 1 was corrected." in corrected.content.decode()
    assert [card for _seat, card in stored()[-1]["tricks"][5]] == ["TD", "QD", "5D", "KC"]
    assert club.client("player").get(f"/tables/{table.pk}/{where}").status_code == 403


def test_there_is_nothing_to_tap_where_no_deal_can_be_entered(club):
    table = make_table(club.club, club.actors["owner"], dealer=4)
    assert club.client("player").get(f"/tables/{table.pk}/cards/").status_code == 403
    club.client("director").post(f"/tables/{table.pk}/close/")
    assert club.client("scorer").get(f"/tables/{table.pk}/cards/").status_code == 302
