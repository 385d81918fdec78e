"""The shapes of events, rounds and standings, for the description of the API."""

from typing import Any

from rest_framework import serializers

from scoring.web.api import PlayerSerializer

WHOLE = serializers.IntegerField


class ClockSerializer(serializers.Serializer[Any]):
    """The clock of the round in play, on the server's time."""

    round = WHOLE()
    phase = serializers.ChoiceField(choices=["seated", "playing", "last-hand", "all-in", "moved"])
    running = serializers.BooleanField()
    ends_at = serializers.DateTimeField(allow_null=True)
    remaining_seconds = WHOLE(allow_null=True)
    last_hand = serializers.BooleanField()
    bell = serializers.DateTimeField(allow_null=True)
    now = serializers.DateTimeField()


class EntrantSerializer(serializers.Serializer[Any]):
    """Somebody who takes part."""

    id = WHOLE()
    name = serializers.CharField()
    from_round = WHOLE()
    left_from_round = WHOLE(allow_null=True)
    wishes = serializers.DictField()


class EventSerializer(serializers.Serializer[Any]):
    """An event with its rules, players and clock."""

    id = WHOLE()
    version = WHOLE()
    club = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField()
    law_set = serializers.CharField()
    law_set_at_three = serializers.CharField(allow_null=True)
    rounds = WHOLE()
    deals_per_round = WHOLE()
    movement = serializers.DictField()
    seed = serializers.CharField()
    players = EntrantSerializer(many=True)
    round = WHOLE(allow_null=True)
    status = serializers.ChoiceField(choices=["planned", "running", "over"])
    clock = ClockSerializer(allow_null=True)
    url = serializers.CharField()


class ResultSerializer(serializers.Serializer[Any]):
    """What came of a round at a table; the winner is null where the cut decides."""

    winner = WHOLE(allow_null=True)
    to_go = serializers.ListField(child=WHOLE())


class MovedSerializer(serializers.Serializer[Any]):
    """Where a player went from a table, and why."""

    player = WHOLE()
    to_table = WHOLE(allow_null=True)
    star = serializers.CharField(allow_null=True)
    why = serializers.CharField()


class DoubtedSerializer(serializers.Serializer[Any]):
    """A result somebody holds to be wrong."""

    id = WHOLE()
    note = serializers.CharField(allow_blank=True)


class RoundTableSerializer(serializers.Serializer[Any]):
    """One table of a round."""

    number = WHOLE()
    table_id = WHOLE()
    seats = PlayerSerializer(many=True)
    deals = WHOLE()
    vars()["in"] = serializers.BooleanField()
    disputed = DoubtedSerializer(many=True)
    decided = serializers.ListField(child=serializers.CharField())
    points = serializers.ListField(child=WHOLE())
    result = ResultSerializer(allow_null=True)
    moved = MovedSerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    """A round: who sits where and why, what came of it, what it waits for."""

    version = WHOLE()
    number = WHOLE()
    status = serializers.CharField()
    generation = WHOLE()
    cause = serializers.CharField()
    tables = RoundTableSerializer(many=True)
    sitting_out = PlayerSerializer(many=True)
    why = serializers.JSONField()
    ties_cut = serializers.JSONField()
    breaches = serializers.JSONField()
    metrics = serializers.DictField()
    late = serializers.ListField(child=WHOLE())
    waits_for = serializers.JSONField()
    bell = serializers.DictField(allow_null=True)


class StandingSerializer(serializers.Serializer[Any]):
    """One player's line."""

    rank = WHOLE()
    player = PlayerSerializer()
    progressions = WHOLE()
    stars = serializers.DictField(child=WHOLE())
    points = WHOLE()
    games = WHOLE()
    best_round = WHOLE(allow_null=True)
    cinches = WHOLE()
    rounds_played = WHOLE()
    rounds_without_result = WHOLE()
    rounds_not_counted = WHOLE()
    points_not_counted = WHOLE()
    sat_out = WHOLE()
    repeated_partners = WHOLE()
    decided_by = serializers.CharField(allow_null=True)
    prizes = serializers.ListField(child=serializers.CharField())


class AwardSerializer(serializers.Serializer[Any]):
    """A prize and who takes it."""

    prize = serializers.CharField()
    list = serializers.CharField(allow_null=True)
    players = PlayerSerializer(many=True)
    value = WHOLE(allow_null=True)
    why = serializers.CharField()


class EditionSerializer(serializers.Serializer[Any]):
    """Results that were made final, with the version they take into account."""

    edition = WHOLE()
    version = WHOLE()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings of one version of the event."""

    event = WHOLE()
    version = WHOLE()
    status = serializers.CharField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    why_not_counted = serializers.CharField(allow_null=True)
    players = StandingSerializer(many=True)
    prizes = AwardSerializer(many=True)
    editions = EditionSerializer(many=True)
    proposed = WHOLE(allow_null=True)
