"""What is known of a game: its name, its options and where its parts are."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields, replace
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy, hook
from polygames.core.options import shown
from polygames.core.parts import GameBasics, GameBoard, GameEngine, GameGuide, GameText, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from polygames.core.plugs import FromText, Parse, SceneOf, Spell, ToText
    from polygames.core.protocol import Agent, State

__all__ = ["EVERY_GAME_HAS", "MOVES_BY_TEXT", "GameInfo", "Level", "check_options"]

EVERY_GAME_HAS = MappingProxyType(
    {
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": "polygames.search.baseline_agents:GreedyAgent",
        "minimax": "polygames.search.minimax:MinimaxAgent",
    }
)
"""The agents that need nothing of a game but its rules."""

MOVES_BY_TEXT = "polygames.core.notation:move_by_text"
"""What reads the moves of a game that has no reader of its own."""

GROUPS: MappingProxyType[str, Any] = MappingProxyType(
    {"text": GameText, "board": GameBoard, "guide": GameGuide, "engine": GameEngine}
)
"""The groups of parts by name."""


@dataclass(frozen=True, init=False)
class GameInfo(GameBasics):
    """The one door to a game: what it is called and where its parts are.

    Each part is a plug: a callable, or the `Lazy` name of one, so that nothing is imported before
    it is used. `polygames.core.plugs` says what each is called with and returns, and
    `polygames.core.parts` holds them in groups, by who asks: `text`, `board`, `guide`, `engine`.
    Whoever makes a `GameInfo` names the parts alone, without their groups, and so does
    `dataclasses.replace`. `GameInfo.of_folder` finds those of a folder by convention.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("territory").title
    'Territory'
    >>> pg.game("splitter").agents
    ('random', 'greedy', 'potential', 'expectimax', 'strong')
    """

    text: GameText
    """How moves and positions are read and written."""

    board: GameBoard
    """What a board shows."""

    guide: GameGuide
    """What forms and the help say."""

    engine: GameEngine
    """Who plays, and what searches and reviews ask."""

    def __init__(self, **parts: Any) -> None:
        """Put the parts into their groups; TypeError where one is missing or unknown."""
        for name, group in GROUPS.items():
            whole = parts.pop(name, None)
            own = {each.name for each in fields(group)} & parts.keys()
            named = {part: parts.pop(part) for part in own}
            made = group(**named) if whole is None else replace(whole, **named)
            object.__setattr__(self, name, made)
        super().__init__(**parts)

    @classmethod
    def of_folder(
        cls, package: str, *, agents: Mapping[str, str] = EVERY_GAME_HAS, **parts: Any
    ) -> GameInfo:
        """Name the parts of a game's folder: rules, notation and scene have fixed names.

        The scene stands in the room ``board/`` where the folder has one. Without a module
        ``notation`` the rules also read and write positions, and moves are read by their text.

        Parameters
        ----------
        package
            The package of the game, ``__name__`` in its ``__init__.py``.
        agents
            Dotted names (``"module:maker"``) of the makers of agents; without them those that
            every game has.
        **parts
            All else that `GameInfo` and its groups hold. Without them the title is the name, and
            two play.
        """
        spec = find_spec(f"{package}.board")
        scene = "scene" if spec is None else "board.scene"
        is_small = find_spec(f"{package}.notation") is None
        notation = "rules" if is_small else "notation"
        named = {
            "start": "rules:new",
            "parse": "notation:parse",
            "to_text": f"{notation}:to_text",
            "from_text": f"{notation}:from_text",
            "scene": f"{scene}:scene",
            "spell": f"{scene}:spell",
            "caption": f"{scene}:caption",
        }
        plugs = {part: Lazy(f"{package}.{path}") for part, path in named.items()}
        if is_small:
            plugs["parse"] = Lazy(MOVES_BY_TEXT)
        makers = {name: Lazy(path) for name, path in agents.items()}
        basic: dict[str, Any] = {
            "title": str(parts.get("name")).title(),
            "seats": 2,
            "rules_text": package,
        }
        return cls(**(plugs | basic | {"agent_makers": makers} | parts))

    @property
    def parse(self) -> Parse:
        """Read a legal move of a state."""
        return self.text.parse

    @property
    def to_text(self) -> ToText:
        """Write a position."""
        return self.text.to_text

    @property
    def from_text(self) -> FromText:
        """Read a position."""
        return self.text.from_text

    @property
    def scene(self) -> SceneOf:
        """Draw a state as primitives."""
        return self.board.scene

    @property
    def spell(self) -> Spell:
        """Name the targets to click, in order, that make a finite move."""
        return self.board.spell

    @property
    def rules(self) -> str:
        """The rules in words, as Markdown; empty where the game has none."""
        if not self.guide.rules_text:
            return ""
        from importlib.resources import files  # slow to load, and seldom needed

        return files(self.guide.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the game's agents, weakest first.

        Examples
        --------
        >>> import polygames as pg
        >>> pg.game("territory").agents
        ('random', 'greedy', 'denial', 'minimax')
        """
        return tuple(self.engine.agent_makers)

    @property
    def players_by_level(self) -> tuple[str, ...]:
        """The names of the game's levels, weakest first.

        Each stands for an agent wherever the name of one is asked for.

        Examples
        --------
        >>> import polygames as pg
        >>> pg.game("split").players_by_level
        ('level 1', 'level 2', 'level 3', 'level 4', 'level 5')
        """
        return tuple(f"level {number}" for number in range(1, len(self.engine.levels) + 1))

    @property
    def defaults(self) -> dict[str, Any]:
        """The options of `new` with their default values.

        Examples
        --------
        >>> import polygames as pg
        >>> pg.game("split").defaults["fill_limit"]
        5.0
        """
        parameters = inspect.signature(_loaded(self.start)).parameters
        return {name: parameter.default for name, parameter in parameters.items()}

    def new(self, /, *, preset: str | None = None, **options: Any) -> State[Any]:
        """Return the first state of a game.

        Parameters
        ----------
        preset
            The name of a set of options; what is given beside it wins.
        **options
            The game's own options, see `defaults`.

        Raises
        ------
        OptionError
            If the preset or an option is unknown, or a value is out of range.

        Examples
        --------
        >>> import polygames as pg
        >>> pg.game("split").new(preset="2026", min_area=0.5).options["min_area"]
        0.5
        """
        if preset is not None:
            options = {**_pick(self.presets, preset, f"preset of {self.name}"), **options}
        for name in options:
            _pick(self.defaults, name, f"option of {self.name}")
        return self.start(**options)

    def agent(self, name: str, /, **options: Any) -> Agent:
        """Return a player of this game; OptionError if the name or an option is unknown.

        Examples
        --------
        >>> import polygames as pg
        >>> from random import Random
        >>> info = pg.game("splinter")
        >>> str(info.agent("random").choose(info.new(), Random(1)))
        'f11-f12'
        """
        if isinstance(name, str) and name in self.players_by_level:
            return self._player_of(name, options)
        known = {**self.engine.agent_makers, **dict.fromkeys(self.players_by_level)}
        maker = _pick(known, name, f"agent of {self.name}")
        check_options(maker, options, f"the agent {name!r} of {self.name}")
        player: Agent = maker(**options)
        return player

    def _player_of(self, name: str, options: Mapping[str, Any]) -> Agent:
        """Return who plays at a level, which is what its options make it."""
        if options:
            msg = f"{name} of {self.name} takes no options: they are what makes it a level"
            raise OptionError(msg)
        level = self.engine.levels[self.players_by_level.index(name)]
        player = self.agent(level.agent, **level.options)
        if not level.slips:
            return player
        careless: Agent = hook("careless agent")(player, level.slips)
        return careless

    def __repr__(self) -> str:
        """Name the game, its seats, presets and agents."""
        parts = f"seats={self.seats}, presets={tuple(self.presets)}, agents={self.agents}"
        return f"GameInfo({self.name!r}, {parts})"


def check_options(part: Callable[..., Any], options: Mapping[str, Any], of: str) -> None:
    """Refuse options that a function has no parameter for: OptionError names those it has.

    Examples
    --------
    >>> check_options(sorted, {"size": 3}, "sorted")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: unknown option of sorted: 'size' (known: ...)
    """
    if not options:  # most have none, and a signature takes longer than a quick game's moves
        return
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
