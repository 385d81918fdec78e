"""What follows from a rule, read strictly: effects, choices, silence, and the outcome of each reading of it.

When a rule applies is read in ``rule_notation``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from laws.domain.document import Node, Reader
from laws.domain.effects import MOMENTS, read_effects
from laws.domain.errors import not_among
from laws.domain.parameters import PARAMETERS, SLUG
from laws.domain.roles import ROLES
from laws.domain.rule import AND, ANY, ONLY, Choice, Interpretation, Option, Outcome, combination
from laws.domain.sentences import _, in_a_row
from laws.domain.vocabulary_notation import sentence

OUTCOME_KEYS = ("says", "effects", "choices", "silent")


def read_interpretation(reader: Reader, node: Node | None, key: str) -> Interpretation | None:
    """Return doubtful words: the question, the reading taken and why; None where there are none."""
    if node is None:
        return None
    names = ("question", "default", "because")
    fields = reader.fields(node, key, names, names)
    question, default, because = (sentence(reader, fields.get(name), key) for name in names)
    return Interpretation(question, default, because)


def read_outcomes(
    reader: Reader,
    fields: Mapping[str, Node],
    key: str,
    line: int,
    by: tuple[str, ...],
    interpretation: Interpretation | None,
) -> dict[str, Outcome]:
    """Return the one outcome of a rule, or one for each value of a parameter or reading of a text."""
    if not by and interpretation is None:
        if "outcomes" in fields:
            reader.fault(line, key, _("several outcomes need a parameter (by) or an interpretation."))
        return {ONLY: _read_outcome(reader, fields, key, line)}
    for name in ("effects", "choices", "silent"):
        if name in fields:
            reader.fault(line, key, _("{name} stand under outcomes, one entry for each reading.", name=name))
    found = {
        name: _read_outcome(
            reader, reader.fields(entry, f"{key}.{name}", OUTCOME_KEYS), f"{key}.{name}", entry_line
        )
        for name, entry, entry_line in reader.pairs(fields.get("outcomes"), key)
    }
    choices = [readings_of(found, by)] if interpretation else []
    if interpretation and interpretation.default not in choices[0]:
        reader.fault(line, key, not_among(interpretation.default, choices[0], _("reading")))
    if interpretation and len(choices[0]) < 2:
        reader.fault(line, key, _("an interpretation has two readings at least."))
    if not by or not set(by) <= set(PARAMETERS):
        return found
    return _combined(reader, found, key, line, by, [*(PARAMETERS[name].words for name in by), *choices])


def readings_of(outcomes: Iterable[str], by: Sequence[str]) -> tuple[str, ...]:
    """Return the readings among the names of outcomes, each once: what follows the parameters' values."""
    named = (name.split(AND)[len(by) :] for name in outcomes)
    return tuple(dict.fromkeys(reading for last in named for reading in last if reading != ANY))


def _combined(
    reader: Reader,
    found: Mapping[str, Outcome],
    key: str,
    line: int,
    by: tuple[str, ...],
    choices: Iterable[Iterable[str]],
) -> dict[str, Outcome]:
    """Return the outcome for each combination of values, and readings if any; each must have just one."""
    every = [combination(values) for values in product(*choices)]
    meant = {name: [each for each in every if _covers(name, each)] for name in found}
    for name, covered in meant.items():
        if not covered:
            reader.fault(line, key, not_among(name, every, _("value of {by}", by=in_a_row(by))))
    combined: dict[str, Outcome] = {}
    for each in every:
        names = [name for name, covered in meant.items() if each in covered]
        if len(names) != 1:
            how = _("stands twice") if names else _("is missing")
            said = _(
                "give an outcome for each value of {by}: {each} {how}.", by=in_a_row(by), each=each, how=how
            )
            reader.fault(line, key, said)
        else:
            combined[each] = replace(found[names[0]])
    return combined


def _read_outcome(reader: Reader, fields: Mapping[str, Node], key: str, line: int) -> Outcome:
    effects = read_effects(reader, fields.get("effects"), key)
    choices = tuple(_read_choice(reader, entry, key) for entry in reader.items(fields.get("choices"), key))
    silent = reader.text(fields.get("silent"), key)
    if silent and (effects or choices):
        reader.fault(line, key, _("a silent law has neither effects nor choices."))
    if not silent and not effects and not choices:
        reader.fault(line, key, _("say what follows: effects, choices, or silent with the reason."))
    return Outcome(effects, choices, silent, sentence(reader, fields.get("says"), key))


def _read_choice(reader: Reader, node: Node, key: str) -> Choice:
    fields = reader.fields(node, key, ("holder", "options", "lapses"), ("holder", "options"))
    options = tuple(
        _read_option(reader, name, entry, f"{key}.{name}")
        for name, entry, _line in reader.pairs(fields.get("options"), key)
    )
    if len(options) < 2:
        reader.fault(node.line, key, _("a choice is between two options at least."))
    if "lapses" not in fields:
        reader.fault(
            node.line, key, _("option-without-lapse: say at which moment the right is lost (lapses).")
        )
    holder = reader.word(fields.get("holder"), key, ROLES, _("role"))
    return Choice(holder, options, reader.word(fields.get("lapses"), key, MOMENTS, _("moment")))


def _read_option(reader: Reader, name: str, node: Node, key: str) -> Option:
    fields = reader.fields(node, key, ("label", "effects"), ("label", "effects"))
    if not SLUG.match(name):
        reader.fault(node.line, key, _("an option's name is lower-case words joined by hyphens."))
    label = sentence(reader, fields.get("label"), key)
    return Option(name, label, read_effects(reader, fields.get("effects"), key))


def _covers(name: str, each: str) -> bool:
    """Tell whether the name of an outcome, in which ``any`` may stand, is meant for certain values."""
    asked, given = name.split(AND), each.split(AND)
    return len(asked) == len(given) and all(
        one in (ANY, other) for one, other in zip(asked, given, strict=True)
    )
