"""The rules and cases of a book's files, read strictly against the vocabulary and the laws they cite.

What follows from a rule, the outcome of each of its readings, and the text that is published with a law set
are read here too. The text of the laws is read in ``book``; whether the rules fit together is shown in
``proofs``.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import cast

from laws.domain.book import READ_AS_RULES
from laws.domain.document import Fields, Node, Reader, from_plain, plain
from laws.domain.effects import MOMENTS, read_effects
from laws.domain.errors import BrokenBook, Fault, not_among, unknown
from laws.domain.parameters import PARAMETERS, SLUG
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
)
from laws.domain.sentences import _, in_a_row
from laws.domain.vocabulary import Definition, Topic, Vocabulary
from laws.domain.vocabulary_notation import read_condition, read_definitions, read_vocabulary, sentence

OUTCOME_KEYS = ("says", "effects", "choices", "silent")


def read_interpretation(reader: Reader, node: Node | None, key: str) -> Interpretation | None:
    """Return doubtful words: the question, the reading taken and why; None where there are none."""
    if node is None:
        return None
    names = ("question", "default", "because")
    fields = reader.fields(node, key, names, names)
    question, default, because = (sentence(reader, fields.get(name), key) for name in names)
    return Interpretation(question, default, because)


def read_outcomes(
    reader: Reader,
    fields: Mapping[str, Node],
    key: str,
    line: int,
    by: tuple[str, ...],
    interpretation: Interpretation | None,
) -> dict[str, Outcome]:
    """Return the one outcome of a rule, or one for each value of a parameter or reading of a text."""
    if not by and interpretation is None:
        if "outcomes" in fields:
            reader.fault(line, key, _("several outcomes need a parameter (by) or an interpretation."))
        return {ONLY: _read_outcome(reader, fields, key, line)}
    for name in ("effects", "choices", "silent"):
        if name in fields:
            reader.fault(line, key, _("{name} stand under outcomes, one entry for each reading.", name=name))
    found = {
        name: _read_outcome(
            reader, reader.fields(entry, f"{key}.{name}", OUTCOME_KEYS), f"{key}.{name}", entry_line
        )
        for name, entry, entry_line in reader.pairs(fields.get("outcomes"), key)
    }
    choices = [readings_of(found, by)] if interpretation else []
    if interpretation and interpretation.default not in choices[0]:
        reader.fault(line, key, not_among(interpretation.default, choices[0], _("reading")))
    if interpretation and len(choices[0]) < 2:
        reader.fault(line, key, _("an interpretation has two readings at least."))
    if not by or not set(by) <= set(PARAMETERS):
        return found
    return _combined(reader, found, key, line, by, [*(PARAMETERS[name].words for name in by), *choices])


def readings_of(outcomes: Iterable[str], by: Sequence[str]) -> tuple[str, ...]:
    """Return the readings among the names of outcomes, each once: what follows the parameters' values."""
    named = (name.split(AND)[len(by) :] for name in outcomes)
    return tuple(dict.fromkeys(reading for last in named for reading in last if reading != ANY))


def _combined(
    reader: Reader,
    found: Mapping[str, Outcome],
    key: str,
    line: int,
    by: tuple[str, ...],
    choices: Iterable[Iterable[str]],
) -> dict[str, Outcome]:
    """Return the outcome for each combination of values, and readings if any; each must have just one."""
    every = [combination(values) for values in product(*choices)]
    meant = {name: [each for each in every if _covers(name, each)] for name in found}
    for name, covered in meant.items():
        if not covered:
            reader.fault(line, key, not_among(name, every, _("value of {by}", by=in_a_row(by))))
    combined: dict[str, Outcome] = {}
    for each in every:
        names = [name for name, covered in meant.items() if each in covered]
        if len(names) != 1:
            how = _("stands twice") if names else _("is missing")
            said = _(
                "give an outcome for each value of {by}: {each} {how}.", by=in_a_row(by), each=each, how=how
            )
            reader.fault(line, key, said)
        else:
            combined[each] = replace(found[names[0]])
    return combined


def _read_outcome(reader: Reader, fields: Mapping[str, Node], key: str, line: int) -> Outcome:
    effects = read_effects(reader, fields.get("effects"), key)
    choices = tuple(_read_choice(reader, entry, key) for entry in reader.items(fields.get("choices"), key))
    silent = reader.text(fields.get("silent"), key)
    if silent and (effects or choices):
        reader.fault(line, key, _("a silent law has neither effects nor choices."))
    if not silent and not effects and not choices:
        reader.fault(line, key, _("say what follows: effects, choices, or silent with the reason."))
    return Outcome(effects, choices, silent, sentence(reader, fields.get("says"), key))


def _read_choice(reader: Reader, node: Node, key: str) -> Choice:
    fields = reader.fields(node, key, ("holder", "options", "lapses"), ("holder", "options"))
    options = tuple(
        _read_option(reader, name, entry, f"{key}.{name}")
        for name, entry, _line in reader.pairs(fields.get("options"), key)
    )
    if len(options) < 2:
        reader.fault(node.line, key, _("a choice is between two options at least."))
    if "lapses" not in fields:
        reader.fault(
            node.line, key, _("option-without-lapse: say at which moment the right is lost (lapses).")
        )
    holder = reader.word(fields.get("holder"), key, ROLES, _("role"))
    return Choice(holder, options, reader.word(fields.get("lapses"), key, MOMENTS, _("moment")))


def _read_option(reader: Reader, name: str, node: Node, key: str) -> Option:
    fields = reader.fields(node, key, ("label", "effects"), ("label", "effects"))
    if not SLUG.match(name):
        reader.fault(node.line, key, _("an option's name is lower-case words joined by hyphens."))
    label = sentence(reader, fields.get("label"), key)
    return Option(name, label, read_effects(reader, fields.get("effects"), key))


def _covers(name: str, each: str) -> bool:
    """Tell whether the name of an outcome, in which ``any`` may stand, is meant for certain values."""
    asked, given = name.split(AND), each.split(AND)
    return len(asked) == len(given) and all(
        one in (ANY, other) for one, other in zip(asked, given, strict=True)
    )


RULE_KEYS = (
    *OUTCOME_KEYS,
    "incidents",
    "when",
    "exception_to",
    "cites",
    "outcomes",
    "by",
    "interpretation",
    "status",
    "note",
)
CASE_KEYS = ("says", "incident", "facts", "effects", "choices", "silent", "rules", "source")


def read_rule_books(
    books: Mapping[str, Mapping[str, Node]], vocabulary: Vocabulary, laws: Collection[str]
) -> dict[str, RuleBook]:
    """Return the rules and cases of each book by slug, from its parsed files.

    ``laws`` are the ids of every law of every book. Raises BrokenBook with every fault found.
    """
    faults: list[Fault] = []
    found = {
        slug: _read_book(slug, files, vocabulary, _own(slug, laws), "law-set", faults)
        for slug, files in books.items()
    }
    if not faults:
        faults += _unknown_bases(found.values(), found.values())
    if faults:
        raise BrokenBook(faults)
    return found


def _own(slug: str, laws: Collection[str]) -> frozenset[str]:
    """Return the laws of one book: a law set rests on no other."""
    return frozenset(law for law in laws if law.startswith(f"{slug}/"))


def read_layer(
    slug: str,
    files: Mapping[str, Node],
    vocabulary: Vocabulary,
    laws: Collection[str],
    layer: Layer,
    below: RuleBook,
) -> RuleBook:
    """Return the rules of an event or a house, which stand over those of a law set.

    They name the rules of ``below`` that they overrule by their whole ids. Raises BrokenBook with the faults.
    """
    faults: list[Fault] = []
    found = _read_book(slug, files, vocabulary, laws, layer, faults)
    if not faults:
        faults += _unknown_bases([found], [found, below])
    if faults:
        raise BrokenBook(faults)
    return found


def _read_book(
    slug: str,
    files: Mapping[str, Node],
    vocabulary: Vocabulary,
    laws: Collection[str],
    layer: Layer,
    faults: list[Fault],
) -> RuleBook:
    topics = {}
    for name, node in files.items():
        if not isinstance(node, Fields):
            continue
        reader = Reader(f"{slug}/{name}", faults)
        fields = {key.value: child for key, child in node.pairs if key.value in READ_AS_RULES}
        topic = name.removesuffix(".yaml")
        if topic in vocabulary.topics:
            topics[topic] = TopicReader(reader, slug, vocabulary.topics[topic], laws, layer).read(fields)
        elif fields:
            reader.fault(node.line, topic, "rules and cases need a topic of this name in the vocabulary.")
    return RuleBook(slug, topics)


def _unknown_bases(books: Iterable[RuleBook], among: Iterable[RuleBook]) -> list[Fault]:
    """Return a fault for each rule named in an exception that is no rule."""
    known = {rule.id for book in among for rule in book.every_rule}
    return [
        Fault(rule.file, rule.line, rule.id, unknown(base, known, _("rule")))
        for book in books
        for rule in book.every_rule
        for base in rule.exception_to
        if base not in known
    ]


class TopicReader:
    """Reads what one book has on one topic. Laws and rules named without a path are those of this file."""

    def __init__(self, reader: Reader, book: str, topic: Topic, laws: Collection[str], layer: Layer) -> None:
        self.reader = reader
        self.topic = topic
        self.prefix = f"{book}/{topic.name}"
        self.book = book
        self.laws = laws
        self.layer = layer
        self.values = topic.values()
        self.definitions: Mapping[str, Definition] = topic.definitions

    def read(self, fields: Mapping[str, Node]) -> TopicRules:
        """Return the rules, cases and definitions of a file's fields."""
        reader = self.reader
        self.definitions = read_definitions(
            reader, fields.get("definitions"), self.values, self.topic.definitions
        )
        rules = {
            self._id(name, line): self._read_rule(name, entry, line)
            for name, entry, line in reader.pairs(fields.get("rules"), "rules")
        }
        cases = {
            self._id(name, line): self._read_case(name, entry, line)
            for name, entry, line in reader.pairs(fields.get("cases"), "cases")
        }
        return TopicRules(self.topic.name, rules, cases, self.definitions)

    def _id(self, name: str, line: int) -> str:
        if not SLUG.match(name):
            self.reader.fault(line, name, _("a name is lower-case words joined by hyphens."))
        return f"{self.prefix}/{name}"

    def _path(self, name: str) -> str:
        """Return the whole id of a law or rule named here: by itself, with its topic, or in full."""
        return {0: f"{self.prefix}/{name}", 1: f"{self.book}/{name}"}.get(name.count("/"), name)

    def _read_rule(self, name: str, node: Node, line: int) -> Rule:
        reader, key = self.reader, f"{self.prefix}/{name}"
        fields = reader.fields(node, key, RULE_KEYS, ("says", "when", "cites"))
        cites = tuple(map(self._path, reader.texts(fields.get("cites"), key)))
        for law in cites:
            if law not in self.laws:
                reader.fault(line, key, unknown(law, self.laws, _("law")))
        status = reader.word(fields.get("status"), key, CERTAINTIES, _("status"), "stated")
        note = reader.text(fields.get("note"), key)
        if status != "stated" and not note:
            reader.fault(
                line, key, _("a note must give the argument by which this is {status}.", status=status)
            )
        by = reader.word_or_words(fields["by"], key) if "by" in fields else ()
        for name in by:
            if name not in PARAMETERS:
                reader.fault(line, key, not_among(name, PARAMETERS, _("parameter")))
        interpretation = read_interpretation(reader, fields.get("interpretation"), key)
        outcomes = read_outcomes(reader, fields, key, line, by, interpretation)
        incidents = reader.texts(fields.get("incidents"), key) or tuple(self.topic.incidents)
        for incident in incidents:
            if incident not in self.topic.incidents:
                reader.fault(line, key, not_among(incident, self.topic.incidents, _("incident")))
        return Rule(
            id=key,
            says=sentence(reader, fields.get("says"), key),
            topic=self.topic.name,
            incidents=incidents,
            when=read_condition(reader, fields.get("when"), key, self.values, self.definitions),
            cites=cites,
            outcomes=outcomes,
            exception_to=tuple(map(self._path, reader.texts(fields.get("exception_to"), key))),
            by=by,
            interpretation=interpretation,
            readings=readings_of(outcomes, by) if interpretation else (),
            certainty=status,
            note=note,
            layer=self.layer,
            file=reader.file,
            line=line,
        )

    def _read_case(self, name: str, node: Node, line: int) -> Case:
        reader, key = self.reader, f"{self.prefix}/{name}"
        fields = reader.fields(node, key, CASE_KEYS, ("says", "facts", "source"))
        only = next(iter(self.topic.incidents)) if len(self.topic.incidents) == 1 else ""
        incident = reader.word(fields.get("incident"), key, self.topic.incidents, _("incident"), only)
        if not incident:
            reader.fault(line, key, _("name the incident; this topic has several."))
        facts = self._read_facts(fields.get("facts"), key, incident)
        silent = reader.word(fields.get("silent"), key, ("true",), _("answer")) == "true"
        effects = read_effects(reader, fields.get("effects"), key)
        choices = {
            holder: reader.texts(entry, key)
            for holder, entry, _line in reader.pairs(fields.get("choices"), key)
        }
        for holder in choices:
            if holder not in ROLES:
                reader.fault(line, key, unknown(holder, ROLES, _("role")))
        if silent == bool(effects or choices):
            reader.fault(line, key, _("say what must come out: effects, choices, or silent: true."))
        rules = tuple(map(self._path, reader.texts(fields.get("rules"), key)))
        return Case(
            id=key,
            says=sentence(reader, fields.get("says"), key),
            incident=incident,
            facts=facts,
            source=reader.text(fields.get("source"), key),
            effects=effects,
            choices=choices,
            silent=silent,
            rules=rules,
            file=reader.file,
            line=line,
        )

    def _read_facts(self, node: Node | None, key: str, incident: str) -> dict[str, str]:
        known = self.topic.incidents.get(incident)
        values = {fact.key: fact.slugs for fact in (known.facts + known.also if known else ())}
        found: dict[str, str] = {}
        for fact, entry, line in self.reader.pairs(node, key) if isinstance(node, Fields) else ():
            if fact not in values:
                self.reader.fault(line, key, not_among(fact, values, _("fact")))
            else:
                found[fact] = self.reader.word(entry, key, values[fact], _("value of {by}", by=fact))
        return found


RuleText = dict[str, object]
"""``{"vocabulary": {topic: …}, "book": {file: …}}``, in a form that JSON can hold."""


def rule_text(vocabulary: Mapping[str, Node], book: Mapping[str, Node]) -> RuleText:
    """Return the text of a vocabulary and of what a book has on its topics, without its laws and cases."""
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
    """Return the vocabulary and the rules that a text holds. Raises BrokenBook where it is not whole."""
    words = cast("dict[str, object]", text["vocabulary"])
    files = cast("dict[str, object]", text["book"])
    vocabulary = read_vocabulary({topic: from_plain(node) for topic, node in words.items()})
    books = {slug: {name: from_plain(node) for name, node in files.items()}}
    return vocabulary, read_rule_books(books, vocabulary, laws)[slug]
