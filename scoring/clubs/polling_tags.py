"""The polling tag of pages about a whole club; see `scoring.web.polling`."""

from scoring.clubs.models import Club
from scoring.web.polling import SECONDS, Polling, tag_of


def club_polling(club: Club) -> Polling:
    """Return the polling tag of the director's page, which follows the club's whole journal."""
    last = club.journal.order_by("-id").values_list("hash", flat=True).first()
    return tag_of("club", club.pk, last), SECONDS
