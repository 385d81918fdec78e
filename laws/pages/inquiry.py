"""The common part of the pages that ask questions about an incident: known facts, URL and next question.

These are the pages for asking the law, for two offences in one deal and for raising a dispute. Nothing is
stored: the URL holds all answers, and each possible answer is a link to the URL that includes the answer.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from laws.domain.compile import LawTable
from laws.domain.proposals import LONGEST_TEXT
from laws.domain.roles import fill
from laws.domain.vocabulary import FactValue, IncidentFact

INCIDENT, AGAIN, WORDS = "incident", "ask-again", "in-words"
"""URL parameters: the incident, the fact to ask again, and the typed words. Parameters have hyphens, unlike
the names of facts."""

HERE = "#now"
"""The URL fragment of the question or ruling on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """An incident with the facts known so far.

    ``again`` is the fact to ask again. ``words`` is the text that the player typed to describe the incident.
    """

    incident: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    again: str = ""
    words: str = ""

    @property
    def further(self) -> list[tuple[str, str]]:
        """Return the URL parameters that only this kind of page has. Empty values are left out of the URL."""
        return []

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Return the URL parameters to keep when the user chooses an incident."""
        return []

    @property
    def query_string(self) -> str:
        own = [(INCIDENT, self.incident), (AGAIN, self.again), (WORDS, self.words), *self.further]
        return urlencode([(name, value) for name, value in own if value] + list(self.facts.items()))

    @property
    def address(self) -> str:
        """Return the URL of the inquiry, relative to its page."""
        return f"?{self.query_string}{HERE}"

    def asking_again(self, fact: str) -> Self:
        """Return the inquiry that asks one fact again. All answers are kept, even the answer to this fact."""
        return replace(self, again=fact)

    def answering(self, table: LawTable, answers: Mapping[str, str]) -> Self:
        """Return the inquiry with these answers, without earlier answers that contradict them.

        The fact to ask again and the typed words are removed too.
        """
        facts = together(table, answers, self.facts)
        in_order = {key: facts[key] for key in (*self.facts, *answers) if key in facts}
        return replace(self, facts=in_order, again="", words="")


def together(table: LawTable, answers: Mapping[str, str], earlier: Mapping[str, str]) -> dict[str, str]:
    """Return the answers and the earlier facts that do not contradict the answers.

    If two earlier facts contradict each other, the first one in ``earlier`` is kept.
    """
    facts = dict(answers)
    for key, value in earlier.items():
        if key not in facts and table.known(table.own({**facts, key: value})):
            facts[key] = value
    return facts


AnInquiry = TypeVar("AnInquiry", bound=Inquiry)


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """An answer to choose.

    ``address`` is the URL with this answer. ``takes_back`` are the questions whose answers the link removes.
    """

    value: FactValue
    address: str
    is_usual: bool = False
    is_given: bool = False
    takes_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """The question to show, with its answers."""

    fact: IncidentFact
    keys: tuple[AnswerKey, ...]


def put(
    inquiry: AnInquiry,
    table: LawTable,
    fact: IncidentFact,
    known: Mapping[str, str],
    go_on: Callable[[AnInquiry], Inquiry] = lambda answered: answered,
) -> PutQuestion:
    """Return the question about a fact, with its answers.

    An answer that contradicts ``known`` is left out, except if the fact is asked again. The link of an answer
    leads to the inquiry with this answer, or to the inquiry that ``go_on`` returns for it.
    """
    keys = []
    for value in fact.values:
        answer = {fact.key: value.slug}
        kept = together(table, answer, known)
        dropped = [key for key in known if key not in kept]
        if dropped and inquiry.again != fact.key:
            continue
        keys.append(
            AnswerKey(
                value,
                go_on(inquiry.answering(table, answer)).address,
                is_usual=fact.usual == value.slug,
                is_given=inquiry.facts.get(fact.key) == value.slug,
                takes_back=tuple(fill(table.incident.fact(key).ask) for key in dropped),
            )
        )
    return PutQuestion(fact, tuple(keys))


@dataclass(frozen=True, slots=True)
class AddressRefusal:
    """The reason why a part of a URL is refused, and links (label, URL) to accepted values."""

    says: str
    nearest: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """Return the reason as the error summary of the page shows it."""
        return self.says


Refusals = Mapping[str, tuple[AddressRefusal, ...]]


class AddressParser:
    """Parses the query of a URL.

    - ``values``: the parameters that have a value. A parameter with two or more different values is refused.
    - ``refused``: the refusals so far, by parameter.
    - ``several``: the parameters that may have two or more values. They are not parsed here.
    """

    def __init__(self, query: QueryDict, several: Collection[str] = ()) -> None:
        self.values: dict[str, str] = {}
        self.refused: dict[str, tuple[AddressRefusal, ...]] = {}
        for key, values in query.lists():
            if key in several:
                continue
            if len(set(values)) > 1:
                self.refuse(key, _("This was answered more than once, in different ways. Give one answer."))
            elif values and values[0]:
                self.values[key] = str(values[0])

    def refuse(self, field: str, says: str, links: Iterable[tuple[str, str]] = ()) -> None:
        self.refused[field] = (AddressRefusal(says, tuple(links)),)

    def words(self) -> str:
        """Return the typed words, or an empty text if the words are refused.

        Words are refused if they are too long or have characters that cannot be typed.
        """
        words = self.values.get(WORDS, "")
        if len(words) > LONGEST_TEXT:
            says = _("At most %(most)s characters are allowed; this has %(count)s.")
            self.refuse(WORDS, says % {"most": LONGEST_TEXT, "count": len(words)})
        elif not words.replace("\r", "").replace("\n", "").isprintable():
            self.refuse(WORDS, _("This contains a character that cannot be typed. Remove it."))
        return "" if WORDS in self.refused else words
