"""Attacks on a class by hostile pages: games and other pages must continue.

The pages have no network. Work for later is queued, and runs after some more messages, as in an
event loop: agents answer late, and a wall receives several changes at once.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
from collections import deque
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import polygames as pg
from fuzzing.classwords import (
    ODD_TEXTS,
    TEACHER_KEY,
    board_message,
    damaged_message,
    random_request,
)
from fuzzing.plugs import require, short_start
from polygames.classroom.pages.broadcast import MAX_OLD_TABLES, Connections
from polygames.classroom.pages.connection import Connection
from polygames.classroom.pages.rate_limits import LoginLimiter
from polygames.classroom.room import Room
from polygames.classroom.room.room import MAX_GAMES_PER_ROUND
from polygames.classroom.room.seating import MAX_WAITING
from polygames.classroom.room.setting import Setting, has_to_roll
from polygames.table.players import PUZZLE_OPPONENT, is_pupil
from polygames.table.puzzle_table import next_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from random import Random

    from polygames.table.table import Table

__all__ = ["attack_class"]

CLASS_MESSAGES: Final = 200
MESSAGES_PER_CHECK: Final = 10
"""The number of messages after which queued work runs and every page is checked."""

LINE_COORDINATES: Final = 4
"""The number of coordinates of a line's two ends."""

WALL_PAGE: Final = 4
"""The index of the teacher's page."""

MAX_TEACHER_GAMES: Final = 100
"""More games than the teacher starts for a pupil in one attack. They have no limit of their own."""

PUPIL_NAMES: Final = ("Ana", "Ben", "Cem", "Dea", *ODD_TEXTS)


def attack_class(game: str, rng: Random, folder: Path) -> None:
    """Send hostile messages to a class, and check that it stays consistent."""
    with LogWatcher():
        attack = Attack(game, rng, folder)
        for number in range(1, CLASS_MESSAGES + 1):
            attack.message()
            if number % MESSAGES_PER_CHECK == 0:
                attack.check_pages(str(number))
        attack.reopen()


class LogWatcher(logging.Handler):
    """A log handler that raises, at its end, the first error that the class caught and logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.errors: list[BaseException] = []

    def __enter__(self) -> None:
        logging.getLogger("polygames.classroom").addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger("polygames.classroom").removeHandler(self)
        if self.errors:
            raise self.errors[0]

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a logged error, unless it refuses a message."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, pg.PolygamesError):
            self.errors.append(error or AssertionError(record.getMessage()))


@contextmanager
def full_disk(after: int) -> Iterator[None]:
    """Simulate a full disk after a number of writes."""
    real, left = os.fsync, iter(range(after))

    def refuse(handle: int) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    with patch("os.fsync", refuse):
        yield


class DelayedExecutor:
    """An executor that queues work until the attack runs it."""

    def __init__(self) -> None:
        self.waiting: deque[Callable[[], object]] = deque()

    def submit(self, work: Callable[..., object], *args: object) -> None:
        """Queue a piece of work."""
        self.waiting.append(partial(work, *args))

    def shutdown(self, **_: object) -> None:
        """Discard the queued work."""
        self.waiting.clear()

    def run(self, max_calls: int = 60) -> None:
        """Run the queued work and the work that it queues, up to a limit."""
        for _ in range(max_calls):
            if self.waiting:
                self.waiting.popleft()()


class Page:
    """A page, with the last messages that it received."""

    def __init__(self, attack: Attack) -> None:
        self.attack, self.words = attack, ""
        self.position_hash, self.frame = "", dict[str, Any]()
        self.open()

    def open(self) -> None:
        """Connect, for the first time or again."""
        attack = self.attack
        limiter = LoginLimiter(lambda: attack.time)
        self.connection = Connection(
            attack.connections, self.receive, limiter, wall_key=TEACHER_KEY
        )

    def receive(self, text: str) -> None:
        """Parse a message as a browser does: strict JSON in UTF-8."""
        message = parse_as_browser(text)
        self.words = message.get("announcement", self.words)
        self.position_hash = message.get("position_hash", self.position_hash)
        if message["kind"] == "traits" and message["layer"] == "pointer":
            self.frame = json.loads(message["values"]["frame"])
        if "token" in message:
            self.attack.known["token"].append(message["token"])

    @property
    def must_receive(self) -> bool:
        """True if the page must receive the teacher's messages."""
        pupil, room = self.connection.pupil, self.attack.room
        is_player = pupil is not None and pupil.is_player and room.people.get(pupil.id) == pupil
        return is_player or (self.connection.is_logged_in and pupil is None)

    @property
    def is_moving(self) -> bool:
        """True if the page can move now or is the teacher's. Such pages send more messages."""
        pupil, room = self.connection.pupil, self.attack.room
        table = room.seating.table_of(pupil.id) if pupil else None
        if pupil is None or table is None:
            return self.connection.is_logged_in
        return table.is_in_play and table.seat_of(pupil.id) == table.state.turn


class Attack:
    """A class and its hostile pages, with a model of each table."""

    def __init__(self, game: str, rng: Random, folder: Path) -> None:
        self.game, self.rng, self.folder = game, rng, folder
        self.time, self.later = 0.0, DelayedExecutor()
        self.sent: deque[str] = deque(maxlen=40)
        self.known: dict[str, list[Any]] = {"token": ["guess"]}
        self.models: dict[int, GameModel] = {}
        self.room = Room(self.setting(), folder, now=lambda: self.time, rng=self.rng)
        at_once = (lambda act: act(), lambda _, act: self.later.submit(act))
        self.connections = Connections(self.room, *at_once)
        self.connections.agents._executor = self.later  # type: ignore[assignment]  # noqa: SLF001 - no threads here
        self.pages = [Page(self) for _ in range(7)]
        for page, name in zip(self.pages, PUPIL_NAMES[:4], strict=False):
            kind = {"client": "notebook"} if name == "Ben" else {}  # a notebook moves by text
            self.hear(page, self.join(name) | kind)
        self.hear(self.pages[WALL_PAGE], {"do": "open_wall", "key": TEACHER_KEY})
        self.hear(self.pages[5], self.join("Eva") | {"client": "notebook"})

    def setting(self) -> Setting:
        """Return random settings for the class."""
        rng = self.rng
        start = short_start(self.game, rng)
        dice = rng.choice(("each", "same", "wall"))
        level = rng.choice((None, None, 1)) if pg.game(start.game).engine.levels else None
        minutes = rng.choice((None, None, 0.5))
        return Setting.from_position(start, level=level, minutes=minutes, dice=dice)

    def join(self, name: str) -> dict[str, Any]:
        """Return the message with which a pupil joins."""
        return {"do": "join", "code": self.room.ledger.code, "name": name}

    def message(self) -> None:
        """Send a random message from a random page."""
        rng, page = self.rng, self.rng.choice(self.pages)
        if rng.random() < 1 / 2:  # pages that can move send more
            page = rng.choice([each for each in self.pages if each.is_moving] or [page])
        self.time += rng.choice((0.0, 0.1, 0.1, 2.0))
        chance = rng.random()
        if chance < 0.05:  # noqa: PLR2004 - seldom
            page.connection.close()
            page.open()
        is_wall = page is self.pages[WALL_PAGE]
        if not page.connection.is_logged_in and rng.random() < 1 / 3:
            self.hear(
                page,
                {"do": "open_wall", "key": TEACHER_KEY}
                if is_wall
                else self.join(rng.choice(PUPIL_NAMES)),
            )
        elif chance < 0.4 and not is_wall:  # noqa: PLR2004 - often
            self.hear(page, self.move(page))
        elif chance < 0.5 and self.sent:  # noqa: PLR2004 - a message is repeated, maybe by another page
            self.hear(page, rng.choice(self.sent))
        elif chance < 0.6:  # noqa: PLR2004 - now and then
            self.hear(page, damaged_message(rng, rng.choice(self.sent or ["{}"])))
        elif chance < 0.75 and not is_wall:  # noqa: PLR2004 - now and then
            self.hear(page, board_message(rng, self.words(), page.position_hash))
        else:
            self.hear(page, random_request(rng, self.words(), is_wall=is_wall))

    def move(self, page: Page) -> dict[str, Any]:
        """Return a move of the page; in a puzzle it is sometimes the right one."""
        frame, pupil = page.frame, page.connection.pupil
        table = self.room.seating.table_of(pupil.id) if pupil else None
        if table is None:
            return {"do": "watch_table", "table": 1}
        if table.result is not None:
            return {"do": "rematch"}
        if not frame:  # a notebook
            text = str(table.state.legal_moves.sample(self.rng))
            return {"do": "play_move", "text": text, "version": table.version}
        message = {
            "version": frame["version"],
            "id": self.rng.randrange(9),
            "position_hash": page.position_hash,
        }
        message |= self.move_message(table, frame["moves"])
        return {"do": "handle_board_message", "content": message}

    def move_message(self, table: Table, moves: list[Any]) -> dict[str, Any]:
        """Return the message for a move: one of the frame, or a line."""
        step = (
            next_step(table)[0] if table.puzzle is not None and self.rng.random() < 1 / 2 else None
        )
        if step is not None:
            text, ways = (
                step.move,
                self.connections.view_of(table, table.state.turn).position.moves_by_clicks,
            )
            moves = [{"spelling": way} for way, move in ways.items() if str(move) == text]
        else:
            text = str(table.state.legal_moves.sample(self.rng)) if table.is_in_play else ""
        if moves:
            return {"kind": "move", "spelling": self.rng.choice(moves)["spelling"]}
        places = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", text)]
        if len(places) != LINE_COORDINATES:
            places = [0, self.rng.uniform(0, 10), 10, self.rng.uniform(0, 10)]
        return {"kind": "line", "start": places[:2], "end": places[2:]}

    def words(self) -> dict[str, list[Any]]:
        """Return plausible values for the fields of messages."""
        room = self.room
        here = [pupil.id for pupil in room.people]
        tables = list(room.tables.values())[-6:]
        frames = [page.frame for page in self.pages if page.frame]
        seats = [self.rng.choices([*here, "level 1", "random", ""], k=2) for _ in range(3)]
        asked = room.ledger.question.choices if room.ledger.question else ()
        return self.known | {
            "code": [room.ledger.code],
            "name": list(PUPIL_NAMES),
            "answer": [*asked, "12", "1,5", "1e9", "-0.0"],
            "results": [{"nim 1": "right", "nim 2": "not yet"}],
            "seats": seats,
            "id": here,
            "table": [None, *[table.number for table in tables]],
            "version": [table.version - self.rng.randrange(2) for table in tables],
            "position_hash": [table.next_hash for table in tables],
            "text": [str(t.state.legal_moves.sample(self.rng)) for t in tables if t.is_in_play],
            "spelling": [m["spelling"] for frame in frames for m in frame["moves"][:9]],
            "number": list(room.seating.waiting),
            "key": [TEACHER_KEY] if self.rng.random() < 1 / 8 else [],
        }

    def hear(self, page: Page, message: Any) -> None:
        """Send a message from a page, and check its effect on the games."""
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        if isinstance(text, str):
            self.sent.append(text)
        pupil = page.connection.pupil
        after = self.rng.randrange(4)
        with full_disk(after) if self.rng.random() < 1 / 30 else nullcontext():
            page.connection.handle_message(text)
        self.check_games(pupil.id if pupil else None)

    def check_games(self, sender: str | None) -> None:
        """Check that each new line of a game is legal, and that its author is the sender."""
        for number, table in self.room.tables.items():
            problem = self.models.setdefault(number, GameModel(table)).add_lines(sender)
            require(not problem, problem, table.log.entries)

    def check_pages(self, words: str) -> None:
        """Run the queued work, and check that a message of the teacher reaches every page."""
        room = self.room
        self.later.run()
        room.update_clocks()
        if room.ledger.is_paused:
            room.pause(paused=False)
        for table in room.tables.values():
            require(not is_stuck(table, room), "a game stands still", table.log)
        self.require_bounds()
        room.say(words)
        for _ in range(3):  # this work may queue more work
            self.later.run()
        self.check_games(None)
        for page in self.pages:
            facts = (page.connection.pupil, page.words, words)
            is_reached = not page.must_receive or page.words == words
            require(is_reached, "a page receives no messages", facts)

    def require_bounds(self) -> None:
        """Check the limits on games, waiting pupils and the status of the wall."""
        room = self.room
        games = [each for each in room.seating.games if each.round == room.ledger.round]
        for pupil in room.people:
            count = sum(pupil.id in each.seats for each in games)
            require(count <= MAX_GAMES_PER_ROUND + MAX_TEACHER_GAMES, "too many games", count)
        waiting = room.seating.waiting
        require(len(waiting) <= MAX_WAITING, "too many wait at the door", waiting)
        news = self.connections.wall_message()
        max_tables = len(news["current_tables"]) + MAX_OLD_TABLES
        require(len(news["tables"]) <= max_tables, "too much news for a wall", len(news["tables"]))

    def reopen(self) -> None:
        """Open the folder again, and check that every confirmed action is there."""
        before = class_state(self.room)
        self.connections.close()
        self.room.close()
        opened = Room(None, self.folder)
        after = class_state(opened)
        for name, value in before.items():
            require(after[name] == value, f"not kept: {name}", (value, after[name]))
        opened.close()


class GameModel:
    """A model of a game, rebuilt from its log with the public rules."""

    def __init__(self, table: Table) -> None:
        self.table, self.line_count = table, 1
        record = pg.Record.from_text(table.log.entries[0]["record"])
        self.path, self.seats = [record.state], list(table.log.entries[0]["seats"])

    def add_lines(self, sender: str | None) -> str:
        """Apply the new lines, and return the problem of the first wrong one or an empty text."""
        old_seats = list(self.seats)
        for entry in self.table.log.entries[self.line_count :]:
            self.line_count += 1
            if problem := self.add_line(entry, sender if sender in old_seats else None):
                return problem
        state = self.table.state
        return "" if state == self.path[-1] else "the state differs from the lines of the log"

    def add_line(self, entry: dict[str, Any], who: str | None) -> str:
        """Apply a line, and return its problem or an empty text."""
        state, problem = self.path[-1], ""
        match entry:
            case {"do": "move", "seat": seat, "text": text}:
                problem = self.mover_problem(seat, who)
                self.path.append(state.play(state.parse(text)))
            case {"do": "roll", "text": text}:
                problem = "" if has_to_roll(state) else "dice where there are none"
                self.path.append(state.play(state.parse(text)))
            case {"do": "take_back", "ply": ply, "seat": seat}:
                is_own = who is not None and self.path[ply].turn == seat
                problem = "" if is_own else "a move was taken back by nobody"
                del self.path[ply + 1 :]
            case {"do": "sit", "seat": seat, "who": new}:
                self.seats[seat] = new
            case {"do": "end", "seat": seat, "reason": "gives up"} if self.seats[seat] != who:
                problem = "somebody else has given up"
            case {"do": "wrong_move"} if who is None:
                problem = "nobody has tried a puzzle"
        return problem

    def mover_problem(self, seat: int, who: str | None) -> str:
        """Return the problem if a seat's move did not come from the sender; empty if it did."""
        mover = self.seats[seat]
        if self.path[-1].turn != seat:
            return "a move out of turn"
        return "somebody else has moved" if is_pupil(mover) and mover != who else ""


def is_stuck(table: Table, room: Room) -> bool:
    """Return True if dice or a puzzle opponent are to move, and do not."""
    if not table.is_in_play or has_to_roll(table.state):
        return table.is_in_play and room.ledger.setting.dice != "wall"
    return table.seats[table.state.turn] == PUZZLE_OPPONENT


def parse_as_browser(text: str) -> Any:
    """Parse strict JSON in UTF-8, as a browser does."""
    text.encode()
    return json.loads(text, parse_constant=refuse_constant)


def refuse_constant(name: str) -> None:
    """Raise ValueError for NaN or Infinity, which are no JSON."""
    msg = f"{name} is no JSON"
    raise ValueError(msg)


def class_state(room: Room) -> dict[str, Any]:
    """Return the state that a class must have after it was opened again."""
    ledger = room.ledger
    race, question = ledger.race, ledger.question
    return {
        "people": [
            (pupil.id, pupil.name, pupil.token_hash, pupil.is_player) for pupil in room.people
        ],
        "games": {n: (t.seats, t.state.to_text(), t.log.entries) for n, t in room.tables.items()},
        "results": {row["name"]: row for row in room.results()},
        "question": question and (question.text, question.answers, question.is_revealed),
        "race": race and (race.puzzle_numbers, race.is_over),
        "exercises": ledger.exercise_results.to_message(room.people)
        if ledger.exercise_results
        else None,
        "class": (
            ledger.code,
            ledger.announcement,
            ledger.round,
            ledger.rolls,
            ledger.is_paused,
            ledger.is_locked,
            ledger.ladder,
        ),
        "moving": ledger.device_change_ids,
    }
