"""How every card of a deal is written: hands, discards, stock and tricks. What they are worth is not here.

A hand with too many cards or too few can be written down as it was: what is wrong with it is found in
:mod:`scoring.game.irregularities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from laws.domain.errors import quote
from laws.domain.sentences import Sentence, _
from scoring.game.cards import CARD_ORDER, JOKER, JOKER_CODE, Card, card_in_words, format_card
from scoring.game.deal import CardRecord, Play
from scoring.game.games.family import GameKind
from scoring.game.reading import Problems
from scoring.game.seating import TableSeats

CARD_FIELDS = ("leader", "hands", "discards", "stock")
"""The fields of a full card record besides the tricks."""

Place = tuple[str, int, int]
"""Where a card lies: "trick", "hands", "discards" or "stock", with the seat and the trick's number."""


def read_cards(
    fields: dict[str, object], path: str, game: GameKind, dealt: int, problems: Problems
) -> CardRecord | None:
    """Return the card record that was sent, or None where anything in it is wrong.

    ``dealt`` is how many cards a player has before the discard: nobody has more after it.

    A hand that is left out is what was played. One that is given with fewer cards than there are tricks plays
    to as many as it has cards.
    """
    before = len(problems.errors)
    seating = game.seating
    hands = _read_hands(fields, path, game, dealt, problems)
    sizes = {
        seat: len(hand) for seat, hand in hands.items() if not _has_problem(f"{path}.hands.{seat}", problems)
    }
    tricks = _read_tricks(fields["tricks"], f"{path}.tricks", game, sizes, problems)
    discards = stock = None
    if fields.get("discards") is not None:
        put_out = problems.by_seat(fields["discards"], f"{path}.discards", seating)
        discards = {seat: cards for seat, cards in put_out.items() if cards}
    if fields.get("stock") is not None:
        stock = problems.cards(fields["stock"], f"{path}.stock")
    cards = CardRecord(hands, discards, stock, tricks)
    _check_once(cards, JOKER_CODE in game.trump_order, path, problems)
    _check_held(cards, path, problems)
    _check_leader(fields.get("leader"), cards, f"{path}.leader", seating, problems)
    if len(problems.errors) > before:
        return None
    for seat in seating.seats():
        played = [card for trick in tricks for player, card in trick if player == seat]
        hands.setdefault(seat, tuple(sorted(played, key=CARD_ORDER.__getitem__)))
    return replace(cards, hands={seat: hands[seat] for seat in seating.seats()})


def format_cards(cards: CardRecord) -> dict[str, object]:
    """Return the card record as it is written."""
    written: dict[str, object] = {"hands": _by_seat(cards.hands)}
    if cards.discards is not None:
        written["discards"] = _by_seat(cards.discards)
    if cards.stock is not None:
        written["stock"] = [format_card(card) for card in cards.stock]
    written["tricks"] = [[[seat, format_card(card)] for seat, card in trick] for trick in cards.tricks]
    return written


def _by_seat(piles: Mapping[int, tuple[Card, ...]]) -> dict[str, list[str]]:
    return {str(seat): [format_card(card) for card in pile] for seat, pile in piles.items()}


def _read_tricks(
    value: object, path: str, game: GameKind, sizes: Mapping[int, int], problems: Problems
) -> tuple[tuple[Play, ...], ...]:
    """Return the tricks, each with one play of every seat that has a card left, in the order of play.

    ``sizes`` is how many cards the hands hold that were given.
    """
    seating = game.seating
    entries = problems.items(value, path, _("a list of tricks"))
    if isinstance(value, list) and len(entries) != game.hand_size:
        reason = _("{tricks} tricks are needed, not {count}.", tricks=game.hand_size, count=len(entries))
        problems.add(path, reason)
    tricks = []
    for number, entry in enumerate(entries):
        field = f"{path}.{number}"
        plays = problems.items(entry, field, _("a list of plays, each [seat, card],"))
        count = sum(sizes.get(seat, game.hand_size) > number for seat in seating.seats()) or 1
        if isinstance(entry, list) and len(plays) != count:
            problems.add(field, _("a trick has {cards} cards, not {count}.", cards=count, count=len(plays)))
        read = [_read_play(play, f"{field}.{place}", seating, problems) for place, play in enumerate(plays)]
        seen: set[int] = set()
        for place, play in enumerate(read):
            if play is not None and play[0] in seen:
                reason = _("seat {seat} has played to this trick already.", seat=play[0])
                problems.add(f"{field}.{place}.0", reason)
            elif play is not None:
                seen.add(play[0])
        tricks.append(tuple(play for play in read if play is not None))
    return tuple(tricks)


def _read_play(value: object, path: str, seating: TableSeats, problems: Problems) -> Play | None:
    if not isinstance(value, list) or len(value) != 2:
        problems.add(path, _("a play is written [seat, card], not {value}.", value=quote(value)))
        return None
    seat = problems.seat(value[0], f"{path}.0", seating)
    card = problems.card(value[1], f"{path}.1")
    return (seat, card) if seat is not None and card is not None else None


def _read_hands(
    fields: dict[str, object], path: str, game: GameKind, dealt: int, problems: Problems
) -> dict[int, tuple[Card, ...]]:
    if fields.get("hands") is None:
        return {}
    hands = problems.by_seat(fields["hands"], f"{path}.hands", game.seating)
    for seat, hand in hands.items():
        field = f"{path}.hands.{seat}"
        if not 1 <= len(hand) <= dealt and not _has_problem(field, problems):
            reason = _(
                "a hand after the draw is {right} cards, and a wrong one from 1 to {most}, not {count}.",
                right=game.hand_size,
                most=dealt,
                count=len(hand),
            )
            problems.add(field, reason)
    return hands


def _has_problem(field: str, problems: Problems) -> bool:
    return any(wrong == field or wrong.startswith(f"{field}.") for wrong in problems.errors)


def _check_once(cards: CardRecord, has_joker: bool, path: str, problems: Problems) -> None:
    """Refuse a card that is in two places. A card played may also stand in its player's hand."""
    put_away = [
        *_lying("discards", cards.discards or {}, path),
        *_lying("stock", {0: cards.stock or ()}, path),
    ]
    for places in (_played(cards, path), [*_lying("hands", cards.hands, path), *put_away]):
        seen: dict[Card, Place] = {}
        for card, field, where in places:
            if card in seen:
                what, before = card_in_words(card), _lies(seen[card])
                reason = _(
                    "{card} is {where}, and {before} already.", card=what, where=_lies(where), before=before
                )
                problems.add(field, reason)
            elif card == JOKER and not has_joker:
                problems.add(field, _("the joker is not in this game's pack."))
            else:
                seen[card] = where
    lying = {card: where for card, _field, where in put_away}
    for card, field, _where in _played(cards, path):
        if card in lying:
            what, place = card_in_words(card), _lies(lying[card])
            reason = _("{card} is {where}, so it cannot have been played.", card=what, where=place)
            problems.add(field, reason)


def _lies(place: Place) -> Sentence:
    """Say where a card lies, as it stands in a sentence."""
    kind, seat, trick = place
    if kind == "trick":
        return _("played by seat {seat} to trick {trick}", seat=seat, trick=trick)
    if kind == "hands":
        return _("in seat {seat}'s hand", seat=seat)
    return _("among seat {seat}'s discards", seat=seat) if kind == "discards" else _("left in the pack")


def _played(cards: CardRecord, path: str) -> Iterator[tuple[Card, str, Place]]:
    for number, trick in enumerate(cards.tricks):
        for place, (seat, card) in enumerate(trick):
            yield card, f"{path}.tricks.{number}.{place}", ("trick", seat, number + 1)


def _lying(kind: str, piles: Mapping[int, tuple[Card, ...]], path: str) -> Iterator[tuple[Card, str, Place]]:
    """Go through the cards in hands, among discards or in the pack, which is the pile of no seat."""
    for seat, pile in piles.items():
        field = f"{path}.stock" if kind == "stock" else f"{path}.{kind}.{seat}"
        for card in pile:
            yield card, field, (kind, seat, 0)


def _check_held(cards: CardRecord, path: str, problems: Problems) -> None:
    """Refuse a card that was played by a seat whose hand is known and did not hold it."""
    for card, field, (_kind, seat, _trick) in _played(cards, path):
        if seat in cards.hands and card not in cards.hands[seat]:
            reason = _("{card} was not in seat {seat}'s hand.", card=card_in_words(card), seat=seat)
            problems.add(field, reason)


def _check_leader(
    value: object, cards: CardRecord, path: str, seating: TableSeats, problems: Problems
) -> None:
    """Refuse a leader who did not play the first card."""
    if value is None:
        return
    leader = problems.seat(value, path, seating)
    if leader is None or not cards.tricks or not cards.tricks[0]:
        return
    first = cards.tricks[0][0][0]
    if leader != first:
        reason = _("the first trick was led by seat {leader}, not {value}.", leader=first, value=leader)
        problems.add(path, reason)
