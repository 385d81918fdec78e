"""Tests that run on every table of our law books: the tables, and a ruling for each of their outcomes."""

from collections.abc import Iterator

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.compile import lowest
from laws.domain.compiled_book import LawBook
from laws.domain.pairs import ERRED
from laws.domain.ruling import Ruling

TABLES = [
    pytest.param(table, id=f"{slug} {incident}")
    for slug, book in library.law_books().items()
    for incident, table in book.tables.items()
    if table.rules
]
"""Every table with rules. The id of each parameter is the law set and the incident."""


def each_ruling(book: LawBook) -> Iterator[Ruling]:
    """Yield a ruling for each outcome of each incident and each answer to the facts that decide about pairs.

    Situations with the same outcome, offender and answers combine with other offences in the same way.
    """
    pairs = library.pairs()
    ways = [way for each in pairs.pairs.values() for way in each.values()]
    always = {*ERRED} | {fact for way in ways if way.one_act for fact in way.one_act.needs}
    when = {fact for moments in pairs.moments.values() for fact, _value in moments}
    for table in book.tables.values():
        for outcome, mask in zip(table.outcomes, table.outcome_masks, strict=True):
            telling = always | when if any(each.kind == "new-deal" for each in outcome.effects) else always
            parts = [mask]
            for fact in table.incident.facts:
                if fact.key in telling:
                    values = table.space.masks[fact.key].values()
                    parts = [part & so for part in parts for so in values if part & so]
            also = next((fact for fact in table.incident.also if fact.key in ERRED), None)
            for part in parts:
                for more in [{also.key: slug} for slug in also.slugs] if also else [{}]:
                    yield arbiter.rule(
                        book, table.incident.id, {**table.space.facts_of(lowest(part)), **more}
                    )
