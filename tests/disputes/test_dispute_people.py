"""A ruling names the players whom the record identifies, and nobody else."""

import pytest

from tests.disputes.disputing import ADVERSARY_REVOKES, bid_nine, decided, get, raised

pytestmark = pytest.mark.django_db

EXPOSED = {"how": "faced", "trump_named": "no", "card": "trump", "telling": "yes"}
# Seat 1 made the trump and seat 2 was in error: partners sit opposite, so 1 and 3 are against 2 and 4.
OFFENDING, MAKING = "(Y and Z)", "(A and B)"


def named(effects):
    return [effect["named"] for effect in effects]


def seats_of(people):
    return {role: [player["seat"] for player in told] for role, told in people.items()}


def test_a_ruling_and_the_decision_say_who_is_meant(club):
    bid_nine(club)

    dispute = raised(club)

    page = club.client("director").get(f"/disputes/{dispute['id']}/").content.decode()
    assert '<th scope="col">Side</th>' in page, "partners score together"
    says = [
        f"The offending side {OFFENDING} can score nothing on this deal.",
        f"The offending side {OFFENDING} may play the hand out to keep points from the others.",
        f"The maker's side {MAKING} scores all it makes, whatever it bid.",
    ]
    assert named(dispute["ruling"]["effects"]) == says
    ruled = decided(club, dispute["id"])
    assert named(ruled["effects"]) == says
    assert [effect["says"] for effect in ruled["effects"]] == [
        said.replace(f" {OFFENDING}", "").replace(f" {MAKING}", "") for said in says
    ], "the record keeps the words of the law"
    people = seats_of(ruled["people"])
    assert (people["offender"], people["maker"], people["makers-side"]) == ([2], [1], [1, 3])
    assert people["adversaries"] == [1, 3]
    assert ruled["people"]["maker"][0]["name"] == "A"
    assert "all-players" not in people, "of a part that all play nobody is named"


def test_who_is_not_known_stays_a_part(club):
    # Nobody has said who dealt out of turn, and during the play nobody knows the maker.
    dispute = raised(club, incident="card-exposed", facts=EXPOSED, seat=None)

    people = seats_of(dispute["people"])

    assert people["dealer"] == [1], "the first deal is with seat 1"
    assert not {"offender", "offenders", "adversaries", "maker", "makers-side"} & people.keys()
    assert named(dispute["ruling"]["effects"]) == [effect["says"] for effect in dispute["ruling"]["effects"]]


def test_of_an_error_nobody_is_named_in_dispute_and_a_side_where_only_that_is_known(club):
    bid_nine(club)
    facts = {**ADVERSARY_REVOKES["facts"], "offender": {"disputed": ["maker", "adversary"]}}

    dispute = raised(club, facts=facts, seat=None)

    assert "offenders" not in dispute["people"]
    says = [says for way in dispute["disputed"]["rulings"] for says in named(way["ruling"]["effects"])]
    assert says
    assert not [sentence for sentence in says if "The offending side (" in sentence]
    # One of the maker's two adversaries revoked: the side is known, the player is not.
    people = seats_of(raised(club, seat=None)["people"])
    assert people["offenders"] == [2, 4]
    assert "offender" not in people


def test_names_follow_a_correction_of_who_made_the_trump(club):
    bid_nine(club)
    dispute = raised(club, incident="faced-card", facts={"came_to_light": "dealing"}, seat=None)
    assert seats_of(dispute["people"])["maker"] == [1]

    corrected = club.client("director").patch(
        f"/api/v1/tables/{club.table.pk}/deals/1/", {"maker": 3, "reason": "B had bid"}, format="json"
    )

    assert corrected.status_code == 200, corrected.json()
    assert seats_of(get(club, "player", f"disputes/{dispute['id']}/").json()["people"])["maker"] == [3]
