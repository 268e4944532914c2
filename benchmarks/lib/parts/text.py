"""What all parts of the page share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["matches_measured_on", "measured_on", "share_interval", "table"]


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


def matches_measured_on(figures: dict[str, Any]) -> str:
    """Say on what machine matches were measured; if on several, which matches on which one."""
    played: dict[str, list[str]] = {}
    for match in figures["matches"].values():
        said = measured_on({"machine": match.get("machine", figures["machine"])})
        played.setdefault(said, []).append(" against ".join(match["names"]))
    *few, (most, _) = sorted(played.items(), key=lambda pair: len(pair[1]))
    lines = [f"{', '.join(names)}: m{said[1:]}" for said, names in few]
    return "\n".join([*lines, f"All others: m{most[1:]}" if few else most])


def share_interval(interval: Sequence[float]) -> str:
    """Return an interval of shares."""
    return f"{interval[0]:.1%} – {interval[1]:.1%}"
