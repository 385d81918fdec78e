"""Cuts of a table, with what each decides."""

from typing import Any

from django.db.models import QuerySet

from scoring.clubs.models import Member
from scoring.tables.deals import player_answer
from scoring.tables.models import Cut, Table
from scoring.tables.records import result_of_cut


def cuts_of(table: Table) -> QuerySet[Cut]:
    """Return the table's cuts, newest first; a cut that was continued after a tie is not listed again."""
    cuts = Cut.objects.filter(table=table, continued_by__isnull=True).select_related("game__law_set")
    return cuts.defer("game__law_set__content").order_by("-id")


def answer_for(cut: Cut, table: Table) -> dict[str, Any]:
    """Return a cut with what it decides and why, its players by name."""
    members = {str(member.pk): member for member in Member.objects.filter(pk__in=cut.players)}
    names = [member.name for member in members.values()]
    called = {
        pk: member.name if names.count(member.name) == 1 else f"{member.name} ({pk})"
        for pk, member in members.items()
    }
    result = result_of_cut(cut, table, called)
    people = {name: player_answer(members[pk]) for pk, name in called.items()}
    return {
        "id": cut.pk,
        "purpose": cut.purpose,
        "at": cut.at.isoformat(),
        "seed": cut.seed or None,
        "draws": [
            [{"player": people[called[player]], "card": card} for player, card in draw.items()]
            for draw in cut.draws
        ],
        "decided": result.decided,
        "cut_again": [people[player] for player in result.cut_again],
        "partners": [[people[player] for player in pair] for pair in result.partners],
        "first_dealer": people[result.first_dealer] if result.first_dealer is not None else None,
        "seats": [
            {"seat": seat, "player": people[player]} for seat, player in enumerate(result.seats, start=1)
        ],
        "explanation": [{"text": line.text, "law": line.law} for line in result.explanation],
    }
