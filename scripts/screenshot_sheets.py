"""Photograph what a player meets at each board, as sheets to look at: light, dark and on a phone.

    python scripts/screenshot_sheets.py [--out FOLDER] [--moment NAME]... [GAME ...]

The moments of a game: its first sight, something pointed at, the analysis after 4 and after 20
seconds, a hint, the review of a blunder, and a puzzle with a right and with a wrong move. Each
comes as three pictures, and all of them as one sheet for each look, ``GAME-light.png`` and so on.
Needs the extra ``browser`` and Debian's Chromium.
"""

from __future__ import annotations

import io
import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from PIL import Image, ImageDraw

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from control_pictures import at, until  # noqa: E402 - found by the line above
from screenshots import (  # noqa: E402 - as above
    DARK,
    GAMES,
    LIGHT,
    PLAY,
    REVIEW,
    REVIEWED,
    SIZE,
    open_board,
)

from benchmarks.lib.front_end import chromium, run_in_kernel, serving  # noqa: E402 - found by the line above

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PHONE: Final = {"width": 390, "height": 844}
LOOKS: Final = ("light", "dark", "phone")
STILL: Final = 700
"""Milliseconds after which nothing moves on the page."""
GAP: Final = 12
TITLE: Final = 22

BARS: Final = """shown => {
  const { shell } = jupyterapp;
  for (const side of ['left', 'right']) {
    if (shell.isSideTabBarVisible(side) !== shown) shell.toggleSideTabBarVisibility(side);
  }
  shown ? shell.expandLeft() : shell.collapseLeft();
}"""
"""Show the side bars of Lab, or put them away, as it does on a phone."""

POINTED: Final = """
import json
f = board.pointer.frame
f = json.loads(f) if isinstance(f, str) else f
def middle(target):
    item = next(each for each in f["items"] if each["target"] == target)
    points = item.get("points") or [item["center"]]
    return [sum(p[i] for p in points) / len(points) for i in (0, 1)]
shown = {each["target"] for each in f["items"]}
moves = [m for m in f["moves"] if all(target in shown for target in m["spelling"])]
def corner(i):
    return f["regions"][0]["edges"][i]["start"]
if f["regions"]:
    (a, b), (c, d) = corner(0), corner(1)
    places = [[(a + c) / 2, (b + d) / 2], [sum(corner(i)[k] for i in range(4)) / 4 for k in (0, 1)]]
else:
    places = [middle(target) for target in moves[len(moves) // 2]["spelling"]] if moves else []
print(json.dumps(places))
"""
"""Where the mouse goes to make a move of those that can be made: it stops before the last click."""

RIGHT: Final = "board.play(board.state.parse(board.panel('Puzzle').puzzle.steps[0].move))"
WRONG: Final = """
step = board.panel('Puzzle').puzzle.steps[0]
from polygames.search.puzzles.making import is_right
board.play(next(m for m in board.state.legal_moves.candidates(12, __import__('random').Random(1))
                if not is_right(board.state, step, m)))
"""


def main(args: Sequence[str]) -> None:
    """Make the sheets of the games that are named; of all by default."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--moment", action="append", choices=MOMENTS, help="all, if none is named")
    given = parser.parse_args(args)
    given.out.mkdir(parents=True, exist_ok=True)
    for game in given.games or list(GAMES):
        taken: dict[str, list[tuple[str, bytes]]] = {look: [] for look in LOOKS}
        for moment, look, picture in photographs(game, given.moment or list(MOMENTS)):
            (given.out / f"{game}-{moment}-{look}.png").write_bytes(picture)
            taken[look].append((moment, picture))
        for look, pictures in taken.items():
            across = 4 if look == "phone" else 2
            (given.out / f"{game}-{look}.png").write_bytes(sheet(pictures, across))
            print(f"{game}-{look}.png: {len(pictures)} moments")


def photographs(game: str, moments: Sequence[str]) -> Iterator[tuple[str, str, bytes]]:
    """Yield moment, look and picture of a game's board."""
    with TemporaryDirectory() as home, serving("lab", Path(home)) as url, chromium() as browser:
        page = browser.new_page(viewport=SIZE)
        for moment in moments:
            open_board(page, Path(home), url, game)
            page.wait_for_timeout(STILL)
            MOMENTS[moment](page, game)
            for look in LOOKS:
                yield moment, look, photograph(page, look)


def photograph(page: Any, look: str) -> bytes:
    """Return the page as it looks in a theme, or on a phone."""
    if look == "dark":
        page.evaluate(DARK)
        page.wait_for_timeout(STILL)
        page.locator("#jupyterlab-splash").wait_for(state="detached")
    if look == "phone":
        page.set_viewport_size(PHONE)
        page.evaluate(BARS, False)  # noqa: FBT003 - shown or not
        page.locator(".polygames-board").first.evaluate(
            "board => board.scrollIntoView({block: 'start'})"
        )
    page.wait_for_timeout(STILL)
    picture: bytes = page.screenshot()
    if look == "dark":
        page.evaluate(LIGHT)
        page.wait_for_timeout(STILL)
        page.locator("#jupyterlab-splash").wait_for(state="detached")
    if look == "phone":
        page.set_viewport_size(SIZE)
        page.evaluate(BARS, True)  # noqa: FBT003 - shown or not
    return picture


# --- What comes to be seen


def start(page: Any, game: str) -> None:
    """Wait for nothing else: this is the first sight."""


def hover(page: Any, game: str) -> None:
    """Begin a move, and point at where it ends."""
    middle(page, game)
    *clicks, last = json.loads(run_in_kernel(page, POINTED))
    for place in clicks:
        page.mouse.click(*at(page, place))
    page.mouse.move(*at(page, last), steps=4)


def middle(page: Any, game: str) -> None:
    """Play to the middle of a game."""
    run_in_kernel(page, PLAY.format(game=game, **vars(GAMES[game])))
    if game == "splitter":
        run_in_kernel(
            page, "while board.state.turn < 0: board.play(board.state.chance_outcomes()[3][0])"
        )
    page.wait_for_timeout(STILL)


def analysed(seconds: float) -> Callable[[Any, str], None]:
    """Return what analyses the middle of a game for so long."""

    def analyse(page: Any, game: str) -> None:
        middle(page, game)
        page.get_by_role("button", name="Analyse", exact=True).first.click()
        page.wait_for_timeout(1000 * seconds)

    return analyse


def hint(page: Any, game: str) -> None:
    """Ask for a hint in the middle of a game."""
    middle(page, game)
    page.get_by_role("button", name="Hint", exact=True).first.click()
    until(page, "bool(board.message)")


def review(page: Any, game: str) -> None:
    """Look back on a whole game, at its first mistake."""
    run_in_kernel(page, REVIEW.format(game=game, **vars(GAMES[game])))
    until(page, "not board.panel('Review').is_running")
    run_in_kernel(page, REVIEWED)


def puzzle(played: str) -> Callable[[Any, str], None]:
    """Return what puts up a puzzle and plays a move."""

    def solve(page: Any, game: str) -> None:
        run_in_kernel(page, f"board.pose(pg.puzzles({game!r})[0])")
        page.wait_for_timeout(STILL)
        run_in_kernel(page, played)
        page.wait_for_timeout(2 * STILL)

    return solve


MOMENTS: Final[dict[str, Callable[[Any, str], None]]] = {
    "start": start,
    "hover": hover,
    "analysis-4": analysed(4),
    "analysis-20": analysed(20),
    "hint": hint,
    "review": review,
    "right": puzzle(RIGHT),
    "wrong": puzzle(WRONG),
}


# --- One picture of many


def sheet(pictures: Sequence[tuple[str, bytes]], across: int) -> bytes:
    """Put pictures of one size side by side, so many in a row, each below its name.

    Examples
    --------
    >>> import io
    >>> from PIL import Image
    >>> dot = io.BytesIO()
    >>> Image.new("RGB", (30, 20)).save(dot, "PNG")
    >>> made = sheet([(name, dot.getvalue()) for name in "abc"], across=2)
    >>> Image.open(io.BytesIO(made)).size
    (96, 120)
    """
    shown = [(name, Image.open(io.BytesIO(picture)).convert("RGB")) for name, picture in pictures]
    wide = max(each.width for _, each in shown) + GAP
    high = max(each.height for _, each in shown) + GAP + TITLE
    rows = -(-len(shown) // across)
    whole = Image.new("RGB", (across * wide + GAP, rows * high + GAP), "white")
    pen = ImageDraw.Draw(whole)
    for number, (name, each) in enumerate(shown):
        row, column = divmod(number, across)
        left, top = GAP + column * wide, GAP + row * high
        pen.text((left, top + 4), name, fill="black")
        whole.paste(each, (left, top + TITLE))
    written = io.BytesIO()
    whole.save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
