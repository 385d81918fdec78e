"""First places: place cards, the draw from the seed, entered cards, and places by hand."""

from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from scoring.events.planning.domain.event_games import Shape, room_shape
from scoring.events.play.domain.drawing import PlaceCard, Start, drawn, lot, parse_place_card, place_cards
from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.values import Participant
from scoring.game.games import GAMES
from tests.events.domain.evenings import choose, entrants, in_pairs, seats, situation, why
from tests.refusals import refusing


@pytest.mark.parametrize(
    ("players", "odd", "sizes", "out"),
    [
        pytest.param(32, "sit-out", (4,) * 8, 0, id="Foster, Drawing for Positions: thirty-two"),
        pytest.param(50, "sit-out", (4,) * 12, 2, id="fifty: twelve tables, two sit out"),
        pytest.param(3, "sit-out", (), 3, id="three make no table"),
        pytest.param(9, "table-of-five", (4, 5), 0, id="nine: the last table has five"),
        pytest.param(11, "table-of-five", (5, 5), 1, id="eleven: two of five, and one is over"),
        pytest.param(5, "table-of-three", (4,), 1, id="five cannot be threes"),
        pytest.param(6, "table-of-three", (3, 3), 0, id="six are two of three"),
        pytest.param(9, "table-of-three", (3, 3, 3), 0, id="nine are three of three"),
        pytest.param(14, "table-of-three", (4, 4, 3, 3), 0, id="fourteen: the last two have three"),
        pytest.param(16, "table-of-three", (4, 4, 4, 4), 0, id="sixteen need none"),
    ],
)
def test_the_number_of_tables(players, odd, sizes, out):
    assert room_shape(players, GAMES["cinch"], odd) == Shape(sizes, out)


def test_the_cards_for_thirty_two_are_ace_to_eight_of_both_black_suits_in_two_packs():
    # Foster, Progressive Euchre, Drawing for Positions, the printed example.
    cards = {card.code for card in place_cards(room_shape(32, GAMES["cinch"], "sit-out"))}
    assert cards == {back + pip + suit for back in "RB" for pip in "A2345678" for suit in "SC"}


@pytest.mark.parametrize(
    ("code", "table", "seat", "words"),
    [
        ("RAS", 1, 1, "the ace of spades with a red back"),
        ("B7S", 7, 3, "the seven of spades with a blue back"),
        ("RKC", 13, 2, "the king of clubs with a red back"),
        ("BAC/2", 14, 4, "the ace of clubs with a blue back, of pack 2"),
        ("R9H/8", 100, 5, "the nine of hearts with a red back, of pack 8"),
        ("JK", 0, 0, "a joker"),
    ],
)
def test_a_place_card_has_a_code_and_a_text(code, table, seat, words):
    card = PlaceCard(table, seat)
    assert (card.code, card.in_words()) == (code, words)
    assert parse_place_card(f" {code.lower()} ") == card
    assert parse_place_card(code.replace("T", "10")) == card


@pytest.mark.parametrize("text", ["", "B7D", "G7S", "R1S", "RAS/0", "B9D", "RAS/2x", "R" * 20, None, 7])
def test_texts_that_are_no_place_card(text):
    assert parse_place_card(text) is None


def test_every_seat_of_a_hundred_tables_has_a_card_of_its_own():
    cards = place_cards(room_shape(403, GAMES["cinch"], "sit-out"))
    assert len({card.code for card in cards}) == 401, "four hundred seats, and jokers that are all alike"
    assert {parse_place_card(card.code) for card in cards} == set(cards)


def test_the_draw_can_be_checked_by_hand():
    # Each card has a lot by its number. Players take the cards in the order of the lots.
    found = plan(situation(8))
    cards = sorted(
        enumerate(place_cards(room_shape(8, GAMES["cinch"], "sit-out"))),
        key=lambda one: lot("autumn", "places", one),
    )
    for player, (_, card) in enumerate(cards, 1):
        assert found.round.places()[player] == (card.table, card.seat)
    assert drawn("autumn", "places", [2, 1]) == sorted([2, 1], key=lambda one: lot("autumn", "places", one))


def test_everybody_is_told_which_card_was_drawn_and_by_whom():
    found = plan(situation(5))
    idle = found.sitting_out[0]
    assert why(found, idle) == "The program drew a joker: sits out."
    first = found.tables[0].players[0]
    mate = found.tables[0].players[2]
    assert why(found, first) == (
        f"The program drew the ace of spades with a red back: table 1. The partner is {{player:{mate}}}."
    )
    drawn_at_the_door = Start(cards={move.player: move.card for move in found.moves})
    found = plan(situation(5, start=drawn_at_the_door))
    assert why(found, idle) == "Drew a joker and sits out."
    assert why(found, first).startswith("Drew the ace of spades with a red back: table 1.")


def test_after_an_exchange_for_wishes_everybody_has_the_reason_that_decided():
    """Every reason agrees with the seat: the card drawn, or the wishes that changed the place or partner."""
    apart = entrants(12, *(Participant(player, keep_apart=(5, 6, 7, 8)) for player in (1, 2, 3, 4)))
    found = plan(situation(apart))
    places, mates = found.round.places(), found.round.mates()
    cards = {move.player: parse_place_card(move.card) for move in found.moves}
    kinds = set()
    for move in found.moves:
        card, (table, seat), reason = cards[move.player], places[move.player], why(found, move.player)
        mate = cards[mates[move.player]]
        if card.table != table:
            expected = f"; changed to table {table} so that all wishes are met."
        elif card.seat != seat:
            expected = f"; changed to seat {seat} so that all wishes are met."
        elif (mate.table, abs(mate.seat - card.seat)) != (card.table, 2):
            expected = f": table {table}. The wishes of others brought another partner."
        else:
            expected = f": table {table}. The partner is"
        assert expected in reason
        kinds.add(expected[:4])
    assert len(kinds) > 1, "an exchange was needed"


def test_cards_drawn_at_the_door_give_the_places():
    cards = {1: "B2C", 2: "RAS", 3: "RAC", 4: "BAS", 5: "BAC", 6: "R2S", 7: "R2C", 8: "b2s", 9: "JK"}
    found = plan(situation(9, start=Start(cards=cards)))
    assert seats(found) == [(2, 3, 4, 5), (6, 7, 8, 1)]
    assert found.sitting_out == (9,)


@pytest.mark.parametrize(
    ("cards", "field", "text"),
    [
        pytest.param({1: "R3S"}, "places.1", "with a red back is not among those laid out.",
                     id="a card of no table"),
        pytest.param({1: "B1S"}, "places.1", "a place card is written as back, rank and suit", id="no card"),
        pytest.param({1: "RAC"}, "places.2", "the ace of clubs with a red back was drawn by another.",
                     id="a card twice"),
        pytest.param({1: None}, "places.1", "{player:1} has to draw a card.", id="nobody drew it"),
        pytest.param({9: "RAS"}, "places.9", "nobody with this number takes part.", id="a stranger"),
    ],
)  # fmt: skip
def test_cards_that_cannot_have_been_drawn(cards, field, text):
    drew: dict[int, Any] = {1: "RAS", 2: "RAC", 3: "BAS", 4: "BAC"} | cards
    with refusing(field, text=text):
        plan(situation(4, start=Start(cards={one: card for one, card in drew.items() if card})))


def test_the_director_may_seat_everybody():
    found = plan(situation(9, start=Start(tables=((9, 8, 7, 6), (5, 4, 3, 2)))))
    assert seats(found) == [(9, 8, 7, 6), (5, 4, 3, 2)]
    assert found.sitting_out == (1,)
    assert why(found, 1) == "Sits out, as the director decided."


@pytest.mark.parametrize(
    ("tables", "text"),
    [
        (((1, 2, 3, 4), (5, 6, 7, 1)), "a player has one place."),
        (((1, 2, 3, 99),), "99: nobody with this number takes part."),
        (((1, 2, 3, 4, 5, 6),), "a table has as many players as the game is played by."),
    ],
)
def test_impossible_tables_are_refused(tables, text):
    with refusing("places", text=text):
        plan(situation(8, start=Start(tables=tables)))


def test_fixed_places_and_partners_are_given_their_cards_first():
    people = entrants(
        16,
        Participant(1, fixed_table=2, fixed_seat=3),
        Participant(2, partner=3),
        Participant(3, partner=2),
        Participant(4, fixed_table=3),
        Participant(5, partner=1),
    )
    with pytest.raises(InvalidInput):
        plan(situation(people))
    people = (
        *people[:4],
        *entrants(16, Participant(5, partner=6), Participant(6, partner=5, fixed_table=1))[4:],
    )
    found = plan(situation(people))
    places, mates = found.round.places(), found.round.mates()
    assert (places[1], places[4][0], places[6][0]) == ((2, 3), 3, 1)
    assert (mates[2], mates[5]) == (3, 6)
    assert not [move for move in found.moves if "changed to table" in move.why]
    assert found.breaches == ()


def test_mixed_pairs_draw_from_backs_of_their_own_colour():
    # Foster, Progressive Euchre, Drawing for Positions: ladies from one colour, gentlemen from the other.
    people = tuple(Participant(player, on_list=player % 2) for player in range(16))
    found = plan(situation(people, settings=choose(lists=["North", "South"], mixed_pairs=True)))
    assert not [move for move in found.moves if "changed to table" in move.why]
    for one, other in found.round.mates().items():
        assert one % 2 != other % 2
    assert found.breaches == ()


def test_lists_that_are_not_equal_leave_pairs_of_one_list_and_say_so():
    people = tuple(Participant(player, on_list=int(player > 5)) for player in range(8))
    found = plan(situation(people, settings=choose(lists=["North", "South"], mixed_pairs=True)))
    assert [breach.kind for breach in found.breaches] == ["mixed-pairs"] * 2
    assert all(
        found.round.mates()[one] == other for one, other in (breach.players for breach in found.breaches)
    )
    assert "are on the same list: the lists are not equally long here." in found.breaches[0].why


# Foster's place cards belong to evenings in which winners move up. The draw itself is the same everywhere.
@pytest.mark.parametrize("kind", ["whist", "redraw", "rotation"])
def test_kinds_without_place_cards_say_that_the_draw_gives_the_places(kind):
    found = plan(situation(5, settings=choose(kind=kind)))
    assert why(found, found.sitting_out[0]) == "Sits out by the draw."
    first, _, mate, _ = found.tables[0].players
    assert why(found, first) == f"The draw gives table 1. The partner is {{player:{mate}}}."
    assert not any(move.law for move in found.moves)
    assert found.round.places() == plan(situation(5)).round.places()


PLACES, PARTNERS = "progressive-euchre/draw-for-places", "progressive-euchre/first-table-and-partner"


@pytest.mark.parametrize(
    ("people", "fields", "laws"),
    [
        # The cards of four players name the partner too. A joker names nobody.
        pytest.param(5, {}, [PARTNERS] * 4 + [PLACES], id="four and a joker"),
        # The source draws the places of a progressive party of Cinch for four, and of no other game.
        pytest.param(5, {"game": GAMES["auction-pitch-4"]}, [""] * 5, id="everybody plays alone"),
        pytest.param(4, {"game": GAMES["seven-up"]}, [""] * 4, id="Seven-up"),
        pytest.param(3, {"game": GAMES["three-handed-cinch"]}, [""] * 3, id="three"),
        pytest.param(in_pairs(4), {"settings": choose(kind="pairs-up")}, [PLACES] * 4,
                     id="pairs come as pairs"),
        pytest.param((*in_pairs(2), Participant(3), Participant(4)), {}, [PARTNERS, PLACES] * 2,
                     id="one pair comes as a pair"),
        pytest.param(4, {"start": Start(tables=((1, 2, 3, 4),))}, [""] * 4, id="the director seats them"),
    ],
)  # fmt: skip
def test_the_law_of_the_partner_is_cited_only_where_the_draw_makes_partners(people, fields, laws):
    found = plan(situation(people, **fields))
    assert sorted(move.law for move in found.moves) == sorted(laws)
