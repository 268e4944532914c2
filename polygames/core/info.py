"""What is known of a game: its name, its options and where its parts are."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.hooks import hook
from polygames.core.lazy import Lazy
from polygames.core.options import shown
from polygames.core.verdicts import DEFAULT, Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from polygames.core.form_texts import PresetText, Question, Tour
    from polygames.core.kernel import Kernel
    from polygames.core.plugs import (
        AgentMaker,
        Bench,
        BoundaryOf,
        CaptionOf,
        Deepen,
        EncodingOf,
        FromText,
        KindOf,
        LookOf,
        Luck,
        Mark,
        MotionOf,
        OverlayFrom,
        OverlayOf,
        Parse,
        PreviewOf,
        Puzzling,
        Rollout,
        SceneOf,
        Solver,
        Spell,
        Start,
        TargetsOf,
        ToText,
        Widget,
    )
    from polygames.core.protocol import Agent, Evaluate, State

EVERY_GAME_HAS = MappingProxyType(
    {
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": "polygames.search.baseline_agents:GreedyAgent",
        "minimax": "polygames.search.minimax:MinimaxAgent",
    }
)
"""The agents that need nothing of a game but its rules."""

MOVES_BY_TEXT = "polygames.core.move_parser"
"""What reads the moves of a game that has no reader of its own."""


@dataclass(frozen=True)
class Level:
    """How well the computer plays: an agent that does the same work on any machine.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("splitter").levels[0].agent
    'greedy'
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    slips: float = 0.0
    """The share of its moves that are left to chance."""


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """The one door to a game: what it is called and where its parts are.

    Each part is a plug: a callable, or the `Lazy` name of one, so that nothing is imported before
    it is used. `polygames.core.plugs` says what each is called with and returns;
    `GameInfo.of_folder` names those of a folder by convention.

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

    start: Start
    """Make the first state from keyword options (`new` checks and adds presets)."""

    parse: Parse
    """Read a legal move of a state."""

    to_text: ToText
    """Write a position."""

    from_text: FromText
    """Read a position."""

    scene: SceneOf
    """Draw a state as primitives."""

    spell: Spell
    """Name the targets to click, in order, that make a finite move."""

    caption: CaptionOf
    """Say in words what is going on: status line and one label per seat."""

    agent_makers: Mapping[str, AgentMaker]
    """Makers of the game's agents by name, weakest first; they take keyword options only."""

    levels: Sequence[Level] = ()
    """How well the computer can play, weakest first; ``"level 1"`` is the first of them."""

    stand_in: str = ""
    """The agent that needs nothing compiled: at a board it moves in place of one that does, as long
    as that is compiled, once on a machine."""

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options."""

    preset_texts: Mapping[str, PresetText] = field(default_factory=dict)
    """What a form calls a preset, and one sentence about it."""

    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The values that a form offers for an option, where there are few."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    """How a form asks for an option; one that is not here is asked for by its name."""

    tour: Tour | None = None
    """The pictures in the help, and a first move to try."""

    rules_text: str = ""
    """The dotted name of the package that holds RULES.md, which the help shows."""

    evaluate: Evaluate | None = None
    """Estimate a state for a seat (heuristic; higher is better)."""

    preview: PreviewOf | None = None
    """Say and draw what a finite move would do."""

    mark: Mark | None = None
    """Draw a move over the state it is played in, in a colour: the last move, a hint."""

    motion: MotionOf | None = None
    """Say how a move is seen to be made: what is pushed, thrown or drawn."""

    look: LookOf | None = None
    """Say what the moves of a state look like once they are made: a page paints them with it at
    once, before the kernel answers."""

    kind: KindOf | None = None
    """Say which moves of a continuum are alike: the best of each kind is shown."""

    overlay: OverlayOf | None = None
    """Draw what an analysis says of places of the picture."""

    overlay_from: OverlayFrom | None = None
    """Draw what an analysis says of lines from one place, by where they end."""

    overlay_words: str = ""
    """What `overlay` draws, in a sentence: the legend."""

    boundary: BoundaryOf | None = None
    """The edges that take the ends of a line, where moves form a continuum."""

    kernel: Lazy | Kernel | None = None
    """The module of the compiled twin of the rules."""

    rollout: Rollout | None = None
    """Play random moves to the end, faster than state by state, where there is no kernel: the
    plies, and who won."""

    solver: Solver | None = None
    """A solver that knows the game, in place of the general one (`polygames.solve`)."""

    deepen: Deepen | None = None
    """Judge the moves of a state, better and better, in place of the general way
    (`polygames.search.deepen`, `polygames.analyse`)."""

    verdicts: Verdicts = DEFAULT
    """How much a move has to lose to be called a mistake (`polygames.review`)."""

    luck: Luck | None = None
    """Say what a roll was worth to a seat beyond a mean one, where there are dice."""

    puzzles: Lazy | Puzzling | None = None
    """The module that finds and judges puzzles of the game; ``puzzles.json`` beside it has them."""

    targets: TargetsOf | None = None
    """Say what each target of the picture is worth, in place of the general way."""

    widget: Widget | None = None
    """The class of the game's own board, in place of the general one."""

    encoding: EncodingOf | None = None
    """Write moves and positions as numbers: what the bridges to other frameworks need."""

    bench: Bench | None = None
    """What ``python -m polygames bench`` runs: seeded games of an agent, counted and written to a
    file."""

    seats_option: str | None = None
    """The option that says how many seats play, where there is one: ``players`` in Splitter."""

    seed_option: str | None = None
    """The option that seeds the chance in the start of a game, where there is one: ``seed`` in
    Territory, whose board is dealt."""

    has_choices: bool = True
    """Whether a move may have no place on the board: then there is room for its button."""

    keys: Sequence[tuple[str, str]] = ()
    """The game's own keys on the board, for the help: the key, and what it does."""

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
            Everything else that `GameInfo` holds. Without them the title is the name, and two play.
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
            plugs["parse"] = Lazy(f"{MOVES_BY_TEXT}:parse")
        makers = {name: Lazy(path) for name, path in agents.items()}
        basic: dict[str, Any] = {
            "title": str(parts.get("name")).title(),
            "seats": 2,
            "rules_text": package,
        }
        return cls(**(plugs | basic | {"agent_makers": makers} | parts))

    @property
    def rules(self) -> str:
        """The rules in words, as Markdown; empty where the game has none."""
        if not self.rules_text:
            return ""
        from importlib.resources import files  # slow to load, and seldom needed

        return files(self.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the game's agents, weakest first.

        Examples
        --------
        >>> import polygames as pg
        >>> pg.game("territory").agents
        ('random', 'greedy', 'denial', 'minimax')
        """
        return tuple(self.agent_makers)

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
        return tuple(f"level {number}" for number in range(1, len(self.levels) + 1))

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
        maker = _pick(self.agent_makers, name, f"agent of {self.name}")
        check_options(maker, options, f"the agent {name!r} of {self.name}")
        player: Agent = maker(**options)
        return player

    def _player_of(self, name: str, options: Mapping[str, Any]) -> Agent:
        """Return who plays at a level, which is what its options make it."""
        if options:
            msg = f"{name} of {self.name} takes no options: they are what makes it a level"
            raise OptionError(msg)
        level = self.levels[self.players_by_level.index(name)]
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
