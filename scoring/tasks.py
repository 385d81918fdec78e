"""What the workers do: id in, one service called, nothing decided here. Safe to run twice."""

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
    """Take away what has expired: sessions, tokens, counted attempts, old idempotency keys."""
    housekeeping.tidy()


@shared_task(name="scoring.back_up")
def back_up() -> None:
    """Make tonight's backup, unless it has been made."""
    call_command("backup", nightly=True)


@shared_task(name="scoring.tend_event")
def tend_event(event_id: int) -> None:
    """Do what is due in one event: a bell, a move, final results."""
    due_moves.tend(event_id)


@shared_task(name="scoring.sweep_events")
def sweep_events() -> None:
    """Look through all running events for what is due and was not done, whatever message was lost."""
    due_moves.sweep()


@shared_task(name="scoring.cut_out")
def cut_out(table_id: int) -> None:
    """Cut for who plays next at a table, if a game is over there and somebody waits."""
    after_game.draw_if_due(table_id)


@shared_task(name="scoring.sweep_companies")
def sweep_companies() -> None:
    """Look through all tables with a company for a cut that is due and was not made."""
    for table_id in after_game.between_games():
        after_game.draw_if_due(table_id)


@shared_task(name="scoring.solve_deal")
def solve_deal(table_id: int, number: int, leads: list[str]) -> None:
    """Work out what could have been made of a deal, for those who wait for it."""
    table = Table.objects.select_related("law_set").get(pk=table_id)
    DoubleDummyProblem(games.find_deal(table, number), leads).work_out()
