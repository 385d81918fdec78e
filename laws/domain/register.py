"""The register of clauses: what became of every clause of the sources' inventories.

A clause is ruled where a rule with a case cites a law that carries it, procedural where a parameter or the
program applies such a law, and otherwise what its law says of itself. Whether the rules are sound is shown in
``proofs``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from laws.domain.law import KINDS_OF_LAW, Law
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.rule import RuleBook

RULED, OPEN, UNCLASSIFIED = "ruled", "open", "unclassified"
STATUSES = (RULED, *KINDS_OF_LAW, OPEN, UNCLASSIFIED)
"""Every status of a clause, the strongest first."""

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        RULED: "A rule decides by it what follows.",
        **KINDS_OF_LAW,
        OPEN: "It tells of something that the source leaves open, and no rule rests on it.",
        UNCLASSIFIED: "Nobody has said yet what becomes of it.",
    }
)

WAYS = ("readings", "silent", "argued")
"""How a doubtful clause can be settled: with all its readings and one taken, as a silence, with a reason."""

UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of an inventory: its status, and the laws that carry it."""

    id: str
    inventory: str
    status: str
    laws: tuple[str, ...]


def classify(
    inventories: Mapping[str, Iterable[str]],
    law_sets: Iterable[LawSet],
    rule_books: Iterable[RuleBook],
) -> tuple[Clause, ...]:
    """Return every clause of the inventories with its status, in their order."""
    known = list(law_sets)
    standings = _standings(known, list(rule_books))
    carriers: dict[str, list[str]] = {}
    for law_set in known:
        for law in law_set.laws.values():
            for clause in law.clauses:
                carriers.setdefault(clause, []).append(law.id)
    return tuple(
        Clause(
            clause,
            inventory,
            min(
                (standings[law] for law in carriers.get(clause, [])), key=STATUSES.index, default=UNCLASSIFIED
            ),
            tuple(carriers.get(clause, [])),
        )
        for inventory, clauses in inventories.items()
        for clause in clauses
    )


def _standings(law_sets: list[LawSet], rule_books: list[RuleBook]) -> dict[str, str]:
    """Return the status that each law gives to the clauses it carries."""
    ruled = {
        law
        for book in rule_books
        for topic in book.topics.values()
        if topic.cases
        for rule in topic.rules.values()
        for law in rule.cites
    }
    applied = {law for law_set in law_sets for law in _cited_by_parameters(law_set)}
    found: dict[str, str] = {}
    for law_set in law_sets:
        for law in law_set.laws.values():
            found[law.id] = _standing(law, ruled, applied)
    return found


def _standing(law: Law, ruled: set[str], applied: set[str]) -> str:
    if law.id in ruled:
        return RULED
    if law.kind:
        return law.kind
    if law.id in applied or law.applied_by:
        return "procedural"
    return OPEN if law.status == "open" else UNCLASSIFIED


def _cited_by_parameters(law_set: LawSet) -> set[str]:
    """Return the laws on which a parameter or variation of a law set rests."""
    settings = [law_set.settings, *law_set.game_settings.values()]
    return {setting.law or "" for each in settings for setting in each.values()} | {
        variation.law for variation in law_set.variations.values()
    }


def counts(clauses: Iterable[Clause]) -> dict[str, Counter[str]]:
    """Return how many clauses of each inventory have each status."""
    found: dict[str, Counter[str]] = {}
    for clause in clauses:
        found.setdefault(clause.inventory, Counter())[clause.status] += 1
    return found


def doubts(
    doubtful: Iterable[str], law_sets: Iterable[LawSet], rule_books: Iterable[RuleBook]
) -> dict[str, str]:
    """Return how each doubtful clause is settled, by its id: the first of ``WAYS`` that is taken for it."""
    known, ways = list(law_sets), {way: set[str]() for way in WAYS}
    for book in rule_books:
        for topic in book.topics.values():
            for rule in topic.rules.values():
                ways["readings"].update(rule.cites if rule.interpretation else ())
                silent = any(outcome.is_silent for outcome in rule.outcomes.values())
                ways["silent"].update(rule.cites if silent else ())
                ways["argued"].update(rule.cites if rule.note else ())
    for law_set in known:
        for name, setting in law_set.settings.items():
            if setting.law and setting.status in ("open", "inferred") and PARAMETERS[name].words:
                ways["readings"].add(setting.law)
        ways["silent"].update(law.id for law in law_set.laws.values() if law.status == "open")
        ways["argued"].update(law.id for law in law_set.laws.values() if law.note)
    carriers: dict[str, set[str]] = {}
    for law_set in known:
        for law in law_set.laws.values():
            for clause in law.clauses:
                carriers.setdefault(clause, set()).add(law.id)
    return {
        clause: next((way for way, laws in ways.items() if laws & carriers.get(clause, set())), UNSETTLED)
        for clause in doubtful
    }
