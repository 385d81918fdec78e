"""The roles of people in an incident: the law's words for them, and their seats relative to each other.

The law names roles, never seats. A role with a fixed seat sits a number of seats to the left of another role.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from laws.domain.sentences import Reference, Sentence, Translate, TranslateCounted, _

PLACEHOLDER = re.compile(r"\{([a-z-]+)\}")

RoleText = Annotated[str, "roles"]
"""A text that names roles: by their slugs in braces, as in law files, or in words."""


class RoleRef(Reference):
    """A role in a sentence, in the law's words. The name of the person can be added later."""

    __slots__ = ("role",)

    role: str

    def begun(self) -> "RoleRef":
        return _role_ref(self.role, self[:1].upper() + self[1:], self.made_of[0], begins=True)


def _role_ref(role: str, text: str, template: str, *, begins: bool) -> RoleRef:
    reference = RoleRef(text)
    reference.role, reference.made_of, reference.begins = role, (template, None, {}), begins
    return reference


@dataclass(frozen=True, slots=True)
class IncidentRole:
    """A role in an incident.

    - ``words``: the law's words for the role.
    - ``of``: the role from which seats are counted. Empty for a role without a fixed seat.
    - ``left``: the number of seats to the left of ``of``; -1 is the next seat on the right.
    - ``partner``: if true, seats are counted from the partner of ``of``. At a table without partners, nobody
      has such a role.
    - ``side``: the role is a side, so an effect on a score can name it.
    - ``alone``: the words for the role in a game without partners, if they differ.
    """

    words: str
    of: str = ""
    left: int = 0
    side: bool = False
    partner: bool = False
    alone: str = ""


_ROLES: Mapping[str, IncidentRole] = {
    "offender": IncidentRole(_("the offender"), "offender", 0),
    "partner": IncidentRole(_("the offender's partner"), "offender", partner=True),
    "left-adversary": IncidentRole(_("the adversary on the offender's left"), "offender", 1),
    "right-adversary": IncidentRole(_("the adversary on the offender's right"), "offender", -1),
    "partners-right-adversary": IncidentRole(
        _("the adversary on the partner's right"), "offender", -1, partner=True
    ),
    "dealer": IncidentRole(_("the dealer"), "dealer", 0),
    "eldest": IncidentRole(_("the eldest hand"), "dealer", 1),
    "dealers-partner": IncidentRole(_("the dealer's partner"), "dealer", partner=True),
    "pone": IncidentRole(_("the pone"), "dealer", -1),
    "maker": IncidentRole(_("the maker"), "maker", 0),
    "pitcher": IncidentRole(_("the player who pitched the trump"), "maker", 0),
    "makers-partner": IncidentRole(_("the maker's partner"), "maker", partner=True),
    "second-hand": IncidentRole(_("the second hand"), "leader", 1),
    "third-hand": IncidentRole(_("the third hand"), "leader", 2),
    "fourth-hand": IncidentRole(_("the fourth hand"), "leader", 3),
    "offenders": IncidentRole(_("the offending side"), side=True, alone=_("the offender")),
    "adversaries": IncidentRole(_("the adversaries"), side=True),
    "either-adversary": IncidentRole(_("either adversary")),
    "both-partners": IncidentRole(_("both the offender and his partner"), alone=_("the offender")),
    "offender-or-partner": IncidentRole(_("the offender or his partner"), alone=_("the offender")),
    "makers-side": IncidentRole(_("the maker's side"), side=True, alone=_("the maker")),
    "makers-adversaries": IncidentRole(_("the maker's adversaries"), side=True),
    "dealers-side": IncidentRole(_("the dealer's side"), side=True, alone=_("the dealer")),
    "dealers-adversaries": IncidentRole(_("the dealer's adversaries"), side=True),
    "highest-bidder": IncidentRole(_("the highest bidder")),
    "both-sides": IncidentRole(_("both sides"), side=True, alone=_("the maker and the offender")),
    "lawful-dealer": IncidentRole(_("the player whose deal it was")),
    "tied-players": IncidentRole(_("the players who cut equal cards")),
    "all-players": IncidentRole(_("all the players")),
    "any-player": IncidentRole(_("any player")),
    "players": IncidentRole(_("the players, by agreement")),
    "bystander": IncidentRole(_("the bystander")),
    "trick-winner": IncidentRole(_("the winner of the trick")),
    "players-harmed": IncidentRole(_("the players whom the remark harmed")),
}


ROLES: Mapping[str, IncidentRole] = {
    slug: replace(role, words=_role_ref(slug, role.words, role.words, begins=False))
    for slug, role in _ROLES.items()
}
"""Every role that a law can name, by its slug."""


def unknown_roles(sentence: str) -> list[str]:
    """Return the names in braces that are not roles.

    >>> unknown_roles("{offender} led before {parnter}.")
    ['parnter']
    """
    return [name for name in PLACEHOLDER.findall(sentence) if name not in ROLES]


class LawText(Reference):
    """A text of a law file in which words replace the names of roles.

    The text is translated as a whole. Without a translation of the text, the words of the roles stay English.
    """

    __slots__ = ()

    def translation(self, translate: Translate, counted: TranslateCounted) -> str:
        """Return the translated text, or the English text if the template has no translation.

        If the text is only a role, the role's words are translated.
        """
        template = self.made_of[0]
        is_role_alone = not PLACEHOLDER.sub("", template).strip()
        is_translated = is_role_alone or translate(template) != template
        return super().translation(translate, counted) if is_translated else str(self)

    def begun(self) -> "LawText":
        return _law_text(self.made_of[0], self.made_of[2], begins=True)

    def with_references(self, change: Callable[[Reference], str]) -> "LawText":
        template, _plural, values = self.made_of
        changed = {
            role: words.with_references(change) if isinstance(words, Sentence) else words
            for role, words in values.items()
        }
        return _law_text(template, changed, begins=self.begins)


def _law_text(template: str, words: Mapping[str, int | str], *, begins: bool) -> LawText:
    english = _ROLE.sub(lambda match: _in_english(words[match[1]], match[2] or ""), template)
    text = LawText(english[:1].upper() + english[1:] if begins else english)
    text.made_of, text.begins = (template, None, words), begins
    return text


_ROLE = re.compile(PLACEHOLDER.pattern + r"('s\b)?")


def _in_english(words: int | str, possessive: str) -> str:
    # "the maker (Ann)'s" is no English: in the possessive the names replace the role.
    people = words.made_of[2].get("people") if possessive and isinstance(words, Sentence) else None
    return f"{people or words}{possessive}"


def fill(sentence: str, names: Mapping[str, str] | None = None) -> str:
    """Replace the roles in a text of a law file by their words, or by the given names.

    A text that is already a sentence is returned unchanged.

    >>> fill("{offender} led when it was {partner}'s turn.", {"offender": "seat 1"})
    "Seat 1 led when it was the offender's partner's turn."
    """
    if not sentence or isinstance(sentence, Sentence):
        return sentence
    known = names or {}
    words = {name: known.get(name) or ROLES[name].words for name in PLACEHOLDER.findall(sentence)}
    return _law_text(sentence, words, begins=bool(words))


def with_people(sentence: str, people: Mapping[str, str]) -> str:
    """Add names to a sentence: after each role in ``people``, the name of the person.

    If "'s" follows the role in the sentence, the name replaces the role in English. A text that is not a
    ``Sentence`` is returned unchanged.

    >>> scores = fill("{makers-side} scores all that {maker} makes.")
    >>> with_people(scores, {"makers-side": "A and B", "maker": "A"})
    "The maker's side (A and B) scores all that the maker (A) makes."
    >>> with_people(fill("It was {partner}'s turn."), {"partner": "A"})
    "It was A's turn."
    """

    def named(part: Reference) -> str:
        who = people.get(part.role) if isinstance(part, RoleRef) else None
        return _("{part} ({people})", part=part, people=who) if who else part

    return sentence.with_references(named) if isinstance(sentence, Sentence) else sentence


def without_partners(sentence: str) -> str:
    """Return a sentence with the roles' words for a game without partners, see `IncidentRole.alone`.

    >>> without_partners(fill("{offender-or-partner} has led to the next trick."))
    'The offender has led to the next trick.'
    """

    def alone(part: Reference) -> str:
        words = ROLES[part.role].alone if isinstance(part, RoleRef) else ""
        return (capital(words) if part.begins else words) if words else part

    return sentence.with_references(alone) if isinstance(sentence, Sentence) else sentence


def capital(sentence: str) -> str:
    return sentence.begun() if isinstance(sentence, Sentence) else sentence[:1].upper() + sentence[1:]
