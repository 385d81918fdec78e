"""Two law sets side by side on one topic: their rulings, parameters and laws."""

import pytest

from laws import library
from tests.pages.reading import get, text_of

pytestmark = pytest.mark.django_db
FOSTER, CHICAGO = "foster-1897", "chicago-1890"


def compared(first: str, second: str, topic: str) -> str:
    return text_of(get(f"/laws/compare/?a={first}&b={second}&topic={topic}"))


def test_rulings_are_counted_with_an_example_where_they_differ():
    leads = compared(FOSTER, CHICAGO, "lead-out-of-turn")
    assert "Ruled alike in 8 of 36 situations. For example:" in leads


def test_a_topic_shows_only_the_parameters_that_one_of_its_laws_settles():
    """Chicago law 22 sets a failed bid back (scoring); 42 points are game by law 2 (end of the game)."""
    scoring = compared(FOSTER, CHICAGO, "scoring")
    assert "Bid failed" in scoring
    assert "Points in a game" not in scoring
    assert "Points in a game" in compared(FOSTER, CHICAGO, "end-of-game")


@pytest.mark.parametrize("topic", ["lead-out-of-turn", "misdeal", "scoring", "cutting", "etiquette"])
def test_every_law_of_a_topic_is_in_the_comparison_whichever_comes_first(topic):
    for first, second in ((FOSTER, CHICAGO), (CHICAGO, "modern-book"), ("bicycle", FOSTER)):
        page = get(f"/laws/compare/?a={first}&b={second}&topic={topic}").content.decode()
        for slug in (first, second):
            for law in library.law_set(slug).laws.values():
                if law.topic == topic and not law.is_listed:
                    assert f'href="/laws/{law.id}/"' in page


def test_a_law_leads_to_the_comparison_of_its_topic_with_each_other_law_set():
    page = get(f"/laws/{FOSTER}/lead-out-of-turn/all-followed/").content.decode()
    for other in (CHICAGO, "modern-book", "bicycle"):
        assert f'href="/laws/compare/?a={FOSTER}&amp;b={other}&amp;topic=lead-out-of-turn"' in page
