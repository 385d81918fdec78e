"""The register of clauses: every clause of the sources, the laws that restate it, and its status.

The code says that a law "carries" a clause if the law restates the clause. An inventory lists the clauses of
one source in order.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from laws.domain.document import Fields, Items, Node, Reader, Record, Text
from laws.domain.errors import unknown
from laws.domain.lawset import KINDS_OF_LAW, LISTED, Law, LawSet, cited
from laws.domain.rule import RuleBook
from laws.domain.sentences import _

CERTAINTIES: Mapping[str, str] = {
    "stated": "The source says it.",
    "inferred": "It follows from what the source says.",
    "completed": "The words are cut off in one place, and were completed from another.",
    "reported": "It is known from what others report of the source.",
    "silent": "The source says nothing of it.",
}
"""How certain it is that the source contains a clause."""

DECIDES, CITED, PROCEDURAL = "decides", "cited", "procedural"
NOT_DECIDED, OPEN, UNCLASSIFIED = "not-decided-by-the-program", "open", "unclassified"
STATUSES = (DECIDES, CITED, *KINDS_OF_LAW, NOT_DECIDED, OPEN, UNCLASSIFIED)
"""Every status of a clause, the strongest first. A clause has the strongest status that its laws give it."""

MEANINGS: Mapping[str, str] = {
    DECIDES: _("A rule decides by it what follows."),
    **KINDS_OF_LAW,
    CITED: _("A rule cites it, and decides by another law."),
    PROCEDURAL: _("The program does it: a parameter, a variation or a named part of it applies the law."),
    NOT_DECIDED: _(
        "The program does not do it: it is left to the table, or to a game that is not played yet."
    ),
    OPEN: _("It tells of something that the source leaves open, and no rule rests on it."),
    UNCLASSIFIED: _("Nobody has said yet what becomes of it."),
}

FACTS = "cite certainty says doubt see against origin"
"""The keys under which a law may give details about a clause that it restates."""

INVENTORY_KEYS = "order* without_law"
WITHOUT_LAW_KEYS = "says* cite* note* certainty doubt see against origin"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a source, or of a copy of the source found elsewhere.

    - ``laws``: the ids of the laws that restate the clause.
    - ``says``: the part of the clause that a law leaves out; the whole clause if no law restates it.
    - ``text``: the texts of the laws that restate the clause. Each text is followed by the part that the law
      leaves out. If no law restates the clause, the text is ``says``.
    - ``cite``: the place of the clause in the source.
    - ``inventory``: the name of the list of clauses that has this clause; each source has one list.
    - ``certainty``: one of `CERTAINTIES`.
    - ``doubt``: the part of the clause that is ambiguous or incomplete.
    - ``see``: the ids of clauses to read together with this clause.
    - ``against``: the ids of clauses that contradict this clause.
    - ``origin``: where the clause was found, such as "web copy"; empty if it is in the source.
    - ``note``: the reason why no law restates the clause; empty if a law does or no reason is given.
    - ``status``: one of `STATUSES`.

    ``classify`` sets ``status`` and ``laws``.
    """

    id: str
    text: str
    cite: str
    inventory: str = ""
    certainty: str = "stated"
    says: str = ""
    doubt: str = ""
    see: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    origin: str = ""
    note: str = ""
    status: str = UNCLASSIFIED
    laws: tuple[str, ...] = ()

    @property
    def has_facts(self) -> bool:
        """Tell whether a law or an inventory gives details about the clause.

        Details are ``says``, ``doubt``, ``see``, ``against``, ``origin``, and any ``certainty`` but "stated".
        """
        return self.certainty != "stated" or any((self.says, self.doubt, self.see, self.against, self.origin))

    @property
    def status_title(self) -> str:
        return self.status.replace("-", " ")

    @property
    def status_means(self) -> str:
        return MEANINGS[self.status]

    @property
    def certainty_means(self) -> str:
        return CERTAINTIES[self.certainty]


def read_carried(law: Record, known: Collection[str]) -> dict[str, Clause]:
    """Parse the clauses that a law restates: a list of ids, or a mapping of ids to their attributes.

    ``known`` are the clause ids of all inventories. The reader of the law collects the faults.
    """
    node, key = law.get("clauses")
    entries: dict[str, Node | None] = dict.fromkeys(law.texts("clauses")) if isinstance(node, Items) else {}
    if not isinstance(node, Items):
        entries = {name: entry for name, entry, _line in law.pairs("clauses")}
    for name in entries:
        if name not in known:  # ``check_accepted`` would list every clause id in its message
            law.fault(unknown(name, sorted(known), _("clause")) + " It is in no inventory.", "clauses")
    text, cite = law.text("text"), law.text("cite")
    return {
        name: _read_facts(law.reader.record(entry, f"{key}.{name}", FACTS), name, known, text, cite)
        for name, entry in entries.items()
    }


def _read_facts(facts: Record, name: str, known: Collection[str], text: str = "", cite: str = "") -> Clause:
    around = {field: facts.texts(field) for field in ("see", "against")}
    for field, others in around.items():
        for other in others:
            if other not in known:
                facts.fault(unknown(other, known, _("clause")), field)
    says, origin = facts.text("says"), facts.text("origin")
    return Clause(
        id=name,
        text=" ".join(filter(None, (text, says))),
        cite=cited(facts.text("cite") or cite, [origin]),
        certainty=facts.word("certainty", CERTAINTIES, _("certainty"), "stated"),
        says=says,
        doubt=facts.text("doubt"),
        see=around["see"],
        against=around["against"],
        origin=origin,
        note=facts.text("note"),
    )


def read_inventory(
    reader: Reader,
    node: Node,
    inventory: str,
    known: Collection[str],
    carried: Mapping[str, Sequence[Clause]],
) -> dict[str, Clause]:
    """Parse an inventory and return its clauses by id, in order. The reader collects the faults.

    - ``known``: the clause ids of all inventories.
    - ``carried``: clause id → the copies of the clause, one from each law that restates it.

    The attributes of a clause come from ``carried``. If no law restates the clause, they come from the
    inventory.
    """
    file = reader.record(node, inventory, INVENTORY_KEYS, by_name=True)
    order, without_law = file.texts("order"), dict[str, Clause]()
    for name, entry, line in file.pairs("without_law"):
        reader.check_accepted([name], order, _("clause"), line, name, unknown)
        if name in carried:
            reader.fault(line, name, _("a law carries this clause; its facts stand there."))
        without_law[name] = _read_facts(reader.record(entry, name, WITHOUT_LAW_KEYS), name, known)
    for name in order:
        reader.check_slug(name, file.fields["order"].line, name, "a clause's id")
    return {
        name: replace(without_law.get(name) or _joined(name, carried.get(name, ())), inventory=inventory)
        for name in order
    }


def _joined(name: str, carried: Sequence[Clause]) -> Clause:
    text = " ".join(dict.fromkeys(clause.text for clause in carried))
    with_facts = sorted(carried, key=lambda clause: not clause.has_facts)
    return replace(with_facts[0], text=text) if with_facts else Clause(name, "", "")


def ids(node: Node) -> tuple[str, ...]:
    """Return the clause ids of an inventory. Faults in the inventory are ignored."""
    fields = {key.value: child for key, child in node.pairs} if isinstance(node, Fields) else {}
    order = fields.get("order")
    return (
        tuple(node.value for node in order.nodes if isinstance(node, Text))
        if isinstance(order, Items)
        else ()
    )


def classify(
    clauses: Iterable[Clause], law_sets: Iterable[LawSet], rule_books: Iterable[RuleBook]
) -> dict[str, Clause]:
    """Return the clauses by id, each with its status and the ids of the laws that restate it.

    If several laws restate a clause, the strongest status counts, see STATUSES. A clause that no law restates
    is "listed" if it has a note, and otherwise "unclassified".
    """
    known = list(law_sets)
    statuses = _status_by_law(known, list(rule_books))
    carriers = _carriers(known)
    classified: dict[str, Clause] = {}
    for clause in clauses:
        laws = tuple(carriers[clause.id])
        alone = LISTED if clause.note else UNCLASSIFIED
        status = min((statuses[law] for law in laws), key=STATUSES.index, default=alone)
        classified[clause.id] = replace(clause, status=status, laws=laws)
    return classified


def _carriers(law_sets: Iterable[LawSet]) -> Mapping[str, list[str]]:
    carriers: dict[str, list[str]] = defaultdict(list)
    for law_set in law_sets:
        for law in law_set.laws.values():
            for clause in law.clauses:
                carriers[clause].append(law.id)
    return carriers


def _status_by_law(law_sets: list[LawSet], rule_books: list[RuleBook]) -> dict[str, str]:
    # Without cases the rules of a topic are not tried, so their laws do not count as cited.
    tried = [
        rule.cites
        for book in rule_books
        for topic in book.topics.values()
        if topic.cases
        for rule in topic.rules.values()
    ]
    deciding = {law for cites in tried for law in cites[:1]}
    also_cited = {law for cites in tried for law in cites}
    applied = {law for law_set in law_sets for law in cited_by_parameters(law_set)}
    laws = (law for law_set in law_sets for law in law_set.laws.values())
    return {law.id: _status_from(law, deciding, also_cited, applied) for law in laws}


def _status_from(law: Law, deciding: set[str], also_cited: set[str], applied: set[str]) -> str:
    if law.id in deciding:
        return DECIDES
    if law.kind in ("", PROCEDURAL) and (law.id in applied or law.applied_by):
        return PROCEDURAL
    if law.id in also_cited:
        return CITED
    if law.kind not in ("", PROCEDURAL):
        return law.kind
    if law.kind == PROCEDURAL:
        return NOT_DECIDED
    return OPEN if law.status == "open" else UNCLASSIFIED


def cited_by_parameters(law_set: LawSet) -> set[str]:
    """Return the ids of the laws that a law set's settings, its games' settings and its variations cite."""
    settings = [law_set.settings, *law_set.game_settings.values()]
    return {setting.law or "" for by_name in settings for setting in by_name.values()} | {
        variation.law for variation in law_set.variations.values()
    }
