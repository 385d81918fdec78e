"""What is wished on behalf of those who take part: read strictly, and checked against each other."""

from collections.abc import Callable, Collection, Mapping, Sequence

from laws.domain.errors import InvalidInput, not_among
from laws.domain.sentences import _
from scoring.event_records import EventRecord, event_record
from scoring.events.domain.values import with_names
from scoring.events.domain.wishes import by_player
from scoring.models import Event, Member

WISHES = ("fixed_table", "fixed_seat", "partner", "keep_apart", "on_list")
MOST_TABLES, SEATS = 100, 4


def read_wishes(
    given: object, *, others: Collection[int], lists: Sequence[str], field: str, who: str
) -> dict[str, object]:
    """Return wishes as they are kept, those that are null or empty left out.

    ``others`` are the numbers by which players may be named, and ``who`` says in words what these are. Raises
    InvalidInput under ``field`` and its parts.
    """
    if not isinstance(given, Mapping):
        raise InvalidInput(
            {field: _("Wishes with their values. Known are {names}.", names=", ".join(WISHES))}
        )

    def number(low: int, high: int) -> Callable[[object], str]:
        return lambda value: (
            ""
            if _is_whole(value, low, high)
            else _("A whole number from {low} to {high}.", low=low, high=high)
        )

    def one_of_them(value: object) -> str:
        return "" if _is_whole(value) and value in others else who

    def some_of_them(value: object) -> str:
        is_right = isinstance(value, list) and not any(one_of_them(one) for one in value)
        return "" if is_right and len(set(value)) == len(value) else _("A list: {of}", of=who)  # type: ignore[call-overload, arg-type]  # a list, as was just seen

    checks: Mapping[str, Callable[[object], str]] = {
        "fixed_table": number(1, MOST_TABLES),
        "fixed_seat": number(1, SEATS),
        "partner": one_of_them,
        "keep_apart": some_of_them,
        "on_list": lambda value: _list_reason(value, lists),
    }
    found: dict[str, object] = {}
    errors: dict[str, str] = {}
    for name, value in given.items():
        if name not in checks:
            errors[f"{field}.{str(name)[:40]}"] = not_among(name, WISHES, _("wish"))
        elif value is None or value == []:
            continue
        elif reason := checks[name](value):
            errors[f"{field}.{name}"] = reason
        else:
            found[name] = value
    if errors:
        raise InvalidInput(errors)
    return found


def by_member(
    wishes: Mapping[int, object], members: Sequence[Member], lists: Sequence[str]
) -> dict[int, dict[str, object]]:
    """Return member id → wishes, of wishes that name players by their places in ``members``, from 1.

    Raises InvalidInput under ``wishes.PLACE`` and its parts.
    """

    def named(value: object) -> object:
        return [named(one) for one in value] if isinstance(value, list) else members[int(str(value)) - 1].pk

    found = {}
    places = range(1, len(members) + 1)
    for place, wished in wishes.items():
        if place not in places:
            raise InvalidInput(
                {
                    f"wishes.{place}": _(
                        "A place in the list of players, from 1 to {count}.", count=len(members)
                    )
                }
            )
        field = f"wishes.{place}"
        others = set(places) - {place}
        read = read_wishes(
            wished, others=others, lists=lists, field=field, who=_("The place of another player.")
        )
        found[members[place - 1].pk] = {
            name: named(value) if name in ("partner", "keep_apart") else value for name, value in read.items()
        }
    return found


def check_wishes(given: object, record: EventRecord, member_id: int) -> dict[str, object]:
    """Return the wishes of somebody who takes part, or is about to, others named by their member ids.

    Raises InvalidInput under ``wishes`` and its parts.
    """
    others = {entrant.member_id for entrant in record.entrants} - {member_id}
    lists = record.settings.lists
    return read_wishes(
        given, others=others, lists=lists, field="wishes", who=_("The id of another who takes part.")
    )


def check(event: Event) -> None:
    """Raise InvalidInput under ``wishes`` where the wishes of an event contradict each other."""
    record = event_record(event)
    try:
        by_player([record.entrant_value(entrant) for entrant in record.entrants])
    except InvalidInput as refusal:
        names = {entrant.member_id: entrant.member.name for entrant in record.entrants}
        raise InvalidInput(
            {"wishes": [with_names(reason, names.__getitem__) for reason in refusal.reasons]}
        ) from None


def _is_whole(value: object, low: int = 1, high: int = 2**31) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _list_reason(value: object, lists: Sequence[str]) -> str:
    if not lists:
        return _("This event keeps no lists.")
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(lists):
        return ""
    if len(lists) == 1:
        return _("0, for “{name}”.", name=lists[0])
    return _("A whole number from 0, for “{name}”, to {last}.", name=lists[0], last=len(lists) - 1)
