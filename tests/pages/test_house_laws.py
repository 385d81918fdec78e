"""The pages of house law sets: created, edited, reviewed, confirmed, published, downloaded."""

import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws import library, queries
from laws.domain.errors import InvalidInput
from scoring.events.planning.services import event_changes
from scoring.game.games import CINCH
from scoring.game.rules import rules_of
from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import read_fields
from scoring.house_laws.services import publish_draft, write_draft
from scoring.tables.forms.entry import EntryForm
from scoring.tables.models import Table
from tests.disputes.disputing import decided, raised
from tests.events.evenings import begun, signed_in
from tests.factories import house_laws, make_table, record
from tests.house_laws.making import SOME, written
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db

AT = "/clubs/harbour/laws/"
SLUG = "harbour-laws"


def test_a_law_set_is_derived_looked_over_and_published_by_a_second_person(club):
    owner, director = signed_in(club, "owner"), signed_in(club, "director")
    owner.post(AT, {"title": "Laws of the harbour", "slug": SLUG, "base": "foster-1897"})
    chosen = {
        "title": "Laws of the harbour",
        "variations": ["low-to-dealt"],
        "parameters_game_score": "31",
        "parameters_must_exceed": "false",
    }
    kept = owner.post(f"{AT}{SLUG}/draft/", chosen, follow=True)
    said = text_of(kept)
    assert "51 points → 31 points" in said
    low = said.split("What deals then score")[1].split("but an adversary held it.")[1]
    assert "In the book The maker's side scores 4, the others 0. Here The maker's side scores 2" in low
    assert "harbour-owner changed it last, so another director or owner must publish it." in said
    mark = HouseDraft.objects.get().mark
    assert director.get(f"{AT}{SLUG}/check/").status_code == 200
    told = director.post(f"{AT}{SLUG}/check/", {"action": "publish", "mark": mark}, follow=True)
    assert "Revision 1 was published." in text_of(told)
    law_set = queries.law_set_named(SLUG)
    assert (law_set["game_score"], law_set["low_to"], law_set["must_exceed"]) == (31, "holder", False)
    for address in (f"/laws/{SLUG}/", f"/laws/{SLUG}/card/", f"/laws/compare/?a=foster-1897&b={SLUG}@1"):
        assert owner.get(address).status_code == 200, address
    assert "Laws of the harbour" in text_of(owner.get("/clubs/harbour/tables/new/"))


def test_new_clubs_and_law_sets_begin_with_the_book_that_is_played(club):
    owner, chosen = signed_in(club, "owner"), '<option value="{}" selected>'
    assert chosen.format(library.common_law_set().slug) in owner.get("/clubs/new/").content.decode()
    for book in library.law_sets():
        club.club.law_set = book
        club.club.save()
        assert chosen.format(book) in owner.get(AT).content.decode()


def test_a_file_is_downloaded_and_a_wrong_one_is_refused_by_its_line(club):
    owner = signed_in(club, "owner")
    house_laws(club)
    text = owner.get(f"{AT}{SLUG}/file/?download=1").content.decode()
    wrong = owner.post(f"{AT}{SLUG}/file/", {"yaml": text.replace("followed: some", "folowed: some")})
    assert wrong.status_code == 400
    assert "did you mean followed?" in text_of(wrong)
    assert "line 18" in text_of(wrong)
    assert not HouseDraft.objects.exists()
    owner.post(f"{AT}{SLUG}/file/", {"yaml": text.replace("harbour", "shore")})
    assert "Laws of the shore" in HouseDraft.objects.get().written


def test_a_reading_is_chosen_once_for_every_rule_and_a_parameter_that_cannot_be_is_refused(club):
    owner = signed_in(club, "owner")
    house_laws(club, published=False, readings={})
    shown = owner.get(f"{AT}{SLUG}/draft/").content.decode()
    name = re.findall(r'<input type="radio" name="(reading_\d+)" value="trump-or-none-only"', shown)[0]
    owner.post(f"{AT}{SLUG}/draft/", {"title": "Laws", name: "trump-or-none-only"})
    draft = HouseDraft.objects.get().written
    for rule in ("partners-turn", "partners-turn-some-followed"):
        assert f"foster-1897/lead-out-of-turn/{rule}: trump-or-none-only" in draft
    wrong = owner.post(f"{AT}{SLUG}/draft/", {"title": "Laws", "parameters_game_score": "0"})
    assert wrong.status_code == 400
    assert "“0” is not accepted. Accepted: a whole number from 1 to 1000." in text_of(wrong)


def test_what_the_club_chose_stands_first_and_a_search_keeps_what_is_typed(club):
    owner = signed_in(club, "owner")
    house_laws(club, published=False, parameters={"game_score": "31"})
    written_before = HouseDraft.objects.get().written
    said = text_of(owner.get(f"{AT}{SLUG}/draft/"))
    assert "Chosen here Points in a game" in said
    assert said.index("Points in a game") < said.index("Cutting 7") < said.index("Equal cards in the cut")

    typed = {"title": "Laws", "parameters_game_score": "0", "find": "lowest bid", "action": "find"}
    found = owner.post(f"{AT}{SLUG}/draft/", typed)
    assert found.status_code == 200
    assert "Found Lowest bid" in text_of(found)
    assert 'name="parameters_game_score" value="0"' in found.content.decode()
    assert "is not accepted" not in text_of(found)
    assert HouseDraft.objects.get().written == written_before
    none = text_of(owner.post(f"{AT}{SLUG}/draft/", typed | {"find": "zebra"}))
    assert "No parameter speaks of that." in none


def test_a_past_ruling_that_would_have_gone_otherwise_leads_to_its_dispute(club):
    # Foster lets a card led in an opponent's turn be taken back after one followed; here the trick stands.
    record(club.table, club.actors["scorer"])
    made = raised(club, incident="lead-out-of-turn", facts=SOME, seat=1)
    decided(club, made["id"])
    house_laws(club, published=False)
    shown = signed_in(club, "director").get(f"{AT}{SLUG}/check/")
    assert f'href="/disputes/{made["id"]}/"' in shown.content.decode()
    past = text_of(shown).split("Past rulings that would have been different")[1]
    assert "Somebody led out of turn Deal 1 · Table 1 Laws of the harbour: " in past


def test_from_a_table_the_law_is_asked_under_the_revision_that_it_is_pinned_to(club):
    law_set = house_laws(club)
    table = make_table(club.club, club.actors["owner"], law_set=SLUG)
    later = read_fields(SLUG, written(title="Laws of the pier"))
    write_draft(law_set=law_set, actor=club.actors["director"], written=later)
    publish_draft(law_set=law_set, actor=club.actors["owner"], mark=HouseDraft.objects.get().mark)
    browser = signed_in(club, "scorer")

    for place in ("", "sheet/", "cuts/", "disputes/", "link/"):
        from_table = browser.get(f"/tables/{table.pk}/{place}").content.decode()
        assert f'href="/laws/ask/?law_set={SLUG}@1"' in from_table, place
    asked = browser.get(f"/laws/ask/?law_set={SLUG}@1")
    incident = browser.get(f"/laws/ask/?law_set={SLUG}@1&incident=lead-out-of-turn")

    chosen = re.findall(r'<a [^>]*aria-current="true">([^<]*)<', asked.content.decode())
    assert "Under Laws of the harbour" in text_of(asked)
    assert chosen == ["Laws of the harbour"]
    assert f'href="/laws/{SLUG}@1/lead-out-of-turn/"' in incident.content.decode()
    books = browser.get(f"/tables/{club.table.pk}/").content.decode()
    assert 'href="/laws/ask/?law_set=foster-1897"' in books


def test_the_pages_of_an_evening_lead_to_the_revision_that_it_is_pinned_to(club):
    law_set = house_laws(club)
    played = begun(
        club, 11, law_set=SLUG, parameters={"score_floor": -20}, movement={"odd": "table-of-three"}
    )
    event_changes.publish(**played.action, parts=["seats"])
    later = read_fields(SLUG, written(title="Laws of the pier"))
    write_draft(law_set=law_set, actor=club.actors["director"], written=later)
    publish_draft(law_set=law_set, actor=club.actors["owner"], mark=HouseDraft.objects.get().mark)
    browser, pinned = signed_in(club), f"/laws/{SLUG}@1/"

    three = next(table.number for table in played.current.tables if len(table.players) == 3)
    for at in ("", "plan/", "players/", f"rounds/1/tables/{three}/"):
        place = f"/events/{played.pk}/{at}"
        page = browser.get(place).content.decode()
        assert (f'href="{pinned}"' in page, f'href="/laws/{SLUG}/"' in page) == (True, False), place
    assert f'href="{pinned}"' in browser.get(f"/on/{played.pk}/").content.decode()
    table = browser.get(f"/tables/{played.current.tables[0].table_id}/").content.decode()
    assert f'href="{pinned}"' in table

    book = browser.get(pinned).content.decode()
    assert "<h1>Laws of the harbour</h1>" in book
    assert f'href="/laws/ask/?law_set={SLUG}@1"' in book
    topic = browser.get(f"{pinned}lead-out-of-turn/").content.decode()
    assert f'href="/laws/ask/?law_set={SLUG}%401&amp;incident=lead-out-of-turn' in topic
    overview = browser.get(f"/laws/compare/?a={SLUG}@1&b={SLUG}").content.decode()
    assert f'href="?a={SLUG}@1&amp;b={SLUG}&amp;topic=lead-out-of-turn"' in overview
    differing = browser.get(
        f"/laws/compare/?a={SLUG}@1&b=foster-1897&topic=lead-out-of-turn"
    ).content.decode()
    for page in (topic, differing):
        assert f"law_set={SLUG}%401&amp;incident=" in page
        assert f"law_set={SLUG}&amp;incident=" not in page
    assert browser.get(f"/laws/{SLUG}@9/").status_code == 404


def test_a_law_is_read_in_the_revision_under_which_it_was_cited(club):
    law_set = house_laws(club)
    played = begun(club, 8, law_set=SLUG)
    played.play()
    club.table = Table.objects.get(pk=played.current.tables[0].table_id)
    dispute = raised(club, incident="lead-out-of-turn", facts=SOME, seat=1)["id"]
    decided(club, dispute)
    another = written()
    another["lead-out-of-turn"]["laws"]["second-card"]["text"] = "The trick is turned down and played on."
    fields = read_fields(SLUG, another)
    write_draft(law_set=law_set, actor=club.actors["director"], written=fields)
    publish_draft(law_set=law_set, actor=club.actors["owner"], mark=HouseDraft.objects.get().mark)
    browser, law = signed_in(club, "director"), "lead-out-of-turn/second-card/"
    pinned, latest = f"/laws/{SLUG}@1/{law}", f"/laws/{SLUG}/{law}"
    at = f"/tables/{club.table.pk}"
    asked = urlencode({"incident": "lead-out-of-turn", **SOME})

    for place in (
        f"/disputes/{dispute}/",
        f"{at}/disputes/",
        f"{at}/sheet/",
        f"{at}/deals/1/",
        f"{at}/deals/1/dispute/?at-seat=1&{asked}",
        f"/clubs/{club.club.slug}/disputes/",
        f"/events/{played.pk}/rulings/",
        f"/laws/ask/?law_set={SLUG}@1&{asked}",
        f"/laws/{SLUG}@1/lead-out-of-turn/",
    ):
        page = browser.get(place).content.decode()
        assert f'href="{pinned}"' in page, place
        assert f'href="/laws/{SLUG}/' not in page, place
    read = {name: browser.get(name).content.decode() for name in (pinned, latest)}
    assert "Once a second card lies on a plain card" in read[pinned]
    assert "The trick is turned down and played on." in read[latest]
    assert f"{SLUG}@1/" not in read[latest]
    assert f'href="/laws/{SLUG}/' not in read[pinned]
    assert f"law_set={SLUG}&" not in read[pinned]
    for unknown in (
        f"/laws/{SLUG}@9/{law}",
        f"/laws/{SLUG}@1/lead-out-of-turn/third-card/",
        f"/laws/foster-1897@1/{law}",
    ):
        assert browser.get(unknown).status_code == 404, unknown


def test_a_comparison_leads_to_the_laws_of_both_revisions(club):
    law_set = house_laws(club)
    another = written(parameters={"game_score": "41"})
    another["lead-out-of-turn"]["laws"]["second-card"]["title"] = "Turned down and played on"
    fields = read_fields(SLUG, another)
    write_draft(law_set=law_set, actor=club.actors["director"], written=fields)
    publish_draft(law_set=law_set, actor=club.actors["owner"], mark=HouseDraft.objects.get().mark)
    browser = signed_in(club)

    for a, b in (("@1", ""), ("@1", "@2")):
        compared = f"/laws/compare/?a={SLUG}{a}&b={SLUG}{b}"
        overview = browser.get(compared).content.decode()
        topic = browser.get(f"{compared}&topic=lead-out-of-turn").content.decode()
        for name in (f"{SLUG}{a}", f"{SLUG}{b}"):
            assert overview.count(f'href="/laws/{name}/') == 1, name
            assert topic.count(f'href="/laws/{name}/lead-out-of-turn/second-card/"') == 1, name


def test_a_search_in_a_revision_leads_to_the_laws_of_the_revision(club):
    house_laws(club)
    for name in (SLUG, f"{SLUG}@1"):
        found = signed_in(club).get(f"/laws/?law_set={name}&q=second+card").content.decode()
        assert f'href="/laws/{name}/lead-out-of-turn/second-card/"' in found


def test_the_statements_of_a_list_of_disputes_do_not_grow_with_its_lines(club):
    house_laws(club)
    played = begun(club, 8, law_set=SLUG)
    played.play()
    club.table = Table.objects.get(pk=played.current.tables[0].table_id)
    browser = signed_in(club, "director")
    places = (
        f"/tables/{club.table.pk}/disputes/",
        f"/clubs/{club.club.slug}/disputes/",
        f"/events/{played.pk}/rulings/",
    )
    statements = []
    for deals in ((1, 2), (3, 4)):
        for deal in deals:
            decided(club, raised(club, deal, incident="lead-out-of-turn", facts=SOME, seat=1)["id"])
        for place in places:
            browser.get(place)  # from here on the book is known to the process
            with CaptureQueriesContext(connection) as asked:
                page = browser.get(place).content.decode()
            assert page.count(f'href="/laws/{SLUG}@1/lead-out-of-turn/second-card/"') == deals[-1], place
            statements.append(len(asked))
    assert statements[:3] == statements[3:]


def test_a_refusal_leads_to_its_law_in_the_revision_that_the_table_is_pinned_to(club):
    house_laws(club)
    rules = rules_of(queries.law_set_named(f"{SLUG}@1"), CINCH)
    form = EntryForm(data={}, rules=rules, players=["Ann", "Bo", "Cy", "Di"], dealer=1, number=1)
    form.refuse(InvalidInput({"before": "the game is over."}, law=rules.law_set.law("game_score")))
    assert f'href="/laws/{SLUG}@1/' in str(form.non_field_errors())
