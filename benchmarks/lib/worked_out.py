"""Figures of the pages that are computed from other results."""

from collections import Counter
from math import prod
from typing import Any

from benchmarks.lib.machine import read
from polygames.arena.pairs import pair_interval
from polygames.arena.ratings import wilson


def worked_out() -> dict[str, Any]:
    """Return the computed figures by their names in the templates."""
    games = [pair for row in read("learned")["rows"].values() for pair in row["games"]]
    shares = [sum(pair) / 2 for pair in games]
    levels = read("polygon_levels")["rows"]
    steps = [levels[f"level {low + 1} against level {low}"]["share"] for low in range(1, 5)]
    odds = prod(share / (1 - share) for share in steps)
    endings: Counter[str] = Counter()
    for row in read("split_endings")["agents"].values():
        endings.update(row)
    strips = read("split_choice")["best"]
    for row in [row for rows in strips.values() for row in rows]:
        row["ties"] = row["games"].count("=")
        row["share"] = [*wilson(row["ties"], len(row["games"]))]
    bound, strong = read("splitter_bound")["pads"], read("splitter_agents")["rows"]
    return {
        "learned": {"share": [sum(shares) / len(shares), *pair_interval(shares)], "pairs": shares},
        "four steps": odds / (1 + odds),
        "misere": {case: misere(found) for case, found in read("polygon_misere")["cases"].items()},
        "endings": {**endings, "decided": endings["won"] + endings["lost"]},
        "strips": strips,
        "less": {pad: bound[pad]["proved"] - strong[f"strong-{pad}"]["mean"] for pad in bound},
    }


def misere(found: dict[str, Any]) -> dict[str, Any]:
    """Return the winner and the first moves of a case of misere Polygon as text."""
    words = {"+": ("seat 0", "wins"), "-": ("seat 1", "loses"), "?": ("open", "open")}
    moves = [f"{one['move']} {words[one['winner']][1]}" for one in found["first moves"]]
    return {
        "who": words[found["value"]][0],
        "moves": ", ".join(moves) or "none",
        "positions": sum(one["replayed"] for one in found["first moves"]),
    }
