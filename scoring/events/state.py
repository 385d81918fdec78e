"""The state of an event, loaded as of now or of any past journal entry.

Records are only added, and each journal entry names the records that it added. The state at an entry is made
of the records named up to that entry. Each process caches the latest state of some events. If newer journal
entries only record or correct deals, the cached state is updated with these deals. After any other newer
entry, the state is loaded again.

Every state has the members as they are now, even the state at a past entry. So the cached state is loaded
again after each journal entry about the club itself, for example after a member was renamed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from django.db.models import Subquery, Value
from django.db.models.functions import Coalesce

from laws import library, queries
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, ngettext
from scoring.events.loaded_records import Attendance, EventRecords, as_seated, at_once, with_mutual_partners
from scoring.events.models import Bell, Entrant, Event, EventChange, Final
from scoring.events.people.domain.pairs import paired
from scoring.events.planning.domain import event_games
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain import drawing, first_deal, plan_input, played_round, values
from scoring.events.play.rounds import EventRound, EventTable, cuts
from scoring.events.results.domain import score_cards, standings
from scoring.events.results.domain.competitors import Competing, Competitor, are_pairs
from scoring.game.names import place_in_list
from scoring.journal.models import Entry, chain_of
from scoring.refusals import Conflict, NotFound
from scoring.tables.games import GameRecord, RecordCache
from scoring.tables.models import Deal
from scoring.tables.table_policy import name_by_number

IN_PLAY = ("seated", "playing", "last-hand")
"""Phases of a round in which its tables still play. The bell may have rung."""
REOPENING = ("reopen", "withdraw")
"""The kinds of `EventChange` that open results again."""
DEAL_VERBS = ("deal.recorded", "deal.corrected")


@dataclass(frozen=True, slots=True)
class Board:
    """The standings with the score cards and the prizes.

    ``own_cards`` maps each player to the rounds they played themselves. ``cards`` maps each competitor to the
    rounds that count for the competitor.
    """

    own_cards: Mapping[int, score_cards.ScoreCard]
    cards: Mapping[Competitor, score_cards.ScoreCard]
    awards: tuple[standings.Award, ...]
    standings: tuple[standings.RankLine, ...]

    def prizes_of(self, competitor: Competitor) -> list[str]:
        """Return the prizes of a competitor, in the order in which they are given."""
        return [award.prize for award in self.awards if competitor in award.winners]


@dataclass(frozen=True)
class EventState:
    """An event with its entrants and rounds as of ``version``, the id of a journal entry."""

    event: Event
    version: int
    entry_hash: str
    """The hash of the journal entry ``version``.

    The hash is needed too: after a rollback another entry can get the same id.
    """
    terms: played_round.EventTerms
    entrants: tuple[Entrant, ...]
    attendance: Attendance
    rounds: tuple[EventRound, ...]
    taken_back: frozenset[int] = frozenset()
    """The numbers of the rounds with at least one seating that was taken back."""
    changes: tuple[EventChange, ...] = ()
    """The event changes in order."""
    club_hash: str = ""
    """The hash of the last journal entry about the club itself when a cached state was loaded."""

    @property
    def settings(self) -> EventSettings:
        """The current settings. `settings_in` gives the settings of a past round."""
        return self.terms.settings

    def settings_in(self, round_number: int) -> EventSettings:
        """Return the settings of a round, with all event changes that took effect by that round."""
        return settings_of(self.event, self.changes, round_number)

    @property
    def law_set(self) -> LawSet:
        return self.terms.law_set

    @property
    def here(self) -> tuple[Entrant, ...]:
        """The entrants present in round 1. Before the start, those who are expected in it."""
        return self._present_in(1)

    def _present_in(self, round_number: int) -> tuple[Entrant, ...]:
        value_of = self.attendance.value
        return tuple(entrant for entrant in self.entrants if value_of(entrant).is_present(round_number))

    def _placed_in(self, rounds: Sequence[EventRound]) -> tuple[Entrant, ...]:
        if not rounds:
            return self.here
        placed = {player for event_round in rounds for player in event_round.players}
        return tuple(entrant for entrant in self.entrants if entrant.member_id in placed)

    @property
    def came(self) -> tuple[Entrant, ...]:
        """The entrants who had a place in any round. Before the start, those who are expected in round 1."""
        return self._placed_in(self.rounds)

    @property
    def at_the_end(self) -> tuple[Entrant, ...]:
        """The entrants of `came` who were present in the last round that was seated."""
        present = set(self._present_in(max(1, len(self.rounds))))
        return tuple(entrant for entrant in self.came if entrant in present)

    @property
    def shape(self) -> event_games.Shape:
        """The size of each table, and the number of players who sit out, for the entrants of round 1."""
        return event_games.room_shape(len(self.here), self.terms.game, self.settings.odd)

    @property
    def starters(self) -> tuple[Entrant, ...]:
        """The entrants who had a place in round 1. Before the start, those who are expected in round 1."""
        return self._placed_in(self.rounds[:1])

    @property
    def about_rounds(self) -> Sentence | None:
        """A hint about an evening with fewer or more rounds than its whole plan, or None.

        The hint says what players miss or what repeats in an evening of this length. There is no hint if all
        players have fixed partners, unless the kind of evening keeps pairs.
        """
        return self.about_rounds_of(self.settings.rounds, was_ended=self.is_over)

    def about_rounds_of(self, rounds: int, *, was_ended: bool) -> Sentence | None:
        """Return the hint of `about_rounds` for this number of rounds. ``was_ended``: the evening is over."""
        if self.competes_as_pairs and not self.settings.keeps_pairs:
            return None
        return self.settings.evening.about_rounds(len(self.starters), rounds, was_ended=was_ended)

    @property
    def about_sitting_out(self) -> Sentence | None:
        """A hint that a round sat out brings no points, or None if nobody has sat out."""
        has_sat_out = any(line.sat_out for line in self.board.standings)
        return _("A round sat out brings no points.") if has_sat_out else None

    @property
    def progress(self) -> Sentence:
        """How far the evening is, as text: "Round 3 of 7".

        If the evening was cut short, the text counts the complete rounds and names an incomplete last round.
        """
        number, rounds = len(self.rounds), self.rounds_before_end
        if self.is_cut_short and self.rounds[-1].still_playing:
            return _(
                "{number} of {rounds} rounds played, round {last} in part",
                number=number - 1,
                rounds=rounds,
                last=number,
            )
        if self.is_cut_short:
            return _("{number} of {rounds} rounds played", number=number, rounds=rounds)
        return _("Round {number} of {rounds}", number=number, rounds=rounds)

    @property
    def missing(self) -> tuple[Entrant, ...]:
        """The entrants who are not checked in. Entrants who have withdrawn are left out.

        Empty after the start. Also empty as long as nobody is checked in.
        """
        attendance = self.attendance
        if self.rounds or not attendance.checked_in:
            return ()
        expected = (entrant for entrant in self.entrants if entrant.pk not in attendance.departures)
        return tuple(entrant for entrant in expected if entrant.pk not in attendance.checked_in)

    def without_missing(self) -> "EventState":
        """Return the state as if the missing entrants had withdrawn before round 1."""
        return self.without(self.missing, 1)

    def without(self, gone: Iterable[Entrant], from_round: int) -> "EventState":
        """Return the state as if these entrants had withdrawn before a round."""
        departures = {**self.attendance.departures, **{entrant.pk: from_round for entrant in gone}}
        return replace(self, attendance=replace(self.attendance, departures=departures))

    @cached_property
    def partners(self) -> Mapping[int, int]:
        """Player → fixed partner, for partners who will both be in the next round. See `partners_among`."""
        return self.partners_among(self.coming)

    def partners_among(self, entrants: Iterable[Entrant]) -> Mapping[int, int]:
        """Return player → fixed partner, for partners who are both among these entrants.

        A player's possible partners are tried in this order, until one is among the entrants and still free:

        1. the other member of the player's pair in the standings
        2. the partner in the round in play, if all compete as pairs
        3. the partner for whom the player has asked

        Empty if the movement can separate partners.
        """
        if not (self.competes_as_pairs or self.settings.heeds_partners):
            return {}
        wished = self.wishes_named("partner")
        here = {entrant.member_id: wished[entrant.member_id] for entrant in entrants}
        pairs = (competitor.members for competitor in self.board.cards if competitor.is_pair)
        known = [(first, second) for first, second in pairs]
        are_all = bool(self.rounds) and self.competes_as_pairs
        now = self.rounds[-1].seated().mates().items() if are_all else ()
        return paired([*known, *now, *here.items()], here)

    @property
    def coming(self) -> tuple[Entrant, ...]:
        """The entrants who will be in the next round, or in round 1 before the start.

        This is everybody who is here now, see `at_once`. A recorded withdrawal counts even if the round in
        which the player withdrew was taken back.
        """
        number = len(self.rounds) + 1
        return tuple(
            entrant
            for entrant in self.entrants
            if self._participant(entrant, number, None).is_present(number)
        )

    @property
    def without_partner(self) -> tuple[Entrant, ...]:
        """The entrants of the next round who have no partner yet. Empty unless the evening keeps pairs."""
        coming = self.coming if self.settings.keeps_pairs else ()
        return tuple(entrant for entrant in coming if entrant.member_id not in self.partners)

    @property
    def draws_pairs(self) -> bool:
        """Whether the draw for places makes the pairs, because nobody has named a partner."""
        return self.settings.keeps_pairs and not self.rounds and not self.partners

    @property
    def draws_places(self) -> bool:
        """Whether players can draw cards for their first places.

        False in an evening of pairs if partners are named, because the cards would seat partners apart.
        """
        return self.draws_pairs or not self.settings.keeps_pairs

    @property
    def names_of_partners(self) -> Mapping[str, str]:
        """The name of each entrant with a fixed partner → the partner's name."""
        names = {entrant.member_id: entrant.member.name for entrant in self.entrants}
        return {names[player]: names[partner] for player, partner in self.partners.items()}

    @property
    def entered(self) -> tuple[Competitor, ...]:
        """The competitors as they will be in the next round, in order of entry."""
        found: dict[int, Competitor] = {}
        for entrant in self.coming:
            player = entrant.member_id
            partner = self.partners.get(player)
            if partner not in found:
                found[player] = Competitor((player,) if partner is None else (player, partner))
        return tuple(found.values())

    @property
    def entered_together(self) -> tuple[tuple[Entrant, ...], ...]:
        """All entrants in groups: each pair with its stand-ins, then each other player.

        Includes entrants who have left. A player whose partner in the next round belongs to a pair is listed
        with this pair. Any other stand-in is listed with the pair for which they played last.
        """
        pairs = [competitor for competitor in self.board.cards if competitor.is_pair] if self.rounds else []
        pair_of = {member: pair.members for pair in pairs for member in pair.members}
        stood_in = [(one.rounds[-1], one.player, pair.members) for pair in pairs for one in pair.stand_ins]
        others = {player: members for _round, player, members in sorted(stood_in)}
        for player, partner in self.partners.items():
            if partner in pair_of:
                others[player] = pair_of[partner]
            else:
                others.setdefault(player, others.get(partner, (player, partner)))
        groups: dict[tuple[int, ...], list[Entrant]] = {}
        entrants = {entrant.member_id: entrant for entrant in self.entrants}
        for player in dict.fromkeys((*pair_of, *entrants)):
            members = pair_of.get(player) or others.get(player, (player,))
            groups.setdefault(members, []).append(entrants[player])
        pairs_first = sorted(groups.values(), key=lambda group: len(group) == 1)
        return tuple(map(tuple, pairs_first))

    @property
    def size(self) -> Sentence:
        """The number of competitors as text.

        If all compete as pairs, the text counts pairs and players without a partner. In any other event, and
        while there is no pair, it counts all players who came.
        """
        return self._size_of(tuple(self.board.cards) if self.rounds else self.entered, self.came)

    @property
    def size_to_come(self) -> Sentence:
        """The number of competitors of the next round as text, counted as in `size`."""
        return self._size_of(self.entered, self.coming)

    def _size_of(self, competitors: Sequence[Competitor], players: Sequence[Entrant]) -> Sentence:
        pairs = sum(competitor.is_pair for competitor in competitors) if self.competes_as_pairs else 0
        if not pairs:
            return ngettext("{count} player", "{count} players", len(players))
        size = ngettext("{count} pair", "{count} pairs", pairs)
        if alone := len(competitors) - pairs:
            size = _(
                "{pairs}, {players}",
                pairs=size,
                players=ngettext("{count} player", "{count} players", alone),
            )
        return size

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of players that can sit at a table and all play in every deal, the usual number first.

        At a table of five in a game for four, one player always sits out, so five is not included.
        """
        return event_games.sizes_of(self.terms.game, self.settings.odd)

    @property
    def game_name(self) -> str:
        """The game's name, without a number of players if tables may have different sizes."""
        game = self.terms.game
        return game.name if len(self.sizes) == 1 else game.title

    @property
    def law_set_at_three(self) -> LawSet | None:
        """The law set of tables of three. None if the event cannot have such tables."""
        return self.terms.law_set_at_three

    def deal_cut(self, round_number: int, table: values.SeatedTable) -> first_deal.DealCut | None:
        """Return the cut that the seed draws for a table's first deal, or None if no cut is drawn."""
        players = len(table.players)
        if not first_deal.is_cut_for(self.settings, self.terms.play_at(players), first_deal.DRAWN):
            return None
        return first_deal.drawn(self.event.seed, round_number, table, self.terms.laws_at(players))

    def first_dealer(self, round_number: int, table: values.SeatedTable) -> int:
        """Return the seat that deals first at a table in a round.

        A cut entered at the table may later give the deal to another seat.
        """
        cut = self.deal_cut(round_number, table)
        return cut.seat if cut else first_deal.SEAT_ONE

    @property
    def current(self) -> EventRound | None:
        """The last seated round whose seats were not taken back. None before the start."""
        return self.rounds[-1] if self.rounds else None

    def round_in_play(self) -> EventRound:
        """Return `current`. Raises Conflict ``event-not-started``."""
        if self.current is None:
            raise Conflict(_("The event has not been started."), code="event-not-started")
        return self.current

    def must_go_on(self) -> None:
        """Raise Conflict ``event-over`` if the evening is over, see `is_over`."""
        if self.is_over:
            raise Conflict(_("The evening is over."), code="event-over")

    def round_of(self, number: int) -> EventRound:
        """Return a round by its number. Raises NotFound if it is not seated."""
        if not 1 <= number <= len(self.rounds):
            raise NotFound
        return self.rounds[number - 1]

    def where(self, game_id: int) -> tuple[EventRound, EventTable] | None:
        """Return the round and the table of a game, or None if the seats of its round were taken back."""
        for event_round in reversed(self.rounds):
            for table in event_round.tables:
                if any(game.game_id == game_id for game in table.games):
                    return event_round, table
        return None

    def entrant(self, member_id: int) -> Entrant:
        """Return the entrant with a member id. Raises NotFound."""
        entrant = next((entrant for entrant in self.entrants if entrant.member_id == member_id), None)
        if entrant is None:
            raise NotFound
        return entrant

    @property
    def last_round(self) -> EventRound | None:
        """The round in play if it is the last round of the event, otherwise None."""
        return self.current if len(self.rounds) == self.settings.rounds else None

    @property
    def is_over(self) -> bool:
        """Whether the evening is over. That is so in three cases:

        - Somebody ended the evening by hand.
        - The results are final.
        - The last round waits for nothing more, and its end waits for no hold, countdown or tie.
        """
        last = self.last_round
        if last is None:
            return False
        return self.is_ended or self._was_final or (last.life.is_due and not self._awaits_end)

    @property
    def _awaits_end(self) -> bool:
        ended, seconds = self._last_change("end"), self.settings.move_after_seconds
        if ended is not None and ended.from_round == len(self.rounds):
            return False
        # None: the director makes every move. Only then a tie keeps the evening open.
        return bool(seconds) or self.is_held or (seconds is None and bool(self.rounds[-1].tied))

    @cached_property
    def _was_final(self) -> bool:
        """Whether results were made final and not reopened.

        The evening then stays over, even if a later dispute makes a result of the last round uncertain.
        """
        has_bell = self.last_round is not None and self.last_round.bell is not None
        finals = Final.objects.filter(event=self.event, as_of__lt=self.version)
        if self.reopening is not None:
            finals = finals.filter(pk__gt=self.reopening.reopens_id)
        return has_bell and finals.exists()

    @property
    def is_ended(self) -> bool:
        """Whether somebody ended the evening by hand."""
        return self.end is not None

    @property
    def end(self) -> EventChange | None:
        """The change by which somebody ended the evening by hand, or None.

        The value is None, too, if a later change, such as a reopening, set the number of rounds.
        """
        of_rounds = [change for change in self.changes if "rounds" in (change.content or {})]
        return of_rounds[-1] if of_rounds and of_rounds[-1].kind == "end" else None

    @property
    def rounds_before_end(self) -> int:
        """The number of rounds that the event would have if nobody had ended the evening by hand."""
        before = [change for change in self.changes if change is not self.end]
        return settings_of(self.event, before).rounds

    @property
    def is_cut_short(self) -> bool:
        """Whether the evening was ended by hand before all of its rounds were played."""
        if not self.is_ended:
            return False
        return self.settings.rounds < self.rounds_before_end or bool(self.rounds[-1].still_playing)

    @property
    def reopening(self) -> EventChange | None:
        """The last change that reopened final results, or None."""
        return self._last_change("reopen")

    @property
    def last_reopening(self) -> EventChange | None:
        """The last change that reopened results, final or not. None without such a change."""
        return self._last_change(*REOPENING)

    @property
    def was_reopened_now(self) -> bool:
        """Whether the results or the ended evening were reopened during the round in play."""
        last = self.last_reopening
        return last is not None and self.current is not None and last.from_round == self.current.number

    @property
    def is_cancelled(self) -> bool:
        """Whether the event was deleted before its start."""
        return self._last_change("cancel") is not None

    @property
    def replaced_by(self) -> int | None:
        """The id of the event planned in place of this deleted event, or None."""
        cancelled = self._last_change("cancel")
        return (cancelled.content or {}).get("event") if cancelled else None

    @property
    def published(self) -> frozenset[str]:
        """The parts of the event that everybody sees without an account. Empty for a deleted event."""
        change = None if self.is_cancelled else self._last_change("publish")
        return frozenset(change.content["parts"] if change and change.content else ())

    @property
    def is_held(self) -> bool:
        """Whether a hold is in force.

        With a hold, nothing moves or ends by itself after the round in play.
        """
        return self.hold is not None

    @property
    def hold(self) -> EventChange | None:
        """The change that leaves the next move, or the end of the evening, to the director.

        None without a hold in the round in play.
        """
        number = self.current.number if self.current else 0
        change = self._last_change("hold", "release")
        is_on = change is not None and change.kind == "hold" and change.from_round == number
        return change if is_on else None

    @property
    def seats_kept(self) -> EventChange | None:
        """The last decision to keep the seats of the round in play after a correction, or None."""
        number = self.current.number if self.current else 0
        change = self._last_change("keep-seats")
        return change if change is not None and change.from_round == number else None

    def _last_change(self, *kinds: str) -> EventChange | None:
        return next((change for change in reversed(self.changes) if change.kind in kinds), None)

    @property
    def began_at(self) -> datetime:
        """When round 1 was seated or, before that, when the event was planned."""
        return self.rounds[0].seated_at if self.rounds else self.event.at

    @property
    def moves_by_itself(self) -> bool:
        """Whether, by the settings, the players move without the director once all results are in.

        After the last round the evening then ends without the director, too. A hold (`is_held`) or a move
        that was taken back is not considered.
        """
        return self.settings.move_after_seconds is not None

    @property
    def move_was_taken_back(self) -> bool:
        """Whether the move after the round in play was taken back. Workers do not make such a move again.

        Always false in the last round, which no move follows.
        """
        if self.current is None or self.last_round is not None:
            return False
        return self.current.number + 1 in self.taken_back

    @cached_property
    def too_few(self) -> Sentence | None:
        """The reason why too few players are left for a further round. None if enough are left.

        Also None before the start, in the last round and after the end.
        """
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
        """The phase for the hall display: "planned", "bell", "over", or a phase of the round in play.

        "bell" means that the bell has rung and tables still play.
        """
        current = self.current
        if current is None:
            return "planned"
        if self.is_over:
            return "over"
        phase = current.life.phase
        return "bell" if current.bell is not None and phase in IN_PLAY else phase

    @property
    def awaits_seats(self) -> bool:
        """Whether the next seats may come soon: the bell has rung or a table has finished the round."""
        current = self.current
        ends = current is not None and (
            current.bell is not None or any(table.report.is_done for table in current.tables)
        )
        return ends and self.phase != "over"

    def law_id(self, short: str) -> str | None:
        """Return the id of a law with its law book, such as "BOOK/progressive-cinch/ties".

        ``short`` is the id without the law book. If several law books of the event have the law, the first
        book counts. None if no book has the law.
        """
        books = [*self.law_set.books, self.law_set.fallback or ""]
        ids = [f"{book}/{short}" for book in books if short and book]
        return next((law for law in ids if law in library.laws()), None)

    def with_bell(self, bell: Bell) -> "EventState":
        return replace(self, rounds=(*self.rounds[:-1], replace(self.rounds[-1], bell=bell)))

    def situation(
        self,
        round_number: int,
        generation: int,
        start: drawing.Start | None = None,
        change: Mapping[str, Any] | None = None,
    ) -> plan_input.Situation:
        """Return the input of the movement plan for a round.

        ``start`` sets the places of round 1; without it, the seed draws the places. ``change`` is a seat
        change in a seated round. The settings are those of the previous round.

        If the round is not seated yet, everybody who is here now plays, see `at_once`.
        """
        before = [event_round for event_round in self.rounds if event_round.number < round_number]
        last = before[-1].tables if before else ()
        here = self._seated_players(round_number, change or {})
        entrants = tuple(self._participant(entrant, round_number, here) for entrant in self.entrants)
        if change:
            entrants = tuple(map(self._with_partner_now, self.entrants, entrants))
        return plan_input.Situation(
            settings=self.settings_in(round_number - 1),
            law_set=self.law_set,
            game=self.terms.game,
            entrants=entrants if here is None else with_mutual_partners(entrants),
            seed=self.event.seed,
            round_number=round_number,
            generation=generation,
            history=tuple(event_round.seated() for event_round in before),
            results=tuple(table.result for table in last),
            cuts=cuts(last),
            start=start,
            law_set_at_three=self.law_set_at_three,
        )

    def _seated_players(self, round_number: int, change: Mapping[str, Any]) -> frozenset[int] | None:
        if len(self.rounds) < round_number:
            return None
        placed = self.rounds[round_number - 1].players
        return placed.union(change.get("came", ())).difference(change.get("gone", ()))

    def _participant(
        self, entrant: Entrant, round_number: int, here: frozenset[int] | None
    ) -> values.Participant:
        if here is None:
            again = round_number in self.taken_back
            return at_once(self.attendance.value(entrant), round_number, again=again)
        value = self.attendance.value(entrant, round_number)
        return as_seated(value, round_number, is_here=value.player in here)

    def _with_partner_now(self, entrant: Entrant, value: values.Participant) -> values.Participant:
        latest = self.attendance.value(entrant)
        return replace(value, partner=latest.partner, keep_apart=latest.keep_apart)

    @cached_property
    def competes_as_pairs(self) -> bool:
        """Whether all compete as pairs, see `are_pairs`.

        The players of round 1 decide, including those who sit out.
        """
        starters = self._placed_in(self.rounds[:1])
        return are_pairs(self.settings, (self.attendance.value(entrant, 1) for entrant in starters))

    @property
    def competitors(self) -> Competing:
        """Who competes: "persons", "pairs" or "mixed".

        "mixed" means fixed partners as pairs, and everybody else as persons.
        """
        if self.competes_as_pairs:
            return "pairs"
        has_pairs = any(card.is_pair for card in self.board.cards) if self.rounds else bool(self.partners)
        return "mixed" if has_pairs else "persons"

    def name_of_deal(self, table_id: int, number: int, spoken_of_at: datetime | None = None) -> Sentence:
        """Return a text that names a deal by its round, for example "Round 2, deal 3 of 4".

        Rounds that were seated after the time ``spoken_of_at`` are not searched, except the table's first
        round. If no searched round has the deal, the text names the table's last round among them.

        If the named round has no room for the deal, or if the table was never seated, the text has the deal's
        number at the table instead of a round.
        """
        found, last = None, 0
        for event_round in self.rounds:
            if found and spoken_of_at and event_round.seated_at > spoken_of_at:
                break
            for table in event_round.tables:
                if table.table_id != table_id:
                    continue
                if found is None or number not in found[1].deal_numbers:
                    found = event_round, table
                last = max(last, *table.deal_numbers, 0)
        if found is None:
            return name_by_number(number)
        event_round, table = found
        place = table.numbering(last).number_of(number)
        if place > table.due:
            return name_by_number(number)
        return _(
            "Round {round}, deal {number} of {due}", round=event_round.number, number=place, due=table.due
        )

    def as_named(self, players: Iterable[int]) -> tuple[int, ...]:
        """Return the players of a side in the order in which they are named.

        If all compete as pairs, this is the order of entry, as in the standings. In other events the players
        keep the given order.
        """
        if not self.competes_as_pairs:
            return tuple(players)
        return tuple(sorted(players, key=self._places_of_entry.__getitem__))

    @cached_property
    def _places_of_entry(self) -> Mapping[int, int]:
        return {entrant.member_id: place for place, entrant in enumerate(self.entrants)}

    def sides_as_named(self, table: values.SeatedTable) -> list[tuple[int, ...]]:
        return [self.as_named(side) for side in table.by_side()]

    @cached_property
    def rounds_as_totals(self) -> Mapping[Competitor, int]:
        """Competitor → number of rounds with a total from a slip. Empty if there are no totals."""
        totals = {
            (event_round.number, table.number)
            for event_round in self.rounds
            for table in event_round.tables
            if table.total
        }
        if not totals:
            return {}
        return Counter(
            competitor
            for competitor, card in self.board.cards.items()
            for played in card.rounds
            if (played.round_number, played.table) in totals
        )

    @cached_property
    def board(self) -> Board:
        rounds = [event_round.cards(is_over=self.is_over) for event_round in self.rounds]
        own = score_cards.score_cards(rounds)
        if self.competes_as_pairs:
            cards = score_cards.cards_of_pairs(rounds, own, self.wishes_named("partner"))
        else:
            cards = score_cards.cards_with_pairs(rounds, own, self._first_partners())
        lines = standings.standings(cards, self.settings.tie_breaks)
        lists = self.wishes_named("on_list") if self.settings.lists else {}
        awards = standings.awards(
            lines, self.settings, lists, self.law_set, self.event.seed, is_over=self.is_over
        )
        names = {entrant.member_id: entrant.member.name for entrant in self.entrants}
        listed = standings.with_equals_by(lines, awards, lambda equal: place_in_list(equal.name(names)))
        return Board(own, {card.competitor: card for card in cards}, awards, listed)

    def _first_partners(self) -> Mapping[int, int | None]:
        wishes_of, changes = self.attendance.wishes_of, self.attendance.changes
        asking = [
            entrant for entrant in self.entrants if "partner" in entrant.wishes or entrant.pk in changes
        ]
        if not (asking and self.settings.heeds_partners):
            return {}
        first = {
            player: event_round for event_round in reversed(self.rounds) for player in event_round.players
        }

        def partner_of(entrant: Entrant) -> int | None:
            player = entrant.member_id
            if (begins := first.get(player)) is None:
                return wishes_of(entrant).get("partner")
            wished = wishes_of(entrant, begins.number).get("partner")
            # A partner wished for during the player's first round counts only from the next round on, unless
            # the two already play or sit out together.
            coming = wished or wishes_of(entrant, begins.number + 1).get("partner")
            seated = begins.seated()
            is_with = seated.mates().get(player) == coming or {player, coming} <= {*seated.sitting_out}
            return coming if wished or is_with else None

        return {entrant.member_id: partner_of(entrant) for entrant in asking}

    @property
    def has_wishes_for_places(self) -> bool:
        """Whether any entrant has a wish that can change where players sit.

        In an evening whose kind decides who are partners, wishes for a partner do not count.
        """
        names = {"fixed_table", "fixed_seat", "keep_apart"}
        if not self.settings.evening.fixes_partners:
            names.add("partner")
        wishes_of = self.attendance.wishes_of
        return any(wishes_of(entrant).get(name) for entrant in self.entrants for name in names)

    def wishes_named(self, name: str) -> Mapping[int, int | None]:
        """Return player → their latest wish of this name ("partner", "on_list"), in order of entry.

        Players without such a wish have None.
        """
        wishes_of = self.attendance.wishes_of
        return {entrant.member_id: wishes_of(entrant).get(name) for entrant in self.entrants}


_STATES: RecordCache[int, EventState] = RecordCache(8)


def load_state(event: Event, as_of: int | None = None) -> EventState:
    """Return the state of an event as of now, or after the journal entry with id ``as_of``.

    A cached state needs one SQL statement if nothing was recorded since, and a few if only deals were
    recorded or corrected. A state as of a past entry is not cached. The number of statements does not depend
    on the size of the event.
    """
    if as_of is not None:
        return _loaded(event, as_of)
    version, entry_hash, club_hash = _last_entry_and_club_hash(event)
    if not version:
        return _loaded(event)  # not cached: the transaction that plans the event may still be rolled back
    state = _STATES.get(event.pk)
    if state is not None and state.club_hash != club_hash:
        state = None
    if state is None or (state.version, state.entry_hash) != (version, entry_hash):
        state = (state and _with_deals_since(state)) or replace(_loaded(event), club_hash=club_hash)
        _STATES.keep(event.pk, state)
    return state


def _last_entry_and_club_hash(event: Event) -> tuple[int, str, str]:
    of_club = Entry.objects.filter(chain=chain_of(club_id=event.club_id, table_id=None, event_id=None))
    club_hash = Coalesce(Subquery(of_club.order_by("-seq").values("hash")[:1]), Value(""))
    last = Entry.objects.filter(event=event.pk).order_by("-id").values_list("id", "hash", club_hash).first()
    return last or (0, "", "")


def last_entry(event_id: int, as_of: int | None = None) -> tuple[int, str]:
    """Return id and hash of the last journal entry of an event, or (0, "") if it has none.

    With ``as_of``, return the last entry up to that id.
    """
    entries = Entry.objects.filter(event=event_id)
    if as_of is not None:
        entries = entries.filter(id__lte=as_of)
    return entries.order_by("-id").values_list("id", "hash").first() or (0, "")


def _with_deals_since(state: EventState) -> EventState | None:
    """Update a cached state with the deals recorded or corrected after ``state.version``.

    Return None if anything else was recorded since, or if the journal lacks the last entry of ``state``.
    Loads only the games with new deals, because many people watch the standings while deals come in.
    """
    entries = Entry.objects.filter(event=state.event, id__gte=state.version).order_by("id")
    (first, *since) = list(entries.values_list("id", "hash", "verb", "data")) or [(0, "", "", {})]
    if first[:2] != (state.version, state.entry_hash) or any(verb not in DEAL_VERBS for *_, verb, _ in since):
        return None
    deals = Deal.objects.filter(pk__in={data["deal"] for *_, data in since})
    games = EventRecords(state.event).games(set(deals.values_list("game", flat=True)))
    rounds = tuple(_with_games(event_round, games) for event_round in state.rounds)
    last = since[-1] if since else first
    return replace(state, version=last[0], entry_hash=last[1], rounds=rounds)


def _with_games(event_round: EventRound, games: Mapping[int, GameRecord]) -> EventRound:
    if not any(game.game_id in games for table in event_round.tables for game in table.games):
        return event_round
    tables = tuple(
        replace(table, games=tuple(games.get(game.game_id, game) for game in table.games))
        if any(game.game_id in games for game in table.games)
        else table
        for table in event_round.tables
    )
    return replace(event_round, tables=tables)


def _loaded(event: Event, as_of: int | None = None) -> EventState:
    # The version is read first: a record added meanwhile has a later version, so the next load sees it.
    version, entry_hash = last_entry(event.pk, as_of)
    # The caller's event may have been loaded without its club and law sets.
    event = Event.with_laws().get(pk=event.pk)
    records = EventRecords(event, as_of)
    changes, law_set = records.changes(), queries.law_set_at(event.law_set.revision)
    at_three = queries.law_set_at(event.law_set_at_three.revision) if event.law_set_at_three else None

    def terms_in(round_number: int | None = None) -> played_round.EventTerms:
        chosen = settings_of(event, changes, round_number)
        return played_round.EventTerms(chosen, law_set, event.kind, event.seed, at_three)

    seatings = records.seatings()
    return EventState(
        event=event,
        version=version,
        entry_hash=entry_hash,
        terms=terms_in(),
        entrants=records.entrants(),
        attendance=records.attendance(is_begun=not all(map(records.is_taken_back, seatings))),
        rounds=records.rounds(terms_in, seatings),
        taken_back=frozenset(seating.round_number for seating in seatings if records.is_taken_back(seating)),
        changes=changes,
    )


def settings_of(
    event: Event, changes: Iterable[EventChange], round_number: int | None = None
) -> EventSettings:
    """Return the event's settings with its changes applied.

    With ``round_number``, only changes in force by that round are applied. A setting that did not exist when
    the event was planned has its default.
    """
    chosen: dict[str, Any] = dict(event.settings)
    for change in changes:
        if change.kind in ("settings", "end", *REOPENING) and (
            round_number is None or change.from_round <= round_number
        ):
            chosen |= change.content or {}
    values: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in chosen.items()
    }
    return EventSettings(**values)
