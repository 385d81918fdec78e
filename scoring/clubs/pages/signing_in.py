"""Pages for signing in and out, and for passwords."""

from typing import Any

from django.contrib import auth, messages
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import http
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws.templatetags.sentences import translated
from scoring.clubs import guards, queries
from scoring.clubs.account_forms import NewPasswordForm, SignInForm
from scoring.clubs.services import invitations, sign_in as service
from scoring.refusals import TooManyAttempts
from scoring.web import kept_forms, pages, refusals


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in, then redirect to the page that required it, or show a form that was kept meanwhile."""
    form, status = SignInForm(request.POST or None, auto_id="%s"), 200
    headers: dict[str, str] = {}
    if request.method == "POST" and form.is_valid():
        address = pages.address_of_request(request)
        try:
            user = service.sign_in(request=request, address=address, **form.cleaned_data)
            if user is not None:
                auth.login(request, user)
                if kept := kept_forms.opened(request.POST.get("kept", "")):
                    return kept_forms.page(request, kept, has_signed_in=True)
                return redirect(_next(request))
            form.add_error(None, gettext("The user name or the password is wrong. Try again."))
        except TooManyAttempts as refusal:
            form.add_error(None, translated(refusal.detail))
            status, headers = refusals.status_of(refusal), refusals.retry_after(refusal)
    status = 400 if form.errors and status == 200 else status
    context = {
        "form": form,
        "next": request.GET.get("next", request.POST.get("next", "")),
        "sealed": request.POST.get("kept", ""),
    }
    response = render(request, "scoring/clubs/sign_in.html", context, status=status)
    for name, value in headers.items():
        response[name] = value
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. The session forgets its table links as well."""
    auth.logout(request)
    return redirect("home")


class PasswordLinkPage(PasswordResetConfirmView):
    """The page of a one-time link that sets a password and signs in."""

    template_name = "scoring/clubs/set_password.html"
    token_generator = invitations.password_links
    post_reset_login = True

    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            invitations.password_chosen(form.user)
        messages.success(self.request, gettext("Your password was saved, and you are signed in."))
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)

    def get_success_url(self) -> str:
        """Return the address of the user's only club, or of the home page."""
        memberships = list(queries.memberships(self.request.user))
        if len(memberships) == 1:
            return reverse("club", args=[memberships[0].club.slug])
        return reverse("home")


set_password = require_http_methods(["GET", "HEAD", "POST"])(PasswordLinkPage.as_view())


class AccountPage(PasswordChangeView):
    """The page of an account, to change its password or sign out."""

    template_name = "scoring/clubs/account.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        """Add the IP address of the request."""
        return {**super().get_form_kwargs(), "address": pages.address_of_request(self.request)}

    def form_valid(self, form: Any) -> HttpResponse:
        message = gettext("Your password was changed. You are signed out everywhere else.")
        messages.success(self.request, message)
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show the errors, with status 429 after too many attempts."""
        status = 429 if form.has_error("old_password", "too-many-attempts") else 400
        return self.render_to_response(self.get_context_data(form=form), status=status)


account = require_http_methods(["GET", "HEAD", "POST"])(guards.signed_in(AccountPage.as_view()))


def _next(request: HttpRequest) -> str:
    """Return the address to open after signing in: ``next`` if it is on this site, else the home page."""
    target = request.POST.get("next", "")
    is_ours = http.url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if is_ours else "/"
