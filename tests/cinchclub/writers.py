"""A program of several threads that each add to a tally; run by the tests of the writers' line.

Arguments: how many threads, how often each adds. SQLite is given no patience, so a writer who meets another
in SQLite itself is refused. Prints how many additions were refused.
"""

import sys
import threading

import django
from django.db import OperationalError, connection, transaction


def main(threads: int, times: int) -> None:
    """Add, and print how many additions were refused."""
    refused: list[str] = []

    def work() -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
        for _ in range(times):
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute("UPDATE tally SET count = count + 1")
            except OperationalError as refusal:
                refused.append(str(refusal))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.stdout.write(str(len(refused)))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
