"""The polling tag of the pages of a table; see `scoring.web.polling`."""

from scoring.tables.models import Seat, Table
from scoring.tables.table_policy import policy_of
from scoring.web.polling import SECONDS, SECONDS_BEFORE_THE_NEXT_SEATS, Polling, names_tag, tag_of


def table_polling(table: Table) -> Polling:
    """Return the tag of a table's pages, and the seconds until the next request.

    The tag changes if one of these changes: ``entry`` or ``others`` of `LastChange`, or the name of a player
    who has sat at the table.
    """
    names = names_tag(Seat.objects.filter(game__table=table).order_by("pk"), "member__name")
    change = policy_of(table).last_change()
    seconds = SECONDS_BEFORE_THE_NEXT_SEATS if change.awaits_seats else SECONDS
    return tag_of("table", table.pk, names, *change.others, change.entry), seconds
