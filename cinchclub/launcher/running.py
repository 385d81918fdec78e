"""``./cinch run``: the broker, the web server, the worker and beat, started in this order and kept alive.

Ctrl-C, SIGTERM or SIGHUP stops them in reverse order, the broker last. If a server ends or hangs, only that
server is restarted. A server hangs if it shows no sign of life for some time. The broker and the web
server show life by their answers. The worker, beat and each process of the web server touch a pulse file.
"""

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from cinchclub import settings
from cinchclub.launcher import Halt, addresses, reason_of
from cinchclub.launcher.folder import end_what_is_left, hold, lock_of
from cinchclub.launcher.processes import SILENCE, Child, Helper, web_command
from cinchclub.launcher.valkey import Valkey
from cinchclub.places import pulse_file
from scoring.workers.heartbeat import broker_and_worker

# In seconds. Enough for a first start on a slow disk.
PATIENCE_FOR_THE_FIRST_PAGE = 90
# A web server that ends ENDINGS times within WITHIN seconds is not restarted.
ENDINGS, WITHIN = 5, 60
# The signals of Ctrl-C, of a service manager that stops the club, and of a terminal that closes.
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Seconds between two checks whether the servers still work.
LOOK_EVERY = 5


class Stopped(Exception):
    """Somebody asked the launcher to stop."""


class Launcher:
    """Starts and supervises the servers of one club on this machine."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.asked_to_stop = threading.Event()
        self.children: list[Child] = []
        self.endings: list[float] = []
        self.next_look = 0.0
        # Process id → when its pulse file was last touched, and when the launcher noticed this touch.
        self.web_heard: dict[int, tuple[float, float]] = {}
        self.names = addresses.names_for(host)

    def announce(self) -> None:
        """Put the club's addresses into the environment that the children inherit."""
        allowed = dict.fromkeys([*settings.ALLOWED_HOSTS, *self.names])
        os.environ["CINCH_HOSTS"] = ",".join(allowed)
        os.environ.setdefault("CINCH_BASE_URL", addresses.url(self.names[0], self.port))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

    def listen_for_the_end(self) -> None:
        """Treat the signals in ``ENDS`` as requests to stop, which ``pause`` notices."""
        for number in ENDS:
            signal.signal(number, lambda *signalled: self.asked_to_stop.set())

    def pause(self, seconds: float) -> None:
        """Wait, or raise ``Stopped`` as soon as the launcher is asked to stop."""
        if self.asked_to_stop.wait(seconds):
            raise Stopped

    def prepare(self) -> None:
        """Run `cinchclub.launcher.prepare` and wait for its end. Raises Halt if the preparation fails."""
        lock = lock_of(settings.VAR, "prepare")
        preparation = Child("prepare", [sys.executable, "-m", "cinchclub.launcher.prepare"], None, lock=lock)
        preparation.start()
        try:
            while preparation.is_running:
                self.pause(0.05)
        finally:
            preparation.stop()
        if preparation.process is None or preparation.process.returncode:
            raise Halt("The club was not started, for the reason above.")

    def servers(self) -> list[Child]:
        """Return the web server, the worker and, with ``settings.RUN_BEAT``, beat; none has started yet."""
        logs, python = settings.VAR / "log", sys.executable
        # `prepare` has run Django's checks. A process that ran them again would need 20 to 30 MB more memory.
        celery = [python, "-m", "celery", "-A", "cinchclub", "--skip-checks"]
        web = web_command("cinchclub.rsgi:application", self.host, self.port, settings.SERVER_PROCESSES)
        worker = [*celery, "worker", "--pool", "threads", "--concurrency", str(settings.WORKER_THREADS)]
        worker += ["--hostname", f"cinchclub-{self.port}@%h", "--without-gossip", "--without-mingle"]
        beat = [*celery, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile="]
        patient = {"CINCH_DATABASE_TIMEOUT": str(settings.WORKER_DATABASE_TIMEOUT)}
        servers = [
            Child("web", web, logs / "web.log", pulse=self.web_pulse),
            Helper("worker", worker, logs / "worker.log", patient, pulse=pulse_of("worker")),
        ]
        timetable = Helper("beat", beat, logs / "beat.log", pulse=pulse_of("beat"))
        return [*servers, timetable] if settings.RUN_BEAT else servers

    def start(self) -> None:
        """Start the broker, prepare the club, start the servers, and wait until the web server answers.

        With the setting ``REDIS_URL`` no broker is started.
        """
        if not settings.REDIS_URL:
            log, lock = settings.VAR / "log" / "valkey.log", lock_of(settings.VAR, "valkey")
            broker = Valkey(settings.VAR, log, lock)
            broker.child.pulse = broker_pulse
            self.children.append(broker.start().child)
        self.prepare()
        for child in self.servers():
            child.lock = lock_of(settings.VAR, child.name)
            self.children.append(child.start())
        self.wait_for_the_first_page()

    def wait_for_the_first_page(self) -> None:
        """Wait until the web server answers and reaches its database. Meanwhile, restart servers that end.

        Raises Halt after PATIENCE_FOR_THE_FIRST_PAGE seconds, or if the web server ends too often.
        """
        end = time.monotonic() + PATIENCE_FOR_THE_FIRST_PAGE
        while not addresses.is_healthy(self.host, self.port, self.names[0]):
            self.tend()
            if time.monotonic() > end:
                raise Halt(f"The web server does not answer; its log is {settings.VAR / 'log' / 'web.log'}")
            self.pause(0.05)

    def tend(self) -> None:
        """Restart servers that have ended or hang. Raises Halt if the web server ends too often."""
        for child in self.children:
            if isinstance(child, Helper):
                child.revive()
            elif not child.is_running:
                self.start_again(child)
        if time.monotonic() >= self.next_look:
            self.look_for_signs_of_life()
            self.next_look = time.monotonic() + LOOK_EVERY

    def start_again(self, web: Child) -> None:
        """Restart the web server. Raises Halt if it has ended ``ENDINGS`` times within ``WITHIN`` seconds."""
        now = time.monotonic()
        self.endings = [*(moment for moment in self.endings if now - moment < WITHIN), now]
        if len(self.endings) >= ENDINGS:
            raise Halt(f"{web.name} ended {ENDINGS} times in a minute: {web.last_words()} ({web.log})")
        print(f"{web.name} has ended; starting it again", flush=True)
        web.start()

    def look_for_signs_of_life(self) -> None:
        """Kill servers that hang. The worker and beat are left alone while the broker is away."""
        has_broker, _ = broker_and_worker()
        for helper in self.children:
            if not isinstance(helper, Helper):
                helper.end_if_it_hangs()
                self.end_silent_processes(helper)
            elif has_broker or helper.name == "valkey":
                helper.end_if_it_hangs()
            else:
                helper.heard = max(helper.heard, time.monotonic())

    def web_pulse(self) -> float | None:
        """Return the current time if the web server answers, even with an error status; otherwise None."""
        is_answered = addresses.health(self.host, self.port, self.names[0]) is not None
        return time.monotonic() if is_answered else None

    def end_silent_processes(self, web: Child) -> None:
        """Kill each process of the web server that has not touched its pulse file for ``SILENCE`` seconds.

        The web server starts a new process in its place. Pulse files of processes that ended are deleted.
        """
        now = time.monotonic()
        for file in settings.VAR.glob("web-*.pulse"):
            number = int(file.stem.removeprefix("web-"))
            if not web.is_running or web.process is None or not is_in_group(number, web.process.pid):
                file.unlink(missing_ok=True)
                self.web_heard.pop(number, None)
                continue
            touched, (last, heard) = file.stat().st_mtime, self.web_heard.get(number, (0.0, now))
            if touched != last:
                self.web_heard[number] = (touched, now)
            elif now - heard > SILENCE:
                print(f"web process {number} hangs; ending it", flush=True)
                os.kill(number, signal.SIGKILL)

    def stop(self) -> None:
        """Stop all servers in the reverse order of their start, so the broker stops last."""
        for child in reversed(self.children):
            child.stop(patience=25 if child.name == "worker" else 10)

    def greet(self) -> None:
        """Print the club's addresses and, if the demo was loaded, how to sign in."""
        urls = [addresses.url(name, self.port) for name in self.names]
        print(f"\nCinch Club is open: {urls[0]}/", flush=True)
        for url in urls[1:]:
            print(f"   on this computer: {url}/")
        demo = settings.VAR / "demo.txt"
        if demo.exists():
            print("\n" + demo.read_text().rstrip())
        print(f"\nLogs: {settings.VAR / 'log'}   Stop: Ctrl-C", flush=True)


def is_in_group(number: int, group: int) -> bool:
    """Return whether a process runs and belongs to a process group."""
    try:
        return os.getpgid(number) == group
    except ProcessLookupError:
        return False


def broker_pulse() -> float | None:
    """Return the current time if the broker answers, else None."""
    has_broker, _ = broker_and_worker()
    return time.monotonic() if has_broker else None


def pulse_of(name: str) -> Callable[[], float | None]:
    """Return a function that looks up when a helper last touched its pulse file.

    The function returns None if the file is missing.
    """
    file = pulse_file(settings.VAR, name)
    return lambda: file.stat().st_mtime if file.exists() else None


def main(arguments: list[str]) -> int:
    """Serve until asked to stop."""
    parser = argparse.ArgumentParser(prog="./cinch run", description="Serve the club.")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in the same network in")
    parser.add_argument(
        "--port", type=int, help="8000, or the next that is free", choices=range(1, 65536), metavar="NUMBER"
    )
    options = parser.parse_args(arguments)
    # Files contain names and results, so other users of this computer must not be able to read them.
    os.umask(0o077)
    club = Launcher(options.host, options.port or addresses.first_free_port(options.host))
    club.announce()
    club.listen_for_the_end()
    try:
        with hold(settings.VAR):
            end_what_is_left(settings.VAR)
            addresses.claim(club.host, club.port)
            print("Starting Cinch Club", flush=True)
            try:
                club.start()
                club.greet()
                while True:
                    club.pause(0.5)
                    club.tend()
            except Stopped:
                print("\nStopping", flush=True)
                return 0
            finally:
                club.stop()
    except OSError as error:
        raise Halt(reason_of(error, settings.VAR)) from error
