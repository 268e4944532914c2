"""How steady values are, whether sums add up, and whether accuracy puts players in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg

if TYPE_CHECKING:
    from collections.abc import Callable


def steady(figures: dict[str, Any]) -> str:
    """Return the part on values that stay."""
    games = {name: found for name, found in figures.items() if name != "machine"}
    rows = "\n".join(
        f"| {name} | {found['looks']} | {found['seconds']:g} s | {_share(found['steady'])} "
        f"| {_unclear(found)} | {_share(found.get('proved in the end'))} "
        f"| {found['first row and bar agree']:.1%} "
        f"| {_share(found['agree with the answer after the best move'])} | {found['pairs']} |"
        for name, found in games.items()
    )
    return f"""\
## Analyses: values that stay

`python -m benchmarks.studies.steady`: positions of games between middling agents (polygon of 12
corners, territory of 10 by 10 with penalty 1/2), looked at as the board does; a look takes so many
seconds of one core. *Steady*: the chance that is shown moves by five points at most after the first
second, or is *unclear*; with its 95% interval. *Unclear*: in the end, and of the time after the
first second, where that was counted. Each position is looked at again after its best
move, where the other player is to move then, so two looks are often of one game. *Agree after*: the
intervals before and after that move have a value in common. In Split the candidates for replies are
as many as those for moves: with 16 of them, as before, 22 of 25 of these looks were steady, and the
chances before and after the best move were 14 points apart in the mean of ten pairs (8 now); it
looked a ply deeper in half of the looks.

| game | looks | a look of | steady | unclear | proved | row and bar agree | agree after | pairs |
|---|---|---|---|---|---|---|---|---|
{rows}
"""


def _apart(games: int) -> str:
    """Write by how much two trees of Splinter may differ for nothing, in points of the chance."""
    apart = pg.game("splinter").engine.verdicts.apart_after(games)
    return f"{50 * (apart or 0.0):.0f}"


def _unclear(found: dict[str, Any]) -> str:
    """Write how often looks were unclear."""
    in_the_end, of_the_time = found["unclear in the end"], found.get("unclear of the time")
    return f"{in_the_end:.0%}" + ("" if of_the_time is None else f" ({of_the_time:.0%})")


def sums(figures: dict[str, Any]) -> str:
    """Return the part on what was expected, luck and play."""
    return f"""\
## Reviews of Splitter: start, luck and play add up to the sheet

`python -m benchmarks.studies.splitter_sums --games {figures["games"]}`: {figures["games"]:,} games
of one to four players, {figures["seats"]:,} sheets. What was expected at the start, the luck of
each roll and what each placement changed, each found for itself, differ from the points of the
sheet by {figures["largest error"]:.1e} at most.
"""


def accuracy(figures: dict[str, Any]) -> str:
    """Return the part on accuracy."""
    games = {name: found for name, found in figures.items() if name != "machine"}
    players = list(next(iter(games.values()))["players"])
    rows = "\n".join(
        f"| {name} | {found['seconds']:g} s "
        f"| {' | '.join(_mean(found['players'][each]) for each in players)} "
        f"| {_order(found)} |"
        for name, found in games.items()
    )
    return f"""\
## Reviews: accuracy by player

`python -m benchmarks.studies.accuracy`: each player against level 3 (in Splitter alone), all moves
reviewed with so many seconds of one core a position. Mean accuracy with half of its interval of
95%, and the number of games. *In order*: each player has a higher mean than the one before;
*beyond doubt*: by more than half of the interval of the difference (a bootstrap, in which games on
the same board are drawn together). Boards of Territory are balanced. Level 1 of Polygon is random.
Games in which nothing was known of any move of the player have no accuracy. In Polygon few moves of
a game count, and each of them mostly keeps a won game or loses it: a mean of few games is far off.
The reviews of Split were made before an interval that is open to an end of
the scale stayed so; more moves count in them than in a new review. With 0.05 s Splinter's
judge has trees of some 5,000 games. Two of these differ by up to {_apart(5000)} points of the
chance to win for nothing, two of 0.3 s by {_apart(30_000)}, and moves within that are *unclear* and
do not count: 15 of 35 of the random player, 18 of 112 of level 4. So the accuracy
of Splinter tells levels 4 and 5 from the weaker players, and no more; they lose less than the noise
in the mean. With the unclear moves counted by what they seem to lose these games make 72 ± 9 for
random, 82 ± 3, 82 ± 6, 82 ± 6, 93 ± 3 and 94 ± 3 for the levels: a random player is told from level
1 then, but a review would charge moves that it does not call bad.

| game | a position | {" | ".join(players)} | in order |
|---|---|{"---|" * len(players)}---|
{rows}
"""


def reasons(figures: dict[str, Any]) -> str:
    """Return the part on what is said of the best move."""
    rows = "\n".join(
        f"| {game} | {found['positions']} | {said} | {asked} | {share['none']:.1%} "
        f"| {share['against']:.1%} |"
        for game, found in figures.items()
        if game != "machine"
        for said in ("reason", "merits")
        for asked, share in found[said].items()
    )
    return f"""\
## Best moves: how many have a reason

`python -m benchmarks.studies.reasons`: positions of games between middling agents. *reason* tells
what a move and its answer do, *merits*, which is said of moves that are recommended, only what
speaks for it. *With its line* is how an analysis asks, *alone* how a hint does; a move *by chance*
stands beside them. *Against*: what is told is the mover's loss.

| game | positions | what is said | of which move | nothing | against |
|---|---|---|---|---|---|
{rows}
"""


def _order(found: dict[str, Any]) -> str:
    if not found["in order"]:
        return "no"
    if "steps" not in found:
        return "yes, by the definition before"  # its games were not kept, to be judged anew
    return "beyond doubt" if found["in order beyond doubt"] else "yes"


def _mean(found: dict[str, Any]) -> str:
    if found["accuracy"] is None:
        return "–"
    half = "" if found["half interval"] is None else f" ± {found['half interval']:.0f}"
    return f"{found['accuracy']:.0f}{half} ({found['games']})"


def _share(found: dict[str, Any] | float | None) -> str:
    """Write a share, with its interval where that was kept."""
    if found is None:
        return "–"
    if not isinstance(found, dict):
        return f"{found:.0%}"
    low, high = found["95%"]
    return f"{found['share']:.0%} ({low:.0%} – {high:.0%})"


PARTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "steady": steady,
    "splitter_sums": sums,
    "accuracy": accuracy,
    "reasons": reasons,
}
