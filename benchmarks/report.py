"""Build the pages of figures, *Benchmarks* and *Results*, from the measured results.

    python -m benchmarks.report [--out FOLDER]

The templates are ``page.md`` and ``results.md`` beside this file. The site contains both pages
(`scripts/website.py`). This command writes them to a folder, so that you can read them alone.

In a template, ``{name > key > key:format}`` inserts a figure of ``results/name.json``, or of
`benchmarks.lib.worked_out`. The format is one of Python's, with these additions:

- for a list, the format applies to each number,
- ``#`` inserts the length of a list,
- ``±.2f`` formats a mean and half the width of its interval,
- ``old=new`` replaces a part of a text.

A table row that begins with ``{each name > key}`` is repeated for each entry under that key. The
columns name the keys of the entry, ``{key}`` is the name of the entry, and ``{value}`` is an entry
that is a plain value. With ``*`` as the last key, the row is repeated for each entry of each
group, and ``{*}`` is the name of the group. ``{each ... | key = text or text}`` selects entries.
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

TEMPLATE_FOLDER: Final = Path(__file__).parent
PAGE_TEMPLATES: Final = {
    "benchmarks": TEMPLATE_FOLDER / "page.md",
    "results": TEMPLATE_FOLDER / "results.md",
}
"""The template of each page, by the name of the page."""
DEFAULT_OUTPUT: Final = TEMPLATE_FOLDER.parent / "build" / "figures"
PAGE_COMMENT: Final = "<!-- Built from benchmarks/{}. Edit that file. -->"
FIGURE_FIELD: Final = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
REPEATED_ROW: Final = re.compile(
    r"^\| \{each ([^{}|]+)(?: \| ([^{}=]+) = ([^{}]+))?\} ", re.MULTILINE
)
INLINE_CODE: Final = re.compile(r"`[^`]+`")
MISSING_FIGURE: Final = "–"
LINE_WIDTH: Final = 100


@cache
def read(name: str) -> dict[str, Any]:
    """Return the figures of a file of results by its name."""
    figures = worked_out() if name == "worked_out" else machine.read(name)
    if not figures:
        msg = f"there is no results/{name}.json"
        raise LookupError(msg)
    return figures


def page(text: Path) -> str:
    """Return the page of a template with its figures."""
    parts = text.read_text(encoding="utf-8").strip().split("\n\n")
    return "\n\n".join([PAGE_COMMENT.format(text.name), *map(fill_part, parts)]) + "\n"


def fill_part(part: str) -> str:
    """Return a paragraph or table of a template with its figures."""
    lines = [each for line in part.splitlines() for each in expand_row(line)]
    text = FIGURE_FIELD.sub(replace_figure, "\n".join(lines))
    if text.startswith(("|", "#", "```")):
        return text
    return "\n".join(map(wrap_paragraph, re.split(r"\n(?=- )", text)))


def wrap_paragraph(paragraph: str) -> str:
    """Return a paragraph wrapped to `LINE_WIDTH`, with each command on one line.

    No line begins with ``-``, ``+`` or ``†``, since Markdown would start a list there.
    """
    words = INLINE_CODE.sub(lambda found: found[0].replace(" ", "\0"), " ".join(paragraph.split()))
    words = re.sub(" (?=[-+†])", "\0", words)
    indent = "  " * words.startswith("- ")
    lines = fill(
        words,
        LINE_WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\0", " ")


def expand_row(line: str) -> Iterator[str]:
    """Yield the rows of the table for one row of a template; yield any other line unchanged."""
    found = REPEATED_ROW.match(line)
    if found is None:
        yield line
        return
    (path, key, text), row = found.groups(), line[found.end() :]
    for own in iter_entries(path):
        if key is None or str(own[key]) in text.split(" or "):
            figures = (
                format_figure(find_value(own, keys.split(" > ")), form)
                for keys, form in FIGURE_FIELD.findall(row)
            )
            yield "| " + FIGURE_FIELD.sub("{}", row).format(*figures)


def iter_entries(path: str) -> Iterator[dict[str, Any]]:
    """Yield the entries under a path of a file, without the description of the machine."""
    upper, star, rest = path.partition(" > *")
    name, *keys = upper.split(" > ")
    found = find_value(read(name), keys)
    for own, each in found.items() if isinstance(found, dict) else enumerate(found):
        if star:
            below = iter_entries(f"{upper} > {own}{rest}")
            yield from ({"*": own} | one for one in below if "value" not in one)
        elif own != "machine":
            yield {"key": str(own), **(each if isinstance(each, dict) else {"value": each})}


def replace_figure(figure: re.Match[str]) -> str:
    """Return a figure of the running text. Raise LookupError if the file lacks it."""
    name, *keys = figure[1].split(" > ")
    value = find_value(read(name), keys)
    if value is None:
        msg = f"results/{name}.json has no {' > '.join(keys)}"
        raise LookupError(msg)
    return format_figure(value, figure[2])


def find_value(entry: Any, keys: list[str]) -> Any:
    """Return the value under a sequence of keys, or None if there is none."""
    for key in keys:
        if isinstance(entry, list):
            entry = entry[int(key)]
        else:
            entry = entry.get(key) if isinstance(entry, dict) else None
    return entry


def format_figure(value: Any, form: str | None) -> str:
    """Return a value formatted for the page.

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
        return MISSING_FIGURE
    if form == "#":
        return f"{len(value):,}"
    if form and form.startswith("±"):
        return " ± ".join(format_figure(each, form[1:]) for each in value)
    if isinstance(value, dict):
        value = [value[key] for key in ("mean", "low", "high")]
    if isinstance(value, list):
        *first, low, high = (format_figure(each, form) for each in value)
        return f"{first[0]} ({low} to {high})" if first else f"{low} to {high}"
    if isinstance(value, str):
        return value.replace(*form.split("=")) if form else value
    return format(value, form or ("," if isinstance(value, int) else ".3g"))


def main() -> None:
    """Write the pages to a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=DEFAULT_OUTPUT, help=f"default: {DEFAULT_OUTPUT.name} in build"
    )
    folder = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    for name, template in PAGE_TEMPLATES.items():
        (folder / f"{name}.md").write_text(page(template), encoding="utf-8")
    print(f"The pages are in {folder}: {', '.join(PAGE_TEMPLATES)}")


if __name__ == "__main__":
    main()
