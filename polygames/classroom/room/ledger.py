"""What a room has written down, and what follows from it: who is in it, what is asked.

All of it is in the lines of ``room.jsonl``. A line is written first and done then, so a room that
is opened on such a file stands where the other one stopped.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import asdict
from functools import wraps
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from polygames.classroom.room.asked import CheckResults, ClassQuestion
from polygames.classroom.room.people import People, Pupil
from polygames.classroom.room.race import Race
from polygames.classroom.room.setting import Setting
from polygames.core.errors import IllegalMoveError, RecordError
from polygames.records.log import Log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CODE_DIGITS: Final = "0123456789"
"""A code of these is read aloud and typed in any language; an older class has letters."""

CODE_LENGTH: Final = 6

ROOM_FILE: Final = "room.jsonl"

TEACHER_PAGE: Final = 0
"""Where a change is told that no pupil's page shows: no table has this number."""

Args = ParamSpec("Args")
Got = TypeVar("Got")


def new_code() -> str:
    """Return a code for the pupils, by chance."""
    chance = SystemRandom()
    return "".join(chance.choice(CODE_DIGITS) for _ in range(CODE_LENGTH))


class _Kept(Protocol):
    ledger: Ledger


Of = TypeVar("Of", bound=_Kept)


def synchronized(act: Callable[Concatenate[Of, Args], Got]) -> Callable[Concatenate[Of, Args], Got]:
    """Have a method of a room, or of a part of it, hold the lock: one thing is done at a time."""

    @wraps(act)
    def run(self: Of, /, *args: Args.args, **kwargs: Args.kwargs) -> Got:
        with self.ledger.lock:
            return act(self, *args, **kwargs)

    return run


class Ledger:
    """What is true of a class, beside the games: each line of the file has changed something."""

    def __init__(
        self, setting: Setting | None, folder: Path | None, now: Callable[[], float]
    ) -> None:
        self.lock = threading.RLock()
        """Held by who changes something, or reads several things that belong together."""
        self.folder, self.now = folder, now
        self._watchers: list[Callable[[int | None], None]] = []
        self.people = People()
        self.rolls: list[str] = []
        """What the teacher has thrown for all tables, in turn."""
        self.words = ""
        """What the teacher says to all."""
        self.question: ClassQuestion | None = None
        """What the teacher has asked all."""
        self.race: Race | None = None
        """The puzzle race that is on, or was on last."""
        self.progress = CheckResults()
        """What notebooks have reported of exercises."""
        self.moving: set[str] = set()
        """The ids of the pupils who are to come back on another device."""
        self.is_paused = self.is_locked = False
        self.round = 0
        self.code = ""
        self.ladder: list[str] = []
        """The ids of the pupils, the best first, after the last round that was one."""
        self.setting: Setting
        """What the class was opened with."""
        self.playing: Setting
        """What the tables of this round begin with: the setting, unless the round has its own."""
        self._log = Log(None if folder is None else folder / ROOM_FILE, is_locked=True)
        """Its lock is that of the whole folder."""
        try:
            self._open(setting)
        except BaseException:
            self.close()
            raise

    def _open(self, setting: Setting | None) -> None:
        """Do again what is written down; a new class writes its first line."""
        if not self._log.entries:
            if setting is None:
                msg = f"{self.folder}: there is no class in this folder"
                raise RecordError(msg)
            self._log.add("", do="open", code=new_code(), setting=asdict(setting))
        for entry in self._log.entries:
            with self._log.follow(entry, str):
                if (entry["n"] == 1) != (entry.get("do") == "open"):
                    msg = "a class begins with the line that opened it, and has one such line"
                    raise RecordError(msg)
                self._do(entry)

    def close(self) -> None:
        """Let another server go on with the folder."""
        self._log.close()

    @property
    def is_racing(self) -> bool:
        """Whether a puzzle race is on."""
        return self.race is not None and not self.race.is_over

    def refuse_paused(self) -> None:
        """Raise IllegalMoveError while the class is paused."""
        if self.is_paused:
            msg = "the class is paused"
            raise IllegalMoveError(msg)

    def watch(self, listener: Callable[[int | None], None]) -> None:
        """Call a function after each change, with the number of the table, or None."""
        self._watchers.append(listener)

    def unwatch(self, listener: Callable[[int | None], None]) -> None:
        """Call a function no longer."""
        with suppress(ValueError):
            self._watchers.remove(listener)

    def write(self, **content: Any) -> None:
        """Write a line down, and then do what it says."""
        self._do(self._log.add("", **content))

    def _do(self, entry: dict[str, Any]) -> None:
        """Do what a line of the room says."""
        match entry:
            case {"do": "open", "code": code, "setting": setting}:
                self.code, self.setting = code, Setting(**setting)
                self.setting.start  # noqa: B018 - a damaged record is refused at once
                self.playing = self.setting
            case {"do": "join", "id": who, "name": name, "key": key}:
                self.people.add(Pupil(who, name, key, entry.get("plays", True)))
                self.moving.discard(who)
            case {"do": "moves", "id": who}:
                self.moving.add(who)
            case {"do": "leave", "id": who}:
                self.people.remove(who)
                self.moving.discard(who)
            case {"do": "round", "number": number, "ladder": order}:
                self.round, self.ladder = number, list(order)
                self.playing = self.setting.replaced(entry)
            case {"do": "pause", "paused": paused}:
                self.is_paused = paused
            case {"do": "say", "text": text}:
                self.words = text
            case {"do": "throw", "text": text}:
                self.rolls.append(text)
            case _:
                self._do_race_or_question(entry)

    def _do_race_or_question(self, entry: dict[str, Any]) -> None:
        """Do what a line says of a race, an exercise, a question or the door."""
        match entry:
            case {"do": "lock", "locked": bool(locked)}:
                self.is_locked = locked
            case {"do": "code", "code": str(code)}:
                self.code = code
            case {"do": "race", "number": number, "puzzles": puzzles, "minutes": minutes}:
                self.round = number
                self.race = Race(self.setting.game, puzzles, minutes, number, self.now)
            case {"do": "race over"} if self.race:
                self.race.is_over = True
            case {"do": "report", "id": who, "exercise": name, "said": said}:
                self.progress.take(who, name, said, entry.get("answer", ""))
            case {"do": "ask", "text": text, "choices": choices}:
                self.question = ClassQuestion.of(text, choices)
            case {"do": "predict", "id": who, "said": said} if self.question:
                self.question.store(who, said)
            case {"do": "reveal"} if self.question:
                self.question.is_revealed = True
            case {"do": "unask"}:
                self.question = None

    def tell(self, table: int | None = None) -> None:
        """Tell of a change: at a table, of the whole class, or at `TEACHER_PAGE` alone."""
        for listener in tuple(self._watchers):
            listener(table)
