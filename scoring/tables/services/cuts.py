"""Cuts: entered card by card, or drawn by the service in a way that anybody can check."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InputProblems, InvalidInput
from laws.domain.sentences import _
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.game.cards import JOKER, Card, parse_card
from scoring.game.cutting import PREFERENCE, PURPOSES, PlayerCut, decide, draw, format_cut
from scoring.journal.services import Answer, IdempotentRequest, add_record
from scoring.refusals import Conflict
from scoring.tables import access
from scoring.tables.games import current_game, laws_of, read_cut, result_of_cut
from scoring.tables.models import Cut, FirstDealer
from scoring.tables.queries import seated_members, undecided_cut
from scoring.tables.table_policy import TablePolicy, must_be_open


@transaction.atomic
def make(
    *,
    policy: TablePolicy,
    actor: Actor,
    purpose: object,
    cards: object = None,
    seed: str | None = None,
    key: UUID | None = None,
) -> Cut:
    """Record a cut among the players seated at the table. `games.result_of_cut` returns what the cut decides.

    The laws of the game in play apply, which can differ from the table's laws.

    - ``cards`` maps each player (name or member id) to the card they cut, or to a list if they showed more
      than one card. After a tie only the tied players cut again: send only their cards.
    - Without ``cards`` the service draws from ``seed``, or from a fresh seed, until the cut is decided.

    In an event, a cut for the deal sets the first dealer if the game begins with such a cut (see
    `TablePolicy.cuts_for_deal`). A repeated ``key`` returns the first request's cut.

    Raises InvalidInput under ``purpose``, ``cards`` or ``cards.…``, and under ``players`` if the table has a
    wrong number of players for this purpose. Raises Conflict: ``table-closed``, ``key-reused``, or
    ``cut-made`` if only a director may repeat the cut for the deal.
    """
    actor.must("cut")
    if not isinstance(purpose, str) or purpose not in PURPOSES:
        raise InvalidInput({"purpose": _("One of {purposes}.", purposes=", ".join(PURPOSES))})
    table = access.lock(policy.table)
    request = IdempotentRequest(actor, key, ["cut", table.pk, purpose, cards])
    if request.answer:
        return Cut.objects.get(pk=request.answer.body["cut"])
    must_be_open(table)
    record, _index = current_game(table)
    gives_the_deal = purpose == "deal" and policy.cuts_for_deal(record)
    if gives_the_deal and record.is_cut_for and not actor.may("correct any deal"):
        reason = _("This table has cut for the deal already. Only a director can have it cut again.")
        raise Conflict(reason, code="cut-made")
    law_set, members = record.game_law_set, seated_members(record.game_id)
    players = [str(member.pk) for member in members]
    before = undecided_cut(table, purpose, [member.pk for member in members])
    if cards is None:
        seed = seed or secrets.token_hex(16)
        before = None
        draws, _result = draw(players, seed, law_set, purpose)
    else:
        seed = ""
        cut_again = result_of_cut(before, table).cut_again if before else players
        earlier = [parse_draw(draw_of_cards) for draw_of_cards in before.draws] if before else []
        draws = [*earlier, read_draw(cards, members, set(cut_again))]
        decide(purpose, players, draws, law_set)
    cut = Cut(
        table=table,
        purpose=purpose,
        players=[member.pk for member in members],
        draws=[*map(format_draw, draws)],
        seed=seed,
        continues=before,
        game_id=None if record.laws == laws_of(table) else record.game_id,
    )
    add(cut, actor)
    request.keep(Answer("recorded", {"cut": cut.pk}))
    dealer = result_of_cut(cut, table).first_dealer
    if gives_the_deal and dealer is not None:
        first = FirstDealer(game_id=record.game_id, cut=cut, seat=players.index(dealer) + 1)
        data = {"game": record.game_id, "cut": cut.pk, "dealer": first.seat}
        add_record(first, actor=actor, verb="cut.dealer", data=data, table=table)
    return cut


def add(cut: Cut, actor: Actor) -> Cut:
    """Record a cut with a journal entry. The table must be locked."""
    verb, data = ("company.cut" if cut.purpose == PREFERENCE else "cut.made"), {"purpose": cut.purpose}
    return add_record(cut, actor=actor, verb=verb, data=data, table=cut.table, id_as="cut")


def parse_draw(draw_of_cards: Mapping[str, str | list[str]]) -> dict[str, PlayerCut]:
    """Parse a recorded draw: member id → card, or cards."""
    return {player: read_cut(card) for player, card in draw_of_cards.items()}


def format_draw(draw_of_cards: Mapping[Any, PlayerCut]) -> dict[str, str | list[str]]:
    """Return a draw as JSON for the record."""
    return {str(player): format_cut(cut) for player, cut in draw_of_cards.items()}


def read_draw(cards: object, members: Sequence[Member], expected: set[str]) -> dict[str, PlayerCut]:
    """Parse the cards of a draw, sent by player name or member id. Return member id → card or cards.

    ``members`` are the players at the table, and ``expected`` holds the ids of the players who must cut.

    Raises InvalidInput with the errors of all players, each under ``cards.<player>``. If ``cards`` is no
    mapping or has too many entries, the error is under ``cards``.
    """
    if not isinstance(cards, Mapping):
        raise InvalidInput({"cards": _("A card for each player: {{player: card}}.")})
    if len(cards) > 2 * len(members):
        most, count = len(members), len(cards)
        reason = _("A card for each of {players} players, not {count}.", players=most, count=count)
        raise InvalidInput({"cards": reason})
    names = {str(member.pk): member.name for member in members}
    ids = {name: pk for pk, name in names.items()} | {pk: pk for pk in names}
    problems = InputProblems()
    cuts: dict[str, PlayerCut] = {}
    seen: set[Card] = set()
    for player, text in cards.items():
        field, member_id = f"cards.{player}", ids.get(str(player))
        if member_id is None:
            problems.add(field, _("Nobody with this name or id sits at the table."))
        elif member_id not in expected:
            problems.add(field, _("{name} does not cut this time.", name=names[member_id]))
        elif member_id in cuts:
            problems.add(field, _("{name} is named twice.", name=names[member_id]))
        else:
            cards_shown = _cards(text)
            if not cards_shown:
                problems.add(field, _("A card is written rank then suit, such as TH or 5D."))
            elif JOKER in cards_shown:
                problems.add(field, _("The joker does not count in cutting."))
            elif seen & set(cards_shown) or len(set(cards_shown)) < len(cards_shown):
                problems.add(field, _("This card was cut already; a pack holds it once."))
            else:
                seen |= set(cards_shown)
                cuts[member_id] = cards_shown if isinstance(text, list) else cards_shown[0]
    for member_id in sorted(expected - set(cuts), key=int):
        if not any(ids.get(str(player)) == member_id for player in cards):
            problems.add(f"cards.{names[member_id]}", _("The card this player cut is missing."))
    problems.settle()
    return cuts


def _cards(value: object) -> tuple[Card, ...]:
    texts = value if isinstance(value, list) else [value]
    cards = [parse_card(text) if isinstance(text, str) else None for text in texts]
    valid = tuple(card for card in cards if card is not None)
    return valid if len(valid) == len(cards) else ()
