"""What was measured of Splitter."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.text import measured_on, table

__all__ = ["PARTS"]


def splitter_kernel(figures: dict[str, Any]) -> str:
    """Return the part on Splitter's compiled sheet."""
    micro = figures["microseconds a sheet"]
    return f"""\
## Splitter: the compiled sheet

`python -m benchmarks.speed.splitter`: {figures["sheets"]:,} random sheets, full and half empty, on
both pads; {figures["different"]} scored otherwise than by the rules. From the numbers to the score:
{micro["kernel"]:.1f} µs compiled, {micro["rules"]:.1f} µs in plain Python.

{measured_on(figures)}"""


def splitter_train(figures: dict[str, Any]) -> str:
    """Return the part on how Splitter's values were learned."""
    learned = {name: row for name, row in figures.items() if name != "machine"}
    rows = [
        (
            name,
            f"{row['games']:,}",
            row["CPU seconds"],
            f"{row['numbers learned']:,}",
            ", ".join(
                f"{row[f'mean on {pad}']} on {pad}" for pad in "AB" if f"mean on {pad}" in row
            ),
        )
        for name, row in learned.items()
    ]
    head = ("pad", "games", "CPU seconds", "numbers learned", "mean total of the agent potential")
    commands = "\n".join(f"    {row['command']}" for row in learned.values())
    return f"""\
## Splitter: learning the values

Games against oneself, seeded, so that the same command writes the same tables; the mean is over
4,000 games that were not learned from.

{commands}

{table(head, rows)}
{measured_on(figures)}"""


def splitter_agents(figures: dict[str, Any]) -> str:
    """Return the part on the totals of Splitter's agents."""
    rows = []
    for name, row in figures["rows"].items():
        target = row["target"]
        met = "" if target is None else "reached" if row["mean"] >= target else "**missed**"
        rows.append(
            (
                *(name, row["games"], f"{row['mean']:.2f}", between(row["interval"])),
                f"{row['mean without luck']:.2f}" if "mean without luck" in row else "",
                between(row.get("interval without luck")),
                *(row["CPU ms a game"], "" if target is None else f"{target}: {met}"),
                "–".join(map(str, row["least and most"])),
                ", ".join(f"{step} {count}" for step, count in row["ratings"].items()),
            )
        )
    head = ("agent and pad", "games", "mean", "95% interval", "without luck", "95% interval")
    head += ("CPU ms a game", "target", "range", "ratings")
    return f"""\
## Splitter: points alone

`python -m benchmarks.strength.splitter`: seeded games of one player; how many games came to which
step of the rating table stands at the end. The agent strong plays on 4,000 games a move at most,
not by the clock. *pure* is the agent potential without compiled code. *Without luck*: what
each roll was worth beyond a mean one, by the learned values, is taken off the total; that leaves
the mean as it is in the long run, and takes most of the spread away where play is good.

{table(head, rows)}
{measured_on(figures)}"""


def between(interval: list[float] | None) -> str:
    """Say from where to where an interval goes, if it is known."""
    return "" if interval is None else f"{interval[0]:.2f} – {interval[1]:.2f}"


def splitter_rivals(figures: dict[str, Any]) -> str:
    """Return the part on what the agent strong could still gain."""
    rows = [
        (
            *(pad, row["decisions"], row["with rivals"], row["games of each"]),
            *("{:.2f} ± {:.2f}".format(*row[end]) for end in ("at least", "at most")),
        )
        for pad, row in sorted(figures["pads"].items())
    ]
    head = ("pad", "decisions", "with rivals", "games from each", "at least", "at most")
    return f"""\
## Splitter: what strong could still gain

`python -m benchmarks.strength.splitter_rivals --decisions 200`: decisions of seeded games; from
strong's choice, and from what it holds to be little worse, games are played on to the end by
expectimax, with the same dice. The points a game (± 95%) by which the best of them beats strong's
choice lie between *at most*, where the same games choose it and judge it, and *at least*, where
others do.

{table(head, rows)}
{measured_on(figures)}"""


def splitter_hindsight(figures: dict[str, Any]) -> str:
    """Return the part on the best sheet in hindsight."""
    rows = [
        (
            *(pad, row["games"], f"{row['met']:.1%}", f"{row['mean bound']:.2f}"),
            *(f"{row['median']:.2f}", f"{row['95%']:.2f}", f"{row['longest']:.2f}"),
            f"{row['met'] + len(row['settled']) / row['games']:.1%}",
            ", ".join(_open_game(one, row["settled"]) for one in row["open"]) or "none",
        )
        for pad, row in figures["pads"].items()
    ]
    head = (
        *("pad", "games", "bound met", "mean bound", "median (CPU s)", "95%", "longest"),
        *("proved with OR-tools", "left open by the search"),
    )
    return f"""\
## Splitter: the best sheet in hindsight

`python -m benchmarks.strength.splitter_hindsight`: seeded rolls; a sheet that meets the proved
bound is looked for, {figures["seconds"]:g} s at most. Targets: met in 99%, median 0.5 s,
95% within 5 s. What the search leaves open goes to OR-tools (`--games 0 --exact 1200`; last but
one column).

{table(head, rows)}
{measured_on(figures)}"""


def _open_game(game: dict[str, int], settled: list[dict[str, int]]) -> str:
    text = f"{game['total']} to {game['bound']}"
    for found in settled:
        if found["seed"] == game["seed"]:
            return f"{text} ({found['total']}: {found['CPU seconds']} s)"
    return text


def splitter_bound(figures: dict[str, Any]) -> str:
    """Return the part on what any player scores at most in the mean."""

    def span(found: list[float]) -> str:
        return "{:.2f} ± {:.2f}".format(*found)

    rows, beams = [], []
    for pad, row in sorted(figures["pads"].items()):
        drawn = row["drawn"]
        parts = (pad, f"{row['groups']:.2f}", f"{row['stars']:.2f}", f"{row['proved']:.2f}")
        spans = (span(drawn[key]) for key in ("hindsight", "penalised", "less by"))
        seconds = (f"{row['CPU seconds']:.0f}", f"{drawn['CPU seconds']:.0f}")
        rows.append((*parts, drawn["games"], *spans, *seconds))
        beams += [
            (pad, width, each["games"], span(each["found"]), f"{each['CPU seconds a game']:.2f}")
            for width, each in row.get("beam", {}).items()
        ]
    kinds = ("optimum", "learned", "by its values", "penalised", "proved", "hindsight")
    small = [
        (f"`{pad}`", *(f"{row[kind]:.3f}" if kind in row else "" for kind in kinds))
        for pad, row in figures["small"].items()
    ]
    head = ("pad", "groups", "stars", "proved", "games", "in hindsight", "penalised", "less by")
    head += ("proved (CPU s)", "games (CPU s)")
    return f"""\
## Splitter: what any player scores at most

`{figures["command"]}`: means a game (± 95%) that no player exceeds who does not see the rolls to
come. *Proved* needs no drawn rolls: it is the best play of an easier game, by dynamic programming;
pad B has 5 points more for its hearts. *In hindsight* all rolls are known. *Penalised* takes off
the luck of each roll by the values of the easier game (an information relaxation), on the same
seeded games.

{table(head, rows)}
With the learned values of a sheet as penalty the problem is too large to be solved exactly. A beam
of so many sheets a round finds this much; a bound by these values cannot be less than the mean of
what any beam finds, and the true solution may be more.

{table(("pad", "width", "games", "found", "CPU s a game"), beams)}
On small pads all of it is known: the optimum by the rules alone, and the penalised problem solved
exactly for all rolls, with the learned values and with the optimum's own.

{table(("pad", *kinds), small)}
{measured_on(figures)}"""


PARTS = {
    "splitter_kernel": splitter_kernel,
    "splitter_train": splitter_train,
    "splitter_agents": splitter_agents,
    "splitter_rivals": splitter_rivals,
    "splitter_hindsight": splitter_hindsight,
    "splitter_bound": splitter_bound,
}
