"""What is wished on behalf of those who take part: players named by their ids, checked against each other."""

from collections.abc import Mapping, Sequence

from laws.domain.errors import InvalidInput
from scoring.domain.events.constraints import by_player
from scoring.domain.events.values import with_names
from scoring.event_records import event_record
from scoring.models import Event, Member


def by_member(
    wishes: Mapping[int, Mapping[str, object]], members: Sequence[Member]
) -> dict[int, dict[str, object]]:
    """Return member id → wishes, of wishes that name players by their places in ``members``, from 1."""

    def named(value: object) -> object:
        return [named(one) for one in value] if isinstance(value, list) else members[int(str(value)) - 1].pk

    return {
        members[place - 1].pk: {
            name: named(value) if name in ("partner", "keep_apart") else value
            for name, value in wished.items()
        }
        for place, wished in wishes.items()
    }


def check(event: Event) -> None:
    """Raise InvalidInput under ``wishes`` where the wishes of an event contradict each other."""
    record = event_record(event)
    try:
        by_player([record.entrant_value(entrant) for entrant in record.entrants])
    except InvalidInput as refusal:
        names = {entrant.member_id: entrant.member.name for entrant in record.entrants}
        reasons = [reason for reasons in refusal.errors.values() for reason in reasons]
        raise InvalidInput(
            {"wishes": [with_names(reason, names.__getitem__) for reason in reasons]}
        ) from None
