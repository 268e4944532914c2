"""What was measured, as parts of pages: parts of benchmarks/README.md, as they stand there."""

from __future__ import annotations

import re

from webpages.links import ROOT, moved


def part(title: str, level: int = 2) -> str:
    """Return a part of the benchmarks by its title.

    Parameters
    ----------
    title
        Its heading.
    level
        How deep the heading is to be.

    Examples
    --------
    >>> part("Polygon: proofs", 3).splitlines()[0]
    '### Polygon: proofs'
    """
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        msg = f"there is no part of the benchmarks with the title {title!r}"
        raise LookupError(msg)
    return (
        f"{'#' * level} {title}\n{moved(found[1], 'benchmarks/README.md', 'games/x.md').rstrip()}"
    )
