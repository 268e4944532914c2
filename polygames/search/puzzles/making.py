"""Generation and verification of puzzles: positions of seeded games with one best move.

`more` adds puzzles to a file, for example overnight, and resumes where it was interrupted. Each
puzzle is tried by the computer's levels, proved again by the rules and by the game's solver, and
written to the file at once. `append_puzzles` adds a file's puzzles after a game's existing ones,
so that these keep their numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from polygames.core import registry
from polygames.core.errors import OptionError, PolygamesError, RecordError
from polygames.core.lazy import Lazy
from polygames.core.protocol import CHANCE
from polygames.records.files import text_of, write_whole
from polygames.runtime.interrupts import passed_on
from polygames.search.puzzles.puzzle import Puzzle, PuzzleStep, line_of, read, read_line, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from polygames.core.plugs import JudgedMove, Puzzling
    from polygames.core.protocol import State

VALUE_DECIMALS: Final = 6
MAX_SOLUTION_MOVES: Final = 3
"""The maximum number of moves to find in one puzzle."""
MIN_LEGAL_MOVES: Final = 4
"""The minimum number of legal moves in a puzzle with one move to find."""
MAX_REPLIES_TRIED: Final = 60
"""The maximum number of replies tried, to find one after which a single move is best again."""
PUZZLE_LEVELS: Final = (1, 2, 3, 4, 5)
"""The computer's levels that try a puzzle."""
ATTEMPTS_PER_LEVEL: Final = 8
"""The number of attempts of each level."""


def puzzling_of(name: str) -> Puzzling:
    """Return the puzzle plug of a game. Raise OptionError if it has none."""
    found = registry.game(name).engine.puzzles
    if found is None:
        msg = f"{name} says nothing of puzzles"
        raise OptionError(msg)
    return cast("Puzzling", found.load()) if isinstance(found, Lazy) else found


def make(
    name: str,
    wanted: int,
    seed: int | None = None,
    known: Sequence[Puzzle] = (),
    fits: Callable[[Puzzle], bool] | None = None,
) -> Iterator[Puzzle]:
    """Yield new puzzles of a game, distinct under symmetry, until `wanted` are found.

    Their difficulty is not measured yet. The first game has the seed `seed`, by default the one
    after those of the known puzzles. Known puzzles are not generated again. `fits` is a predicate
    that selects the puzzles to yield.

    Examples
    --------
    >>> known = pg.puzzles("territory")
    >>> more = next(make("territory", 1, known=known))
    >>> more.number == len(known) + 1, more.text in {each.text for each in known}
    (True, False)
    """
    kind, themes = puzzling_of(name), Counter(each.theme for each in known)
    seen = {image for each in known for image in kind.images(each.state)}
    most, made = max(1, int(kind.SHARE * (len(known) + wanted))), 0
    first = max((each.seed + 1 for each in known), default=0) if seed is None else seed
    horizons = Counter(each.plies for each in known)
    for number in count(first):
        if made == wanted:
            return
        for state in kind.positions(Random(f"{name} {number}")):
            if seen & (images := kind.images(state)):  # checked first, since judging is slow
                continue
            found = _puzzle(kind, state, number, len(known) + made + 1)
            if found is None or themes[found.theme] >= most:
                continue
            if known and len(kind.HORIZONS) > 1 and _is_common(found.plies, horizons):
                continue
            if fits is not None and not fits(found):
                continue
            seen |= images
            horizons[found.plies] += 1
            themes[found.theme] += 1
            made += 1
            yield found
            break


def _is_common(plies: int | None, horizons: Counter[int | None]) -> bool:
    """Return True if, with one more, over half of the puzzles have this number of plies."""
    return 2 * (horizons[plies] + 1) > horizons.total() + 2


def _puzzle(kind: Puzzling, state: State[Any], seed: int, number: int) -> Puzzle | None:
    """Return the puzzle of a position; None if no single move is best."""
    for plies in kind.HORIZONS:
        found = kind.judged(state, plies)
        if found is None:
            return None
        steps = steps_of(kind, state, plies, found)
        # A puzzle needs enough to find: two moves, or one of at least four.
        moves = state.legal_moves
        has_choice = not moves.finite or len(moves) >= MIN_LEGAL_MOVES
        if len(steps) > 1 or (len(steps) == 1 and has_choice):
            task, theme = kind.words(state, plies, found)
            return Puzzle(state.game, number, state.to_text(), task, theme, 0.0, steps, plies, seed)
    return None


def steps_of(
    kind: Puzzling, state: State[Any], plies: int | None, found: dict[Any, JudgedMove] | None
) -> tuple[PuzzleStep, ...]:
    """Return the moves to find, each the only best one; empty if the first move is not unique."""
    steps: list[PuzzleStep] = []
    mover = state.turn
    while found is not None and (step := _step(kind, found)) is not None:
        steps.append(step)
        is_of_many = not state.legal_moves.finite  # other right moves lead to other positions
        state = state.play(state.parse(step.move))
        is_over = state.outcome is not None or state.turn == CHANCE
        if len(steps) == MAX_SOLUTION_MOVES or is_over or is_of_many:
            break
        found = None
        if state.turn == mover:
            found = kind.judged(state, plies)
            continue
        plies = None if plies is None else plies - 2
        for reply in _replies(kind, state, plies):
            after = state.play(reply)
            if after.outcome is not None or after.turn != mover:
                continue
            judged = kind.judged(after, plies)
            if judged is not None and _step(kind, judged) is not None:
                steps[-1] = replace(steps[-1], reply=str(reply))
                state, found = after, judged
                break
    return tuple(steps)


def _replies(kind: Puzzling, state: State[Any], plies: int | None) -> list[Any]:
    """Return the best replies of the other seat."""
    if plies is not None:
        return list(state.legal_moves)[:MAX_REPLIES_TRIED] if plies > 0 else []
    found = kind.judged(state, None)
    if not found:
        return []
    best = max(each.value for each in found.values())
    return [move for move, each in found.items() if each.value == best][:MAX_REPLIES_TRIED]


def _step(kind: Puzzling, found: dict[Any, JudgedMove]) -> PuzzleStep | None:
    """Return the only best move as a step; None if it is not unique or the only legal move."""
    values = sorted((each.value for each in found.values()), reverse=True)
    if len(values) < 2 or values[0] - values[1] < kind.MARGIN:  # noqa: PLR2004 - the best two
        return None
    best = max(found, key=lambda move: found[move].value)
    wrong = {
        str(move): (_number(each.value), "" if each.answer is None else str(each.answer))
        for move, each in found.items()
        if move != best
    }
    return PuzzleStep(str(best), _number(values[0]), _number(values[1]), wrong=wrong)


def is_right(state: State[Any], step: PuzzleStep, move: Any) -> bool:
    """Return True if a move is a step's solution, or equally good on a continuum."""
    if str(move) == step.move:
        return True
    return not state.legal_moves.finite and puzzling_of(state.game).is_right(state, move)


def answer_to(state: State[Any], step: PuzzleStep, move: Any) -> str:
    """Return the best reply to a wrong move as text; empty if there is none."""
    if str(move) in step.wrong or state.legal_moves.finite:
        return step.wrong.get(str(move), (0.0, ""))[1]
    found = puzzling_of(state.game).answer(state, move)
    return "" if found is None else str(found)


def _number(value: float) -> float:
    rounded = round(float(value), VALUE_DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def difficulty(puzzle: Puzzle) -> float:
    """Return the share of failed attempts of weak agents at the whole solution.

    Each of the five levels of the computer makes eight attempts.
    """
    info = registry.game(puzzle.game)
    failed = 0
    for level in PUZZLE_LEVELS:
        agent = info.agent(f"level {level}")
        for attempt in range(ATTEMPTS_PER_LEVEL):
            rng = Random(f"0 {level} {attempt} {puzzle.text}")
            failed += not is_solved_by(puzzle, agent, rng)
    return round(failed / (len(PUZZLE_LEVELS) * ATTEMPTS_PER_LEVEL), 3)


def is_solved_by(puzzle: Puzzle, agent: Any, rng: Random) -> bool:
    """Return True if an agent finds every move of the solution."""
    state = puzzle.state
    for step in puzzle.steps:
        if not is_right(state, step, agent.choose(state.view(state.turn), rng)):
            return False
        for text in filter(None, (step.move, step.reply)):
            state = state.play(state.parse(text))
    return True


SAME_VALUE_TOLERANCE: Final = 1e-4
"""The tolerance for equal values, since solvers use floats."""
CONTINUUM_SAMPLES: Final = 30
"""The number of random lines checked in a position with a continuum of moves."""
CONTINUUM_SAMPLES_PER_REPLY: Final = 12
"""The number of moves tried in a later position with a continuum of moves."""


def wins(state: State[Any], move: Any) -> bool:
    """Return True if the seat to move wins by a move against all replies.

    The search is exhaustive, except for a continuum, where some moves are tried.
    """
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners == {state.turn}
    tried = _moves_to_try(after)
    if after.turn == state.turn:
        return any(wins(after, each) for each in tried)
    return not any(_avoids(after, each) for each in tried)


def _moves_to_try(state: State[Any]) -> Iterable[Any]:
    """Return all moves; for a continuum, a sample and the moves that its game recommends."""
    moves = state.legal_moves
    if moves.finite:
        return moves
    return [
        *puzzling_of(state.game).tries(state),
        *moves.candidates(CONTINUUM_SAMPLES_PER_REPLY, Random(0)),
    ]


def _avoids(state: State[Any], move: Any) -> bool:
    """Return True if the other seat cannot win after a move."""
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners != {1 - state.turn}
    tried = _moves_to_try(after)
    if after.turn == state.turn:
        return any(_avoids(after, each) for each in tried)
    return not any(wins(after, each) for each in tried)


def faults(puzzle: Puzzle, *, solver: bool = True) -> Iterator[str]:
    """Yield descriptions of a puzzle's faults; nothing if it is correct.

    Without the game's `solver`, only the rules are checked, which is faster. An interrupt (Ctrl-C)
    is raised even if a solver catches it and returns a partial result.
    """
    kind, state = puzzling_of(puzzle.game), puzzle.state
    if state.to_text() != puzzle.text:
        yield "the position reads otherwise than it was written"
    with passed_on():  # a partial search is no fault of the puzzle
        found = steps_of(kind, state, puzzle.plies, kind.judged(state, puzzle.plies))
    if found != puzzle.steps:
        yield "the rules give another solution, other values or other answers"
    plies = puzzle.plies
    for step in puzzle.steps:
        with passed_on():
            wrong = list(_step_faults(kind, state, step, plies, solver=solver))
        yield from wrong
        for text in filter(None, (step.move, step.reply)):
            try:
                state = state.play(state.parse(text))
            except PolygamesError as error:
                yield f"the solution cannot be played: {error}"
                return
        plies = None if plies is None else plies - 2


def _step_faults(
    kind: Puzzling, state: State[Any], step: PuzzleStep, plies: int | None, *, solver: bool
) -> Iterator[str]:
    moves = state.legal_moves
    known = {step.move: step.value} | {move: value for move, (value, _) in step.wrong.items()}
    if moves.finite and {str(move) for move in moves} != known.keys():
        yield "not all moves are judged"
    if step.value - max(value for value, _ in step.wrong.values()) < kind.MARGIN:
        yield "another move is as good"
    if not moves.finite:
        yield from _line_faults(state, step)
    for move, value in (kind.proved(state, plies) if solver else {}).items():
        if abs(known.get(str(move), value) - value) > SAME_VALUE_TOLERANCE:
            yield f"the solver says {value:g} of {move}, not {known[str(move)]:g}"


def _line_faults(state: State[Any], step: PuzzleStep) -> Iterator[str]:
    """Yield the lines for which `is_right` disagrees with an exhaustive search."""
    lines = (state.legal_moves.sample(Random(number)) for number in range(CONTINUUM_SAMPLES))
    known = (state.parse(text) for text in (step.move, *step.wrong))
    for line in (*known, *lines):
        if wins(state, line) and not is_right(state, step, line):
            yield f"{line} wins, too"
        elif not wins(state, line) and is_right(state, step, line):
            yield f"{line} counts as right, and does not win"


class MadePuzzle(NamedTuple):
    """A generated puzzle with its faults; a puzzle with faults is not written to the file."""

    puzzle: Puzzle
    faults: tuple[str, ...]


def read_puzzles(game: str, path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file; none if the file does not exist.

    An incomplete last line is ignored. Raise RecordError for any other line that cannot be read.
    """
    lines = text_of(path, "a file of puzzles").splitlines() if path.is_file() else []
    found: list[Puzzle] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(read_line(game, line, number))
        except (ValueError, TypeError, KeyError):
            if number == len(lines):
                break
            msg = f"{path}, line {number}: this is no puzzle"
            raise RecordError(msg) from None
    return tuple(found)


def more(
    game: str,
    wanted: int,
    path: Path,
    known: Sequence[Puzzle],
    between: tuple[float, float] = (0.0, 1.0),
) -> Iterator[MadePuzzle]:
    """Generate puzzles until the file has `wanted` of them; yield each after it is written.

    Known puzzles are not generated again. `between` is the range of difficulty.
    """
    found, there = read_puzzles(game, path), {each.text for each in known}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, "".join(f"{line_of(each)}\n" for each in found))
    every = [*known, *(each for each in found if each.text not in there)]
    number, left = len(every), wanted - len(found)
    hard: dict[str, float] = {}

    def fits(puzzle: Puzzle) -> bool:
        hard[puzzle.text] = difficulty(puzzle)
        return between[0] <= hard[puzzle.text] <= between[1]

    for bare in make(game, max(0, left), known=every, fits=fits):
        wrong = tuple(faults(bare))
        puzzle = bare
        if not wrong:
            number += 1
            puzzle = replace(bare, number=number, difficulty=hard[bare.text])
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{line_of(puzzle)}\n")
        yield MadePuzzle(puzzle, wrong)


def append_puzzles(text: str, added: Sequence[Puzzle], command: str) -> str:
    """Return the text of a game's puzzles with new ones appended, sorted by difficulty.

    Puzzles that the text already has are skipped, so that the call can be repeated.
    """
    before = read(text)
    known = {each.text for each in before}
    fresh = [each for each in added if each.text not in known]
    behind = sorted(fresh, key=lambda each: (each.difficulty, len(each.text), each.seed))
    commands = json.loads(text)["command"].split("; ")
    return written((*before, *behind), "; ".join([*commands, command] if fresh else commands))


def replace_difficulties(text: str, difficulties: Sequence[float], command: str) -> str:
    """Return the text of a game's puzzles with new difficulties; the numbers are unchanged."""
    pairs = zip(read(text), difficulties, strict=True)
    commands = [each for each in json.loads(text)["command"].split("; ") if each != command]
    every = [replace(each, difficulty=difficulty) for each, difficulty in pairs]
    return written(every, "; ".join([*commands, command]))
