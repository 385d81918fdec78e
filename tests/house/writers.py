"""A program of several threads that each add to a tally; run by the tests of the writers' line.

Arguments: how many threads, how often each adds. Prints for each addition how many others came in between its
asking and its turn, as JSON.
"""

import json
import sys
import threading

import django
from django.db import connection, transaction


def main(threads: int, times: int) -> None:
    """Add, and print how many others each addition had to let by."""
    others: list[int] = []

    def work() -> None:
        with connection.cursor() as cursor:
            for _ in range(times):
                cursor.execute("SELECT count FROM tally")
                (seen,) = cursor.fetchone()
                with transaction.atomic():
                    cursor.execute("UPDATE tally SET count = count + 1 RETURNING count")
                    others.append(cursor.fetchone()[0] - seen - 1)
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.stdout.write(json.dumps(others))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
