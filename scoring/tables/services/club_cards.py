"""Lasting cards for a club's tables: issue, replace and stop a card, and check the word of an event.

A card opens the table that has the card's number in tonight's event, but with the card alone a phone may only
look. To enter deals, the user types the event's word once an evening. So nobody can enter deals with an old
photograph of a card.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from laws.domain.errors import InvalidInput
from laws.domain.parameters import is_whole
from laws.domain.sentences import _
from scoring.clubs import link_secrets
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.services import sign_in
from scoring.journal.services import add_record
from scoring.refusals import Conflict
from scoring.tables.access import cards_in_use, links_in_use
from scoring.tables.models import ClubCard, Table
from scoring.tables.services import links

PURPOSE = "card"
MOST_CARDS = 200
"""The highest number of a card. The largest event of two-handed games has this many tables."""


@transaction.atomic
def issue_missing(*, club: Club, actor: Actor, tables: object) -> int:
    """Issue a card for each table number from 1 to ``tables`` that has no working card.

    Return how many cards were issued. Raises InvalidInput under ``tables`` unless this is a whole number from
    1 to MOST_CARDS.
    """
    actor.must("issue a link")
    if not is_whole(tables, 1, MOST_CARDS):
        raise InvalidInput({"tables": _("must be a whole number from 1 to {most}.", most=MOST_CARDS)})
    latest = _lock_latest(club)
    missing = [
        number for number in range(1, tables + 1) if (card := latest.get(number)) is None or card.salt is None
    ]
    for number in missing:
        card = latest.get(number)
        _add(club, actor, number, card.edition if card else 0, is_stopped=False)
    return len(missing)


@transaction.atomic
def replace(*, club: Club, actor: Actor, number: int, edition: int) -> ClubCard:
    """Replace the card with this number by a new edition, and return it. The old card stops working.

    ``edition`` is the edition that the caller has seen. A repeated request changes nothing and gets the card
    of the first request. Raises Conflict ``card-changed`` if ``edition`` is not the edition in use.
    """
    return _follow(club, actor, number, edition, is_stopped=False)


@transaction.atomic
def stop(*, club: Club, actor: Actor, number: int, edition: int) -> ClubCard:
    """Stop the card with this number, so that it opens nothing any more.

    Return a new edition, which records the stop. ``edition`` is the edition that the caller has seen. A
    repeated request changes nothing and gets the edition of the first request. Raises Conflict
    ``card-changed`` if ``edition`` is not the edition in use.
    """
    return _follow(club, actor, number, edition, is_stopped=True)


def _follow(club: Club, actor: Actor, number: int, edition: int, *, is_stopped: bool) -> ClubCard:
    actor.must("issue a link")
    card = _lock_latest(club).get(number)
    if card is not None and card.edition == edition and card.salt is not None:
        return _add(club, actor, number, edition, is_stopped=is_stopped)
    if card is None or card.edition != edition + 1 or (card.salt is None) != is_stopped:
        reason = _("The card of table {number} was changed meanwhile. Look at it again.", number=number)
        raise Conflict(reason, code="card-changed")
    return card


def _lock_latest(club: Club) -> dict[int, ClubCard]:
    Club.objects.select_for_update().get(pk=club.pk)
    return {card.number: card for card in ClubCard.objects.filter(club=club).order_by("edition")}


def _add(club: Club, actor: Actor, number: int, edition: int, *, is_stopped: bool) -> ClubCard:
    card = ClubCard(club=club, number=number, edition=edition + 1)
    if not is_stopped:
        card.salt = links.free_salt(PURPOSE)
        card.token_hash = link_secrets.hash_of(link_secrets.make(PURPOSE, card.salt))
        card.code_hash = links.code_hash(card.salt, PURPOSE)
    verb = "card.stopped" if is_stopped else "card.issued"
    add_record(card, actor=actor, verb=verb, data={"number": number}, id_as="card")
    return card


def cards_of(club: Club) -> Sequence[ClubCard]:
    """Return the club's cards in use, sorted by table number."""
    return list(cards_in_use().filter(club=club).select_related("club").order_by("number"))


def address_of(card: ClubCard) -> str | None:
    """Return the address in the card's QR code, or None.

    None for a stopped card, and if the server's key has changed since the card was issued.
    """
    secret = link_secrets.remake(PURPOSE, card.salt, card.token_hash) if card.salt else None
    return f"{settings.BASE_URL}{reverse('table-link')}#{secret}" if secret else None


def code_of(card: ClubCard) -> str | None:
    """Return the card's six-letter code. None in three cases:

    - The card is stopped.
    - The club's tables cannot be opened by a code.
    - The server's key has changed since the card was issued.
    """
    if card.salt is None or not card.club.has_table_codes:
        return None
    code = link_secrets.make_code(PURPOSE, card.salt)
    return code if link_secrets.hash_of_code(code) == card.code_hash else None


def check_word(*, table: Table, word: str, phone: str, address: str) -> str:
    """Return the event's word if ``word``, the word that was typed, matches it.

    ``phone`` and ``address`` (the IP address) limit the number of attempts. Raises InvalidInput under
    ``word`` in three cases:

    - The word is wrong. This counts as an attempt. Too many attempts raise TooManyAttempts.
    - The word has the wrong length. This is a typing error and does not count.
    - No link of the table is valid. Then no phone can enter deals.
    """
    typed = link_secrets.typed_word(word)
    if len(typed) != link_secrets.WORD_LENGTH:
        raise InvalidInput({"word": _("The word has {count} letters.", count=link_secrets.WORD_LENGTH)})
    if not links_in_use().filter(table=table).exists():
        reason = _("No phone can enter deals at this table now. Ask the director for a new link.")
        raise InvalidInput({"word": reason})
    attempt = sign_in.attempt_word(table.club_id, phone, address)
    assert table.event is not None
    right = str(table.event.word)
    if typed != right:
        reason = _("This is not tonight's word. It is on the projector, at the desk and on the wall sheet.")
        raise InvalidInput({"word": reason})
    attempt.delete()
    return right
