"""Many games at once: how fast they open, a match without luck, and puzzles at one's level."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]

HEAD = (
    "game",
    "level",
    "solved",
    "within",
    "all",
    "easiest",
    "hardest",
    "rating in the end",
    "why not",
)
"""Of the table of puzzles."""


def study(figures: dict[str, Any]) -> str:
    """Return the part on collections and decks."""
    rows = []
    for name, what, unit in (
        ("opened", f"open {figures['records']:,} records", "games"),
        ("deck", f"make a deck of {figures['reviewed']} records", "cards"),
    ):
        found = figures[name]
        seconds, spent, goal = found["seconds"], found["CPU seconds"], found["goal"]
        made, load = f"{found['made']:,} {unit}", f"{found['load']:.1f}"
        own = f"{spent:.1f}" if name == "opened" else ""
        rows.append((what, f"{seconds:.1f}", f"{goal:g}", own, made, load))
    return f"""\
## Many games together

`{figures["command"]}`: records of all five games. To open them is to read the table, and to say
of each game what was played at the start; a deck reviews every move, on {figures["workers"]} cores.
The CPU seconds are those of the process that opens them, loading included; of a deck its workers
are not counted. The load is how many processes wanted a core when it ended: above
{figures["machine"]["cores"]}, the seconds are those of a machine that does other work, too.

{table(("", "seconds", "goal", "CPU seconds", "found", "load"), rows)}
{measured_on(figures)}"""


def luck(figures: dict[str, Any]) -> str:
    """Return the part on matches without luck."""
    known = figures["known"]
    rows = [("known", f"{known['games']:,} each", _interval(known["lead"]), "", "", "")]
    for name in ("each rolls alone", "at one table"):
        found = figures.get(name)
        if found is None or found["narrower"] is None:
            continue
        means = (_interval(found[key]) for key in ("lead", "luck", "without luck"))
        rows.append((name, f"{found['games']:,}", *means, f"{found['narrower']:.1f}"))
    return f"""\
## A match without luck

`{figures["command"]}`: by how many points {" leads ".join(figures["names"])} in
Splitter, with 95% intervals, and how many times narrower the interval is without the luck of the
rolls (`pg.without_luck`). At one table both write the same rolls: much of the luck is out already.

{table(("", "games", "lead", "luck", "without luck", "times narrower"), rows)}
{measured_on(figures)}"""


def streak(figures: dict[str, Any]) -> str:
    """Return the part on puzzles at one's level."""
    rows = []
    for name, found in figures["levels"].items():
        game, level = name.split()
        low, high = found["interval"]
        share = f"{found['share']:.0%} ({low:.0%} to {high:.0%})"
        is_in, rating = "yes" if found["within"] else "no", f"{found['rating']:.0f}"
        shares = (f"{found[f'of {what}']:.0%}" for what in ("all", "the easiest", "the hardest"))
        rows.append((game, level, share, is_in, *shares, rating, found["why not"]))
    (low, high), levels = figures["goal"], figures["levels"].values()
    within = sum(each["within"] for each in levels)
    counts = ", ".join(f"{count} of {game}" for game, count in figures["puzzles"].items())
    return f"""\
## Puzzles at one's level

`{figures["command"]}`: the levels of the computer solve puzzles that *At my level* chooses, as
people do. The goal is a share of {low:.0%} to {high:.0%}: {within} of {len(levels)} rows are in it.
Beside it stands which share of all puzzles the level solves, of the easiest quarter and of the
hardest one: where even those are too hard, or too easy, no choice helps. There were {counts}.

{table(HEAD, rows)}
{measured_on(figures)}"""


def _interval(found: list[float]) -> str:
    value, low, high = found
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


PARTS = {"study": study, "luck": luck, "streak": streak}
