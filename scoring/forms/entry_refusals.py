"""The keys of an entry one by one: what was tapped on each, and beside which a refusal stands."""

from typing import Any

from django import forms

from laws.domain.errors import InvalidInput
from scoring.forms.refusals import reason_with_law
from scoring.tables.forms.bidding import BiddingForm
from scoring.tables.forms.keys import WON, taken_by, whole


class AnsweringForm(BiddingForm):
    """The part of an entry that reads its keys, and says beside them what is refused."""

    dealer: int

    @property
    def has_several(self) -> bool:
        """Return whether more than two sides play, so that one total does not tell the other."""
        return self.seating.side_count > 2

    def _by_point(self) -> bool:
        return self._text("detail") == WON

    def _totals(self) -> list[str]:
        """Return the names of the fields of the totals: of the maker's side or, of more than two, of each."""
        return [taken_by(side) for side in self.seating.sides()] if self.has_several else ["points"]

    def _text(self, name: str) -> str:
        value = self[name].value() if name in self.fields else ""
        return value if isinstance(value, str) else "" if value is None else str(value)

    def _words(self, name: str) -> list[str]:
        return [str(word) for word in self[name].value() or []]

    def _number(self, name: str) -> Any:
        return whole(text) if (text := self._text(name)) else None

    def refuse(self, refusal: InvalidInput) -> None:
        """Put each reason of a refusal beside the key it concerns; those of no key above the form."""
        self.full_clean()
        for path, reasons in refusal.errors.items():
            name = self._field_of(path.split("."))
            for reason in reasons:
                self.add_error(name, reason_with_law(reason, refusal.law))

    def _field_of(self, path: list[str]) -> str | None:
        names = path[1:] if path[0] == "deal" else path
        if not names:
            return None
        if names[0] == "bidding":
            return self.field_of_call(names[1:])
        if names[0] == "bids":
            return self.field_of_bid(names[1:], self._number("dealer") or self.dealer)
        if names[0] == "won" and len(names) > 1 and f"won_{names[1]}" in self.fields:
            return f"won_{names[1]}"
        table = {"won": "detail", "penalties": "revoke", "points": "points"}
        name = table.get(names[0], names[0])
        if name == "points" and (self._by_point() or self.has_several):
            return "detail"
        return name if name in self.fields else None

    @property
    def answering(self) -> list[forms.BoundField]:
        """Return the fields beside which a refusal can stand."""
        lone = (
            "bid",
            "maker",
            "trump",
            "detail",
            *self._totals(),
            "dead",
            "revoke",
            "foul_hand",
            "claimed_side",
            "claimed_points",
            "misdeal",
            "dealer",
        )
        names = [name for name in lone if name in self.fields]
        names += [f"won_{point}" for point in self.rules.worth]
        of_the_calls = [field for row in self.calls for field in row]
        return [self[name] for name in names] + self.said_fields + of_the_calls
