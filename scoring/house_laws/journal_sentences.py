"""The journal's sentences about clubs' own laws."""

from django.utils.translation import gettext_lazy as _

from scoring.journal.sentences import Sentences

HOUSE_LAW_SENTENCES: Sentences = {
    "house-laws.begun": _("A law set of the club was begun"),
    "house-laws.dropped": _("A draft of the club's laws was dropped"),
    "house-laws.published": _("Laws of the club were published"),
}
