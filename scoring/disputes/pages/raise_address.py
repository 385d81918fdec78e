"""The draft of a dispute, kept in the URL of the page, and the next question of the draft.

Nothing is stored until the dispute is raised: an answer to a question is a link to the next question.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid4

from django.http import QueryDict
from django.utils.translation import gettext

from laws import library, table_of_contents
from laws.domain import arbiter, errors, roles, vocabulary
from laws.domain.compile import LawTable
from laws.domain.ruling import Ruling
from laws.pages import answers
from laws.pages.inquiry import AGAIN, INCIDENT, WORDS, AddressParser, Inquiry, PutQuestion, put
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.disputes.domain import parsing, state
from scoring.disputes.queries import deals, lists
from scoring.disputes.queries.people import (
    ChoiceOfSeats,
    FactAtTable,
    People,
    PossibleRulingAtTable,
    with_fallback,
)
from scoring.disputes.services.disputes import incidents_at, with_the_usual
from scoring.game.incident_roles import fact_at
from scoring.game.rules import most_tricks

SEAT, TRICK, DIFFER, CALL = "at-seat", "in-trick", "in-dispute", "for-call"
"""Further URL parameters: the offender's seat, the trick, the disputed facts with their values, and the call
that becomes the dispute."""

OWN = (INCIDENT, WORDS, AGAIN, SEAT, TRICK, CALL)
MOST_FIGURES = 10
"""A number with this many digits or more is not accepted as the id of a call."""
NOBODY = "nobody"
"""The value of the URL parameter SEAT if the offender is unknown, or if nobody in particular erred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeDraft(Inquiry):
    """A draft of a dispute. The page that raises the dispute posts the draft's query string.

    ``seat`` is the offender's seat. It is 0 if the offender is unknown or if nobody in particular erred, and
    None until the player has said who the offender is.
    """

    seat: int | None = None
    trick: int | None = None
    differ: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    call: int | None = None

    @property
    def further(self) -> list[tuple[str, str]]:
        seat = "" if self.seat is None else str(self.seat or NOBODY)
        differing = [(DIFFER, ".".join((key, *values))) for key, values in self.differ.items()]
        return [(SEAT, seat), (TRICK, str(self.trick or "")), (CALL, str(self.call or "")), *differing]

    @property
    def kept(self) -> list[tuple[str, str]]:
        return [(CALL, str(self.call))] if self.call else []

    @property
    def sent(self) -> dict[str, object]:
        """Return the facts as `raise_dispute` takes them: a value, or ``{"disputed": [values]}``."""
        return {**self.facts, **{key: {"disputed": list(values)} for key, values in self.differ.items()}}

    def answering(self, table: LawTable, answers: Mapping[str, str]) -> "DisputeDraft":
        answered = Inquiry.answering(self, table, answers)
        differ = {name: values for name, values in self.differ.items() if name not in answers}
        return replace(answered, differ=differ)

    def differing(self, fact: vocabulary.IncidentFact) -> "DisputeDraft":
        """Return the draft with a fact marked as disputed. Every possible answer counts as claimed."""
        facts = {name: value for name, value in self.facts.items() if name != fact.key}
        return replace(self, facts=facts, differ={**self.differ, fact.key: fact.slugs}, again="", words="")


def read(query: QueryDict, seated: deals.SeatedDeal) -> DisputeDraft:
    """Return the draft of a dispute from the parameters of a URL.

    Raises InvalidInput with a reason for each refused parameter. The facts are validated later, by the
    domain. An invalid id of a call for a director is ignored.
    """
    address = AddressParser(query, several=(DIFFER,))
    values, words = address.values, address.words()
    seat, trick = values.get(SEAT, ""), values.get(TRICK, "")
    seats = {NOBODY: 0} | {str(number): number for number in seated.seating.seats()}
    if seat and seat not in seats:
        address.refuse(SEAT, gettext("There is no seat %(seat)s here.") % {"seat": errors.quote(seat)})
    tricks = {str(number): number for number in range(1, most_tricks(seated.rules) + 1)}
    if trick and trick not in tricks:
        reason = gettext("Enter the number of a trick, not %(text)s.")
        address.refuse(TRICK, reason % {"text": errors.quote(trick)})
    if address.refused:
        raise errors.InvalidInput(
            {name[:40]: refusal.says for name, (refusal, *_) in address.refused.items()}
        )
    differ = [str(text).split(".") for text in query.getlist(DIFFER)[:9]]
    call = values.get(CALL, "")
    return DisputeDraft(
        incident=values.get(INCIDENT, ""),
        facts={name: value for name, value in values.items() if name not in OWN},
        again=values.get(AGAIN, ""),
        words=words,
        seat=seats.get(seat),
        trick=tricks.get(trick),
        differ={key: tuple(ways) for key, *ways in differ},
        call=int(call) if call.isdecimal() and len(call) < MOST_FIGURES else None,
    )


@dataclass(frozen=True, slots=True)
class OfferedIrregularity:
    """An irregularity on record, with the query string of its draft. ``key`` is the idempotency key."""

    title: str
    says: str
    name: str
    trick: int | None
    query_string: str
    key: UUID


@dataclass(frozen=True)
class DraftOffer:
    """The incidents to choose from.

    - ``irregularities``: those on the deal's record that nobody has raised yet.
    - ``proposals``: the incidents that match the typed words.
    - ``frequent``: the most frequent incidents. A row has the usual description of the incident, the URL, and
      whether the law set has no rule on the incident.
    - ``topics``: the incidents that are not frequent, as pairs of a topic and its rows. A row has the
      incident, the URL, and whether the law set has no rule on the incident.
    """

    irregularities: list[OfferedIrregularity]
    proposals: list[answers.ProposedIncident]
    frequent: list[tuple[str, str, bool]]
    topics: list[tuple[vocabulary.Topic, list[tuple[vocabulary.Incident, str, bool]]]]


def offered(table_id: int, draft: DisputeDraft, seated: deals.SeatedDeal) -> DraftOffer:
    book, ours = seated.book, incidents_at(seated)

    def line(incident: str) -> tuple[vocabulary.Incident, str, bool]:
        law_table = book.tables[incident]
        return (
            law_table.incident,
            DisputeDraft(incident=incident, call=draft.call).address,
            not law_table.rules,
        )

    often = {slug: said for slug, said in library.frequent().items() if slug in ours}
    topics = [
        (topic, incidents)
        for topic in table_of_contents.topics()
        if (incidents := [line(slug) for slug in topic.incidents if slug in ours and slug not in often])
    ]
    frequent = [(said, *line(slug)[1:]) for slug, said in often.items()]
    proposed, _of_other_games = answers.proposals_for(draft.words, book, seated.game.kind.ruled_as, ours)
    return DraftOffer(offers_on(table_id, seated), proposed, frequent, topics)


def offers_on(table_id: int, seated: deals.SeatedDeal) -> list[OfferedIrregularity]:
    """Return the irregularities on record that nobody has raised yet, each ready to raise with one tap.

    An irregularity whose dispute was dropped is offered again. No irregularity of a void deal is offered.
    """
    if seated.is_void:
        return []
    raised = lists.raised_on(table_id, seated.number)
    law_tables, ours = seated.book.tables, incidents_at(seated)
    return [
        OfferedIrregularity(
            title=roles.fill(law_tables[irregularity.incident].incident.title),
            says=seated.named(irregularity.says),
            name=seated.members[irregularity.seat - 1].name,
            trick=irregularity.trick,
            query_string=DisputeDraft(
                incident=irregularity.incident,
                facts=irregularity.values,
                seat=irregularity.seat,
                trick=irregularity.trick,
            ).query_string,
            key=uuid4(),
        )
        for irregularity in lists.found_on(seated)
        if irregularity.incident in ours
        and (irregularity.incident, irregularity.seat, irregularity.trick) not in raised
    ]


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A fact with its answer, and the URLs to change the answer.

    ``again`` asks for the fact again, and ``differ`` marks the fact as disputed. A URL is empty if that
    change is impossible.
    """

    fact: FactAtTable
    again: str
    differ: str


@dataclass(frozen=True)
class NextQuestion:
    """The next question of a draft, or its ruling.

    - ``who``: the name of each player, and the URL that answers with this player. Empty if the question is
      not who the offender is.
    - ``put``: the question, if it asks for a fact.
    - ``nobody``: the URL for the answer that the offender is unknown, or that nobody in particular erred.
    - ``other_offender``: the URL that asks again who the offender is.
    - ``differ``: the URL that marks the fact as disputed.
    - ``ways``: the possible rulings, if the ruling depends on disputed facts. The page shows them instead of
      ``ruling``.
    - ``chooses_below``: whether the form below ``ruling`` asks which option the entitled player chose. Then
      the ruling does not list the options.
    """

    incident: str
    nobody: str
    seats: list[tuple[int, Member]]
    who: Sequence[tuple[str, str]] = ()
    lines: Sequence[DraftLine] = ()
    offender: str = ""
    other_offender: str = ""
    people: People | None = None
    put: PutQuestion | None = None
    differ: str = ""
    points: Sequence[str] = ()
    ruling: Ruling | None = None
    ways: Sequence[PossibleRulingAtTable] = ()
    rights: Sequence[ChoiceOfSeats] = ()
    chooses_below: bool = False
    does_not_matter: bool = False
    needs_points: bool = False
    needs_lawful_dealer: bool = False


def next_question(draft: DisputeDraft, seated: deals.SeatedDeal, actor: Actor) -> NextQuestion:
    """Return the next question, or the ruling.

    Raises InvalidInput for an unknown incident and for facts that are refused.
    """
    book, seating = seated.book, seated.seating
    table = arbiter.table_of(book, draft.incident)
    question = NextQuestion(
        incident=roles.fill(table.incident.title),
        nobody=replace(draft, seat=0).address,
        seats=list(enumerate(seated.members, start=1)),
    )
    if draft.seat is None:
        who = [(member.name, replace(draft, seat=seat).address) for seat, member in question.seats]
        return replace(question, who=who)
    known = seated.known(table.incident, draft.seat or None, draft.trick)
    stated = parsing.read_facts(table, draft.sent, known, seating)
    facts = with_the_usual(seated, draft.incident, stated)
    content = {
        "incident": draft.incident,
        "game": seated.game.kind.slug,
        "facts": {key: fact.canonical() for key, fact in facts.items()},
        "trick": draft.trick,
        "seats": {"offender": draft.seat} if draft.seat else {},
    }
    dispute = state.DisputeState([state.StepRecord(1, "raised", actor.key, content)], book, seating)
    players = People.of(seated, dispute)
    question = replace(
        question,
        lines=list(_lines(draft, players, dispute)),
        offender=seated.members[draft.seat - 1].name if draft.seat else "",
        other_offender=replace(draft, seat=None).address,
        people=players,
    )
    is_again = draft.again in (*dispute.facts, *dispute.questions)
    if is_again or dispute.questions:
        fact = fact_at(table.incident.fact(draft.again if is_again else dispute.questions[0]), seating)
        plain = {} if is_again else state.undisputed(stated)
        differ = draft.differing(fact).address if dispute.may_dispute_another else ""
        return replace(question, put=put(draft, table, fact, plain), differ=differ)
    rights = players.seen_by(actor, players.rights(dispute.decisive.choices))
    return replace(
        question,
        points=list(seated.rules.worth),
        ruling=with_fallback(dispute.decisive, dispute.game),
        ways=players.ways(dispute) if dispute.does_it_matter else (),
        rights=rights,
        chooses_below=len(rights) == 1 and rights[0].is_to_enter,
        does_not_matter=bool(dispute.possible_rulings) and not dispute.does_it_matter,
        needs_points=state.turns_on_points(dispute),
        needs_lawful_dealer=any(
            effect.kind == "new-deal" and dict(effect.parameters).get("dealer") == "lawful"
            for effect in dispute.effects
        ),
    )


def _lines(draft: DisputeDraft, players: People, dispute: state.DisputeState) -> Iterator[DraftLine]:
    for key, known in dispute.facts.items():
        fact = players.fact(dispute.ruling.table.incident.fact(key), known)
        if len(fact.answers) == 1:
            continue  # The table's number of players leaves only one answer.
        yield DraftLine(
            fact,
            draft.asking_again(key).address if known.provenance != "record" else "",
            draft.differing(fact.question).address
            if known.provenance != "disputed" and dispute.may_dispute_another
            else "",
        )
