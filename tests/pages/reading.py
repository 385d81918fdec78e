"""What a page says, without a browser."""

import re
from html import unescape
from typing import Any

from django.test import Client


def get(address: str) -> Any:
    """Return what a stranger is answered."""
    return Client().get(address)


def text_of(answer: Any) -> str:
    """Return the words of a page, in one line."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def main_of(answer: Any) -> str:
    """Return the markup of a page between its head and its foot."""
    return str(answer.content.decode()).split("<main")[1].split("</main")[0]


def links_of(answer: Any) -> list[str]:
    """Return where the links of a page lead, in their order."""
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', main_of(answer))]
