"""Recognises the column headings of a name list in English, German and Spanish."""

import re
from collections.abc import Iterable, Mapping, Sequence

from laws.domain.sentences import gettext_noop as _

ROWS_ABOVE = 10
"""The most non-empty lines, such as a title, that may come before the headings."""

LEFT_OUT = "left out"
"""The kind of a column that is ignored."""

HEADINGS: Mapping[str, frozenset[str]] = {
    "name": frozenset({
        "name", "names", "full name", "player", "players", "player name", "name of player", "players name",
        "member", "members", "member name", "participant", "participants", "name first name",
        "first and last name", "first name and last name", "first name last name", "last name first name",
        "surname first name", "nombre", "namen", "voller name", "vollständiger name", "spieler",
        "spielerin", "spieler in", "spielerinnen", "spielername", "name des spielers", "mitspieler",
        "mitglied", "mitglieder", "mitgliedsname", "teilnehmer", "teilnehmerin", "teilnehmer in",
        "teilnehmende", "name vorname", "vorname name", "vor und nachname", "vorname und nachname",
        "vorname nachname", "nachname vorname", "vor und zuname", "vor nachname", "nombres",
        "nombre completo", "nombre y apellido", "nombre y apellidos", "nombre apellidos",
        "nombre apellido", "apellidos nombre", "apellidos y nombre", "apellido nombre", "jugador",
        "jugadora", "jugadores", "jugador a", "socio", "socia", "socios", "miembro", "miembros",
        "participante", "participantes",
    }),
    "first": frozenset({
        "first", "first name", "firstname", "first names", "given name", "given names", "forename",
        "fname", "vorname", "vornamen", "rufname", "nombre de pila",
    }),
    "last": frozenset({
        "last", "last name", "lastname", "surname", "family name", "lname", "nachname", "nachnamen",
        "familienname", "zuname", "apellido", "apellidos", "apellido s", "primer apellido",
    }),
    "second": frozenset({"segundo apellido"}),
    "list": frozenset({"list", "liste", "lista"}),
    "partner": frozenset({"partner", "partnerin", "partner in", "pareja", "compañero", "compañera"}),
    "apart": frozenset({"apart", "not with", "kept apart", "nicht mit", "getrennt", "no con", "separado de"}),
    "table": frozenset({"table", "table no", "tisch", "tischnummer", "tisch nr", "mesa"}),
    "seat": frozenset({"seat", "platz", "sitz", "sitzplatz", "asiento", "puesto"}),
    LEFT_OUT: frozenset({
        "no", "nr", "number", "nummer", "núm", "número", "n", "n º", "id", "lfd nr", "pos", "rank", "rang",
        "e mail", "email", "mail", "e mail address", "email address", "e mail adresse", "mailadresse",
        "correo", "correo electrónico", "phone", "telephone", "mobile", "telefon", "handy", "mobil",
        "teléfono", "móvil", "address", "adresse", "strasse", "street", "calle", "dirección", "plz",
        "postcode", "zip", "código postal", "city", "town", "place", "ort", "wohnort", "stadt", "ciudad",
        "población", "club", "verein", "date", "datum", "fecha", "date of birth", "birthday",
        "geburtsdatum", "geburtstag", "fecha de nacimiento", "member no", "mitgliedsnummer",
        "mitglieds nr", "número de socio", "paid", "bezahlt", "pagado", "fee", "beitrag", "cuota",
        "remarks", "notes", "comment", "bemerkung", "bemerkungen", "notas", "observaciones", "timestamp",
        "zeitstempel", "marca temporal", "title", "titel", "anrede", "left out", "bleibt weg", "no se lee",
    }),
}  # fmt: skip
"""The possible headings for each kind of column, in lower case without punctuation."""

CALLED: Mapping[str, str] = {
    "name": _("Name"),
    "first": _("First name"),
    "last": _("Last name"),
    "list": _("List"),
    "partner": _("Partner"),
    "apart": _("Not with"),
    "table": _("Table"),
    "seat": _("Seat"),
    LEFT_OUT: _("left out"),
}
"""The heading that pages offer for each kind of column. Each heading and its translations are in HEADINGS."""

OF_NAMES = ("name", "first", "last")

_MARKS = re.compile(r"[\W_]+")


def is_heading(cells: Iterable[str]) -> bool:
    """Return whether a row holds column headings. At least one must be the heading of a column of names.

    >>> is_heading(["Name", "Table"]), is_heading(["Ada", "Table 1"])
    (True, False)
    """
    return not set(OF_NAMES).isdisjoint(columns_of(tuple(cells)))


def columns_of(heading: Sequence[str]) -> dict[str, int]:
    """Return kind of column → index of the first column of this kind.

    Columns that the list reader ignores, such as e-mail addresses, are not in the result.
    """
    columns: dict[str, int] = {}
    for place, cell in enumerate(heading):
        column = column_called(cell)
        if column and column != LEFT_OUT:
            columns.setdefault(column, place)
    return columns


def column_called(cell: str) -> str | None:
    """Return the kind of column that a heading names, ignoring case and punctuation; None if unknown.

    The kind is "left out" for a column that is not read and for a heading of punctuation only.

    >>> column_called("Vor- und Nachname:"), column_called("E-Mail"), column_called("Ada")
    ('name', 'left out', None)
    """
    word = _MARKS.sub(" ", cell.casefold()).strip()
    if not word:
        return LEFT_OUT if cell.strip() else None  # only punctuation, such as a dash
    return next((column for column, words in HEADINGS.items() if word in words), None)
