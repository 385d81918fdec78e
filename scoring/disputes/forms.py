"""Convert sent forms about disputes to the arguments of the services. The services validate the values."""

from typing import Any

from django.http import QueryDict

from scoring.web.pages import whole


def stated(posted: QueryDict) -> dict[str, Any]:
    """Return the seats, points and trick of a statement. A value that was not given is None."""
    lawful = posted.get("lawful-dealer")
    has_points = bool(posted.get("points-told"))
    return {
        "seat": number_of(posted.get("seat")),
        "seats": {"lawful-dealer": number_of(lawful)} if lawful else None,
        "points": posted.getlist("point") if has_points else None,
        "trick": number_of(posted.get("trick")),
    }


def beside_stated(posted: QueryDict) -> dict[str, object] | None:
    """Return the answers that concern both this dispute and another dispute, by the other dispute's id.

    The fields are named "beside.ID.FACT". Return None if the form has no such field.
    """
    beside: dict[str, object] = {}
    for name, value in posted.items():
        field, *path = name.split(".")
        if field == "beside" and len(path) == 2:
            beside.setdefault(path[0], {})[path[1]] = value  # type: ignore[index]  # only dictionaries here
    return beside or None


def facts_stated(posted: QueryDict) -> dict[str, object] | None:
    """Return the fact with its answer, or with the answers in dispute; None if the form has no fact."""
    key = posted.get("fact")
    if not key:
        return None
    if posted.get("differ"):
        return {key: {"disputed": posted.getlist("value")}}
    return {key: posted.get("value", "")}


def choice_stated(posted: QueryDict) -> dict[str, Any]:
    """Return a choice: the role that may choose, the option, and the seat that chose if the form has it."""
    choice = {"holder": posted.get("holder", ""), "option": posted.get("option", "")}
    seat = number_of(posted.get("seat"))
    return choice if seat is None else {**choice, "seat": seat}


def number_of(text: object) -> object:
    """Convert a text to a whole number, or an empty text to None.

    Any other text is returned unchanged, and the service refuses it.
    """
    return whole(str(text)) if text else None
