"""Published law sets: equal law sets share one immutable row, which is read back without change."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection

from laws import library, queries, services
from laws.domain import arbiter, difference
from laws.domain.compiled_book import LawBook, choose, compile_book
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet, digest
from laws.domain.rule import RuleBook
from laws.models import LawSetRevision, RuleBookRevision

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def derived() -> LawSet:
    return library.law_set("foster-1897").derive({"game_score": 31}, ["low-to-dealt"])


@pytest.fixture(autouse=True)
def _caches_emptied() -> None:
    queries.law_set_at.cache_clear()
    queries.law_book_at.cache_clear()


def same_rulings(first: LawBook, second: LawBook) -> bool:
    """Tell whether two books have the same outcome in every situation of every incident."""
    pairs = [(table, second.tables[incident]) for incident, table in first.tables.items()]
    return all((a.outcomes, a.cell_of) == (b.outcomes, b.cell_of) for a, b in pairs)


def test_a_law_set_is_published_once_with_its_rules_and_read_back_as_it_was(
    derived, django_assert_num_queries
):
    row = services.pin(derived)
    again = services.pin(derived)
    assert (again, again.get_deferred_fields()) == (row, {"content"}), "a content is large"
    assert (row.slug, row.revision) == (derived.slug, derived.revision)
    with django_assert_num_queries(1):
        again = queries.law_set_at(derived.revision)
        assert queries.law_set_at(derived.revision) is again
    assert again == derived
    assert again.settings["low_to"] == derived.settings["low_to"]
    content = LawSetRevision.objects.get().content
    assert list(content["laws"]) == list(derived.laws)
    assert list(content["settings"]) == list(derived.settings)
    foster = library.law_set("foster-1897")
    with django_assert_num_queries(0):
        assert queries.law_set_at(foster.revision) is foster, "it still stands in the books"
    services.pin(foster)
    rules = RuleBookRevision.objects.get(revision=derived.rule_book)
    assert json.dumps(rules.content) == json.dumps(library.rule_text_of(derived.slug))


@pytest.mark.django_db(transaction=True)
def test_simultaneous_requests_publish_a_law_set_once(derived):
    def pin(_number: int) -> int:
        try:
            return services.pin(derived).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=4) as threads:
        rows = set(threads.map(pin, range(8)))
    assert len(rows) == LawSetRevision.objects.count() == 1


@pytest.fixture
def of_another_day(derived: LawSet) -> LawSet:
    """Return a law set pinned under older rules, in which every lead out of turn was let stand."""
    services.pin(derived)
    text = json.loads(json.dumps(library.rule_text_of(derived.slug)))
    rules = text["book"]["lead-out-of-turn.yaml"]["rules"]
    rules.clear()
    rules["stands"] = {
        "says": "It stands.", "when": "always", "cites": ["all-followed"], "effects": ["stands"]
    }  # fmt: skip
    then = replace(derived, rule_book=digest(text))
    RuleBookRevision.objects.create(revision=then.rule_book, content=text)
    services.pin(then)
    return then


def test_a_ruling_is_replayed_under_the_rules_of_its_day(derived, of_another_day):
    facts = {"turn_of": "adversary", "followed": "none"}
    then = arbiter.rule(queries.law_book_at(of_another_day.revision), "lead-out-of-turn", facts)
    now = arbiter.rule(queries.law_book_at(derived.revision), "lead-out-of-turn", facts)
    assert [effect.kind for effect in then.effects] == ["stands"]
    assert [effect.kind for effect in now.effects] == ["card-exposed"]


def test_choices_of_a_house_law_set_are_replayed_after_the_books_have_changed(monkeypatch):
    """Every revision rules as it did: the house's with its penalty and its reading, the book's without."""
    foster = library.law_set("foster-1897")
    rules = library.law_book(foster.slug).rules
    read = {"foster-1897/revoke/put-right": "free"}
    house = choose(foster.derive({"revoke_by_maker": "set-back"}), rules, read)
    then = {each.revision: library.law_book(slug) for slug, each in library.law_sets().items()}
    then[house.revision] = compile_book(house, rules, library.vocabulary())
    for each in (*library.law_sets().values(), house):
        services.pin(each)
    changed = {slug: replace(each, rule_book="another day's") for slug, each in library.law_sets().items()}
    monkeypatch.setattr(library, "law_sets", lambda: changed)
    for revision, book in then.items():
        again = queries.law_book_at(revision)
        assert again is not book
        assert same_rulings(book, again)
    facts = {"act": "neither-followed-nor-trumped", "trick": "turned", "answer": "not-asked"}
    facts |= {"claimed": "yes", "offender": "maker"}
    kinds = [
        [effect.kind for effect in arbiter.rule(queries.law_book_at(each), "revoke", facts).effects]
        for each in (foster.revision, house.revision)
    ]
    assert kinds == [["side-cannot-score", "may-play-on"], ["side-cannot-score", "set-back"]]
    late = {**facts, "trick": "lying", "next_trick": "none", "played_after": "no"}
    mended = [
        arbiter.rule(queries.law_book_at(each.revision), "revoke", late).effects for each in (foster, house)
    ]
    assert [effects[1].kind for effects in mended] == ["card-exposed", "take-back"]


def test_a_new_default_reading_is_a_difference_between_two_revisions():
    before = library.law_book("foster-1897")
    rule = before.rules.rule("foster-1897/revoke/put-right")
    changed = replace(rule, interpretation=replace(rule.interpretation, default="free"))
    topic = before.rules.on(rule.topic)
    topics = {**before.rules.topics, rule.topic: replace(topic, rules={**topic.rules, rule.id: changed})}
    after = replace(before, rules=RuleBook(before.slug, topics))
    (reading,) = difference.readings(before, after)
    assert (reading.rules, reading.before, reading.after) == ((rule.id,), rule.interpretation.default, "free")
    (reading,) = difference.readings(after, before)
    assert (reading.before, reading.after) == ("free", rule.interpretation.default)


def test_a_missing_or_altered_revision_is_refused(derived):
    with pytest.raises(InvalidInput, match="no law set was published"):
        queries.law_set_at(derived.revision)
    altered = derived.canonical() | {"title": "Something else"}
    LawSetRevision.objects.create(slug=derived.slug, revision=derived.revision, content=altered)
    with pytest.raises(queries.RevisionDamaged):
        queries.law_set_at(derived.revision)
    then = replace(derived, rule_book="0" * 64)
    services.pin(then)
    with pytest.raises(InvalidInput, match="no rules were published"):
        queries.law_book_at(then.revision)
    RuleBookRevision.objects.create(revision=then.rule_book, content={"vocabulary": {}, "book": {}})
    with pytest.raises(queries.RevisionDamaged, match="does not have the content"):
        queries.law_book_at(then.revision)
