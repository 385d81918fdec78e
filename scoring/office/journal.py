"""The lines of a club's journal and of an event's log.

A line has an entry's sentence, its change, its reason and a link. An entry names records by their ids. These
records are loaded once for a whole page.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from scoring.clubs.journal_sentences import CLUB_SENTENCES
from scoring.clubs.models import Club, Member, Role
from scoring.disputes.models import DisputeStep
from scoring.events.journal_sentences import IN_EVENTS, named_in, with_deal
from scoring.events.labels import reason_in_words
from scoring.events.models import Doubt, Entrant, Event, Seating
from scoring.events.state import load_state
from scoring.game.combined_decisions import DECISION_STEPS
from scoring.house_laws.journal_sentences import HOUSE_LAW_SENTENCES
from scoring.journal.models import Entry, record_models
from scoring.journal.sentences import Sentences, sentence_of
from scoring.office.described_deal import described, figures_in
from scoring.tables.games import game_played
from scoring.tables.models import Deal, DealRevision, HeldEntry, Seat
from scoring.tables.pages.display import side_words
from scoring.tables.table_policy import policy_of

SENTENCES: Sentences = {**CLUB_SENTENCES, **HOUSE_LAW_SENTENCES, **IN_EVENTS}
"""The sentence for each kind of journal entry."""

MOST_CHANGES = 2
"""The number of changed values to show for a correction. Further changes are only counted."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An entry with its sentence, change, reason and its subject's URL.

    The sentence is never empty; each of the others can be empty.
    """

    entry: Entry
    words: str
    change: str
    reason: str
    address: str


def lines_of(club: Club, entries: Sequence[Entry]) -> list[JournalLine]:
    """Return the lines for entries of a club's journal. Their records are loaded once for all entries."""
    records = _Records(club, entries)
    return [
        JournalLine(
            entry,
            sentence_of(SENTENCES, entry.verb, records.data(entry), records.name(entry.data)),
            records.change(entry),
            records.reason(entry),
            records.address(entry),
        )
        for entry in entries
    ]


def _from_to(name: str, before: str, after: str) -> str:
    words = gettext("%(before)s, now %(after)s") % {"before": before, "after": after}
    return f"{name} {words}" if name else words


def _proposed(name: str, before: str, after: str) -> str:
    return f"{name} " + gettext("%(before)s, proposed %(after)s") % {"before": before, "after": after}


def _refused(name: str, before: str, after: str) -> str:
    return f"{name} " + gettext("%(before)s stays, not %(after)s") % {"before": before, "after": after}


class _Records:
    def __init__(self, club: Club, entries: Sequence[Entry]) -> None:
        def ids(key: str, verb: str = "") -> set[int]:
            return {
                entry.data[key] for entry in entries if entry.data.get(key) and entry.verb.startswith(verb)
            }

        self.club = club
        members = Member.objects.filter(club=club, pk__in=ids("member"))
        self.members = dict(members.values_list("pk", "name"))
        won = {entrant for entry in entries for entrant in entry.data.get("won", ())}
        entrants = Entrant.objects.filter(pk__in=ids("entrant") | won)
        self.entrants = dict(entrants.values_list("pk", "member__name"))
        self.revisions = DealRevision.objects.select_related("base", "deal__game__table__event").in_bulk(
            ids("revision", "deal.corrected")
        )
        self.held = HeldEntry.objects.select_related(
            "base__deal__game__table__event", "decision__revision__deal"
        ).in_bulk(ids("held"))
        steps = DisputeStep.objects.filter(dispute__in=ids("dispute"), kind__in=DECISION_STEPS)
        self.scores = {
            (dispute, seq): content["score"]
            for dispute, seq, content in steps.values_list("dispute", "seq", "content")
        }
        doubts = Doubt.objects.filter(pk__in=ids("doubt"))
        self.doubts = {
            pk: place for pk, *place in doubts.values_list("pk", "seating__round_number", "table_number")
        }
        self.reasons = _reasons(entries)
        events = {entry.event_id for entry in entries if entry.event_id}
        standing = Seating.objects.filter(event__in=events, taken_back__isnull=True)
        self.rounds = set(standing.values_list("event", "round_number"))
        with_deals = {entry.event_id or 0 for entry in entries if entry.table_id and "number" in entry.data}
        self.states = {
            event.pk: load_state(event) for event in Event.objects.filter(pk__in=with_deals, club=club)
        }
        self.seats: dict[int, list[Member]] = {}
        corrected = [*self.revisions.values(), *(held.base for held in self.held.values() if held.base)]
        tables = [revision.deal.game.table for revision in corrected]
        self.policies = {table.event_id: policy_of(table) for table in tables}
        seats = Seat.objects.filter(game__in={revision.deal.game_id for revision in corrected})
        for seat in seats.select_related("member").order_by("seat"):
            self.seats.setdefault(seat.game_id, []).append(seat.member)

    def data(self, entry: Entry) -> dict[str, Any]:
        """Return the data of an entry. For an entry about a deal, add the deal's name as ``deal``."""
        return with_deal(entry, self.states.get(entry.event_id or 0))

    def name(self, data: Mapping[str, Any]) -> str:
        """Return the name of the member, or the names of the entrants, whom an entry concerns."""
        return self.members.get(data.get("member", 0), "") or named_in(data, self.entrants)

    def change(self, entry: Entry) -> str:
        """Return a line about the change that an entry records, usually with the values before and after.

        The line is empty unless the entry is about a correction of a deal, a changed role, or a score that a
        ruling changes.
        """
        data = entry.data
        if entry.verb == "member.role":
            return _from_to("", str(Role(data["from"]).label), str(Role(data["to"]).label))
        if entry.verb == "deal.corrected" and (revision := self.revisions[data["revision"]]).base:
            return self._corrected(revision.deal, revision.base.content, revision.content)
        if (held := self.held.get(data.get("held", 0))) and held.base:
            put = {"deal.held": _proposed, "held.set-aside": _refused}.get(entry.verb, _from_to)
            return self._corrected(held.base.deal, held.base.content, held.content, put)
        if score := self.scores.get((data.get("dispute", 0), data.get("step", 0))):
            before, after = (figures_in(score[when]["scored"]) for when in ("before", "after"))
            return _from_to(gettext("Scored"), before, after) if before != after else ""
        return ""

    def reason(self, entry: Entry) -> str:
        """Return the reasons and notes of the records that the entry names."""
        said = (self.reasons.get(name, "") for name in entry.data.get("facts", ()))
        return " · ".join(dict.fromkeys(filter(None, said)))

    def _corrected(
        self,
        deal: Deal,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        put: Callable[[str, str, str], str] = _from_to,
    ) -> str:
        seats, table = self.seats[deal.game_id], deal.game.table
        sides = side_words(game_played(deal.game, table).seating, seats, self.policies[table.event_id])
        was, now = (described(content, seats, sides) for content in (before, after))
        changes = [put(name, was[name], now[name]) for name in was if now.get(name, was[name]) != was[name]]
        others = len(changes) - MOST_CHANGES
        if others > 0:
            more = ngettext("%(count)s other change", "%(count)s other changes", others) % {"count": others}
            changes[MOST_CHANGES:] = [more]
        return "; ".join(changes) or gettext("The bidding, the cards or a penalty changed")

    def address(self, entry: Entry) -> str:
        """Return the URL of the page that shows an entry's subject, empty if there is no such page."""
        data, kind = entry.data, entry.verb.partition(".")[0]
        if data.get("dispute"):
            return reverse("dispute", args=[data["dispute"]])
        if held := self.held.get(data.get("held", 0)):
            return self._of_held(held)
        if entry.table_id:
            return _at_table(entry.table_id, entry.verb, data)
        if data.get("member"):
            return reverse("member", args=[self.club.slug, data["member"]])
        event = entry.event_id or data.get("event")
        if not event:
            return ""
        place = self.doubts.get(data.get("doubt", 0)) or [data.get("round"), data.get("table")]
        if kind == "round" and (event, place[0]) in self.rounds:
            args = [event, *filter(None, place)]
            return reverse("event-table" if len(args) > 2 else "event-round", args=args)
        return reverse("event", args=[event])

    def _of_held(self, held: HeldEntry) -> str:
        decision = getattr(held, "decision", None)
        if decision is None:
            return f"{reverse('director', args=[self.club.slug])}#held-{held.pk}"
        # A refused entry has no revision. If it was a correction, its deal has a page.
        revision = decision.revision or held.base
        return reverse("deal", args=[held.table_id, revision.deal.number]) if revision else ""


def _at_table(table_id: int, verb: str, data: Mapping[str, Any]) -> str:
    if data.get("deal"):
        return reverse("deal", args=[table_id, data["number"]])
    if verb.startswith("cut."):
        return f"{reverse('cuts', args=[table_id])}#cut-{data['cut']}"
    if verb == "game.started":
        return f"{reverse('sheet', args=[table_id])}?game={data['number']}"
    return reverse("company", args=[table_id]) if verb.startswith("company.") else ""


SAID = ("reason", "note", "text")
"""The fields of models that can hold the reason or the note of a record."""


def _reasons(entries: Sequence[Entry]) -> dict[str, str]:
    named = defaultdict(set)
    for entry in entries:
        for fact in entry.data.get("facts", ()):
            model, _separator, pk = fact.partition(":")
            named[model].add(int(pk))
    reasons: dict[str, str] = {}
    for model in record_models():
        name = str(model._meta.model_name)
        fields = {field.name for field in model._meta.concrete_fields}
        kept = next((field for field in SAID if field in fields), None)
        if model is DisputeStep:
            kept = "content__reason"
        if name in named and kept:
            rows = model._default_manager.filter(pk__in=named[name]).values_list("pk", kept)
            reasons |= {f"{name}:{pk}": reason_in_words(said) for pk, said in rows if said}
    return reasons
