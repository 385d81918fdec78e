"""Disputes at a table of three, from raising to the score: every incident, over the API and on its pages."""

from typing import Any

import pytest

from laws import library
from laws.domain.roles import fill
from scoring.office.verification import breaches
from scoring.tables.models import Table
from scoring.tables.services import tables
from tests.disputes.disputing import decided, post, scored
from tests.factories import ClubOfRoles, record

pytestmark = pytest.mark.django_db

MADE = {"dealer": 3, "maker": 1, "bid": 6, "trump": "H", "points": [7, 6, 1]}
"""Seat 1 bids six and takes seven, seat 2 six, seat 3 one."""
REVOKED = {"act": "neither-followed-nor-trumped", "established": "yes", "claimed": "yes"}
CINCH = sorted(slug for slug, one in library.vocabulary().incidents.items() if one.game == "cinch")
BY_THE_DEALER = "bid-out-of-turn"
"""Of three only the dealer bids too soon after the eldest hand has bid."""


@pytest.fixture
def three(club: ClubOfRoles) -> Table:
    """Return a table of three under Chicago's laws with one deal, in place of the club's own table."""
    club.table = table_of_three(club, "chicago-1890")
    return club.table


def table_of_three(club: ClubOfRoles, law_set: str) -> Table:
    """Return a table of three with one deal."""
    found = tables.open_table(
        club=club.club,
        actor=club.actors["director"],
        players=["A", "Y", "B"],
        law_set=law_set,
        game="three-handed-cinch",
        dealer=3,
    )
    record(found, club.actors["scorer"], **MADE)
    return found


def told(effects: list[dict[str, Any]], name: str) -> list[str]:
    return [effect[name] for effect in effects]


def score_table_of(page: str) -> str:
    """Return what the table of the score before and after says of whom it is about."""
    return page.split('<table class="dispute-score">')[1].split("<th ")[1].split(">")[1].split("<")[0]


def raised(club: ClubOfRoles, number: int = 1, **sent: Any) -> dict[str, Any]:
    answer = post(club, "scorer", f"tables/{club.table.pk}/deals/{number}/disputes/", sent)
    assert answer.status_code == 201, answer.json()
    return dict(answer.json())


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("seats", "after"),
    [
        pytest.param([2], [13, 0, 1], id="an adversary: his points are the maker's, the third keeps his"),
        pytest.param([3], [8, 6, 0], id="the other adversary"),
        pytest.param([1], [-6, 6, 1], id="the maker: set back the bid"),
        pytest.param([2, 3], [14, 0, 0], id="two adversaries: each pays for himself"),
        # Each is paid as if it stood alone: the maker goes back six, seat 3 scores nothing, seat 2 his own.
        pytest.param([1, 3], [-6, 6, 0], id="the maker and an adversary: the third keeps his own"),
    ],
)
def test_a_revoke_is_raised_confirmed_and_scored(
    club: ClubOfRoles, seats: list[int], after: list[int]
) -> None:
    # Chicago 1890, law 31.
    assert scored(club) == [7, 6, 1]
    for seat in seats:
        revoke = raised(club, incident="revoke", seat=seat, facts=REVOKED)
        assert revoke["state"] == "proposed"
        facts = {fact["fact"]: (fact["value"], fact["provenance"]) for fact in revoke["facts"]}
        assert facts["offender"] == ("maker" if seat == 1 else "adversary", "record")
        decided(club, revoke["id"])
    assert scored(club) == after
    assert list(breaches()) == []


@pytest.mark.usefixtures("three")
def test_a_partner_is_neither_offered_nor_taken(club: ClubOfRoles) -> None:
    path = f"tables/{club.table.pk}/deals/2/disputes/"
    question = post(club, "scorer", path, {"incident": "revoke", "facts": REVOKED}).json()["questions"][0]
    assert (question["fact"], question["values"]) == ("offender", ["maker", "adversary"])
    fourth = post(club, "scorer", path, {"incident": "revoke", "seat": 4})
    assert fourth.status_code == 400
    assert "seat" in fourth.json()


@pytest.mark.usefixtures("three")
def test_a_lead_out_of_turn_is_silent(club: ClubOfRoles) -> None:
    found = raised(club, incident="lead-out-of-turn", seat=2, facts={"followed": "none"})
    assert (found["ruling"]["status"], found["questions"]) == ("silent", [])


@pytest.mark.usefixtures("three")
def test_a_director_orders_nothing_to_a_part_that_nobody_plays(club: ClubOfRoles) -> None:
    revoke = raised(club, incident="revoke", seat=2, facts=REVOKED)
    order = {"overrule": True, "reason": "So it was agreed."}
    partner = [{"kind": "must-lead", "who": "partner", "suit": "trump"}]
    refused = post(club, "director", f"disputes/{revoke['id']}/decide/", {**order, "effects": partner})
    assert (refused.status_code, list(refused.json())) == (400, ["effects.0.who"])
    decided(club, revoke["id"], **order, effects=[{"kind": "side-cannot-score", "side": "adversaries"}])
    assert scored(club) == [0, 6, 0]


@pytest.mark.usefixtures("three")
def test_a_ruling_names_one_player_where_the_law_speaks_of_a_side(club: ClubOfRoles) -> None:
    found = raised(club, incident="revoke", seat=2, facts=REVOKED)
    says = ["The offender can score nothing on this deal.",
            "The points of all that the offender won go to the maker."]  # fmt: skip
    named = ["The offender (Y, seat 2) can score nothing on this deal.",
             "The points of all that the offender (Y, seat 2) won go to the maker (A, seat 1)."]  # fmt: skip
    assert told(found["ruling"]["effects"], "says") == says
    assert told(found["ruling"]["effects"], "named") == named
    browser, at = club.client("director"), f"/disputes/{found['id']}/"
    page = browser.get(at).content.decode()
    assert all(line in page for line in named)
    assert score_table_of(page) == "Player"

    after = decided(club, found["id"])

    assert told(after["effects"], "named") == named
    for page in (at, f"/tables/{club.table.pk}/deals/1/", f"/clubs/{club.club.slug}/disputes/"):
        shown = browser.get(page).content.decode()
        assert "offending side" not in shown, page
        assert "The offender" in shown, page
    # What is kept is the law's own answer, which is made again word for word.
    assert list(breaches()) == []


def test_a_ruling_speaks_of_sides_where_partners_play(club: ClubOfRoles) -> None:
    record(club.table, club.actors["scorer"], bid=9, maker=1, points=[8, 6])
    found = raised(club, incident="revoke", seat=2, facts=REVOKED)
    assert "The offending side can score nothing on this deal." in told(found["ruling"]["effects"], "says")
    assert score_table_of(club.client("director").get(f"/disputes/{found['id']}/").content.decode()) == "Side"


@pytest.mark.parametrize(
    ("law_set", "sent", "is_said", "is_not"),
    [
        pytest.param("foster-1897", {"incident": "bid-before-eldest", "seat": 2},
                     "The offender (Y, seat 2) cannot bid on this deal.", "Both the offender and his partner",
                     id="what follows for both of them"),
        pytest.param("chicago-1890", {"incident": "bid-before-eldest", "seat": 2},
                     "The offender cannot bid on this deal.", "Both the offender and his partner",
                     id="what another book would say"),
        pytest.param("foster-1897", {"incident": "remark-on-trick", "seat": 2, "assume_usual": True},
                     "3 play at this table, each for himself.", "The offender's partner had played",
                     id="a fact that needs partners"),
        pytest.param("chicago-1890",
                     {"incident": "revoke-established", "seat": 2,
                      "facts": {"trick": "lying", "next_trick": "offenders-side-played"}},
                     "The offender has led or played to the next trick", "The offender or his partner",
                     id="a reason"),
    ],
)  # fmt: skip
def test_nobody_is_called_a_partner_at_a_table_of_three(
    club: ClubOfRoles, law_set: str, sent: dict[str, Any], is_said: str, is_not: str
) -> None:
    four = str(raised(club, **sent)["ruling"])
    club.table = table_of_three(club, law_set)
    three = raised(club, **sent)["ruling"]
    said = str([three["effects"], three["because"], (three["fallback"] or {}).get("effects")])
    assert is_said in said
    assert is_not not in said
    assert is_said not in four


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("number", "dealer", "incidents"),
    [
        pytest.param(2, 1, CINCH[::5], id="in play"),
        pytest.param(2, 1, CINCH, id="all, in play", marks=pytest.mark.full),
        pytest.param(1, 3, CINCH, id="all, recorded", marks=pytest.mark.full),
    ],
)
def test_an_incident_is_raised_and_answered_to_its_end(
    club: ClubOfRoles, number: int, dealer: int, incidents: list[str]
) -> None:
    """Each question by its first answer: nothing offered is refused, and nobody's partner may choose."""
    browser = club.client("director")
    for incident in incidents:
        seat = dealer if incident == BY_THE_DEALER else 2
        dispute = raised(club, number, incident=incident, seat=seat, assume_usual=True)
        where = f"disputes/{dispute['id']}/"
        while dispute["state"] == "needs-facts":
            question = dispute["questions"][0]
            facts = {"facts": {question["fact"]: question["values"][0]}}
            answered = post(club, "scorer", f"{where}answer/", facts)
            assert answered.status_code == 200, (incident, answered.json())
            dispute = answered.json()
        assert browser.get(f"/{where}").status_code == 200, incident
        holders = {choice["holder"] for choice in dispute["choices"]}
        assert not holders & {"partner", "makers-partner", "dealers-partner", "fourth-hand"}, incident
        dropped = post(club, "scorer", f"{where}drop/", {"reason": "A mistake."})
        assert dropped.status_code == 200, (incident, dropped.json())


@pytest.mark.usefixtures("three")
def test_the_page_on_which_it_is_raised_offers_no_partner(club: ClubOfRoles) -> None:
    browser = club.client("scorer")
    at = f"/tables/{club.table.pk}/deals/1/dispute/"
    assert browser.get(at).status_code == 200
    for incident in CINCH:
        for seat in ("", f"&at-seat={3 if incident == BY_THE_DEALER else 2}", "&at-seat=nobody"):
            answer = browser.get(f"{at}?incident={incident}{seat}")
            assert answer.status_code == 200, (incident, seat)
            if (put := answer.context.get("put")) is not None:
                told = " ".join(fill(f"{key.value.label} {key.value.means}") for key in put.keys)
                assert "partner" not in told.lower(), (incident, seat)
    refused = browser.get(f"{at}?incident=revoke&at-seat=nobody&offender=makers-partner")
    assert refused.status_code == 400
