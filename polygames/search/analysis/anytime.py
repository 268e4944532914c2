"""Analyses of a position that improve over time, as shown on the live board.

A game may provide its own analysis by the plug `GameEngine.deepen`; `deepen` states its contract.
The default is in `deepen_by_rules`: proofs by the rules, and Monte Carlo tree search for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from inspect import signature
from math import sqrt
from random import Random
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, overload

from polygames.core import registry
from polygames.core.analysis import Analysis, MoveValue, final_analysis, sort_moves
from polygames.core.descriptions import count_text
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.lazy_imports import Lazy
from polygames.core.options import check_duration, check_number, raise_option_error, short_repr
from polygames.core.options import check_seed as checked_seed
from polygames.core.protocol import CHANCE
from polygames.records.position_sources import state_of
from polygames.runtime.clock import Clock, FlagClock, WorkClock, iter_in_time, run_in_thread
from polygames.runtime.jit import HAS_NUMBA
from polygames.runtime.parallel_calls import Interrupted
from polygames.runtime.progress import PROGRESS_BAR_DELAY_SECONDS, ProgressBar
from polygames.search.analysis.readiness import (
    WARM_UP_SECONDS,
    is_ready,
    progress_title,
    warm_up_agent,
)
from polygames.search.mcts import MctsAgent
from polygames.search.solve import MoveProofs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from polygames.core.protocol import Move, Seat, State
    from polygames.records.position_sources import Position
    from polygames.search.mcts import MctsNode

FIRST_VISITS, PROOF_NODES = 100, 200
"""The visits and proof nodes before the first answer; each later step is larger by half."""
VISITS_PER_SECOND = 1000
"""Visits that count as one second of work."""

PRIOR_BAD_VISITS = 5
"""The weight of the prior in `shrink_means`."""

CONFIDENCE_Z, TREE_DRIFT = 1.96, 0.4
"""Constants of `estimate_move`: the normal quantile of a 95% interval, and an allowance for the
drift of a mean while its tree grows. These intervals held 98% of 359 moves of Clobber,
Domineering and Hexapawn when trees grew from 300 games to 4,000, and 27 of the 29 best moves.
"""

MAX_LINE_PLIES = 8
"""The maximum length of a line, in plies."""


@overload
def analyse(
    state: State[Move],
    *,
    seconds: float = 2.0,
    seed: int = 0,
    agent: Any = None,
    progress: bool = True,
) -> Analysis[Move]: ...
@overload
def analyse(
    state: Position,
    *,
    seconds: float = 2.0,
    seed: int = 0,
    agent: Any = None,
    progress: bool = True,
) -> Analysis: ...
@checked_keywords
def analyse(
    state: Position,
    *,
    seconds: float = 2.0,
    seed: int = 0,
    agent: Any = None,
    progress: bool = True,
) -> Analysis:
    """Return an analysis of a position: an estimate of each move's value, with an interval.

    Parameters
    ----------
    state
        The name of a game, a state, a record or the file of one, in which a player is to move. The
        start of a game that begins with dice is analysed after a first roll, drawn by the seed.
    seconds
        The thinking time. Time for loading or compiling the search does not count.
    seed
        Seeds the search.
    agent
        The name of a tree-search agent that judges the moves in place of the game's own analysis.
        An agent of your own needs a method ``move_values(state, rng)`` that returns a value for
        each move it judges, as a dictionary: 1 is a sure win, -1 a sure loss of the seat to move.
    progress
        Whether to show a progress bar if it takes more than two seconds.

    Returns
    -------
    Analysis
        In more than 9 of 10 cases, the intervals of the general tree search contain the value
        found with ten times the work. A proved value may be outside.
        The analysis of a finished game has no moves, and its value is the result.

    Raises
    ------
    OptionError
        If the dice are to be rolled next, or the agent cannot judge moves.
    Interrupted
        At Ctrl-C (or Interrupt Kernel). Its `result` is the last answer, with a note about it.

    Examples
    --------
    >>> board = ["BwW.", "..b.", "..wb"]
    >>> found = pg.analyse(pg.new("splinter", board=board), seconds=1)
    >>> str(found.best), found.value, found.moves[0].proved
    ('b3-c3', 1.0, True)
    """
    seconds = check_duration("the option seconds", seconds)
    start, stop = _start_state(state, seed), Event()
    found = Analysis(start, (), note="no answer yet")
    what, delay = progress_title(start.game, "analysis")
    bar = ProgressBar(
        what,
        round(seconds),
        unit="s",
        is_shown=progress and seconds > PROGRESS_BAR_DELAY_SECONDS,
        delay=delay,
    )
    try:
        with bar:
            load_search(start, agent)
            begun = monotonic()
            answers = deepen(start, seconds=seconds, seed=seed, agent=agent, stop=stop)
            with closing(answers):
                for answer in answers:
                    found = answer
                    bar.set_count(int(monotonic() - begun))
    except KeyboardInterrupt:
        stop.set()
        raise Interrupted(replace(found, note=f"{found.note}; interrupted")) from None
    return found


_loaded_searches: set[tuple[str, str | None]] = set()
"""The games and agents whose search `load_search` has loaded."""


def load_search(state: State[Any], agent: Any = None) -> None:
    """Load and compile the search for a game or agent, so that this takes no thinking time.

    This runs in a thread, since an interrupt must not stop numba in the middle of compiling.
    """
    name = state.game
    if state.outcome is not None or state.turn == CHANCE:
        return  # nothing to search: `deepen` returns the result, or raises an error
    if agent is not None and not isinstance(agent, str):
        return  # nothing of ours
    if agent is not None:
        _tree_agent(state, agent)  # raises OptionError if the agent cannot analyse
    if (
        HAS_NUMBA
        and (name, agent) not in _loaded_searches
        and not (agent is None and is_ready(name))
    ):
        run_in_thread(partial(_search_once, state, agent), FlagClock(Clock(None), Event()))
        _loaded_searches.add((name, agent))


def _search_once(state: State[Any], agent: str | None) -> None:
    """Run a search briefly, so that its code is compiled."""
    if agent is not None:
        warm_up_agent(registry.info_of(state), agent, state)
        return
    with closing(deepen(state, seconds=WARM_UP_SECONDS, by_work=True)) as answers:
        next((each for each in answers if is_ready(state.game) or not each.is_quick_look), None)


@checked_keywords
def deepen(
    state: Position,
    *,
    seconds: float | None = None,
    seed: int = 0,
    agent: Any = None,
    stop: Event | None = None,
    also: Sequence[Any] = (),
    by_work: bool = False,
) -> Generator[Analysis]:
    """Yield analyses of a position, each better than the one before.

    If all code is compiled, the first answer takes some tenths of a second at most. The search ends
    when the time is over, the event is set, every move is proved, or the generator is closed.
    Compiled code releases the GIL. The same seed gives the same answers; only their number depends
    on the time.

    Parameters
    ----------
    state
        See `analyse`.
    seconds
        The total thinking time; None for no limit.
    seed
        Seeds the search.
    agent
        See `analyse`.
    stop
        An event that ends the search when it is set from any thread, also between two answers.
    also
        Moves to judge as thoroughly as the best one, if the game's analysis supports it. It may
        then analyse only these and the best move, to see further.
    by_work
        Whether seconds measure an amount of work, as defined by each game, not clock time. The
        answers are then the same on a busy machine. Agents always use the clock.

    Raises
    ------
    OptionError
        If the dice are to be rolled next, or the agent cannot judge moves.

    Examples
    --------
    >>> from polygames.search import deepen
    >>> for analysis in deepen(pg.new("polygon", n=5)):
    ...     pass
    >>> analysis.is_proved, analysis.value
    (True, 1.0)
    """
    state = _start_state(state, seed)
    if state.turn == CHANCE and state.outcome is None:
        msg = "cannot analyse a position in which the dice move next: play a roll first"
        msg += ", for example state.play(state.legal_moves.sample(Random(1)))"
        raise OptionError(msg)
    if seconds is not None:
        seconds = check_duration("the option seconds", seconds)
    rng = Random(checked_seed("the seed", seed))
    if state.outcome is not None:
        return (answer for answer in (final_analysis(state),))
    own: Any = registry.info_of(state).engine.deepen
    if agent is not None:
        if not isinstance(agent, str) and hasattr(agent, "move_values"):
            return _values_of_agent(state, agent, rng)
        return _deepen_by_agent(state, _tree_agent(state, agent), Clock(seconds, stop), rng)
    way: Any = own.load() if isinstance(own, Lazy) else own or deepen_by_rules
    if also and "also" in signature(way).parameters:
        way = partial(way, also=also)
    clock = WorkClock(seconds, stop) if by_work and seconds is not None else Clock(seconds, stop)
    return _iter_answers(way, state, clock, rng)


def _start_state(source: Position, seed: int) -> State[Any]:
    """Return the position of a source, after a random roll if it is a start with dice."""
    state = state_of(source)
    rng = Random(f"{checked_seed('the seed', seed)}:dice")
    while state.ply == 0 and state.turn == CHANCE and state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return state


def _iter_answers(
    analyser: Callable[..., Iterator[Analysis]], state: State[Any], clock: Clock, rng: Random
) -> Generator[Analysis]:
    """Yield the analyses of a search; quick ones come first while the search is compiled."""
    answers = analyser(state, clock=clock, rng=rng)
    if not isinstance(clock, WorkClock) and not is_ready(state.game):
        answers = iter_in_time(answers, clock)
    yield from answers


def _move_count(state: State[Any]) -> int | None:
    return len(state.legal_moves) if state.legal_moves.finite else None


# --- Games without an analysis of their own -----------------------------------------------------


def deepen_by_rules(state: State[Any], *, clock: Clock, rng: Random) -> Iterator[Analysis]:
    """Yield analyses of any game from its rules alone, by proofs and Monte Carlo tree search."""
    agent = MctsAgent(seconds=None, visits=1)
    agent.start_search(state)
    is_provable = state.seats == 2 and not state.chance_outcomes()  # noqa: PLR2004 - a pair
    proofs = MoveProofs(state, rng) if is_provable else None
    size, visits, most = 1.0, 0, clock.take_step_budget(VISITS_PER_SECOND)
    while True:
        visits += int(FIRST_VISITS * size)
        agent.grow(int(FIRST_VISITS * size), clock, rng)
        if proofs is not None:
            proofs.advance(int(PROOF_NODES * size), clock)
        answer = _combine_analysis(state, agent, {} if proofs is None else proofs.values)
        yield answer
        is_whole = answer.is_proved and len(answer.moves) == _move_count(state)
        if is_whole or not clock or visits >= most:
            return
        size *= 1.5


def _combine_analysis(state: State[Any], agent: MctsAgent, proved: dict[Any, float]) -> Analysis:
    """Return an analysis with the proved values, and the tree's estimates for all other moves."""
    root = agent.root
    assert root is not None  # noqa: S101 - it was planted
    lines = {node.move: tuple(_most_visited_line(node)) for node in root.children}
    found = {each.move: each for each in tree_move_values(state, agent.statistics(state), lines)}
    sign = 1 if state.turn == 0 else -1
    for move, value in proved.items():
        found[move] = proved_move_value(move, sign * value, lines.get(move, ()))
    if proved and len(proved) == _move_count(state):
        return Analysis(state, sort_moves(found.values()), note="proved")
    note = f"{'proved where it says so, ' if proved else ''}{_tree_note(root.visits)}"
    is_early = root.visits < FIRST_VISITS
    return Analysis(state, sort_moves(found.values()), note=note, is_early=is_early)


def _tree_note(games: int) -> str:
    """Return the note for an estimate from a tree of `games` games."""
    look = "tree search" if games >= FIRST_VISITS else "first look"
    return f"{look}, {count_text(games, 'game')}: a proof may say something else"


def tree_move_values(
    state: State[Any],
    statistics: Iterable[tuple[Any, int, float]],
    lines: Mapping[Any, tuple[Any, ...]] | None = None,
) -> list[MoveValue]:
    """Return the values of all legal moves; if infinitely many, only of those in the tree.

    The statistics are rows of an agent: move, visits and mean. A move without visits gets the worst
    mean, and an interval of all values.
    """
    tree = {move: (visits, mean) for move, visits, mean in statistics if visits}
    moves = (*tree, *(state.legal_moves if state.legal_moves.finite else ()))
    rows = [(move, *tree.get(move, (0, 0.0))) for move in dict.fromkeys(moves)]
    means = shrink_means(
        [mean for *_, mean in rows], [visits for _, visits, _ in rows], PRIOR_BAD_VISITS
    )
    return [
        estimate_move(move, mean, visits, line=(lines or {}).get(move, ()))
        for (move, visits, _), mean in zip(rows, means, strict=True)
    ]


def _most_visited_line(node: MctsNode) -> Iterator[Any]:
    """Yield the most visited sequence of moves in a tree, up to a roll of dice."""
    for _ in range(MAX_LINE_PLIES):
        yield node.move
        if not node.children or node.state.turn == CHANCE:
            return
        node = max(node.children, key=lambda child: child.visits)


def shrink_means(means: Sequence[float], visits: Sequence[int], prior_visits: float) -> list[float]:
    """Return the means, each pulled towards the worst one by `prior_visits` extra visits.

    Otherwise a move that the search abandoned after a few lucky games would rank first.
    """
    worst = min((mean for mean, number in zip(means, visits, strict=True) if number), default=0.0)
    return [
        (mean * number + worst * prior_visits) / (number + prior_visits)
        for mean, number in zip(means, visits, strict=True)
    ]


def legal_prefix(state: State[Any], moves: Iterable[Any]) -> tuple[Any, ...]:
    """Return the moves of a sequence that precede the first illegal one."""
    line: list[Any] = []
    for move in moves:
        if move not in state.legal_moves:
            break
        line.append(move)
        state = state.play(move)
    return tuple(line)


def estimate_move(move: Any, mean: float, visits: int, **value_fields: Any) -> MoveValue:
    """Estimate the value of a move from the mean result of `visits` games, with an interval.

    This is Wilson's 95% interval (1927) of the mean, widened for the drift of a growing tree.

    Examples
    --------
    >>> each = estimate_move("a2-a3", 0.0, 400)
    >>> round(each.low, 3), each.value, round(each.high, 3), each.chance
    (-0.498, 0.0, 0.498, 0.5)
    >>> lucky = estimate_move("a2-a3", 1.0, 1)
    >>> round(lucky.low, 3), lucky.high
    (-0.987, 1.0)
    """
    much = CONFIDENCE_Z * CONFIDENCE_Z + visits
    middle, half = (
        mean * visits / much,
        CONFIDENCE_Z * sqrt(visits * (1 - mean * mean) + CONFIDENCE_Z * CONFIDENCE_Z) / much
        + TREE_DRIFT,
    )
    low, high = max(-1.0, middle - half), min(1.0, middle + half)
    return MoveValue(move, mean, low, high, visits, chance=(1 + mean) / 2, **value_fields)


def result_for_seat(state: State[Any], seat: Seat) -> float:
    """Return the result of a finished game for a seat: 1 won, 0 tie, -1 lost."""
    winners = () if state.outcome is None else state.outcome.winners
    return 0.0 if len(winners) != 1 else 1.0 if seat in winners else -1.0


def proved_move_value(
    move: Any, value: float, line: tuple[Any, ...] = (), **value_fields: Any
) -> MoveValue:
    """Return the value of a move with a proved result: 1 won, 0 tie, -1 lost."""
    value = float(value)
    chance = (1 + value) / 2
    return MoveValue(
        move, value, value, value, proved=True, line=line, chance=chance, **value_fields
    )


# --- Analysis by an agent -----------------------------------------------------------------------


def _tree_agent(state: State[Any], agent: object) -> Any:
    """Return the named agent. Raise OptionError if it has no tree statistics."""
    thinker: Any = registry.info_of(state).agent(agent) if isinstance(agent, str) else agent
    if not hasattr(thinker, "statistics"):
        msg = (
            f"the agent {short_repr(agent)} cannot analyse: choose one that searches a tree, "
            "such as 'mcts', or an object with move_values(state, rng)"
        )
        raise OptionError(msg)
    return thinker


def _values_of_agent(state: State[Any], agent: Any, rng: Random) -> Generator[Analysis]:
    """Yield one analysis: the values that an agent of the caller gives to moves."""
    label = f"the result of {type(agent).__name__}.move_values"
    values = agent.move_values(state, rng)
    if not isinstance(values, Mapping) or not values:
        raise_option_error(label, "must be a dictionary of moves and values", values)
    found = [_own_move_value(state, label, move, value) for move, value in values.items()]
    yield Analysis(state, sort_moves(found), note=f"values of {type(agent).__name__}")


def _own_move_value(state: State[Any], label: str, move: Any, value: Any) -> MoveValue:
    """Return the value that an agent of the caller gives to a move (or the text of one)."""
    move = state.parse(move) if isinstance(move, str) else move
    if move not in state.legal_moves:
        raise_option_error(label, "must have legal moves only", move)
    value = check_number(f"{label}: the value of {move}", value, -1.0, 1.0)
    return MoveValue(move, value, value, value, chance=(1 + value) / 2)


def _deepen_by_agent(
    state: State[Any], agent: Any, clock: Clock, rng: Random
) -> Generator[Analysis]:
    """Yield analyses by an agent; each search starts again with twice as many visits."""
    agent.stop, seed = clock.stop, rng.getrandbits(62)
    visits = FIRST_VISITS
    while True:
        agent.visits, agent.seconds = visits, clock.seconds_left
        agent.choose(state, Random(seed))
        rows = list(agent.statistics(state))
        note = _tree_note(sum(games for _, games, _ in rows))
        yield Analysis(state, sort_moves(tree_move_values(state, rows)), note=note)
        if not clock:
            return
        visits *= 2
