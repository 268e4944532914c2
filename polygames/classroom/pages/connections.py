"""The connected pages of a class, and the messages that each of them is sent.

This module is independent of the network: a page is any object with a `send`. `Connections.post`
schedules a call in the thread that serves the pages.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.pages.limits import CpuBudget
from polygames.classroom.pages.news import names_at, seats_of, status_of
from polygames.classroom.pages.picture import Brush, SeatView
from polygames.classroom.room.table import is_agent
from polygames.core.errors import OptionError
from polygames.core.registry import game
from polygames.runtime.cooperative import thinking
from polygames.runtime.workers import as_exception, one_line
from polygames.search.puzzles.puzzle import puzzle_of, puzzles

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.room import Room
    from polygames.classroom.room.table import Table
    from polygames.core.protocol import Seat, State

PICTURE_CACHE_SIZE: Final = 256
"""Views in the cache, shared by all pages that show the same table."""

MAX_OLD_TABLES: Final = 60
"""Abandoned tables that a new wall is sent, newest first."""

WRONG_CODES_TOLD: Final = (50, 500, 5000)
"""Counts of wrong codes at which the teacher is notified."""

WALL_SECONDS: Final = 0.25
"""The shortest interval between two updates of the wall."""

ALL_SECONDS: Final = 0.05
"""The shortest interval between two updates of all pages."""

MAX_THINKING_AGENTS: Final = 2
"""Agents that search at a time."""

_log = logging.getLogger(__name__)


class Connections:
    """The state that the pages of a class share.

    `post` schedules a call in the thread that serves the pages, `later` after some seconds.
    """

    def __init__(
        self,
        room: Room,
        post: Callable[[Callable[[], None]], object],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self.room, self.post, self.later = room, post, later
        self.open: set[Any] = set()
        """The open connections: see `polygames.classroom.pages.connection`."""
        self.walls: set[Any] = set()
        self._looks: OrderedDict[tuple[Any, ...], SeatView] = OrderedDict()
        self._brushes: dict[tuple[int, Seat | None], Brush] = {}
        self._since: dict[int, tuple[tuple[int, bool], float]] = {}
        """For each table, its version, whether it is paused, and the time of the last change."""
        self._changed, self._told = set[int](), set[int]()
        """The tables that changed since the last update of the walls, and those already sent."""
        self._is_due = self._is_told = False
        self._wrong_codes = 0
        self._budgets: dict[str, CpuBudget] = {}
        self.computers = Computers(room, self._complain)
        self.faults: list[str] = []
        """Warnings for the teacher: an agent that failed, a disk that is full."""
        self.door: dict[str, Any] = {}
        """The way in for pupils: the address (``url``), and its QR code as SVG (``qr``).

        If only this computer can connect, ``alone`` explains how to change that.
        """
        room.ledger.watch(self._hear)
        self.post(self.computers.again)

    def close(self) -> None:
        """Stop listening to the room, and stop the agents."""
        self.room.ledger.unwatch(self._hear)
        self.computers.close()

    def view_of(self, table: Table, seat: Seat | None) -> SeatView:
        """Return the current view of a table from a seat, cached for all pages."""
        names = names_at(table, self.room.people, seat)
        key = (table.number, table.version, seat, table.is_on, names)
        found = self._looks.get(key)
        if found is None:
            brush = self._brushes.setdefault((table.number, seat), Brush())
            public = None if seat is None else self.view_of(table, None)
            found = self._looks[key] = SeatView(table, seat, names, brush, public)
            if len(self._looks) > PICTURE_CACHE_SIZE:
                self._looks.popitem(last=False)
        return found

    def budget_of(self, who: str) -> CpuBudget:
        """Return the CPU budget of a pupil, shared by all pages of that pupil."""
        return self._budgets.setdefault(who, CpuBudget(monotonic))

    def count_wrong_code(self) -> None:
        """Count a wrong code of any page; notify the teacher at certain counts."""
        self._wrong_codes += 1
        if self._wrong_codes in WRONG_CODES_TOLD:
            self._note(f"{self._wrong_codes} wrong codes. Somebody may be guessing the code.")

    def is_here(self, who: str) -> bool:
        """Return True if a page of this pupil is connected."""
        return any(each.pupil is not None and each.pupil.id == who for each in self.open)

    def _hear(self, number: int | None) -> None:
        """Schedule an update of the pages after a change; called from any thread."""
        self.post(lambda: self._show(number))

    def _show(self, number: int | None) -> None:
        """Update the pages that show a table, or all pages (None)."""
        if number is None:
            self._show_all()
            return
        for connection in tuple(self.open):
            if connection.shows(number):
                self._tried("a page", connection.refresh)
        if (table := self.room.tables.get(number)) is not None:
            self.computers.think_at(table)
            if not table.is_on:  # no further picture: free the caches
                for key in [key for key in self._brushes if key[0] == number]:
                    del self._brushes[key]
        self.tell_walls(number or None)

    def _show_all(self) -> None:
        """Schedule an update of all pages; several changes share one update."""
        if not self._is_told:
            self._is_told = True
            self.later(ALL_SECONDS, self._tell_all)
        self.tell_walls()

    def _tell_all(self) -> None:
        self._is_told = False
        for connection in tuple(self.open):
            self._tried("a page", connection.refresh)
        if not self.room.ledger.is_paused:
            self.computers.again()

    def tell_walls(self, number: int | None = None) -> None:
        """Schedule an update of the walls; several changes share one update."""
        if number is not None:
            self._changed.add(number)
        if not self._is_due:
            self._is_due = True
            self.later(WALL_SECONDS, self._paint_walls)

    def _paint_walls(self) -> None:
        self._is_due = False
        if self.walls:
            with self.room.ledger.lock:  # a new table may not have been announced yet
                changed = self._changed | (self.room.tables.keys() - self._told)
                self._changed, self._told = set(), set(self.room.tables)
                news = self.wall_news([self.room.tables[each] for each in sorted(changed)])
            for wall in tuple(self.walls):
                self._tried("a wall", partial(wall, news))

    def wall_news(self, tables: list[Table] | None = None) -> dict[str, Any]:
        """Return the message for a wall: the class, and some tables or all (None)."""
        with self.room.ledger.lock:
            return self._wall_news(tables)

    def _wall_news(self, tables: list[Table] | None) -> dict[str, Any]:
        room, ledger, tried = self.room, self.room.ledger, self._tried
        setting, progress = ledger.setting, partial(ledger.progress.as_news, ledger.people)
        current = self._current()
        old = [number for number in sorted(room.tables) if number not in current]
        is_shown = {*current, *old[-MAX_OLD_TABLES:]}
        shown = [room.tables[each] for each in sorted(is_shown)] if tables is None else tables
        told = [tried(f"table {each.number}", partial(self.table_news, each)) for each in shown]
        return {
            "kind": "wall",
            "door": self.door,
            "code": ledger.code,
            "locked": ledger.is_locked,
            "waiting": [
                {"number": number, "name": name}
                for number, (name, _) in room.seating.waiting.items()
            ],
            "game": setting.game,
            "paused": ledger.is_paused,
            "words": ledger.words,
            "question": ledger.question and tried("the question", ledger.question.as_news),
            "dice": setting.dice,
            "puzzles": puzzles_of(setting.game),
            "race": tried("the race", self._race_news),
            "progress": tried("progress", progress) if ledger.progress else None,
            "seats": ledger.playing.seats,
            "levels": len(game(setting.game).engine.levels),
            "rolls": list(ledger.rolls),
            "people": [
                {"id": p.id, "name": p.name, "here": self.is_here(p.id), "plays": p.plays}
                for p in ledger.people
            ],
            "results": tried("the results", room.results) or [],
            "cross": tried("the cross table", room.cross_table) or [[]],
            "faults": self.faults[-5:],
            "current": current,
            "unseen": max(0, len(old) - MAX_OLD_TABLES),
            "tables": [news for news in told if news],
        }

    def _current(self) -> list[int]:
        """Return the numbers of the tables that are the newest of some pupil."""
        seen: set[str] = set()
        found = []
        for table in reversed(tuple(self.room.tables.values())):
            here = {who for who in table.seats if self.room.people.get(who)}
            if here - seen:
                found.append(table.number)
            seen |= here
        return sorted(found)

    def _race_news(self) -> dict[str, Any] | None:
        race, tables = self.room.ledger.race, list(self.room.tables.values())
        if race is None or race.round != self.room.ledger.round:
            return None
        race.clock.update()
        return {
            "left": race.left,
            "over": race.is_over,
            "count": len(race.numbers),
            "rows": race.rows(self.room.people, tables),
            "hardest": race.hardest(tables) if race.is_over else None,
        }

    def table_news(self, table: Table) -> dict[str, Any]:
        """Return the message about a table for the wall."""
        view, room = self.view_of(table, None), self.room
        stand = table.version, room.ledger.is_paused
        before, since = self._since.get(table.number, (None, 0.0))
        if stand != before:
            since = monotonic()
            self._since[table.number] = stand, since
        return {
            "number": table.number,
            "version": table.version,
            "moves": len(table.record.moves),
            "over": table.result is not None or table.is_solved,
            "strikes": table.result is not None and table.puzzle is None,
            "struck": table.is_struck,
            "unfinished": table.puzzle is None and table.is_begun and not table.is_closed,
            "puzzle": table.puzzle,
            "waits": monotonic() - since if table.is_on else None,
            "seats": seats_of(table, room.people),
            "status": status_of(room, table, None),
            "picture": view.whole,
        }

    def _complain(self, who: str, error: Exception) -> None:
        _log.warning("%s gave no move: %s", who, error)
        self.post(lambda: self._note(f"{who} could not move: {error}"))

    def _note(self, words: str) -> None:
        self.faults.append(words)
        self.tell_walls()

    def _tried(self, what: str, show: Callable[[], Any]) -> Any:
        """Return the result of a call; on an error, notify the teacher and return None."""
        try:
            return show()
        except Exception as error:  # noqa: BLE001 - the others go on, and the teacher is told
            words = f"Cannot show {what}: {one_line(error)}"
            if words not in self.faults:  # once, not at every update
                _log.exception("%s cannot be shown", what)
                self._note(words)
            return None


class Computers:
    """The agents at the tables, which think in a thread pool.

    A move counts if its table has not changed meanwhile. `fail` is called with the name of an agent
    that gave no move, and the error.
    """

    def __init__(self, room: Room, fail: Callable[[str, Exception], None]) -> None:
        self._room, self._fail = room, fail
        self._pool = ThreadPoolExecutor(MAX_THINKING_AGENTS, thread_name_prefix="polygames-class")
        self._asked: dict[int, int] = {}
        """The last version of each table at which an agent was started."""

    def think_at(self, table: Table) -> None:
        """Start the agent's search at a table, if an agent is to move."""
        who, is_paused = table.mover, self._room.ledger.is_paused
        if not is_agent(who) or is_paused or self._asked.get(table.number) == table.version:
            return
        self._asked[table.number] = table.version
        rng = Random(f"{table.seed}:{table.state.ply}")
        view = table.state.view(table.state.turn)
        self._pool.submit(self._think, table.number, table.version, who, view, rng)

    def again(self) -> None:
        """Start the agents at all tables again, for example after a pause."""
        self._asked.clear()
        for table in tuple(self._room.tables.values()):
            self.think_at(table)

    def close(self) -> None:
        """Cancel the searches that have not started."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _think(self, number: int, version: int, who: str, view: State[Any], rng: Random) -> None:
        try:
            with thinking():
                move = game(view.game).agent(who).choose(view, rng)
            self._room.answer(number, move, version=version)
        except OSError as error:  # a full disk: the next update of the table retries it
            self._asked.pop(number, None)
            self._fail(who, error)
        except BaseException as error:  # noqa: BLE001 - the teacher is told, and the class goes on
            self._fail(who, as_exception(error))


def direct(room: Room, content: dict[str, Any]) -> str:
    """Carry out a command from the teacher's dashboard (wall); return the reply, or ""."""
    match content:
        case {"do": "pause", "paused": bool(paused)}:
            room.pause(paused=paused)
        case {"do": "say", "text": str(text)}:
            room.say(text)
        case {"do": "remove" | "admit" | "lock" | "change code" | "let move"}:
            return _open_door(room, content)
        case {"do": "ask", "text": str(text), "choices": list(choices)}:
            room.ask(text, [each for each in choices if isinstance(each, str)])
        case {"do": "pair" | "put up" | "race" | "end race"}:
            _begin(room, content)
        case {"do": "save"}:
            room.save()
            return f"Saved: {room.played} and results.csv, in {room.ledger.folder}"
        case {"do": "strike", "table": int(number), "struck": bool(struck)}:
            room.strike(number, is_struck=struck)
        case {"do": "throw" | "reveal" | "unask" as what}:
            getattr(room, what)()
    return ""


def _open_door(room: Room, content: dict[str, Any]) -> str:
    """Carry out a command about the pupils or the door; return the reply, or ""."""
    match content:
        case {"do": "remove", "id": str(who)}:
            room.seating.remove(who)
        case {"do": "admit", "number": int(number), "how": str(how)}:
            room.seating.admit(number, how=how)
        case {"do": "lock", "locked": bool(locked)}:
            room.seating.lock(is_locked=locked)
        case {"do": "change code"}:
            room.seating.change_code()
        case {"do": "let move", "id": str(who)}:
            room.seating.let_move(who)
            return f"The next person who enters the name {room.people.name(who)} gets this seat."
    return ""


def _begin(room: Room, content: dict[str, Any]) -> None:
    """Start a round, a race or one game, or end a race."""
    match content:
        case {"do": "race", "minutes": minutes, "count": count}:
            room.rounds.run_race(minutes, count)
        case {"do": "end race"}:
            room.rounds.end_race()
        case {"do": "pair", "how": str(how)}:
            puzzle = content.get("puzzle")
            start = None if puzzle is None else puzzle_of(room.ledger.setting.game, puzzle)
            room.rounds.pair(how, start=start, minutes=content.get("minutes"))
        case {"do": "put up", "seats": list(seats)} if all(isinstance(s, str) for s in seats):
            room.seating.put_up(seats)


@cache
def puzzles_of(name: str) -> int:
    """Return the number of puzzles of a game.

    Examples
    --------
    >>> puzzles_of("polygon") > 50
    True
    """
    try:
        return len(puzzles(name))
    except OptionError:
        return 0


def encode_message(message: dict[str, Any]) -> str:
    """Return a message as compact JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=float)
