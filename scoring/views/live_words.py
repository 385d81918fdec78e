"""Words for stars, prizes, tie-breaks, phases of a round and the state of results, for the live pages."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

STARS: Words = {
    "gold": _("gold star: won at the head table"),
    "red": _("red star: won and moved up"),
    "green": _("green star: stayed at the last table"),
}

CRITERIA: Words = {
    "progressions": _("progressions"),
    "points": _("points"),
    "games": _("games won"),
    "best-round": _("best round"),
    "gold": _("gold stars"),
    "red": _("red stars"),
    "green": _("fewer green stars"),
    "cinches": _("cinches"),
}
"""What players are ranked by."""

PRIZES: Words = {
    "first": _("First prize"),
    "second": _("Second prize"),
    "third": _("Third prize"),
    "most-progressions": _("Most progressions"),
    "most-points": _("Most points"),
    "most-cinches": _("Most cinches"),
    "most-gold": _("Most gold stars"),
    "most-red": _("Most red stars"),
    "most-green": _("Most green stars"),
    "booby": _("Booby prize"),
}

PHASES: Words = {
    "planned": _("Not started yet"),
    "seated": _("Take your seats"),
    "playing": _("Playing"),
    "last-hand": _("Last hand"),
    "bell": _("The bell has rung"),
    "all-in": _("All tables are in"),
    "moved": _("Moved on"),
    "over": _("The last round is over"),
}

RESULTS: Words = {
    "open": _("Standings so far"),
    "provisional": _("Provisional results"),
    "final": _("Final results"),
}
