"""What was measured of analyses: how true they are, and how soon they say something."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.lib.parts.text import measured_on, share_interval, table

__all__ = ["PARTS"]

CHOSEN_FOR = ("split",)
"""Games whose features were chosen by looking at all their games."""


def calibration(game: str, figures: dict[str, Any]) -> str:
    """Return the part on how true the values of a game are."""
    fitted = figures.get("fitted to")
    what = figures.get("what", "positions")
    model = "each\nfifth of the games by a model that was fitted to the other four."
    model += " Its features were chosen with all games in view." * (game in CHOSEN_FOR)
    if fitted:
        others = f"{fitted['games']} other games ({fitted['positions']:,} {what})."
        model = (
            f"the\nmodel was fitted to {others} Its features were chosen with all games in view."
        )
    parts = [
        f"""\
## {game.title()}: are the values true?

`{figures["command"]}`: what `deepen` said of
{figures["positions"]:,} {what} of {figures["games"]} games, beside what came of them; {model}
{figures.get("how", "The games are between equals.")} Intervals are of 95%, {what} of one game
counted as belonging together.
"""
    ]
    if "chance" in figures:
        parts.append(_chances(figures["chance"], what))
    if "value" in figures:
        parts.append(_scores(figures["value"]))
    return "\n".join([*parts, measured_on(figures)])


def _chances(found: dict[str, Any], what: str) -> str:
    raw = {row["from"]: row for row in found["raw curve"]}
    rows = [
        (
            f"{row['from']:.1f} – {row['from'] + 0.1:.1f}",
            row["positions"],
            row["games"],
            f"{row['said']:.1%}",
            f"{row['came']:.1%}",
            _half(row["half interval"]),
            row["within 5 points"],
            _raw(raw.get(row["from"])),
        )
        for row in found["curve"]
    ]
    head = ("chance", what, "games", "said", "came", "interval", "within 5 points", "raw search")
    return f"""\
{table(head, rows)}
{_told_of_tenths(found["curve"])}
Brier score {found["Brier score"]:.4f}; of the raw search
{found["Brier score of the raw search"]:.4f}, of the mean alone
{found["Brier score of the mean"]:.4f}. {_later(found)}{_steady(found)}
"""


def _half(half: float | None) -> str:
    return "not known" if half is None else f"± {half:.1%}"


def _told_of_tenths(curve: list[dict[str, Any]]) -> str:
    """Say in which tenths what was said came true."""
    found = {word: [r for r in curve if r["within 5 points"] == word] for word in VERDICTS}
    named = {word: ", ".join(f"{r['from']:.1f}" for r in rows) for word, rows in found.items()}
    empty = 10 - len(curve)
    said = "; ".join(f"{text}: {named[word]}" for word, text in VERDICTS.items() if named[word])
    none = f" {empty} of the ten hold nothing." if empty else ""
    return f"The tenths that begin at so much: {said}.{none}"


VERDICTS = {
    "yes": "within 5 points with their whole interval",
    "probably": "within 5 points, but not their whole interval",
    "too few": "further off, but the interval reaches within 5 points, or is not known",
    "no": "further off for sure",
}


def _raw(row: dict[str, Any] | None) -> str:
    return "" if row is None else f"{row['said']:.1%}, {row['came']:.1%}"


def _later(found: dict[str, Any]) -> str:
    later = found.get("later answer")
    if not later:
        return ""
    return (
        f"A later answer, of {later['positions']} of them, says\nsomething else by "
        f"{later['mean difference']:.3f} in the mean; its squared error is "
        f"{later['squared error']:.4f}, that of\nthe first "
        f"{later['squared error of the answer looked at']:.4f}. "
    )


def _scores(found: dict[str, Any]) -> str:
    rows = [
        (
            row["positions"],
            f"{row['said']:.2f}",
            f"{row['came']:.2f}",
            f"± {row['half interval']:.2f}",
        )
        for row in found["curve"]
    ]
    return f"""\
{table(("positions", "points said", "points in the end", "interval"), rows)}
Mean squared error {found["mean squared error"]:.2f}; of the raw search
{found["mean squared error of the raw search"]:.2f}. {_later(found)}{_steady(found)}
"""


def _steady(found: dict[str, Any]) -> str:
    if not found["pairs"]:
        return ""
    clear = found["same sign where the interval leaves no doubt"]
    certain = "" if clear is None else f", {clear:.1%} where its interval leaves no doubt"
    return (
        f"Before and after the best move ({found['pairs']} pairs) the values differ by\n"
        f"{found['mean change after the best move']:+.3f} in the mean, lie within the interval of "
        f"± {found['interval']:.2f} in {found['within the interval']:.1%},\nand agree in sign in "
        f"{found['same sign']:.1%}{certain}. What the board shows as even\nagrees with both."
    )


def first_look(figures: dict[str, Any]) -> str:
    """Return the part on the first lines, with nothing compiled."""
    rows = [
        (
            game.title() if when == "nothing compiled" else "",
            when,
            *(_wall_and_spent(each) for each in row.values()),
        )
        for game, found in figures["games"].items()
        for when, row in found.items()
    ]
    search = f"""\
Seconds until the first answer of an analysis, and until that of its search. *Nothing compiled*: a
new process with an empty folder of compiled code; *compiled*: another one, after it; *again*: the
same process once more.

{table(("", "", "first answer (s)", "search (s)"), rows)}
"""
    pressed = [
        (
            game.title(),
            *(
                f"{_wall_and_spent(found[button]['first'])}; "
                f"{_wall_and_spent(found[button]['longest'])}"
                for button in found
            ),
        )
        for game, found in figures["buttons"].items()
    ]
    buttons = list(next(iter(figures["buttons"].values())))
    return f"""\
## The first lines

`python -m benchmarks.speed.first_look`: seconds by the clock; in brackets those of the processor,
which do not depend on what else runs. Load average: {figures["load"]:.1f}.

What is pressed first of all in a new process, with nothing compiled: seconds until something is
told; then the longest time without anything new, until the compiler begins, which the board says.
The review is of twenty moves.

{table(("", *buttons), pressed)}
{search if rows else ""}{measured_on(figures)}"""


def _wall_and_spent(seconds: list[float]) -> str:
    wall, spent = seconds
    return f"{wall:.2f} ({spent:.2f})"


def kernel_answers(figures: dict[str, Any]) -> str:
    """Return the part on how soon the kernel answers while somebody thinks."""
    rows = [
        (game.title(), agent, *(found[who][what] for what in COLUMNS for who in ("nobody", "both")))
        for game, agents in figures["games"].items()
        for agent, found in agents.items()
    ]
    head = ("", "agent", *(f"{what}, {who}" for what in COLUMNS for who in ("quiet", "thinking")))
    return f"""\
## A click while somebody thinks

`python -m benchmarks.speed.kernel_answers --keep`: from when a click is due in the kernel's loop
until it is answered, in ms, {figures["clicks"]} clicks each; *thinking*: while the agent thinks
and another board is analysed. *lock*: what is left without the click's own work and without the
time in which its thread was ready and had no core, as on a busy machine: it waited for other
threads of the kernel.
Load average when it began: {figures["load"]:.1f}.

{table(head, rows)}
{measured_on(figures)}"""


COLUMNS = ("p50", "p95", "lock p95")


def analyses(figures: dict[str, Any]) -> str:
    """Return the part on how soon analyses say something, and how they settle."""
    rows = []
    for game, found in figures["games"].items():
        settling = [
            f"{step['same best move']:.0%}, {step['off by, as a share of the scale']:.1%}"
            for step in found["settling"][:-1]
        ]
        first = f"{found['first answer (ms)']:.0f} ({found['slowest first answer (ms)']:.0f})"
        spent = f"{found['first answer (CPU ms)']:.0f}"
        rows.append(
            (game, first, f"{spent} ({found['slowest first answer (CPU ms)']:.0f})", *settling)
        )
    steps = next(iter(figures["games"].values()))["settling"]
    head = ("game", "first answer (ms)", "CPU ms", *(f"{s['seconds']:g} s" for s in steps[:-1]))
    border = figures["border map"]
    return f"""\
## Analyses: how soon, and how they settle

`{figures["command"]}`: positions of random games, the process warm; median, in brackets the
slowest. Targets: the first answer within 500 ms, the first picture of Split's map within 300 ms,
its {border["points"]} points (each 1% of the border) within 5 s. Then, for parts of
{steps[-1]["seconds"]:g} s, how often the best move is already that of the end, or worth the same,
and how far its value is off, as a share of the scale.

{table(head, rows)}
Split's map: the first picture after {border["first picture (ms)"]:.0f} ms
({border["first picture (CPU ms)"]:.0f} CPU ms), every point searched after
{border["every point searched (s)"]:.1f} s ({border["every point searched (CPU s)"]:.1f} CPU s).

{measured_on(figures)}"""


def split_map(figures: dict[str, Any]) -> str:
    """Return the part on the strength of the map's best line."""
    pairs, share = len(figures["pairs"]), figures["share in pairs"]
    last = f"{share:.1%} ({share_interval(figures['interval by pairs'])})"
    return f"""\
## Split: is the map's best line as good?

`{figures["command"]}`: the best line of the map of the
border against `minimax`, both with {figures["seconds"]:g} s for a move by the clock, while the
machine had much else to do. It won {figures["share"]:.1%} of {figures["games"]} games
({share_interval(figures["interval"])}). The last {pairs} pairs alone, by the results of pairs:
{last}. Target: a lower limit of 45%.

{measured_on(figures)}"""


GAMES = ("split", "splinter", "polygon", "splitter", "territory")
PARTS = {
    "first_look": first_look,
    "kernel_answers": kernel_answers,
    "analyses": analyses,
    "split_map": split_map,
    **{f"{game}_calibration": partial(calibration, game) for game in GAMES},
}
