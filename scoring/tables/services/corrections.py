"""Corrections: a deal gets a new revision with a reason. Old revisions stay readable.

Scores are computed from the deals, so correcting a deal also corrects the scores.

`scoring.clubs.permissions` lists the roles that may correct a deal. `needs_director` decides which deals they
may correct, and whether a correction is held for a director.
"""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.game import names, notation
from scoring.game.deal import DealRecord
from scoring.journal.services import Answer, IdempotentRequest
from scoring.refusals import Conflict, NotAllowed
from scoring.tables import access, models
from scoring.tables.games import DealInGame, GameRecord, find_deal, games_of, state_with
from scoring.tables.services import deals, hold_entry
from scoring.tables.table_policy import TablePolicy

LEVELS = frozenset({"points", "won", "tricks"})
"""The fields for the three ways to enter the points of a deal."""

CARD_RECORD = frozenset({"hands", "discards", "turned", "stock", "leader"})
"""The fields of a deal that is entered card by card, in addition to the tricks."""


class StaleRevision(Conflict):
    """The deal was corrected after this correction was begun.

    ``stored`` is the current deal, ``sent`` the deal of the refused correction.
    """

    def __init__(self, deal: DealInGame, base_revision: int, sent: dict[str, object]) -> None:
        self.stored, self.sent = deal.row.content, sent
        super().__init__(
            _(
                "Somebody else has corrected this deal: revision {standing} is current, yours began from "
                "{base}.",
                standing=deal.revision,
                base=base_revision,
            ),
            code="stale-revision",
            current={"revision": deal.revision, "deal": self.stored},
            yours={"base_revision": base_revision, "deal": sent},
        )


@transaction.atomic
def correct(
    *,
    policy: TablePolicy,
    actor: Actor,
    number: int,
    changes: Mapping[str, object],
    reason: object,
    base_revision: int | None = None,
    key: UUID | None = None,
    ask_director: bool = False,
) -> deals.DealAnswer:
    """Add a revision to a deal, with the reason. Old revisions stay readable.

    ``changes`` holds the changed fields; None empties a field. A new way to enter the points (``points``,
    ``won`` or ``tricks``) replaces the old way. A misdeal replaces all fields except the dealer.

    If the correction needs a director (see `needs_director`), or if ``ask_director`` is set, the outcome is
    ``held``. Otherwise it is ``done``. A repeated request with the same ``key`` gets the same answer.

    Raises NotFound, NotAllowed, InvalidInput (also for a correction that changes nothing) and Conflict:

    - ``stale-revision``, with both versions, if ``base_revision`` is not the deal's latest revision
    - ``key-reused``
    """
    reason = names.clean_reason(reason)
    table = access.lock(policy.table)
    request = IdempotentRequest(actor, key, [table.pk, number, changes, reason, base_revision])
    if request.answer:
        return deals.DealAnswer.of(request.answer, policy)
    deal = find_deal(table, number)
    must_wait = needs_director(policy, actor, deal.game, number)
    value = _changed(deal, changes)
    _must_differ(deal, value, base_revision)
    corrected = _corrected(deal, value)
    if must_wait:
        answer = hold_entry.hold_correction(table, actor, deal.row, value, reason, code="past-deal")
    elif ask_director:
        answer = hold_entry.hold_correction(table, actor, deal.row, value, reason, code="asked")
    else:
        revision = deals.write(policy, actor, corrected, value, reason)
        body = deals.deal_answer(replace(corrected, revision=revision.seq)) | {"reason": reason}
        answer = Answer("done", body)
    return deals.DealAnswer.of(request.keep(answer), policy)


def needs_director(policy: TablePolicy, actor: Actor, game: GameRecord, number: int) -> bool:
    """Return whether this actor's correction of a deal of ``game`` is held for a director.

    - A director or owner may correct every deal.
    - A scorer may correct only the table's last deal, until the results are final. All other corrections
      raise NotAllowed.
    - The holder of the table's link may correct the table's last deal if its game is in play. All other
      corrections are held.

    Raises NotAllowed if the actor may correct no deal.
    """
    if actor.may("correct any deal"):
        return False
    actor.must("correct the last deal")
    games = games_of(policy.table)
    is_last = number == max(deal.number for record in games for deal in record.deals)
    if actor.is_at_table:
        return not (is_last and policy.is_in_play(game, games[-1]))
    event = policy.table.event
    if not is_last or (event and event.finals.in_force().exists()):
        actor.must("correct any deal")
    return False


def may_correct(policy: TablePolicy, actor: Actor, game: GameRecord, number: int) -> bool:
    """Return whether the actor may correct a deal of ``game``, with or without a director."""
    try:
        needs_director(policy, actor, game, number)
    except NotAllowed:
        return False
    return True


def release(
    *, policy: TablePolicy, actor: Actor, entry: models.HeldEntry, base: models.DealRevision
) -> models.DealRevision:
    """Record a held correction of the revision ``base``. The table must be locked.

    Raises Conflict ``stale-revision`` if the deal has been corrected since, and InvalidInput if the
    correction is no longer possible.
    """
    deal = find_deal(policy.table, entry.number)
    value = deal.game.read(entry.content)
    _must_differ(deal, value, base.seq)
    return deals.write(policy, actor, _corrected(deal, value), value, entry.reason)


def _must_differ(deal: DealInGame, value: DealRecord, base_revision: int | None) -> None:
    sent = notation.format_deal(value)
    if base_revision is not None and base_revision != deal.revision:
        raise StaleRevision(deal, base_revision, sent)
    if sent == deal.row.content:
        raise InvalidInput({"deal": _("This correction changes nothing.")})


def corrected_preview(*, table: models.Table, number: int, changes: Mapping[str, object]) -> DealInGame:
    """Return the deal as `correct` would record it, without recording anything.

    Raises NotFound, and InvalidInput for an impossible deal. A correction that changes nothing is no error.
    """
    deal = find_deal(table, number)
    return _corrected(deal, _changed(deal, changes))


def _changed(deal: DealInGame, changes: Mapping[str, object]) -> DealRecord:
    content = deal.row.content
    rest = dict(content)
    if changes.get("misdeal"):
        rest = {"dealer": content["dealer"]}
    elif LEVELS & changes.keys() or "misdeal" in changes:
        replaced = LEVELS | {"misdeal"} | (set() if "tricks" in changes else CARD_RECORD)
        replaced |= set() if "won" in changes else {"pips"}
        rest = {field: value for field, value in content.items() if field not in replaced}
    merged = {field: value for field, value in (rest | dict(changes)).items() if value is not None}
    return deal.game.read(merged)


def _corrected(deal: DealInGame, value: DealRecord) -> DealInGame:
    values = [entry.deal for entry in deal.state.entries]
    values[deal.index] = value
    return replace(deal, state=state_with(deal.game, values, about=deal.index), before=deal.state)
