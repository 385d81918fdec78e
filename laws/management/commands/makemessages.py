"""Django's ``makemessages``, extended to the texts of the law books and the vocabulary."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from django.core.management.commands import makemessages

from laws.library import LOADER, law_sets

OF_THE_VOCABULARY = (
    "title",
    "ask",
    "why",
    "label",
    "means",
    "says",
    "because",
    "otherwise",
    "silent",
    "one_act",
)
TEXTS_BY_NAME = ("ending", "both_end", "frequent")
"""The fields that map names to translated texts."""
OF_A_BOOK = frozenset(["label", "question"])
"""The fields of a book's file that are translated everywhere in the file.

Variations, and the laws that variations cite, have further translated fields, see `texts_shown`.
"""


class _LawFile(makemessages.BuildFile):
    """Turns a YAML file into ``gettext`` calls, so that gettext finds its texts."""

    def preprocess(self) -> None:
        if not self.path.endswith(".yaml"):
            super().preprocess()
            return
        with open(self.path, encoding="utf-8") as file:
            content = yaml.load(file, Loader=LOADER)  # noqa: S506  # it reads text alone
        texts = dict.fromkeys(texts_shown(self.path, content))
        with open(self.work_path, "w", encoding="utf-8") as calls:
            calls.writelines(f"gettext({text!r})\n" for text in texts)


class Command(makemessages.Command):
    """Takes Django's options, and also reads YAML files by default."""

    build_file_class = _LawFile
    xgettext_options = [  # a list, because Django's attribute is a list
        *makemessages.Command.xgettext_options,
        "--keyword=ngettext_noop:1,2",
    ]

    def handle(self, *args: Any, **options: Any) -> None:
        options["extensions"] = options["extensions"] or ["html", "txt", "py", "yaml"]
        super().handle(*args, **options)


def texts_shown(path: str, content: object) -> Iterator[str]:
    """Yield the texts in a YAML file that need a translation."""
    if "books" not in path:
        return _texts(content, OF_THE_VOCABULARY)
    variations = content.get("variations", {}) if isinstance(content, dict) else {}
    return chain(
        _texts(content, OF_A_BOOK),
        _texts(variations, {"title"}),
        # Forms show the title and the text of the laws that variations cite.
        _texts(_laws_of_variations(Path(path), content), {"title", "text"}),
    )


def _laws_of_variations(path: Path, content: object) -> dict[str, Any]:
    laws = content.get("laws", {}) if isinstance(content, dict) else {}
    topic = f"{path.parent.name}/{path.stem}"
    return {slug: law for slug, law in laws.items() if f"{topic}/{slug}" in _cited_by_variations()}


@cache
def _cited_by_variations() -> frozenset[str]:
    return frozenset(
        variation.law for law_set in law_sets().values() for variation in law_set.every_variation
    )


def _texts(content: object, fields: Collection[str]) -> Iterator[str]:
    if isinstance(content, list):
        for child in content:
            yield from _texts(child, fields)
    elif isinstance(content, dict):
        for key, value in content.items():
            if key in TEXTS_BY_NAME:
                yield from value.values()
            elif key in fields and isinstance(value, str):
                yield value
            else:
                yield from _texts(value, fields)
