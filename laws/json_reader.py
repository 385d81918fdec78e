"""How JSON is read, by the API and from files, before any serializer sees it.

Python's reader takes NaN, keeps the last of two equal keys, and stops with a RecursionError on nesting;
databases refuse NUL and lone surrogates. Here each of these is refused with its reason (400).
Ranges and types of fields are the serializers' business.
"""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST_NESTING = 20
UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class StrictJSONParser(JSONParser):
    """JSON as RFC 8259 means it: no NaN, no repeated key, no text that cannot be stored."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value, or raise ``ParseError`` with a reason that a person understands."""
        try:
            return read(stream.read())
        except ValueError as error:
            raise ParseError(f"The body is {error}") from error


def read(body: bytes) -> Any:
    """Return the value of a text; ValueError says what it is instead: "not JSON: …" or the like."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8 text.") from error
    if text.count("{") + text.count("[") > DEEPEST_NESTING < deepest(text):
        raise ValueError(f"nested deeper than {DEEPEST_NESTING} levels.")
    try:
        value = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=without_repeats)
        # What cannot be stored can only be spelled out: raw, it is neither UTF-8 nor JSON.
        if "\\u" in text:
            refuse_unstorable(value, "the body")
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from error
    return value


def deepest(text: str) -> int:
    """Return how deep brackets nest in ``text``, those inside strings left out.

    >>> deepest('{"a": ["[[[["]}')
    2
    """
    # Once the escaped characters are gone, every second piece between quotes is inside a string.
    outside = re.sub(r"\\.", "", text).split('"')[::2]
    depth = most = 0
    for character in "".join(outside):
        if character in "[{":
            depth += 1
            most = max(most, depth)
        elif character in "]}":
            depth -= 1
    return most


def refuse_constant(name: str) -> None:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not a JSON number")


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dictionary; refuse a key given twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"the key {twice!r} is given twice")
    return fields


def refuse_unstorable(value: Any, where: str) -> None:
    """Refuse text with NUL or half a surrogate pair, which databases do not take; name the nearest key."""
    if isinstance(value, dict):
        for key, part in value.items():
            refuse_unstorable([key, part], ascii(key))
    elif isinstance(value, list):
        for part in value:
            refuse_unstorable(part, where)
    elif isinstance(value, str) and UNSTORABLE.search(value):
        raise ValueError(f"the text of {where} holds a character that cannot be stored")
