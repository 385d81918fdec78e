"""The club office's view of the records in Django's admin. Facts are read there, never changed.

Clubs and members are changed by the same services as on the site, so every change keeps the club's rules and
stands in its journal. Deals, revisions, cuts and the journal are changed only by new records, through the
site, where the reason is asked for. Accounts are connected by the invitations of the site.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from scoring.admin import clubs, records

admin.site.site_header = _("Cinch Club: the club office")
admin.site.site_title = _("Club office")
admin.site.index_title = _("Records")

__all__ = ["clubs", "records"]
