"""The parts that people play in an incident: what the law calls them, and where they sit.

The law speaks of roles and never of seats. A role's place is given as so many seats to the left of another
role's; turning that into a seat of a table is not done here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PLACEHOLDER = re.compile(r"\{([a-z-]+)\}")


@dataclass(frozen=True, slots=True)
class Role:
    """A part: its words, and its place as seats to the left of ``of``; no place where it is several people.

    ``side`` marks a role that can be the subject of an effect on a score.
    """

    words: str
    of: str = ""
    left: int = 0
    side: bool = False


ROLES: Mapping[str, Role] = MappingProxyType(
    {
        "offender": Role("the offender", "offender", 0),
        "partner": Role("the offender's partner", "offender", 2),
        "left-adversary": Role("the adversary on the offender's left", "offender", 1),
        "right-adversary": Role("the adversary on the offender's right", "offender", 3),
        "partners-right-adversary": Role("the adversary on the partner's right", "offender", 1),
        "dealer": Role("the dealer", "dealer", 0),
        "eldest": Role("the eldest hand", "dealer", 1),
        "dealers-partner": Role("the dealer's partner", "dealer", 2),
        "pone": Role("the pone", "dealer", 3),
        "maker": Role("the maker", "maker", 0),
        "pitcher": Role("the player who pitched the trump", "maker", 0),
        "makers-partner": Role("the maker's partner", "maker", 2),
        "second-hand": Role("the second hand", "leader", 1),
        "third-hand": Role("the third hand", "leader", 2),
        "fourth-hand": Role("the fourth hand", "leader", 3),
        "offenders": Role("the offending side", side=True),
        "adversaries": Role("the adversaries", side=True),
        "either-adversary": Role("either adversary"),
        "both-partners": Role("both the offender and his partner"),
        "offender-or-partner": Role("the offender or his partner"),
        "makers-side": Role("the maker's side", side=True),
        "makers-adversaries": Role("the maker's adversaries", side=True),
        "dealers-adversaries": Role("the dealer's adversaries", side=True),
        "highest-bidder": Role("the highest bidder"),
        "both-sides": Role("both sides", side=True),
        "lawful-dealer": Role("the player whose deal it was"),
        "tied-players": Role("the players who cut equal cards"),
        "all-players": Role("all the players"),
        "any-player": Role("any player"),
        "players": Role("the players, by agreement"),
        "bystander": Role("the bystander"),
        "trick-winner": Role("the player whose card won it"),
        "players-harmed": Role("the players whom the remark harmed"),
    }
)
"""Every role that a law may name, by its slug."""


def unknown_roles(sentence: str) -> list[str]:
    """Return the names in braces that are no role.

    >>> unknown_roles("{offender} led before {parnter}.")
    ['parnter']
    """
    return [name for name in PLACEHOLDER.findall(sentence) if name not in ROLES]


def fill(sentence: str, names: Mapping[str, str] | None = None) -> str:
    """Return a sentence with its roles in words, or under the names given for them.

    >>> fill("{offender} led when it was {partner}'s turn.", {"offender": "seat 1"})
    "Seat 1 led when it was the offender's partner's turn."
    """
    if "{" not in sentence:
        return sentence
    known = names or {}
    said = PLACEHOLDER.sub(lambda found: known.get(found[1]) or ROLES[found[1]].words, sentence)
    return capital(said)


_WORDS = re.compile(
    r"\b("
    + "|".join(sorted((re.escape(role.words) for role in ROLES.values()), key=len, reverse=True))
    + r")\b"
    r"(?!['-])",
    re.IGNORECASE,
)
_BY_WORDS = {role.words: slug for slug, role in ROLES.items()}


def with_people(sentence: str, people: Mapping[str, str]) -> str:
    """Return a sentence in which each role is followed by who plays it, where that is known.

    >>> with_people("The maker's side scores all it makes.", {"makers-side": "A and B", "maker": "A"})
    "The maker's side (A and B) scores all it makes."
    """

    def named(found: re.Match[str]) -> str:
        who = people.get(_BY_WORDS[found[0].lower()])
        return f"{found[0]} ({who})" if who else found[0]

    return _WORDS.sub(named, sentence)


def capital(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]
