"""The law sets of an event: for its usual tables and for its tables of three."""

from collections.abc import Mapping, Sequence

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet, Settings
from laws.domain.parameters import Value
from laws.domain.sentences import _
from laws.models import LawSetRevision
from laws.queries import law_set_named
from laws.services import pin
from scoring.events.planning.domain.event_games import THREE, check_game, game_at
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.state import EventState
from scoring.game.games import GameKind
from scoring.tables.services import tables

EVENING_FIGURES: Mapping[str, Value] = {"target_reached": "played-out"}
"""The law parameters, with their values, that an event sets if its rounds are played to the last deal."""


def pinned(
    settings: EventSettings,
    game: GameKind,
    law_set: object,
    law_set_at_three: object,
    parameters: Mapping[str, Value] | None,
    variations: Sequence[str] | None,
) -> tuple[LawSetRevision, LawSetRevision | None]:
    """Store the event's law set and the law set of its tables of three. Return the two stored revisions.

    The second revision is None if the event cannot have tables of three. ``law_set_at_three`` must name the
    law set that `of_tables_of_three` returns, or be None.

    Raises InvalidInput:

    - for the reasons of `tables.pinned_law_set`
    - under ``law_set_at_three`` for another law set than that of the tables of three
    - under "movement.NAME" for a setting that does not fit the game or the law set
    """
    check_game(game, settings)
    laws = played(tables.pinned_law_set(law_set, parameters, variations, game), game, settings)
    at_three = of_tables_of_three(_for_other_games(laws, game, law_set), game, settings)
    _check_named(law_set_at_three, at_three)
    _must_say_who_deals(settings, laws.for_game(game.slug))
    return pin(laws), pin(at_three) if at_three else None


def _for_other_games(laws: LawSet, game: GameKind, law_set: object) -> LawSet:
    # If the published law set has separate settings for this game, the parameters chosen for the event apply
    # to this game alone. Tables with another game then play under the published law set.
    named = law_set_named(law_set)
    return laws if named.for_game(game.slug) is named else named


def of_tables_of_three(laws: LawSet, game: GameKind, settings: EventSettings) -> LawSet | None:
    """Return the law set of tables of three, changed by `played`. None if the event has no such tables.

    This is ``laws`` if it has the game of these tables, otherwise the default law set.
    """
    of_three = game_at(game, THREE) if settings.odd == "table-of-three" else None
    if of_three is None:
        return None
    return played(laws if of_three.slug in laws.games else library.common_law_set(), of_three, settings)


def _check_named(named: object, at_three: LawSet | None) -> None:
    if named is None or (at_three is not None and named == at_three.slug):
        return
    reason = _("This event has no tables of three.")
    if at_three is not None:
        reason = _("Tables of three play under {law_set}.", law_set=at_three.title)
    raise InvalidInput({"law_set_at_three": reason})


def _must_say_who_deals(settings: EventSettings, laws: LawSet) -> None:
    if settings.cuts_for_deal and laws.is_open("first_dealer"):
        reason = _("{law_set} does not say which cut deals first: seat one begins.", law_set=laws.title)
        raise InvalidInput({"movement.first_deal": reason})


def played(laws: LawSet, game: GameKind, settings: EventSettings) -> LawSet:
    """Return the law set, changed if the event plays each round to its last deal.

    A round then goes on after a side has reached the game, and the highest bid does not win the game at once.
    """
    if settings.stops_at_target:
        return laws
    return laws.chosen_for(game.slug, EVENING_FIGURES)


def _set_by_evening(settings: EventSettings) -> Mapping[str, Value]:
    return {} if settings.stops_at_target else EVENING_FIGURES


def chosen_in(laws: LawSet, settings: EventSettings) -> Settings:
    """Return the chosen settings of a table's law set, without those that `played` set."""
    return {name: setting for name, setting in laws.chosen.items() if name not in _set_by_evening(settings)}


def chosen_besides(state: EventState) -> dict[str, Value]:
    """Return parameter → value for the parameters that the director chose one by one.

    Values of the published law set, and values that a variation or `played` sets, are left out.
    """
    laws, game = state.law_set, state.terms.game
    book = law_set_named(laws.slug)
    named, own = played(book, game, state.settings).for_game(game.slug), laws.for_game(game.slug)
    varied = {name for slug in variations_of(state) for name in book.variations[slug].settings}
    return {name: own[name] for name in own.chosen if own[name] != named[name] and name not in varied}


def variations_of(state: EventState) -> list[str]:
    """Return the slugs of the variations that were chosen for an event.

    A variation counts as chosen if the event's law set has all its values, and marks at least one of these
    values as set by a variation. The mark is needed because the published law set can have the same values.
    Values that `played` sets are not compared.
    """
    own, book = state.law_set.for_game(state.terms.game.slug), law_set_named(state.law_set.slug)
    of_evenings = _set_by_evening(state.settings)
    chosen = []
    for slug, variation in book.variations.items():
        figures = {name: each for name, each in variation.settings.items() if name not in of_evenings}
        # An old revision may lack a parameter that was added later.
        mine = {name: own.settings[name] for name in figures if name in own.settings}
        is_chosen = mine.keys() == figures.keys() and all(
            (mine[name].value, mine[name].law) == (figure.value, figure.law)
            for name, figure in figures.items()
        )
        if is_chosen and any(setting.status == "variation" for setting in mine.values()):
            chosen.append(slug)
    return chosen
