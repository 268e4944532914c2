"""The part of the contract about what a game brings beside its rules.

Options, help, agents and the board.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.conformance.assertions import refuses, require, works
from polygames.core.errors import IllegalMoveError
from polygames.core.lazy import hook
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

LATER = 4
"""The ply at which the agents are asked again."""


def check_options(info: GameInfo, start: State[Any]) -> None:
    """Check that the options of a start make it again, and those that `GameInfo` names."""
    options: dict[str, Any] = dict(start.options)
    defaults = info.defaults
    require(set(options) <= set(defaults), start, f"state.options are options: {[*defaults]}")
    promise = "new(**state.options) makes the start again"
    require(works(lambda: info.new(**options), start, promise) == start, start, promise)
    seats = info.new().seats
    require(seats == info.seats, start, f"without options {info.seats} play, as GameInfo says")
    for part in ("seats_option", "seed_option"):
        name = getattr(info, part)
        require(name is None or name in defaults, start, f"{part} is an option of the game")
    if info.seats_option is not None:
        named = options[info.seats_option] == start.seats
        require(named, start, f"the option {info.seats_option} is the number of seats")
    if info.seed_option is not None:
        seeded: dict[str, Any] = {info.seed_option: 2**32 - 1}
        works(lambda: info.new(**seeded), start, f"the option {info.seed_option} takes any seed")


def check_help(info: GameInfo, start: State[Any]) -> None:
    """Check what people read: title, summary, numbered rules, the game's own keys."""
    require(bool(info.title and info.summary), start, "a game has a title and a summary")
    rules = works(lambda: info.rules, start, "RULES.md is in the package rules_text")
    numbered = any(line.startswith("1. ") for line in rules.splitlines())
    require(numbered or not info.guide.rules_text, start, "RULES.md has numbered rules")
    for key in info.guide.keys:
        is_pair = len(key) == 2 and all(isinstance(word, str) and word for word in key)  # noqa: PLR2004 - a pair
        require(is_pair, start, f"a key has a name and says what it does: {key!r}")


def check_agents(info: GameInfo, start: State[Any], rng: Random) -> None:
    """Let every agent choose at the start, some moves later and after the end."""
    first = _moved_on(start, 0, rng)
    later = _moved_on(first, LATER, rng)
    end = _moved_on(later, inf, rng)
    for name in (*info.agents, *info.players_by_level):
        for state in (first, later):
            if state.outcome is None:
                _check_choice(info, name, state)
        ask = partial(_choice, info, name, end)
        refuses(ask, IllegalMoveError, end, f"the agent {name} has nothing to choose at the end")


def check_board(start: State[Any]) -> None:
    """Open a board, play a move on it and close it again, where ipywidgets is installed."""
    if find_spec("ipywidgets") is None:
        return
    board = works(lambda: hook("open board")(start, autosave=None, seed=0), start, "a board opens")
    try:
        state = board.state
        if state.outcome is None and state.turn != CHANCE:
            move = state.legal_moves.sample(Random(0))
            works(lambda: board.play(move), state, f"the board plays the move {move}")
    finally:
        works(board.close, start, "a board closes")


def _check_choice(info: GameInfo, name: str, state: State[Any]) -> None:
    """Ask an agent twice."""
    ask = partial(_choice, info, name, state)
    move = works(ask, state, f"the agent {name} chooses")
    require(move in state.legal_moves, state, f"the agent {name} chooses a legal move, not {move}")
    promise = f"the agent {name} chooses the same with the same chance"
    require(works(ask, state, promise) == move, state, promise)


def _choice(info: GameInfo, name: str, state: State[Any]) -> Any:
    """Return the choice of a new agent; one that could think for long is to stop at once."""
    agent: Any = info.agent(name)
    if hasattr(agent, "stop"):
        agent.stop.set()
    return agent.choose(state.view(state.turn), Random(0))


def _moved_on(state: State[Any], ply: float, rng: Random) -> State[Any]:
    """Play random moves up to a ply, and on to where a seat is to move or the game is over."""
    while state.outcome is None and (state.ply < ply or state.turn == CHANCE):
        state = state.play(state.legal_moves.sample(rng))
    return state
