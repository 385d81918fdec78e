"""The games that can be scored: their law sets, parameters, and a worked deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from laws import library
from laws.domain.errors import InvalidInput, not_among
from laws.domain.lawset import ExplainedSetting, Law, LawSet, Settings, explained
from laws.domain.sentences import _
from laws.queries import law_set_named
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import format_deal, parse_deal, score_answer
from scoring.game.penalty_effects import effects_in
from scoring.game.references import inside
from scoring.game.rules import Rules, rules_of
from scoring.game.score import Score, score
from scoring.game.seating import PerSide


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game that can be scored, with the slugs of the law books that include it."""

    game: GameKind

    @property
    def law_sets(self) -> list[str]:
        return [law_set.slug for law_set in law_sets_with(self.game.slug)]


@dataclass(frozen=True, slots=True)
class GameSheet(GameLine):
    """A game under one law set, for its page and the API: parameters, sources, example deal and advice.

    ``law_set`` must include the game.
    """

    law_set: LawSet

    @property
    def rules(self) -> Rules:
        return rules_of(self.law_set, self.game)

    @property
    def game_law_set(self) -> LawSet:
        """The law set for this game: settings for the game replace the general settings."""
        return self.law_set.for_game(self.game.slug)

    @property
    def own_settings(self) -> Settings:
        """The settings that the law set has for this game only."""
        return self.law_set.game_settings.get(self.game.slug, {})

    @property
    def parameters(self) -> dict[str, ExplainedSetting]:
        """The settings that the law set has for this game only, each with its explanation."""
        return explained(self.own_settings)

    @property
    def ignored(self) -> list[str]:
        """The names of the ``parameters`` that change neither a deal nor a ruling of this game."""
        return [name for name in self.own_settings if not self.game.reads_in_a_form(name)]

    @property
    def effects(self) -> list[str]:
        """The kinds of effects that a director can order by naming seats, sides and points.

        A director can also order effects of the law, which are not listed.
        """
        return list(effects_in(self.game))

    @property
    def sources(self) -> list[str]:
        """The citations of the laws behind `own_settings`, each citation once.

        If there are no such settings, the citation of the law that sets the points.
        """
        laws = {**library.laws(), **self.law_set.laws}
        cited = [setting.law for setting in self.own_settings.values()] or [self.game_law_set.law("points")]
        return list(dict.fromkeys(laws[law].cite for law in cited if law))

    @property
    def worked(self) -> Score | None:
        """The score of the game's example deal. None if `worked_deal` is None."""
        if (example := self.worked_deal) is None:
            return None
        before = PerSide(self.game.example.before) if self.game.example.before else None
        return score(parse_deal(example, self.game, self.law_set), self.law_set, self.game, before)

    @property
    def worked_deal(self) -> Mapping[str, Any] | None:
        """The game's example deal as JSON for the API.

        None if the law set does not allow this deal, for example because a club limits the bids.
        """
        example = self.game.example
        won = {point: example.takers.get(point) for point in self.rules.counting_order}
        deal = {"dealer": example.dealer, "trump": example.trump, "won": won}
        if self.game.has_bidding:
            deal |= {"maker": example.maker, "bid": example.bid}
        if example.called:
            deal["called"] = example.called
        try:
            return format_deal(parse_deal(deal, self.game, self.law_set))
        except InvalidInput:
            return None

    @property
    def takers(self) -> list[tuple[str, str]]:
        """Each point of the game's example deal with its winner (a side or "nobody"), in counting order."""
        example = self.game.example
        of_deal = DealRecord(example.dealer, example.maker, called=example.called)
        seating = self.rules.for_deal(of_deal).seating
        sides = [(point, example.takers.get(point)) for point in self.rules.counting_order]
        return [(point, inside(side, seating) if side else _("nobody")) for point, side in sides]

    @property
    def advice(self) -> list[Law]:
        """The laws in all books that advise on good play and apply to this game."""
        laws = library.laws().values()
        return [law for law in laws if law.kind == "advice" and law.game in self.game.ruled_as]

    @property
    def advice_ids(self) -> list[str]:
        """The ids of the laws that advise on good play and apply to this game."""
        return [law.id for law in self.advice]

    @property
    def worked_example(self) -> dict[str, Any] | None:
        """The example deal as a client sends it, its score, and its source. None if `worked_deal` is None."""
        if (worked := self.worked) is None:
            return None
        return {"deal": self.worked_deal, "score": score_answer(worked), "cite": self.game.example.cite}


def slugs() -> list[str]:
    """Return the slug of each game once, even if the game has forms for different numbers of players."""
    return list(dict.fromkeys(game.slug for game in GAMES.values()))


def law_sets_with(slug: str) -> list[LawSet]:
    return [law_set for law_set in library.law_sets().values() if slug in law_set.games]


def sheet(slug: str, law_set: str | None = None) -> GameSheet:
    """Return the game with this slug under a law set of a book or a club.

    Without ``law_set``, the law set is that of the first book that includes the game. Raises InvalidInput
    under ``game`` for an unknown game, and under ``law_set`` for a law set that is unknown or does not
    include the game.
    """
    if slug not in slugs():
        raise InvalidInput({"game": not_among(slug, slugs(), _("game"))})
    having = {law_set_with.slug: law_set_with for law_set_with in law_sets_with(slug)}
    if law_set is None:
        return GameSheet(GAMES[slug], next(iter(having.values())))
    chosen = having.get(law_set) or law_set_named(law_set)
    if slug not in chosen.games:
        raise InvalidInput({"law_set": not_among(law_set, having, _("law set"))})
    return GameSheet(GAMES[slug], chosen)
