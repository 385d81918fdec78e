"""The forms that plan an event, or plan it again: name, law set, players, wishes and settings."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, ngettext
from laws.templatetags.sentences import translated
from scoring.clubs.models import Club, Member
from scoring.events.planning.domain.event_games import ODD, kind_fault, odd_fault, offers, sizes_of
from scoring.events.planning.domain.kinds import KINDS, EveningKind
from scoring.events.planning.domain.settings import DEFAULTS, OFFERED, EventSetting
from scoring.events.planning.forms.event_changes import details_fields
from scoring.events.planning.forms.named_players import NamedPlayersForm
from scoring.events.planning.forms.settings import (
    FIELDS,
    Group,
    fitted,
    groups_of,
    setting_field,
    value_of,
    with_labels,
    written,
)
from scoring.events.planning.services.event_changes import wishes_kept
from scoring.events.planning.services.law_sets import chosen_besides, variations_of
from scoring.events.state import EventState, settings_of
from scoring.game.games import GAMES
from scoring.game.games.family import READ_WITH
from scoring.game.names import LONGEST_REASON
from scoring.tables.forms.law_choices import LawChoicesForm, game_choices, written_value
from scoring.web.keys import key_field
from scoring.web.pages import whole
from scoring.web.refusals import refuse

USUAL_PLAYERS = 16
"""The number of players for which the form proposes rounds until it knows their number."""


class EventForm(NamedPlayersForm, LawChoicesForm):
    # In an event nobody cuts out, because the movement seats the players. Settings of the event decide who
    # deals first and how long a table plays.
    not_offered = (*READ_WITH["cutting out"], "next_game_dealer", "target_reached")
    field_order = ("find", "key", "game", "law_set", "players", "count", "file", "members")
    key = key_field()
    game = forms.ChoiceField(label=pgettext_lazy("what is played", "Game"), required=False)
    law_set = forms.ChoiceField(label=gettext_lazy("Law set"))
    count = forms.CharField(
        label=gettext_lazy("Players expected"),
        required=False,
        max_length=4,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=gettext_lazy("Until you have the names: try a number here. It is not kept."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        files: Any = None,
        *,
        members: Sequence[Member],
        club: Club,
        earlier: EventState | None = None,
        kind: str = "",
    ) -> None:
        """``earlier`` is an event to copy: its details, game, law choices and settings fill the form in.

        ``kind`` is the slug of the kind of evening that is chosen when the form opens. If the earlier event
        was of another kind, its ranking, prizes and number of rounds are not copied.
        """
        usual = earlier.settings.kind if earlier else DEFAULTS.kind
        chosen = str((data or {}).get("movement_kind") or kind)
        self.kind = KINDS.get(chosen) or KINDS[usual]
        data, self.left_out = fitted(data, self.kind)
        initial: dict[str, object] = {"game": "cinch", "law_set": club.law_set}
        if earlier:
            initial = {"game": earlier.event.game, "law_set": earlier.event.law_set.slug}
            initial |= _values_of(earlier)
        super().__init__(data, files, auto_id="%s", initial=initial)
        chosen_game = str(self["game"].value())
        self.offer_laws(club, GAMES.get(chosen_game))
        offered = [
            game for game in GAMES.values() if game.key == chosen_game or not kind_fault(game, self.kind)
        ]
        self.fields["game"].choices = game_choices(offered)  # type: ignore[attr-defined]  # a choice field
        self.fields["members"].choices = [(str(member.pk), member.name) for member in members]  # type: ignore[attr-defined]  # a choice field
        self.club = club
        self.member_names = {member.pk: member.name for member in members}
        self.fields |= details_fields()
        self.left_out += self.variations_gone()
        played = GAMES.get(str(self["game"].value()), GAMES["cinch"])
        self.fields |= {
            name: setting_field(setting, self.kind, played)
            for name, setting in FIELDS.items()
            if offers(setting.name, self.kind, played)
        }
        self.fields["movement_kind"].initial = self.kind.slug
        self.fields["deals_per_round"].initial = ""  # depends on the chosen game
        self.fields["rounds"].initial = ""  # depends on the kind and the players
        self.laws_of_evening = self.kind.laws_in(played)
        self._say_rounds_for(USUAL_PLAYERS)
        self.fields["name"].help_text = gettext("Every event needs a name.")
        self.fields["players"].help_text = self.about_names(played)
        self.fields["movement_move_after_seconds"].initial = str(OFFERED["move_after_seconds"])
        if earlier and earlier.settings.kind != self.kind.slug:
            for name in ("movement_kind", "movement_tie_breaks", "movement_prizes", "rounds"):
                del self.initial[name]

    def propose_players_of(self, earlier: EventState) -> None:
        super().propose_players_of(earlier)
        self._say_rounds_for(sum(entrant.member.left_at is None for entrant in earlier.at_the_end))

    def _say_rounds_for(self, players: int | None) -> None:
        self.fields["rounds"].help_text = self["rounds"].help_text = self._about_rounds(players)

    def _about_rounds(self, players: int | None) -> str:
        if players is None or (self.kind.keeps_pairs and players % 2):
            return gettext("Leave empty for the number that fits this kind of evening.")
        size = ngettext("{count} player", "{count} players", players)
        if self.kind.keeps_pairs:
            size = ngettext("{count} pair", "{count} pairs", players // 2)
        text = gettext("Leave empty for the number that fits this kind of evening: %(rounds)s for %(size)s.")
        text %= {"rounds": self.kind.rounds_for(players), "size": translated(size)}
        why = self.kind.why_not_whole(players)
        return f"{text} {translated(why)}" if why else text

    @property
    def sizes(self) -> str:
        """Game → possible table sizes if ``odd`` is "uneven-tables", the usual size first. As JSON."""
        return json.dumps({key: sizes_of(game, "uneven-tables") for key, game in GAMES.items()})

    @property
    def groups(self) -> list[Group]:
        return groups_of(self)

    def clean(self) -> dict[str, Any]:
        """Refuse a game that does not fit the kind of evening or the sizes of the tables.

        Also show how many rounds are proposed for the entered players.
        """
        typed = super().clean() or {}
        if fault := kind_fault(self.chosen_game, self.kind):
            self.add_error("game", translated(fault))
        odd = self.data.get("movement_odd") or ODD[0]
        if self.kind.has_setting("odd") and (fault := odd_fault(self.chosen_game, odd)):
            # The sizes were chosen for another game, so the error is shown at the field of the game.
            self.errors.pop("movement_odd", None)
            self.add_error("game", translated(fault))
        with suppress(InvalidInput):  # `values` refuses a wrong number of players
            self._say_rounds_for(None if self.has_wrong_lines else self.how_many() or USUAL_PLAYERS)
        return typed

    @property
    def kinds(self) -> list[tuple[EveningKind, Sentence]]:
        """The kinds of evening to choose from, each with its text for the chosen game."""
        game = GAMES.get(str(self["game"].value()), GAMES["cinch"])
        sizes = sizes_of(game, "uneven-tables")
        return [(kind, kind.text_in(game, sizes)) for kind in KINDS.values()]

    of_odd_tables = json.dumps([kind.slug for kind in KINDS.values() if kind.has_setting("odd")])
    """The kinds of evening with settings for tables of another size, as JSON."""

    @property
    def odd_tables(self) -> list[str]:
        """The values of ``odd`` that can be chosen. Empty if the form does not offer this setting."""
        field: Any = self.fields.get("movement_odd")
        return [value for value, _text in field.choices] if field else []

    @property
    def is_about_somebody(self) -> bool:
        """Whether any players, or the expected number of players, were entered."""
        return any(str(self[name].value() or "").strip() for name in ("players", "count", "members"))

    def how_many(self) -> int:
        """Return the number of players who are named or, if nobody is named, the expected number.

        Without either, return 0. Raises InvalidInput under ``count`` if the expected number is not a whole
        number.
        """
        named, expected = len(self.entered()), _number(self.cleaned_data.get("count"))
        if named or expected is None:
            return named
        if not isinstance(expected, int):
            raise InvalidInput({"count": gettext("A whole number of players.")})
        return expected

    def values(self) -> dict[str, Any]:
        """Return the arguments of `events.create`.

        Raises InvalidInput under ``players`` for wrong lines of the list.
        """
        typed = self.cleaned_data
        movement = {
            name.removeprefix("movement_"): value_of(setting, typed.get(name))
            for name, setting in FIELDS.items()
            if name.startswith("movement_") and name in self.fields and self._is_sent(name, setting)
        }
        law_set = typed["law_set"]
        return {
            "key": typed.get("key"),
            **{name: typed.get(name) for name in details_fields() if name in self.fields},
            "game": typed.get("game") or self.initial["game"],
            "law_set": law_set,
            "players": self.entered(),
            "rounds": _number(typed.get("rounds")),
            "deals_per_round": _number(typed.get("deals_per_round")),
            "movement": movement,
            "wishes": self.wishes(movement["lists"]),
            "variations": typed.get("variations") or None,
            "parameters": self.parameters() or None,
        }

    def _is_sent(self, name: str, setting: EventSetting) -> bool:
        if setting.kind == "order":
            # A browser sends nothing if no box is ticked. The hidden field proves that the boxes were shown.
            return "shown_kind" in self.data or any(key.startswith(name) for key in self.data)
        return name in self.data or setting.kind == "names"

    def refuse(self, refusal: InvalidInput) -> None:
        """Show each error at its field. An error about a named player contains the player's name.

        If only an expected number of players was entered, errors about the players are shown at this number.
        """
        errors = dict(with_labels(refusal, self.chosen_game).errors)
        if "players" in errors and "count" in self.fields and not self.entered():
            field = "count" if self.cleaned_data.get("count") else "players"
            errors[field] = errors.pop("players")
        for place, name in enumerate(self.entered(), start=1):
            path = f"players.{place}"
            if isinstance(name, str) and path in errors:
                about = gettext("“%(name)s”: ") % {"name": name.strip()}
                errors[path] = [
                    reason if name.strip() in reason else f"{about}{translated(reason)}"
                    for reason in errors[path]
                ]
        if "name" in errors and not self.cleaned_data.get("name"):
            errors["name"] = [gettext("Give the event a name.")]
        refuse(self, InvalidInput(errors, law=refusal.law))


class PlanAgainForm(EventForm):
    """The form that plans an event again.

    The values of the old event fill the form in, and the new event gets the same players.
    """

    is_about_somebody = True

    def __init__(self, data: Mapping[str, Any] | None = None, *, state: EventState) -> None:
        super().__init__(data, members=(), club=state.event.club, earlier=state)
        self.state = state
        self.people = len(state.here)
        self._say_rounds_for(self.people)
        for name in ("players", "count", "file", "members"):
            del self.fields[name]
        self.fields["reason"] = forms.CharField(
            label=gettext("Why is it planned again?"), max_length=LONGEST_REASON, required=False
        )

    def how_many(self) -> int:
        return self.people

    @property
    def names(self) -> dict[int, str]:
        return dict(enumerate([entrant.member.name for entrant in self.state.here], start=1))

    @property
    def draws_pairs(self) -> bool:
        """Whether the draw makes the pairs. It does in an evening of pairs if nobody has named a partner."""
        # The old event may have kept no pairs, so the wishes decide.
        wishes = wishes_kept(self.state, None).values()
        return self.is_of_pairs and not any("partner" in wished for wished in wishes)

    def wishes(self, lists: Any) -> dict[int, dict[str, Any]]:
        """Return the wishes from the old event, see `wishes_kept`."""
        return wishes_kept(self.state, self.kind)

    def values(self) -> dict[str, Any]:
        """Return the argument ``plan`` of `plan_again`."""
        values = super().values()
        return {name: value for name, value in values.items() if name not in ("key", "players", "wishes")}


def _number(text: str | None) -> object:
    return whole(text.strip()) if text and text.strip() else None


def _values_of(state: EventState) -> dict[str, object]:
    chosen = {f"parameters_{name}": written_value(value) for name, value in chosen_besides(state).items()}
    settings = {
        name: written(setting, getattr(state.settings, setting.name)) for name, setting in FIELDS.items()
    }
    # A number of rounds that was only proposed is not copied. The form proposes a number for the new players.
    planned = settings_of(state.event, state.changes, 0).rounds
    is_proposed = planned == state.settings.evening.rounds_for(len(state.starters))
    settings["rounds"] = "" if is_proposed else str(planned)
    return {**asdict(state.event.details), "variations": variations_of(state), **chosen, **settings}
