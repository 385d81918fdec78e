"""Parse pairs of names, and find or check partners in an evening of pairs."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _, in_a_row, ngettext
from scoring.clubs.domain.name_lists import ListedName, NamesIn, PairReader
from scoring.events.planning.domain.kinds import EveningKind
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import Participant, SeatedRound
from scoring.game.references import player_ref

SIGNS = re.compile(r"\s*[&/]\s*|\s+\+\s+")
WORDS = re.compile(r"\s+(?:and|und|y|e|[-\u2013\u2014])\s+|\s*;\s*", re.IGNORECASE)
"""Words and marks that separate partners only in an evening of pairs."""
MOST_NAMED = 6
"""The most players without a partner that an error names. If there are more, the error only counts them."""


def reader_of_pairs(kind: EveningKind, is_known: Callable[[str], object]) -> PairReader:
    """Return the reader of lines with two names, for lists in an evening of this kind.

    - In an evening of pairs, the names are separated by "&", "/" or "+", by a word such as "and", by a dash
      or by ";".
    - In other evenings only "&", "/" and "+" separate names, because a surname can contain a word such as "y"
      or "und".
    - If a plan changes the partners, the reader refuses a line with two names.
    """
    if kind.keeps_pairs:
        return PairReader(names_in(is_known), is_known)
    return PairReader(
        names_in(is_known, has_words=False),
        is_known,
        has_columns=False,
        refusal=PARTNERS_CHANGE if kind.fixes_partners else "",
    )


PARTNERS_CHANGE = _(
    "These are two players, and partners change in this kind of evening. Give each player a line."
)


def names_in(is_known: Callable[[str], object], *, has_words: bool = True) -> NamesIn:
    """Return a function that splits a text into players' names. It splits no text that ``is_known`` accepts.

    The signs "&", "/" and "+" separate names. With ``has_words``, a text without these signs is split at the
    word "and" in any language of the site, at a dash and at ";".

    >>> names_in({"Ortega y Gasset"}.__contains__)("Ortega y Gasset / Ann")
    ['Ortega y Gasset', 'Ann']
    """

    def names(written: str) -> list[str]:
        if is_known(written):
            return [written]
        signs = SIGNS.split(written.strip())
        return signs if len(signs) > 1 or not has_words else WORDS.split(written.strip())

    return names


def notes_on_pairs(lines: Sequence[ListedName]) -> list[Sentence]:
    """Return a list with one note, which says that two players in one line always play together.

    The note is for evenings in which a player needs no partner. The list is empty if no line names two
    players. Lines with a fault are ignored.
    """
    seen = Counter(line.number for line in lines if not line.fault)
    count = sum(1 for times in seen.values() if times > 1)
    if not count:
        return []
    return [
        ngettext(
            "{count} line names two players: they always play together.",
            "{count} lines name two players each: the two always play together.",
            count,
        )
    ]


def without_partner(participants: Sequence[Participant]) -> list[int]:
    """Return the players who have no partner among ``participants``."""
    players = {participant.player for participant in participants}
    return [participant.player for participant in participants if participant.partner not in players]


def paired(proposals: Iterable[tuple[int, int | None]], present: Container[int]) -> dict[int, int]:
    """Pair players by the proposals in order, and return player → partner.

    A proposal is skipped if one of its players is absent or already has a partner.

    >>> paired([(1, 2), (3, 2), (3, 4), (5, None)], {1, 2, 3, 4, 5})
    {1: 2, 2: 1, 3: 4, 4: 3}
    """
    partners: dict[int, int] = {}
    for player, partner in proposals:
        if partner is None or player not in present or partner not in present:
            continue
        if not {player, partner} & partners.keys():
            partners |= {player: partner, partner: player}
    return partners


def partners_now(present: Mapping[int, Participant], history: Sequence[SeatedRound]) -> dict[int, int]:
    """Return player → partner for a round after round 1 of an evening of pairs.

    Partners from earlier rounds stay together, and players who have named each other play together. A
    newcomer without a partner plays with a player who has lost their partner, or with another newcomer
    without a partner. Players who remain without a partner are not in the result.
    """
    named = [(player, entrant.partner) for player, entrant in present.items()]
    partners = paired([*_kept_together(present, history).items(), *named], present)
    alone = [player for player in present if player not in partners]
    in_pairs = have_had_partners(present, history) if alone else set()
    lost = [player for player in alone if player in in_pairs]
    new = [player for player in alone if player not in in_pairs]
    over = new[len(lost) :]
    for ours, theirs in [*zip(lost, new, strict=False), *zip(over[::2], over[1::2], strict=False)]:
        partners |= {ours: theirs, theirs: ours}
    return partners


def have_had_partners(present: Mapping[int, Participant], history: Sequence[SeatedRound]) -> set[int]:
    """Return the players who have named a partner, and the players who had a partner in a past round."""
    named = {player for player, entrant in present.items() if entrant.partner is not None}
    return named.union(*(played.mates() for played in history))


def _kept_together(present: Mapping[int, Participant], history: Sequence[SeatedRound]) -> dict[int, int]:
    # `paired` prefers earlier proposals: a player whose first partner returns plays with this partner again.
    partners = paired([mates for played in history for mates in played.mates().items()], present)
    over = [player for player in history[0].sitting_out if player in present]
    if len(over) == 2 and have_had_partners(present, history).isdisjoint(over):
        partners |= {
            over[0]: over[1],
            over[1]: over[0],
        }  # the draw of round 1 left these two without partners, so they are a pair
    return partners


def check_pairs(settings: EventSettings, participants: Sequence[Participant]) -> None:
    """Raise InvalidInput under ``players`` if players lack a partner in an evening of pairs.

    If no player has a partner, the draw makes the pairs, and only an odd number of players is refused.
    """
    alone = without_partner(participants) if settings.keeps_pairs else []
    if len(alone) == len(participants):
        if len(alone) % 2:
            reason = _("pairs need an even number of players, not {count}.", count=len(alone))
            raise InvalidInput({"players": reason})
    elif alone:
        raise InvalidInput({"players": _who_lacks_a_partner(alone)})


def _who_lacks_a_partner(alone: Sequence[int]) -> Sentence:
    if len(alone) == 1:
        return _(
            "{player} has no partner here. Name a partner, or take the player out.",
            player=player_ref(alone[0]),
        )
    if len(alone) > MOST_NAMED:
        return _("{count} players have no partner here. Name their partners.", count=len(alone))
    return _(
        "{players} have no partners here. Name their partners, or take them out.",
        players=in_a_row([player_ref(player) for player in alone]),
    )


def pair_fault(
    line: ListedName, partner: str | None, paired: Mapping[str, str], *, are_named: bool
) -> Sentence | str:
    """Return the fault of the pair in a line; empty without a fault. There are two faults:

    - The line names a ``partner``, and one of the two already has another partner in ``paired``.
    - The player has no partner in the list or in ``paired``, although other players have partners
      (``are_named``).

    ``paired`` maps entrants to their partners.
    """
    if partner is None:
        is_half = are_named and line.name not in paired
        return _("{name} has no partner. Write both names: “{name} & …”.", name=line.name) if is_half else ""
    for name, other in ((line.name, partner), (partner, line.name)):
        if paired.get(name, other) != other:
            return plays_already(name, paired[name])
    return ""


def plays_already(name: str, other: str) -> Sentence:
    """Return the reason why a player who has a partner cannot get another partner."""
    return _("{name} plays with {other} in this event already.", name=name, other=other)
