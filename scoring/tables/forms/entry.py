"""The entry of a deal: the keys that are tapped, turned into the deal of the API.

Whether a deal can be is decided by the domain alone, to which this form hands what was tapped. Refusals stand
beside the keys by :mod:`scoring.forms.entry_refusals`.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws.domain.lawset import LawSet
from laws.templatetags.sentences import translated
from scoring.domain.games import Game
from scoring.forms.entry_refusals import AnsweringForm
from scoring.game.cards import SUIT_WORDS
from scoring.game.rules import rules_of
from scoring.tables.forms.keys import (
    CARDS,
    DISCARDS,
    NOBODY,
    NOT_IN_PLAY,
    TOTAL,
    WON,
    Choices,
    Tapped,
    keys_of,
    taken_by,
    whole,
)
from scoring.templatetags.deals import VOID, point_title
from scoring.templatetags.keys import Key, keys

FOURTH_HAND = 4
"""Only where a fourth hand plays can a trick be claimed because it played before the second."""


class EntryForm(AnsweringForm):
    """One deal, as it is entered or corrected at a table of one game under one law set."""

    number = forms.CharField(required=False, widget=forms.HiddenInput)
    key = forms.CharField(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: Game,
        law_set: LawSet,
        players: Sequence[str],
        dealer: int,
        number: int,
        deal: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.players, self.dealer = game, tuple(players), dealer
        self.seating, self.rules = game.seating, rules_of(law_set, game)
        self.recorded = deal or {}
        initial = {"number": number, "key": str(uuid4()), "detail": TOTAL, "dealer": str(dealer)}
        super().__init__(
            data, initial=initial | keys_of(self.recorded, self.seating, self.rules), auto_id="%s"
        )
        seats = [(str(seat), name) for seat, name in zip(self.seating.seats(), players, strict=True)]
        self._add_fields(seats, self._sides(players))

    def _add_fields(self, seats: Choices, sides: Choices) -> None:
        counts = [(str(n), str(n)) for n in range(self.rules.total + 1)]
        bids = [(str(bid), str(bid)) for bid in range(self.rules.min_bid, self.rules.max_bid + 1)]
        self.fields["bid"] = Tapped([*bids, (NOBODY, _("Nobody bid"))], _("Bid"))
        self.fields["maker"] = Tapped(seats, _("Maker"))
        self.fields["trump"] = Tapped(
            [(suit, translated(word)) for suit, word in SUIT_WORDS.items()], _("Trump")
        )
        self.fields["detail"] = Tapped(
            [*self._as_recorded(), (TOTAL, _("The total")), (WON, _("Who won each"))],
            _("How the points are entered"),
        )
        if self.has_several:
            for side, names in sides:
                self.fields[taken_by(side)] = Tapped(counts, names)
        else:
            self.fields["points"] = Tapped(counts, _("Points of the maker's side"))
            if self.rules.can_be_dead:
                self.fields["dead"] = Tapped(counts, _("Dead points, that nobody has"), select=True)
        for point in self.rules.worth:
            self.fields[f"won_{point}"] = Tapped([*sides, *self._nobodys()], point_title(point))
        self.fields["revoke"] = Tapped(seats, _("Revoked"), many=True)
        titles = [(point, point_title(point)) for point in self.rules.worth]
        if self.rules.revoke_scope == "player":
            self.fields["revoked_points"] = Tapped(
                titles, _("Points in the tricks of who revoked"), many=True
            )
        self.fields["foul_hand"] = Tapped(seats, _("Played with too many cards"), many=True)
        if self.seating.count >= FOURTH_HAND:
            self.fields["claimed_side"] = Tapped(
                [("", _("no trick was claimed")), *sides], _("A trick was claimed by"), select=True
            )
            self.fields["claimed_points"] = Tapped(titles, _("Points in the claimed trick"), many=True)
        self.fields["dealer"] = Tapped(seats, _("Dealer"), select=True)
        self.fields["misdeal"] = Tapped([("", _("The deal was played")), *VOID.items()], _("No score"))
        self.add_bidding(seats)

    def _sides(self, players: Sequence[str]) -> Choices:
        seats_of = self.seating.seats_of
        return [
            (str(side), " & ".join(players[seat - 1] for seat in seats_of(side)))
            for side in self.seating.sides()
        ]

    def _nobodys(self) -> list[tuple[str, Any]]:
        among = [(DISCARDS, _("discards"))]
        return [*among, (NOT_IN_PLAY, _("nobody"))] if self.rules.stock_can_hold_points else among

    def _as_recorded(self) -> list[tuple[str, Any]]:
        return [(CARDS, _("As the cards say"))] if "tricks" in self.recorded else []

    # From what was tapped to the deal of the API

    def payload(self) -> dict[str, Any]:
        """Return the deal as the services take it; what was not tapped is left out."""
        sent = self._number("dealer")
        dealer = sent or self.dealer
        if void := self._text("misdeal"):
            return {"dealer": dealer, "misdeal": void}
        bid, maker = self._number("bid"), self._number("maker")
        deal: dict[str, Any] = {"dealer": sent, "bid": bid, "maker": dealer if bid == 0 else maker}
        deal |= {"trump": self._text("trump") or None, **self._points(deal["maker"])}
        deal |= {"bids": self.regular_bids(dealer), "bidding": self.all_that_was_said()}
        deal |= {"penalties": self._penalties()}
        return {name: value for name, value in deal.items() if value not in (None, [], {})}

    def deal_number(self) -> int | None:
        """Return the number that the page expected this deal to have."""
        number = self._number("number")
        return number if isinstance(number, int) and 0 < number < 2**31 else None

    def fingerprint(self) -> str:
        """Return a short digest of the deal: what was confirmed must be what was explained."""
        return hashlib.sha256(json.dumps(self.payload(), sort_keys=True).encode()).hexdigest()[:16]

    def was_explained(self) -> bool:
        """Return whether the deal now sent is the one whose score was shown, if one was shown at all."""
        return self._text("seen") in ("", self.fingerprint())

    def missing(self) -> list[str]:
        """Return the names of the keys that still have to be tapped before a score can be worked out."""
        if self._text("misdeal"):
            return []
        wanted = ["bid", *([] if self._text("bid") == NOBODY else ["maker"]), "trump"]
        wanted += [f"won_{point}" for point in self.rules.worth] if self._by_point() else []
        wanted += self._totals() if self._text("detail") == TOTAL else []
        return [*(name for name in wanted if not self._text(name)), *self.half_said()]

    @property
    def missing_words(self) -> list[str]:
        """Return in words what still has to be tapped."""
        return [str(self.fields[name].label) for name in self.missing()]

    def ask_for_missing(self) -> None:
        """Say beside each key that has not been tapped that it is needed."""
        self.full_clean()
        for name in self.missing():
            self.add_error(name, gettext("This is still to be entered."))

    def _points(self, maker: Any) -> dict[str, Any]:
        if self._by_point():
            won = {point: self._winner(self._text(f"won_{point}")) for point in self.rules.worth}
            return {"won": {point: winner for point, winner in won.items() if winner != ""}}
        if self._text("detail") == CARDS:
            return {}
        if self.has_several:
            points = [self._number(name) for name in self._totals()]
            return {} if None in points else {"points": points}
        taken, dead = self._number("points"), self._number("dead") or 0
        if taken is None or not isinstance(maker, int) or maker not in self.seating.seats():
            return {}
        if not isinstance(taken, int) or not isinstance(dead, int):
            return {"points": [taken, dead]}
        rest = self.rules.total - taken - dead
        side = self.seating.side_of(maker)
        return {"points": [taken if one == side else rest for one in self.seating.sides()]}

    def _winner(self, word: str) -> Any:
        if word == NOT_IN_PLAY:
            return None
        return word if word in ("", DISCARDS) else whole(word)

    def _penalties(self) -> list[dict[str, Any]]:
        points = {"points": self._words("revoked_points")} if "revoked_points" in self.fields else {}
        found: list[dict[str, Any]] = [
            {"offence": "revoke", "seat": whole(seat), **points} for seat in self._words("revoke")
        ]
        found += [{"offence": "foul-hand", "seat": whole(seat)} for seat in self._words("foul_hand")]
        if side := self._number("claimed_side"):
            found.append({"offence": "trick-claimed", "side": side, "points": self._words("claimed_points")})
        kept = [effect for effect in self.recorded.get("penalties") or [] if "offence" not in effect]
        return [*found, *kept]

    # What the template draws

    @property
    def maker_seats(self) -> list[tuple[dict[str, Any], Key]]:
        """Return each seat with its key, in the order of the seats."""
        return [
            ({"seat": seat, "name": key.label, "is_dealer": seat == self.dealer}, key)
            for seat, key in zip(self.seating.seats(), keys(self["maker"]), strict=True)
        ]

    @property
    def has_extras(self) -> bool:
        """Return whether something stands in the folded part, so that it should be seen."""
        names = ("revoke", "foul_hand", "claimed_side", "claimed_points", "misdeal", "dealer")
        moved = self._number("dealer") not in (None, self.dealer)
        return moved or any(
            self.errors.get(name) or (name != "dealer" and self[name].value())
            for name in names
            if name in self.fields
        )

    @property
    def total_fields(self) -> list[forms.BoundField]:
        """Return the fields of each side's total, where more than two sides play."""
        return [self[name] for name in self._totals()] if self.has_several else []

    @property
    def point_rows(self) -> list[dict[str, Any]]:
        """Return for each point its field and its worth in words."""
        return [
            {
                "field": self[f"won_{point}"],
                "worth": gettext("%(worth)s points") % {"worth": n} if n > 1 else gettext("1 point"),
            }
            for point, n in self.rules.worth.items()
        ]
