"""Walk the hour of docs/study.md through in JupyterLab, as a person does, and photograph it.

    python scripts/study_hour.py [--folder FOLDER] [--look LOOK]

``scripts/study_pictures.py --only games`` has made two hundred games in the folder and reviewed
them. Here they are what the boards have saved. The cells of the notebook are the blocks of code on
the page, in their order and as they stand there; only the times to think are those of the reviews
that are there, and the match without luck is shorter. What is done at the boards is done with the
mouse, or on a phone with a finger. Whatever the page promises is asked for, and an error ends the
walk. Needs the extras ``browser`` and ``study``, and Debian's Chromium.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shapely import MultiPoint, Polygon

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from study_pictures import (  # noqa: E402 - found by the line above
    LOOKS,
    SECONDS,
    STILL,
    TO_TOP,
    draw,
    make_deck,
    sheet,
)

from benchmarks.lib.front_end import (  # noqa: E402 - found by the line above
    READY,
    SHOWN,
    chromium,
    run_in_kernel,
    serving,
    write_notebook,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE: Final = ROOT / "docs" / "study.md"
BLOCK: Final = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHORTER: Final = {
    "games.review()": f"games.review(seconds={SECONDS})",
    ".deeper()": f".deeper(seconds={2 * SECONDS})",
    "games=200": "games=4",
}
"""What takes minutes on the page, and what is asked for here."""
RUN_CELL: Final = """number => {
  jupyterapp.shell.currentWidget.content.activeCellIndex = number;
  return jupyterapp.commands.execute('notebook:run-cell-and-select-next');
}"""
FAULTS: Final = """() => jupyterapp.shell.currentWidget.content.model.sharedModel.cells
  .flatMap(cell => cell.getOutputs?.() ?? []).filter(each => each.output_type === 'error')
  .map(each => `${each.ename}: ${each.evalue}`)"""
BEST: Final = """
import json
from polygames.view.frame import spellings
trained = [each for each in Out.values() if hasattr(each, "panel")][-1]
card, items = trained.panel("Train").card, {i["target"]: i for i in trained.pointer.frame["items"]}
ways = [way for way, move in spellings(card.state).items() if str(move) == card.best]
print(json.dumps([items[each] for each in ways[0]] if ways and {*ways[0]} <= {*items} else []))
"""
"""Which places of the board make the best move of the card; none if it is no matter of clicks."""
PLACES: Final = {"board.explore(": "games", "pg.train()": "cards", "pg.puzzle(": "puzzles"}
"""What is done after the cell in which this stands."""


def main(args: Sequence[str]) -> None:
    """Walk the hour through, and write what was seen."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("study"))
    parser.add_argument("--look", choices=LOOKS, default="wide")
    given = parser.parse_args(args)
    folder = given.folder.resolve()
    home = at_home(folder, folder / f"hour-{given.look}")
    seen: list[bytes] = []
    for name, picture in walk(home, given.look):
        seen.append(picture)
        (home / f"{len(seen):02}-{name}.png").write_bytes(picture)
        print(f"{len(seen):02}-{name}.png", flush=True)
    sheet(seen).save(home / "sheet.png")


def at_home(folder: Path, home: Path) -> Path:
    """Put the games where boards save them, and the reviews where they are kept."""
    if not (folder / "polygames-reviews").is_dir():
        make_deck(folder)
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(folder / "games", home / "polygames-autosave")
    shutil.copytree(folder / "polygames-reviews", home / "polygames-reviews")
    return home


def blocks() -> list[str]:
    """Return the code of the page."""
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    for long, short in SHORTER.items():
        found = [each.replace(long, short) for each in found]
    return [each.strip() for each in found]


def walk(home: Path, look: str) -> Iterator[tuple[str, bytes]]:
    """Yield what is seen after each cell, and after each thing that is done at a board."""
    cells = blocks()
    write_notebook(home / "hour.ipynb", *cells)
    with serving("lab", home) as url, chromium() as browser:
        person = Person(browser.new_context(**LOOKS[look]).new_page(), look)
        person.open(f"{url}/doc/tree/hour.ipynb")
        for number, code in enumerate(cells):
            person.run_cell(number)
            yield f"cell-{number + 1}", person.look_at(number)
            for key, what in PLACES.items():
                if key in code:
                    for name in getattr(person, what)():
                        yield name, person.look_at(number)


class Person:
    """Somebody at the page, with a mouse or with a finger."""

    def __init__(self, page: Any, look: str) -> None:
        self.page, self.is_touching = page, look == "phone"
        self.cell: Any = None

    def open(self, url: str) -> None:
        """Open the notebook and wait for its kernel."""
        self.page.goto(url)
        self.page.wait_for_function(SHOWN, timeout=90_000)
        self.page.evaluate(READY)
        self.page.wait_for_timeout(STILL)

    def run_cell(self, number: int) -> None:
        """Select a cell, run it as Shift and Enter do, and wait for its end."""
        self.page.evaluate(RUN_CELL, number)
        self.kernel("pass")
        self.page.wait_for_timeout(STILL)
        if faults := self.page.evaluate(FAULTS):
            raise RuntimeError("\n".join(faults))

    def look_at(self, number: int) -> bytes:
        """Bring a cell, or the board below it, to the top of the page; return what is seen."""
        self.cell = self.page.locator(".jp-Cell").nth(number)
        board = self.cell.locator(".polygames-board")
        (board if board.count() else self.cell).first.evaluate(TO_TOP)
        self.page.wait_for_timeout(STILL)
        picture: bytes = self.page.screenshot()
        return picture

    def games(self) -> Iterator[str]:
        """Play what was played most, twice; then draw on the board."""
        for turn in ("first", "second"):
            for _ in range(2 if self.is_touching else 1):  # a finger shows a row first
                self.press(self.cell.locator(".polygames-row").first)
            yield f"{turn}-row"
        draw(self.page, is_touched=self.is_touching)
        yield "marks"

    def cards(self) -> Iterator[str]:
        """Answer a card, if that is a matter of clicks, and have the next one shown."""
        self.button("Hint")
        yield "hint"
        if places := json.loads(self.kernel(BEST)):
            for place in places:
                at = self.at(place)
                self.page.touchscreen.tap(*at) if self.is_touching else self.page.mouse.click(*at)
            self.cell.get_by_text("Right.").first.wait_for(timeout=30_000)
            yield "right"
        self.button("Next card ▶")
        self.button("Show the answer")
        self.page.wait_for_timeout(STILL)
        yield "answer"

    def puzzles(self) -> Iterator[str]:
        """Take the puzzles that the page names."""
        for name in ("At my level ▶", "Hint", "Today's puzzle"):
            self.button(name)
            yield name.strip("▶ ").replace(" ", "-").replace("'", "")

    def press(self, what: Any) -> None:
        """Click or tap something."""
        what.scroll_into_view_if_needed()
        what.tap() if self.is_touching else what.click()
        self.page.wait_for_timeout(STILL)

    def button(self, name: str) -> None:
        """Press a button of the board."""
        self.press(self.cell.get_by_role("button", name=name, exact=True).first)

    def at(self, item: dict[str, Any]) -> tuple[float, float]:
        """Return where an item of the board is on the page."""
        points = item.get("points") or [item["center"]]
        inside = MultiPoint(points) if len(points) < 3 else Polygon(points)  # noqa: PLR2004 - a corner more
        point = inside.representative_point()
        layer = self.cell.locator(".polygames-pointer svg").first
        left, top, width, _ = map(float, layer.get_attribute("viewBox").split())
        box = layer.bounding_box()
        scale = box["width"] / width
        return box["x"] + (point.x - left) * scale, box["y"] + (point.y - top) * scale

    def kernel(self, code: str) -> str:
        """Run code in the kernel; return what it prints."""
        return run_in_kernel(self.page, code)


if __name__ == "__main__":
    main(sys.argv[1:])
