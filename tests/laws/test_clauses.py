"""The clauses of the sources, and two law sets side by side on one topic, on pages."""

import re

import pytest

from laws import library, table_of_contents
from laws.domain import register
from laws.domain.book_notation import LAW_KEYS
from laws.domain.document import Reader
from laws.domain.errors import Fault
from laws.library import parse
from tests.pages.reading import get, text_of

pytestmark = pytest.mark.django_db

ORDER = "order: [c-one, c-two]\n"
ALONE = "without_law: {c-two: {says: It is told., cite: Source, note: Nobody plays it.}}"


def test_every_clause_has_a_text_and_a_citation_and_its_attributes_once():
    for clauses in library.inventories().values():
        for clause in clauses.values():
            assert clause.text, clause.id
            assert clause.cite, clause.id
            assert bool(library.clauses()[clause.id].laws) != bool(clause.note)
    for clause in library.inventories()["chicago-1890"].values():
        assert re.match(r"Chicago 1890, (laws? \d+|General|Etiquette|Razzle-dazzle|no law)", clause.cite)
    for clause, carried in library.books().clauses.items():
        assert sum(each.has_facts for each in carried) <= 1, clause


def inventory(text: str) -> tuple[dict[str, register.Clause], list[Fault]]:
    """Parse an inventory of clauses. Return its clauses and its faults.

    A law restates the first clause, c-one.
    """
    reader, law = Reader("clauses/source.yaml"), Reader("house/play.yaml")
    first = law.record(
        parse("{cite: Source, text: So it is., clauses: {c-one: {says: Mostly.}}}", "x"), "x", LAW_KEYS
    )
    known = ("c-one", "c-two")
    carried = {name: [clause] for name, clause in register.read_carried(first, known).items()}
    return register.read_inventory(reader, parse(text, "x"), "source", known, carried), reader.faults


def test_a_clause_has_the_words_of_its_law_and_its_own_or_the_reason_why_no_law_carries_it():
    clauses, faults = inventory(ORDER + ALONE)
    assert not faults
    assert [(each.text, each.cite, each.note) for each in clauses.values()] == [
        ("So it is. Mostly.", "Source", ""),
        ("It is told.", "Source", "Nobody plays it."),
    ]
    known = register.classify(clauses.values(), [], [])
    assert [each.status for each in known.values()] == ["unclassified", "listed"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("order: [c-one, c-one]\n", "c-one is in the list twice."),
        ("order: [c-one, C_two]\n", "lower-case words joined by hyphens"),
        ("without_law: {}\n", "the key order is missing."),
        (ORDER + ALONE.replace("c-two", "c-to"), "did you mean c-two?"),
        (ORDER + ALONE.replace("c-two", "c-one"), "a law carries this clause; its facts stand there."),
        (ORDER + ALONE.replace(", note: Nobody plays it.", ""), "the key note is missing."),
        (ORDER + ALONE.replace("says", "than"), "unknown key “than”"),
    ],
)
def test_a_broken_inventory_is_refused_with_its_file_and_line(text, reason):
    _clauses, faults = inventory(text)
    (named,) = [fault for fault in faults if reason in fault.reason]
    assert (named.file, named.line) == ("clauses/source.yaml", 1 if "without_law" not in text else named.line)


def test_clauses_are_listed_found_and_shown_with_their_laws_and_a_law_with_its_clauses():
    """Foster 1897, Cinch Laws, Leading Out of Turn: all having followed, there is no penalty."""
    law = get("/laws/foster-1897/lead-out-of-turn/all-followed/")
    assert "1 clause of the source" in text_of(law)
    assert "Cinch Laws, Leading Out of Turn decides" in text_of(law)
    assert 'href="/laws/clauses/cinch-lead-oot-all-followed/"' in law.content.decode()
    assert "/laws/clauses/chi-lead-oot-" in get("/laws/?q=Chicago+38").content.decode()
    clause = get("/laws/clauses/chi-lead-oot-call-card/").content.decode()
    assert 'href="/laws/chicago-1890/lead-out-of-turn/' in clause
    assert "In doubt" in clause
    listed = text_of(get("/laws/clauses/?inventory=chicago-1890&status=etiquette"))
    assert re.search(r"\b1?\d clauses\b", listed)
    assert "Chicago 1890, Etiquette" in listed
    assert "Page 2 of" in text_of(get("/laws/clauses/?page=2"))
    for outside in ("clauses/mod-bi-bid", "bicycle/bidding/one-round", "bicycle/bidding"):
        assert "from outside the sources (web copy, bicyclecards.com)" in text_of(get(f"/laws/{outside}/"))
    others = text_of(get("/laws/bicycle/scoring/"))
    assert others.index("Others say") < others.index("pokerwiner.com, Cinch, from outside the sources")
    assert get("/laws/clauses/never-was/").status_code == 404
    for wrong in ("inventory=foster", "status=lost", "q=%00"):
        refused = get(f"/laws/clauses/?{wrong}")
        assert (refused.status_code, 'class="errors"' in refused.content.decode()) == (400, True), wrong


def test_the_clauses_of_a_source_are_read_one_after_the_other_from_end_to_end():
    for clauses in library.inventories().values():
        names = list(clauses)
        around = [table_of_contents.around(clause, list(clauses.values())) for clause in clauses.values()]
        assert [after.id for _, after in around if after] == names[1:]
        assert [before.id for before, _ in around if before] == names[:-1]


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
