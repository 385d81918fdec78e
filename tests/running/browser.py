"""Finds the browser that the page tests need, or says that they cannot run."""

import ctypes
import os
import shutil
import subprocess
import sys

from cinchclub.launcher import Halt

# The variant without windows: a new session in it costs a quarter of the processor time.
LEAN = "chromium-headless-shell"
NAMES = (LEAN, "chromium", "chromium-browser", "google-chrome")
MISSING = (
    "No browser: the tests of the pages need Chromium{why}. On Debian: apt install chromium-headless-shell "
    "libatomic1. Elsewhere name one in CINCH_CHROMIUM. (Without the pages: ./cinch test -m 'not browser')"
)


def chromium() -> str:
    """Return the path of a Chromium. Raises Halt if there is none.

    If this user may, Debian's package is installed.
    """
    if given := os.environ.get("CINCH_CHROMIUM"):
        if shutil.which(given):
            return given
        raise Halt(MISSING.format(why=f", and CINCH_CHROMIUM names {given}, which cannot be run"))
    if (found := on_path()) and has_libatomic():
        return found
    install()
    if (found := on_path()) and has_libatomic():
        return found
    raise Halt(MISSING.format(why=" and libatomic.so.1"))


def is_there() -> bool:
    """Return whether `chromium` would not have to install anything."""
    if given := os.environ.get("CINCH_CHROMIUM"):
        return shutil.which(given) is not None
    return on_path() is not None and has_libatomic()


def on_path() -> str | None:
    """Return the first Chromium on the PATH, the variant without windows first."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def has_libatomic() -> bool:
    """Return whether the library exists that Playwright's driver loads on Linux."""
    if sys.platform != "linux":
        return True
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return False
    return True


def install() -> None:
    """Install the browser with apt as root on Debian; elsewhere do nothing."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print("Installing Chromium with apt (once)", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    wanted = ["libatomic1", *([] if on_path() else [LEAN])]
    for command in (["update"], ["install", "-y", "--no-install-recommends", *wanted]):
        subprocess.run(["apt-get", "-q", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)
