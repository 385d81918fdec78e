"""The parameters in plain words: a heading for each, and a sentence for each value of those that are choices.

What values there are and what a parameter means stands in ``parameters``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from laws.domain.roles import capital

Words = tuple[str, Mapping[str, str]]

_YES_NO = {"true": "Yes.", "false": "No."}


def _words(title: str, **says: str) -> Words:
    """Return a heading with the sentences of the values; their hyphens are written as underscores here."""
    return title, MappingProxyType({value.replace("_", "-"): sentence for value, sentence in says.items()})


def _flag(title: str, yes: str, no: str) -> Words:
    return title, MappingProxyType({"true": yes, "false": no})


PLAIN: Mapping[str, Words] = MappingProxyType(
    {
        "game_score": _words("Points in a game"),
        "starting_score": _words("Score at the start"),
        "target_reached": _words(
            "When the game can be won",
            end_of_deal="Once the whole deal is scored.",
            as_counted="As soon as the point is taken in play.",
            played_out="Not before all the deals are played out.",
        ),
        "counting_out": _words(
            "Both sides reach the game",
            not_needed="It cannot happen.",
            by_order="The points are counted out in their order.",
            maker_first="The maker's side counts first.",
            divide_stake="They divide the stake.",
        ),
        "counting_order": _words("Order of counting out"),
        "cut_ace": _words("The ace in the cut", high="It is the highest card.", low="It is the lowest card."),
        "partners_rule": _words(
            "Partners by the cut",
            two_highest_against_two_lowest="The two highest play against the two lowest.",
        ),
        "first_dealer": _words(
            "The first dealer", highest="The highest cut deals.", lowest="The lowest cut deals."
        ),
        "seat_choice": _words(
            "Choice of seats and cards",
            highest="The highest cut chooses.",
            none="Nobody has a choice by the cut.",
        ),
        "cut_tie_rule": _words(
            "Equal cards in the cut",
            recut_tied_only="Those who are equal cut again.",
            recut_unless_two_highest="Those who are equal cut again, unless theirs are the two highest.",
        ),
        "two_cards_cut": _words(
            "Two cards shown in the cut",
            recut="The player cuts again.",
            none="Nothing is laid down.",
        ),
        "next_game_dealer": _words(
            "First deal of the next game",
            rotation="The deal goes on to the left.",
            loser_option="The losers may take it.",
            new_cut="It is cut for again.",
        ),
        "table_capacity": _words("Players at a club table"),
        "preference_cut": _words(
            "More come than can play",
            highest="Those with the highest cuts play first.",
            arrival="Those play first who came first.",
        ),
        "cutting_out_first": _words(
            "Giving way after the first game",
            lowest="The lowest cuts give way.",
            highest="The highest cuts give way.",
        ),
        "cutting_out_later": _words(
            "Giving way after a later game",
            longest_run="Those give way who have played most games running.",
            cut="It is cut for again.",
        ),
        "cutting_out_tie": _words(
            "Equal runs of games",
            lowest="The lowest cuts give way.",
            highest="The highest cuts give way.",
        ),
        "misdeal_effect": _words(
            "After a misdeal",
            pass_left="The next player deals.",  # noqa: S106  # a word of the parameter, no secret
            same_dealer="The same dealer deals again.",
        ),
        "extra_four": _words(
            "Four more cards each",
            none="There are none.",
            shown="They are dealt and seen before the trump is named.",
            blind="They are dealt blind, and seen once the trump is named.",
        ),
        "min_bid": _words("Lowest bid"),
        "max_bid": _words("Highest bid"),
        "must_exceed": _flag(
            "A bid after another",
            "It must be higher than the last one.",
            "It need not be higher than the last one.",
        ),
        "dealer_privilege": _words(
            "The dealer's privilege",
            none="He has none.",
            sell_or_raise="He sells to the highest bidder, or raises and keeps the trump.",
        ),
        "all_pass": _words(
            "Nobody bids",
            dealer_names_without_bid="The dealer names the trump without a bid.",
            dealer_forced_bid="The dealer is held to a bid and names the trump.",
            dealer_may_name="The dealer may name the trump, or the cards are dealt anew.",
        ),
        "forced_bid": _words("The bid to which the dealer is held"),
        "no_bid_rule": _words(
            "Scoring a deal without a bid",
            difference="The side with more points scores the difference.",
            as_forced_bid="It is scored as the bid to which the dealer is held.",
        ),
        "dealer_draw": _words(
            "The dealer's draw",
            rob="He chooses from the rest of the pack.",
            blind="He draws unseen from the top.",
        ),
        "discard_points_to": _words(
            "Points among the discards",
            maker="They count for the maker.",
            dead="They count for nobody.",
        ),
        "discard_points_count_for_bid": _flag(
            "Points among the discards and the bid",
            "They help to make the bid.",
            "They do not help to make the bid.",
        ),
        "points_out_of_play": _words(
            "Points that nobody has",
            never="All points of a deal belong to somebody.",
            possible="Some points of a deal can belong to nobody.",
        ),
        "follow_rule": _words(
            "Following suit",
            follow_or_trump="He may trump though he could follow.",
            strict="He must follow if he can.",
        ),
        "first_lead_trump": _flag("The maker's first lead", "It must be a trump.", "It may be any card."),
        "points": _words("What each point is worth"),
        "high_card": _words(
            "High", ace="It is the ace of trumps.", highest_out="It is the highest trump in play."
        ),
        "high_to": _words("Who scores High", winner="Whoever wins it in a trick.", holder="Whoever held it."),
        "low_card": _words(
            "Low", deuce="It is the two of trumps.", lowest_out="It is the lowest trump in play."
        ),
        "low_to": _words("Who scores Low", winner="Whoever wins it in a trick.", holder="Whoever held it."),
        "made_rule": _words(
            "The bid is made",
            difference="The side with more points scores the difference.",
            each_side_own="Each side scores its own points.",
        ),
        "failed_rule": _words(
            "The bid fails",
            adversaries_own_plus_bid="The adversaries score their points and the bid.",
            fourteen_plus_gap="The adversaries score fourteen and what was missing.",
            set_back="The maker is set back the bid.",
        ),
        "tie_rule": _words(
            "Both sides have the same points",
            no_score="Nobody scores.",
            each_own="Each side scores its own points.",
        ),
        "minimum_to_score": _words("Fewest points to score with"),
        "below_minimum_rule": _words(
            "The bid is made with too few points",
            adversaries_own="The adversaries score their own points.",
            adversaries_own_plus_bid="The adversaries score their points and the bid.",
            set_back="The maker is set back the bid.",
        ),
        "score_floor": _words("Lowest score"),
        "revoke_by_adversary": _words(
            "An adversary of the maker revokes",
            side_scores_nothing="His side scores nothing on the deal.",
            points_to_maker="The points go to the maker.",
        ),
        "revoke_by_maker": _words(
            "The maker revokes",
            side_scores_nothing="His side scores nothing on the deal.",
            set_back="He is set back the bid.",
        ),
        "revoke_by_makers_partner": _words(
            "The maker's partner revokes",
            as_maker="It is treated as if the maker had revoked.",
            points_to_maker="The points go to the maker.",
        ),
        "revoke_waives_bid": _flag(
            "The bid after an adversary's revoke",
            "The maker's side scores all it makes, whatever it bid.",
            "The bid must be made all the same.",
        ),
        "revoke_scope": _words(
            "What a revoke touches",
            side="Everything that the side took.",
            player="Only the tricks of the player who revoked.",
        ),
        "revoked_points_count_for_bid": _flag(
            "Points of a revoke and the bid",
            "They help to make the bid.",
            "They do not help to make the bid.",
        ),
        "revoke_by_maker_adds_bid": _flag(
            "The bid after the maker's own revoke",
            "The adversaries score the bid besides.",
            "The bid is added to nobody's score.",
        ),
        "revoke_by_both": _words(
            "Both sides revoke",
            neither_scores="Neither side scores on the deal.",
            each_alone="Each revoke is penalized by itself.",
        ),
        "foul_hand": _words(
            "Playing on with too many cards",
            side_scores_nothing="His side scores nothing on the deal.",
            misdeal="It is a misdeal.",
            none="Nothing follows.",
        ),
        "foul_hand_dealer": _words(
            "The dealer's wrong hand",
            as_others="It is treated as any other.",
            corrected="It is put right.",
        ),
        "trick_claim": _words(
            "Fourth hand plays before his partner",
            allowed="The adversaries may claim the trick.",
            none="The trick cannot be claimed.",
        ),
    }
)
"""By parameter, its heading and the sentences of its values."""


def heading(name: str) -> str:
    """Return a parameter's heading.

    >>> heading("cut_ace")
    'The ace in the cut'
    """
    return PLAIN[name][0] if name in PLAIN else capital(name.replace("_", " "))


def in_words(name: str, value: object, unit: str = "") -> str:
    """Return a parameter's value in a sentence, or as it is written where it is no choice.

    >>> in_words("cut_ace", "low"), in_words("must_exceed", True), in_words("game_score", 51, "points")
    ('It is the lowest card.', 'It must be higher than the last one.', '51 points')
    """
    says = PLAIN[name][1] if name in PLAIN else {}
    plain = str(value).lower() if isinstance(value, bool) else value
    if isinstance(plain, str):
        return says.get(plain) or _YES_NO.get(plain) or capital(f"{plain.replace('-', ' ')}.")
    if isinstance(value, Mapping):
        return ", ".join(f"{point.replace('-', ' ')} {worth}" for point, worth in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(part).replace("-", " ") for part in value)
    return "none" if value is None else f"{value} {unit}".strip()
