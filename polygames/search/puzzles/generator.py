"""Generation and verification of puzzles: positions of seeded games with one best move.

`extend_puzzle_file` adds puzzles to a file, for example overnight, and resumes where it was
interrupted. Each puzzle is tried by the computer's levels, proved again by the rules and by the
game's solver, and written to the file at once. `append_puzzles` adds a file's puzzles to a game's
existing ones, from easy to hard.
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
from polygames.core.lazy_imports import Lazy
from polygames.core.plugs import ExactValue
from polygames.core.protocol import CHANCE
from polygames.records.atomic_files import read_text, write_atomically
from polygames.runtime.interrupts import reraise_interrupt
from polygames.search.puzzles.puzzle import (
    Puzzle,
    PuzzleStep,
    parse_line,
    parse_puzzles,
    to_json,
    to_json_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from polygames.core.plugs import PuzzleModule
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


def find_puzzle_module(name: str) -> PuzzleModule:
    """Return the puzzle module of a game. Raise OptionError if it has none."""
    found = registry.game(name).engine.puzzles
    if found is None:
        msg = f"{name} has no puzzles: its GameInfo needs a search for them"
        raise OptionError(msg)
    return cast("PuzzleModule", found.load()) if isinstance(found, Lazy) else found


def generate_puzzles(
    name: str,
    target_count: int,
    existing: Sequence[Puzzle] = (),
    accept: Callable[[Puzzle], bool] | None = None,
) -> Iterator[Puzzle]:
    """Yield new puzzles of a game, distinct under symmetry, until `target_count` are found.

    Their difficulty is not measured yet. The seeds continue after those of the `existing` puzzles,
    which are not generated again. `accept` is a predicate that selects the puzzles to yield.

    Examples
    --------
    >>> known = pg.puzzles("territory")
    >>> more = next(generate_puzzles("territory", 1, existing=known))
    >>> more.number == len(known) + 1, more.text in {each.text for each in known}
    (True, False)
    """
    kind, themes = find_puzzle_module(name), Counter(each.theme for each in existing)
    seen = {image for each in existing for image in kind.symmetry_images(each.state)}
    most, made = max(1, int(kind.MAX_THEME_SHARE * (len(existing) + target_count))), 0
    first = max((each.seed + 1 for each in existing), default=0)
    horizons = Counter(each.plies for each in existing)
    most_of_length = getattr(kind, "MAX_HORIZON_SHARE", 1.0)
    for number in count(first):
        if made == target_count:
            return
        for state in kind.candidate_positions(Random(f"{name} {number}")):
            if seen & (
                images := kind.symmetry_images(state)
            ):  # checked first, since judging is slow
                continue
            found = _build_puzzle(kind, state, number, len(existing) + made + 1)
            if found is None or themes[found.theme] >= most:
                continue
            if existing and _is_common(found.plies, horizons, most_of_length):
                continue
            if accept is not None and not accept(found):
                continue
            seen |= images
            horizons[found.plies] += 1
            themes[found.theme] += 1
            made += 1
            yield found
            break


def _is_common(plies: int | None, horizons: Counter[int | None], most: float) -> bool:
    """Return True if one more puzzle of this length would exceed the share of that length."""
    return horizons[plies] + 1 > most * (horizons.total() + 2)


def _build_puzzle(
    puzzle_module: PuzzleModule, state: State[Any], seed: int, number: int
) -> Puzzle | None:
    """Return a puzzle made from a position; None if no single move is best."""
    for plies in puzzle_module.HORIZON_PLIES:
        found = puzzle_module.exact_values(state, plies)
        if found is None:
            continue
        steps = find_steps(puzzle_module, state, plies, found)
        # A puzzle needs enough to find: two moves, or one of at least four.
        moves = state.legal_moves
        has_choice = not moves.finite or len(moves) >= MIN_LEGAL_MOVES
        if len(steps) > 1 or (len(steps) == 1 and has_choice):
            task, theme = puzzle_module.task_and_theme(state, plies, found)
            return Puzzle(state.game, number, state.to_text(), task, theme, 0.0, steps, plies, seed)
    return None


def find_steps(
    puzzle_module: PuzzleModule,
    state: State[Any],
    plies: int | None,
    exact_values: dict[Any, ExactValue] | None,
) -> tuple[PuzzleStep, ...]:
    """Return the moves of the solution, each uniquely best; empty if the first one is not."""
    steps: list[PuzzleStep] = []
    mover = state.turn
    while (
        exact_values is not None and (step := _unique_step(puzzle_module, exact_values)) is not None
    ):
        steps.append(step)
        is_of_many = not state.legal_moves.finite  # other right moves lead to other positions
        state = state.play(state.parse(step.move))
        is_over = state.outcome is not None or state.turn == CHANCE
        if len(steps) == MAX_SOLUTION_MOVES or is_over or is_of_many:
            break
        exact_values = None
        if state.turn == mover:
            exact_values = puzzle_module.exact_values(state, plies)
            continue
        plies = None if plies is None else plies - 2
        for reply in _best_replies(puzzle_module, state, plies):
            after = state.play(reply)
            if after.outcome is not None or after.turn != mover:
                continue
            judged = puzzle_module.exact_values(after, plies)
            if judged is not None and _unique_step(puzzle_module, judged) is not None:
                steps[-1] = replace(steps[-1], reply=str(reply))
                state, exact_values = after, judged
                break
    return tuple(steps)


def _best_replies(puzzle_module: PuzzleModule, state: State[Any], plies: int | None) -> list[Any]:
    """Return at most `MAX_REPLIES_TRIED` replies: the best ones, or any if `plies` is given."""
    if plies is not None:
        return list(state.legal_moves)[:MAX_REPLIES_TRIED] if plies > 0 else []
    found = puzzle_module.exact_values(state, None)
    if not found:
        return []
    best = max(each.value for each in found.values())
    return [move for move, each in found.items() if each.value == best][:MAX_REPLIES_TRIED]


def _unique_step(
    puzzle_module: PuzzleModule, exact_values: dict[Any, ExactValue]
) -> PuzzleStep | None:
    """Return the best move as a step; None if it is not unique, or is the only legal move."""
    values = sorted((each.value for each in exact_values.values()), reverse=True)
    if len(values) < 2 or values[0] - values[1] < puzzle_module.MIN_VALUE_GAP:  # noqa: PLR2004 - the best two
        return None
    best = max(exact_values, key=lambda move: exact_values[move].value)
    wrong = {
        str(move): (
            _round_value(each.value),
            "" if each.best_reply is None else str(each.best_reply),
        )
        for move, each in exact_values.items()
        if move != best
    }
    return PuzzleStep(str(best), _round_value(values[0]), _round_value(values[1]), wrong=wrong)


def is_right(state: State[Any], step: PuzzleStep, move: Any) -> bool:
    """Return True if a move solves a step, or is as good in a game with infinitely many moves."""
    if str(move) == step.move:
        return True
    if state.legal_moves.finite:
        return False
    return find_puzzle_module(state.game).is_right(state, move, step.value)


def best_reply_text(state: State[Any], step: PuzzleStep, move: Any) -> str:
    """Return the best reply to a wrong move as text; empty if there is none."""
    if str(move) in step.wrong or state.legal_moves.finite:
        return step.wrong.get(str(move), (0.0, ""))[1]
    found = find_puzzle_module(state.game).refutation(state, move)
    return "" if found is None else str(found)


def _round_value(value: float) -> float:
    rounded = round(float(value), VALUE_DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def measure_difficulty(puzzle: Puzzle) -> float:
    """Return the share (0 to 1) of attempts at a puzzle in which the computer's levels fail.

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


def find_faults(puzzle: Puzzle) -> Iterator[str]:
    """Yield descriptions of a puzzle's faults; nothing if it is correct.

    An interrupt (Ctrl-C) is raised even if a solver catches it and returns a partial result.
    """
    kind, state = find_puzzle_module(puzzle.game), puzzle.state
    if state.to_text() != puzzle.text:
        yield "the position reads otherwise than it was written"
    with reraise_interrupt():  # a partial search is no fault of the puzzle
        found = find_steps(kind, state, puzzle.plies, kind.exact_values(state, puzzle.plies))
    if found != puzzle.steps:
        yield "the rules give another solution, other values or other answers"
    plies = puzzle.plies
    for step in puzzle.steps:
        with reraise_interrupt():
            wrong = list(_find_step_faults(kind, state, step, plies))
        yield from wrong
        for text in filter(None, (step.move, step.reply)):
            try:
                state = state.play(state.parse(text))
            except PolygamesError as error:
                yield f"the solution cannot be played: {error}"
                return
        plies = plies - 2 if plies is not None and step.reply else plies


def _find_step_faults(
    puzzle_module: PuzzleModule,
    state: State[Any],
    step: PuzzleStep,
    plies: int | None,
) -> Iterator[str]:
    moves = state.legal_moves
    known = {step.move: step.value} | {move: value for move, (value, _) in step.wrong.items()}
    if moves.finite and {str(move) for move in moves} != known.keys():
        yield "not all moves are judged"
    if step.value - max(value for value, _ in step.wrong.values()) < puzzle_module.MIN_VALUE_GAP:
        yield "another move is as good"
    if not moves.finite:
        yield from puzzle_module.line_faults(state, step, plies)
    for move, value in puzzle_module.solver_values(state, plies).items():
        if abs(known.get(str(move), value) - value) > SAME_VALUE_TOLERANCE:
            yield f"the solver says {value:g} of {move}, not {known[str(move)]:g}"


class GeneratedPuzzle(NamedTuple):
    """A generated puzzle with its faults; a puzzle with faults is not written to the file."""

    puzzle: Puzzle
    faults: tuple[str, ...]


def read_puzzles(game: str, path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file; an empty tuple if the file does not exist.

    An incomplete last line is ignored. Raise RecordError for any other line that cannot be read.
    """
    lines = read_text(path, "a file of puzzles").splitlines() if path.is_file() else []
    found: list[Puzzle] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(parse_line(game, line, number))
        except (ValueError, TypeError, KeyError):
            if number == len(lines):
                break
            msg = f"{path}, line {number}: expected a puzzle as JSON"
            raise RecordError(msg) from None
    return tuple(found)


def extend_puzzle_file(
    game: str,
    target_count: int,
    path: Path,
    existing: Sequence[Puzzle],
    difficulty_range: tuple[float, float] = (0.0, 1.0),
) -> Iterator[GeneratedPuzzle]:
    """Generate puzzles until the file has `target_count` of them; yield each after it is written.

    Known puzzles are not generated again. `difficulty_range` is the range of difficulty.
    """
    found, there = read_puzzles(game, path), {each.text for each in existing}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, "".join(f"{to_json_line(each)}\n" for each in found))
    every = [*existing, *(each for each in found if each.text not in there)]
    number, left = len(every), target_count - len(found)
    hard: dict[str, float] = {}

    def fits(puzzle: Puzzle) -> bool:
        hard[puzzle.text] = measure_difficulty(puzzle)
        return difficulty_range[0] <= hard[puzzle.text] <= difficulty_range[1]

    for bare in generate_puzzles(game, max(0, left), existing=every, accept=fits):
        wrong = tuple(find_faults(bare))
        puzzle = bare
        if not wrong:
            number += 1
            puzzle = replace(bare, number=number, difficulty=hard[bare.text])
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{to_json_line(puzzle)}\n")
        yield GeneratedPuzzle(puzzle, wrong)


def append_puzzles(text: str, new_puzzles: Sequence[Puzzle], command: str) -> str:
    """Return the text of a game's puzzles with new ones, from easy to hard.

    Puzzles that the text already has are skipped, so that the call can be repeated.
    """
    before = parse_puzzles(text)
    known = {each.text for each in before}
    fresh = [each for each in new_puzzles if each.text not in known]
    commands = json.loads(text)["command"].split("; ")
    every = sort_puzzles((*before, *fresh))
    return to_json(every, "; ".join([*commands, command] if fresh else commands))


def sort_puzzles(puzzle_list: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles from easy to hard; among equally hard ones the themes take turns."""
    turns: Counter[tuple[float, str]] = Counter()

    def key(puzzle: Puzzle) -> tuple[object, ...]:
        turns[puzzle.difficulty, puzzle.theme] += 1
        return puzzle.difficulty, turns[puzzle.difficulty, puzzle.theme], puzzle.theme

    ordered = sorted(puzzle_list, key=lambda each: (each.difficulty, len(each.text), each.seed))
    return sorted(ordered, key=key)


def replace_difficulties(text: str, difficulties: Sequence[float], command: str) -> str:
    """Return the text of a game's puzzles with new difficulties, sorted by them."""
    pairs = zip(parse_puzzles(text), difficulties, strict=True)
    commands = [each for each in json.loads(text)["command"].split("; ") if each != command]
    every = [replace(each, difficulty=difficulty) for each, difficulty in pairs]
    return to_json(sort_puzzles(every), "; ".join([*commands, command]))


def update_puzzle(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its task and theme, and in a continuum its wrong moves, written again.

    The position, the solution and the difficulty stay. Raise RecordError if the solution would
    change.
    """
    kind, state = find_puzzle_module(puzzle.game), puzzle.state
    values, steps = stored_values(puzzle), puzzle.steps
    if not state.legal_moves.finite:
        values = kind.exact_values(state, puzzle.plies) or values
        steps = find_steps(kind, state, puzzle.plies, values)
    if [each.move for each in steps] != [each.move for each in puzzle.steps]:
        msg = f"{puzzle} has another solution now; generate the puzzles of {puzzle.game} again"
        raise RecordError(msg)
    task, theme = kind.task_and_theme(state, puzzle.plies, values)
    return replace(puzzle, steps=steps, task=task, theme=theme)


def stored_values(puzzle: Puzzle) -> dict[Any, ExactValue]:
    """Return the values of the moves in the first position of a puzzle, as they are stored."""
    state, step = puzzle.state, puzzle.steps[0]
    values = {step.move: step.value} | {move: value for move, (value, _) in step.wrong.items()}
    return {state.parse(move): ExactValue(value) for move, value in values.items()}


def limit_per_theme(puzzle_list: Sequence[Puzzle], most_per_theme: int) -> list[Puzzle]:
    """Return the puzzles without those of a theme that already has so many.

    Examples
    --------
    >>> some = limit_per_theme(pg.puzzles("polygon"), 2)
    >>> len(some) == 2 * len({each.theme for each in some})
    True
    """
    counts: Counter[str] = Counter()
    kept = []
    for each in puzzle_list:
        counts[each.theme] += 1
        if counts[each.theme] <= most_per_theme:
            kept.append(each)
    return kept
