"""The parts of `GameInfo`, grouped by who asks for them, and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from polygames.core.verdicts import DEFAULT, Verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.core.kernel import Kernel
    from polygames.core.lazy import Lazy
    from polygames.core.plugs import (
        AgentMaker,
        Bench,
        BoundaryOf,
        CaptionOf,
        Deepen,
        EncodingOf,
        FromText,
        ImagesOf,
        KindOf,
        LookOf,
        Luck,
        Mark,
        MotionOf,
        OverlayFrom,
        OverlayOf,
        Parse,
        PreviewOf,
        Prospects,
        Puzzling,
        Rollout,
        Say,
        SceneOf,
        SlipOf,
        Solver,
        Spell,
        Start,
        TargetsOf,
        ToText,
        Why,
        Widget,
    )
    from polygames.core.protocol import Evaluate


@dataclass(frozen=True)
class Level:
    """How well the computer plays: an agent that does the same work on any machine.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("splitter").engine.levels[0].agent
    'greedy'
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    slips: float = 0.0
    """The share of its moves that are left to chance."""


@dataclass(frozen=True)
class Question:
    """How a form asks for an option.

    Examples
    --------
    >>> Question("Who moves first", words={"white": "White", "black": "Black"}).words["white"]
    'White'
    """

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
    """What a form says of a set of options.

    Examples
    --------
    >>> PresetText("Half penalty", "A contest.").title
    'Half penalty'
    """

    title: str
    sentence: str


@dataclass(frozen=True)
class Tour:
    """A few pictures of a game for its help, made from moves, and a first move to try.

    Examples
    --------
    >>> Tour((("", "The start."),), "Draw a line.").steps[0]
    ('', 'The start.')
    """

    steps: Sequence[tuple[str, str]]
    """Moves to play one after the other, as text with ``;`` between, and what the picture shows."""

    first_move: str
    """What a newcomer may try, in a sentence."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that is shown."""


@dataclass(frozen=True, kw_only=True)
class GameBasics:
    """What a game is; its other parts are in groups.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("splitter").seats_option
    'players'
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

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options."""

    seats_option: str | None = None
    """The option that says how many seats play, where there is one: ``players`` in Splitter."""

    seed_option: str | None = None
    """The option that seeds the chance in the start of a game, where there is one: ``seed`` in
    Territory, whose board is dealt."""


@dataclass(frozen=True, kw_only=True)
class GameText:
    """How moves and positions are read and written.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("split").text.to_text(pg.new("split")).split()[0]
    'split'
    """

    parse: Parse
    """Read a legal move of a state."""

    to_text: ToText
    """Write a position."""

    from_text: FromText
    """Read a position."""


@dataclass(frozen=True, kw_only=True)
class GameBoard:
    """What a board shows of a state, of a move and of an analysis.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("territory").board.overlay_words
    'On each tile: what it leads to, the greener the better.'
    """

    scene: SceneOf
    """Draw a state as primitives."""

    spell: Spell
    """Name the targets to click, in order, that make a finite move."""

    caption: CaptionOf
    """Say in words what is going on: status line and one label per seat."""

    say: Say | None = None
    """Name a move for people; without it they read what `preview` says, or the move's text."""

    why: Why | None = None
    """Say what a move does, and what the answer to it does: facts, no judgement."""

    merits: Why | None = None
    """Say what speaks for a move, and nothing against it; without it they read what `why` says."""

    slip: SlipOf | None = None
    """Say what kind of mistake a move is, for those who look at all of their mistakes."""

    preview: PreviewOf | None = None
    """Say and draw what a finite move would do."""

    mark: Mark | None = None
    """Draw a move over the state it is played in, in a colour: the last move, a hint."""

    motion: MotionOf | None = None
    """Say how a move is seen to be made: what is pushed, thrown or drawn."""

    look: LookOf | None = None
    """Say what the moves of a state look like once they are made: a page paints them with it at
    once, before the kernel answers."""

    overlay: OverlayOf | None = None
    """Draw what an analysis says of places of the picture."""

    overlay_from: OverlayFrom | None = None
    """Draw what an analysis says of lines from one place, by where they end."""

    overlay_words: str = ""
    """What `overlay` draws, in a sentence: the legend."""

    boundary: BoundaryOf | None = None
    """The edges that take the ends of a line, where moves form a continuum."""

    preset: str | None = None
    """The preset with which a board begins, where no option says otherwise; the game as `new` makes
    it, if there is none."""

    has_choices: bool = True
    """Whether a move may have no place on the board: then there is room for its button."""

    widget: Widget | None = None
    """The class of the game's own board, in place of the general one."""


@dataclass(frozen=True, kw_only=True)
class GameGuide:
    """What forms and the help say of a game.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("splinter").guide.questions["edge"].label
    'Edge of the board'
    """

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
    """Who plays the game, and what searches, reviews and other frameworks ask of it.

    Examples
    --------
    >>> import polygames as pg
    >>> pg.game("splitter").engine.levels[0].agent
    'greedy'
    """

    agent_makers: Mapping[str, AgentMaker]
    """Makers of the game's agents by name, weakest first; they take keyword options only."""

    levels: Sequence[Level] = ()
    """How well the computer can play, weakest first; ``"level 1"`` is the first of them."""

    stand_in: str = ""
    """The agent that needs nothing compiled: at a board it moves in place of one that does, as long
    as that is compiled, once on a machine."""

    evaluate: Evaluate | None = None
    """Estimate a state for a seat (heuristic; higher is better)."""

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

    targets: TargetsOf | None = None
    """Say what each target of the picture is worth, in place of the general way."""

    kind: KindOf | None = None
    """Say which moves of a continuum are alike: the best of each kind is shown."""

    verdicts: Verdicts = DEFAULT
    """How much a move has to lose to be called a mistake (`polygames.review`)."""

    luck: Luck | None = None
    """Say what a roll was worth to a seat beyond a mean one, where there are dice."""

    prospects: Prospects | None = None
    """Say what a seat can expect before a roll and after it, further ahead than `luck` looks: for
    matches without luck, where more time is spent on a roll."""

    puzzles: Lazy | Puzzling | None = None
    """The module that finds and judges puzzles of the game; ``puzzles.json`` beside it has them."""

    images: ImagesOf | None = None
    """Say what a position has in common with those that only look otherwise: its symmetries."""

    encoding: EncodingOf | None = None
    """Write moves and positions as numbers: what the bridges to other frameworks need."""

    bench: Bench | None = None
    """What ``python -m polygames bench`` runs: seeded games of an agent, counted and written to a
    file."""
