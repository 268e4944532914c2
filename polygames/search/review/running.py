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
from polygames.core.options import duration, refuse, whole
from polygames.core.protocol import CHANCE
from polygames.records.node import in_order
from polygames.records.position import start_of
from polygames.records.record import Record
from polygames.runtime import progress as bars
from polygames.runtime.executors import pool_of
from polygames.runtime.workers import Interrupted, Spread
from polygames.search.analysis.anytime import deepen, estimate_move, load_search
from polygames.search.analysis.readiness import is_ready, title
from polygames.search.review.findings import (
    GLYPH_OF,
    Review,
    ReviewedMove,
    ReviewWork,
    by_chance,
    expected_of,
    line_of,
    lucks_of,
)
from polygames.search.review.judging import (
    judge,
    proved_as_points,
    widen_intervals,
    with_known_proofs,
)
from polygames.search.review.kept import with_proof

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
    also: tuple[Any, ...]
    """The moves played in the position."""
    brings: GameInfo | None = None
    """The game's definition, if only the calling process has registered it."""

    def __str__(self) -> str:
        """Return a description of the position."""
        return f"the review of {self.state.game}, ply {self.state.ply}, seed {self.seed}"


class Answer(NamedTuple):
    """The result of analysing a position."""

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
    if not isinstance(start.given, Record):
        refuse("a review", "needs the moves of a game: a record, or a file of one", record)
    record = start.given
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
    """Yield a review that grows by one move at a time; the last one is the result of `review`.

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
    seconds = duration("the time to think in seconds", seconds)
    seed = whole("the seed", seed)
    nodes = _nodes(record, branches=branches)
    work = ReviewWork(f"polygames {__version__}", agent, seconds, seed)
    growing = GrowingReview(record, nodes, work)
    tasks = list(growing.tasks(seconds, seed))
    is_cold = agent is None and not is_ready(record.game)
    quick = (
        _quick(GrowingReview(record, nodes, work, is_quick=True), tasks, stop)
        if at_once and is_cold
        else ()
    )
    if agent is None:
        grown = analysing(growing, seconds, seed, workers=workers, progress=progress, stop=stop)
        return _one_after_the_other(quick, grown)
    answers = _by_agent(tasks, registry.game(record.game).agent(agent), stop)
    bar = bars.progress(answers, "review", total=len(tasks), show=progress)
    return growing.grow(bar, stop)


def analysing(
    growing: GrowingReview,
    seconds: float,
    seed: int,
    *,
    workers: int | None,
    progress: bool,
    stop: Event | None,
) -> Generator[Review]:
    """Yield a growing review; its positions are analysed in this process or several."""
    tasks = list(growing.tasks(seconds, seed))
    answers: Iterator[Answer | None]
    if pool_of(workers).width == 1:
        answers = (_analyse_task(task, stop) for task in tasks)
    else:
        answers = Spread(_analyse_task, tasks, workers=workers).in_order()
    what, delay = title(growing.review.start.game, "review")
    bar = bars.progress(answers, what, total=len(tasks), show=progress, delay=delay)
    return growing.grow(bar, stop)


def _one_after_the_other(*parts: Iterable[Review]) -> Generator[Review]:
    for part in parts:
        yield from part


def _nodes(record: Record, *, branches: bool) -> list[Node]:
    """Return the nodes of the record's moves; those of the line last played are first."""
    line = [*record.path, *record.node.line][1:]
    if not branches:
        return line
    known = set(map(id, line))
    return line + [node for node, _ in in_order(record.root) if id(node) not in known]


class GrowingReview:
    """A review in progress: a move is judged once the positions before and after are analysed."""

    def __init__(
        self, record: Record, nodes: Sequence[Node], work: ReviewWork, *, is_quick: bool = False
    ) -> None:
        self.nodes, self._is_quick = nodes, is_quick
        self.positions = list(_positions(nodes))
        """The positions to analyse, in the order of the game."""
        self.brings = registry.find_registered(record.game)
        self.review = Review(record.start, (), is_complete=not nodes, work=work)
        self._due = {id(node) for node in self.positions}
        self._known: dict[int, Answer | None] = {}

    def tasks(self, seconds: float, seed: int) -> Iterator[AnalysisTask]:
        """Yield the analysis task of each position."""
        for place, node in enumerate(self.positions):
            played = tuple(child.move for child in node.children)
            state = node.state.view(node.state.turn)
            yield AnalysisTask(state, seconds, seed + place, played, self.brings)

    def grow(self, answers: Iterable[Answer | None], stop: Event | None) -> Generator[Review]:
        """Yield the review after each judged move, from answers in the order of `positions`."""
        yield from self._judged()
        for node, found in zip(self.positions, answers, strict=False):
            if stop is not None and stop.is_set():
                return
            self._keep(node, found)
            if found is not None and len(self._known) == 1:
                unit, scale = found.analysis.unit, proved_as_points(found.analysis).scale
                self.review = replace(self.review, unit=unit, scale=scale)
            if found is not None and not self._is_quick and not self.review.started:
                self._look_ahead(found.analysis.measure)
            yield from self._judged()
        if not self.nodes:
            yield self.review

    def _keep(self, node: Node, found: Answer | None) -> None:
        """Store an answer with earlier proofs, and propagate its proof to earlier positions."""
        if found is not None:
            found = found._replace(analysis=with_proof(node, found.analysis))
        self._known[id(node)], changed = found, set[int]()
        while found is not None and found.analysis.is_settled and node.parent is not None:
            before = self._known.get(id(node.parent))
            if before is None or before.analysis.is_settled:
                break
            analysis = with_known_proofs(node, before.analysis, found.analysis)
            node, found = node.parent, before._replace(analysis=analysis)
            self._known[id(node)] = found
            changed.add(id(node))
        if changed:
            judged = zip(self.review.moves, self.nodes, strict=False)
            moves = (self._move(n) if {id(n), id(n.parent)} & changed else m for m, n in judged)
            self.review = replace(self.review, moves=tuple(moves))

    def _look_ahead(self, measure: str) -> None:
        """Set the expected and reached values of each seat; see `Review.skill`."""
        line = line_of(self.nodes)
        if any(node.parent is not None and node.parent.state.turn == CHANCE for node in line):
            start, end = (
                expected_of(self.review.start, measure),
                expected_of(line[-1].state, measure),
            )
            self.review = replace(self.review, started=start, reached=end)

    def _judged(self) -> Iterator[Review]:
        while len(self.review.moves) < len(self.nodes):
            node = self.nodes[len(self.review.moves)]
            if not self._is_ready(node):
                return
            moves = (*self.review.moves, self._move(node))
            is_complete = len(moves) == len(self.nodes)
            self.review = replace(self.review, moves=moves, is_complete=is_complete)
            yield widen_intervals(self.review)

    def _is_ready(self, node: Node) -> bool:
        """Return True if the analyses needed to judge a move are available."""
        wanted = self._due & {id(node.parent), id(node)}
        return wanted <= self._known.keys()

    def _move(self, node: Node) -> ReviewedMove:
        before = self._known.get(id(node.parent))
        if before is None:
            return by_chance(node, () if self._is_quick else lucks_of(node))
        if before.analysis.unit != self.review.unit:  # too large for the game's search
            before = Answer(replace(before.analysis, moves=()))
        after = self._known.get(id(node))
        later = None if after is None else after.analysis
        return judge(node, before.analysis, later, before.earlier)


def _positions(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield each position before or after a move once, if a player is to move there."""
    seen: set[int] = set()
    for node in nodes:
        for each in (node.parent, node):
            if each is None or id(each) in seen:
                continue
            seen.add(id(each))
            if each.state.outcome is None and each.state.turn != CHANCE:
                yield each


# --- Quick looks --------------------------------------------------------------------------------


def _quick(
    growing: GrowingReview, tasks: Iterable[AnalysisTask], stop: Event | None
) -> Iterator[Review]:
    """Yield a growing review from the first answer for each position: values without verdicts."""
    answers = (_first_answer(task, stop) for task in tasks)
    for each in growing.grow(answers, stop):
        moves = tuple(map(_without_verdict, each.moves))
        yield replace(each, moves=moves, is_complete=False, is_quick_look=True)


def _first_answer(task: AnalysisTask, stop: Event | None) -> Answer:
    registry.adopt(task.brings)
    answers = _deepen(task, stop)
    with closing(answers):
        return Answer(next(answers))


def _without_verdict(each: ReviewedMove) -> ReviewedMove:
    """Return a move without a bad verdict, unless it is proved; quick looks are unreliable."""
    if each.proved or each.verdict in {"best", "forced", "chance"}:
        return each
    return replace(each, verdict="good", loss=0.0)


# --- Analyses by the game or an agent -----------------------------------------------------------


def _analyse_task(task: AnalysisTask, stop: Event | None = None) -> Answer | None:
    """Return the last analysis of a position, with the last different one before it."""
    registry.adopt(task.brings)
    load_search(task.state)
    answers = _deepen(task, stop)
    found = Answer(next(answers))
    for answer in answers:
        is_new = _values(answer) != _values(found.analysis)
        found = Answer(answer, found.analysis if is_new else found.earlier)
    return found


def _values(analysis: Analysis) -> list[tuple[Any, float]]:
    return [(each.move, each.value) for each in analysis.moves]


def _deepen(task: AnalysisTask, stop: Event | None) -> Generator[Analysis]:
    state, seconds, seed, also, _ = task
    return deepen(state, seconds=seconds, seed=seed, stop=stop, also=also, by_work=True)


def _by_agent(
    tasks: Iterable[AnalysisTask], thinker: Any, stop: Event | None
) -> Iterator[Answer | None]:
    """Yield the analyses of one agent that reuses its tree along the game."""
    if not hasattr(thinker, "statistics"):
        msg = "an agent that reviews a game has to keep statistics: choose one that grows a tree"
        raise OptionError(msg)
    if stop is not None:
        thinker.stop = stop
    for task in tasks:
        thinker.seconds = task.seconds
        thinker.choose(task.state, Random(task.seed))
        found = [
            estimate_move(move, mean, games)
            for move, games, mean in thinker.statistics(task.state)
            if games
        ]
        yield Answer(Analysis(task.state, sort_moves(found), note="tree search, the tree kept"))


RECHECK_SECONDS_PER_POSITION = 0.6
"""The default time for each position of `deepening`: twice that of a review."""


def open_mistakes(review: Review) -> list[ReviewedMove]:
    """Return the mistakes that are not proved, so that a longer analysis may change them.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> open_mistakes(pg.review(record, progress=False))  # a blunder, exactly
    []
    """
    return [each for each in review.moves if _is_open(each) and each.is_mistake]


def doubtful(review: Review) -> list[ReviewedMove]:
    """Return the moves that may be mistakes by a quick review.

    Moves that are proved, or best, or lost less than half the loss of a mistake, are excluded.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> doubtful(pg.review(record, progress=False))  # a blunder, exactly
    []
    """
    return [each for each in review.moves if _is_open(each) and _may_be_one(each)]


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
    """Yield a review with ever more mistakes analysed again; other moves are unchanged.

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
    seconds = duration("the time to think in seconds", seconds)
    seed = whole("the seed", seed)
    chosen = open_mistakes(review) if moves is None else moves
    nodes = [each.node for each in chosen if each.node is not None]
    yield review
    if not nodes:
        return
    work = ReviewWork(f"polygames {__version__}", None, seconds, seed)
    growing = GrowingReview(record, nodes, work)
    with closing(
        analysing(growing, seconds, seed, workers=workers, progress=progress, stop=stop)
    ) as found:
        for each in found:
            yield _with(review, [replace(move, work=work) for move in each.moves])


def _is_open(each: ReviewedMove) -> bool:
    return each.node is not None and each.node.parent is not None and not each.proved


def _may_be_one(each: ReviewedMove) -> bool:
    """Return True if a move lost at least half the loss of a mistake, or has a bad verdict."""
    if each.verdict in GLYPH_OF:
        return True
    if each.verdict != "good" or each.node is None or each.node.parent is None:
        return False
    return each.seen >= each.rules.mistake / 2


def _with(review: Review, moves: Iterable[ReviewedMove]) -> Review:
    """Return a review with some moves replaced by newly judged ones."""
    later = {id(each.node): each for each in moves}
    return widen_intervals(
        replace(review, moves=tuple(later.get(id(each.node), each) for each in review.moves))
    )
