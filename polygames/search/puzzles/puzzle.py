"""Puzzles: positions with exactly one best move, and how those of each game are kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core.errors import OptionError
from polygames.core.options import is_among, short_repr
from polygames.core.registry import from_text, game
from polygames.core.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from polygames.core.protocol import State
    from polygames.core.state import GameState

MAX_STARS: Final = 5
"""The most stars of a puzzle."""


@dataclass(frozen=True)
class PuzzleStep:
    """One move that is to be found."""

    move: str
    """The only best move."""
    value: float
    """What it is worth to the seat that makes it, exactly."""
    second: float
    """What the next best move is worth."""
    reply: str = ""
    """How the other seat answers; empty if the solution ends here, or the same seat goes on."""
    wrong: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    """For every other move that can be listed what it is worth, and the answer to it, if any."""


@dataclass(frozen=True, repr=False)
class Puzzle(Shown, kind="puzzle"):
    """A position with exactly one best move.

    Examples
    --------
    >>> puzzle = pg.puzzles("territory")[0]
    >>> puzzle.task
    'Blue to move can win by 67.5 points. Which tile keeps that?'
    >>> str(puzzle.solution[0]), puzzle.value, puzzle.second
    ('r1c3', 67.5, 63)
    """

    game: str
    number: int
    """From 1 on; it stays for ever."""
    text: str
    """The position, as `polygames.from_text` reads it."""
    task: str
    """What is asked."""
    theme: str
    """What it is about, in a few words."""
    difficulty: float
    """The share of the attempts of the five levels of the computer that failed."""
    steps: tuple[PuzzleStep, ...]
    """The moves to find, one after the other."""
    plies: int | None = None
    """Within how many plies a win by force has to come; None is without a limit."""
    seed: int = 0
    """The seeded game that it comes from."""

    @cached_property
    def state(self) -> State[Any]:
        """The position."""
        return from_text(self.text)

    @cached_property
    def solution(self) -> tuple[Any, ...]:
        """The whole line: what is to be found, and the answers in between."""
        state, line = self.state, []
        for step in self.steps:
            for text in filter(None, (step.move, step.reply)):
                line.append(state.parse(text))
                state = state.play(line[-1])
        return tuple(line)

    @property
    def stars(self) -> int:
        """How difficult it is, from 1 to 5: one star for each fifth of the attempts that failed.

        Examples
        --------
        >>> stars = [each.stars for each in pg.puzzles("territory")[:50]]
        >>> min(stars) >= 1, max(stars) <= 5, stars == sorted(stars)
        (True, True, True)
        """
        return min(MAX_STARS, 1 + int(MAX_STARS * self.difficulty))

    @property
    def value(self) -> float:
        """What the best move is worth to the seat to move, exactly."""
        return self.steps[0].value

    @property
    def second(self) -> float:
        """What the next best move is worth."""
        return self.steps[0].second

    def __str__(self) -> str:
        """Say what is asked."""
        return (
            f"{self.game} {self.number}: {self.task} ({self.theme}, {'★' * self.stars}, "
            f"{self.difficulty:.0%} failed)"
        )

    __repr__ = __str__

    def _undrawn(self) -> dict[str, str]:
        """Return its position, and above it what is asked."""
        picture, _ = cast("GameState", self.state)._repr_mimebundle_()
        return {"text/html": f"<p>{escape(str(self))}</p>{picture['image/svg+xml']}"}


PUZZLE_FILE: Final = "puzzles.json"


def puzzles(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game in the order of their numbers.

    Each is a position with exactly one best move, found by search over seeded games. Its value is
    exact, and all other moves are known to be worse. ``python -m polygames puzzles GAME --check``
    proves all of it again. A puzzle keeps its number for ever: the first fifty or more go from easy
    to hard, and so do those that were added behind them later, as the levels of that time found
    them. Where the levels play otherwise now, as in Polygon, the difficulty is that of today.

    Parameters
    ----------
    name
        The name of a game.

    Raises
    ------
    OptionError
        If there is no such game, or it has no puzzles.

    Examples
    --------
    >>> first = pg.puzzles("territory")[0]
    >>> first.number, first.game, first.value > first.second
    (1, 'territory', True)
    """
    info = game(name)
    file = files(info.guide.rules_text).joinpath(PUZZLE_FILE) if info.guide.rules_text else None
    if file is None or not file.is_file():
        msg = f"there are no puzzles of {info.title}"
        raise OptionError(msg)
    return _load_puzzles(info.guide.rules_text)


def puzzle_of(name: str, number: int) -> Puzzle:
    """Return a puzzle by its number; OptionError if there is none."""
    every = puzzles(name)
    if isinstance(number, bool) or not is_among(number, range(1, len(every) + 1)):
        msg = f"the puzzles of {name} have numbers from 1 to {len(every)}, not {short_repr(number)}"
        raise OptionError(msg)
    return every[number - 1]


@cache
def _load_puzzles(package: str) -> tuple[Puzzle, ...]:
    return read(files(package).joinpath(PUZZLE_FILE).read_text(encoding="utf-8"))


def read(text: str) -> tuple[Puzzle, ...]:
    """Read the puzzles of a game, as `written` wrote them."""
    data = json.loads(text)
    return tuple(
        _puzzle(data["game"], each, number) for number, each in enumerate(data["puzzles"], 1)
    )


def read_line(game: str, line: str, number: int) -> Puzzle:
    """Read one puzzle, as `line_of` wrote it."""
    return _puzzle(game, json.loads(line), number)


def _puzzle(game: str, data: dict[str, Any], number: int) -> Puzzle:
    return Puzzle(game, number, **(data | {"steps": tuple(map(_step, data["steps"]))}))


def _step(data: dict[str, Any]) -> PuzzleStep:
    wrong = {move: (value, answer) for move, (value, answer) in data["wrong"].items()}
    return PuzzleStep(**(data | {"wrong": wrong}))


def written(every: Iterable[Puzzle], command: str) -> str:
    """Write puzzles of one game, each on a line, with the command that made them."""
    every = list(every)
    lines = ",\n".join(map(line_of, every))
    head = json.dumps(every[0].game) if every else '""'
    return f'{{"game": {head}, "command": {json.dumps(command)}, "puzzles": [\n{lines}\n]}}\n'


def line_of(puzzle: Puzzle) -> str:
    """Write one puzzle on a line; its number is its place."""
    names = ("text", "task", "theme", "difficulty", "plies", "seed")
    steps = [vars(step) | {"wrong": dict(step.wrong)} for step in puzzle.steps]
    data = {name: getattr(puzzle, name) for name in names} | {"steps": steps}
    return json.dumps(data, separators=(",", ":"))
