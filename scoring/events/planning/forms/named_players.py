"""The players in the form for a new event: a list of names, a file, and members to pick."""

import json
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from scoring.clubs.domain.headings import CALLED, HEADINGS, OF_NAMES, ROWS_ABOVE
from scoring.clubs.domain.name_lists import ListedName, NameList, must_be_sound
from scoring.clubs.list_forms import LIST_FILES, typed_list
from scoring.events.people.domain.list_columns import (
    NamedWishes,
    pairs_to_draw,
    read_listed,
    tables_too_high,
    wish_columns,
    with_numbers,
    written_list,
)
from scoring.events.people.domain.pairs import SIGNS, WORDS, notes_on_pairs, reader_of_pairs
from scoring.events.planning.domain.kinds import KINDS, EveningKind
from scoring.events.planning.forms.settings import FIELDS, value_of
from scoring.events.state import EventState
from scoring.game.games import GAMES, GameKind
from scoring.game.names import finder

LONGEST_LIST = 40_000
"""The most characters in the list of names: enough for four hundred of the longest names."""


class NamedPlayersForm(forms.Form):
    """The players of a new event. ``kind`` is the kind of evening; ``member_names`` maps member id → name."""

    kind: EveningKind
    member_names: dict[int, str]
    listed = NameList((), "")

    players = forms.CharField(
        label=gettext_lazy("Names"),
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file with the names"),
        required=False,
        help_text=gettext_lazy("CSV or XLSX. It is shown line by line before anything is planned."),
        widget=forms.ClearableFileInput(attrs={"accept": LIST_FILES}),
    )
    members = forms.MultipleChoiceField(
        label=gettext_lazy("Members"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def propose_players_of(self, earlier: EventState) -> None:
        """Fill in the players who were present at the end of an earlier event, with their wishes.

        Members who have left the club are missing.
        """
        self.initial["players"] = _names_at_the_end(earlier)

    def clean(self) -> dict[str, Any]:
        """Parse the list of names. The names from a file are put into the field ``players``."""
        typed = super().clean() or {}
        is_known = finder(dict.fromkeys(self.member_names.values(), True))
        self.listed = typed_list(self, "players", reader_of_pairs(self.kind, is_known))
        return typed

    @property
    def chosen_game(self) -> GameKind:
        """The game that was sent. Without a valid game, the game that the form proposes."""
        return GAMES[self.cleaned_data.get("game") or self.initial["game"]]

    @property
    def is_of_pairs(self) -> bool:
        return self.kind.keeps_pairs

    @property
    def is_played_alone(self) -> bool:
        """Whether everybody plays alone in the game that the form shows."""
        game = GAMES.get(str(self["game"].value()))
        return game is not None and not game.seating.has_partners

    @property
    def takes_partners(self) -> bool:
        """Whether a line such as "Ann & Bob" names two fixed partners.

        False in a game that everybody plays alone, and in a kind of evening that decides who are partners. In
        an evening of pairs such a line names a pair.
        """
        return not self.kind.fixes_partners and not self.is_played_alone

    @property
    def keeps_apart(self) -> bool:
        return self.kind.refused_wish("keep_apart") is None

    def about_names(self, game: GameKind) -> str:
        """Return the help text of the list of names. The text says which columns the list can have."""
        columns = [gettext(CALLED[column]) for column in ("name", *wish_columns(self.kind, game))]
        about = gettext(
            "A line for each player. A new name joins the club as a player. With a heading line there can be "
            "more columns: %(columns)s."
        )
        if self.kind.keeps_pairs:
            about = gettext(
                "A line for each pair. A new name joins the club as a player. With a heading line there can "
                "be more columns: %(columns)s."
            )
        return about % {"columns": "; ".join(columns)}

    lines_above = ROWS_ABOVE
    """The most lines that the list may have above its headings."""

    @property
    def headings(self) -> str:
        """The words that are understood as headings of a list of names, as JSON."""
        return json.dumps(sorted(word for column in OF_NAMES for word in HEADINGS[column]))

    of_pairs = json.dumps([kind.slug for kind in KINDS.values() if kind.keeps_pairs])
    """The kinds of evening that keep partners together, as JSON."""
    of_partners = json.dumps([kind.slug for kind in KINDS.values() if not kind.fixes_partners])
    """The kinds of evening in which a line such as "Ann & Bob" names two fixed partners, as JSON."""
    played_alone = json.dumps([game.key for game in GAMES.values() if not game.seating.has_partners])
    """The games in which everybody plays alone, as JSON."""
    between_partners = f"{SIGNS.pattern}|{WORDS.pattern}|[;\\t]"
    """A regular expression for the browser: what separates partners in an evening of pairs."""
    sign_of_partners = SIGNS.pattern
    """A regular expression for the browser: what separates fixed partners in any other evening."""

    @property
    def picked(self) -> list[int]:
        return [int(member) for member in self.cleaned_data.get("members", ())]

    def entered(self) -> list[str | int]:
        """Return all players: first the ids of the picked members, then the names in the list."""
        return [*self.picked, *(line.name for line in self.listed.lines)]

    @property
    def names(self) -> dict[int, str]:
        """Position → name. The position is that of the player in `entered`, counted from 1."""
        picked = [self.member_names[member] for member in self.picked]
        return dict(enumerate([*picked, *(line.name for line in self.listed.lines)], start=1))

    @property
    def will_draw_pairs(self) -> bool:
        """Whether the draw makes the pairs of the entered players.

        It does in an evening of pairs if no line of the list names a partner. False while nobody is entered.
        """
        has_partner = any(line.wishes.get("partner") for line in self.listed.lines)
        return self.is_of_pairs and bool(self.entered()) and not has_partner

    def previewed(self) -> list[tuple[ListedName, str]]:
        """Return each line of the list with its status for `preview_of`: "fault", "known" or "new".

        Also adds the notes on these lines to ``self.listed``.
        """
        lines = self._lines_read()
        notes = (
            *self.listed.notes,
            *tables_too_high(lines, self.chosen_game.seating, len(self.picked)),
            *(pairs_to_draw(lines, {}) if self.is_of_pairs else notes_on_pairs(lines)),
        )
        self.listed = replace(self.listed, notes=notes)
        known = set(self.member_names.values())
        return [(line, "fault" if line.fault else "known" if line.name in known else "new") for line in lines]

    @property
    def has_wrong_lines(self) -> bool:
        """Whether any line of the list of names will be refused."""
        return any(line.fault for line in self._lines_read())

    def _lines_read(self) -> list[ListedName]:
        lists = value_of(FIELDS["movement_lists"], self.cleaned_data.get("movement_lists"))
        return self._read_listed(lists)[0]

    def wishes(self, lists: Any) -> dict[int, dict[str, Any]]:
        """Return position → wishes for the listed players. ``lists`` are the event's prize lists.

        The position is that of the player in `entered`, counted from 1. Raises InvalidInput under ``players``
        with every wrong line.
        """
        lines, wishes = self._read_listed(lists)
        must_be_sound(lines, "players")
        names = [self.member_names[member] for member in self.picked] + [line.name for line in lines]
        places = {name: place for place, name in enumerate(names, start=1)}
        return {places[name]: wished for name, wished in with_numbers(wishes, places).items()}

    def _read_listed(self, lists: Any) -> tuple[list[ListedName], NamedWishes]:
        others = [self.member_names[member] for member in self.picked]
        return read_listed(self.listed.lines, lists, self.chosen_game.seating, others, kind=self.kind)


def _names_at_the_end(state: EventState) -> str:
    here = [entrant for entrant in state.at_the_end if entrant.member.left_at is None]
    partners = state.partners_among(here)
    names = {entrant.member_id: entrant.member.name for entrant in here}
    wishes = {}
    for entrant in here:
        wished = dict(state.attendance.wishes_of(entrant))
        if entrant.member_id in partners:
            wished["partner"] = partners[entrant.member_id]
        wishes[entrant.member.name] = wished
    kind = state.settings.evening
    joins_partners = kind.keeps_pairs or not kind.fixes_partners
    return written_list(wishes, names, state.settings.lists, gettext, joins_partners=joins_partners)
