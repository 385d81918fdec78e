"""Cuts of a table, with what each decides."""

from typing import Any

from django.db.models import QuerySet

from scoring.answers import cut_answer
from scoring.cut_records import result_of_cut
from scoring.models import Cut, Member, Table


def cuts_of(table: Table) -> QuerySet[Cut]:
    """Return the table's cuts, newest first; a cut that was continued after a tie is not listed again."""
    cuts = Cut.objects.filter(table=table, continued_by__isnull=True).select_related("game__law_set")
    return cuts.defer("game__law_set__content").order_by("-id")


def answer_for(cut: Cut, table: Table) -> dict[str, Any]:
    """Return a cut in the form of the API, with its players by name."""
    people = {str(member.pk): member for member in Member.objects.filter(pk__in=cut.players)}
    names = [member.name for member in people.values()]
    called = {
        pk: member.name if names.count(member.name) == 1 else f"{member.name} ({pk})"
        for pk, member in people.items()
    }
    result = result_of_cut(cut, table, called)
    return cut_answer(cut, result, {name: people[pk] for pk, name in called.items()}, called)
