"""The words of effects: for each parameter its accepted values, each as it stands in a sentence.

Which effects there are and which of these they take is in ``effect_kinds``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from laws.domain.roles import ROLES

Words = Mapping[str, str]
"""The accepted values of an effect's parameter, each with its words."""

WHO: Words = MappingProxyType({slug: role.words for slug, role in ROLES.items()})
SIDE: Words = MappingProxyType({slug: role.words for slug, role in ROLES.items() if role.side})
CARDS: Words = MappingProxyType(
    {
        "card-led": "the card led in error",
        "card-played": "the card played in error",
        "cards-followed": "the cards played to the false lead",
        "cards-of-the-trick": "the cards of the trick",
        "cards-after": "the cards played after it",
        "exposed-card": "the exposed card",
        "exposed-trump": "the exposed trump",
        "card-drawn": "the card drawn to play",
        "card-named": "the card named",
        "other-cards": "the other cards",
        "chosen-card": "the card that the adversaries choose",
        "whole-hand": "the whole hand",
        "discarded-trump": "the discarded trump",
        "discards": "the discards",
        "surplus-trumps": "the trumps left over",
        "surplus-cards": "the surplus cards",
        "drawn-cards": "the cards drawn",
        "highest-of-suit": "the highest card held of the suit led",
        "lowest-of-suit": "the lowest card held of the suit led",
        "pack": "the pack",
        "rest-of-pack": "the cards left in the pack",
        "other-pack": "the right pack",
        "cut-card": "the card cut",
    }
)
DEALERS: Words = MappingProxyType(
    {
        "same": "the same dealer",
        "next": "the next player to the left",
        "lawful": "the player whose deal it was",
    }
)
LEADS: Words = MappingProxyType(
    {
        "trump": "a trump",
        "no-trump": "anything but a trump",
        "suit-called": "the suit called, whichever it is",
    }
)
SOURCES: Words = MappingProxyType(
    {
        "plain-discards": "plain cards of the discards",
        "discards": "the discards",
        "own-discards": "his own discards",
        "pack": "the rest of the pack",
    }
)
TAKEN_FROM: Words = MappingProxyType(
    {
        "side": "all that the offending side won",
        "tricks": "the tricks that the offender won",
        "discards": "the discards",
        "pack": "the rest of the pack",
    }
)
MOMENTS: Words = MappingProxyType(
    {
        "partner-leads": "the partner leads",
        "next-lead": "one of them has led",
        "caller-plays": "the caller plays to the trick",
        "second-hand-plays": "the second hand plays",
        "trick-turned": "the trick is turned and quitted",
        "next-trick-led": "the next trick is led to",
        "deal-played": "the deal is played out",
        "deal-scored": "the deal is scored",
        "next-deal": "the next deal begins",
        "cards-touched": "they have touched a card of the deal",
        "last-three-dealt": "the last three cards are dealt",
        "bid-made": "a bid is made",
        "next-bid": "the next player bids or passes",
        "suit-named": "the trump suit is named",
        "bid-accepted": "the dealer accepts a bid",
        "next-helped": "the next player is helped to cards",
        "cards-lifted": "the cards drawn are lifted",
        "card-led": "a card is led",
        "cards-gathered": "the cards are touched to gather them",
        "game-ends": "the game ends",
        "at-once": "play goes on",
        "unstated": "the source does not say until when",
    }
)
"""The moments at which a right is lost, as they end the sentence “This can be asked until …”."""

COUNTS: Words = MappingProxyType(
    {
        "one": "one point",
        "two": "two points",
        "four": "four points",
        "ten": "ten points",
        "fourteen": "14 points",
    }
)
POINTS: Words = MappingProxyType(
    {
        "turned-jack": "the Jack turned up",
        "game": "Game",
        "jack-and-game": "Jack or Game",
        "anything": "anything",
    }
)

PLAYERS_LEAVING: Words = MappingProxyType(
    {
        "lowest-cuts": "those with the lowest cuts",
        "longest-playing": "those who have played most games running",
        "lowest-of-longest": "those with the lowest cuts of all who have played longest",
        "highest-of-longest": "those with the highest cuts of all who have played longest",
    }
)
PLAYERS_FIRST: Words = MappingProxyType(
    {"highest-cuts": "those with the four highest cuts", "all": "all who are there"}
)
RANKS: Words = MappingProxyType({"highest": "highest", "lowest": "lowest"})
GENERIC: Words = MappingProxyType(
    {
        "who": "a player",
        "by": "another",
        "before": "another",
        "side": "a side",
        "cards": "certain cards",
        "suit": "a suit or a trump as asked",
        "dealer": "the same or another dealer",
        "source": "the discards or the pack",
        "points": "certain tricks or cards",
        "players": "certain players",
        "rank": "highest or lowest",
        "count": "a number of points",
        "what": "certain points",
    }
)
"""What stands for each parameter where an effect is spoken of in general."""
