"""The words of effects: for each parameter its accepted values, each as it stands in a sentence.

Which effects there are and which of these they take is in ``effect_kinds``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from laws.domain.roles import ROLES
from laws.domain.sentences import _

Words = Mapping[str, str]
"""The accepted values of an effect's parameter, each with its words."""

WHO: Words = MappingProxyType({slug: role.words for slug, role in ROLES.items()})
SIDE: Words = MappingProxyType({slug: role.words for slug, role in ROLES.items() if role.side})
CARDS: Words = MappingProxyType(
    {
        "card-led": _("the card led in error"),
        "card-played": _("the card played in error"),
        "cards-followed": _("the cards played to the false lead"),
        "cards-of-the-trick": _("the cards of the trick"),
        "cards-after": _("the cards played after it"),
        "exposed-card": _("the exposed card"),
        "exposed-trump": _("the exposed trump"),
        "card-drawn": _("the card drawn to play"),
        "card-named": _("the card named"),
        "other-cards": _("the other cards"),
        "chosen-card": _("the card that {adversaries} choose", adversaries=ROLES["adversaries"].words),
        "whole-hand": _("the whole hand"),
        "discarded-trump": _("the discarded trump"),
        "discards": _("the discards"),
        "surplus-trumps": _("the trumps left over"),
        "surplus-cards": _("the surplus cards"),
        "drawn-cards": _("the cards drawn"),
        "highest-of-suit": _("the highest card held of the suit led"),
        "lowest-of-suit": _("the lowest card held of the suit led"),
        "pack": _("the pack"),
        "rest-of-pack": _("the cards left in the pack"),
        "other-pack": _("the right pack"),
        "cut-card": _("the card cut"),
    }
)
DEALERS: Words = MappingProxyType(
    {
        "same": _("the same dealer"),
        "next": _("the next player to the left"),
        "lawful": ROLES["lawful-dealer"].words,
    }
)
LEADS: Words = MappingProxyType(
    {
        "trump": _("a trump"),
        "no-trump": _("anything but a trump"),
        "suit-called": _("the suit called, whichever it is"),
    }
)
SOURCES: Words = MappingProxyType(
    {
        "plain-discards": _("plain cards of the discards"),
        "discards": _("the discards"),
        "own-discards": _("his own discards"),
        "pack": _("the rest of the pack"),
    }
)
TAKEN_FROM: Words = MappingProxyType(
    {
        "side": _("all that {offenders} won", offenders=ROLES["offenders"].words),
        "tricks": _("the tricks that {offender} won", offender=ROLES["offender"].words),
        "discards": _("the discards"),
        "pack": _("the rest of the pack"),
    }
)
MOMENTS: Words = MappingProxyType(
    {
        "partner-leads": _("the partner leads"),
        "next-lead": _("one of them has led"),
        "caller-plays": _("the caller plays to the trick"),
        "second-hand-plays": _("the second hand plays"),
        "trick-turned": _("the trick is turned and quitted"),
        "next-trick-led": _("the next trick is led to"),
        "deal-played": _("the deal is played out"),
        "deal-scored": _("the deal is scored"),
        "next-deal": _("the next deal begins"),
        "cards-touched": _("they have touched a card of the deal"),
        "last-three-dealt": _("the last three cards are dealt"),
        "bid-made": _("a bid is made"),
        "next-bid": _("the next player bids or passes"),
        "suit-named": _("the trump suit is named"),
        "bid-accepted": _("the dealer accepts a bid"),
        "next-helped": _("the next player is helped to cards"),
        "cards-lifted": _("the cards drawn are lifted"),
        "card-led": _("a card is led"),
        "cards-gathered": _("the cards are touched to gather them"),
        "game-ends": _("the game ends"),
        "at-once": _("play goes on"),
        "unstated": _("the source does not say until when"),
    }
)
"""The moments at which a right is lost, as they end the sentence “This can be asked until …”."""

COUNTS: Words = MappingProxyType(
    {
        "one": _("one point"),
        "two": _("two points"),
        "four": _("four points"),
        "ten": _("ten points"),
        "fourteen": _("14 points"),
    }
)
POINTS: Words = MappingProxyType(
    {
        "turned-jack": _("the Jack turned up"),
        "game": _("Game"),
        "jack-and-game": _("Jack or Game"),
        "anything": _("anything"),
    }
)

PLAYERS_LEAVING: Words = MappingProxyType(
    {
        "lowest-cuts": _("those with the lowest cuts"),
        "longest-playing": _("those who have played most games running"),
        "lowest-of-longest": _("those with the lowest cuts of all who have played longest"),
        "highest-of-longest": _("those with the highest cuts of all who have played longest"),
    }
)
PLAYERS_FIRST: Words = MappingProxyType(
    {"highest-cuts": _("those with the four highest cuts"), "all": _("all who are there")}
)
RANKS: Words = MappingProxyType({"highest": _("highest"), "lowest": _("lowest")})
GENERIC: Words = MappingProxyType(
    {
        "who": _("a player"),
        "by": _("another"),
        "before": _("another"),
        "side": _("a side"),
        "cards": _("certain cards"),
        "suit": _("a suit or a trump as asked"),
        "dealer": _("the same or another dealer"),
        "source": _("the discards or the pack"),
        "points": _("certain tricks or cards"),
        "players": _("certain players"),
        "rank": _("highest or lowest"),
        "count": _("a number of points"),
        "what": _("certain points"),
    }
)
"""What stands for each parameter where an effect is spoken of in general."""
