"""Django system checks of the law books, so that ``manage.py check`` fails on a faulty book."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error

from laws import finding, library
from laws.domain import compose, proofs
from laws.domain.errors import BrokenBook


def books(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each fault found in the books, the clauses, the vocabulary and the players' words.

    - E001: a fault in a file. Then nothing else is checked, so there can be further faults.
    - E002: a fault among the rules.
    - E004: ``vocabulary/pairs.yaml`` does not say how offences on two topics of one game combine, or two
      offences on the same topic.
    """
    try:
        library.law_sets()
        library.inventories()
        library.index()
        finding.finder()
        law_books = library.law_books()
        pairs = library.pairs()
    except BrokenBook as broken:
        return [Error(str(fault), id="laws.E001") for fault in broken.faults]
    faults: list[CheckMessage] = [Error(str(finding), id="laws.E002") for finding in proofs.find(law_books)]
    faults += [
        Error(f"vocabulary/pairs.yaml: {first} and {second} are missing.", id="laws.E004")
        for first, second in compose.missing(pairs, library.vocabulary().topics.values())
    ]
    return faults
