"""What the columns of a list of names are called."""

from collections.abc import Iterable, Mapping, Sequence

HEADINGS: Mapping[str, frozenset[str]] = {
    "name": frozenset({"name", "names", "player", "players", "member", "members",
                       "namen", "spieler", "spielerin", "mitglied", "mitglieder",
                       "nombre", "nombres", "jugador", "jugadora", "jugadores", "socio", "socios"}),
    "first": frozenset({"first name", "given name", "vorname", "nombre de pila"}),
    "last": frozenset({"last name", "surname", "family name", "nachname", "familienname",
                       "apellido", "apellidos"}),
    "list": frozenset({"list", "liste", "lista"}),
    "partner": frozenset({"partner", "partnerin", "pareja"}),
    "apart": frozenset({"apart", "not with", "nicht mit", "no con"}),
    "table": frozenset({"table", "tisch", "mesa"}),
    "seat": frozenset({"seat", "platz", "asiento"}),
}  # fmt: skip
"""What a column may be called, in the languages of the pages."""


def is_heading(cells: Iterable[str]) -> bool:
    """Tell whether a row says what its columns hold.

    >>> is_heading(["Name", "Table"]), is_heading(["Ada", "Table 1"])
    (True, False)
    """
    return not {"name", "first", "last"}.isdisjoint(columns_of(tuple(cells)))


def columns_of(heading: Sequence[str]) -> dict[str, int]:
    """Return at which place each column stands; the first one of a name counts."""
    columns: dict[str, int] = {}
    for place, cell in enumerate(heading):
        word = " ".join(cell.strip().strip("\ufeff").casefold().split())
        for column, words in HEADINGS.items():
            if word in words:
                columns.setdefault(column, place)
    return columns
