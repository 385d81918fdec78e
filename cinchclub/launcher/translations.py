"""Compiles the translations without GNU gettext, so that a club need not install it."""

import os

import polib

from cinchclub.settings import BASE_DIR


def compile_catalogs() -> None:
    """Compile each .po file that has no .mo file or is newer than its .mo file."""
    for source in sorted(BASE_DIR.glob("locale/*/LC_MESSAGES/django.po")):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            continue
        # The finished file is renamed, so that a server that starts now never reads half a file.
        beside = source.with_suffix(f".{os.getpid()}.tmp")
        polib.pofile(str(source)).save_as_mofile(str(beside))
        beside.replace(compiled)
