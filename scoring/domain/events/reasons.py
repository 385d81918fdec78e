"""Why somebody is where he is, in sentences. Which of them is true is decided by the movements.

A way from one round to the next has two halves: what happened at the last table, and where that leads.
"""

from __future__ import annotations

from laws.domain.sentences import Sentence, _
from scoring.events.domain.values import reference


def joined(first: Sentence, second: Sentence) -> Sentence:
    """Return two halves, or two sentences, as one text."""
    return _("{first} {second}", first=first, second=second)


def won(table: int, ours: int | None, theirs: int | None) -> Sentence:
    """Say that a table was won by points."""
    if ours is None or theirs is None:
        return _("Won table {table}", table=table)
    return _("Won table {table} with {ours} to go against {theirs}", table=table, ours=ours, theirs=theirs)


def lost(table: int, ours: int | None, theirs: int | None) -> Sentence:
    """Say that a table was lost by points."""
    if ours is None or theirs is None:
        return _("Lost at table {table}", table=table)
    return _(
        "Lost at table {table} with {ours} to go against {theirs}", table=table, ours=ours, theirs=theirs
    )


def won_by_cut(table: int, *, is_missing: bool) -> Sentence:
    """Say that a table was won by the cut, and why it was cut for."""
    if is_missing:
        return _("Won table {table} by the cut, as its result was missing,", table=table)
    return _("Won table {table} by the cut, being equal there,", table=table)


def lost_by_cut(table: int) -> Sentence:
    """Say that the cut was lost."""
    return _("Lost the cut at table {table}", table=table)


def won_as_named(table: int) -> Sentence:
    """Say that somebody named the winners."""
    return _("Won table {table} by the director's word", table=table)


def goes_up(table: int) -> Sentence:
    """Say that this leads one table up."""
    return _("and goes up to table {table}.", table=table)


def goes_down(table: int) -> Sentence:
    """Say that this leads one table down."""
    return _("and goes down to table {table}.", table=table)


def goes_round(table: int) -> Sentence:
    """Say that this leads round from the head table to the last."""
    return _("and goes round to table {table}, the last.", table=table)


def goes_last(table: int) -> Sentence:
    """Say that this leads to the last table."""
    return _("and goes to table {table}, the last.", table=table)


def stays() -> Sentence:
    """Say that this leads nowhere else."""
    return _("and stays there.")


def keeps_fixed(table: int) -> Sentence:
    """Say that a fixed place comes before what the table would lead to."""
    return _("and keeps a fixed place at table {table}.", table=table)


def last_now(table: int) -> Sentence:
    """Say that the table this leads to is there no longer."""
    return _("and goes to table {table}, the last there is now.", table=table)


def fills(table: int) -> Sentence:
    """Say that the table this leads to was full."""
    return _("and fills the place left at table {table}.", table=table)


def comes_in(table: int) -> Sentence:
    """Say where somebody sits who sat out or is new."""
    return _("Takes a place left at table {table}.", table=table)


def for_wishes(table: int) -> Sentence:
    """Say that places were exchanged."""
    return _("Changed to table {table} so that all wishes are met.", table=table)


def sits_out() -> Sentence:
    """Say why it is this player's turn."""
    return _("Sits out: nobody here has sat out less often.")


def partner_is(player: int) -> Sentence:
    """Name the partner."""
    return _("The partner is {player}.", player=reference(player))


def moves_on(steps: int, table: int) -> Sentence:
    """Say where a rotation leads; ``steps`` is how far the seat moves on."""
    if not steps:
        return _("Keeps the place at table {table}: in this rotation the seat does not move.", table=table)
    return _("Moves on to table {table}, as everybody in this seat does.", table=table)


def keeps_place(table: int) -> Sentence:
    """Say that a fixed place is kept while the others move on."""
    return _("Keeps a fixed place at table {table}.", table=table)


def drawn_anew(table: int, *, has_partners: bool = True) -> Sentence:
    """Say where a drawing by history leads; where everybody plays alone, nobody is there as a partner."""
    if not has_partners:
        return _("Drawn for table {table}, where those who have met before meet least.", table=table)
    return _("Drawn for table {table}, where old partners and opponents meet least.", table=table)


def drew(card: str, table: int) -> Sentence:
    """Say which card was drawn for a place; table 0 is for a joker."""
    if not table:
        return _("Drew a joker and sits out.")
    return _("Drew {card}: table {table}.", card=card, table=table)


def drew_and_changed(card: str, table: int) -> Sentence:
    """Say that the place drawn was exchanged."""
    return _("Drew {card}; changed to table {table} so that all wishes are met.", card=card, table=table)


def seated_by_hand(*, is_out: bool) -> Sentence:
    """Say that the organiser found the place."""
    return _("Sits out, as the organiser has seated.") if is_out else _("Seated by the organiser.")
