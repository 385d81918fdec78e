"""Parse, examine and change a house law set, given as YAML text or as the same data in fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from laws import library, yaml_files
from laws.domain import cases, own_law
from laws.domain.document import Node, from_plain
from laws.domain.errors import BrokenBook, Fault, InvalidInput
from laws.domain.house import HEAD, LONGEST_WORDS, HouseLaws, as_input, read_house, tidy
from laws.domain.house_checks import Examination, examine
from laws.domain.rule import Case, Outcome, Rule
from laws.domain.sentences import _

FILE = "law set"
"""The file name in error messages about a law set that was not in a file."""


def read_fields(slug: str, sent: object) -> HouseLaws:
    """Parse a law set that was sent as fields.

    Raises InvalidInput under the place of each fault, for example ``title``, ``parameters.<name>`` or
    ``<topic>/<name of a law>``. The place is ``written`` if ``sent`` is no mapping.
    """
    if not isinstance(sent, Mapping):
        raise InvalidInput({"written": _("The law set as an export holds it: its head and its topics.")})
    try:
        return _read(slug, from_plain(sent), FILE)
    except BrokenBook as broken:
        raise as_input(broken, slug) from broken


def read_text(slug: str, text: str) -> HouseLaws:
    """Parse a stored text. Raises InvalidInput as `read_fields` does."""
    try:
        return _read(slug, yaml_files.read(text, FILE), FILE)
    except BrokenBook as broken:
        raise as_input(broken, slug) from broken


def read_file(slug: str, text: object, file: str = FILE) -> HouseLaws:
    """Parse an uploaded file, and refuse a law set that could not be published.

    Raises InvalidInput under ``yaml``. Unless the text is empty, each reason names the file and the line.
    """
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput({"yaml": _("A law set in YAML, as an export gives it.")})
    try:
        house = _read(slug, yaml_files.read(text, file), file)
    except BrokenBook as broken:
        raise InvalidInput({"yaml": [str(fault) for fault in broken.faults]}) from broken
    if objections := examination(house).objections:
        raise InvalidInput(
            {
                "yaml": [
                    f"{file}, line {fault.line}, {fault.subject}: {fault.sentence}" for fault in objections
                ]
            }
        )
    return house


def fields_of(text: str) -> dict[str, Any]:
    """Return the stored YAML of a house law set as plain data; an empty dict if the YAML is no mapping."""
    fields = tidy(yaml_files.read(text, FILE))
    return fields if isinstance(fields, dict) else {}


def with_exceptions(house: HouseLaws, pairs: Iterable[str]) -> HouseLaws:
    """Return the law set with exceptions added to its rules.

    Each text in ``pairs`` has two rule ids: ``<club's rule> <book's rule>``. The club's rule becomes an
    exception to the book's rule. If the club has no such rule, the pair is ignored. If the book has no such
    rule, InvalidInput is raised.
    """
    fields = fields_of(house.written)
    for pair in pairs:
        own, _space, law = pair.partition(" ")
        topic, _slash, name = own.removeprefix(f"{house.law_set.slug}/").partition("/")
        rule = fields.get(topic, {}).get("rules", {}).get(name)
        if rule is not None and law not in rule.setdefault("exception_to", []):
            rule["exception_to"].append(law)
    return read_fields(house.law_set.slug, fields)


def own_cases(house: HouseLaws, rule: Rule) -> tuple[Case | None, Case | None]:
    """Return two cases of the law set that test a rule of the club. A missing case is None.

    The rule decides the first case. The second case is just outside the rule: if one answer were different,
    the rule would apply. The cases ``<rule>-inside`` and ``<rule>-outside``, which the form writes, are
    preferred.
    """
    named = {_name(case): case for case in house.layer.on(rule.topic).cases.values()}
    table = examination(house).book.tables[rule.incidents[0]]
    inside, outside = cases.cases_of(table, cases.number_of(table, rule.id), house.layer.cases)
    return named.get(f"{rule.name}-inside", inside), named.get(f"{rule.name}-outside", outside)


def with_law(house: HouseLaws, own: own_law.OwnLaw, says: str, before: Rule | None) -> HouseLaws:
    """Add a law and two cases that test the law. Return the new law set.

    The first case has the facts and the effect of the law, and the sentence ``says``. The second case is just
    outside the law, see `own_cases`. There is no second case if nothing is just outside the law.

    ``before`` is the rule that the law replaces. The cases ``<rule>-outside`` of the other rules are computed
    again if the form can express the rule.

    Raises InvalidInput under ``case`` if the facts exclude each other. Also raises the errors of
    `read_fields`.
    """
    slug, source = house.law_set.slug, house.head.citation
    names = [f"{own.name}-inside", f"{own.name}-outside"]
    if before:
        there = own_cases(house, before)
        names = [_name(case) if case else name for case, name in zip(there, names, strict=True)]
    must = Outcome(effects=(own.effect,))
    fields = own_law.with_law(fields_of(house.written), own)
    fields = own_law.with_case(fields, own, names[0], says, own.facts, must, source)
    made = read_fields(slug, fields)
    if not cases.situations_of(examination(made).book.tables[own.incident], own.facts):
        raise InvalidInput({"case": _("These facts cannot all be true.")})
    return _with_cases_outside(made, {f"{slug}/{own.topic}/{own.name}": names[1]})


def without_law(house: HouseLaws, rule: Rule) -> HouseLaws:
    """Remove a rule, its law and its cases. Return the new law set.

    The case just outside the rule is kept if it also tests another rule of the topic. The cases
    ``<rule>-outside`` of the other rules are computed again if the form can express the rule.
    """
    others = [other for other in house.layer.every_rule if other.id != rule.id and other.topic == rule.topic]
    kept = {case.id for other in others for case in own_cases(house, other) if case}
    inside, outside = own_cases(house, rule)
    gone = [case for case in (inside, outside) if case and (case is inside or case.id not in kept)]
    slug, names = house.law_set.slug, [_name(case) for case in gone]
    fields = own_law.without_rule(fields_of(house.written), slug, rule.id, names)
    return _with_cases_outside(read_fields(slug, fields), {})


def _with_cases_outside(house: HouseLaws, named: Mapping[str, str]) -> HouseLaws:
    """Compute the cases ``<rule>-outside`` again: a new law can make older cases on its incident fail.

    ``named`` maps the id of a new or changed rule to the name of its case.
    """
    fields, tables, slug = fields_of(house.written), examination(house).book.tables, house.law_set.slug
    for rule in house.layer.every_rule:
        there, own = fields[rule.topic].get("cases", {}), own_law.own_law(house, rule)
        name = named.get(rule.id, f"{rule.name}-outside")
        if own is None or (rule.id not in named and name not in there):
            continue
        table = tables[own.incident]
        facts = cases.propose_outside(table, cases.number_of(table, rule.id), own.facts)
        if facts and (outcome := cases.outcome_of(table, facts)):
            says = " ".join(table.incident.means(facts))[:LONGEST_WORDS]
            fields = own_law.with_case(fields, own, name, says, facts, outcome, house.head.citation)
        else:
            there.pop(name, None)
    return read_fields(slug, fields)


def _name(case: Case) -> str:
    return case.id.rsplit("/", 1)[-1]


def _read(slug: str, root: Node, file: str) -> HouseLaws:
    written = yaml_files.write(tidy(root))
    # A longer text could be stored, but parsing the stored text would refuse it.
    if len(written) > yaml_files.LARGEST_FILE:
        reason = f"at most {yaml_files.LARGEST_FILE} characters can be kept; these are {len(written)}."
        raise BrokenBook([Fault(file, 1, HEAD, reason)])
    return read_house(slug, root, written, file, library.law_books())


def examination(house: HouseLaws) -> Examination:
    """Return the objections to publishing a law set, and its differences from its base book."""
    return examine(house, library.law_book(house.head.base))
