"""Photograph the board of every game in JupyterLab: at the start, in the middle, and in the dark.

    python scripts/screenshots.py [--out FOLDER] [--readme] [GAME ...]

The picture of each game that the README shows is its middle; with ``--readme`` those pictures are
written to docs/pictures. Needs the extra ``browser`` and Debian's Chromium.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.lib.front_end import (  # noqa: E402 - found by the line above
    chromium,
    open_notebook,
    run_in_kernel,
    serving,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = {"width": 1366, "height": 768}
DARK: Final = (
    "() => jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
)
LIGHT: Final = DARK.replace("Dark", "Light")
STILL: Final = 1500
"""Milliseconds after which nothing moves on the page."""

PLAY: Final = """
from random import Random
rng, agent = Random({seed}), pg.agent({agent!r}, game={game!r})
for _ in range({plies}):
    state = board.state
    if state.outcome is None:
        board.play(agent.choose(state, rng) if state.turn >= 0 else state.legal_moves.sample(rng))
"""


@dataclass(frozen=True)
class Game:
    """How a game comes to its middle: so many plies of an agent against itself."""

    options: str
    agent: str
    plies: int
    seed: int = 1


GAMES: Final = {
    "split": Game("", "random", 34, seed=3),
    "splinter": Game("", "random", 32, seed=3),
    "polygon": Game("n=8", "mobility", 7),
    "splitter": Game("players=2, seed=3", "potential", 30),
    "territory": Game("seed=3", "greedy", 16),
}


def main(args: Sequence[str]) -> None:
    """Photograph the games that are named; all by default."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--readme", action="store_true", help=f"write {PICTURES.name}, too")
    given = parser.parse_args(args)
    given.out.mkdir(parents=True, exist_ok=True)
    for game, moment, picture in photographs(given.games or list(GAMES)):
        (given.out / f"{game}-{moment}.png").write_bytes(picture)
        if given.readme and moment == "middle":
            PICTURES.mkdir(parents=True, exist_ok=True)
            (PICTURES / f"{game}.png").write_bytes(picture)
        print(f"{game}-{moment}.png {len(picture) // 1000} kB")


def photographs(games: Sequence[str]) -> Iterator[tuple[str, str, bytes]]:
    """Yield game, moment and picture of each board."""
    with TemporaryDirectory() as home, serving("lab", Path(home)) as url, chromium() as browser:
        page = browser.new_page(viewport=SIZE)
        for game in games:
            open_board(page, Path(home), url, game)
            yield game, "start", seen(page)
            run_in_kernel(page, PLAY.format(game=game, **vars(GAMES[game])))
            yield game, "middle", seen(page)
            page.evaluate(DARK)
            yield game, "dark", seen(page)
            page.evaluate(LIGHT)


def open_board(page: Any, home: Path, url: str, game: str) -> None:
    """Open a notebook of one cell that shows a board."""
    options = ", ".join(filter(None, (repr(game), GAMES[game].options, "autosave=None")))
    code = f"import polygames as pg\nboard = pg.play({options})\nboard"
    open_notebook(page, url, home, game, code)


def seen(page: Any) -> bytes:
    """Return the board with what is beside it, once it is still."""
    page.wait_for_timeout(STILL)
    all_of_it = page.locator(".polygames-board").bounding_box()
    board = page.locator(".polygames-stack").bounding_box()
    high = board["y"] + board["height"] - all_of_it["y"]
    picture: bytes = page.screenshot(clip=all_of_it | {"height": high})
    return picture


if __name__ == "__main__":
    main(sys.argv[1:])
