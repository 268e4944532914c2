"""Opening a board: `polygames.play`, `polygames.puzzle` and `polygames.train`."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, overload

from polygames.core.errors import RecordError
from polygames.core.lazy import need
from polygames.core.options import refuse, whole
from polygames.core.registry import game, games
from polygames.records.record import Record
from polygames.search.puzzles.puzzle import puzzle_of
from polygames.study.deck import FILE as DECK
from polygames.study.deck import Deck
from polygames.widgets.board import BoardWidget, width_of
from polygames.widgets.gallery import Gallery
from polygames.widgets.remote.carrier import REMOTE
from polygames.widgets.remote.opening import remote_session
from polygames.widgets.seats import (
    HUMAN,
    known_players,
    names_of,
    options_of_agents,
    rolls,
    seed_of,
)
from polygames.widgets.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from polygames.core.protocol import State

AUTOSAVE: Final = "polygames-autosave"
"""The folder of autosave records, in the working directory."""


@overload
def play(what: None = None, **options: Any) -> Gallery: ...
@overload
def play(what: str | State[Any] | Record, **options: Any) -> BoardWidget: ...
def play(
    what: str | State[Any] | Record | None = None,
    *,
    seats: Sequence[str] = (),
    level: int | None = None,
    width: int | None = None,
    seed: int | None = None,
    autosave: str | Path | None = AUTOSAVE,
    agent_options: Mapping[str, Any] | None = None,
    dice: str | Sequence[Any] = "auto",
    room: str | Path | None = None,
    name: str | None = None,
    **options: Any,
) -> BoardWidget | Gallery:
    """Return a board to play on.

    Parameters
    ----------
    what
        The name of a game, a state to start from, or a record to go on with. Without it the games
        are shown as pictures, and whoever presses one plays it.
    seats
        Who plays, by seat: ``"human"`` (the default), a level of the computer, ``"level 1"`` to
        ``"level 5"``, or the name of an agent. A game of any number of players gets as many
        as are named.
    level
        Short for a person against the computer at this level, the person first.
    width
        The width of the board in pixels; by default as large as the page has room for.
    seed
        Seeds the agents, the dice and, where chance makes it, the game's start; by default
        another one each time, kept in the record.
    autosave
        Where every move is written to at once; None turns it off. In a folder each game gets a
        file of its own. In a file ``*.txt`` a game that is there already goes on if it is the
        one on the board; any other game gets a numbered file beside it, and the board says so.
    agent_options
        Options of the agents, as for `polygames.agent`: ``{"seconds": 2.0}``.
    dice
        Where dice fall: ``"auto"`` rolls them from the seed, ``"hand"`` waits until somebody
        enters what real dice show, and a list is used up in turn, then waits.
    room
        Where somebody at another notebook plays the seats ``"remote"``: the address of a class with
        its code (``"http://192.168.1.5:8765/#482913"``), a file in a folder that both can write to,
        or ``"paste"`` for moves that are sent by mail. In a class the room says who sits where.
    name
        What this notebook is called in a class; by default as its user is.
    **options
        Options of the game, if `what` is its name. Territory begins as a contest, with the preset
        ``half``; the rules as they were published are ``preset="literal"``.

    Raises
    ------
    OptionError
        If a game, option or player is unknown, or a value out of range; nothing is made then.
    RecordError
        If the file of a room holds something else than a game.

    Examples
    --------
    >>> board = play("split", seats=("human", "greedy"), autosave=None)
    >>> board.play("draw 0,5 - 10,5")
    >>> board.record.moves[0]
    DrawLine(start=Spot(line=1, at=0.5), end=Spot(line=3, at=0.5))
    """
    width = width_of(width)
    if what is None:
        if options or seats or level is not None or room is not None:
            refuse("what to play", "must be named beside players and options", None)
        return Gallery(partial(play, width=width, autosave=autosave))
    if seed is None:
        kept = what.seed if isinstance(what, Record) else None
        seed = SystemRandom().randrange(2**31) if kept is None else kept
    names = names_of(seats)
    many = game(what).seats_option if isinstance(what, str) else None
    if many and (level is not None or len(names) > 1):
        options.setdefault(many, max(2, len(names)))
    named = dict(options)
    record = _record_of(what, seed_of(seed), options)
    if room is not None:
        _refuse_beside_room(level=level, agent_options=agent_options, dice=dice)
        session: Session = remote_session(
            record,
            room=room,
            seats=names,
            name=name,
            seed=seed_of(seed),
            autosave=autosave,
            named=named,
        )
        return _board_of(session, width)
    if REMOTE in names or name is not None:
        refuse("a player at another notebook", "needs the option room", names)
    session = Session(
        record,
        names or _against(record, level) or known_players(record),
        {} if agent_options is None else options_of_agents(agent_options),
        seed_of(seed),
        autosave,
        dice=rolls(record.state, dice),
    )
    return _board_of(session, width)


def puzzle(name: str, number: int = 1, *, width: int | None = None) -> BoardWidget:
    """Return a board with a puzzle: find the only best move.

    A right move goes on, to the end of the solution. A wrong one is answered, and put back.

    Parameters
    ----------
    name
        The name of a game.
    number
        Which puzzle, from 1 on; its stars say how hard it is.
    width
        The width of the board in pixels; by default as large as the page has room for.

    Raises
    ------
    OptionError
        If there is no such game, or it has no puzzle of this number.

    Examples
    --------
    >>> board = pg.puzzle("territory", 7)
    >>> board.play(pg.puzzles("territory")[6].solution[0])
    >>> board.record.moves[0] == pg.puzzles("territory")[6].solution[0]
    True
    """
    chosen = puzzle_of(name, number)
    board = play(chosen.state, width=width, seed=0, autosave=None)
    board.pose(chosen)
    return board


def train(
    path: str | Path = DECK, *, game: str | None = None, width: int | None = None
) -> BoardWidget:
    """Return a board that deals the cards of a deck: positions of one's own mistakes.

    Find a better move than the one you played. Moves that are as good as the best count as right.
    A card that you find comes back after ten minutes, then in days, one that you miss after a
    minute; the file keeps when. ``pg.collection("polygames-autosave").deck()`` makes a deck.

    Parameters
    ----------
    path
        The file of the deck.
    game
        The game to train; by default the one of which most cards are due.
    width
        The width of the board in pixels; by default as large as the page has room for.

    Raises
    ------
    RecordError
        If there is no deck, or it holds no card.
    OptionError
        If it holds no card of the game.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> deck = pg.collection(record).deck("deck.json", keep=None, progress=False)
    >>> board = pg.train("deck.json")
    >>> board.play("A-D")
    >>> len(pg.collection(record).deck("deck.json", keep=None, progress=False).due())
    0
    """
    need("fsrs", "a deck with due dates")
    deck = Deck(path)
    if not len(deck):
        msg = f'{path}: there are no cards. pg.collection("{AUTOSAVE}").deck() makes a deck.'
        raise RecordError(msg)
    counts = deck.games()
    chosen = max(counts, key=lambda name: counts[name]) if game is None else game
    if chosen not in counts:
        known = ", ".join(sorted(counts))
        refuse("the option game", f"must be one that the deck has cards of: {known}", game)
    board = play(
        next(c for c in deck if c.game == chosen).state, width=width, seed=0, autosave=None
    )
    board.train(deck)
    return board


def _board_of(session: Session, width: int | None) -> BoardWidget:
    kind = game(session.record.game).board.widget or BoardWidget
    try:
        board: BoardWidget = kind(session, size=width)
    except BaseException:
        session.close()
        raise
    return board


def _refuse_beside_room(*, level: object, agent_options: object, dice: object) -> None:
    """Refuse what a game with another notebook does not have."""
    for name, given in (("level", level), ("agent_options", agent_options)):
        if given is not None:
            refuse(f"the option {name}", "must not be given with the option room", given)
    if dice != "auto":
        refuse("the option dice", "must be 'auto' with the option room", dice)


def _record_of(what: str | State[Any] | Record, seed: int, options: dict[str, Any]) -> Record:
    """Return the record to play on: a new game by its name, with its options, or what is given."""
    if isinstance(what, str):
        info = game(what)
        if info.seed_option is not None:
            options.setdefault(info.seed_option, seed)
        ruled = {name for each in info.presets.values() for name in each}
        if not options.keys() & {"preset", *ruled}:
            options["preset"] = info.board.preset
        return Record(info.new(**options))
    if options:
        refuse("a game option", "needs the name of a game, because a position has its own", options)
    if isinstance(what, Record):
        return what
    if getattr(what, "game", None) not in games():
        refuse("what to play", "must be the name of a game, a state or a record", what)
    return Record(what)


def _against(record: Record, level: int | None) -> tuple[str, ...]:
    """Return a person and the computer at a level; nobody if no level is asked for."""
    if level is None:
        return ()
    number = whole("the option level", level, 1, len(game(record.game).engine.levels))
    return (HUMAN, *(f"level {number}",) * (record.start.seats - 1))
