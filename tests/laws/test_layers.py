"""House rules over event rules over the law set: what overrules what, and what is refused."""

from dataclasses import replace

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.errors import BrokenBook
from laws.domain.lawbook import LawBook, compile_book
from laws.domain.rule import Layer, RuleBook
from laws.domain.rule_notation import read_layer
from tests.laws.planted import GENERAL, GENERAL_CASE, LATE, LATE_CASE, LAWS, book, findings, written

LENIENT = (
    "lenient: {says: With us it is free late., when: {stage: late}, cites: [house/thing/first], "
    "exception_to: [house/thing/late, house/thing/general], effects: [no-penalty]}"
)
LENIENT_CASE = "late-here: {says: Late., facts: {stage: late}, effects: [no-penalty], source: here}"
BELOW = ([GENERAL, LATE], [GENERAL_CASE, LATE_CASE])


def layer(rules: list[str], cases: list[str], below: LawBook, kind: Layer = "house") -> RuleBook:
    """Return the rules of a layer over a book."""
    text = f"game: cinch\n{written('rules', rules)}{written('cases', cases)}"
    parsed = {"thing.yaml": library.parse(text, "club/thing.yaml")}
    return read_layer("club", parsed, below.vocabulary, LAWS, kind, below.rules)


def over(below: LawBook, *layers: RuleBook) -> LawBook:
    """Return a book with layers over it."""
    law_set = replace(library.law_sets()["foster-1897"], slug="house", title="House", fallback=None)
    return compile_book(law_set, below.rules, below.vocabulary, over=layers)


def late(book: LawBook) -> list[str]:
    """Return the kinds of what follows late."""
    return [effect.kind for effect in arbiter.rule(book, "thing", {"stage": "late"}).effects]


def test_a_house_rule_that_does_not_name_the_rule_is_refused_with_the_directors_question() -> None:
    below = book(*BELOW)
    silent_about_late = LENIENT.replace("house/thing/late, ", "")
    finding = findings(over(below, layer([silent_about_late], [LENIENT_CASE], below)))["conflict"]
    assert finding.sentence == (
        "this house rule would contradict house/thing/late (“Late it costs the trick.”). "
        "Name that rule in exception_to if it is to be overruled."
    )
    assert finding.witness == {"stage": "late", "seen": "yes"}


def test_a_rule_of_the_law_set_cannot_overrule_a_house_rule() -> None:
    below = book(*BELOW)
    house = layer([LENIENT], [LENIENT_CASE], below)
    own = below.rules.topics["thing"].rules["house/thing/late"]
    turned = replace(own, exception_to=("house/thing/general", "club/thing/lenient"))
    topic = replace(below.rules.topics["thing"], rules={**below.rules.topics["thing"].rules, own.id: turned})
    rules = replace(below.rules, topics={"thing": topic})
    found = findings(over(replace(below, rules=rules), house))["layer"]
    assert found.sentence == "club/thing/lenient is a house rule, which a law-set rule cannot overrule."
    assert found.check == "layer"


def test_a_house_rule_over_an_event_rule_over_the_law_set() -> None:
    below = book(*BELOW)
    event = layer([LENIENT.replace("no-penalty", "stands")], [], below, "event")
    strict = LENIENT.replace("lenient: ", "own: ").replace("_to: [", "_to: [club/thing/lenient, ")
    with pytest.raises(BrokenBook, match="unknown rule “club/thing/lenient”"):
        layer([strict], [], below)
    both = over(below, event).rules
    house = layer([strict], [], replace(below, rules=both))
    found = over(replace(below, rules=both), house)
    assert late(found) == ["no-penalty"]
