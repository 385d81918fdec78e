"""The sentences of the journal about clubs and their members."""

from django.utils.translation import gettext_lazy as _

from scoring.journal.sentences import Sentences

CLUB_SENTENCES: Sentences = {
    "club.created": _("The club was founded"),
    "club.changed": _("The club's settings were changed"),
    "member.added": _("{name} became a member"),
    "members.added": _("{count} members came in from a list"),
    "member.invited": _("{name} was invited"),
    "member.joined": _("{name} accepted the invitation"),
    "member.link": _("{name} was given a new password link"),
    "member.withdrawn": _("The link of {name} was withdrawn"),
    "member.role": _("The role of {name} was changed"),
    "member.renamed": _("{name} was given another name"),
    "member.merged": _("{name} was entered twice, and the two were merged"),
    "member.account": _("The account of {name} was changed"),
    "member.left": _("{name} left the club"),
}
