"""The law sets that an event is played under: its own, and that of its tables of three."""

from collections.abc import Mapping, Sequence

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.parameters import Value
from laws.domain.sentences import _
from laws.models import LawSetRevision
from laws.services import pin
from scoring.events.domain.settings import EventSettings
from scoring.events.domain.values import FULL, GAME_OF_THREE
from scoring.game.games import GAMES
from scoring.tables.services import tables


def pinned(
    settings: EventSettings,
    game: object,
    law_set: object,
    law_set_at_three: object,
    parameters: Mapping[str, Value] | None,
    variations: Sequence[str] | None,
) -> tuple[LawSetRevision, LawSetRevision | None]:
    """Return the event's law set and that of its tables of three, None where it has no such tables."""
    family_game = tables.game_named(game)
    if family_game.players != FULL:
        raise InvalidInput(
            {"game": _("The tables of an evening seat four; three play by the movement's setting “odd”.")}
        )
    laws = _played(tables.pinned_law_set(law_set, parameters, variations, family_game), settings)
    at_three = _laws_at_three(laws, law_set_at_three, settings)
    return pin(laws), pin(at_three) if at_three else None


def _laws_at_three(laws: LawSet, named: object, settings: EventSettings) -> LawSet | None:
    if settings.odd != "table-of-three":
        if named is not None:
            raise InvalidInput({"law_set_at_three": _("This event has no tables of three.")})
        return None
    if named is None and GAME_OF_THREE in laws.games:
        return laws
    if named is None:
        named = next(slug for slug, each in library.law_sets().items() if GAME_OF_THREE in each.games)
    try:
        at_three = tables.pinned_law_set(named, None, None, GAMES[GAME_OF_THREE])
    except InvalidInput as refusal:
        raise InvalidInput({"law_set_at_three": refusal.reasons}) from refusal
    return _played(at_three, settings)


def _played(laws: LawSet, settings: EventSettings) -> LawSet:
    """Return a law set as an evening plays by it: a round goes on where a side reaches the game, or not."""
    return laws.derive({"target_reached": "played-out"}) if settings.reaching_target == "played-out" else laws
