"""The machine with PostgreSQL and the broker. Its arguments are the folder, the network and the password.

Both servers listen on the machine's own address and require the password. If the broker is killed, it is
started again from the data that it had written.
"""

import os
import signal
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import psycopg
from psycopg import sql

from cinchclub.launcher.processes import Child
from cinchclub.launcher.valkey import binary
from tests.running.postgres import postgres


def let_in(url: str, net: str, password: str) -> None:
    """Let the machines of the network connect with the password."""
    with closing(psycopg.connect(url, autocommit=True)) as line:
        found = line.execute("SHOW hba_file").fetchone()
        assert found is not None
        with Path(found[0]).open("a") as rules:
            rules.write(f"host all all {net}.0/24 scram-sha-256\n")
        line.execute(sql.SQL("ALTER ROLE postgres PASSWORD {}").format(sql.Literal(password)))
        line.execute("SELECT pg_reload_conf()")


def broker(folder: Path, net: str, password: str) -> Child:
    """Start the broker."""
    data = folder / "valkey"
    data.mkdir(exist_ok=True)
    command = [
        binary(),
        *("--bind", f"{net}.2", "--port", "6379", "--requirepass", password, "--dir", str(data)),
        *("--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"),
    ]
    return Child("valkey", command, folder / "valkey.log").start()


def main(given: str, net: str, password: str) -> None:
    """Run both servers until asked to stop."""
    folder = Path(given)
    folder.mkdir()
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(0))
    # A short name, because the path of a unix socket has at most about a hundred bytes.
    with (
        tempfile.TemporaryDirectory(prefix="cinch-pg-") as short,
        postgres(Path(short), durable=True, listen=f"{net}.2") as url,
    ):
        let_in(url, net, password)
        kept = broker(folder, net, password)
        (folder / "broker.pid").write_text(str(kept.process.pid if kept.process else 0))
        try:
            while True:
                time.sleep(1)
                if not kept.is_running:
                    kept = broker(folder, net, password)
        finally:
            kept.stop()


if __name__ == "__main__":
    os.umask(0o022)
    main(*sys.argv[1:])
