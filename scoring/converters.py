"""Ids in addresses: whole numbers from 1 that a database can hold; anything else is no address."""


class IdConverter:
    """Up to nine figures, so that no id in an address is too large for either database."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Return the id."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the id as it stands in an address."""
        return str(value)
