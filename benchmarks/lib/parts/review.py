"""How far the verdicts of reviews can be trusted."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on

__all__ = ["PARTS"]


def exact(figures: dict[str, Any]) -> str:
    """Return the part on verdicts in solved positions."""
    counts = ", ".join(f"{game} {count}" for game, count in figures["moves"].items())
    return f"""\
## Reviews: verdicts in solved positions

`python -m benchmarks.studies.review exact`: {sum(figures["moves"].values())} moves of random games
on small boards ({counts}), reviewed with {figures["seconds"]} s a position, beside values found by
trying all games with rules.py. Proved by the review: {figures["proved"]}. Wrong verdicts, or wrong
losses where it says that they are exact: {len(figures["wrong"])}.

{measured_on(figures)}"""


PARTS = {"review_exact": exact}
