"""Reviews of records: every position is analysed, from the last one to the first.

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
from polygames.search.review.dice import luck_by_seat
from polygames.search.review.findings import Finding, find_alternatives, findings_of
from polygames.search.review.positions import ReviewWork, round_value
from polygames.search.review.results import VERDICT_GLYPHS, Review, ReviewedMove
from polygames.search.review.table import evaluate_positions, find_scale

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from threading import Event

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.node import Node


QUICK_LOOK_SECONDS = 0.01
"""The work of a quick look at a position, in seconds, if the search is ready."""


CHECK_WORK_FACTOR = 5.0
"""The work with which possible mistakes are checked, as a multiple of the work of a review.

A mistake that is none was mostly a loss that the search of the position before saw too late."""


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

    The positions are analysed from the last one to the first. The value of a position is that of
    the best move that was not played, or that of the next position, whichever is larger. So
    ``value - loss`` of a move is exactly the value of the next position, and a best move loses 0.
    A bad verdict needs a loss above the threshold of the game
    (`polygames.game(...).engine.verdicts`) and above two standard errors; otherwise the move is
    *unclear*. The positions before and after a possible mistake are analysed again, with five times
    the work. A roll of dice has no loss but a luck: the value after it less the value before it.

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
        A tree-search agent that judges in place of the game's own analysis, by the clock, in one
        process.
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
    how = Execution(workers, progress)
    growing = _start_review(start.position, seconds, seed, agent, branches=branches)
    try:
        with closing(_iter_steps(growing, how, at_once=False)) as steps:
            for _ in steps:
                pass
    except KeyboardInterrupt:
        raise Interrupted(growing.review()) from None
    return growing.review()


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
    """Yield growing reviews, one position at a time; the last one equals the result of `review`.

    They grow from the last position to the first.

    Parameters
    ----------
    stop
        An event that ends the review when it is set from any thread.
    at_once
        Whether to start with a quick look at every position, so that the whole curve appears soon.
    record, seconds, seed, agent, branches, workers, progress
        See `review`.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> for move in ("A-C", "C-E"):
    ...     record.push(move)
    >>> [len(each.moves) for each in reviewing(record)]
    [0, 1, 2, 2]
    """
    how = Execution(workers, progress, stop)
    growing = _start_review(record, seconds, seed, agent, branches=branches)
    return _iter_reviews(growing, _iter_steps(growing, how, at_once=at_once))


def _start_review(
    record: Record, seconds: float, seed: int, agent: str | None, *, branches: bool
) -> GrowingReview:
    """Return a review that has not begun to grow."""
    seconds = check_duration("the option seconds", seconds)
    seed = whole("the option seed", seed)
    work = ReviewWork(f"polygames {__version__}", agent, seconds, seed)
    return GrowingReview(record, _nodes_to_review(record, branches=branches), work)


def _iter_reviews(growing: GrowingReview, steps: Generator[None]) -> Generator[Review]:
    """Yield the review after each step."""
    with closing(steps):
        for _ in steps:
            yield growing.review()


def _iter_steps(growing: GrowingReview, how: Execution, *, at_once: bool) -> Generator[None]:
    """Add analyses to a review, one at each step.

    Quick looks come first if requested, then all positions, then those at possible mistakes again.
    """
    tasks, checked, agent = growing.tasks(growing.searched), set[int](), growing.work.agent
    if at_once and agent is None:
        looks = (_quick_look(task, how.stop) for task in tasks)
        yield from growing.grow(growing.searched, looks, how)
    if not how.is_stopped:
        answers = (
            _analyse_all(tasks, how) if agent is None else _analyse_by_agent(tasks, agent, how)
        )
        yield from growing.grow(growing.searched, answers, how)
    while not how.is_stopped:
        doubtful_nodes = growing.doubtful_positions() if agent is None else []
        nodes = [node for node in doubtful_nodes if id(node) not in checked]
        if not nodes:
            growing.is_complete = True
            yield
            return
        checked |= set(map(id, nodes))
        answers = _analyse_all(growing.tasks(nodes, CHECK_WORK_FACTOR), how)
        yield from growing.grow(nodes, answers, how, CHECK_WORK_FACTOR)


def _nodes_to_review(record: Record, *, branches: bool) -> list[Node]:
    """Return the start and the moves played last, then all branches if requested."""
    line = [*record.path, *record.node.line]
    if not branches:
        return line
    known = set(map(id, line))
    return line + [node for node, _ in iter_nodes(record.root) if id(node) not in known]


class Execution(NamedTuple):
    """The way in which positions are analysed: processes, progress bar and stop flag."""

    workers: int | None = 1
    progress: bool = False
    stop: Event | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether the stop flag is set."""
        return self.stop is not None and self.stop.is_set()


class GrowingReview:
    """A review in progress: its positions are evaluated again after each analysis.

    Parameters
    ----------
    record
        The record.
    nodes
        The start and the nodes of the reviewed moves, each after its parent.
    work
        The origin of the review.
    findings
        The findings of an earlier review, by the id of the node.
    """

    def __init__(
        self,
        record: Record,
        nodes: Sequence[Node],
        work: ReviewWork,
        findings: Mapping[int, Finding] | None = None,
    ) -> None:
        self._start, self._nodes, self.work = record.start, nodes, work
        self.is_complete = False
        """Whether all moves are reviewed."""
        self._game_info = registry.find_local_game(record.game)
        self._children: dict[int, list[Node]] = {id(node): [] for node in nodes}
        for node in nodes:
            if id(node.parent) in self._children:
                self._children[id(node.parent)].append(node)
        self._findings = dict(findings or {})
        for node in nodes:  # a record may end before a roll
            if node.state.turn == CHANCE and not self._children[id(node)]:
                self._findings.setdefault(id(node), Finding())
        self.searched = [
            node
            for node in reversed(nodes)
            if node.state.outcome is None and node.state.turn != CHANCE
        ]
        """The positions to analyse, the last one first."""

    def tasks(self, nodes: Iterable[Node], work_factor: float = 1.0) -> list[AnalysisTask]:
        """Return the tasks that analyse some positions, each with a multiple of the usual work."""
        found, seconds = [], work_factor * self.work.seconds
        for node in nodes:
            played = tuple(child.move for child in self._children[id(node)])
            state, seed = node.state.view(node.state.turn), self.work.seed + node.number
            found.append(AnalysisTask(state, seconds, seed, played, self._game_info))
        return found

    def grow(
        self,
        nodes: Iterable[Node],
        answers: Iterable[Analysis | None],
        how: Execution,
        work_factor: float = 1.0,
    ) -> Generator[None]:
        """Add the analyses of some positions, one at each step, until the stop flag is set."""
        for node, answer in zip(nodes, answers, strict=False):
            if how.is_stopped:
                return
            if answer is not None:
                self._add_analysis(node, answer, work_factor)
            yield

    def doubtful_positions(self) -> list[Node]:
        """Return the positions before and after moves that may be mistakes, the last one first."""
        ends = {
            id(end)
            for each in self.review().moves
            if each.node is not None and _can_recheck(each) and _may_be_mistake(each)
            for end in (each.node.parent, each.node)
        }
        return [node for node in self.searched if id(node) in ends]

    def _add_analysis(self, node: Node, analysis: Analysis, work_factor: float) -> None:
        """Store the finding of a position, and the luck of a roll at the start."""
        found = find_alternatives(with_stored_proof(node, analysis), self._children[id(node)])
        if work_factor != 1:
            work = self.work._replace(seconds=work_factor * self.work.seconds)
            found = replace(found, work=work)
        self._findings[id(node)] = found
        roll = node.parent
        if roll is None or roll.state.turn != CHANCE or id(roll) not in self._children:
            return
        if self._children[id(roll)][0] is node or id(roll) not in self._findings:
            is_first = id(roll.parent) not in self._children and not found.is_quick
            lucks = luck_by_seat(roll.state, node.state) if is_first else ()
            self._findings[id(roll)] = Finding(lucks=tuple(map(round_value, lucks)))

    def review(self) -> Review:
        """Return the review as far as it is known."""
        scale = find_scale(self._nodes, self._findings)
        positions = evaluate_positions(self._nodes, self._findings, scale)
        ends, unit, measure = (scale.low, scale.high), scale.unit, scale.measure
        return Review(self._start, positions, unit, ends, measure, self.is_complete, self.work)


# --- Analyses by the game or an agent -----------------------------------------------------------


def _analyse_all(tasks: Sequence[AnalysisTask], how: Execution) -> Iterable[Analysis | None]:
    """Yield the analyses of some positions, made in one or several processes."""
    answers: Iterator[Analysis | None]
    if count_workers(how.workers) == 1:
        answers = (_analyse_task(task, how.stop) for task in tasks)
    else:
        answers = ParallelCalls(_analyse_task, tasks, workers=how.workers).iter_results()
    if not tasks:
        return answers
    what, delay = progress_title(tasks[0].state.game, "review")
    return bars.progress(answers, what, total=len(tasks), is_shown=how.progress, delay=delay)


def _analyse_task(task: AnalysisTask, stop: Event | None = None) -> Analysis:
    """Return the last analysis of a position."""
    registry.register_from_process(task.game_info)
    load_search(task.state)
    answers = _deepen_task(task, stop)
    found = next(answers)
    for found in answers:  # noqa: B007 - only the last one counts
        pass
    return found


def _quick_look(task: AnalysisTask, stop: Event | None) -> Analysis:
    """Return a quick analysis of a position: the first answer, or that of little work."""
    registry.register_from_process(task.game_info)
    answers = _deepen_task(task._replace(seconds=min(task.seconds, QUICK_LOOK_SECONDS)), stop)
    with closing(answers):
        found = next(answers)
        if is_ready(task.state.game):
            for found in answers:  # noqa: B007 - only the last one counts
                pass
    return replace(found, is_quick_look=True)


def _deepen_task(task: AnalysisTask, stop: Event | None) -> Generator[Analysis]:
    state, seconds, seed, also, _ = task
    return deepen(state, seconds=seconds, seed=seed, stop=stop, also=also, by_work=True)


def _analyse_by_agent(
    tasks: Sequence[AnalysisTask], name: str, how: Execution
) -> Iterator[Analysis]:
    """Yield analyses by an agent."""
    if not tasks:
        return
    agent: Any = registry.game(tasks[0].state.game).agent(name)
    if not hasattr(agent, "statistics"):
        msg = "this agent cannot review a game: choose one that searches a tree, such as mcts"
        raise OptionError(msg)
    if how.stop is not None:
        agent.stop = how.stop
    bar = bars.progress(tasks, "review", total=len(tasks), is_shown=how.progress)
    for task in bar:
        agent.seconds = task.seconds
        agent.choose(task.state, Random(task.seed))
        found = [
            estimate_move(move, mean, games)
            for move, games, mean in agent.statistics(task.state)
            if games
        ]
        yield Analysis(task.state, sort_moves(found), note="tree search")


# --- Possible mistakes, analysed again ----------------------------------------------------------


RECHECK_SECONDS_PER_POSITION = 3.0
"""The default work for each position of `deepening`: twice that of the check by a review."""


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
    return [each for each in review.moves if _can_recheck(each) and _may_be_mistake(each, 0.5)]


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
        The work for each position before and after a mistake.
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
    ends = {id(end) for each in chosen if each.node for end in (each.node.parent, each.node)}
    yield review
    work = ReviewWork(f"polygames {__version__}", None, seconds, seed)
    nodes = [each.node for each in review.positions if each.node is not None]
    growing = GrowingReview(record, nodes, work, findings_of(review))
    searched = [node for node in growing.searched if id(node) in ends]
    how = Execution(workers, progress, stop)
    answers = _analyse_all(growing.tasks(searched), how)
    for count, _ in enumerate(growing.grow(searched, answers, how), start=1):
        searched_ids = set(map(id, searched[:count]))
        positions = tuple(
            replace(each, work=work) if id(each.node) in searched_ids else each
            for each in growing.review().positions
        )
        yield replace(review, positions=positions)


def _can_recheck(reviewed_move: ReviewedMove) -> bool:
    return (
        reviewed_move.node is not None
        and reviewed_move.node.parent is not None
        and not reviewed_move.proved
    )


def _may_be_mistake(reviewed_move: ReviewedMove, min_share: float = 1.0) -> bool:
    """Return True if a move has a bad verdict, or lost `min_share` of the loss of a mistake."""
    if reviewed_move.verdict in VERDICT_GLYPHS:
        return True
    least = min_share * reviewed_move.rules.mistake
    return reviewed_move.verdict == "good" and reviewed_move.measured_loss >= least
