"""An hour of a class: real pages beside scripted ones, from the door to the gradebook.

With ``POLYGAMES_SHOTS`` set to a folder, wall, laptop and phone are photographed there at each
step, beside a log of what each page has loaded and how long a step took.
"""

import csv
import json
import os
import time
from pathlib import Path

import pytest
from boardpage import wait_until
from crowd import Crowd
from person import middle
from phone import LAPTOP_OPTIONS, TABLET_OPTIONS, TALL_PHONE_OPTIONS, table_frame

from polygames.cli.main import main
from polygames.table.puzzle_table import next_step
from polygames.table.seat_view import SeatView

LOADED = """() => [...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource')].reduce((sum, each) => sum + each.transferSize, 0)"""
MOST_BYTES = 500_000
"""What a page may load when it comes in."""


class Hour:
    """What happens in the hour, step by step, and its pictures."""

    def __init__(self, class_, wall, pages):
        self.class_, self.room, self.wall, self.pages = class_, class_.room, wall, pages
        self.shots, self.begun, self.log = os.environ.get("POLYGAMES_SHOTS"), time.monotonic(), []

    def step(self, name):
        """Photograph wall, laptop and phone, and note the time."""
        self.log.append(f"{time.monotonic() - self.begun:6.1f} s  {name}")
        if self.shots:
            number = len(self.log)
            for who, page in (("wall", self.wall), *zip(("laptop", "phone"), self.pages)):  # noqa: B905 - the first two
                page.page.screenshot(path=Path(self.shots) / f"hour {number:02} {name} {who}.png")
            (Path(self.shots) / "hour.log").write_text("\n".join(self.log))

    def press(self, *names):
        """Press buttons of the wall, one after the other."""
        for name in names:
            self.wall.page.get_by_role("button", name=name, exact=True).first.click()

    def until(self, true):
        wait_until(self.wall.page, true)

    def table(self, page):
        pupil = self.room.people.find_by_name(page.name)
        return self.room.seating.table_of(pupil.id), pupil

    def play_once(self, page):
        """Touch a move if it is this page's turn; whether it was."""
        table, pupil = self.table(page)
        if not table.is_in_play or table.mover != pupil.id or self.room.ledger.is_paused:
            return False
        before = table.version
        page.play(table)
        self.until(lambda: table.version > before)
        return True

    def solve(self, page):
        """Touch the first move of a puzzle of the race, once its board is there."""
        self.until(lambda: self.table(page)[0].puzzle)
        table, pupil = self.table(page)
        look = SeatView(table, table.seat_of(pupil.id))
        step, _ = next_step(table)
        (target,) = next(
            way for way, move in look.position.moves_by_clicks.items() if str(move) == step.move
        )
        item = next(each for each in table_frame(look)["items"] if each["target"] == target)
        page.page.wait_for_selector(f".polygames-pointer svg[data-version='{look.version}']")
        page.says("Puzzle 1")
        page.tap(table_frame(look), middle(item))
        self.until(lambda: table.record.moves)


KINDS = (
    LAPTOP_OPTIONS | {"has_touch": True},
    TALL_PHONE_OPTIONS,
    TABLET_OPTIONS,
    TALL_PHONE_OPTIONS,
)


@pytest.mark.parametrize(
    ("real", "scripted"), [(2, 4), pytest.param(8, 22, marks=[pytest.mark.long])]
)
def test_an_hour_of_a_class_from_the_door_to_the_gradebook(
    phones, show_wall, open_class, tmp_path, capsys, real, scripted
):
    class_ = open_class("territory", size=5)
    wall = show_wall(class_)
    pages = [phones(**KINDS[number % len(KINDS)]) for number in range(real)]
    hour, room = Hour(class_, wall, pages), class_.room
    with Crowd(class_, scripted) as crowd:
        come_in(hour, scripted)
        predict(hour, real + scripted)
        play(hour)
        leave_and_come_late(hour, phones, crowd)
        race(hour)
    finish(hour, real + scripted)
    count_up(hour, tmp_path, capsys)
    assert room.ledger.round == 2


def come_in(hour, scripted):
    """All come in and sit down; the wall is told so, and a page is small."""
    hour.wall.page.get_by_text("Only this computer can join").wait_for()
    hour.step("the door")
    for number, page in enumerate(hour.pages):
        begun = time.monotonic()
        page.join(hour.class_, f"Real {number}")
        loaded = page.page.evaluate(LOADED)
        assert loaded < MOST_BYTES
        hour.log.append(f"    {page.name}: {time.monotonic() - begun:.1f} s, {loaded // 1000} kB")
    hour.until(lambda: len(hour.room.people) == scripted + len(hour.pages))
    hour.step("all are in")


def predict(hour, count):
    """All answer a question before anybody sees an answer."""
    wall = hour.wall.page
    hour.press("Question …")
    wall.get_by_label("a question").fill("Who wins more often?")
    wall.get_by_label("choices").fill("who begins; who is second; equal")
    hour.press("Ask")
    for page in hour.pages:
        page.press("who is second")
    wall.get_by_text(f"{count} of {count} have answered").wait_for()
    hour.step("a question")
    hour.press("Show the results to everyone")
    for page in hour.pages:
        page.page.locator(".class-bar-chart").wait_for()
    hour.step("the answers")
    hour.press("Close the question")


def play(hour):
    """A round with a clock; all move, are told something, and are held for a while."""
    wall = hour.wall.page
    hour.press("New round …")
    wall.get_by_label("minutes on each clock").select_option("15")
    hour.press("Start the round")
    sure = wall.get_by_role("button", name="start the round")
    hour.until(lambda: hour.room.ledger.round == 1 or sure.count())
    if hour.room.ledger.round == 0:
        sure.click()
        hour.until(lambda: hour.room.ledger.round == 1)
    for page in hour.pages:
        page.page.locator(".polygames-seat time").first.wait_for()
    waiting = list(hour.pages)  # two of them may sit at one table, in any order

    def all_have_moved():
        waiting[:] = [
            each for each in waiting if not hour.play_once(each) and hour.table(each)[0].is_in_play
        ]
        return not waiting

    hour.until(all_have_moved)
    hour.step("a round with a clock")
    wall.get_by_label("a message to all").fill("Five minutes more")
    hour.press("Send")
    for page in hour.pages:
        page.page.get_by_text("Five minutes more").first.wait_for()
    hour.press("Pause all")
    for page in hour.pages:
        page.page.wait_for_function(
            "() => /paused|win|tie/i.test(document.querySelector('.polygames-status').textContent)"
        )
    hour.step("a message and a pause")
    hour.press("Continue")
    wall.get_by_role("button", name="Pause all").wait_for()


def leave_and_come_late(hour, phones, crowd):
    """One leaves; one who comes late waits with a puzzle, or has that seat."""
    name = crowd.names.pop()
    fold = hour.wall.page.get_by_text("in the class", exact=False).first
    if not hour.wall.page.get_by_label(f"remove {name}").is_visible():
        fold.click()
    hour.wall.page.get_by_label(f"remove {name}").click()
    hour.wall.page.get_by_text(f"{name} will leave the class.").wait_for()
    hour.step("one leaves")
    hour.press(f"Remove {name}")
    hour.until(lambda: hour.room.people.find_by_name(name) is None)
    late = phones(**TALL_PHONE_OPTIONS).join(hour.class_, "Late")
    hour.pages.append(late)
    hour.until(lambda: hour.table(late)[0] is not None)
    hour.step("one comes late")


def race(hour):
    """All solve the same puzzles; the real pages solve their first one."""
    hour.press("Puzzle race …", "Start the race")
    sure = hour.wall.page.get_by_role("button", name="start the race")
    hour.until(lambda: hour.room.ledger.is_racing or sure.count())
    if not hour.room.ledger.is_racing:
        hour.step("what a race would end")
        sure.click()
    hour.until(lambda: hour.room.ledger.is_racing)
    wall = hour.wall.page
    wall.locator(".wall-race").wait_for()
    assert wall.locator(".wall-card").count() == 0  # on a projector they were the answers
    for page in hour.pages:
        hour.solve(page)
        page.says("Puzzle 2")
    hour.step("a race")
    hour.press("Show the boards")
    assert wall.locator(".wall-card").count() == len(hour.room.people)
    hour.press("Hide the boards")
    hour.press("End the race", "End it")
    hour.wall.page.get_by_text("The race is over").wait_for()
    hour.step("the race is over")


def finish(hour, count):
    """The results are on the wall, and all is saved."""
    hour.wall.page.locator("summary").get_by_text("Results", exact=True).click()
    hour.room.store_report(hour.room.people.find_by_name("Late"), "nim 1", "right", "C A B")
    hour.wall.page.get_by_role("columnheader", name="nim 1").wait_for()
    hour.wall.page.get_by_text("Answers on the board").click()  # until then nobody sees them
    hour.wall.page.get_by_role("cell", name="C A B").wait_for()
    hour.press("Hide names")
    assert not hour.wall.page.get_by_text("Late").first.is_visible()
    hour.press("Show names", "Save")
    hour.wall.page.get_by_text("results.csv and answers.csv, in").wait_for()
    assert len(hour.class_.results()) == count
    hour.step("the results")


def count_up(hour, folder, capsys):
    """The gradebook has everybody; one command reviews all games."""
    rows = [*csv.DictReader((folder / "results.csv").read_text("utf-8-sig").splitlines())]
    names = {row["name"] for row in rows}
    assert {page.name for page in hour.pages} <= names
    main(["review", str(folder), "--seconds", "0.02", "--workers", "1", "--json"])
    found = json.loads(capsys.readouterr().out)
    games = hour.room.seating.games
    assert found["games"] == sum(bool(t.record.moves) for t in games) > 0
    assert found["puzzles"] == len(hour.room.tables) - len(games) > 0
    hour.step(f"{found['games']} games reviewed, with {len(found['mistakes'])} mistakes")
