"""The page of the journal: its search, the change that each line shows, and the links of the lines."""

import re
from datetime import UTC, datetime
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.clubs.services import clubs
from scoring.events.planning.services import event_changes
from scoring.events.results.services import decisions
from scoring.tables.models import HeldEntry
from scoring.tables.services import corrections, cuts, held
from scoring.tables.table_policy import policy_of
from scoring.templatetags import times
from tests.disputes.disputing import bid_nine, decided, raised
from tests.events.evenings import begun, signed_in
from tests.factories import make_table, record

pytestmark = pytest.mark.django_db

ADDRESS = "/clubs/harbour/journal/"


def lines(club, **search):
    """Return the lines of the journal's page: the text, the change, and the link."""
    page = signed_in(club).get(ADDRESS, search).content.decode()
    found = page.partition('<ol class="lines">')[2].partition("</ol>")[0]
    told = []
    for line in found.split("<li>")[1:]:
        link, *others = re.findall(r'<p class="flush">(.*?)</p>', line, re.DOTALL)
        words = re.search(r"<b><bdi>(?:<a href=\"(.*?)\">)?(.*?)<", link)
        told.append((words[2], unescape(others[0]) if others else "", unescape(words[1] or "")))
    return told


def line(club, words, **search):
    """Return the change and the link of the line with this text."""
    (found,) = [told[1:] for told in lines(club, **search) if told[0] == words]
    return found


def test_the_journal_s_page_is_searched_by_table_person_and_verb_and_links_to_what_each_line_is_about(club):
    record(club.table, club.actors["scorer"])
    address, client = ADDRESS, club.client("director")

    def found(**search):
        page = client.get(address, search).content.decode()
        return page.partition('<ol class="lines">')[2].partition("</ol>")[0]

    link = f'<a href="/tables/{club.table.pk}/deals/1/">Deal 1 was recorded</a>'
    assert link in found()
    scorer = club.actors["scorer"].member_id
    assert link in found(table=club.table.pk, person=scorer, verb="deal.recorded")
    assert "A table was opened" not in found(person=scorer)
    assert "Deal 1" not in found(verb="table.opened")
    assert client.get(address, {"verb": "nothing"}).status_code == 400


def correct(club, number, ask_director=False, **changes):
    director = club.actors["director"]
    corrections.correct(
        policy=policy_of(club.table), actor=director, number=number, changes=changes,
        reason="It was misread.",
        ask_director=ask_director,
    )  # fmt: skip


def test_the_line_of_a_correction_shows_the_values_before_and_after(club):
    table = club.table.pk
    record(club.table, club.actors["scorer"])  # Y bids eight in hearts, and A and B take nine of fourteen
    correct(club, 1, points=[8, 6])
    assert line(club, "Deal 1 was corrected") == (
        "Points 9\N{EN DASH}5, now 8\N{EN DASH}6",
        f"/tables/{table}/deals/1/",
    )

    won = {"high": 1, "low": 2, "jack": 2, "game": 1, "right-pedro": 1, "left-pedro": 2}
    record(club.table, club.actors["scorer"], dealer=None, points=None, won=won)
    correct(club, 2, won=won | {"low": 1, "high": 2})
    assert line(club, "Deal 2 was corrected")[0] == "High A & B, now Y & Z; Low Y & Z, now A & B"
    correct(club, 2, maker=1, bid=7, trump="S")
    assert lines(club)[0][1] == "Bid 8, now 7; Maker Y, now A; 1 other change"


def test_a_held_correction_leads_to_where_it_waits_and_once_decided_to_its_deal(club):
    record(club.table, club.actors["scorer"])
    correct(club, 1, ask_director=True, points=[8, 6])
    entry = HeldEntry.objects.get()
    change = "Points 9\N{EN DASH}5, now 8\N{EN DASH}6"
    proposed = "Points 9\N{EN DASH}5, proposed 8\N{EN DASH}6"

    assert line(club, "Deal 1 is held for the director") == (
        proposed,
        f"/clubs/harbour/director/#held-{entry.pk}",
    )
    assert f'id="held-{entry.pk}"' in signed_in(club).get("/clubs/harbour/director/").content.decode()

    held.release(policy=policy_of(club.table), actor=club.actors["director"], held_id=entry.pk)
    deal = f"/tables/{club.table.pk}/deals/1/"
    assert line(club, "Deal 1 is held for the director") == (proposed, deal)
    assert line(club, "A held entry was recorded") == (change, deal)


def test_the_line_of_a_ruling_shows_the_score_before_and_after(club):
    # Foster 1897: A bids nine and A-B make eight, so the others score six and nine. A revoke against them
    # leaves eight to nothing.
    bid_nine(club)
    dispute = raised(club)["id"]
    decided(club, dispute)

    assert line(club, "Deal 1: a ruling was confirmed") == (
        "Scored 0\N{EN DASH}15, now 8\N{EN DASH}0",
        f"/disputes/{dispute}/",
    )
    assert line(club, "Deal 1: a dispute was raised") == ("", f"/disputes/{dispute}/")


def test_rounds_tables_of_a_round_and_cuts_lead_to_their_own_pages(club):
    evening = begun(club, of_rounds=2)
    event = f"/events/{evening.pk}/"
    evening.decide(2, "winners", [1])
    evening.play(without=[2])
    assert line(club, "Round 1 was seated at the start") == ("", f"{event}rounds/1/")
    named = "Round 1, table 2: the winners were named, won by P5 &amp; P7"
    assert line(club, named) == ("", f"{event}rounds/1/tables/2/")
    assert f'<a href="{event}"><bdi>Autumn evening</bdi></a>' in signed_in(club).get(ADDRESS).content.decode()
    evening.move()
    assert line(club, "Round 2 was seated by the director")[1] == f"{event}rounds/2/"
    evening.take_back(of_round=1, reason="Too soon.")
    assert line(club, "Round 2 was seated by the director")[1] == event, "there is no round 2 any more"

    cards = {"A": "5S", "Y": "KH", "B": "2C", "Z": "3C"}
    cut = cuts.make(policy=policy_of(club.table), actor=club.actors["scorer"], purpose="deal", cards=cards)
    assert line(club, "A cut was recorded") == ("", f"/tables/{club.table.pk}/cuts/#cut-{cut.pk}")

    for told in lines(club):
        if told[2]:
            assert signed_in(club).get(told[2].partition("#")[0]).status_code == 200, told


def test_a_role_is_shown_by_its_name(club):
    member = clubs.add_member(club=club.club, actor=club.actors["owner"], name="Ann", role="player")
    clubs.change_role(member=member, actor=club.actors["owner"], role="scorer")
    assert line(club, "The role of Ann was changed") == (
        "Player, now Scorer",
        f"/clubs/harbour/members/{member.pk}/",
    )


def test_a_page_of_many_lines_asks_the_database_no_more_often_than_one_of_few(club):
    browser, evening = signed_in(club), begun(club)

    def statements():
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(ADDRESS).status_code == 200
        return len(asked)

    def played(number):
        bid_nine(club)
        correct(club, number, points=[7, 7])
        correct(club, number, ask_director=True, points=[9, 5])
        decided(club, raised(club, number)["id"])

    played(1)
    evening.decide(1, "winners", [1])
    few = statements()
    for number in range(2, 6):
        played(number)
        record(make_table(club.club, club.actors["owner"]), club.actors["scorer"])
    evening.decide(2, "winners", [1])
    assert statements() <= few


def test_the_line_of_a_dismissed_entry_says_what_remains_and_why(club):
    record(club.table, club.actors["scorer"])
    correct(club, 1, ask_director=True, points=[8, 6])
    held_id, director = HeldEntry.objects.get().pk, club.actors["director"]
    held.set_aside(table=club.table, actor=director, held_id=held_id, reason="The slip says nine.")
    assert line(club, "A held entry was set aside")[0] == "Points 9\N{EN DASH}5 stays, not 8\N{EN DASH}6"
    assert "The slip says nine." in said(club)


def said(club):
    """Return the reasons on the journal's page."""
    page = signed_in(club).get(ADDRESS).content.decode()
    return [unescape(reason) for reason in re.findall(r"<q><bdi>(.*?)</bdi></q>", page)]


def test_every_line_shows_the_given_reason(club):
    bid_nine(club)
    correct(club, 1, points=[9, 5])
    dispute = raised(club)["id"]
    decided(club, dispute, overrule=True, effects=[{"kind": "no-penalty"}], reason="Both sides agree.")
    evening = begun(club)
    evening.play(deals_each=2)
    evening.ring()
    evening.decide(2, "winners", [1])
    doubt = decisions.doubt(**evening.action, round_number=1, table_number=1, note="Ten was bid.")
    decisions.settle(**evening.action, doubt_id=doubt.pk, reason="Nine was bid.")
    event_changes.hold(**evening.action, is_on=True, reason="We wait for the tea.")
    reasons = said(club)
    for reason in ("Both sides agree.", "Both sides say so.", "Ten was bid.", "Nine was bid."):
        assert reasons.count(reason) == 1, reason
    assert reasons[0] == "We wait for the tea."
    log = signed_in(club).get(f"/events/{evening.pk}/log/").content.decode()
    assert "<q><bdi>We wait for the tea.</bdi></q>" in log


def test_a_time_in_the_repeated_hour_says_its_zone():
    # On 25 October 2026 clocks in Berlin went from 02:59 back to 02:00.
    first, second = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    with timezone.override(ZoneInfo.no_cache("Europe/Berlin")):
        assert times.date(timezone.localtime(first), "H:i") == "02:30 CEST"
        assert times.date(timezone.localtime(second), "H:i") == "02:30 CET"
        later = datetime(2026, 10, 25, 3, 30, tzinfo=UTC)
        assert times.date(timezone.localtime(later), "H:i") == "04:30"
