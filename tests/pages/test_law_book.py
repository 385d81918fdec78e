"""The law book without a browser: topics, laws with rules and cases, search, comparison, the card."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from laws import library, table_of_contents
from laws.domain.parameters import GROUPS
from laws.domain.roles import fill
from tests.pages.reading import get, text_of
from tests.running.day import some_of

pytestmark = pytest.mark.django_db


def test_every_topic_of_every_law_set_has_its_page():
    client = Client()
    for slug, law_set in library.law_sets().items():
        assert client.get(reverse("laws:law-set", args=[slug])).status_code == 200
        for section in some_of(table_of_contents.sections(law_set), 3):
            answer = client.get(reverse("laws:topic", args=[slug, section.topic]))
            assert answer.status_code == 200
            said = text_of(answer)
            assert [law.id for law in section.laws if law.text not in said or law.cite not in said] == []
            on_it = library.law_book(slug).rules.on(section.topic)
            assert [case for case, each in on_it.cases.items() if each.says not in said] == []
            assert [rule for rule, each in on_it.rules.items() if fill(each.says) not in said] == []
            assert not re.search(r"[a-z]-[0-9]{4}/|[a-z]+_[a-z]+|: None", said), (
                "an id, or a word of the program"
            )


def test_a_law_set_shows_first_where_it_differs_from_the_book_it_is_read_beside():
    # Chicago 1890: game is 42 points, and the ace is low in cutting; Foster 1897: 51, and high.
    said = text_of(get("/laws/chicago-1890/"))
    first, _heading, rest = said.partition("All points")
    assert "Where it differs from Foster's Complete Hoyle Points in a game 42 points stated" in first
    assert "Foster's Complete Hoyle: 51 points" in first
    assert "The ace in the cut It is the lowest card." in first
    assert "Highest bid 14 points" not in first
    assert "Highest bid 14 points" in rest
    assert "Where it differs from Laws of the Chicago Cinch Club" in text_of(get("/laws/foster-1897/"))


def test_points_stand_under_headings_and_are_found_by_their_words():
    said = text_of(get("/laws/foster-1897/"))
    headings = [f"{title} {len(group)}" for title, group in GROUPS.items()]
    places = [said.index(heading, said.index("All points")) for heading in headings]
    assert places == sorted(places)

    found = text_of(get("/laws/foster-1897/?q=Lowest+BID")).split("What it decides")[1]
    assert "1 point Bidding 1 Lowest bid 1 point" in found.partition("How sure a value is")[0]
    assert "Highest bid" not in found.partition("How sure a value is")[0]
    assert "0 points" in text_of(get("/laws/foster-1897/?q=zebra"))
    part = Client().get("/laws/foster-1897/?q=bid", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert Client().get("/laws/foster-1897/?q=%00").status_code == 400


def test_each_variation_is_explained_by_its_law_and_a_deal_scored_without_it_and_with_it():
    # Foster 1897, Scoring; Variations: 8 bid and 6 made gives the others 8 and the bid, or sets back 8.
    said = text_of(get("/laws/foster-1897/")).split("Variations A club can choose these.")[1]
    old = said.split("Set back, the old way")[1].split("At least eight to score")[0]
    assert "a maker who missed the bid went back by that number" in old
    assert (
        "The bid is 8. The maker's side takes 6 points, the others 8. "
        "Without it The maker's side scores 0, the others 16. "
        "With it The maker's side scores -8, the others 8."
    ) in old
    assert "No score changes. What changes: Cutting." in said.split("The ace lowest in cutting")[1]


def test_a_topic_is_read_from_top_to_bottom_each_law_with_its_rules_and_cases():
    # Foster 1897, Cinch Laws, Leading Out of Turn.
    said = text_of(get("/laws/foster-1897/lead-out-of-turn/"))
    in_order = (
        "Leading out of turn Foster's Complete Hoyle Cinch All have followed A false lead to which the three",
        "Ruling: What was done stands. Foster 1897, Cinch Laws, Leading Out of Turn",
        "Adversary's turn When the lead was an adversary's, all that follows is that the card led in",
        "The lead belonged to an adversary, so the card led is exposed. Except:",
        "It is Y's lead, but A puts a club down, and nobody has played to it yet. Ruling: The card led in",
    )
    places = [said.find(words) for words in in_order]
    assert places == sorted(places)
    assert places[0] >= 0


def test_the_laws_of_a_law_set_are_read_one_after_the_other_from_end_to_end():
    for law_set in library.law_sets().values():
        said = [law for law in law_set.laws.values() if not law.is_listed]
        law = next(first for first in said if table_of_contents.neighbours(first, law_set)[0] is None)
        read = [law]
        while (law := table_of_contents.neighbours(law, law_set)[1]) is not None:
            assert table_of_contents.neighbours(law, law_set)[0] == read[-1]
            read.append(law)
        assert {law.id for law in read} == {law.id for law in said}


def test_a_law_shows_its_rules_exceptions_readings_and_cases():
    # Foster 1897, Cinch Laws, Leading Out of Turn: all having followed, a false lead stands.
    said = text_of(get("/laws/foster-1897/lead-out-of-turn/all-followed/"))

    assert "It prevails over: The lead belonged to an adversary" in said
    assert "It is Y's lead, but A leads, and Y, B and Z all play to it" in said
    assert "Ruled differently elsewhere" in said or "What was done stands." in said


def test_words_that_name_a_consequence_lead_to_every_law_that_has_it():
    assert (
        'href="/laws/foster-1897/revoke/penalty/' in get("/laws/?effect=side-cannot-score").content.decode()
    )
    answer = get("/laws/?q=every+law+that+gives+a+new+deal&law_set=chicago-1890")

    assert 'href="/laws/?effect=new-deal&amp;law_set=chicago-1890"' in answer.content.decode()
    assert "effect=new-deal&amp;law_set" not in get("/laws/?effect=new-deal&q=new+deal").content.decode()
    assert "No law matches" in text_of(get("/laws/?q=zzzz"))


def test_two_law_sets_are_compared_topic_by_topic_and_in_what_they_decide():
    said = text_of(get("/laws/compare/?a=foster-1897&b=chicago-1890"))

    assert "Points in a game" in said, "fifty-one in Foster, forty-two in Chicago"
    assert "Leading out of turn ruled alike in 8 of 36 situations" in said
    assert "Blind Cinch only Foster's Complete Hoyle rules on it" in said


def test_a_law_by_which_a_point_is_settled_shows_how_other_law_sets_settle_it():
    # Foster 1897: a game is fifty-one points; Chicago 1890, law 2: forty-two.
    said = text_of(get("/laws/foster-1897/end-of-game/fifty-one/"))

    assert "The score that wins the game. 51 points Laws of the Chicago Cinch Club: 42 points" in said


@pytest.mark.parametrize("query", ["a=foster-1897", "a=foster-1897&b=x", "a=x&b=chicago-1890&topic=y"])
def test_a_comparison_of_what_is_not_there_is_refused(query):
    answer = get(f"/laws/compare/?{query}")

    assert answer.status_code == (200 if query == "a=foster-1897" else 400)


def test_the_directors_card_has_each_incident_of_cinch_on_which_the_book_has_rules():
    for slug, book in library.law_books().items():
        said = text_of(get(f"/laws/{slug}/card/"))
        for table in book.tables.values():
            if table.rules and table.incident.game == "cinch":
                assert table.incident.title in said, slug


@pytest.mark.parametrize("path", ["x/", "x/card/", "foster-1897/x/y/", "foster-1897/x/"])
def test_a_card_or_topic_that_is_not_there_is_not_found(path):
    assert get(f"/laws/{path}").status_code == 404
