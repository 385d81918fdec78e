"""Rulings, incidents and comparisons as JSON can hold them, in the words of the API's contract.

Nothing is decided here. ``laws`` are the texts of the laws by id, for every law set.
"""

from collections.abc import Iterable, Mapping

from laws.domain import why
from laws.domain.arbiter import LawAnswer
from laws.domain.compose import Composition
from laws.domain.difference import RulingChange, situations_in_words
from laws.domain.effects import MOMENTS, Effect
from laws.domain.house_checks import Examination, GivesWay
from laws.domain.lawset import Law
from laws.domain.parameters import to_json
from laws.domain.proposals import Proposal
from laws.domain.roles import ROLES, capital, fill
from laws.domain.rule import Choice, Outcome
from laws.domain.ruling import ExceptionSeen, Reading, Ruling
from laws.domain.vocabulary import Incident, IncidentFact

Sent = dict[str, object]


def format_ruling(ruling: Ruling, laws: Mapping[str, Law]) -> Sent:
    """Return a ruling: its status, laws, effects, choices, questions, reasons and exceptions."""
    return {
        "status": ruling.status,
        "law_set": ruling.law_set,
        "incident": ruling.incident,
        "laws": [{"id": law, "cite": laws[law].cite, "text": laws[law].text} for law in ruling.laws],
        "effects": format_effects(ruling.effects),
        "choices": [format_choice(choice) for choice in ruling.choices],
        "questions": [format_question(fact) for fact in ruling.questions],
        "because": list(ruling.because),
        "exceptions": [format_exception(seen) for seen in ruling.exceptions],
        "interpretations": [format_reading(reading) for reading in ruling.readings],
        "possible": [format_outcome(outcome) for outcome in ruling.possible] if ruling.is_open else [],
        "irrelevant": list(ruling.irrelevant),
        "assumed": dict(ruling.assumed),
        "rules": list(ruling.rules),
    }


def format_effects(effects: Iterable[Effect]) -> list[Sent]:
    """Each effect: its kind with its parameters, and what it says."""
    return [{**effect.canonical(), "says": effect.says} for effect in effects]


def format_choice(choice: Choice) -> Sent:
    """Return a choice: whose it is, between what, and until when."""
    return {
        "holder": choice.holder,
        "who": capital(ROLES[choice.holder].words),
        "lapses": choice.lapses,
        "until": MOMENTS[choice.lapses],
        "options": [
            {
                "id": option.id,
                "label": fill(option.label),
                "effects": format_effects(option.effects),
            }
            for option in choice.options
        ],
    }


def format_outcome(outcome: Outcome) -> Sent:
    """Return what may still come out: effects and choices, or silence."""
    return {
        "silent": outcome.is_silent,
        "effects": format_effects(outcome.effects),
        "choices": [format_choice(choice) for choice in outcome.choices],
    }


def format_question(fact: IncidentFact) -> Sent:
    """Return a fact to be asked for, with its answers."""
    return {
        "fact": fact.key,
        "ask": fill(fact.ask),
        "why": fill(fact.why),
        "values": list(fact.slugs),
        "answers": [
            {"value": value.slug, "label": fill(value.label), "means": fill(value.means)}
            for value in fact.values
        ],
        "usual": fact.usual,
        "known_to": fact.known_to,
    }


def format_exception(seen: ExceptionSeen) -> Sent:
    return {"law": seen.law, "rule": seen.rule, "applies": seen.applies, "why": seen.why}


def format_reading(reading: Reading) -> Sent:
    """Return doubtful words: the question, the reading taken, its reason, and all readings."""
    return {
        "rule": reading.rule,
        "question": fill(reading.question),
        "taken": reading.taken,
        "because": fill(reading.because),
        "readings": dict(reading.says),
    }


def format_incident(incident: Incident) -> Sent:
    """Return an incident that can be asked about, with its facts."""
    return {
        "id": incident.id,
        "title": fill(incident.title),
        "topic": incident.topic,
        "game": incident.game,
        "facts": [
            {
                "id": fact.key,
                "ask": fill(fact.ask),
                "why": fill(fact.why),
                "type": "yes-no" if fact.is_yes_no else "choice",
                "values": list(fact.slugs),
                "labels": {value.slug: fill(value.label) for value in fact.values},
                "needed_when": fact.needed_when.canonical() if fact.needed_when else None,
                "usual": fact.usual,
                "known_to": fact.known_to,
            }
            for fact in incident.facts
        ],
        "also": [fact.key for fact in incident.also],
    }


def format_answer(answer: LawAnswer, laws: Mapping[str, Law]) -> Sent:
    """Return a ruling and, where the law set is silent, what its fallback would say."""
    fallback = format_ruling(answer.fallback, laws) if answer.fallback else None
    return format_ruling(answer.ruling, laws) | {"fallback": fallback}


def format_why(ruling: Ruling) -> Sent:
    """Return why a ruling is what it is, and what would have made it another one."""
    outcomes = ruling.table.outcomes
    return {
        "sufficient": list(why.sufficient(ruling)),
        "displaced": [{"rule": each.rule, "by": list(each.by)} for each in why.displaced(ruling)],
        "why_not": [
            {
                "facts": dict(change.facts),
                "outcomes": [format_outcome(outcomes[number]) for number in change.outcomes],
            }
            for change in why.why_not(ruling)
        ],
        "disputed": {fact.key: why.dispute(ruling, fact.key).matters for fact in ruling.table.incident.facts},
    }


def format_composition(composition: Composition, laws: Mapping[str, Law]) -> Sent:
    """Return two rulings put together."""
    return {
        "relation": composition.relation,
        "says": fill(composition.says),
        "incident": composition.incident or None,
        "facts": dict(composition.facts),
        "standing": [format_ruling(ruling, laws) for ruling in composition.standing],
        "effects": format_effects(composition.effects),
    }


def format_proposal(proposal: Proposal) -> Sent:
    """Return what somebody may have meant: an incident and facts, with the words that speak for each."""
    return {
        "incident": proposal.incident.id,
        "title": fill(proposal.incident.title),
        "words": list(proposal.words),
        "facts": {chip.fact: chip.value for chip in proposal.chips},
        "chips": [
            {
                "fact": chip.fact,
                "value": chip.value,
                "label": fill(proposal.incident.fact(chip.fact).value(chip.value).label),
                "words": chip.words,
            }
            for chip in proposal.chips
        ],
    }


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


def format_change(change: RulingChange) -> Sent:
    """Return situations that are ruled otherwise: how many, which, and both outcomes."""
    return {
        "incident": change.incident.id,
        "title": fill(change.incident.title),
        "situations": change.situations,
        "when": [{key: list(values) for key, values in when.items()} for when in change.when],
        "says": [situations_in_words(change.incident, when) for when in change.when],
        "untold": change.untold,
        "facts": dict(change.facts),
        "before": format_outcome(change.before),
        "after": format_outcome(change.after),
    }
