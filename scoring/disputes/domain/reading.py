"""What is sent about a dispute: facts, seats, points, a choice, effects to order. Read strictly.

What the law makes of it is not asked here. Every refusal is an InvalidInput that names the field.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws.domain import arbiter
from laws.domain.compile import LawTable
from laws.domain.effects import KINDS, Effect
from laws.domain.errors import InvalidInput, not_among, quote
from laws.domain.roles import ROLES
from laws.domain.rule import Choice
from laws.domain.sentences import _
from scoring.disputes.domain.course import MOST_DISPUTED, Said, option_of
from scoring.game.deal_notation import read_penalties
from scoring.game.irregularities import RecordedFact
from scoring.game.orders import Order
from scoring.game.parts import NAMED, answers_at, is_at
from scoring.game.penalties import EFFECTS
from scoring.game.reading import Problems
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats

MOST_ORDERS = 10
TRICKS = 6


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody tells of a dispute, as it was sent; None for each of which nothing was said.

    ``seat`` is who was in error, ``seats`` other parts, ``points`` and ``trick`` what it is about.
    """

    facts: object = None
    seat: object = None
    seats: object = None
    points: object = None
    trick: object = None

    @property
    def is_nothing(self) -> bool:
        return self == NOTHING_TOLD


NOTHING_TOLD = Told()


@dataclass(frozen=True, slots=True)
class Elected:
    """A choice that was made: whose right it was and what was chosen; ``seat`` is who said so, if told."""

    holder: str
    option: str
    seat: int | None = None


def read_facts(
    table: LawTable,
    sent: object,
    known: Mapping[str, RecordedFact],
    seating: TableSeats,
    *,
    found: bool = False,
) -> dict[str, Said]:
    """Return the facts that were sent with those that the record shows.

    A fact is a value, or ``{"disputed": [values]}`` where people differ. ``found`` marks what a director has
    found to be so. Raises InvalidInput for what is unknown, for what cannot be at a table of so many, and for
    what the record shows to be otherwise.
    """
    if sent is None:
        sent = {}
    if not isinstance(sent, Mapping):
        raise InvalidInput(
            {"facts": _("facts with their values are due here, not {value}.", value=quote(sent))}
        )
    plain = {key: value for key, value in sent.items() if not isinstance(value, Mapping)}
    said: dict[str, Said] = {
        key: Said(value, "found" if found else "said")
        for key, value in arbiter.read_facts(table, plain).items()
    }
    differing = {str(key): value for key, value in sent.items() if isinstance(value, Mapping)}
    if len(differing) > MOST_DISPUTED:
        raise InvalidInput(
            {"facts": _("at most {most} facts can be in dispute at once.", most=MOST_DISPUTED)}
        )
    for key, value in differing.items():
        said[key] = _disputed(table, key, value)
    errors = _not_at_this_table(table, said, seating)
    for key, shown in known.items():
        given = said.get(key)
        if given is not None and (given.value is None or found):
            continue
        if given is not None and given.value != shown.value:
            errors[f"facts.{key}"] = _(
                "the deal as recorded says otherwise: {because}", because=shown.because
            )
        elif key in table.steps or given is not None:
            said[key] = Said(shown.value, "record", str(shown.because))
    if errors:
        raise InvalidInput(errors)
    return said


def _not_at_this_table(table: LawTable, said: Mapping[str, Said], seating: TableSeats) -> dict[str, str]:
    """Return why a fact cannot be as it was sent where nobody at the table can play the part it names."""
    errors: dict[str, str] = {}
    for key, one in said.items():
        fact = table.incident.fact(key)
        left = [value.slug for value in answers_at(fact, seating)]
        for value in (one.value, *one.values):
            if value is not None and value not in left:
                errors[f"facts.{key}"] = _nobody(fact.value(value).role, seating)
    return errors


def _nobody(role: str, seating: TableSeats) -> str:
    return _(
        "{count} play at this table, where nobody is {role}.", count=seating.count, role=ROLES[role].words
    )


def _disputed(table: LawTable, key: str, sent: Mapping[str, Any]) -> Said:
    values = sent.get("disputed")
    if sent.keys() != {"disputed"} or not isinstance(values, Sequence) or isinstance(values, str):
        raise InvalidInput(
            {f"facts.{key[:40]}": _('a value, or {{"disputed": [what each side says]}} where people differ.')}
        )
    read = [arbiter.read_facts(table, {key: value})[key] for value in list(values)[:9]]
    if len(set(read)) < 2 or len(set(read)) != len(values):
        raise InvalidInput({f"facts.{key}": _("a fact in dispute has two values or more, each once.")})
    return Said(None, "disputed", values=tuple(read))


def read_seats(seat: object, seats: object, seating: TableSeats) -> dict[str, int]:
    """Return the seats of the parts that were named: ``seat`` is who was in error, ``seats`` any of NAMED."""
    problems = Problems()
    named = problems.record({} if seats is None else seats, "seats", NAMED) or {}
    found = {role: problems.seat(value, f"seats.{role}", seating) for role, value in named.items()}
    if seat is not None:
        found["offender"] = problems.seat(seat, "seat", seating)
    problems.settle()
    return {role: value for role, value in found.items() if value is not None}


def read_points(sent: object, rules: Rules) -> tuple[str, ...] | None:
    """Return the points that the dispute is about, in the law set's order; None where none were named."""
    if sent is None:
        return None
    problems = Problems()
    named = {
        problems.word(entry, f"points.{place}", rules.worth, _("point"))
        for place, entry in enumerate(problems.items(sent, "points", _("a list of points")))
    }
    problems.settle()
    return tuple(name for name in rules.worth if name in named)


def read_trick(sent: object) -> int | None:
    """Return the trick that the dispute is about, from 1; None where it was not said."""
    if sent is None:
        return None
    problems = Problems()
    found = problems.integer(sent, "trick", 1, TRICKS, _("a trick"))
    problems.settle()
    return found


def read_choice(sent: object, choices: Sequence[Choice], seating: TableSeats) -> Elected:
    """Return a choice: an option's id, or ``{"holder", "option", "seat"?}``.

    Raises InvalidInput under "choice" for a holder or option that there is not.
    """
    if isinstance(sent, str):
        holders = [choice.holder for choice in choices if option_of(choice, sent)]
        if len(holders) == 1:
            return Elected(holders[0], sent)
        if holders:
            raise InvalidInput({"choice": _("say whose choice it was: several may choose this.")})
        raise InvalidInput({"choice": not_among(sent, _options(choices), _("option"))})
    problems = Problems()
    fields = problems.record(sent, "choice", ("holder", "option", "seat"))
    problems.settle()
    fields = fields or {}
    holder, option = fields.get("holder"), fields.get("option")
    right = next((choice for choice in choices if choice.holder == holder), None)
    if right is None:
        raise InvalidInput(
            {
                "choice.holder": not_among(
                    holder, [choice.holder for choice in choices], _("holder of a choice")
                )
            }
        )
    if not isinstance(option, str) or option_of(right, option) is None:
        raise InvalidInput({"choice.option": not_among(option, _options([right]), _("option"))})
    seat = None
    if fields.get("seat") is not None:
        seat = problems.seat(fields["seat"], "choice.seat", seating)
        problems.settle()
    return Elected(right.holder, option, seat)


def _options(choices: Sequence[Choice]) -> list[str]:
    return [option.id for choice in choices for option in choice.options]


def read_orders(sent: object, rules: Rules, seating: TableSeats) -> tuple[Order, ...]:
    """Return the effects that a director orders, each from the closed list, in the words of the law or bare.

    Raises InvalidInput under "effects" for one that is not in it, or does not say what it needs.
    """
    if not isinstance(sent, Sequence) or isinstance(sent, str) or not sent or len(sent) > MOST_ORDERS:
        raise InvalidInput(
            {"effects": _("a list of one to {most} effects from the closed list.", most=MOST_ORDERS)}
        )
    found: list[Order] = []
    for place, entry in enumerate(sent):
        path = f"effects.{place}"
        if not isinstance(entry, Mapping):
            raise InvalidInput(
                {path: _("an effect with its kind is due here, not {value}.", value=quote(entry))}
            )
        kind = entry.get("kind")
        known = {**KINDS, **EFFECTS}
        if not isinstance(kind, str) or kind not in known:
            raise InvalidInput({f"{path}.kind": not_among(kind, known, _("effect"))})
        bare = kind in EFFECTS and (kind not in KINDS or _is_bare(entry))
        found.append(_bare(entry, path, rules) if bare else _of_the_law(entry, kind, path, seating))
    return tuple(found)


def _is_bare(entry: Mapping[str, Any]) -> bool:
    """Tell whether an effect speaks of seats, sides and points and not of parts."""
    words = KINDS[str(entry["kind"])].parameters
    given: Collection[str] = [name for name in entry if name not in ("kind", "says")]
    return any(name not in words or not isinstance(entry[name], str) for name in given)


def _bare(entry: Mapping[str, Any], path: str, rules: Rules) -> Order:
    problems = Problems()
    effect = {name: value for name, value in entry.items() if name != "says"}
    read_penalties([effect], "effects", rules, problems)
    if problems.errors:
        raise InvalidInput(
            {path + field.removeprefix("effects.0"): why for field, why in problems.errors.items()}
        )
    return Order(effect)


def _of_the_law(entry: Mapping[str, Any], kind: str, path: str, seating: TableSeats) -> Order:
    errors: dict[str, str] = {}
    words = KINDS[kind].parameters
    for name in entry:
        if name not in words and name not in ("kind", "says"):
            errors[f"{path}.{str(name)[:40]}"] = not_among(name, ["kind", *words], _("field"))
    for name, accepted in words.items():
        if not isinstance(entry.get(name), str) or entry[name] not in accepted:
            errors[f"{path}.{name}"] = not_among(entry.get(name), accepted, name)
        elif entry[name] in ROLES and not is_at(entry[name], seating):
            errors[f"{path}.{name}"] = _nobody(entry[name], seating)
    if errors:
        raise InvalidInput(errors)
    return Order(Effect(kind, tuple((name, str(entry[name])) for name in words)).canonical())
