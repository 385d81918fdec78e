"""The form that turns the tapped keys of a page into the JSON deal of the API, for an entry or a correction.

The domain validates the deal.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext, gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.queries import name_of
from laws.templatetags.sentences import translated
from scoring.game import next_dealer
from scoring.game.bidding import can_bid_again
from scoring.game.card_notation import CARD_FIELDS
from scoring.game.card_text import CardText
from scoring.game.cards import RANK_WORDS, SUIT_WORDS
from scoring.game.deal import MISDEAL, REDEAL, DealRecord
from scoring.game.games.family import AWARDED_TO
from scoring.game.points import award_side
from scoring.game.possible import can_be_nobodys
from scoring.game.references import named
from scoring.game.rules import Rules, first_leader, rules_of, trump_pips
from scoring.game.seating import TableSeats
from scoring.journal.chain import digest
from scoring.tables.forms.keys import (
    NOBODY,
    BiddingForm,
    Choices,
    Tapped,
)
from scoring.tables.forms.recorded_deal import (
    ALONE,
    AWARDED,
    CARDS,
    DISCARDS,
    NO_POINTS,
    NOT_IN_PLAY,
    TOTAL,
    WON,
    keys_of,
    pips_of,
    taken_by,
)
from scoring.templatetags.cards import VOID, point_title
from scoring.web import pages, refusals

STEPS = "scoring/tables/_entry_steps.html"
AWARDED_SEATS = (_("dealer"), _("left of the dealer"), _("right of the dealer"))
MOST_TOTALS_TAPPED, MOST_POINTS_TAPPED = 3, 6


class EntryForm(BiddingForm):
    """A deal entered or corrected at a table, for one game under one law set."""

    is_tapped = False
    """Whether this is the page for tapping cards, where points cannot be entered in any other way."""

    number = forms.CharField(required=False, widget=forms.HiddenInput)
    game_number = forms.CharField(required=False, widget=forms.HiddenInput)
    key = forms.CharField(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: Rules,
        players: Sequence[str],
        dealer: int,
        number: int,
        game_number: int = 0,
        deal: Mapping[str, Any] | None = None,
        sides: Sequence[str] = (),
    ) -> None:
        """``sides`` are the names of the sides. By default a side is named by its players in seat order."""
        self.rules, self.seating, self.players = rules, rules.seating, tuple(players)
        self.sides = tuple(sides) or tuple(
            " & ".join(players[seat - 1] for seat in self.seating.seats_of(side))
            for side in self.seating.sides()
        )
        self.dealer_seat, self.recorded = dealer, deal or {}
        initial = {"number": number, "game_number": game_number, "key": str(uuid4())}
        is_tapped_by_point = (
            rules.game.pips and len(rules.worth.keys() - rules.game.awards) <= MOST_POINTS_TAPPED
        )
        initial |= {"detail": WON if is_tapped_by_point else TOTAL, "dealer": str(dealer)}
        # The most common answer is preset, so that a deal of any game takes at most ten taps.
        initial |= {f"won_{award}": NOT_IN_PLAY for award in rules.game.awards}
        if self.seating.side_count > MOST_TOTALS_TAPPED:
            initial |= {taken_by(side): "0" for side in self.seating.sides()}
        super().__init__(data, initial=initial | keys_of(self.recorded, self.rules), auto_id="%s")
        seats = [(str(seat), name) for seat, name in zip(self.seating.seats(), players, strict=True)]
        named = [(str(side), name) for side, name in enumerate(self.sides, 1)]
        if rules.calls_partner:
            named = [("1", gettext("The maker's side")), ("2", gettext("The opposition"))]
        self._add_fields(seats, named)

    def _add_fields(self, seats: Choices, sides: Choices) -> None:
        fields = self.fields
        counts = [(str(count), str(count)) for count in range(self.rules.total + 1)]
        bids = [(str(bid), str(bid)) for bid in range(self.rules.min_bid, self.rules.max_bid + 1)]
        if self.rules.game.has_bidding:
            fields["bid"] = Tapped([*bids, (NOBODY, _("Nobody bid"))], _("Bid"))
            fields["maker"] = Tapped(seats, _("Maker"))
        fields["trump"] = Tapped([(suit, translated(word)) for suit, word in SUIT_WORDS.items()], _("Trump"))
        if self.rules.calls_partner:
            fields["called"] = Tapped([*seats, (ALONE, _("Alone"))], _("Partner called"))
        ways = [(TOTAL, _("The total")), (WON, _("Who won each")), (CARDS, _("Every card"))]
        fields["detail"] = Tapped(ways, _("How the points are entered"))
        if self.has_several:
            for side, names in sides:
                fields[taken_by(side)] = Tapped(counts, names)
        else:
            fields["points"] = Tapped(counts, _("Points of the maker's side"))
            if self.rules.can_be_dead:
                fields["dead"] = Tapped(counts, _("Dead points, which nobody has"), select=True)
        for point in self.rules.worth:
            place = AWARDED_TO.get(point)
            takers = sides if place is None else [(AWARDED, AWARDED_SEATS[place])]
            fields[f"won_{point}"] = Tapped([*takers, *self._nobodys(point)], point_title(point))
        for side, names in sides if self.rules.counts_pips else ():
            label = gettext("Pips of %(names)s") % {"names": names}
            figure = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3})
            fields[pips_of(side)] = forms.CharField(label=label, required=False, widget=figure)
        fields["cards"] = forms.CharField(label=_("The cards"), required=False)
        if self.rules.game.offences:
            self._add_offences(seats, sides)
        fields["dealer"] = Tapped(seats, _("Dealer"), select=True)
        fields["misdeal"] = Tapped([("", _("The deal was played")), *VOID.items()], _("No score"))
        if self.rules.game.has_bidding:
            self.add_bidding(seats)

    def _add_offences(self, seats: Choices, sides: Choices) -> None:
        fields = self.fields
        fields["revoke"] = Tapped(seats, _("Revoked"), many=True)
        titles = [(point, point_title(point)) for point in self.rules.worth]
        if self.rules.revoke_scope == "player" and self._sides_on(None).has_partners:
            own = _("Points in the tricks of an adversary of the maker who revoked")
            fields["revoked_points"] = Tapped([*titles, (NO_POINTS, _("none of them"))], own, many=True)
        fields["foul_hand"] = Tapped(seats, _("Played with too many cards"), many=True)
        if "trick-claimed" in self.rules.game.offences:
            claimants = [("", _("no trick was claimed")), *sides]
            fields["claimed_side"] = Tapped(claimants, _("A trick was claimed by"), select=True)
            fields["claimed_points"] = Tapped(titles, _("Points in the claimed trick"), many=True)

    def _nobodys(self, point: str) -> list[tuple[str, Any]]:
        among = [(DISCARDS, _("discards"))] if self.rules.has_discards else []
        is_nobodys = self.rules.stock_can_hold_points and can_be_nobodys(point, self.rules)
        return [*among, (NOT_IN_PLAY, _("nobody"))] if is_nobodys else among

    def payload(self) -> dict[str, Any]:
        """Return the deal as JSON for the services, without empty fields.

        A misdeal or redeal has only its dealer and its kind.
        """
        sent = self._number("dealer")
        dealer = sent or self.dealer_seat
        if void := self._text("misdeal"):
            return {"dealer": dealer, "misdeal": void}
        bid, maker = self._number("bid"), self._number("maker")
        if bid == 0 and maker is None and not self.rules.eldest_pitches:
            maker = dealer
        deal: dict[str, Any] = {"dealer": sent, "bid": bid, "maker": maker}
        deal |= {"trump": self._text("trump") or self._trump_led(), **self._called(), **self._points(maker)}
        if self.rules.game.has_bidding:
            said = [] if can_bid_again(self.rules) else self.bidding()
            deal |= {"bids": self.regular_bids(dealer), "bidding": said}
        deal |= {"penalties": self._penalties(maker)}
        return {name: value for name, value in deal.items() if value not in (None, [], {})}

    def _called(self) -> dict[str, Any]:
        called = self._text("called")
        return {"alone": True} if called == ALONE else {"called": self._number("called")}

    def _sides_on(self, maker: Any) -> TableSeats:
        seats = [
            seat if seat in self.seating.seats() else None for seat in (maker, self._called().get("called"))
        ]
        return self.rules.for_deal(DealRecord(self.dealer_seat, seats[0], called=seats[1])).seating

    def deal_number(self) -> int | None:
        """Return the number that the page showed for the deal, or None if the page sent no valid number."""
        return self._count("number")

    def game_played(self) -> int | None:
        """Return the number of the game that the page showed, or None if the page sent no valid number."""
        return self._count("game_number")

    def _count(self, name: str) -> int | None:
        number = self._number(name)
        return number if isinstance(number, int) and number > 0 else None

    @property
    def course(self) -> dict[str, Any]:
        """Return the data with which a phone can enter the next deal while this deal still waits to be sent.

        - ``number``, ``dealer``, ``players``: the number, the dealer and the players of this deal.
        - ``next``: the next dealer, for each result of this deal: "" if it was played, or the kind of void
          deal. Each result has a list of seats: the next dealer after seat 1, after seat 2, and so on.
        - ``blank``: the initial values of the form's fields, except the deal number and idempotency key.
        """
        left = [self.seating.left_of(seat) for seat in self.seating.seats()]
        same = list(self.seating.seats())
        after_misdeal = [next_dealer.after_misdeal(seat, self.rules) for seat in same]
        return {
            "number": self.initial["number"],
            "dealer": self.dealer_seat,
            "players": self.players,
            "next": {"": left, MISDEAL: after_misdeal, REDEAL: same},
            "blank": {name: value for name, value in self.initial.items() if name not in ("key", "number")},
        }

    def idempotency_key(self) -> UUID:
        """Return the idempotency key that the page sent, or a new key if it sent no valid key."""
        try:
            return UUID(self._text("key"))
        except ValueError:
            return uuid4()

    def fingerprint(self) -> str:
        """Return a short hash of the deal, to check that the confirmed deal is the previewed deal."""
        return digest(self.payload())[:16]

    def was_explained(self) -> bool:
        """Return whether the deal is unchanged since its preview. True if there was no preview."""
        return self._text("seen") in ("", self.fingerprint())

    def missing(self) -> list[str]:
        """Return the names of the fields that are still needed to compute a score."""
        if self._text("misdeal"):
            return []
        names = (
            []
            if not self.rules.game.has_bidding
            else ["bid"]
            if self._text("bid") == NOBODY
            else ["bid", "maker"]
        )
        names = names if self._trump_led() else [*names, "trump"]
        names += ["called"] if self.rules.calls_partner else []
        names += self._points_to_name() if self._by_point() else []
        names += self._totals() if self._text("detail") == TOTAL else []
        is_open = self._text("detail") == CARDS and not self.card_text.is_whole
        calls = self.incomplete_calls() if self.rules.game.has_bidding else []
        return [*(name for name in names if not self._text(name)), *(["cards"] if is_open else []), *calls]

    @property
    def missing_words(self) -> list[str]:
        """Return the labels of the fields that are still needed."""
        return [str(self.fields[name].label) for name in self.missing()]

    def ask_for_missing(self) -> None:
        """Add an error to each field that is still needed, and to cards that cannot be parsed."""
        self.add_card_errors()
        for name in self.missing():
            if name not in self.errors:
                self.add_error(name, gettext("Please enter this."))

    def add_card_errors(self) -> None:
        """Add errors for cards that cannot be parsed, if the deal is entered card by card.

        No errors are added before the first leader and the trumps are known. The form is validated again
        first, so errors that were added before are lost.
        """
        self.full_clean()
        is_read = self._text("detail") == CARDS and self._leader() and self.card_text.trumps
        if is_read and (refusal := self.card_text.refusal):
            self.refuse(refusal)

    def _points(self, maker: Any) -> dict[str, Any]:
        if self._by_point():
            won = {point: self._winner(point) for point in self.rules.worth}
            winners = {point: winner for point, winner in won.items() if winner != ""}
            return {
                "won": winners,
                "pips": list(map(self._number, self.pips_names)) if self.has_pips else None,
            }
        if self._text("detail") == CARDS:
            takers = {award: self._winner(award) for award in self.rules.game.awards}
            # "Nobody" is preset. The user perhaps did not choose it, so the cards decide who won the point.
            awards = {award: taker for award, taker in takers.items() if taker not in ("", None)}
            fields = self.card_text.fields
            return fields | {"won": awards} if fields and awards else fields
        if self.has_several:
            points = [self._number(name) for name in self._totals()]
            return {} if None in points else {"points": points}
        taken, dead = self._number("points"), self._number("dead") or 0
        if taken is None or not isinstance(maker, int) or maker not in self.seating.seats():
            return {}
        if not isinstance(taken, int) or not isinstance(dead, int):
            return {"points": [taken, dead]}
        rest = self.rules.total - taken - dead
        sides = self._sides_on(maker)
        makers_side = sides.side_of(maker)
        return {"points": [taken if side == makers_side else rest for side in sides.sides()]}

    @cached_property
    def card_text(self) -> CardText:
        """The cards as typed or tapped, parsed as far as possible."""
        return CardText(self._text("cards"), self.rules, self._leader(), self._text("trump"))

    def _leader(self) -> int | None:
        dealer, maker = self._dealer(), self._number("maker")
        if maker is None and self._text("bid") == NOBODY:
            maker = self.seating.eldest_hand(dealer) if self.rules.eldest_pitches else dealer
        return first_leader(dealer, maker if maker in self.seating.seats() else None, self.rules)

    def _dealer(self) -> int:
        chosen = self._number("dealer")
        return chosen if chosen in self.seating.seats() else self.dealer_seat

    def _trump_led(self) -> str | None:
        return self.card_text.trump if self._text("detail") == CARDS else None

    def _winner(self, point: str) -> Any:
        word = self._text(f"won_{point}")
        if word == NOT_IN_PLAY:
            return None
        if word == AWARDED and point in AWARDED_TO:
            return award_side(point, self._dealer(), self.rules)
        return word if word in ("", DISCARDS) else pages.whole(word)

    def _revokes(self, maker: Any) -> list[dict[str, Any]]:
        # The points that the user names belong to the first revoke by an opponent of the maker.
        revokes: list[dict[str, Any]] = [
            {"offence": "revoke", "seat": pages.whole(seat)} for seat in self._words("revoke")
        ]
        tapped = self._words("revoked_points")
        points = [name for name in tapped if name != NO_POINTS]
        is_named = bool(tapped) and (points == tapped or not points)
        seats, side_of = self.seating.seats(), self._sides_on(maker).side_of
        if is_named and self._text("detail") != CARDS and maker in seats:
            for revoke in revokes:
                if revoke["seat"] in seats and side_of(revoke["seat"]) != side_of(maker):
                    revoke["points"], points = points, []
        return revokes

    def _penalties(self, maker: Any) -> list[dict[str, Any]]:
        offences: list[dict[str, Any]] = [
            *self._revokes(maker),
            *({"offence": "foul-hand", "seat": pages.whole(seat)} for seat in self._words("foul_hand")),
        ]
        if side := self._number("claimed_side"):
            claim = {"offence": "trick-claimed", "side": side, "points": self._words("claimed_points")}
            offences.append(claim)
        effects = [effect for effect in self.recorded.get("penalties") or [] if "offence" not in effect]
        return [*offences, *effects]

    @property
    def has_several(self) -> bool:
        """Return whether a total is entered for each side. If False, only the maker's side has a total.

        A single total is enough if there are two sides and the game counts no pips.
        """
        return self._sides_on(None).side_count > 2 or bool(self.rules.game.pips)

    def _by_point(self) -> bool:
        return self._text("detail") == WON

    def _points_to_name(self) -> list[str]:
        names = [f"won_{point}" for point in self.rules.worth]
        return [name for name in names if name != "won_game"] + self.pips_names if self.has_pips else names

    @property
    def pips_names(self) -> list[str]:
        """Return the names of the fields for each side's pips; empty if the game counts no pips."""
        return [pips_of(side) for side in self.seating.sides()] if self.rules.counts_pips else []

    @property
    def pips_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.pips_names]

    @property
    def pips_words(self) -> str:
        """The pips that each rank counts towards Game, as text."""
        game = self.rules.game
        words = [f"{translated(RANK_WORDS[rank])} {count}" for rank, count in game.pips]
        for rank, count in trump_pips(self.rules):
            figures = {"rank": translated(RANK_WORDS[rank]), "count": count}
            words.append(gettext("%(rank)s of trumps: %(count)s more") % figures)
        return ", ".join(words)

    @property
    def has_pips(self) -> bool:
        return any(map(self._text, self.pips_names))

    def _totals(self) -> list[str]:
        return [taken_by(side) for side in self.seating.sides()] if self.has_several else ["points"]

    def _text(self, name: str) -> str:
        value = self[name].value() if name in self.fields else ""
        return value if isinstance(value, str) else "" if value is None else str(value)

    def _words(self, name: str) -> list[str]:
        return [str(word) for word in self[name].value() or []] if name in self.fields else []

    def _number(self, name: str) -> Any:
        return pages.whole(text) if (text := self._text(name)) else None

    def refuse(self, refusal: InvalidInput) -> None:
        """Add each reason of a refusal to the field it concerns, or to the form if there is no such field.

        The reasons name the players in place of seats and sides, and link to the law. The form is validated
        again first, so errors that were added before are lost.
        """
        self.full_clean()
        laws_name = name_of(self.rules.law_set)
        for path, reasons in refusal.errors.items():
            names = path.split(".")
            name = self._field_of(names)
            for sentence in reasons:
                reason = translated(named(sentence, self.players, sides=self.sides))
                if name == "cards" and (line := self.card_text.line_of(names[names[0] == "deal" :])):
                    reason = gettext("Line %(line)s: %(reason)s") % {"line": line, "reason": reason}
                self.add_error(name, refusals.reason_with_law(reason, refusal.law, laws_name))

    def _field_of(self, path: list[str]) -> str | None:
        names = path[1:] if path[0] == "deal" else path
        if not names:
            return None
        if names[0] == "bidding":
            return self.field_of_call(names[1:])
        if names[0] == "bids":
            return self.field_of_bid(names[1:], self._number("dealer") or self.dealer_seat)
        if names[0] in ("cards", "tricks", "turned", *CARD_FIELDS):
            return "cards"
        if names[0] == "won" and len(names) > 1 and f"won_{names[1]}" in self.fields:
            return f"won_{names[1]}"
        if names[0] == "pips":
            place = int(names[1]) if len(names) > 1 else -1
            return self.pips_names[place] if self.pips_names and self._by_point() else "detail"
        fields = {"won": "detail", "penalties": "revoke", "alone": "called", "called_card": "called"}
        name = fields.get(names[0], names[0])
        if name == "points" and (self._by_point() or self.has_several):
            return "detail"
        return name if name in self.fields else None

    # For the template

    @property
    def typed_cards(self) -> str:
        return self._text("cards")

    @property
    def steps(self) -> str:
        """The HTML of all steps of the entry, with the form's values and errors."""
        if self.is_bound or self.recorded or self.is_tapped:
            return render_to_string(STEPS, {"form": self})
        laws = (self.rules.law_set, self.rules.game)
        return _untouched_steps(laws, self.players, self.sides, self.dealer_seat, get_language())

    @property
    def answering(self) -> list[forms.BoundField]:
        """Return the fields of the page that can show a refusal."""
        left_out = {"revoked_points", *(field.name for row in self.new_calls for field in row)}
        return [field for field in self.visible_fields() if field.name not in left_out]

    @property
    def has_extras(self) -> bool:
        """Return whether the collapsed part of the page must open, because it has an entry or an error.

        The part has the dealer, the bids and the offences.
        """
        names = ("revoke", "foul_hand", "claimed_side", "claimed_points")
        fields = [self[name] for name in names if name in self.fields]
        is_moved = self._number("dealer") not in (None, self.dealer_seat)
        is_said = "bid" in self.fields and (self.has_calls or (not self.has_second_bids and self.has_bids))
        return (
            is_moved
            or is_said
            or "dealer" in self.errors
            or any(field.errors or field.value() for field in fields)
        )

    @property
    def total_fields(self) -> list[forms.BoundField]:
        """Return the fields for each side's total; empty if a single total is entered."""
        return [self[name] for name in self._totals()] if self.has_several else []

    @property
    def point_rows(self) -> list[tuple[forms.BoundField, str, bool]]:
        """Return a row for each point: its field, its worth as text, and whether it is won outside tricks."""
        return [
            (
                self[f"won_{point}"],
                gettext("%(worth)s points") % {"worth": worth} if worth > 1 else gettext("1 point"),
                point in self.rules.game.awards,
            )
            for point, worth in self.rules.worth.items()
        ]


# Cached, because every phone at a table opens the same empty steps before each deal.


@lru_cache(maxsize=128)
def _untouched_steps(
    laws: tuple[Any, Any], players: tuple[str, ...], sides: tuple[str, ...], dealer: int, language: str | None
) -> str:
    form = EntryForm(rules=rules_of(*laws), players=players, sides=sides, dealer=dealer, number=1)
    return render_to_string(STEPS, {"form": form})
