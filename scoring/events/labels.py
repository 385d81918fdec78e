"""Labels of events on pages and in print, and the sentences of the journal."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from laws.templatetags.sentences import translated
from scoring.game.games import GameKind

Labels = Mapping[str, str | Promise]

STATUSES = {
    "planned": _("planned"),
    "running": _("in play"),
    "over": _("over"),
    "cancelled": _("deleted"),
}

CHANGES = {
    "settings": _("The evening was changed"),
    "hold": _("The next move waits"),
    "release": _("The next move no longer waits"),
    "end": _("The evening was ended"),
    "cancel": _("The event was deleted"),
    "publish": _("What everybody sees was changed"),
}
"""Titles of the kinds of `EventChange`."""

PARTS = {
    "seats": _("the seats now"),
    "standings": _("the standings"),
    "results": _("the results of each round"),
    "prizes": _("the prizes"),
}
"""Titles of the parts of an event that can be published."""

SETTING_GROUPS = {
    _("Who moves where"): {
        "kind": _("Kind of movement"),
        "head_losers": _("Losers of the head table"),
        "head_winners": _("Winners of the head table"),
        "split": _("How partners part"),
        "strides": _("Strides of the rotation"),
        "mixed_pairs": _("Mixed pairs"),
    },
    _("The players do not fill the tables"): {
        "odd": _("Players left over"),
        "deals_at_three": _("Deals at a table of three"),
        "points_at_three": _("Points of a table of three"),
    },
    _("The start"): {
        "places": _("First places"),
        "first_deal": _("First deal at a table"),
    },
    _("The end of a round"): {
        "reaching_target": _("A side reaches the game"),
        "ties": _("Ties"),
        "missing_results": _("A result is missing at the bell"),
        "bell": _("The bell"),
        "minutes": _("Minutes in a round"),
        "last_hand_minutes": _("Call of the last hand"),
    },
    _("The end of the evening"): {
        "correction_period_minutes": _("Time for corrections"),
        "tie_breaks": _("Ranked by"),
        "prizes": _("Prizes"),
        "prize_ties": _("Equal for a prize"),
        "lists": _("Lists"),
        "one_prize_each": _("One prize each"),
        "two_person_final": _("Confirmation by two directors"),
    },
}
"""Titles of the settings, grouped under the headings of the settings page."""

SETTINGS = {"rounds": _("Rounds"), "deals_per_round": _("Deals in a round")} | {
    name: title for titles in SETTING_GROUPS.values() for name, title in titles.items()
}
"""Titles of all settings, by the name of the setting."""

PHASES = {
    "seated": _("Seated"),
    "playing": _("Playing"),
    "last-hand": _("Last hand"),
    "bell": _("The bell has rung"),
    "all-in": _("All tables are in"),
    "moved": _("Moved on"),
}
"""Titles of the phases of a round, for the organiser's desk."""

TABLE_STATES = {
    "disputed": _("in doubt"),
    "late": _("late"),
    "decided": _("decided"),
    "in": _("in"),
    "last-hand": _("last hand"),
    "playing": _("playing"),
    "seated": _("seated"),
}
"""Titles of the states of a table, ordered by how much the table needs the organiser."""

CAUSES = {
    "start": _("the start"),
    "service": _("automatically, because everything was in"),
    "all-in": _("because every table was in"),
    "bell": _("at the bell"),
    "organiser": _("by the organiser"),
    "head-table": _("from the head table"),
    "swap": _("because two players changed places"),
    "amended": _("with those who are here"),
    "clock": _("by the clock"),
}
"""Texts for what rang a bell or seated a round."""

DECISIONS = {
    "cut": _("the cut was entered"),
    "winners": _("the winners were named"),
    "cut-instead": _("it was decided by a cut"),
    "handed-in": _("what was recorded counts"),
    "waived": _("the doubt does not hold the move"),
}
"""Texts for the kinds of `TableDecision`."""

STARS: Labels = {
    "gold": _("gold star: won at the head table"),
    "red": _("red star: won and moved up"),
    "green": _("green star: stayed at the last table"),
}

CRITERIA: Labels = {
    "progressions": _("progressions"),
    "points": _("points"),
    "games": _("games won"),
    "best-round": _("best round"),
    "gold": _("gold stars"),
    "red": _("red stars"),
    "green": _("fewer green stars"),
    "cinches": "%(sweeps)s",
}
"""Texts for the ranking criteria. `in_game` fills in ``%(sweeps)s``."""

PRIZES: Labels = {
    "first": _("First prize"),
    "second": _("Second prize"),
    "third": _("Third prize"),
    "most-progressions": _("Most progressions"),
    "most-points": _("Most points"),
    "most-cinches": _("Most %(sweeps)s"),
    "most-gold": _("Most gold stars"),
    "most-red": _("Most red stars"),
    "most-green": _("Most green stars"),
    "booby": _("Booby prize"),
}


def in_game(label: str | Promise, game: GameKind) -> str:
    """Return the text of a criterion or prize, with the game's word for a sweep."""
    return str(label) % {"sweeps": translated(game.sweeps)}


HALL_PHASES: Labels = PHASES | {
    "planned": _("Not started yet"),
    "seated": _("Take your seats"),
    "over": _("The last round is over"),
}
"""Titles of the phases of an event, for the hall display."""

RESULTS: Labels = {
    "open": _("Standings so far"),
    "provisional": _("Provisional results"),
    "final": _("Final results"),
}
"""Titles of the stages of results, from open to final."""

_SENTENCES = {
    "event.planned": _("The event was planned"),
    "event.entered": _("{name} came in, from round {from_round}"),
    "event.list-entered": _("{count} players came in from a list"),
    "event.listed": _("{count} players were put on other lists"),
    "event.left": _("{name} left, from round {from_round}"),
    "event.checked-in": _("{name} was checked in"),
    "event.checked-out": _("{name} was taken out of those who are here"),
    "event.missing": _("{count} who were missing at the start were withdrawn"),
    "event.returned": _("{name} came back, from round {from_round}"),
    "event.wished": _("The wishes of {name} changed, from round {from_round}"),
    "event.changed": _("The event was changed"),
    "event.published": CHANGES["publish"],
    "event.final-proposed": _("The results were proposed as final, edition {edition}"),
    "event.final": _("The results were made final, edition {edition}"),
    "round.seated": _("Round {round} was seated, {cause}"),
    "round.bell": _("The bell of round {round} rang, {cause}"),
    "round.taken-back": _("The move on from round {round} was taken back"),
    "round.decided": _("Round {round}, table {table}: {kind}"),
    "round.total": _("Round {round}, table {table}: a total was entered"),
    "round.doubted": _("Round {round}, table {table}: a result was doubted"),
    "round.settled": _("A doubt was settled"),
    "deal.recorded": _("Deal {number} was recorded"),
    "deal.corrected": _("Deal {number} was corrected"),
    "deal.held": _("Deal {number} is held for the director"),
    "held.released": _("A held entry was recorded"),
    "held.set-aside": _("A held entry was set aside"),
    "table.opened": _("A table was opened"),
    "table.closed": _("A table was closed"),
    "game.started": _("A game was begun"),
    "link.issued": _("A link to a table was made"),
    "link.revoked": _("A link to a table was withdrawn"),
    "cut.made": _("A cut was recorded"),
    "cut.dealer": _("A table cut for the first deal"),
    "company.founded": _("More players than seats came to a table"),
    "company.joined": _("A player came to a table"),
    "company.left": _("A player left a table"),
    "company.chosen": _("How a table cuts was changed"),
    "company.cut": _("A table cut for who plays"),
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
    "evening.opened": _("Links to the players' own evenings were made"),
    "evening.closed": _("Links to the players' own evenings were withdrawn"),
    "house-laws.begun": _("A law set of the club was begun"),
    "house-laws.dropped": _("A draft of the club's laws was dropped"),
    "house-laws.published": _("Laws of the club were published"),
    "call.asked": _("A table called the director"),
    "call.seen": _("A director saw a table's call"),
    "call.answered": _("A director answered a table's call"),
    "call.disputed": _("A table's call became a dispute"),
    "call.closed": _("A table's call was closed"),
    "dispute.raised": _("Deal {number}: a dispute was raised"),
    "dispute.answered": _("Deal {number}: facts of a dispute were given"),
    "dispute.chosen": _("Deal {number}: a choice was made"),
    "dispute.lapsed": _("Deal {number}: a right to choose was lost"),
    "dispute.confirmed": _("Deal {number}: a ruling was confirmed"),
    "dispute.overruled": _("Deal {number}: a director overruled the law"),
    "dispute.appealed": _("Deal {number}: a ruling was appealed against"),
    "dispute.upheld": _("Deal {number}: a ruling was upheld on appeal"),
    "dispute.changed": _("Deal {number}: a ruling was changed on appeal"),
    "dispute.withdrawn": _("Deal {number}: a ruling was withdrawn on appeal"),
    "dispute.dropped": _("Deal {number}: a dispute was dropped"),
    "dispute.spent": _("Deal {number}: a ruling was carried out at the table"),
}
_CLOCK_SENTENCES = {
    "start": _("The clock of round {round} was started"),
    "pause": _("The clock of round {round} was paused"),
    "resume": _("The clock of round {round} was resumed"),
    "add": _("Round {round}: {minutes} minutes added"),
    "last-hand": _("The last hand of round {round} was called"),
}


def title_of(name: str) -> str:
    return str(SETTINGS[name])


def verb_titles(verbs: Iterable[str]) -> list[tuple[str, str]]:
    """Return journal verbs with their sentences, sorted by sentence. Names and numbers appear as "…"."""
    return sorted(((verb, sentence_of(verb, {})) for verb in verbs), key=itemgetter(1))


def sentence_of(verb: str, data: Mapping[str, Any], name: str = "") -> str:
    """Return a journal entry as a sentence. An unknown verb becomes plain words.

    >>> sentence_of("round.taken-back", {"round": 2})
    'The move on from round 2 was taken back'
    """
    template = _SENTENCES.get(verb)
    if verb == "round.clock":
        template = _CLOCK_SENTENCES.get(str(data.get("step")))
    elif verb in ("event.changed", "event.published"):
        template = CHANGES.get(str(data.get("kind")), template)
    if template is None:
        return verb.replace(".", " ").replace("-", " ").capitalize()
    values = defaultdict(lambda: "…", data)
    values["name"] = name or gettext("somebody")
    values["cause"] = CAUSES.get(str(data.get("cause")), "…")
    values["kind"] = DECISIONS.get(str(data.get("kind")), "…")
    sentence = str(template).format_map(values)
    changed = [title_of(setting) for setting in data.get("settings", ()) if setting in SETTINGS]
    changed += [str(PARTS[part]) for part in data.get("parts", ()) if part in PARTS]
    return f"{sentence}: {', '.join(changed)}" if changed else sentence
