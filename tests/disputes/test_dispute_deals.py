"""Disputes and deals: two on one deal, the deal in play, irregularities, disputed facts, the log."""

from typing import Any

import pytest

from laws.library import law_book
from scoring.disputes.models import Dispute
from scoring.office.verification import breaches
from tests.disputes.disputing import (
    A_BIDS_NINE,
    ADVERSARY_REVOKES,
    REVOKED,
    bid_nine,
    decided,
    entered,
    get,
    post,
    raised,
    scored,
    standing,
    taken_back,
)
from tests.events.evenings import signed_in
from tests.factories import house_laws, make_table, record
from tests.game.test_found_irregularities import LEFT_KEPT
from tests.running.day import some_of
from tests.tables.test_family import open_table

pytestmark = pytest.mark.django_db

FACED = {"incident": "faced-card", "facts": {"came_to_light": "dealing"}, "seat": None}
MAKER_REVOKES = {"seat": 1, "facts": {**ADVERSARY_REVOKES["facts"], "offender": "maker"}}


def test_rulings_on_one_deal_combine_and_an_absorbed_one_returns(club):
    # Foster 1897, Cinch Laws, The Revoke: a side that revokes scores nothing, however often; of both neither
    # does. Dealing: a faced card is dealt again by the same dealer, whatever else happened.
    bid_nine(club)
    first, again = raised(club), raised(club, seat=4)
    both, faced = raised(club, **MAKER_REVOKES), raised(club, **FACED)
    for dispute in (first, again):
        decided(club, dispute["id"])
    assert scored(club) == [8, 0], "two revokes of one side cost no more than one"

    join = decided(club, both["id"])["joins"][str(first["id"])]
    assert (join["relation"], join["ruling"]["incident"]) == ("own-incident", "revokes-by-both-sides")
    assert scored(club) == [0, 0]
    for dispute in (again, first):
        taken_back(club, dispute["id"])
    assert scored(club) == [0, 15], "the maker's own revoke is left: his side scores nothing"

    annulled = decided(club, faced["id"])
    assert next(iter(annulled["joins"].values()))["relation"] == "absorbed"
    assert (scored(club), standing(club)) == ([0, 0], [0, 0])
    assert get(club, "player", f"tables/{club.table.pk}/").json()["next_dealer"] == 4
    refusal = post(club, "scorer", f"tables/{club.table.pk}/deals/1/disputes/", {"incident": "revoke"})
    assert (refusal.status_code, refusal.json()["code"]) == (409, "deal-annulled")
    taken_back(club, faced["id"])
    assert scored(club) == [0, 15]
    assert list(breaches()) == []


COUNTED = {"incident": "cards-counted", "facts": {"noticed": "before-bid"}, "seat": 4}
LED = {
    "incident": "lead-out-of-turn",
    "seat": 2,
    "facts": {"turn_of": "adversary", "followed": "some", "players": "four", "card": "plain"},
}


def test_no_page_offers_to_report_on_a_void_deal(club):
    scorer, at = club.actors["scorer"], f"/tables/{club.table.pk}/"
    record(club.table, scorer)
    record(club.table, scorer, dealer=1, misdeal="misdeal", maker=None, bid=None, trump=None, points=None)
    browser = signed_in(club, "scorer")
    for page in ("", "disputes/", "sheet/", "deals/2/", "deals/3/dispute/"):
        shown = browser.get(f"{at}{page}")
        assert shown.status_code == 200
        assert f"{at}deals/2/dispute/" not in shown.content.decode(), page
    asked = browser.get(f"{at}deals/2/dispute/", follow=True)
    assert asked.redirect_chain == [(at, 302)]
    assert "Deal 2 is void" in asked.content.decode()


@pytest.mark.parametrize("is_turned", [False, True], ids=["as raised", "decided the other way round"])
@pytest.mark.parametrize(("first", "dealer"), [(0, 4), (1, 1)], ids=["faced card", "misdeal"])
def test_of_two_new_deals_the_one_that_came_first_says_who_deals_whichever_is_decided_first(
    club, first, dealer, is_turned
):
    # Foster 1897, Cinch Laws, Dealing; Misdealing: a faced card leaves seat 4 the deal, a misdeal loses it.
    disputes = [raised(club, **FACED)["id"], raised(club, **COUNTED)["id"]]
    early, late = reversed(disputes) if is_turned else disputes
    decided(club, early)
    (asked,) = get(club, "player", f"disputes/{late}/").json()["beside"]
    assert (asked["dispute"], asked["fact"], set(asked["values"])) == (
        early,
        "came_first",
        {*map(str, disputes)},
    )
    assert "The dealer counted the cards while dealing (seat 4)" in [
        each["label"] for each in asked["answers"]
    ]
    where = f"disputes/{late}/decide/"
    refusal = post(club, "director", where, {"confirm": True})
    assert (refusal.status_code, list(refusal.json())) == (400, [f"beside.{early}.came_first"])
    page = club.client("director").get(f"/disputes/{late}/")
    assert "Which of the two came first?" in page.content.decode()
    for beside in ({str(early): {"came_first": "0"}}, {"0": {}}, {str(early): {"first": "1"}}):
        assert post(club, "director", where, {"confirm": True, "beside": beside}).status_code == 400

    told = {f"beside.{early}.came_first": disputes[first]}
    club.client("scorer").post(f"/disputes/{late}/answer/", told, format="multipart")
    join = decided(club, late)["joins"][str(early)]

    assert (join["relation"], join["leads"]) == ("absorbed", disputes[first])
    record(club.table, club.actors["scorer"], dealer=4, misdeal="misdeal", maker=None, bid=None, trump=None,
           points=None)  # fmt: skip
    assert get(club, "player", f"tables/{club.table.pk}/").json()["next_dealer"] == dealer
    assert list(breaches()) == []


def test_a_revoke_on_a_lead_taken_back_follows_from_the_tricks_or_is_asked(club):
    # Foster 1897, Cinch Laws, Leading Out of Turn: unless all have followed, the cards played to it go back.
    bid_nine(club)
    led = raised(club, **LED, trick=3)["id"]
    decided(club, led)
    other, on_it = raised(club, trick=2), raised(club, trick=3)
    assert (other["beside"], on_it["beside"]) == ([], [])
    assert decided(club, on_it["id"])["joins"][str(led)]["relation"] == "absorbed"
    assert scored(club) == [0, 15], "the revoke has no consequence"
    assert decided(club, other["id"])["joins"][str(led)]["relation"] == "sequenced"
    assert scored(club) == [8, 0]
    again = decided(club, raised(club, seat=4, trick=2)["id"])["joins"][str(other["id"])]["consequences"]
    revokes = [(each["dispute"], each["incident"], each["seat"]) for each in again if "side" in each]
    assert {(incident, seat) for _dispute, incident, seat in revokes} == {("revoke", 2), ("revoke", 4)}
    somewhere = raised(club)["id"]
    beside = {str(led): {"one_act": "yes"}}
    joins = decided(club, somewhere, confirm=True, beside=beside)["joins"]
    assert (joins[str(led)]["relation"], joins[str(led)]["told"]) == ("absorbed", beside[str(led)])


def test_an_order_of_a_director_also_asks_which_came_first(club):
    decided(club, raised(club, **FACED)["id"])
    first, other = raised(club, **COUNTED)["id"], raised(club)["id"]
    order = {"step": "overrule", "order": ["new-deal"], "new-deal.dealer": "next", "reason": "agreed"}
    page = club.client("director").post(f"/disputes/{other}/decide/", order, format="multipart")
    assert page.status_code == 400
    ((beside, asked),) = page.context["ordered_beside"]
    name = f"beside.{beside}.{asked.key}"
    assert f'name="{name}"' in page.content.decode()
    ordered = club.client("director").post(
        f"/disputes/{other}/decide/", {**order, name: other}, format="multipart"
    )
    assert ordered.status_code == 302
    changed = {"change": True, "reason": "so it was", "effects": [{"kind": "new-deal", "dealer": "same"}]}
    decided(club, first, confirm=True, beside={
        str(beside): {"came_first": str(first)}, str(other): {"came_first": str(first)}})  # fmt: skip
    post(club, "player", f"disputes/{first}/appeal/", {"reason": "it was not so"})
    settled = post(club, "owner", f"disputes/{first}/settle/", changed)
    assert settled.status_code == 200, "what was told of the two is kept"
    assert list(breaches()) == []


def test_a_ruling_on_the_deal_in_play_is_carried_out_and_scored_when_the_deal_is_recorded(club):
    dispute = raised(club)
    where = f"disputes/{dispute['id']}/"
    assert dispute["is_in_play"] is True
    ahead = post(club, "director", f"{where}preview/", {"confirm": True}).json()
    assert (ahead["score"], ahead["changes"]) == (None, None)
    ruled = decided(club, dispute["id"])
    assert ruled["score"] is None
    (shown,) = ruled["to_carry_out"]
    assert shown["kind"] == "may-play-on"

    spent = post(club, "link", f"{where}spend/", {"effect": shown["effect"]}).json()
    assert spent["to_carry_out"] == []
    assert shown["kind"] in {effect["kind"] for effect in spent["effects"]}, (
        "what was ordered stays on record"
    )
    twice = post(club, "link", f"{where}spend/", {"effect": shown["effect"]})
    assert (twice.status_code, list(twice.json())) == (400, ["effect"])

    bid_nine(club)

    assert scored(club) == [8, 0], "the revoke of the printed example, ruled before the deal was over"
    assert get(club, "player", where).json()["is_in_play"] is False
    assert list(breaches()) == []


def test_a_new_deal_ordered_in_play_is_entered_by_the_table_or_dealt_without_an_entry(club):
    # The table may enter the deal that was lost.
    decided(club, raised(club, **FACED)["id"])
    dealer = get(club, "player", f"tables/{club.table.pk}/").json()["next_dealer"]

    record(club.table, club.actors["scorer"], dealer=dealer, misdeal="misdeal", maker=None, bid=None,
           trump=None, points=None)  # fmt: skip

    now = get(club, "player", f"tables/{club.table.pk}/").json()
    assert now["next_dealer"] == dealer, "a misdeal passes the deal, the ruling leaves it where it was"
    decided(club, raised(club, 2, **FACED)["id"])
    record(club.table, club.actors["scorer"], **{**A_BIDS_NINE, "dealer": dealer})
    assert scored(club, 2) == [0, 15], "dealt anew without an entry, it is not annulled by the order"


def test_disputed_facts_matter_or_not_and_a_director_decides_them(club):
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
    effects = [
        [effect["kind"] for effect in way["ruling"]["effects"]] for way in other["disputed"]["rulings"]
    ]
    assert sorted(effects) == [["side-cannot-score", "may-play-on", "bid-waived"], ["stands", "no-penalty"]]
    refusal = post(club, "director", f"disputes/{other['id']}/decide/", {"confirm": True})
    assert (refusal.status_code, list(refusal.json())) == (400, ["facts.act"])
    ruled = decided(club, other["id"], confirm=True, facts={"act": "trumped"})
    assert scored(club) == [0, 15], "to trump is no revoke"
    assert {fact["fact"]: fact["provenance"] for fact in ruled["facts"]}["act"] == "found"
    assert list(breaches()) == []


def test_the_record_answers_facts_and_usual_answers_are_marked_as_assumed(club):
    bid_nine(club)

    dispute = raised(club, facts={"trick": "turned"}, seat=3, assume_usual=True)

    facts = {fact["fact"]: fact for fact in dispute["facts"]}
    assert (facts["offender"]["value"], facts["offender"]["provenance"]) == ("makers-partner", "record")
    assert "seat 1" in facts["offender"]["because"]
    assert (facts["act"]["provenance"], facts["trick"]["provenance"]) == ("assumed", "said")
    assert dispute["state"] == "proposed"
    assert get(club, "link", f"tables/{club.table.pk}/deals/1/found/").json()["results"] == []
    assert get(club, "link", f"tables/{club.table.pk}/deals/2/found/").status_code == 404


def test_a_claim_that_the_record_cannot_contradict_is_kept_when_more_facts_are_given(club):
    # Foster 1897, Cinch Laws, The Revoke: the cards do not show that a trump was forbidden.
    assert entered(club, club.table.pk, LEFT_KEPT).status_code == 201
    dispute = raised(club, facts={"act": "barred-trump"})["id"]

    answered = post(club, "scorer", f"disputes/{dispute}/answer/", {"facts": {"claimed": "yes"}}).json()

    facts = {fact["fact"]: (fact["value"], fact["provenance"]) for fact in answered["facts"]}
    assert (facts["act"], facts["trick"]) == (("barred-trump", "said"), ("turned", "record"))


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
        return [found["id"] for found in answer.json()["results"]]

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
    assert [found["id"] for found in listed] == [other["id"], dispute["id"]]
    told = get(club, "player", "disputes/penalties/?club=harbour").json()["results"]
    assert [(row["player"], row["penalties"], row["warnings"]) for row in told] == [(y, 1, 0)]


def test_a_dispute_is_ruled_by_the_clubs_own_law_set_where_its_table_plays_under_it(club):
    house_laws(club)
    facts = {"turn_of": "adversary", "followed": "some", "card": "plain"}
    lead = {"incident": "lead-out-of-turn", "seat": 1, "facts": facts}
    foster = raised(club, **lead)["ruling"]["effects"]
    assert "stands" not in {effect["kind"] for effect in foster}, "Foster has the cards taken back"
    players = ["E", "F", "G", "H"]
    club.table = make_table(club.club, club.actors["owner"], law_set="harbour-laws", players=players)

    ruled = decided(club, raised(club, **lead)["id"])

    assert Dispute.objects.get(pk=ruled["id"]).law_set.slug == ruled["law_set"] == "harbour-laws"
    laws = [(effect["kind"], effect["law"]) for effect in ruled["effects"]]
    assert laws == [("stands", "harbour-laws/lead-out-of-turn/second-card")]
    assert list(breaches()) == []


def test_a_fact_with_three_answers_or_more_is_raised_as_disputed_between_all_of_them(club):
    # One tap on "We disagree about this" sends every possible answer.
    incidents = [table.incident for table in law_book("foster-1897").tables.values()]
    facts = [
        (incident.id, fact)
        for incident in incidents
        for fact in incident.facts
        if incident.game in ("cinch", "general") and len(fact.slugs) >= 3
    ]
    assert {3, 4} <= {len(fact.slugs) for _incident, fact in facts}
    for incident, fact in some_of(facts, 4):
        differing = {fact.key: {"disputed": list(fact.slugs)}}
        asked = {"incident": incident, "facts": differing, "assume_usual": True}

        answer = post(club, "link", f"tables/{club.table.pk}/deals/1/disputes/", asked)

        assert answer.status_code == 201, (incident, fact.key, answer.json())
        disputed = answer.json()["disputed"]
        ways = [way["facts"][fact.key] for way in disputed["rulings"]]
        assert disputed["facts"] == [fact.key]
        assert set(ways) <= set(fact.slugs)
        assert len(ways) == len(set(ways)) >= 2, (incident, fact.key)


def test_a_table_whose_game_is_over_reports_on_its_last_deal(club):
    # Two failed bids of eight give side 1 seventeen each; the third ends the game at 51.
    for _ in range(3):
        record(club.table, club.actors["scorer"], dealer=None)
    at = f"tables/{club.table.pk}"
    refusal = post(club, "link", f"{at}/deals/4/disputes/", ADVERSARY_REVOKES)
    assert refusal.status_code == 409
    assert (refusal.json()["code"], refusal.json()["last"]) == ("no-deal-in-play", 3)
    phone = club.link_client()
    for page in (f"/{at}/", f"/{at}/disputes/"):
        assert f"/{at}/deals/3/dispute/" in phone.get(page).content.decode()
    assert phone.get(f"/{at}/deals/4/dispute/")["Location"] == f"/{at}/deals/3/dispute/"
    assert raised(club, 3, facts=REVOKED)["is_in_play"] is False


FOUL_HAND = {
    "incident": "wrong-number-of-cards",
    "seat": 1,
    "facts": {
        "came_about": "dealt", "stage": "in-play", "cards": "more", "whose": "others",
        "played_to_first": "yes", "offender": "maker",
    },
}  # fmt: skip
REVOKE = {key: ADVERSARY_REVOKES[key] for key in ("incident", "facts")}
BID_AFTER_REVOKE = {"incident": "bid-after-revoke", "facts": {"bid_reached": "no", "offender": "maker"}}


def told(effects: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return the effects in order, without the keys that identify their offence."""
    return [tuple(str(each[key]) for key in ("kind", "side", "who") if key in each) for each in effects]


@pytest.mark.parametrize("is_turned", [False, True], ids=["as raised", "decided the other way round"])
def test_two_disputes_combine_as_the_law_book_says(club, is_turned):
    # Foster 1897, Cinch, Irregularities in Playing: neither side can score any points that hand.
    bid_nine(club)
    disputes = [raised(club, **FOUL_HAND)["id"], raised(club)["id"]]
    early, late = reversed(disputes) if is_turned else disputes
    decided(club, early)
    join = decided(club, late)["joins"][str(early)]

    two = [{key: FOUL_HAND[key] for key in ("incident", "facts")}, REVOKE]
    first, second = reversed(two) if is_turned else two
    asked = {"law_set": "foster-1897", "first": first, "second": second}
    book = post(club, "player", "rulings/together/", asked).json()

    assert (join["relation"], join["says"]) == (book["relation"], book["says"])
    assert sorted(told(join["consequences"])) == sorted(told(book["consequences"]))
    assert ("bid-waived",) not in told(join["consequences"])
    assert scored(club) == [0, 0]
    assert list(breaches()) == []


def test_what_a_revoke_costs_and_what_it_does_to_the_bid_is_scored_once(club):
    # Chicago 1890, law 31: a maker who revokes is set back the bid of nine; the others score their six.
    club.table = make_table(club.club, club.actors["owner"], law_set="chicago-1890")
    bid_nine(club)
    decided(club, raised(club, seat=1, facts={**ADVERSARY_REVOKES["facts"], "offender": "maker"})["id"])
    assert scored(club) == [-9, 6]
    decided(club, raised(club, seat=1, **BID_AFTER_REVOKE)["id"])
    assert scored(club) == [-9, 6]
    assert list(breaches()) == []


def test_where_no_law_decides_between_two_disputes_the_director_orders(club):
    # Foster 1897, Auction Pitch: an eldest hand who pitched unasked and failed is set back four.
    # Irregularities in Play: where another revoked, a pitcher cannot be set back.
    table = open_table(club, "auction-pitch", 5, "foster-1897").json()["id"]
    deal = {"trump": "H", "maker": 2, "bid": 4, "won": {"high": 2, "low": 3, "jack": 4, "game": 1}}
    recorded = entered(club, table, {"deal": deal, "number": 1})
    assert recorded.status_code == 201, recorded.json()
    where = f"tables/{table}/deals/1/disputes/"
    unasked = {"incident": "auction-pitch-pitched-unasked", "seat": 2, "facts": {"made": "no"}}
    facts = {"act": REVOKED["act"], "trick": "turned", "revoker": "other", "bid": "some"}
    revoke = {"incident": "auction-pitch-revoke", "seat": 4, "facts": facts}
    early, late = (post(club, "director", where, asked).json()["id"] for asked in (unasked, revoke))
    decided(club, early)
    refused = post(club, "director", f"disputes/{late}/decide/", {"confirm": True})
    assert (refused.status_code, list(refused.json())) == (400, [f"beside.{early}"])
    reason = refused.json()[f"beside.{early}"][0]
    assert "The director decides." in reason
    assert "cannot be set back" in reason

    ordered = decided(
        *(club, late),
        overrule=True, reason="the pitcher is safe",
        effects=[{"kind": "not-set-back", "who": "pitcher"}, {"kind": "set-back", "who": "offender"}],
    )  # fmt: skip
    consequences = ordered["joins"][str(early)]["consequences"]
    assert [each["kind"] for each in consequences] == ["not-set-back", "set-back"]
    assert list(breaches()) == []
