"""Deals: look at the score a deal would give, and record it once. Corrections are in `corrections`, entries
that cannot be applied now in `holding`.

What is stored is the deal as a fact. Everything in an answer that is a figure is computed from the facts, and
is what follows from them under the lock of the table.
"""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain.sentences import Sentence, _
from scoring.clubs.access import Actor
from scoring.game.deal import DealRecord
from scoring.game.notation import format_deal, score_answer
from scoring.journal import services as journal
from scoring.refusals import Conflict
from scoring.tables import access
from scoring.tables.games import DealInGame, GameRecord, current_game, find_deal, games_of, state_after
from scoring.tables.models import Deal, DealRevision, Table
from scoring.tables.services import hold_entry


class DealAnswer(journal.Answer):
    """What became of a deal that was sent, or of a correction.

    ``body`` is what the API sends, as JSON already: a repeated request gets what is kept under its key,
    whatever was corrected since. Pages read its properties.
    """

    @classmethod
    def of(cls, answer: journal.Answer) -> "DealAnswer":
        return cls(answer.outcome, answer.body)

    @property
    def number(self) -> int:
        """The deal's number, or the one it was sent with."""
        return int(self.body["number"])

    @property
    def why_held(self) -> Sentence | None:
        """Why it waits for the director, if it does."""
        return hold_entry.why_held(self.body) if self.outcome == "held" else None


class DealAlreadyScored(Conflict):
    """The table's deal ``number`` is ``stored`` with other content than was ``sent``."""

    def __init__(self, deal: DealInGame, sent: dict[str, object]) -> None:
        self.number, self.revision = deal.number, deal.revision
        self.stored, self.sent = deal.row.content, sent
        super().__init__(
            _("Deal {number} is recorded already, with other content.", number=self.number),
            code="deal-already-scored",
            stored={"number": self.number, "revision": self.revision, "deal": self.stored},
            sent={"number": self.number, "deal": sent},
        )


def deal_answer(deal: DealInGame) -> dict[str, object]:
    """Return a deal with its score and what follows, as JSON can hold it: so it is sent and kept."""
    state, before, entry = deal.state, deal.before, deal.entry
    answer: dict[str, object] = {
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


def preview(*, host: access.Host, payload: object) -> DealInGame:
    """Return what `record` would answer for this deal, without recording anything.

    Raises InvalidInput as `record` does; Conflict where the game is over or the table closed.
    """
    game, last = current_game(host.table)
    return _scored(host, game, last, payload)[1]


@transaction.atomic
def record(
    *,
    host: access.Host,
    actor: Actor,
    payload: object,
    key: UUID,
    number: int | None = None,
    game: int | None = None,
) -> DealAnswer:
    """Record a deal at the table, exactly once, and answer with its score and the table's.

    ``recorded``; ``same`` where that number is stored already with the same content; ``held`` for the
    director where an earlier deal is missing, or where ``game``, the number of the game that the phone shows,
    is not the one in play. The same ``key`` and content get the same answer again.
    Raises InvalidInput for a deal that cannot be; Conflict ``deal-already-scored``, ``game-over``,
    ``round-closed``, ``table-closed``, ``key-reused``.
    """
    actor.must("enter a deal")
    table = access.lock(host.table)
    content = [table.pk, number, payload, *([game] if game else [])]
    request = journal.IdempotentRequest(actor, key, content)
    if request.answer:
        return DealAnswer.of(request.answer)
    in_play, last = current_game(table)
    if number is not None and number <= last:
        answer = _recorded_already(table, number, payload)
    elif number is not None and number > last + 1:
        answer = hold_entry.hold(
            table, actor, in_play, in_play, payload, number, last, code="earlier-deal-missing"
        )
    elif game is not None and game != in_play.number:
        target = next((candidate for candidate in games_of(table) if candidate.number == game), in_play)
        answer = hold_entry.hold(table, actor, target, in_play, payload, last + 1, last, code="another-game")
    else:
        value, deal = _scored(host, in_play, last, payload)
        write(host, actor, deal, value)
        answer = journal.Answer("recorded", deal_answer(deal))
    return DealAnswer.of(request.keep(answer))


def append(*, host: access.Host, actor: Actor, payload: object) -> DealRevision:
    """Write a deal as the table's next one; the table is locked by the caller.

    Raises InvalidInput and Conflict as `record` does.
    """
    in_play, last = current_game(host.table)
    value, deal = _scored(host, in_play, last, payload)
    return write(host, actor, deal, value)


def _scored(host: access.Host, game: GameRecord, last: int, payload: object) -> tuple[DealRecord, DealInGame]:
    """Return the deal after ``last`` as it is sent, and with its score and what follows."""
    host.must_go_on(game)
    value = game.read(payload, game.state.next_dealer)
    return value, DealInGame(host.table.pk, game, state_after(game, value), len(game.deals), last + 1)


def write(
    host: access.Host, actor: Actor, deal: DealInGame, value: DealRecord, reason: str = ""
) -> DealRevision:
    """Write what a deal says now: as the table's next one, or as the revision after the last that stands.

    ``deal`` has the score that the deal has as ``value``; the table is locked by the caller.
    """
    game, score = deal.game, deal.entry.score
    before = deal.row if deal.index < len(game.deals) else None
    stamp = {"at": timezone.now(), **actor.recorded()}
    if before is None:
        row = Deal.objects.create(table=host.table, game_id=game.game_id, number=deal.number, **stamp)
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
    verb, facts = ("deal.corrected", [revision]) if before else ("deal.recorded", [row, revision])
    journal.write(actor=actor, verb=verb, data=data, table=host.table, facts=facts)
    host.queue_due(game, deal.state)
    return revision


def _recorded_already(table: Table, number: int, payload: object) -> journal.Answer:
    """Answer ``same`` for what is stored already; two phones at one table are no conflict if they agree."""
    deal = find_deal(table, number)
    stored = deal.row.content
    sent = format_deal(deal.game.read(payload, stored["dealer"]))
    if sent != stored:
        raise DealAlreadyScored(deal, sent)
    return journal.Answer("same", deal_answer(deal))
