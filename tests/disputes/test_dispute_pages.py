"""Disputes on pages of events and clubs: which wait, which are ruled, whom a ruling names, who may read."""

import html
import re
from datetime import UTC, timedelta

import pytest

from scoring.clubs.models import Club
from scoring.disputes.models import DisputeStep
from scoring.disputes.services import answers, disputes, rulings
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import ADVERSARY_REVOKES, bid_nine, decided, entered, get, raised
from tests.events.evenings import FIRST_SIDE, begun
from tests.factories import make_table, record
from tests.tables.test_family import open_table

pytestmark = pytest.mark.django_db

REVOKE = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
ASKED = "a dispute is to be decided."


def said(client, address, status=200):
    """Return the text of a page without its tokens, which are random and can contain any text."""
    answer = client.get(address)
    assert answer.status_code == status, address
    return re.sub(r'value="\w{64}"', "", answer.content.decode())


def test_the_desk_and_the_log_show_what_is_disputed_until_it_is_decided(club):
    evening = begun(club)
    evening.give(1, FIRST_SIDE)
    table, director, player = evening.table(1), club.client("director"), club.client("player")
    made = disputes.raise_dispute(policy=policy_of(table), actor=club.actors["scorer"], number=1, **REVOKE)
    dispute, log = made.dispute, f"/clubs/{club.club.slug}/disputes/"

    assert ASKED in said(director, f"/events/{evening.pk}/")
    assert f"/disputes/{dispute}/" in said(director, f"/events/{evening.pk}/rounds/1/tables/1/")
    assert f"/disputes/{dispute}/" in said(director, f"/events/{evening.pk}/rulings/")
    assert "All disputes" in said(player, log)
    assert "Disputes found" in said(player, f"{log}?state=open")
    assert "Somebody did not follow suit" in said(player, f"{log}?event={evening.pk}&state=open")
    assert "No disputes." in said(player, f"{log}?state=closed")
    assert "Select a valid choice" in said(player, f"{log}?table=999999", 400)
    in_german = {"accept-language": "de"}
    for place in (log, f"/clubs/{club.club.slug}/director/", f"/events/{evening.pk}/rulings/",
                  f"/events/{evening.pk}/rounds/1/tables/1/"):  # fmt: skip
        page = director.get(place, headers=in_german).content.decode()
        assert page.count("Anmerkungen dazu stehen auf Englisch") == 1, place

    rulings.decide(table=table, actor=club.actors["director"], dispute_id=dispute, confirm=True)

    assert ASKED not in said(director, f"/events/{evening.pk}/")
    assert "Disputes to be decided" not in said(director, f"/events/{evening.pk}/rounds/1/tables/1/")


@pytest.mark.parametrize(
    ("role", "second", "tap", "names"),
    [
        ("scorer", "Y", "Choose", ["Y", "Z"]),
        ("player", "Y", "View", []),
        ("player", "the player", "Choose", ["the player"]),
    ],
)
def test_a_tables_page_offers_a_choice_to_those_alone_who_may_make_it(club, role, second, tap, names):
    # Fourth hand before the second, third not yet: the other side may claim the trick.
    too_soon = {"hand": "fourth", "before": "second", "third_played": "no"}
    club.table = make_table(club.club, club.actors["owner"], players=["A", second, "B", "Z"])
    record(club.table, club.actors["scorer"])
    asked = {"number": 1, "incident": "play-out-of-turn", "facts": too_soon, "points": [], "seat": 1}
    dispute = disputes.raise_dispute(
        policy=policy_of(club.table), actor=club.actors["scorer"], **asked
    ).dispute

    for address in (f"/tables/{club.table.pk}/", f"/tables/{club.table.pk}/disputes/"):
        page = said(club.client(role), address)
        taps = re.findall(r'<a class="button" href="/disputes/\d+/">(.*?)<', page)
        assert taps == [tap], address
    assert f"The adversaries ({second} and Z) may choose" in page
    page = said(club.client(role), f"/disputes/{dispute}/")
    form = page.partition("/choose/")[2].partition("</form>")[0]
    chosen_by = re.findall(r'name="seat" value="2"|<option value="[24]">(.*?)<', form)
    assert [name or second for name in chosen_by] == names

    page = said(club.client("director"), f"/disputes/{dispute}/")
    assert [page.count(text) for text in ('value="claim"', "/lapse/", f"({second} and Z) may choose<")] == [
        1
    ] * 3

    choice = {"holder": "adversaries", "option": "claim", "seat": 2}
    answers.choose(table=club.table, actor=club.actors["scorer"], dispute_id=dispute, choice=choice)
    page = said(club.client(role), f"/disputes/{dispute}/")
    assert "chose:" in page
    assert "Leave the trick to its winner" not in page


def test_a_new_deal_stays_on_the_tables_page_until_the_deal_is_recorded_and_an_appeal_says_why(club):
    # Foster 1897, Misdealing: a dealer disturbed by an adversary keeps the deal; a misdeal loses it.
    table, director = club.table, club.actors["director"]
    interrupted = {"interrupted_by": "adversary", "misdealt": "yes"}
    uneven = {"noticed": "before-bid", "hands_right": "all"}
    told = [("dealer-interrupted", 1, interrupted), ("uneven-round", 4, uneven)]
    first, second = (
        raised(club, role="director", incident=incident, seat=seat, facts=facts, assume_usual=True)["id"]
        for incident, seat, facts in told
    )
    here, again = f"/tables/{table.pk}/", "The cards are dealt anew by the same dealer."
    assert again not in said(club.client("player"), here)
    rulings.decide(table=table, actor=director, dispute_id=first, confirm=True)
    assert again in said(club.client("player"), here)
    assert "Also on this deal: <a" in said(club.client("player"), f"/disputes/{second}/")
    beside = {str(first): {"came_first": str(first)}}
    answers.answer(table=table, actor=director, dispute_id=second, facts=None, beside=beside)
    rulings.decide(table=table, actor=director, dispute_id=second, confirm=True)
    assert "It has no consequence of its own." in said(club.client("player"), f"/disputes/{second}/")
    page = said(club.client("player"), here)
    assert again in page
    assert "dealt anew by the next player" not in page

    rulings.appeal(table=table, actor=club.actors["player"], dispute_id=first, reason="nobody spoke")
    assert "nobody spoke" in said(club.client("owner"), f"/disputes/{first}/").partition("<ol")[0]
    record(table, club.actors["scorer"])
    assert again not in said(club.client("player"), here)


@pytest.mark.parametrize(
    ("game", "frequent"),
    [
        (
            "cinch",
            [
                "Revoke, a suit not followed",
                "Lead out of turn",
                "Play out of turn",
                "Exposed card",
                "Wrong number of cards",
                "Misdeal, a card was shown",
                "Misdeal, not the same number to everybody",
                "Bid out of turn",
            ],
        ),
        (
            "auction-pitch",
            ["Revoke, a suit not followed", "Lead or play out of turn", "Misdeal", "Bid out of turn"],
        ),
    ],
)
def test_frequent_incidents_are_offered_first_and_the_rest_by_topic(club, game, frequent):
    players = list("AYBZC") if game == "auction-pitch" else list("AYBZ")
    table = make_table(club.club, club.actors["owner"], game=game, players=players)
    page = said(club.client("scorer"), f"/tables/{table.pk}/deals/1/dispute/")
    often, rest = page.partition('id="frequent"')[2].split("</ul>", 1)
    assert re.findall(r'<a class="answer"[^>]*>(.*?)<', often) == frequent
    addresses = re.findall(r'href="(\?incident=[\w-]+)', often)
    assert len(addresses) == len(frequent)
    assert not [each for each in addresses if f'"{each}#' in rest], "nothing is offered twice"
    assert "<summary>Any card game</summary>" in rest


def test_frequent_incidents_are_offered_in_the_language_of_the_reader(club):
    reader = club.client("scorer")
    page = reader.get(
        f"/tables/{club.table.pk}/deals/1/dispute/", headers={"accept-language": "de"}
    ).content.decode()
    assert "Aufgedeckte Karte" in page
    assert "Wrong number of cards" not in page


def test_a_dispute_shows_times_in_the_zone_of_its_club(club):
    record(club.table, club.actors["scorer"])
    made = disputes.raise_dispute(
        policy=policy_of(club.table), actor=club.actors["scorer"], number=1, **REVOKE
    )
    address, at = f"/disputes/{made.dispute}/", DisputeStep.objects.get().at
    written = at.astimezone(UTC).strftime("%H:%M")
    assert f"{written} UTC" in said(club.client("player"), address)
    # Nine hours later in Tokyo, all year.
    Club.objects.update(time_zone="Asia/Tokyo")
    in_tokyo = (at.astimezone(UTC) + timedelta(hours=9)).strftime("%H:%M")
    assert in_tokyo in (shown := said(club.client("player"), address))
    assert written not in shown


def test_a_choice_is_shown_once_where_a_dispute_is_raised(club):
    record(club.table, club.actors["scorer"])
    asked = "incident=play-out-of-turn&hand=fourth&before=second&third_played=no&at-seat=1"
    page = said(club.client("scorer"), f"/tables/{club.table.pk}/deals/1/dispute/?{asked}")
    assert page.count("may choose") == 1
    labels = re.findall(r'name="option" value="[^"]+"><span>(.*?)<span class="help">', page)
    assert labels
    for label in labels:
        assert page.count(f">{label}<") == 1, label


EXPOSED = {"how": "faced", "trump_named": "no", "card": "trump", "telling": "yes"}
# Seat 1 made the trump and seat 2 was in error: partners sit opposite, so 1 and 3 are against 2 and 4.
OFFENDING, MAKING = "(Y and Z)", "(A and B)"


def named(effects):
    return [effect["named"] for effect in effects]


def seats_of(people):
    return {role: [player["seat"] for player in told] for role, told in people.items()}


def test_no_more_facts_can_be_disputed_than_a_ruling_considers(club):
    record(club.table, club.actors["scorer"])
    page_url = f"/tables/{club.table.pk}/deals/1/dispute/"
    query, offered = "?incident=revoke&at-seat=2", []
    for disputed in range(4):
        page = said(club.client("scorer"), page_url + query)
        links = re.findall(r'href="[^"?]*([?][^"#]*)', page)
        further = [link for link in links if link.count("in-dispute=") > disputed]
        offered.append(bool(further))
        query = html.unescape(further[0]) if further else query
    assert offered == [True, True, True, False]


def test_a_ruling_and_the_decision_name_the_players(club):
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


def test_an_unknown_player_is_shown_by_role(club):
    # Nobody has said who dealt out of turn, and during the play nobody knows the maker.
    dispute = raised(club, incident="card-exposed", facts=EXPOSED, seat=None)

    people = seats_of(dispute["people"])

    assert people["dealer"] == [1], "the first deal is with seat 1"
    assert not {"offender", "offenders", "adversaries", "maker", "makers-side"} & people.keys()
    assert named(dispute["ruling"]["effects"]) == [effect["says"] for effect in dispute["ruling"]["effects"]]


def test_no_disputed_offender_is_named_and_a_known_side_is(club):
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


@pytest.mark.parametrize(
    ("game", "deal", "incident", "question"),
    [
        ("cinch", {"maker": 2, "bid": 8, "trump": "H", "points": [9, 5]}, "revoke", "become of the trick"),
        (
            "cinch", {"maker": 2, "bid": 8, "trump": "H", "points": [9, 5]}, "exposed-card-call",
            "exposed card still lie there",
        ),
        ("seven-up", {"won": {"high": 1, "low": 2, "game": 2}}, "seven-up-revoke", "become of the trick"),
    ],
)  # fmt: skip
def test_only_of_a_deal_in_play_is_it_asked_what_lies_on_the_table(club, game, deal, incident, question):
    table = open_table(club, game, 4).json()["id"]
    entered(club, table, {"deal": deal, "number": 1})
    for number, is_asked in ((1, False), (2, True)):
        address, asked = f"/tables/{table}/deals/{number}/dispute/?incident={incident}&at-seat=2", []
        while address:
            page = said(club.client("director"), address)
            asked += re.findall(r'id="question-title">(.*?)<', page)
            keys = page.partition('id="question-title"')[2].partition("</ul>")[0]
            (address, *_others) = re.findall(r'href="([^"]*)"', keys) or [""]
            address = f"/tables/{table}/deals/{number}/dispute/" + address if address[:1] == "?" else address
            address = address.partition("#")[0].replace("&amp;", "&")
        assert any(question in text for text in asked) == is_asked, (number, asked)
