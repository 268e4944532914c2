"""What was measured of Splinter."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.ladder import between_equals, who_beats_whom
from benchmarks.lib.parts.text import matches_measured_on, measured_on, share_interval, table

__all__ = ["PARTS"]


def splinter_speed(figures: dict[str, Any]) -> str:
    """Return the part on how fast Splinter is beside OpenSpiel."""
    moves, visits = figures["moves per CPU second"], figures["visits per CPU second"]
    speeds = [
        (name, f"{moves[name]:,.0f}", f"{visits[found]:,.0f}" if found in visits else "")
        for name, found in [(name, {"kernel": "uct"}.get(name, name)) for name in moves]
    ]
    aims = [
        (
            row["what"],
            f"{row['ratio']:.1f}x",
            f"{row['target']}x",
            "reached" if row["ratio"] >= row["target"] else "**missed**",
        )
        for row in figures["ratios"]
    ]
    times = [
        (what, *(f"{run[how]['CPU seconds']:.2f}" for how in ("cold", "warm", "warm, all")))
        for what, run in figures["first"].items()
    ]
    two = ", ".join(f"{what} {ratio:.2f}" for what, ratio in figures["two threads"].items())
    return f"""\
## Splinter: speed, beside OpenSpiel

`{figures["command"]}`: random moves and simulations of tree search (each plays one random game)
per CPU second of one thread, in turns within one run. `plain Python` is what plays random games
where numba is missing (`engine/bitboard.py`: the games of `rules.py` move for move, on whole
numbers), `rules.py` the same games state by state. `python_splinter` is Splinter by the same rules
as an OpenSpiel game in Python (`peers/splinter_on_openspiel.py`); the other games are OpenSpiel's
in C++ ({figures["open-spiel"]}), played by its C++ random rollouts and C++ MCTS.

{table(("engine", "random moves / CPU s", "simulations / CPU s"), speeds)}
{table(("ratio", "seen", "target", ""), aims)}
Two threads beside one (target 1.8): {two}. The wall clock counts other programs in: when the run
ended, the load average was {figures["load"]:.1f} on {figures["machine"]["cores"]} cores. Two
threads that each do per CPU second what one does alone, and never wait, do twice as much where
both have a core.

CPU seconds from a new process to the end of its first games or moves, with an empty and with a
warm compile cache, imports included (targets: 8 and 0.7; of five warm starts the quickest), where
only what polygames needs is installed. Numba also loads scipy and coverage where it finds them, as
here, where OpenSpiel and the tests need them: the last column counts that in.

{table(("first", "cold", "warm", "warm, with scipy"), times)}
{measured_on(figures)}"""


def splinter_ladder(figures: dict[str, Any]) -> str:
    """Return the part on the strength of Splinter's agents."""
    return f"""\
## Splinter: who beats whom

`{figures["command"]}`: pairs of games with seats swapped; both games of a
pair begin with the same random moves, where there are any. Won, tied and lost are the first
agent's; the intervals are Wilson's; thinking times are per move, by the wall clock, on a machine
that had other work too. A row that has few games was stopped when its time was over. The
sequential test is Wald's, both errors 5%: it accepts the higher or only the lower of two shares,
in at most 40 pairs. *Reached* compares the target with the share that was seen; the interval says
how sure that is.

{who_beats_whom(figures)}
Between equals: how often nobody wins (target: below 20%), and how much the seat that begins has.

{between_equals(figures)}
{matches_measured_on(figures)}"""


def splinter_random_games(figures: dict[str, Any]) -> str:
    """Return the part on Splinter's rules against its kernel."""
    rows = [
        (
            name,
            row["games"],
            *(f"{row[who]:.2%} ± {row[f'{who} error']:.2%}" for who in ("white", "tied", "black")),
            f"{row['plies']:.2f} ± {row['plies error']:.2f}",
        )
        for name, row in figures["outcomes"].items()
    ]
    return f"""\
## Splinter: the kernel against the rules

`{figures["command"]}`: {figures["positions"]} positions of {figures["games"]} random games, with
all choices of the options in turn, {figures["moves"]} legal moves:
{len(figures["mismatches"])} mismatches in the legal moves, the result, or what a move leads to.
Outcomes of random games by both, with standard errors:

{table(("engine", "games", "white won", "tied", "black won", "plies a game"), rows)}
{measured_on(figures)}"""


def splinter_train(figures: dict[str, Any]) -> str:
    """Return the part on how the net was learned."""
    games, spent, explained = figures["games"], figures["CPU seconds"], figures["explained"]
    return f"""\
## Splinter: learning the net

`{figures["play"]}`, then
`{figures["command"]}`: {figures["positions"]:,} positions from {games:,} games of a small tree
search against itself, {spent["games"]} CPU s; the fit {spent["fit"]} CPU s. Share of the variance
of the search's values that is explained in games kept apart: {explained["linear"]:.1%} by the
linear estimate, {explained["net"][-1]:.1%} by the net.

{measured_on(figures)}"""


def learned(figures: dict[str, Any]) -> str:
    """Return the part on how strong the learned agents are."""
    rows = [
        (
            row["learned"],
            row["best"],
            f"{row['seconds']:g}",
            row["seed"],
            row["pairs"],
            *row["wins"],
            f"{row['share']:.1%}",
            share_interval(row["interval"]),
            row["CPU seconds"],
        )
        for row in figures["rows"].values()
    ]
    commands = "\n".join(f"    {row['command']}" for row in figures["rows"].values())
    head = ("learned", "against", "CPU seconds a move", "seed", "pairs", "won", "tied", "lost")
    return f"""\
## Splinter: the learned agent at equal CPU time

{commands}

Pairs of games with seats swapped, both from one opening of four random moves that a search of
2,000 visits by the other agent holds to be even (48 to 52% of the point). The thinking time is that
of the processor, so other work on the machine changes nothing; the intervals are by pairs.

{table((*head, "share", "95% interval", "CPU seconds"), rows)}
{measured_on(figures)}"""


PARTS = {
    "splinter_train": splinter_train,
    "learned": learned,
    "splinter_speed": splinter_speed,
    "splinter_ladder": splinter_ladder,
    "splinter_random_games": splinter_random_games,
}
