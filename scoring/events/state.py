"""The state of an event, today's or that of any past entry of its journal: one loader for both.

Facts are only added and the journal names each of them, so what was known at an entry is what had been named
up to it. The last state of an event is kept in this process under the last entry of its journal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from laws import library, queries
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence
from scoring.events.loaded_records import Attendance, EventFacts, as_seated, at_once
from scoring.events.models import Bell, Entrant, Event, EventChange, Final
from scoring.events.planning.domain import event_games
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain import drawing, first_deal, plan_input, played_round, values
from scoring.events.play.rounds import EventRound, cuts, laws_at_three
from scoring.events.results.domain import standings
from scoring.journal.models import Entry
from scoring.refusals import NotFound
from scoring.tables.games import FactCache, GameRecord
from scoring.tables.models import Deal

IN_PLAY = ("seated", "playing", "last-hand")
"""The phases of a round in which its tables play, bell or no bell."""
DEAL_VERBS = ("deal.recorded", "deal.corrected")


@dataclass(frozen=True, slots=True)
class Board:
    """The standings with every player's score card and the prizes as they would fall now."""

    cards: Mapping[int, standings.ScoreCard]
    awards: tuple[standings.Award, ...]
    standings: tuple[standings.RankLine, ...]

    def prizes_of(self, player: int) -> list[str]:
        """Return the prizes that a player takes, in the order in which they are given."""
        return [award.prize for award in self.awards if player in award.players]


@dataclass(frozen=True)
class EventState:
    """An event with its entrants and its rounds, in order, as of a version: the id of a journal entry."""

    event: Event
    version: int
    entry_hash: str
    """The hash of that entry. Ids may come again after a rollback, hashes do not."""
    terms: played_round.EventTerms
    entrants: tuple[Entrant, ...]
    attendance: Attendance
    rounds: tuple[EventRound, ...]
    taken_back: frozenset[int] = frozenset()
    """The rounds of which a move was taken back at least once."""
    changes: tuple[EventChange, ...] = ()
    """What was changed of the event after it was planned, in order."""

    @property
    def settings(self) -> EventSettings:
        """The settings as they are now; what is over was played under `settings_in` its round."""
        return self.terms.settings

    def settings_in(self, round_number: int) -> EventSettings:
        """Return the settings of a round: those that were changed by its end."""
        return settings_of(self.event, self.changes, round_number)

    @property
    def law_set(self) -> LawSet:
        return self.terms.law_set

    @property
    def here(self) -> tuple[Entrant, ...]:
        """Those who are here for the first round."""
        return tuple(each for each in self.entrants if self.attendance.value(each).is_present(1))

    @property
    def shape(self) -> values.Shape:
        """The tables that those make who are here for the first round."""
        return event_games.room_shape(len(self.here), self.terms.game, self.settings.odd)

    @property
    def missing(self) -> tuple[Entrant, ...]:
        """Who was entered and is not checked in, before the start, where anybody is; else nobody."""
        attendance = self.attendance
        if self.rounds or not attendance.checked_in:
            return ()
        expected = (each for each in self.entrants if each.pk not in attendance.departures)
        return tuple(each for each in expected if each.pk not in attendance.checked_in)

    def without_missing(self) -> "EventState":
        """Return the state as if those who are missing at the door were withdrawn before the first round."""
        left = {entrant.pk: 1 for entrant in self.missing}
        departures = {**self.attendance.departures, **left}
        return replace(self, attendance=replace(self.attendance, departures=departures))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many a table may have, the usual number first; but for five who play in turn."""
        return event_games.sizes_of(self.terms.game, self.settings.odd)

    @property
    def law_set_at_three(self) -> LawSet | None:
        """What tables of three play under, None where the event has none."""
        revision = self.event.law_set_at_three
        return queries.law_set_at(revision.revision) if revision else None

    def figures_at(self, players: int) -> LawSet:
        """Return the figures of the game that a table of so many plays now."""
        kind = event_games.game_at(self.terms.game, players) or self.terms.game
        laws = (self.law_set_at_three if players == values.THREE else None) or self.law_set
        return laws.for_game(kind.slug)

    def deal_cut(self, round_number: int, table: values.SeatedTable) -> first_deal.DealCut | None:
        """Return the cut for the deal that the seed draws for a table; None where none is drawn."""
        if not first_deal.is_cut_for(self.settings, len(table.players), first_deal.DRAWN):
            return None
        return first_deal.drawn(self.event.seed, round_number, table, self.figures_at(len(table.players)))

    def first_dealer(self, round_number: int, table: values.SeatedTable) -> int:
        """Return the seat that a game of a round is begun from; a cut at the table may give it to another."""
        cut = self.deal_cut(round_number, table)
        return cut.seat if cut else first_deal.SEAT_ONE

    @property
    def current(self) -> EventRound | None:
        """The last round that was seated, None before the start."""
        return self.rounds[-1] if self.rounds else None

    def round_of(self, number: int) -> EventRound:
        """Return a round that was seated. Raises NotFound."""
        if not 1 <= number <= len(self.rounds):
            raise NotFound
        return self.rounds[number - 1]

    def entrant(self, member_id: int) -> Entrant:
        """Return somebody who takes part, by the id of the member. Raises NotFound."""
        entrant = next((each for each in self.entrants if each.member_id == member_id), None)
        if entrant is None:
            raise NotFound
        return entrant

    @property
    def last_round(self) -> EventRound | None:
        """The round in play where none follows it."""
        return self.current if len(self.rounds) == self.settings.rounds else None

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played and nothing is to be moved any more."""
        return self.last_round is not None and (
            self.is_ended or self.last_round.life.is_due or self._was_final
        )

    @cached_property
    def _was_final(self) -> bool:
        """Whether the results were final once: nobody plays on for what is disputed since."""
        has_bell = self.last_round is not None and self.last_round.bell is not None
        return has_bell and Final.objects.filter(event=self.event, as_of__lt=self.version).exists()

    @property
    def is_ended(self) -> bool:
        """Whether somebody ended the evening with the round that was in play."""
        return self.end is not None

    @property
    def end(self) -> EventChange | None:
        """The change that ended the evening, unless rounds were added to it since."""
        of_rounds = [
            change
            for change in self.changes
            if change.kind == "end" or (change.kind == "settings" and "rounds" in (change.content or {}))
        ]
        return of_rounds[-1] if of_rounds and of_rounds[-1].kind == "end" else None

    @property
    def is_cancelled(self) -> bool:
        """Whether the event was deleted before its start."""
        return self._last_change("cancel") is not None

    @property
    def replaced_by(self) -> int | None:
        """The id of the event that was planned in place of this one, which was deleted."""
        cancelled = self._last_change("cancel")
        return (cancelled.content or {}).get("event") if cancelled else None

    @property
    def published(self) -> frozenset[str]:
        """The parts of the event that everybody sees without an account, of `EventChange.PARTS`."""
        change = None if self.is_cancelled else self._last_change("publish")
        return frozenset(change.content["parts"] if change and change.content else ())

    @property
    def is_held(self) -> bool:
        """Whether the next move waits until somebody makes it."""
        return self.hold is not None

    @property
    def hold(self) -> EventChange | None:
        """What lets the next move wait until somebody makes it, if anything does."""
        number = self.current.number if self.current else 0
        change = self._last_change("hold", "release")
        is_on = change is not None and change.kind == "hold" and change.from_round == number
        return change if is_on else None

    def _last_change(self, *kinds: str) -> EventChange | None:
        return next((change for change in reversed(self.changes) if change.kind in kinds), None)

    @property
    def began_at(self) -> datetime:
        """When the first round was seated, or else when the event was planned."""
        return self.rounds[0].seating.at if self.rounds else self.event.at

    @property
    def awaits_a_word(self) -> bool:
        """Whether the next move was made once and taken back: somebody has to ask for it again."""
        return self.current is not None and self.current.number + 1 in self.taken_back

    @cached_property
    def too_few(self) -> Sentence | None:
        """Why the round in play can be followed by no other: too few players are left for a table."""
        if self.current is None or self.last_round is not None or self.is_over:
            return None
        return plan_input.too_few(self.situation(self.current.number + 1, 1))

    @property
    def status(self) -> Literal["planned", "running", "over", "cancelled"]:
        if self.current is None:
            return "cancelled" if self.is_cancelled else "planned"
        return "over" if self.is_over else "running"

    @property
    def phase(self) -> str:
        """Where the round in play stands for the hall: a phase of its life, planned, bell or over."""
        current = self.current
        if current is None:
            return "planned"
        if self.is_over:
            return "over"
        phase = current.life.phase
        return "bell" if current.bell is not None and phase in IN_PLAY else phase

    def law_id(self, short: str) -> str | None:
        """Return the id of a law that the movements name without its law set; None where no source has it."""
        books = [*self.law_set.books, self.law_set.fallback or ""]
        ids = [f"{book}/{short}" for book in books if short and book]
        return next((law for law in ids if law in library.laws()), None)

    def with_bell(self, bell: Bell) -> "EventState":
        """Return the state with the bell of the round in play, which has just been rung."""
        return replace(self, rounds=(*self.rounds[:-1], replace(self.rounds[-1], bell=bell)))

    def situation(
        self,
        round_number: int,
        generation: int,
        start: drawing.Start | None = None,
        change: Mapping[str, Any] | None = None,
    ) -> plan_input.Situation:
        """Return what is known when a round is to be seated; ``start`` says how round 1 finds its places.

        ``change`` is that of a round amended by hand. A round to come is played by those who are here now,
        also where they came or left during a round that was taken back since.
        """
        before = [each for each in self.rounds if each.number < round_number]
        last = before[-1].tables if before else ()
        here = self._here(round_number, change or {})
        return plan_input.Situation(
            settings=self.settings_in(round_number - 1),
            law_set=self.law_set,
            game=self.terms.game,
            entrants=tuple(self._entrant(entrant, round_number, here) for entrant in self.entrants),
            seed=self.event.seed,
            round_number=round_number,
            generation=generation,
            history=tuple(each.seated() for each in before),
            results=tuple(table.result for table in last),
            cuts=cuts(last),
            start=start,
            law_set_at_three=laws_at_three(last),
        )

    def _here(self, round_number: int, change: Mapping[str, Any]) -> frozenset[int] | None:
        """Return who plays in a round that is seated, but for what the ``change`` says; None for another."""
        if len(self.rounds) < round_number:
            return None
        placed = self.rounds[round_number - 1].players
        return placed.union(change.get("came", ())).difference(change.get("gone", ()))

    def _entrant(
        self, entrant: Entrant, round_number: int, here: frozenset[int] | None
    ) -> values.Participant:
        """Return somebody as he is when a round is seated: as it is now for one to come, else as it was."""
        if here is None:
            again = round_number in self.taken_back
            return at_once(self.attendance.value(entrant), round_number, again=again)
        value = self.attendance.value(entrant, round_number)
        return as_seated(value, round_number, is_here=value.player in here)

    @cached_property
    def rounds_as_totals(self) -> Mapping[int, int]:
        """Return of how many rounds of each player only a total from a slip is known, or who won."""
        return Counter(
            player for each in self.rounds for table in each.tables if table.total for player in table.players
        )

    @cached_property
    def board(self) -> Board:
        """The standings, and what they rest on."""
        cards = standings.score_cards([each.cards for each in self.rounds])
        lines = standings.standings(cards, self.settings.tie_breaks)
        lists = {
            entrant.member_id: self.attendance.wishes_of(entrant).get("on_list")
            for entrant in (self.entrants if self.settings.lists else ())
        }
        awards = standings.awards(lines, self.settings, lists, self.law_set, self.event.seed)
        return Board(cards, awards, lines)


_STATES: FactCache[int, EventState] = FactCache(8)


def load(event: Event, as_of: int | None = None) -> EventState:
    """Return the state of an event, today's or that after the journal entry with the id ``as_of``.

    Whatever the size of the event: one statement where nothing has happened since it was last loaded, six
    where only deals have, else a dozen.
    """
    if as_of is not None:
        return _loaded(event, as_of)
    version, entry_hash = last_entry(event.pk)
    if not version:
        return _loaded(event)  # being planned: a plan that was refused may have had the same id
    state = _STATES.get(event.pk)
    if state is None or (state.version, state.entry_hash) != (version, entry_hash):
        state = _STATES.keep(event.pk, (state and _with_deals_since(state)) or _loaded(event))
    return state


def last_entry(event_id: int, as_of: int | None = None) -> tuple[int, str]:
    """Return id and hash of the last journal entry about an event, (0, "") where there is none."""
    entries = Entry.objects.filter(event=event_id)
    if as_of is not None:
        entries = entries.filter(id__lte=as_of)
    return entries.order_by("-id").values_list("id", "hash").first() or (0, "")


def _with_deals_since(state: EventState) -> EventState | None:
    """Return a state as it is today, loading only the games of new deals; None where more has happened.

    Everybody in the hall looks at the standings while deals are coming in.
    """
    entries = Entry.objects.filter(event=state.event, id__gte=state.version).order_by("id")
    (first, *since) = list(entries.values_list("id", "hash", "verb", "data")) or [(0, "", "", {})]
    if first[:2] != (state.version, state.entry_hash) or any(verb not in DEAL_VERBS for *_, verb, _ in since):
        return None
    deals = Deal.objects.filter(pk__in={data["deal"] for *_, data in since})
    games = EventFacts(state.event).games(set(deals.values_list("game", flat=True)))
    rounds = tuple(_with_games(each, games) for each in state.rounds)
    last = since[-1] if since else first
    return replace(state, version=last[0], entry_hash=last[1], rounds=rounds)


def _with_games(each: EventRound, games: Mapping[int, GameRecord]) -> EventRound:
    """Return a round with these games as they stand; the same where it has none of them."""
    tables = tuple(
        replace(table, games=tuple(games.get(game.game_id, game) for game in table.games))
        if any(game.game_id in games for game in table.games)
        else table
        for table in each.tables
    )
    is_same = all(table is before for table, before in zip(tables, each.tables, strict=True))
    return each if is_same else replace(each, tables=tables)


def _loaded(event: Event, as_of: int | None = None) -> EventState:
    version, entry_hash = last_entry(event.pk, as_of)  # first: what comes in between is loaded next time
    facts = EventFacts(event, as_of)
    changes, law_set = facts.changes(), queries.law_set_at(event.law_set.revision)

    def terms_in(round_number: int | None = None) -> played_round.EventTerms:
        chosen = settings_of(event, changes, round_number)
        return played_round.EventTerms(chosen, law_set, event.kind, event.seed)

    seatings = facts.seatings()
    return EventState(
        event=event,
        version=version,
        entry_hash=entry_hash,
        terms=terms_in(),
        entrants=facts.entrants(),
        attendance=facts.attendance(is_begun=not all(map(facts.is_taken_back, seatings))),
        rounds=facts.rounds(terms_in, seatings),
        taken_back=frozenset(each.round_number for each in seatings if facts.is_taken_back(each)),
        changes=changes,
    )


def settings_of(
    event: Event, changes: Iterable[EventChange], round_number: int | None = None
) -> EventSettings:
    """Return the event's settings with what was changed of them, by the end of a round where one is named.

    One that there was not yet when the event was planned has its default.
    """
    chosen: dict[str, Any] = dict(event.settings)
    for change in changes:
        if change.kind in ("settings", "end") and (round_number is None or change.from_round <= round_number):
            chosen |= change.content or {}
    values: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in chosen.items()
    }
    return EventSettings(**values)
