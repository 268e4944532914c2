"""Build the pages of figures, *Benchmarks* and *Results*, from the measured results.

    python -m benchmarks.report [--out FOLDER]

The files ``page.md`` and ``results.md`` beside this file are templates of Jinja. In a template,
the name of a file in ``results`` is its content: ``{{ split_levels.seed }}``. The filter `figure`
formats a number: ``{{ row.share | figure(".1%") }}``. The site contains both pages
(`scripts/website.py`). This command writes them to a folder, so that you can read them alone.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import prod
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmarks.lib import machine

FOLDER: Final = Path(__file__).parent
PAGE_TEMPLATES: Final = {"benchmarks": FOLDER / "page.md", "results": FOLDER / "results.md"}
"""The template of each page, by the name of the page."""
DEFAULT_OUTPUT: Final = FOLDER.parent / "build" / "figures"


def page(template: Path) -> str:
    """Return the page of a template with its figures. Raise UndefinedError if one is missing."""
    templates = Environment(  # noqa: S701 - Markdown, not HTML
        loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True
    )
    templates.filters["figure"] = format_figure
    results = {path.stem: machine.read(path.stem) for path in machine.RESULTS_FOLDER.glob("*.json")}
    text = templates.get_template(template.name).render(results, **combine(results))
    return f"<!-- Built from benchmarks/{template.name}. Edit that file. -->\n\n{text.strip()}\n"


def combine(results: dict[str, Any]) -> dict[str, Any]:
    """Return the figures that are computed from several measured ones."""
    levels = results["polygon_levels"]["rows"]
    shares = [levels[f"level {low + 1} against level {low}"]["share"] for low in range(1, 5)]
    odds = prod(share / (1 - share) for share in shares)
    endings: Counter[str] = Counter()
    for row in results["split_endings"]["agents"].values():
        endings.update(row)
    return {"four_steps": odds / (1 + odds), "endings": endings}


def format_figure(value: Any, form: str = ",") -> str:
    """Return a number formatted for the page, a pair of numbers as a range, and None as a dash.

    Examples
    --------
    >>> shown(12345.6, ",.0f"), shown([0.7, 0.85], ".0%"), shown(None)
    ('12,346', '70% to 85%', '–')
    """
    if isinstance(value, list):
        return " to ".join(format_figure(each, form) for each in value)
    return "–" if value is None else format(value, form)


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
