"""Makes puzzles, and checks them: positions of seeded games with exactly one best move.

`more` adds puzzles to those of a game, one after the other: overnight, and on where it was broken
off. Each that is found is tried by the computer's levels, proved once more by the rules and by the
game's solver, and written to a file at once. `append_puzzles` puts all of the file behind the
puzzles that are there, so that these keep their numbers.
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
"""The most moves to be found in one puzzle."""
MIN_LEGAL_MOVES: Final = 4
"""The fewest legal moves where a puzzle begins, unless two moves are to be found."""
MAX_REPLIES_TRIED: Final = 60
"""How many answers of the other seat are tried, to find one after which one move is best again."""
PUZZLE_LEVELS: Final = (1, 2, 3, 4, 5)
"""The levels of the computer that try a puzzle ..."""
ATTEMPTS_PER_LEVEL: Final = 8
"""... each so often."""


def puzzling_of(name: str) -> Puzzling:
    """Return what a game knows of its puzzles; OptionError if it has none."""
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
    """Yield puzzles of a game, none twice under symmetry, until there are as many as wanted.

    Their difficulty is not measured yet. The first game that is looked at is that of the `seed`, by
    default the one behind those of the known puzzles, of which none is made again. `fits` says
    whether a puzzle is wanted.

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
            if seen & (images := kind.images(state)):  # this takes a moment, to judge it takes long
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
    """Whether more than half of the puzzles are won within so many plies with one more of them."""
    return 2 * (horizons[plies] + 1) > horizons.total() + 2


def _puzzle(kind: Puzzling, state: State[Any], seed: int, number: int) -> Puzzle | None:
    """Return a puzzle if exactly one move is best."""
    for plies in kind.HORIZONS:
        found = kind.judged(state, plies)
        if found is None:
            return None
        steps = steps_of(kind, state, plies, found)
        # Enough is to be found: two moves, or one of four at least.
        moves = state.legal_moves
        has_choice = not moves.finite or len(moves) >= MIN_LEGAL_MOVES
        if len(steps) > 1 or (len(steps) == 1 and has_choice):
            task, theme = kind.words(state, plies, found)
            return Puzzle(state.game, number, state.to_text(), task, theme, 0.0, steps, plies, seed)
    return None


def steps_of(
    kind: Puzzling, state: State[Any], plies: int | None, found: dict[Any, JudgedMove] | None
) -> tuple[PuzzleStep, ...]:
    """Return the moves to find: each is the only best one; empty if the first is not."""
    steps: list[PuzzleStep] = []
    mover = state.turn
    while found is not None and (step := _step(kind, found)) is not None:
        steps.append(step)
        is_of_many = not state.legal_moves.finite  # other moves that are right lead elsewhere
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
    """Return the best answers of the other seat."""
    if plies is not None:
        return list(state.legal_moves)[:MAX_REPLIES_TRIED] if plies > 0 else []
    found = kind.judged(state, None)
    if not found:
        return []
    best = max(each.value for each in found.values())
    return [move for move, each in found.items() if each.value == best][:MAX_REPLIES_TRIED]


def _step(kind: Puzzling, found: dict[Any, JudgedMove]) -> PuzzleStep | None:
    """Return the only best move; None if there is none, or nothing to choose."""
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
    """Say whether a move is the one to be found; on a continuum, whether it is as good."""
    if str(move) == step.move:
        return True
    return not state.legal_moves.finite and puzzling_of(state.game).is_right(state, move)


def answer_to(state: State[Any], step: PuzzleStep, move: Any) -> str:
    """Return the answer to a wrong move as text; empty where there is none."""
    if str(move) in step.wrong or state.legal_moves.finite:
        return step.wrong.get(str(move), (0.0, ""))[1]
    found = puzzling_of(state.game).answer(state, move)
    return "" if found is None else str(found)


def _number(value: float) -> float:
    rounded = round(float(value), VALUE_DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def difficulty(puzzle: Puzzle) -> float:
    """Return the share of the attempts of weak agents that fail at some move of the solution.

    Each of the five levels of the computer tries eight times.
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
    """Say whether an agent finds each move of the solution."""
    state = puzzle.state
    for step in puzzle.steps:
        if not is_right(state, step, agent.choose(state.view(state.turn), rng)):
            return False
        for text in filter(None, (step.move, step.reply)):
            state = state.play(state.parse(text))
    return True


SAME_VALUE_TOLERANCE: Final = 1e-4
"""How far two values may be apart that are the same: solvers count in floats."""
CONTINUUM_SAMPLES: Final = 30
"""How many moves of a continuum are tried ..."""
CONTINUUM_SAMPLES_PER_REPLY: Final = 12
"""... and how many where the game goes on with one."""


def wins(state: State[Any], move: Any) -> bool:
    """Whether the seat to move wins by a move, whatever follows.

    All ways to play on are tried; of a continuum some moves.
    """
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners == {state.turn}
    tried = _moves_to_try(after)
    if after.turn == state.turn:
        return any(wins(after, each) for each in tried)
    return not any(_avoids(after, each) for each in tried)


def _moves_to_try(state: State[Any]) -> Iterable[Any]:
    """Return all moves; of a continuum some, and those that its game thinks good."""
    moves = state.legal_moves
    if moves.finite:
        return moves
    return [
        *puzzling_of(state.game).tries(state),
        *moves.candidates(CONTINUUM_SAMPLES_PER_REPLY, Random(0)),
    ]


def _avoids(state: State[Any], move: Any) -> bool:
    """Whether the other seat does not win after a move."""
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners != {1 - state.turn}
    tried = _moves_to_try(after)
    if after.turn == state.turn:
        return any(_avoids(after, each) for each in tried)
    return not any(wins(after, each) for each in tried)


def faults(puzzle: Puzzle, *, solver: bool = True) -> Iterator[str]:
    """Yield what is wrong with a puzzle; nothing if all is as it says.

    The rules alone are quicker, without the `solver` of the game. An interrupt (Ctrl-C) is raised,
    also where a solver keeps one to itself and returns what it has.
    """
    kind, state = puzzling_of(puzzle.game), puzzle.state
    if state.to_text() != puzzle.text:
        yield "the position reads otherwise than it was written"
    with passed_on():  # what was searched in part is no fault of the puzzle
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
    """Compare what is said of lines with what comes of them."""
    lines = (state.legal_moves.sample(Random(number)) for number in range(CONTINUUM_SAMPLES))
    known = (state.parse(text) for text in (step.move, *step.wrong))
    for line in (*known, *lines):
        if wins(state, line) and not is_right(state, step, line):
            yield f"{line} wins, too"
        elif not wins(state, line) and is_right(state, step, line):
            yield f"{line} counts as right, and does not win"


class MadePuzzle(NamedTuple):
    """A puzzle that was found, and what is wrong with it: nothing, or it was not kept."""

    puzzle: Puzzle
    faults: tuple[str, ...]


def read_puzzles(game: str, path: Path) -> tuple[Puzzle, ...]:
    """Read the puzzles that were found so far; there may be no file.

    A last line that was broken off is left out; any other that cannot be read is a RecordError.
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
    """Find puzzles until the file holds as many as wanted; yield each once it is written.

    None of the known puzzles is made again. `between` says how difficult they are.
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
    """Return the text of a game's puzzles with some more behind them, from easy to hard.

    Those that are there already are left out, so that it can be done again after a while.
    """
    before = read(text)
    known = {each.text for each in before}
    fresh = [each for each in added if each.text not in known]
    behind = sorted(fresh, key=lambda each: (each.difficulty, len(each.text), each.seed))
    commands = json.loads(text)["command"].split("; ")
    return written((*before, *behind), "; ".join([*commands, command] if fresh else commands))


def replace_difficulties(text: str, difficulties: Sequence[float], command: str) -> str:
    """Return the text of a game's puzzles with other difficulties; no number changes."""
    pairs = zip(read(text), difficulties, strict=True)
    commands = [each for each in json.loads(text)["command"].split("; ") if each != command]
    every = [replace(each, difficulty=difficulty) for each, difficulty in pairs]
    return written(every, "; ".join([*commands, command]))
