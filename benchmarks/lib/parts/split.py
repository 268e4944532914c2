"""What was measured of Split."""

from __future__ import annotations

from typing import Any

from benchmarks.lib.parts.ladder import who_beats_whom
from benchmarks.lib.parts.text import (
    matches_measured_on,
    measured_on,
    share_interval,
    table,
)
from polygames.arena.ratings import wilson

__all__ = ["PARTS"]


def split_speed(figures: dict[str, Any]) -> str:
    """Return the part on random moves of Split."""
    engines, ratios, first = figures["engines"], figures["ratios"], figures["first game"]
    rows = [
        (
            name,
            row["games"],
            f"{row['moves per CPU second']:,.0f}",
            "" if name not in ratios else f"{ratios[name]:.0f}x",
            f"{row['plies a game']:.1f}",
            f"{row['won by seat 0']:.1%}",
        )
        for name, row in engines.items()
    ]
    head = ("engine", "games", "moves per CPU second", "compiled is", "plies a game", "seat 0 won")
    return f"""\
## Split: random moves

`python -m benchmarks.speed.split`: the same random moves (the last paragraph of Split's RULES.md)
by the kernel, by `rules.py` and on `shapely.ops.split` (`peers/split_on_shapely.py`: chords
lengthened so that they cut), in turns within one process. Targets: at least 40x shapely, at
least 5x rules.py.

{table(head, rows)}
From a new process to the end of its first game: {first["cold"]["seconds"]:.1f} s with an empty
compile cache ({first["cold"]["CPU seconds"]:.1f} CPU s), {first["warm"]["seconds"]:.1f} s with a
warm one ({first["warm"]["CPU seconds"]:.1f} CPU s), imports included.

{measured_on(figures)}"""


def split_ladder(figures: dict[str, Any]) -> str:
    """Return the part on the strength of Split's agents."""
    return f"""\
## Split: who beats whom

`{figures["command"]}`: pairs of games with seats swapped, preset 2026, from the empty
square. Won, tied and lost are the first agent's; the interval is Wilson's; *seat 0* is the share
of the points that went to the first mover. Thinking times are per move, by the wall clock: other
work on the machine makes an agent weaker. The sequential test is Wald's, both errors 5%: it accepts
the higher or only the lower of two shares, in at most 40 pairs. *Reached* compares the target with
the share that was seen: where the interval begins below the target, as it does for 99% after 200
wins of 200, the true share may be lower.

{who_beats_whom(figures)}
{matches_measured_on(figures)}"""


def split_endgames(figures: dict[str, Any]) -> str:
    """Return the part on endgames of Split."""
    rows = [
        (kind, row["positions"], row["won"], row["lost"], row["open"], row["replies"], row["held"])
        for kind, row in figures["kinds"].items()
    ]
    head = ("open areas", "positions", "proved won", "proved lost", "open")
    head += ("games against the proof", "proof held")
    return f"""\
## Split: endgames

`python -m benchmarks.strength.split_endgames`: positions of random games (preset 2026) with one or
two open areas. {figures["exact"]} Every other result is a
proof for *the lines that matter* only, with no bound on what another line could change. It is
tried by games in which the side that should win plays the agent and the other side random lines:
a weak test, which can refute and not confirm. *Open* is what {figures["seconds"]:g} s did not
settle.

{table(head, rows)}
{measured_on(figures)}"""


def split_choice(figures: dict[str, Any]) -> str:
    """Return the part on what choosing the colour is worth."""

    def span(found: list[float]) -> str:
        return "{:+.1%} ({:+.1%} to {:+.1%})".format(*found)

    kinds = [
        (
            *(name, row["lines"], row["games"]),
            *(span(row[key]) for key in ("gain at least", "gain at most")),
            *(row["all games tied"], row["one colour won all"]),
        )
        for name, row in figures["gains"].items()
    ]
    again = [
        (
            *(agent, "{}, {} to {}, {}".format(*row["line"][0], *row["line"][1])),
            *(len(row["games"]), row["games"].count("="), f"{row['drawer']:.1%}"),
            share_interval(wilson(row["games"].count("="), len(row["games"]))),
        )
        for agent, rows in figures["best"].items()
        for row in rows
    ]
    head = ("agent, kind and parts", "lines", "games from each", "gains at least", "gains at most")
    head += ("lines with ties only", "lines that one colour won always")
    return f"""## Split: what choosing the colour is worth

`{figures["command"]}`: the share of the points, beyond a half, of a chooser who learns from some
games of a line which colour is better, and is paid by others (*at least*) or by the same (*at
most*); means over lines with intervals of 95%.

{table(head, kinds)}
The most even lines again, with fresh games: what the player who drew the line has against the
better colour. More than a half is impossible.

{table(("agent", "line", "games", "ties", "the drawer has", "share of ties, 95%"), again)}
{measured_on(figures)}"""


def split_values(figures: dict[str, Any]) -> str:
    """Return the part on what a net of leaf values could know."""
    explained, prices = figures["explained"], figures["microseconds"]
    stages = list(explained["net"])
    rows = [(name, *(f"{row[stage]:.1%}" for stage in stages)) for name, row in explained.items()]
    gains = {
        name: "{:+.1%} ({:+.1%} to {:+.1%})".format(*figures[f"gain of the {name}"])
        for name in ("net", "search")
    }
    commands = "\n".join(f"    {command}" for command in (*figures["play"], figures["command"]))
    return f"""## Split: what a net of leaf values could know

{commands}

The share of the variance of the result that is explained before a line, by plies, in
{figures["kept apart"]} of {figures["games"]} games that were kept apart; and in the others. *Stage*
is how far the game has come; the net sees that, the static evaluation, and 14 numbers of each open
area by 32 units (*longer*: with five times the passes). It explains {gains["net"]} more than the
static evaluation with the stage, the search {gains["search"]}; intervals of
95% by games.

{table(("by", *stages), rows)}
Microseconds of CPU for a look at an area: {prices["evaluation"]:.2f} by the evaluation,
{prices["net"]:.2f} by the net. A whole candidate of the search, whose line makes two areas, takes
{prices["candidate"]:.2f}.

{measured_on(figures)}"""


def split_endings(figures: dict[str, Any]) -> str:
    """Return the part on what one open area is worth."""
    head = ("games", "one open area", "less than twice the limit", "with a pair")
    head += ("won", "lost", "open", "tries", "beyond the bounds", "CPU seconds")
    rows = [(name, *(row[key] for key in head)) for name, row in figures["agents"].items()]
    return f"""\
## Split: endings with one open area

`{figures["command"]}`: positions of games (preset {figures["preset"]}) with
one open area, and what the bounds of its value say of them for the seat to move. *Tries* are games
in which a seat plays by the proof, from these endings.

{table(("agent", *head), rows)}
{measured_on(figures)}"""


PARTS = {
    "split_values": split_values,
    "split_speed": split_speed,
    "split_ladder": split_ladder,
    "split_endings": split_endings,
    "split_endgames": split_endgames,
    "split_choice": split_choice,
}
