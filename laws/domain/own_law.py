"""One law of a club, as a form edits it. The functions convert between this law and the stored law set.

The form can edit a law that has a single simple rule, see `own_law`. All other laws are edited in the
exported file.
"""

from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from laws.domain.cases import options
from laws.domain.effects import Effect
from laws.domain.house import HEAD, HouseLaws
from laws.domain.rule import ONLY, Outcome, Rule, whole_id

Written = Mapping[str, Any]
"""The plain data of a house law set: its head and its topics, as in an export."""

RULE_KEYS = ("incidents", "says", "when", "exception_to", "cites", "effects")
"""The keys of a rule that the form sets. All other keys of the rule are kept."""


@dataclass(frozen=True, slots=True)
class OwnLaw:
    """A club's own law and the rule that applies it.

    - ``name``: the name of the rule; ``law``: the name of the law.
    - ``text``: the text of the law; ``says``: the text of the rule.
    - ``facts``: the answers with which the rule applies. A fact that is not named may have any answer.
    """

    topic: str
    name: str
    law: str
    incident: str
    title: str
    text: str
    says: str
    facts: Mapping[str, str]
    effect: Effect


def own_law(house: HouseLaws, rule: Rule) -> OwnLaw | None:
    """Return a rule of the club and its law, for the form; None if the form cannot show them.

    The form can show a rule that meets these conditions:

    - The rule cites one law, a law of the club on the same topic. No other rule of the club cites this law.
    - No other rule of the club is an exception to the rule.
    - The rule is about one incident. Its condition gives each fact one answer, without alternatives and
      definitions.
    - The outcome is one effect without a choice. It does not depend on parameters or interpretations.
    """
    (limb, *more), outcome = rule.when.limbs, rule.outcomes.get(ONLY)
    law = house.laws.get(rule.cites[0]) if len(rule.cites) == 1 else None
    if law is None or law.topic != rule.topic or outcome is None or outcome.is_silent:
        return None
    others = [other for other in house.layer.every_rule if other.id != rule.id]
    if (
        more
        or limb.definitions
        or outcome.choices
        or len(outcome.effects) != 1
        or len(rule.incidents) != 1
        or any(len(values) != 1 for _fact, values in limb.facts)
        or any(law.id in other.cites or rule.id in other.exception_to for other in others)
    ):
        return None
    return OwnLaw(
        topic=rule.topic,
        name=rule.name,
        law=law.name,
        incident=rule.incidents[0],
        title=law.title,
        text=law.text,
        says=rule.says,
        facts={fact: value for fact, (value,) in limb.facts},
        effect=outcome.effects[0],
    )


def with_law(written: Written, own: OwnLaw) -> dict[str, Any]:
    """Return a copy of the data with this law added, or changed if it exists.

    If the rule exists already and its condition does not change, its ``exception_to`` is kept. If the
    condition changes, the club must confirm again which rules the rule overrides.
    """
    fields = deepcopy(dict(written))
    topic = fields.setdefault(own.topic, {})
    topic.setdefault("laws", {}).setdefault(own.law, {}).update(title=own.title, text=own.text)
    rules = topic.setdefault("rules", {})
    before, when = rules.get(own.name, {}), dict(own.facts) or "always"
    rule: dict[str, Any] = {"incidents": [own.incident], "says": own.says, "when": when}
    if before.get("when") == when and "exception_to" in before:
        rule["exception_to"] = before["exception_to"]
    untouched = {key: value for key, value in before.items() if key not in RULE_KEYS}
    rules[own.name] = rule | {"cites": [own.law], "effects": _written_effects([own.effect])} | untouched
    return fields


def with_case(
    written: Written,
    own: OwnLaw,
    name: str,
    says: str,
    facts: Mapping[str, str],
    outcome: Outcome,
    source: str,
) -> dict[str, Any]:
    """Return a copy of the data with a case of this law. A case of the same name is replaced.

    ``outcome`` is the expected outcome. A replaced case keeps its source. The source of a new case is the
    citation of the law or, if the law has no citation of its own, ``source``.
    """
    fields = deepcopy(dict(written))
    cases, law = fields[own.topic].setdefault("cases", {}), fields[own.topic]["laws"][own.law]
    cases[name] = {
        "says": says,
        "incident": own.incident,
        "facts": dict(facts),
        **_written_expectation(outcome),
        "source": cases.get(name, {}).get("source") or law.get("cite") or source,
    }
    return fields


def without_rule(written: Written, slug: str, rule: str, cases: Collection[str]) -> dict[str, Any]:
    """Return a copy of the data without one rule, and without the named cases of its topic.

    ``rule`` is the full id. Laws of the topic that no rule cites any more are removed too, and so is a topic
    without laws and rules. Other rules no longer name the rule in ``exception_to``.
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


def _written_effects(effects: Collection[Effect]) -> list[Any]:
    return [effect.canonical() if effect.parameters else effect.kind for effect in effects]


def _written_expectation(outcome: Outcome) -> dict[str, Any]:
    if outcome.is_silent:
        return {"silent": "true"}
    expected: dict[str, Any] = {}
    if outcome.effects:
        expected["effects"] = _written_effects(outcome.effects)
    if outcome.choices:
        expected["choices"] = options(outcome)
    return expected
