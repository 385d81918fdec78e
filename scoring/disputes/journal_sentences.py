"""The journal's sentences about disputes."""

from django.utils.translation import gettext_lazy as _

from scoring.journal.sentences import Sentences

DISPUTE_SENTENCES: Sentences = {
    "dispute.raised": _("{deal}: a dispute was raised"),
    "dispute.answered": _("{deal}: facts of a dispute were given"),
    "dispute.chosen": _("{deal}: a choice was made"),
    "dispute.lapsed": _("{deal}: a right to choose was lost"),
    "dispute.confirmed": _("{deal}: a ruling was confirmed"),
    "dispute.overruled": _("{deal}: a director overruled the law"),
    "dispute.appealed": _("{deal}: a ruling was appealed against"),
    "dispute.upheld": _("{deal}: a ruling was upheld on appeal"),
    "dispute.changed": _("{deal}: a ruling was changed on appeal"),
    "dispute.withdrawn": _("{deal}: a ruling was withdrawn on appeal"),
    "dispute.dropped": _("{deal}: a dispute was dropped"),
    "dispute.spent": _("{deal}: a ruling was carried out at the table"),
}
