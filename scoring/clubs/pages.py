"""The first page and signing in; a club, its members and its journal; invitations."""

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.tokens import default_token_generator
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import http
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from laws import library
from laws.queries import law_set_named
from laws.templatetags.sentences import translated
from scoring.clubs import forms, queries
from scoring.clubs.access import Actor
from scoring.clubs.models import Club, Member, Role
from scoring.clubs.services import clubs, invitations
from scoring.clubs.services import sign_in as signing_in
from scoring.journal.models import Entry
from scoring.refusals import TooManyAttempts
from scoring.tables import queries as tables
from scoring.tables.pages.display import TablePage
from scoring.web import pages, refusals

PAST_TABLES, ENTRIES = 20, 50
"""How many stand on a page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what this is; to somebody signed in, their clubs; to a phone, the tables it has opened."""
    context = {
        "memberships": queries.memberships(request.user),
        "law_sets": library.law_sets().values(),
    }
    return render(request, "scoring/clubs/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign somebody in, and go on to where they wanted to be."""
    form, status = forms.SignInForm(request.POST or None, auto_id="%s"), 200
    if request.method == "POST" and form.is_valid():
        address = pages.address_of_request(request)
        try:
            user = signing_in.sign_in(request=request, address=address, **form.cleaned_data)
            if user is not None:
                auth.login(request, user)
                return redirect(_next(request))
            form.add_error(None, gettext("That name and password do not belong together."))
        except TooManyAttempts as refusal:
            form.add_error(None, translated(refusal.detail))
            status = refusals.status_of(refusal)
    status = 400 if form.errors and status == 200 else status
    context = {"form": form, "next": request.GET.get("next", request.POST.get("next", ""))}
    return render(request, "scoring/clubs/sign_in.html", context, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; table links this browser holds go as well."""
    auth.logout(request)
    return redirect("home")


def _next(request: HttpRequest) -> str:
    """Return where to go after signing in: the page that asked for it, if it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = http.url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else "/"


@pages.club_page("see the club", "change the club")
def club(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the club: open tables, past ones, its law set, and what its roles allow; change it."""
    values = {name: getattr(club, name) for name in ("name", "law_set", "publishes_rulings")}
    form = forms.ClubChangeForm(request.POST or None, initial=values, auto_id="%s", club=club)
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            clubs.change(club=club, actor=actor, values=form.cleaned_data)
            messages.success(request, gettext("The club is changed."))
            return redirect("club", club.slug)
    past = Paginator(tables.tables_of(club, closed=True), PAST_TABLES)
    context = {
        "club": club,
        "law_set": law_set_named(club.law_set),
        "tables": [TablePage(state, actor) for state in tables.overview(club)],
        "past": past.get_page(request.GET.get("page")),
        "form": form if actor.may("change the club") else None,
        **pages.club_doors(actor),
    }
    return render(request, "scoring/clubs/club.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Found a club; whoever does becomes its owner."""
    form = forms.ClubForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            club, _ = clubs.create(user=request.user, **form.cleaned_data)  # type: ignore[arg-type]  # signed in
            messages.success(request, gettext("The club is founded. Add its members next."))
            return redirect("members", club.slug)
    return refusals.form_page(request, "scoring/clubs/club_form.html", form)


@pages.club_page("see the club", "add members")
def members(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show who is in the club; add somebody."""
    form = forms.MemberForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            added = clubs.add_member(club=club, actor=actor, **form.cleaned_data)
            messages.success(request, gettext("%(name)s is in the club.") % {"name": added.name})
            return redirect("members", club.slug)
    context = {"club": club, "members": queries.present(club), **pages.club_doors(actor)}
    return refusals.form_page(request, "scoring/clubs/members.html", form, **context)


@pages.club_page("add members", "add members")
def member(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Show one member; change the role."""
    member = clubs.present_member(club, member_id)
    form = forms.RoleForm(request.POST or None, initial={"role": member.role}, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        clubs.change_role(member=member, actor=actor, role=form.cleaned_data["role"])
        messages.success(request, gettext("The role is changed."))
        return redirect("members", club.slug)
    return _member_page(request, member, actor, form, forms.AccountForm(auto_id="%s"))


@pages.club_page("", "add members")
def account(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Give a member an account, and show the one-time link that sets its password."""
    form = forms.AccountForm(request.POST, auto_id="%s")
    member = clubs.present_member(club, member_id)
    with refusals.refusals_in(form):
        clubs.give_account(member=member, actor=actor, username=form["username"].value())
    member.refresh_from_db()
    return _member_page(request, member, actor, forms.RoleForm(initial={"role": member.role}), form)


def _member_page(
    request: HttpRequest, member: Member, actor: Actor, form: forms.RoleForm, account: forms.AccountForm
) -> HttpResponse:
    context = {
        "club": member.club,
        "member": member,
        "form": form,
        "account": account,
        "may_give_roles": actor.may("give roles"),
        "address": _address(member, actor),
    }
    is_refused = form.errors or account.errors
    return render(request, "scoring/clubs/member.html", context, status=400 if is_refused else 200)


@pages.club_page("", "add members")
def remove(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Let a member go; what was recorded stays."""
    clubs.remove_member(member=clubs.present_member(club, member_id), actor=actor)
    messages.success(request, gettext("The member has left. What was recorded stays."))
    return redirect("members", club.slug)


def _address(member: Member, actor: Actor) -> str | None:
    """Return the one-time address that sets the first password of a member's account, while it has none.

    Whoever has it can become that member, so it is shown to those only who may give the role.
    """
    user = member.user
    if user is None or user.has_usable_password() or member.pk == actor.member_id:
        return None
    if member.role in (Role.OWNER, Role.DIRECTOR) and not actor.may("give roles"):
        return None
    uid = http.urlsafe_base64_encode(str(user.pk).encode())
    token = default_token_generator.make_token(user)
    return f"{settings.BASE_URL}{reverse('set-password', args=[uid, token])}"


@pages.club_page("", "add members")
def invite(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Make an invitation for a member and show its link."""
    member = clubs.present_member(club, member_id)
    path = reverse("invitation", args=[invitations.invite(member=member, actor=actor)])
    context = {"club": club, "member": member, "address": f"{settings.BASE_URL}{path}"}
    return render(request, "scoring/clubs/invitation.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def accept(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show what an invitation is for; join by it."""
    member = invitations.invited(invitation)
    if request.method == "POST":
        invitations.accept(invitation=invitation, user=request.user)  # type: ignore[arg-type]  # signed in
        messages.success(request, gettext("You are in the club."))
        return redirect("club", member.club.slug)
    return render(request, "scoring/clubs/join.html", {"club": member.club, "member": member})


@pages.club_page("see the journal")
def journal(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the journal, newest first."""
    entries = Entry.objects.filter(club=club).select_related("by_member", "table").order_by("-at", "-id")
    page = Paginator(entries, ENTRIES).get_page(request.GET.get("page"))
    return render(request, "scoring/journal/journal.html", {"club": club, "page": page})
