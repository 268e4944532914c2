"""Where games are found: every folder of ``polygames/games``, and what `register` adds."""

from __future__ import annotations

import inspect
import pkgutil
import re
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError, PositionError
from polygames.core.lazy import Lazy
from polygames.core.options import shown
from polygames.core.reading import sized

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from polygames.core.protocol import Agent, State

__all__ = [
    "GameInfo",
    "agent",
    "check_options",
    "from_text",
    "game",
    "games",
    "info_of",
    "new",
    "register",
]


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """The one door to a game: what it is called and where its parts are.

    Each part is a callable; `GameInfo.of_folder` names those of a folder by convention, so
    that nothing is imported before it is used.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("territory").title
    'Territory'
    >>> pg.game("splitter").agents
    ('random', 'greedy', 'potential', 'expectimax', 'strong')
    """

    name: str
    """The name in `polygames.game`, in records and as first word of a position's text."""

    title: str
    """The name for people."""

    summary: str
    """The game in one sentence."""

    seats: int
    """How many play, unless an option says otherwise."""

    start: Callable[..., State[Any]]
    """Make the first state from keyword options (`new` checks and adds presets)."""

    parse: Callable[[State[Any], str], Any]
    """Read a legal move of a state."""

    to_text: Callable[[State[Any]], str]
    """Write a position."""

    from_text: Callable[[str], State[Any]]
    """Read a position."""

    scene: Callable[..., tuple[Any, ...]]
    """Draw a state as primitives."""

    spell: Callable[[Any], tuple[str, ...]]
    """Name the targets to click, in order, that make a finite move."""

    caption: Callable[[State[Any]], Any]
    """Say in words what is going on: status line and one label per seat."""

    agent_makers: Mapping[str, Callable[..., Agent]]
    """Makers of the game's agents by name, weakest first; they take keyword options only."""

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options."""

    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The values that a form offers for an option, where there are few."""

    rules_text: str = ""
    """The dotted name of the package that holds RULES.md."""

    evaluate: Callable[[State[Any], int], float] | None = None
    """Estimate a state for a seat (heuristic; higher is better)."""

    preview: Callable[[State[Any], Any], Any] | None = None
    """Say and draw what a finite move would do."""

    mark: Callable[[State[Any], Any, str], tuple[Any, ...]] | None = None
    """Draw a move over the state it is played in, in a colour: the last move, a hint."""

    boundary: Callable[[State[Any]], Any] | None = None
    """The edges that take the ends of a line, where moves form a continuum."""

    kernel: Lazy | None = None
    """The module of the compiled twin of the rules."""

    rollout: Callable[[State[Any], Random], tuple[int, frozenset[int]]] | None = None
    """Play random moves to the end, faster than state by state, where there is no kernel: the
    plies, and who won."""

    solver: Callable[..., Any] | None = None
    """A solver that knows the game, in place of the general one (`polygames.solve`)."""

    analyse: Callable[..., Any] | None = None
    """Judge the moves of a state, in place of the general way (`polygames.analyse`)."""

    widget: Callable[..., Any] | None = None
    """The class of the game's own board, in place of the general one."""

    @classmethod
    def of_folder(cls, package: str, *, agents: Mapping[str, str], **parts: Any) -> GameInfo:
        """Name the parts of a game's folder: rules, notation and scene have fixed names.

        The scene stands in the room ``board/`` where the folder has one.

        Parameters
        ----------
        package
            The package of the game, ``__name__`` in its ``__init__.py``.
        agents
            Dotted names (``"module:maker"``) of the makers of agents.
        **parts
            Everything else that `GameInfo` holds.
        """
        spec = find_spec(f"{package}.board")
        scene = "scene" if spec is None else "board.scene"
        named = {
            "start": "rules:new",
            "parse": "notation:parse",
            "to_text": "notation:to_text",
            "from_text": "notation:from_text",
            "scene": f"{scene}:scene",
            "spell": f"{scene}:spell",
            "caption": f"{scene}:caption",
        }
        plugs = {part: Lazy(f"{package}.{path}") for part, path in named.items()}
        makers = {name: Lazy(path) for name, path in agents.items()}
        return cls(**(plugs | {"agent_makers": makers, "rules_text": package} | parts))

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the game's agents, weakest first.

        Examples
        --------
        >>> game("territory").agents
        ('random', 'greedy', 'denial', 'minimax')
        """
        return tuple(self.agent_makers)

    @property
    def defaults(self) -> dict[str, Any]:
        """The options of `new` with their default values.

        Examples
        --------
        >>> game("split").defaults["fill_limit"]
        5.0
        """
        parameters = inspect.signature(_loaded(self.start)).parameters
        return {name: parameter.default for name, parameter in parameters.items()}

    def new(self, /, *, preset: str | None = None, **options: Any) -> State[Any]:
        """Return the first state of a game.

        Parameters
        ----------
        preset
            The name of a set of options. Options that you give as well take priority.
        **options
            The game's own options, see `defaults`.

        Raises
        ------
        OptionError
            If the preset or an option is unknown, or a value is out of range.

        Examples
        --------
        >>> game("split").new(preset="2026", min_area=0.5).options["min_area"]
        0.5
        """
        if preset is not None:
            options = {**_pick(self.presets, preset, f"preset of {self.name}"), **options}
        for name in options:
            _pick(self.defaults, name, f"option of {self.name}")
        return self.start(**options)

    def agent(self, name: str, /, **options: Any) -> Agent:
        """Return an agent of this game; OptionError if the name or an option is unknown.

        Examples
        --------
        >>> from random import Random
        >>> info = game("splinter")
        >>> str(info.agent("random").choose(info.new(), Random(1)))
        'f11-f12'
        """
        maker = _pick(self.agent_makers, name, f"agent of {self.name}")
        check_options(maker, options, f"the agent {name!r} of {self.name}")
        player: Agent = maker(**options)
        return player

    def __repr__(self) -> str:
        """Name the game, its seats, presets and agents."""
        parts = f"seats={self.seats}, presets={tuple(self.presets)}, agents={self.agents}"
        return f"GameInfo({self.name!r}, {parts})"


_registered: dict[str, GameInfo] = {}

_NAME = re.compile(r"[^\W\d_][\w-]{0,49}")


def register(info: GameInfo) -> None:
    """Add a game from outside the package; OptionError if its name is taken or not allowed.

    A name has at most 50 letters, digits, ``_`` and ``-``, and begins with a letter, so that
    records and positions can name it.

    Examples
    --------
    >>> register(game("split"))
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: cannot register 'split': a game of this name exists
    """
    name = info.name
    if isinstance(name, str) and name in games():
        msg = f"cannot register {name!r}: a game of this name exists"
        raise OptionError(msg)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        msg = f"cannot register {shown(name)}: a name is up to 50 letters, digits, '_' and '-', "
        raise OptionError(msg + "a letter first")
    _registered[name] = info


def games() -> tuple[str, ...]:
    """Return the names of all games, sorted.

    Examples
    --------
    >>> games()
    ('polygon', 'splinter', 'split', 'splitter', 'territory')
    """
    return tuple(sorted({*_folders(), *_registered}))


def game(name: str) -> GameInfo:
    """Return a game by its name; OptionError if there is no such game.

    Examples
    --------
    >>> game("split").seats
    2
    >>> game("chess")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown game 'chess': choose from ...
    """
    if not isinstance(name, str) or name not in games():
        msg = f"unknown game {shown(name)}: choose from {', '.join(games())}"
        raise OptionError(msg)
    if name in _registered:
        return _registered[name]
    info: GameInfo = import_module(f"polygames.games.{name}").INFO
    return info


find = game  # for functions with a parameter of that name


def info_of(state: State[Any]) -> GameInfo:
    """Return the game that a state belongs to.

    Examples
    --------
    >>> info_of(new("polygon")).name
    'polygon'
    """
    return game(state.game)


def new(name: str, /, **options: Any) -> State[Any]:
    """Return the first state of a game: ``new("split", preset="2026")``.

    Examples
    --------
    >>> new("polygon", n=7).legal_moves.finite
    True
    >>> len(new("polygon", n=3).legal_moves)
    0
    """
    return game(name).new(**options)


def agent(name: str, /, *, game: str, **options: Any) -> Agent:
    """Return an agent: ``agent("greedy", game="split").choose(state, rng)``.

    Examples
    --------
    >>> from random import Random
    >>> state = new("polygon", n=5)
    >>> str(agent("random", game="polygon").choose(state, Random(1)))
    'B-D'
    """
    return find(game).agent(name, **options)


def from_text(text: str) -> State[Any]:
    """Read a position from text; its first word is the name of the game.

    Raises
    ------
    PositionError
        If the text is not a position of a known game.

    Examples
    --------
    >>> state = new("territory", size=6)
    >>> from_text(state.to_text()) == state
    True
    >>> from_text("")
    Traceback (most recent call last):
    ...
    polygames.core.errors.PositionError: not a position: it begins with '', not with one of ...
    """
    text = sized(text, "not a position", PositionError)
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    if name not in games():
        msg = f"not a position: it begins with {shown(name)}, not with one of {', '.join(games())}"
        raise PositionError(msg)
    return game(name).from_text(text)


@cache
def _folders() -> tuple[str, ...]:
    """Return the names of the folders of games: they stay what they are while Python runs."""
    path = import_module("polygames.games").__path__
    return tuple(module.name for module in pkgutil.iter_modules(path) if module.ispkg)


def check_options(part: Callable[..., Any], options: Mapping[str, Any], of: str) -> None:
    """Refuse options that a function has no parameter for: OptionError names those it has.

    Examples
    --------
    >>> check_options(sorted, {"size": 3}, "sorted")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown option of sorted: 'size' (known: ...)
    """
    known = inspect.signature(_loaded(part)).parameters
    for option in options:
        _pick(known, option, f"option of {of}")


def _loaded(part: Callable[..., Any]) -> Callable[..., Any]:
    loaded: Callable[..., Any] = part.load() if isinstance(part, Lazy) else part
    return loaded


def _pick(names: Mapping[str, Any], name: str, what: str) -> Any:
    if not isinstance(name, str) or name not in names:
        known = ", ".join(repr(known) for known in names) or "there is none"
        msg = f"unknown {what}: {shown(name)} (known: {known})"
        raise OptionError(msg)
    return names[name]
