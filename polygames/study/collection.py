"""Collections of games from files, folders and records, with a table and filters.

Files are read on demand, and moves are replayed only when positions are needed. A file that
cannot be read is a row of the table with its error.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.result_file import is_result_file, read_games
from polygames.core.display import TableResult
from polygames.core.errors import OptionError, PolygamesError, RecordError
from polygames.core.keywords import unknown_name_text
from polygames.core.options import raise_option_error
from polygames.records.atomic_files import resolve_path
from polygames.records.record import Record
from polygames.records.user_folder import AUTOSAVE_FOLDER, DECK_FILE
from polygames.study.entry import Entry, Result, without_puzzles_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from polygames.study.arrays import PositionArrays
    from polygames.study.batch_review import Reviews
    from polygames.study.deck import Deck
    from polygames.study.explorer import Explorer

COLLECTION_COLUMNS: Final = [
    "file",
    "game",
    "players",
    "result",
    "plies",
    "mistakes",
    "date",
    "error",
]
"""The columns of `Collection.table`."""

MAX_LIST_DEPTH: Final = 20
"""The deepest lists in lists that `collection` reads."""


class Collection(TableResult):
    """A collection of games from files, folders, records and results, in the given order.

    Create one with `collection`; join two with ``+``.

    Examples
    --------
    >>> records = [pg.Record(pg.new(name)) for name in ("split", "polygon")]
    >>> games = pg.collection(records)
    >>> len(games), len(games + games), [entry.game for entry in games]
    (2, 2, ['split', 'polygon'])
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)

    def __len__(self) -> int:
        """Return the number of entries, including class puzzles and unreadable files."""
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries."""
        return iter(self._entries)

    def __getitem__(self, index: int) -> Entry:
        """Return the entry at an index, from 0."""
        return self._entries[index]

    def __add__(self, other: Collection) -> Collection:
        """Return the union of two collections; an entry in both appears once."""
        if not isinstance(other, Collection):
            return NotImplemented
        return Collection(_unique_entries((*self, *other)))

    def __str__(self) -> str:
        """Return a line with the number of games of each kind and of class puzzles."""
        counts = Counter(each.game or "that cannot be read" for each in self._game_entries)
        said = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
        puzzles = without_puzzles_text(len(self) - counts.total())
        return f"<Collection of {counts.total()} games{said and f': {said}'}{puzzles}>"

    @property
    def _game_entries(self) -> Iterator[Entry]:
        """The entries that are not puzzles solved in a class."""
        return (entry for entry in self if not entry.is_puzzle)

    def filter(
        self,
        where: Callable[[Entry], bool] | None = None,
        *,
        game: str | None = None,
        player: str | None = None,
    ) -> Collection:
        """Return the games that match all given conditions.

        Parameters
        ----------
        where
            Return True for an `Entry` to include.
        game
            The name of a game.
        player
            The name of a player, on any seat.

        Examples
        --------
        >>> games = pg.collection(pg.Record(pg.new("split"), players=("Ada", "Bob")))
        >>> len(games.filter(player="Ada")), len(games.filter(game="polygon"))
        (1, 0)
        >>> len(games.filter(lambda entry: entry.plies > 10))
        0
        """
        return Collection(
            entry
            for entry in self
            if (game is None or entry.game == game)
            and (player is None or player in entry.players.values())
            and (where is None or where(entry))
        )

    def records(self) -> Iterator[Record]:
        """Yield the records that can be read and replayed, excluding puzzles solved in a class.

        Examples
        --------
        >>> [record.game for record in pg.collection(pg.Record(pg.new("split"))).records()]
        ['split']
        """
        for entry in self._game_entries:
            try:
                yield entry.record
            except PolygamesError:
                continue

    _columns = COLLECTION_COLUMNS

    def table(self) -> list[dict[str, Any]]:
        """Return a table with one row per game.

        The puzzles of a class have none. The columns are ``file``, ``game``, ``players``,
        ``result``, ``plies`` (of the line that was last played, rolls of dice included),
        ``mistakes`` (moves with ``?`` or ``??``; None if the record holds no review), ``date`` (of
        the game, else of its file, in UTC) and ``error`` (why it cannot be read); then, where games
        are over, ``points_0`` and so on (1 for a win, shared in a tie) and ``score_0`` and so on,
        by seat. Only the text is read here: no move is played.

        Examples
        --------
        >>> games = pg.collection(pg.Record(pg.new("split")))
        >>> [(row["game"], row["plies"]) for row in games.table()]
        [('split', 0)]
        """
        rows = [entry.row() for entry in self._game_entries]
        columns = dict.fromkeys(
            [*COLLECTION_COLUMNS, *(name for row in rows for name in sorted(row))]
        )
        return [columns | row for row in rows]

    def explorer(self, game: str | None = None) -> Explorer:
        """Return an explorer of the moves played in each position: their frequency and score.

        Parameters
        ----------
        game
            The name of the game; required if the collection has several.

        Raises
        ------
        OptionError
            If the game is ambiguous, or the collection has no game of this name.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> explorer = pg.collection(record).explorer()
        >>> [(each.words, each.games) for each in explorer.continuations(pg.new("polygon", n=6))]
        [('A to C', 1)]
        """
        from polygames.study.explorer import Explorer

        return Explorer(self._game_entries, choose_game(self._game_entries, game))

    def arrays(self, game: str | None = None, **keywords: Any) -> Iterator[PositionArrays]:
        """Yield the positions of the games as numpy arrays, to train programs.

        Files are read one after the other, so the games need not fit in memory. A program that
        learns from all positions at once can concatenate the arrays. Puzzles and files that cannot
        be read are left out. `polygames.study.arrays.PositionArrays` describes the shapes.

        Parameters
        ----------
        game
            The name of the game; required if the collection has several.
        **keywords
            ``rows=``, the largest number of positions in one group of arrays (4096); ``progress=``;
            and options of the game's encoding, such as ``points=9`` in Split.

        Raises
        ------
        OptionError
            If there are several games, or boards of several sizes.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> record.push("C-E")
        >>> [found] = pg.collection(record).arrays()
        >>> found.observations.shape[0], found.masks.sum(axis=1).tolist(), found.seats.tolist()
        (2, [18, 2], [0, 1])
        """
        from polygames.study.arrays import iter_arrays  # loads numpy

        return iter_arrays(self._entries, game, **keywords)

    def review(self, **keywords: Any) -> Reviews:
        """Review all games in parallel processes and cache the reviews.

        The puzzles and the cancelled games of a class are left out. See
        `polygames.study.batch_review.review_all` for the keywords.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> found = pg.collection(record).review(folder=None, progress=False)
        >>> [(each.phase, each.reviewed_move.verdict) for each in found.mistakes]
        [('opening', 'blunder')]
        """
        from polygames.study.batch_review import review_all

        return review_all(self, **keywords)

    def deck(self, path: str | os.PathLike[str] = DECK_FILE, **keywords: Any) -> Deck:
        """Add the mistakes in these games to a deck of training cards (created if missing).

        `polygames.train` shows the cards. Cards already in the deck keep their due dates.

        Parameters
        ----------
        path
            The file of the deck.
        **keywords
            The keywords of `review`: the player, the thinking time, the folder of cached reviews.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> record.push("A-C")
        >>> pg.collection(record).deck("deck.json", folder=None, progress=False)
        <Deck of 1 cards in deck.json: 1 due>
        """
        from polygames.study.deck import Deck

        deck = Deck(path)  # refused before anything is reviewed
        return deck.add(self.review(**keywords).mistakes)


def collection(*sources: Any) -> Collection:
    """Return a collection of games from files, folders, records and results.

    Parameters
    ----------
    sources
        Folders (all ``*.txt`` in them and below, and ``*.jsonl`` with results), files, records,
        matches and tournaments (also a file that was written by ``file="results.jsonl"``), other
        collections, and lists of such; by default what boards have saved (`polygames.folder`).
        Records are read on demand.

    Returns
    -------
    Collection
        With a `table`, a `filter`, an `explorer` of what was played, a `review` of all games,
        and a `deck` of the mistakes in them.

    Raises
    ------
    RecordError
        If the file or folder does not exist. A file that exists but cannot be read is a row of
        the table.
    OptionError
        If a source contains no games.

    Examples
    --------
    >>> path = pg.Record(pg.new("polygon")).save("game.txt")
    >>> _ = path.with_name("broken.txt").write_text("not a game")
    >>> [bool(entry.error) for entry in pg.collection(".")]
    [True, False]
    """
    return Collection(
        _unique_entries(
            entry for source in sources or (AUTOSAVE_FOLDER,) for entry in _iter_entries(source)
        )
    )


def _unique_entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield each file, each record in memory and each game of a match once."""
    seen = set[Any]()
    for entry in entries:
        source = entry.source
        if isinstance(source, Path):
            key: Any = os.path.realpath(source)
        else:
            key = (isinstance(source, Result) and source.key) or id(source)
        if key not in seen:
            seen.add(key)
            yield entry


def _iter_entries(source: Any, depth: int = 0) -> Iterator[Entry]:
    """Yield the entries of a source that is nested in `depth` lists."""
    if isinstance(source, Entry):
        yield source
    elif isinstance(source, Record):
        yield Entry(f"a record of {source.game}", source)
    elif isinstance(source, str | os.PathLike):
        yield from _entries_of_path(resolve_path(source))
    elif hasattr(source, "games") and isinstance(getattr(source, "game", None), str):
        yield from _entries_of_match(source)
    elif isinstance(source, Iterable):
        if depth == MAX_LIST_DEPTH:
            msg = f"a collection: its lists are more than {MAX_LIST_DEPTH} levels deep"
            msg += ": give one list of files, folders and records"
            raise OptionError(msg)
        for each in source:
            yield from _iter_entries(each, depth + 1)
    else:
        raise_option_error(
            "a collection", "must be files, folders, records or lists of them", source
        )


def _entries_of_path(path: Path) -> Iterator[Entry]:
    """Yield the entries of a file, or of all files in a folder in the order of their names."""
    if path.is_dir():
        for each in sorted((*path.rglob("*.txt"), *path.rglob("*.jsonl"))):
            if each.is_file() and (each.suffix == ".txt" or _has_results(each)):
                yield from _entries_of_file(each, str(each.relative_to(path)))
    elif path.exists():
        yield from _entries_of_file(path, str(path))
    else:
        msg = f"no such file or folder: {str(path)!r}"
        raise RecordError(msg)


def _has_results(path: Path) -> bool:
    """Return True if a ``.jsonl`` file begins like a results file, or cannot be read."""
    try:
        return is_result_file(path)
    except OSError:
        return True  # a row says why it cannot be read


def _entries_of_file(path: Path, name: str) -> Iterator[Entry]:
    """Yield an entry for a record file, or one for each game of a results file."""
    if path.suffix != ".jsonl":
        yield Entry(name, path)
        return
    try:
        for number, kept in enumerate(read_games(path), 1):
            key = f"{os.path.realpath(path)} {number}"
            if kept.game is None:
                bare = Result("", {}, "", 0, kept.error)
            else:
                bare = _to_result(kept.name, kept.game, kept.seed)
            yield Entry(f"{name}, line {kept.line_number}", bare._replace(key=bare.key or key))
    except RecordError as error:
        yield Entry(name, Result("", {}, "", 0, str(error), os.path.realpath(path)))


def _entries_of_match(games_played: Any) -> Iterator[Entry]:
    """Yield an entry for each game of a match or tournament."""
    for number, each in enumerate(games_played.games, 1):
        yield Entry(f"game {number}", _to_result(games_played.game, each, games_played.seed))


def _to_result(name: str, each: Any, seed: int) -> Result:
    """Return the bare result of a game between agents, worded like that of a record."""
    best = max(each.points)
    winners = [seat for seat, points in enumerate(each.points) if points == best]
    scores = " - ".join(f"{score:g}" for score in each.scores)
    head = f"seat {winners[0]} wins" if len(winners) == 1 else "tie of seats 0 and 1"
    return Result(
        name,
        dict(enumerate(each.seats)),
        f"{head}, {scores} ({each.reason})",
        each.plies,
        key=f"{seed} {each.pair} {each.seats} {each.line}" * bool(each.line),
        text=each.text,
    )


def choose_game(games: Iterable[Entry], name: str | None) -> str:
    """Return the named game, or the only game of a collection. Raise OptionError if none fits."""
    names = sorted({entry.game for entry in games if not entry.error})
    if name in names:
        return str(name)
    if name is None and len(names) == 1:
        return names[0]
    if not names:
        msg = "the collection has no games that can be read"
    elif name is None:
        msg = f"name one of the games in the collection: {', '.join(names)}"
    else:
        msg = unknown_name_text("game", name, names, owner="the collection")
    raise OptionError(msg)
