"""A setting: the value that one law set gives to one parameter, with its law and how sure that is.

A variation is a named group of settings that depart from the law set's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from laws.domain.parameters import Value, from_json, to_json

Status = Literal["stated", "inferred", "open", "fallback", "override", "variation"]
STATUSES: Mapping[Status, str] = {
    "stated": "the law set says so",
    "inferred": "it follows from what the law set says",
    "open": "the sources do not say: this is our marked default, and a club may choose otherwise",
    "fallback": "this law set is silent and the one it falls back on decides",
    "override": "chosen for this table or club",
    "variation": "a variation that was chosen",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter's value in a law set. ``law`` is the id to cite; ``note`` says why, where needed."""

    value: Value
    status: Status
    law: str | None
    note: str = ""

    def canonical(self) -> dict[str, object]:
        """Return the setting in a form that JSON can hold."""
        return {"value": to_json(self.value), "status": self.status, "law": self.law, "note": self.note}

    @classmethod
    def from_canonical(cls, data: Mapping[str, object]) -> "Setting":
        """Return the setting that ``canonical`` wrote down."""
        return cls(
            value=from_json(data["value"]),
            status=cast(Status, data["status"]),
            law=cast("str | None", data["law"]),
            note=cast(str, data["note"]),
        )


Settings = Mapping[str, Setting]


def settings_to_json(settings: Settings) -> dict[str, object]:
    """Return settings, by parameter, in a form that JSON can hold."""
    return {name: setting.canonical() for name, setting in settings.items()}


def settings_from_json(data: object) -> dict[str, Setting]:
    """Return the settings that ``settings_to_json`` wrote down."""
    entries = cast(Mapping[str, Mapping[str, object]], data)
    return {name: Setting.from_canonical(entry) for name, entry in entries.items()}


@dataclass(frozen=True, slots=True)
class Variation:
    """A way of playing that a book lists beside its own: overrides of parameters and nothing else."""

    slug: str
    title: str
    law: str
    settings: Settings

    def canonical(self) -> dict[str, object]:
        """Return the variation in a form that JSON can hold."""
        return {"title": self.title, "law": self.law, "settings": settings_to_json(self.settings)}

    @classmethod
    def from_canonical(cls, slug: str, data: Mapping[str, object]) -> "Variation":
        """Return the variation that ``canonical`` wrote down."""
        return cls(
            slug, cast(str, data["title"]), cast(str, data["law"]), settings_from_json(data["settings"])
        )
