"""Helpers that read a page without a browser."""

import re
from html import unescape
from typing import Any

from django.test import Client


def get(address: str) -> Any:
    """Return the response to an anonymous request."""
    return Client().get(address)


def text_of(answer: Any) -> str:
    """Return the text of a page in one line."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def main_of(answer: Any) -> str:
    """Return the HTML of a page's ``<main>`` element."""
    return str(answer.content.decode()).split("<main")[1].split("</main")[0]


def links_of(answer: Any) -> list[str]:
    """Return the targets of the links in a page's ``<main>`` element, in order."""
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', main_of(answer))]
