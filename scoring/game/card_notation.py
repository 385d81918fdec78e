"""Parse and format the cards of a deal: hands, discards, stock, tricks and the cards turned up.

A hand may have too many or too few cards, because players make such mistakes;
:mod:`scoring.game.found_irregularities` finds them. In games that draw from a stock, every hand must have the
right size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from laws.domain.errors import quote
from laws.domain.sentences import Sentence, _
from scoring.game.cards import (
    CARD_ORDER,
    JOKER,
    JOKER_CODE,
    Card,
    card_in_words,
    format_card,
    parse_card,
)
from scoring.game.deal import CardRecord, Play
from scoring.game.games.family import GameKind, Trumps
from scoring.game.parsing import Problems
from scoring.game.play import hands_before, winner_of
from scoring.game.references import seat_inside
from scoring.game.rules import RUN, Rules, hand_after, most_runs
from scoring.game.seating import TableSeats

CARD_FIELDS = ("leader", "hands", "discards", "turned", "stock")
"""The fields of a card record besides its tricks."""

Place = tuple[str, int, int]
"""Where a card is: "trick" or the name of its pile, the seat, and the number of the trick.

The stock and the cards turned up have seat 0. A card outside the tricks has trick 0.
"""

_NAMES_THE_TRUMP: Mapping[str, tuple[str | int, ...]] = {
    "turn-up": ("turned", -1),
    "first-lead": ("tricks", 0, 0, 1),
    "top-of-stock": ("stock", 0),
}
"""For each value of ``trump_by``: the path, in the fields of a deal, to the card that names the trump."""


def naming_card(fields: dict[str, object], trump_by: str) -> Card | None:
    """Return the card that names the trump.

    None if no card names the trump in this law set, if the card is missing or invalid, or if it is the joker.
    """
    value: object = fields
    for key in _NAMES_THE_TRUMP.get(trump_by, ("",)):
        if isinstance(value, list) and isinstance(key, int) and -len(value) <= key < len(value):
            value = value[key]
        else:
            value = value.get(key) if isinstance(value, dict) else None
    card = parse_card(value) if isinstance(value, str) else None
    return None if card == JOKER else card


def read_cards(
    fields: dict[str, object], path: str, rules: Rules, trumps: Trumps, problems: Problems
) -> CardRecord | None:
    """Return the card record. If there are mistakes, add problems and return None.

    ``fields`` can leave out the hand of a seat. This hand then consists of the cards that the seat played,
    without the cards drawn from the stock. A seat whose hand has too few cards plays until no card is left.
    """
    before = len(problems.errors)
    game, seating = rules.game, rules.seating
    turned = _read_turned(fields.get("turned"), f"{path}.turned", rules, problems)
    runs = max(0, len(turned) - 1)
    hands = _read_hands(fields, path, rules, runs, problems)
    sizes = {
        seat: len(hand) for seat, hand in hands.items() if not _has_problem(f"{path}.hands.{seat}", problems)
    }
    count = game.tricks if game.draws else hand_after(runs, rules)
    tricks = _read_tricks(
        fields["tricks"], f"{path}.tricks", seating, count, {} if game.draws else sizes, problems
    )
    discards = stock = None
    if fields.get("discards") is not None:
        put_out = problems.by_seat(fields["discards"], f"{path}.discards", seating)
        discards = {seat: cards for seat, cards in put_out.items() if cards}
        is_known = bool(turned) or rules.trump_by != "turn-up"
        had_more = rules.has_discards or rules.dealt + RUN * runs > hand_after(runs, rules)
        if discards and is_known and not had_more:
            problems.add(f"{path}.discards", _("nobody had cards to throw out."))
    if game.draws:
        stock = _read_stock(fields.get("stock"), f"{path}.stock", game, problems)
    elif fields.get("stock") is not None:
        stock = problems.cards(fields["stock"], f"{path}.stock")
    cards = CardRecord(hands, discards, stock, tricks, turned)
    _check_once(cards, game, path, problems)
    _check_leader(fields.get("leader"), cards, f"{path}.leader", seating, problems)
    if not game.draws:
        _check_held(cards, path, problems)
    if len(problems.errors) > before:
        return None
    for seat in seating.seats():
        played = [card for trick in tricks for player, card in trick if player == seat]
        dealt = [card for card in played if not game.draws or card not in (stock or ())]
        hands.setdefault(seat, tuple(sorted(dealt, key=CARD_ORDER.__getitem__)))
    cards = replace(cards, hands={seat: hands[seat] for seat in seating.seats()})
    if game.draws:
        _check_drawn(cards, path, game, trumps, problems)
    return None if len(problems.errors) > before else cards


def format_cards(cards: CardRecord) -> dict[str, object]:
    """Return the fields of the card record, as `read_cards` parses them."""
    written: dict[str, object] = {"hands": _by_seat(cards.hands)}
    if cards.discards is not None:
        written["discards"] = _by_seat(cards.discards)
    if cards.turned:
        written["turned"] = [format_card(card) for card in cards.turned]
    if cards.stock is not None:
        written["stock"] = [format_card(card) for card in cards.stock]
    written["tricks"] = [[[seat, format_card(card)] for seat, card in trick] for trick in cards.tricks]
    return written


def _by_seat(piles: Mapping[int, tuple[Card, ...]]) -> dict[str, list[str]]:
    return {str(seat): [format_card(card) for card in pile] for seat, pile in piles.items()}


def _read_turned(value: object, path: str, rules: Rules, problems: Problems) -> tuple[Card, ...]:
    # If the first suit is given up, cards are turned until another suit appears.
    # Law: Foster 1897, Seven-up, Begging; modern book, All Fives.
    if value is None:
        return ()
    if rules.trump_by != "turn-up":
        problems.add(path, _("no card is turned up in {game}.", game=rules.game.title))
        return ()
    turned = problems.cards_in_order(value, path)
    for place, card in enumerate(turned[1:], 1):
        is_last = place == len(turned) - 1
        if is_last and card.suit == turned[0].suit:
            reason = _("{card} is of the suit given up, so another is turned.", card=card_in_words(card))
            problems.add(f"{path}.{place}", reason)
        elif not is_last and card.suit != turned[0].suit:
            reason = _("{card} is of a new suit, so nothing is turned after it.", card=card_in_words(card))
            problems.add(f"{path}.{place}", reason)
    if len(turned) - 1 > most_runs(rules):
        problems.add(path, _("the pack has too few cards to run them so often."))
    return turned


def _read_stock(value: object, path: str, game: GameKind, problems: Problems) -> tuple[Card, ...]:
    stock = problems.cards_in_order(value, path) if value is not None else ()
    if not _has_problem(path, problems) and len(stock) != game.stock_size:
        figures = {"right": game.stock_size, "count": len(stock)}
        reason = _("give the stock in its order, the top first: {right} cards, not {count}.", **figures)
        problems.add(path, reason)
    return stock


def _read_tricks(
    value: object,
    path: str,
    seating: TableSeats,
    tricks_needed: int,
    sizes: Mapping[int, int],
    problems: Problems,
) -> tuple[tuple[Play, ...], ...]:
    entries = problems.items(value, path, _("a list of tricks"))
    if isinstance(value, list) and len(entries) != tricks_needed:
        reason = _("{tricks} tricks are needed, not {count}.", tricks=tricks_needed, count=len(entries))
        problems.add(path, reason)
    tricks = []
    for number, entry in enumerate(entries):
        field = f"{path}.{number}"
        plays = problems.items(entry, field, _("a list of plays, each [seat, card],"))
        # A seat plays until it has no card left. A seat whose hand was not sent plays to every trick.
        count = sum(sizes.get(seat, tricks_needed) > number for seat in seating.seats()) or 1
        if isinstance(entry, list) and len(plays) != count:
            problems.add(field, _("a trick has {cards} cards, not {count}.", cards=count, count=len(plays)))
        read = [_read_play(play, f"{field}.{place}", seating, problems) for place, play in enumerate(plays)]
        seen: set[int] = set()
        for place, play in enumerate(read):
            if play is not None and play[0] in seen:
                reason = _("{seat} has played to this trick already.", seat=seat_inside(play[0]))
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
    fields: dict[str, object], path: str, rules: Rules, runs: int, problems: Problems
) -> dict[int, tuple[Card, ...]]:
    if fields.get("hands") is None:
        return {}
    hands = problems.by_seat(fields["hands"], f"{path}.hands", rules.seating)
    right = hand_after(runs, rules)
    # Players may have played with a wrong number of cards.
    least, most = 1, max(rules.dealt + RUN * runs + rules.game.widow, right + RUN)
    if rules.game.draws:
        least = most = right
    for seat, hand in hands.items():
        field = f"{path}.hands.{seat}"
        if not least <= len(hand) <= most and not _has_problem(field, problems):
            figures = {"right": right, "most": most, "count": len(hand)}
            reason = _("a hand has {right} cards, and a wrong one from 1 to {most}, not {count}.", **figures)
            if rules.game.draws:
                reason = _("a hand is dealt {right} cards, not {count}.", **figures)
            problems.add(field, reason)
    return hands


def _has_problem(field: str, problems: Problems) -> bool:
    return any(wrong == field or wrong.startswith(f"{field}.") for wrong in problems.errors)


def _check_once(cards: CardRecord, game: GameKind, path: str, problems: Problems) -> None:
    put_away = [
        *_lying("discards", cards.discards or {}, path),
        *_lying("turned", {0: cards.turned}, path),
        *_lying("stock", {0: cards.stock or ()}, path),
    ]
    # A played card can also be listed in a hand or, in games that draw, in the stock.
    for places in (_played(cards, path), [*_lying("hands", cards.hands, path), *put_away]):
        seen: dict[Card, Place] = {}
        for card, field, where in places:
            if card in seen:
                what, before = card_in_words(card), _place_in_words(seen[card])
                reason = _(
                    "{card} is {where}, and {before} already.",
                    card=what,
                    where=_place_in_words(where),
                    before=before,
                )
                problems.add(field, reason)
            elif card == JOKER and JOKER_CODE not in game.trump_order:
                problems.add(field, _("the joker is not in this game's pack."))
            else:
                seen[card] = where
    lying = {card: where for card, _field, where in put_away if not game.draws or where[0] != "stock"}
    for card, field, _where in _played(cards, path):
        if card in lying:
            what, place = card_in_words(card), _place_in_words(lying[card])
            reason = _("{card} is {where}, so it cannot have been played.", card=what, where=place)
            problems.add(field, reason)


def _place_in_words(place: Place) -> Sentence:
    kind, seat, trick = place
    if kind == "trick":
        return _("played by {seat} to trick {trick}", seat=seat_inside(seat), trick=trick)
    if kind == "hands":
        return _("in {seat}'s hand", seat=seat_inside(seat))
    if kind == "turned":
        return _("turned up")
    return (
        _("among {seat}'s discards", seat=seat_inside(seat)) if kind == "discards" else _("left in the pack")
    )


def _played(cards: CardRecord, path: str) -> Iterator[tuple[Card, str, Place]]:
    for number, trick in enumerate(cards.tricks):
        for place, (seat, card) in enumerate(trick):
            yield card, f"{path}.tricks.{number}.{place}", ("trick", seat, number + 1)


def _lying(kind: str, piles: Mapping[int, tuple[Card, ...]], path: str) -> Iterator[tuple[Card, str, Place]]:
    for seat, pile in piles.items():
        field = f"{path}.{kind}.{seat}" if seat else f"{path}.{kind}"
        for card in pile:
            yield card, field, (kind, seat, 0)


def _check_held(cards: CardRecord, path: str, problems: Problems) -> None:
    for card, field, (_kind, seat, _trick) in _played(cards, path):
        if seat in cards.hands and card not in cards.hands[seat]:
            reason = _("{card} was not in {seat}'s hand.", card=card_in_words(card), seat=seat_inside(seat))
            problems.add(field, reason)


def _check_drawn(cards: CardRecord, path: str, game: GameKind, trumps: Trumps, problems: Problems) -> None:
    winners = [winner_of(trick, trumps) for trick in cards.tricks]
    for number, (trick, held) in enumerate(
        zip(cards.tricks, hands_before(cards, winners, game), strict=False)
    ):
        for place, (seat, card) in enumerate(trick):
            if card not in held[seat]:
                reason = _(
                    "{seat} did not hold {card} then.", seat=seat_inside(seat), card=card_in_words(card)
                )
                problems.add(f"{path}.tricks.{number}.{place}", reason)


def _check_leader(
    value: object, cards: CardRecord, path: str, seating: TableSeats, problems: Problems
) -> None:
    if value is None:
        return
    leader = problems.seat(value, path, seating)
    if leader is None or not cards.tricks or not cards.tricks[0]:
        return
    first = cards.tricks[0][0][0]
    if leader != first:
        reason = _(
            "the first trick was led by {leader}, not {value}.",
            leader=seat_inside(first),
            value=seat_inside(leader),
        )
        problems.add(path, reason)
