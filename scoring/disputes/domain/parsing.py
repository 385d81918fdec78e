"""Strict parsing of requests about a dispute: facts, seats, points, a choice, and effects to order.

Every refusal is an InvalidInput that names the field. Nothing here applies the law.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws.domain import arbiter, effects, pairs, roles
from laws.domain.compile import LawTable
from laws.domain.errors import InvalidInput, not_among, quote
from laws.domain.rule import Choice
from laws.domain.sentences import _
from scoring.disputes.domain.state import MOST_DISPUTED, KnownFact, Provenance, option_of
from scoring.game import (
    combined_decisions,
    deal_notation,
    found_irregularities,
    incident_roles,
    penalty_effects,
)
from scoring.game.games import GameKind
from scoring.game.parsing import Problems
from scoring.game.rules import Rules, most_tricks
from scoring.game.seating import TableSeats

MOST_ORDERS = 10


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about a dispute, not parsed yet. A field that was not sent is None.

    - ``seat``, ``seats``: the offender's seat, and the seats of other roles.
    - ``points``, ``trick``: the points and the trick in question.
    - ``beside``: facts that concern both this dispute and another dispute on the deal.
    """

    facts: object = None
    seat: object = None
    seats: object = None
    points: object = None
    trick: object = None
    beside: object = None


NOTHING_STATED = Statement()


@dataclass(frozen=True, slots=True)
class Elected:
    """A choice that was made: the role that may choose, the option, and the seat that chose, if known."""

    holder: str
    option: str
    seat: int | None = None


def read_facts(
    table: LawTable,
    sent: object,
    known: Mapping[str, found_irregularities.RecordedFact],
    seating: TableSeats,
    *,
    is_found: bool = False,
) -> dict[str, KnownFact]:
    """Return the sent facts, and those facts on the deal's record that the law asks for.

    A sent fact is a value, or ``{"disputed": [values]}`` if people give different answers. At most
    MOST_DISPUTED facts can be disputed. With ``is_found`` the sent facts count as established by a director.

    An answer must not contradict the record, unless the fact is disputed, a director has established it, or
    the record cannot exclude the answer (``unseen``).

    Raises InvalidInput under "facts" or "facts.FACT".
    """
    sent = {} if sent is None else sent
    if not isinstance(sent, Mapping):
        due = _("give facts with their values, not {value}.", value=quote(sent))
        raise InvalidInput({"facts": due})
    plain = {key: value for key, value in sent.items() if not isinstance(value, Mapping)}
    differing = {str(key): value for key, value in sent.items() if isinstance(value, Mapping)}
    provenance: Provenance = "found" if is_found else "said"
    facts = {key: KnownFact(value, provenance) for key, value in arbiter.read_facts(table, plain).items()}
    if len(differing) > MOST_DISPUTED:
        most = _("at most {most} facts can be in dispute at once.", most=MOST_DISPUTED)
        raise InvalidInput({"facts": most})
    facts |= {key: _disputed(table, key, value) for key, value in differing.items()}
    errors = _not_at_this_table(table, facts, seating)
    for key, record in known.items():
        fact = facts.get(key)
        if fact is not None and (fact.value is None or fact.value in record.unseen or is_found):
            continue
        if fact is not None and fact.value != record.value:
            otherwise = _("the deal as recorded says otherwise: {because}", because=record.because)
            errors[f"facts.{key}"] = otherwise
        elif key in table.steps or fact is not None:
            facts[key] = KnownFact(record.value, "record", record.because)
    if errors:
        raise InvalidInput(errors)
    return facts


def _not_at_this_table(
    table: LawTable, facts: Mapping[str, KnownFact], seating: TableSeats
) -> dict[str, str]:
    errors: dict[str, str] = {}
    for key, known in facts.items():
        fact = table.incident.fact(key)
        left = [value.slug for value in incident_roles.answers_at(fact, seating)]
        for value in (known.value, *known.values):
            if value is not None and value not in left:
                errors[f"facts.{key}"] = _nobody(fact.value(value).role, seating)
    return errors


def _nobody(role: str, seating: TableSeats) -> str:
    words = roles.ROLES[role].words
    return _("{count} play at this table, where nobody is {role}.", count=seating.count, role=words)


def _disputed(table: LawTable, key: str, sent: Mapping[str, Any]) -> KnownFact:
    values = sent.get("disputed")
    if sent.keys() != {"disputed"} or not isinstance(values, Sequence) or isinstance(values, str):
        raise InvalidInput(
            {f"facts.{key[:40]}": _('a value, or {{"disputed": [what each side says]}} where people differ.')}
        )
    read = [arbiter.read_facts(table, {key: value})[key] for value in list(values)[:9]]
    if len(set(read)) < 2 or len(set(read)) != len(values):
        raise InvalidInput({f"facts.{key}": _("a fact in dispute has two values or more, each once.")})
    return KnownFact(None, "disputed", values=tuple(read))


@dataclass(frozen=True, slots=True)
class About:
    """What a dispute is about: seats by role, points in the law set's order, and the number of the trick."""

    seats: Mapping[str, int]
    points: tuple[str, ...] | None
    trick: int | None


def read_about(sent: Statement, rules: Rules, seating: TableSeats) -> About:
    """Return the seats, points and trick of a statement.

    ``seat`` of the statement is the offender's seat. It replaces the offender in ``seats``.

    Raises InvalidInput with all problems, under "seats", "seats.ROLE", "seat", "points", "points.N" or
    "trick".
    """
    problems = Problems()
    named = problems.record({} if sent.seats is None else sent.seats, "seats", incident_roles.NAMED) or {}
    seats = {role: problems.seat(value, f"seats.{role}", seating) for role, value in named.items()}
    if sent.seat is not None:
        seats["offender"] = problems.seat(sent.seat, "seat", seating)
    points = None
    if sent.points is not None:
        items = enumerate(problems.items(sent.points, "points", _("a list of points")))
        points = {problems.word(point, f"points.{place}", rules.worth, _("point")) for place, point in items}
    trick = None
    if sent.trick is not None:
        trick = problems.integer(sent.trick, "trick", 1, most_tricks(rules), _("a trick"))
    problems.settle()
    return About(
        {role: seat for role, seat in seats.items() if seat is not None},
        None if points is None else tuple(name for name in rules.worth if name in points),
        trick,
    )


def read_beside(sent: object, dispute: int, others: Collection[int]) -> dict[str, dict[str, str]]:
    """Return the facts that concern both this dispute and another dispute: other dispute's id → facts.

    ``dispute`` is the id of this dispute, and ``others`` has the ids of the other decided disputes on the
    deal. One fact asks which offence came first; its answer is the id of one of the two disputes. Raises
    InvalidInput under "beside" for an unknown dispute, fact or answer.
    """
    problems, read = Problems(), {}
    named = problems.record({} if sent is None else sent, "beside", [str(other) for other in others]) or {}
    for other, facts in named.items():
        facts_of_both = problems.record(facts, f"beside.{other}", pairs.PAIR_FACTS) or {}
        accepted = {**pairs.PAIR_FACTS, pairs.CAME_FIRST: (str(dispute), other)}
        answers = {
            key: problems.word(value, f"beside.{other}.{key}", accepted[key], _("answer"))
            for key, value in facts_of_both.items()
        }
        read[other] = {key: value for key, value in answers.items() if value is not None}
    problems.settle()
    return read


def read_choice(sent: object, choices: Sequence[Choice], seating: TableSeats) -> Elected:
    """Parse a choice: the id of an option, or ``{"holder", "option", "seat"}``. The seat can be missing.

    The holder is the role that may choose. If several roles may choose an option, its id alone is refused.

    Raises InvalidInput under "choice" or "choice.FIELD" for an unknown or missing holder or option, an
    unknown field, and a seat that the table does not have.
    """
    if isinstance(sent, str):
        holders = [choice.holder for choice in choices if option_of(choice, sent)]
        if len(holders) == 1:
            return Elected(holders[0], sent)
        if holders:
            raise InvalidInput({"choice": _("say whose choice it was: several may choose this.")})
        raise InvalidInput({"choice": not_among(sent, _options(choices), _("option"))})
    problems = Problems()
    fields = problems.record(sent, "choice", ("holder", "option", "seat")) or {}
    problems.settle()
    holders = [choice.holder for choice in choices]
    holder = problems.word(fields.get("holder"), "choice.holder", holders, _("holder of a choice"))
    problems.settle()
    options = _options([choice for choice in choices if choice.holder == holder])
    option = problems.word(fields.get("option"), "choice.option", options, _("option"))
    problems.settle()
    seat = fields.get("seat")
    seat = None if seat is None else problems.seat(seat, "choice.seat", seating)
    problems.settle()
    return Elected(str(holder), str(option), seat)


def _options(choices: Sequence[Choice]) -> list[str]:
    return [option.id for choice in choices for option in choice.options]


def read_orders(sent: object, rules: Rules, seating: TableSeats) -> tuple[combined_decisions.Order, ...]:
    """Parse the effects that a director orders.

    There are two kinds of effects: effects of the law, which name roles, and penalties, which name seats,
    sides or points.

    Raises InvalidInput under "effects" unless there are 1 to MOST_ORDERS effects. Raises it under "effects.N"
    or "effects.N.FIELD" for an effect that the game does not have, and for wrong fields.
    """
    if not isinstance(sent, Sequence) or isinstance(sent, str) or not sent or len(sent) > MOST_ORDERS:
        due = _("a list of one to {most} effects from the closed list.", most=MOST_ORDERS)
        raise InvalidInput({"effects": due})
    return tuple(_order(effect, f"effects.{place}", rules, seating) for place, effect in enumerate(sent))


def _order(sent: object, path: str, rules: Rules, seating: TableSeats) -> combined_decisions.Order:
    if not isinstance(sent, Mapping):
        due = _("give an effect with its kind, not {value}.", value=quote(sent))
        raise InvalidInput({path: due})
    kind, in_game = sent.get("kind"), penalty_effects.effects_in(rules.game)
    known = {**penalty_effects.kinds_in(rules.game), **in_game}
    if not isinstance(kind, str) or kind not in known:
        raise InvalidInput({f"{path}.kind": not_among(kind, known, _("effect"))})
    if kind in in_game and (kind not in effects.KINDS or _is_penalty(sent)):
        return _penalty(sent, path, rules)
    return _of_the_law(sent, kind, path, rules.game, seating)


def _is_penalty(effect: Mapping[str, Any]) -> bool:
    words = {name: value for name, value in effect.items() if name not in ("kind", "says")}
    parameters = effects.KINDS[str(effect["kind"])].parameters
    return any(name not in parameters or not isinstance(value, str) for name, value in words.items())


def _penalty(sent: Mapping[str, Any], path: str, rules: Rules) -> combined_decisions.Order:
    problems = Problems()
    effect = {name: value for name, value in sent.items() if name != "says"}
    deal_notation.read_penalty(effect, path, rules, problems)
    problems.settle()
    return combined_decisions.Order(effect)


def _of_the_law(
    entry: Mapping[str, Any], kind: str, path: str, game: GameKind, seating: TableSeats
) -> combined_decisions.Order:
    problems = Problems()
    words = effects.KINDS[kind].parameters
    for name in entry:
        if name not in words and name not in ("kind", "says"):
            problems.add(f"{path}.{str(name)[:40]}", not_among(name, ["kind", *words], _("field")))
    for name, accepted in words.items():
        value, possible = entry.get(name), penalty_effects.values_in(accepted, game, seating)
        is_role = isinstance(value, str) and value in accepted and value not in possible
        if is_role and not incident_roles.is_at(str(value), seating):
            problems.add(f"{path}.{name}", _nobody(str(value), seating))
        else:
            problems.word(value, f"{path}.{name}", possible, name)
    problems.settle()
    return combined_decisions.Order(
        effects.Effect(kind, tuple((name, str(entry[name])) for name in words)).canonical()
    )
