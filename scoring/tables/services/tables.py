"""Tables and games: open a table under a law set, begin its next game, close the table."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from laws.domain import errors, lawset
from laws.domain.parameters import Value
from laws.domain.sentences import _, in_a_choice
from laws.library import law_sets
from laws.queries import law_set_named
from laws.services import pin
from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.game import games, names, state
from scoring.game.cutting import PREFERENCE
from scoring.journal.services import write_entry
from scoring.refusals import Conflict, NotFound
from scoring.tables import access
from scoring.tables.cutting_out.queries import CompanyRecord, company_record
from scoring.tables.games import GameRecord, current_game, game_of, law_set_of, result_of_cut
from scoring.tables.models import Cut, Game, Seat, Table
from scoring.tables.services import links


@transaction.atomic
def open_table(
    *,
    club: Club,
    actor: Actor,
    players: object,
    law_set: object = None,
    game: object = None,
    name: object = None,
    dealer: object = None,
    parameters: Mapping[str, Value] | None = None,
    variations: Sequence[str] | None = None,
    first_game: int = 1,
) -> Table:
    """Open a table: pin its law set, seat the players, begin a game, and issue a link.

    - ``players``: names or member ids in seat order. A new name becomes a new member of the club.
    - ``law_set``, ``parameters``, ``variations``: the law set and the changes to it, by default the club's
      law set without changes. The table keeps the present revision of the law set.
    - ``game``: the key of the kind of game, by default "cinch".
    - ``name``: the name of the table, by default "Table" with the next number in the club.
    - ``dealer``: the first dealer's seat, by default seat 1.
    - ``first_game``: the number of the game that begins. Game 0 only seats the players, who must still cut
      for the first game.

    Raises InvalidInput under the name of the field.
    """
    actor.must("open a table")
    Club.objects.select_for_update().get(pk=club.pk)
    family_game = game_named("cinch" if game is None else game)
    laws = pinned_law_set(club.law_set if law_set is None else law_set, parameters, variations, family_game)
    members = clubs.present_players(club=club, actor=actor, players=players, seats=family_game.players)
    count = Table.objects.filter(club=club).count()
    table = Table.objects.create(
        club=club,
        name=names.clean_name(name) if name not in (None, "") else f"Table {count + 1}",
        game=family_game.key,
        law_set=pin(laws),
        opened_at=timezone.now(),
        opened_by_id=actor.member,
    )
    data = {"table": table.pk, "law_set": laws.slug, "revision": laws.revision}
    write_entry(actor=actor, verb="table.opened", data=data, table=table)
    first_dealer = 1 if dealer is None else seat_of(dealer, family_game, "dealer")
    begin(table=table, actor=actor, number=first_game, first_dealer=first_dealer, members=members)
    links.issue(table=table, actor=actor)
    return table


@transaction.atomic
def start_game(
    *,
    table: Table,
    actor: Actor,
    dealer: object = None,
    players: object = None,
    cut: object = None,
    after: int | None = None,
) -> Game:
    """Begin the next game at the table, if the last game is over or has no deals.

    - ``cut``: the id of a decided cut, which gives the seats and the first dealer.
    - ``players``: without a cut, the players in seat order. None: the same players.
    - ``dealer``: without a cut, the seat that deals first, see `_first_dealer`.
    - ``after``: the number of the previous game. If the next game has already begun and agrees with the
      arguments, this game is returned. Without ``after``, a game from the same ``cut`` that has no deals yet
      is returned.

    Raises InvalidInput under the field, NotFound for an unknown cut, and Conflict:

    - ``game-begun`` if the next game has begun in another way
    - ``company-cuts`` if a cutting-out table must cut first
    - ``cut-undecided`` or ``cut-used`` if the game cannot begin from ``cut``
    - ``cut-needed`` if the law set asks for a cut and no dealer is given
    - ``game-not-over``, ``player-left``, ``table-closed`` or ``table-of-an-event``
    """
    actor.must("start a game")
    table = access.lock_alone(table)
    record, _index = current_game(table)
    if after is not None and after != record.number:
        return _begun_already(table, record, after, dealer, players, cut)
    if after is None and cut is not None and (again := _begun_from(record, cut)):
        return again
    if record.deals and not record.state.over:
        raise Conflict(_("The game at this table is not over yet."), code="game-not-over")
    company = company_record(table)
    if company is not None and company.is_due:
        reason = _(
            "Somebody is waiting for a seat at this table, so its players must cut for who plays next."
        )
        raise Conflict(reason, code="company-cuts")
    members: Sequence[Member] = _still_here(record.game_id) if cut is None and players is None else ()
    family_game, decided_cut = game_of(table), None
    if cut is not None:
        decided_cut, members, first_dealer = _from_cut(table, cut)
    else:
        if players is not None:
            members = clubs.present_players(
                club=table.club, actor=actor, players=players, seats=family_game.players
            )
            if company is not None:
                _must_be_of_the_company(members, company)
        first_dealer = _first_dealer(table, record, dealer)
    return begin(
        table=table,
        actor=actor,
        number=record.number + 1,
        first_dealer=first_dealer,
        members=members,
        cut=decided_cut,
    )


def _begun_from(record: GameRecord, cut: object) -> Game | None:
    game = Game.objects.get(pk=record.game_id)
    return game if game.cut_id is not None and game.cut_id == cut and not record.deals else None


def _begun_already(
    table: Table,
    record: GameRecord,
    after: int,
    dealer: object,
    players: object,
    cut: object,
) -> Game:
    game = Game.objects.get(pk=record.game_id)
    seated = [seat.member for seat in game.seats.order_by("seat").select_related("member")]
    named = list(players) if isinstance(players, list | tuple) else None
    is_same = (
        after + 1 == record.number
        and (cut is None or game.cut_id == cut)
        and (dealer is None or game.first_dealer == dealer)
        and (
            named is None
            or (
                len(named) == len(seated)
                and all(
                    player in (member.pk, member.name) for player, member in zip(named, seated, strict=True)
                )
            )
        )
    )
    if not is_same:
        reason = _("Game {number} was begun at this table already. Look at it first.", number=record.number)
        raise Conflict(reason, code="game-begun")
    return game


def _still_here(game_id: int) -> list[Member]:
    seats = Seat.objects.filter(game=game_id).order_by("seat").select_related("member__merged_into")
    members = [seat.member.merged_into or seat.member for seat in seats]
    for member in members:
        if member.left_at is not None:
            reason = _("{name} has left the club. Say who plays the next game.", name=member.name)
            raise Conflict(reason, code="player-left")
    return members


@transaction.atomic
def close(*, table: Table, actor: Actor) -> None:
    """Close the table: its link stops working and no more deals can be recorded.

    A repeated call changes nothing. Raises Conflict ``table-of-an-event``.
    """
    actor.must("close a table")
    table = access.lock(table)
    access.must_stand_alone(table)
    if table.closed_at is None:
        table.closed_at = timezone.now()
        table.save(update_fields=["closed_at"])
        write_entry(actor=actor, verb="table.closed", data={"table": table.pk}, table=table)


def _must_be_of_the_company(members: Sequence[Member], company: CompanyRecord) -> None:
    for place, member in enumerate(members, start=1):
        if member.pk not in company.company.present:
            reason = _("“{name}” has to join the table first.", name=member.name)
            raise errors.InvalidInput({f"players.{place}": reason})


def game_named(slug: object) -> games.GameKind:
    """Return the kind of game with this key. Raises InvalidInput under ``game``."""
    if not isinstance(slug, str) or slug not in games.GAMES:
        reason = _("Not a game we score; one of {games}.", games=", ".join(games.GAMES))
        raise errors.InvalidInput({"game": reason})
    return games.GAMES[slug]


def pinned_law_set(
    slug: object,
    parameters: Mapping[str, Value] | None,
    variations: Sequence[str] | None,
    game: games.GameKind,
) -> lawset.LawSet:
    """Return the law set ``slug`` for this game, with the chosen parameters and variations.

    Raises InvalidInput under ``law_set`` if there is no such law set or it does not include the game, and the
    errors of `LawSet.derive`.
    """
    law_set = law_set_named(slug)
    if game.slug not in law_set.games:
        reason = _(
            "{law_set} has no laws of {game}. Choose {others}.",
            law_set=law_set.title,
            game=game.title,
            others=in_a_choice([book.title for book in law_sets().values() if game.slug in book.games]),
        )
        raise errors.InvalidInput({"law_set": reason})
    if parameters or variations:
        return law_set.chosen_for(game.slug, parameters or {}, variations or ())
    return law_set


def seat_of(value: object, game: games.GameKind, field: str) -> int:
    """Return ``value`` if it is a seat of the game. Raises InvalidInput under ``field``."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= game.players:
        raise errors.InvalidInput({field: _("A seat from 1 to {seats}.", seats=game.players)})
    return value


def _first_dealer(table: Table, before: GameRecord, dealer: object) -> int:
    """Return the first dealer of the next game.

    If the last game has no deals, this is ``dealer``, by default the first dealer of the last game. Otherwise
    ``dealer`` must be a seat that the law set allows; by default the law set decides.

    Raises InvalidInput under ``dealer``, and Conflict ``cut-needed`` if the law set asks for a cut and no
    dealer is given.
    """
    election = None if dealer is None else seat_of(dealer, game_of(table), "dealer")
    if not before.deals:
        return election or before.first_dealer
    choice = state.next_game_dealer(before.state, law_set_of(table), election)
    if choice.default is None:
        raise Conflict(choice.why.text, code="cut-needed")
    return choice.default


def _from_cut(table: Table, cut_id: object) -> tuple[Cut, list[Member], int]:
    if not isinstance(cut_id, int) or isinstance(cut_id, bool) or not 0 < cut_id < 2**63:
        raise errors.InvalidInput({"cut": _("The id of a cut at this table.")})
    cut = Cut.objects.filter(pk=cut_id, table=table).exclude(purpose=PREFERENCE).first()
    if cut is None:
        raise NotFound
    result = result_of_cut(cut, table)
    if cut.purpose == "tie":
        raise errors.InvalidInput({"cut": _("This cut was for a tie: it gives nobody a seat or the deal.")})
    if not result.decided:
        raise Conflict(_("This cut has not decided yet: a tie has to be cut again."), code="cut-undecided")
    if cut.games.exists():
        raise Conflict(_("A game was already begun from this cut."), code="cut-used")
    people = Member.objects.in_bulk(cut.players)
    members = [people[int(player)] for player in result.seats]
    return cut, members, result.seats.index(str(result.first_dealer)) + 1


def begin(
    *,
    table: Table,
    actor: Actor,
    number: int,
    first_dealer: int,
    members: Sequence[Member],
    cut: Cut | None = None,
) -> Game:
    """Record a game and its seats, with a journal entry.

    ``members`` are the players in seat order. The caller must lock the table and check the permission.
    """
    game = Game.objects.create(
        table=table, number=number, first_dealer=first_dealer, cut=cut, at=timezone.now(), **actor.recorded()
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, seat=seat, member=member) for seat, member in enumerate(members, start=1)
    )
    ids = [member.pk for member in members]
    data = {"game": game.pk, "number": number, "dealer": first_dealer, "seats": ids, "cut": game.cut_id}
    write_entry(actor=actor, verb="game.started", data=data, table=table, records=[game, *seats])
    return game
