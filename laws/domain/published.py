"""The rules of a law set as they are published with it: the words of the vocabulary and of its book, as text.

What was ruled is replayed under the words of that day. Compiling them is done in ``lawbook``, keeping them in
the database by the services.
"""

from collections.abc import Collection, Mapping
from typing import cast

from laws.domain.book import READ_AS_RULES
from laws.domain.document import Fields, Node, from_plain, plain
from laws.domain.rule import RuleBook
from laws.domain.rule_notation import read_rule_books
from laws.domain.vocabulary import Vocabulary
from laws.domain.vocabulary_notation import read_vocabulary

RuleText = dict[str, object]
"""``{"vocabulary": {topic: …}, "book": {file: …}}``, in a form that JSON can hold."""


def rule_text(vocabulary: Mapping[str, Node], book: Mapping[str, Node]) -> RuleText:
    """Return the text of a vocabulary and of what a book has on its topics, without its laws and cases."""
    return {
        "vocabulary": {topic: plain(node) for topic, node in vocabulary.items()},
        "book": {
            name: {
                key.value: plain(child)
                for key, child in node.pairs
                if key.value in READ_AS_RULES and key.value != "cases"
            }
            for name, node in book.items()
            if isinstance(node, Fields) and name.removesuffix(".yaml") in vocabulary
        },
    }


def read_rule_text(text: RuleText, slug: str, laws: Collection[str]) -> tuple[Vocabulary, RuleBook]:
    """Return the vocabulary and the rules that a text holds. Raises BrokenBook where it is not whole."""
    words = cast("dict[str, object]", text["vocabulary"])
    files = cast("dict[str, object]", text["book"])
    vocabulary = read_vocabulary({topic: from_plain(node) for topic, node in words.items()})
    books = {slug: {name: from_plain(node) for name, node in files.items()}}
    return vocabulary, read_rule_books(books, vocabulary, laws)[slug]
