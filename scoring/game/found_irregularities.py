"""Find irregularities in a recorded bidding and in recorded cards, as incidents with their facts.

An irregularity found here does not change the score: only recorded penalties and decided disputes do. The
search uses the incidents of Cinch; `GameKind.incidents` translates them for games with their own laws. Facts
name roles, not seats, because the law rules on roles. A pass out of turn only loses the turn; it is not an
incident. The same holds for a pass by a player who has already bid out of turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from laws.domain.sentences import Sentence, _, ngettext
from scoring.game.bidding import Bids, can_bid_again, highest_bid
from scoring.game.cards import PACK, Card, card_in_words
from scoring.game.deal import DealRecord, Play
from scoring.game.games.family import GameKind, Trumps
from scoring.game.incident_roles import MAKER, MAKERS_PARTNER, part_of
from scoring.game.play import PlayedDeal, played, revokes
from scoring.game.references import seat_at_start, seat_inside
from scoring.game.rules import Rules, first_leader
from scoring.game.seating import TableSeats


@dataclass(frozen=True, slots=True)
class RecordedFact:
    """A fact that the record shows: its value in the law's vocabulary, and the reason.

    ``unseen``: other values that the record does not rule out. A player can claim one of them.
    """

    value: str
    because: Sentence
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Irregularity:
    """An irregularity by one seat: the incident, a sentence about it, and the facts that the record shows.

    ``trick`` counts from 1; None for an irregularity before the play.
    """

    incident: str
    seat: int
    says: Sentence
    facts: Mapping[str, RecordedFact]
    trick: int | None = None

    @property
    def values(self) -> dict[str, str]:
        """The value of each fact."""
        return {key: known.value for key, known in self.facts.items()}

    @property
    def reasons(self) -> dict[str, Sentence]:
        """For each fact, the sentence that says what in the record shows it."""
        return {key: known.because for key, known in self.facts.items()}


HAND_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
FOUR_PLAYERS = 4
TOP_TRUMPS = 5
"""The number of trumps from the ten to the ace. Keeping one of them back can cost more (modern book, Playing
the Hand)."""


def irregularities_in(deal: DealRecord, rules: Rules) -> tuple[Irregularity, ...]:
    """Return the irregularities that the record of a deal shows, as incidents of the game's own laws.

    The deal's ``bidding`` shows the irregular bids, and its cards show all other irregularities. A record
    without bidding and cards shows none.
    """
    in_full = played(deal, rules)
    before_play = list(irregular_bids(deal.bidding or (), deal.dealer, rules))
    if in_full is None:
        return tuple(_by_own_laws(before_play, None, rules.game))
    before_play += [*trumps_thrown(in_full), *wrongly_dealt(in_full)]
    return (*_by_own_laws(before_play, in_full, rules.game), *found_in_play(in_full))


def _by_own_laws(
    found: Iterable[Irregularity], deal: PlayedDeal | None, game: GameKind
) -> Iterator[Irregularity]:
    for irregularity in found:
        if not game.incidents:
            yield irregularity
        elif irregularity.incident in game.incidents:
            incident, asked = game.incidents[irregularity.incident]
            more = _facts_of_other_laws(irregularity, deal) if deal and asked else {}
            known = {**irregularity.facts, **more}
            words = [(key, name or key) for key, _is, name in (word.partition("=") for word in asked.split())]
            facts = {key: known[name] for key, name in words if name in known}
            if facts or not asked:
                yield replace(irregularity, incident=incident, facts=facts)


def _facts_of_other_laws(found: Irregularity, deal: PlayedDeal) -> dict[str, RecordedFact]:
    seat, says, place = found.seat, found.says, (found.trick or 1) - 1
    leader, led = deal.cards.tricks[place][0]
    is_maker, is_lead = seat == deal.maker, found.incident == "lead-out-of-turn"
    part = known_part(seat, deal.maker, deal.rules.seating).because
    is_jack_out = deal.trumps.point_cards["jack"] in deal.cards.holders
    jack_out = _("The Jack was in a hand.") if is_jack_out else _("The Jack was in no hand.")
    facts = {
        "lead": known_lead(leader, led, deal.trumps),
        "jack_out": RecordedFact("yes" if is_jack_out else "no", jack_out),
        "revoker": RecordedFact("pitcher" if is_maker else "other", part),
        "by": RecordedFact("pitcher" if is_maker else "opponent", part),
        "bid": known_bid(deal.bid),
        "manner": RecordedFact("led" if is_lead else "played", says),
        "announced": RecordedFact("no", _("The hands were played out.")),
        "fault": RecordedFact("wrong-number", says),
    }
    if led in deal.trumps.strength:
        best = [card for card in deal.trumps.cards[:TOP_TRUMPS] if card in deal.hands_before()[place][seat]]
        top = known_trump(seat, best, deal.trumps) if best else None
        facts["top_trump"] = top or RecordedFact(
            "no", _("{seat} held no trump from ten to ace.", seat=seat_at_start(seat))
        )
    if count := known_number(deal.rules.seating):
        facts["table"] = replace(count, value="four" if count.value == "four" else "two-or-three")
    if not is_maker and is_lead:
        facts["reached"] = RecordedFact("pitcher", _("All the others played to the lead."))
    return facts


def found_in_play(deal: PlayedDeal) -> tuple[Irregularity, ...]:
    """Return irregularities in hands and tricks: wrong numbers of cards, wrong leads and plays, and revokes.

    All tricks were played out, so each lead out of turn counts as accepted, and each revoke as established.
    """
    trumps, rules = deal.trumps, deal.rules
    irregular = list(_wrong_hands(deal))
    due = first_leader(deal.dealer, deal.maker, rules)
    for number, (trick, held) in enumerate(zip(deal.cards.tricks, deal.hands_before(), strict=False), 1):
        irregular.extend(_wrong_turns(trick, number, due, deal))
        leader, led = trick[0]
        if number == 1 and rules.first_lead_trump and led not in trumps.strength:
            irregular.append(_plain_first_lead(leader, led, held[leader], deal))
        for seat, card in trick:
            left = held[seat] - {card}
            if revokes(card, led, left, trumps, rules.follow_rule, rules.must_trump):
                irregular.append(_revoke(number, (seat, card), led, left, deal))
        due = deal.winners[number - 1]
    irregular.sort(key=lambda irregularity: irregularity.trick or 0)
    return tuple(_by_own_laws(irregular, deal, rules.game))


def _wrong_turns(trick: tuple[Play, ...], number: int, due: int, deal: PlayedDeal) -> Iterator[Irregularity]:
    """Yield a lead out of turn, and each card played before its turn.

    If the player due to lead has no card left, the next player with a card leads.
    Law: Foster 1897, Cinch Laws, Leading Out of Turn; Playing Out of Turn.
    """
    seating, maker = deal.rules.seating, deal.maker
    playing = {seat for seat, _card in trick}
    expected = next(seat for seat in seating.in_turn(due) if seat in playing)
    leader = trick[0][0]
    if leader != expected:
        says = _(
            "{seat} led when it was {due}'s turn.", seat=seat_at_start(leader), due=seat_inside(expected)
        )
        same = seating.side_of(leader) == seating.side_of(expected)
        facts = {
            "offender": known_part(leader, maker, seating),
            "turn_of": RecordedFact("offenders-partner" if same else "adversary", says),
            "followed": RecordedFact("all", _("All the others played to the lead.")),
            "card": known_lead(leader, trick[0][1], deal.trumps),
        }
        if (players := known_number(seating)) is not None:
            facts["players"] = players
        yield Irregularity("lead-out-of-turn", leader, says, facts, number)
    turns = seating.in_turn(leader)
    waiting = [seat for seat in turns if seat in playing]
    for seat, _card in trick:
        if seat != waiting[0]:
            says = _("{seat} played before {due}.", seat=seat_at_start(seat), due=seat_inside(waiting[0]))
            place, before = HAND_NAMES[turns.index(seat)], HAND_NAMES[turns.index(waiting[0])]
            facts = {
                "offender": known_part(seat, maker, seating),
                "hand": RecordedFact(place, _("{leader} had led.", leader=seat_at_start(leader))),
                "before": RecordedFact(before, says),
            }
            if (place, before) == ("fourth", "second"):
                facts["third_played"] = (
                    RecordedFact("no", _("{seat} had not played yet.", seat=seat_at_start(turns[2])))
                    if turns[2] in waiting
                    else RecordedFact("yes", _("{seat} had played.", seat=seat_at_start(turns[2])))
                )
            yield Irregularity("play-out-of-turn", seat, says, facts, number)
        waiting.remove(seat)


def known_lead(leader: int, led: Card, trumps: Trumps) -> RecordedFact:
    """Return the fact that tells whether the card led was a trump."""
    because = _("{seat} led {card}.", seat=seat_at_start(leader), card=card_in_words(led))
    return RecordedFact("trump" if led in trumps.strength else "plain", because)


def known_bid(bid: int) -> RecordedFact:
    """Return the fact that tells whether anybody bid."""
    return (
        RecordedFact("some", _("{bid} was bid.", bid=bid)) if bid else RecordedFact("none", _("Nobody bid."))
    )


def known_number(seating: TableSeats) -> RecordedFact | None:
    """Return the fact that tells whether exactly four or fewer than four players play.

    None for more than four players, because no law for so many players needs this fact.
    """
    because = ngettext("{count} plays at this table.", "{count} play at this table.", seating.count)
    if seating.count > FOUR_PLAYERS:
        return None
    return RecordedFact("four" if seating.count == FOUR_PLAYERS else "fewer", because)


def _plain_first_lead(leader: int, led: Card, held: Collection[Card], deal: PlayedDeal) -> Irregularity:
    says = _("{seat} led {card} to the first trick.", seat=seat_at_start(leader), card=card_in_words(led))
    facts = {
        "offender": known_part(leader, deal.maker, deal.rules.seating),
        "holds_trump": known_trump(leader, held, deal.trumps),
    }
    return Irregularity("first-lead-not-trump", leader, says, facts, 1)


def known_trump(seat: int, hand: Collection[Card], trumps: Trumps) -> RecordedFact:
    """Return the fact that tells whether a hand holds a trump."""
    for card in hand:
        if card in trumps.strength:
            return RecordedFact(
                "yes", _("{seat} held {card}.", seat=seat_at_start(seat), card=card_in_words(card))
            )
    return RecordedFact("no", _("{seat} held no trump.", seat=seat_at_start(seat)))


def _revoke(number: int, play: Play, led: Card, held: Collection[Card], deal: PlayedDeal) -> Irregularity:
    """Return the revoke of a play. ``held`` has the other cards that the player held.

    The record does not show whether the player was forbidden to play an exposed trump. So if a trump was led,
    players can claim the act "barred-trump" in place of the act that is recorded.
    """
    seat, card = play
    trumps = deal.trumps
    suit_led = trumps.suit_of(led)
    suit_cards = [other for other in held if trumps.suit_of(other) == suit_led]
    kept = suit_cards or [other for other in held if other in trumps.strength]
    best = max(kept, key=lambda other: trumps.strength.get(other, 0))
    says = _(
        "In trick {trick} {seat} played {card} on {led} and held {kept}.",
        trick=number,
        seat=seat_inside(seat),
        card=card_in_words(card),
        led=card_in_words(led),
        kept=card_in_words(best),
    )
    act = "neither-followed-nor-trumped" if suit_cards else "did-not-trump"
    if trumps.suit_of(card) == trumps.suit:
        act = "trumped"
    elif suit_cards and all(other.suit != suit_led for other in suit_cards):
        act = "left-pedro-kept"
    turned = _("Trick {trick} was turned, and the hand was played out.", trick=number)
    part = known_part(seat, deal.maker, deal.rules.seating)
    unseen = ("barred-trump",) if suit_led == trumps.suit else ()
    facts = {"offender": part, "act": RecordedFact(act, says, unseen)}
    if suit_led == trumps.suit:
        facts["led"] = RecordedFact("trump", _("A trump was led: {card}.", card=card_in_words(led)))
    facts["trick"] = RecordedFact("turned", turned)
    return Irregularity("revoke", seat, says, facts, number)


def _wrong_hands(deal: PlayedDeal) -> Iterator[Irregularity]:
    """Yield an irregularity for each hand that was played with too many or too few cards.

    Law: Foster 1897, Cinch Laws, Irregularities in the Hands: a hand with too many cards is foul once its
    player has played to the first trick. A hand with too few cards is noticed when it has no card left.
    """
    hand_size = deal.hand_size
    for seat, hand in deal.cards.hands.items():
        if len(hand) == hand_size:
            continue
        says = ngettext("{seat} played with {count} card.", "{seat} played with {count} cards.",
                        len(hand), seat=seat_at_start(seat))  # fmt: skip
        is_more = len(hand) > hand_size
        facts = {
            "stage": RecordedFact("in-play", says),
            "cards": RecordedFact("more" if is_more else "fewer", says),
            "whose": whose_hand(seat, deal.dealer),
        }
        if is_more:
            played = _("{seat} played to the first trick.", seat=seat_at_start(seat))
            facts["played_to_first"] = RecordedFact("yes", played)
        yield Irregularity("wrong-number-of-cards", seat, says, facts, 1 if is_more else len(hand) + 1)


def whose_hand(seat: int, dealer: int) -> RecordedFact:
    """Return the fact that tells whether a hand is the dealer's."""
    if seat == dealer:
        return RecordedFact("dealers", _("{seat} dealt.", seat=seat_at_start(seat)))
    return RecordedFact(
        "others", _("{dealer} dealt, and not {seat}.", dealer=seat_at_start(dealer), seat=seat_inside(seat))
    )


def wrongly_dealt(deal: PlayedDeal) -> Iterator[Irregularity]:
    """Yield an irregularity for each seat that was dealt a wrong number of cards.

    If a hand has the right size after the discard, the number of its discards shows the mistake. The cards of
    a widow are not counted among the discards. In a game with a draw, a player may discard more cards than
    necessary, so only a deal of too few cards is found. Nothing is yielded if discards were not recorded, or
    if the recorded cards are not the whole pack.
    """
    cards, rules = deal.cards, deal.rules
    if cards.discards is None:
        return
    thrown = {seat: cards.discards.get(seat, ()) for seat in cards.hands}
    if sum(map(len, (*cards.hands.values(), *thrown.values(), cards.stock or ()))) != len(PACK):
        return
    for seat, hand in cards.hands.items():
        widow = rules.game.widow if seat == deal.maker and not cards.stock else 0
        count = len(thrown[seat]) - widow
        is_right = count == rules.fewest_thrown or (rules.has_draw and count > rules.fewest_thrown)
        if is_right or len(hand) != rules.game.hand_size:
            continue
        figures: dict[str, int | str] = {
            "thrown": count + widow,
            "left": len(hand),
            "dealt": rules.dealt + widow,
        }
        figures["seat"] = seat_at_start(seat)
        says = _(
            "{seat} threw {thrown} and had {left} left, so fewer than {dealt} had been dealt there.",
            **figures,
        )
        if count > rules.fewest_thrown:
            says = _(
                "{seat} threw {thrown} and had {left} left, so more than {dealt} had been dealt there.",
                **figures,
            )
        number = "fewer" if count < rules.fewest_thrown else "more"
        facts = {"cards": RecordedFact(number, says), "whose": whose_hand(seat, deal.dealer)}
        yield Irregularity("wrong-number-of-cards", seat, says, facts)


def trumps_thrown(deal: PlayedDeal) -> Iterator[Irregularity]:
    """Yield an irregularity for each seat that discarded a trump, unless the record shows that it had to.

    A seat with more trumps than fit in a hand has to discard a trump.

    Law: Foster 1897, Cinch Laws, Discarding: a trump discarded by mistake stays discarded once the player has
    lifted the cards drawn. A counting trump among the discards is not a further offence. The parameter
    ``discard_points_to`` decides who scores it (Foster 1897, Cinch Laws, Scoring; Chicago 1890, law 24).
    """
    strength = deal.trumps.strength
    for seat, thrown in (deal.cards.discards or {}).items():
        lost = [card for card in thrown if card in strength]
        if not lost:
            continue
        held = trumps_before_the_discard(seat, deal)
        if held is not None and held.value == "more":
            continue
        best = max(lost, key=strength.__getitem__)
        says = _("{seat} threw {card}.", seat=seat_at_start(seat), card=card_in_words(best))
        facts = {} if held is None else {"holds": held}
        if deal.rules.has_draw and len(thrown) > deal.rules.fewest_thrown:
            lifted = _("{seat} drew cards and played with them.", seat=seat_at_start(seat))
            facts |= {"lifted": RecordedFact("yes", lifted), "helped": RecordedFact("yes", lifted)}
        yield Irregularity("trump-discarded", seat, says, facts)


def trumps_before_the_discard(seat: int, deal: PlayedDeal) -> RecordedFact | None:
    """Return the fact that tells whether a seat held more than six trumps before the discard.

    None if both are possible, because the record does not tell which cards were drawn after the discard.
    """
    thrown, hand_size = (deal.cards.discards or {}).get(seat, ()), deal.rules.game.hand_size
    lost = sum(card in deal.trumps.strength for card in thrown)
    held = sum(card in deal.trumps.strength for card in deal.cards.hands[seat])
    drawn = max(0, len(thrown) - deal.rules.fewest_thrown) if deal.rules.has_draw else 0
    if lost + held <= hand_size:
        because = _("{seat} threw and held no more than six trumps in all.", seat=seat_at_start(seat))
        return RecordedFact("six-or-fewer", because)
    if lost + max(0, held - drawn) > hand_size:
        because = _(
            "{seat} threw and held more than six trumps, without any that the draw can have brought.",
            seat=seat_at_start(seat),
        )
        return RecordedFact("more", because)
    return None


BIDDERS = ("eldest", "dealers-partner", "pone", "dealer")
"""The roles of four bidders in turn; with three players nobody is the dealer's partner."""


def irregular_bids(bidding: Bids, dealer: int, rules: Rules) -> tuple[Irregularity, ...]:
    """Return the irregularities in the bidding, in order.

    Law: each player, from the eldest hand on, makes one bid or passes (Foster 1897, Cinch Laws, Bidding;
    Irregular Bids). A bid before its turn, or above the highest bid allowed, is irregular. The law set
    decides three things:

    - ``must_exceed``: whether a bid must be above the last regular bid.
    - ``selling``: whether the eldest hand sells the trump, and so answers after all bids.
    - ``bidding_rounds``: whether a player can bid again after somebody bid more. Such a bid is never out of
      turn. A player whose last bid was irregular cannot bid again.
    """
    irregular: list[Irregularity] = []
    turns = rules.seating.in_turn(rules.seating.eldest_hand(dealer))
    if rules.selling != "none":
        turns = (*turns[1:], turns[0])  # the seller answers last (Foster 1897, Auction Pitch, Bidding)
    spoken: dict[int, int] = {}
    early: set[int] = set()
    regular: set[int] = set()  # the seats whose last bid is regular
    highest = (0, 0)
    for seat, bid in bidding:
        is_overbid = seat in regular and spoken[seat] < highest[1]
        bids_again = is_overbid and can_bid_again(rules)
        if seat in spoken and not bids_again:
            if bid or seat not in early:
                irregular.extend(_spoken_again(seat, bid, spoken[seat]))
            continue
        waiting = seat if bids_again else next(other for other in turns if other not in spoken)
        spoken[seat] = bid
        regular.discard(seat)
        is_early = bid > 0 and seat != waiting
        if is_early:
            irregular.append(_too_soon(seat, bid, waiting, turns, early))
            early.add(seat)
        if bid > rules.max_bid:
            says = _(
                "{seat} bid {bid}, and {most} is the most.",
                seat=seat_at_start(seat),
                bid=bid,
                most=rules.max_bid,
            )
            irregular.append(Irregularity("bid-above-fourteen", seat, says, {}))
        elif bid and not is_early:
            if rules.must_exceed and bid <= highest[1]:
                irregular.append(_too_low(seat, bid, highest, turns))
            else:
                regular.add(seat)
                highest = highest_bid((highest, (seat, bid)))
    return tuple(irregular)


def known_bidder(seat: int, turns: tuple[int, ...]) -> RecordedFact | None:
    """Return the fact that tells the bidder's role: dealer's partner, pone or dealer.

    None for any other bidder. ``turns`` has the seats in the order of bidding. If more than four bid, the
    roles are unknown and the result is None.
    """
    bidder = _role_of_bidder(seat, turns)
    sentences = {
        "dealers-partner": _("{seat} is the dealer's partner.", seat=seat_at_start(seat)),
        "pone": _("{seat} is the pone.", seat=seat_at_start(seat)),
        "dealer": _("{seat} dealt.", seat=seat_at_start(seat)),
    }
    because = sentences.get(bidder)
    return RecordedFact(bidder, because) if because else None


def _role_of_bidder(seat: int, turns: tuple[int, ...]) -> str:
    if len(turns) > len(BIDDERS):
        return ""
    names = BIDDERS if len(turns) == len(BIDDERS) else (BIDDERS[0], *BIDDERS[2:])
    return names[-len(turns) :][turns.index(seat)]


def _too_soon(seat: int, bid: int, waiting: int, turns: tuple[int, ...], early: set[int]) -> Irregularity:
    says = _(
        "{seat} bid {bid} when it was {waiting}'s turn.",
        seat=seat_at_start(seat),
        bid=bid,
        waiting=seat_inside(waiting),
    )
    bidder = known_bidder(seat, turns)
    bidder_fact = {} if bidder is None else {"bidder" if waiting == turns[0] else "early_bidder": bidder}
    if waiting == turns[0]:
        return Irregularity("bid-before-eldest", seat, says, bidder_fact)
    facts = {"waiting_for": RecordedFact(_role_of_bidder(waiting, turns), says), **bidder_fact}
    pone, dealer = turns[-2:]
    if seat == dealer and waiting != pone:
        facts["pone_bid_early"] = (
            RecordedFact("yes", _("{seat}, the pone, had bid too soon.", seat=seat_at_start(pone)))
            if pone in early
            else RecordedFact("no", _("{seat}, the pone, had not bid too soon.", seat=seat_at_start(pone)))
        )
    return Irregularity("bid-out-of-turn", seat, says, facts)


def _too_low(seat: int, bid: int, last: tuple[int, int], turns: tuple[int, ...]) -> Irregularity:
    says = _(
        "{seat} bid {bid}, and {before} had bid {last}.",
        seat=seat_at_start(seat),
        bid=bid,
        before=seat_inside(last[0]),
        last=last[1],
    )
    in_turn = RecordedFact("yes", _("{seat} bid {bid} in turn.", seat=seat_at_start(last[0]), bid=last[1]))
    bidder = known_bidder(seat, turns)
    return Irregularity(
        "bid-too-low", seat, says, {"bid_before": in_turn} | ({"bidder": bidder} if bidder else {})
    )


def _spoken_again(seat: int, bid: int, before: int) -> tuple[Irregularity, ...]:
    if before and bid:
        change = "another-number"
        says = _(
            "{seat} had bid {before} and then bid {bid}.", seat=seat_at_start(seat), before=before, bid=bid
        )
    elif before:
        change = "withdraw"
        says = _("{seat} had bid {before} and then passed.", seat=seat_at_start(seat), before=before)
    elif bid:
        change = "bid-after-pass"
        says = _("{seat} had passed and then bid {bid}.", seat=seat_at_start(seat), bid=bid)
    else:
        return ()
    return (Irregularity("bid-changed", seat, says, {"change": RecordedFact(change, says)}),)


def known_part(seat: int, maker: int, seating: TableSeats) -> RecordedFact:
    """Return the fact that tells a seat's role on a deal: maker, maker's partner or adversary."""
    part = part_of(seat, maker, seating)
    if part == MAKER:
        return RecordedFact(part, _("{seat} is the maker.", seat=seat_at_start(seat)))
    if part == MAKERS_PARTNER:
        return RecordedFact(
            part,
            _(
                "{seat} is the partner of the maker, {maker}.",
                seat=seat_at_start(seat),
                maker=seat_inside(maker),
            ),
        )
    return RecordedFact(
        part,
        _("{seat} plays against the maker, {maker}.", seat=seat_at_start(seat), maker=seat_inside(maker)),
    )
