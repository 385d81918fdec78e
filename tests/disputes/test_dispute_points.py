"""Points that a ruling turns on: while the cards are played nobody knows them, and the record may not say.

A decision taken in play stands without them; the table names them before the deal is entered.
"""

from uuid import uuid4

import pytest

from scoring.disputes.models import DisputeStep
from scoring.house_laws import services as house
from scoring.house_laws.records import read_fields
from scoring.office.verification import breaches
from tests.disputes.disputing import A_BIDS_NINE, ADVERSARY_REVOKES, decided, get, post, taken_back
from tests.events.evenings import begun, play, table_of
from tests.factories import make_club, make_table

pytestmark = pytest.mark.django_db

CLAIMED = {
    "incident": "play-out-of-turn",
    "facts": {"hand": "fourth", "before": "second", "third_played": "no", "offender": "adversary"},
    "choice": "claim",
}
REVOKED = {"incident": "revoke", "seat": 2, "facts": {**ADVERSARY_REVOKES["facts"]}}
TO_BE_NAMED = "ruling.points"

# Foster, Cinch Laws, Playing Out of Turn: the trick, with the jack, is claimed. Their eight are nine, as
# many as were bid: nine less five. Chicago, law 31, of the player alone: the jack that seat 2 won is the
# maker's, whose nine make the bid; Chicago scores what is made, and the others keep five.
CASES = {
    "foster, a trick claimed": ("foster-1897", {}, {**CLAIMED, "seat": 2}, [4, 0]),
    "chicago, a revoke of the player alone": ("chicago-1890", {"revoke_scope": "player"}, REVOKED, [9, 5]),
}


def table_under(club, base, parameters):
    """Return a table that plays under a book, or under the club's own laws where it has them otherwise."""
    slug = base
    if parameters:
        slug = "inland-laws"
        head = {"title": "Inland laws", "base": base, "parameters": parameters}
        made = house.begin(
            club=club.club, actor=club.actors["owner"], written=read_fields(slug, {"lawset": head})
        )
        house.publish(law_set=made, actor=club.actors["director"], mark=made.draft.mark)
    return make_table(club.club, club.actors["owner"], law_set=slug, players=["A", "Y", "B", "Z"])


def entered(club, table):
    where = f"tables/{table.pk}/deals/"
    return post(club, "scorer", where, A_BIDS_NINE, headers={"Idempotency-Key": str(uuid4())})


def ruled_in_play(club, table, asked):
    raised = post(club, "scorer", f"tables/{table.pk}/deals/1/disputes/", asked)
    assert raised.status_code == 201, raised.json()
    return decided(club, raised.json()["id"])


@pytest.mark.parametrize("case", CASES)
def test_a_decision_taken_in_play_asks_the_table_for_the_points_and_the_deal_is_then_entered(club, case):
    base, parameters, asked, then = CASES[case]
    table = table_under(club, base, parameters)
    ruled = ruled_in_play(club, table, asked)
    where = f"disputes/{ruled['id']}/"
    assert (ruled["state"], ruled["needs_points"]) == ("decided", True)
    assert "answered" in ruled["next_steps"]
    refusal = entered(club, table)
    assert (refusal.status_code, TO_BE_NAMED in refusal.json()) == (400, True), refusal.json()
    shown = club.client("scorer").get(f"/tables/{table.pk}/disputes/").content.decode()
    assert "Name the points that it is about before the deal is entered." in shown
    assert (
        "Before the deal is entered"
        in club.client("scorer").get(f"/disputes/{ruled['id']}/").content.decode()
    )

    told = post(club, "scorer", f"{where}answer/", {"points": ["jack"]})

    assert (told.status_code, told.json()["state"], told.json()["needs_points"]) == (200, "decided", False)
    answer = entered(club, table)
    assert answer.status_code == 201, answer.json()
    assert answer.json()["score"]["scored"] == then
    assert list(breaches()) == []
    late = post(club, "scorer", f"{where}answer/", {"points": ["game"]})
    assert (late.status_code, late.json()["code"]) == (409, "dispute-decided"), (
        "recorded, it is for an appeal"
    )
    taken_back(club, ruled["id"])
    again = get(club, "player", f"tables/{table.pk}/deals/1/").json()["score"]["scored"]
    # Without the ruling nine were bid and eight made.
    assert again == ([0, 15] if base == "foster-1897" else [-9, 6])
    assert list(breaches()) == []


def test_points_named_wrongly_are_named_again_as_long_as_the_deal_is_in_play(club):
    table = table_under(club, "foster-1897", {})
    ruled = ruled_in_play(club, table, {**CLAIMED, "seat": 2})
    where = f"disputes/{ruled['id']}/answer/"
    # Y-Z took six in all: both pedros, ten points, cannot have lain in a trick of theirs.
    assert post(club, "scorer", where, {"points": ["right-pedro", "left-pedro"]}).status_code == 200
    assert TO_BE_NAMED in entered(club, table).json()

    assert post(club, "scorer", where, {"points": ["jack"]}).status_code == 200

    assert entered(club, table).json()["score"]["scored"] == [4, 0]
    assert DisputeStep.objects.filter(kind="answered").count() == 2
    assert list(breaches()) == []


def test_after_a_decision_nothing_else_is_told_and_by_nobody_else(club):
    table = table_under(club, "foster-1897", {})
    ruled = ruled_in_play(club, table, {**CLAIMED, "seat": 2})
    where = f"disputes/{ruled['id']}/answer/"

    assert list(post(club, "scorer", where, {"facts": {"hand": "third"}}).json()) == ["points"]
    assert list(post(club, "scorer", where, {"points": ["jack"], "seat": 4}).json()) == ["points"]
    assert list(post(club, "scorer", where, {"points": ["joker"]}).json()) == ["points.0"]
    assert post(club, "player", where, {"points": ["jack"]}).status_code == 403
    assert not DisputeStep.objects.filter(kind="answered").exists()
    other = ruled_in_play(club, table, {"incident": "faced-card", "facts": {"came_to_light": "dealing"}})
    refusal = post(club, "scorer", f"disputes/{other['id']}/answer/", {"points": ["jack"]})
    assert refusal.json()["code"] == "dispute-decided", "no points are needed for it"


def test_naming_points_makes_no_open_dispute_of_it_and_an_appeal_stays_open(club):
    event = begun(club)
    play(event, club, deals_each=3)
    table = table_of(event, 1)
    asked = {**CLAIMED, "seat": 2}
    raised = post(club, "scorer", f"tables/{table.pk}/deals/4/disputes/", asked).json()
    decided(club, raised["id"])

    def waiting():
        found = get(club, "director", "disputes/?club=harbour&state=open").json()["results"]
        return [one["id"] for one in found]

    post(club, "scorer", f"disputes/{raised['id']}/answer/", {"points": ["jack"]})
    assert waiting() == []
    post(club, "player", f"disputes/{raised['id']}/appeal/", {"reason": "it was not so"})
    post(club, "scorer", f"disputes/{raised['id']}/answer/", {"points": ["game"]})
    assert waiting() == [raised["id"]]
    assert list(breaches()) == []


def test_a_page_offers_to_name_the_points_wherever_the_law_turns_on_them():
    club = make_club()
    table = table_under(club, "chicago-1890", {"revoke_scope": "player"})
    assert entered(club, table).status_code == 201

    raised = post(club, "scorer", f"tables/{table.pk}/deals/1/disputes/", REVOKED).json()

    assert raised["needs_points"] is True
    page = club.client("director").get(f"/disputes/{raised['id']}/").content.decode()
    assert 'name="points-told"' in page
    told = post(club, "scorer", f"disputes/{raised['id']}/answer/", {"points": ["jack"]}).json()
    assert told["needs_points"] is False
    assert decided(club, raised["id"])["score"]["after"]["scored"] == [9, 5]
