"""What a process reads once, before anybody asks for it."""

from django.urls import reverse

from laws import library


def read_ahead() -> None:
    """Read the addresses and the law books, a second's work.

    Left to the first request, it would be done while a deal is recorded and all other writers stand in line:
    on a busy computer, in a hall that is already playing, for longer than they wait.
    """
    reverse("home")
    library.law_books()
