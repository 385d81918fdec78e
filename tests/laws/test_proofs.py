"""The checks of law books: a sound book passes, and ``manage.py check`` reports each defect."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from django.core.exceptions import ImproperlyConfigured

from cinchclub.checks import refuse_unsafe
from laws import checks, finding, library
from laws.domain.errors import BrokenBook
from laws.domain.proofs import Check
from tests.laws import planted
from tests.laws.planted import GENERAL, GENERAL_CASE, LATE, LATE_CASE, TOPIC, book, findings

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


def test_a_sound_book_has_no_findings():
    assert findings(book(*WHOLE)) == {}


EARLY = f"early: {{says: Early., when: {{stage: early}}, cites: [first], {STANDS}}}"
IDLE = LATE.replace("exception_to: [general], ", "")
CIRCLE = GENERAL.replace("when:", "exception_to: [late], when:")


@pytest.mark.parametrize(
    ("check", "rules", "sentence"),
    [
        ("gap", [EARLY], "4 situations of thing are covered by no rule"),
        ("conflict", [GENERAL, IDLE], "lead to different outcomes in 2 situations"),
        ("cycle", [CIRCLE, LATE], "exceptions go round: house/thing/general → house/thing/late"),
        ("exception-never-meets", [EARLY, LATE.replace("general", "early")], "never applies together with"),
        ("always-overridden", [GENERAL.replace("always", "{stage: late}"), LATE], "decides nothing"),
        ("fact-never-matters", [GENERAL, LATE], "the fact seen changes nothing"),
        ("rule-without-case", [GENERAL, LATE], "give it a case"),
    ],
)
def test_each_defect_of_rules_is_found_by_its_check(check, rules, sentence):
    assert sentence in findings(book(rules))[check].sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("stands", "no-penalty", "what follows is: What was done stands."),
        ("{stage: early}", "{}", "it still turns on stage"),
        ("effects: [stands]", "silent: true", "the law is not silent here"),
        ("source:", "choices: {dealer: [a]}, source:", "the choices are: none."),
        ("source:", "rules: [late], source:", "house/thing/late does not decide it."),
    ],
)
def test_a_case_with_another_outcome_is_found(old, new, sentence):
    spoiled = book([GENERAL, LATE], [GENERAL_CASE.replace(old, new), LATE_CASE])
    assert sentence in findings(spoiled)["case-fails"].sentence


NEVER_LATE_UNSEEN = "impossible:\n  n: {when: {stage: late, seen: 'no'}, because: No.}\n"
NEVER = f"never: {{says: Never., when: {{stage: late, seen: 'no'}}, cites: [first], {STANDS}}}"
ANY = "definitions:\n  any: {says: Any., when: [{seen: 'yes'}, {seen: 'no'}]}\n"
NONE = "definitions:\n  none: {says: None., when: {stage: late, seen: 'no'}}\n"
NEVER_LATE = "impossible:\n  n: {when: {stage: late}, because: No.}\n"


@pytest.mark.parametrize(
    ("check", "rules", "more", "sentence"),
    [
        ("unreachable", [GENERAL, NEVER], NEVER_LATE_UNSEEN, "its condition is never met."),
        ("definition-constant", WHOLE[0], ANY, "it always holds."),
        ("definition-constant", [GENERAL], NEVER_LATE_UNSEEN + NONE, "it never holds"),
        ("impossible-swallows", [GENERAL], NEVER_LATE, "stage can never be late."),
    ],
)
def test_each_defect_of_a_topic_is_found_by_its_check(check, rules, more, sentence):
    assert findings(book(rules, more=more))[check].sentence.startswith(sentence)


def test_a_fact_that_decides_where_it_does_not_arise_is_found():
    topic = TOPIC.replace("ask: Was it seen?", "ask: Was it seen?\n    needed_when: {stage: early}")
    finding = findings(book(*WHOLE, topic=topic))["fact-not-needed"]
    assert "where its needed_when does not hold" in finding.sentence


def test_a_finding_names_file_line_subject_check_and_witness():
    finding = findings(book([GENERAL, IDLE]))["conflict"]
    assert str(finding).startswith(
        "house/thing.yaml, line 4, house/thing/general: conflict: general and late lead"
    )
    assert str(finding).endswith("This shows when {stage: late, seen: yes}.")


def test_every_check_has_its_planted_defect():
    files = ("test_proofs.py", "test_house.py")
    sources = "".join(Path(__file__).with_name(name).read_text("utf-8") for name in files)
    assert [check for check in get_args(Check) if f'"{check}"' not in sources] == []


OPTIONS = "{a: {label: A, effects: [stands]}, b: {label: B, effects: [no-penalty]}}"
ENDLESS = f"choices: [{{holder: dealer, options: {OPTIONS}}}]"
OF_ONE = "choices: [{holder: dealer, lapses: at-once, options: {a: {label: A, effects: [stands]}}}]"
FORGOTTEN = f"by: made_rule, outcomes: {{difference: {{{STANDS}}}}}"
AGAIN = "{misdeal_effect: pass-left, revoke_waives_bid: 'true', effects: [no-penalty]}"
TWICE = f"outcomes: [{{{STANDS}}}, {AGAIN}]"
MISSPELT = f"by: misdeal_effect, outcomes: {{pass-lft: {{{STANDS}}}}}"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[stands]", "[stand]", "unknown effect “stand”; did you mean stands?"),
        ("[stands]", "[{kind: new-deal}]", "new-deal needs dealer: same, next"),
        ("[stands]", "[{kind: new-deal, dealer: same, who: pone}]", "unknown parameter of new-deal “who”"),
        ("always", "{stge: late}", "unknown fact “stge”; did you mean stage?"),
        ("always", "{stage: lat}", "unknown value of stage “lat”; did you mean late?"),
        ("always", "{stage: [early, late, after]}", "stage is met by every value"),
        ("always", "{}", "write the word always"),
        ("always", "{is: [done]}", "unknown definition “done”"),
        ("[first]", "[frist]", "unknown law “house/thing/frist”; did you mean house/thing/first?"),
        ("cites", "exception_to: [other], cites", "unknown rule “house/thing/other”"),
        (STANDS, ENDLESS, "option-without-lapse"),
        (STANDS, OF_ONE, "between two options at least"),
        ("cites", "status: inferred, cites", "a note must give the argument"),
        ("cites", "silent: Nothing., cites", "a silent law has neither effects nor choices"),
        (f", {STANDS}", "", "say what follows"),
        (STANDS, FORGOTTEN, "give an outcome for each value of made_rule"),
        (STANDS, TWICE, "pass-left + true is there twice"),
        (STANDS, "outcomes: nowhere", "unknown table of outcomes “nowhere”"),
        (STANDS, MISSPELT, "did you mean pass-left?"),
        ("In general it stands.", "'{offnder} stands.'", "unknown role “offnder”; did you mean offender?"),
        (GENERAL, f"{GENERAL}\n  {GENERAL}", "this key is already in line"),
    ],
)
def test_a_rule_that_cannot_be_parsed_is_refused_with_the_reason(old, new, sentence):
    with pytest.raises(BrokenBook) as broken:
        book([GENERAL.replace(old, new)])
    assert any(sentence in str(fault) for fault in broken.value.faults), broken.value
    assert all(fault.file == "house/thing.yaml" and fault.line > 1 for fault in broken.value.faults)


HALF = "  thing2: {ask: A?, why: B., values: {x: {label: X}, y: {label: Y, means: Y.}}}\n"


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [
        (TOPIC.replace('"no": {label: No, means: It was not seen.}', ""), "a fact has 2 to 4 values"),
        (TOPIC.replace("seen:", "Seen-it:"), "lower-case words joined by underscores"),
        (TOPIC + HALF, "the key means is missing"),
        (TOPIC.replace("Was it seen?", "Was {ofender} seen?"), "unknown role “ofender”"),
        (TOPIC.replace("seen?", "seen?\n    usual: never"), "unknown usual value “never”"),
        (TOPIC.replace("happened}", "happened, arises_with: {extra_for: none}}"), "did you mean extra_four?"),
        (TOPIC.replace("happened}", "happened, arises_with: {extra_four: no}}"), "value of extra_four “no”"),
        (TOPIC.replace("happened}", "happened, arises_with: {extra_four: none}}"), "say under otherwise why"),
    ],
)
def test_a_vocabulary_that_cannot_be_parsed_is_refused_with_the_reason(topic, sentence):
    with pytest.raises(BrokenBook) as broken:
        planted.vocabulary(topic)
    assert any(sentence in str(fault) for fault in broken.value.faults), broken.value


def test_a_topic_too_large_is_refused_before_it_is_compiled():
    fact = (
        "  f{n}: {{ask: A?, why: B., values: {{x: {{label: X, means: X.}}, y: {{label: Y, means: Y.}}}}}}\n"
    )
    with pytest.raises(BrokenBook, match="topic-too-large: 15 facts make 49152 situations"):
        planted.vocabulary(TOPIC + "".join(fact.format(n=number) for number in range(13)))


CACHED = [
    library.law_sets, library.laws, library.topics, library.games, library.index, library.law_books,
    library.clauses, library.common_law_set, library.parse_books, library.wordings,
    library.inventory_files, library.books, library.inventories,
]  # fmt: skip


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a temporary copy of our books that the library loads for the length of the test."""
    copy = tmp_path / "books"
    shutil.copytree(library.BOOKS, copy)
    with monkeypatch.context() as patched:
        patched.setattr(library, "BOOKS", copy)
        for each in CACHED:
            each.cache_clear()
        yield copy
    for each in CACHED:
        each.cache_clear()


def test_sound_books_pass():
    assert checks.books(None) == []


LEAD = "foster-1897/lead-out-of-turn.yaml"


@pytest.mark.parametrize(
    ("words", "instead", "check", "reason"),
    [
        ("[cinch-lead-oot-all-followed]", "[cinch-lead-oot-all-folowed]", "laws.E001", "did you mean"),
        ("exception_to: [adversarys-turn, ", "exception_to: [", "laws.E002", "conflict"),
    ],
)
def test_a_defect_planted_in_our_books_is_refused_with_file_line_and_reason(
    books, words, instead, check, reason
):
    text = (books / LEAD).read_text("utf-8")
    assert words in text, "the words to change are not there"
    (books / LEAD).write_text(text.replace(words, instead, 1), "utf-8")
    messages = [error.msg for error in checks.books(None) if error.id == check]
    assert any(reason in each and each.startswith(f"{LEAD}, line ") for each in messages), messages
    with pytest.raises(ImproperlyConfigured, match=check):
        refuse_unsafe()


@pytest.mark.parametrize("file", ["words.yaml", "languages/de.yaml"])
def test_a_defect_in_the_players_words_is_refused_with_its_file(tmp_path, monkeypatch, file):
    words = shutil.copytree(library.VOCABULARY, tmp_path / "vocabulary") / file
    words.write_text(words.read_text("utf-8").replace("people: [", "people: [seat, seat, ", 1), "utf-8")
    cached = [each for each in (*vars(library).values(), finding.finder) if hasattr(each, "cache_clear")]
    with monkeypatch.context() as patched:
        patched.setattr(library, "VOCABULARY", tmp_path / "vocabulary")
        patched.setattr(library, "LANGUAGES", tmp_path / "vocabulary" / "languages")
        for each in cached:
            each.cache_clear()
        messages = [error.msg for error in checks.books(None) if error.id == "laws.E001"]
    for each in cached:
        each.cache_clear()
    assert any(file in each and "seat" in each for each in messages), messages
