"""Questions as they are sent: what a program or a page asks of the law, read strictly.

Whether the facts are known to the incident is the arbiter's to say; here only the form is looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from laws.domain.errors import InvalidInput, not_among, quote
from laws.domain.proposals import LONGEST_TEXT
from laws.domain.sentences import _

LONGEST_NAME = 80
MOST_READINGS = 200
NAMES: Mapping[str, str] = {"law_set": _("name a law set."), "incident": _("name an incident.")}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the law set (empty for all), the incident, the facts, whether to assume the usual.

    ``readings`` names, by rule, readings of doubtful words wanted in place of the usual ones.
    """

    law_set: str
    incident: str
    facts: Mapping[str, object]
    assume: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)


def read_question(sent: object, *, of_all: bool = False, with_one: bool = False) -> Question:
    """Return a question ``{law_set, incident, facts, assume_usual?, readings?}``; one of all has no law set.

    ``with_one`` lets a question of all name one more law set. Raises InvalidInput naming each field that is
    missing, unknown or of the wrong kind.
    """
    errors: dict[str, str] = {}
    fields = _fields(sent)
    named = not of_all or (with_one and "law_set" in fields)
    needed = ("law_set", "incident") if named else ("incident",)
    accepted = ("law_set",) if with_one or named else ()
    accepted = (*accepted, "incident", "facts", "assume_usual", "readings")
    errors |= {
        str(name)[:40]: not_among(name, accepted, _("field")) for name in fields if name not in accepted
    }
    for name in needed:
        if not _is_name(fields.get(name)):
            errors[name] = NAMES[name]
    facts = fields.get("facts", {})
    given: dict[str, object] = {}
    if isinstance(facts, Mapping):
        given = {str(key): value for key, value in facts.items()}
    else:
        errors["facts"] = _("facts with their values are due here, not {value}.", value=quote(facts))
    assume = fields.get("assume_usual", False)
    if not isinstance(assume, bool):
        errors["assume_usual"] = _("true or false is due here.")
    readings = _readings(fields.get("readings", {}), errors)
    if errors:
        raise InvalidInput(errors)
    law_set = str(fields["law_set"]) if named else ""
    return Question(law_set, str(fields["incident"]), given, bool(assume), readings)


def _readings(sent: object, errors: dict[str, str]) -> dict[str, str]:
    """Return readings by rule; what is none of it is put among the errors."""
    if not isinstance(sent, Mapping):
        errors["readings"] = _("rules with their readings are due here, not {value}.", value=quote(sent))
        return {}
    if len(sent) > MOST_READINGS:
        errors["readings"] = _(
            "at most {most} readings can be given; these are {count}.", most=MOST_READINGS, count=len(sent)
        )
        return {}
    for rule, reading in sent.items():
        if not isinstance(reading, str):
            errors[f"readings.{str(rule)[:LONGEST_NAME]}"] = _(
                "a reading is due here, not {value}.", value=quote(reading)
            )
    return {str(rule): str(reading) for rule, reading in sent.items()}


def read_two(sent: object) -> tuple[Question, Question]:
    """Return the two questions of ``{law_set, first: {incident, facts}, second: {incident, facts}}``.

    Raises InvalidInput naming each field that is wrong.
    """
    fields = _fields(sent)
    accepted = ("law_set", "first", "second")
    errors: dict[str, list[str] | str] = {
        str(name)[:40]: not_among(name, accepted, _("field")) for name in fields if name not in accepted
    }
    found = []
    for name in ("first", "second"):
        try:
            asked = read_question(fields.get(name), of_all=True)
            found.append(replace(asked, law_set=str(fields.get("law_set"))))
        except InvalidInput as refusal:
            errors |= {_under(name, field): reasons for field, reasons in refusal.errors.items()}
    if not _is_name(fields.get("law_set")):
        errors["law_set"] = NAMES["law_set"]
    if errors:
        raise InvalidInput(errors)
    return found[0], found[1]


def read_text(sent: object) -> str:
    """Return the words of ``{text}``. Raises InvalidInput where there are none, or too many."""
    fields = _fields(sent)
    errors = {str(name)[:40]: not_among(name, ("text",), _("field")) for name in fields if name != "text"}
    text = fields.get("text")
    if not isinstance(text, str) or not text.strip():
        errors["text"] = _("say in words what happened.")
    elif len(text) > LONGEST_TEXT:
        errors["text"] = _(
            "at most {most} characters can be read; these are {count}.", most=LONGEST_TEXT, count=len(text)
        )
    if errors:
        raise InvalidInput(errors)
    return str(text)


def _fields(sent: object) -> Mapping[str, object]:
    if not isinstance(sent, Mapping):
        raise InvalidInput({"non_field_errors": _("an object with fields is due here.")})
    return sent


def _under(path: str, field: str) -> str:
    return path if field == "non_field_errors" else f"{path}.{field}"


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME
