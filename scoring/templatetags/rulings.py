"""Template filters for rulings and disputes."""

from collections.abc import Mapping

from django import template

from laws.domain.rule import Choice, Option
from laws.domain.ruling import Ruling
from laws.templatetags.sentences import translated
from scoring.disputes.queries.disputes import DisputeCase
from scoring.disputes.queries.people import People, Words

register = template.Library()


@register.filter
def at_table(words: Words, people: People) -> str:
    """Return a sentence or an effect in the current language, with roles instead of names."""
    return translated(people.at_table(words))


@register.filter
def named(words: Words, people: People) -> str:
    """Return a sentence or an effect in the current language, with players' names."""
    return translated(people.named(words))


@register.filter
def rights(ruling: Ruling, people: People) -> list[Choice]:
    """Return the choices that a ruling gives to somebody at the table.

    A choice of the dealer's partner, for example, is left out if nobody at the table has a partner.
    """
    return people.rights(ruling.choices)


@register.filter
def chosen(choice: Choice, elected: Mapping[str, str] | None) -> list[Option]:
    """Return a list with the option that was chosen; empty while the choice is open."""
    return [option for option in choice.options if elected and option.id == elected.get(choice.holder)]


@register.filter
def may_be_chosen_by(case: DisputeCase, member_id: int | None) -> bool:
    """Return whether a member is a player of the deal who has an open choice to make in the dispute."""
    seat = case.people.seat_of(member_id)
    return any(seat in case.people.choosers(choice.holder) for choice in case.choices)
