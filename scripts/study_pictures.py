"""Make two hundred games, and photograph how they are looked at in JupyterLab: wide and on a phone.

    python scripts/study_pictures.py [--folder FOLDER] [--games N] [--look LOOK] [--only HALF]
                                     [GAME ...]

Scripted people, who slip now and then, play against each other and against levels of the computer.
The games are saved as a board saves them, then imported, reviewed, and made into a deck: all of
that is kept in the folder, and what is there is not made again. Then the pages *Games*, *Review*,
*Train* and *Puzzle* of each game are opened in Chromium and photographed, and marks are drawn: with
the right button, on a phone with a finger that rests and moves. A sheet for each look shows them
side by side. Needs the extras ``browser`` and ``study``, and Debian's Chromium.
"""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from screenshots import DARK, LIGHT  # noqa: E402 - found by the line above

import polygames as pg  # noqa: E402 - found by the line above
from benchmarks.lib.front_end import (  # noqa: E402 - found by the line above
    chromium,
    open_notebook,
    run_in_kernel,
    serving,
)
from polygames.arena.playing import play_game  # noqa: E402 - found by the line above

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1366, "height": 768}}
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "wide": WIDE,
    "dark": WIDE,
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
PAIRS: Final = (("Ada", "level 2"), ("level 1", "Ada"), ("Bob", "Ada"), ("level 3", "Bob"))
"""Who sits where, in turn."""
SLIPS: Final = 0.15
"""How often a scripted person makes a random move."""
SECONDS: Final = 0.03
"""How long a position is thought about in the reviews."""
TO_TOP: Final = "each => each.scrollIntoView({block: 'start'})"
STILL: Final = 1500
"""Milliseconds after which nothing moves on the page."""

CONTEST: Final = {"territory": {"preset": "half"}}
"""Rules with which it matters what is played."""
ACROSS: Final = (0.3, 0.35), (0.7, 0.6), (0.7, 0.3)
"""Where on the board an arrow begins and ends, and where a circle is."""
HELD: Final = 800
"""Milliseconds after which a finger that rests draws."""

START: Final = """
import polygames as pg
games = pg.collection("games").filter(game={game!r})
reviewed = pg.collection("polygames-reviews").filter(game={game!r})
record = max(reviewed.records(), key=lambda each: each.to_text().count("??"))
"""
BOARD: Final = START + "board = pg.play({game!r}, autosave=None)\nboard.load(record)\nboard"
PUZZLE: Final = "import polygames as pg\nboard = pg.puzzle({game!r}, 5)\nboard"
PAGES: Final = {
    "games": "board.go(record.root)\nboard.explore(reviewed)\nboard.open_page('Games')",
    "review": "board.open_page('Review')\nboard.panel('Review').next_mistake()",
    "marks": "board.open_page('Moves')",
    "train": "from polygames.search.study.deck import Deck\n"
    "if any(each.game == board.info.name for each in Deck()): board.train(Deck())",
}
"""What is done at the board of a game, before each picture; no mistake, nothing to train."""
ON_PUZZLE: Final = "board.open_page('Puzzle')"


class Person:
    """Plays as a level does, with a random move now and then."""

    def __init__(self, game: str, level: str) -> None:
        self._agent = pg.game(game).agent(level)

    def choose(self, state: Any, rng: Random) -> Any:
        """Return a move."""
        if rng.random() < SLIPS:
            return state.legal_moves.sample(rng)
        return self._agent.choose(state, rng)


def main(args: Sequence[str]) -> None:
    """Make the games, and photograph the pages."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(pg.games()))
    parser.add_argument("--folder", type=Path, default=Path("study"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--look", choices=LOOKS, help="one look of the page only")
    parser.add_argument("--only", choices=("games", "pictures"), help="one half of it")
    given = parser.parse_args(args)
    folder = given.folder.resolve()
    if given.only != "pictures":
        make_games(folder / "games", given.games)
        make_deck(folder)
    if given.only == "games":
        return
    looks = [given.look] if given.look else list(LOOKS)
    taken: dict[str, list[bytes]] = {look: [] for look in looks}
    for look, name, picture in photographs(folder, given.names or pg.games(), looks):
        (folder / f"{look}-{name}.png").write_bytes(picture)
        taken[look].append(picture)
        print(f"{look}-{name}.png {len(picture) // 1000} kB", flush=True)
    for look, pictures in taken.items():
        sheet(pictures).save(folder / f"sheet-{look}.png")


def make_games(folder: Path, count: int) -> None:
    """Play games, as many of each kind, and save their records."""
    folder.mkdir(parents=True, exist_ok=True)
    names = pg.games()
    for number in range(count):
        name = names[number % len(names)]
        path = folder / f"{name}-{number:03}.txt"
        if not path.exists():
            played(name, number, PAIRS[number // len(names) % len(PAIRS)]).save(path)


def played(name: str, number: int, players: tuple[str, str]) -> pg.Record:
    """Return the record of one game."""
    info = pg.game(name)
    options: dict[str, Any] = dict(CONTEST.get(name, {}))
    if info.seed_option is not None:
        options[info.seed_option] = number % 4
    if info.seats_option is not None:
        options[info.seats_option] = 2
    start: Any = pg.new(name, **options)
    levels = {"Ada": "level 2", "Bob": "level 1"}
    agents = [
        Person(name, levels[each]) if each in levels else info.agent(each) for each in players
    ]
    line: list[Any] = []
    play_game(start, agents, f"{number}", Random(number), line)
    record = pg.Record(start, players=players)
    for move in line:
        record.push(move)
    return record


def make_deck(folder: Path) -> None:
    """Review all games, look longer at the mistakes, and make a deck of them."""
    games = pg.collection(folder / "games")
    keep = folder / "polygames-reviews"
    found = games.review(seconds=SECONDS, keep=keep)
    again = found.deeper(seconds=2 * SECONDS, keep=keep)
    print(f"{len(found.mistakes)} mistakes, {len(again.mistakes)} when looked at longer")
    print(again)
    deck = games.filter(lambda _: False).deck(folder / "polygames-deck.json")
    print(deck.add(again.mistakes))


def photographs(
    folder: Path, names: Sequence[str], looks: Sequence[str]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield look, name and picture of each page."""
    with serving("lab", folder) as url, chromium() as browser:
        for look in looks:
            page = browser.new_context(**LOOKS[look]).new_page()
            for game in names:
                for what, code, acts in (
                    ("board", BOARD, PAGES),
                    ("puzzle", PUZZLE, {"puzzle": ON_PUZZLE}),
                ):
                    made = code.format(game=game)
                    open_notebook(page, url, folder, f"{game}-{what}", made, mode="doc")
                    page.wait_for_timeout(STILL)
                    page.evaluate(DARK if look == "dark" else LIGHT)
                    for name, act in acts.items():
                        run_in_kernel(page, act)
                        page.wait_for_timeout(STILL)
                        if name == "marks":
                            draw(page, is_touched=look == "phone")
                        elif look == "phone":  # there the page is below the board
                            page.locator(".polygames-tabs").first.evaluate(TO_TOP)
                        yield look, f"{game}-{name}", page.screenshot()


def draw(page: Any, *, is_touched: bool) -> None:
    """Draw an arrow and a circle, with the right button or with a finger that rests first."""
    page.locator(".polygames-board").first.evaluate(TO_TOP)
    page.wait_for_timeout(STILL)
    box = page.locator(".polygames-pointer svg").first.bounding_box()
    start, end, around = (
        (box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in ACROSS
    )
    if is_touched:
        finger = page.context.new_cdp_session(page)
        for line in ((start, end), (around,)):
            touch(finger, "touchStart", line[0])
            page.wait_for_timeout(HELD)
            for point in line[1:]:
                touch(finger, "touchMove", point)
            touch(finger, "touchEnd")
            page.wait_for_timeout(HELD)
        return
    page.mouse.move(*start)
    page.mouse.down(button="right")
    page.mouse.move(*end, steps=4)
    page.mouse.up(button="right")
    page.mouse.click(*around, button="right")
    page.wait_for_timeout(STILL)


def touch(finger: Any, kind: str, *points: tuple[float, float]) -> None:
    """Touch the screen, as the browser hears it."""
    places = [{"x": x, "y": y, "id": 0} for x, y in points]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


def sheet(pictures: Sequence[bytes], columns: int = 4, width: int = 480) -> Image.Image:
    """Return pictures side by side, smaller."""
    images = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    height = max(width * each.height // each.width for each in images)
    rows = -(-len(images) // columns)
    whole = Image.new("RGB", (columns * width, rows * height), "white")
    for place, each in enumerate(images):
        small = each.resize((width, width * each.height // each.width))
        whole.paste(small, (place % columns * width, place // columns * height))
    return whole


if __name__ == "__main__":
    main(sys.argv[1:])
