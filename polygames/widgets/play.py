"""Opening a board: `polygames.play`, and `polygames.puzzle`."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from polygames.core.options import refuse, whole
from polygames.core.registry import game, games
from polygames.records.record import Record
from polygames.search.puzzles.collection import puzzle_of
from polygames.widgets import arguments
from polygames.widgets.arguments import HUMAN
from polygames.widgets.board import BoardWidget
from polygames.widgets.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from polygames.core.protocol import State

AUTOSAVE: Final = "polygames-autosave"
"""The folder of autosave records, in the working directory."""


def play(
    what: str | State[Any] | Record,
    *,
    seats: Sequence[str] = (),
    level: int | None = None,
    width: int | None = None,
    seed: int | None = None,
    autosave: str | Path | None = AUTOSAVE,
    agent_options: Mapping[str, Any] | None = None,
    dice: str | Sequence[Any] = "auto",
    **options: Any,
) -> BoardWidget:
    """Return a board to play on.

    Parameters
    ----------
    what
        The name of a game, a state to start from, or a record to go on with.
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
    **options
        Options of the game, if `what` is its name.

    Raises
    ------
    OptionError
        If a game, option or player is unknown, or a value out of range; nothing is made then.

    Examples
    --------
    >>> board = play("split", seats=("human", "greedy"), autosave=None)
    >>> board.play("draw 0,5 - 10,5")
    >>> board.record.moves[0]
    DrawLine(start=Spot(line=1, at=0.5), end=Spot(line=3, at=0.5))
    """
    width = arguments.width_of(width)
    if seed is None:
        kept = what.seed if isinstance(what, Record) else None
        seed = SystemRandom().randrange(2**31) if kept is None else kept
    names = arguments.names(seats)
    many = game(what).seats_option if isinstance(what, str) else None
    if many and (level is not None or len(names) > 1):
        options.setdefault(many, max(2, len(names)))
    record = _record_of(what, arguments.seed_of(seed), options)
    session = Session(
        record,
        names or _against(record, level) or arguments.known_players(record),
        {} if agent_options is None else arguments.options_of_agents(agent_options),
        arguments.seed_of(seed),
        autosave,
        dice=arguments.rolls(record.state, dice),
    )
    board: BoardWidget = (game(record.game).board.widget or BoardWidget)(session, size=width)
    return board


def puzzle(name: str, number: int = 1, *, width: int | None = None) -> BoardWidget:
    """Return a board with a puzzle: find the only best move.

    A right move goes on, to the end of the solution. A wrong one is answered, and put back.

    Parameters
    ----------
    name
        The name of a game.
    number
        Which puzzle, from 1 on; the first ones are the easiest.
    width
        The width of the board in pixels; by default as large as the page has room for.

    Raises
    ------
    OptionError
        If there is no such game, or it has no puzzle of this number.

    Examples
    --------
    >>> import polygames as pg
    >>> board = pg.puzzle("territory", 7)
    >>> board.play(pg.puzzles("territory")[6].solution[0])
    >>> board.record.moves[0] == pg.puzzles("territory")[6].solution[0]
    True
    """
    chosen = puzzle_of(name, number)
    board = play(chosen.state, width=width, seed=0, autosave=None)
    board.pose(chosen)
    return board


def _record_of(what: str | State[Any] | Record, seed: int, options: dict[str, Any]) -> Record:
    """Return the record to play on: a new game by its name, with its options, or what is given."""
    if isinstance(what, str):
        if (option := game(what).seed_option) is not None:
            options.setdefault(option, seed)
        return Record(game(what).new(**options))
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
