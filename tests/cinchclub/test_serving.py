"""A process that serves has read the laws before anybody asks it."""

import os
import subprocess
import sys

import pytest

READ = """
from laws import library
print(library.law_sets.cache_info().currsize, library.law_books.cache_info().currsize)
"""


@pytest.mark.parametrize(
    ("begin", "read"),
    [
        pytest.param("import cinchclub.wsgi", "1 1", id="web"),
        pytest.param(
            "from celery.signals import worker_init; from cinchclub.celery import app; "
            "app.finalize(); import django; django.setup(); worker_init.send(sender=None)",
            "1 1",
            id="worker",
        ),
        pytest.param("import django; django.setup()", "0 0", id="the control: nobody who serves"),
    ],
)
def test_who_serves_has_read_the_laws(begin: str, read: str) -> None:
    surroundings = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.reliability.site_settings"}

    ended = subprocess.run(
        [sys.executable, "-c", f"{begin}\n{READ}"],
        env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split("\n")[-2] == read
