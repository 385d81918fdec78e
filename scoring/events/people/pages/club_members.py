"""Views that remove or merge members of a club. A removed member is withdrawn from events."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from scoring.clubs import guards
from scoring.clubs.member_forms import MergeForm
from scoring.clubs.models import Club
from scoring.clubs.pages.member import member_page
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events.people.services import members
from scoring.web import pages, refusals


@guards.club_page("", "add members")
def merge(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Merge two members who are the same person."""
    member = clubs.present_member(club, member_id)
    form = MergeForm(request.POST, member=member, actor=actor)
    if form.is_valid():
        with refusals.refusals_in(form, conflict_at="into"):
            into = clubs.present_member(club, form.cleaned_data["into"])
            members.merge(member=member, into=into, actor=actor)
            message = gettext("The two are one member now: %(name)s.") % {"name": into.name}
            return pages.redirect_saying(request, message, "member", club.slug, into.pk)
    return member_page(request, member, actor, merging=form)


@guards.club_page("", "add members")
def remove(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Remove a member from the club, and withdraw them from its planned and running events."""
    left = members.remove(member=clubs.present_member(club, member_id), actor=actor)
    message = gettext("The member was removed. Their games stay on record.")
    if left:
        named = ", ".join(event.name for event in left)
        message += " " + gettext("They were withdrawn from: %(events)s.") % {"events": named}
    return pages.redirect_saying(request, message, "members", club.slug)
