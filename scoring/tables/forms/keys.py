"""The keys of an entry, and the form for the bidding.

A key is one choice of a field. The user taps the keys.

The bidding is entered as one regular bid per seat, or as every call in order. Each call has a row with two
fields, for the player and for the call. Empty rows are skipped. The domain finds irregular calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game.bidding import MOST_SAID, bidders, can_bid_again
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats
from scoring.web.pages import whole

Choices = Sequence[tuple[str, Any]]
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its value, its label, and its ``<input>`` element."""

    value: str
    label: str
    tag: SafeString


class Tapped(forms.Field):
    """A choice field that accepts any value; the domain validates it.

    The field holds the choices, because a widget copies its choices, which is slow for forty fields.
    """

    def __init__(self, choices: Choices, label: Any, *, many: bool = False, select: bool = False) -> None:
        radios = forms.CheckboxSelectMultiple if many else forms.RadioSelect
        widget = forms.Select if select else radios
        super().__init__(required=False, label=label, widget=widget)
        self.choices = choices

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> "BoundKeys":
        return BoundKeys(form, self, field_name)


class BoundKeys(forms.BoundField):
    """A bound field that renders its own inputs: a template for each of a hundred keys would be slow."""

    @property
    def keys(self) -> Sequence[Key]:
        """The keys of the field. The keys that match the field's value are checked."""
        kind = "checkbox" if isinstance(self.field.widget, forms.CheckboxSelectMultiple) else "radio"
        return _keys(kind, self.html_name, self.auto_id, self._options, self._pressed)

    @property
    def drop_down(self) -> SafeString:
        """The field as a ``<select>`` element."""
        return _drop_down(self.html_name, self.auto_id, self._options, self._pressed)

    @property
    def _options(self) -> Options:
        return tuple((str(value), str(label)) for value, label in self.field.choices)  # type: ignore[attr-defined]

    @property
    def _pressed(self) -> frozenset[str]:
        value = self.value()
        several = value if isinstance(value, list | tuple) else ["" if value is None else value]
        return frozenset(map(str, several))


# Cached, because each table opens the same empty entry before every deal.


@lru_cache(maxsize=1024)
def _keys(kind: str, name: str, auto_id: str, options: Options, pressed: frozenset[str]) -> Sequence[Key]:
    tag = '<input type="{}" name="{}" value="{}" id="{}_{}"{}>'
    return tuple(
        Key(
            value,
            label,
            format_html(tag, kind, name, value, auto_id, place, _mark(value, pressed, "checked")),
        )
        for place, (value, label) in enumerate(options)
    )


@lru_cache(maxsize=1024)
def _drop_down(name: str, auto_id: str, options: Options, pressed: frozenset[str]) -> SafeString:
    rows = ((value, _mark(value, pressed, "selected"), label) for value, label in options)
    lines = format_html_join("", '<option value="{}"{}>{}</option>', rows)
    return format_html('<select name="{}" id="{}">{}</select>', name, auto_id, lines)


def _mark(value: str, pressed: frozenset[str], attribute: str) -> SafeString:
    return SafeString(f" {attribute}" if value in pressed else "")


NOBODY = "0"
FEWEST_ROWS = 8
SPARE_ROWS = 4
ABOVE_THE_MOST = 6
"""How many bids above the maximum can be chosen, so that an irregular bid can be recorded."""


def bid_of(seat: object) -> str:
    """Return the name of the field for a seat's regular bid."""
    return f"said_{seat}"


def caller_of(row: int) -> str:
    """Return the name of the field for the player who makes the call in a row. Rows are numbered from 1."""
    return f"caller_{row}"


def call_of(row: int) -> str:
    """Return the name of the field for the call in a row. Rows are numbered from 1."""
    return f"call_{row}"


class BiddingForm(forms.Form):
    """The part of an entry that records the bidding."""

    seating: TableSeats
    rules: Rules

    def add_bidding(self, seats: Choices) -> None:
        """Add rows for the calls, with some spare rows.

        Also add a field for each seat's bid, unless players may bid again.
        """
        filled = self.data if self.is_bound else self.initial
        bids = self._bids_up_to(self.rules.max_bid)
        for seat, name in () if can_bid_again(self.rules) else seats:
            self.fields[bid_of(seat)] = Tapped(bids, name, select=True)
        last = max((row for row in range(1, MOST_SAID + 1) if _stands_in(row, filled)), default=0)
        for row in range(1, min(max(FEWEST_ROWS, last + SPARE_ROWS), MOST_SAID) + 1):
            call = str(filled.get(call_of(row)) or "")
            calls = self._bids_up_to(self.rules.max_bid + ABOVE_THE_MOST)
            more = [] if call in (value for value, _label in calls) else [(call, call)]
            by = format_lazy(_("Call {number}, by"), number=row)
            what = format_lazy(_("Call {number}, what"), number=row)
            self.fields[caller_of(row)] = Tapped([("", "-"), *seats], by, select=True)
            self.fields[call_of(row)] = Tapped([*calls, *more], what, select=True)

    def _bids_up_to(self, most: int) -> list[tuple[str, Any]]:
        bids = [(str(bid), str(bid)) for bid in range(self.rules.min_bid, most + 1)]
        return [("", "-"), (NOBODY, _("pass")), *bids]

    def regular_bids(self, dealer: Any) -> list[list[Any]]:
        """Return a pair ``[seat, bid]`` for each seat that bid or passed, in turn.

        If players may bid again, return such a pair for each call.
        """
        if can_bid_again(self.rules):
            return self.bidding()
        return [[seat, whole(bid)] for seat, bid in self._bids_in_turn(dealer) if bid]

    def _bids_in_turn(self, dealer: Any) -> list[tuple[int, str]]:
        turns = self.seating.in_turn(self.seating.left_of(dealer)) if isinstance(dealer, int) else ()
        return [(seat, self._chosen(bid_of(seat))) for seat in turns]

    def bidding(self) -> list[list[Any]]:
        """Return every call in order as ``[seat, bid]`` pairs."""
        return [[whole(self._chosen(name)) for name in names] for names in self._filled()]

    def incomplete_calls(self) -> list[str]:
        """Return the names of the empty fields in half-filled rows."""
        return [name for names in self._filled() for name in names if not self._chosen(name)]

    def field_of_bid(self, path: Sequence[str], dealer: Any) -> str:
        """Return the name of the field that shows a refusal of a bid.

        ``path`` is the part of the refusal's path after ``bids``: ``["0"]`` for ``bids.0``, the first bid.

        - If players may bid again, this is the field of a call, see `field_of_call`.
        - If the path names a bid, this is the field of the bid.
        - Otherwise it is the field of the first missing bid or, if no bid is missing, of the first bid.
        """
        if can_bid_again(self.rules):
            return self.field_of_call(path)
        bids = self._bids_in_turn(dealer)
        given = [seat for seat, bid in bids if bid]
        missing = [seat for seat, bid in bids if not bid and seat in bidders(dealer, self.rules)]
        if path and path[0].isdecimal() and int(path[0]) < len(given):
            return bid_of(given[int(path[0])])
        return bid_of(next(iter((*missing, *given)), 1))

    def field_of_call(self, path: Sequence[str]) -> str:
        """Return the name of the field that shows a refusal of a call.

        ``path`` is the part of the refusal's path after ``bidding``: ``["0", "1"]`` for ``bidding.0.1``, the
        bid of the first call. If the path names no call, return the player's field in the first row.
        """
        filled = self._filled()
        if not path or not path[0].isdecimal() or int(path[0]) >= len(filled):
            return caller_of(1)
        caller, call = filled[int(path[0])]
        return call if path[1:] == ["1"] else caller

    def _filled(self) -> list[tuple[str, str]]:
        return [names for names in self._rows() if any(self._chosen(name) for name in names)]

    def _rows(self) -> list[tuple[str, str]]:
        rows = [(caller_of(row), call_of(row)) for row in range(1, MOST_SAID + 1)]
        return [names for names in rows if names[0] in self.fields]

    def _chosen(self, name: str) -> str:
        return str(self[name].value() or "")

    # For the template

    @property
    def has_second_bids(self) -> bool:
        """Return whether players may bid again. If so, the bidding is entered call by call only."""
        return can_bid_again(self.rules)

    @property
    def bid_fields(self) -> list[forms.BoundField]:
        """Return the fields of the regular bids, in seat order. Raises KeyError if players may bid again."""
        return [self[bid_of(seat)] for seat in self.seating.seats()]

    @property
    def has_bids(self) -> bool:
        return any(field.value() for field in self.bid_fields)

    @property
    def calls(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the rows of the calls, each with the field for the player and the field for the call."""
        return [(self[caller], self[call]) for caller, call in self._rows()]

    @property
    def new_calls(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the rows that were not on the page that the user sent; empty if nothing was sent."""
        return [row for row in self.calls if self.is_bound and row[0].name not in self.data]

    @property
    def has_calls(self) -> bool:
        return bool(self._filled())


def _stands_in(row: int, filled: Mapping[str, Any]) -> bool:
    return bool(filled.get(caller_of(row)) or filled.get(call_of(row)))
