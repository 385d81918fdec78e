"""A club's own law set: strict parsing, combination with its book, and examination before publication."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from laws import library, yaml_files
from laws.domain import arbiter
from laws.domain.compiled_book import choose, compile_book, compile_over, merge
from laws.domain.document import from_plain
from laws.domain.errors import BrokenBook, InvalidInput
from laws.domain.house import HouseLaws, read_house, tidy
from laws.domain.house_checks import Examination, examine
from laws.domain.parameters import PARAMETERS
from laws.domain.proofs import find
from tests.game.tables import deal, score_of
from tests.house_laws.making import NONE, OVERRULED, SOME, with_rule, written

FILE = "harbour.yaml"
FOSTER = "foster-1897"


def read(sent: dict[str, Any]) -> HouseLaws:
    """Parse a house law set from plain data."""
    return read_house("harbour", from_plain(sent), yaml_files.write(sent), FILE, library.law_books())


def read_yaml(text: str) -> HouseLaws:
    """Parse a house law set from YAML text."""
    root = yaml_files.read(text, FILE)
    return read_house("harbour", root, text, FILE, library.law_books())


def examined(sent: dict[str, Any]) -> Examination:
    """Return the examination of a house law set."""
    house = read(sent)
    return examine(house, library.law_book(house.head.base))


def faults(sent: dict[str, Any]) -> str:
    """Return all faults of a house law set given as plain data."""
    with pytest.raises(BrokenBook) as broken:
        read(sent)
    return str(broken.value)


def test_a_house_law_prevails_where_it_applies_and_the_book_everywhere_else():
    examination = examined(written())
    partners = SOME | {"turn_of": "offenders-partner"}
    rulings = [arbiter.rule(examination.book, "lead-out-of-turn", facts) for facts in (SOME, partners, NONE)]
    assert [ruling.effects[0].kind for ruling in rulings] == ["stands", "stands", "card-exposed"]
    assert rulings[0].laws == ("harbour/lead-out-of-turn/second-card",)
    assert examination.objections == ()
    assert {case.id for case in examination.overturned} >= {
        "foster-1897/lead-out-of-turn/partner-and-one-follows",
        "foster-1897/lead-out-of-turn/adversarys-lead-one-followed",
    }


def test_a_house_law_set_has_its_own_choices_and_laws_and_all_others_of_the_book():
    law_set, foster = read(written()).law_set, library.law_set(FOSTER)
    assert (law_set["game_score"], foster["low_to"], law_set["low_to"]) == (31, "winner", "holder")
    assert law_set.readings == {"foster-1897/revoke/put-right": "free"}
    changed = {name for name in PARAMETERS if law_set[name] != foster[name]}
    assert changed == {"game_score", "low_to"}
    own = law_set.laws["harbour/lead-out-of-turn/second-card"]
    assert (own.cite, own.law_set, own.effects) == ("Laws of the harbour", "harbour", ("stands",))
    assert set(foster.laws) < set(law_set.laws)
    assert law_set.laws["harbour/variations/low-to"].text == "Who scores Low: whoever held it."


def test_a_value_that_the_club_chose_is_cited_as_its_own_in_a_score_and_in_a_ruling():
    sent = written(year="2026", parameters={"game_score": "31", "all_pass": "dealer-may-name"})
    book = examined(sent).book
    chosen = book.law_set.laws["harbour/bidding/all-pass"]
    assert (chosen.title, chosen.cite, chosen.effects) == (
        "Nobody bids",
        "Laws of the harbour 2026",
        ("names-trump",),
    )
    assert chosen.note == (
        "It stands in place of “Nobody bids: dealer names the trump” (Foster 1897, Cinch, Irregular Bids; "
        "Cinch Laws, Irregular Bids)."
    )
    bare = {"dealer_bid_lost": "no"}
    assert arbiter.rule(book, "nobody-bid", bare).laws == (chosen.id, "foster-1897/bidding/nobody-bids")
    assert arbiter.rule(library.law_book(FOSTER), "nobody-bid", bare).laws == (
        "foster-1897/bidding/nobody-bids",
    )
    cited = {line.law for line in score_of(deal([9, 5], bid=7), book.law_set, (30, 0)).explanation}
    assert "harbour/end-of-game/game-score" in cited
    assert "foster-1897/end-of-game/fifty-one" not in cited
    # A single table that plays to another score has no law to cite, and its setting says so.
    told = score_of(deal([9, 5], bid=7), book.law_set.derive({"game_score": 42}), (30, 0)).explanation
    assert [(line.law, line.reading) for line in told if line.text.endswith("of 42.")] == [
        ("", "Applies at this table in place of the law set's own. Points in a game: 42 points.")
    ]


def test_a_reading_that_the_club_chose_is_cited_as_its_own_and_is_the_reason():
    # Foster leaves it open whether the lowest or the highest of those who cut give way.
    rule, facts = (
        "foster-1897/cutting-out/equally-long-at-play",
        {"games_played": "more", "longest_tied": "yes"},
    )
    house = examined(written(year="2026", readings={rule: "highest"})).book
    chosen = house.law_set.laws["harbour/cutting-out/equally-long-at-play-highest"]
    assert (chosen.title, chosen.text, chosen.cite, chosen.effects) == (
        "Do the lowest or the highest of those who cut give way?",
        "The highest go.",
        "Laws of the harbour 2026",
        ("gives-way",),
    )
    assert chosen.note == (
        "Chosen by the club (Laws of the harbour 2026) in place of the usual reading: "
        "As after the first game, the lowest go."
    )
    usual = arbiter.rule(library.law_book(FOSTER), "cutting-out", facts)
    ruling = arbiter.rule(house, "cutting-out", facts)
    assert ruling.laws == (chosen.id, *usual.laws)
    assert ruling.readings[0].because == chosen.note
    assert ruling.because[-1] == f"{chosen.title} {chosen.text} {chosen.note}"
    assert "nothing else is said" in usual.because[-1]
    otherwise = choose(house.law_set, house.rules, {rule: "lowest"})
    again = arbiter.rule(compile_book(otherwise, house.rules, house.vocabulary), "cutting-out", facts)
    assert (again.laws, again.because) == (usual.laws, usual.because)


def test_changes_are_counted_and_described_as_if_all_were_confirmed():
    changes = [each for each in examined(written()).changes if each.incident.id == "lead-out-of-turn"]
    assert sum(each.situations for each in changes) == 6
    assert sorted((dict(when) for each in changes for when in each.when), key=str) == [
        {"turn_of": ("adversary",), "followed": ("some",), "card": ("plain",)},
        {"turn_of": ("offenders-partner",), "followed": ("some",), "card": ("plain",)},
    ]
    assert "Some have played to it, not all." in changes[0].says[0]
    assert examined(with_rule(exception_to=None)).changes == examined(written()).changes


def test_a_law_of_the_book_gives_way_only_to_a_house_law_that_names_it():
    examination = examined(with_rule(exception_to=[OVERRULED[0]]))
    assert {each.law.id: each.is_confirmed for each in examination.gives_way} == {
        OVERRULED[0]: True,
        OVERRULED[1]: False,
    }
    (objection,) = examination.objections
    assert objection.subject == "lead-out-of-turn/second-card"
    assert OVERRULED[1] in objection.sentence
    assert (
        "It was the offender's partner's turn to lead. Some have played to it, not all. "
        "The card led was a plain card." in objection.sentence
    )


def test_a_house_rule_names_what_it_overrules_and_no_rule_of_the_book_overrules_it():
    house, foster = read(with_rule(exception_to=[OVERRULED[0]])), library.law_book(FOSTER)
    below = foster.rules.topics["lead-out-of-turn"]
    base = below.rules[OVERRULED[0]]
    turned = replace(base, exception_to=(*base.exception_to, "harbour/lead-out-of-turn/second-card"))
    topic = replace(below, rules={**below.rules, base.id: turned})
    rules = replace(foster.rules, topics={**foster.rules.topics, below.topic: topic})
    book = compile_book(house.law_set, merge(rules, house.layer), foster.vocabulary)
    sentences = {finding.check: finding.sentence for finding in find({FOSTER: book}, [below.topic])}
    assert sentences["conflict"].startswith(f"this house rule would contradict {OVERRULED[1]} (“")
    assert sentences["conflict"].endswith("Name that rule in exception_to if it is to be overruled.")
    assert sentences["layer"].endswith("is a house rule, which a law-set rule cannot overrule.")


def test_two_house_laws_that_contradict_each_other_are_refused_with_a_witness():
    sent = written()
    lost = [{"kind": "award-trick", "side": "adversaries"}]
    topic = sent["lead-out-of-turn"]
    topic["rules"]["other"] = topic["rules"]["second-card"] | {
        "when": SOME,
        "effects": lost,
    }
    topic["cases"]["other"] = topic["cases"]["one-follows"] | {"effects": lost}
    sentences = " ".join(each.sentence for each in examined(sent).objections)
    assert "second-card and other lead to different outcomes in 4 situations" in sentences
    assert "It was an adversary's turn to lead. Some have played to it, not all." in sentences


def test_a_house_law_on_what_the_book_is_silent_about_must_leave_no_gap():
    """The modern book has nothing on leads out of turn, so a law on part of them leaves the rest."""
    assert not library.law_book("modern-book").tables["lead-out-of-turn"].rules
    sent = with_rule(exception_to=None)
    sent["lawset"] = {"title": "Laws of the hill", "base": "modern-book"}
    sent["lead-out-of-turn"]["cases"]["nobody-follows"] |= {"effects": None, "silent": "true"}
    sent["lead-out-of-turn"]["cases"]["nobody-follows"].pop("effects")
    why = {each.subject: each.sentence for each in examined(sent).objections}
    assert "30 situations of lead-out-of-turn are covered by no rule of harbour" in why["lead-out-of-turn"]
    sent["lead-out-of-turn"]["rules"]["rest"] = {
        "says": "Nothing else was agreed.",
        "when": [{"followed": ["none", "all"]}, {"card": "trump"}],
        "cites": ["second-card"],
        "silent": "The club has not settled it.",
    }
    assert "lead-out-of-turn" not in {each.subject for each in examined(sent).objections}


INSIDE = "give it a case of its own that it decides."
OUTSIDE = "give it a case just outside: one answer away from it, where it does not apply."


@pytest.mark.parametrize(
    ("left_out", "check", "says"),
    [("one-follows", "no-case-inside", INSIDE), ("nobody-follows", "no-case-outside", OUTSIDE)],
)
def test_a_house_law_needs_a_case_inside_and_one_just_outside(left_out, check, says):
    sent = written()
    del sent["lead-out-of-turn"]["cases"][left_out]
    assert [(each.check, each.sentence) for each in examined(sent).faults] == [(check, says)]


def test_a_case_two_answers_away_is_not_just_outside():
    sent = with_rule(when=SOME, exception_to=[OVERRULED[0]])
    facts = {"turn_of": "offenders-partner", "followed": "all"}
    sent["lead-out-of-turn"]["cases"]["nobody-follows"] |= {"facts": facts, "effects": ["stands"]}
    assert [each.sentence for each in examined(sent).objections] == [OUTSIDE]


def test_a_case_that_comes_out_otherwise_is_refused_with_what_comes_out():
    sent = written()
    sent["lead-out-of-turn"]["cases"]["nobody-follows"]["effects"] = ["stands"]
    (objection,) = examined(sent).objections
    assert objection.subject == "lead-out-of-turn/nobody-follows"
    assert "may call for it" in objection.sentence


IDLE = deepcopy(written())
IDLE["lead-out-of-turn"]["laws"]["idle"] = {"text": "Be friendly."}


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (written(base="foster"), "unknown law set “foster”; did you mean foster-1897?"),
        (written(parameters={"game_scores": "31"}), "did you mean game_score?"),
        (written(parameters={"forced_bid": "90"}), "the forced bid is not between"),
        (written(variations=["low-to-delt"]), "unknown variation “low-to-delt”; did you mean low-to-dealt?"),
        (written(readings={"foster-1897/revoke/put-right": "never"}), "unknown reading “never”"),
        (written(title="x" * 81), "at most 80 characters"),
        (written(title="a\u202eb"), "cannot be typed"),
        (with_rule(when={"folowed": "some"}), "unknown fact “folowed”; did you mean followed?"),
        (with_rule(exception_to=["foster-1897/lead-out-of-turn/all-folowed"]), "did you mean foster-1897/"),
        (with_rule(cites=["foster-1897/lead-out-of-turn/all-followed"]), "unknown law"),
        ({**written(), "lead-out-of-trun": {"laws": {}, "rules": {}}}, "did you mean lead-out-of-turn?"),
        (IDLE, "no rule carries out “harbour/lead-out-of-turn/idle”"),
        ({"lead-out-of-turn": written()["lead-out-of-turn"]}, "the head is missing"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_refused_with_the_nearest_and_its_place(sent, says):
    text = faults(sent)
    assert says in text
    assert text.startswith(f"{FILE}, line ")


def test_a_file_is_refused_by_its_own_lines():
    text = yaml_files.write(written()).replace(
        "followed: some\n        card: plain\n      exception_to", "followed: few\n      exception_to"
    )
    with pytest.raises(BrokenBook) as broken:
        read_yaml(text)
    (fault,) = broken.value.faults
    assert (fault.file, text.splitlines()[fault.line - 1].strip()) == (FILE, "followed: few")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lawset: &a {title: X}\nrevoke: *a\n", "anchors and their aliases"),
        ("lawset: !!python/object:os.system {}\n", "tags (!)"),
        ("lawset: " + "[" * 40 + "]" * 40, "nested deeper than 14"),
        ("lawset: {}\n---\nlawset: {}\n", "give one document"),
        ("a: " + "x" * 100_000, "at most 100000 characters"),
        ("lawset: [", "did not find expected node content"),
        ("", "the file is empty"),
        ("lawset: {title: A, title: B, base: foster-1897}\n", "this key is already in line 1"),
        ("- a\n", "give keys with values"),
    ],
)
def test_a_malicious_file_is_refused(text, says):
    with pytest.raises(BrokenBook) as broken:
        read_yaml(text)
    assert says in str(broken.value)


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=40)
ANYTHING = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(WORDS, ANYTHING, max_size=4))
def test_any_text_is_written_and_parsed_unchanged(content):
    tidied = tidy(from_plain(content))
    assert tidy(yaml_files.read(yaml_files.write(tidied), FILE)) == tidied


CHOSEN = {name: st.sampled_from(each.words) for name, each in PARAMETERS.items() if each.words}


@settings(max_examples=25)
@given(st.fixed_dictionaries({}, optional=CHOSEN))
def test_compiling_over_a_book_gives_the_same_as_compiling_everything(chosen):
    book, house = library.law_book(FOSTER), read(written())
    try:
        changed = house.law_set.derive({name: PARAMETERS[name].read(word) for name, word in chosen.items()})
    except InvalidInput:
        assume(False)  # these values are at odds with each other
    quick = compile_over(book, changed, house.layer)
    assert quick == compile_book(changed, merge(book.rules, house.layer), book.vocabulary)
