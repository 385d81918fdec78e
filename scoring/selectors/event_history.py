"""An event as it stood after any entry of its journal: what a move, or final results, took into account then.

Facts are only added and the journal names each of them, so what was known at an entry is what was named up to
it. Only what a plan and the standings are made from is put together: the clock and doubts are left out.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from laws.domain.lawset import LawSet
from laws.queries import law_set_at
from scoring.domain.games import GAMES
from scoring.event_attendance import AMENDED, SWAP, attendance
from scoring.event_records import EventRecord, settings_of
from scoring.events.domain.drawing import Start
from scoring.game.notation import parse_deal
from scoring.game.state import course
from scoring.game_laws import laws_of, own_laws
from scoring.journal.facts import name_of
from scoring.models import (
    Bell,
    DealRevision,
    Departure,
    DisputeStep,
    Entrant,
    Entry,
    Event,
    Game,
    Placing,
    Return,
    Seating,
    TableDecision,
    TakeBack,
    WishChange,
)
from scoring.round_records import RoundRecord, TableRecord
from scoring.tables.games import GameRecord, as_ruled
from scoring.tables.rulings import deciding_steps, standing_by_game

NEVER = 2**63


@dataclass(frozen=True)
class History:
    """Everything that was recorded of an event, with the journal entry at which each became known."""

    event: Event
    law_set: LawSet
    known_at: Mapping[str, int]
    """Name of a fact, as the journal has it, to the id of its entry."""
    entrants: tuple[Entrant, ...]
    departures: tuple[Departure, ...]
    returns: tuple[Return, ...]
    wish_changes: tuple[WishChange, ...]
    seatings: tuple[Seating, ...]
    take_backs: Mapping[int, TakeBack]
    """Seating to its take-back, for those that were taken back."""
    placings: Mapping[int, tuple[Placing, ...]]
    bells: Mapping[int, Bell]
    """Seating to its bell."""
    decisions: Mapping[int, tuple[TableDecision, ...]]
    revisions: Mapping[int, tuple[DealRevision, ...]]
    """Game to the revisions of its deals, in the order of deals and revisions."""
    games: Mapping[int, Game]
    rulings: Mapping[int, tuple[DisputeStep, ...]]
    """Game to the decisions on disputes about its deals, each dispute's in order."""

    def at(self, fact: Any) -> int:
        """Return the entry at which a fact became known; far in the future for one the journal lacks."""
        return self.known_at.get(name_of(fact), NEVER)

    def standing_at(self, entry: int) -> list[Seating]:
        """Return the seatings that stood then, by round."""
        return [
            one
            for one in self.seatings
            if self.at(one) <= entry
            and (one.pk not in self.take_backs or self.at(self.take_backs[one.pk]) > entry)
        ]

    def record_at(self, entry: int, results_from: int = 1) -> EventRecord:
        """Return the event as it stood after a journal entry, as far as a move or the standings depend on it.

        What came of the rounds before ``results_from`` is left out.
        """
        standing = self.standing_at(entry)
        return EventRecord(
            event=self.event,
            law_set=self.law_set,
            settings=settings_of(self.event),
            entrants=tuple(one for one in self.entrants if self.at(one) <= entry),
            attendance=attendance(
                [one for one in self.departures if self.at(one) <= entry],
                [one for one in self.returns if self.at(one) <= entry],
                [one for one in self.wish_changes if self.at(one) <= entry],
            ),
            rounds=tuple(
                self._round(
                    one, entry, has_results=one.round_number >= results_from, is_last=one is standing[-1]
                )
                for one in standing
            ),
            taken_back=frozenset(
                one.round_number
                for one in self.seatings
                if one.pk in self.take_backs and self.at(self.take_backs[one.pk]) <= entry
            ),
        )

    def going_on_from(self, seating: Seating) -> Seating | None:
        """Return the seating that this one goes on from but for a change by hand; None for any other."""
        if seating.cause not in (SWAP, AMENDED):
            return None
        return next(one for one in self.seatings if self.taken_back_as.get(one.pk) == seating.after_id)

    @property
    def taken_back_as(self) -> Mapping[int, int]:
        """Return seating → its take-back, by their ids."""
        return {seating: one.pk for seating, one in self.take_backs.items()}

    def _decisions(self, seating: Seating, entry: int) -> list[TableDecision]:
        before = self.going_on_from(seating)
        earlier = self._decisions(before, entry) if before else []
        return earlier + [one for one in self.decisions.get(seating.pk, ()) if self.at(one) <= entry]

    def _round(self, seating: Seating, entry: int, *, has_results: bool, is_last: bool) -> RoundRecord:
        members = {one.pk: one.member_id for one in self.entrants}
        seats: dict[int, dict[int, Placing]] = defaultdict(dict)
        for one in self.placings.get(seating.pk, ()):
            if one.table_number is not None and one.seat is not None:
                seats[one.table_number][one.seat] = one
        decisions = self._decisions(seating, entry)
        tables = []
        for number, taken in sorted(seats.items()):
            games = list(dict.fromkeys(self.games[taken[seat].game_id or 0] for seat in sorted(taken)))
            tables.append(
                TableRecord(
                    number=number,
                    table_id=games[0].table_id,
                    players=tuple(members[taken[seat].entrant_id] for seat in sorted(taken)),
                    games=tuple(self._game(game, entry if has_results else -1) for game in games),
                    decisions={one.kind: one for one in decisions if one.table_number == number},
                )
            )
        idle = [one for one in self.placings.get(seating.pk, ()) if one.table_number is None]
        return RoundRecord(
            seating,
            tuple(tables),
            tuple(members[one.entrant_id] for one in idle),
            bell if (bell := self.bells.get(seating.pk)) is not None and self.at(bell) <= entry else None,
            (),
            not is_last,
        )

    def _game(self, game: Game, entry: int) -> GameRecord:
        last: dict[int, DealRevision] = {}
        for revision in self.revisions.get(game.pk, ()):
            if self.at(revision) <= entry:
                last[revision.deal_id] = revision
        laws = own_laws(game, laws_of(self.event))
        law_set, kind = law_set_at(laws.revision), GAMES[laws.game]
        steps = [one for one in self.rulings.get(game.pk, ()) if self.at(one) <= entry]
        rulings = standing_by_game(steps).get(game.pk, {})
        values = [
            as_ruled(
                parse_deal(one.content, kind, law_set),
                rulings.get(one.deal.number, ()),
                law_set,
                kind,
            )
            for one in last.values()
        ]
        found = course(values, law_set, kind, game.first_dealer)
        return GameRecord(game.pk, game.number, game.first_dealer, laws, (), found)


def history(event: Event) -> History:
    """Return everything that was recorded of an event; fourteen statements, whatever its size."""
    seatings = tuple(Seating.objects.filter(event=event).order_by("round_number", "generation"))
    ids = [one.pk for one in seatings]
    found_games = Game.objects.filter(placings__seating__in=ids).select_related("law_set").distinct()
    games = {one.pk: one for one in found_games.defer("law_set__content")}
    placings: dict[int, list[Placing]] = defaultdict(list)
    decisions: dict[int, list[TableDecision]] = defaultdict(list)
    revisions: dict[int, list[DealRevision]] = defaultdict(list)
    for placing in Placing.objects.filter(seating__in=ids).order_by("id"):
        placings[placing.seating_id].append(placing)
    for decision in TableDecision.objects.filter(seating__in=ids).order_by("id"):
        decisions[decision.seating_id].append(decision)
    rulings: dict[int, list[DisputeStep]] = defaultdict(list)
    for step in deciding_steps(games):
        rulings[step.dispute.game_id].append(step)
    found = DealRevision.objects.filter(deal__game__in=games).select_related("deal")
    for revision in found.order_by("deal__number", "seq"):
        revisions[revision.deal.game_id].append(revision)
    return History(
        event=event,
        law_set=law_set_at(event.law_set.revision),
        known_at=_known_at(event),
        entrants=tuple(Entrant.objects.filter(event=event).order_by("id")),
        departures=tuple(Departure.objects.filter(entrant__event=event).order_by("number")),
        returns=tuple(Return.objects.filter(departure__entrant__event=event)),
        wish_changes=tuple(WishChange.objects.filter(entrant__event=event).order_by("number")),
        seatings=seatings,
        take_backs={one.seating_id: one for one in TakeBack.objects.filter(seating__in=ids)},
        placings={key: tuple(rows) for key, rows in placings.items()},
        bells={one.seating_id: one for one in Bell.objects.filter(seating__in=ids)},
        decisions={key: tuple(rows) for key, rows in decisions.items()},
        revisions={key: tuple(rows) for key, rows in revisions.items()},
        games=games,
        rulings={key: tuple(rows) for key, rows in rulings.items()},
    )


def start_of(seating: Seating) -> Start | None:
    """Return how the places of a first round were found, where the seed did not draw them."""
    if seating.start is None:
        return None
    cards = {int(player): card for player, card in seating.start["cards"].items()}
    return Start(cards, tuple(tuple(table) for table in seating.start["tables"]))


def _known_at(event: Event) -> dict[str, int]:
    entries = Entry.objects.filter(event=event).order_by("id").values_list("id", "data")
    return {
        name: entry_id
        for entry_id, data in entries.iterator(chunk_size=2000)
        if isinstance(data, dict) and isinstance(data.get("facts"), dict)
        for name in data["facts"]
    }
