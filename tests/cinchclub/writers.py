"""A program whose threads each add to a tally. The tests of the queue of writers run it.

Arguments: the number of threads, and the additions of each. SQLite does not wait, so a writer that meets
another inside SQLite is refused. Prints the number of refused additions.
"""

import sys
import threading

import django
from django.db import OperationalError, connection, transaction


def main(threads: int, times: int) -> None:
    """Add, and print the number of refused additions."""
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
