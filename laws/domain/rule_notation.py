"""The rules and cases of a book's files, read strictly against the vocabulary and the laws they cite.

The text of the laws is read in ``book``; whether the rules fit together is shown in ``proofs``.
"""

from collections.abc import Collection, Iterable, Mapping

from laws.domain.book import READ_AS_RULES
from laws.domain.condition import read_condition
from laws.domain.document import Fields, Node, Reader
from laws.domain.effects import read_effects
from laws.domain.errors import BrokenBook, Fault, not_among, unknown
from laws.domain.outcome_notation import OUTCOME_KEYS, read_interpretation, read_outcomes, readings_of
from laws.domain.parameters import PARAMETERS, SLUG
from laws.domain.roles import ROLES
from laws.domain.rule import CERTAINTIES, Case, Layer, Rule, RuleBook, TopicRules
from laws.domain.sentences import _
from laws.domain.vocabulary import Definition, Topic, Vocabulary
from laws.domain.vocabulary_notation import read_definitions, sentence

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
    known = {rule for book in among for topic in book.topics.values() for rule in topic.rules}
    return [
        Fault(rule.file, rule.line, rule.id, unknown(base, known, _("rule")))
        for book in books
        for topic in book.topics.values()
        for rule in topic.rules.values()
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
