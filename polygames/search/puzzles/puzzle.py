"""Puzzles: positions with exactly one best move, and the files that store them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core.display import PictureResult
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.links import PUZZLE_LINK, Link
from polygames.core.options import is_among, short_repr
from polygames.core.registry import from_text, game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from polygames.core.protocol import State
    from polygames.core.state import GameState

KEY_LENGTH: Final = 10
"""The number of characters of a key."""
MAX_STARS: Final = 5
"""The maximum number of stars."""


@dataclass(frozen=True)
class PuzzleStep:
    """One move of a puzzle's solution, with the values of the other moves."""

    move: str
    """The only best move."""
    value: float
    """Its exact value for the seat to move."""
    second: float
    """The value of the second-best move."""
    reply: str = ""
    """The other seat's reply; empty if the solution ends here, or the same seat moves again."""
    wrong: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    """The value of every other listed move, and the best reply to it, if any."""


@dataclass(frozen=True, repr=False)
class Puzzle(PictureResult, kind="puzzle"):
    """A position with exactly one best move.

    Examples
    --------
    >>> puzzle = pg.puzzles("territory")[0]
    >>> puzzle.task
    'Blue to move can win by 93 points. Which tile does it?'
    >>> str(puzzle.solution[0]), puzzle.value, puzzle.second
    ('r0c0', 93, 89)
    """

    game: str
    number: int
    """The place in the game's puzzles; 1 is the easiest. A later version may change it."""
    text: str
    """The position, as text for `polygames.from_text`."""
    task: str
    """The question to the player."""
    theme: str
    """The theme, in a few words."""
    difficulty: float
    """The share of failed attempts by the five levels of the computer."""
    steps: tuple[PuzzleStep, ...]
    """The moves to find, in order."""
    plies: int | None = None
    """The number of plies for a forced win; None for no limit."""
    seed: int = 0
    """The seed of the game that the position comes from."""

    @cached_property
    def state(self) -> State[Any]:
        """The position of the puzzle."""
        return from_text(self.text)

    @cached_property
    def key(self) -> str:
        """A short name of the position, for saved files. It is the same in every version.

        Examples
        --------
        >>> puzzle = pg.puzzles("polygon")[3]
        >>> len(puzzle.key), find_puzzle_by_key("polygon", puzzle.key) == puzzle
        (10, True)
        """
        return sha256(self.text.encode()).hexdigest()[:KEY_LENGTH]

    def link(self, page: str | None = None) -> str:
        """Return a link that opens the puzzle on the play page. See `polygames.Record.link`.

        Examples
        --------
        >>> puzzle = pg.puzzles("polygon")[3]
        >>> link = puzzle.link("https://example.org/play/")
        >>> link == f"https://example.org/play/#polygon/puzzle/{puzzle.key}"
        True
        """
        return self.as_link().address(page)

    def as_link(self) -> Link:
        """Return the link of `link`, without the address of a page.

        Examples
        --------
        >>> pg.puzzles("polygon")[3].as_link().kind
        'puzzle'
        """
        return Link(self.game, PUZZLE_LINK, self.key)

    @cached_property
    def solution(self) -> tuple[Any, ...]:
        """The complete solution, including the other seat's replies."""
        state, line = self.state, []
        for step in self.steps:
            for text in filter(None, (step.move, step.reply)):
                line.append(state.parse(text))
                state = state.play(line[-1])
        return tuple(line)

    @property
    def stars(self) -> int:
        """The difficulty from 1 to 5 stars, based on the share of failed attempts.

        Examples
        --------
        >>> stars = [each.stars for each in pg.puzzles("territory")[:50]]
        >>> min(stars) >= 1, max(stars) <= 5, stars == sorted(stars)
        (True, True, True)
        """
        return min(MAX_STARS, 1 + int(MAX_STARS * self.difficulty))

    @property
    def value(self) -> float:
        """The exact value of the best move for the seat to move."""
        return self.steps[0].value

    @property
    def second(self) -> float:
        """The value of the second-best move."""
        return self.steps[0].second

    def __str__(self) -> str:
        """Return one line with the task and the difficulty; a theme could give the answer away."""
        return (
            f"{self.game} {self.number}: {self.task} ({'★' * self.stars}, "
            f"{self.difficulty:.0%} failed)"
        )

    __repr__ = __str__

    def _fallback_data(self) -> dict[str, str]:
        """Return the task and the picture of the position as HTML."""
        picture, _ = cast("GameState", self.state)._repr_mimebundle_()
        return {"text/html": f"<p>{escape(str(self))}</p>{picture['image/svg+xml']}"}


PUZZLE_FILE: Final = "puzzles.json"


@checked_keywords
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, from easy to hard.

    Each is a position with exactly one best move, found by search over seeded games. Its value is
    exact, and all other moves are proved to be worse. If a puzzle asks for a win within some moves,
    a slower win counts as worse. In Split, every line that is as good as the solution is right.

    The number of a puzzle is its place in this order, so a version with more puzzles may give it
    another number. `Puzzle.key` identifies a puzzle for good.

    Parameters
    ----------
    name
        The name of a game.

    Raises
    ------
    OptionError
        If the game does not exist or has no puzzles.

    Examples
    --------
    >>> first = pg.puzzles("territory")[0]
    >>> first.number, first.game, first.value > first.second
    (1, 'territory', True)
    """
    if not has_puzzles(name):
        msg = f"there are no puzzles of {game(name).title}"
        raise OptionError(msg)
    return _load_puzzles(game(name).guide.rules_text)


def has_puzzles(name: str) -> bool:
    """Return True if a game has puzzles, without reading them."""
    package = game(name).guide.rules_text
    return bool(package) and files(package).joinpath(PUZZLE_FILE).is_file()


def find_puzzle(name: str, number: int) -> Puzzle:
    """Return a puzzle by its number. Raise OptionError if there is none."""
    every = puzzles(name)
    if isinstance(number, bool) or not is_among(number, range(1, len(every) + 1)):
        numbers = f"a whole number from 1 to {len(every)}"
        msg = f"the number of a puzzle of {name} must be {numbers}, not {short_repr(number)}"
        raise OptionError(msg)
    return every[number - 1]


def find_puzzle_by_key(name: str, key: str) -> Puzzle | None:
    """Return the puzzle of a game with a key; None if this version does not have it."""
    return next((each for each in puzzles(name) if each.key == key), None)


@cache
def _load_puzzles(package: str) -> tuple[Puzzle, ...]:
    return parse_puzzles(files(package).joinpath(PUZZLE_FILE).read_text(encoding="utf-8"))


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Parse the puzzles of a game from the output of `to_json`."""
    data = json.loads(text)
    return tuple(
        _build_puzzle(data["game"], each, number) for number, each in enumerate(data["puzzles"], 1)
    )


def parse_line(game: str, line: str, number: int) -> Puzzle:
    """Parse one puzzle from the output of `to_json_line`."""
    return _build_puzzle(game, json.loads(line), number)


def _build_puzzle(game: str, data: dict[str, Any], number: int) -> Puzzle:
    return Puzzle(game, number, **(data | {"steps": tuple(map(_build_step, data["steps"]))}))


def _build_step(data: dict[str, Any]) -> PuzzleStep:
    wrong = {move: (value, answer) for move, (value, answer) in data["wrong"].items()}
    return PuzzleStep(**(data | {"wrong": wrong}))


def to_json(puzzle_list: Iterable[Puzzle], command: str) -> str:
    """Return puzzles of one game as JSON text, one per line, with the command that created them."""
    puzzle_list = list(puzzle_list)
    lines = ",\n".join(map(to_json_line, puzzle_list))
    head = json.dumps(puzzle_list[0].game) if puzzle_list else '""'
    return f'{{"game": {head}, "command": {json.dumps(command)}, "puzzles": [\n{lines}\n]}}\n'


def to_json_line(puzzle: Puzzle) -> str:
    """Return one puzzle as a line of JSON; its number is not included."""
    names = ("text", "task", "theme", "difficulty", "plies", "seed")
    steps = [vars(step) | {"wrong": dict(step.wrong)} for step in puzzle.steps]
    data = {name: getattr(puzzle, name) for name in names} | {"steps": steps}
    return json.dumps(data, separators=(",", ":"))
