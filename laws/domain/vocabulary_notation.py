"""Parse the files of the vocabulary, and report every fault with its file, line and key.

Each topic has one file. ``shared.yaml`` has the facts of several topics, ``outcomes.yaml`` the shared tables
of outcomes.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from laws.domain.document import Fields, Items, Node, Reader, Text
from laws.domain.errors import BrokenBook, Fault, not_among
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import ROLES
from laws.domain.sentences import _
from laws.domain.vocabulary import (
    ALWAYS,
    DEFINED,
    DRAW,
    FACT_KEY,
    KNOWERS,
    USUAL_RANK,
    Condition,
    Definition,
    FactValue,
    Impossible,
    Incident,
    IncidentFact,
    Knower,
    Lead,
    Limb,
    Topic,
    Vocabulary,
)

ALWAYS_WORD = "always"
SHARED, OUTCOMES = "shared", "outcomes"
"""The files that are not topics: shared facts, and shared tables of outcomes."""
FEWEST_VALUES, MOST_VALUES = 2, 4
LATEST_RANK = 9
MOST_FACTS, MOST_SITUATIONS = 12, 20_000
FACT_KEYS = "ask* why* known_to usual once_recorded order needed_when from_record values*"

Values = Mapping[str, tuple[str, ...]]
"""The accepted values by fact."""


def read_vocabulary(files: Mapping[str, Node]) -> Vocabulary:
    """Parse the vocabulary. ``files`` are the YAML trees by file name without ending.

    Raises BrokenBook with every fault found.
    """
    faults: list[Fault] = []
    shared: dict[str, IncidentFact] = {}
    if SHARED in files:
        reader = Reader(f"vocabulary/{SHARED}.yaml", faults)
        shared = _read_facts(reader, reader.record(files[SHARED], SHARED, "facts*").fields.get("facts"))
    tables = Reader(f"vocabulary/{OUTCOMES}.yaml", faults).pairs(files.get(OUTCOMES), OUTCOMES)
    outcomes = {name: node for name, node, _line in tables}
    topics: dict[str, Topic] = {}
    topic_of: dict[str, str] = {}
    for name, node in files.items():
        if name in (SHARED, OUTCOMES):
            continue
        reader = Reader(f"vocabulary/{name}.yaml", faults)
        topics[name] = _read_topic(reader, name, node, shared)
        for slug, incident in topics[name].incidents.items():
            if slug in topic_of:
                reader.fault(incident.line, slug, f"the topic {topic_of[slug]} has this incident.")
            topic_of[slug] = name
    for topic in topics.values():
        others = topic_of.keys() - topic.incidents.keys()
        Reader(f"vocabulary/{topic.name}.yaml", faults).check_accepted(
            topic.begins_with, others, _("incident"), files[topic.name].line, "begins_with"
        )
        for incident in topic.incidents.values():
            others = topic_of.keys() - {incident.id}
            reader = Reader(incident.file, faults)
            for lead in incident.leads_to:
                reader.check_accepted((lead.incident,), others, _("incident"), incident.line, incident.id)
    if faults:
        raise BrokenBook(faults)
    return Vocabulary(topics, outcomes)


def _read_topic(reader: Reader, name: str, node: Node, shared: Mapping[str, IncidentFact]) -> Topic:
    keys = "title* game* begins_with incidents* facts impossible definitions"
    file = reader.record(node, name, keys, by_name=True)
    own = _read_facts(reader, file.fields.get("facts"))
    for key in own.keys() & shared.keys():
        reader.fault(node.line, key, "this fact is shared already; name it in an incident's facts.")
    facts = {**own, **shared}
    values = {key: fact.slugs for key, fact in facts.items()}
    for key, node in _needs(file.fields.get("facts")).items():
        others = {other: slugs for other, slugs in values.items() if other != key}
        need = read_condition(reader, node, f"{key}.needed_when", others, {})
        facts[key] = replace(facts[key], needed_when=need)
    impossible = [
        _read_impossible(reader, key, entry, values) for key, entry, _line in file.pairs("impossible")
    ]
    game = file.text("game")
    incidents: dict[str, Incident] = {}
    for slug, entry, line in file.pairs("incidents"):
        incident = _read_incident(reader, slug, entry, line, facts, tuple(own))
        known = {fact.key for fact in incident.facts}
        fitting = tuple(
            impossibility for impossibility in impossible if known.issuperset(impossibility.when.facts)
        )
        if len(incident.facts) > MOST_FACTS or incident.situations > MOST_SITUATIONS:
            reason = (
                f"topic-too-large: {len(incident.facts)} facts make {incident.situations} situations; "
                f"at most {MOST_FACTS} facts and {MOST_SITUATIONS} situations are allowed."
            )
            reader.fault(line, slug, reason)
        incidents[slug] = replace(incident, topic=name, game=game, impossible=fitting)
    definitions = read_definitions(reader, file.fields.get("definitions"), values, {})
    return Topic(name, file.text("title"), game, facts, incidents, definitions, file.texts("begins_with"))


def read_definitions(
    reader: Reader, node: Node | None, values: Values, known: Mapping[str, Definition]
) -> dict[str, Definition]:
    """Return the ``known`` definitions, and the definitions parsed from a file.

    A definition may use ``known`` definitions and earlier definitions of the file. The reader collects the
    faults.
    """
    definitions = dict(known)
    for name, entry, line in reader.pairs(node, "definitions"):
        if name in definitions:
            reader.fault(line, name, "there is a definition of this name already.")
        reader.check_slug(name, line, name, "a definition's name")
        record = reader.record(entry, name, "says* when*")
        condition = read_condition(reader, record.fields.get("when"), name, values, definitions)
        definitions[name] = Definition(name, record.sentence("says"), condition, reader.file, line)
    return definitions


def _read_facts(reader: Reader, node: Node | None) -> dict[str, IncidentFact]:
    return {key: _read_fact(reader, key, entry, line) for key, entry, line in reader.pairs(node, "facts")}


def _read_fact(reader: Reader, key: str, node: Node, line: int) -> IncidentFact:
    if not FACT_KEY.match(key):
        reader.fault(line, key, "a fact's key is lower-case words joined by underscores.")
    record = reader.record(node, key, FACT_KEYS, line)
    values = tuple(_read_value(reader, key, slug, entry, at) for slug, entry, at in record.pairs("values"))
    if not FEWEST_VALUES <= len(values) <= MOST_VALUES:
        record.fault(f"a fact has {FEWEST_VALUES} to {MOST_VALUES} values; split it if need be.")
    slugs = [value.slug for value in values]
    rank = record.word("order", map(str, range(1, LATEST_RANK + 1)), _("order"), str(USUAL_RANK))
    function = record.text("from_record")
    if function:
        reader.check_slug(function, record.fields["from_record"].line, key, "a function's name")
    return IncidentFact(
        key=key,
        ask=record.sentence("ask"),
        why=record.sentence("why"),
        values=values,
        known_to=cast(Knower, record.word("known_to", KNOWERS, _("knower"), "table")),
        usual=record.word("usual", slugs, _("usual value")) or None,
        once_recorded=record.word("once_recorded", slugs, _("usual value")) or None,
        rank=int(rank) if rank.isdigit() else USUAL_RANK,
        from_record=function or None,
    )


def _read_value(reader: Reader, fact: str, slug: str, node: Node, line: int) -> FactValue:
    value = reader.record(node, f"{fact}.{slug}", "label* means* phrases role")
    reader.check_slug(slug, line, value.key, "a value")
    label, means = value.sentence("label"), value.sentence("means")
    return FactValue(slug, label, means, value.texts("phrases"), value.word("role", ROLES, _("role")))


def _needs(facts: Node | None) -> dict[str, Node]:
    """Return the unparsed ``needed_when`` conditions of a topic's facts, by fact.

    They can be parsed only when all facts are known.
    """
    return {
        key.value: need
        for key, entry in (facts.pairs if isinstance(facts, Fields) else ())
        for name, need in (entry.pairs if isinstance(entry, Fields) else ())
        if name.value == "needed_when"
    }


def _read_impossible(reader: Reader, name: str, node: Node, values: Values) -> Impossible:
    record = reader.record(node, name, "when* because*")
    when = read_condition(reader, record.fields.get("when"), name, values, {})
    return Impossible(name, when, record.sentence("because"), reader.file, node.line)


def _read_incident(
    reader: Reader, slug: str, node: Node, line: int, facts: Mapping[str, IncidentFact], own: tuple[str, ...]
) -> Incident:
    reader.check_slug(slug, line, slug, "an incident's id")
    record = reader.record(node, slug, "title* facts also phrases arises_with otherwise needs leads_to", line)
    named = record.texts("facts") if "facts" in record else own
    also = record.texts("also")
    record.check_accepted((*named, *also), facts, _("fact"))
    arises_with = {
        name: reader.word_or_words(value, name) for name, value, _line in record.pairs("arises_with")
    }
    record.check_accepted(arises_with, PARAMETERS, _("parameter"))
    for name in arises_with.keys() & PARAMETERS.keys():
        record.check_accepted(arises_with[name], PARAMETERS[name].choices, _("value of {by}", by=name))
    if arises_with and "otherwise" not in record:
        record.fault(_("say under otherwise why it cannot happen with any other value."))
    asked = {key: facts[key].slugs for key in named if key in facts}
    return Incident(
        id=slug,
        title=record.sentence("title"),
        topic="",
        game="",
        facts=tuple(facts[key] for key in named if key in facts),
        also=tuple(facts[key] for key in also if key in facts and key not in named),
        phrases=record.texts("phrases"),
        arises_with=arises_with,
        otherwise=record.sentence("otherwise") if arises_with else "",
        needs=record.word("needs", (DRAW,), _("part of a game")),
        leads_to=tuple(
            _read_lead(reader, other, entry, asked) for other, entry, _line in record.pairs("leads_to")
        ),
        file=reader.file,
        line=line,
    )


def _read_lead(reader: Reader, incident: str, node: Node, values: Values) -> Lead:
    record = reader.record(node, incident, "says* when")
    when = read_condition(reader, record.fields.get("when"), incident, values, {})
    return Lead(incident, record.sentence("says"), when)


def read_condition(
    reader: Reader, node: Node | None, key: str, facts: Values, definitions: Mapping[str, object]
) -> Condition:
    """Parse a condition: a limb, a list of limbs, or the word ``always``. A missing condition means always.

    The reader collects the faults.
    """
    if node is None:
        return ALWAYS
    if isinstance(node, Text):
        if node.value != ALWAYS_WORD:
            reason = _("give facts with their values, or the word {word}.", word=ALWAYS_WORD)
            reader.fault(node.line, key, reason)
        return ALWAYS
    limbs = node.nodes if isinstance(node, Items) else (node,)
    return Condition(tuple(_read_limb(reader, limb, key, facts, definitions) for limb in limbs))


def _read_limb(
    reader: Reader, node: Node, key: str, facts: Values, definitions: Mapping[str, object]
) -> Limb:
    values: list[tuple[str, tuple[str, ...]]] = []
    named: tuple[str, ...] = ()
    for name, child, line in reader.pairs(node, key):
        words = reader.word_or_words(child, f"{key}.{name}")
        if name == DEFINED:
            named = words
            reader.check_accepted(words, definitions, _("definition"), child.line, key)
        elif name not in facts:
            reader.fault(line, key, not_among(name, facts, _("fact")))
        else:
            reader.check_accepted(words, facts[name], _("value of {by}", by=name), child.line, key)
            if set(words) >= set(facts[name]):
                reason = _("{name} is met by every value, so it need not be named.", name=name)
                reader.fault(line, key, reason)
            values.append((name, words))
    if not values and not named:
        reader.fault(node.line, key, _("a limb without a fact holds always; write the word always."))
    return Limb(tuple(values), named)
