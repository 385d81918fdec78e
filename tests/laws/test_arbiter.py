"""The semantics of rules on tiny books: exceptions, silences, questions and interpretations."""

import pytest

from laws import library
from laws.domain import arbiter, why
from laws.domain.compiled_book import LawBook, choose, compile_book
from laws.domain.errors import BrokenBook, InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.ruling import Ruling
from tests.laws.planted import GENERAL, LATE, SEEN, SEEN_OVER_BOTH, TOPIC, book
from tests.refusals import refusing


def ask(rules: list[str], facts: dict[str, object], *, topic: str = TOPIC, more: str = "") -> Ruling:
    """Return the ruling of a tiny book."""
    return arbiter.rule(book(rules, topic=topic, more=more), "thing", facts)


def kinds(ruling: Ruling) -> list[str]:
    """Return the kinds of the effects of a ruling."""
    return [effect.kind for effect in ruling.effects]


def settled(law_set: LawSet, below: LawBook) -> Ruling:
    """Return the ruling of a tiny book under a law set."""
    return arbiter.rule(compile_book(law_set, below.rules, below.vocabulary), "thing", {})


def test_an_exception_prevails_over_the_rule_it_names_and_only_there_in_whatever_order():
    for rules in ([GENERAL, LATE], [LATE, GENERAL]):
        assert kinds(ask(rules, {"stage": "late", "seen": "no"})) == ["award-trick"]
        assert kinds(ask(rules, {"stage": "after", "seen": "no"})) == ["stands"]
    displaced = ask([GENERAL, LATE, SEEN], {"stage": "late", "seen": "yes"})
    assert kinds(displaced) == ["no-penalty"], "a displaced exception still displaces its base"
    assert {each.rule for each in why.displaced(displaced)} == {"house/thing/general", "house/thing/late"}


def test_a_silence_is_a_ruling_with_a_reason_and_the_nearest_law():
    silent = LATE.replace(
        "effects: [{kind: award-trick, side: adversaries}]", "silent: Late is not laid down."
    )
    ruling = ask([GENERAL, silent], {"stage": "late"})
    assert (ruling.status, ruling.laws, ruling.effects) == ("silent", ("house/thing/second",), ())
    assert ruling.because == ("It was late.", "Late it costs the trick.", "Late is not laid down.")
    nothing = ask([], {})
    assert (nothing.status, nothing.because) == ("silent", ("The book has nothing on this.",))


def test_missing_facts_are_asked_the_most_decisive_first():
    ruling = ask([GENERAL, LATE, SEEN_OVER_BOTH], {})
    assert ruling.status == "needs-facts"
    assert [fact.key for fact in ruling.questions] == ["stage", "seen"]
    assert (ruling.laws, ruling.effects, ruling.choices) == ((), (), ())
    assert len(ruling.possible) == 3
    assert ask([GENERAL, LATE, SEEN_OVER_BOTH], {"stage": "early"}).status == "ruled", "seen changes nothing"
    assert ask([GENERAL, LATE], {"stage": "late", "seen": "no"}).irrelevant == ("seen",)


@pytest.mark.parametrize(
    ("more", "order"),
    [("order: 1", ["seen", "stage"]), ("order: 1\n    needed_when: {stage: late}", ["stage", "seen"])],
)
def test_an_author_may_have_a_question_asked_earlier_but_not_before_it_arises(more, order):
    topic = TOPIC.replace("ask: Was it seen?", f"ask: Was it seen?\n    {more}")
    ruling = ask([GENERAL, LATE, SEEN_OVER_BOTH], {}, topic=topic)
    assert [fact.key for fact in ruling.questions] == order


def test_a_usual_answer_is_assumed_only_on_request_and_never_for_a_given_fact():
    topic = TOPIC.replace("ask: Was it seen?", "ask: Was it seen?\n    usual: 'no'")
    known = book([GENERAL, LATE, SEEN_OVER_BOTH], topic=topic)
    assert arbiter.rule(known, "thing", {"stage": "late"}).status == "needs-facts"
    ruling = arbiter.rule(known, "thing", {"stage": "late"}, assume=True)
    assert (ruling.status, dict(ruling.assumed)) == ("ruled", {"seen": "no"})
    other = arbiter.rule(known, "thing", {"stage": "late", "seen": "yes"}, assume=True)
    assert (dict(other.assumed), kinds(other)) == ({}, ["no-penalty"])
    unseen = book([GENERAL, LATE.replace("{stage: late}", "{stage: late, seen: 'no'}")], topic=topic)
    because = arbiter.rule(unseen, "thing", {"stage": "late"}, assume=True).because
    assert "Assuming the usual: It was not seen." in because


def test_true_and_false_answer_a_question_of_yes_or_no():
    rulings = [
        ask([GENERAL, LATE, SEEN_OVER_BOTH], {"stage": "late", "seen": answer})
        for answer in (True, "yes", False)
    ]
    assert [kinds(ruling) for ruling in rulings] == [["no-penalty"], ["no-penalty"], ["award-trick"]]


@pytest.mark.parametrize(
    ("incident", "facts", "field", "reason"),
    [
        ("thin", {}, "incident", "unknown incident “thin”; did you mean thing?"),
        (None, {}, "incident", "unknown incident"),
        ("thing", {"stge": "late"}, "facts.stge", "did you mean stage?"),
        ("thing", {"stage": "lat"}, "facts.stage", "did you mean late?"),
        ("thing", {"stage": True}, "facts.stage", "Accepted: early, late, after."),
        ("thing", {"stage": ["late"]}, "facts.stage", "Accepted: early, late, after."),
        ("thing", {"stage": None}, "facts.stage", "Accepted: early, late, after."),
        ("thing", {"stage": "late", "seen": 1}, "facts.seen", "Accepted: yes, no."),
        ("thing", ["stage"], "facts", "facts with their values"),
        ("thing", {f"f{n}": "x" for n in range(41)}, "facts", "at most 40 facts"),
    ],
)
def test_an_unknown_fact_is_refused_with_the_accepted_ones(incident, facts, field, reason):
    with refusing(field, text=reason):
        arbiter.rule(book([GENERAL, LATE, SEEN_OVER_BOTH]), incident, facts)


LATE_IS_SEEN = "impossible:\n  n: {when: {stage: late, seen: 'no'}, because: Late it is always seen.}\n"


def test_facts_that_contradict_each_other_are_named_with_the_reason():
    with pytest.raises(InvalidInput) as refused:
        ask([GENERAL], {"stage": "late", "seen": "no"}, more=LATE_IS_SEEN)
    assert refused.value.errors == {
        "facts": ["Late it is always seen."],
        "facts.stage": ["this contradicts seen = no."],
        "facts.seen": ["this contradicts stage = late."],
    }
    assert ask([GENERAL, LATE, SEEN_OVER_BOTH], {"stage": "late"}, more=LATE_IS_SEEN).status == "ruled"


DOUBT = (
    "doubt: {says: It is doubtful., when: always, cites: [first], "
    "interpretation: {question: What is meant?, default: mild, because: It is kinder.}, "
    "outcomes: {mild: {says: It is mild., effects: [stands]}, "
    "harsh: {says: It is harsh., effects: [bid-void]}}}"
)


def test_an_ambiguous_text_has_a_default_reading_which_the_ruling_names():
    ruling = ask([DOUBT], {})
    assert kinds(ruling) == ["stands"]
    reading = ruling.readings[0]
    assert (reading.taken, reading.says) == ("mild", {"mild": "It is mild.", "harsh": "It is harsh."})
    assert "What is meant? It is mild. It is kinder." in ruling.because


def test_a_club_may_choose_the_other_reading():
    below = book([DOUBT])
    law_set = library.law_sets()["foster-1897"]
    chosen = choose(law_set, below.rules, {"house/thing/doubt": "harsh"})
    ruling = settled(chosen, below)
    assert (kinds(ruling), ruling.readings[0].taken) == (["bid-void"], "harsh")
    assert chosen.revision != law_set.revision
    assert LawSet.from_canonical(chosen.canonical()) == chosen
    assert choose(chosen, below.rules, {"house/thing/doubt": "mild"})["game_score"] == 51


@pytest.mark.parametrize(
    ("rule", "reading", "reason"),
    [
        ("house/thing/doubt", "mid", "mild"),
        ("house/thing/dubt", "mild", "did you mean house/thing/doubt?"),
        ("house/thing/general", "mild", "unknown open reading"),
    ],
)
def test_an_impossible_reading_is_refused(rule, reading, reason):
    with refusing(f"readings.{rule}", text=reason):
        choose(library.law_set("foster-1897"), book([DOUBT, GENERAL]).rules, {rule: reading})


BOTH_WAYS = (
    "dealt: {says: The deal is lost or not., when: always, cites: [first], by: foul_hand_dealer, "
    "interpretation: {question: Who deals?, default: he, because: It says so.}, "
    "outcomes: {as-others + he: {says: He deals., effects: [{kind: new-deal, dealer: same}]}, "
    "as-others + the-next: {says: The next deals., effects: [{kind: new-deal, dealer: next}]}, "
    "corrected + any: {says: It is put right., effects: [corrected]}}}"
)


@pytest.mark.parametrize(
    ("house", "reading", "kind", "dealer"),
    [
        ("as-others", "he", "new-deal", "same"),
        ("as-others", "the-next", "new-deal", "next"),
        ("corrected", "he", "corrected", None),
        ("corrected", "the-next", "corrected", None),
    ],
)
def test_a_rule_can_depend_on_a_parameter_and_a_reading(house, reading, kind, dealer):
    below = book([BOTH_WAYS])
    law_set = library.law_set("foster-1897").derive({"foul_hand_dealer": house})
    chosen = choose(law_set, below.rules, {"house/thing/dealt": reading})
    ruling = settled(chosen, below)
    assert (ruling.effects[0].kind, dict(ruling.effects[0].parameters).get("dealer")) == (kind, dealer)
    assert (ruling.readings[0].taken, set(ruling.readings[0].says)) == (reading, {"he", "the-next"})


def test_a_reading_without_an_outcome_for_a_parameter_value_is_refused():
    with pytest.raises(BrokenBook, match=r"as-others \+ the-next is missing"):
        book([BOTH_WAYS.replace("as-others + the-next", "corrected + the-next")])


EARLY_TOO = LATE.replace("late:", "early-too:").replace("stage: late", "seen: 'yes'")
EARLY_TOO = EARLY_TOO.replace("{says: Late it", "{says: Seen it")


def test_only_rules_that_apply_for_every_missing_answer_are_named():
    ruling = ask([GENERAL, LATE, EARLY_TOO], {"stage": "late"})
    assert (ruling.status, ruling.rules) == ("ruled", ("house/thing/late",))
    assert ruling.because == ("It was late.", "Late it costs the trick.")
    assert [each.rule for each in ruling.exceptions] == ["house/thing/late"]


def test_if_either_of_two_rules_decides_alike_both_are_named():
    unseen = EARLY_TOO.replace("early-too", "unseen").replace("'yes'", "'no'")
    ruling = ask([GENERAL, EARLY_TOO, unseen], {"stage": "early"})
    assert ruling.status == "ruled"
    assert set(ruling.rules) == {"house/thing/early-too", "house/thing/unseen"}


def test_considered_exceptions_are_listed_with_the_reason():
    ruling = ask([GENERAL, LATE, SEEN_OVER_BOTH], {"stage": "late", "seen": "no"})
    exceptions = {each.rule.rsplit("/", 1)[1]: (each.applies, each.why) for each in ruling.exceptions}
    assert exceptions["late"] == (True, "Late it costs the trick. It prevails over: In general it stands.")
    assert exceptions["seen"] == (False, "Was it seen? It applies to the answer “Yes”; here it is “No”.")


# The laws of a variation decide only where it is in play.

IN_THE_PACK = ("points-in-discards", {"found_in": "pack"})


def laws_of(book, incident, facts):
    """Return the laws cited for an incident. Facts that are not given have their usual answers."""
    return arbiter.rule(book, incident, facts, assume=True).laws


@pytest.mark.parametrize("slug", library.law_sets())
def test_no_law_of_a_variation_is_cited_where_the_book_is_played_as_it_stands(slug):
    book = library.law_book(slug)
    cited = {law for rule in book.rules.every_rule for law in rule.cited_under(book.law_set)}
    assert [law for law in cited if law.split("/")[1] == "variations"] == []


def test_the_law_of_the_blind_draw_is_cited_where_the_dealer_draws_unseen():
    # Foster 1897, Variations: the dealer may draw unseen; what is left then counts for nobody.
    foster = library.law_book("foster-1897")
    blind = foster.law_set.derive({}, ["blind-dealer-draw"])
    varied = compile_book(blind, foster.rules, foster.vocabulary)
    assert laws_of(varied, *IN_THE_PACK)[0] == "foster-1897/variations/blind-dealer-draw-points"
    assert laws_of(foster, *IN_THE_PACK)[0] == "foster-1897/discard-draw/trumps-left-over"


def test_a_ruling_does_not_depend_on_the_order_of_the_facts():
    # No law of Foster's uses these facts here, and the ruling lists them.
    facts = {"holds_trump": "yes", "offender": "maker"}
    foster = library.law_book("foster-1897")
    rulings = [
        arbiter.rule(foster, "first-lead-not-trump", dict(order))
        for order in (facts.items(), reversed(facts.items()))
    ]
    assert [list(ruling.aside) for ruling in rulings] == [["offender", "holds_trump"]] * 2


def test_a_ruling_on_all_facts_does_not_depend_on_their_order():
    book = library.law_book("foster-1897")
    table = book.tables["first-lead-not-trump"]
    facts = {
        fact.key: next(iter(table.steps[fact.key]))
        for fact in table.incident.facts
        if fact.key in table.steps
    }
    rulings = [
        arbiter.rule(book, "first-lead-not-trump", dict(order))
        for order in (facts.items(), reversed(facts.items()))
    ]
    assert list(rulings[0].facts) == list(rulings[1].facts) == list(facts)
