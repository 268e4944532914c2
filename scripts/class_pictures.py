"""Photograph a class of thirty: the pictures of docs/classroom.md and of the lesson for teachers.

    python scripts/class_pictures.py [--folder docs/pictures]

A class of Territory with moves by chance, pages as large as a phone, and the wall. It needs
Chromium, as the tests in the browser do. Look at the pictures after a change.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the benchmarks' browser

from PIL import Image

import polygames as pg
from benchmarks.lib.front_end import chromium
from polygames.classroom.tables.race import next_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.classroom.room import Room
    from polygames.classroom.room.people import Pupil

NAMES = [
    *("Ana", "Ben", "Cem", "Dea", "Eli", "Fay", "Gil", "Hua", "Ida", "Jan", "Kim", "Lea", "Max"),
    *("Nia", "Oto", "Pia", "Quy", "Rui", "Sam", "Tea", "Uli", "Vic", "Wim", "Xia", "Yan", "Zoe"),
    *("Ada", "Bo", "Cy", "Di"),
]

PHONE: Any = {
    "viewport": {"width": 390, "height": 700},
    "device_scale_factor": 1.5,
    "has_touch": True,
    "is_mobile": True,
}

WALL: Any = {"viewport": {"width": 1366, "height": 768}}

SPACE = 16
"""Pixels between two pictures."""


class Camera:
    """Two pages: a pupil's phone, and the wall."""

    def __init__(self, browser: Any, class_: Any) -> None:
        self.phone = browser.new_context(**PHONE).new_page()
        self.wall = browser.new_context(**WALL).new_page()
        self.phone.goto(class_.url)
        self.wall.goto(class_.wall_url)
        self.phone.wait_for_selector("#code")

    def of_phone(self) -> Image.Image:
        """Photograph the phone."""
        self.phone.wait_for_timeout(600)
        return Image.open(io.BytesIO(self.phone.screenshot())).convert("RGB")

    def of_wall(self, path: Path) -> None:
        """Photograph the wall."""
        self.wall.wait_for_timeout(900)  # it is told four times a second
        seen = Image.open(io.BytesIO(self.wall.screenshot())).convert("RGB")
        seen.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(path)


def moves_by_chance(room: Room, rng: random.Random) -> None:
    """Play some moves at each table, but none of the pupil with the phone."""
    for table in room.tables.values():
        for _ in range(rng.randrange(3, 13)):
            mover = room.people.get(table.seats[table.state.turn]) if table.is_on else None
            if mover is not None and mover.name != NAMES[0]:
                move = str(table.state.legal_moves.sample(rng))
                room.play(mover, move, version=table.version)


def race(room: Room, pupils: Sequence[Pupil], rng: random.Random) -> None:
    """Let the others solve some puzzles, and miss some."""
    for pupil in pupils:
        for _ in range(rng.randrange(2, 14)):
            table = room.table_of(pupil.id)
            step = next_of(table)[0] if table else None
            if table is None or step is None:
                break
            is_known = rng.random() < 0.75  # noqa: PLR2004 - three of four are right
            move = step.move if is_known else str(table.state.legal_moves.sample(rng))
            try:
                room.play(pupil, move, version=table.version)
            except pg.MoveError:  # it was wrong, and is counted
                continue


def side_by_side(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return pictures of one height in a row."""
    wide = sum(each.width for each in pictures) + SPACE * (len(pictures) - 1)
    made = Image.new("RGB", (wide, pictures[0].height), "#888888")
    at = 0
    for each in pictures:
        made.paste(each, (at, 0))
        at += each.width + SPACE
    return made.convert("P", palette=Image.Palette.ADAPTIVE, colors=128)


def photograph(class_: Any, camera: Camera, folder: Path) -> list[Path]:
    """Play a lesson, and photograph it; returns the files."""
    room, rng = class_.room, random.Random(3)
    files = [folder / f"class_{name}.png" for name in ("wall", "race", "phones")]
    shots = [camera.of_phone()]
    camera.phone.fill("#code", class_.code)
    camera.phone.fill("#name", NAMES[0])
    camera.phone.get_by_role("button", name="Sit down").tap()
    camera.phone.wait_for_selector(".polygames-pointer svg")
    camera.wall.locator(".wall-address > summary").click()  # fold it
    pupils = [room.join(name)[0] for name in NAMES[1:]]
    shots.append(camera.of_phone())
    choices = ["who begins", "who is second", "equal"]
    room.ask("Who wins more often?", choices)
    for pupil in pupils:
        room.predict(pupil, rng.choice([choices[0], *choices]))
    room.reveal()
    shots.append(camera.of_phone())
    room.unask()
    moves_by_chance(room, rng)
    camera.of_wall(files[0])
    room.run_race(5, 20)
    race(room, pupils, rng)
    camera.of_wall(files[1])
    shots.append(camera.of_phone())
    side_by_side(shots).save(files[2])
    return files


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("docs/pictures"))
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    opened = pg.classroom("territory", folder=None, port=0, seed=1)
    with opened as class_, chromium() as browser:
        for file in photograph(class_, Camera(browser, class_), folder):
            print(f"{file}: {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
