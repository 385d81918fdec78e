"""Finding laws by what players say."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext

from laws import finding, library
from laws.domain.lawset import Law
from laws.domain.search import LAW_WEIGHTS, Index, law_entry


def ids(query: str) -> list[str]:
    """Return the ids of the laws found in our books, in order."""
    return [law.id for law in library.index().search(query)]


def index_of(laws: list[Law], sayings: dict[str, list[str]] | None = None) -> Index[Law]:
    """Return an index of a few laws."""
    return Index(map(law_entry, laws), LAW_WEIGHTS, sayings or {})


def law(law_id: str, text: str, cite: str = "Source") -> Law:
    """Return a law for an index of a few."""
    law_set, topic, _name = law_id.split("/")
    return Law(law_id, law_set, "cinch", topic, cite, text, (), ())


@pytest.mark.parametrize(
    ("words", "law_id"),
    [
        pytest.param("renege", "foster-1897/revoke/penalty", id="renege is to revoke"),
        pytest.param("reneging", "chicago-1890/revoke/established", id="reneging too"),
        pytest.param("off five", "foster-1897/cards/left-pedro", id="the off five is the Left Pedro"),
        pytest.param("cinch", "foster-1897/scoring/left-pedro", id="cinch is the Left Pedro to many"),
        pytest.param("knave", "foster-1897/scoring/jack", id="the knave is the jack"),
        pytest.param("all pass", "foster-1897/bidding/nobody-bids", id="all pass: nobody bids"),
        pytest.param("51", "foster-1897/end-of-game/fifty-one", id="51 is fifty-one"),
        pytest.param("euchred", "chicago-1890/scoring/set-back", id="euchred: the bid failed"),
        pytest.param("Dealer ROBS", "foster-1897/discard-draw/dealer-robs", id="capitals do not matter"),
        pytest.param("misdeals", "foster-1897/misdeal/loses-the-deal", id="nor does a plural"),
        pytest.param("bid failed", "foster-1897/scoring/bid-failed", id="a law named so comes first"),
        pytest.param("left pedro", "foster-1897/cards/left-pedro", id="and so does this"),
        pytest.param("law 34", "chicago-1890/cutting/partners", id="by the number of a law"),
        pytest.param("What happens on a tie?", "foster-1897/scoring/tie", id="a question in words"),
    ],
)
def test_expressions_of_players_find_the_law(words, law_id):
    assert law_id in ids(words)
    if words in ("bid failed", "left pedro"):
        assert words in library.laws()[ids(words)[0]].title.lower(), "a law named for the words"


@pytest.mark.parametrize("query", ["Chicago 38", "chicago law 38", "Chicago 1890, law 38"])
def test_a_law_is_found_by_its_number(query):
    """Chicago 1890, law 38: a lead out of turn; the laws that carry it, and none that does not."""
    laws = library.law_set("chicago-1890").laws.values()
    assert ids(query) == [law.id for law in laws if "law 38" in law.cite]
    assert len(ids(query)) == 3


def test_every_law_with_a_number_is_found_by_it_first():
    for law in library.laws().values():
        for number in re.findall(r"law (\d+)", law.cite):
            results = library.index().search(f"Chicago {number}")
            assert law in results
            assert all(re.search(rf"\blaw {number}\b", each.cite) for each in results[:1]), number


@pytest.mark.parametrize("query", ["", "   ", "?!", "the of and", "zzzz", "\0", "é"])
def test_an_empty_search_finds_nothing(query):
    assert ids(query) == []


def test_a_title_weighs_more_than_a_text_and_a_text_more_than_a_citation():
    cited, mentioned = (
        law("set/topic/one", "Nothing here.", "Source, trumps"),
        law("set/topic/two", "Here are trumps."),
    )
    titled = law("set/topic/trumps", "Nothing here.")
    assert index_of([cited, mentioned, titled]).search("trump") == [titled, mentioned, cited]


def test_laws_with_only_some_words_are_left_out_if_others_have_all():
    index = index_of([law("set/topic/one", "A dealer."), law("set/topic/two", "A dealer and a pone.")])
    assert [result.id for result in index.search("dealer pone")] == ["set/topic/two"]
    assert [result.id for result in index.search("dealer widow")] == ["set/topic/one", "set/topic/two"]


def test_the_longest_saying_becomes_one_term():
    index = index_of([law("set/topic/left-pedro", "A card.")], {"off five": ["left pedro"], "off": ["wrong"]})
    assert index.terms("off five") == [(("off", "5"), ("left", "pedro"))]
    assert len(index.search("Off-Five")) == 1


EXAMPLE = "For example: my partner led when it was my turn, and the next player followed."


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_example_of_the_search_finds_the_lead_out_of_turn(language):
    with translation.override(language):
        words = gettext(EXAMPLE).partition(":")[2]
        found = finding.incidents_meant(words, library.law_books()["foster-1897"]).own
    assert found[0].incident.id == "lead-out-of-turn"
