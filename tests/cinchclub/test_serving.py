"""A process that serves has read the laws before anybody asks it."""

import pytest

from tests.cinchclub.test_checks import start

READ = "print(library.law_sets.cache_info().currsize, library.law_books.cache_info().currsize)"


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param("import cinchclub.wsgi", id="web"),
        pytest.param(
            "from celery.signals import worker_init; from cinchclub.celery import app; "
            "app.finalize(); worker_init.send(sender=None)",
            id="worker",
        ),
    ],
)
def test_who_serves_has_read_the_laws(begin, tmp_path):
    program = f"import django; django.setup(); from laws import library\n{READ}\n{begin}\n{READ}"

    ended = start(program, CINCH_VAR=str(tmp_path))

    assert ended.returncode == 0, ended.stderr
    # Django alone reads none of them.
    assert ended.stdout.split("\n") == ["0 0", "1 1", ""]
