"""Play on one board for long, and check that it keeps neither widgets nor memory.

    python -m benchmarks.speed.board_soak --moves 5000
    python -m benchmarks.speed.board_soak --game splinter --moves 10000
    python -m benchmarks.speed.board_soak --boards 50 --moves 10000

Random games, with clicks, Undo, Redo, zoom, hints, panels and New as the client sends them; no
browser. ipywidgets collects no widget that is not closed: after each game as many must live as
before, once a game was played on each board. From a quarter of the moves on, the memory of the
process may grow by 4 MB at most. A second board is opened and closed after each game: nothing of
it may stay. Several boards, of all games in turn, are open together, and a game is played on each
in its turn.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ipywidgets.widgets import widget
from tqdm import tqdm

import polygames as pg
from benchmarks.lib import machine

if TYPE_CHECKING:
    from polygames.widgets.board import BoardWidget

MOST_GROWTH: Final = 4.0
"""In MB, from a quarter of the moves to the end."""


def memory() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def count() -> int:
    """Return the number of living widgets."""
    return len(widget._instances)  # noqa: SLF001 - ipywidgets shows it nowhere


@dataclass
class Soak:
    """A board under way, and what was counted after each game."""

    board: BoardWidget
    rng: Random
    moves: int = 0
    games: int = 0
    actions: int = 0
    checks: list[dict[str, Any]] = field(default_factory=list)

    def tell(self, kind: str, **content: Any) -> None:
        """Send a message as the client would."""
        message = {"kind": kind, "version": self.board.pointer.frame["version"], **content}
        self.board.pointer._handle_custom_msg(message, [])  # noqa: SLF001 - it is what a comm calls
        self.actions += 1

    def play(self) -> None:
        """Play one random move, now and then with something else before it."""
        board, rng = self.board, self.rng
        match rng.randrange(12):
            case 0 if board.record.moves:
                self.tell("key", key="u")
            case 1 if board.record.branches:
                self.tell("key", key="r")
            case 2:
                left, top, right, bottom = board.pointer.frame["home"]
                self.tell("view", window=[left, top, (left + right) / 2, (top + bottom) / 2])
            case 3:
                self.tell("view", window=board.pointer.frame["home"])
            case 4:
                board.open_help()
                board.close_panels()
            case 5 if self.moves % 10 == 0:
                board.hint(board.info.agents[1])
        if board.state.outcome is None:
            board.play(board.state.legal_moves.sample(rng))
            self.moves += 1

    def game(self) -> None:
        """Play a game to its end, open and close a board of its position, start anew, count."""
        while self.board.state.outcome is None:
            self.play()
        other = pg.play(self.board.state, autosave=None)
        other._repr_mimebundle_()
        other.close()
        del other
        self.tell("view", window=self.board.pointer.frame["home"])
        self.board.new()
        self.games += 1
        gc.collect()
        self.checks.append(
            {
                "moves": self.moves,
                "widgets": count(),
                "objects": len(gc.get_objects()),
                "MB": round(memory(), 1),
            }
        )


def soak(game: str, moves: int, seed: int, *, boards: int = 1, show: bool = True) -> dict[str, Any]:
    """Play so many moves and return what was found."""
    with tempfile.TemporaryDirectory() as folder:
        pg.play(game, autosave=None).close()
        others = count()  # ipycanvas keeps one for all boards
        games = islice(cycle([game, *(each for each in pg.games() if each != game)]), boards)
        opened = [
            pg.play(each, seed=seed + number, autosave=Path(folder) / f"game-{number}.txt")
            for number, each in enumerate(games)
        ]
        for board in opened:  # what is made late is there from now on
            board.open_help()
            board.close_panels()
        run, places = Soak(opened[0], Random(seed)), cycle(opened)
        start = time.perf_counter()
        with tqdm(total=moves, unit=" moves", disable=not show) as bar:
            while run.moves < moves:
                before, run.board = run.moves, next(places)
                run.game()
                bar.update(run.moves - before)
        seconds = time.perf_counter() - start
        for board in opened:
            board.close()
    rounds = run.checks[
        boards - 1 :
    ]  # a game was played on each board: what is loaded late is there
    settled = next(check for check in rounds if check["moves"] >= moves / 4)
    last = run.checks[-1]
    return {
        "boards": boards,
        "moves": run.moves,
        "games": run.games,
        "messages": run.actions,
        "widgets after each game": sorted({check["widgets"] for check in rounds}),
        "widgets left by closing": count() - others,
        "MB at a quarter": settled["MB"],
        "MB at the end": last["MB"],
        "objects at a quarter": settled["objects"],
        "objects at the end": last["objects"],
        "ms a move": round(1000 * seconds / run.moves, 2),
    }


def main() -> None:
    """Read the arguments, play, print the figures, write them and judge them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="split", choices=pg.games())
    parser.add_argument("--moves", type=int, default=5000)
    parser.add_argument("--boards", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    found = soak(chosen.game, chosen.moves, chosen.seed, boards=chosen.boards)
    print(*(f"{name}: {value}" for name, value in found.items()), sep="\n")
    arguments = f"--game {chosen.game} --moves {chosen.moves} --seed {chosen.seed}"
    command = f"python -m benchmarks.speed.board_soak {arguments}"
    name = "board_soak" if chosen.game == "split" else f"{chosen.game}_soak"
    if chosen.boards > 1:
        name, command = "boards_soak", f"{command} --boards {chosen.boards}"
    machine.write(name, {"command": command} | found)
    growth = found["MB at the end"] - found["MB at a quarter"]
    steady = len(found["widgets after each game"]) == 1 and not found["widgets left by closing"]
    sys.exit(0 if steady and growth <= MOST_GROWTH else "the board keeps what it should not")


if __name__ == "__main__":
    main()
