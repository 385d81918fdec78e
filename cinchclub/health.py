"""Is what the club needs there: database, broker, worker, room on the disk?"""

import shutil

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.workers.heartbeat import broker_and_worker

# With less than the smaller of the two, nothing new is recorded: the database can still finish what it began.
LEAST_FREE_BYTES = 500 * 1024 * 1024
LEAST_FREE_SHARE = 0.10


def read_only() -> bool:
    """Return whether the disk is too full to record anything; what would write is then refused with a 503.

    It is asked each time, which takes microseconds: a disk can fill up between two requests.
    """
    try:
        disk = shutil.disk_usage(settings.VAR if settings.VAR.exists() else settings.BASE_DIR)
    except OSError:
        return False
    return disk.free < min(LEAST_FREE_BYTES, LEAST_FREE_SHARE * disk.total)


def database_answers() -> bool:
    """Return whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while deals can be recorded or read, 503 when the database is gone.

    ``status`` is ``ok``, ``degraded`` (no broker, no worker, or a disk so full that nothing is recorded)
    or ``down``.
    """
    database = database_answers()
    ping, worker = broker_and_worker()
    full = read_only()
    status = "down" if not database else "ok" if ping and worker and not full else "degraded"
    state = {"status": status, "database": database, "broker": ping, "worker": worker, "read_only": full}
    return JsonResponse(state, status=200 if database else 503)
