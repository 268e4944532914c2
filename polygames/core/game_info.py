"""The description of a game: its name, its options, and the locations of its parts.

The parts are in groups: text, board, guide and engine. A part is a *plug*: a function, a class, or
the `Lazy` name of one, so that nothing is loaded before it is used. A plug takes the states and
moves of its own game, which are typed ``Any`` here. ``...`` stands for further keyword options of
a part, each with a default; `inspect.signature` lists them.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, fields, replace
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.game_options import find_options
from polygames.core.keywords import unknown_name_text
from polygames.core.lazy_imports import Lazy, load_plug
from polygames.core.options import check_not_over, whole
from polygames.core.plugs import DEFAULT_VERDICTS, Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from polygames.core.analysis import Analysis, MoveValue, Solution
    from polygames.core.game_options import Option
    from polygames.core.measures import AreaLike, Quantity
    from polygames.core.plugs import Encoding, Kernel, PuzzleModule
    from polygames.core.protocol import Agent, Evaluate, Seat, State
    from polygames.scene.model import (
        Boundary,
        Caption,
        Motion,
        MoveLook,
        Point,
        Preview,
        Scene,
    )

_general_agents: dict[str, str] = {}

GENERAL_AGENTS: MappingProxyType[str, str] = MappingProxyType(_general_agents)
"""The agents that work in every game, from its rules alone."""


_command_agents: list[Lazy] = []


def register_general_agents(agents: Mapping[str, str], command_agent: Lazy) -> None:
    """Register the agents for every game, and the agent that is a program.

    They are in higher layers, so they are registered by their dotted names.
    """
    _general_agents.update(agents)
    _command_agents[:] = [command_agent]


def command_agent(options: Mapping[str, Any]) -> Agent:
    """Return an agent that is a program; raise OptionError if an option is unknown."""
    maker = _command_agents[0].load()
    check_options(maker, options, "an agent with a command")
    player: Agent = maker(**options)
    return player


DEFAULT_MOVE_PARSER = "polygames.core.notation:move_by_text"
"""The default parser of moves, for games without a parser of their own."""

PART_LOCATIONS: MappingProxyType[str, str] = MappingProxyType(
    {
        "solver": "solver:solve",
        "deepen": "analysis:deepen",
        "best_by_target": "analysis:best_by_target",
        "move_kind": "analysis:move_kind",
        "luck": "analysis:luck",
        "expected_scores": "analysis:expected_scores",
        "evaluate": "agents:evaluate",
        "kernel": "engine.kernel",
        "puzzles": "puzzles",
        "symmetry_images": "symmetry:symmetry_images",
        "encoding": "encoding:{title}Encoding",
        "describe_move": "{board}explanations:describe_move",
        "explain_move": "{board}explanations:explain_move",
        "mistake_kind": "{board}explanations:mistake_kind",
        "reasons_for_move": "{board}explanations:reasons_for_move",
        "preview": "{board}scene:preview",
        "short_label": "{board}explanations:short_label",
        "moves_by_clicks": "{board}scene:moves_by_clicks",
        "highlight_move": "{board}scene:highlight_move",
        "move_style": "{board}scene:move_style",
        "motion": "{board}scene:motion",
        "boundary": "{board}scene:boundary",
        "overlay": "{board}overlay:overlay",
        "end_point_overlay": "{board}overlay:end_point_overlay",
        "areas": "{board}measures:areas",
        "curves": "{board}measures:curves",
        "first_steps": "{board}first_steps:first_steps",
        "view": "{board}view:{title}View",
        "widget": "{board}widget:{title}Board",
    }
)
"""The module and name of each optional part in the folder of a game."""


@dataclass(frozen=True)
class Level:
    """A playing strength of the computer: an agent, its options, and a rate of random moves.

    Examples
    --------
    >>> pg.game("splitter").engine.levels[0].agent
    'greedy'
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    random_move_rate: float = 0.0
    """The share of random moves, from 0 to 1."""


GENERAL_LEVELS = MappingProxyType(
    {
        agent: tuple(
            Level(agent, {"seconds": 1.0, limit: most}, slips)
            for most, slips in zip(work, (0.6, 0.3, 0.1, 0.0, 0.0), strict=True)
        )
        for agent, limit, work in (
            ("mcts", "visits", (50, 50, 100, 200, 1000)),
            ("minimax", "depth", (1, 1, 2, 3, 5)),
        )
    }
)
"""The default levels of a game, by the first of these agents that the game has."""


class RandomizedAgent:
    """An agent that plays random moves at a given rate, otherwise the moves of another agent."""

    def __init__(self, agent: Agent, random_move_rate: float) -> None:
        self.agent, self.random_move_rate = agent, random_move_rate
        if (stop := getattr(agent, "stop", None)) is not None:
            self.stop = stop
            """The stop event of the other agent, if it has one."""

    def __repr__(self) -> str:
        """Return a text with the class of the other agent and the percentage of random moves."""
        return f"<{type(self.agent).__name__}, but for {self.random_move_rate:.0%} random moves>"

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the other agent's move or a random one.

        Raise IllegalMoveError if the game is over.
        """
        check_not_over(state)
        if rng.random() < self.random_move_rate:
            return state.legal_moves.sample(rng)
        return self.agent.choose(state, rng)


@dataclass(frozen=True)
class PresetText:
    """The title and the description of a preset (a named set of options) in a form."""

    title: str
    sentence: str


@dataclass(frozen=True)
class Tour:
    """An illustrated example game for the help: moves with captions, and a suggested first move."""

    steps: Sequence[tuple[str, str]]
    """Pairs of moves to play (texts with ``;`` between them) and the caption of the picture."""

    first_move: str
    """A suggestion for a newcomer's first move, in a sentence."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the example game."""


@dataclass(frozen=True)
class FirstSteps:
    """The guide of a person's first game: a heading, three steps and the gesture of a move.

    The gesture is a legal move in the position, which the board shows as a moving hand.
    """

    heading: str
    """The task in a few words: "Draw the first line"."""

    steps: tuple[str, str, str]
    """How to move, what happens then, and the aim of the game: one short sentence each."""

    clicks: tuple[str, ...] = ()
    """The targets to click for the move, in order; empty for a line or a button."""

    line: tuple[Point, Point] | None = None
    """The two ends of the line to draw, if the move is a line."""


@dataclass(frozen=True, kw_only=True)
class GameBasics:
    """The basic facts about a game, such as its name, number of players and presets."""

    name: str
    """The name in `polygames.game`, in records, and at the start of a position's text."""

    title: str
    """The name for people."""

    summary: str
    """The game in one sentence."""

    seats: int
    """The number of players, unless an option sets another one."""

    start: Callable[..., State[Any]]
    """Return the first state for keyword options; raise OptionError if a value is out of range.
    `new` checks the names of options and adds presets."""

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options."""

    seats_option: str | None = None
    """The option that sets the number of players, if any: ``players`` in Splitter."""

    seed_option: str | None = None
    """The option that seeds a random start, if any: ``seed`` in Territory with its random board."""


@dataclass(frozen=True, kw_only=True)
class GameText:
    """The functions that parse moves and positions, and write positions as text."""

    parse: Callable[[Any, str], Any]
    """Parse a legal move of a state; raise InvalidMoveError or IllegalMoveError otherwise."""

    to_text: Callable[[Any], str]
    """Return a position as text that `from_text` can read; its first word is the game's name."""

    from_text: Callable[[str], State[Any]]
    """Parse a position; raise PositionError if the text is malformed."""


@dataclass(frozen=True, kw_only=True)
class GameBoard:
    """The functions that draw and describe states, moves and analyses on a board.

    The texts of `scene`, `caption`, `describe_move`, `explain_move`, `reasons_for_move` and
    `preview` may mention players. These functions may have a parameter ``names``, a `Names`.
    Without it the texts name the players by colour or number.
    """

    scene: Callable[[Any], Scene]
    """Return the picture of a state as primitives; equal states give equal pictures."""

    spell: Callable[[Any], tuple[str, ...]]
    """Return the targets to click for a move, in order; empty for a line or a roll."""

    moves_by_clicks: Callable[[Any], Mapping[tuple[str, ...], Any]] | None = None
    """Return all click sequences for the moves of a state, if `spell` lists too few of them."""

    caption: Callable[[Any], Caption]
    """Return the status line and one label per seat."""

    describe_move: Callable[[Any, Any], str] | None = None
    """Return a legal move in a few words for people. The default is the label of `preview`, or else
    the move's text."""

    explain_move: Callable[[Any, Sequence[Any]], str] | None = None
    """Return a sentence about the effect of a line's first move, and of the answer to it: facts of
    the rules without a judgement."""

    reasons_for_move: Callable[[Any, Sequence[Any]], str] | None = None
    """Return the arguments for a move, and none against it. The default is the text of
    `explain_move`."""

    mistake_kind: Callable[[Any, Any], str] | None = None
    """Return the kind of mistake in a few words, by facts of the rules; empty if there is nothing
    special. It receives a review's entry for the move, with ``move``, ``best``, ``answer`` (the
    move and what may follow) and ``proved``."""

    preview: Callable[[Any, Any], Preview] | None = None
    """Return the effect of a legal move as words and as a picture."""

    short_label: Callable[[Any, Any], str] | None = None
    """Return a legal move in a few words that are found at once: what a page says of a move until
    it has the preview, which may take longer. The default is the label of `preview`."""

    highlight_move: Callable[[Any, Any, str], Scene] | None = None
    """Draw a move over the picture of the state it is played in, in a colour ``#rrggbb``: the last
    move, or a hint. The default marks the targets to click for the move
    (`GameInfo.highlight_move`)."""

    motion: Callable[[Any, Any], tuple[Motion, ...]] | None = None
    """Return the motion of a move, such as a push, a throw or a line; empty if only the picture
    changes."""

    move_style: Callable[[Any], MoveLook] | None = None
    """Return the look of played moves in a state. The page draws a move with it at once, before the
    kernel answers."""

    overlay: Callable[[Any, Scene], Scene] | None = None
    """Draw the values of places from an analysis; the best moves are added to it."""

    end_point_overlay: Callable[[Any, tuple[float, float]], Scene] | None = None
    """Draw the values of lines that begin at one point, by their end points."""

    overlay_legend: str = ""
    """The legend of `overlay`, in a sentence."""

    areas: Callable[[Any], Sequence[AreaLike]] | None = None
    """Return the areas of a state with their values and owners, as `BoardArea`, for plots such as
    `polygames.plots.area_plot`. The default is the attribute ``areas`` of the state, if it has one.
    A game without both has no such plots."""

    area_unit: str = "points"
    """The unit of the values of `areas`, for the labels of plots."""

    curves: Callable[[Any], Sequence[Quantity]] | None = None
    """Return the quantities that the score curve shows, each as a `Quantity`, with the same labels
    in the same order for all states of a game. The default is the score of each seat."""

    curve_unit: str = "score (points)"
    """The label of the score curve's vertical axis: the quantity, and its unit in brackets."""

    boundary: Callable[[Any], Boundary | None] | None = None
    """Return the edges on which a line can end, if moves form a continuum; None if no line can be
    drawn."""

    default_preset: str | None = None
    """The preset of a new board without options. If it is None, the board begins with the game as
    `new` makes it."""

    has_button_moves: bool = True
    """Whether some moves have no place on the board, so that the page leaves room for their
    buttons."""

    view: Callable[..., Any] | None = None
    """Return the game's own view of a position, for every page that shows it: a subclass of
    `polygames.view.position_view.PositionView`."""

    widget: Callable[..., Any] | None = None
    """Return the game's own board for a session, ``size=`` pixels wide, in place of the general
    one."""


@dataclass(frozen=True, kw_only=True)
class GameGuide:
    """The texts about a game in forms and in the help."""

    rules_text: str = ""
    """The dotted name of the package that contains RULES.md, which the help shows."""

    preset_texts: Mapping[str, PresetText] = field(default_factory=dict)
    """The title and a sentence for each preset in a form."""

    tour: Tour | None = None
    """The pictures in the help, and a first move to try."""

    first_steps: Callable[[Any], FirstSteps | None] | None = None
    """Return the guide for a person's first move in a state; None if the state needs none."""

    keys: Sequence[tuple[str, str]] = ()
    """The game's own keys on the board, for the help: pairs of a key and its effect."""


@dataclass(frozen=True, kw_only=True)
class GameEngine:
    """The agents of a game, and its functions for searches, reviews and other frameworks."""

    agent_makers: Mapping[str, Callable[..., Agent]]
    """Functions that create the game's agents, by name, weakest first. They take keyword options
    only and raise OptionError if a value is out of range."""

    levels: Sequence[Level] = ()
    """The playing strengths of the computer, weakest first; ``"level 1"`` is the first of them. The
    default for a game with an agent ``"mcts"`` or ``"minimax"`` is five levels."""

    fallback_agent: str = ""
    """The agent that needs no compiled code. It replaces other agents at a board during the first
    compilation on a machine."""

    evaluate: Evaluate | None = None
    """Return a static evaluation of a state for a seat; higher is better."""

    kernel: Lazy | Kernel | None = None
    """The module with the compiled copy of the rules."""

    solver: Callable[..., Solution] | None = None
    """Prove the value of a state, in place of the general solver (`polygames.solve`). The arguments
    are the state, ``seconds=`` and ``progress=``. It may take more keyword options, as in
    ``pg.solve(state, every_move=True)``."""

    deepen: Callable[..., Iterator[Analysis]] | None = None
    """Yield analyses of a state that improve with time, in place of the general search
    (`polygames.search.deepen`, `polygames.analyse`). It is called with ``clock=`` and ``rng=``.

    It always yields a first analysis, then more while the clock runs. The amount of work between
    two analyses does not depend on time, so equal random generators give equal analyses. A proof
    remains in later analyses. It may take ``also=``, moves to analyse besides the best one. If
    there are any, it may omit all other moves of a continuum.
    """

    best_by_target: Callable[[Any], Mapping[str, MoveValue]] | None = None
    """Return the best known move at each target of the picture, in place of the general method."""

    move_kind: Callable[[Any, Any], Hashable] | None = None
    """Return the kind of a move, equal for similar moves; a list shows only the best of a kind."""

    verdicts: Verdicts = DEFAULT_VERDICTS
    """The thresholds of value loss for inaccuracies, mistakes and blunders (`polygames.review`)."""

    luck: Callable[[Any, Seat], float] | None = None
    """Return the luck of a roll for a seat: its value minus the mean over all rolls, in the unit of
    the game's analyses. It takes the state after the roll. For games with dice."""

    expected_scores: Callable[[Any, Seat], tuple[float, float]] | None = None
    """Return a seat's expected final results before and after a roll, for the state after the roll.
    It looks further ahead than `luck` and takes more time: for matches without luck. The first
    result is the mean of the second one over all rolls."""

    puzzles: Lazy | PuzzleModule | None = None
    """The module that finds and checks the game's puzzles, beside their file ``puzzles.json``."""

    symmetry_images: Callable[[Any], set[Hashable]] | None = None
    """Return the images of a state under all symmetries of its game. The sets of two states are
    equal or disjoint. States with equal sets are played alike, move for move."""

    encoding: Callable[..., Encoding] | None = None
    """Return the numbering of positions and moves for all games from a start, the first argument.
    Keyword options follow. The bridges to other frameworks need it."""

    def __post_init__(self) -> None:
        known = (levels for agent, levels in GENERAL_LEVELS.items() if agent in self.agent_makers)
        object.__setattr__(self, "levels", tuple(self.levels) or next(known, ()))


PART_GROUPS: MappingProxyType[str, Any] = MappingProxyType(
    {"text": GameText, "board": GameBoard, "guide": GameGuide, "engine": GameEngine}
)
"""The groups of parts by name."""


@dataclass(frozen=True, init=False)
class GameInfo(GameBasics):
    """The description of a game: its name, its options and its parts.

    The parts are in the groups `text`, `board`, `guide` and `engine`. The constructor and
    `dataclasses.replace` take the parts directly, without their groups. `GameInfo.of_folder` finds
    the parts in a folder by convention.

    Examples
    --------
    >>> info = pg.game("polygon")
    >>> info.title, info.rules.splitlines()[0]
    ('Polygon', '# Polygon')
    >>> state = info.new(n=5)
    >>> move = info.parse(state, "A-C")
    >>> info.spell(move), info.scene(state)[0]
    (('A', 'C'), Window(left=-1.17, top=-1.17, right=1.17, bottom=1.17))
    >>> print(info.to_text(state.play(move)).splitlines()[-1])
    moves A-C
    >>> info.from_text(info.to_text(state)) == state
    True
    """

    text: GameText
    """The parsers and writers of moves and positions."""

    board: GameBoard
    """The functions that draw and describe states, moves and analyses."""

    guide: GameGuide
    """The texts for forms and the help."""

    engine: GameEngine
    """The agents, and the plugs for searches and reviews."""

    def __init__(self, **parts: Any) -> None:
        """Store each part in its group. Raise TypeError if a part is missing or unknown."""
        for name, group in PART_GROUPS.items():
            whole = parts.pop(name, None)
            own = {each.name for each in fields(group)} & parts.keys()
            named = {part: parts.pop(part) for part in own}
            made = group(**named) if whole is None else replace(whole, **named)
            object.__setattr__(self, name, made)
        super().__init__(**parts)

    @classmethod
    def of_folder(
        cls,
        package: str,
        part_names: str = "",
        *,
        agents: Mapping[str, str] = GENERAL_AGENTS,
        **parts: Any,
    ) -> GameInfo:
        """Create the `GameInfo` of a package whose modules have the usual names.

        The modules are listed in `PART_LOCATIONS`.

        The scene is in the folder ``board/`` if there is one. Without a module ``notation``, the
        rules also parse and write positions, and moves are parsed by their text.

        Parameters
        ----------
        package
            The package of the game: ``__name__`` in its ``__init__.py``.
        part_names
            The optional parts that it has, as ``"preview highlight_move"``; OptionError for an
            unknown part.
        agents
            Dotted names (``"module:maker"``) of the functions that create agents, by name.
        **parts
            Other fields of `GameInfo` and its groups, and parts in other places. The default
            title is the name, and the default number of seats is 2.

        Examples
        --------
        >>> package, about = "polygames.games.polygon", "Draw the last segment."
        >>> info = GameInfo.of_folder(package, "preview", name="polygon", summary=about)
        >>> info.title, info.board.preview.path
        ('Polygon', 'polygames.games.polygon.board.scene:preview')
        """
        basic: dict[str, Any] = {
            "title": str(parts.get("name")).title(),
            "seats": 2,
            "rules_text": package,
        }
        title = parts.get("title", basic["title"])
        makers = {name: Lazy(path) for name, path in agents.items()}
        plugs = _plugs_of_folder(package, title, part_names.split())
        return cls(**(plugs | basic | {"agent_makers": makers} | parts))

    @property
    def parse(self) -> Callable[[Any, str], Any]:
        """The function that parses the text of a legal move; see `GameText.parse`."""
        return self.text.parse

    @property
    def to_text(self) -> Callable[[Any], str]:
        """The function that writes a position as text; see `GameText.to_text`."""
        return self.text.to_text

    @property
    def from_text(self) -> Callable[[str], State[Any]]:
        """The function that parses the text of a position; see `GameText.from_text`."""
        return self.text.from_text

    @property
    def scene(self) -> Callable[[Any], Scene]:
        """The function that draws a state as simple shapes and texts; see `GameBoard.scene`."""
        return self.board.scene

    @property
    def spell(self) -> Callable[[Any], tuple[str, ...]]:
        """The function that returns the places to click to play a move; see `GameBoard.spell`."""
        spell: Callable[[Any], tuple[str, ...]] = load_plug(self.board.spell)
        return spell

    def highlight_move(self, state: State[Any], move: Any, color: str) -> Scene:
        """Return shapes that mark a move, to be drawn over the picture of the state before it.

        Examples
        --------
        >>> info = pg.game("territory")
        >>> state = info.new(seed=1, size=4)
        >>> info.highlight_move(state, next(iter(state.legal_moves)), "#f0e442") != ()
        True
        """
        if self.board.highlight_move is not None:
            return self.board.highlight_move(state, move, color)
        if not state.legal_moves.finite:
            return ()
        from polygames.scene.highlights import highlight_targets

        return highlight_targets(self.scene(state), self.spell(move), color)

    @property
    def rules(self) -> str:
        """The text of the rules as Markdown; an empty string if the game has none."""
        if not self.guide.rules_text:
            return ""
        from importlib.resources import files  # slow to load, and seldom needed

        return files(self.guide.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the game's agents, weakest first.

        Examples
        --------
        >>> pg.game("territory").agents
        ('random', 'greedy', 'denial', 'minimax')
        """
        return tuple(self.engine.agent_makers)

    @property
    def level_names(self) -> tuple[str, ...]:
        """The names of the game's levels, weakest first.

        Each of them is accepted in place of an agent's name.

        Examples
        --------
        >>> pg.game("split").level_names
        ('level 1', 'level 2', 'level 3', 'level 4', 'level 5')
        """
        return tuple(f"level {number}" for number in range(1, len(self.engine.levels) + 1))

    def level_number(self, level: object) -> int:
        """Return the number of a level, given as 3 or as "level 3"; raise OptionError if unknown.

        Examples
        --------
        >>> pg.game("split").level_number(3) == pg.game("split").level_number("level 3") == 3
        True
        """
        if isinstance(level, str) and level in self.level_names:
            return self.level_names.index(level) + 1
        return whole("the option level", level, 1, len(self.engine.levels))

    def player_name(self, name: Any) -> Any:
        """Convert the number of a level to its name (3 to ``"level 3"``).

        Return any other name unchanged.

        Examples
        --------
        >>> pg.game("split").player_name(3), pg.game("split").player_name("minimax")
        ('level 3', 'minimax')
        """
        is_level = type(name) is int and 0 < name <= len(self.engine.levels)
        return f"level {name}" if is_level else name

    @property
    def defaults(self) -> dict[str, Any]:
        """The options of `new` with their default values.

        Examples
        --------
        >>> pg.game("split").defaults["fill_limit"]
        5.0
        """
        return {name: option.default for name, option in self.options.items()}

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of `new` with their words for forms and for the help.

        Examples
        --------
        >>> pg.game("split").options["min_area"].label
        'Smallest piece'
        """
        return find_options(_load_part(self.start))

    def new(self, /, *, preset: str | None = None, **options: Any) -> State[Any]:
        """Return the starting position of a game with the given options.

        Parameters
        ----------
        preset
            The name of a set of options; options given beside it take precedence.
        **options
            The game's own options; see `defaults`.

        Raises
        ------
        OptionError
            If the preset or an option is unknown, or a value is out of range.

        Examples
        --------
        >>> pg.game("split").new(preset="2026", min_area=0.5).options["min_area"]
        0.5
        """
        if preset is not None:
            options = {**_pick(self.presets, preset, "preset", self.name), **options}
        for name in options:
            _pick(self.defaults, name, "option", self.name)
        return self.start(**options)

    def agent(self, name: str | int | None, /, **options: Any) -> Agent:
        """Return an agent of this game; raise OptionError if the name or an option is unknown.

        A number is a level: 3 is ``"level 3"``.

        Examples
        --------
        >>> from random import Random
        >>> info = pg.game("splinter")
        >>> str(info.agent("random").choose(info.new(), Random(1)))
        'f11-f12'
        """
        name = self.player_name(name)
        if isinstance(name, str) and name in self.level_names:
            return self._level_agent(name, options)
        known = {**self.engine.agent_makers, **dict.fromkeys(self.level_names)}
        maker = _pick(known, name, "agent", self.name)
        check_options(maker, options, f"the agent {name!r} of {self.name}")
        try:
            player: Agent = maker(**options)
        except SystemExit as error:  # it would end the notebook's kernel
            msg = f"the agent {name!r} of {self.name} tried to end Python when it was created"
            raise OptionError(msg) from error
        return player

    def _level_agent(self, name: str, options: Mapping[str, Any]) -> Agent:
        """Return the agent of a level; raise OptionError if options are given."""
        if options:
            msg = f"{name} of {self.name} takes no options: choose an agent to set options"
            raise OptionError(msg)
        level = self.engine.levels[self.level_names.index(name)]
        player = self.agent(level.agent, **level.options)
        if not level.random_move_rate:
            return player
        return RandomizedAgent(player, level.random_move_rate)

    def __repr__(self) -> str:
        """Return one line with the game's name, seats, presets and agents."""
        parts = f"seats={self.seats}, presets={tuple(self.presets)}, agents={self.agents}"
        return f"GameInfo({self.name!r}, {parts})"


def _plugs_of_folder(package: str, title: str, part_names: Iterable[str]) -> dict[str, Lazy]:
    """Return the parts of a game's package by name, each as a `Lazy` imported on first use."""
    board = "" if find_spec(f"{package}.board") is None else "board."
    is_small = find_spec(f"{package}.notation") is None
    notation = "rules" if is_small else "notation"
    named = {
        "start": "rules:new",
        "parse": "notation:parse",
        "to_text": f"{notation}:to_text",
        "from_text": f"{notation}:from_text",
        "scene": "{board}scene:scene",
        "spell": "{board}scene:spell",
        "caption": "{board}scene:caption",
    }
    named |= {part: _pick(PART_LOCATIONS, part, "part", package) for part in part_names}
    plugs = {
        part: Lazy(f"{package}.{path.format(board=board, title=title)}")
        for part, path in named.items()
    }
    return plugs | ({"parse": Lazy(DEFAULT_MOVE_PARSER)} if is_small else {})


def check_options(part: Callable[..., Any], options: Mapping[str, Any], label: str) -> None:
    """Raise OptionError if an option is not the name of a parameter of the function."""
    if not options:  # most calls have none, and inspecting a signature is slower than a quick game
        return
    known = inspect.signature(_load_part(part)).parameters
    for option in options:
        _pick(known, option, "option", label)


def _load_part(part: Callable[..., Any]) -> Callable[..., Any]:
    found: Callable[..., Any] = load_plug(part)
    return found


def _pick(names: Mapping[str, Any], name: object, kind: str, owner: str) -> Any:
    if not isinstance(name, str) or name not in names:
        raise OptionError(unknown_name_text(kind, name, names, owner=owner))
    return names[name]
