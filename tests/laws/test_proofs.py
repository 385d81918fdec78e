"""Every check of the law books: a sound book passes, and each planted defect is caught by its own check."""

from pathlib import Path

import pytest

from laws.domain.errors import BrokenBook
from laws.domain.proofs import CHECKS
from tests.laws import planted
from tests.laws.planted import GENERAL, GENERAL_CASE, LATE, LATE_CASE, TOPIC, book, findings

SOUND = ([GENERAL, LATE], [GENERAL_CASE, LATE_CASE])
AWARD = "effects: [{kind: award-trick, side: adversaries}]"
STANDS = "effects: [stands]"
SEEN_MATTERS = (
    "seen: {says: Seen it is nothing., when: {seen: 'yes'}, exception_to: [general, late], cites: [first], "
    "effects: [no-penalty]}"
)
SEEN_CASE = "when-seen: {says: It was seen., facts: {seen: 'yes'}, effects: [no-penalty], source: here}"
UNSEEN = f"in-general: {{says: Early., facts: {{stage: early, seen: 'no'}}, {STANDS}, source: here}}"
UNSEEN_LATE = (
    f"when-late: {{says: Late and unseen., facts: {{stage: late, seen: 'no'}}, {AWARD}, source: here}}"
)
WHOLE = ([GENERAL, LATE, SEEN_MATTERS], [UNSEEN, UNSEEN_LATE, SEEN_CASE])


def test_a_sound_book_has_no_findings() -> None:
    assert findings(book(*WHOLE)) == {}


@pytest.mark.parametrize(
    ("check", "rules", "cases", "said"),
    [
        pytest.param(
            "gap",
            [f"late: {{says: Late., when: {{stage: late}}, cites: [first], {STANDS}}}"],
            [],
            "4 situations of thing are covered by no rule",
            id="a situation without a rule",
        ),
        pytest.param(
            "conflict",
            [GENERAL, LATE.replace("exception_to: [general], ", "")],
            [],
            "lead to different outcomes in 2 situations",
            id="two rules that nothing ranks",
        ),
        pytest.param(
            "cycle",
            [GENERAL.replace("when:", "exception_to: [late], when:"), LATE],
            [],
            "exceptions go round: house/thing/general → house/thing/late",
            id="exceptions in a circle",
        ),
        pytest.param(
            "exception-never-meets",
            [
                f"early: {{says: Early., when: {{stage: early}}, cites: [first], {STANDS}}}",
                LATE.replace("general", "early"),
            ],
            [],
            "never applies together with house/thing/early",
            id="an exception to what it never meets",
        ),
        pytest.param(
            "always-overridden",
            [GENERAL.replace("always", "{stage: late}"), LATE],
            [],
            "decides nothing",
            id="a rule that always gives way",
        ),
        pytest.param(
            "rule-without-case", SOUND[0], [GENERAL_CASE], "give it a case", id="a rule that no case tries"
        ),
        pytest.param(
            "case-fails",
            SOUND[0],
            [GENERAL_CASE.replace("stands", "no-penalty"), LATE_CASE],
            "what follows is: What was done stands.",
            id="a case with another effect",
        ),
        pytest.param(
            "case-fails",
            SOUND[0],
            [GENERAL_CASE.replace("{stage: early}", "{}"), LATE_CASE],
            "it still turns on stage",
            id="a case whose facts do not settle it",
        ),
        pytest.param(
            "case-fails",
            SOUND[0],
            [GENERAL_CASE.replace("effects: [stands]", "silent: true"), LATE_CASE],
            "the law is not silent here",
            id="a case that calls for silence",
        ),
        pytest.param(
            "case-fails",
            SOUND[0],
            [GENERAL_CASE.replace("source:", "choices: {dealer: [a]}, source:")],
            "the choices are: none.",
            id="a case with a choice that nobody has",
        ),
        pytest.param(
            "case-fails",
            SOUND[0],
            [GENERAL_CASE.replace("source:", "rules: [late], source:")],
            "house/thing/late does not decide it.",
            id="a case decided by another rule",
        ),
        pytest.param(
            "fact-never-matters",
            SOUND[0],
            SOUND[1],
            "the fact seen changes nothing",
            id="a fact that nobody needs",
        ),
    ],
)
def test_each_defect_is_found_by_its_check(check: str, rules: list[str], cases: list[str], said: str) -> None:
    assert said in findings(book(rules, cases))[check].sentence


def test_a_rule_met_in_no_possible_situation_is_unreachable() -> None:
    more = "impossible:\n  n: {when: {stage: late, seen: 'no'}, because: No.}\n"
    never = f"never: {{says: Never., when: {{stage: late, seen: 'no'}}, cites: [first], {STANDS}}}"
    assert findings(book([GENERAL, never], more=more))["unreachable"].subject == "house/thing/never"


def test_a_definition_that_always_holds_is_constant() -> None:
    more = "definitions:\n  any: {says: Any., when: [{seen: 'yes'}, {seen: 'no'}]}\n"
    assert findings(book(*WHOLE, more=more))["definition-constant"].sentence == "it always holds."


def test_a_definition_that_never_holds_is_constant() -> None:
    more = (
        "impossible:\n  n: {when: {stage: late, seen: 'no'}, because: No.}\n"
        "definitions:\n  none: {says: None., when: {stage: late, seen: 'no'}}\n"
    )
    assert findings(book([GENERAL], more=more))["definition-constant"].sentence.startswith("it never holds")


def test_an_impossible_combination_that_leaves_a_value_no_place_is_found() -> None:
    more = "impossible:\n  n: {when: {stage: late}, because: No.}\n"
    assert findings(book([GENERAL], more=more))["impossible-swallows"].sentence == "stage can never be late."


def test_a_fact_that_decides_where_it_does_not_arise_is_found() -> None:
    topic = TOPIC.replace("ask: Was it seen?", "ask: Was it seen?\n    needed_when: {stage: early}")
    assert (
        "where its needed_when does not hold"
        in findings(book(*WHOLE, topic=topic))["fact-not-needed"].sentence
    )


def test_a_finding_names_file_line_subject_check_and_witness() -> None:
    finding = findings(book([GENERAL, LATE.replace("exception_to: [general], ", "")]))["conflict"]
    assert str(finding).startswith(
        "house/thing.yaml, line 4, house/thing/general: conflict: general and late lead"
    )
    assert str(finding).endswith("This shows when {stage: late, seen: yes}.")


def test_every_check_has_its_planted_defect() -> None:
    files = [Path(__file__), Path(__file__).with_name("test_layers.py")]
    sources = "".join(path.read_text("utf-8") for path in files)
    assert [check for check in CHECKS if f'"{check}"' not in sources] == []


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        pytest.param(
            [GENERAL.replace("[stands]", "[stand]")],
            "unknown effect “stand”; did you mean stands?",
            id="an effect of no list",
        ),
        pytest.param(
            [GENERAL.replace("[stands]", "[{kind: new-deal}]")],
            "new-deal needs dealer: same, next",
            id="an effect without its parameter",
        ),
        pytest.param(
            [GENERAL.replace("[stands]", "[{kind: new-deal, dealer: same, who: pone}]")],
            "unknown parameter of new-deal “who”",
            id="an effect with a parameter too many",
        ),
        pytest.param(
            [GENERAL.replace("always", "{stge: late}")],
            "unknown fact “stge”; did you mean stage?",
            id="a fact of no vocabulary",
        ),
        pytest.param(
            [GENERAL.replace("always", "{stage: lat}")],
            "unknown value of stage “lat”; did you mean late?",
            id="a value of no fact",
        ),
        pytest.param(
            [GENERAL.replace("always", "{stage: [early, late, after]}")],
            "stage is met by every value",
            id="a condition that asks nothing",
        ),
        pytest.param([GENERAL.replace("always", "{}")], "write the word always", id="an empty condition"),
        pytest.param(
            [GENERAL.replace("always", "{is: [done]}")],
            "unknown definition “done”",
            id="a definition that nobody gave",
        ),
        pytest.param(
            [GENERAL.replace("[first]", "[frist]")],
            "unknown law “house/thing/frist”; did you mean house/thing/first?",
            id="a law of no book",
        ),
        pytest.param(
            [GENERAL.replace("cites", "exception_to: [other], cites")],
            "unknown rule “house/thing/other”",
            id="an exception to no rule",
        ),
        pytest.param(
            [
                GENERAL.replace(
                    "effects: [stands]",
                    "choices: [{holder: dealer, options: {a: {label: A, "
                    "effects: [stands]}, b: {label: B, effects: [no-penalty]}}}]",
                )
            ],
            "option-without-lapse",
            id="a choice that never ends",
        ),
        pytest.param(
            [
                GENERAL.replace(
                    "effects: [stands]",
                    "choices: [{holder: dealer, lapses: at-once, options: "
                    "{a: {label: A, effects: [stands]}}}]",
                )
            ],
            "between two options at least",
            id="a choice of one",
        ),
        pytest.param(
            [GENERAL.replace("cites", "status: inferred, cites")],
            "a note must give the argument",
            id="an inference without its argument",
        ),
        pytest.param(
            [GENERAL.replace("cites", "silent: Nothing., cites")],
            "a silent law has neither effects nor choices",
            id="silence with an effect",
        ),
        pytest.param([GENERAL.replace(", effects: [stands]", "")], "say what follows", id="nothing at all"),
        pytest.param(
            [
                GENERAL.replace(
                    "effects: [stands]", "by: made_rule, outcomes: {difference: {effects: [stands]}}"
                )
            ],
            "give an outcome for each value of made_rule",
            id="a parameter's value forgotten",
        ),
        pytest.param(
            [
                GENERAL.replace(
                    "effects: [stands]",
                    "by: [misdeal_effect, revoke_waives_bid], outcomes: {any + any: {effects: [stands]}, "
                    "pass-left + true: {effects: [no-penalty]}}",
                )
            ],
            "pass-left + true stands twice",
            id="two outcomes for one combination of parameters",
        ),
        pytest.param(
            [
                GENERAL.replace(
                    "effects: [stands]", "by: misdeal_effect, outcomes: {pass-lft: {effects: [stands]}}"
                )
            ],
            "did you mean pass-left?",
            id="an outcome for a value that is none",
        ),
        pytest.param(
            [GENERAL.replace("In general it", "'{offnder}'").replace("' stands.", " stands.'")],
            "unknown role “offnder”; did you mean offender?",
            id="a role of no list",
        ),
        pytest.param([GENERAL, GENERAL], "this key stands already in line", id="a rule written twice"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(rules: list[str], said: str) -> None:
    with pytest.raises(BrokenBook) as broken:
        book(rules)
    assert any(said in str(fault) for fault in broken.value.faults), broken.value
    assert all(fault.file == "house/thing.yaml" and fault.line > 1 for fault in broken.value.faults)


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        pytest.param(
            TOPIC.replace('"no": {label: No, means: It was not seen.}', ""),
            "a fact has 2 to 4 values",
            id="a fact with one answer",
        ),
        pytest.param(
            TOPIC.replace("seen:", "Seen-it:"), "lower-case words joined by underscores", id="a fact's key"
        ),
        pytest.param(
            TOPIC + "  thing2: {ask: A?, why: B., values: {x: {label: X}, y: {label: Y, means: Y.}}}\n",
            "the key means is missing",
            id="an answer without its sentence",
        ),
        pytest.param(
            TOPIC.replace("Was it seen?", "Was {ofender} seen?"), "unknown role “ofender”", id="a role"
        ),
        pytest.param(
            TOPIC.replace("ask: Was it seen?", "ask: Was it seen?\n    usual: never"),
            "unknown usual value “never”",
            id="a usual value that is none",
        ),
    ],
)
def test_a_vocabulary_that_cannot_be_read_is_refused_with_its_reason(topic: str, said: str) -> None:
    with pytest.raises(BrokenBook) as broken:
        planted.vocabulary(topic)
    assert any(said in str(fault) for fault in broken.value.faults), broken.value


def test_a_topic_too_large_is_refused_before_it_is_compiled() -> None:
    fact = (
        "  f{n}: {{ask: A?, why: B., values: {{x: {{label: X, means: X.}}, y: {{label: Y, means: Y.}}}}}}\n"
    )
    with pytest.raises(BrokenBook, match="topic-too-large: 15 facts make 49152 situations"):
        planted.vocabulary(TOPIC + "".join(fact.format(n=number) for number in range(13)))
