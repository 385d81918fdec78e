"""How a penalty is written: an offence that the law set rules, or a bare effect. What follows is not here."""

from __future__ import annotations

from laws.domain.errors import not_among, quote
from laws.domain.sentences import _
from scoring.game.deal import Penalty
from scoring.game.penalties import COUNTED, EFFECTS, OFFENCES
from scoring.game.reading import Problems
from scoring.game.rules import Rules
from scoring.game.seating import Seating

_OPTIONAL = {"revoke": ("points",), "set-back": ("points",), "points-to-maker": ("side", "seat", "points")}
MOST_PENALTIES = 20


def read_penalties(
    value: object, path: str, rules: Rules, seating: Seating, problems: Problems
) -> tuple[Penalty, ...]:
    """Return the penalties that were sent; those that are wrong are left out and told."""
    if value is None:
        return ()
    entries = problems.items(value, path, _("a list of penalties"))
    if len(entries) > MOST_PENALTIES:
        problems.add(path, _("no deal has more than {most} penalties.", most=MOST_PENALTIES))
        return ()
    read = [_read(entry, f"{path}.{index}", rules, seating, problems) for index, entry in enumerate(entries)]
    return tuple(penalty for penalty in read if penalty is not None)


def format_penalty(penalty: Penalty) -> dict[str, object]:
    """Return the penalty as it is written."""
    written: dict[str, object] = {"offence" if penalty.is_offence else "kind": penalty.kind}
    if penalty.side is not None:
        written["side"] = penalty.side
    if penalty.seat is not None:
        written["seat"] = penalty.seat
    if penalty.points is not None:
        written["points"] = penalty.points
    if penalty.names is not None:
        written["points"] = list(penalty.names)
    if penalty.dealer is not None:
        written["dealer"] = penalty.dealer
    return written


def _read(value: object, path: str, rules: Rules, seating: Seating, problems: Problems) -> Penalty | None:
    if not isinstance(value, dict) or ("offence" in value) == ("kind" in value):
        problems.add(
            path,
            _('a penalty names either an "offence" or a "kind" of effect, not {value}.', value=quote(value)),
        )
        return None
    is_offence = "offence" in value
    key, known = ("offence", OFFENCES) if is_offence else ("kind", EFFECTS)
    kind = value[key]
    if not isinstance(kind, str) or kind not in known:
        problems.add(f"{path}.{key}", not_among(kind, known, _("offence") if is_offence else _("effect")))
        return None
    fields = problems.record(value, path, (key, *known[kind])) or {}
    optional = _OPTIONAL.get(kind, ())
    wanted = [name for name in known[kind] if fields.get(name) is not None or name not in optional]
    if kind == "points-to-maker" and ("side" in wanted) == ("seat" in wanted):
        problems.add(
            path, _("say either whose side's points go to the maker (side) or which player's (seat).")
        )
        return None
    found: dict[str, object] = {
        _place(kind, name): _read_field(
            kind, name, fields.get(name), f"{path}.{name}", rules, seating, problems
        )
        for name in wanted
    }
    return Penalty(kind, is_offence, **found)  # type: ignore[arg-type]  # each field is read by its own kind


def _place(kind: str, name: str) -> str:
    """Return the field of Penalty: "points" are a number or names, according to the effect."""
    return "names" if name == "points" and kind not in COUNTED else name


def _read_field(
    kind: str, name: str, value: object, path: str, rules: Rules, seating: Seating, problems: Problems
) -> int | str | tuple[str, ...] | None:
    if name == "seat":
        return problems.seat(value, path, seating)
    if name == "side":
        return problems.side(value, path, seating)
    if name == "dealer":
        return problems.word(value, path, ("same", "next"), _("dealer"))
    if kind in COUNTED:
        what = _("a set back") if kind == "set-back" else _("what is added or taken off")
        return problems.integer(value, path, 1, rules.total, what)
    return _read_names(value, path, rules, problems)


def _read_names(value: object, path: str, rules: Rules, problems: Problems) -> tuple[str, ...]:
    """Return the points that were named, in the law set's order."""
    named: set[str] = set()
    for place, entry in enumerate(problems.items(value, path, _("a list of points"))):
        name = problems.word(entry, f"{path}.{place}", rules.worth, _("point"))
        if name in named:
            problems.add(f"{path}.{place}", _("{name} is named twice.", name=name))
        elif name is not None:
            named.add(name)
    return tuple(name for name in rules.worth if name in named)
