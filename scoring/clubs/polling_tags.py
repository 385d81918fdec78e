"""The polling tag of pages about a whole club; see `scoring.web.polling`."""

from scoring.clubs.models import Club
from scoring.web.polling import SECONDS, Polling, tag_of


def club_polling(club: Club) -> Polling:
    """Return the tag of a page about a club, and the seconds until the page is requested again.

    The tag changes with each entry of the club's journal.
    """
    last = club.journal.order_by("-id").values_list("hash", flat=True).first()
    return tag_of("club", club.pk, last), SECONDS
