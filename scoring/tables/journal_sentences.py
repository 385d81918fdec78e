"""The sentences of the journal about tables and deals."""

from django.utils.translation import gettext_lazy as _

from scoring.journal.sentences import Sentences

TABLE_SENTENCES: Sentences = {
    "deal.recorded": _("{deal} was recorded"),
    "deal.corrected": _("{deal} was corrected"),
    "deal.held": _("{deal} is held for the director"),
    "held.released": _("A held entry was recorded"),
    "held.set-aside": _("A held entry was set aside"),
    "table.opened": _("A table was opened"),
    "table.closed": _("A table was closed"),
    "game.started": _("A game was begun"),
    "link.issued": _("A link to a table was made"),
    "link.revoked": _("A link to a table was withdrawn"),
    "card.issued": _("A card for table {number} was made"),
    "card.stopped": _("The card of table {number} was withdrawn"),
    "cut.made": _("A cut was recorded"),
    "cut.dealer": _("A table cut for the first deal"),
    "company.founded": _("More players than seats came to a table"),
    "company.joined": _("A player came to a table"),
    "company.left": _("A player left a table"),
    "company.chosen": _("How a table cuts was changed"),
    "company.cut": _("A table cut for who plays"),
}
