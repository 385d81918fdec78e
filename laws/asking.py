"""A question to the law: law set, incident, facts, how doubtful words are read, what else happened.

An address holds all of it, so that a link opens the same question; nothing is stored. Reading an address is
done in ``addresses``, and what the law answers is not worked out here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.urls import reverse

from laws import open_readings as readings
from laws.domain.compile import Table
from laws.domain.lawbook import LawBook

LAW_SET, INCIDENT = "law_set", "incident"
AGAIN, WORDS, READ_AS, BESIDES = "ask-again", "in-words", "read-as", "same-deal"
"""What else an address may hold: the fact to ask again, words typed, how doubtful words are to be read, and
what else happened in the same deal, as an address within the address. No fact has a hyphen in its name."""

OWN = (LAW_SET, INCIDENT, AGAIN, WORDS, READ_AS, BESIDES)
HERE = "#now"
"""Where on the page the question or the ruling stands."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a part of an address cannot be taken, and links (label, address) to what would do."""

    says: str
    nearest: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: all that could be taken of an address, and the refusals by the field they concern.

    ``besides`` is the question of something else that happened in the same deal.
    """

    law_set: str
    incident: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    again: str = ""
    words: str = ""
    read_as: readings.Readings = field(default_factory=dict)
    besides: "Question | None" = None
    refused: Mapping[str, tuple[Refusal, ...]] = field(default_factory=dict)

    @property
    def book(self) -> LawBook:
        """Return the book of the law set, read as wanted; with other readings only the incident's topic."""
        return readings.book(self.law_set, self.incident, self.read_as)

    @property
    def table(self) -> Table:
        """Return the table of the law set on the incident. An incident must have been named."""
        return self.book.tables[self.incident]

    @property
    def held(self) -> dict[str, str]:
        """Return what an address holds of this besides the law set."""
        asked = {INCIDENT: self.incident, AGAIN: self.again, WORDS: self.words}
        asked |= {READ_AS: readings.write(self.read_as), BESIDES: self.held_besides}
        return {name: value for name, value in asked.items() if value} | dict(self.facts)

    @property
    def held_besides(self) -> str:
        """Return what an address holds of what else happened, nothing where there is nothing."""
        return urlencode(self.besides.held) if self.besides else ""

    @property
    def address(self) -> str:
        """Return the address that asks this, at the place of the question or the ruling."""
        place = HERE if self.incident else ""
        return f"{reverse('laws:ask')}?{urlencode({LAW_SET: self.law_set} | self.held)}{place}"

    def under(self, law_set: str) -> "Question":
        """Return the same question to another law set, whose doubtful words are read as usual."""
        besides = self.besides.under(law_set) if self.besides else None
        return replace(self, law_set=law_set, read_as={}, besides=besides, refused={})

    def about(self, incident: str, facts: Mapping[str, str] | None = None) -> "Question":
        """Return the question about another incident, with the facts given and no others."""
        return Question(self.law_set, incident, facts or {}, besides=self.besides)

    def alone(self) -> "Question":
        """Return the question without what else happened."""
        return replace(self, besides=None, again="", words="", refused={})

    def in_same_deal(self) -> "Question":
        """Return the question of what else happened in the same deal, nothing being said of it yet."""
        return Question(self.law_set, besides=self.alone())

    def turned_round(self) -> "Question":
        """Return the question of what else happened, with this one besides."""
        if self.besides is None:
            return self
        return replace(self.besides, besides=self.alone())

    def reading(self, name: str, way: str) -> "Question":
        """Return the question with doubtful words read in one way; an empty way is the usual one."""
        others = {key: value for key, value in self.read_as.items() if key != name}
        return replace(self, read_as=others | ({name: way} if way else {}), refused={})

    def asking_again(self, fact: str) -> "Question":
        """Return the question that puts a fact again, all other answers being kept."""
        return replace(self, again=fact, refused={})

    def without(self, fact: str) -> "Question":
        """Return the question without the answer to a fact."""
        kept = {key: value for key, value in self.facts.items() if key != fact}
        return replace(self, facts=kept, again="", refused={})

    def answering(self, answers: Mapping[str, str]) -> "Question":
        """Return the question with these answers; of the earlier ones those that go with them."""
        table, kept = self.table, dict(answers)
        for key, value in self.facts.items():
            if key not in kept and table.known(own_facts(table, {**kept, key: value})):
                kept[key] = value
        in_order = {key: kept[key] for key in (*self.facts, *answers) if key in kept}
        return replace(self, facts=in_order, again="", words="", refused={})

    def dropped_by(self, answers: Mapping[str, str]) -> tuple[str, ...]:
        """Return the facts whose answers cannot be so together with these."""
        kept = self.answering(answers).facts
        return tuple(key for key in self.facts if key not in kept)


def own_facts(table: Table, facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts on which the incident's table is built, without those that decide nothing in it."""
    return {key: value for key, value in facts.items() if key in table.steps}


def can_be(question: Question) -> bool:
    """Tell whether the facts of a question can be so together."""
    return bool(question.table.known(own_facts(question.table, question.facts)))


def all_refusals(refused: Mapping[str, Iterable[Refusal]], *but: str) -> list[Refusal]:
    """Return every refusal, without those of the fields named, which are shown where they belong."""
    return [refusal for key, found in refused.items() if key not in but for refusal in found]
