"""What is known of a game: its name, its options, and where its parts are, in groups by who asks.

A part is a *plug*: a function, a class, or the `Lazy` name of one, so that nothing is loaded before
it is used. The states and moves that a plug takes are those of its own game, so they are typed
``Any`` here. ``...`` stands for keyword options of the part's own, each with a default:
`inspect.signature` tells them.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, fields, replace
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.keywords import suggestion
from polygames.core.lazy import Lazy
from polygames.core.options import refuse_end, short_repr, whole
from polygames.core.plugs import DEFAULT_VERDICTS, Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from polygames.core.analysis import Analysis, MoveValue, Solution
    from polygames.core.plugs import Encoding, Kernel, Puzzling
    from polygames.core.protocol import Agent, Evaluate, Seat, State
    from polygames.scene.model import Boundary, Caption, Motion, MoveLook, Preview, Scene

EVERY_GAME_HAS = MappingProxyType(
    {
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": "polygames.search.baseline_agents:GreedyAgent",
        "minimax": "polygames.search.minimax:MinimaxAgent",
        "mcts": "polygames.search.mcts:MctsAgent",
    }
)
"""The agents that need nothing of a game but its rules."""

MOVES_BY_TEXT = "polygames.core.notation:move_by_text"
"""What reads the moves of a game that has no reader of its own."""

PART_LOCATIONS: MappingProxyType[str, str] = MappingProxyType(
    {
        "solver": "solver:solve",
        "deepen": "analysis:deepen",
        "targets": "analysis:targets",
        "kind": "analysis:kind",
        "luck": "analysis:luck",
        "prospects": "analysis:prospects",
        "evaluate": "agents:evaluate",
        "kernel": "engine.kernel",
        "puzzles": "puzzles",
        "images": "symmetry:images",
        "encoding": "encoding:{title}Encoding",
        "say": "{board}words:say",
        "why": "{board}words:why",
        "slip": "{board}words:slip",
        "merits": "{board}words:merits",
        "preview": "{board}scene:preview",
        "ways": "{board}scene:ways",
        "mark": "{board}scene:mark",
        "look": "{board}scene:look",
        "motion": "{board}scene:motion",
        "boundary": "{board}scene:boundary",
        "overlay": "{board}overlay:overlay",
        "overlay_from": "{board}overlay:overlay_from",
        "widget": "{board}widget:{title}Board",
    }
)
"""Where a folder has the parts that not every game has: module and name, beside the game's own."""


@dataclass(frozen=True)
class Level:
    """How well the computer plays: an agent that does the same work on any machine.

    Examples
    --------
    >>> pg.game("splitter").engine.levels[0].agent
    'greedy'
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    slips: float = 0.0
    """The share of its moves that are left to chance."""


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
"""The levels of a game that names none, by the first of these agents that it has."""


class Careless:
    """Plays as another agent does, but leaves a share of the moves to chance: its slips."""

    def __init__(self, agent: Agent, slips: float) -> None:
        self.agent, self.slips = agent, slips
        if (stop := getattr(agent, "stop", None)) is not None:
            self.stop = stop
            """That of the other agent, if it has one."""

    def __repr__(self) -> str:
        """Say who plays, and how carelessly."""
        return f"<{type(self.agent).__name__}, but for {self.slips:.0%} random moves>"

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the other agent's move, or a random one."""
        refuse_end(state)
        if rng.random() < self.slips:
            return state.legal_moves.sample(rng)
        return self.agent.choose(state, rng)


@dataclass(frozen=True)
class Question:
    """How a form asks for an option."""

    label: str
    """What the option is called."""

    help: str = ""
    """One line beside it."""

    words: Mapping[Any, str] = field(default_factory=dict)
    """What its values are called, where there are few."""

    is_advanced: bool = True
    """Whether it is shown only on demand."""


@dataclass(frozen=True)
class PresetText:
    """What a form says of a set of options."""

    title: str
    sentence: str


@dataclass(frozen=True)
class Tour:
    """A few pictures of a game for its help, made from moves, and a first move to try."""

    steps: Sequence[tuple[str, str]]
    """Moves to play one after the other, as text with ``;`` between, and what the picture shows."""

    first_move: str
    """What a newcomer may try, in a sentence."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that is shown."""


@dataclass(frozen=True, kw_only=True)
class GameBasics:
    """What a game is; its other parts are in groups."""

    name: str
    """The name in `polygames.game`, in records and as first word of a position's text."""

    title: str
    """The name for people."""

    summary: str
    """The game in one sentence."""

    seats: int
    """How many play, unless an option says otherwise."""

    start: Callable[..., State[Any]]
    """Make the first state from keyword options (`new` checks and adds presets); OptionError if a
    value is out of range."""

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options."""

    seats_option: str | None = None
    """The option that says how many seats play, where there is one: ``players`` in Splitter."""

    seed_option: str | None = None
    """The option that seeds the chance in the start of a game, where there is one: ``seed`` in
    Territory, whose board is dealt."""


@dataclass(frozen=True, kw_only=True)
class GameText:
    """How moves and positions are read and written."""

    parse: Callable[[Any, str], Any]
    """Read a legal move of a state; InvalidMoveError or IllegalMoveError if there is none."""

    to_text: Callable[[Any], str]
    """Write a position as the text that `from_text` reads back; its first word is the game's
    name."""

    from_text: Callable[[str], State[Any]]
    """Read a position; PositionError if the text holds none."""


@dataclass(frozen=True, kw_only=True)
class GameBoard:
    """What a board shows of a state, of a move and of an analysis.

    What says something of a player (`scene`, `caption`, `say`, `why`, `merits`, `preview`) may take
    ``names=``, the `Names` by which to call them; without it they are those of the colours.
    """

    scene: Callable[[Any], Scene]
    """Draw a state as primitives; the same state always gives the same picture."""

    spell: Callable[[Any], tuple[str, ...]]
    """Name the targets to click, in order, that make a move; none for a line or a roll."""

    ways: Callable[[Any], Mapping[tuple[str, ...], Any]] | None = None
    """Name all ways to click the moves of a state, in any order, where `spell` names too few."""

    caption: Callable[[Any], Caption]
    """Say in words what is going on: status line and one label per seat."""

    say: Callable[[Any, Any], str] | None = None
    """Name a legal move for people, in a few words; without it they read what `preview` says, or
    the move's text."""

    why: Callable[[Any, Sequence[Any]], str] | None = None
    """Say in a sentence what the first move of a line does, and the answer to it, by facts of the
    rules and without judgement."""

    merits: Callable[[Any, Sequence[Any]], str] | None = None
    """Say what speaks for a move, and nothing against it; without it they read what `why` says."""

    slip: Callable[[Any, Any], str] | None = None
    """Say in a few words what kind of mistake a move is, by facts of the rules; empty if nothing
    special is. It is given what a review says of the move: ``move``, ``best``, ``answer`` (the move
    and what may follow), ``proved``."""

    preview: Callable[[Any, Any], Preview] | None = None
    """Say and draw what a legal move of a state would do."""

    mark: Callable[[Any, Any, str], Scene] | None = None
    """Draw a move over the picture of the state it is played in, in a colour ``#rrggbb``: the last
    move, a hint. Without it what is clicked for the move is marked (`GameInfo.mark`)."""

    motion: Callable[[Any, Any], tuple[Motion, ...]] | None = None
    """Say how a move is seen to be made: what is pushed, thrown or drawn; nothing if the pictures
    just change."""

    look: Callable[[Any], MoveLook] | None = None
    """Say what the moves of a state look like once they are made: a page paints them with it at
    once, before the kernel answers."""

    overlay: Callable[[Any, Scene], Scene] | None = None
    """Draw what an analysis says of places of a picture; the best moves are added."""

    overlay_from: Callable[[Any, tuple[float, float]], Scene] | None = None
    """Draw what an analysis says of lines from one place, by where they end."""

    overlay_words: str = ""
    """What `overlay` draws, in a sentence: the legend."""

    boundary: Callable[[Any], Boundary | None] | None = None
    """The edges that take the ends of a line, where moves form a continuum; None where no line can
    be drawn."""

    preset: str | None = None
    """The preset with which a board begins, where no option says otherwise; the game as `new` makes
    it, if there is none."""

    has_choices: bool = True
    """Whether a move may have no place on the board: then there is room for its button."""

    widget: Callable[..., Any] | None = None
    """Make the game's own board of a session, ``size=`` pixels wide, in place of the general
    one."""


@dataclass(frozen=True, kw_only=True)
class GameGuide:
    """What forms and the help say of a game."""

    rules_text: str = ""
    """The dotted name of the package that holds RULES.md, which the help shows."""

    preset_texts: Mapping[str, PresetText] = field(default_factory=dict)
    """What a form calls a preset, and one sentence about it."""

    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The values that a form offers for an option, where there are few."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    """How a form asks for an option; one that is not here is asked for by its name."""

    tour: Tour | None = None
    """The pictures in the help, and a first move to try."""

    keys: Sequence[tuple[str, str]] = ()
    """The game's own keys on the board, for the help: the key, and what it does."""


@dataclass(frozen=True, kw_only=True)
class GameEngine:
    """Who plays the game, and what searches, reviews and other frameworks ask of it."""

    agent_makers: Mapping[str, Callable[..., Agent]]
    """Makers of the game's agents by name, weakest first. They take keyword options only;
    OptionError if a value is out of range."""

    levels: Sequence[Level] = ()
    """How well the computer can play, weakest first; ``"level 1"`` is the first of them. Without
    them a game with an agent ``"mcts"`` or ``"minimax"`` gets five."""

    stand_in: str = ""
    """The agent that needs nothing compiled: at a board it moves in place of one that does, as long
    as that is compiled, once on a machine."""

    evaluate: Evaluate | None = None
    """Estimate a state for a seat (heuristic; higher is better)."""

    kernel: Lazy | Kernel | None = None
    """The module of the compiled twin of the rules."""

    rollout: Callable[[Any, Random], tuple[int, frozenset[Seat]]] | None = None
    """Play random moves to the end, faster than state by state, where there is no kernel: the
    plies, and who won."""

    solver: Callable[..., Solution] | None = None
    """Prove the value of a state, which comes first, in place of the general solver
    (`polygames.solve`); called with ``seconds=`` and ``progress=``. It may take more keyword
    options, as in ``pg.solve(state, every_move=True)``."""

    deepen: Callable[..., Iterator[Analysis]] | None = None
    """Judge the moves of a state, better and better, in place of the general way
    (`polygames.search.deepen`, `polygames.analyse`); called with ``clock=`` and ``rng=``.

    It yields a first analysis in any case, then more while the clock runs. How much work lies
    between two answers does not depend on time, so that the same chance gives the same answers.
    What is proved stays in later answers. It may take ``also=``, moves that are judged as well as
    the best one; if there are some, it may leave out all others where moves form a continuum."""

    targets: Callable[[Any], Mapping[str, MoveValue]] | None = None
    """Return the best move at each target of the picture for which an analysis knows one, in place
    of the general way."""

    kind: Callable[[Any, Any], Hashable] | None = None
    """Return the same for moves of a state so alike that a list shows only the best of them."""

    verdicts: Verdicts = DEFAULT_VERDICTS
    """How much a move has to lose to be called a mistake (`polygames.review`)."""

    luck: Callable[[Any, Seat], float] | None = None
    """Say what a roll was worth to a seat beyond a mean one, in the unit of the game's analyses,
    for the state after the roll; where there are dice."""

    prospects: Callable[[Any, Seat], tuple[float, float]] | None = None
    """Say what a seat can expect in the end before a roll and after it, for the state after the
    roll, further ahead than `luck` looks: for matches without luck, where more time is spent on a
    roll. What is expected before is the mean of what is expected after, over all rolls."""

    puzzles: Lazy | Puzzling | None = None
    """The module that finds and judges puzzles of the game; ``puzzles.json`` beside it has them."""

    images: Callable[[Any], set[Hashable]] | None = None
    """Return a state as every symmetry of its game shows it. Two states have the same images, or
    none in common; those that do are played alike, move for move."""

    encoding: Callable[..., Encoding] | None = None
    """Return the numbering of all games from a start, which comes first; then keyword options. The
    bridges to other frameworks need it."""

    bench: Callable[..., Mapping[str, Any]] | None = None
    """Let an agent play seeded games, write the figures to a file as JSON, and return them by name;
    called with the file, ``games=`` and ``agent=``. ``python -m polygames bench`` runs it."""

    def __post_init__(self) -> None:
        known = (levels for agent, levels in GENERAL_LEVELS.items() if agent in self.agent_makers)
        object.__setattr__(self, "levels", tuple(self.levels) or next(known, ()))


PART_GROUPS: MappingProxyType[str, Any] = MappingProxyType(
    {"text": GameText, "board": GameBoard, "guide": GameGuide, "engine": GameEngine}
)
"""The groups of parts by name."""


@dataclass(frozen=True, init=False)
class GameInfo(GameBasics):
    """The one door to a game: what it is called and where its parts are.

    The parts are in groups, by who asks: `text`, `board`, `guide`, `engine`. Whoever makes a
    `GameInfo` names the parts alone, without their groups, and so does `dataclasses.replace`.
    `GameInfo.of_folder` finds those of a folder by convention.

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
    """How moves and positions are read and written."""

    board: GameBoard
    """What a board shows."""

    guide: GameGuide
    """What forms and the help say."""

    engine: GameEngine
    """Who plays, and what searches and reviews ask."""

    def __init__(self, **parts: Any) -> None:
        """Put the parts into their groups; TypeError where one is missing or unknown."""
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
        has: str = "",
        *,
        agents: Mapping[str, str] = EVERY_GAME_HAS,
        **parts: Any,
    ) -> GameInfo:
        """Name the parts of a game's folder, which are at the `PART_LOCATIONS`.

        The scene stands in the room ``board/`` where the folder has one. Without a module
        ``notation`` the rules also read and write positions, and moves are read by their text.

        Parameters
        ----------
        package
            The package of the game, ``__name__`` in its ``__init__.py``.
        has
            The parts that it has beyond those of every game, as ``"preview mark"``; OptionError
            for a name without a place.
        agents
            Dotted names (``"module:maker"``) of the makers of agents.
        **parts
            All else that `GameInfo` and its groups hold, and parts that stand elsewhere. Without
            them the title is the name, and two play.

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
        plugs = _plugs(package, title, has.split())
        return cls(**(plugs | basic | {"agent_makers": makers} | parts))

    @property
    def parse(self) -> Callable[[Any, str], Any]:
        """Read a legal move of a state."""
        return self.text.parse

    @property
    def to_text(self) -> Callable[[Any], str]:
        """Write a position."""
        return self.text.to_text

    @property
    def from_text(self) -> Callable[[str], State[Any]]:
        """Read a position."""
        return self.text.from_text

    @property
    def scene(self) -> Callable[[Any], Scene]:
        """Draw a state as primitives."""
        return self.board.scene

    @property
    def spell(self) -> Callable[[Any], tuple[str, ...]]:
        """Name the targets to click, in order, that make a finite move."""
        spell = self.board.spell
        return spell.load() if isinstance(spell, Lazy) else spell

    def mark(self, state: State[Any], move: Any, color: str) -> Scene:
        """Draw a move over the picture of the state it is played in.

        Examples
        --------
        >>> info = pg.game("territory")
        >>> state = info.new(seed=1, size=4)
        >>> info.mark(state, next(iter(state.legal_moves)), "#f0e442") != ()
        True
        """
        if self.board.mark is not None:
            return self.board.mark(state, move, color)
        if not state.legal_moves.finite:
            return ()
        from polygames.scene.marks import on_targets

        return on_targets(self.scene(state), self.spell(move), color)

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
        >>> pg.game("split").players_by_level
        ('level 1', 'level 2', 'level 3', 'level 4', 'level 5')
        """
        return tuple(f"level {number}" for number in range(1, len(self.engine.levels) + 1))

    def level(self, level: object) -> int:
        """Return the number of a level, given as 3 or as "level 3"; OptionError if there is none.

        Examples
        --------
        >>> pg.game("split").level(3) == pg.game("split").level("level 3") == 3
        True
        """
        if isinstance(level, str) and level in self.players_by_level:
            return self.players_by_level.index(level) + 1
        return whole("the option level", level, 1, len(self.engine.levels))

    def player(self, name: Any) -> Any:
        """Return the name of a player: of 3 it is "level 3", of all else what it is.

        Examples
        --------
        >>> pg.game("split").player(3), pg.game("split").player("minimax")
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
        parameters = inspect.signature(_load_part(self.start)).parameters
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
        >>> pg.game("split").new(preset="2026", min_area=0.5).options["min_area"]
        0.5
        """
        if preset is not None:
            options = {**_pick(self.presets, preset, f"preset of {self.name}"), **options}
        for name in options:
            _pick(self.defaults, name, f"option of {self.name}")
        return self.start(**options)

    def agent(self, name: str | int, /, **options: Any) -> Agent:
        """Return a player of this game; OptionError if the name or an option is unknown.

        A number is a level: 3 is ``"level 3"``.

        Examples
        --------
        >>> from random import Random
        >>> info = pg.game("splinter")
        >>> str(info.agent("random").choose(info.new(), Random(1)))
        'f11-f12'
        """
        name = self.player(name)
        if isinstance(name, str) and name in self.players_by_level:
            return self._player_of(name, options)
        known = {**self.engine.agent_makers, **dict.fromkeys(self.players_by_level)}
        maker = _pick(known, name, f"agent of {self.name}")
        check_options(maker, options, f"the agent {name!r} of {self.name}")
        try:
            player: Agent = maker(**options)
        except SystemExit as error:  # it would end the notebook's kernel
            msg = f"the agent {name!r} of {self.name} called for an end of Python when it was made"
            raise OptionError(msg) from error
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
        return Careless(player, level.slips)

    def __repr__(self) -> str:
        """Name the game, its seats, presets and agents."""
        parts = f"seats={self.seats}, presets={tuple(self.presets)}, agents={self.agents}"
        return f"GameInfo({self.name!r}, {parts})"


def _plugs(package: str, title: str, has: Iterable[str]) -> dict[str, Lazy]:
    """Return where a folder has its parts."""
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
    named |= {part: _pick(PART_LOCATIONS, part, f"part of {package}") for part in has}
    plugs = {
        part: Lazy(f"{package}.{path.format(board=board, title=title)}")
        for part, path in named.items()
    }
    return plugs | ({"parse": Lazy(MOVES_BY_TEXT)} if is_small else {})


def check_options(part: Callable[..., Any], options: Mapping[str, Any], of: str) -> None:
    """Refuse options that a function has no parameter for: OptionError names those it has."""
    if not options:  # most have none, and a signature takes longer than a quick game's moves
        return
    known = inspect.signature(_load_part(part)).parameters
    for option in options:
        _pick(known, option, f"option of {of}")


def _load_part(part: Callable[..., Any]) -> Callable[..., Any]:
    loaded: Callable[..., Any] = part.load() if isinstance(part, Lazy) else part
    return loaded


def _pick(names: Mapping[str, Any], name: object, what: str) -> Any:
    if not isinstance(name, str) or name not in names:
        known = ", ".join(repr(known) for known in names) or "there is none"
        msg = f"unknown {what}: {short_repr(name)}{suggestion(name, names)} (known: {known})"
        raise OptionError(msg)
    return names[name]
