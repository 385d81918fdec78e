"""Compiles the translations, without GNU gettext: whoever runs a club need not have it."""

import os

import polib

from cinchclub.settings import BASE_DIR


def compile_catalogs() -> None:
    """Compile each translation that is newer than what was compiled of it."""
    for source in sorted(BASE_DIR.glob("locale/*/LC_MESSAGES/django.po")):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            continue
        # Renamed into place: a server that is starting reads the old one or the new one, whole.
        beside = source.with_suffix(f".{os.getpid()}.tmp")
        polib.pofile(str(source)).save_as_mofile(str(beside))
        beside.replace(compiled)
