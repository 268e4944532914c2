"""A person's puzzle history: a rating for each game, on one scale with the puzzles.

The model is Glicko (Glickman, *Parameter estimation in large paired comparison experiments*, 1999):
the scale of Elo, on which 400 points are odds of ten to one, with a deviation for the uncertainty.
A puzzle is an opponent that the player beats by solving it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import log, log10, pi, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import RecordError
from polygames.core.options import check_number, raise_option_error
from polygames.records.atomic_files import (
    os_errors_to_record_errors,
    read_text,
    resolve_path,
    write_atomically,
)
from polygames.records.user_folder import PUZZLES_FILE
from polygames.search.puzzles.generator import ATTEMPTS_PER_LEVEL, PUZZLE_LEVELS
from polygames.search.puzzles.puzzle import Puzzle, puzzles

if TYPE_CHECKING:
    import os


DEFAULT_RATING: Final = 1500.0
"""The rating of a new player, and of a puzzle that half of the levels' attempts solve."""
DEFAULT_DEVIATION: Final = 350.0
"""The deviation of a new player's rating."""
MIN_DEVIATION: Final = 45.0
"""The minimum deviation of a player's rating, since people learn."""
DAYS_PER_YEAR: Final = 365.0
"""The days without a puzzle after which the deviation is back at its maximum."""
_RATING_SCALE: Final = log(10) / 400


class Rating(NamedTuple):
    """A rating with its standard deviation.

    Examples
    --------
    >>> print(Rating(1512.4, 80.2))
    1512 ± 157
    """

    value: float = DEFAULT_RATING
    deviation: float = DEFAULT_DEVIATION

    def __str__(self) -> str:
        """Return the rating with the half-width of its 95% interval."""
        return f"{self.value:.0f} ± {1.96 * self.deviation:.0f}"

    def with_result(self, opponent: Rating, score: float) -> Rating:
        """Return the rating after a puzzle, with score 1 if it was solved and 0 if not.

        Examples
        --------
        Glickman's own example: 1500 with deviation 200 beats 1400 with deviation 30.

        >>> print(round(Rating(1500, 200).with_result(Rating(1400, 30), 1).value))
        1563
        """
        score = check_number("the result of a puzzle", score, 0, 1)
        weight = 1 / sqrt(
            1 + 3 * (_RATING_SCALE * opponent.deviation / pi) ** 2
        )  # uncertain ratings count less
        expected = 1 / (1 + 10 ** (-weight * (self.value - opponent.value) / 400))
        known = 1 / self.deviation**2 + _RATING_SCALE**2 * weight**2 * expected * (1 - expected)
        value = self.value + _RATING_SCALE / known * weight * (score - expected)
        return Rating(value, max(MIN_DEVIATION, sqrt(1 / known)))

    def after_pause(self, days: float) -> Rating:
        """Return the rating after some days without a puzzle, with a larger deviation."""
        grown = (
            self.deviation**2
            + (DEFAULT_DEVIATION**2 - MIN_DEVIATION**2) * max(0.0, days) / DAYS_PER_YEAR
        )
        return Rating(self.value, min(DEFAULT_DEVIATION, sqrt(grown)))


def puzzle_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle, based on how often the computer's levels fail at it.

    Half an attempt is added to each side, so that all ratings are finite.

    Examples
    --------
    >>> ratings = [puzzle_rating(each).value for each in pg.puzzles("splinter")]
    >>> ratings == sorted(ratings), ratings[0] < 1500 < ratings[-1]
    (True, True)
    """
    attempts = ATTEMPTS_PER_LEVEL * len(PUZZLE_LEVELS)
    failed = (puzzle.difficulty * attempts + 0.5) / (attempts + 1)
    spread = 1 / (_RATING_SCALE * sqrt(attempts * failed * (1 - failed)))
    return Rating(DEFAULT_RATING + 400 * log10(failed / (1 - failed)), spread)


MAX_RATING = 100_000
"""The maximum rating and deviation accepted from a file; real ones stay below a tenth of it."""
MAX_PROGRESS_BYTES: Final = 1_000_000
"""The maximum size of the file, in bytes."""
PROGRESS_VERSION: Final = 2
"""The version of the file. Version 1 named puzzles by numbers, version 2 by keys."""
MIN_ANSWERS_FOR_RATING: Final = 10
"""The number of answers after which a rating is shown."""
TARGET_SUCCESS_RATE: Final = 0.65
"""The target share of solved puzzles: hard enough to learn, and not frustrating."""
MIN_REPEAT_GAP: Final = 24
"""A puzzle is not repeated within this number of puzzles, or half of the game's puzzles."""
RATING_STEP: Final = 120.0
"""Rating points by which puzzles become harder after a success and easier after a failure.
The steps are weighted for the target share of solved puzzles: a weighted staircase (Kaernbach,
*Simple adaptive testing with the weighted up-down method*, 1991). The share is therefore right
even for a player whom a single rating describes badly.
"""
MAX_RATING_GAP: Final = 400.0
"""The maximum distance of this offset from the rating, in points."""
SECONDS_PER_DAY: Final = 86_400


@dataclass(frozen=True)
class PuzzleHistory:
    """A player's rating and results in one game."""

    rating: Rating = field(default_factory=Rating)
    solved: int = 0
    tried: int = 0
    recent: tuple[str, ...] = ()
    """The keys of the latest puzzles."""
    last: str = ""
    """The time of the last answer in ISO format; empty before the first."""
    offset: float = 0.0
    """Points added to the rating for the difficulty of the next puzzle."""

    @property
    def has_rating(self) -> bool:
        """Whether there are enough answers to show a rating."""
        return self.tried >= MIN_ANSWERS_FOR_RATING

    def rating_at(self, time: datetime) -> Rating:
        """Return the rating at a given time; its deviation grows with each day without puzzles."""
        if not self.last:
            return self.rating
        return self.rating.after_pause(
            (time - datetime.fromisoformat(self.last)).total_seconds() / SECONDS_PER_DAY
        )

    def with_result(self, puzzle: Puzzle, score: float, time: datetime) -> PuzzleHistory:
        """Return the history with the result of one more puzzle."""
        return PuzzleHistory(
            rating=self.rating_at(time).with_result(puzzle_rating(puzzle), score),
            solved=self.solved + (score == 1),
            tried=self.tried + 1,
            recent=(*self.recent, puzzle.key)[-MIN_REPEAT_GAP:],
            last=time.isoformat(),
            offset=min(
                MAX_RATING_GAP,
                max(-MAX_RATING_GAP, self.offset + RATING_STEP * (score - TARGET_SUCCESS_RATE)),
            ),
        )


class Progress:
    """A person's puzzle ratings and results, stored in a file.

    Parameters
    ----------
    path
        The file; it is written after the first answer.

    Raises
    ------
    RecordError
        If the file has other contents; it is then left unchanged.

    Examples
    --------
    >>> progress = Progress("solved.json")
    >>> puzzle = progress.next("polygon")
    >>> progress.answer(puzzle, 1.0)
    >>> progress.rating("polygon").value > 1500, Progress("solved.json").history("polygon").solved
    (True, 1)
    """

    def __init__(self, path: str | os.PathLike[str] = PUZZLES_FILE) -> None:
        self.path = resolve_path(path, "the file of solved puzzles")
        self._histories: dict[str, PuzzleHistory] = {}
        self._read()

    def history(self, game: str) -> PuzzleHistory:
        """Return the player's history in a game."""
        return self._histories.get(game, PuzzleHistory())

    def rating(self, game: str, now: datetime | None = None) -> Rating:
        """Return the rating in a game; 1500 with the maximum deviation for a new player."""
        return self.history(game).rating_at(now or datetime.now(UTC))

    def next(self, game: str, now: datetime | None = None) -> Puzzle:
        """Return a puzzle that the player has about a two-thirds chance of solving.

        Recent puzzles are not repeated. Raise OptionError if the game has no puzzles.
        """
        every, known = puzzles(game), self.history(game)
        aim = (
            self.rating(game, now).value
            - 400 * log10(TARGET_SUCCESS_RATE / (1 - TARGET_SUCCESS_RATE))
            + known.offset
        )
        recent = known.recent[-min(MIN_REPEAT_GAP, len(every) // 2) :] if len(every) > 1 else ()
        fresh = [each for each in every if each.key not in recent]
        return min(fresh, key=lambda each: (abs(puzzle_rating(each).value - aim), each.number))

    def answer(self, puzzle: Puzzle, score: float, now: datetime | None = None) -> None:
        """Update the rating after a puzzle and save it. Raise OptionError for invalid arguments.

        The score is 1 if solved at the first attempt, 0.5 with a hint, 0 if not solved.
        """
        if not isinstance(puzzle, Puzzle):
            raise_option_error("the solved puzzle", "must be a puzzle", puzzle)
        self._read()
        moment = now or datetime.now(UTC)
        self._histories[puzzle.game] = self.history(puzzle.game).with_result(puzzle, score, moment)
        self._write()

    def __repr__(self) -> str:
        """Return the rating and the number of solved puzzles for each game."""
        said = [
            f"{game} {each.rating} ({each.solved} of {each.tried} solved)"
            for game, each in sorted(self._histories.items())
        ]
        return f"<Progress in {self.path}: {'; '.join(said) or 'no puzzle yet'}>"

    def _read(self) -> None:
        """Reload the file, which another board may have written."""
        try:
            with os_errors_to_record_errors(self.path):
                text = read_text(self.path, "a file of solved puzzles", MAX_PROGRESS_BYTES)
            data = json.loads(text)
            found = {str(game): _parse_history(each) for game, each in data["solvers"].items()}
        except FileNotFoundError:
            return
        except RecordError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            self._raise_file_error(str(error))
        else:
            self._histories = found

    def _raise_file_error(self, reason: str) -> None:
        msg = f"{self.path} is not a file of solved puzzles: {reason}"
        raise RecordError(msg)

    def _write(self) -> None:
        solvers = {
            game: vars(each) | {"rating": list(each.rating), "recent": list(each.recent)}
            for game, each in sorted(self._histories.items())
        }
        text = json.dumps({"polygames puzzles": PROGRESS_VERSION, "solvers": solvers}, indent=1)
        with os_errors_to_record_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, f"{text}\n")


def _parse_history(data: dict[str, Any]) -> PuzzleHistory:
    """Build a history from plain data. Raise a built-in exception if the data is malformed."""
    rating = Rating(*map(float, data["rating"]))
    counts = [data["solved"], data["tried"]]
    is_sound = all(isinstance(each, int) and each >= 0 for each in counts)
    # Files of version 1 have numbers here, which now belong to other puzzles.
    recent = tuple(each for each in data["recent"] if isinstance(each, str))
    offset = float(data.get("offset", 0.0))
    is_sound = is_sound and abs(offset) <= MAX_RATING_GAP  # also if it is not a number
    is_sound = is_sound and abs(rating.value) <= MAX_RATING  # also if it is not a number
    if not (is_sound and 0 < rating.deviation <= MAX_RATING):
        msg = "expected a number for each count and rating"
        raise ValueError(msg)
    known = PuzzleHistory(**(data | {"rating": rating, "recent": recent, "offset": offset}))
    if known.last and datetime.fromisoformat(known.last).tzinfo is None:
        return replace(known, last="")
    return known
