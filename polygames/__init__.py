"""Five territory and splitting games to play, watch and analyse in a notebook.

>>> import polygames as pg
>>> state = pg.new("split")
>>> line = state.draw((0, 5), (10, 5))
>>> [area.value for area in state.play(line).areas]
[50.0, 50.0]

Importing this package imports no third-party package: boards, plots and search are loaded when you
first use them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from polygames import games as _games  # noqa: F401 - it makes its folders known; its name is next
from polygames.core import __version__ as __version__  # public, but not for `import *`
from polygames.core.analysis import Analysis, Solution
from polygames.core.display import register_renderers as _set_ways
from polygames.core.errors import (
    AgentError,
    ArenaError,
    ConformanceError,
    IllegalMoveError,
    InvalidMoveError,
    MissingExtraError,
    MissingPartError,
    MoveError,
    OptionError,
    PolygamesError,
    PositionError,
    RecordError,
)
from polygames.core.game_info import GameInfo
from polygames.core.game_info import register_general_agents as _set_agents
from polygames.core.lazy_imports import Lazy as _Lazy
from polygames.core.protocol import CHANCE, Agent, MoveSet, Outcome, Seat, State
from polygames.core.registry import agent, from_text, game, games, register
from polygames.core.state import from_json
from polygames.records.record import Record, load
from polygames.records.user_folder import folder

if TYPE_CHECKING:
    from polygames.arena.luck import without_luck
    from polygames.arena.match import Match, match
    from polygames.arena.measure import measure
    from polygames.arena.submissions import load_agents
    from polygames.arena.tournament import Tournament, tournament
    from polygames.classroom.opening import classroom
    from polygames.conformance import check_game
    from polygames.games.polygon.rules import PolygonGame
    from polygames.games.splinter.rules import Splinter
    from polygames.games.split.rules import Split
    from polygames.games.splitter.rules import Splitter
    from polygames.games.territory.rules import Territory
    from polygames.records.position_sources import svg
    from polygames.runtime.parallel_calls import Interrupted
    from polygames.search.analysis import analyse
    from polygames.search.batch import Batch, batch
    from polygames.search.playouts import perft
    from polygames.search.puzzles import Puzzle, puzzles
    from polygames.search.review import Review, review
    from polygames.search.solve import solve
    from polygames.study.collection import Collection, collection
    from polygames.widgets.play import play, puzzle, train

    # With these types, an editor knows that a state of Split has `draw` and `areas`.
    @overload
    def new(name: Literal["polygon"], /, **options: Any) -> PolygonGame: ...
    @overload
    def new(name: Literal["splinter"], /, **options: Any) -> Splinter: ...
    @overload
    def new(name: Literal["split"], /, **options: Any) -> Split: ...
    @overload
    def new(name: Literal["splitter"], /, **options: Any) -> Splitter: ...
    @overload
    def new(name: Literal["territory"], /, **options: Any) -> Territory: ...
    @overload
    def new(name: str, /, **options: Any) -> State[Any]: ...
    def new(name: str, /, **options: Any) -> State[Any]:
        """Return the starting position of a game; see `polygames.core.registry.new`."""
else:
    from polygames.core.registry import new

__all__ = [
    "CHANCE",
    "Agent",
    "AgentError",
    "Analysis",
    "ArenaError",
    "Batch",
    "Collection",
    "ConformanceError",
    "GameInfo",
    "IllegalMoveError",
    "Interrupted",
    "InvalidMoveError",
    "Match",
    "MissingExtraError",
    "MissingPartError",
    "MoveError",
    "MoveSet",
    "OptionError",
    "Outcome",
    "PolygamesError",
    "PositionError",
    "Puzzle",
    "Record",
    "RecordError",
    "Review",
    "Seat",
    "Solution",
    "State",
    "Tournament",
    "agent",
    "analyse",
    "batch",
    "check_game",
    "classroom",
    "collection",
    "folder",
    "from_json",
    "from_text",
    "game",
    "games",
    "load",
    "load_agents",
    "match",
    "measure",
    "new",
    "perft",
    "play",
    "puzzle",
    "puzzles",
    "register",
    "review",
    "solve",
    "svg",
    "tournament",
    "train",
    "without_luck",
]

_LATE = {
    "Batch": "polygames.search.batch",
    "Collection": "polygames.study.collection",
    "Match": "polygames.arena.match",
    "Tournament": "polygames.arena.tournament",
    "Interrupted": "polygames.runtime.parallel_calls",
    "analyse": "polygames.search.analysis",
    "batch": "polygames.search.batch",
    "check_game": "polygames.conformance",
    "classroom": "polygames.classroom.opening",
    "collection": "polygames.study.collection",
    "load_agents": "polygames.arena.submissions",
    "match": "polygames.arena.match",
    "measure": "polygames.arena.measure",
    "perft": "polygames.search.playouts",
    "play": "polygames.widgets.play",
    "Puzzle": "polygames.search.puzzles",
    "puzzle": "polygames.widgets.play",
    "puzzles": "polygames.search.puzzles",
    "Review": "polygames.search.review",
    "review": "polygames.search.review",
    "solve": "polygames.search.solve",
    "svg": "polygames.records.position_sources",
    "tournament": "polygames.arena.tournament",
    "train": "polygames.widgets.play",
    "without_luck": "polygames.arena.luck",
}
"""Public names that are imported on first use, with their modules."""

_set_agents(
    {
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": "polygames.search.baseline_agents:GreedyAgent",
        "minimax": "polygames.search.minimax:MinimaxAgent",
        "mcts": "polygames.search.mcts:MctsAgent",
    },
    _Lazy("polygames.arena.command_agent:CommandAgent"),
)
_set_ways(
    {
        "state": {
            "png": _Lazy("polygames.plots.png:png"),
            "pdf": _Lazy("polygames.plots.figure:pdf"),
        },
        "board": {"plot": _Lazy("polygames.plots.board_plots:render_board_plot")},
        "record": {"page": _Lazy("polygames.view.webpage.page:save_record")},
        "analysis": {
            "png": _Lazy("polygames.plots.analyses:png_of"),
            "plot": _Lazy("polygames.plots.analyses:move_values"),
            "page": _Lazy("polygames.view.webpage.page:save_analysis"),
        },
        "review": {
            "png": _Lazy("polygames.plots.reviews:png_of"),
            "plot": _Lazy("polygames.plots.reviews:review_curve"),
            "page": _Lazy("polygames.view.webpage.page:save_review"),
        },
        "puzzle": {
            "png": _Lazy("polygames.plots.puzzles:png_of"),
            "page": _Lazy("polygames.view.webpage.page:save_puzzle"),
        },
        "mistakes": {"plot": _Lazy("polygames.plots.reviews:mistakes_plot")},
    }
)


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return _Lazy(f"{_LATE[name]}:{name}").load()
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
