"""A run of a student's cells in order, as at home, with a verdict at each check.

All cells run in one shell in a process of their own. A student's cell that fails costs nothing
else. After the check of a function that is not right, ours stands in for it. If a cell of the
lesson fails, the lesson is repaired: its cells run again, and our solutions stand in for all
answers that are not right. If the process ends, the cells run again in a new one, without the cell
that ended it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from polygames.arena.players import FaultError
from polygames.arena.sandbox import ServerProcess
from polygames.lessons.exercise_checks import (
    NOT_YET_PREFIX,
    RIGHT_TEXT,
    WRONG_PREFIX,
    NoResultError,
)
from polygames.lessons.grading.checking import check_values
from polygames.lessons.grading.lesson_cells import exercises, lesson_cells
from polygames.lessons.grading.student_process import (
    RAN_MESSAGE,
    VALUES_MESSAGE,
    FunctionStub,
    MissingStub,
    StudentProcess,
    copy_back,
    parse_values,
    to_bytes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from polygames.lessons.grading.lesson_cells import LessonCell

CELL_TIMEOUT_SECONDS: Final = 60.0
"""The time limit of a cell, and of a call of a student's function."""
RUN_TIMEOUT_SECONDS: Final = 300.0
"""The time limit of all cells of a notebook together, without the time between two questions."""
MAX_STUDENT_MEMORY_MB: Final = 2000.0
"""The memory limit of a student's process."""
MAX_PROCESS_MESSAGE_CHARS: Final = 10_000_000
"""The largest length of a message from a student's process."""

GRADED_CHECK_PATTERN: Final = re.compile(r"\brequire\(['\"]\w+['\"], (\d+), In\)")
"""A check in a copy for nbgrader, with the number of its exercise."""


class CellStep(NamedTuple):
    """A cell of a run. The number of an exercise is 0 for a cell of the lesson or a student."""

    kind: Literal["student", "lesson", "solution", "check"]
    source: str
    exercise: int = 0


class NotebookRun:
    """A run of a student's cells, which goes on when a verdict is asked for.

    Parameters
    ----------
    lesson
        The name of the lesson.
    unjudged
        The exercises whose check must not run, because it has ended the judge's process before.
    """

    def __init__(self, lesson: str, unjudged: Collection[int] = ()) -> None:
        self.lesson = lesson
        self.cells: list[str] = []
        """The sources of all cells that were added."""
        self._exercises, self._unjudged = exercises(lesson), unjudged
        self._items = 0  # the number of cells of the lesson that were planned
        self._steps: list[CellStep] = []
        self._position = 0  # the next step
        self._skipped: set[int] = set()  # the steps that ended their process
        self._feedback: dict[int, str] = {}
        self._fault = ""  # of the student's cells since the last check
        self._seconds_used = 0.0
        self._process: ServerProcess | None = None

    def close(self) -> None:
        """End the student's process."""
        if self._process is not None:
            self._process.terminate()
            self._process = None

    def add(self, cells: Sequence[str], number: int | None = None) -> None:
        """Add cells that were run after the others.

        Cells of the lesson that are missing are added, too: all of them, or those before the check
        of an exercise with this number.
        """
        items = lesson_cells(self.lesson)
        end = next((k for k, each in enumerate(items) if each.exercise == number), len(items))
        needed = range(self._items, max(self._items, end))
        self._steps += plan_steps(items, needed, cells, has_solutions=number is not None)
        self._items = needed.stop
        self.cells += cells

    def feedback(self, number: int) -> str:
        """Return the feedback on an exercise: that of its last check, else that at the end."""
        last = max((k for k, step in enumerate(self._steps) if _is_check(step, number)), default=-1)
        end = last + 1 if last >= 0 else len(self._steps)
        while self._position < end:
            self._perform()
        if last < 0:
            self._check(number)
        return self._feedback[number]

    def _perform(self) -> None:
        """Do the next step."""
        step = self._steps[self._position]
        if step.kind == "check":
            self._check(step.exercise)
            self._replace_wrong_function(step.exercise)
        elif (fault := self._run_step(self._position)) and step.kind == "student":
            self._fault = fault
        self._position += 1

    def _run_step(self, at: int) -> str:
        """Run a cell; return the fault that stopped it, or "".

        A process that it ends is replaced when the next one is needed.
        """
        step = self._steps[at]
        try:
            if step.kind == "solution":
                return self._lend_solution(step.exercise)
            fault = self._ask("run", step.source)
            if fault and step.kind == "lesson":
                self._repair(at)
                fault = self._ask("run", step.source)
        except FaultError as error:
            self._skipped.add(at)
            self.close()
            return str(error)
        return fault

    def _repair(self, at: int) -> None:
        """Run the lesson again up to a step, with our solutions for answers that are not right."""
        ahead = {step.exercise for step in self._steps[at:] if step.kind == "check"}
        items = lesson_cells(self.lesson)
        here = next(k for k, each in enumerate(items) if _is_same(each, self._steps[at].source))
        for kind, source, number in items[:here]:
            if kind == "lesson":
                self._ask("run", source)
            elif kind == "solution" and number not in ahead:
                if number not in self._feedback:  # its check is missing
                    self._check(number)
                if self._feedback[number] != RIGHT_TEXT:
                    self._lend_solution(number)

    def _check(self, number: int) -> None:
        """Store the feedback on an exercise."""
        exercise = self._exercises[number - 1]
        found = ""
        try:
            values = self._values(exercise.names)
            if not any(isinstance(each, MissingStub) for each in values.values()):
                found = self._judge(number, values)
            elif number in self._feedback:
                return  # nothing new since the last check
        except FaultError as error:
            found = f"{WRONG_PREFIX} the answer {error}."
            self.close()
        self._feedback[number] = found or self._missing_text(exercise.names)
        self._fault = ""

    def _judge(self, number: int, values: dict[str, Any]) -> str:
        if number in self._unjudged:
            return f"{WRONG_PREFIX} the check could not come to an end."
        functions = {
            name: self._remote_function(each)
            for name, each in values.items()
            if isinstance(each, FunctionStub)
        }
        return check_values(self._exercises[number - 1], values | functions)

    def _missing_text(self, names: Iterable[str]) -> str:
        if self._fault:
            return f"{WRONG_PREFIX} the answer {self._fault}."
        return f"{NOT_YET_PREFIX} no cell gives {' and '.join(sorted(names))} a value."

    def _replace_wrong_function(self, number: int) -> None:
        """Run our solution in place of a function that was not right at its check."""
        is_right = self._feedback.get(number, RIGHT_TEXT) == RIGHT_TEXT
        if self._exercises[number - 1].is_function and not is_right:
            with suppress(FaultError):
                self._lend_solution(number)

    def _lend_solution(self, number: int) -> str:
        exercise = self._exercises[number - 1]
        return self._ask("lend", exercise.solution, exercise.names)

    # --- The student's process ------------------------------------------------------------------

    def _started_process(self) -> ServerProcess:
        """Return a process in which all steps before the position have run."""
        while (process := self._process) is None or not process.is_alive:
            self._start_process()
        return process

    def _start_process(self) -> None:
        self.close()
        server = f"{StudentProcess.__module__}:{StudentProcess.__name__}"
        self._process = ServerProcess(server, MAX_STUDENT_MEMORY_MB, MAX_PROCESS_MESSAGE_CHARS)
        for at in range(self._position):
            if self._steps[at].kind == "check":
                self._replace_wrong_function(self._steps[at].exercise)
            elif at not in self._skipped:
                self._run_step(at)
            if not self._is_running:
                return

    @property
    def _is_running(self) -> bool:
        return self._process is not None and self._process.is_alive

    def _ask(self, name: str, source: str, names: Iterable[str] = ()) -> str:
        asked = {"source": source} | ({"names": sorted(names)} if name == "lend" else {})
        return self._request(RAN_MESSAGE, name, asked)

    def _values(self, names: set[str]) -> dict[str, Any]:
        """Return the values by name; those that are functions or our own as stubs."""
        text = self._request(VALUES_MESSAGE, "values", {"names": sorted(names)})
        given = _parse(text)
        if not isinstance(given, dict) or {*given} != names:
            msg = "wrote something that is not an answer"
            raise FaultError(msg)
        return given

    def _request(self, reply: str, name: str, arguments: dict[str, Any]) -> str:
        if self._seconds_used > RUN_TIMEOUT_SECONDS:
            msg = f"comes after cells that needed more than {RUN_TIMEOUT_SECONDS:g} seconds"
            raise FaultError(msg)
        process = self._started_process()
        began = monotonic()
        try:
            return _request_in_time(process, reply, name, arguments)
        finally:
            self._seconds_used += monotonic() - began

    def _remote_function(self, stub: FunctionStub) -> Callable[..., Any]:
        """Return a proxy that calls a student's function in the student's process."""
        process = self._started_process()  # the one that knows the function

        def call(*case: Any) -> Any:
            asked = {"key": stub.key, "case": to_bytes(case)}
            try:
                text = _request_in_time(process, VALUES_MESSAGE, "call", asked)
                done, result, after = _parse(text)
            except FaultError as fault:
                raise NoResultError(fault) from None
            copy_back(case, after)
            if not done:
                kind, text = result
                raise type(str(kind), (Exception,), {})(text)
            return result

        call.__name__ = stub.name
        return call


def _request_in_time(
    process: ServerProcess, reply: str, name: str, arguments: dict[str, Any]
) -> str:
    """Send a request to a student's process; raise FaultError after the time limit of a cell."""
    late = f"was still running after {CELL_TIMEOUT_SECONDS:g} seconds"
    return process.request(reply, name, arguments, CELL_TIMEOUT_SECONDS, late)


def _parse(text: str) -> Any:
    """Return the values in a message, parsed as untrusted input."""
    try:
        return parse_values(text)
    except Exception as error:
        msg = f"could not be read: {error}"
        raise FaultError(msg) from error


# --- The order of the cells ---------------------------------------------------------------------


def plan_steps(
    items: Sequence[LessonCell], needed: range, cells: Sequence[str], *, has_solutions: bool
) -> list[CellStep]:
    """Return the steps of a run: a student's cells, with the cells of the lesson that are missing.

    Parameters
    ----------
    items
        The cells of the lesson.
    needed
        The indexes of those that are added if they are missing. A missing cell comes right after
        the one before it. A check is never added.
    cells
        The sources of the student's cells.
    has_solutions
        Whether our solutions of exercises whose check is missing are added, too.

    Examples
    --------
    >>> from polygames.lessons.grading.lesson_cells import LessonCell
    >>> items = [LessonCell("lesson", "n = 3"), LessonCell("solution", "half = n / 2", 1)]
    >>> [step.source for step in plan_steps(items, range(2), ["n = 3"], has_solutions=True)]
    ['n = 3', 'half = n / 2']
    """
    steps, places = list[CellStep](), list[int | None]()
    for source in cells:
        at = _find_item(items, source, {*places})
        item = None if at is None else items[at]
        steps.append(
            CellStep(item.kind, source, item.exercise) if item else CellStep("student", source)
        )
        places.append(at)
    present = {at for at in places if at is not None}
    checked = {items[at].exercise for at in present}
    extra: dict[int | None, list[CellStep]] = defaultdict(list)
    anchor = None
    for at in needed:
        kind, source, exercise = items[at]
        if at in present:
            anchor = at
        elif kind == "lesson" or (has_solutions and kind == "solution" and exercise not in checked):
            extra[anchor].append(CellStep(kind, source, exercise))
    found = [*extra[None]]
    for step, at in zip(steps, places, strict=True):
        found.append(step)
        found += extra.pop(at, []) if at is not None else []
    return found


def _find_item(items: Sequence[LessonCell], source: str, used: set[int | None]) -> int | None:
    """Return the index of the cell of a lesson with this source, the first one that is not used."""
    check = GRADED_CHECK_PATTERN.search(source)
    number = int(check[1]) if check else 0
    same = [
        at
        for at, each in enumerate(items)
        if each.kind != "solution" and (_is_same(each, source) or each.exercise == number > 0)
    ]
    return next((at for at in same if at not in used), same[-1] if same else None)


def _is_same(item: LessonCell, source: str) -> bool:
    return item.source.strip() == source.strip()


def _is_check(step: CellStep, number: int) -> bool:
    return step.kind == "check" and step.exercise == number
