"""Matching laws of two law sets: laws match by the situations that they decide, not by name."""

import pytest

from laws import library
from laws.pages import comparison
from laws.pages.comparison import CounterpartRow
from tests.pages.reading import get, text_of

pytestmark = pytest.mark.django_db
FOSTER, CHICAGO = "foster-1897", "chicago-1890"


def rows(topic: str, first: str = FOSTER, second: str = CHICAGO) -> dict[str, CounterpartRow]:
    """Return the rows of a comparison, by the first law in each row."""
    held, _apart = comparison.law_by_law(library.law_set(first), library.law_set(second), topic)
    return {(*row.ours, *row.theirs)[0].id: row for row in held}


@pytest.mark.parametrize(
    ("topic", "ours", "theirs"),
    [
        # Foster, Leading Out of Turn, and Chicago law 38: all having played, it stands.
        ("lead-out-of-turn", "all-followed", "lead-out-of-turn/trick-complete"),
        # Foster, Dealing: an uncut pack is a misdeal; Chicago law 8: the dealer deals again.
        ("misdeal", "not-cut", "misdeal/uncut-pack"),
        # Foster, Exposed Cards: a hand thrown down can be called; Chicago law 30.
        ("exposed-card", "abandoned-hand", "exposed-card/hand-thrown-down"),
        # Foster, Scoring: the left pedro counts five; Chicago law 13 calls the card Cinch.
        ("scoring", "left-pedro", "scoring/cinch"),
        # Foster, Scoring: a bid failed is added for the adversaries; Chicago law 22: a set-back.
        ("scoring", "bid-failed", "scoring/set-back"),
    ],
)
def test_laws_of_other_names_go_together_where_they_rule_the_same(topic, ours, theirs):
    row = rows(topic)[f"{FOSTER}/{topic}/{ours}"]
    assert f"{CHICAGO}/{theirs}" in [law.id for law in row.theirs]


def test_a_law_that_the_other_law_set_does_not_have_has_no_counterpart():
    """Only Foster has discards lie face up; only Chicago tells of a score below nothing."""
    assert rows("discard-draw")[f"{FOSTER}/discard-draw/face-up"].theirs == ()
    assert rows("scoring")[f"{CHICAGO}/scoring/below-nothing"].ours == ()


def test_a_law_on_which_nothing_but_an_open_parameter_rests_is_no_counterpart():
    """Only Foster tells of counters (Counters; Scoring), and only of a stake where each plays for himself."""
    assert rows("scoring")[f"{FOSTER}/scoring/means-of-scoring"].theirs == ()


def test_laws_of_games_that_only_one_law_set_has_stand_apart():
    held, apart = comparison.law_by_law(library.law_set(FOSTER), library.law_set(CHICAGO), "misdeal")
    assert {row.game for row in held} == {"cinch"}
    assert {row.game for row in apart} >= {"seven-up", "auction-pitch"}


@pytest.mark.parametrize("topic", ["lead-out-of-turn", "misdeal", "scoring", "cutting", "etiquette"])
def test_every_law_of_a_topic_is_in_the_comparison_whichever_comes_first(topic):
    for first, second in ((FOSTER, CHICAGO), (CHICAGO, "modern-book"), ("bicycle", FOSTER)):
        sides = [library.law_set(first), library.law_set(second)]
        pairs = [row for part in comparison.law_by_law(*sides, topic) for row in part]
        for place, law_set in enumerate(sides):
            listed = {law.id for row in pairs for law in (row.ours, row.theirs)[place]}
            said = [law for law in law_set.laws.values() if law.topic == topic and not law.is_listed]
            assert {law.id for law in said} <= listed


def test_a_law_set_beside_itself_pairs_every_law_with_itself():
    for topic in ("lead-out-of-turn", "misdeal", "scoring"):
        for law, row in rows(topic, FOSTER, FOSTER).items():
            assert row.theirs[0].id == law
            assert row.alike == row.shared


def test_pages_show_counterparts_where_there_are_none_and_how_far_laws_agree():
    answer = get(f"/laws/{FOSTER}/lead-out-of-turn/all-followed/").content.decode()
    assert f'href="/laws/{CHICAGO}/lead-out-of-turn/trick-complete/"' in answer
    assert "No counterpart." in answer, "Bicycle has no law on it"
    assert "No counterpart." in text_of(get(f"/laws/compare/?a={FOSTER}&b={CHICAGO}&topic=scoring"))
    leads = text_of(get(f"/laws/compare/?a={FOSTER}&b={CHICAGO}&topic=lead-out-of-turn"))
    assert "Ruled alike in 8 of the 8 situations that both decide." in leads
