"""The contract that every game keeps, as a check that anyone can run on a game of their own."""

from __future__ import annotations

import pickle
from functools import partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.core.conformance.assertions import fail, refuses, require, works
from polygames.core.conformance.extras import check_agents, check_board, check_help, check_options
from polygames.core.conformance.texts import check_damaged_texts
from polygames.core.errors import IllegalMoveError, InvalidMoveError
from polygames.core.lazy import hook
from polygames.core.protocol import CHANCE, MoveSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import State
    from polygames.core.registry import GameInfo

MAX_PLIES = 20_000
LISTED = 200
"""How many moves of a large finite set are looked at one by one."""


def check_game(game: str | GameInfo, *, games: int = 5, seed: int = 0, **options: Any) -> None:
    """Play random games and check every promise of the protocol on the way.

    Then come the options, the help, the agents (each chooses a legal move, the same one again with
    the same chance; one that thinks for long is told to stop at once) and, where ipywidgets is
    installed, the board: it opens, takes a move and closes.

    Parameters
    ----------
    game
        A registered game's name, or its `GameInfo` (which must be registered).
    games
        How many games to play.
    seed
        Seeds the games; the same seed checks the same games.
    **options
        Options of the game, ``preset=`` included.

    Raises
    ------
    ConformanceError
        At the first broken promise, with the position where it shows.

    Examples
    --------
    >>> check_game("split", games=1, preset="2026")
    """
    info = registry.game(game) if isinstance(game, str) else game
    start = info.new(**options)
    for number in range(games):
        rng = Random(f"{seed}:{number}")
        require(start == info.new(**options), start, "equal options make equal starts")
        require(start.ply == 0, start, "a game starts at ply 0")
        moves = []
        for state, move in _random_game(start, rng):
            _check_state(info, state, rng)
            if move is not None:
                _check_move(state, move)
                moves.append(move)
        hook("check record")(start, moves, seed)
    check_options(info, start)
    check_help(info, start)
    check_agents(info, start, Random(f"{seed}:agents"))
    check_board(start)


def _random_game(start: State[Any], rng: Random) -> Iterator[tuple[State[Any], Any]]:
    """Yield every state of a random game with the move played there, None at the end."""
    state = start
    for _ in range(MAX_PLIES):
        if state.outcome is not None:
            yield state, None
            return
        require(isinstance(state.legal_moves, MoveSet), state, "legal_moves is a MoveSet")
        require(bool(state.legal_moves), state, "a state without outcome has a legal move")
        move = state.legal_moves.sample(rng)
        yield state, move
        state = state.play(move)
    fail(state, f"a random game ends within {MAX_PLIES} plies")


def _check_state(info: GameInfo, state: State[Any], rng: Random) -> None:
    require(state.game == info.name, state, "state.game names its game")
    require(state.turn in range(CHANCE, state.seats), state, "turn is a seat or CHANCE")
    require(len(state.scores) == state.seats, state, "scores has one entry per seat")
    _check_values(state)
    _check_outcome(state)
    _check_moves(state, rng)
    _check_chance(state)
    _check_text(info, state)
    check_damaged_texts(info, state, rng)
    _check_picture(info, state, rng)


def _check_values(state: State[Any]) -> None:
    refuses(lambda: setattr(state, "ply", 0), AttributeError, state, "a state is frozen")
    code = works(lambda: hash(state), state, "a state is hashable")
    twin = works(lambda: pickle.loads(pickle.dumps(state)), state, "a state survives pickling")  # noqa: S301 - just written here
    require(twin == state, state, "a state survives pickling")
    require(hash(twin) == code, state, "equal states have equal hashes")
    require(twin.ply == state.ply, state, "ply survives pickling")
    for seat in range(state.seats):
        require(state.view(seat).seats == state.seats, state, "a view has the same seats")


def _check_outcome(state: State[Any]) -> None:
    outcome = state.outcome
    if outcome is None:
        return
    require(not state.legal_moves, state, "no move is legal after the end")
    require(outcome.winners <= set(range(state.seats)), state, "winners are seats")
    require(len(outcome.scores) == state.seats, state, "the outcome has a score per seat")
    require(bool(outcome.reason), state, "an outcome gives a reason")


def _check_moves(state: State[Any], rng: Random) -> None:
    moves = state.legal_moves
    require(isinstance(moves, MoveSet), state, "legal_moves is a MoveSet")
    require("no such move" not in moves, state, "a thing that is no move is not legal")
    _check_refusal(state, "no such move")
    if state.outcome is None:
        offered = moves.candidates(8, rng)
        require(bool(moves.candidates(1, rng)), state, "candidates(1) offers a move")
        for move in (moves.sample(rng), *offered[:8]):
            require(move in moves, state, f"the sampled or candidate move {move} is legal")
            works(partial(hash, move), state, "a move is hashable")
    if moves.finite:
        _check_list(state, rng)
    else:
        refuses(lambda: len(moves), TypeError, state, "len() of a continuum is a TypeError")
        refuses(lambda: iter(moves), TypeError, state, "iter() of a continuum is a TypeError")


def _check_list(state: State[Any], rng: Random) -> None:
    moves = state.legal_moves
    listed = list(islice(moves, LISTED))
    count = min(len(moves), LISTED)
    require(len(listed) == count, state, "len() counts what iteration yields")
    require(bool(moves) == bool(listed), state, "bool() says whether there is a move")
    require(len(set(listed)) == len(listed), state, "no move is listed twice")
    require(all(move in moves for move in listed), state, "every listed move is legal")
    if listed:
        offered = set(moves.candidates(1, rng))
        require(set(listed) <= offered, state, "candidates() offers all moves of a finite set")


def _check_chance(state: State[Any]) -> None:
    chances = state.chance_outcomes()
    if state.turn != CHANCE or state.outcome is not None:
        require(not chances, state, "only a chance node has chance outcomes")
        return
    total = sum(probability for _, probability in chances)
    require(total == 1, state, f"the probabilities sum to 1, not {total}")
    listed = all(move in state.legal_moves for move, _ in chances)
    require(listed, state, "every chance outcome is a legal move")


def _check_text(info: GameInfo, state: State[Any]) -> None:
    text = state.to_text()
    require(text.split()[:1] == [info.name], state, "a position's text begins with the game's name")
    promise = "from_text reads what to_text wrote"
    twin = works(lambda: info.from_text(text), state, promise)
    require(twin == state, state, promise)
    require(twin.to_text() == text, state, "the text survives a round trip")
    refuses(lambda: state.parse("no such move"), InvalidMoveError, state, "nonsense is invalid")


def _check_picture(info: GameInfo, state: State[Any], rng: Random) -> None:
    targets = {getattr(primitive, "target", None) for primitive in info.scene(state)}
    caption = info.board.caption(state)
    require(len(caption.seats) == state.seats, state, "the caption has a label per seat")
    require(bool(caption.status), state, "the caption has a status line")
    moves = state.legal_moves
    if state.outcome is None and moves.finite and state.turn != CHANCE:
        spelled = [info.spell(move) for move in islice(moves, LISTED)]
        require(len(set(spelled)) == len(spelled), state, "no two moves are spelled alike")
        for spelling in spelled:
            shown = len(spelling) == 1 or targets.issuperset(spelling)
            require(shown, state, f"what spells a move is on the board: {spelling}")
    if state.outcome is None and not moves.finite:
        require(info.board.boundary is not None, state, "a continuum has a boundary to draw on")
        require(moves.sample(rng) in moves, state, "a random line is legal")


def _check_move(state: State[Any], move: Any) -> None:
    text, ply, code = state.to_text(), state.ply, hash(state)
    require(move in state.legal_moves, state, f"the sampled move {move} is legal")
    promise = f"the text of {move!r} reads back to the move"
    require(works(lambda: state.parse(str(move)), state, promise) == move, state, promise)
    after = works(lambda: state.play(move), state, f"the legal move {move} can be played")
    left = (state.to_text(), state.ply, hash(state)) == (text, ply, code)
    require(left, state, "play leaves the state as it was")
    require(after == state.play(move), state, "playing a move twice gives equal states")
    require(after.ply == ply + 1, state, "a move adds one ply")
    if move not in after.legal_moves:
        _check_refusal(after, move)


def _check_refusal(state: State[Any], move: Any) -> None:
    name = "play refuses what is not in legal_moves with IllegalMoveError"
    refuses(lambda: state.play(move), IllegalMoveError, state, name)
