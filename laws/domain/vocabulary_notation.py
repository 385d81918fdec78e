"""Files of the vocabulary into topics, strictly: every fault is named with its file, line and key.

A topic is one file; facts that several topics share stand in ``shared.yaml``. What a book says about an
incident is read in ``rule_notation``.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from laws.domain.document import Fields, Items, Node, Reader, Text
from laws.domain.errors import BrokenBook, Fault, not_among, unknown
from laws.domain.parameters import SLUG
from laws.domain.roles import ROLES, unknown_roles
from laws.domain.sentences import _
from laws.domain.vocabulary import (
    ALWAYS,
    DEFINED,
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
    Limb,
    Topic,
    Vocabulary,
)

ALWAYS_WORD = "always"
SHARED = "shared"
FEWEST_VALUES, MOST_VALUES = 2, 4
LATEST_RANK = 9
MOST_FACTS, MOST_SITUATIONS = 12, 20_000


def read_vocabulary(files: Mapping[str, Node]) -> Vocabulary:
    """Return the vocabulary from the parsed files by topic. Raises BrokenBook with every fault found."""
    faults: list[Fault] = []
    shared: dict[str, IncidentFact] = {}
    if SHARED in files:
        reader = Reader(f"vocabulary/{SHARED}.yaml", faults)
        shared = _read_facts(
            reader, reader.fields(files[SHARED], SHARED, ("facts",), ("facts",)).get("facts")
        )
    topics: dict[str, Topic] = {}
    taken: dict[str, str] = {}
    for name, node in files.items():
        if name != SHARED:
            reader = Reader(f"vocabulary/{name}.yaml", faults)
            topics[name] = _read_topic(reader, name, node, shared)
            for incident in topics[name].incidents.values():
                if incident.id in taken:
                    reader.fault(
                        incident.line, incident.id, f"the topic {taken[incident.id]} has this incident."
                    )
                taken[incident.id] = name
    if faults:
        raise BrokenBook(faults)
    return Vocabulary(topics)


def _read_topic(reader: Reader, name: str, node: Node, shared: Mapping[str, IncidentFact]) -> Topic:
    keys = ("title", "game", "incidents", "facts", "impossible", "definitions")
    fields = reader.fields(node, name, keys, ("title", "game", "incidents"))
    own = _read_facts(reader, fields.get("facts"))
    for key in own.keys() & shared.keys():
        reader.fault(node.line, key, "this fact is shared already; name it in an incident's facts.")
    facts = {**own, **shared}
    facts = {key: _with_need(reader, fact, fields.get("facts"), facts) for key, fact in facts.items()}
    own = {key: facts[key] for key in own}
    values = {key: fact.slugs for key, fact in facts.items()}
    impossible = tuple(
        _read_impossible(reader, key, entry, values)
        for key, entry, _line in reader.pairs(fields.get("impossible"), "impossible")
    )
    game = reader.text(fields.get("game"), "game")
    incidents: dict[str, Incident] = {}
    for slug, entry, line in reader.pairs(fields.get("incidents"), "incidents"):
        incident = _read_incident(reader, slug, entry, line, facts, tuple(own))
        known = {fact.key for fact in incident.facts}
        fitting = tuple(each for each in impossible if known.issuperset(each.when.facts))
        if len(incident.facts) > MOST_FACTS or incident.situations > MOST_SITUATIONS:
            reason = (
                f"topic-too-large: {len(incident.facts)} facts make {incident.situations} situations; "
                f"at most {MOST_FACTS} facts and {MOST_SITUATIONS} situations can be taken in."
            )
            reader.fault(line, slug, reason)
        incidents[slug] = replace(incident, topic=name, game=game, impossible=fitting)
    return Topic(
        name=name,
        title=reader.text(fields.get("title"), "title"),
        game=game,
        facts=facts,
        incidents=incidents,
        definitions=read_definitions(reader, fields.get("definitions"), values, {}),
    )


def read_definitions(
    reader: Reader,
    node: Node | None,
    values: Mapping[str, tuple[str, ...]],
    known: Mapping[str, Definition],
) -> dict[str, Definition]:
    """Return the definitions of a file; each may use those before it and those ``known`` already."""
    found: dict[str, Definition] = dict(known)
    for name, entry, line in reader.pairs(node, "definitions"):
        if name in found:
            reader.fault(line, name, "there is a definition of this name already.")
        if not SLUG.match(name):
            reader.fault(line, name, "a definition's name is lower-case words joined by hyphens.")
        fields = reader.fields(entry, name, ("says", "when"), ("says", "when"))
        condition = read_condition(reader, fields.get("when"), name, values, found)
        says = sentence(reader, fields.get("says"), name)
        found[name] = Definition(name, says, condition, reader.file, line)
    return found


def sentence(reader: Reader, node: Node | None, key: str) -> str:
    """Return a sentence whose names in braces are all roles."""
    said = reader.text(node, key)
    for name in unknown_roles(said):
        reader.fault(node.line if node else 1, key, unknown(name, ROLES, _("role")))
    return said


def _read_facts(reader: Reader, node: Node | None) -> dict[str, IncidentFact]:
    return {key: _read_fact(reader, key, entry, line) for key, entry, line in reader.pairs(node, "facts")}


def _read_fact(reader: Reader, key: str, node: Node, line: int) -> IncidentFact:
    if not FACT_KEY.match(key):
        reader.fault(line, key, "a fact's key is lower-case words joined by underscores.")
    keys = ("ask", "why", "known_to", "usual", "order", "needed_when", "from_record", "values")
    fields = reader.fields(node, key, keys, ("ask", "why", "values"))
    values = tuple(
        _read_value(reader, f"{key}.{slug}", slug, entry, value_line)
        for slug, entry, value_line in reader.pairs(fields.get("values"), key)
    )
    if not FEWEST_VALUES <= len(values) <= MOST_VALUES:
        reader.fault(line, key, f"a fact has {FEWEST_VALUES} to {MOST_VALUES} values; split it if need be.")
    rank = reader.word(
        fields.get("order"), key, map(str, range(1, LATEST_RANK + 1)), _("order"), str(USUAL_RANK)
    )
    usual = reader.word(fields.get("usual"), key, [value.slug for value in values], _("usual value"))
    return IncidentFact(
        key=key,
        ask=sentence(reader, fields.get("ask"), key),
        why=sentence(reader, fields.get("why"), key),
        values=values,
        known_to=cast(Knower, reader.word(fields.get("known_to"), key, KNOWERS, _("knower"), "table")),
        usual=usual or None,
        rank=int(rank) if rank.isdigit() else USUAL_RANK,
        from_record=_read_function(reader, fields.get("from_record"), key),
    )


def _read_function(reader: Reader, node: Node | None, key: str) -> str | None:
    name = reader.text(node, key)
    if name and not SLUG.match(name):
        reader.fault(
            node.line if node else 1, key, "a function's name is lower-case words joined by hyphens."
        )
    return name or None


def _read_value(reader: Reader, key: str, slug: str, node: Node, line: int) -> FactValue:
    if not SLUG.match(slug):
        reader.fault(line, key, "a value is lower-case words joined by hyphens.")
    fields = reader.fields(node, key, ("label", "means", "phrases", "role"), ("label", "means"))
    return FactValue(
        slug,
        sentence(reader, fields.get("label"), key),
        sentence(reader, fields.get("means"), key),
        reader.texts(fields.get("phrases"), key),
        reader.word(fields.get("role"), key, ROLES, _("role")),
    )


def _with_need(
    reader: Reader, fact: IncidentFact, node: Node | None, facts: Mapping[str, IncidentFact]
) -> IncidentFact:
    """Return the fact with the condition under which its question arises, read once all facts are known."""
    entry = next((child for key, child, _line in reader.pairs(node, "facts") if key == fact.key), None)
    if not isinstance(entry, Fields):
        return fact
    need = next((child for name, child in entry.pairs if name.value == "needed_when"), None)
    if need is None:
        return fact
    values = {key: other.slugs for key, other in facts.items() if key != fact.key}
    return replace(fact, needed_when=read_condition(reader, need, f"{fact.key}.needed_when", values, {}))


def _read_impossible(
    reader: Reader, name: str, node: Node, values: Mapping[str, tuple[str, ...]]
) -> Impossible:
    fields = reader.fields(node, name, ("when", "because"), ("when", "because"))
    when = read_condition(reader, fields.get("when"), name, values, {})
    return Impossible(name, when, sentence(reader, fields.get("because"), name), reader.file, node.line)


def _read_incident(
    reader: Reader, slug: str, node: Node, line: int, facts: Mapping[str, IncidentFact], own: tuple[str, ...]
) -> Incident:
    if not SLUG.match(slug):
        reader.fault(line, slug, "an incident's id is lower-case words joined by hyphens.")
    fields = reader.fields(node, slug, ("title", "facts", "also", "phrases"), ("title",))
    named = reader.texts(fields.get("facts"), slug) if "facts" in fields else own
    also = reader.texts(fields.get("also"), slug)
    for key in (*named, *also):
        if key not in facts:
            reader.fault(line, slug, not_among(key, facts, _("fact")))
    return Incident(
        id=slug,
        title=sentence(reader, fields.get("title"), slug),
        topic="",
        game="",
        facts=tuple(facts[key] for key in named if key in facts),
        also=tuple(facts[key] for key in also if key in facts and key not in named),
        phrases=reader.texts(fields.get("phrases"), slug),
        file=reader.file,
        line=line,
    )


def read_condition(
    reader: Reader,
    node: Node | None,
    key: str,
    facts: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, object],
) -> Condition:
    """Return a condition: a limb, a list of limbs, or the word ``always``.

    ``facts`` are the values of each fact that may be named. What is unknown is a fault.
    """
    if node is None:
        return ALWAYS
    if isinstance(node, Text):
        if node.value != ALWAYS_WORD:
            said = _("facts with their values are due here, or the word {word}.", word=ALWAYS_WORD)
            reader.fault(node.line, key, said)
        return ALWAYS
    limbs = node.nodes if isinstance(node, Items) else (node,)
    return Condition(tuple(_read_limb(reader, limb, key, facts, definitions) for limb in limbs))


def _read_limb(
    reader: Reader,
    node: Node,
    key: str,
    facts: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, object],
) -> Limb:
    found: list[tuple[str, tuple[str, ...]]] = []
    named: tuple[str, ...] = ()
    for name, child, line in reader.pairs(node, key):
        words = reader.word_or_words(child, f"{key}.{name}")
        if name == DEFINED:
            named = words
            for word in words:
                if word not in definitions:
                    reader.fault(child.line, key, not_among(word, definitions, _("definition")))
        elif name not in facts:
            reader.fault(line, key, not_among(name, facts, _("fact")))
        else:
            for word in words:
                if word not in facts[name]:
                    reader.fault(child.line, key, not_among(word, facts[name], _("value of {by}", by=name)))
            if set(words) >= set(facts[name]):
                said = _("{name} is met by every value, so it need not be named.", name=name)
                reader.fault(line, key, said)
            found.append((name, words))
    if not found and not named:
        reader.fault(node.line, key, _("a limb without a fact holds always; write the word always."))
    return Limb(tuple(found), named)
