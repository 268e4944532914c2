"""What all parts of the page share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["compared", "measured_on", "share_interval", "table"]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in lines) + "\n"


def measured_on(figures: dict[str, Any]) -> str:
    """Say on what machine figures were measured."""
    on = dict(figures["machine"])
    cpu, cores, python = (on.pop(key) for key in ("cpu", "cores", "python"))
    packages = ", ".join(f"{name} {version}" for name, version in on.items())
    return f"Measured on {cpu} ({cores} cores), Python {python}, {packages}.\n"


def compared(match: dict[str, Any], target: float) -> str:
    """Say whether the share that was seen reaches a target."""
    return "reached" if match["share"] >= target else "**missed**"


def share_interval(interval: Sequence[float]) -> str:
    """Return an interval of shares."""
    return f"{interval[0]:.1%} – {interval[1]:.1%}"
