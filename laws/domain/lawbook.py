"""A law set's book ready to answer: for each incident its complete table.

The law set lends the parameters by which some rules go; a club may choose another reading of doubtful words.
Reading the files is done before, checking what was compiled in ``proofs``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from laws.domain.compile import Table, compile_table
from laws.domain.lawset import LawSet
from laws.domain.rule import ONLY, Outcome, Rule, RuleBook, TopicRules, combination
from laws.domain.vocabulary import Vocabulary

NO_READINGS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class LawBook:
    """The compiled book of one law set. ``fallback`` is the law set to ask where this one is silent."""

    slug: str
    title: str
    fallback: str | None
    rules: RuleBook
    vocabulary: Vocabulary
    tables: Mapping[str, Table]


def merge(rules: RuleBook, over: Sequence[RuleBook]) -> RuleBook:
    """Return the rules of a law set with those of the layers over it, topic by topic."""
    topics = dict(rules.topics)
    for layer in over:
        for name, more in layer.topics.items():
            below = topics.get(name)
            topics[name] = (
                TopicRules(
                    name,
                    {**below.rules, **more.rules},
                    {**below.cases, **more.cases},
                    {**below.definitions, **more.definitions},
                )
                if below
                else more
            )
    return RuleBook(rules.slug, topics)


def compile_book(
    law_set: LawSet,
    rules: RuleBook,
    vocabulary: Vocabulary,
    readings: Mapping[str, str] = NO_READINGS,
    over: Sequence[RuleBook] = (),
) -> LawBook:
    """Return the law book, each rule with the outcome that the law set's parameters and readings give it.

    ``readings`` names, by rule, a reading other than the default; ``over`` are the layers of an event and a
    house, whose rules prevail over those that they name.
    """
    rules = merge(rules, over)

    def settle(rule: Rule) -> Outcome:
        if rule.by:
            return rule.outcomes[combination(law_set[name] for name in rule.by)]
        if rule.interpretation:
            return rule.outcomes[readings.get(rule.id, rule.interpretation.default)]
        return rule.outcomes[ONLY]

    tables = {}
    for topic in vocabulary.topics.values():
        spoken = rules.topics.get(topic.name)
        definitions = spoken.definitions if spoken else topic.definitions
        for incident in topic.incidents.values():
            found = rules.rules_on(topic.name, incident.id)
            tables[incident.id] = compile_table(law_set.slug, incident, found, definitions, settle)
    return LawBook(law_set.slug, law_set.title, law_set.fallback, rules, vocabulary, tables)
