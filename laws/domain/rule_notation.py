"""Parse the rules and cases of law books, and check them against the vocabulary and the laws they cite.

The module ``book_notation`` parses the texts of the laws.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import cast

from laws.domain.book_notation import READ_AS_RULES
from laws.domain.document import Fields, Items, Node, Reader, Record, Text, from_plain, plain
from laws.domain.effects import MOMENTS, read_effects
from laws.domain.errors import BrokenBook, Fault, not_among, unknown
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import ROLES
from laws.domain.rule import (
    AND,
    ANY,
    CERTAINTIES,
    ONLY,
    Case,
    Choice,
    Interpretation,
    Layer,
    Option,
    Outcome,
    Rule,
    RuleBook,
    TopicRules,
    combination,
    whole_id,
)
from laws.domain.sentences import _, in_a_row
from laws.domain.vocabulary import Definition, Topic, Vocabulary
from laws.domain.vocabulary_notation import OUTCOMES, read_condition, read_definitions, read_vocabulary

OUTCOME_KEYS = "says effects choices silent"
RULE_KEYS = (
    "says* effects choices silent incidents when* exception_to cites* outcomes by interpretation status note"
)
CASE_KEYS = "says* incident facts* effects choices silent rules source*"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of outcomes. ``cells`` maps parameters to the values with which the row applies."""

    cells: Mapping[str, Sequence[str]]
    outcome: Outcome

    def covers(self, values: Mapping[str, str]) -> bool:
        """Tell whether the row applies with these values of the parameters."""
        return all(values[name] in accepted for name, accepted in self.cells.items())


Tables = Mapping[str, Sequence[Row]]
"""The shared tables of outcomes, by name."""


def read_tables(vocabulary: Vocabulary, faults: list[Fault]) -> Tables:
    """Parse the tables of outcomes of a vocabulary. Adds every fault to ``faults``."""
    reader = Reader(f"vocabulary/{OUTCOMES}.yaml", faults)
    tables: dict[str, Sequence[Row]] = {}
    for name, node in vocabulary.outcomes.items():
        tables[name] = tuple(_read_rows(reader, node, name, tables))
    return tables


def _read_rows(reader: Reader, node: Node, key: str, tables: Tables) -> Iterator[Row]:
    for entry in reader.items(node, key):
        row = reader.record(entry, key, f"as {OUTCOME_KEYS} {' '.join(PARAMETERS)}")
        cells = {
            name: reader.word_or_words(value, key) for name, value in row.fields.items() if name in PARAMETERS
        }
        for name, values in cells.items():
            row.check_accepted(values, PARAMETERS[name].words, _("value of {by}", by=name))
        if "as" in row:
            # The row takes over the rows of an earlier table. Its own cells limit them.
            for other in tables.get(row.word("as", tables, _("table of outcomes")), ()):
                fitting = {
                    name: [value for value in values if value in other.cells.get(name, values)]
                    for name, values in cells.items()
                }
                if all(fitting.values()):
                    yield Row({**other.cells, **fitting}, other.outcome)
        else:
            yield Row(cells, _read_outcome(row))


def read_outcomes(
    rule: Record, by: tuple[str, ...], interpretation: Interpretation | None
) -> dict[str, Outcome]:
    """Parse the outcomes of a rule by key.

    If the outcome depends on no parameter and no interpretation, its key is ONLY. All other keys come from
    `combination`. The reader of the rule collects the faults.
    """
    if not by and interpretation is None:
        if "outcomes" in rule:
            rule.fault(_("several outcomes need a parameter (by) or an interpretation."))
        return {ONLY: _read_outcome(rule)}
    for name in ("effects", "choices", "silent"):
        if name in rule:
            rule.fault(_("{name} stand under outcomes, one entry for each reading.", name=name))
    outcomes = {
        name: _read_outcome(rule.reader.record(entry, f"{rule.key}.{name}", OUTCOME_KEYS, line))
        for name, entry, line in rule.pairs("outcomes")
    }
    choices = {name: PARAMETERS[name].words for name in by if name in PARAMETERS}
    if interpretation:
        readings = readings_of(outcomes, by)
        rule.check_accepted([interpretation.default], readings, _("reading"))
        if len(readings) < 2:
            rule.fault(_("an interpretation has two readings at least."))
        choices["interpretation"] = readings
    if not by or not set(by) <= set(PARAMETERS):
        return outcomes
    rows = []
    every = [combination(values) for values in product(*choices.values())]
    for name, outcome in outcomes.items():
        parts = name.split(AND)
        row = Row(
            {column: [part] for column, part in zip(choices, parts, strict=False) if part != ANY}, outcome
        )
        known = all(set(values) <= set(choices[column]) for column, values in row.cells.items())
        if len(parts) != len(choices) or not known:
            rule.fault(not_among(name, every, _("value of {by}", by=in_a_row(by))))
        rows.append(row)
    return _combined(rule, rows, choices, in_a_row(by))


def readings_of(outcomes: Iterable[str], by: Sequence[str]) -> tuple[str, ...]:
    """Return the interpretations in the keys of outcomes. A key ends with the interpretation."""
    named = (name.split(AND)[len(by) :] for name in outcomes)
    return tuple(dict.fromkeys(reading for last in named for reading in last if reading != ANY))


def _combined(
    rule: Record, rows: Sequence[Row], choices: Mapping[str, Sequence[str]], by: str
) -> dict[str, Outcome]:
    combined: dict[str, Outcome] = {}
    for values in product(*choices.values()):
        name = combination(values)
        covering = [row.outcome for row in rows if row.covers(dict(zip(choices, values, strict=True)))]
        if len(covering) == 1:
            combined[name] = replace(covering[0])
        else:
            how = _("is there twice") if covering else _("is missing")
            rule.fault(_("give an outcome for each value of {by}: {each} {how}.", by=by, each=name, how=how))
    return combined


def _read_outcome(record: Record) -> Outcome:
    effects = read_effects(record)
    choices = tuple(_read_choice(record.reader, entry, record.key) for entry in record.items("choices"))
    silent = record.text("silent")
    if silent and (effects or choices):
        record.fault(_("a silent law has neither effects nor choices."))
    if not silent and not effects and not choices:
        record.fault(_("say what follows: effects, choices, or silent with the reason."))
    return Outcome(effects, choices, silent, record.sentence("says"))


def _read_choice(reader: Reader, node: Node, key: str) -> Choice:
    choice = reader.record(node, key, "holder* options* lapses")
    options = tuple(
        _read_option(name, reader.record(entry, f"{key}.{name}", "label* effects*"))
        for name, entry, _line in choice.pairs("options")
    )
    if len(options) < 2:
        choice.fault(_("a choice is between two options at least."))
    if "lapses" not in choice:
        choice.fault(_("option-without-lapse: say at which moment the right is lost (lapses)."))
    return Choice(
        choice.word("holder", ROLES, _("role")), options, choice.word("lapses", MOMENTS, _("moment"))
    )


def _read_option(name: str, option: Record) -> Option:
    option.reader.check_slug(name, option.line, option.key, _("an option's name"))
    return Option(name, option.sentence("label"), read_effects(option))


def read_rule_books(
    books: Mapping[str, Mapping[str, Node]], vocabulary: Vocabulary, laws: Collection[str]
) -> dict[str, RuleBook]:
    """Parse the rules and cases of each book, by slug.

    ``laws`` are the ids of all laws of all books. A rule may cite only laws of its own book. Raises
    BrokenBook with every fault found.
    """
    faults: list[Fault] = []
    tables = read_tables(vocabulary, faults)
    rule_books = {
        slug: _read_book(slug, files, vocabulary, laws, tables, "law-set", faults)
        for slug, files in books.items()
    }
    _refuse_unknown_bases(rule_books.values(), (), faults)
    return rule_books


def read_house_rules(
    slug: str, files: Mapping[str, Node], vocabulary: Vocabulary, laws: Collection[str], below: RuleBook
) -> RuleBook:
    """Parse the rules of a house law set, which can override rules of the book ``below``.

    Raises BrokenBook with every fault found.
    """
    faults: list[Fault] = []
    tables = read_tables(vocabulary, faults)
    rule_book = _read_book(slug, files, vocabulary, laws, tables, "house", faults)
    _refuse_unknown_bases([rule_book], [below], faults)
    return rule_book


def _read_book(
    slug: str,
    files: Mapping[str, Node],
    vocabulary: Vocabulary,
    laws: Collection[str],
    tables: Tables,
    layer: Layer,
    faults: list[Fault],
) -> RuleBook:
    topics = {}
    own = frozenset(law for law in laws if law.startswith(f"{slug}/"))
    for name, node in files.items():
        if not isinstance(node, Fields):
            continue
        reader = Reader(f"{slug}/{name}", faults)
        fields = {key.value: child for key, child in node.pairs if key.value in READ_AS_RULES}
        topic = name.removesuffix(".yaml")
        if topic in vocabulary.topics:
            words = vocabulary.topics[topic]
            topics[topic] = TopicReader(reader, slug, words, own, tables, layer).read(fields)
        elif fields:
            reader.fault(node.line, topic, "rules and cases need a topic of this name in the vocabulary.")
    return RuleBook(slug, topics)


def _refuse_unknown_bases(
    books: Collection[RuleBook], below: Iterable[RuleBook], faults: list[Fault]
) -> None:
    known = {rule.id for book in (*books, *below) for rule in book.every_rule}
    faults = faults or [
        Fault(rule.file, rule.line, rule.id, unknown(base, known, _("rule")))
        for book in books
        for rule in book.every_rule
        for base in rule.exception_to
        if base not in known
    ]
    if faults:
        raise BrokenBook(faults)


class TopicReader:
    """Parses the rules and cases of one book on one topic.

    A name without a path means a law or rule of this book and topic.
    """

    def __init__(
        self,
        reader: Reader,
        book: str,
        topic: Topic,
        laws: Collection[str],
        tables: Tables,
        layer: Layer,
    ) -> None:
        self.reader = reader
        self.topic = topic
        self.prefix = f"{book}/{topic.name}"
        self.book = book
        self.laws = laws
        self.tables = tables
        self.layer = layer
        self.values = {key: fact.slugs for key, fact in topic.facts.items()}
        self.definitions: Mapping[str, Definition] = topic.definitions

    def read(self, fields: Mapping[str, Node]) -> TopicRules:
        """Parse the definitions, rules and cases of a file, given its fields by key."""
        reader, topic = self.reader, self.topic
        self.definitions = read_definitions(reader, fields.get("definitions"), self.values, topic.definitions)
        rules = [self._read_rule(*entry) for entry in reader.pairs(fields.get("rules"), "rules")]
        cases = [self._read_case(*entry) for entry in reader.pairs(fields.get("cases"), "cases")]
        return TopicRules(
            topic.name,
            {rule.id: rule for rule in rules},
            {case.id: case for case in cases},
            self.definitions,
        )

    def _record(self, name: str, node: Node, line: int, keys: str) -> Record:
        self.reader.check_slug(name, line, name, _("a name"))
        return self.reader.record(node, f"{self.prefix}/{name}", keys, line)

    def _paths(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(whole_id(self.book, self.topic.name, name) for name in names)

    def _read_rule(self, name: str, node: Node, line: int) -> Rule:
        rule = self._record(name, node, line, RULE_KEYS)
        cites = self._paths(rule.texts("cites"))
        rule.check_accepted(cites, self.laws, _("law"), unknown)
        status = rule.word("status", CERTAINTIES, _("status"), "stated")
        note = rule.text("note")
        if status != "stated" and not note:
            rule.fault(_("a note must give the argument by which this is {status}.", status=status))
        interpretation = self._read_interpretation(rule) if "interpretation" in rule else None
        if isinstance(rule.fields.get("outcomes"), Text | Items):
            by, outcomes = self._read_table(rule)
        else:
            by = self.reader.word_or_words(rule.fields["by"], rule.key) if "by" in rule else ()
            rule.check_accepted(by, PARAMETERS, _("parameter"))
            outcomes = read_outcomes(rule, by, interpretation)
        when = read_condition(self.reader, rule.fields.get("when"), rule.key, self.values, self.definitions)
        incidents = rule.texts("incidents") or tuple(self.topic.incidents)
        rule.check_accepted(incidents, self.topic.incidents, _("incident"))
        return Rule(
            id=rule.key,
            says=rule.sentence("says"),
            topic=self.topic.name,
            incidents=incidents,
            when=when,
            cites=cites,
            outcomes=outcomes,
            exception_to=self._paths(rule.texts("exception_to")),
            by=by,
            interpretation=interpretation,
            readings=readings_of(outcomes, by) if interpretation else (),
            certainty=status,
            note=note,
            layer=self.layer,
            file=self.reader.file,
            line=line,
        )

    def _read_table(self, rule: Record) -> tuple[tuple[str, ...], dict[str, Outcome]]:
        node = rule.fields["outcomes"]
        if isinstance(node, Items):
            rows: Sequence[Row] = tuple(_read_rows(self.reader, node, rule.key, self.tables))
        else:
            rows = self.tables.get(rule.word("outcomes", self.tables, _("table of outcomes")), ())
        for key in ("effects", "choices", "silent", "by", "interpretation"):
            if key in rule:
                rule.fault(_("what follows is in the table alone; leave {key} out.", key=key))
        by = tuple(dict.fromkeys(parameter for row in rows for parameter in row.cells))
        return by, _combined(rule, rows, {name: PARAMETERS[name].words for name in by}, in_a_row(by))

    def _read_interpretation(self, rule: Record) -> Interpretation:
        doubt = self.reader.record(rule.fields["interpretation"], rule.key, "question* default* because*")
        return Interpretation(*map(doubt.sentence, ("question", "default", "because")))

    def _read_case(self, name: str, node: Node, line: int) -> Case:
        case = self._record(name, node, line, CASE_KEYS)
        incidents = self.topic.incidents
        only = next(iter(incidents)) if len(incidents) == 1 else ""
        incident = case.word("incident", incidents, _("incident"), only)
        if not incident:
            case.fault(_("name the incident; this topic has several."))
        facts = self._read_facts(case, incident)
        silent = case.word("silent", ("true",), _("answer")) == "true"
        effects = read_effects(case)
        choices = {
            holder: self.reader.texts(entry, case.key) for holder, entry, _line in case.pairs("choices")
        }
        case.check_accepted(choices, ROLES, _("role"), unknown)
        if silent == bool(effects or choices):
            case.fault(_("say what must come out: effects, choices, or silent: true."))
        return Case(
            id=case.key,
            says=case.sentence("says"),
            incident=incident,
            facts=facts,
            source=case.text("source"),
            effects=effects,
            choices=choices,
            silent=silent,
            rules=self._paths(case.texts("rules")),
            file=self.reader.file,
            line=line,
        )

    def _read_facts(self, case: Record, incident: str) -> dict[str, str]:
        known = self.topic.incidents.get(incident)
        values = {key: fact.slugs for key, fact in known.every_fact.items()} if known else {}
        facts: dict[str, str] = {}
        for fact, entry, line in case.pairs("facts") if isinstance(case.fields.get("facts"), Fields) else ():
            if fact not in values:
                self.reader.fault(line, case.key, not_among(fact, values, _("fact")))
            else:
                what = _("value of {by}", by=fact)
                facts[fact] = self.reader.word(entry, case.key, values[fact], what)
        return facts


RuleText = dict[str, object]
"""The published source of rules as JSON data: ``{"vocabulary": {topic: …}, "book": {file: …}}``."""


def rule_text(vocabulary: Mapping[str, Node], book: Mapping[str, Node]) -> RuleText:
    """Return the source of the rules: the vocabulary, and the rules and definitions of a book.

    Laws and cases are left out.
    """
    return {
        "vocabulary": {topic: plain(node) for topic, node in vocabulary.items()},
        "book": {
            name: {
                key.value: plain(child)
                for key, child in node.pairs
                if key.value in READ_AS_RULES and key.value != "cases"
            }
            for name, node in book.items()
            if isinstance(node, Fields) and name.removesuffix(".yaml") in vocabulary
        },
    }


def read_rule_text(text: RuleText, slug: str, laws: Collection[str]) -> tuple[Vocabulary, RuleBook]:
    """Parse the published source of rules. Raises BrokenBook with every fault found."""
    words = cast("dict[str, object]", text["vocabulary"])
    files = cast("dict[str, object]", text["book"])
    vocabulary = read_vocabulary({topic: from_plain(node) for topic, node in words.items()})
    books = {slug: {name: from_plain(node) for name, node in files.items()}}
    return vocabulary, read_rule_books(books, vocabulary, laws)[slug]
