"""How steady the values of a live analysis are, while somebody looks.

``python -m benchmarks.studies.steady [GAME...] [--positions N] [--seconds S] [--keep FOLDER]``
looks at positions of games between middling agents as the board does, and counts in how many looks

- the chance that the bar shows moves by five points at most after the first second, or the bar
  says that it is unclear or proved;
- what is said before the best move and after it agree within the interval: each position is
  followed by a look at the one after its best move, which counts as a look of its own, too;
- the first row and the bar say the same side is ahead: at each answer of every look.

Where no chance is shown (Splitter) the points count: five points in a hundred of the scale.

Seconds are those of one core: what else runs on the machine changes nothing. The games take turns,
and each look is kept in the folder: broken off, the command goes on there. ``--figures`` writes
those of what is kept, ``--minutes`` ends it after so many.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import polygames as pg
from benchmarks.lib import cpu_time, kept, machine
from polygames.arena.ratings import wilson
from polygames.search import deepen
from polygames.widgets.panels.analysis import UNCLEAR, bar, worth

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis

OPTIONS: dict[str, dict[str, Any]] = {
    "polygon": {"n": 12},
    "splinter": {},
    "split": {},
    "splitter": {},
    "territory": {"size": 10, "penalty": 0.5},
}
"""What is looked at."""

PLIES = {"polygon": 8, "splinter": 40, "split": 24, "splitter": 40, "territory": 16}
"""How many plies were played at most."""

STEADY = 0.05
"""By how much a chance may move."""
FIRST = 1.0
"""After how many seconds it has to stay."""
TIMES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""After which seconds of a look the chance is written down."""


class Shown(NamedTuple):
    """What the board shows at a moment of a look."""

    seconds: float
    chance: float
    """Of the seat to move; or its value as a share of the scale."""
    is_open: bool
    """Whether the bar says that it is unclear."""
    agrees: bool
    """Whether first row and bar say the same."""
    words: str
    """What both say."""


def position(game: str, rng: Random) -> Any:
    """Return a position of a game between middling agents, in which a player is to move."""
    while True:
        options = dict(OPTIONS[game])
        if game == "territory":
            options["seed"] = rng.randrange(10**6)
        state: Any = pg.new(game, **options)
        agent = pg.agent("level 2", game=game)
        for _ in range(rng.randrange(PLIES[game])):
            if state.outcome is None:
                by_chance = state.turn == pg.CHANCE
                view = None if by_chance else state.view(state.turn)
                moves = state.legal_moves
                state = state.play(moves.sample(rng) if by_chance else agent.choose(view, rng))
        while state.outcome is None and state.turn == pg.CHANCE:
            state = state.play(state.legal_moves.sample(rng))
        if state.outcome is None and (not state.legal_moves.finite or len(state.legal_moves) > 1):
            return state


def shown(analysis: Analysis, seconds: float) -> Shown:
    """Return what the board shows of an analysis."""
    best, (low, high) = analysis.moves[0], analysis.scale
    chance = (best.value - low) / (high - low) if best.chance is None else best.chance
    words = bar(analysis)["text"].lower()
    said = f"{worth(analysis, best)} | {words}"
    return Shown(seconds, chance, UNCLEAR in words, agree(analysis, words), said)


def agree(analysis: Analysis, words: str) -> bool:
    """Say whether the first row and the bar take the same side."""
    row = worth(analysis, analysis.moves[0])
    if UNCLEAR in words or UNCLEAR in row:
        return UNCLEAR in words and UNCLEAR in row
    if analysis.state.seats == 1 or analysis.scale[0] >= 0:
        return row.split()[0].lower() in words
    says = {"wins": 1, "loses": -1, "ties": 0}
    side = says.get(row.split()[0])
    if side is None:
        chance = analysis.moves[0].chance
        ahead = 0.5 if chance is None else chance
        side = (ahead > 0.505) - (ahead < 0.495)  # noqa: PLR2004 - what is not written as 50%
    sign = -1 if row.startswith("−") else 1 if row.startswith("+") else 0
    leads = bar(analysis)["share"] - 0.5 if "share" in bar(analysis) else 0.0
    mine = leads if analysis.state.turn == 0 else -leads
    return side * mine >= 0 and sign * mine >= -0.005  # noqa: PLR2004 - a half per cent


def look(state: Any, seconds: float) -> tuple[list[Shown], Analysis]:
    """Look at a position as long as that, and return all that was shown, and the last answer."""
    begun, found, last = process_time(), list[Shown](), None
    with closing(deepen(state, seconds=seconds)) as answers:
        for analysis in answers:
            found.append(shown(analysis, process_time() - begun))
            last = analysis
    assert last is not None  # noqa: S101 - there is always a first answer
    return found, last


def moved(found: list[Shown]) -> float:
    """Return by how much the chance moved after the first second."""
    at_first = [each for each in found if each.seconds <= FIRST][-1:]
    told = [*at_first, *(each for each in found if each.seconds > FIRST)]
    chances = [each.chance for each in told if not each.is_open]
    return max(chances, default=0.0) - min(chances, default=0.0)


def unclear(found: list[Shown]) -> float:
    """Return for which share of the time after the first second the bar said that it is unclear."""
    told = [each for each in found if each.seconds > FIRST] or found[-1:]
    ends = [each.seconds for each in told[1:]] + [max(told[-1].seconds, TIMES[-1])]
    spans = [max(1e-9, end - each.seconds) for each, end in zip(told, ends, strict=True)]
    return sum(s for s, each in zip(spans, told, strict=True) if each.is_open) / sum(spans)


def after_best(before: Analysis) -> Any:
    """Return the position after the best move, None where the same chance is not to be told."""
    after = before.state.play(before.moves[0].move)
    if after.outcome is not None or after.turn in {pg.CHANCE, before.state.turn}:
        return None
    return None if before.scale[0] >= 0 else after


def is_agreed(before: Analysis, later: Analysis) -> bool:
    """Say whether the intervals before and after the best move have a value in common."""
    best, answer = before.moves[0], later.moves[0]
    return bool(-answer.high <= best.high + 1e-9 and -answer.low >= best.low - 1e-9)


def row_of(number: int, seconds: float, found: list[Shown], last: Analysis) -> dict[str, Any]:
    """Return what was seen of a position."""
    told = {t: [each.chance for each in found if each.seconds <= t][-1:] for t in TIMES}
    return {
        "number": number,
        "seconds": seconds,
        "moved": moved(found),
        "is unclear": found[-1].is_open,
        "unclear": unclear(found),
        "is proved": last.moves[0].proved,
        "answers": len(found),
        "agreeing": sum(each.agrees for each in found),
        "not agreeing": [each.words for each in found if not each.agrees][:3],
        "is agreed": None,
        "chances": {f"{t:g}": round(chance, 4) for t in TIMES for chance in told[t]},
        "position": last.state.to_text(),
    }


def looked_at(game: str, number: int, seconds: float) -> list[dict[str, Any]]:
    """Look at a position of a game and at the one after its best move; say what was seen."""
    found, last = look(position(game, Random(f"steady {game} {number}")), seconds)
    rows = [row_of(number, seconds, found, last)]
    if (after := after_best(last)) is not None:
        then, later = look(after, seconds)
        rows.append(row_of(number, seconds, then, later))
        rows[0]["is agreed"] = is_agreed(last, later)
    return rows


def study(
    games: list[str], positions: int, seconds: float, folder: Path, minutes: float | None = None
) -> None:
    """Look at so many positions of each game, in turn; what is kept is not looked at again."""
    begun = monotonic()
    rows = {game: kept.read(folder / f"{game}.jsonl") for game in games}
    for game in games:
        look(position(game, Random(game)), 1.0)  # compiles
    for number in range(positions):
        for game in games:
            if number in {row["number"] for row in rows[game]}:
                continue
            if minutes is not None and monotonic() - begun > 60 * minutes:
                return
            new = looked_at(game, number, seconds)
            rows[game] += new
            kept.write(folder / f"{game}.jsonl", rows[game])
            print(game, number, [row["moved"] for row in new], new[0]["is agreed"], flush=True)


def share(found: list[bool]) -> dict[str, Any] | None:
    """Return a share with its interval of 95%."""
    if not found:
        return None
    return {"share": sum(found) / len(found), "95%": list(wilson(sum(found), len(found)))}


def figures_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the looks at a game showed."""
    most = sorted(row["moved"] for row in rows)
    answers = sum(row["answers"] for row in rows)
    pairs = [row["is agreed"] for row in rows if row["is agreed"] is not None]
    counted = [row["unclear"] for row in rows if "unclear" in row]  # not in what was kept long ago
    return {
        "positions": len({row["number"] for row in rows}),
        "looks": len(rows),
        "seconds": max(row["seconds"] for row in rows),
        "steady": share([row["moved"] <= STEADY for row in rows]),
        "unclear in the end": sum(row["is unclear"] for row in rows) / len(rows),
        **({"unclear of the time": sum(counted) / len(counted)} if counted else {}),
        "proved in the end": sum(row["is proved"] for row in rows) / len(rows),
        "moved, median and ninth tenth": [most[len(most) // 2], most[len(most) * 9 // 10]],
        "answers": answers,
        "first row and bar agree": sum(row["agreeing"] for row in rows) / answers,
        "pairs": len(pairs),
        "agree with the answer after the best move": share(pairs),
    }


def main() -> None:
    """Look, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="a look")
    parser.add_argument("--keep", type=Path, default=Path(".cache") / "steady")
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--figures", action="store_true", help="write those of what is kept")
    given = parser.parse_args()
    games = given.games or list(OPTIONS)
    if not given.figures:
        with cpu_time.counted():
            study(games, given.positions, given.seconds, given.keep, given.minutes)
    figures = machine.read("steady")
    for game in games:
        if rows := kept.read(given.keep / f"{game}.jsonl"):
            figures[game] = figures_of(rows)
            print(game, figures[game])
    machine.write("steady", figures)


if __name__ == "__main__":
    main()
