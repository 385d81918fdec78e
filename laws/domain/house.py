"""Parse a club's own law set (a house law set), which changes a law book by choices and by laws of the club.

A house law set is one file: a head under ``lawset``, then laws, rules and cases under the name of each topic.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from laws.domain.book_notation import read_value, read_year
from laws.domain.compiled_book import LawBook, choose, outcome_under
from laws.domain.document import Items, Node, Reader, Record, Text
from laws.domain.errors import BrokenBook, Fault, InputProblems, InvalidInput, not_among, quote
from laws.domain.lawset import CHOICE, Law, LawSet, Setting, digest, law_of_reading
from laws.domain.parameters import PARAMETERS, Value, heading, in_words
from laws.domain.roles import fill
from laws.domain.rule import Outcome, RuleBook
from laws.domain.rule_notation import read_house_rules
from laws.domain.sentences import _
from laws.domain.vocabulary import Vocabulary

HEAD = "lawset"
HEAD_KEYS = "title* base* year source variations parameters readings"
TOPIC_KEYS = "game laws* rules* cases"
LAW_KEYS = "text* title cite note"
LONGEST_TITLE = 80
LONGEST_WORDS = 1_000
MOST_LAWS = 60
"""The most laws that a club can add."""

Files = Mapping[str, Node]
"""The parts of a house law set by name: its head, named ``lawset``, and its topics."""


@dataclass(frozen=True, slots=True)
class HouseLaws:
    """A parsed house law set.

    - ``laws``: the club's own laws by id.
    - ``layer``: the club's own rules, which can override rules of the book.
    - ``law_set``: the resulting law set, with the laws of the book, the club's own laws and its choices.
    - ``written``: the whole house law set as YAML text, for export.
    - ``words``: the published source of the rules. It contains ``written``, and the slug and the
      ``rule_book`` of the base. ``law_set.rule_book`` is the hash of ``words``.
    """

    head: "HouseHead"
    laws: Mapping[str, Law]
    layer: RuleBook
    law_set: LawSet
    written: str
    words: dict[str, str]


def tidy(node: Node) -> object:
    """Convert a node to plain data for storage, with each text on one line and single spaces."""
    if isinstance(node, Text):
        return " ".join(node.value.split())
    if isinstance(node, Items):
        return [tidy(child) for child in node.nodes]
    return {" ".join(key.value.split()): tidy(child) for key, child in node.pairs}


def as_input(broken: BrokenBook, slug: str) -> InvalidInput:
    """Convert the faults of a house law set to InvalidInput.

    The field of an error is the key of the fault without the slug of the law set, cut to 120 characters.
    """
    problems = InputProblems()
    for fault in broken.faults:
        problems.add(fault.key.removeprefix(f"{slug}/")[:120], fault.reason)
    return InvalidInput(problems.errors)


def read_house(slug: str, root: Node, written: str, file: str, law_books: Mapping[str, LawBook]) -> HouseLaws:
    """Parse a house law set. ``root`` is the parsed tree, ``written`` the same law set as text for storage.

    ``file`` is the name for fault reports. Raises BrokenBook with the faults, by file and line. Laws and
    rules are not parsed if the head has faults, or if any text is too long or cannot be typed.
    """
    reader = Reader(file)
    files = {name: child for name, child, _line in reader.pairs(root, HEAD)}
    for line, key, text in _texts(root, HEAD):
        if len(text) > LONGEST_WORDS:
            most = _(
                "at most {most} characters are allowed; this has {count}.",
                most=LONGEST_WORDS,
                count=len(text),
            )
            reader.fault(line, key, most)
        if not " ".join(text.split()).isprintable():
            reader.fault(line, key, _("this has a character that cannot be typed; remove it."))
    if HEAD not in files:
        reader.fault(root.line, HEAD, _("the head is missing: {head}, with a title and a base.", head=HEAD))
        raise BrokenBook(reader.faults)
    head = HouseHead(reader, files[HEAD], law_books)
    if reader.faults:
        raise BrokenBook(reader.faults)
    below = law_books[head.base]
    laws = _read_laws(reader, slug, head.citation, files, below.vocabulary)
    base = law_set = below.law_set
    layer = RuleBook(slug, {})
    try:
        law_set = law_set.derive(head.parameters, head.variations)
        law_set = choose(law_set, below.rules, head.readings)
    except InvalidInput as refusal:
        for key, reasons in refusal.errors.items():
            for reason in reasons:
                reader.fault(head.lines.get(key, root.line), key, reason)
    topics = {f"{name}.yaml": node for name, node in files.items() if name in below.vocabulary.topics}
    try:
        layer = read_house_rules(slug, topics, below.vocabulary, laws, below.rules)
    except BrokenBook as broken:
        reader.faults += [replace(fault, file=file) for fault in broken.faults]
    if not reader.faults:
        laws = _with_effects(laws, ((rule.cites, rule.outcomes.values()) for rule in layer.every_rule))
        reader.faults += _loose_ends(laws, layer, file)
    if reader.faults:
        raise BrokenBook(reader.faults)
    words = {"base": base.slug, "base_rules": base.rule_book, "house": written}
    settings, choices = _settings_and_choices(head, slug, law_set, law_books)
    law_set = replace(
        law_set,
        slug=slug,
        title=head.title,
        year=head.year,
        source=head.source or f"{head.title}, over {base.title}",
        settings=settings,
        laws={**base.laws, **choices, **laws},
        base=base.slug,
        base_revision=base.revision,
        rule_book=digest(words),
    )
    return HouseLaws(head, laws, layer, law_set, written, words)


def read_own_rules(root: Node, law_set: LawSet, vocabulary: Vocabulary, below: RuleBook) -> RuleBook:
    """Parse the rules of a published house law set. Raises BrokenBook with every fault found."""
    topics = {f"{name}.yaml": child for name, child, _line in Reader("").pairs(root, HEAD) if name != HEAD}
    return read_house_rules(law_set.slug, topics, vocabulary, law_set.laws, below)


def _texts(node: Node, key: str) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, Text):
        yield node.line, key, node.value
    elif isinstance(node, Items):
        for child in node.nodes:
            yield from _texts(child, key)
    else:
        for name, child in node.pairs:
            yield name.line, key, name.value
            yield from _texts(child, name.value if key == HEAD else f"{key}.{name.value[:60]}")


class HouseHead:
    """The head of a house law set: its base and its choices. ``lines`` maps fields to line numbers."""

    def __init__(self, reader: Reader, node: Node, books: Collection[str]) -> None:
        head = reader.record(node, HEAD, HEAD_KEYS, by_name=True)
        self.title = head.text("title")
        if len(self.title) > LONGEST_TITLE:
            head.fault(_("at most {most} characters are allowed.", most=LONGEST_TITLE), "title")
        self.year = read_year(head)
        self.source = head.text("source")
        self.base = head.word("base", books, _("law set"))
        self.variations = head.texts("variations")
        self.parameters: dict[str, Value] = {}
        self.readings: dict[str, str] = {}
        self.lines = {"variations": head.fields["variations"].line} if "variations" in head else {}
        for name, child, line in head.pairs("parameters"):
            key = f"parameters.{name[:60]}"
            self.lines[key] = line
            reader.check_accepted([name], PARAMETERS, _("parameter"), line, key)
            if name in PARAMETERS:
                self.parameters[name] = read_value(reader, name, child, key)
        for rule, child, line in head.pairs("readings"):
            self.lines[f"readings.{rule}"] = line
            self.readings[rule] = reader.text(child, f"readings.{rule}")

    @property
    def citation(self) -> str:
        """Return the citation of the club's own decisions: the law set's title, and its year if known."""
        return f"{self.title} {self.year}" if self.year else self.title


def _read_laws(
    reader: Reader, slug: str, citation: str, files: Files, vocabulary: Vocabulary
) -> dict[str, Law]:
    laws: dict[str, Law] = {}
    for topic, node in files.items():
        if topic == HEAD:
            continue
        if topic not in vocabulary.topics:
            reader.fault(node.line, topic[:60], not_among(topic, vocabulary.topics, _("topic")))
            continue
        game = vocabulary.topics[topic].game
        file = reader.record(node, topic, TOPIC_KEYS)
        file.word("game", (game,), _("game"))
        for name, child, line in file.pairs("laws"):
            law_id = f"{slug}/{topic}/{name}"
            if len(law_id) > 200:
                name = ""  # an id that is too long: ``check_slug`` records a fault
            reader.check_slug(name, line, law_id, _("a law's name"))
            laws[law_id] = _read_law(reader.record(child, law_id, LAW_KEYS), slug, topic, game, citation)
    if len(laws) > MOST_LAWS:
        reason = _(
            "at most {most} laws of its own are allowed; these are {count}.", most=MOST_LAWS, count=len(laws)
        )
        reader.fault(1, HEAD, reason)
    return laws


def _read_law(law: Record, slug: str, topic: str, game: str, citation: str) -> Law:
    return Law(
        id=law.key,
        law_set=slug,
        game=game,
        topic=topic,
        title=law.text("title"),
        cite=law.text("cite") or citation,
        text=law.text("text"),
        clauses=(),
        effects=(),
        note=law.text("note"),
    )


def _settings_and_choices(
    head: "HouseHead", slug: str, law_set: LawSet, law_books: Mapping[str, LawBook]
) -> tuple[dict[str, Setting], dict[str, Law]]:
    below = law_books[head.base]
    known = {law_id: law for book in law_books.values() for law_id, law in book.law_set.laws.items()}
    settings = dict(law_set.settings)
    choices: dict[str, Law] = {}
    for name, setting in law_set.settings.items():
        if setting != below.law_set.settings[name]:
            choices[name] = _choice(head, slug, name, setting, known[setting.law or ""])
            settings[name] = replace(setting, law=choices[name].id)
    choices |= _chosen_readings(head, slug, law_set, below)
    deciding = (
        (
            [choices[name].id for name in (*rule.by, rule.id) if name in choices],
            [outcome_under(law_set, rule)],
        )
        for rule in below.rules.every_rule
    )
    return settings, _with_effects({law.id: law for law in choices.values()}, deciding)


def _chosen_readings(
    head: "HouseHead", slug: str, law_set: LawSet, below: LawBook
) -> Iterator[tuple[str, Law]]:
    for rule_id, reading in law_set.readings.items():
        rule = below.rules.rule(rule_id)
        outcome, words = outcome_under(law_set, rule), rule.interpretation
        if words is None:
            continue
        usual = fill(rule.read_otherwise(outcome)[words.default].in_words)
        yield (
            rule_id,
            Law(
                id=law_of_reading(slug, rule_id, reading),
                law_set=slug,
                game=below.vocabulary.topics[rule.topic].game,
                topic=rule.topic,
                title=fill(words.question),
                cite=head.citation,
                text=fill(outcome.in_words),
                clauses=(),
                effects=(),
                note=_(
                    "Chosen by the club ({law_set}) in place of the usual reading: {usual}",
                    law_set=head.citation,
                    usual=usual,
                ),
                kind=CHOICE,
            ),
        )


def _choice(head: "HouseHead", slug: str, name: str, setting: Setting, law: Law) -> Law:
    says, named = in_words(name, setting.value).removesuffix("."), {"title": law.title, "cite": law.cite}
    if setting.status == "override":
        note = _("It stands in place of “{title}” ({cite}).", **named)
    else:
        note = _("It follows “{title}” ({cite}).", **named)
    return Law(
        id=f"{slug}/{law.topic}/{name.replace('_', '-')}",
        law_set=slug,
        game=law.game,
        topic=law.topic,
        title=heading(name),
        cite=head.citation,
        text=f"{heading(name)}: {says[:1].lower()}{says[1:]}.",
        clauses=(),
        effects=(),
        note=f"{note} {setting.note}" if setting.status == "open" else note,
        kind=CHOICE,
    )


def _with_effects(
    laws: Mapping[str, Law], rules: Iterable[tuple[Iterable[str], Iterable[Outcome]]]
) -> dict[str, Law]:
    named: dict[str, dict[str, None]] = {law: {} for law in laws}
    for cites, outcomes in rules:
        for outcome in outcomes:
            options = (option.effects for choice in outcome.choices for option in choice.options)
            kinds = [effect.kind for effects in (outcome.effects, *options) for effect in effects]
            for law in cites:
                named[law].update(dict.fromkeys(kinds))
    return {law_id: replace(law, effects=tuple(named[law_id])) for law_id, law in laws.items()}


def _loose_ends(laws: Mapping[str, Law], layer: RuleBook, file: str) -> Iterator[Fault]:
    cited = {law for rule in layer.every_rule for law in rule.cites}
    for rule in layer.every_rule:
        if not rule.cites:
            yield Fault(file, rule.line, rule.id, _("a rule cites the law of the club that it carries out."))
    for law in laws:
        if law not in cited:
            reason = _("no rule carries out {law}: give it one, or take the law out.", law=quote(law))
            yield Fault(file, 1, law, reason)
