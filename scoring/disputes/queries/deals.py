"""The deal of a dispute: recorded or in play, with its players and the facts on its record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from laws.domain.compiled_book import LawBook
from laws.domain.sentences import _
from laws.domain.vocabulary import Incident
from laws.queries import law_book_at
from scoring.clubs.models import Member
from scoring.disputes.domain.known import known_facts
from scoring.game.deal import DealRecord
from scoring.game.found_irregularities import RecordedFact
from scoring.game.incident_roles import KnownSeats, known_seats
from scoring.game.references import named
from scoring.game.rules import Rules, rules_of
from scoring.game.seating import TableSeats
from scoring.refusals import Conflict, NotFound
from scoring.tables.games import GameRecord, current_game, find_deal
from scoring.tables.queries import players_of
from scoring.tables.table_policy import TablePolicy


@dataclass(frozen=True, slots=True)
class SeatedDeal:
    """A deal, recorded or not, with its players in order of seats.

    ``policy`` is the policy of its table.
    """

    game: GameRecord
    number: int
    members: Sequence[Member]
    policy: TablePolicy

    def named(self, text: str) -> str:
        """Return a sentence with players' names in place of seats and sides."""
        return named(text, [member.name for member in self.members], sides=self.sides)

    @property
    def sides(self) -> list[str]:
        """The name of each side, made of its players' names."""
        sides = map(self.in_order, map(self.seating.seats_of, self.seating.sides()))
        return [" & ".join(self.members[seat - 1].name for seat in side) for side in sides]

    def in_order(self, seats: Sequence[int]) -> Sequence[int]:
        """Return the seats in the order in which their players are named, see `TablePolicy.as_named`."""
        if len(seats) < 2:
            return seats
        players = {self.members[seat - 1]: seat for seat in seats}
        return [players[member] for member in self.policy.as_named(list(players))]

    @property
    def seating(self) -> TableSeats:
        return self.rules.seating

    @property
    def book(self) -> LawBook:
        """Return the law book of the deal's game, with the game's parameters."""
        return law_book_at(self.game.laws.revision).for_game(self.game.kind.slug)

    @property
    def rules(self) -> Rules:
        return rules_of(self.game.law_set, self.game.kind).for_deal(self.deal)

    @property
    def index(self) -> int | None:
        """Return the index of the deal in its game, from 0; None for a deal that is not recorded."""
        return next((place for place, row in enumerate(self.game.deals) if row.number == self.number), None)

    @property
    def is_in_play(self) -> bool:
        return self.index is None

    @property
    def is_void(self) -> bool:
        return self.number in self.game.void_deals

    @property
    def deal(self) -> DealRecord:
        """Return the recorded deal. If the deal is not recorded, return a record that has only the dealer."""
        state = self.game.state
        return DealRecord(state.next_dealer) if self.index is None else state.entries[self.index].deal

    def places(
        self, seats: Mapping[str, int], facts: Mapping[str, str], trick: int | None = None
    ) -> KnownSeats:
        """Return the known seats of the roles, see `known_seats`.

        ``seats`` maps a role to the seat that people named.
        """
        if self.index is None:
            return known_seats(None, self.seating, {"dealer": self.deal.dealer, **seats}, facts)
        return known_seats(self.deal, self.seating, seats, facts, trick)

    def known(self, incident: Incident, seat: int | None, trick: int | None) -> dict[str, RecordedFact]:
        """Return the facts of an incident that the record of the deal answers."""
        return known_facts(incident, seat, self.deal, self.rules, trick)


def seated_deal(policy: TablePolicy, number: int) -> SeatedDeal:
    """Return a deal of a table, recorded or in play.

    Raises NotFound for an unknown deal, and Conflict ``no-deal-in-play`` if the game can have no further
    deal. ``more["last"]`` of the Conflict is the number of the game's last deal that is not void, or None.
    """
    try:
        return recorded_deal(policy, number)
    except NotFound:
        game, last = current_game(policy.table)
        if number != last + 1:
            raise
        if not policy.has_deal_in_play(game):
            raise _no_deal_in_play(policy, number, game) from None
    return _seated(policy, game, number)


def is_never_played(policy: TablePolicy, seated: SeatedDeal) -> bool:
    """Tell whether the disputed deal was never recorded and can no longer be recorded."""
    if not seated.is_in_play:
        return False
    game, last = current_game(policy.table)
    is_next = seated.game.game_id == game.game_id and seated.number == last + 1
    return not (is_next and policy.has_deal_in_play(game))


def recorded_deal(policy: TablePolicy, number: int) -> SeatedDeal:
    """Return a recorded deal of the policy's table. Raises NotFound."""
    return _seated(policy, find_deal(policy.table, number).game, number)


def _seated(policy: TablePolicy, game: GameRecord, number: int) -> SeatedDeal:
    return SeatedDeal(game, number, players_of([game])[game.game_id], policy)


def _no_deal_in_play(policy: TablePolicy, number: int, game: GameRecord) -> Conflict:
    last = game.last_counting
    reason = _("No further deal can follow here.")
    if last is not None:
        reason = _("No further deal can follow here. Report it on the last one: {deal}.",
                   deal=policy.name_of_deal(last))  # fmt: skip
    return Conflict(reason, code="no-deal-in-play", last=last)
