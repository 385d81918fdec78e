"""A program of several threads that each add to a tally; run by the tests of the writers' line.

Arguments: how many threads, how often each adds. Prints the seconds each addition took, as JSON.
"""

import json
import sys
import threading
import time

import django
from django.db import connection, transaction


def main(threads: int, times: int) -> None:
    """Add, and print how long each addition took."""
    took: list[float] = []

    def work() -> None:
        for _ in range(times):
            begun = time.monotonic()
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("UPDATE tally SET count = count + 1")
            took.append(time.monotonic() - begun)
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.stdout.write(json.dumps(took))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
