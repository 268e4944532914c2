"""How many best moves have a reason, and how many one that speaks against them.

``python -m benchmarks.studies.reasons [GAME...] [--positions N] [--seconds S] [--keep FOLDER]``
looks at positions of games between middling agents and reads what is said of the best move, with
its line as an analysis and without it as a hint: by `reason`, which also tells what the answer
takes, and by `merits`, which is said of moves that are recommended. Beside them stands a move that
was drawn by chance: what is said of any move as well would be no reason.

A sentence speaks against a move if what it tells is a loss: in Splinter of more pawns or the game,
after all that the line took until then; in Territory an answer that brings more than the move
gains or keeps from the other one; in Split more for the other player than for the mover; in Polygon
an answer that leaves the mover fewer segments than the move left the other one, or more segments
left than half of the moves leave. Positions are kept in the folder; ``--figures`` counts anew.
"""

from __future__ import annotations

import argparse
import re
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import polygames as pg
from benchmarks.lib import cpu_time, kept, machine
from benchmarks.studies.steady import position
from polygames.core.words import merits, reason
from polygames.games.splinter.board.words import events, taken
from polygames.search import deepen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAMES = ("polygon", "splinter", "split", "territory")
SAYS: dict[str, Callable[[Any, Sequence[Any]], str]] = {"reason": reason, "merits": merits}
ANSWER = re.compile(r"the answer, .*, brings (?:Blue|Red) \+([\d.]+)\.$")
IN_SPLIT = {
    r"(?:It brings \w+|fills one part, at least) (\d+(?:\.\d+)?)": 1,
    r"gets \d+(?:\.\d+)?, and not (\d+(?:\.\d+)?)": 1,
    r"gets (\d+(?:\.\d+)?), and not": -1,
    r"^\w+ could (?:fill|join) .*?area of (\d+(?:\.\d+)?)": -1,
    r"answers (?:by filling|.* brings at least) (\d+(?:\.\d+)?)": -1,
}
"""What is told of points in Split, and whether the mover has them."""
LEFT = re.compile(r"\bleaves (?:Red|Blue) (no|only|one|\d+)\b")
"""What is told of the segments that a move of Polygon or its answer leaves."""
EMPTY = "It counts nothing."
"""What is said of a tile that is worth nothing: no reason to claim it."""


def looked_at(game: str, number: int, seconds: float) -> dict[str, Any]:
    """Return a position and the line of its best move."""
    state = position(game, Random(f"reasons {game} {number}"))
    with closing(deepen(state, seconds=seconds)) as answers:
        *_, last = answers
    best = last.moves[0]
    line = [str(move) for move in best.line or (best.move,)]
    return {"number": number, "position": state.to_text(), "line": line}


def kind_of(state: Any, line: Sequence[Any], said: str) -> str:
    """Say whether a sentence is none, or speaks for a move or against it."""
    if not said or said == EMPTY:
        return "none"
    told = {
        "polygon": _told_by_polygon,
        "splinter": _told_by_splinter,
        "split": _told_by_split,
        "territory": _told_by_territory,
    }[state.game]
    return "against" if told(state, line, said) < 0 else "for"


def _told_by_splinter(state: Any, line: Sequence[Any], said: str) -> float:
    """Return what the mover has won when that happens of which a sentence tells."""
    won = 0.0
    for event in events(state, line):
        won += taken(event.before, event.effect.after, state.turn)
        if event.said == said:
            return won
    return 0.0


def _told_by_split(state: Any, line: Sequence[Any], said: str) -> float:
    """Return the points that a sentence tells of, less those of the other player."""
    del state, line
    return sum(
        sign * float(points)
        for pattern, sign in IN_SPLIT.items()
        for points in re.findall(pattern, said)
    )


def _told_by_polygon(state: Any, line: Sequence[Any], said: str) -> float:
    """Return how many more the answer leaves than the move, or how many fewer this than most."""
    del line
    words = {"no": 0, "only": 1, "one": 1}
    numbers = [words[each] if each in words else int(each) for each in LEFT.findall(said)]
    if len(numbers) > 1:
        return numbers[1] - numbers[0]
    if not numbers or numbers == [0]:
        return 0.0
    return median(len(state.joined(*each).segments) for each in state.segments) - numbers[0]


def _told_by_territory(state: Any, line: Sequence[Any], said: str) -> float:
    """Return what a claim gains, less what its answer is said to bring."""
    found, tile = ANSWER.search(said), state.board.named.get(line[0])
    if found is None or tile is None:
        return 0.0
    gains = state.value(tile, state.turn) + max(0.0, state.value(tile, 1 - state.turn))
    return float(gains) - float(found[1])


def counted(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the shares of what is said."""
    found: dict[str, Any] = {"positions": len(rows)}
    for name, say in SAYS.items():
        for asked in ("best with its line", "best alone", "by chance"):
            kinds = [kind_of(*each, say(*each)) for each in (_asked(row, asked) for row in rows)]
            shares = {kind: kinds.count(kind) / len(kinds) for kind in ("none", "against")}
            found.setdefault(name, {})[asked] = shares
    return found


def _asked(row: dict[str, Any], asked: str) -> tuple[Any, list[Any]]:
    """Return a position, and the move that is asked for with what may follow."""
    state = pg.from_text(row["position"])
    if asked == "by chance":
        return state, [state.legal_moves.sample(Random(row["position"]))]
    line, now = list[Any](), state
    for text in row["line"][: 1 if asked == "best alone" else None]:
        line.append(now.parse(text))
        now = now.play(line[-1])
    return state, line


def main() -> None:
    """Look, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0.5, help="a look")
    parser.add_argument("--keep", type=Path, default=Path(".cache") / "reasons")
    parser.add_argument("--figures", action="store_true", help="write those of what is kept")
    given = parser.parse_args()
    figures = machine.read("reasons")
    with cpu_time.counted():
        for game in given.games or GAMES:
            file = given.keep / f"{game}.jsonl"
            rows = kept.read(file)
            if given.figures:  # what is said may rest on the search, which is loaded by a look
                looked_at(game, 0, given.seconds)
            for number in range(len(rows), 0 if given.figures else given.positions):
                rows.append(looked_at(game, number, given.seconds))
                kept.write(file, rows)
            figures[game] = counted(rows)
            print(game, figures[game], flush=True)
    machine.write("reasons", figures)


if __name__ == "__main__":
    main()
