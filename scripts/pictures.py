"""Photograph boards in JupyterLab: every control, for the page that explains them, and the games.

    python scripts/pictures.py [--readme] [--out FOLDER] [NAME ...]

Each picture is made by a script: code in the kernel, then what the mouse and the keys do. They go
to docs/pictures/board, where docs/board.md shows them; with ``--readme`` those of the games go to
docs/pictures, for the README. Look at them after a change. Needs the extra ``browser`` and
Debian's Chromium.
"""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.lib.front_end import (  # noqa: E402 - found by the line above
    EXPLORED,
    chromium,
    open_notebook,
    run_in_kernel,
    serving,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

PICTURES: Final = ROOT / "docs" / "pictures"
SIZE: Final = {"width": 1366, "height": 900}
COLORS: Final = 160
"""So many colours are enough for a picture, which is a third as large then."""
STILL: Final = 900
"""Milliseconds after which nothing moves on the page."""

WHOLE, HEAD, GRID = ".polygames-board", ".polygames-head", ".polygames-grid"
STACK: Final = ".polygames-stack"


@dataclass(frozen=True)
class Shot:
    """One picture: what comes to be seen, and which part of the page is shown."""

    name: str
    game: str
    """What stands in the parentheses of ``pg.play``, or of another maker."""
    code: str = ""
    """Run in the kernel; ``board`` is there."""
    acts: tuple[tuple[Any, ...], ...] = ()
    """Mouse and keys: ("press", x, y), ("move", x, y), ("up",), ("click", x, y), ("key", "h"),
    ("push", "Hint") for a button, ("take", seat), ("wait", seconds),
    ("until", expression), ("run", code). Places are in the game's own units."""
    parts: tuple[str, ...] = (WHOLE,)
    """What is shown: the smallest rectangle around these."""
    margin: int = 6
    """So many pixels around them."""
    setup: str = ""
    """Run before the board is made."""
    maker: str = "play"


SOME_MOVES: Final = """
from random import Random
rng = Random({seed})
for _ in range({plies}):
    if board.state.outcome is None:
        board.play(board.state.legal_moves.sample(rng))
"""

BRANCHES: Final = """
for text in ("A-D", "D-F", "F-B"):
    board.play(board.state.parse(text))
record = board.record
record.annotate(record.node, comment="crosses the first line", glyph="!?")
board.go(record.root.children[0])
board.play(board.state.parse("D-G"))
board.open_page("Moves")
"""

REVIEW: Final = """
from random import Random
record = pg.Record(board.state)
agents = [pg.agent("level 2", game="polygon"), pg.agent("level 4", game="polygon")]
rng = Random(4)
while record.state.outcome is None:
    record.push(agents[record.state.turn].choose(record.state, rng))
board.load(record)
board.review()
"""

RUNNING: Final = 'board.panel("Review").is_running'
MISTAKE: Final = 'board.panel("Review")._take({"kind": "ply", "ply": 0}); '
MISTAKE_SHOWN: Final = MISTAKE + 'board.panel("Review").next_mistake()'

SHOTS: Final = (
    Shot(
        "board",
        '"splinter", seats=("human", "level 3"), autosave=None',
        "board.session.pause(paused=True)\n"
        + SOME_MOVES.format(seed=3, plies=12)
        + "board.tell('')",
    ),
    Shot(
        "line",
        '"split", autosave=None',
        acts=(("press", 0, 4), ("move", 5, 7), ("key", "2"), ("key", "5"), ("wait", 0.4)),
        parts=(GRID,),
    ),
    Shot(
        "choices",
        '"split", autosave=None',
        "for text in ('draw 0,4 - 10,6',):\n    board.play(board.state.parse(text))",
        parts=(GRID,),
    ),
    Shot(
        "players",
        '"territory", seed=3, autosave=None',
        acts=(("take", 1),),
        parts=(HEAD,),
    ),
    Shot(
        "tools",
        '"splinter", seats=("human", "level 3"), autosave=None',
        parts=(".polygames-tools",),
    ),
    Shot(
        "hint",
        '"splinter", autosave=None',
        SOME_MOVES.format(seed=3, plies=20),
        acts=(("push", "Hint"), ("until", "board.session.thought is None"), ("wait", 3)),
        parts=(GRID,),
    ),
    Shot(
        "analysis",
        '"territory", seed=3, autosave=None',
        SOME_MOVES.format(seed=2, plies=12),
        acts=(("push", "Analyse"), ("wait", 5)),
    ),
    Shot("moves", '"polygon", n=8, autosave=None', BRANCHES),
    Shot(
        "review",
        '"polygon", n=6, autosave=None',
        REVIEW,
        acts=(("until", f"not {RUNNING}"), ("run", MISTAKE_SHOWN), ("wait", 3)),
    ),
    Shot(
        "record",
        '"polygon", n=6, autosave="my-game.txt"',
        "board.play(board.state.parse('A-C'))\nboard.open_record()",
    ),
    Shot("new", '"split", seats=("human", "level 2"), autosave=None', "board.open_new()"),
    Shot("help", '"splinter", autosave=None', "board.open_help()"),
    Shot(
        "continue",
        '"polygon", n=8',
        setup="old = pg.play('polygon', n=8)\nold.play(old.state.parse('A-D'))\nold.close()",
        parts=(GRID,),
    ),
    Shot(
        "zoom",
        '"polygon", n=8, autosave=None',
        "for text in ('A-D', 'D-G', 'G-B', 'B-F'):\n    board.play(board.state.parse(text))\n"
        "board.look_at('1x4', 3)",
    ),
    Shot("puzzle", '"polygon", 7', maker="puzzle"),
    Shot("corners", '"polygon", n=5, autosave=None', "board.shape(on=True)"),
    Shot(
        "placement",
        '"splitter", dice=["roll 4-1", "roll 6-6"], autosave=None',
        acts=(("click", 3.25, -0.85), ("click", 0.5, 2.5), ("wait", 0.5)),
    ),
    Shot("dice", '"splitter", dice="hand", autosave=None'),
    Shot("editor", '"territory", seed=3, autosave=None', "board.edit()"),
)


PLAYED: Final = """
from random import Random
rng, agent = Random({seed}), pg.agent({agent!r}, game={game!r})
for _ in range({plies}):
    state = board.state
    if state.outcome is None:
        board.play(agent.choose(state, rng) if state.turn >= 0 else state.legal_moves.sample(rng))
"""


def played(game: str, options: str, agent: str, plies: int, seed: int) -> Shot:
    """Return a picture of a board in the middle of a game of an agent with itself."""
    code = PLAYED.format(game=game, agent=agent, plies=plies, seed=seed)
    return Shot(game, f'"{game}", {options}autosave=None', code, parts=(HEAD, STACK), margin=0)


README: Final = (
    played("split", "", "random", 34, seed=3),
    played("splinter", "", "random", 32, seed=3),
    played("polygon", "n=8, ", "mobility", 7, seed=1),
    played("splitter", "players=2, seed=3, ", "potential", 30, seed=1),
    played("territory", "seed=3, ", "greedy", 16, seed=1),
)


def main(args: Sequence[str]) -> None:
    """Make the pictures that are named; all by default."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(s.name for s in SHOTS))
    parser.add_argument("--readme", action="store_true", help="the games of the README")
    parser.add_argument("--out", type=Path, help="instead of docs/pictures")
    given = parser.parse_args(args)
    shots, folder = (README, PICTURES) if given.readme else (SHOTS, PICTURES / "board")
    out = given.out or folder
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in photographs([s for s in shots if s.name in (given.names or [s.name])]):
        (out / f"{name}.png").write_bytes(picture)
        print(f"{name}.png {len(picture) // 1000} kB")


def photographs(shots: Iterable[Shot]) -> Iterator[tuple[str, bytes]]:
    """Yield name and picture of each shot."""
    with TemporaryDirectory() as home, serving("lab", Path(home)) as url, chromium() as browser:
        page = browser.new_page(viewport=SIZE)
        page.add_init_script(EXPLORED)
        for shot in shots:
            code = (
                f"import polygames as pg\n{shot.setup}\nboard = pg.{shot.maker}({shot.game})\nboard"
            )
            open_notebook(page, url, Path(home), f"{shot.name}/board", code)
            page.wait_for_timeout(STILL)
            if shot.code:
                run_in_kernel(page, shot.code)
            for act, *given in shot.acts:
                do(page, act, *given)
            yield shot.name, small(seen(page, shot.parts, shot.margin))
            page.mouse.up()


def do(page: Any, act: str, *given: Any) -> None:
    """Do one thing with the mouse, the keys or the kernel."""
    ACTS[act](page, *given)


def press(page: Any, *point: float) -> None:
    """Press the mouse at a place of the game."""
    move(page, *point)
    page.mouse.down()


def move(page: Any, *point: float) -> None:
    """Move the mouse to a place of the game."""
    page.mouse.move(*at(page, point), steps=4)


def click(page: Any, *point: float) -> None:
    """Click a place of the game."""
    press(page, *point)
    page.mouse.up()


def until(page: Any, expression: str) -> None:
    """Wait until something is so in the kernel."""
    while run_in_kernel(page, f"print({expression})") != "True":
        page.wait_for_timeout(500)


def at(page: Any, point: Sequence[float]) -> tuple[float, float]:
    """Return where a place of the game is on the page."""
    layer = page.locator(".polygames-pointer svg").first
    left, top, width, _ = (float(part) for part in layer.get_attribute("viewBox").split())
    box = layer.bounding_box()
    scale = box["width"] / width
    return box["x"] + (point[0] - left) * scale, box["y"] + (point[1] - top) * scale


ACTS: Final[dict[str, Callable[..., Any]]] = {
    "press": press,
    "move": move,
    "click": click,
    "key": lambda page, key: page.keyboard.press(key),
    "push": lambda page, name: page.get_by_role("button", name=name, exact=True).first.click(),
    "take": lambda page, seat: page.locator(".polygames-take").nth(seat).click(),
    "run": run_in_kernel,
    "until": until,
    "wait": lambda page, seconds: page.wait_for_timeout(1000 * seconds),
}


def seen(page: Any, parts: Sequence[str], margin: int) -> bytes:
    """Return the picture of some parts of the page, once they are still."""
    page.wait_for_timeout(STILL)
    boxes = [page.locator(part).first.bounding_box() for part in parts]
    left, top = (max(0, min(box[side] for box in boxes) - margin) for side in "xy")
    right = max(box["x"] + box["width"] for box in boxes) + margin
    low = min(SIZE["height"], max(box["y"] + box["height"] for box in boxes) + margin)
    clip = {"x": left, "y": top, "width": right - left, "height": low - top}
    picture: bytes = page.screenshot(clip=clip)
    return picture


def small(picture: bytes) -> bytes:
    """Return a picture in fewer bytes: with a palette of its own."""
    written = io.BytesIO()
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    drawn.quantize(COLORS, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
