"""Reviews of all games of a collection in parallel processes, cached in a folder."""

from __future__ import annotations

from collections import defaultdict
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self

from polygames.core import __version__, registry
from polygames.core.display import TableResult, find_renderer
from polygames.core.errors import PolygamesError, RecordError
from polygames.core.keywords import checked_keywords
from polygames.core.options import check_choice, check_duration, whole
from polygames.core.protocol import CHANCE
from polygames.records.atomic_files import make_folder, read_text, resolve_path, write_atomically
from polygames.records.record import Record
from polygames.records.user_folder import DECK_FILE, REVIEWS_FOLDER
from polygames.runtime import progress as bars
from polygames.runtime.parallel_calls import Interrupted, Run
from polygames.search.review import (
    annotate,
    deepening,
    open_mistakes,
    read_review,
    review,
)
from polygames.search.review.reviewer import CHECK_WORK_FACTOR
from polygames.study.deck import Deck
from polygames.study.entry import without_puzzles_text
from polygames.study.mistakes import (
    GAME_PHASES,
    MISTAKE_COLUMNS,
    Mistake,
    ReviewedGame,
    phase_of,
    player_seats,
    to_mistake,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from polygames.core.game_info import GameInfo
    from polygames.search.review import ReviewedMove
    from polygames.study.entry import Entry

BATCH_SECONDS_PER_POSITION: Final = 0.05
"""Seconds to think about each position; a few games have some hundred positions."""


@dataclass(frozen=True, eq=False, repr=False)
class Reviews(TableResult):
    """Reviews of many games, with their mistakes and statistics.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.collection(record).review(folder=None, progress=False)
    >>> [(each.phase, each.kind) for each in found.mistakes]
    [('opening', 'missed a winning segment')]
    """

    games: tuple[ReviewedGame, ...]
    """The reviewed games, in the order of the collection."""
    player: str | None = None
    """The player whose moves count; None for people, or for all players if only agents play."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """The errors of games that cannot be reviewed, by name."""
    is_complete: bool = True
    """Whether all games are reviewed; False after an interrupt."""
    puzzles: int = 0
    """The number of class puzzles left out."""
    cancelled: int = 0
    """The number of games left out because the teacher has cancelled their results."""

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes and blunders, in the order of the games."""
        return tuple(
            to_mistake(game, each)
            for game, each in self._counted_moves()
            if each.is_mistake and each.node is not None
        )

    def unproved_plies(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each game, the move numbers of the counted mistakes that are not proved."""
        found: dict[int, list[int]] = {id(game): [] for game in self.games}
        for played, each in self._counted_moves():
            if each.is_mistake and not each.proved:
                found[id(played)].append(each.ply)
        return tuple(tuple(found[id(game)]) for game in self.games)

    def deeper(self, **keywords: Any) -> Reviews:
        """Return reviews with the mistakes analysed for twice as long; other moves are unchanged.

        Some mistakes may turn out to be none. Proved mistakes are not analysed again. See
        `polygames.study.batch_review.review_mistakes_deeper` for the keywords.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> found = pg.collection(record).review(folder=None, progress=False)
        >>> len(found.deeper(folder=None, progress=False).mistakes)
        1
        """
        return review_mistakes_deeper(self, **keywords)

    def deck(self, path: str | os.PathLike[str] = DECK_FILE) -> Deck:
        """Add these mistakes to a deck of training cards (created if missing), and return it.

        After `deeper`, only confirmed mistakes become cards.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.collection(record).review(folder=None, progress=False).deck("deck.json")
        <Deck of 1 cards in deck.json: 1 due>
        """
        return Deck(path).add(self.mistakes)

    _columns = MISTAKE_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return a table with one row per mistake, largest losses first.

        Losses are in the unit of each game: compare only mistakes of the same game.
        """
        return sorted((each.row() for each in self.mistakes), key=lambda row: -row["loss"])

    def by(self, criterion: Literal["phase", "kind", "player"] = "phase") -> list[dict[str, Any]]:
        """Return mistakes and losses as rows, grouped by phase, kind of mistake, or player.

        The columns are ``moves`` (judged; by kind: all moves), ``mistakes``, ``rate`` (mistakes per
        hundred moves) and ``loss`` (the total of the mistakes). By player there is also ``luck``,
        the total luck of the rolls, which does not depend on the player's moves.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E"):
        ...     record.push(move)
        >>> found = pg.collection(record).review(folder=None, progress=False)
        >>> [row["mistakes"] for row in found.by("phase")]
        [1, 0, 0]
        """
        criterion = check_choice("the option criterion", criterion, ("phase", "kind", "player"))
        counts: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
        if criterion == "phase":
            for phase in GAME_PHASES:
                counts[phase] = [0, 0, 0.0]
        every = 0
        for played, each in self._counted_moves():
            every += 1
            if criterion != "kind":
                name = (
                    played.player_name(each.seat)
                    if criterion == "player"
                    else phase_of(played, each)
                )
                counts[name][0] += 1
            if each.is_mistake and each.node is not None:
                name = str(getattr(to_mistake(played, each), criterion))
                counts[name][1] += 1
                counts[name][2] += each.loss
        rows: list[dict[str, Any]] = [
            {
                criterion: name,
                "moves": moves if criterion != "kind" else every,
                "mistakes": mistakes,
                "rate": 100 * mistakes / max(1, moves if criterion != "kind" else every),
                "loss": loss,
            }
            for name, (moves, mistakes, loss) in counts.items()
        ]
        if criterion == "player":
            rows = [row | {"luck": self._luck(str(row["player"]))} for row in rows]
        return rows if criterion == "phase" else sorted(rows, key=lambda row: -row["mistakes"])

    def _luck(self, player: str) -> float | None:
        """Return a player's total luck in the dice rolls; None in games without dice."""
        lucks = [
            played.review.luck(seat)
            for played in self.games
            for seat in range(played.record.start.seats)
            if played.player_name(seat) == player
            and any(each.lucks for each in played.review.moves)
        ]
        return sum(lucks) if lucks else None

    def plot(self, axes: Any = None) -> Any:
        """Plot the mistakes by phase and by kind, and return the two axes."""
        return find_renderer("mistakes", "plot")(self, axes)

    def __str__(self) -> str:
        """Return the numbers of games and mistakes, with counts by phase and kind."""
        count = len(self.games)
        reviewed = f"{count} game{'s' * (count != 1)} reviewed{without_puzzles_text(self.puzzles)}"
        if self.cancelled:
            reviewed += f", without {self.cancelled} cancelled game{'s' * (self.cancelled != 1)}"
        lines = [f"{reviewed}: {len(self.mistakes)} mistakes"]
        lines += [
            f"  {row['phase']}: {row['mistakes']} in {row['moves']} moves"
            for row in self.by("phase")
        ]
        lines += [f"  {row['kind']}: {row['mistakes']}" for row in self.by("kind")]
        lines += [f"  not reviewed: {why}" for why in list(self.errors.values())[:3]]
        if not self.is_complete:
            lines.append("  interrupted: the other games were not looked at; ask again to go on")
        return "\n".join(lines)

    def _counted_moves(self) -> Iterator[tuple[ReviewedGame, ReviewedMove]]:
        """Yield the moves of the selected player, or by default of all people, with their games."""
        for played in self.games:
            seats = player_seats(played.entry, played.record, self.player)
            for each in played.review.line:
                if each.seat in seats and each.seat != CHANCE:
                    yield played, each


class ReviewTask(NamedTuple):
    """A game to review with all inputs of the review, so that any process can run it."""

    text: str
    seconds: float
    seed: int
    game_info: GameInfo | None = None
    """The game's definition, if only the calling process has registered it."""
    plies_to_recheck: tuple[int, ...] = ()
    """The plies of the mistakes to analyse again; `text` then includes the review."""

    def __str__(self) -> str:
        """Return the name of the game and the seed."""
        head = self.text.splitlines()[1] if "\n" in self.text else "a record"
        return f"the review of a {head}, seed {self.seed}"

    @property
    def digest(self) -> str:
        """A hash of all inputs, which is part of the file name of the cached review."""
        again = f" again {self.plies_to_recheck}" if self.plies_to_recheck else ""
        about = f"{__version__} {self.seconds} {self.seed}{again}\n{self.text}"
        return sha256(about.encode()).hexdigest()[:16]


@checked_keywords
def review_all(
    entries: Iterable[Entry],
    *,
    player: str | None = None,
    seconds: float = BATCH_SECONDS_PER_POSITION,
    seed: int = 0,
    workers: int | None = -1,
    folder: str | os.PathLike[str] | None = REVIEWS_FOLDER,
    progress: bool = True,
) -> Reviews:
    """Review all games and cache the reviews.

    A record that contains a complete review is not reviewed again. The puzzles of a class and games
    whose results the teacher has cancelled are left out.

    Parameters
    ----------
    entries
        The games of a collection.
    player
        The name of the player whose mistakes count; by default all people, or all players if only
        agents play.
    seconds
        Seconds to think about a position; see `polygames.review`.
    seed
        Seeds the search.
    workers
        The number of processes; -1 for one per core.
    folder
        A folder for the reviewed records; those in it are not reviewed again. None for no cache.
    progress
        Whether to show a progress bar if it takes more than two seconds.

    Returns
    -------
    Reviews

    Raises
    ------
    OptionError
        If an argument is invalid.
    Interrupted
        At Ctrl-C (or Interrupt Kernel). Its `result` has the games reviewed so far.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> len(review_all(pg.collection(record), folder=None, progress=False).mistakes)
    1
    """
    seconds = check_duration("the option seconds", seconds)
    seed = whole("the option seed", seed)
    cache = None if folder is None else resolve_path(folder, "folder")
    entries, errors = list(entries), dict[str, str]()
    done: dict[int, Record] = {}
    tasks: dict[int, ReviewTask] = {}
    puzzles = cancelled = 0
    read = bars.progress(entries, "games read", unit="game", is_shown=progress)
    for place, entry in enumerate(read):
        if entry.is_puzzle:
            puzzles += 1
            continue
        if entry.is_cancelled:
            cancelled += 1
            continue
        try:
            done[place] = record = entry.record
        except PolygamesError as error:
            errors[entry.name] = str(error)
            continue
        if not _has_full_review(record):
            brings = registry.find_local_game(record.game)
            tasks[place] = ReviewTask(record.to_text(), seconds, seed, brings)
    is_complete = _run_tasks(tasks, done, cache, workers, show=progress)
    found = Reviews(_finished_games(entries, done), player, errors, is_complete, puzzles, cancelled)
    if not is_complete:
        raise Interrupted(found)
    return found


@checked_keywords
def review_mistakes_deeper(
    reviews: Reviews,
    *,
    seconds: float = 2 * CHECK_WORK_FACTOR * BATCH_SECONDS_PER_POSITION,
    seed: int = 0,
    workers: int | None = -1,
    folder: str | os.PathLike[str] | None = REVIEWS_FOLDER,
    progress: bool = True,
) -> Reviews:
    """Analyse only the mistakes of reviews for longer; see `Reviews.deeper`.

    For the arguments see `review_all`. Ctrl-C (or Interrupt Kernel) raises Interrupted; in its
    `result` the remaining games are unchanged.
    """
    seconds = check_duration("the option seconds", seconds)
    seed = whole("the option seed", seed)
    cache = None if folder is None else resolve_path(folder, "folder")
    entries, errors = [game.entry for game in reviews.games], dict(reviews.errors)
    done = {place: game.record for place, game in enumerate(reviews.games)}
    plies = reviews.unproved_plies()
    tasks = {
        place: ReviewTask(
            game.record.to_text(),
            seconds,
            seed,
            registry.find_local_game(game.record.game),
            plies[place],
        )
        for place, game in enumerate(reviews.games)
        if plies[place]
    }
    is_complete = _run_tasks(tasks, done, cache, workers, show=progress)
    is_whole = is_complete and reviews.is_complete
    found = replace(
        reviews, games=_finished_games(entries, done), errors=errors, is_complete=is_whole
    )
    if not is_complete:
        raise Interrupted(found)
    return found


def _finished_games(entries: list[Entry], records: dict[int, Record]) -> tuple[ReviewedGame, ...]:
    """Return the reviewed games, with the reviews stored in their records."""
    return tuple(
        ReviewedGame(entries[place], records[place], found)
        for place in sorted(records)
        if (found := read_review(records[place])) is not None
    )


class ReviewCache:
    """A folder of reviewed records, with one file for each task."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_results(self, tasks: Sequence[ReviewTask]) -> dict[int, str]:
        """Return the texts of the cached records, by the indices of their tasks."""
        found = ((place, self._read(self._file(task))) for place, task in enumerate(tasks))
        return {place: text for place, text in found if text is not None}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing: each file is closed once it is written."""

    def add(self, task: ReviewTask, text: str) -> None:
        """Write the reviewed record of a task."""
        make_folder(self._folder)
        write_atomically(self._file(task), text)

    def _file(self, task: ReviewTask) -> Path:
        head = task.text.splitlines()[1].partition(": ")[2]
        return self._folder / f"{head}-{task.digest}.txt"

    @staticmethod
    def _read(file: Path) -> str | None:
        """Return the text of a reviewed record; None if it is missing or damaged."""
        try:
            text = read_text(file) if file.is_file() else None
            is_whole = text is not None and read_review(Record.from_text(text)) is not None
        except (OSError, RecordError):
            return None
        return text if is_whole else None


def _run_tasks(
    tasks: Mapping[int, ReviewTask],
    records: dict[int, Record],
    folder: Path | None,
    workers: int | None,
    *,
    show: bool,
) -> bool:
    """Run the review tasks that are not cached; return False if interrupted."""
    store = None if folder is None else ReviewCache(folder)
    run = Run(_review_task, workers=workers, store=store)
    run.add([*tasks.values()])
    with suppress(KeyboardInterrupt):
        for _ in run.iter_finished_tasks("reviews", unit="game", is_shown=show):
            pass  # the run collects the results
    for place, text in zip(tasks, map(run.results.get, range(len(tasks))), strict=True):
        if text is not None:
            records[place] = Record.from_text(text)
    return len(run.results) == len(tasks)


def _review_task(task: ReviewTask) -> str:
    """Review a game, or recheck its mistakes, and return the reviewed record as text."""
    registry.register_from_process(task.game_info)
    record = Record.from_text(task.text)
    known = read_review(record) if task.plies_to_recheck else None
    if known is None:
        found = review(record, seconds=task.seconds, seed=task.seed, workers=1, progress=False)
    else:
        moves = [each for each in open_mistakes(known) if each.ply in task.plies_to_recheck]
        reviews = deepening(
            record,
            known,
            seconds=task.seconds,
            seed=task.seed,
            moves=moves,
            workers=1,
            progress=False,
        )
        with closing(reviews):
            *_, found = reviews
    annotate(found, record)
    return record.to_text()


def _has_full_review(record: Record) -> bool:
    """Return True if a record is completely reviewed or has no moves."""
    if not record.path[1:] and not record.node.children:
        return True
    found = read_review(record)
    return found is not None and found.is_complete
