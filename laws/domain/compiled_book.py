"""A compiled law book: one complete law table for each incident.

The law set supplies the parameters and interpretations that select the outcome of a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from laws.domain.compile import LawTable, can_arise, compile_table
from laws.domain.errors import InputProblems, unknown
from laws.domain.lawset import LawSet
from laws.domain.rule import ONLY, Outcome, Rule, RuleBook, combination
from laws.domain.sentences import _
from laws.domain.vocabulary import Incident, Topic, Vocabulary


@dataclass(frozen=True)
class LawBook:
    """The compiled book of one law set."""

    law_set: LawSet
    rules: RuleBook
    vocabulary: Vocabulary
    tables: Mapping[str, LawTable]

    @property
    def slug(self) -> str:
        return self.law_set.slug

    def for_game(self, game: str) -> "LawBook":
        """Return this book with the parameters of one game.

        The book is unchanged if ``game`` is empty or has no parameters of its own. Raises InvalidInput for a
        game that the law set does not have.
        """
        figures = self.law_set.for_game(game) if game else self.law_set
        if figures is self.law_set:
            return self
        if game not in self._of_games:
            self._of_games[game] = compile_over(self, figures, RuleBook(self.slug, {}))
        return self._of_games[game]

    @cached_property
    def _of_games(self) -> dict[str, "LawBook"]:
        return {}


def merge(rules: RuleBook, own: RuleBook) -> RuleBook:
    """Add the rules, cases and definitions of a club (``own``) to the ``rules`` of a law set."""
    topics = dict(rules.topics)
    for name, more in own.topics.items():
        below = rules.on(name)
        topics[name] = replace(
            more,
            rules={**below.rules, **more.rules},
            cases={**below.cases, **more.cases},
            definitions={**below.definitions, **more.definitions},
        )
    return RuleBook(rules.slug, topics)


def choose(law_set: LawSet, rules: RuleBook, readings: Mapping[str, str]) -> LawSet:
    """Return a law set that is derived from ``law_set`` and follows the chosen interpretations.

    ``readings`` maps rule ids to interpretations. If nothing changes, ``law_set`` itself is returned. A
    choice also applies to each other rule of the topic that meets these conditions:

    - The rule asks the same question of interpretation.
    - The rule has the chosen interpretation.
    - ``readings`` does not name the rule.

    Raises InvalidInput under "readings.<rule>" for a rule without a question of interpretation, and for an
    interpretation that the rule does not have.
    """
    open_rules = rules.open_rules
    problems = InputProblems()
    chosen = dict(law_set.readings)
    for rule_id, reading in readings.items():
        rule = open_rules.get(rule_id)
        if rule is None or rule.interpretation is None:
            problems.add(f"readings.{rule_id[:80]}", unknown(rule_id, open_rules, _("open reading")))
        elif problems.word(reading, f"readings.{rule_id}", rule.readings, _("reading")):
            for other in open_rules.values():
                alike = other.topic == rule.topic and other.interpretation == rule.interpretation
                if other is rule or (alike and other.id not in readings and reading in other.readings):
                    chosen.pop(other.id, None)
                    if reading != rule.interpretation.default:
                        chosen[other.id] = reading
    problems.settle()
    if chosen == law_set.readings:
        return law_set
    return replace(law_set, readings=chosen, base=law_set.slug, base_revision=law_set.revision)


def compile_book(law_set: LawSet, rules: RuleBook, vocabulary: Vocabulary) -> LawBook:
    """Compile the law book. The law set's parameters and interpretations select the outcome of each rule."""
    tables = {
        incident.id: _table(law_set, rules, topic, incident)
        for topic in vocabulary.topics.values()
        for incident in topic.incidents.values()
    }
    return LawBook(law_set, rules, vocabulary, tables)


def compile_over(below: LawBook, law_set: LawSet, own: RuleBook) -> LawBook:
    """Compile the book of a derived law set.

    ``below`` is the book of the law set from which ``law_set`` was derived. The rules in ``own`` are added to
    the rules of ``below``. A law table is compiled only if it may differ from the table in ``below``.
    Otherwise it is copied.
    """
    rules = merge(below.rules, own)
    touched = {name for name, topic in own.topics.items() if topic.rules}
    tables = {}
    for topic in below.vocabulary.topics.values():
        for incident in topic.incidents.values():
            table = below.tables[incident.id]
            if (
                topic.name in touched
                or can_arise(incident, below.law_set) != can_arise(incident, law_set)
                or any(_may_differ(rule, below.law_set, law_set) for rule in table.rules)
            ):
                tables[incident.id] = _table(law_set, rules, topic, incident)
            else:
                tables[incident.id] = replace(table, law_set=law_set)
    return LawBook(law_set, rules, below.vocabulary, tables)


def _may_differ(rule: Rule, first: LawSet, second: LawSet) -> bool:
    return first.readings.get(rule.id) != second.readings.get(rule.id) or any(
        first[name] != second[name] for name in rule.by
    )


def outcome_under(law_set: LawSet, rule: Rule) -> Outcome:
    """Return the outcome of a rule under a law set's parameters and interpretations."""
    chosen: list[object] = [law_set[name] for name in rule.by]
    if rule.interpretation:
        chosen.append(law_set.readings.get(rule.id, rule.interpretation.default))
    return rule.outcomes[combination(chosen) if chosen else ONLY]


def _table(law_set: LawSet, rules: RuleBook, topic: Topic, incident: Incident) -> LawTable:
    on_topic = rules.on(topic.name)
    on_incident = [rule for rule in on_topic.rules.values() if incident.id in rule.incidents]
    return compile_table(
        law_set, incident, on_incident, on_topic.definitions, partial(outcome_under, law_set)
    )
