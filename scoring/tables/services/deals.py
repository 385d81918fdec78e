"""Deals: preview the score of a deal, and record the deal exactly once.

Corrections are in `corrections`; entries that cannot be recorded now are held by `hold_entry`. A deal is
stored without its score, which is computed when the deal is read.
"""

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain.sentences import Sentence, _
from scoring.clubs.permissions import Actor
from scoring.game.deal import DealRecord
from scoring.game.notation import format_deal, score_answer
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import Conflict
from scoring.tables import access
from scoring.tables.games import DealInGame, GameRecord, current_game, find_deal, games_of, state_after
from scoring.tables.models import Deal, DealRevision
from scoring.tables.services import hold_entry
from scoring.tables.table_policy import TablePolicy


@dataclass(frozen=True, slots=True)
class DealAnswer(Answer):
    """The answer to a deal or correction that was sent.

    ``body`` is the JSON that the API sends. A repeated request gets the body stored under its key, even if
    the deal has been corrected since.
    """

    policy: TablePolicy

    @classmethod
    def of(cls, answer: Answer, policy: TablePolicy) -> "DealAnswer":
        return cls(answer.outcome, answer.body, policy)

    @property
    def number(self) -> int:
        """The deal's number. A held entry without a number gets the number of the table's next deal."""
        return int(self.body["number"])

    @property
    def why_held(self) -> Sentence | None:
        """The reason why the entry is held, or None if it is not held."""
        return hold_entry.why_held(self.policy, self.body) if self.outcome == "held" else None


class DealAlreadyScored(Conflict):
    """The deal ``number`` is recorded as ``stored``, which differs from the deal that was ``sent``."""

    def __init__(self, policy: TablePolicy, deal: DealInGame, sent: dict[str, object]) -> None:
        self.number, self.revision = deal.number, deal.revision
        self.stored, self.sent = deal.row.content, sent
        super().__init__(
            _("{deal} is recorded already, with other content.", deal=policy.name_of_deal(self.number)),
            code="deal-already-scored",
            stored={"number": self.number, "revision": self.revision, "deal": self.stored},
            sent={"number": self.number, "deal": sent},
        )


class DealBody(TypedDict):
    """A deal with its score and the state of its game, as JSON. Only a correction has ``before``."""

    number: int
    game_number: int
    deals_of_game: int
    revision: int
    deal: dict[str, Any]
    score: dict[str, Any] | None
    counted: bool
    running_score: list[int]
    to_go: list[int]
    next_dealer: int
    next_number: int
    game_over: bool
    winner: object
    table: int
    before: NotRequired[dict[str, object]]


def deal_answer(deal: DealInGame) -> DealBody:
    state, before, entry = deal.state, deal.before, deal.entry
    answer: DealBody = {
        "number": deal.number,
        "game_number": deal.game.number,
        "deals_of_game": len(state.entries),
        "revision": deal.revision,
        "deal": format_deal(entry.deal),
        "score": score_answer(entry.score),
        "counted": entry.counted,
        "running_score": list(state.score.values),
        "to_go": list(state.to_go.values),
        "next_dealer": state.next_dealer,
        "next_number": deal.number + 1,
        "game_over": state.over,
        "winner": list(state.winner) if isinstance(state.winner, tuple) else state.winner,
        "table": deal.table_id,
    }
    if before:
        answer["before"] = {"score": list(before.score.values), "winner": before.winner}
    return answer


def preview(*, policy: TablePolicy, payload: object) -> DealInGame:
    """Return ``payload`` as the table's next deal, with its score, without recording anything.

    Raises InvalidInput for an impossible deal, and Conflict with a code of `TablePolicy.must_go_on`.
    """
    game, last = current_game(policy.table)
    return _scored(policy, game, last, payload)[1]


@transaction.atomic
def record(
    *,
    policy: TablePolicy,
    actor: Actor,
    payload: object,
    key: UUID,
    number: int | None = None,
    game: int | None = None,
) -> DealAnswer:
    """Record a deal at the table, exactly once. The answer has its score, unless the deal is held.

    ``number`` and ``game`` are the numbers of the deal and the game that the sender's page showed. If they
    are None, the next deal of the game in play is meant. The outcome is one of:

    - ``recorded``
    - ``same``: the deal ``number`` is already recorded with the same content
    - ``held`` for a director: an earlier deal is missing, or the game ``game`` is not in play

    A repeated request with the same ``key`` gets the same answer. Raises InvalidInput for an impossible deal,
    and Conflict ``deal-already-scored``, ``key-reused`` or a code of `TablePolicy.must_go_on`.
    """
    actor.must("enter a deal")
    table = access.lock(policy.table)
    content = [table.pk, number, payload, *([game] if game else [])]
    request = IdempotentRequest(actor, key, content)
    if request.answer:
        return DealAnswer.of(request.answer, policy)
    in_play, last = current_game(table)
    if number is not None and number <= last:
        answer = _recorded_already(policy, number, payload)
    elif number is not None and number > last + 1:
        answer = hold_entry.hold(
            table, actor, in_play, in_play, payload, number, last, code="earlier-deal-missing"
        )
    elif game is not None and game != in_play.number:
        target = next((candidate for candidate in games_of(table) if candidate.number == game), in_play)
        answer = hold_entry.hold(table, actor, target, in_play, payload, last + 1, last, code="another-game")
    else:
        value, deal = _scored(policy, in_play, last, payload)
        write(policy, actor, deal, value)
        answer = Answer("recorded", deal_answer(deal))
    return DealAnswer.of(request.keep(answer), policy)


def append(*, policy: TablePolicy, actor: Actor, payload: object) -> DealRevision:
    """Record a deal as the table's next deal. The table must be locked.

    Raises InvalidInput and Conflict as `preview` does.
    """
    in_play, last = current_game(policy.table)
    value, deal = _scored(policy, in_play, last, payload)
    return write(policy, actor, deal, value)


def _scored(
    policy: TablePolicy, game: GameRecord, last: int, payload: object
) -> tuple[DealRecord, DealInGame]:
    policy.must_go_on(game)
    value = game.read(payload, game.state.next_dealer)
    return value, DealInGame(policy.table.pk, game, state_after(game, value), len(game.deals), last + 1)


def write(
    policy: TablePolicy, actor: Actor, deal: DealInGame, value: DealRecord, reason: str = ""
) -> DealRevision:
    """Write a revision: the first revision of a new deal, or a correction of a recorded deal.

    ``value`` is the deal as it was entered, and ``deal`` the same deal with its rulings and score. The table
    must be locked. Also writes the journal entry and calls `TablePolicy.queue_due`.
    """
    game, score = deal.game, deal.entry.score
    before = deal.row if deal.index < len(game.deals) else None
    stamp = {"at": timezone.now(), **actor.recorded()}
    if before is None:
        row = Deal.objects.create(table=policy.table, game_id=game.game_id, number=deal.number, **stamp)
    else:
        row = Deal(pk=before.deal_id, number=before.number)
    void = score.new_deal
    revision = DealRevision.objects.create(
        deal=row,
        seq=before.seq + 1 if before else 1,
        base_id=before.revision_id if before else None,
        content=format_deal(value),
        reason=reason,
        points_taken=None if void else sum(score.points.values),
        points_dead=None if void else score.dead,
        points_total=None if void else game.rules.total,
        **stamp,
    )
    data = {"deal": row.pk, "number": row.number, "revision": revision.pk, "seq": revision.seq}
    verb, records = ("deal.corrected", [revision]) if before else ("deal.recorded", [row, revision])
    write_entry(actor=actor, verb=verb, data=data, table=policy.table, records=records)
    policy.queue_due(game, deal.state)
    return revision


def _recorded_already(policy: TablePolicy, number: int, payload: object) -> Answer:
    # Two phones can enter the same deal. Only different content is an error.
    deal = find_deal(policy.table, number)
    stored = deal.row.content
    sent = format_deal(deal.game.read(payload, stored["dealer"]))
    if sent != stored:
        raise DealAlreadyScored(policy, deal, sent)
    return Answer("same", deal_answer(deal))
