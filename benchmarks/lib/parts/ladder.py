"""The tables of a ladder: who beats whom, and what happens between equals."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import share_interval, table
from polygames.arena.ratings import wilson

__all__ = ["between_equals", "who_beats_whom"]


def who_beats_whom(figures: dict[str, Any]) -> str:
    """Return the table of all matches; a column that is empty everywhere is left out."""
    rows = [columns(match) for match in figures["matches"].values()]
    head = [name for name in rows[0] if any(row[name] != "" for row in rows)]
    return table(head, [[row[name] for name in head] for row in rows])


def columns(match: dict[str, Any]) -> dict[str, Any]:
    """Return what there is to say about a match."""
    first, second = match["names"]
    games, opening = match["games"], match["opening"]
    won, tied, lost = match["wins"]
    pairs = match["counted"] == "matches"
    return {
        "first": first,
        "second": second,
        "options": ", ".join(f"{name}={value}" for name, value in match["options"].items()),
        "opening": f"{opening} random moves" if opening else "",
        "games": games,
        "won": won,
        "tied": tied,
        "lost": lost,
        "matches": "/".join(map(str, match["matches"])) if pairs else "",
        "share": f"{match['share']:.1%}" + " of the matches" * pairs,
        "95% interval": share_interval(match["interval"]),
        "seat 0": f"{match['first seat'] / games:.0%}",
        "plies a game": f"{match['plies'] / games:.0f}" if "plies" in match else "",
        "points ahead": f"{match['lead'] / games:.1f}" if "lead" in match else "",
        "target": compared(match["share"], match["target"]),
        "sequential test": tested(match["verdict"], match["test"]),
    }


def compared(share: float, target: float | None) -> str:
    """Say whether the share that was seen reaches a target."""
    if target is None:
        return ""
    return f"{target:.0%}: " + ("reached" if share >= target else "**missed**")


def tested(verdict: str | None, test: tuple[float, float] | None) -> str:
    """Say which of its two shares a sequential test accepted."""
    return "" if test is None else f"{verdict or 'open'} of {test[0]:.0%}, {test[1]:.0%}"


def between_equals(figures: dict[str, Any]) -> str:
    """Return the table of ties and seats where an agent plays against itself."""
    rows = []
    for match in figures["matches"].values():
        if match["equals"]:
            games = match["games"]
            ties = share(match["wins"][1], games)
            rows.append((match["names"][0], games, *ties, *share(match["first seat"], games)))
    head = ("both", "games", "ties", "95% interval", "seat 0", "95% interval")
    return table(head, rows)


def share(points: float, games: int) -> tuple[str, str]:
    """Return a share of some games, and its interval."""
    return f"{points / games:.1%}", share_interval(wilson(points, games))
