"""Every setting is in the table of docs/operations.md and in .env.example, and no other setting is."""

import re

from django.conf import settings

KNOB = re.compile(r'\benv\.\w+\(\s*"([A-Z_]+)"')
SOURCE = (settings.BASE_DIR / "cinchclub" / "settings.py").read_text()
TABLE = (settings.BASE_DIR / "docs" / "operations.md").read_text()
EXAMPLE = (settings.BASE_DIR / ".env.example").read_text()
KNOBS = set(KNOB.findall(SOURCE))


def test_the_table_and_the_example_name_every_setting_and_no_other():
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", TABLE, flags=re.MULTILINE)) == KNOBS
    assert set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, flags=re.MULTILINE)) == KNOBS


def test_the_example_shows_the_defaults():
    literal = re.compile(r'env\.\w+\("([A-Z_]+)", default=(?:"([^"]*)"|(\d+|True|False))\)')
    defaults = {name: text or number.lower() for name, text, number in literal.findall(SOURCE)}
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", EXAMPLE, flags=re.MULTILINE))
    assert len(defaults) > 20
    assert {name: shown[name] for name in defaults} == defaults


def test_only_the_settings_read_the_environment():
    readers = {
        str(path.relative_to(settings.BASE_DIR))
        for package in ("cinchclub", "laws", "scoring")
        for path in (settings.BASE_DIR / package).rglob("*.py")
        if re.search(r"environ\[|environ\.get\(|getenv\(", path.read_text())
    }
    # The launcher passes the environment to the servers. The other two variables are only for the tests.
    assert readers <= {f"cinchclub/launcher/{name}.py" for name in ("running", "browser", "patterns")}
