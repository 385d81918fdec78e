"""The journal's sentences about disputes."""

from django.utils.translation import gettext_lazy as _

from scoring.journal.sentences import Sentences

DISPUTE_SENTENCES: Sentences = {
    "dispute.raised": _("Deal {number}: a dispute was raised"),
    "dispute.answered": _("Deal {number}: facts of a dispute were given"),
    "dispute.chosen": _("Deal {number}: a choice was made"),
    "dispute.lapsed": _("Deal {number}: a right to choose was lost"),
    "dispute.confirmed": _("Deal {number}: a ruling was confirmed"),
    "dispute.overruled": _("Deal {number}: a director overruled the law"),
    "dispute.appealed": _("Deal {number}: a ruling was appealed against"),
    "dispute.upheld": _("Deal {number}: a ruling was upheld on appeal"),
    "dispute.changed": _("Deal {number}: a ruling was changed on appeal"),
    "dispute.withdrawn": _("Deal {number}: a ruling was withdrawn on appeal"),
    "dispute.dropped": _("Deal {number}: a dispute was dropped"),
    "dispute.spent": _("Deal {number}: a ruling was carried out at the table"),
}
