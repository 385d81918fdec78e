"""One law of a club as the answers of a form, and its conversion from and to the stored law set.

The form covers a law with one simple rule. A rule with several alternatives, interpretations or outcomes by
parameter can be written only in the exported file.
"""

from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from laws.domain.cases import options
from laws.domain.effects import Effect
from laws.domain.house import HEAD, HouseLaws
from laws.domain.rule import ONLY, Choice, Outcome, Rule, whole_id

Written = Mapping[str, Any]
"""The plain data of a house law set: its head and its topics, as in an export."""

RULE_KEYS = ("incidents", "says", "when", "exception_to", "cites", "effects", "choices")
"""The keys of a rule that the form sets. All other keys of the rule are kept."""


@dataclass(frozen=True, slots=True)
class OwnLaw:
    """A club's own law and the one rule that carries it out.

    - ``name``: the name of the rule.
    - ``law``: the name of the law.
    - ``title``: empty if the title follows from the name of the law.
    - ``text``, ``says``: the text of the law, and of the rule.
    - ``cite``: where the club decided the law; empty if it is only the title of the law set.
    - ``when``: the accepted answers by fact. A fact that is not named may have any answer.
    - ``gives_way``: the ids of the rules that this law overrides.
    """

    topic: str
    name: str
    law: str
    incident: str
    title: str
    text: str
    says: str
    cite: str
    when: Mapping[str, tuple[str, ...]]
    gives_way: tuple[str, ...]
    effects: tuple[Effect, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class OwnCase:
    """A worked case of a club's own law, with the expected outcome."""

    name: str
    says: str
    facts: Mapping[str, str]
    outcome: Outcome


def own_law(house: HouseLaws, rule: Rule) -> OwnLaw | None:
    """Return a rule of the club and its law as answers of the form; None if the form cannot express them."""
    sharing = [other for other in house.layer.every_rule if set(other.cites) & set(rule.cites)]
    (limb, *more), outcome = rule.when.limbs, rule.outcomes.get(ONLY)
    told_otherwise = (
        more
        or limb.definitions
        or outcome is None
        or outcome.is_silent
        or len(outcome.choices) > 1
        or len(rule.cites) != 1
        or len(sharing) != 1
        or len(rule.incidents) != 1
    )
    law = house.laws.get(rule.cites[0]) if rule.cites else None
    if told_otherwise or outcome is None or law is None or law.topic != rule.topic:
        return None
    return OwnLaw(
        topic=rule.topic,
        name=rule.name,
        law=law.name,
        incident=rule.incidents[0],
        title="" if law.title == law.name_in_words else law.title,
        text=law.text,
        says=rule.says,
        cite="" if law.cite == house.head.citation else law.cite,
        when=dict(limb.facts),
        gives_way=rule.exception_to,
        effects=outcome.effects,
        choices=outcome.choices,
    )


def with_law(written: Written, own: OwnLaw, cases: tuple[OwnCase, ...], source: str) -> dict[str, Any]:
    """Return a copy of the data with this law added, or replaced if it exists.

    ``source`` is the source of the cases if the law has no ``cite``.
    """
    fields = deepcopy(dict(written))
    topic = fields.setdefault(own.topic, {})
    law = topic.setdefault("laws", {}).setdefault(own.law, {})
    law["text"] = own.text
    for key, words in (("title", own.title), ("cite", own.cite)):
        law.pop(key, None)
        if words:
            law[key] = words
    rules = topic.setdefault("rules", {})
    untouched = {key: value for key, value in rules.get(own.name, {}).items() if key not in RULE_KEYS}
    rules[own.name] = _written_rule(own) | untouched
    for case in cases:
        topic.setdefault("cases", {})[case.name] = {
            "says": case.says,
            "incident": own.incident,
            "facts": dict(case.facts),
            **_written_expectation(case.outcome),
            "source": own.cite or source,
        }
    return fields


def without_rule(written: Written, slug: str, rule: str, cases: Collection[str]) -> dict[str, Any]:
    """Return a copy of the data without one rule, these cases of its topic, and laws that no rule cites then.

    ``rule`` is the full id. The rule is also removed from ``exception_to`` of the other rules.
    """
    fields = deepcopy(dict(written))
    _slug, topic, name = rule.split("/")
    there = fields.get(topic, {})
    there.get("rules", {}).pop(name, None)
    for case in cases:
        there.get("cases", {}).pop(case, None)
    cited: set[str] = set()
    for other, content in fields.items():
        for remaining in content.get("rules", {}).values() if other != HEAD else ():
            cited.update(whole_id(slug, other, law) for law in remaining.get("cites", ()))
            named = remaining.pop("exception_to", [])
            if left := [base for base in named if whole_id(slug, other, base) != rule]:
                remaining["exception_to"] = left
    laws = there.get("laws", {})
    there["laws"] = {law: entry for law, entry in laws.items() if whole_id(slug, topic, law) in cited}
    if not there.get("rules") and not there["laws"]:
        fields.pop(topic, None)
    elif not there.get("cases"):
        there.pop("cases", None)
    return fields


def _written_rule(own: OwnLaw) -> dict[str, Any]:
    when = {fact: values[0] if len(values) == 1 else list(values) for fact, values in own.when.items()}
    rule: dict[str, Any] = {"incidents": [own.incident], "says": own.says, "when": when or "always"}
    if own.gives_way:
        rule["exception_to"] = list(own.gives_way)
    rule["cites"] = [own.law]
    if own.effects:
        rule["effects"] = _written_effects(own.effects)
    if own.choices:
        rule["choices"] = [
            {
                "holder": choice.holder,
                "lapses": choice.lapses,
                "options": {
                    option.id: {"label": option.label, "effects": _written_effects(option.effects)}
                    for option in choice.options
                },
            }
            for choice in own.choices
        ]
    return rule


def _written_effects(effects: tuple[Effect, ...]) -> list[Any]:
    return [effect.canonical() if effect.parameters else effect.kind for effect in effects]


def _written_expectation(outcome: Outcome) -> dict[str, Any]:
    """Return the expected outcome in the notation of a case."""
    if outcome.is_silent:
        return {"silent": "true"}
    expected: dict[str, Any] = {}
    if outcome.effects:
        expected["effects"] = _written_effects(outcome.effects)
    if outcome.choices:
        expected["choices"] = options(outcome)
    return expected
