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
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.pages.farewell import wall_farewell_message
from polygames.classroom.pages.page_texts import (
    absence_text,
    names_at,
    seats_of,
    setting_text,
    status_of,
)
from polygames.classroom.pages.rate_limits import CPU_RATE_LIMIT, TokenBucket
from polygames.core.descriptions import isolate_direction
from polygames.core.errors import OptionError
from polygames.core.registry import game
from polygames.records.record import Record
from polygames.runtime.parallel_calls import short_error_text
from polygames.search.puzzles.puzzle import MAX_STARS, find_puzzle, puzzles
from polygames.table.agents import TableAgents
from polygames.table.players import computer_name, is_pupil
from polygames.table.seat_view import SeatView, SvgRenderer

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.classroom.room import Room
    from polygames.classroom.room.ledger import Ledger
    from polygames.core.protocol import Seat
    from polygames.records.node import Node
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.table.table import Table

PICTURE_CACHE_SIZE: Final = 256
"""Views in the cache, shared by all pages that show the same table."""

MAX_OLD_TABLES: Final = 60
"""Abandoned tables that a new wall is sent, newest first."""

WRONG_CODE_WARNING_COUNTS: Final = (50, 500, 5000)
"""Counts of wrong codes at which the teacher is notified."""

WALL_UPDATE_SECONDS: Final = 0.25
"""The shortest interval between two updates of the wall."""

PAGES_UPDATE_SECONDS: Final = 0.05
"""The shortest interval between two updates of all pages."""

AWAY_SECONDS: Final = 20.0
"""Seconds without a connected page, after which a pupil is shown as away."""

MAX_THINKING_AGENTS: Final = 2
"""Agents that search at a time."""

FREE_SEAT_TEXT: Final = "A seat at this board is free."

UNPLACED_TEXT: Final = "Some tables have not placed the last roll. No new roll was made."

_log = logging.getLogger(__name__)


class Connections:
    """The open pages of a class, with the data that they share, such as cached pictures.

    `post` schedules a call in the thread that serves the pages, `call_later` after some seconds.
    """

    def __init__(
        self,
        room: Room,
        post: Callable[[Callable[[], None]], object],
        call_later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self.room, self.post, self.call_later = room, post, call_later
        self.open_pages: set[Any] = set()
        """The open connections: see `polygames.classroom.pages.connection`."""
        self.walls: set[Any] = set()
        self._views: OrderedDict[tuple[Any, ...], SeatView] = OrderedDict()
        self._renderers: dict[tuple[int, Seat | None], SvgRenderer] = {}
        self._last_changes: dict[int, tuple[tuple[int, bool], float]] = {}
        """For each table, its version, whether it is paused, and the time of the last change."""
        self._changed_tables, self._sent_tables = set[int](), set[int]()
        """The tables that changed since the last update of the walls, and those already sent."""
        self._is_wall_update_due = self._is_page_update_due = False
        self._opened_at = monotonic()
        self._departures: dict[str, float] = {}
        """The time at which each pupil's last page was closed, by the pupil's id."""
        self._free_since: dict[int, float] = {}
        """The time since which a table has had a free seat, by the table's number."""
        self._absence_texts: dict[int, str] = {}
        """The sentence on absent players that was sent last, by the table's number."""
        self._wrong_codes = 0
        self._budgets: dict[str, TokenBucket] = {}
        executor = ThreadPoolExecutor(MAX_THINKING_AGENTS, thread_name_prefix="polygames-class")
        self.agents = TableAgents(room, executor, self._report_agent_error)
        self.faults: list[str] = []
        """Warnings for the teacher: an agent that failed, a disk that is full."""
        self.join_info: dict[str, Any] = {}
        """The way in for pupils: the address (``url``), and its QR code as SVG (``qr``).

        If only this computer can connect, ``local_only`` explains how to change that.
        """
        room.ledger.is_present = self.has_page
        room.ledger.watch(self._on_change)
        self.post(self.agents.restart_searches)

    def send_farewell(self) -> None:
        """Send all pages the end of the class."""
        with self.room.ledger.lock:
            for connection in tuple(self.open_pages):
                self._call_safely("the end of the class", connection.send_farewell)
            for wall in tuple(self.walls):
                self._call_safely("a wall", partial(wall, wall_farewell_message(self.room)))

    def close(self) -> None:
        """Stop updating the pages, and stop the agents."""
        self.room.ledger.unwatch(self._on_change)
        self.agents.close()

    def view_of(
        self,
        table: Table,
        seat: Seat | None,
        node: Node | None = None,
        *,
        is_upright: bool = False,
    ) -> SeatView:
        """Return the view of a table from a seat, or for spectators if `seat` is None; cached.

        `node` is the position to show; by default the current one. `is_upright` is True for a page
        that is higher than wide.
        """
        names, node = names_at(table, self.room.people, seat), node or table.record.node
        version = table.version, table.is_in_play, node.number
        key = (table.number, version, seat, names, is_upright)
        found = self._views.get(key)
        if found is None:
            brush = self._renderers.setdefault((table.number, seat), SvgRenderer())
            public = None if (seat, is_upright) == (None, False) else self.view_of(table, None)
            found = self._views[key] = SeatView(
                table, seat, names, brush, public, node, is_upright=is_upright
            )
            if len(self._views) > PICTURE_CACHE_SIZE:
                self._views.popitem(last=False)
        return found

    def budget_of(self, pupil_id: str) -> TokenBucket:
        """Return the CPU budget of a pupil, shared by all pages of that pupil."""
        return self._budgets.setdefault(pupil_id, TokenBucket(monotonic, **CPU_RATE_LIMIT))

    def count_wrong_code(self) -> None:
        """Count a wrong code that a page has sent; warn the teacher at certain counts."""
        self._wrong_codes += 1
        if self._wrong_codes in WRONG_CODE_WARNING_COUNTS:
            self._add_fault(f"{self._wrong_codes} wrong codes. Somebody may be guessing the code.")

    def has_page(self, pupil_id: str) -> bool:
        """Return True if a page of this pupil is connected."""
        return pupil_id in self._connected_pupils()

    def _connected_pupils(self) -> set[str]:
        """Return the ids of the pupils with a connected page."""
        return {each.pupil.id for each in tuple(self.open_pages) if each.pupil is not None}

    def report_departure(self, pupil_id: str) -> None:
        """Store the time at which a page of a pupil was closed or logged out."""
        self._departures[pupil_id] = monotonic()
        self.schedule_wall_update()

    def absent_pupils(self, table: Table) -> list[str]:
        """Return the ids of the absent pupils of a game, longest first.

        A game counts while it is in play, or while a player asks to play again.
        """
        connected = self._connected_pupils()
        gone = [who for who in table.seats if who not in connected]
        if not gone or table.puzzle is not None:
            return []
        if not (table.is_in_play or table.rematch_requested_by):
            return []
        absences = {who: self._away_seconds(who) for who in filter(is_pupil, gone)}
        away = [who for who, seconds in absences.items() if seconds >= AWAY_SECONDS]
        return sorted(away, key=lambda who: -absences[who])

    def has_free_seat(self, table: Table) -> bool:
        """Return True if a game has a free seat and waits for a player.

        This is so after `AWAY_SECONDS`, or at once if a pupil has left the class.
        """
        if table.is_full or table.is_closed or table.result is not None:
            self._free_since.pop(table.number, None)
            return False
        since = self._free_since.setdefault(table.number, monotonic())
        return monotonic() - since >= AWAY_SECONDS or any(
            map(is_pupil, table.all_occupants.difference(table.seats))
        )

    def absence_text(self, table: Table) -> str:
        """Return a sentence on the absent or missing players of a game; empty if all are here."""
        if self.has_free_seat(table):
            return FREE_SEAT_TEXT
        if not (away := self.absent_pupils(table)):
            return ""
        names = [isolate_direction(self.room.people.display_name(who)) for who in away]
        return absence_text(names, self._away_seconds(away[-1]))

    def _away_seconds(self, pupil_id: str) -> float:
        """Return the seconds for which a pupil has had no connected page; 0 with a page."""
        if self.has_page(pupil_id):
            return 0.0
        return monotonic() - self._departures.get(pupil_id, self._opened_at)

    def update_absences(self) -> None:
        """Update the pages of all tables at which a player has left or has come back."""
        with self.room.ledger.lock:
            tables = self.room.tables.values()
            texts = {t.number: text for t in tables if (text := self.absence_text(t))}
        before, self._absence_texts = self._absence_texts, texts
        for number in {*before, *texts}:
            if before.get(number) != texts.get(number):
                occupants = self.room.tables[number].seats
                for connection in tuple(self.open_pages):
                    pupil = connection.pupil
                    if connection.shows(number) or (pupil and pupil.id in occupants):
                        self._call_safely("a page", connection.refresh)
                self.schedule_wall_update(number)

    def _on_change(self, number: int | None) -> None:
        """Schedule a page update after a change to a table, or to the class if `number` is None.

        This can be called from any thread.
        """
        self.post(lambda: self._update_pages(number))

    def _update_pages(self, number: int | None) -> None:
        """Update the pages that show a table, or all pages if `number` is None."""
        if number is None:
            self._schedule_page_update()
            return
        for connection in tuple(self.open_pages):
            if connection.shows(number):
                self._call_safely("a page", connection.refresh)
        if (table := self.room.tables.get(number)) is not None:
            self.agents.start_search(table)
            if not table.is_in_play:  # no further picture: free the caches
                for key in [key for key in self._renderers if key[0] == number]:
                    del self._renderers[key]
        self.schedule_wall_update(number or None)

    def _schedule_page_update(self) -> None:
        """Schedule an update of all pages; several changes share one update."""
        if not self._is_page_update_due:
            self._is_page_update_due = True
            self.call_later(PAGES_UPDATE_SECONDS, self._update_all_pages)
        self.schedule_wall_update()

    def _update_all_pages(self) -> None:
        self._is_page_update_due = False
        for connection in tuple(self.open_pages):
            self._call_safely("a page", connection.refresh)
        if not self.room.ledger.is_paused:
            self.agents.restart_searches()

    def schedule_wall_update(self, number: int | None = None) -> None:
        """Schedule an update of the teacher's dashboards, for one table or for the whole class.

        Several changes share one update.
        """
        if number is not None:
            self._changed_tables.add(number)
        if not self._is_wall_update_due:
            self._is_wall_update_due = True
            self.call_later(WALL_UPDATE_SECONDS, self._update_walls)

    def _update_walls(self) -> None:
        self._is_wall_update_due = False
        if self.walls:
            with self.room.ledger.lock:  # a new table may not have been announced yet
                changed = self._changed_tables | (self.room.tables.keys() - self._sent_tables)
                self._changed_tables, self._sent_tables = set(), set(self.room.tables)
                news = self.wall_message([self.room.tables[each] for each in sorted(changed)])
            for wall in tuple(self.walls):
                self._call_safely("a wall", partial(wall, news))

    def wall_message(self, tables: list[Table] | None = None) -> dict[str, Any]:
        """Return the message for the dashboard (wall).

        The class, with some tables or all (None).
        """
        with self.room.ledger.lock:
            return self._build_wall_message(tables)

    def _build_wall_message(self, tables: list[Table] | None) -> dict[str, Any]:
        room, ledger, tried = self.room, self.room.ledger, self._call_safely
        setting, progress = (
            ledger.setting,
            partial(ledger.exercise_results.to_message, ledger.people),
        )
        current = self._current_tables()
        old = [number for number in sorted(room.tables) if number not in current]
        is_shown = {*current, *old[-MAX_OLD_TABLES:]}
        shown = [room.tables[each] for each in sorted(is_shown)] if tables is None else tables
        told = [tried(f"table {each.number}", partial(self.table_message, each)) for each in shown]
        return {
            "kind": "wall_state",
            "join_info": self.join_info,
            "code": ledger.code,
            "locked": ledger.is_locked,
            "waiting": [
                {"number": number, "name": name, "is_new": room.seating.is_new_name(name)}
                for number, (name, _) in room.seating.waiting.items()
            ],
            "game": setting.game,
            "setting_text": setting_text(ledger.round_setting),
            "paused": ledger.is_paused,
            "announcement": ledger.announcement,
            "question": ledger.question and tried("the question", ledger.question.to_message),
            "discussion": tried("the discussion", self._discussion_message),
            "lesson": _lesson_message(ledger),
            "dice": setting.dice,
            "puzzle_count": count_puzzles(setting.game),
            "race": tried("the race", self._race_message),
            "exercise_results": tried("progress", progress) if ledger.exercise_results else None,
            "seat_count": ledger.round_setting.seats,
            "level_count": len(game(setting.game).engine.levels),
            "rolls": list(ledger.rolls),
            "unplaced_count": room.unplaced_count if setting.dice == "wall" else 0,
            "people": [
                {
                    "id": p.id,
                    "name": p.name,
                    "is_connected": self.has_page(p.id),
                    "is_player": p.is_player,
                }
                for p in ledger.people
            ],
            "results": tried("the results", room.results) or [],
            "cross_table": tried("the cross table", room.cross_table) or [[]],
            "warnings": self.faults[-5:],
            "current_tables": current,
            "omitted_count": max(0, len(old) - MAX_OLD_TABLES),
            "tables": [news for news in told if news],
        }

    def _current_tables(self) -> list[int]:
        """Return the sorted numbers of all tables that are some pupil's newest table."""
        seen: set[str] = set()
        found = []
        for table in reversed(tuple(self.room.tables.values())):
            here = {who for who in table.seats if self.room.people.get(who)}
            if here - seen:
                found.append(table.number)
            seen |= here
        return sorted(found)

    def _discussion_message(self) -> dict[str, Any] | None:
        """Return the position and the question to discuss; None if there is none."""
        discussion = self.room.ledger.discussion
        if discussion is None:
            return None
        view = self.view_of(discussion.table, None)
        return {"text": discussion.text, "picture": view.full_picture}

    def _race_message(self) -> dict[str, Any] | None:
        race, tables = self.room.ledger.race, list(self.room.tables.values())
        if race is None or race.round != self.room.ledger.round:
            return None
        race.clock.update()
        return {
            "seconds_left": race.seconds_left,
            "is_over": race.is_over,
            "puzzle_count": len(race.puzzle_numbers),
            "rows": race.rows(self.room.people, tables),
            "hardest": race.hardest(tables) if race.is_over else None,
        }

    def table_message(self, table: Table) -> dict[str, Any]:
        """Return the data about one table for the teacher's dashboard (wall)."""
        view, room = self.view_of(table, None), self.room
        stand = table.version, room.ledger.is_paused
        before, since = self._last_changes.get(table.number, (None, 0.0))
        if stand != before:
            since = monotonic()
            self._last_changes[table.number] = stand, since
        return {
            "number": table.number,
            "version": table.version,
            "move_count": len(table.record.moves),
            "is_over": table.result is not None or table.is_solved,
            "can_strike": table.result is not None and table.puzzle is None,
            "struck": table.is_struck,
            "is_unfinished": table.puzzle is None and table.is_under_way and not table.is_closed,
            "puzzle": table.puzzle,
            "idle_seconds": monotonic() - since if table.is_in_play else None,
            "seats": seats_of(table, room.people),
            "status": status_of(room, table, None),
            "away_text": self.absence_text(table),
            "away": [
                {"id": who, "name": room.people.display_name(who)}
                for who in self.absent_pupils(table)
                if table.is_in_play and game(table.record.game).engine.levels
            ],
            "picture": view.full_picture,
        }

    def _report_agent_error(self, agent: str, error: Exception) -> None:
        _log.warning("%s gave no move: %s", agent, error)
        self.post(lambda: self._add_fault(f"{computer_name(agent)} could not move: {error}"))

    def _add_fault(self, text: str) -> None:
        self.faults.append(text)
        self.schedule_wall_update()

    def _call_safely(self, label: str, function: Callable[[], Any]) -> Any:
        """Call a function and return its result; on an error, notify the teacher instead."""
        try:
            return function()
        except Exception as error:  # noqa: BLE001 - the others go on, and the teacher is told
            words = f"Cannot show {label}: {short_error_text(error)}"
            if words not in self.faults:  # once, not at every update
                _log.exception("%s cannot be shown", label)
                self._add_fault(words)
            return None


def _lesson_message(ledger: Ledger) -> dict[str, Any] | None:
    """Return the steps of the lesson and the number of the current one; None without a lesson."""
    if (lesson := ledger.lesson) is None:
        return None
    steps = [{"title": each.title, "ends_games": each.ends_games} for each in lesson.steps]
    return {"title": lesson.title, "steps": steps, "step": ledger.lesson_step}


def run_command(room: Room, content: dict[str, Any]) -> str:
    """Carry out a command from the teacher's dashboard; return a reply or an empty string."""
    match content:
        case {"do": "pause", "paused": bool(paused)}:
            room.pause(paused=paused)
        case {"do": "announce", "text": str(text)}:
            room.say(text)
        case {
            "do": "remove_pupil"
            | "decide_admission"
            | "lock"
            | "change_code"
            | "allow_device_change"
        }:
            return _run_pupil_command(room, content)
        case {
            "do": "ask_question"
            | "reveal_answers"
            | "close_question"
            | "discuss"
            | "end_discussion"
        }:
            _run_talk_command(room, content)
        case {"do": "start_round" | "create_table" | "start_race" | "end_race" | "start_step"}:
            _run_round_command(room, content)
        case {"do": "save_games"}:
            tables = [file.name for file in room.save() if file.suffix == ".csv"]
            *saved, last = [room.games_text, *tables]
            return f"Saved: {', '.join(saved)} and {last}, in {room.ledger.folder}"
        case {"do": "strike_result", "table": int(number), "struck": bool(struck)}:
            room.strike(number, is_struck=struck)
        case {"do": "replace_pupil", "table": int(number), "id": str(who)}:
            room.seating.replace_with_computer(number, [who])
        case {"do": "roll_dice"}:
            return _roll_dice(room, is_forced=content.get("is_forced") is True)
    return ""


def _roll_dice(room: Room, *, is_forced: bool) -> str:
    """Roll the dice of all tables; if some have not placed the last roll, only if it is forced."""
    if room.unplaced_count and not is_forced:
        return UNPLACED_TEXT
    room.throw(is_forced=is_forced)
    return ""


def _run_pupil_command(room: Room, content: dict[str, Any]) -> str:
    """Carry out a command about pupils or admission; return a reply or an empty string."""
    match content:
        case {"do": "remove_pupil", "id": str(who)}:
            room.seating.remove_pupil(who)
        case {"do": "decide_admission", "number": int(number), "decision": str(decision)}:
            room.seating.decide_admission(number, decision=decision)
        case {"do": "lock", "locked": bool(locked)}:
            room.seating.lock_or_unlock(is_locked=locked)
        case {"do": "change_code"}:
            room.seating.change_code()
        case {"do": "allow_device_change", "id": str(who)}:
            room.seating.allow_device_change(who)
            name = room.people.display_name(who)
            return f"The next person who enters the name {name} gets this seat."
    return ""


def _run_talk_command(room: Room, content: dict[str, Any]) -> None:
    """Carry out a command about the question to the class or the position to discuss."""
    match content:
        case {"do": "ask_question", "text": str(text), "choices": list(choices)}:
            named = [each for each in choices if isinstance(each, str)]
            room.ask(text, named, content.get("right", ""))
        case {"do": "reveal_answers"}:
            room.reveal()
        case {"do": "close_question"}:
            room.remove_question()
        case {"do": "discuss", "text": str(text)}:
            room.discuss(text, _read_start(room, content))
        case {"do": "end_discussion"}:
            room.end_discussion()


def _run_round_command(room: Room, content: dict[str, Any]) -> None:
    """Carry out a command that starts a round, a race, one game or a step, or ends a race."""
    match content:
        case {"do": "start_step", "number": int(number)}:
            room.start_step(number, partial(run_command, room))
        case {"do": "start_race", "minutes": minutes, "count": count}:
            room.rounds.start_race(minutes, count, content.get("stars", MAX_STARS))
        case {"do": "end_race"}:
            room.rounds.end_race()
        case {"do": "start_round", "method": str(method)}:
            start = _read_start(room, content)
            room.rounds.start_round(method, start=start, minutes=content.get("minutes"))
        case {"do": "create_table", "seats": list(seats)} if all(isinstance(s, str) for s in seats):
            room.seating.create_table(seats)


def _read_start(room: Room, content: dict[str, Any]) -> Record | Puzzle | None:
    """Return the start of a command: a puzzle by number or a record; None for that of the class."""
    match content:
        case {"start": str(text)}:
            return Record.from_text(text)
        case {"puzzle": number} if number is not None:
            return find_puzzle(room.ledger.setting.game, number)
    return None


@cache
def count_puzzles(name: str) -> int:
    """Return the number of puzzles of a game.

    Examples
    --------
    >>> count_puzzles("polygon") > 50
    True
    """
    try:
        return len(puzzles(name))
    except OptionError:
        return 0


def encode_message(message: dict[str, Any]) -> str:
    """Return a message as compact JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=float)
