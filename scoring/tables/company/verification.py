"""Check the companies of tables against themselves: who played next, decided again from what was cut.

Reads only. Part of `scoring.office.verification`.
"""

from collections.abc import Iterator

from scoring.game.cutting_out import SEATS
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables.company.models import Succession
from scoring.tables.company.records import CompanyRecord, company_record, players_then
from scoring.tables.models import Seat, Table
from scoring.tables.records import result_of_cut


def company_breaches(table: Table) -> Iterator[Breach]:
    """Yield what does not hold in a table's company: who played, who sat where, who was there."""
    where = f"table {table.pk}"
    try:
        record = company_record(table)
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its company cannot be read again: {error}")
        return
    if record is None:
        return
    found = Succession.objects.filter(after__table=table).select_related(
        "game", "cutting_out__after", "partners"
    )
    for one in found.order_by("game__number"):
        yield from _game_breaches(one, record, table, f"{where} game {one.game.number}")


def _game_breaches(one: Succession, record: CompanyRecord, table: Table, where: str) -> Iterator[Breach]:
    """Yield where a game was not begun by those, and not in those seats, that the cards had decided."""
    try:
        players = players_then(one.cutting_out, record)
        cut = result_of_cut(one.partners, table)
        seated = [int(player) for player in cut.seats]
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its cut cannot be read again: {error}")
        return
    if len(players.playing) != SEATS or list(players.playing) != one.partners.players:
        yield Breach("I-12", where, "cut for again, others play")
    seats = list(Seat.objects.filter(game=one.game_id).order_by("seat").values_list("member", flat=True))
    dealer = seats[one.game.first_dealer - 1 : one.game.first_dealer]
    if not cut.decided or seats != seated or [str(player) for player in dealer] != [cut.first_dealer]:
        yield Breach("I-14", where, "its seats are not those that were cut for")
