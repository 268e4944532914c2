"""What each part of a game is called with and what it returns: the plugs of `GameInfo`.

A plug is a function, a class, or a `Lazy` name of one. The states and moves it takes are those of
its own game, so they are typed ``Any`` here. The types that plugs return belong to higher floors;
this module names them for the type checker only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from pathlib import Path
    from random import Random
    from threading import Event

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.encoding import Encoding
    from polygames.core.judged import Judged
    from polygames.core.protocol import Agent, Seat, State
    from polygames.core.solution import Solution
    from polygames.runtime.clock import Clock
    from polygames.scene.model import Boundary, Caption, Motion, Preview, Scene
    from polygames.widgets.board import BoardWidget
    from polygames.widgets.session import Session

__all__ = [
    "AgentMaker",
    "Bench",
    "BorderMapOf",
    "BoundaryOf",
    "CaptionOf",
    "Deepen",
    "EncodingOf",
    "FromText",
    "KindOf",
    "Luck",
    "Mark",
    "MotionOf",
    "OverlayFrom",
    "OverlayOf",
    "Parse",
    "PreviewOf",
    "Puzzling",
    "Rollout",
    "SceneOf",
    "Solver",
    "Spell",
    "Start",
    "TargetsOf",
    "ToText",
    "Widget",
]

# A signature of ``*args: Any, **options: Any`` stands for "any keyword options": a game, agent or
# solver chooses its own, and `inspect.signature` tells them.


class Start(Protocol):
    """Makes the first state of a game from keyword options; each has a default."""

    def __call__(self, *args: Any, **options: Any) -> State[Any]:
        """Return the first state; OptionError if a value is out of range."""


class AgentMaker(Protocol):
    """Makes an agent from keyword options; each has a default."""

    def __call__(self, *args: Any, **options: Any) -> Agent:
        """Return an agent; OptionError if a value is out of range."""


class Parse(Protocol):
    """Reads a move."""

    def __call__(self, state: Any, text: str, /) -> Any:
        """Return a legal move; InvalidMoveError or IllegalMoveError if there is none."""


class ToText(Protocol):
    """Writes a position; its first word is the name of the game."""

    def __call__(self, state: Any, /) -> str:
        """Return the text that `FromText` reads back."""


class FromText(Protocol):
    """Reads a position."""

    def __call__(self, text: str, /) -> State[Any]:
        """Return the position; PositionError if the text holds none."""


class SceneOf(Protocol):
    """Draws a state as primitives; the same state always gives the same picture."""

    def __call__(self, state: Any, /) -> Scene:
        """Return the picture."""


class Spell(Protocol):
    """Names the targets to click, in order, that make a move."""

    def __call__(self, move: Any, /) -> tuple[str, ...]:
        """Return the targets; empty for a move that is not clicked, such as a line or a roll."""


class CaptionOf(Protocol):
    """Says in words what is going on."""

    def __call__(self, state: Any, /) -> Caption:
        """Return the status line, and one label for each seat."""


class PreviewOf(Protocol):
    """Says and draws what a move would do."""

    def __call__(self, state: Any, move: Any, /) -> Preview:
        """Return the effect of a legal move."""


class KindOf(Protocol):
    """Says which moves are so alike that a list of the best ones shows one of them only."""

    def __call__(self, state: Any, move: Any, /) -> Hashable:
        """Return the same for moves that are alike."""


class Mark(Protocol):
    """Draws a move over the picture of the state that it is played in."""

    def __call__(self, state: Any, move: Any, color: str, /) -> Scene:
        """Return the marks in a colour ``#rrggbb``: for the last move, a hint, an analysis."""


class MotionOf(Protocol):
    """Says how a move is seen to be made."""

    def __call__(self, state: Any, move: Any, /) -> tuple[Motion, ...]:
        """Return what comes to its place; nothing if one picture simply passes into the next."""


class OverlayOf(Protocol):
    """Draws what places of a picture are worth; `polygames.search.overlay` adds the best moves."""

    def __call__(self, analysis: Any, picture: Scene, /) -> Scene:
        """Return what is laid over the picture of the position of an analysis."""


class OverlayFrom(Protocol):
    """Draws what lines are worth that begin at one place, by where they end."""

    def __call__(self, analysis: Any, at: tuple[float, float], /) -> Scene:
        """Return what is laid over the picture of the position of an analysis."""


class BoundaryOf(Protocol):
    """Says where lines may begin and end, in a game whose moves form a continuum."""

    def __call__(self, state: Any, /) -> Boundary | None:
        """Return the edges that take the ends of a line; None where no line can be drawn."""


class Rollout(Protocol):
    """Plays random moves to the end, faster than state by state."""

    def __call__(self, state: Any, rng: Random, /) -> tuple[int, frozenset[Seat]]:
        """Return how many moves were played, and who won."""


class Solver(Protocol):
    """Proves the value of a position; called with ``seconds`` and ``progress``.

    It may take more keyword options, as in ``pg.solve(state, every_move=True)``.
    """

    def __call__(self, state: Any, /, *args: Any, **options: Any) -> Solution:
        """Return what was proved in time."""


class Deepen(Protocol):
    """Judges the moves of a state in which a seat is to move, better and better."""

    def __call__(self, state: Any, /, *, clock: Clock, rng: Random) -> Iterator[Analysis]:
        """Yield analyses: a first one in any case, then more while the clock runs.

        How much work lies between two answers does not depend on time, so that the same chance
        gives the same answers. What is proved stays in later answers.

        A game whose moves form a continuum also takes `also`, lines that are judged in any case. If
        there are some, it may leave out all others but the best one.
        """


class Luck(Protocol):
    """Says what a roll was worth to a seat beyond a mean one."""

    def __call__(self, state: Any, seat: Seat, /) -> float:
        """Return it, in the unit of the game's analyses, for the state after the roll."""


class BorderMapOf(Protocol):
    """Says what lines are worth, by where they start."""

    def __call__(
        self,
        state: Any,
        /,
        *,
        seconds: float | None = ...,
        places: int = ...,
        seed: int = ...,
        stop: Event | None = ...,
    ) -> Iterator[Any]:
        """Yield maps that get better; each has `points`, `best`, `value` and `second_ends`."""


class TargetsOf(Protocol):
    """Says what each target of a picture is worth."""

    def __call__(self, analysis: Any, /) -> Mapping[str, MoveValue]:
        """Return the best move at each target, for those where a move is known."""


class EncodingOf(Protocol):
    """Writes the moves and positions of a game as numbers, by the options of its start."""

    def __call__(self, start: Any, /, *args: Any, **options: Any) -> Encoding:
        """Return the numbering of all games from this start."""


class Widget(Protocol):
    """Makes the game's own board."""

    def __call__(self, session: Session, /, *, size: int | None) -> BoardWidget:
        """Return a board of a width in pixels."""


class Bench(Protocol):
    """Lets an agent play seeded games, and says how well it does.

    Beside the three parameters of all benches it may have keyword options of its own, each with a
    default (the command line offers them), and takes those of the agent.
    """

    def __call__(
        self, out: str | Path | None = None, *, games: int = ..., agent: str = ..., **options: Any
    ) -> Mapping[str, Any]:
        """Write the figures to a file as JSON, and return them by name."""


class Puzzling(Protocol):
    """The module of a game that knows its puzzles. Values are those for the seat to move."""

    HORIZONS: Sequence[int | None]
    """Within how many plies a win is looked for, one after the other; None is without a limit."""
    MARGIN: float
    """By how much the best move has to be better than the next one."""
    SHARE: float
    """The largest share of puzzles with one theme."""

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
