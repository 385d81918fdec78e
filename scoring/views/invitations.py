"""Invitations: make one for a member, and join a club by one."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.callers import caller
from scoring.clubs.access import club_for
from scoring.clubs.services import clubs
from scoring.clubs.services import invitations as service


@require_POST
@login_required
def invite(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Make an invitation for a member and show its link."""
    club, actor = club_for(caller(request), slug, "add members")
    member = clubs.present_member(club, member_id)
    path = reverse("invitation", args=[service.invite(member=member, actor=actor)])
    context = {"club": club, "member": member, "address": f"{settings.BASE_URL}{path}"}
    return render(request, "scoring/clubs/invitation.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def accept(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show what an invitation is for; join by it."""
    member = service.invited(invitation)
    if request.method == "POST":
        assert isinstance(request.user, User)  # signed in, as the decorator saw to
        service.accept(invitation=invitation, user=request.user)
        messages.success(request, gettext("You are in the club."))
        return redirect("club", member.club.slug)
    return render(request, "scoring/clubs/join.html", {"club": member.club, "member": member})
