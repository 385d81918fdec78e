"""Reads printed sheets: pages, words, contents of codes, and letters that leave the page."""

from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2
import zxingcpp

A4, LETTER = (595, 842), (612, 792)
"""Width and height of a sheet in points, to the nearest one."""


@contextmanager
def opened(content: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF, and close it again."""
    assert content.startswith(b"%PDF-")
    document = pypdfium2.PdfDocument(content)
    try:
        yield document
    finally:
        document.close()


def pages(content: bytes, paper: tuple[int, int] = A4) -> list[str]:
    """Return the words of each page, with single spaces between them, as the page sets them.

    Check that every page has the size of the paper.
    """
    with opened(content) as document:
        for page in document:
            assert tuple(round(side) for side in page.get_size()) == paper
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def words(content: bytes) -> str:
    """Return the words of all pages."""
    return " ".join(pages(content))


def codes(content: bytes) -> list[str]:
    """Return the contents of the QR codes on all pages."""
    found = []
    with opened(content) as document:
        for page in document:
            picture = page.render(scale=3).to_pil().convert("L")
            found += [code.text for code in zxingcpp.read_barcodes(picture)]
    return found


def letters_off_the_paper(content: bytes) -> list[str]:
    """Return the letters that are wholly or partly outside their page."""
    found = []
    with opened(content) as document:
        for page in document:
            width, height = page.get_size()
            text = page.get_textpage()
            for place in range(text.count_chars()):
                left, bottom, right, top = text.get_charbox(place)
                if left < 0 or bottom < 0 or right > width or top > height:
                    found.append(text.get_text_range(place, 1))
    return found
