"""A tiny law book for tests with defects: one topic with two facts, and rules that each test supplies."""

from dataclasses import replace

from laws import library
from laws.domain.compiled_book import LawBook, compile_book
from laws.domain.proofs import Finding, find
from laws.domain.rule_notation import read_rule_books
from laws.domain.vocabulary import Vocabulary
from laws.domain.vocabulary_notation import read_vocabulary

LAWS = frozenset({"house/thing/first", "house/thing/second"})
TOPIC = """
title: A thing that happens
game: cinch
incidents:
  thing: {title: Something happened}
facts:
  stage:
    ask: When was it?
    why: It matters.
    values:
      early: {label: Early, means: It was early.}
      late: {label: Late, means: It was late.}
      after: {label: After, means: It was after.}
  seen:
    ask: Was it seen?
    why: It matters.
    values:
      "yes": {label: Yes, means: It was seen.}
      "no": {label: No, means: It was not seen.}
"""
GENERAL = "general: {says: In general it stands., when: always, cites: [first], effects: [stands]}"
LATE = (
    "late: {says: Late it costs the trick., when: {stage: late}, exception_to: [general], cites: [second], "
)
LATE += "effects: [{kind: award-trick, side: adversaries}]}"
GENERAL_CASE = "in-general: {says: It was early., facts: {stage: early}, effects: [stands], source: here}"
LATE_CASE = "when-late: {says: It was late., facts: {stage: late}, "
LATE_CASE += "effects: [{kind: award-trick, side: adversaries}], source: here}"

SEEN = (
    "seen: {says: Seen late it is waived., when: {stage: late, seen: 'yes'}, exception_to: [late], "
    "cites: [first], effects: [no-penalty]}"
)
SEEN_OVER_BOTH = SEEN.replace("[late]", "[late, general]")


def vocabulary(topic: str = TOPIC, more: str = "") -> Vocabulary:
    """Return the vocabulary of one topic."""
    return read_vocabulary({"thing": library.parse(topic + more, "vocabulary/thing.yaml")})


def written(key: str, entries: list[str]) -> str:
    """Return YAML text with the entries under a key; empty if there are none."""
    return f"{key}:\n" + "".join(f"  {entry}\n" for entry in entries) if entries else ""


def book(rules: list[str], cases: list[str] | None = None, topic: str = TOPIC, more: str = "") -> LawBook:
    """Compile a book of these rules and cases. ``more`` is appended to the vocabulary."""
    words = vocabulary(topic, more)
    text = f"game: cinch\n{written('rules', rules)}{written('cases', cases or [])}"
    read = read_rule_books({"house": {"thing.yaml": library.parse(text, "house/thing.yaml")}}, words, LAWS)
    law_set = replace(library.law_sets()["foster-1897"], slug="house", title="House", fallback=None)
    return compile_book(law_set, read["house"], words)


def findings(law_book: LawBook) -> dict[str, Finding]:
    """Return the first finding of each check, by check."""
    return {finding.check: finding for finding in reversed(find({"house": law_book}))}
