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

__all__ = ["CPU_SECONDS", "REFUSED", "Case", "Finding", "Run", "Spoiled"]

CPU_SECONDS = 2.0
"""What one call may take; CPU time, since the machine is shared."""

LONGEST_MESSAGE = 2_000
"""How long the message of an error may be, whatever the input."""

PACKAGE = Path(pg.__file__).parent

SHOWN = 300
"""How much of an input a finding shows."""

REFUSED: Any = object()
"""What `Run.call` returns for an input that was refused as it should be."""


class Spoiled(Exception):  # noqa: N818 - no error of a program: the worker is to be replaced
    """Raised if a call was interrupted, so the state of this process may be incomplete."""


class TooSlow(BaseException):
    """The time of a call is over; no ``except Exception`` may catch it."""


@dataclass(frozen=True)
class Case:
    """The game, the kind of attack and the random numbers of a case."""

    kind: str
    game: str
    seed: int
    number: int

    @property
    def rng(self) -> Random:
        """The chance of this case."""
        return Random(f"{self.seed} {self.game} {self.kind} {self.number}")

    @property
    def command(self) -> str:
        """The command that runs this case again."""
        what = f"--only {self.game}/{self.kind} --case {self.number}"
        return f"python scripts/fuzz.py --seed {self.seed} {what}"


@dataclass
class Finding:
    """Something that is wrong."""

    signature: str
    """Kind, game, call and what was wrong: the same for the same defect."""
    problem: str
    """What was wrong in this case."""
    given: str
    """The input, shortened."""
    command: str
    """How to see it again."""
    hits: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON knows it."""
        return asdict(self)


@dataclass
class Run:
    """The environment of an attack: random numbers, a folder, and functions to report."""

    case: Case
    place: Path
    """Where it may have a folder."""
    report: Callable[[Finding], None]
    enter: Callable[[str, float], None] = lambda *_: None
    """Told of every call and its CPU time before it is made, for whoever watches from outside."""
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
        """An empty folder of its own, made when it is asked for."""
        folder = self.place / str(self.case.number)
        folder.mkdir()
        return folder

    def call(
        self,
        what: str,
        given: object,
        function: Callable[[], Any],
        *also: type[Exception],
        seconds: float = CPU_SECONDS,
    ) -> Any:
        """Make one call within its bounds; return its value, or `REFUSED`.

        `what` and `given` are the call and its input, for the report; `also` are errors that are a
        proper refusal, beside those of polygames. Spoiled if it took too much time or memory.
        """
        self.enter(what, seconds)
        proper: tuple[type[Exception], ...] = (pg.PolygamesError, *also)
        try:
            with limited(seconds):
                return function()
        except proper as error:
            if len(str(error)) > LONGEST_MESSAGE:
                self.found(what, given, f"a flood of a message in {_place(error)}")
            return REFUSED
        except TooSlow as error:
            self.found(what, given, f"more than {seconds:g} s of CPU in {_place(error)}")
            raise Spoiled from None
        except MemoryError as error:
            self.found(what, given, "more memory than allowed", _place(error))
            raise Spoiled from None
        except (KeyboardInterrupt, Spoiled):
            raise
        except BaseException as error:  # noqa: BLE001 - any other is a finding
            self.found(what, given, _said(error), _place(error))
            return REFUSED

    def works(
        self,
        what: str,
        given: object,
        function: Callable[[], Any],
        seconds: float = CPU_SECONDS,
    ) -> Any:
        """Make a call that has to succeed: a refusal is a finding, too."""
        return self.call(what, given, lambda: _unrefused(function), seconds=seconds)

    def require(self, kept: object, what: str, given: object) -> None:
        """Report a broken promise unless it is kept."""
        if not kept:
            self.found(what, given, "is not so")

    def found(self, what: str, given: object, problem: str, place: str = "") -> None:
        """Report that something is wrong."""
        kind = problem.partition(" in ")[0]
        if not kind.startswith("AssertionError: "):  # our own words, which tell faults apart
            kind = kind.partition(":")[0]
        about = " ".join(filter(None, (f"{self.case.kind} {self.game}, {what}: {kind}", place)))
        self.report(Finding(about, shortened(problem), shortened(given), self.case.command))


def shortened(value: object) -> str:
    """Return a value for a report: readable, and never long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception as error:  # noqa: BLE001 - the report goes on
        text = f"<{type(value).__name__} whose repr fails: {type(error).__name__}>"
    text = text if isinstance(value, str) and text.isprintable() else ascii(text[: 2 * SHOWN])
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text):,} characters)"


@contextmanager
def limited(seconds: float) -> Iterator[None]:
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
    """Valid input was refused."""


def _unrefused(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except pg.PolygamesError as error:
        raise Refusal(_said(error)) from error


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {shortened(str(error))}"


def _place(error: BaseException) -> str:
    """Return the innermost line of the package, or of the attack, that an error came from."""
    frames = traceback.extract_tb((error.__cause__ or error).__traceback__)
    ours = [frame for frame in frames if PACKAGE in Path(frame.filename).parents]
    if not frames:
        return ""
    last = (ours or frames)[-1]
    at = last.name if ours else f"{last.name} {last.lineno}"
    return f"{'/'.join(Path(last.filename).parts[-2:])}:{at}"
