"""The puzzles that are kept with each game: reading and writing them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import OptionError
from polygames.core.options import shown
from polygames.core.registry import game
from polygames.search.puzzles.puzzle import Puzzle, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE: Final = "puzzles.json"


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
    >>> import polygames as pg
    >>> first = pg.puzzles("territory")[0]
    >>> first.number, first.game, first.value > first.second
    (1, 'territory', True)
    """
    info = game(name)
    file = files(info.guide.rules_text).joinpath(FILE) if info.guide.rules_text else None
    if file is None or not file.is_file():
        msg = f"there are no puzzles of {info.title}"
        raise OptionError(msg)
    return _kept(info.guide.rules_text)


def puzzle_of(name: str, number: int) -> Puzzle:
    """Return a puzzle by its number; OptionError if there is none."""
    every = puzzles(name)
    if isinstance(number, bool) or number not in range(1, len(every) + 1):
        msg = f"the puzzles of {name} have numbers from 1 to {len(every)}, not {shown(number)}"
        raise OptionError(msg)
    return every[number - 1]


@cache
def _kept(package: str) -> tuple[Puzzle, ...]:
    return read(files(package).joinpath(FILE).read_text(encoding="utf-8"))


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


def _step(data: dict[str, Any]) -> Step:
    wrong = {move: (value, answer) for move, (value, answer) in data["wrong"].items()}
    return Step(**(data | {"wrong": wrong}))


def written(every: Iterable[Puzzle], command: str) -> str:
    """Write puzzles of one game, each on a line, with the command that made them.

    Examples
    --------
    >>> import polygames as pg
    >>> few = pg.puzzles("split")[:2]
    >>> read(written(few, "some command")) == few
    True
    """
    every = list(every)
    lines = ",\n".join(map(line_of, every))
    head = json.dumps(every[0].game) if every else '""'
    return f'{{"game": {head}, "command": {json.dumps(command)}, "puzzles": [\n{lines}\n]}}\n'


def line_of(puzzle: Puzzle) -> str:
    """Write one puzzle on a line; its number is its place.

    Examples
    --------
    >>> import polygames as pg
    >>> first = pg.puzzles("split")[0]
    >>> read_line("split", line_of(first), 1) == first
    True
    """
    names = ("text", "task", "theme", "difficulty", "plies", "seed")
    steps = [vars(step) | {"wrong": dict(step.wrong)} for step in puzzle.steps]
    data = {name: getattr(puzzle, name) for name in names} | {"steps": steps}
    return json.dumps(data, separators=(",", ":"))
