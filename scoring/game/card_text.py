"""The cards of a deal as text that a person types or taps: parse the text, and find who plays next.

A line is a trick, with its cards in the order of play: "AS KS 2S 5C". The winner of a trick leads to the
next. If a card was played out of turn, or the leader is unknown, the number of the seat precedes the card: "3
KS 4S, 2 AS". Cards outside the tricks follow the name of their pile: "hand 2:", "discards 2:", "stock:",
"turned:". :mod:`scoring.game.card_notation` checks the cards that this module parses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from laws.domain.errors import InvalidInput, quote
from laws.domain.sentences import _
from scoring.game.card_notation import naming_card
from scoring.game.cards import SUIT_WORDS, Card, format_card, parse_card
from scoring.game.deal import CardRecord, Play
from scoring.game.parsing import Problems
from scoring.game.play import hands_before, revokes, winner_of
from scoring.game.rules import Rules, first_leader, hand_after

UNDO = "undo"
TRICKS = "tricks:"
LONGEST = 4000
"""The longest text accepted, in characters; a whole deal with a seat before each card needs about 400."""

_NAMED = re.compile(r"\s*(?:(hand|discards)\s+(\d{1,2})|(stock|turned|tricks)|(\d{1,2}))\s*", re.IGNORECASE)
_WORD = re.compile(r"[^\s,]+")
_LAST_WORD = re.compile(r"[\s,]*[^\s,:]+[\s,]*$")

Pile = tuple[str, int]
"""A pile outside the tricks: "hand", "discards", "stock" or "turned", and its seat (0 if it has none)."""
STOCK: Pile = ("stock", 0)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    pile: Pile | None
    words: tuple[str, ...]


class CardText:
    """The parsed text of a deal's cards. The caller gives the first leader and the trump, if they are known.

    - ``trump``: the caller's trump. If that is None, the suit of the card that names the trump, if known.
    - ``pile``: the pile that the next card goes to, None if the next card is played to a trick.
    - ``waiting``: the seats that have not played to the last trick yet.
    """

    def __init__(self, text: str, rules: Rules, leader: int | None, trump: str | None) -> None:
        self.text, self.rules, self.seating = text.rstrip(), rules, rules.seating
        self.first_leader, self.named_trump = leader, trump
        self.piles: dict[Pile, list[Card]] = {}
        self.tricks: list[list[Play]] = []
        self.winners: list[int | None] = []
        self.waiting: list[int] = []
        self._problems, self._lines = Problems(), dict[str, int]()
        lines = self._split()
        plays = [line for line in lines if line.pile is None and line.words]
        for line in lines:
            if line.pile:
                self._read_pile(line, line.pile)
        self.trump = self._trump(plays)
        self.trumps = rules.game.trumps(self.trump) if self.trump else None
        self._due = leader
        self._named: int | None = None
        for line in plays:
            self._read_trick(line, is_last=line is plays[-1])
        self.pile = self._open_pile(lines)

    def _split(self) -> list[_Line]:
        if len(self.text) > LONGEST:
            self._problems.add("1", _("the text is too long for one deal."))
            return []
        lines = []
        for number, written in enumerate(self.text.splitlines(), 1):
            head, colon, rest = written.partition(":")
            words, pile = tuple(_WORD.findall(rest if colon else head)), None
            if colon and not (named := _NAMED.fullmatch(head)):
                reason = _(
                    "{name} names no cards; a line begins with {names}, or is a trick.",
                    name=quote(head.strip()),
                    names="hand 1:, discards 1:, stock:, turned:",
                )
                self._problems.add(str(number), reason)
                continue
            if colon and named:
                of_seat, seat, of_nobody, leader = named.groups()
                if of_seat and not self._problems.seat(int(seat), str(number), self.seating):
                    continue
                if of_seat:
                    pile = (of_seat.lower(), int(seat))
                elif of_nobody and of_nobody.lower() != TRICKS[:-1]:
                    pile = (of_nobody.lower(), 0)
                words = (leader, *words) if leader else words
            if colon or words:
                lines.append(_Line(number, pile, words))
        return lines

    def _read_pile(self, line: _Line, pile: Pile) -> None:
        self._lines.setdefault(_path(pile), line.number)
        cards = [self._problems.card(word.upper(), str(line.number)) for word in line.words]
        self.piles.setdefault(pile, []).extend(card for card in cards if card)

    def _trump(self, plays: Sequence[_Line]) -> str | None:
        if self.named_trump in SUIT_WORDS:
            return self.named_trump
        words = plays[0].words if plays else ()
        led = next((word.upper() for word in words if not word.isdecimal()), "")
        card = naming_card(self._piles | {"tricks": [[[0, led]]]}, self.rules.trump_by)
        return card.suit if card else None

    def _read_trick(self, line: _Line, *, is_last: bool) -> None:
        place, is_begun = str(line.number), False
        named: int | None = None
        plays: list[Play] = []
        waiting = self._in_turn(self._due)
        for word in line.words:
            if word.isdecimal():
                named = self._problems.seat(int(word[:3]), place, self.seating)
                continue
            card = self._problems.card(word.upper(), place)
            seat, named = named or (waiting[0] if waiting else None), None
            if seat is None and is_begun:
                count = sum(not other.isdecimal() for other in line.words)
                self._problems.add(
                    place, _("a trick has {cards} cards, not {count}.", cards=len(plays), count=count)
                )
                break
            if seat is None:
                reason = _("say by the number of the seat who played {card}.", card=quote(word))
                self._problems.add(place, reason)
                return
            waiting = [other for other in (waiting if is_begun else self._in_turn(seat)) if other != seat]
            is_begun = True
            if card:
                plays.append((seat, card))
        self._named = named
        if plays:
            self._lines[f"tricks.{len(self.tricks)}"] = line.number
            self.tricks.append(plays)
            self.waiting = waiting
        if not is_last and (waiting or not plays):
            figures = {"cards": len(plays) + len(waiting), "count": len(plays)}
            self._problems.add(place, _("a trick has {cards} cards, not {count}.", **figures))
        elif plays and not waiting:
            self._due = winner_of(tuple(plays), self.trumps) if self.trumps else None
            self.winners.append(self._due)

    def _in_turn(self, first: int | None) -> list[int]:
        number, size = len(self.tricks), self.hand_size
        if first is None:
            return []
        turns = self.seating.in_turn(first)
        if self.rules.game.draws:
            return list(turns)
        return [seat for seat in turns if len(self.hand(seat) or range(size)) > number] or list(turns)

    def _open_pile(self, lines: Sequence[_Line]) -> Pile | None:
        last = lines[-1] if lines else None
        if last and last.pile == STOCK and self.rules.game.draws and not self.lacks_stock:
            return None
        if last is None or last.pile is None or not last.words or last.pile[0] != "hand":
            return last.pile if last else None
        if len(self.piles[last.pile]) < self.hand_size:
            return last.pile
        turns = self.seating.in_turn(last.pile[1])
        return next((("hand", seat) for seat in turns if not self.hand(seat)), None)

    # What the text contains

    @property
    def hand_size(self) -> int:
        """Return the correct size of a hand when the play begins, see `hand_after`."""
        return hand_after(max(0, len(self.piles.get(("turned", 0), ())) - 1), self.rules)

    @property
    def fields(self) -> dict[str, Any]:
        tricks = [[[seat, format_card(card)] for seat, card in trick] for trick in self.tricks]
        return self._piles | ({"tricks": tricks} if tricks else {})

    @property
    def _piles(self) -> dict[str, Any]:
        written: dict[str, Any] = {}
        for (name, seat), cards in self.piles.items():
            codes = [format_card(card) for card in cards]
            if cards and seat:
                written.setdefault("hands" if name == "hand" else name, {})[str(seat)] = codes
            elif cards:
                written[name] = codes
        return written

    @property
    def refusal(self) -> InvalidInput | None:
        """Return the mistakes in the text as an error, each under "cards.LINE"; None without mistakes."""
        reasons = {f"cards.{line}": why for line, why in self._problems.errors.items()}
        return InvalidInput(reasons) if reasons else None

    @property
    def is_whole(self) -> bool:
        """Tell whether the text has every trick and no mistake."""
        game = self.rules.game
        return not self.refusal and len(self.winners) >= (game.tricks if game.draws else self.hand_size)

    @property
    def lacks_stock(self) -> bool:
        """Tell whether the game draws cards from a stock and the text does not have the whole stock yet."""
        game = self.rules.game
        return game.draws and len(self.piles.get(STOCK, ())) < game.stock_size

    @property
    def current(self) -> Sequence[Play]:
        """Return the plays of the unfinished trick; empty between two tricks."""
        return self.tricks[-1] if self.waiting and self.tricks else ()

    @property
    def on_turn(self) -> int | None:
        """Return the seat that plays next.

        None if the text `is_whole`, if the leader is unknown, or if a trick has begun before the trump is
        known.
        """
        if self.is_whole or (self.tricks and not self.trumps):
            return None
        turns = self.waiting or self._in_turn(self._due)
        return self._named or (turns[0] if turns else None)

    def hand(self, seat: int) -> list[Card] | None:
        """Return the cards written for a seat's hand, or None if there are none."""
        return self.piles.get(("hand", seat)) or None

    def line_of(self, path: Sequence[str]) -> int | None:
        """Return the number of the line in which a field of the deal is written; None if no line has it.

        ``path`` has the parts of the field's name: "tricks" and "2" for "tricks.2". The field "cards.4" is
        line 4 of the text.
        """
        if path[0] == "cards":
            return int(path[1])
        return self._lines.get(".".join(path[:2])) or self._lines.get(path[0])

    # What can be tapped

    def is_off(self, card: Card) -> bool:
        """Tell whether a tap on this card does nothing now.

        While a pile is written, a card is off:

        - if it is in a pile already;
        - if it was played, unless the pile being written is the hand of its player or, in games that draw
          cards, the stock.

        During the play, a card is off:

        - if it was played;
        - if it is among the discards, or in the hand of a player who is not next;
        - if it is in the stock or was turned up, in games with discards;
        - if it is in no pile and the next player's hand is complete.
        """
        player = next((seat for trick in self.tricks for seat, other in trick if other == card), None)
        lies = next((pile for pile, cards in self.piles.items() if card in cards), None)
        if self.pile:
            may_be_played = self.rules.game.draws and self.pile == STOCK
            is_elsewhere = player is not None and self.pile != ("hand", player)
            return lies is not None or (is_elsewhere and not may_be_played)
        own = ("hand", self.on_turn or 0)
        is_full = len(self.piles.get(own, ())) >= self.hand_size
        # In games with discards, a card that was turned up or is in the stock can never be played.
        if lies and lies[1] == 0:
            return player is not None or self.rules.has_discards
        return player is not None or (lies is not None and lies != own) or (lies is None and is_full)

    def is_irregular(self, card: Card) -> bool:
        """Tell whether the law forbids the next player to play this card, as far as the text shows."""
        if self.pile or self.trumps is None or self.on_turn is None:
            return False
        if not self.current:
            is_first = self.rules.first_lead_trump and not self.tricks
            return is_first and card not in self.trumps.strength
        led = self.current[0][1]
        return revokes(
            card, led, self._held - {card}, self.trumps, self.rules.follow_rule, self.rules.must_trump
        )

    @cached_property
    def _held(self) -> frozenset[Card]:
        hands = {seat: tuple(self.hand(seat) or ()) for seat in self.seating.seats()}
        stock = tuple(self.piles.get(STOCK, ()))
        cards = CardRecord(hands, None, stock, tuple(map(tuple, self.tricks)))
        *_before, left = hands_before(cards, filter(None, self.winners), self.rules.game)
        return left[self.on_turn] if self.on_turn else frozenset()

    def tapped(self, tap: str) -> str:
        """Return the text after a tap on a card, a seat, a pile's name or `UNDO`.

        Other taps, and taps on a card that is off (`is_off`), leave the text as it is.
        """
        if tap == UNDO:
            return self._undone()
        lines = self.text.splitlines()
        last = lines[-1] if lines else ""
        if tap.endswith(":"):
            is_empty = last.rstrip().endswith(":")
            return (
                "\n".join([*(lines[:-1] if is_empty else lines), tap])
                if _NAMED.fullmatch(tap[:-1])
                else self.text
            )
        if tap.isdecimal():
            trick = _LAST_WORD.sub("", last) if self._named else last
            goes_on = bool(self.current or self._named)
            return "\n".join([*lines[:-1], f"{trick} {tap}".strip()] if goes_on else [*lines, tap])
        card = parse_card(tap)
        if card is None or self.is_off(card):
            return self.text
        head = f"{self.pile[0]} {self.pile[1]}:".replace(" 0:", ":") if self.pile else ""
        goes_on = last.lower().startswith(head) if head else bool(self.current or self._named)
        return "\n".join([*lines[:-1], f"{last} {tap}"] if goes_on else [*lines, f"{head} {tap}".strip()])

    def _undone(self) -> str:
        *lines, last = self.text.splitlines() or [""]
        if last.rstrip().endswith(":"):
            before = CardText("\n".join(lines), self.rules, self.first_leader, self.named_trump)
            # If the next card goes to the same pile without this name, take back the card before it, too.
            return before._undone() if before.pile == self.pile and lines else before.text
        shorter = _LAST_WORD.sub("", last)
        return "\n".join([*lines, shorter] if shorter else lines)


def written_cards(deal: Mapping[str, Any], rules: Rules) -> str:
    """Return the text that parses to the cards of a recorded deal."""
    lines = []
    for seat, hand in (deal.get("hands") or {}).items():
        played = {card for trick in deal["tricks"] for player, card in trick if str(player) == seat}
        stock = set(deal.get("stock") or ()) if rules.game.draws else set()
        if played - stock != set(hand) or len(hand) < rules.game.hand_size:
            lines.append(f"hand {seat}: {' '.join(hand)}")
    lines += [f"discards {seat}: {' '.join(cards)}" for seat, cards in (deal.get("discards") or {}).items()]
    lines += [f"{name}: {' '.join(deal[name])}" for name in ("stock", "turned") if deal.get(name)]
    leader = first_leader(deal["dealer"], deal.get("maker"), rules)
    trumps = rules.game.trumps(deal["trump"])
    for trick in deal["tricks"]:
        seats, cards = [seat for seat, _card in trick], [card for _seat, card in trick]
        plays = " ".join(cards)
        if seats != _turns(leader, seats, rules):
            plays = f"{seats[0]} {plays}"
            if seats != _turns(seats[0], seats, rules):
                plays = ", ".join(f"{seat} {card}" for seat, card in trick)
        lines.append(plays)
        read = [(seat, card) for seat, code in trick if (card := parse_card(code))]
        leader = winner_of(tuple(read), trumps)
    return "\n".join(lines)


def _turns(first: int | None, seats: Sequence[int], rules: Rules) -> list[int]:
    return [seat for seat in rules.seating.in_turn(first) if seat in seats] if first else []


def _path(pile: Pile) -> str:
    name, seat = pile
    return f"{'hands' if name == 'hand' else name}.{seat}" if seat else name
