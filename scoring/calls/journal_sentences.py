"""The sentences of the journal about calls."""

from django.utils.translation import gettext_lazy as _

from scoring.journal.sentences import Sentences

CALL_SENTENCES: Sentences = {
    "call.asked": _("A table called the director"),
    "call.seen": _("A director saw a table's call"),
    "call.answered": _("A director answered a table's call"),
    "call.disputed": _("A table's call became a dispute"),
    "call.closed": _("A table's call was closed"),
}
