"""Strict JSON parsing for the API and for files.

Python's parser accepts NaN and repeated keys, and raises RecursionError on deep nesting. PostgreSQL refuses
NUL, and both databases refuse lone surrogates. `read` refuses all such texts and gives the reason.
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
    """A parser for JSON in UTF-8 by RFC 8259, with further limits, see `read`."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Parse the body of a request. Raises ParseError with a sentence for the user."""
        try:
            return read(stream.read())
        except ValueError as error:
            raise ParseError(f"The body is {error}") from error


def read(body: bytes) -> Any:
    """Parse a JSON text.

    Raises ValueError with a reason that completes "The body is …", in these cases:

    - The text is not JSON in UTF-8.
    - The text has NaN, Infinity or -Infinity, which Python's parser accepts.
    - The text is nested deeper than DEEPEST_NESTING levels.
    - A whole number has too many digits for Python.
    - A key is repeated in one object.
    - A key or text has a character that a database cannot store.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8 text.") from error
    if text.count("{") + text.count("[") > DEEPEST_NESTING < deepest(text):
        raise ValueError(f"nested deeper than {DEEPEST_NESTING} levels.")
    try:
        value = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=without_repeats)
        # JSON in UTF-8 can contain NUL and surrogates only as \u escapes.
        if "\\u" in text:
            refuse_unstorable(value, "the body")
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from error
    return value


def deepest(text: str) -> int:
    """Return the depth of nested brackets in a JSON text. Brackets inside strings do not count.

    >>> deepest('{"a": ["[[[["]}')
    2
    """
    # Without the escaped characters, each remaining quote begins or ends a string.
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
    """Raise ValueError for NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not a JSON number")


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dictionary. Raises ValueError for a repeated key."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"the key {twice!r} is given twice")
    return fields


def refuse_unstorable(value: Any, where: str) -> None:
    """Raise ValueError for text that a database cannot store (UNSTORABLE).

    ``where`` names the place of the text in the error. For a text in an object, the error names its key.
    """
    if isinstance(value, dict):
        for key, part in value.items():
            refuse_unstorable([key, part], ascii(key))
    elif isinstance(value, list):
        for part in value:
            refuse_unstorable(part, where)
    elif isinstance(value, str) and UNSTORABLE.search(value):
        raise ValueError(f"the text of {where} holds a character that cannot be stored")
