"""Pages for signing in and out."""

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import http
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws.templatetags.sentences import translated
from scoring.clubs.account_forms import SignInForm
from scoring.clubs.services.sign_in import sign_in
from scoring.refusals import TooManyAttempts
from scoring.web import kept_forms, pages, refusals


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_page(request: HttpRequest) -> HttpResponse:
    """Sign in, then open the page that required the user to sign in.

    If the user had sent a form that required this, show the data of the form instead, with a button to send
    the data again.
    """
    form, too_many = SignInForm(request.POST or None, auto_id="%s"), None
    if request.method == "POST" and form.is_valid():
        address = pages.address_of_request(request)
        try:
            user = sign_in(request=request, address=address, **form.cleaned_data)
            if user is not None:
                auth.login(request, user)
                if kept := kept_forms.opened(request.POST.get("kept", "")):
                    return kept_forms.page(request, kept, has_signed_in=True)
                return redirect(_next(request))
            form.add_error(None, gettext("The user name or the password is wrong. Try again."))
        except TooManyAttempts as refusal:
            form.add_error(None, translated(refusal.detail))
            too_many = refusal
    context = {
        "form": form,
        "next": request.GET.get("next", request.POST.get("next", "")),
        "sealed": request.POST.get("kept", ""),
    }
    response = render(request, "scoring/clubs/sign_in.html", context, status=400 if form.errors else 200)
    return refusals.asking_to_wait(response, too_many) if too_many else response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. The session also forgets its links, cards and words."""
    auth.logout(request)
    return redirect("home")


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    is_ours = http.url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if is_ours else "/"
