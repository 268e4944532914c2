"""Write the pages of figures: benchmarks/README.md from page.md, docs/results.md from results.md.

``python -m benchmarks.report``. In the text ``{name > key > key:format}`` is a figure of
``results/name.json``, or of `benchmarks.lib.worked_out`, in a format of Python's; of a list, the
format is for each number (``#`` says how many there are instead, ``±.2f`` is for a mean and half
its interval). For words, ``old=new`` puts one text in place of another. A row of a table that
begins with ``{each name > key}`` becomes a row for each thing that stands there: its figures are
named by their own keys, ``{key}`` is its name, ``{value}`` what has no keys. With ``*`` for a key
it becomes a row for each thing below each, if it has keys; ``{*}`` is the name of the upper one.
``{each ... | key = text or text}`` takes the things of which that is so.
"""

from __future__ import annotations

import argparse
import re
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from benchmarks.lib import machine
from benchmarks.lib.worked_out import worked_out

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parent
PAGES: Final = {
    FOLDER / "README.md": FOLDER / "page.md",
    FOLDER.parent / "docs" / "results.md": FOLDER / "results.md",
}
"""What is written, and from which text."""
HEAD: Final = "<!-- `python -m benchmarks.report` writes this page: change benchmarks/{}. -->"
FIGURE: Final = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
EACH: Final = re.compile(r"^\| \{each ([^{}|]+)(?: \| ([^{}=]+) = ([^{}]+))?\} ", re.MULTILINE)
CODE: Final = re.compile(r"`[^`]+`")
ABSENT: Final = "–"
WIDTH: Final = 100


@cache
def read(name: str) -> dict[str, Any]:
    """Return the figures of a file."""
    figures = worked_out() if name == "worked_out" else machine.read(name)
    if not figures:
        msg = f"there is no results/{name}.json"
        raise LookupError(msg)
    return figures


def page(text: Path) -> str:
    """Return the page of a text."""
    parts = text.read_text(encoding="utf-8").strip().split("\n\n")
    return "\n\n".join([HEAD.format(text.name), *map(written, parts)]) + "\n"


def written(part: str) -> str:
    """Return a part of the text, between empty lines, with its figures."""
    lines = [each for line in part.splitlines() for each in rows(line)]
    text = FIGURE.sub(figure_of_file, "\n".join(lines))
    if text.startswith(("|", "#", "```")):
        return text
    return "\n".join(map(filled, re.split(r"\n(?=- )", text)))


def filled(paragraph: str) -> str:
    """Return a paragraph in lines that are not too long; commands stay on one line.

    No line begins with a sign, which Markdown would take for a list.
    """
    words = CODE.sub(lambda found: found[0].replace(" ", "\0"), " ".join(paragraph.split()))
    words = re.sub(" (?=[-+†])", "\0", words)
    indent = "  " * words.startswith("- ")
    lines = fill(
        words,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\0", " ")


def rows(line: str) -> Iterator[str]:
    """Yield the rows that a row of the text stands for; any other line as it is."""
    found = EACH.match(line)
    if found is None:
        yield line
        return
    (path, key, text), row = found.groups(), line[found.end() :]
    for own in things(path):
        if key is None or str(own[key]) in text.split(" or "):
            figures = (
                shown(at(own, keys.split(" > ")), form) for keys, form in FIGURE.findall(row)
            )
            yield "| " + FIGURE.sub("{}", row).format(*figures)


def things(path: str) -> Iterator[dict[str, Any]]:
    """Yield what stands at a path of a file, by its keys; what of the machine is no figure."""
    upper, star, rest = path.partition(" > *")
    name, *keys = upper.split(" > ")
    found = at(read(name), keys)
    for own, each in found.items() if isinstance(found, dict) else enumerate(found):
        if star:
            below = things(f"{upper} > {own}{rest}")
            yield from ({"*": own} | one for one in below if "value" not in one)
        elif own != "machine":
            yield {"key": str(own), **(each if isinstance(each, dict) else {"value": each})}


def figure_of_file(figure: re.Match[str]) -> str:
    """Return a figure of the running text, which has to be there."""
    name, *keys = figure[1].split(" > ")
    value = at(read(name), keys)
    if value is None:
        msg = f"results/{name}.json has no {' > '.join(keys)}"
        raise LookupError(msg)
    return shown(value, figure[2])


def at(entry: Any, keys: list[str]) -> Any:
    """Return what stands in an entry under some keys; None if there is nothing."""
    for key in keys:
        if isinstance(entry, list):
            entry = entry[int(key)]
        else:
            entry = entry.get(key) if isinstance(entry, dict) else None
    return entry


def shown(value: Any, form: str | None) -> str:
    """Return a value as the page shows it.

    Examples
    --------
    >>> shown(12345.6, ",.0f"), shown([0.7, 0.85], ".0%"), shown([1, 2, 3], "#"), shown(None, None)
    ('12,346', '70% to 85%', '3', '–')
    >>> shown([2.0, 1.5, 2.5], ".1f"), shown(1000, None), shown(0.12345, None)
    ('2.0 (1.5 to 2.5)', '1,000', '0.123')
    >>> shown([2.0, 0.5], "±.1f"), shown("6-wide", "-= | ")
    ('2.0 ± 0.5', '6 | wide')
    """
    if value is None:
        return ABSENT
    if form == "#":
        return f"{len(value):,}"
    if form and form.startswith("±"):
        return " ± ".join(shown(each, form[1:]) for each in value)
    if isinstance(value, dict):
        value = [value[key] for key in ("mean", "low", "high")]
    if isinstance(value, list):
        *first, low, high = (shown(each, form) for each in value)
        return f"{first[0]} ({low} to {high})" if first else f"{low} to {high}"
    if isinstance(value, str):
        return value.replace(*form.split("=")) if form else value
    return format(value, form or ("," if isinstance(value, int) else ".3g"))


def main() -> None:
    """Write the pages."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    for place, text in PAGES.items():
        place.write_text(page(text), encoding="utf-8")


if __name__ == "__main__":
    main()
