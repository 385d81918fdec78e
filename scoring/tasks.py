"""The Celery tasks. Each task can safely run twice."""

from celery import shared_task
from django.core.management import call_command

from scoring.events.play.services import due_moves
from scoring.office import housekeeping
from scoring.solver.best_play import DoubleDummyProblem
from scoring.tables import games
from scoring.tables.cutting_out import after_game
from scoring.tables.models import Table


@shared_task(name="scoring.tidy")
def tidy() -> None:
    """Delete expired sessions, tokens, sign-in attempts and idempotency keys; close old practice tables."""
    housekeeping.tidy()


@shared_task(name="scoring.back_up")
def back_up() -> None:
    """Make the nightly backup, unless the last nightly backup is less than 20 hours old."""
    call_command("backup", nightly=True)


@shared_task(name="scoring.run_due_moves")
def run_due_moves(event_id: int) -> None:
    """Carry out what is due in one event, see `due_moves.run`."""
    due_moves.run(event_id)


@shared_task(name="scoring.sweep_events")
def sweep_events() -> None:
    """Carry out what is due in all running events. This catches up on tasks that were lost in the queue."""
    due_moves.sweep()


@shared_task(name="scoring.cut_out")
def cut_out(table_id: int) -> None:
    """If a draw is due at a cutting-out table, draw and begin the next game."""
    after_game.draw_if_due(table_id)


@shared_task(name="scoring.sweep_companies")
def sweep_companies() -> None:
    """Make the due draws at all cutting-out tables. This catches up on tasks that were lost in the queue."""
    for table_id in after_game.between_games():
        after_game.draw_if_due(table_id)


@shared_task(name="scoring.solve_deal")
def solve_deal(table_id: int, number: int, leads: list[str]) -> None:
    """Run the requested search for the best play of a deal.

    ``leads`` is the plan for the maker's first leads.
    """
    table = Table.objects.select_related("law_set").get(pk=table_id)
    DoubleDummyProblem(games.find_deal(table, number), leads).work_out()
