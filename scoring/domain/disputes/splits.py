"""Facts in dispute: what the law says for each way in which they can be. If it matters, ``course`` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from laws.domain import arbiter
from laws.domain.errors import InvalidInput
from laws.domain.lawbook import LawBook
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.domain.disputes.steps import Said

MOST_DISPUTED = 3
"""More facts than this cannot be in dispute at once."""


@dataclass(frozen=True, slots=True)
class Split:
    """What the law says if the facts in dispute are so: one line of the ways in which they can be."""

    facts: Mapping[str, str]
    ruling: Ruling


def undisputed(facts: Mapping[str, Said]) -> dict[str, str]:
    """Return the facts that nobody disputes, by their values."""
    return {key: said.value for key, said in facts.items() if said.value is not None}


def splits(book: LawBook, incident: str, facts: Mapping[str, Said]) -> tuple[Split, ...]:
    """Return the ruling for each way in which the facts in dispute can be, without those that cannot be."""
    disputed = {key: said.values for key, said in facts.items() if said.provenance == "disputed"}
    if not disputed:
        return ()
    if len(disputed) > MOST_DISPUTED:
        raise InvalidInput(
            {"facts": _("at most {most} facts can be in dispute at once.", most=MOST_DISPUTED)}
        )
    known = undisputed(facts)
    found: list[Split] = []
    refusal: InvalidInput | None = None
    for values in product(*disputed.values()):
        way = dict(zip(disputed, values, strict=True))
        try:
            found.append(Split(way, arbiter.rule(book, incident, {**known, **way})))
        except InvalidInput as error:
            refusal = error
    if not found and refusal is not None:
        raise refusal
    return tuple(found)
