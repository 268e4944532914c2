"""Agents, analysis and solvers with arguments that nobody should give, and at any position."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.material import pool, random_line
from fuzzing.mutate import mutated
from fuzzing.nasty import nasty

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fuzzing.case import Run

__all__ = ["calls"]

INPUTS = 8

TINY: Mapping[str, Any] = {
    "seconds": 0.01,
    "visits": 4,
    "nodes": 60,
    "depth": 1,
    "width": 3,
    "top": 2,
    "rounds": 1,
    "places": 2,
    "memory": 1,
}
"""How little work is asked for, by the name of the option."""

LIMITS = ("seconds", "visits", "nodes", "depth")
"""What bounds a search: one of them stays tiny."""

OBJECTS = {"state", "progress", "on_progress", "stop", "every_move", "args", "options"}
"""What takes an object of the caller's, not a value; and what prints."""

FOREIGN: Mapping[str, tuple[type[Exception], ...]] = {
    "checkpoint": (OSError, TypeError, ValueError),  # a path that is none
    "memory": (MemoryError,),  # as much as was asked for
    "seed": (TypeError, ValueError),  # no seed for Python's own chance
}
"""What Python itself says to a value that is no use, by the name of the option."""


def calls(run: Run) -> None:
    """Ask what a position is worth, with nasty arguments."""
    for _ in range(INPUTS):
        run.counts["inputs"] += 1
        state = position(run)
        if state is not None:
            run.rng.choice((agent, agent, analyse, solve))(run, state)


def position(run: Run) -> pg.State[Any] | None:
    """Return a position: of a random game, its end, or one that a mutated text gives."""
    samples = pool(run.game, run.case.seed)
    base = run.rng.choice(samples)
    match run.rng.randrange(4):
        case 0:
            return [base.state, *(state for _, state in random_line(base.state, run.rng))][-1]
        case 1:
            text = mutated(base.position, run.rng.choice(samples).position, run.rng)
            state = run.call("from_text", text, lambda: pg.from_text(text))
            return None if state is REFUSED else state
    return base.state


def agent(run: Run, state: pg.State[Any]) -> None:
    """Make an agent, and let it choose if its work is bounded."""
    info = pg.game(run.game)
    name = run.rng.choice(info.agents)
    given, is_bounded = arguments(run, loaded(info.engine.agent_makers[name]))
    if run.rng.random() < 1 / 20:
        given["no_such_option"] = 1
    what = f"agent {name}"
    made = run.call(what, given, lambda: pg.agent(name, game=run.game, **given))
    if made is REFUSED or not is_bounded or state.turn == pg.CHANCE:
        return
    run.counts["accepted"] += 1
    about = f"{given} at {state.to_text()!r}"
    move = run.call(f"{what} chooses", about, lambda: made.choose(state.view(state.turn), run.rng))
    if move is not REFUSED:
        run.require(move in state.legal_moves, f"{what} chooses a legal move", about)


def analyse(run: Run, state: pg.State[Any]) -> None:
    """Analyse a position."""
    given, is_bounded = arguments(run, pg.analyse)
    if is_bounded:
        about = f"{given} at {state.to_text()!r}"
        run.call("analyse", about, lambda: repr(pg.analyse(state, **given)), *foreign(given))


def solve(run: Run, state: pg.State[Any]) -> None:
    """Solve a position; a game's solver may have options of its own."""
    solver = pg.game(run.game).engine.solver
    given, is_bounded = arguments(run, loaded(solver or pg.solve))
    if is_bounded:
        about = f"{given} at {state.to_text()!r}"
        run.call("solve", about, lambda: repr(pg.solve(state, **given)), *foreign(given))


def arguments(run: Run, function: Callable[..., Any]) -> tuple[dict[str, Any], bool]:
    """Return arguments, one or two of them nasty, and whether they still bound the work."""
    rng = run.rng
    names = sorted(inspect.signature(function).parameters.keys() - OBJECTS)
    given = {name: TINY[name] for name in names if name in TINY}
    bounds = [name for name in LIMITS if name in given]
    for name in rng.sample(names, min(len(names), rng.choice((0, 1, 1, 2)))):
        given[name] = nasty(rng, TINY.get(name))
    return given, not bounds or any(given[name] is TINY[name] for name in bounds)


def foreign(given: Mapping[str, Any]) -> list[type[Exception]]:
    """Return the errors of Python's own that nasty values of these options may raise."""
    nasty_ones = [name for name in FOREIGN if name in given and given[name] is not TINY.get(name)]
    return [error for name in nasty_ones for error in FOREIGN[name]]


def loaded(part: Any) -> Callable[..., Any]:
    """Return the function that a plug stands for."""
    function: Callable[..., Any] = part.load() if hasattr(part, "load") else part
    return function
