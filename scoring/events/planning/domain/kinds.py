"""The kinds of evening: who competes, how players change places, what is counted, how many rounds a plan has.

Code that counts, shows or prints asks the `EveningKind` and does not compare names of kinds. Only
`play.domain.movement_plan` looks up the movement by the name of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from laws.domain.errors import InvalidInput
from laws.domain.sentences import (
    Reference,
    Sentence,
    Translate,
    TranslateCounted,
    _,
    fill_in,
    gettext_noop,
    in_a_choice,
)
from scoring.events.play.domain.designs import FIRST_ROUNDS, STARTS
from scoring.events.play.domain.values import FULL
from scoring.game.games import GameKind

RANKED_BY = ("progressions", "points", "games", "best-round", "gold", "red", "green", "cinches")
PRIZES = (
    "first",
    "second",
    "third",
    "most-progressions",
    "most-points",
    "most-cinches",
    "most-gold",
    "most-red",
    "most-green",
    "booby",
)
OF_STARS = frozenset(
    {"progressions", "gold", "red", "green", "most-progressions", "most-gold", "most-red", "most-green"}
)
"""The criteria and prizes that count stars. They exist only in kinds of evening where winners move up."""


class Word(Reference):
    """A reference in a sentence to a criterion or a prize, by its name ("gold", "booby").

    Pages show the label of the criterion or prize in place of the name.
    """

    __slots__ = ()

    def translation(self, translate: Translate, counted: TranslateCounted) -> str:
        return str(self)


def word(name: str) -> Word:
    reference = Word(name)
    reference.made_of, reference.begins = (name, None, {}), False
    return reference


BEGINS_AGAIN = gettext_noop("{rounds} rounds: after round {whole} the plan begins again.")
USUAL_ROUNDS = 8
MOST_ROUNDS = 50
LONGEST_PROPOSED = 18
"""A plan with more rounds is not proposed whole. Eighteen rounds of four deals take about five hours."""
USUAL_RANKING = ("progressions", "points", "games", "best-round")
USUAL_PRIZES = ("first", "second", "third", "most-cinches", "booby")


@dataclass(frozen=True, slots=True)
class EveningKind:
    """A kind of evening. ``slug`` is the value of the setting ``kind``.

    - ``text_alone``: a function that returns the text for games that everybody plays alone at tables of the
      given sizes. The field is None if ``text`` fits all games of this kind.
    - ``fixes_partners``: a plan or round 1 decides who are partners in each round.
    - ``is_known_before``: who plays where in each round is known before the evening. Results and new
      draws do not matter.
    - ``needs_fours``: only games of four players in two sides can be played.
    - ``suits_every_game``: every game can be played.
    - ``sizes``: the numbers of players for which a plan exists; empty if any number will do.
    - ``listed``: the numbers of players for which a proven plan is listed. For any other number the program
      searches for a plan. Empty if the kind has no listed plans.
    - ``own_settings``: the settings that this kind has and some other kinds lack.
    - ``laws``: short ids (see `settings`) of the laws that describe this kind; empty if no source describes
      it.
    - ``whole_rounds``: a function that returns the number of rounds of the whole plan for a number of
      players, or None if there is no whole plan.
    - ``proposes_at_least``: the fewest rounds to propose. A whole plan with fewer rounds is repeated until
      the evening is long enough.
    - ``if_shorter``, ``if_longer``: the texts for an evening with fewer or more rounds than the whole plan.
      ``if_ended``: the text for an evening that is over and had fewer rounds than the whole plan.
    - ``may_begin_again``: an evening can have more rounds than the whole plan.
    """

    slug: str
    name: Sentence
    text: Sentence
    text_alone: Callable[[Collection[int]], Sentence] | None = None
    own_settings: frozenset[str] = frozenset()
    laws: tuple[str, ...] = ()
    moves_winners_up: bool = False
    keeps_pairs: bool = False
    fixes_partners: bool = False
    is_known_before: bool = False
    needs_fours: bool = False
    suits_every_game: bool = False
    sizes: tuple[int, ...] = ()
    listed: frozenset[int] = frozenset()
    whole_rounds: Callable[[int], int | None] = lambda _players: None
    proposes_at_least: int = 1
    may_begin_again: bool = True
    if_shorter: str = ""
    if_longer: str = BEGINS_AGAIN
    if_ended: str = ""

    @property
    def ranked_by(self) -> tuple[str, ...]:
        """The default ranking: progressions first where winners move up, otherwise points."""
        return self.fitting(USUAL_RANKING)

    @property
    def prizes(self) -> tuple[str, ...]:
        return self.fitting(USUAL_PRIZES)

    def fitting(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return ``names`` (criteria or prizes) without those that an evening of this kind cannot have."""
        return tuple(name for name in names if self.moves_winners_up or name not in OF_STARS)

    def text_in(self, game: GameKind, sizes: Collection[int]) -> Sentence:
        """Return the text that describes this kind of evening with ``game`` at tables of ``sizes``."""
        return self.text if game.seating.has_partners or not self.text_alone else self.text_alone(sizes)

    def laws_in(self, game: GameKind) -> tuple[str, ...]:
        """Return the short ids of the laws that describe this kind of evening with ``game``.

        Empty unless the laws of Cinch apply to ``game`` and four players play it in two sides: the source
        describes evenings of Cinch only.
        """
        return self.laws if game.is_in_fours and "cinch" in game.ruled_as else ()

    def has_setting(self, name: str, game: GameKind | None = None) -> bool:
        """Return whether evenings of this kind have the setting ``name``.

        If ``game`` has no partners, the evening lacks the settings in `OF_PARTNERS`.
        """
        if game and not game.seating.has_partners and name in OF_PARTNERS:
            return False
        return name not in OF_SOME_KINDS or name in self.own_settings

    @property
    def plans_opponents(self) -> bool:
        """Whether a plan made before the evening decides who meets whom, and with which partner."""
        return self.fixes_partners and self.is_known_before

    def refused_wish(self, name: str) -> Sentence | None:
        """Return why the wish ``name`` of a player cannot be met in this kind, or None if it can be met.

        If a plan decides who meets whom, players cannot be kept apart. They can then choose partners only in
        an evening of pairs, in which the choices make the pairs.
        """
        if name == "partner" and self.plans_opponents and not self.keeps_pairs:
            return _("{kind}: partners change by a plan, so nobody can choose a partner.", kind=self.name)
        if name == "keep_apart" and self.plans_opponents:
            return _("{kind}: a plan decides who meets whom, so nobody can be kept apart.", kind=self.name)
        return None

    def rounds_for(self, players: int | None) -> int:
        """Return the number of rounds to propose for ``players`` players.

        The whole plan is proposed, as many times as needed for `proposes_at_least` rounds. USUAL_ROUNDS are
        proposed if there is no whole plan, if it has more than LONGEST_PROPOSED rounds, or if ``players`` is
        None.
        """
        whole = self.whole_rounds(players) if players else None
        if whole is None or whole > LONGEST_PROPOSED:
            return USUAL_ROUNDS
        return whole * -(-self.proposes_at_least // whole)

    def why_not_whole(self, players: int) -> Sentence | None:
        """Return a sentence if the whole plan is too long for one evening, otherwise None."""
        whole = self.whole_rounds(players)
        if whole is None or whole <= LONGEST_PROPOSED:
            return None
        return _("The whole plan of {whole} rounds is too long for one evening.", whole=whole)

    def about_rounds(self, players: int, rounds: int, *, was_ended: bool = False) -> Sentence | None:
        """Return a sentence about an evening with fewer or more rounds than the whole plan.

        Returns None if ``rounds`` is the length of the whole plan, if the kind has no whole plan for this
        number of players, or if the kind has no text about it.
        """
        whole = self.whole_rounds(players)
        if whole is None or rounds == whole:
            return None
        shorter = self.if_ended if was_ended else self.if_shorter
        text = self.if_longer if rounds > whole else shorter
        return fill_in(text, rounds=rounds, whole=whole) if text else None

    def about_plan(self, players: int) -> Sentence | None:
        """Return a sentence about a plan that the program has to search for, None if it need not search."""
        if not self.listed or players in self.listed:
            return None
        return _(
            "No plan for {players} players is proven to be best. The program searches for one, and more "
            "players may meet again than in the best.",
            players=players,
        )

    def check_players(self, players: int) -> None:
        """Raise InvalidInput under ``players`` if no plan exists for this number of players."""
        if not self.sizes or players in self.sizes:
            return
        near = [count for count in self.sizes if count < players][-1:]
        near += [count for count in self.sizes if count > players][:1]
        reason = _(
            "no whist is known for {count} players: {near} can play one. Any number can play the individual "
            "rotation.",
            count=players,
            near=in_a_choice([str(count) for count in near]),
        )
        raise InvalidInput({"players": reason})

    def check_rounds(self, players: int, rounds: int) -> None:
        """Raise InvalidInput under ``rounds`` if the whole plan is shorter and cannot begin again."""
        whole = self.whole_rounds(players)
        if self.may_begin_again or whole is None or rounds <= whole:
            return
        reason = _(
            "{kind} for {players} players has {whole} rounds, not {rounds}.",
            kind=self.name,
            players=players,
            whole=whole,
            rounds=rounds,
        )
        raise InvalidInput({"rounds": reason})


def _until_all_partnered(players: int) -> int | None:
    # After these rounds everybody has partnered everybody, unless two or three players sit out each round.
    return players - (players % FULL == 0) if players >= FULL else None


def _until_all_pairs_met(players: int) -> int | None:
    pairs, alone = divmod(players, 2)
    return None if alone or pairs < 2 else pairs - 1 + pairs % 2


def _until_partners_repeat(players: int) -> int | None:
    return players // FULL if players >= FULL else None


def _winners_alone(sizes: Collection[int]) -> Sentence:
    # `outcome.sides_winning` decides who goes up.
    if max(sizes) == 2:
        return _("The better player at a table goes up one table. Everybody plays alone.")
    if min(sizes) == 2:
        return _(
            "The two best players at a table go up one table, or the better one at a table of two. At a head "
            "table of three only the best stays, unless the losers stay too. Everybody plays alone."
        )
    if min(sizes) == 3:
        return _(
            "The two best players at a table go up one table. At a head table of three only the best stays, "
            "unless the losers stay too. Everybody plays alone."
        )
    return _("The two best players at a table go up one table. Everybody plays alone.")


OF_PARTNERS = frozenset({"head_winners", "split", "mixed_pairs"})
"""The settings that exist only in games with partners."""
ODD_TABLES = frozenset({"mixed_pairs", "odd", "deals_at_three", "points_at_three"})
MET_IN_PART = gettext_noop("{rounds} of {whole} rounds: not everybody will have played with everybody.")
HAVE_MET_IN_PART = gettext_noop("Not everybody has played with everybody.")

KINDS: Mapping[str, EveningKind] = MappingProxyType(
    {
        kind.slug: kind
        for kind in (
            EveningKind(
                "winner-progressive",
                _("Winners move up"),
                _(
                    "The winners of a table go up one table and take new partners there. At table 1 partners "
                    "stay together, unless the settings say otherwise."
                ),
                text_alone=_winners_alone,
                own_settings=ODD_TABLES | {"head_losers", "head_winners", "split", "ties"},
                laws=("progressive-cinch/winners-move-up",),
                moves_winners_up=True,
            ),
            EveningKind(
                "pairs-up",
                _("Winning pairs move up"),
                _("Partners stay together all evening, and the winning pair goes up one table."),
                own_settings=frozenset({"head_losers", "ties"}),
                laws=("progressive-cinch/winners-move-up",),
                moves_winners_up=True,
                keeps_pairs=True,
                fixes_partners=True,
                needs_fours=True,
            ),
            EveningKind(
                "pairs-round-robin",
                _("Pairs: each against each"),
                _("Partners stay together all evening, and each pair meets each other pair once."),
                keeps_pairs=True,
                fixes_partners=True,
                needs_fours=True,
                is_known_before=True,
                whole_rounds=_until_all_pairs_met,
                if_shorter=gettext_noop("{rounds} of {whole} rounds: not all pairs will have met."),
                if_ended=gettext_noop("Not all pairs have met."),
            ),
            EveningKind(
                "whist",
                _("Whist"),
                _(
                    "Everybody plays once with everybody and twice against everybody. For 4, 8, 12 … 40 "
                    "players, or one more."
                ),
                fixes_partners=True,
                needs_fours=True,
                is_known_before=True,
                whole_rounds=_until_all_partnered,
                may_begin_again=False,
                sizes=tuple(sorted(FIRST_ROUNDS)),
                if_shorter=MET_IN_PART,
                if_ended=HAVE_MET_IN_PART,
            ),
            EveningKind(
                "individual",
                _("Individual rotation"),
                _("Everybody has a new partner each round, by a plan. For any number of players."),
                listed=frozenset(FIRST_ROUNDS) | frozenset(STARTS),
                fixes_partners=True,
                needs_fours=True,
                is_known_before=True,
                whole_rounds=_until_all_partnered,
                if_shorter=MET_IN_PART,
                if_ended=HAVE_MET_IN_PART,
            ),
            EveningKind(
                "rotation",
                _("Rotation of the seats"),
                _("After each round every seat moves on by its own number of tables, whoever has won."),
                own_settings=ODD_TABLES | {"strides"},
                needs_fours=True,
                is_known_before=True,
                whole_rounds=_until_partners_repeat,
                proposes_at_least=3,
                if_longer=gettext_noop("{rounds} rounds: after round {whole} partners meet again."),
            ),
            EveningKind(
                "redraw",
                _("Redraw"),
                _("Every round is drawn anew, so that those meet who have met least."),
                own_settings=ODD_TABLES,
                suits_every_game=True,
            ),
        )
    }
)  # fmt: skip
"""All kinds by slug, in the order in which pages show them."""

OF_SOME_KINDS = frozenset().union(*(kind.own_settings for kind in KINDS.values()))
"""The settings that some kinds have and others lack."""
