"""Disputes and deals: two on one deal, the deal in play, what a record shows, facts in doubt, the log."""

import pytest

from laws.library import law_book
from scoring.disputes.models import Dispute
from scoring.office.verification import breaches
from tests.disputes.disputing import (
    A_BIDS_NINE,
    ADVERSARY_REVOKES,
    bid_nine,
    decided,
    get,
    post,
    raised,
    scored,
    standing,
    taken_back,
)
from tests.factories import house_laws, make_table, record

pytestmark = pytest.mark.django_db

MAKER_REVOKES = {"seat": 1, "facts": {**ADVERSARY_REVOKES["facts"], "offender": "maker"}}


def test_revokes_by_both_sides_are_an_incident_of_their_own(club):
    # Foster 1897, Cinch Laws, The Revoke: a side that revokes scores nothing, so neither does.
    bid_nine(club)
    first, second = raised(club), raised(club, **MAKER_REVOKES)
    decided(club, first["id"])
    assert scored(club) == [8, 0]

    both = decided(club, second["id"])

    assert scored(club) == [0, 0]
    join = both["joins"][str(first["id"])]
    assert (join["relation"], join["ruling"]["incident"]) == ("own-incident", "revokes-by-both-sides")
    assert list(breaches()) == []
    taken_back(club, first["id"])
    assert scored(club) == [0, 15], "the maker's own revoke is left: his side scores nothing"
    assert list(breaches()) == []


@pytest.mark.parametrize("seats", [(2, 4), (2, 2, 2)], ids=["both of one side", "the same three times"])
def test_several_revokes_of_one_side_cost_no_more_than_one(club, seats):
    bid_nine(club)
    for seat in seats:
        decided(club, raised(club, seat=seat)["id"])

    assert scored(club) == [8, 0]


def test_a_new_deal_swallows_what_else_happened_and_gives_it_back_when_it_is_withdrawn(club):
    bid_nine(club)
    decided(club, raised(club)["id"])
    assert scored(club) == [8, 0]
    faced = {"incident": "faced-card", "facts": {"came_to_light": "dealing"}}
    again = post(club, "scorer", f"tables/{club.table.pk}/deals/1/disputes/", faced).json()

    annulled = decided(club, again["id"])

    assert (scored(club), standing(club)) == ([0, 0], [0, 0])
    assert next(iter(annulled["joins"].values()))["relation"] == "absorbed"
    assert get(club, "player", f"tables/{club.table.pk}/").json()["next_dealer"] == 4
    taken_back(club, again["id"])
    assert scored(club) == [8, 0]
    assert list(breaches()) == []


def test_a_ruling_on_the_deal_in_play_is_carried_out_when_the_deal_is_recorded(club):
    dispute = raised(club, facts={**ADVERSARY_REVOKES["facts"], "established": "yes"})
    assert dispute["is_in_play"] is True
    ahead = post(club, "director", f"disputes/{dispute['id']}/preview/", {"confirm": True}).json()
    assert (ahead["score"], ahead["changes"]) == (None, None)
    assert "side-cannot-score" in [effect["kind"] for effect in ahead["effects"]]
    ruled = decided(club, dispute["id"])
    assert ruled["score"] is None
    assert [one["kind"] for one in ruled["to_carry_out"]] == ["may-play-on"]

    bid_nine(club)

    assert scored(club) == [8, 0], "the revoke of the printed example, ruled before the deal was over"
    now = get(club, "player", f"disputes/{dispute['id']}/").json()
    assert (now["is_in_play"], now["to_carry_out"]) == (False, [])
    assert list(breaches()) == []


def test_an_effect_on_the_play_to_come_is_shown_until_it_is_spent(club):
    dispute = raised(
        club, incident="lead-out-of-turn", seat=2,
        facts={"turn_of": "offenders-partner", "followed": "none", "offender": "adversary"},
        choice="lead-a-trump", assume_usual=True,
    )  # fmt: skip
    ruled = decided(club, dispute["id"])
    come = {one["kind"]: one["effect"] for one in ruled["to_carry_out"]}
    assert come, ruled["effects"]
    kind, place = next(iter(come.items()))

    spent = post(club, "link", f"disputes/{dispute['id']}/spend/", {"effect": place}).json()

    assert place not in {one["effect"] for one in spent["to_carry_out"]}
    twice = post(club, "link", f"disputes/{dispute['id']}/spend/", {"effect": place})
    assert (twice.status_code, list(twice.json())) == (400, ["effect"])
    assert kind in {effect["kind"] for effect in spent["effects"]}, "what was ordered stays on record"


def test_a_new_deal_ordered_in_play_is_entered_by_the_table_or_dealt_without_an_entry(club):
    # Foster: a faced card is dealt again by the same dealer; the table may enter the deal that was lost.
    faced = {"incident": "faced-card", "facts": {"came_to_light": "dealing"}, "seat": None}
    ruled = decided(club, raised(club, **faced)["id"])
    assert ruled["effects"][0]["kind"] == "new-deal"
    dealer = get(club, "player", f"tables/{club.table.pk}/").json()["next_dealer"]

    record(club.table, club.actors["scorer"], dealer=dealer, misdeal="misdeal", maker=None, bid=None,
           trump=None, points=None)  # fmt: skip

    now = get(club, "player", f"tables/{club.table.pk}/").json()
    assert now["next_dealer"] == dealer, "a misdeal passes the deal, the ruling leaves it where it was"
    decided(club, raised(club, 2, **faced)["id"])
    record(club.table, club.actors["scorer"], **{**A_BIDS_NINE, "dealer": dealer})
    assert scored(club, 2) == [0, 15], "dealt anew without an entry, it is not annulled by the order"


def test_facts_in_dispute_are_told_to_matter_or_not_and_a_director_finds_which_they_were(club):
    bid_nine(club)
    said = ADVERSARY_REVOKES["facts"]
    idle = raised(club, facts={**said, "played_after": {"disputed": ["yes", "no"]}})
    assert idle["disputed"]["matters"] is False, "the revoke is established either way"
    assert idle["state"] == "proposed"
    decided(club, idle["id"])
    assert scored(club) == [8, 0]
    taken_back(club, idle["id"])

    other = raised(club, facts={**said, "act": {"disputed": ["neither-followed-nor-trumped", "trumped"]}})

    assert (other["state"], other["waits_for"]) == ("disputed", "director")
    assert other["disputed"]["matters"] is True
    effects = [[one["kind"] for one in way["ruling"]["effects"]] for way in other["disputed"]["rulings"]]
    assert sorted(effects) == [["side-cannot-score", "may-play-on", "bid-waived"], ["stands", "no-penalty"]]
    refusal = post(club, "director", f"disputes/{other['id']}/decide/", {"confirm": True})
    assert (refusal.status_code, list(refusal.json())) == (400, ["facts.act"])
    ruled = decided(club, other["id"], confirm=True, facts={"act": "trumped"})
    assert scored(club) == [0, 15], "to trump is no revoke"
    assert {one["fact"]: one["provenance"] for one in ruled["facts"]}["act"] == "found"
    assert list(breaches()) == []


def test_the_record_answers_what_it_can_and_the_usual_stands_in_for_the_rest_openly(club):
    bid_nine(club)

    dispute = raised(club, facts={"established": "yes"}, seat=3, assume_usual=True)

    facts = {fact["fact"]: fact for fact in dispute["facts"]}
    assert (facts["offender"]["value"], facts["offender"]["provenance"]) == ("makers-partner", "record")
    assert "seat 1" in facts["offender"]["because"]
    assert (facts["act"]["provenance"], facts["established"]["provenance"]) == ("assumed", "said")
    assert dispute["state"] == "proposed"
    assert get(club, "link", f"tables/{club.table.pk}/deals/1/found/").json()["results"] == []
    assert get(club, "link", f"tables/{club.table.pk}/deals/2/found/").status_code == 404


def test_a_clubs_log_is_searched_by_law_player_table_event_and_state(club):
    bid_nine(club)
    dispute = raised(club)
    other = raised(club, seat=1, facts={**ADVERSARY_REVOKES["facts"], "offender": "maker"})
    decided(club, dispute["id"])
    seats = get(club, "player", f"tables/{club.table.pk}/").json()["seats"]
    y = seats[1]["player"]

    def found(query: str) -> list[int]:
        answer = get(club, "player", f"disputes/?club=harbour&{query}")
        assert answer.status_code == 200, answer.json()
        return [one["id"] for one in answer.json()["results"]]

    assert found("") == [other["id"], dispute["id"]], "the latest first"
    assert found("law=foster-1897/revoke/by-an-adversary") == [dispute["id"]]
    assert found(f"player={y['id']}") == [dispute["id"]]
    assert found("state=open") == [other["id"]]
    assert found("state=closed") == [dispute["id"]]
    assert found(f"table={club.table.pk}") == [other["id"], dispute["id"]]
    assert found("event=1") == []
    for wrong in ("state=maybe", "player=x", "table=0", "offence=revoke", "law=%00", "law=a%20b"):
        assert get(club, "player", f"disputes/?club=harbour&{wrong}").status_code == 400
    assert get(club, "player", "disputes/").status_code == 400
    listed = get(club, "link", f"tables/{club.table.pk}/disputes/").json()["results"]
    assert [one["id"] for one in listed] == [other["id"], dispute["id"]]
    told = get(club, "player", "disputes/penalties/?club=harbour").json()["results"]
    assert [(one["player"], one["penalties"], one["warnings"]) for one in told] == [(y, 1, 0)]


def test_a_dispute_is_ruled_by_the_clubs_own_law_set_where_its_table_plays_under_it(club):
    house_laws(club)
    table = make_table(club.club, club.actors["owner"], law_set="harbour-laws", players=["E", "F", "G", "H"])
    lead = {"incident": "lead-out-of-turn", "seat": 1, "facts": {"turn_of": "adversary", "followed": "some"}}

    where = f"tables/{table.pk}/deals/1/disputes/"
    assert post(club, "scorer", where, {**lead, "law_set": "chicago-1890"}).status_code == 400
    raised_there = post(club, "scorer", where, lead).json()
    ruled = decided(club, raised_there["id"])

    assert Dispute.objects.get().law_set.slug == ruled["law_set"] == "harbour-laws"
    assert [one["kind"] for one in ruled["effects"]] == ["stands"]
    assert ruled["effects"][0]["law"] == "harbour-laws/lead-out-of-turn/second-card"
    assert list(breaches()) == []
    told = post(club, "scorer", f"tables/{club.table.pk}/deals/1/disputes/", lead).json()
    assert "stands" not in {one["kind"] for one in told["ruling"]["effects"]}, "Foster has them taken back"


def facts_with_many_answers():
    """Yield each incident under Foster with each of its facts that has three answers or more."""
    for name, table in law_book("foster-1897").tables.items():
        if table.incident.game in ("cinch", "general"):
            yield from ((name, fact) for fact in table.incident.facts if len(fact.slugs) >= 3)


def test_a_fact_with_three_answers_or_more_is_raised_as_disputed_between_all_of_them(club):
    # One tap on "We do not agree on this" sends every answer that there is.
    met = set()
    for incident, fact in facts_with_many_answers():
        body = {
            "incident": incident,
            "facts": {fact.key: {"disputed": list(fact.slugs)}},
            "assume_usual": True,
        }

        answer = post(club, "link", f"tables/{club.table.pk}/deals/1/disputes/", body)

        assert answer.status_code == 201, (incident, fact.key, answer.json())
        told = answer.json()["disputed"]
        ways = [way["facts"][fact.key] for way in told["rulings"]]
        assert told["facts"] == [fact.key]
        assert set(ways) <= set(fact.slugs)
        assert len(ways) == len(set(ways)) >= 2, (incident, fact.key)
        if len(fact.slugs) not in met:
            assert club.link_client().get(f"/disputes/{answer.json()['id']}/").status_code == 200
        met.add(len(fact.slugs))
    assert {3, 4} <= met
