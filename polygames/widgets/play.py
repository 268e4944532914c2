"""The functions that open a board: `polygames.play`, `polygames.puzzle`, `polygames.train`."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, overload

from polygames.core.errors import OptionError, RecordError
from polygames.core.keywords import checked_keywords
from polygames.core.options import raise_option_error
from polygames.core.registry import game
from polygames.records.position_sources import start_of, start_options
from polygames.records.record import Record
from polygames.records.user_folder import AUTOSAVE_FOLDER, DECK_FILE
from polygames.search.puzzles.puzzle import Puzzle, find_puzzle
from polygames.study.deck import Deck
from polygames.view.board_start import board_start
from polygames.widgets.board import BoardWidget, check_width
from polygames.widgets.board_options import (
    HUMAN_SEAT,
    REMOTE_PLAYER,
    check_agent_options,
    check_dice,
    check_players,
    check_seed,
    record_players,
)
from polygames.widgets.gallery import Gallery
from polygames.widgets.interfaces import BoardOpeners
from polygames.widgets.remote.setup import remote_session
from polygames.widgets.session import Session

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from polygames.arena.players import Player
    from polygames.records.position_sources import Position, Start


@overload
def play(what: None = None, **options: Any) -> Gallery: ...
@overload
def play(what: Position, **options: Any) -> BoardWidget: ...
@checked_keywords
def play(
    what: Position | None = None,
    *,
    seats: Sequence[Player] = (),
    level: int | str | None = None,
    width: int | None = None,
    seed: int | None = None,
    autosave: str | os.PathLike[str] | None = AUTOSAVE_FOLDER,
    agent_options: Mapping[str, Any] | None = None,
    dice: str | Sequence[Any] = "auto",
    room: str | None = None,
    name: str | None = None,
    **options: Any,
) -> BoardWidget | Gallery:
    """Return a board for a game, or the gallery of all games.

    Parameters
    ----------
    what
        The name of a game, a state to start from, or a record (or its file) to continue. Without it
        the games are shown as pictures. Press one to play it.
    seats
        The players by seat: ``"human"`` (the default), a level of the computer (``"level 3"`` or
        3), the name of an agent, or any other player that `polygames.match` accepts, such as a
        function of state and rng. A game for any number of players gets as many as are given.
    level
        The level of the computer, 1 to 5, for a game against a person on the first seat.
    width
        The width of the board in pixels; by default the available width of the page.
    seed
        The seed of the agents, the dice and a random start position. By default it is random, and
        the record stores it.
    autosave
        The folder or file in which every move is saved at once, by default the folder
        ``autosave`` in `polygames.folder`. None turns it off. In a folder each game gets its own
        file. A file ``*.txt`` is continued if it has the game on the board. Any other game gets a
        numbered file beside it, and the board shows a note.
    agent_options
        Options of the agents, as for `polygames.agent`: ``{"seconds": 2.0}``.
    dice
        The source of dice rolls: ``"auto"`` rolls them from the seed, ``"hand"`` waits for a person
        to enter the roll of real dice. A list of rolls is used up in order, then the board waits.
    room
        The address of a class with its code: ``"http://192.168.1.5:8765/#482913"``. The class
        assigns a seat to this notebook, and the players at the other seats are ``"remote"``. For
        two people, open a class with `polygames.classroom` or ``python -m polygames class``.
    name
        The name of this notebook in a class; by default the name of its user.
    **options
        The options of the game, if `what` is its name: ``size=6``. For an option with the name of
        a parameter of this function, write ``play(pg.new("territory", seed=5))``.
        Territory starts on a fair board, with the preset ``fair``, and Polygon with the preset
        ``uneven``. The rules as published are ``preset="literal"`` and ``preset="hexagon"``.

    Raises
    ------
    OptionError
        If a game, option or player is unknown, or a value is out of range.

    Examples
    --------
    >>> board = play("split", seats=("human", "greedy"), autosave=None)
    >>> board.play("draw 0,5 - 10,5")
    >>> board.record.moves[0]
    DrawLine(start=Spot(line=1, position=0.5), end=Spot(line=3, position=0.5))
    """
    width = check_width(width)
    if what is None:
        if options or seats or level is not None or room is not None:
            msg = "options need the name of a game: name one"
            raise OptionError(msg)
        return Gallery(partial(play, width=width, autosave=autosave))
    start = start_of(what)
    named = start_options(start, options, play)
    if seed is None:
        kept = start.position.seed if isinstance(start.position, Record) else None
        seed = SystemRandom().randrange(2**31) if kept is None else kept
    names = check_players(seats)
    many = game(start.game).seats_option
    if start.position is None and many and (level is not None or len(names) > 1):
        named.setdefault(many, max(2, len(names)))
    record = _start_record(start, named, check_seed(seed))
    if room is not None:
        _check_room_options(names, level=level, agent_options=agent_options, dice=dice)
        session: Session = remote_session(
            record,
            room=room,
            name=name,
            seed=check_seed(seed),
            autosave=autosave,
            required_options=named,
        )
        return _create_board(session, width)
    if any(isinstance(each, str) and each == REMOTE_PLAYER for each in names) or name is not None:
        raise_option_error("the option room", "must be given for a player in a class", names)
    session = Session(
        record,
        names or _players_at_level(record, level) or record_players(record),
        {} if agent_options is None else check_agent_options(agent_options),
        check_seed(seed),
        autosave,
        dice=check_dice(record.state, dice),
    )
    return _create_board(session, width)


@checked_keywords
def puzzle(name: str | Puzzle, number: int = 1, *, width: int | None = None) -> BoardWidget:
    """Return a board with a puzzle, in which you find the only best move.

    A right move leads on, to the end of the solution. A wrong move is answered, then taken back.

    Parameters
    ----------
    name
        The name of a game, or one of the puzzles that `puzzles` lists.
    number
        The `Puzzle.number` of the puzzle in its game, from 1. The tuple of `puzzles` counts from 0,
        so number 7 is ``pg.puzzles("split")[6]``.
    width
        The width of the board in pixels; by default the available width of the page.

    Raises
    ------
    OptionError
        If the game is unknown, or has no puzzle with this number.

    Examples
    --------
    >>> seventh = pg.puzzles("territory")[6]
    >>> board = pg.puzzle("territory", 7)  # or pg.puzzle(seventh)
    >>> board.play(seventh.solution[0])
    >>> seventh.number, board.record.moves[0] == seventh.solution[0]
    (7, True)
    """
    chosen = name if isinstance(name, Puzzle) else find_puzzle(name, number)
    board = play(chosen.state, width=width, seed=0, autosave=None)
    board.show_puzzle(chosen)
    return board


@checked_keywords
def train(
    path: str | os.PathLike[str] = DECK_FILE, *, game: str | None = None, width: int | None = None
) -> BoardWidget:
    """Return a board for training with a deck of cards: positions in which you made mistakes.

    Find a better move than the one you played. Moves that are as good as the best count as right.
    A card comes back until your answer was right three times in a row. Then it comes back after
    days, later after months. The file stores the due dates. ``pg.collection().deck()`` makes a
    deck, and so does *Train your mistakes* after the review of a game on a board.

    Parameters
    ----------
    path
        The file of the deck.
    game
        The game to train; by default the game with the most due cards.
    width
        The width of the board in pixels; by default the available width of the page.

    Raises
    ------
    RecordError
        If there is no deck, or it has no cards.
    OptionError
        If it has no card of the game.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> deck = pg.collection(record).deck("deck.json", folder=None, progress=False)
    >>> board = pg.train("deck.json")
    >>> board.play("A-D")
    >>> len(pg.collection(record).deck("deck.json", folder=None, progress=False).due())
    0
    """
    deck = Deck(path)
    if not len(deck):
        msg = f"no cards in {deck.path}: make a deck with pg.collection(...).deck()"
        raise RecordError(msg)
    counts = deck.games()
    chosen = max(counts, key=lambda name: counts[name]) if game is None else game
    if chosen not in counts:
        known = ", ".join(sorted(counts))
        raise_option_error("the option game", f"must be a game in the deck: {known}", game)
    board = play(
        next(c for c in deck if c.game == chosen).state, width=width, seed=0, autosave=None
    )
    board.train(deck)
    return board


def _create_board(session: Session, width: int | None) -> BoardWidget:
    kind = game(session.record.game).board.widget or BoardWidget
    try:
        board: BoardWidget = kind(session, size=width)
    except BaseException:
        session.close()
        raise
    board.openers = BoardOpeners(play, train)
    return board


def _check_room_options(
    seats: tuple[Any, ...], *, level: object, agent_options: object, dice: object
) -> None:
    """Raise OptionError for options that cannot be combined with `room`."""
    for name, given in (("level", level), ("agent_options", agent_options)):
        if given is not None:
            raise_option_error(
                f"the option {name}", "must not be given with the option room", given
            )
    if dice != "auto":
        raise_option_error("the option dice", "must be 'auto' with the option room", dice)
    if any(each not in (HUMAN_SEAT, REMOTE_PLAYER) for each in seats):
        raise_option_error(
            "the option seats",
            "must have only 'human' and 'remote' with the option room",
            seats,
        )


def _start_record(start: Start, options: Mapping[str, Any], seed: int) -> Record:
    """Return the record to play: the position, or a new game with the default preset."""
    if start.position is not None:
        return start.record()
    return Record(board_start(start.game, options, seed))


def _players_at_level(record: Record, level: int | str | None) -> tuple[str, ...]:
    """Return the player names: a person on seat 0, the computer at a level on the others.

    Return an empty tuple if `level` is None.
    """
    if level is None:
        return ()
    number = game(record.game).level_number(level)
    return (HUMAN_SEAT, *(f"level {number}",) * (record.start.seats - 1))
