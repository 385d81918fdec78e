"""What a test expects of a refusal."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from laws.domain.errors import InvalidInput
from scoring.refusals import Conflict


@contextmanager
def refusing(*wanted: str, text: str = "", law: str | None = None) -> Iterator[None]:
    """Expect a refusal: with this code, or for these fields, with this text and by this law."""
    with pytest.raises((InvalidInput, Conflict)) as caught:
        yield
    if isinstance(caught.value, InvalidInput):
        assert list(caught.value.errors) == list(wanted)
        assert text in " ".join(str(reason) for reasons in caught.value.errors.values() for reason in reasons)
        assert law is None or caught.value.law == law
    else:
        assert (caught.value.code,) == wanted
