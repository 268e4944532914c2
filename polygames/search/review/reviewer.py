"""Reviews of records: every position is analysed, then every move is judged.

`deepening` analyses the mistakes of a review again for longer.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core import __version__, registry
from polygames.core.analysis import Analysis, sort_moves
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.options import check_duration, raise_option_error, whole
from polygames.core.protocol import CHANCE
from polygames.records.node import iter_nodes
from polygames.records.position_sources import start_of
from polygames.records.record import Record
from polygames.runtime import progress as bars
from polygames.runtime.parallel_calls import Interrupted, ParallelCalls, count_workers
from polygames.search.analysis.anytime import deepen, estimate_move, load_search
from polygames.search.analysis.readiness import is_ready, progress_title
from polygames.search.review.annotations import with_stored_proof
from polygames.search.review.results import (
    VERDICT_GLYPHS,
    Review,
    ReviewedMove,
    ReviewWork,
    expected_values,
    main_line,
    node_luck_by_seat,
    review_roll,
)
from polygames.search.review.verdicts import (
    judge_move,
    proofs_to_points,
    widen_intervals,
    with_later_proof,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from threading import Event

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.node import Node


class AnalysisTask(NamedTuple):
    """A position to analyse with all inputs of the analysis, so that any process can run it."""

    state: State[Any]
    seconds: float
    seed: int
    extra_moves: tuple[Any, ...]
    """The moves played in the position."""
    game_info: GameInfo | None = None
    """The game's definition, if only the calling process has registered it."""

    def __str__(self) -> str:
        """Return a description of the task: the game, the ply and the seed."""
        return f"the review of {self.state.game}, ply {self.state.ply}, seed {self.seed}"


class PositionAnswer(NamedTuple):
    """The last analysis of a position, and the last earlier one with different values."""

    analysis: Analysis
    earlier: Analysis | None = None
    """The last previous answer with different values."""


@checked_keywords
def review(
    record: Record | str | os.PathLike[str],
    *,
    seconds: float = 0.3,
    seed: int = 0,
    agent: str | None = None,
    branches: bool = False,
    workers: int | None = None,
    progress: bool = True,
) -> Review:
    """Return a review of every move of a record: the best move, the loss and the verdict.

    The loss is the value of the best move minus that of the played move, in the unit of the game's
    analyses. It counts only beyond the noise: if both values are proved, their intervals are apart,
    or it is larger than the noise that the game declares for one search, or for an estimate beside
    a proof. If neither value is proved, the smaller loss of the last two answers of the search
    counts. The verdict follows from the loss, as the game declares
    (`polygames.game(...).engine.verdicts`). At chance nodes the luck is reported separately: the
    value of the roll relative to the mean.

    Parameters
    ----------
    record
        A game of any length, or the file of one, from its start to the end of the line last
        played.
    seconds
        The work for each position, in seconds of an average computer. A slow or busy computer
        takes longer for the same result.
    seed
        Seeds the search.
    agent
        A tree-search agent that judges in place of the game's own analysis, by the clock. Its tree
        is reused from move to move, so it runs in one process.
    branches
        Whether to review the branches, too.
    workers
        The number of processes; -1 for one per core, None for the setting of
        `joblib.parallel_config` (1 without a setting).
    progress
        Whether to show a progress bar if it takes more than two seconds.

    Returns
    -------
    Review

    Raises
    ------
    OptionError
        If an argument is invalid, or only a position is given.
    Interrupted
        At Ctrl-C (or Interrupt Kernel). Its `result` has the moves judged so far.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.review(record).moves[0]
    >>> found.verdict, found.value, found.after, found.proved
    ('blunder', 1.0, -1.0, True)
    """
    start = start_of(record)
    if not isinstance(start.position, Record):
        raise_option_error(
            "a review", "needs the moves of a game: a record, or a file of one", record
        )
    record = start.position
    found = reviewing(
        record,
        seconds=seconds,
        seed=seed,
        agent=agent,
        branches=branches,
        workers=workers,
        progress=progress,
    )
    result = Review(record.start, (), is_complete=False)
    try:
        with closing(found):
            for each in found:
                result = each
    except KeyboardInterrupt:
        raise Interrupted(result) from None
    return result


def reviewing(
    record: Record,
    *,
    seconds: float = 0.3,
    seed: int = 0,
    agent: str | None = None,
    branches: bool = False,
    workers: int | None = None,
    progress: bool = True,
    stop: Event | None = None,
    at_once: bool = False,
) -> Generator[Review]:
    """Yield growing reviews, one move at a time; the last one equals the result of `review`.

    Parameters
    ----------
    stop
        An event that ends the review when it is set from any thread.
    at_once
        Whether to start with a review by quick looks if the search is not ready, so that the first
        moves appear before anything is loaded or compiled.
    record, seconds, seed, agent, branches, workers, progress
        See `review`.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> for move in ("A-C", "C-E"):
    ...     record.push(move)
    >>> [len(each.moves) for each in reviewing(record)]
    [1, 2]
    """
    seconds = check_duration("the option seconds", seconds)
    seed = whole("the option seed", seed)
    nodes = _nodes_to_review(record, branches=branches)
    work = ReviewWork(f"polygames {__version__}", agent, seconds, seed)
    growing = GrowingReview(record, nodes, work)
    tasks = list(growing.tasks(seconds, seed))
    is_cold = agent is None and not is_ready(record.game)
    quick = (
        _iter_quick_review(GrowingReview(record, nodes, work, is_quick=True), tasks, stop)
        if at_once and is_cold
        else ()
    )
    if agent is None:
        grown = analyse_positions(
            growing, seconds, seed, workers=workers, progress=progress, stop=stop
        )
        return _chain_reviews(quick, grown)
    answers = _analyse_by_agent(tasks, registry.game(record.game).agent(agent), stop)
    bar = bars.progress(answers, "review", total=len(tasks), is_shown=progress)
    return growing.grow(bar, stop)


def analyse_positions(
    growing: GrowingReview,
    seconds: float,
    seed: int,
    *,
    workers: int | None,
    progress: bool,
    stop: Event | None,
) -> Generator[Review]:
    """Analyse a review's positions in one or several processes; yield it after each judged move."""
    tasks = list(growing.tasks(seconds, seed))
    answers: Iterator[PositionAnswer | None]
    if count_workers(workers) == 1:
        answers = (_analyse_task(task, stop) for task in tasks)
    else:
        answers = ParallelCalls(_analyse_task, tasks, workers=workers).iter_results()
    what, delay = progress_title(growing.review.start.game, "review")
    bar = bars.progress(answers, what, total=len(tasks), is_shown=progress, delay=delay)
    return growing.grow(bar, stop)


def _chain_reviews(*reviews: Iterable[Review]) -> Generator[Review]:
    for part in reviews:
        yield from part


def _nodes_to_review(record: Record, *, branches: bool) -> list[Node]:
    """Return the nodes to review: the moves played last, then all branches if requested."""
    line = [*record.path, *record.node.line][1:]
    if not branches:
        return line
    known = set(map(id, line))
    return line + [node for node, _ in iter_nodes(record.root) if id(node) not in known]


class GrowingReview:
    """A review in progress: a move is judged once the positions before and after are analysed."""

    def __init__(
        self, record: Record, nodes: Sequence[Node], settings: ReviewWork, *, is_quick: bool = False
    ) -> None:
        self.nodes, self._is_quick = nodes, is_quick
        self.positions = list(_positions_to_analyse(nodes))
        """The positions to analyse, in the order of the game."""
        self.game_info = registry.find_local_game(record.game)
        self.review = Review(record.start, (), is_complete=not nodes, work=settings)
        self._position_ids = {id(node) for node in self.positions}
        self._answers: dict[int, PositionAnswer | None] = {}

    def tasks(self, seconds: float, seed: int) -> Iterator[AnalysisTask]:
        """Yield the analysis task of each position."""
        for place, node in enumerate(self.positions):
            played = tuple(child.move for child in node.children)
            state = node.state.view(node.state.turn)
            yield AnalysisTask(state, seconds, seed + place, played, self.game_info)

    def grow(
        self, answers: Iterable[PositionAnswer | None], stop: Event | None
    ) -> Generator[Review]:
        """Yield the review after each judged move; `answers` are in the order of `positions`."""
        yield from self._iter_judged_moves()
        for node, found in zip(self.positions, answers, strict=False):
            if stop is not None and stop.is_set():
                return
            self._store_answer(node, found)
            if found is not None and len(self._answers) == 1:
                unit, scale = found.analysis.unit, proofs_to_points(found.analysis).scale
                self.review = replace(self.review, unit=unit, scale=scale)
            if found is not None and not self._is_quick and not self.review.started:
                self._set_expected_values(found.analysis.measure)
            yield from self._iter_judged_moves()
        if not self.nodes:
            yield self.review

    def _store_answer(self, node: Node, answer: PositionAnswer | None) -> None:
        """Store the analysis of a position, and apply known proofs to it and earlier positions."""
        if answer is not None:
            answer = answer._replace(analysis=with_stored_proof(node, answer.analysis))
        self._answers[id(node)], changed = answer, set[int]()
        while answer is not None and answer.analysis.is_settled and node.parent is not None:
            before = self._answers.get(id(node.parent))
            if before is None or before.analysis.is_settled:
                break
            analysis = with_later_proof(node, before.analysis, answer.analysis)
            node, answer = node.parent, before._replace(analysis=analysis)
            self._answers[id(node)] = answer
            changed.add(id(node))
        if changed:
            judged = zip(self.review.moves, self.nodes, strict=False)
            moves = (
                self._judge_node(n) if {id(n), id(n.parent)} & changed else m for m, n in judged
            )
            self.review = replace(self.review, moves=tuple(moves))

    def _set_expected_values(self, measure: str) -> None:
        """Set each seat's expected value at the start and end of the game; see `Review.skill`."""
        line = main_line(self.nodes)
        if any(node.parent is not None and node.parent.state.turn == CHANCE for node in line):
            start, end = (
                expected_values(self.review.start, measure),
                expected_values(line[-1].state, measure),
            )
            self.review = replace(self.review, started=start, reached=end)

    def _iter_judged_moves(self) -> Iterator[Review]:
        while len(self.review.moves) < len(self.nodes):
            node = self.nodes[len(self.review.moves)]
            if not self._is_ready(node):
                return
            moves = (*self.review.moves, self._judge_node(node))
            is_complete = len(moves) == len(self.nodes)
            self.review = replace(self.review, moves=moves, is_complete=is_complete)
            yield widen_intervals(self.review)

    def _is_ready(self, node: Node) -> bool:
        """Return True if the analyses needed to judge a move are available."""
        wanted = self._position_ids & {id(node.parent), id(node)}
        return wanted <= self._answers.keys()

    def _judge_node(self, node: Node) -> ReviewedMove:
        before = self._answers.get(id(node.parent))
        if before is None:
            return review_roll(node, () if self._is_quick else node_luck_by_seat(node))
        if before.analysis.unit != self.review.unit:  # too large for the game's search
            before = PositionAnswer(replace(before.analysis, moves=()))
        after = self._answers.get(id(node))
        later = None if after is None else after.analysis
        return judge_move(node, before.analysis, later, before.earlier)


def _positions_to_analyse(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield each position before or after a move once, except finished games and rolls of dice."""
    seen: set[int] = set()
    for node in nodes:
        for each in (node.parent, node):
            if each is None or id(each) in seen:
                continue
            seen.add(id(each))
            if each.state.outcome is None and each.state.turn != CHANCE:
                yield each


# --- Quick looks --------------------------------------------------------------------------------


def _iter_quick_review(
    growing: GrowingReview, tasks: Iterable[AnalysisTask], stop: Event | None
) -> Iterator[Review]:
    """Yield a growing quick review, made from the first answers: values without verdicts."""
    answers = (_first_answer(task, stop) for task in tasks)
    for each in growing.grow(answers, stop):
        moves = tuple(map(_without_verdict, each.moves))
        yield replace(each, moves=moves, is_complete=False, is_quick_look=True)


def _first_answer(task: AnalysisTask, stop: Event | None) -> PositionAnswer:
    registry.register_from_process(task.game_info)
    answers = _deepen_task(task, stop)
    with closing(answers):
        return PositionAnswer(next(answers))


def _without_verdict(reviewed_move: ReviewedMove) -> ReviewedMove:
    """Return a move with no loss and the verdict ``good``, unless its verdict is certain."""
    if reviewed_move.proved or reviewed_move.verdict in {"best", "forced", "chance"}:
        return reviewed_move
    return replace(reviewed_move, verdict="good", loss=0.0)


# --- Analyses by the game or an agent -----------------------------------------------------------


def _analyse_task(task: AnalysisTask, stop: Event | None = None) -> PositionAnswer | None:
    """Return the final analysis of a position, and the last earlier one whose values differ."""
    registry.register_from_process(task.game_info)
    load_search(task.state)
    answers = _deepen_task(task, stop)
    found = PositionAnswer(next(answers))
    for answer in answers:
        is_new = _move_values(answer) != _move_values(found.analysis)
        found = PositionAnswer(answer, found.analysis if is_new else found.earlier)
    return found


def _move_values(analysis: Analysis) -> list[tuple[Any, float]]:
    return [(each.move, each.value) for each in analysis.moves]


def _deepen_task(task: AnalysisTask, stop: Event | None) -> Generator[Analysis]:
    state, seconds, seed, also, _ = task
    return deepen(state, seconds=seconds, seed=seed, stop=stop, also=also, by_work=True)


def _analyse_by_agent(
    tasks: Iterable[AnalysisTask], agent: Any, stop: Event | None
) -> Iterator[PositionAnswer | None]:
    """Yield analyses by one agent, which reuses its tree from position to position."""
    if not hasattr(agent, "statistics"):
        msg = "this agent cannot review a game: choose one that searches a tree, such as mcts"
        raise OptionError(msg)
    if stop is not None:
        agent.stop = stop
    for task in tasks:
        agent.seconds = task.seconds
        agent.choose(task.state, Random(task.seed))
        found = [
            estimate_move(move, mean, games)
            for move, games, mean in agent.statistics(task.state)
            if games
        ]
        yield PositionAnswer(
            Analysis(task.state, sort_moves(found), note="tree search, the tree kept")
        )


RECHECK_SECONDS_PER_POSITION = 0.6
"""The default time for each position of `deepening`: twice that of a review."""


def open_mistakes(review: Review) -> list[ReviewedMove]:
    """Return the unproved mistakes, which a longer analysis may change.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> open_mistakes(pg.review(record, progress=False))  # a blunder, exactly
    []
    """
    return [each for each in review.moves if _can_recheck(each) and each.is_mistake]


def doubtful(review: Review) -> list[ReviewedMove]:
    """Return the moves that may be mistakes according to a quick review.

    Moves that are proved, or best, or lost less than half the loss of a mistake, are excluded.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> doubtful(pg.review(record, progress=False))  # a blunder, exactly
    []
    """
    return [each for each in review.moves if _can_recheck(each) and _may_be_mistake(each)]


def deepening(
    record: Record,
    review: Review,
    *,
    seconds: float = RECHECK_SECONDS_PER_POSITION,
    seed: int = 0,
    moves: Iterable[ReviewedMove] | None = None,
    workers: int | None = None,
    progress: bool = True,
    stop: Event | None = None,
) -> Generator[Review]:
    """Analyse the mistakes of a review again, and yield the updated review after each one.

    The first review is yielded unchanged.

    Parameters
    ----------
    record, review
        A record and its review.
    seconds
        The time for each position before and after a mistake.
    seed
        Seeds the search.
    moves
        The moves of the review to analyse; by default the mistakes that are not proved.
    workers, progress
        See `review`.
    stop
        An event that ends the analysis when set from any thread; finished moves are included.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> first = pg.review(record, progress=False)
    >>> [each == first for each in deepening(record, first)]
    [True]
    """
    seconds = check_duration("the option seconds", seconds)
    seed = whole("the option seed", seed)
    chosen = open_mistakes(review) if moves is None else moves
    nodes = [each.node for each in chosen if each.node is not None]
    yield review
    if not nodes:
        return
    work = ReviewWork(f"polygames {__version__}", None, seconds, seed)
    growing = GrowingReview(record, nodes, work)
    with closing(
        analyse_positions(growing, seconds, seed, workers=workers, progress=progress, stop=stop)
    ) as found:
        for each in found:
            yield _with_moves(review, [replace(move, work=work) for move in each.moves])


def _can_recheck(reviewed_move: ReviewedMove) -> bool:
    return (
        reviewed_move.node is not None
        and reviewed_move.node.parent is not None
        and not reviewed_move.proved
    )


def _may_be_mistake(reviewed_move: ReviewedMove) -> bool:
    """Return True if a move lost at least half the loss of a mistake, or has a bad verdict."""
    if reviewed_move.verdict in VERDICT_GLYPHS:
        return True
    if (
        reviewed_move.verdict != "good"
        or reviewed_move.node is None
        or reviewed_move.node.parent is None
    ):
        return False
    return reviewed_move.apparent_loss >= reviewed_move.rules.mistake / 2


def _with_moves(review: Review, moves: Iterable[ReviewedMove]) -> Review:
    """Return a review with some moves replaced by newly judged ones."""
    later = {id(each.node): each for each in moves}
    return widen_intervals(
        replace(review, moves=tuple(later.get(id(each.node), each) for each in review.moves))
    )
