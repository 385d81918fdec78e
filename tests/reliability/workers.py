"""Real Celery workers for tests, on a database and a broker of one's own."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.reliability.serving import HERE, Place


@contextmanager
def working(
    where: Place,
    environment: Mapping[str, str],
    log: Path,
    *,
    application: str = "cinchclub",
    threads: int = 1,
    beat: bool = False,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker, with the timetable beside it where ``beat``; end it, if it has not ended by itself."""
    pool = ["--pool=solo"] if threads == 1 else ["--pool=threads", f"--concurrency={threads}"]
    timetable = ["--beat", f"--schedule={log.with_suffix('.beat')}"] if beat else []
    with log.open("wb") as written:
        running = subprocess.Popen(
            [
                *(sys.executable, "-m", "celery", "-A", application, "worker"),
                *("--without-mingle", "--loglevel=INFO", *pool, *timetable),
            ],
            env=where.environment(**environment), cwd=HERE, stdout=written, stderr=written,
        )  # fmt: skip
        try:
            yield running
        finally:
            running.terminate()
            try:
                running.wait(60)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
