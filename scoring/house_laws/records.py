"""Parsing and examination of a house law set from YAML text or from the same data as fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from laws import library, yaml_files
from laws.domain.document import Node, from_plain
from laws.domain.errors import BrokenBook, Fault, InvalidInput
from laws.domain.house import HEAD, HouseLaws, as_input, read_house, tidy
from laws.domain.house_checks import Examination, examine
from laws.domain.sentences import _

FILE = "law set"
"""The file name in error messages for a law set that did not come from a file."""


def read_fields(slug: str, sent: object) -> HouseLaws:
    """Return a law set from fields. Raises InvalidInput by parameter, or by ``<topic>/<law or rule>``."""
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
    """Parse an uploaded file, which must also pass the examination before publication.

    Raises InvalidInput under ``yaml``; each reason names file and line.
    """
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput({"yaml": _("A law set in YAML, as an export gives it.")})
    try:
        house = _read(slug, yaml_files.read(text, file), file)
    except BrokenBook as broken:
        raise InvalidInput({"yaml": [str(fault) for fault in broken.faults]}) from broken
    if objections := examination(house).objections:
        raise InvalidInput(
            {"yaml": [f"{file}, line {each.line}, {each.subject}: {each.sentence}" for each in objections]}
        )
    return house


def fields_of(text: str) -> dict[str, Any]:
    """Return a stored text as fields, in the order of the text."""
    fields = tidy(yaml_files.read(text, FILE))
    return fields if isinstance(fields, dict) else {}


def naming(house: HouseLaws, pairs: Iterable[str]) -> HouseLaws:
    """Return the law set with exceptions added to its rules, from pairs ``<own rule> <book's rule>``.

    A pair whose own rule does not exist is ignored. Raises InvalidInput for an unknown rule of the book.
    """
    fields = fields_of(house.written)
    for pair in pairs:
        own, _space, law = pair.partition(" ")
        topic, _slash, name = own.removeprefix(f"{house.law_set.slug}/").partition("/")
        rule = fields.get(topic, {}).get("rules", {}).get(name)
        if rule is not None and law not in rule.setdefault("exception_to", []):
            rule["exception_to"].append(law)
    return read_fields(house.law_set.slug, fields)


def _read(slug: str, root: Node, file: str) -> HouseLaws:
    written = yaml_files.write(tidy(root))
    # The stored text is parsed again with the same limit as a file.
    if len(written) > yaml_files.LARGEST_FILE:
        reason = f"at most {yaml_files.LARGEST_FILE} characters can be kept; these are {len(written)}."
        raise BrokenBook([Fault(file, 1, HEAD, reason)])
    return read_house(slug, root, written, file, library.law_books())


def examination(house: HouseLaws) -> Examination:
    """Examine a law set before publication: objections, changes, cases."""
    return examine(house, library.law_book(house.head.base))
