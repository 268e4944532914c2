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


def territory(figures: dict[str, Any]) -> str:
    """Return the part on reviews of Territory."""
    command = "python -m benchmarks.studies.review territory"
    return f"""\
## Reviews: Territory beside brute force, the last moves included

`{command} --moves {figures["asked"]} --seconds {figures["seconds"]:g}`:
{figures["moves"]} moves of random games on boards of 2x2 to 4x4 with all endings and options
(penalties 1/3, 0, 1/2, 1 and -1/2), {figures["last moves"]} of them the last ones, reviewed with
{figures["seconds"]} s a position. Proved by the review: {figures["proved"]}. Judged wrongly: a
value that is proved and another one, a best move called bad, or a worse one called best:
{len(figures["wrong"])}.

{measured_on(figures)}"""


def best(figures: dict[str, Any]) -> str:
    """Return the part on moves of the best agents."""
    moves, called = figures["moves"], figures["called mistakes"]
    sure = figures.get("by a long look, too", {})
    rows = "".join(
        f"| {game} | {moves[game]} | {len(called[game])} | {sure.get(game, 0)} |\n"
        for game in moves
    )
    count, bad = sum(moves.values()), sum(map(len, called.values()))
    return f"""\
## Reviews: moves of the best agents that are called mistakes

`python -m benchmarks.studies.review best --seconds {figures["seconds"]}`: games of the best
agent of each game against itself, which thinks twice as long about a move as the review does. Of
{count} moves {bad} are called mistakes or blunders: {bad / count:.1%}. These were looked at once
more, 20 times as long: agents do make mistakes.

| game | moves | called mistakes | by the long look, too |
|---|---:|---:|---:|
{rows}
{measured_on(figures)}"""


def planted(figures: dict[str, Any]) -> str:
    """Return the part on blunders that were planted in good games."""
    found, missed = figures["found"], figures["missed"]
    rows = "".join(
        f"| {game} | {found[game] + len(missed[game])} | {found[game]} |\n" for game in found
    )
    seen = sum(found.values())
    every = seen + sum(map(len, missed.values()))
    return f"""\
## Reviews: blunders planted in good games that are found

`python -m benchmarks.studies.review planted --seconds {figures["seconds"]}`, for one game at a time
with `--game`: random moves in games of the best agents. Those that a review six times as long calls
blunders are planted ones; a review of {figures["seconds"]} s a position calls {seen} of {every} of
them mistakes or blunders ({seen / every:.1%}).

| game | planted | found |
|---|---:|---:|
{rows}
{measured_on(figures)}"""


PARTS = {
    "review_exact": exact,
    "review_territory": territory,
    "review_best": best,
    "review_planted": planted,
}
