"""Finds names that may be two spellings of one name.

Capitals, punctuation, accents, umlauts and the order of words are ignored. Names are also similar if one
letter differs or is missing in a word of at least FEWEST_LETTERS letters.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

FEWEST_LETTERS = 5
"""Words with fewer letters must match exactly: short names that differ in a letter are often two names."""

_SPELLED_OUT = re.compile(r"(?<=[aou])e|(?<=s)s")
"""Pairs of letters that are another spelling of one letter: Mueller is Müller, Gross is Groß."""
_NO_LETTERS = re.compile(r"[\W_]+")


class NearNames:
    def __init__(self, names: Iterable[str]) -> None:
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        for name in names:
            for key in _keys(name):
                self._named[key].add(name)

    def near(self, name: str) -> list[str]:
        """Return the other names that are similar to this name.

        >>> names = NearNames(["Jos\u00e9 M\u00fcller", "Seat A"])
        >>> names.near("Mueller, Jose"), names.near("Seat B")
        (['Jos\u00e9 M\u00fcller'], [])
        """
        found = set[str]().union(*(self._named.get(key, ()) for key in _keys(name)))
        return sorted(found - {name})

    def pairs(self) -> list[tuple[str, str]]:
        pairs = {(name, other) for names in self._named.values() for name in names for other in names}
        return sorted(pair for pair in pairs if pair[0] < pair[1])


def _keys(name: str) -> set[str]:
    """Return the keys by which a name is compared. Two names are similar if they share a key.

    One key is the whole name. Each other key leaves out one letter of one long word.
    """
    words = sorted(_bare(name).split())
    keys = {" ".join(words)}
    for place, word in enumerate(words):
        if len(word) >= FEWEST_LETTERS and not word.isdecimal():
            for letter in range(len(word)):
                shorter = word[:letter] + word[letter + 1 :]
                keys.add(" ".join(sorted([*words[:place], shorter, *words[place + 1 :]])))
    return keys


def _bare(name: str) -> str:
    marked = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(letter for letter in marked if not unicodedata.combining(letter))
    return _NO_LETTERS.sub(" ", _SPELLED_OUT.sub("", bare))
