"""Sentences for the entries of an event's journal.

`SENTENCES` are about the event itself. `IN_EVENTS` adds the sentences about tables, calls and disputes.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from laws.templatetags.sentences import translated
from scoring.calls.journal_sentences import CALL_SENTENCES
from scoring.disputes.journal_sentences import DISPUTE_SENTENCES
from scoring.events.labels import CAUSES, CHANGES, DECISIONS, DETAILS, PARTS, SETTINGS, title_of
from scoring.events.state import EventState
from scoring.journal.models import Entry
from scoring.journal.sentences import Sentence, Sentences, Values, sentence_of
from scoring.tables.journal_sentences import TABLE_SENTENCES
from scoring.tables.table_policy import name_by_number
from scoring.templatetags.cards import plain

_CLOCK = {
    "start": _("The clock of round {round} was started"),
    "pause": _("The clock of round {round} was paused"),
    "resume": _("The clock of round {round} was resumed"),
    "add": _("The clock of round {round} was changed by {minutes} minutes"),
    "last-hand": _("The last hand of round {round} was called"),
}


def _changed(sentence: str | Promise) -> Sentence:
    def changed(values: Values) -> str:
        titles = [title_of(setting) for setting in values.get("settings", ()) if setting in SETTINGS]
        titles += [_detail(name, values) for name in values.get("details", ()) if name in DETAILS]
        titles += [str(PARTS[part]) for part in values.get("parts", ()) if part in PARTS]
        kind = str(CHANGES.get(values["kind"], sentence))
        return f"{kind}: {', '.join(titles)}" if titles else kind

    return changed


def _detail(name: str, values: Values) -> str:
    old, new = (values.get(which, {}).get(name) for which in ("before", "after"))
    if not isinstance(old or new, str):
        return str(DETAILS[name])
    nothing = str(_("not given"))
    return f"{DETAILS[name]}: {old or nothing} → {new or nothing}"


def _caused(sentence: str | Promise) -> Sentence:
    return lambda values: str(sentence).format_map(values | {"cause": CAUSES.get(values["cause"], "…")})


def _decided(values: Values) -> str:
    kind = DECISIONS.get(values["kind"], "…")
    if values["kind"] == "cut-instead" and values.get("cut") == "drawn":
        kind = _("the program cut instead of a result")
    elif values.get("cut") == "equal":
        kind = _("the cut was entered, but it does not decide: they cut again")
    if values.get("won"):
        return str(_("Round {round}, table {table}: {kind}, won by {name}")).format_map(
            values | {"kind": kind}
        )
    return str(_("Round {round}, table {table}: {kind}")).format_map(values | {"kind": kind})


def _total(values: Values) -> str:
    is_corrected = values.get("number", 1) > 1
    if "points" not in values:
        sentence = _WON_BY_SLIP[is_corrected]
    elif "after_deals" in values:
        sentence = _REST_OF_ROUND[is_corrected]
    else:
        sentence = _WHOLE_ROUND[is_corrected]
    points = " : ".join(map(plain, values.get("points", ()))) or "…"
    return str(sentence).format_map(values | {"points": points})


# In each tuple the first sentence is about a new total, the second about a corrected total.
_WHOLE_ROUND = (
    _("Round {round}, table {table}: the total {points} was entered"),
    _("Round {round}, table {table}: the total was corrected to {points}"),
)
_REST_OF_ROUND = (
    _("Round {round}, table {table}: {points} was entered for the rest of the round"),
    _("Round {round}, table {table}: the rest of the round was corrected to {points}"),
)
_WON_BY_SLIP = (
    _("Round {round}, table {table}: {name} won, as the slip says"),
    _("Round {round}, table {table}: after a correction of the slip {name} won"),
)


def _clock(values: Values) -> str:
    return str(_CLOCK.get(values["step"], _("The clock of round {round} was set"))).format_map(values)


def _wished(values: Values) -> str:
    sentence = _("The wishes of {name} changed")
    if values.get("is_of_partner"):
        sentence = _("The partner of {name} changed")
    return str(sentence).format_map(values)


SENTENCES: Sentences = {
    "event.planned": _("The event was planned"),
    "event.entered": _("{name} came in"),
    "event.list-entered": _("{count} players came in from a list"),
    "event.listed": _("{count} players were put on other lists"),
    "event.left": _("{name} left"),
    "event.checked-in": _("{name} was checked in"),
    "event.checked-out": _("{name} was taken out of those who are here"),
    "event.missing": _("{count} who were missing at the start were withdrawn"),
    "event.returned": _("{name} came back"),
    "event.wished": _wished,
    "event.changed": _changed(_("The event was changed")),
    "event.published": _changed(CHANGES["publish"]),
    "event.described": _changed(CHANGES["details"]),
    "event.word-renewed": _changed(CHANGES["word"]),
    "event.seats-kept": _changed(CHANGES["keep-seats"]),
    "event.final-proposed": _("The results were proposed as final, edition {edition}"),
    "event.final": _("The results were made final, edition {edition}"),
    "round.seated": _caused(_("Round {round} was seated {cause}")),
    "round.bell": _caused(_("The bell of round {round} was rung {cause}")),
    "round.clock": _clock,
    "round.taken-back": _("The move on from round {round} was taken back"),
    "round.decided": _decided,
    "round.cut-drawn": _("Round {round}, table {table}: the program cut, won by {name}"),
    "round.total": _total,
    "round.doubted": _("Round {round}, table {table}: a result was doubted"),
    "round.settled": _("A doubt was settled"),
    "evening.opened": _("Links to the players' own evenings were made"),
    "evening.closed": _("Links to the players' own evenings were withdrawn"),
}

IN_EVENTS: Sentences = {
    **TABLE_SENTENCES,
    **CALL_SENTENCES,
    **DISPUTE_SENTENCES,
    **SENTENCES,
}


def last_actions(state: EventState, count: int) -> list[tuple[Entry, str]]:
    """Return the last entries of an event's journal with their sentences, the latest first."""
    names = {entrant.pk: entrant.member.name for entrant in state.entrants}
    entries = state.event.journal.select_related("by_member", "table").order_by("-id")[:count]
    return [
        (entry, sentence_of(IN_EVENTS, entry.verb, with_deal(entry, state), named_in(entry.data, names)))
        for entry in entries
    ]


def with_deal(entry: Entry, state: EventState | None) -> dict[str, Any]:
    """Return an entry's data. For an entry about a deal, the deal's name is added under ``deal``.

    ``state`` is the state of the entry's event, or None for an entry outside events.
    """
    data, table, number = dict(entry.data), entry.table, entry.data.get("number")
    if table is None or not isinstance(number, int):
        return data
    deal = state.name_of_deal(table.pk, number, entry.at) if state else name_by_number(number)
    return data | {"deal": translated(deal)}


def named_in(data: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return the names of the winners or of the entrant in an entry's data, joined by "&".

    ``names`` maps entrant ids to names.
    """
    about = data.get("won") or [data.get("entrant")]
    return " & ".join(names[entrant] for entrant in about if entrant in names)
