"""Lists in columns, paragraphs in lines: how words are laid out on a page of signs of equal width."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from textwrap import wrap

GAP = 3


def width_of(text: str) -> int:
    """The columns a text takes: wide signs take two, accents that stand apart none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - width_of(text))


def columns(items: Sequence[str], width: int, indent: int = 0) -> list[str]:
    """The items in as many columns as fit, read downwards."""
    if not items:
        return []
    cell = max(map(width_of, items)) + GAP
    across = max(1, (width - indent + GAP) // cell)
    down = -(-len(items) // across)
    lines = []
    for row in range(down):
        cells = items[row::down]
        lines.append(" " * indent + "".join(padded(each, cell) for each in cells).rstrip())
    return lines


def paragraph(text: str, width: int, indent: int = 0) -> list[str]:
    """A sentence in lines that fit; those after the first stand a little further in."""
    inside = " " * indent
    return wrap(
        text,
        max(30, width),
        initial_indent=inside,
        subsequent_indent=inside + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows with their columns one under the other; all but the first column end flush, as numbers do."""
    if not rows:
        return []
    widths = [max(width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [padded(row[0], widths[0])]
        cells += [" " * (width - width_of(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append(" " * indent + (" " * GAP).join(cells).rstrip())
    return lines
