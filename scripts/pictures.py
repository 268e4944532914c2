"""Take screenshots of boards in JupyterLab for the page of the board and for the README.

    python scripts/pictures.py [--readme | --film] [--out FOLDER] [NAME ...]

Each picture has a script: code for the kernel, then actions of the mouse and the keys. The pictures
of docs/board.md are written to docs/pictures/board. With ``--readme``, the pictures of the games
are written to docs/pictures for the README, and with ``--film`` the moving picture. Look at them
after a change. This needs the extra ``browser`` and Debian's Chromium.
"""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

REPOSITORY_ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY_ROOT))

from benchmarks.lib.front_end import (  # noqa: E402 - found by the line above
    SHOW_ALL_TOOLS_JS,
    chromium,
    open_notebook,
    run_in_kernel,
    run_server,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

PICTURES_FOLDER: Final = REPOSITORY_ROOT / "docs" / "pictures"
VIEWPORT_SIZE: Final = {"width": 1366, "height": 900}
PALETTE_SIZE: Final = 160
"""The number of colours of a picture, which reduces its size to a third."""
FILM_WIDTH_PX, FRAME_MS = 800, 90
"""The width of the film, and the duration of a frame without a wait."""
SETTLE_MS: Final = 900
"""The time until all animations on the page have ended."""

BOARD_SELECTOR, HEAD_SELECTOR, GRID_SELECTOR = (
    ".polygames-board",
    ".polygames-head",
    ".polygames-grid",
)
STACK_SELECTOR: Final = ".polygames-stack"


@dataclass(frozen=True)
class Shot:
    """One screenshot: the actions before it, and the part of the page that it shows."""

    name: str
    game: str
    """The arguments of ``pg.play``, or of another maker, as code."""
    code: str = ""
    """Code for the kernel, which may use ``board``."""
    acts: tuple[tuple[Any, ...], ...] = ()
    """Mouse and keys: ("press", x, y), ("move", x, y), ("up",), ("click", x, y), ("key", "h"),
    ("push", "Hint") for a button, ("wait", seconds), ("until", expression),
    ("run", code). Places are in the game's own units."""
    parts: tuple[str, ...] = (BOARD_SELECTOR,)
    """CSS selectors. The picture shows the smallest rectangle around these elements."""
    margin: int = 6
    """The margin around the elements in pixels."""
    setup: str = ""
    """Code that runs before the board is created."""
    maker: str = "play"


RANDOM_MOVES: Final = """
from random import Random
rng = Random({seed})
for _ in range({plies}):
    if board.state.outcome is None:
        board.play(board.state.legal_moves.sample(rng))
"""

SAVED_GAMES_CODE: Final = """
from pathlib import Path
from random import Random
Path("games").mkdir(exist_ok=True)
for number, name in enumerate(["split", "polygon", "territory", "splinter"]):
    record = pg.Record(pg.new(name), players=("human", "level 2"))
    rng = Random(number + 1)
    while record.state.outcome is None and (number or len(record.moves) < 12):
        record.push(record.state.legal_moves.sample(rng))
    record.save(f"games/{name}-{number}.txt")
"""

BRANCHES_CODE: Final = """
for text in ("A-D", "D-F", "F-B"):
    board.play(board.state.parse(text))
record = board.record
record.annotate(record.node, comment="crosses the first line", glyph="!?")
board.go_to(record.root.children[0])
board.play(board.state.parse("D-G"))
board.open_panel("Moves")
"""

REVIEW_CODE: Final = """
from random import Random
record = pg.Record(board.state)
agents = [pg.agent("level 2", game="polygon"), pg.agent("level 4", game="polygon")]
rng = Random(4)
while record.state.outcome is None:
    record.push(agents[record.state.turn].choose(record.state, rng))
board.load(record)
board.review()
"""

REVIEW_IS_RUNNING: Final = 'board.get_panel("Review").is_running'
GO_TO_ROOT: Final = "board.go_to(board.record.root); "
NEXT_MOMENT: Final = GO_TO_ROOT + 'board.get_panel("Review").go_to_next_moment()'

FORGET_GAMES: Final = """
from polygames.widgets.guide import KNOWN_GAMES
KNOWN_GAMES.clear()
"""
KNOW_GAMES: Final = """
from polygames.widgets.guide import KNOWN_GAMES
KNOWN_GAMES.update(pg.games())
"""

BOARD_SHOTS: Final = (
    Shot(
        "guide",
        '"split", level=1, autosave=None',
        setup=FORGET_GAMES,
        acts=(("push", "Explore"), ("wait", 1.6)),
        parts=(STACK_SELECTOR, HEAD_SELECTOR),
    ),
    Shot(
        "board",
        '"splinter", seats=("human", "level 3"), autosave=None',
        "board.session.pause(paused=True)\n"
        + RANDOM_MOVES.format(seed=3, plies=12)
        + "board.show_message('')",
    ),
    Shot(
        "line",
        '"split", autosave=None',
        acts=(("press", 0, 4), ("move", 5, 7), ("key", "2"), ("key", "5"), ("wait", 0.4)),
        parts=(GRID_SELECTOR,),
    ),
    Shot(
        "choices",
        '"split", autosave=None',
        "for text in ('draw 0,4 - 10,6',):\n    board.play(board.state.parse(text))",
        parts=(GRID_SELECTOR,),
    ),
    Shot(
        "result",
        '"territory", size=10, seed=3, seats=("human", "level 1"), autosave="autosave"',
        RANDOM_MOVES.format(seed=4, plies=200),
        parts=(GRID_SELECTOR,),
    ),
    Shot(
        "games",
        '"split", autosave="games"',
        acts=(("run", "board.open_new()"), ("push", "My games"), ("wait", 2)),
        parts=(".polygames-saved-games",),
        margin=0,
        setup=SAVED_GAMES_CODE,
    ),
    Shot(
        "players",
        '"territory", seed=3, autosave=None',
        parts=(HEAD_SELECTOR,),
    ),
    Shot(
        "tools",
        '"splinter", seats=("human", "level 3"), autosave=None',
        parts=(".polygames-tools",),
    ),
    Shot(
        "hint",
        '"splinter", autosave=None',
        RANDOM_MOVES.format(seed=3, plies=20),
        acts=(("push", "Hint"), ("until", "board.session.running_job is None"), ("wait", 3)),
        parts=(GRID_SELECTOR,),
    ),
    Shot(
        "analysis",
        '"territory", seed=3, autosave=None',
        RANDOM_MOVES.format(seed=2, plies=12),
        acts=(("push", "Analyse"), ("wait", 5)),
    ),
    Shot("moves", '"polygon", n=8, autosave=None', BRANCHES_CODE),
    Shot(
        "review",
        '"polygon", n=6, autosave=None',
        REVIEW_CODE,
        acts=(("until", f"not {REVIEW_IS_RUNNING}"), ("run", NEXT_MOMENT), ("wait", 3)),
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
        parts=(GRID_SELECTOR,),
    ),
    Shot(
        "zoom",
        '"polygon", n=8, autosave=None',
        "for text in 'F-C C-G G-B B-D D-A A-1x4 1x4-H H-2x5 2x5-E E-3x6 3x6-F F-7x10'.split():\n"
        "    board.play(text)\nboard.zoom_to_targets()",
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


GAME_CODE: Final = """
from random import Random
rng, agent = Random({seed}), pg.agent({agent!r}, game={game!r})
for _ in range({plies}):
    state = board.state
    if state.outcome is None:
        board.play(agent.choose(state, rng) if state.turn >= 0 else state.legal_moves.sample(rng))
"""


def game_shot(game: str, options: str, agent: str, plies: int, seed: int) -> Shot:
    """Return a picture of a board in the middle of a game of an agent with itself."""
    code = GAME_CODE.format(game=game, agent=agent, plies=plies, seed=seed)
    return Shot(
        game,
        f'"{game}", {options}autosave=None',
        code,
        parts=(HEAD_SELECTOR, STACK_SELECTOR),
        margin=0,
    )


README_SHOTS: Final = (
    game_shot("split", "", "random", 34, seed=3),
    game_shot("splinter", "", "random", 32, seed=3),
    game_shot("polygon", "n=8, ", "mobility", 7, seed=1),
    game_shot("splitter", "players=2, seed=3, ", "potential", 30, seed=1),
    game_shot("territory", "seed=3, ", "greedy", 16, seed=1),
)


def glide_mouse(
    start: Sequence[float], end: Sequence[float], steps: int = 8
) -> Iterator[tuple[Any, ...]]:
    """Yield the moves of the mouse on the way from one place of the game to another."""
    for step in range(1, steps + 1):
        part = step / steps
        yield ("move", *(a + (b - a) * part for a, b in zip(start, end, strict=True)))


LINE_START, LINE_END, CHOSEN_PLACE, PLACE_OUTSIDE = (1.4, 8.8), (9.95, 8.8), (3.6, 7.8), (10.4, 5.0)
FILM_SHOT: Final = Shot(
    "film",
    '"split", autosave=None',
    GAME_CODE.format(game="split", agent="level 3", plies=10, seed=5) + "board.show_message('')",
    acts=(
        ("wait", 0.6),
        ("push", "Analyse"),
        *(("wait", 0.5),) * 5,
        ("hover", ".polygames-row"),
        ("wait", 2.0),
        ("push", "Stop"),
        *glide_mouse(PLACE_OUTSIDE, LINE_START, 4),
        ("press", *LINE_START),
        *glide_mouse(LINE_START, LINE_END),
        ("up",),
        ("wait", 1.5),
        *glide_mouse(LINE_END, CHOSEN_PLACE, 4),
        ("click", *CHOSEN_PLACE),
        *glide_mouse(CHOSEN_PLACE, PLACE_OUTSIDE, 3),
        ("wait", 2.5),
    ),
)
ARROW_SCRIPT: Final = """addEventListener("mousemove", ({ clientX, clientY }) => {
  window.arrow ??= document.body.appendChild(document.createElement("div"));
  arrow.innerHTML = `<svg width="22" height="30" viewBox="0 0 22 30" style="position: fixed;
    pointer-events: none; z-index: 99999; left: ${clientX}px; top: ${clientY}px">
    <path d="M1 1v22l6-5 4 9 4-2-4-9h8z" fill="black" stroke="white" stroke-width="1.5"/></svg>`;
}, true);"""
"""A drawn mouse pointer, since a headless browser shows none."""


def main(args: Sequence[str]) -> None:
    """Save the named pictures, by default all."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=", ".join(s.name for s in BOARD_SHOTS)
    )
    parser.add_argument(
        "--readme", action="store_true", help="the pictures of the games for the README"
    )
    parser.add_argument("--film", action="store_true", help="the moving picture for the README")
    parser.add_argument("--out", type=Path, help="instead of docs/pictures")
    given = parser.parse_args(args)
    shots, folder = (
        (README_SHOTS, PICTURES_FOLDER)
        if given.readme
        else (BOARD_SHOTS, PICTURES_FOLDER / "board")
    )
    out = given.out or folder
    out.mkdir(parents=True, exist_ok=True)
    if given.film:
        (out / "film.webp").write_bytes(record_film())
        return
    for name, picture in take_pictures([s for s in shots if s.name in (given.names or [s.name])]):
        (out / f"{name}.png").write_bytes(picture)
        print(f"{name}.png {len(picture) // 1000} kB")


def take_pictures(shots: Iterable[Shot]) -> Iterator[tuple[str, bytes]]:
    """Yield name and picture of each shot."""
    with page_of_lab() as (page, open_shot):
        for shot in shots:
            open_shot(shot)
            for act, *given in shot.acts:
                ACTION_FUNCTIONS[act](page, *given)
            page.wait_for_timeout(SETTLE_MS)
            yield shot.name, compress(take_screenshot(page, shot.parts, shot.margin))
            page.mouse.up()


@contextmanager
def page_of_lab() -> Iterator[tuple[Any, Callable[[Shot], None]]]:
    """Yield a page of JupyterLab and a function that opens the board of a shot on it."""
    with TemporaryDirectory() as home, run_server("lab", Path(home)) as url, chromium() as browser:
        page = browser.new_page(viewport=VIEWPORT_SIZE)
        page.add_init_script(SHOW_ALL_TOOLS_JS)

        def open_shot(shot: Shot) -> None:
            made = f"{KNOW_GAMES}{shot.setup}\nboard = pg.{shot.maker}({shot.game})\nboard"
            code = f"import polygames as pg\n{made}"
            open_notebook(page, url, Path(home), f"{shot.name}/board", code)
            page.wait_for_timeout(SETTLE_MS)
            run_in_kernel(page, shot.code)

        yield page, open_shot


def record_film() -> bytes:
    """Return the film: a frame after each action, shown for as long as the action waits."""
    frames, times = [], []
    with page_of_lab() as (page, open_shot):
        page.add_init_script(ARROW_SCRIPT)
        open_shot(FILM_SHOT)
        page.wait_for_timeout(SETTLE_MS)
        for act, *given in FILM_SHOT.acts:
            ACTION_FUNCTIONS[act](page, *given)
            frame = Image.open(
                io.BytesIO(take_screenshot(page, FILM_SHOT.parts, FILM_SHOT.margin))
            ).convert("RGB")
            frames.append(
                frame.resize((FILM_WIDTH_PX, FILM_WIDTH_PX * frame.height // frame.width))
            )
            times.append(round(1000 * given[0]) if act == "wait" else FRAME_MS)
    written = io.BytesIO()
    frames[0].save(written, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return written.getvalue()


def press_mouse(page: Any, *point: float) -> None:
    """Press the mouse at a place of the game."""
    move_mouse(page, *point)
    page.mouse.down()


def move_mouse(page: Any, *point: float) -> None:
    """Move the mouse to a place of the game."""
    page.mouse.move(*to_page(page, point), steps=4)


def click_place(page: Any, *point: float) -> None:
    """Click a place of the game."""
    press_mouse(page, *point)
    page.mouse.up()


def wait_until(page: Any, expression: str) -> None:
    """Wait until an expression is true in the kernel."""
    while run_in_kernel(page, f"print({expression})") != "True":
        page.wait_for_timeout(500)


def to_page(page: Any, point: Sequence[float]) -> tuple[float, float]:
    """Return the pixel on the page for a place of the game."""
    layer = page.locator(".polygames-pointer svg").first
    left, top, width, _ = (float(part) for part in layer.get_attribute("viewBox").split())
    box = layer.bounding_box()
    scale = box["width"] / width
    return box["x"] + (point[0] - left) * scale, box["y"] + (point[1] - top) * scale


ACTION_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "press": press_mouse,
    "move": move_mouse,
    "click": click_place,
    "key": lambda page, key: page.keyboard.press(key),
    "push": lambda page, name: page.get_by_role("button", name=name, exact=True).first.click(),
    "run": run_in_kernel,
    "until": wait_until,
    "up": lambda page: page.mouse.up(),
    "hover": lambda page, selector: page.locator(selector).first.hover(),
    "wait": lambda page, seconds: page.wait_for_timeout(1000 * seconds),
}


def take_screenshot(page: Any, parts: Sequence[str], margin: int) -> bytes:
    """Return the picture of some parts of the page."""
    boxes = [page.locator(part).first.bounding_box() for part in parts]
    left, top = (max(0, min(box[side] for box in boxes) - margin) for side in "xy")
    right = max(box["x"] + box["width"] for box in boxes) + margin
    low = min(VIEWPORT_SIZE["height"], max(box["y"] + box["height"] for box in boxes) + margin)
    clip = {"x": left, "y": top, "width": right - left, "height": low - top}
    picture: bytes = page.screenshot(clip=clip)
    return picture


def compress(picture: bytes) -> bytes:
    """Return a smaller file of a picture, with a palette of its own."""
    written = io.BytesIO()
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    drawn.quantize(PALETTE_SIZE, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
