"""An examined house law set, and what two law sets rule otherwise, as they are sent.

Nothing is decided here.
"""

from laws.domain.changes import Change, in_words
from laws.domain.house_checks import Examination, GivesWay
from laws.domain.parameters import to_json
from laws.domain.roles import fill
from laws.domain.serialize import Sent, format_outcome


def format_examination(seen: Examination) -> Sent:
    """Return whether a law set can be published, what stands against it, and what it changes."""
    return {
        "sound": not seen.objections,
        "objections": [{"subject": each.subject, "sentence": each.sentence} for each in seen.objections],
        "gives_way": [format_giving_way(each) for each in seen.gives_way],
        "parameters": [
            {"name": each.name, "before": to_json(each.before), "after": to_json(each.after)}
            for each in seen.parameters
        ],
        "changes": [format_change(each) for each in seen.changes],
        "overturned": [
            {"case": case.id, "says": fill(case.says), "source": case.source} for case in seen.overturned
        ],
    }


def format_giving_way(each: GivesWay) -> Sent:
    """Return a rule of the book that a house rule contradicts, and whether it was named to give way."""
    return {
        "rule": each.own.id,
        "gives_way": each.law.id,
        "says": fill(each.law.says),
        "laws": list(each.law.cites),
        "incident": each.incident.id,
        "situations": each.situations,
        "facts": dict(each.facts),
        "confirmed": each.is_confirmed,
    }


def format_change(change: Change) -> Sent:
    """Return situations that are ruled otherwise: how many, which, and both outcomes."""
    return {
        "incident": change.incident.id,
        "title": fill(change.incident.title),
        "situations": change.situations,
        "when": [{key: list(values) for key, values in when.items()} for when in change.when],
        "says": [in_words(change.incident, when) for when in change.when],
        "untold": change.untold,
        "facts": dict(change.facts),
        "before": format_outcome(change.before),
        "after": format_outcome(change.after),
    }
