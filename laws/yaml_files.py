"""A house law set as a file: written in YAML as the books are, and read back strictly.

A file that somebody sends may be made to do harm, so what no book has (anchors, tags, deep nesting) is
refused before anything is built from it. What it says is read in ``laws.domain.house``.
"""

from typing import Any

import yaml

from laws.domain.document import Node
from laws.domain.errors import BrokenBook, Fault
from laws.library import LOADER, parse

LARGEST_FILE = 100_000
DEEPEST = 14
WIDTH = 110
TAG = "tag:yaml.org,2002:"


class _Writer(yaml.dumper.BaseDumper):
    """Writes text as plainly as YAML lets it, since everything is read back as text."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write everything out, however often it occurs."""
        return True


_Writer.add_representer(str, lambda writer, text: writer.represent_scalar(f"{TAG}str", text))
_Writer.add_representer(dict, lambda writer, fields: writer.represent_mapping(f"{TAG}map", fields.items()))
_Writer.add_representer(list, lambda writer, items: writer.represent_sequence(f"{TAG}seq", items))


def write(content: object) -> str:
    """Return the written form of a house law set as YAML, from texts, lists and fields."""
    return str(yaml.dump(content, Dumper=_Writer, sort_keys=False, width=WIDTH, allow_unicode=True))


def read(text: str, file: str) -> Node:
    """Return a YAML text as pieces with line numbers.

    Raises BrokenBook for what is no YAML, is too large, or has what no book needs, with its line.
    """
    if len(text) > LARGEST_FILE:
        reason = f"at most {LARGEST_FILE} characters are allowed; this has {len(text)}."
        raise BrokenBook([Fault(file, 1, "yaml", reason)])
    depth = documents = 0
    try:
        for event in yaml.parse(text, Loader=LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            documents += isinstance(event, yaml.DocumentStartEvent)
            if reason := _refusal(event, depth, documents):
                raise BrokenBook(
                    [Fault(file, event.start_mark.line + 1 if event.start_mark else 1, "yaml", reason)]
                )
    except yaml.YAMLError:
        pass  # it is said by parse, which stops at the same place
    return parse(text, file)


def _refusal(event: yaml.Event, depth: int, documents: int) -> str:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        return "anchors and their aliases (& and *) cannot be taken; write it out."
    if getattr(event, "tag", None):
        return "tags (!) cannot be taken."
    if depth > DEEPEST:
        return f"this is nested deeper than {DEEPEST} levels."
    return "give one document, not several." if documents > 1 else ""
