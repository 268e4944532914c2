"""The log of a class, and the values that follow from it: pupils, code, question, race, lesson.

All changes are lines of ``room.jsonl``. A line is written before it is applied. A room opened on
such a file restores these values by replaying its lines.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import asdict
from functools import wraps
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from polygames.classroom.room.discussion import Discussion
from polygames.classroom.room.lesson_plan import LessonPlan
from polygames.classroom.room.people import People, Pupil
from polygames.classroom.room.questions import CheckResults, ClassQuestion
from polygames.classroom.room.race import Race
from polygames.classroom.room.setting import Setting
from polygames.core.errors import IllegalMoveError, RecordError
from polygames.records.append_log import Log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CODE_DIGITS: Final = "0123456789"
"""Digits are easy to read aloud and type in any language. Older classes have letters."""

CODE_LENGTH: Final = 6

ROOM_FILE: Final = "room.jsonl"

TEACHER_PAGE: Final = 0
"""The table number of changes for the teacher's dashboard (wall) only; no table has it."""

Args = ParamSpec("Args")
Got = TypeVar("Got")


def new_code() -> str:
    """Return a random numeric code for joining the class."""
    chance = SystemRandom()
    return "".join(chance.choice(CODE_DIGITS) for _ in range(CODE_LENGTH))


class _HasLedger(Protocol):
    ledger: Ledger


Of = TypeVar("Of", bound=_HasLedger)


def with_ledger_lock(
    method: Callable[Concatenate[Of, Args], Got],
) -> Callable[Concatenate[Of, Args], Got]:
    """Decorate a method to hold the lock of its object's ledger while it runs."""

    @wraps(method)
    def run(self: Of, /, *args: Args.args, **kwargs: Args.kwargs) -> Got:
        with self.ledger.lock:
            return method(self, *args, **kwargs)

    return run


class Ledger:
    """The data of a class except its games, rebuilt from a log: each line changes some of them."""

    def __init__(
        self,
        setting: Setting | None,
        folder: Path | None,
        now: Callable[[], float],
        lesson: LessonPlan | None = None,
    ) -> None:
        self.lock = threading.RLock()
        """The lock for changes, and for consistent reads of several values."""
        self.folder = None if folder is None else folder.absolute()
        """The folder of the class's files; absolute, because the teacher has to find it."""
        self.now = now
        self.is_present: Callable[[str], bool] = lambda _: True
        """Returns True if a page of the pupil with this id is connected."""
        self._watchers: list[Callable[[int | None], None]] = []
        self.people = People()
        self.rolls: list[str] = []
        """The teacher's rolls for all tables, in order."""
        self.round_first_roll = 0
        """The number of those rolls before the current round."""
        self.announcement = ""
        """The teacher's message to the class; empty if there is none."""
        self.question: ClassQuestion | None = None
        """The current question to the class."""
        self.questions: list[ClassQuestion] = []
        """All questions so far, with their answers."""
        self.discussion: Discussion | None = None
        """The position that the wall shows to the class."""
        self.lesson: LessonPlan | None = None
        """The lesson that the teacher has prepared for this class."""
        self.lesson_step = 0
        """The number of the current step of the lesson; 0 before the first one."""
        self.race: Race | None = None
        """The current or last puzzle race."""
        self.exercise_results = CheckResults()
        """The results of exercises, reported by notebooks."""
        self.device_change_ids: set[str] = set()
        """The ids of the pupils who may change to another device."""
        self.is_paused = self.is_locked = False
        self.round = 0
        self.code = ""
        self.ladder: list[str] = []
        """The ids of the pupils, from the top, after the last round paired by ladder."""
        self.setting: Setting
        """The settings of the class."""
        self.round_setting: Setting
        """The settings of the current round: those of the class, or its own."""
        file = None if folder is None else folder / ROOM_FILE
        self._log = Log(file, is_locked=True, is_timed=True)
        """The file lock on it protects the whole folder."""
        try:
            self._open(setting, lesson)
        except BaseException:
            self.close()
            raise

    def _open(self, setting: Setting | None, lesson: LessonPlan | None) -> None:
        """Replay the stored lines of the log; write the first line if the class is new."""
        if not self._log.entries:
            if setting is None:
                msg = f"no saved class in the folder {self.folder}"
                raise RecordError(msg)
            more = {"lesson": lesson.to_json()} if lesson else {}
            self._log.add("", do="open", code=new_code(), setting=asdict(setting), **more)
        for entry in self._log.entries:
            with self._log.verify_line(entry, str):
                if (entry["n"] == 1) != (entry.get("do") == "open"):
                    msg = "expected one line that opens the class, the first one"
                    raise RecordError(msg)
                self._apply_event(entry)

    def close(self) -> None:
        """Release the lock on the folder, so that another server can open it."""
        self._log.close()

    @property
    def opened_at(self) -> float | None:
        """The Unix time at which the class was opened; None in a file of an earlier version."""
        return self._log.entries[0].get("at")

    @property
    def is_racing(self) -> bool:
        """Whether a puzzle race is in progress."""
        return self.race is not None and not self.race.is_over

    def check_running(self) -> None:
        """Raise IllegalMoveError while the class is paused."""
        if self.is_paused:
            msg = "the class is paused"
            raise IllegalMoveError(msg)

    def watch(self, listener: Callable[[int | None], None]) -> None:
        """Register a listener: a function called after each change, with a table number or None."""
        self._watchers.append(listener)

    def unwatch(self, listener: Callable[[int | None], None]) -> None:
        """Remove a listener; do nothing if it is not registered."""
        with suppress(ValueError):
            self._watchers.remove(listener)

    def write(self, **content: Any) -> None:
        """Append a line to the log, and change the data accordingly."""
        self._apply_event(self._log.add("", **content))

    def _apply_event(self, entry: dict[str, Any]) -> None:
        """Change the data of the class according to a line of the log."""
        match entry:
            case {"do": "open", "code": code, "setting": setting}:
                self.code, self.setting = code, Setting(**setting)
                self.setting.start  # noqa: B018 - a damaged record is refused at once
                self.round_setting = self.setting
                if "lesson" in entry:
                    self.lesson = LessonPlan.from_json(entry["lesson"])
            case {"do": "join", "id": who, "name": name, "key": key}:
                self.people.add(Pupil(who, name, key, entry.get("plays", True)))
                self.device_change_ids.discard(who)
            case {"do": "allow_device_change", "id": who}:
                self.device_change_ids.add(who)
            case {"do": "leave", "id": who}:
                self.people.remove(who)
                self.device_change_ids.discard(who)
            case {"do": "start_round", "number": number, "ladder": order}:
                self.round, self.ladder = number, list(order)
                self.round_first_roll = len(self.rolls)
                self.round_setting = self.setting.with_round_entry(entry)
            case {"do": "pause", "paused": paused}:
                self.is_paused = paused
            case {"do": "announce", "text": text}:
                self.announcement = text
            case {"do": "roll_dice", "text": text}:
                self.rolls.append(text)
            case _:
                self._apply_other_event(entry)

    def _apply_other_event(self, entry: dict[str, Any]) -> None:
        """Apply a line of the log about a race, an exercise or joining the class."""
        match entry:
            case {"do": "lock", "locked": bool(locked)}:
                self.is_locked = locked
            case {"do": "change_code", "code": str(code)}:
                self.code = code
            case {"do": "start_race", "number": number, "puzzles": puzzles, "minutes": minutes}:
                self.round, self.round_first_roll = number, len(self.rolls)
                self.race = Race(self.setting.game, puzzles, minutes, number, self.now)
            case {"do": "end_race"} if self.race:
                self.race.is_over = True
            case {"do": "report_result", "id": who, "exercise": name, "result": result}:
                self.exercise_results.store(
                    who, name, result, entry.get("answer", ""), entry.get("at")
                )
            case _:
                self._apply_talk_event(entry)

    def _apply_talk_event(self, entry: dict[str, Any]) -> None:
        """Apply a line of the log about a question, a discussion or a step of the lesson."""
        match entry:
            case {"do": "ask_question", "text": text, "choices": choices}:
                self.question = ClassQuestion.create(text, choices, entry.get("right", ""))
                self.questions.append(self.question)
            case {"do": "answer_question", "id": who, "answer": answer} if self.question:
                self.question.store(who, answer, entry.get("at"))
            case {"do": "reveal_answers"} if self.question:
                self.question.is_revealed = True
            case {"do": "close_question"}:
                self.question = None
            case {"do": "discuss", "text": text, "start": record}:
                self.discussion = Discussion(text, record)
            case {"do": "end_discussion"}:
                self.discussion = None
            case {"do": "start_step", "number": int(number)}:
                self.lesson_step = number

    def notify(self, table_number: int | None = None) -> None:
        """Call the listeners after a change to a table or to the class.

        `table_number` is the number of the table, None for the whole class, or `TEACHER_PAGE`.
        """
        for listener in tuple(self._watchers):
            listener(table_number)
