"""A ruling on an incident: its effects and choices, the facts still to ask, and its reasons.

The texts of the reasons are made only when somebody reads the reasons, so a ruling is cheap to make.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from laws.domain import parameters
from laws.domain.compile import Cell, LawTable, Situations, can_arise
from laws.domain.effects import Effect
from laws.domain.lawset import Law, LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import RoleText, fill
from laws.domain.rule import Choice, Outcome, Rule
from laws.domain.sentences import _, in_a_choice, in_sequence, ngettext
from laws.domain.vocabulary import IncidentFact


@dataclass(frozen=True, slots=True)
class ConsideredException:
    """An exception that could change a ruling, and the reason why it prevails or does not prevail.

    - ``applies``: whether the exception prevails; null while facts are missing.
    """

    law: str
    rule: str
    applies: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A question of interpretation, and the interpretation that a ruling follows.

    - ``rule``: the id of the ambiguous rule, or the name of the parameter. A request can choose another
      interpretation of an ambiguous rule or of an open parameter in ``readings``.
    - ``taken``: the name of the interpretation, or the value, that the ruling follows.
    - ``because``: the reason for this interpretation.
    - ``says``: the text of every possible interpretation, by its name.
    """

    rule: str
    question: RoleText
    taken: str
    because: RoleText
    says: Mapping[str, str]

    @property
    def in_words(self) -> str:
        """Return the text of the interpretation that the ruling follows."""
        return self.says[self.taken]

    @classmethod
    def of_parameter(cls, law_set: LawSet, name: str) -> "Reading":
        """Return the question that a parameter answers; its values are the possible interpretations.

        The parameter must be a choice or flag. A value that would add a conflict with another parameter is
        left out.
        """
        parameter, setting, values = PARAMETERS[name], law_set.settings.get(name), law_set.values
        refused = parameters.conflicts(values).keys()
        says = {
            way: parameters.in_words(name, way)
            for way in parameter.words
            if parameters.conflicts({**values, name: parameter.read(way)}).keys() <= refused
        }
        note = setting.note if setting else ""
        return cls(name, parameter.meaning, str(law_set[name]).lower(), note, says)


Consequence = TypeVar("Consequence", Effect, Choice)
RulingStatus = Literal["ruled", "needs-facts", "silent"]
Facts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling of a law set on an incident. While several outcomes are possible, the ruling is open.

    - ``facts``: the given facts that the law table uses.
    - ``situations``: the situations that the known facts leave possible.
    - ``outcomes``: the indexes of the outcomes that are still possible.
    - ``assumed``: the usual answers that were used for missing facts.
    - ``aside``: the given facts that cannot affect the ruling, because the law table does not use them.
    - ``fallback``: the ruling of the fallback law set; None if no fallback is asked, see `falls_back_on`.
    """

    table: LawTable
    facts: Facts
    situations: Situations
    outcomes: tuple[int, ...]
    assumed: Facts
    aside: Facts
    fallback: "Ruling | None" = None

    @property
    def law_set(self) -> str:
        return self.table.law_set.slug

    @property
    def incident(self) -> str:
        return self.table.incident.id

    @property
    def is_open(self) -> bool:
        """Tell whether more than one outcome is still possible."""
        return len(self.outcomes) > 1

    @property
    def status(self) -> RulingStatus:
        if self.is_open:
            return "needs-facts"
        return "silent" if self.table.outcomes[self.outcomes[0]].silent else "ruled"

    @property
    def falls_back_on(self) -> str | None:
        """Return the fallback law set if this law set is silent, otherwise None.

        The result is also None if the incident cannot happen under this law set.
        """
        law_set = self.table.law_set
        is_asked = self.status == "silent" and can_arise(self.table.incident, law_set)
        return law_set.fallback if is_asked else None

    @property
    def cells(self) -> list[Cell]:
        """Return the cells that overlap with the possible situations, largest overlap first.

        A cell is a set of situations that are decided by the same rules.
        """
        return self.table.cells_in(self.situations)

    @property
    def known(self) -> Facts:
        """Return the given and the assumed facts."""
        return {**self.facts, **self.assumed}

    @property
    def deciding(self) -> list[int]:
        """Return the indexes of the rules that decide or, while the ruling is open, may decide."""
        return self.table.deciding_in(self.situations)

    @property
    def possible(self) -> tuple[Outcome, ...]:
        """Return the outcomes that are still possible, each with the text of a rule that leads to it."""
        return self.table.spoken_in(self.situations)

    @property
    def alternatives(self) -> tuple[Outcome, ...]:
        """Return the possible outcomes of an open ruling; empty if the ruling is not open."""
        return self.possible if self.is_open else ()

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return the effects that all possible outcomes have in common."""
        return _in_common([self.table.outcomes[number].effects for number in self.outcomes])

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices that all possible outcomes have in common."""
        return _in_common([self.table.outcomes[number].choices for number in self.outcomes])

    @property
    def laws(self) -> tuple[str, ...]:
        """Return the ids of the laws that the deciding rules cite; none while the ruling is open."""
        rules = () if self.is_open else (self.table.rules[number] for number in self.deciding)
        law_set = self.table.law_set
        return tuple(dict.fromkeys(law for rule in rules for law in rule.cited_under(law_set)))

    @property
    def cited(self) -> tuple[Law, ...]:
        return tuple(self.table.law_set.laws[law] for law in self.laws)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that decide or, while the ruling is open, may decide."""
        return tuple(self.table.rules[number].id for number in self.deciding)

    @property
    def because(self) -> tuple[str, ...]:
        """Return the reasons step by step.

        The reasons of an open ruling are its known facts, and the number of rulings that are still possible.
        """
        if self.is_open:
            still = ngettext(
                "{count} ruling is still possible.", "{count} rulings are still possible.", len(self.outcomes)
            )
            return (*self._in_words(self.known), still)
        table, numbers = self.table, self.deciding
        spoken = {key for number in numbers for key in table.speaks_of[number]}
        steps = self._in_words(spoken)
        for number in numbers:
            rule, outcome = table.rules[number], table.rule_outcomes[number]
            steps.append(fill(rule.says))
            if rule.by and not rule.interpretation:
                steps.append(fill(outcome.says))
            if rule.certainty == "inferred":
                inferred = _(
                    "The text does not say so in as many words; it is inferred. {note}", note=fill(rule.note)
                )
                steps.append(inferred)
            if open_words := rule.interpretation:
                why = fill(rule.why_read(table.law_set))
                steps.append(f"{fill(open_words.question)} {fill(outcome.says)} {why}")
            steps.append(fill(outcome.silent))
        if not numbers:
            steps.extend(fill(outcome.silent) for outcome in table.outcomes)
        return tuple(filter(str.strip, steps))

    def _in_words(self, keys: Collection[str]) -> list[str]:
        known, facts = self.known, self.table.incident.facts
        texts = [self.fact_in_words(fact) for fact in facts if fact.key in known and fact.key in keys]
        return list(filter(None, texts))

    def fact_in_words(self, fact: IncidentFact) -> str:
        means = fill(fact.value(self.known[fact.key]).means)
        return _("Assuming the usual: {means}", means=means) if means and fact.key in self.assumed else means

    @property
    def exceptions(self) -> tuple[ConsideredException, ...]:
        """Return the exceptions that were considered, each with the reason why it prevails or not.

        First come the deciding rules that override another rule. Then come other exceptions to the deciding
        and to the overridden rules:

        - Exceptions whose condition is not met.
        - In an open ruling also exceptions whose condition depends on missing facts.
        """
        table, situations, numbers = self.table, self.situations, self.deciding
        bases = {table.rules[number].id for number in numbers}
        exceptions: list[ConsideredException] = []
        for number in numbers:
            rule = table.rules[number]
            given_way = [
                base
                for place, base in enumerate(table.rules)
                if base.id in rule.exception_to and table.applies[place] & situations
            ]
            if given_way:
                bases.update(base.id for base in given_way)
                over = " ".join(fill(base.says) for base in given_way)
                why = _("{says} It prevails over: {over}", says=fill(rule.says), over=over)
                exceptions.append(ConsideredException(self._first_law(rule), rule.id, True, why))
        for number, rule in enumerate(table.rules):
            if number in numbers or bases.isdisjoint(rule.exception_to):
                continue
            if table.applies[number] & situations == 0:
                exceptions.append(
                    ConsideredException(self._first_law(rule), rule.id, False, self._unmet(rule))
                )
            elif self.is_open and table.applies[number] & situations != situations:
                unknown = _("It depends on facts not known yet.")
                exceptions.append(ConsideredException(self._first_law(rule), rule.id, None, unknown))
        return tuple(exceptions)

    def _first_law(self, rule: Rule) -> str:
        return next(iter(rule.cited_under(self.table.law_set)), "")

    def _unmet(self, rule: Rule) -> str:
        needs, known = [], self.known
        for limb in rule.when.limbs:
            for key, values in limb.facts:
                if key in known and known[key] not in values:
                    fact = self.table.incident.fact(key)
                    labels = [_("“{answer}”", answer=fill(fact.value(value).label)) for value in values]
                    needs.append(
                        _(
                            "{ask} It applies to the answer {labels}; here it is “{answer}”.",
                            ask=fill(fact.ask),
                            labels=in_a_choice(labels),
                            answer=fill(fact.value(known[key]).label),
                        )
                    )
        return in_sequence([*dict.fromkeys(needs)]) or _("Its facts are not all so here.")

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Return the questions of interpretation that the deciding rules depend on."""
        read = []
        for number in self.deciding:
            rule, outcome = self.table.rules[number], self.table.rule_outcomes[number]
            if open_words := rule.interpretation:
                ways = rule.read_otherwise(outcome)
                taken = next(name for name, way in ways.items() if way is outcome)
                says = {name: fill(way.in_words) for name, way in ways.items()}
                why = rule.why_read(self.table.law_set)
                read.append(Reading(rule.id, open_words.question, taken, why, says))
        return tuple(read)

    @property
    def left_open(self) -> tuple[Reading, ...]:
        """Return the open parameters (choices and flags) on which the ruling depends."""
        return self._points(self.table.law_set.is_open)

    @property
    def chosen(self) -> tuple[Reading, ...]:
        """Return the parameters on which the ruling depends and whose value a table or an event chose.

        Only choices and flags are considered.
        """
        return self._points(self.table.law_set.is_chosen_here)

    def _points(self, is_one: Callable[[str], bool]) -> tuple[Reading, ...]:
        names = dict.fromkeys(name for number in self.deciding for name in self.table.rules[number].by)
        return tuple(
            Reading.of_parameter(self.table.law_set, name)
            for name in names
            if PARAMETERS[name].words and is_one(name)
        )

    @property
    def questions(self) -> tuple[IncidentFact, ...]:
        """Return the missing or assumed facts that can change the outcome; none if the outcome is certain.

        The facts are sorted by these criteria, the most important first:

        - Facts whose question certainly arises come first.
        - A lower rank comes first.
        - Facts without a usual answer come first.
        - Facts that change the outcome in more situations come first.

        If no fact alone can change the outcome, the facts that can change it together are returned, in the
        order of the vocabulary.
        """
        if not self.is_open:
            return ()
        weighed = []
        for place, fact in enumerate(self.table.incident.facts):
            weight = (self.table.turns_on[fact.key] & self.situations).bit_count()
            if weight and fact.key not in self.facts:
                deferred = self.table.needed[fact.key] & self.situations != self.situations
                weighed.append((deferred, fact.rank, fact.usual is not None, -weight, place))
        weighed.sort()
        return tuple(self.table.incident.facts[place] for *_order, place in weighed) or self._splitting()

    def _splitting(self) -> tuple[IncidentFact, ...]:
        splitting, undecided = [], []
        for fact in self.table.incident.facts:
            if fact.key in self.facts:
                continue
            parts = [mask & self.situations for mask in self.table.space.masks[fact.key].values()]
            if len({tuple(self.table.outcomes_in(part)) for part in parts if part}) > 1:
                splitting.append(fact)
            if sum(map(bool, parts)) > 1:
                undecided.append(fact)
        return tuple(splitting or undecided)

    @property
    def irrelevant(self) -> tuple[str, ...]:
        """Return the given facts that do not matter. This includes all facts in ``aside``.

        A fact does not matter if the possible outcomes are the same without this fact.
        """
        known, outcomes = self.known, list(self.outcomes)
        idle = (
            key
            for key in self.facts
            if self.table.outcomes_in(
                self.table.known({other: known[other] for other in known if other != key})
            )
            == outcomes
        )
        return (*idle, *self.aside)


def _in_common(rows: Sequence[tuple[Consequence, ...]]) -> tuple[Consequence, ...]:
    first, *others = rows
    if not others:
        return first
    return tuple(item for item in first if all(item in other for other in others))
