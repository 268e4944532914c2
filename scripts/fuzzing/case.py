"""One case of an attack: its random numbers, counts and findings."""

from __future__ import annotations

import signal
import traceback
from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import polygames as pg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["CPU_SECONDS", "REFUSED_INPUT", "Case", "Finding", "Run", "Spoiled"]

CPU_SECONDS = 2.0
"""The maximum CPU time of one call. Other programs do not change CPU time."""

MAX_MESSAGE_CHARACTERS = 2_000
"""The maximum length of an error message, for any input."""

PACKAGE_FOLDER = Path(pg.__file__).parent

MAX_SHOWN_CHARACTERS = 300
"""The maximum length of an input in a finding."""

REFUSED_INPUT: Any = object()
"""The result of `Run.call` for an input that was properly refused."""


class Spoiled(Exception):  # noqa: N818 - no error of a program: a new worker must replace this one
    """Raised if a call was interrupted, so the state of this process may be incomplete."""


class TooSlow(BaseException):
    """Raised if a call takes too long; ``except Exception`` does not catch it."""


@dataclass(frozen=True)
class Case:
    """The game, the kind of attack and the random numbers of a case."""

    kind: str
    game: str
    seed: int
    number: int

    @property
    def rng(self) -> Random:
        """The random numbers of this case."""
        return Random(f"{self.seed} {self.game} {self.kind} {self.number}")

    @property
    def command(self) -> str:
        """The command that runs this case again."""
        choice = f"--only {self.game}/{self.kind} --case {self.number}"
        return f"python scripts/fuzz.py --seed {self.seed} {choice}"


@dataclass
class Finding:
    """A defect that an attack found."""

    signature: str
    """Kind, game, call and problem: equal for equal defects."""
    problem: str
    """The problem in this case."""
    given: str
    """The input, shortened."""
    command: str
    """The command that repeats the case."""
    hits: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as JSON data."""
        return asdict(self)


@dataclass
class Run:
    """The environment of an attack: random numbers, a folder, and functions to report."""

    case: Case
    place: Path
    """The folder in which the case may create its own."""
    report: Callable[[Finding], None]
    enter: Callable[[str, float], None] = lambda *_: None
    """Called before each call with its name and its maximum CPU time, for the parent process."""
    rng: Random = field(init=False)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Set the random numbers of the case."""
        self.rng = self.case.rng

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.case.game

    @cached_property
    def folder(self) -> Path:
        """An empty folder for this case, created on first use."""
        folder = self.place / str(self.case.number)
        folder.mkdir()
        return folder

    def call(
        self,
        name: str,
        given: object,
        function: Callable[[], Any],
        *also: type[Exception],
        seconds: float = CPU_SECONDS,
    ) -> Any:
        """Make one call within its limits, and return its value or `REFUSED_INPUT`.

        `name` and `given` are the call and its input, for the report. `also` are errors that count
        as a proper refusal, besides those of polygames. Raise Spoiled if the call took too much
        time or memory.
        """
        self.enter(name, seconds)
        proper: tuple[type[Exception], ...] = (pg.PolygamesError, *also)
        try:
            with limit_cpu_time(seconds):
                return function()
        except proper as error:
            if len(str(error)) > MAX_MESSAGE_CHARACTERS:
                self.report_problem(name, given, f"a flood of a message in {_place(error)}")
            return REFUSED_INPUT
        except TooSlow as error:
            self.report_problem(name, given, f"more than {seconds:g} s of CPU in {_place(error)}")
            raise Spoiled from None
        except MemoryError as error:
            self.report_problem(name, given, "more memory than allowed", _place(error))
            raise Spoiled from None
        except (KeyboardInterrupt, Spoiled):
            raise
        except BaseException as error:  # noqa: BLE001 - any other is a finding
            self.report_problem(name, given, _error_text(error), _place(error))
            return REFUSED_INPUT

    def works(
        self,
        name: str,
        given: object,
        function: Callable[[], Any],
        seconds: float = CPU_SECONDS,
    ) -> Any:
        """Make a call that must succeed, and return its value. A refusal is a finding as well."""
        return self.call(name, given, lambda: _call_valid(function), seconds=seconds)

    def require(self, condition: object, promise: str, given: object) -> None:
        """Report a broken promise unless its condition holds."""
        if not condition:
            self.report_problem(promise, given, "is not so")

    def report_problem(self, name: str, given: object, problem: str, place: str = "") -> None:
        """Report a problem with a call or a promise, and the input that caused it."""
        kind = problem.partition(" in ")[0]
        if not kind.startswith("AssertionError: "):  # our own words, which tell faults apart
            kind = kind.partition(":")[0]
        about = " ".join(filter(None, (f"{self.case.kind} {self.game}, {name}: {kind}", place)))
        self.report(Finding(about, shorten(problem), shorten(given), self.case.command))


def shorten(value: object) -> str:
    """Return a value as a short, readable text for a report."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception as error:  # noqa: BLE001 - the report goes on
        text = f"<{type(value).__name__} whose repr fails: {type(error).__name__}>"
    text = (
        text
        if isinstance(value, str) and text.isprintable()
        else ascii(text[: 2 * MAX_SHOWN_CHARACTERS])
    )
    return (
        text
        if len(text) <= MAX_SHOWN_CHARACTERS
        else f"{text[:MAX_SHOWN_CHARACTERS]}... ({len(text):,} characters)"
    )


@contextmanager
def limit_cpu_time(seconds: float) -> Iterator[None]:
    """Interrupt the block after some seconds of CPU time."""
    before = signal.signal(signal.SIGPROF, _break_off)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _break_off(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow


class Refusal(Exception):  # noqa: N818 - it carries an error of polygames past `call`
    """Raised if valid input was refused."""


def _call_valid(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except pg.PolygamesError as error:
        raise Refusal(_error_text(error)) from error


def _error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {shorten(str(error))}"


def _place(error: BaseException) -> str:
    """Return the innermost line of the package, or of the attack, that an error came from."""
    frames = traceback.extract_tb((error.__cause__ or error).__traceback__)
    ours = [frame for frame in frames if PACKAGE_FOLDER in Path(frame.filename).parents]
    if not frames:
        return ""
    last = (ours or frames)[-1]
    at = last.name if ours else f"{last.name} {last.lineno}"
    return f"{'/'.join(Path(last.filename).parts[-2:])}:{at}"
