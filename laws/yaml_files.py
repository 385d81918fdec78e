"""Read and write house law sets as YAML files.

An uploaded file can be malicious. Therefore anchors, tags and deep nesting are refused before any nodes are
built.
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
    """A dumper without implicit types, because every scalar is read back as text."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Writer.add_representer(str, lambda writer, text: writer.represent_scalar(f"{TAG}str", text))
_Writer.add_representer(dict, lambda writer, fields: writer.represent_mapping(f"{TAG}map", fields.items()))
_Writer.add_representer(list, lambda writer, items: writer.represent_sequence(f"{TAG}seq", items))


def write(content: object) -> str:
    """Return the YAML text of a house law set, given as texts, lists and dicts."""
    return str(yaml.dump(content, Dumper=_Writer, sort_keys=False, width=WIDTH, allow_unicode=True))


def read(text: str, file: str) -> Node:
    """Parse a YAML text to nodes with line numbers.

    Raises BrokenBook if the text is empty, is not YAML, is too large, or has anchors, tags, deep nesting or
    several documents.
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
        pass  # ``parse`` below finds the same error and reports it with its line
    return parse(text, file)


def _refusal(event: yaml.Event, depth: int, documents: int) -> str:
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        return "anchors and their aliases (& and *) cannot be taken; write it out."
    if getattr(event, "tag", None):
        return "tags (!) cannot be taken."
    if depth > DEEPEST:
        return f"this is nested deeper than {DEEPEST} levels."
    return "give one document, not several." if documents > 1 else ""
