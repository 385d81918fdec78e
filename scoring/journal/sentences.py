"""Journal entries as sentences. Each feature has the sentences of its own entries in `journal_sentences`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

Values = defaultdict[str, Any]
"""The values that an entry's sentence can show, by name. A missing value is shown as "…"."""

Sentence = str | Promise | Callable[[Values], str]
"""A sentence with the names of values in braces, such as ``{round}``, or a function from values to a
sentence."""

Sentences = Mapping[str, Sentence]
"""The sentence for each verb of the journal."""


def sentence_of(sentences: Sentences, verb: str, data: Mapping[str, Any], name: str = "") -> str:
    """Return a journal entry as a sentence. If the verb has no sentence, return the verb in plain words.

    ``name`` is the person whom the sentence names. Without a name, the sentence says "somebody".

    >>> sentence_of({"round.taken-back": "Round {round} was taken back"}, "round.taken-back", {"round": 2})
    'Round 2 was taken back'
    """
    sentence = sentences.get(verb)
    if sentence is None:
        return verb.replace(".", " ").replace("-", " ").capitalize()
    values: Values = defaultdict(lambda: "…", data)
    values["name"] = name or gettext("somebody")
    return sentence(values) if callable(sentence) else str(sentence).format_map(values)


def verb_titles(sentences: Sentences, verbs: Iterable[str]) -> list[tuple[str, str]]:
    """Return each journal verb with its sentence, sorted by sentence.

    The sentences describe no particular entry. They say "somebody" and "A deal", and "…" in place of other
    values.
    """
    values = {"deal": gettext("A deal")}
    return sorted(((verb, sentence_of(sentences, verb, values)) for verb in verbs), key=itemgetter(1))
