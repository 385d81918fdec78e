"""Parse and write the columns for wishes in a list of names.

A wish is one of the event's prize lists, a partner, players to be kept apart from, a table or a seat.
"""

import csv
import io
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from laws.domain.sentences import Sentence, _
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.name_lists import WISHES, ListedName
from scoring.events.people.domain.pairs import SIGNS, pair_fault
from scoring.events.people.domain.wishes import MOST_TABLES
from scoring.events.planning.domain.event_games import THREE
from scoring.events.planning.domain.kinds import EveningKind
from scoring.game.games import GameKind
from scoring.game.names import finder
from scoring.game.seating import TableSeats

NamedWishes = dict[str, dict[str, Any]]
"""Name → wishes. Wishes about other players hold the names of these players."""


def read_listed(
    lines: Sequence[ListedName],
    lists: Sequence[str],
    seating: TableSeats,
    others: Collection[str] = (),
    paired: Mapping[str, str] = MappingProxyType({}),
    *,
    kind: EveningKind,
) -> tuple[list[ListedName], NamedWishes]:
    """Return all lines of a list of names, and name → wishes.

    A line with an impossible wish gets a fault. The wishes of a player in a line with a fault are left out,
    and so are the wishes of others that name this player. If a player names a partner, the partner gets the
    wish to play with this player.

    - ``lists``: the names of the event's prize lists.
    - ``others``: the names of players who take part already. Wishes can name these players.
    - ``paired``: player → partner for the players in ``others`` who have partners.
    """
    lines = _together(lines)
    find = finder({name: name for name in (*others, *(line.name for line in lines if not line.fault))})
    wishes: NamedWishes = {}
    read = []
    holders: dict[tuple[int, int], ListedName] = {}
    for line in lines:
        wished, fault = ({}, "") if line.fault else _wished(line, lists, seating, kind, find)
        if "fixed_seat" in wished and not fault:
            place = (wished["fixed_table"], wished["fixed_seat"])
            fault = _taken(place, line, holders.setdefault(place, line))
        partner = wished.get("partner")
        if partner and not fault:
            fault = _matched(line.name, partner, wishes)
        if fault:
            read.append(line.refused(fault))
            continue
        read.append(line)
        if wished:
            wishes[line.name] = wishes.get(line.name, {}) | wished
        if partner:
            wishes.setdefault(partner, {})["partner"] = line.name
    read = _in_pairs(read, wishes, paired, keeps_pairs=kind.keeps_pairs)
    refused = {line.name for line in read if line.fault}
    for name in refused & wishes.keys():  # an earlier line may name this player as partner
        del wishes[name]
    for wished in wishes.values():
        if wished.get("partner") in refused:
            del wished["partner"]
        if not refused.isdisjoint(wished.get("keep_apart", ())):
            wished["keep_apart"] = [name for name in wished["keep_apart"] if name not in refused]
    return read, wishes


def _in_pairs(
    lines: Sequence[ListedName], wishes: NamedWishes, paired: Mapping[str, str], *, keeps_pairs: bool
) -> list[ListedName]:
    partners = {name: wished.get("partner") for name, wished in wishes.items()}
    # If nobody has a partner, the draw makes the pairs. Once one player has a partner, all players need one.
    are_named = bool(paired) or any(partners.values()) or any(line.wishes.get("partner") for line in lines)
    are_named = keeps_pairs and are_named
    read = [
        line.refused(pair_fault(line, partners.get(line.name), paired, are_named=are_named)) for line in lines
    ]
    return _together(read)


def _together(lines: Sequence[ListedName]) -> list[ListedName]:
    """Return all lines. If one of two partners from the same line of the text has a fault, both get a fault.

    Such partners are two entries of ``lines`` with the same number.
    """
    faulty = {line.number: line.name for line in lines if line.fault}
    return [
        line.refused(
            _("{name} cannot be entered without {partner}.", name=line.name, partner=faulty[line.number])
        )
        if line.number in faulty
        else line
        for line in lines
    ]


def with_numbers(wishes: NamedWishes, number_of: Mapping[str, int]) -> NamedWishes:
    """Return the wishes with players' numbers in place of the names of partners and of players kept apart."""
    return {
        name: {
            wish: number_of[value]
            if wish == "partner"
            else [number_of[other] for other in value]
            if wish == "keep_apart"
            else value
            for wish, value in wished.items()
        }
        for name, wished in wishes.items()
    }


def written_list(
    wishes: Mapping[str, Mapping[str, Any]],
    names: Mapping[int, str],
    lists: Sequence[str],
    called: Callable[[str], str],
    *,
    joins_partners: bool = False,
) -> str:
    """Return a list of names as CSV text, from which `read_listed` gets the same wishes.

    Each kind of wish that occurs has a column.

    - ``wishes``: name → wishes, in which numbers stand for other players.
    - ``names``: number → name. Wishes about a number without a name are left out.
    - ``called``: translates the heading of a column.
    - ``joins_partners``: two partners share a line, "Ann & Bob", if `_shares_line` allows it.
    """
    cells = {name: _written_wishes(wished, names, lists) for name, wished in wishes.items()}
    rows: list[dict[str, str]] = []
    joined: set[str] = set()
    for name, written in cells.items():
        partner = written["partner"]
        if joins_partners and name not in joined and _shares_line(name, partner, cells):
            joined |= {name, partner}
            rows.append({**written, "name": f"{name} & {partner}", "partner": ""})
        elif name not in joined:
            rows.append({"name": name, **written})
    columns = [column for column in ("name", *WISHES) if any(row.get(column) for row in rows)]
    heading = [[called(CALLED[column]) for column in columns]] if len(columns) > 1 else []
    text = io.StringIO()
    table = [[row.get(column, "") for column in columns] for row in rows]
    csv.writer(text, delimiter=";", lineterminator="\n").writerows([*heading, *table])
    return text.getvalue()


def _shares_line(name: str, partner: str, cells: Mapping[str, Mapping[str, str]]) -> bool:
    if cells.get(partner, {}).get("partner") != name or SIGNS.search(name + partner):
        return False
    first, second = cells[name], cells[partner]
    # A seat in a shared line belongs to the first partner.
    return not second["seat"] and all(first[wish] == second[wish] for wish in ("list", "apart", "table"))


def _written_wishes(
    wished: Mapping[str, Any], names: Mapping[int, str], lists: Sequence[str]
) -> dict[str, str]:
    apart = [names[player] for player in wished.get("keep_apart", ()) if player in names]
    on_list = wished.get("on_list")
    return {
        "list": lists[on_list] if on_list is not None and on_list < len(lists) else "",
        "partner": names.get(wished.get("partner", 0), ""),
        "apart": "; ".join(apart),
        "table": str(wished.get("fixed_table", "")),
        "seat": str(wished.get("fixed_seat", "")),
    }


def _wished(
    line: ListedName,
    lists: Sequence[str],
    seating: TableSeats,
    kind: EveningKind,
    find: Callable[[str], str | None],
) -> tuple[dict[str, Any], Sentence | str]:
    wished: dict[str, Any] = {}
    if written := line.wishes.get("list"):
        places = {name.casefold(): place for place, name in enumerate(lists)}
        if written.casefold() not in places:
            return {}, _("“{list}” is no list of this event.", list=written[:40])
        wished["on_list"] = places[written.casefold()]
    if written := line.wishes.get("partner"):
        if not seating.has_partners:
            return {}, _("Nobody has a partner in this event's game.")
        if refusal := kind.refused_wish("partner"):
            return {}, refusal
        partner = find(written)
        if partner == line.name:
            return {}, _("{name} cannot be their own partner.", name=line.name)
        if partner is None:
            return {}, _("The partner “{name}” is not among the players.", name=written[:80])
        wished["partner"] = partner
    if written := line.wishes.get("apart"):
        if refusal := kind.refused_wish("keep_apart"):
            return {}, refusal
        others = [written] if find(written) else re.split("[,;/]", written)
        for other in filter(str.strip, others):
            player = find(other)
            if player == line.name:
                return {}, _("{name} cannot be kept apart from themselves.", name=line.name)
            if player is None:
                return {}, _("“{name}”, to be kept apart, is not among the players.", name=other.strip()[:80])
            if player not in wished.setdefault("keep_apart", []):
                wished["keep_apart"].append(player)
    for column, most, wish in (("table", MOST_TABLES, "fixed_table"), ("seat", seating.count, "fixed_seat")):
        if written := line.wishes.get(column):
            if not (written.isascii() and written.isdecimal() and 1 <= int(written[:9]) <= most):
                return {}, (
                    _(
                        "A table is a number from 1 to {most}, not “{written}”.",
                        most=most,
                        written=written[:40],
                    )
                    if column == "table"
                    else _(
                        "A seat is a number from 1 to {most}, not “{written}”.",
                        most=most,
                        written=written[:40],
                    )
                )
            wished[wish] = int(written)
    if "fixed_seat" in wished and "fixed_table" not in wished:
        return {}, _("A fixed seat needs its table.")
    return wished, ""


def _taken(place: tuple[int, int], line: ListedName, holder: ListedName) -> Sentence | str:
    if holder is line:
        return ""
    table, seat = place
    return _(
        "Seat {seat} of table {table} is given to {name} in line {line} already.",
        seat=seat,
        table=table,
        name=holder.name,
        line=holder.number,
    )


def wish_columns(kind: EveningKind, game: GameKind) -> list[str]:
    """Return the columns for wishes that a list of names can have in an evening of this kind and game."""
    refused = {"partner": "partner", "apart": "keep_apart"}
    return [
        column
        for column in WISHES
        if not (column == "partner" and not game.seating.has_partners)
        and not (column in refused and kind.refused_wish(refused[column]))
    ]


def tables_too_high(lines: Sequence[ListedName], seating: TableSeats, others: int = 0) -> list[Sentence]:
    """Return a note for each line that asks for a table whose number is too high.

    A number is too high if all players together cannot fill so many tables. ``others`` is the number of
    players who are not in ``lines``. Lines with a fault are ignored. A note is no fault, because more players
    can come.
    """
    sound = [line for line in lines if not line.fault]
    most = max(1, -(-(len(sound) + others) // min(seating.count, THREE)))
    return [
        _(
            "Line {line} asks for table {table}, but so many players make at most {most} tables.",
            line=line.number,
            table=int(written),
            most=most,
        )
        for line in sound
        if (written := line.wishes.get("table", "")) and int(written) > most
    ]


def pairs_to_draw(lines: Sequence[ListedName], paired: Mapping[str, str]) -> list[Sentence]:
    """Return a list with one note, which says that the draw makes the pairs.

    The list is empty if a line names a partner, if players are paired already, or if every line has a fault.
    """
    sound = [line for line in lines if not line.fault]
    if paired or not sound or any(line.wishes.get("partner") for line in sound):
        return []
    return [
        _("No line names a partner: the draw makes the pairs. To name them, write “Ann & Bob” in one line.")
    ]


def _matched(name: str, partner: str, wishes: NamedWishes) -> Sentence | str:
    for one, other in ((name, partner), (partner, name)):
        has = wishes.get(one, {}).get("partner", other)
        if has != other:
            return _("{name} is to play with {other}.", name=one, other=has)
    return ""
