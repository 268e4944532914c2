"""The contract that every game fulfils, as a check for new games."""

from __future__ import annotations

import pickle
import re
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import islice
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from polygames.core import registry
from polygames.core.errors import (
    ConformanceError,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    PolygamesError,
    PositionError,
)
from polygames.core.game_info import GameInfo
from polygames.core.keywords import checked_keywords
from polygames.core.protocol import CHANCE, MoveSet
from polygames.records.position_sources import start_of
from polygames.records.record import Record
from polygames.scene.text_picture import draw_as_text
from polygames.view.frame import clickable_moves, first_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from polygames.core.protocol import State
    from polygames.records.position_sources import Position
    from polygames.scene.model import Scene

MAX_PLIES = 20_000
MAX_MOVES_CHECKED = 200
"""The number of moves of a large finite set that are checked one by one."""
FIRST_STEP_COUNT = 3
"""The number of steps in the guide of a first game."""
MAX_GUIDED_PLY = 4
"""The last ply at which the guide of a first game is checked."""


@checked_keywords
def check_game(game: Position | GameInfo, *, games: int = 5, seed: int = 0) -> None:
    """Play random games and check that they fulfil all promises of the `State` protocol.

    Then check the options, the help, the agents and, if ipywidgets is installed, the board. Each
    agent must choose a legal move, repeat it with an equal random generator, and obey a request to
    stop. The board must open, play a move and close.

    Parameters
    ----------
    game
        The name of a registered game, its `GameInfo` (which must be registered), or a start with
        other options.
    games
        The number of games to play.
    seed
        The seed of the games; equal seeds check equal games.

    Raises
    ------
    ConformanceError
        At the first broken promise, with the position in which it was found.

    Examples
    --------
    >>> check_game(pg.new("split", preset="2026"), games=1)
    """
    if not isinstance(game, GameInfo):
        begin = start_of(game)
        info, start = registry.game(begin.game), begin.state()
    elif game.name in registry.games():
        info, start = game, game.new()
    else:
        msg = f"{game.name} is not registered: call pg.register(INFO) before check_game(INFO)"
        raise OptionError(msg)
    for number in range(games):
        rng = Random(f"{seed}:{number}")
        require(start.ply == 0, start, "a game starts at ply 0")
        moves: list[Any] = []
        for state, move in _random_game(start, rng):
            with conformance_errors(state, "no part of the game fails"):
                _check_state(info, state, rng)
                if move is not None:
                    _check_move(state, move)
                    _check_pictures_differ(info, state, move, is_first=number == 0 and not moves)
                    moves.append(move)
        _check_record(start, moves, seed)
    check_options(info, start)
    check_help(info, start)
    check_agents(info, start, Random(f"{seed}:agents"))
    check_board(start)


def _check_record(start: State[Any], moves: list[Any], seed: int) -> None:
    record = Record(start, seed=seed)
    for move in moves:
        record.push(move)
    promise = "a record reads back to the same"
    twin = check_call(lambda: record.from_text(record.to_text()), record.state, f"{promise} moves")
    require(twin.moves == record.moves, record.state, f"{promise} moves")
    require(twin.state == record.state, record.state, f"{promise} state")


def _random_game(start: State[Any], rng: Random) -> Iterator[tuple[State[Any], Any]]:
    """Yield each state of a random game with the move played in it; the last move is None."""
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
    raise_broken_promise(state, f"a random game ends within {MAX_PLIES} plies")


def _check_state(info: GameInfo, state: State[Any], rng: Random) -> None:
    require(state.game == info.name, state, "state.game names its game")
    require(state.turn in range(CHANCE, state.seats), state, "turn is a seat or CHANCE")
    require(len(state.scores) == state.seats, state, "scores has one entry per seat")
    _check_value_semantics(state)
    _check_outcome(state)
    _check_moves(state, rng)
    _check_chance(state)
    _check_text(info, state)
    check_damaged_texts(info, state, rng)
    _check_picture(info, state, rng)


def _check_value_semantics(state: State[Any]) -> None:
    check_error(lambda: setattr(state, "ply", 0), AttributeError, state, "a state is frozen")
    code = check_call(lambda: hash(state), state, "a state is hashable")
    twin = check_call(lambda: pickle.loads(pickle.dumps(state)), state, "a state survives pickling")  # noqa: S301 - just written here
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
            check_call(partial(hash, move), state, "a move is hashable")
    if moves.finite:
        _check_listed_moves(state, rng)
    else:
        check_error(lambda: len(moves), TypeError, state, "len() of a continuum is a TypeError")
        check_error(lambda: iter(moves), TypeError, state, "iter() of a continuum is a TypeError")


def _check_listed_moves(state: State[Any], rng: Random) -> None:
    moves = state.legal_moves
    listed = list(islice(moves, MAX_MOVES_CHECKED))
    count = min(len(moves), MAX_MOVES_CHECKED)
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
    twin = check_call(lambda: info.from_text(text), state, promise)
    require(twin == state, state, promise)
    require(twin.to_text() == text, state, "the text survives a round trip")
    check_error(lambda: state.parse("no such move"), InvalidMoveError, state, "nonsense is invalid")


def _check_picture(info: GameInfo, state: State[Any], rng: Random) -> None:
    targets = _click_targets(info.scene(state))
    caption = info.board.caption(state)
    require(len(caption.seats) == state.seats, state, "the caption has a label per seat")
    require(bool(caption.status), state, "the caption has a status line")
    moves = state.legal_moves
    if state.outcome is None and moves.finite and state.turn != CHANCE:
        spelled = [info.spell(move) for move in islice(moves, MAX_MOVES_CHECKED)]
        require(len(set(spelled)) == len(spelled), state, "no two moves are spelled alike")
        for spelling in spelled:
            shown = len(spelling) == 1 or targets.issuperset(spelling)
            require(shown, state, f"what spells a move is on the board: {spelling}")
    if state.outcome is None and not moves.finite:
        require(info.board.boundary is not None, state, "a continuum has a boundary to draw on")
        require(moves.sample(rng) in moves, state, "a random line is legal")
    if state.ply <= MAX_GUIDED_PLY:
        _check_first_steps(info, state)


def _check_first_steps(info: GameInfo, state: State[Any]) -> None:
    """Check that the guide of a first game has three steps, and shows a move that is legal."""
    if (steps := first_steps(state)) is None:
        return
    require(len(steps.steps) == FIRST_STEP_COUNT, state, "the guide of a first game has 3 steps")
    if steps.clicks:
        is_legal = steps.clicks in clickable_moves(state)
        require(is_legal, state, f"the guide shows a legal move, not {steps.clicks}")
    elif steps.line:
        move = state.draw(*steps.line)  # type: ignore[attr-defined]  # games with lines have it
        is_legal = info.board.boundary is not None and move in state.legal_moves
        require(is_legal, state, f"the guide shows a legal line, not {steps.line}")


def _check_move(state: State[Any], move: Any) -> None:
    text, ply, code = state.to_text(), state.ply, hash(state)
    require(move in state.legal_moves, state, f"the sampled move {move} is legal")
    promise = f"the text of {move!r} reads back to the move"
    require(check_call(lambda: state.parse(str(move)), state, promise) == move, state, promise)
    after = check_call(lambda: state.play(move), state, f"the legal move {move} can be played")
    left = (state.to_text(), state.ply, hash(state)) == (text, ply, code)
    require(left, state, "play leaves the state as it was")
    require(after == state.play(move), state, "playing a move twice gives equal states")
    require(after.ply == ply + 1, state, "a move adds one ply")
    if move not in after.legal_moves:
        _check_refusal(after, move)


def _check_pictures_differ(info: GameInfo, state: State[Any], move: Any, *, is_first: bool) -> None:
    """Check that a move changes the picture and, if it is the first, the text drawing too."""
    before, after = info.scene(state), info.scene(state.play(move))
    if state.legal_moves.finite and _click_targets(before).isdisjoint(
        info.spell(move)
    ):  # a button beside the board
        return
    require(before != after, state, f"the picture after {move} is another one")
    if is_first:
        promise = f"a terminal shows {move}: a text, a disc, an outline, or a strong colour"
        require(draw_as_text(before) != draw_as_text(after), state, promise)


def _click_targets(scene: Scene) -> set[str | None]:
    return {getattr(each, "target", None) for each in scene}


def _check_refusal(state: State[Any], move: Any) -> None:
    name = "play refuses what is not in legal_moves with IllegalMoveError"
    check_error(lambda: state.play(move), IllegalMoveError, state, name)


def check_call(call: Callable[[], Any], state: State[Any], promise: str) -> Any:
    """Return the result of a call; raise ConformanceError if it raises an error."""
    with conformance_errors(state, promise):
        return call()


@contextmanager
def conformance_errors(state: State[Any], promise: str) -> Iterator[None]:
    """Convert exceptions raised in the ``with`` block to ConformanceError."""
    try:
        yield
    except ConformanceError:
        raise
    except Exception as error:
        message = _broken_promise_error(state, f"{promise} (got {error!r})")
        raise ConformanceError(message) from error


def check_error(
    call: Callable[[], Any], error: type[Exception], state: State[Any], promise: str
) -> None:
    """Check that a call raises an error of the given type; raise ConformanceError otherwise."""
    try:
        call()
    except error:
        return
    except Exception as other:
        message = _broken_promise_error(state, f"{promise} (got {other!r})")
        raise ConformanceError(message) from other
    raise_broken_promise(state, f"{promise} (it was accepted)")


def require(is_met: bool, state: State[Any], promise: str) -> None:  # noqa: FBT001 - the condition
    """Raise ConformanceError unless a promised condition is met."""
    if not is_met:
        raise_broken_promise(state, promise)


def raise_broken_promise(state: State[Any], promise: str) -> NoReturn:
    """Raise a ConformanceError that names the broken promise and the position."""
    raise ConformanceError(_broken_promise_error(state, promise))


def _broken_promise_error(state: State[Any], promise: str) -> str:
    try:
        position = state.to_text()
    except Exception:  # noqa: BLE001 - the promise in question may be that of its text
        position = repr(state)
    return f"{state.game} breaks its promise: {promise}\n{position}"


class UnusableObject:
    """An object that no option accepts, for tests of error handling."""

    def __bool__(self) -> bool:
        """Raise TypeError, since the object has no truth value."""
        msg = "this value is neither true nor false"
        raise TypeError(msg)


SECOND_CHECK_PLY = 4
"""The ply of the second position in which each agent chooses a move."""


def check_options(info: GameInfo, start: State[Any]) -> None:
    """Check that a state's options recreate it, and that `GameInfo` names existing options."""
    options: dict[str, Any] = dict(start.options)
    defaults = info.defaults
    require(set(options) <= set(defaults), start, f"state.options are options: {[*defaults]}")
    promise = "new(**state.options) makes the start again"
    require(check_call(lambda: info.new(**options), start, promise) == start, start, promise)
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
        check_call(
            lambda: info.new(**seeded), start, f"the option {info.seed_option} takes any seed"
        )
    for name in defaults:
        wrong: dict[str, Any] = {name: UnusableObject()}
        said = f"new refuses a thing that is no {name} with OptionError"
        check_error(partial(info.new, **wrong), PolygamesError, start, said)


def check_help(info: GameInfo, start: State[Any]) -> None:
    """Check the texts for players: title, summary, numbered rules and keyboard keys."""
    require(bool(info.title and info.summary), start, "a game has a title and a summary")
    rules = check_call(lambda: info.rules, start, "RULES.md is in the package rules_text")
    numbered = any(line.startswith("1. ") for line in rules.splitlines())
    require(numbered or not info.guide.rules_text, start, "RULES.md has numbered rules")
    for key in info.guide.keys:
        is_pair = len(key) == 2 and all(isinstance(word, str) and word for word in key)  # noqa: PLR2004 - a pair
        require(is_pair, start, f"a key has a name and says what it does: {key!r}")


def check_agents(info: GameInfo, start: State[Any], rng: Random) -> None:
    """Check the choices of each agent at the start, some moves later and after the end."""
    first = _play_randomly(start, 0, rng)
    later = _play_randomly(first, SECOND_CHECK_PLY, rng)
    end = _play_randomly(later, inf, rng)
    for name in (*info.agents, *info.level_names):
        for state in (first, later):
            if state.outcome is None:
                _check_choice(info, name, state)
        ask = partial(_choose_move, info, name, end)
        check_error(
            ask, IllegalMoveError, end, f"the agent {name} has nothing to choose at the end"
        )


def check_board(start: State[Any]) -> None:
    """Check that a board opens, plays a move and closes, if ipywidgets is installed."""
    if find_spec("ipywidgets") is None:
        return
    from polygames.widgets.play import play

    board = check_call(lambda: play(start, autosave=None, seed=0), start, "a board opens")
    try:
        state = board.state
        if state.outcome is None and state.turn != CHANCE:
            move = state.legal_moves.sample(Random(0))
            check_call(lambda: board.play(move), state, f"the board plays the move {move}")
    finally:
        check_call(board.close, start, "a board closes")


def _check_choice(info: GameInfo, name: str, state: State[Any]) -> None:
    """Check that an agent's move is legal, and the same again for an equal random generator."""
    ask = partial(_choose_move, info, name, state)
    move = check_call(ask, state, f"the agent {name} chooses")
    require(move in state.legal_moves, state, f"the agent {name} chooses a legal move, not {move}")
    promise = f"the agent {name} chooses the same with the same chance"
    require(check_call(ask, state, promise) == move, state, promise)


def _choose_move(info: GameInfo, name: str, state: State[Any]) -> Any:
    """Return the move of a new agent; an agent with a `stop` event is stopped at once."""
    agent: Any = info.agent(name)
    if hasattr(agent, "stop"):
        agent.stop.set()
    return agent.choose(state.view(state.turn), Random(0))


def _play_randomly(state: State[Any], ply: float, rng: Random) -> State[Any]:
    """Return the state after random moves up to a ply, and after any dice rolls due there."""
    while state.outcome is None and (state.ply < ply or state.turn == CHANCE):
        state = state.play(state.legal_moves.sample(rng))
    return state


OUT_OF_RANGE_NUMBER = "98765"
"""A number that is too large for any square, heap or turn."""

DAMAGED_TEXT_COUNT = 12
"""The number of numbers that are damaged in each position."""

NUMBER_PATTERN = re.compile(r"(?<![\w.])\d+(?![\w.])")


def check_damaged_texts(info: GameInfo, state: State[Any], rng: Random) -> None:
    """Check that a damaged text of a state raises PositionError or describes a valid position.

    A very large number is allowed in an option or a count of moves. Anywhere else the reader must
    refuse it.
    """
    for text in iter_damaged_texts(state.to_text(), rng):
        try:
            twin = info.from_text(text)
        except PositionError:
            continue
        except Exception as error:  # noqa: BLE001 - a reader must not raise another one
            require(False, state, f"from_text refuses with PositionError, not {error!r}:\n{text}")  # noqa: FBT003 - it is broken
        written = check_call(twin.to_text, state, f"what from_text accepts can be written:\n{text}")
        promise = f"what from_text accepts reads back to the same:\n{text}"
        require(check_call(lambda: info.from_text(written), state, promise) == twin, state, promise)  # noqa: B023 - called at once
        if OUT_OF_RANGE_NUMBER in text and twin != state and twin.options == state.options:
            require(False, state, f"from_text refuses a number far off:\n{text}")  # noqa: FBT003 - it is broken


def iter_damaged_texts(text: str, rng: Random) -> Iterator[str]:
    r"""Yield copies of a text with one number or one line damaged, and truncated copies."""
    numbers = list(NUMBER_PATTERN.finditer(text))
    for found in rng.sample(numbers, min(DAMAGED_TEXT_COUNT, len(numbers))):
        yield text[: found.start()] + OUT_OF_RANGE_NUMBER + text[found.end() :]
    lines = text.split("\n")
    for _ in range(DAMAGED_TEXT_COUNT // 3):
        at = rng.randrange(len(lines))
        yield "\n".join(lines[:at] + lines[at + 1 :])
        yield "\n".join(lines[:at] + [lines[at]] * 2 + lines[at + 1 :])
        yield "\n".join([*lines[:at], *lines[at].split()[:1], *lines[at + 1 :]])
        yield text[: rng.randrange(len(text))]
