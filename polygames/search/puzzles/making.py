"""Makes puzzles: looks through seeded games for positions with exactly one best move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy
from polygames.core.protocol import CHANCE
from polygames.search.puzzles.puzzle import Puzzle, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.core.protocol import State
    from polygames.core.puzzling import Judged, Puzzling

DIGITS: Final = 6
LONGEST: Final = 3
"""The most moves to be found in one puzzle."""
CHOICES: Final = 4
"""The fewest legal moves where a puzzle begins, unless two moves are to be found."""
REPLIES: Final = 60
"""How many answers of the other seat are tried, to find one after which one move is best again."""
LEVELS: Final = (1, 2, 3, 4, 5)
"""The levels of the computer that try a puzzle ..."""
ATTEMPTS: Final = 8
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

    Their difficulty is not measured yet.

    Parameters
    ----------
    name, wanted
        Which game, and how many puzzles.
    seed
        The first game to look at; by default the one behind those of the known puzzles.
    known
        The puzzles that are there already: none of them is made again, and the numbers go on.
    fits
        Whether a puzzle is wanted; by default each is.

    Examples
    --------
    >>> import polygames as pg
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
        if is_worth_posing(state, steps):
            task, theme = kind.words(state, plies, found)
            return Puzzle(state.game, number, state.to_text(), task, theme, 0.0, steps, plies, seed)
    return None


def is_worth_posing(state: State[Any], steps: Sequence[Step]) -> bool:
    """Say whether there is enough to find: two moves, or one of four at least.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> is_worth_posing(puzzle.state, puzzle.steps), is_worth_posing(puzzle.state, ())
    (True, False)
    """
    moves = state.legal_moves
    has_choice = not moves.finite or len(moves) >= CHOICES
    return len(steps) > 1 or (len(steps) == 1 and has_choice)


def steps_of(
    kind: Puzzling, state: State[Any], plies: int | None, found: dict[Any, Judged] | None
) -> tuple[Step, ...]:
    """Return the moves to find: each is the only best one; empty if the first is not."""
    steps: list[Step] = []
    mover = state.turn
    while found is not None and (step := _step(kind, found)) is not None:
        steps.append(step)
        is_of_many = not state.legal_moves.finite  # other moves that are right lead elsewhere
        state = state.play(state.parse(step.move))
        is_over = state.outcome is not None or state.turn == CHANCE
        if len(steps) == LONGEST or is_over or is_of_many:
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
        return list(state.legal_moves)[:REPLIES] if plies > 0 else []
    found = kind.judged(state, None)
    if not found:
        return []
    best = max(each.value for each in found.values())
    return [move for move, each in found.items() if each.value == best][:REPLIES]


def _step(kind: Puzzling, found: dict[Any, Judged]) -> Step | None:
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
    return Step(str(best), _number(values[0]), _number(values[1]), wrong=wrong)


def is_right(state: State[Any], step: Step, move: Any) -> bool:
    """Say whether a move is the one to be found; on a continuum, whether it is as good.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> is_right(puzzle.state, puzzle.steps[0], puzzle.solution[0])
    True
    """
    if str(move) == step.move:
        return True
    return not state.legal_moves.finite and puzzling_of(state.game).is_right(state, move)


def answer_to(state: State[Any], step: Step, move: Any) -> str:
    """Return the answer to a wrong move as text; empty where there is none."""
    if str(move) in step.wrong or state.legal_moves.finite:
        return step.wrong.get(str(move), (0.0, ""))[1]
    found = puzzling_of(state.game).answer(state, move)
    return "" if found is None else str(found)


def _number(value: float) -> float:
    rounded = round(float(value), DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded


def difficulty(puzzle: Puzzle, seed: int = 0) -> float:
    """Return the share of the attempts of weak agents that fail at some move of the solution.

    Each of the five levels of the computer tries eight times.
    """
    info = registry.game(puzzle.game)
    failed = 0
    for level in LEVELS:
        agent = info.agent(f"level {level}")
        for attempt in range(ATTEMPTS):
            rng = Random(f"{seed} {level} {attempt} {puzzle.text}")
            failed += not is_solved_by(puzzle, agent, rng)
    return round(failed / (len(LEVELS) * ATTEMPTS), 3)


def is_solved_by(puzzle: Puzzle, agent: Any, rng: Random) -> bool:
    """Say whether an agent finds each move of the solution.

    Examples
    --------
    >>> import polygames as pg
    >>> strong = pg.game("territory").agent("level 5")
    >>> is_solved_by(pg.puzzles("territory")[0], strong, Random(0))
    True
    """
    state = puzzle.state
    for step in puzzle.steps:
        if not is_right(state, step, agent.choose(state.view(state.turn), rng)):
            return False
        for text in filter(None, (step.move, step.reply)):
            state = state.play(state.parse(text))
    return True
