"""A response's fields come from a dataclass: value, type, nullability and description."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

import pytest
from rest_framework import serializers

from laws.dataclass_serializers import DataclassSerializer
from laws.domain.roles import RoleText
from laws.models import HouseRevision


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies on the table.

    More about the class itself is not for the API.

    - ``suit``: the suit, ``S`` or
      ``H``.
    - ``owner``, ``holder``: seats.
    """

    suit: Literal["S", "H"]
    owner: int
    holder: int | None
    says: RoleText
    marks: Mapping[str, bool]

    @property
    def is_trump(self) -> bool:
        """Tell whether it is a trump.

        Spades are trumps.
        """
        return self.suit == "S"


@dataclass(frozen=True, slots=True)
class Trick:
    cards: tuple[Card, ...]
    led: Card
    lost: Card | None


class CardSerializer(DataclassSerializer):
    dataclass = Card
    names = "suit place=owner holder says marks trump=is_trump"
    marks = serializers.DictField(help_text="Declared.")
    computed = ("trump",)


class Score(TypedDict):
    """A score."""

    side: int
    points: int


class WholeTrickSerializer(DataclassSerializer):
    dataclass = Trick


class WholeScoreSerializer(DataclassSerializer):
    dataclass = Score


class TrickSerializer(DataclassSerializer):
    """A trick."""

    dataclass = Trick
    names = "cards leader=led.owner **led lost suit=led.suit"


SPADE = Card("S", 1, None, "{dealer} led.", {"torn": True})
SPADE_SENT = {
    "suit": "S",
    "place": 1,
    "holder": None,
    "says": "The dealer led.",
    "marks": {"torn": True},
    "trump": True,
}


def test_values_come_from_attributes_properties_and_nested_dataclasses():
    sent = TrickSerializer(Trick((SPADE,), SPADE, None)).data
    assert sent == {"cards": [SPADE_SENT], "leader": 1, **SPADE_SENT, "lost": None}
    assert list(sent) == ["cards", "leader", *SPADE_SENT, "lost"]


class WornField(serializers.BooleanField):
    def get_attribute(self, instance: Trick) -> bool:
        return super().get_attribute(instance).marks["torn"]


class WornTrickSerializer(DataclassSerializer):
    dataclass = Trick
    names = "led_is_torn"
    led_is_torn = WornField(source="led")


def test_a_declared_field_can_read_its_value_in_its_own_way():
    whole = Card("S", 1, None, "", {"torn": False})
    assert [WornTrickSerializer(Trick((), led, None)).data for led in (SPADE, whole)] == [
        {"led_is_torn": True},
        {"led_is_torn": False},
    ]


def test_without_names_a_serializer_shows_every_field_in_order():
    whole = WholeTrickSerializer(Trick((), SPADE, None)).data
    assert list(whole.items()) == [("cards", []), ("led", SPADE_SENT), ("lost", None)]
    assert WholeScoreSerializer({"side": 2, "points": 9}).data == {"side": 2, "points": 9}
    assert list(WholeScoreSerializer().fields) == ["side", "points"]


@pytest.mark.parametrize(
    ("name", "kind", "allow_null", "text"),
    [
        ("suit", serializers.ChoiceField, False, None),
        ("place", serializers.IntegerField, False, "Seats."),
        ("holder", serializers.IntegerField, True, "Seats."),
        ("says", serializers.CharField, False, None),
        ("marks", serializers.DictField, False, "Declared."),
        ("trump", serializers.BooleanField, False, "Whether it is a trump."),
    ],
)
def test_types_nullability_and_descriptions_are_derived(name, kind, allow_null, text):
    field = CardSerializer().fields[name]
    assert isinstance(field, kind)
    assert (field.allow_null, field.help_text) == (allow_null, text)
    assert field.read_only == (name == "trump")


def test_the_dataclass_describes_the_serializer_unless_it_has_a_docstring():
    assert CardSerializer.__doc__ == "A card that lies on the table."
    assert TrickSerializer.__doc__ == "A trick."


def test_a_dataclass_inherits_the_descriptions_of_its_fields():
    @dataclass(frozen=True, slots=True)
    class MarkedCard(Card):
        """A marked card.

        - ``owner``: the seat that marked it.
        """

    class MarkedCardSerializer(DataclassSerializer):
        dataclass = MarkedCard
        names = "owner holder"

    fields = MarkedCardSerializer().fields
    assert [fields[name].help_text for name in ("owner", "holder")] == ["The seat that marked it.", "Seats."]


def test_a_name_that_the_dataclass_lacks_is_an_error():
    class Wrong(DataclassSerializer):
        dataclass = Trick
        names = "cards trump"

    with pytest.raises(KeyError, match="trump"):
        Wrong().get_fields()


@dataclass(frozen=True, slots=True)
class Shelf:
    newest: HouseRevision | None

    def count(self) -> int:
        """Return how many there are."""
        return 2


class ShelfSerializer(DataclassSerializer):
    dataclass = Shelf
    names = "id=newest.pk slug=newest.slug revision=newest.law_set.revision law_set=newest.law_set_id count"


def test_columns_of_models_and_methods_are_derived_along_a_path():
    fields = ShelfSerializer().fields
    kinds = [serializers.IntegerField, serializers.CharField, serializers.CharField]
    assert [type(fields[name]) for name in ("id", "slug", "revision")] == kinds
    assert all(fields[name].allow_null for name in ("id", "slug", "revision", "law_set"))
    assert (fields["count"].allow_null, fields["count"].help_text) == (False, "How many there are.")
    nothing = dict.fromkeys(("id", "slug", "revision", "law_set"))
    assert ShelfSerializer(Shelf(None)).data == {**nothing, "count": 2}
