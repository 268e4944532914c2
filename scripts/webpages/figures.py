"""The pages of figures, built from the measured results by `benchmarks.report`."""

from __future__ import annotations

import sys
from functools import cache

from webpages.links import REPOSITORY_ROOT, move_links

sys.path.insert(0, str(REPOSITORY_ROOT))

from benchmarks import report


@cache
def pages() -> dict[str, str]:
    """Return the pages by name in Markdown, with links as in the template's folder."""
    return {name: report.page(template) for name, template in report.PAGE_TEMPLATES.items()}


def files() -> dict[str, str]:
    """Return the pages by their file names on the site, with links for the site."""
    return {
        f"{name}.md": move_links(
            text, f"benchmarks/{report.PAGE_TEMPLATES[name].name}", f"{name}.md"
        )
        for name, text in pages().items()
    }
