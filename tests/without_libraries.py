"""A program that plays all games without the libraries that a page without a server lacks.

It prints its results as JSON. The test compares them with those of the usual Python.
"""

from __future__ import annotations

import json
import os
import pkgutil
import sys
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from threading import Thread

MISSING_LIBRARIES = (
    *("numpy", "numba", "llvmlite", "shapely", "matplotlib", "ipycanvas", "joblib", "pandas"),
    *("scipy", "PIL", "ortools"),
)
DEPENDENT_PARTS = {
    "bridges",
    "plots",
    "double_pages",
    "sheets",
    "charts",
    "figures",
    "canvas",
    "code_cache",
    "extension",
}
"""The parts that need one of these libraries or Jupyter Server; no other part needs them."""

MAX_AGENT_MOVES = 2
"""The number of moves that an agent makes in a game."""


def block_libraries() -> None:
    """Make every import of these libraries and every start of a thread fail."""
    for name in MISSING_LIBRARIES:
        sys.modules[name] = None  # type: ignore[assignment]  # Python treats None as missing

    def start(_: Thread) -> None:
        msg = "can't start new thread"
        raise RuntimeError(msg)

    Thread.start = start  # type: ignore[method-assign]  # as in a browser


def import_all() -> int:
    """Import every module that needs none of these libraries; return the number of modules."""
    import polygames

    names = [
        module.name
        for module in pkgutil.walk_packages(
            polygames.__path__, "polygames.", onerror=lambda _: None
        )
        if not DEPENDENT_PARTS & set(module.name.split("."))
        and not module.name.endswith("__main__")
    ]
    for name in names:
        import_module(name)
    return len(names)


def play(name, agent, options):
    """Play a random game to its end; an agent makes some of the moves."""
    import polygames as pg

    info, rng = pg.game(name), Random(3)
    player = info.agent(agent, **options)
    state = info.new()
    length = 0
    while state.outcome is None:
        state, length = state.play(state.legal_moves.sample(rng)), length + 1
    state, rng, made = info.new(), Random(3), 0
    while state.outcome is None:
        if (
            state.turn >= 0
            and state.ply >= made * length / MAX_AGENT_MOVES
            and made < MAX_AGENT_MOVES
        ):
            if hasattr(player, "stop") and not options:
                player.stop.set()  # a level thinks for a second
            move = player.choose(state.view(state.turn), Random(state.ply))
            assert move in state.legal_moves
            made += 1
        else:
            move = state.legal_moves.sample(rng)
        state = state.play(move)
    return made


def start_of(info):
    """Return a position a few plies into a game in which a seat is to move."""
    state, rng = info.new(), Random(5)
    while state.turn < 0 or state.ply < 4:
        state = state.play(state.legal_moves.sample(rng))
    return state


def analyse_game(info):
    """Analyse and review a game, save it, count its positions; return the results."""
    import polygames as pg
    from polygames.search import deepen

    state = start_of(info)
    best = pg.analyse(state, seconds=0.02).moves[0]
    assert best.move in state.legal_moves
    with closing(deepen(state, seconds=1, seed=1)) as answers:
        assert next(answers).moves
    record = pg.Record(info.new())
    rng = Random(7)
    for _ in range(4):
        record.push(record.state.legal_moves.sample(rng))
    assert len(pg.review(record, seconds=0.02).moves) == len(record.moves)
    path = Path(mkdtemp()) / "game.txt"
    record.save(path)
    assert pg.load(path).state == record.state
    counted = pg.perft(info.new(), 2) if info.new().legal_moves.finite else 0
    return {"perft": counted, **play_on_board(info)}


def play_on_board(info):
    """Play on a board against a level, with hint, analysis and review, without an event loop."""
    import polygames as pg
    from polygames.widgets import hints, live_analysis
    from polygames.widgets.panels import review as reviews

    hints.HINT_SECONDS = live_analysis.SCRIPT_SECONDS = reviews.MAX_SECONDS_PER_POSITION = 0.05
    level = info.level_names[1]
    board = pg.play(info.name, seats=("human", level)[: info.seats], seed=1, autosave=None)
    try:
        board.play(board.state.legal_moves.sample(Random(2)))
        found = {"board": len(board.record.moves)}
        board.hint()
        found["hint"] = bool(board.overlay)
        board.analysing = True
        found["analysed"] = board.analysis is not None
        board.analysing = False
        board.review()
        found["reviewed"] = board.get_panel("Review").review is not None
    finally:
        board.close()
    return found


def train_after_review():
    """Review a game on a board, train with its mistake, and return the judgement of the answer."""
    import polygames as pg

    os.environ["POLYGAMES_FOLDER"] = mkdtemp()
    with closing(pg.play("polygon", n=6, autosave=None)) as board:
        board.play("A-C")
        board.review()
        board.train_mistakes()
        board.play("A-D")
        return board.get_panel("Train").heading[0]


def missing_library_errors():
    """Return the error messages of calls that need a missing library."""
    import polygames as pg

    def picture():
        from polygames.plots import area_plot

        area_plot(pg.new("split"))

    cup = pg.tournament("polygon", ["random", "mobility"], games=2, seed=1, progress=False)
    assert sum(row["points"] for row in cup.standings) == 2
    asked = {
        "plots": picture,
        "shapely": lambda: pg.new("split").to_shapely(),
        "ratings": lambda: cup.ratings,
        "batch": lambda: pg.batch("splinter", 2),
    }
    said = {}
    for what, ask in asked.items():
        try:
            ask()
        except pg.MissingExtraError as error:
            said[what] = str(error)
    return said


def lesson_output():
    """Return the output of a lesson without figures, and the best sheet for some rolls."""
    import polygames as pg
    from polygames.games.splitter import hindsight
    from polygames.lessons import arena, polygon, split, splitter

    rolls = [(1, 2)] * pg.new("splitter").pad.rounds
    best = hindsight("A", rolls, seconds=0.2)
    cup = pg.tournament("polygon", ["random", "mobility"], games=2, seed=1, progress=False)
    shown = {
        "draws": polygon.boards({"start": pg.new("polygon")}),
        "plots": split.areas(pg.new("split"), "One area."),
        "figures": splitter.best_sheet(pg.new("splitter"), best),
        "ratings": arena.ladder(cup),
        "state": pg.new("territory"),
        "puzzle": pg.puzzles("polygon")[0],
        "analysis": pg.analyse(pg.new("polygon"), seconds=0.02),
    }
    kinds = {}
    for name, each in shown.items():
        found = each._repr_mimebundle_()
        data = found[0] if isinstance(found, tuple) else found
        kinds[name] = {kind: text[:300] for kind, text in data.items()}
    return {"bound": best.bound, "shown": kinds}


def engine_values():
    """Return the values of positions by the engines, for the test to compare."""
    import polygames as pg
    from polygames.games.split.engine.iterative_deepening import DeepeningSearch
    from polygames.games.splitter.engine.placement_ranking import evaluator_of
    from polygames.runtime.clock import Clock
    from polygames.runtime.random_numbers import make_stream, random_uniform

    stream = make_stream(5)
    found = {"chance": [random_uniform(stream) for _ in range(5)]}
    for name in ("split", "splitter"):
        info, rng = pg.game(name), Random(11)
        state, told = info.new(), []
        for _ in range(9):
            if name == "splitter":
                told.append(evaluator_of(state.pad).value(state.sheet(0)))
            elif state.phase == "line":
                told.append(DeepeningSearch(state, Clock(None), (8, 4), None, Random(0)).value)
            state = state.play(state.legal_moves.sample(rng))
        found[name] = told
    state = start_of(pg.game("splitter"))
    found["moves"] = [
        str(pg.agent(agent, game="splitter").choose(state, Random(0)))
        for agent in ("potential", "expectimax")
    ]
    return found


def main() -> None:
    """Run all parts, and print their results as JSON."""
    block_libraries()
    modules = import_all()
    import polygames as pg

    told = {
        "modules": modules,
        "values": engine_values(),
        "needs": missing_library_errors(),
        "lesson": lesson_output(),
        "trained": train_after_review(),
        "moves": {},
    }
    for name in pg.games():
        info = pg.game(name)
        for agent in (*info.agents, *info.level_names):
            options = {}
            with suppress(pg.OptionError):
                info.agent(agent, seconds=0.02)
                options = {"seconds": 0.02}
            told["moves"][f"{name} {agent}"] = play(name, agent, options)
        told[name] = analyse_game(info)
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
