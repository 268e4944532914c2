"""What each part of a game is called with and what it returns: the plugs of `GameInfo`.

A plug is a function, a class, or a `Lazy` name of one. The states and moves it takes are those of
its own game, so they are typed ``Any`` here. ``...`` stands for keyword options of the part's own,
each with a default: `inspect.signature` tells them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from polygames.core.analysis import Analysis, MoveValue, Solution
    from polygames.core.encoding import Encoding
    from polygames.core.protocol import Agent, Seat, State
    from polygames.scene.look import Look
    from polygames.scene.model import Boundary, Caption, Motion, Preview, Scene

# --- what it is -----------------------------------------------------------------------------

Start: TypeAlias = "Callable[..., State[Any]]"
"""Make the first state from keyword options; OptionError if a value is out of range."""

AgentMaker: TypeAlias = "Callable[..., Agent]"
"""Make an agent from keyword options; OptionError if a value is out of range."""

ImagesOf: TypeAlias = "Callable[[Any], set[Hashable]]"
"""Return a state as every symmetry of its game shows it. Two states have the same images, or none
in common; those that do are played alike, move for move."""

EncodingOf: TypeAlias = "Callable[..., Encoding]"
"""Return the numbering of all games from a start, which comes first; then keyword options."""

# --- its text -------------------------------------------------------------------------------

Parse: TypeAlias = "Callable[[Any, str], Any]"
"""Read a legal move of a state; InvalidMoveError or IllegalMoveError if there is none."""

ToText: TypeAlias = "Callable[[Any], str]"
"""Write a position as the text that `FromText` reads back; the game's name is its first word."""

FromText: TypeAlias = "Callable[[str], State[Any]]"
"""Read a position; PositionError if the text holds none."""

# --- its board ------------------------------------------------------------------------------

SceneOf: TypeAlias = "Callable[[Any], Scene]"
"""Draw a state as primitives; the same state always gives the same picture."""

Spell: TypeAlias = "Callable[[Any], tuple[str, ...]]"
"""Name the targets to click, in order, that make a move; none for a line or a roll."""

CaptionOf: TypeAlias = "Callable[[Any], Caption]"
"""Say what is going on in a state: the status line, and one label for each seat."""

Say: TypeAlias = "Callable[[Any, Any], str]"
"""Name a legal move of a state for people, in a few words; records keep its exact text."""

Why: TypeAlias = "Callable[[Any, Sequence[Any]], str]"
"""Say in a sentence what the first move of a line does in a state, by facts of the rules."""

SlipOf: TypeAlias = "Callable[[Any, Any], str]"
"""Say in a few words what kind of mistake a move of a state is, by facts of the rules; empty if
nothing special is. It is given what a review says of the move: ``move``, ``best``, ``answer`` (the
move and what may follow), ``proved``."""

PreviewOf: TypeAlias = "Callable[[Any, Any], Preview]"
"""Say and draw what a legal move of a state would do."""

KindOf: TypeAlias = "Callable[[Any, Any], Hashable]"
"""Return the same for moves of a state so alike that a list shows only the best of them."""

Mark: TypeAlias = "Callable[[Any, Any, str], Scene]"
"""Draw a move over the picture of the state it is played in, in a colour ``#rrggbb``."""

MotionOf: TypeAlias = "Callable[[Any, Any], tuple[Motion, ...]]"
"""Say what is seen to move as a move of a state is made; nothing if the pictures just change."""

LookOf: TypeAlias = "Callable[[Any], Look]"
"""Say by which rules a page paints the moves of a state as they are made."""

OverlayOf: TypeAlias = "Callable[[Any, Scene], Scene]"
"""Draw what the places of a picture are worth, by an analysis; the best moves are added."""

OverlayFrom: TypeAlias = "Callable[[Any, tuple[float, float]], Scene]"
"""Draw what the lines from one place are worth, by an analysis, where they end."""

BoundaryOf: TypeAlias = "Callable[[Any], Boundary | None]"
"""Return the edges that take the ends of a line; None where no line can be drawn."""

TargetsOf: TypeAlias = "Callable[[Any], Mapping[str, MoveValue]]"
"""Return the best move at each target of the picture, for those where an analysis knows one."""

Widget: TypeAlias = "Callable[..., Any]"
"""Make the game's own board of a session: a `BoardWidget`, ``size=`` pixels wide."""

# --- its engine -----------------------------------------------------------------------------

Rollout: TypeAlias = "Callable[[Any, Random], tuple[int, frozenset[Seat]]]"
"""Play random moves to the end: how many, and who won."""

Solver: TypeAlias = "Callable[..., Solution]"
"""Prove the value of a state, which comes first; called with ``seconds=`` and ``progress=``. It may
take more keyword options, as in ``pg.solve(state, every_move=True)``."""

Deepen: TypeAlias = "Callable[..., Iterator[Analysis]]"
"""Judge the moves of a state, better and better; called with ``clock=`` and ``rng=``.

It yields a first analysis in any case, then more while the clock runs. How much work lies between
two answers does not depend on time, so that the same chance gives the same answers. What is proved
stays in later answers. A game whose moves form a continuum also takes ``also=``, lines that are
judged in any case; if there are some, it may leave out all others but the best one."""

Luck: TypeAlias = "Callable[[Any, Seat], float]"
"""Say what a roll was worth to a seat beyond a mean one, in the unit of the game's analyses, for
the state after the roll."""

Prospects: TypeAlias = "Callable[[Any, Seat], tuple[float, float]]"
"""Say what a seat can expect in the end before a roll and after it, for the state after the roll.
What is expected before is the mean of what is expected after, over all rolls."""

Bench: TypeAlias = "Callable[..., Mapping[str, Any]]"
"""Let an agent play seeded games, write the figures to a file as JSON, and return them by name;
called with the file, ``games=`` and ``agent=``."""


class Judged(NamedTuple):
    """What a move is worth to the seat that makes it, exactly."""

    value: float
    answer: Any = None
    """The best move of the next seat, where there is one."""


class Puzzling(Protocol):
    """The module of a game that knows its puzzles. Values are those for the seat to move."""

    HORIZONS: Sequence[int | None]
    """Within how many plies a win is looked for, one after the other; None is without a limit."""
    MARGIN: float
    """By how much the best move has to be better than the next one."""
    SHARE: float
    """The largest share of puzzles with one theme."""
    HINTS: Mapping[str, str]
    """A sentence for each theme, which a hint says; a game without them need not have it."""

    def positions(self, rng: Random, /) -> Iterator[State[Any]]:
        """Yield positions of a seeded game in which to look for a puzzle."""

    def judged(self, state: Any, plies: int | None, /) -> dict[Any, Judged] | None:
        """Say by the rules what each move is worth, exactly; None if that takes too long."""

    def proved(self, state: Any, plies: int | None, /) -> dict[Any, float]:
        """Return what the solver of the game proves of moves: a second witness."""

    def images(self, state: Any, /) -> set[Any]:
        """Return the position as each symmetry of the game shows it."""

    def words(self, state: Any, plies: int | None, judged: dict[Any, Judged], /) -> tuple[str, str]:
        """Return what is asked in a position, and its theme."""

    def is_right(self, state: Any, move: Any, /) -> bool:
        """Say of a move of a continuum whether it is as good as the solution.

        Only asked where moves are not finite; a game without such moves need not have it.
        """

    def answer(self, state: Any, move: Any, /) -> Any:
        """Return the answer to a wrong move of a continuum, or None; see `is_right`."""

    def tries(self, state: Any, /) -> Iterable[Any]:
        """Yield moves of a continuum that a check has to try, beside random ones."""
