"""Positions from any source: a game, a state, a record, or a text or file of one.

Every function that needs a position accepts all of these, and so does the command line; see
`Start`.
"""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from polygames.core import registry
from polygames.core.errors import OptionError, PolygamesError, RecordError
from polygames.core.keywords import checked_keywords, unknown_keyword_error, unknown_name_text
from polygames.core.lazy_imports import Lazy
from polygames.core.options import BYTE_ORDER_MARK, check_number, raise_option_error, short_repr
from polygames.core.state import from_json, is_state
from polygames.records.atomic_files import read_text, resolve_path
from polygames.records.position_marks import svg_of
from polygames.records.record import Record
from polygames.scene.model import Primitive
from polygames.scene.svg import svg as svg_of_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from random import Random

    from polygames.core.plugs import Encoding
    from polygames.core.protocol import State
    from polygames.scene.model import Scene


class HasState(Protocol):
    """An object with a position, such as a record or a puzzle."""

    @property
    def state(self) -> State[Any]:
        """The position."""


Position: TypeAlias = "str | os.PathLike[str] | State[Any] | HasState"
"""Any source of a position, including a game of a collection and a board."""

POSITION_EXPECTED = (
    "must be the name of a game, a state, a record, or a file of a record or a position"
)


class Start(NamedTuple):
    """The start of a game: its default start, or a given position or record.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=5))
    >>> record.push("A-C")
    >>> path = record.save("game.txt")
    >>> start_of(record).state() == start_of(path).state() == start_of(record.state).state()
    True
    """

    game: str
    position: State[Any] | Record | None = None
    """The position or record, if one is given."""

    def state(self, rng: Random | None = None) -> State[Any]:
        """Return the position at the start; for a record, the position at its current node.

        If the game has a random start, `rng` seeds it.
        """
        if isinstance(self.position, Record):
            return self.position.state
        if self.position is not None:
            return self.position
        info = registry.game(self.game)
        if rng is None or info.seed_option is None:
            return info.new()
        seed: dict[str, Any] = {info.seed_option: rng.getrandbits(32)}
        return info.new(**seed)

    def record(self) -> Record:
        """Return the given record, or a new one that begins at the position."""
        return self.position if isinstance(self.position, Record) else Record(self.state())

    def custom_state(self) -> State[Any] | None:
        """Return the given position, or None if the start is only the name of a game."""
        return None if self.position is None else self.state()


def start_of(source: Position) -> Start:
    """Return the `Start` for any source of a position: a name, state, record, text or file.

    Parameters
    ----------
    source
        The source; see `Position`.

    Raises
    ------
    OptionError
        If it is not a position.
    RecordError, PositionError
        If a file or text cannot be parsed.

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
    if isinstance(source, str) and source in registry.games():
        return Start(source)
    given = _resolve_source(source)
    return Start(given.game, given)


def start_options(
    start: Start, options: Mapping[str, Any], function: Callable[..., Any]
) -> dict[str, Any]:
    """Return the options with which a function is to make a start, such as `polygames.play`.

    Raise OptionError if one is unknown, or if the start is not the name of a game.

    Examples
    --------
    >>> start_options(start_of("polygon"), {"levle": 2}, pg.play)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown option 'levle' of play(): did you mean 'level'? ...
    """
    known = ("preset", *registry.game(start.game).defaults)
    for name in options:
        if name not in known:
            listed = known if start.position is None else ()
            raise unknown_keyword_error(function, name, start.game, listed)
    if options and start.position is not None:
        msg = "options need the name of a game, not a position: leave out "
        raise OptionError(msg + ", ".join(options))
    return dict(options)


def state_of(source: Position) -> State[Any]:
    """Return the state in any source of a position; see `start_of`."""
    return source if is_state(source) else start_of(source).state()


def record_of(source: Position, label: str) -> Record:
    """Return the record in a source; raise OptionError if the source is only a position."""
    given = start_of(source).position
    if not isinstance(given, Record):
        raise_option_error(label, "needs the moves of a game: a record, or a file of one", source)
    return given


def encoding_of(start: State[Any], **options: Any) -> Encoding:
    """Return a game's encoding of moves and positions.

    Raise OptionError if the game has no encoding, or its encoding has no such option.

    Examples
    --------
    >>> encoding_of(pg.new("splinter")).actions
    2160
    """
    maker = registry.game(start.game).engine.encoding
    if maker is None:
        msg = f"{start.game} has no encoding, which batches and bridges to other frameworks need: "
        raise OptionError(msg + "give its GameEngine an encoding")
    loaded = maker.load() if isinstance(maker, Lazy) else maker
    encoding: Encoding = checked_keywords(loaded)(start, **options)
    return encoding


def split_options(
    part: Callable[..., Any] | None, options: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two dicts: the options that a part of a game accepts, and all others."""
    if not options:  # most calls have none, and inspecting a signature is slower than a quick game
        return {}, {}
    known = defaults_of(part)
    own = {name: value for name, value in options.items() if name in known}
    return own, {name: value for name, value in options.items() if name not in known}


def defaults_of(part: Callable[..., Any] | None) -> dict[str, Any]:
    """Return the options of a part of a game with their default values."""
    loaded = part.load() if isinstance(part, Lazy) else part
    parameters = inspect.signature(loaded).parameters.values() if loaded else ()
    return {each.name: each.default for each in parameters if each.default is not each.empty}


def record_of_text(text: str) -> Record:
    """Return the record in a text, or a new record that begins at a position in text or JSON."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    first = text.split(maxsplit=1)[:1]
    if text.lstrip().startswith("{"):
        return Record(from_json(text))
    if first and first[0] in registry.games():
        return Record(registry.from_text(text))
    return Record.from_text(text)


def _resolve_source(source: Any) -> State[Any] | Record:
    """Return the state or record in any source of a position except the name of a game."""
    if isinstance(source, str | os.PathLike):
        return _read_source(source)
    inside = (getattr(source, name, None) for name in ("record", "state"))  # of a board, a puzzle
    for each in (source, *inside):
        if isinstance(each, Record) or is_state(each):
            return each
    return raise_option_error("a position", POSITION_EXPECTED, source)


def _read_source(name: str | os.PathLike[str]) -> Record:
    """Return a record from a text or a file that contains a record or a position."""
    if isinstance(name, str) and ("\n" in name or name.lstrip().startswith("{")):
        return record_of_text(name)
    if name == "":
        raise _unknown_game(name)
    path = resolve_path(name, "a position")
    try:
        return record_of_text(read_text(path))
    except FileNotFoundError:
        is_game = isinstance(name, str) and not path.suffix and len(path.parts) == 1
        raise _unknown_game(str(name)) if is_game else _missing_file(path) from None
    except OSError as error:
        no_game = ", and no game of this name is installed" if path.is_dir() else ""
        msg = f"{path}: {error.strerror or error}{no_game}"
        raise RecordError(msg) from None
    except PolygamesError as error:
        msg = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
        raise type(error)(msg) from None


def _unknown_game(name: str) -> OptionError:
    return OptionError(f"{unknown_name_text('game', name, registry.games())}, or name a file")


def _missing_file(path: Path) -> RecordError:
    return RecordError(f"no such file: {short_repr(str(path))}")


@checked_keywords
def svg(source: Position | Scene, width: float = 480, *, title: str | None = None) -> str:
    """Return the picture of a position, or of a scene, as an SVG document.

    Parameters
    ----------
    source
        A game's name, a state, a record or a file of one (its position, with the last move and the
        marks), or the primitives of a scene in painting order.
    width
        The width of the picture in pixels; the height is computed.
    title
        The text for screen readers. The default is the game's name with the status line of its
        board, or "Board" for a scene.

    Returns
    -------
    str
        One ``<svg>`` element, for a page or a file.

    Raises
    ------
    OptionError
        If `source` is none of these.

    Examples
    --------
    >>> state = pg.new("splinter")
    >>> picture = svg(state, 300)
    >>> picture == svg(pg.game("splinter").scene(state), 300, title="Splinter: White moves a piece")
    True
    """
    width = check_number("the width of a picture", width, 1, 100_000)
    if isinstance(source, (tuple, list)) and all(isinstance(each, Primitive) for each in source):
        return svg_of_scene(tuple(source), width, title=title or "Board")
    return svg_of(start_of(cast("Position", source)).record(), width, title)
