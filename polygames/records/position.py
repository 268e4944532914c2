"""What names a position: a game with its options, a state, a record, or a text or file of one.

Every function that begins somewhere takes all of these, and so does the command line: see `Start`.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from polygames.core import registry
from polygames.core.errors import OptionError, PolygamesError, RecordError
from polygames.core.keywords import suggestion, unknown_keyword
from polygames.core.lazy import Lazy
from polygames.core.options import BYTE_ORDER_MARK, number, refuse, short_repr
from polygames.core.state import from_json, is_state
from polygames.records.files import resolve_path, text_of
from polygames.records.picture import svg_of
from polygames.records.record import Record
from polygames.scene.model import Primitive
from polygames.scene.svg import svg as svg_of_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from random import Random

    from polygames.core.plugs import Encoding
    from polygames.core.protocol import State
    from polygames.scene.model import Scene


class Placed(Protocol):
    """What stands at a position: a record, a puzzle."""

    @property
    def state(self) -> State[Any]:
        """The position."""


Position: TypeAlias = "str | os.PathLike[str] | State[Any] | Placed"
"""What names a position; a game of a collection and a board do so, too."""

Options: TypeAlias = "Mapping[str, Any] | None"
"""Options of a game that is named, as ``options={"size": 6, "seed": 5}``. Those that the function
has no option of the same name for may also stand beside its own: ``size=6``."""

POSITION_EXPECTED = (
    "must be the name of a game, a state, a record, or a file of a record or a position"
)


class Start(NamedTuple):
    """Where games begin.

    Examples
    --------
    >>> start_of("polygon", {"n": 5}).state() == pg.new("polygon", n=5)
    True
    >>> record = pg.Record(pg.new("polygon", n=5))
    >>> record.push("A-C")
    >>> path = record.save("game.txt")
    >>> start_of(record).state() == start_of(path).state() == start_of(record.state).state()
    True
    """

    game: str
    options: Mapping[str, Any] = {}
    """The options to begin the game with, if it is given by its name."""
    given: State[Any] | Record | None = None
    """A position of one's own."""

    def state(self, chance: Random | None = None) -> State[Any]:
        """Return the position, of a record the one where it stands.

        Where chance makes the start of a game, and no option seeds it, it is by this chance.
        """
        if isinstance(self.given, Record):
            return self.given.state
        if self.given is not None:
            return self.given
        info, options = registry.game(self.game), dict(self.options)
        if chance is not None and info.seed_option not in {None, *options}:
            options[str(info.seed_option)] = chance.getrandbits(32)
        return info.new(**options)

    def record(self) -> Record:
        """Return the record that was given, or a new one that begins at the position."""
        return self.given if isinstance(self.given, Record) else Record(self.state())

    def own(self) -> State[Any] | None:
        """Return the position of one's own, if it is one."""
        return None if self.given is None else self.state()

    def also(self, options: Mapping[str, Any]) -> Start:
        """Return the same with more options of the game; OptionError if it is a position."""
        if options and self.given is not None:
            names = ", ".join(map(str, options))
            msg = f"a position has its options already: {names} cannot be given"
            raise OptionError(msg)
        if both := self.options.keys() & options.keys():
            msg = f"the option {min(both)} of {self.game} is given twice, also in options="
            raise OptionError(msg)
        return self._replace(options={**self.options, **options})


def start_of(
    what: Position,
    options: Options = None,
    more: Mapping[str, Any] | None = None,
    function: Callable[..., Any] | None = None,
) -> Start:
    """Return where to begin.

    Parameters
    ----------
    what
        See `Position`.
    options, more
        Options of the game, if it is named; see `Options`. A position has its own.
    function
        The function that was called with `more`, for the message about an unknown keyword.

    Raises
    ------
    OptionError
        If it names no position, or options stand beside one that has its own.
    RecordError, PositionError
        If it is a file or text that cannot be read.

    Examples
    --------
    >>> start_of("chess")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown game 'chess': choose from polygon, ...
    >>> start_of(3)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: a position must be the name of a game, a state, ..., not 3
    """
    if options is not None and not isinstance(options, Mapping):
        refuse("options", 'must be the options of a game, such as {"size": 6}', options)
    if isinstance(what, str) and what in registry.games():
        start = Start(what)
    else:
        given = _resolve_source(what)
        start = Start(given.game, given=given)
    start = start.also(options or {})
    check_keywords(start, function, more or {})
    return start.also(more or {})


def check_keywords(
    start: Start,
    function: Callable[..., Any] | None,
    more: Mapping[str, Any],
    part: Mapping[str, Iterable[str]] | None = None,
) -> None:
    """Raise OptionError for the first keyword that is no option of the game, nor of a part of it.

    Parameters
    ----------
    start
        Where to begin: it has the game.
    function
        The function that was called; without it `GameInfo.new` checks the options.
    more
        The keywords that are no parameters of the function.
    part
        The options of a part of the game, by its name: ``{"its encoding": ("cells",)}``.

    Examples
    --------
    >>> check_keywords(start_of("polygon"), pg.match, {"n_jobs": 2})
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: match() has no keyword 'n_jobs', did you mean 'workers'? ...
    """
    if not more or function is None:
        return
    of_game = ("preset", *registry.game(start.game).defaults)
    of_part = [name for names in (part or {}).values() for name in names]
    for name in more:
        if name not in of_game and name not in of_part:
            others = {} if start.given is not None else {start.game: of_game}
            raise unknown_keyword(function, name, {**(part or {}), **others})


def state_of(
    what: Position,
    options: Options = None,
    more: Mapping[str, Any] | None = None,
    function: Callable[..., Any] | None = None,
) -> State[Any]:
    """Return the position that is named; see `start_of`."""
    if is_state(what) and options is None and not more:
        return what
    return start_of(what, options, more, function).state()


def moves_of(what: Position, who: str) -> Record:
    """Return the record that is named; OptionError where it is a position alone, without moves."""
    given = start_of(what).given
    if not isinstance(given, Record):
        refuse(who, "needs the moves of a game: a record, or a file of one", what)
    return given


def numbered_start(
    what: Position,
    options: Options,
    more: Mapping[str, Any],
    function: Callable[..., Any] | None,
) -> tuple[Start, dict[str, Any]]:
    """Return where to begin, and those options that are for the encoding of the game.

    OptionError if the game has no encoding.
    """
    start = start_of(what, options)
    encoding = _encoding_maker(start.game)
    own, rest = split_options(encoding, more)
    check_keywords(start, function, rest, {"its encoding": defaults_of(encoding)})
    return start.also(rest), own


def encoding_of(start: State[Any], **options: Any) -> Encoding:
    """Return the encoding of the moves and positions of a game; OptionError if it has none.

    Examples
    --------
    >>> encoding_of(pg.new("splinter")).actions
    2160
    """
    return _encoding_maker(start.game)(start, **options)


def _encoding_maker(game: str) -> Callable[..., Encoding]:
    maker = registry.game(game).engine.encoding
    if maker is None:
        msg = f"{game} has no encoding, which batches and bridges to other frameworks need: its "
        msg += "moves have no numbers. Give its GameInfo one (GameEngine.encoding)"
        raise OptionError(msg)
    return maker


def split_options(
    part: Callable[..., Any] | None, options: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return those options that a part of a game has, and the others."""
    if not options:  # most have none, and a signature takes longer than a quick game's moves
        return {}, {}
    known = defaults_of(part)
    own = {name: value for name, value in options.items() if name in known}
    return own, {name: value for name, value in options.items() if name not in known}


def defaults_of(part: Callable[..., Any] | None) -> dict[str, Any]:
    """Return the options of a part of a game with their defaults."""
    loaded = part.load() if isinstance(part, Lazy) else part
    parameters = inspect.signature(loaded).parameters.values() if loaded else ()
    return {each.name: each.default for each in parameters if each.default is not each.empty}


def record_of_text(text: str) -> Record:
    """Read a record, or a position as text or JSON, of which a record is begun."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    first = text.split(maxsplit=1)[:1]
    if text.lstrip().startswith("{"):
        return Record(from_json(text))
    if first and first[0] in registry.games():
        return Record(registry.from_text(text))
    return Record.from_text(text)


def _resolve_source(what: Any) -> State[Any] | Record:
    """Return a position that is not the start of a game that is named."""
    if isinstance(what, str | os.PathLike):
        return _read(what)
    inside = (getattr(what, name, None) for name in ("record", "state"))  # of a board, a puzzle
    for each in (what, *inside):
        if isinstance(each, Record) or is_state(each):
            return each
    return refuse("a position", POSITION_EXPECTED, what)


def _read(name: str | os.PathLike[str]) -> Record:
    """Read what a text or a file holds."""
    if isinstance(name, str) and ("\n" in name or name.lstrip().startswith("{")):
        return record_of_text(name)
    if name == "":
        raise _unknown_game(name)
    path = resolve_path(name, "a position")
    try:
        return record_of_text(text_of(path))
    except FileNotFoundError:
        is_game = isinstance(name, str) and not path.suffix and len(path.parts) == 1
        raise _unknown_game(str(name)) if is_game else _no_file(path) from None
    except OSError as error:
        no_game = ", and no game of this name is installed" if path.is_dir() else ""
        msg = f"{path}: {error.strerror or error}{no_game}"
        raise RecordError(msg) from None
    except PolygamesError as error:
        msg = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
        raise type(error)(msg) from None


def _unknown_game(name: str) -> OptionError:
    games = registry.games()
    msg = (
        f"unknown game {short_repr(name)}{suggestion(name, games)}: choose from {', '.join(games)}"
    )
    return OptionError(f"{msg}, or name a file")


def _no_file(path: Path) -> RecordError:
    return RecordError(f"no such file: {short_repr(str(path))}")


def svg(
    what: Position | Scene,
    width: float = 480,
    *,
    title: str | None = None,
    options: Options = None,
    **more: Any,
) -> str:
    """Return the picture of a position, or of a scene, as an SVG document.

    Parameters
    ----------
    what
        The name of a game, a state, a record or a file of one (its position, with the last move and
        all that is drawn on it), or the primitives of a scene in painting order.
    width
        Of the picture in pixels; the height follows.
    title
        What a screen reader says of the picture; by default the game's name and what its board
        says of this position, and "Board" for a scene.
    options, **more
        Options of a game that is named; see `polygames.records.position.Options`.

    Returns
    -------
    str
        One ``<svg>`` element, fit for a page or a file.

    Raises
    ------
    OptionError
        If it is none of these.

    Examples
    --------
    >>> state = pg.new("splinter")
    >>> picture = svg(state, 300)
    >>> picture == svg(pg.game("splinter").scene(state), 300, title="Splinter: White moves a piece")
    True
    """
    width = number("the width of a picture", width, 1, 100_000)
    if isinstance(what, (tuple, list)) and all(isinstance(each, Primitive) for each in what):
        return svg_of_scene(tuple(what), width, title=title or "Board")
    return svg_of(start_of(cast("Position", what), options, more, svg).record(), width, title)
