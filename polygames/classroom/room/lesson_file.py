"""A lesson file: a game and the steps of a lesson, written at home as TOML."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.room.discussion import Discussion
from polygames.classroom.room.lesson_plan import LessonPlan, LessonStep
from polygames.classroom.room.questions import ClassQuestion
from polygames.classroom.room.race import choose_puzzles
from polygames.classroom.room.room import to_one_line
from polygames.classroom.room.rounds import PAIRING_METHODS
from polygames.classroom.room.setting import Setting
from polygames.core.errors import OptionError, PolygamesError
from polygames.core.keywords import unknown_name_text
from polygames.core.options import check_choice, raise_option_error
from polygames.core.registry import games, new
from polygames.records.atomic_files import os_errors_to_record_errors, read_text, resolve_path
from polygames.records.position_sources import record_of_text
from polygames.records.record import Record
from polygames.search.puzzles.puzzle import MAX_STARS, find_puzzle

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from polygames.core.protocol import State

MAX_STEPS: Final = 50

MAX_STEP_TEXT_CHARS: Final = 200
"""Characters of a text in a step; the wall and the phones show it on a few lines."""

MAX_LESSON_BYTES: Final = 1_000_000

_PLAN_KEYS: Final = {"title": str, "game": str, "preset": str, "options": dict, "step": list}

_TYPE_TEXTS: Final = {
    str: "a text in quotes",
    int: "a whole number",
    (int, float): "a number",
    (str, int, float): "a text in quotes or a number",
    list: "a list in brackets",
    dict: "a table, such as { n = 8 }",
}


def read_lesson(path: str | os.PathLike[str]) -> tuple[State[Any], LessonPlan]:
    r"""Read a lesson file; return the start position of the class, and the checked plan.

    Raises
    ------
    OptionError
        If the file has a mistake. The message names the file, the step and the expected value.
    RecordError
        If there is no such file, or it is not a text.

    Examples
    --------
    >>> from pathlib import Path
    >>> text = 'game = "polygon"\n[[step]]\ndo = "question"\ntext = "How many moves?"'
    >>> path = Path("lesson.toml")
    >>> _ = path.write_text(text)
    >>> start, plan = read_lesson(path)
    >>> start.game, [step.title for step in plan.steps]
    ('polygon', ['How many moves?'])
    """
    file = resolve_path(path)
    with os_errors_to_record_errors(file):
        text = read_text(file, "a lesson file", MAX_LESSON_BYTES)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        msg = f"{file}: {error}. A lesson file is written in TOML: see docs/classroom_lesson.md"
        raise OptionError(msg) from None
    start = _explain(f"{file}", lambda: _read_start(content))
    setting = Setting.from_position(start)
    steps = []
    for number, data in enumerate(content["step"], 1):
        step = _StepReader(data, setting, file.parent)
        steps.append(_explain(f"{file}, step {number}{step.kind_text}", step.read))
    return start, LessonPlan(content.get("title", file.stem), tuple(steps))


def _explain(place: str, read: Callable[[], Any]) -> Any:
    """Return the result of a function; an error of it gets the place in the file."""
    try:
        return read()
    except PolygamesError as error:
        msg = f"{place}: {error}"
        raise OptionError(msg) from error


def _read_start(content: dict[str, Any]) -> State[Any]:
    """Return the start position of the class, after a check of the head of the file."""
    _check_keys(content, _PLAN_KEYS, "the head of a lesson")
    if "game" not in content:
        msg = f"the game is missing: write a line such as game = {games()[0]!r} above the steps"
        raise OptionError(msg)
    if not 1 <= len(content.get("step", [])) <= MAX_STEPS:
        msg = f"expected 1 to {MAX_STEPS} steps: begin each of them with a line [[step]]"
        raise OptionError(msg)
    return _new_game(content["game"], content)


def _new_game(game: str, content: Mapping[str, Any]) -> State[Any]:
    """Return the start of a game with the preset and the options of a part of the file."""
    options = dict(content.get("options", {}))
    if "preset" in content:
        options["preset"] = content["preset"]
    return new(game, **options)


def _check_keys(content: object, types: Mapping[str, Any], place: str) -> None:
    """Raise OptionError if a part of the file has an unknown key, or a value of another type."""
    if not isinstance(content, dict):
        raise_option_error(place, "must be a table with names and values", content)
    for name, value in content.items():
        if name not in types:
            raise OptionError(unknown_name_text("name", name, types, owner=place))
        if not isinstance(value, types[name]) or isinstance(value, bool):
            raise_option_error(name, f"must be {_TYPE_TEXTS[types[name]]}", value)
        if (
            isinstance(value, str)
            and name in ("text", "title")
            and len(value) > MAX_STEP_TEXT_CHARS
        ):
            limit = f"must have at most {MAX_STEP_TEXT_CHARS} characters"
            raise_option_error(name, limit, f"{len(value)} characters")


class _StepReader:
    """A reader of one step of a lesson file, for a class with a given setting."""

    def __init__(self, data: Any, setting: Setting, folder: Path) -> None:
        self._data, self._setting, self._folder = data, setting, folder

    @property
    def kind_text(self) -> str:
        """The kind of the step in parentheses, for an error; empty if it is unknown."""
        kind = self._data.get("do") if isinstance(self._data, dict) else None
        return f" ({kind})" if isinstance(kind, str) and kind in self._readers else ""

    def read(self) -> LessonStep:
        """Return the checked step."""
        if not isinstance(self._data, dict) or "do" not in self._data:
            msg = f"the kind of step is missing: write a line such as do = {'question'!r}"
            raise OptionError(msg)
        types, read = self._readers[check_choice("do", self._data["do"], tuple(self._readers))]
        _check_keys(self._data, {"do": str, "title": str, **types}, f"a {self._data['do']}")
        title, commands, ends_games = read()
        before: list[dict[str, Any]] = [{"do": "close_question"}, {"do": "end_discussion"}]
        if ends_games:  # after a pause
            before += [{"do": "pause", "paused": False}, {"do": "announce", "text": ""}]
        return LessonStep(self._data.get("title", title), [*before, *commands], ends_games)

    @property
    def _readers(self) -> dict[str, tuple[dict[str, Any], Callable[[], Any]]]:
        """The names and types of the values of each kind of step, and the method that reads it."""
        number, position = (int, float), {"puzzle": int, "position": str, "file": str, "ply": int}
        start = {**position, "preset": str, "options": dict}
        return {
            "question": (
                {"text": str, "choices": list, "right": (str, int, float)},
                self._read_question,
            ),
            "round": ({"pairing": str, "minutes": number, **start}, self._read_round),
            "race": ({"minutes": number, "puzzles": int, "stars": int}, self._read_race),
            "discuss": ({"text": str, **start}, self._read_discussion),
            "pause": ({"text": str}, self._read_pause),
        }

    def _read_question(self) -> tuple[str, list[dict[str, Any]], bool]:
        text, given = to_one_line(self._data.get("text", "")), self._data.get("choices", [])
        if not all(isinstance(each, str) for each in given):
            raise_option_error("choices", "must be texts in quotes", given)
        choices = [to_one_line(each) for each in given]
        right = to_one_line(str(self._data.get("right", "")))
        ClassQuestion.create(text, choices, right)
        asked = {"do": "ask_question", "text": text, "choices": choices, "right": right}
        return text, [asked], False

    def _read_round(self) -> tuple[str, list[dict[str, Any]], bool]:
        method = check_choice("pairing", self._data.get("pairing", "random"), PAIRING_METHODS)
        minutes, start = self._data.get("minutes"), self._read_position()
        self._setting.for_round(start=start, minutes=minutes)
        begun = {"do": "start_round", "method": method, "minutes": minutes}
        if start is not None:
            begun["start"] = start.to_text()
        clock = f", {minutes:g} minutes each" if minutes else ""
        names = {"random": "random pairs", "swiss": "Swiss", "ladder": "ladder"}
        return f"A new round: {names[method]}{clock}", [begun], True

    def _read_race(self) -> tuple[str, list[dict[str, Any]], bool]:
        minutes, count = self._data.get("minutes", 5), self._data.get("puzzles", 20)
        stars = self._data.get("stars", MAX_STARS)
        choose_puzzles(self._setting.game, minutes, count, stars)
        race = {"do": "start_race", "minutes": minutes, "count": count, "stars": stars}
        return f"Puzzle race: {minutes:g} minutes", [race], True

    def _read_discussion(self) -> tuple[str, list[dict[str, Any]], bool]:
        text = to_one_line(self._data.get("text", ""))
        start = self._read_position() or self._setting.start
        Discussion(text, start.to_text())
        shown = {"do": "discuss", "text": text, "start": start.to_text()}
        return text, [shown], False

    def _read_pause(self) -> tuple[str, list[dict[str, Any]], bool]:
        text = self._data.get("text", "")
        told = [{"do": "announce", "text": text}] if text else []
        return text or "Pause", [{"do": "pause", "paused": True}, *told], False

    def _read_position(self) -> Record | None:
        """Return a record that begins at the position of the step; None if it names none."""
        data, game = self._data, self._setting.game
        named = [name for name in ("puzzle", "position", "file") if name in data]
        named += ["options"] * bool({"preset", "options"} & {*data})
        if len(named) > 1:
            msg = f"the step has {' and '.join(named)}: leave only one of them"
            raise OptionError(msg)
        if "ply" in data and named != ["file"]:
            msg = "ply needs a file with a record: add a line such as file = 'table-003.txt'"
            raise OptionError(msg)
        match named:
            case ["puzzle"]:
                found = Record(find_puzzle(game, data["puzzle"]).state)
            case ["position"]:
                found = record_of_text(data["position"])
            case ["file"]:
                found = self._read_record()
            case ["options"]:
                found = Record(_new_game(game, data))
            case _:
                return None
        if found.game != game:
            msg = f"the position is of {found.game}, but the lesson plays {game}: use one game"
            raise OptionError(msg)
        return Record(found.state)

    def _read_record(self) -> Record:
        """Return the record in the file that the step names, at its ply."""
        path = self._folder / resolve_path(self._data["file"], "file")
        with os_errors_to_record_errors(path):
            found = record_of_text(read_text(path))
        last, ply = len(found.moves), self._data.get("ply")
        if ply is not None:
            if not 0 <= ply <= last:
                raise_option_error("ply", f"must be from 0 to {last}", ply)
            found.goto(ply)
        return found
