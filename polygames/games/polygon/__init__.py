"""Polygon: draw segments between points. The rules in words are in RULES.md beside this file."""

from polygames.core.lazy import Lazy
from polygames.core.parts import PresetText, Question, Tour
from polygames.core.registry import GameInfo, Level

INFO = GameInfo.of_folder(
    __name__,
    name="polygon",
    title="Polygon",
    summary="Draw segments from point to point inside a polygon; if you cannot move, you lose.",
    seats=2,
    presets={
        "hexagon": {"n": 6},
        "uneven": {"vertices": ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))},
        "anywhere": {"n": 5, "colors": "any", "max_plies": 40},
    },
    agents={
        "random": f"{__name__}.agents:RandomDrawer",
        "mobility": f"{__name__}.agents:mobility",
        "minimax": f"{__name__}.agents:minimax",
        "solver": f"{__name__}.agents:SolverAgent",
    },
    stand_in="mobility",
    levels=(
        Level("random"),
        Level("solver", {"seconds": 1.0, "nodes": 10_000}, slips=0.75),
        Level("solver", {"seconds": 1.0, "nodes": 10_000}, slips=0.5),
        Level("solver", {"seconds": 1.0, "nodes": 10_000}, slips=0.25),
        Level("solver", {"seconds": 1.0, "nodes": 10_000}),
    ),
    preset_texts={
        "hexagon": PresetText("Hexagon", "Six corners, all alike: a game of a few minutes."),
        "uneven": PresetText("Uneven hexagon", "Six corners at odd places: no three lines meet."),
        "anywhere": PresetText(
            "Anywhere", "A pentagon on which crossings of any colours are points."
        ),
    },
    questions={
        "n": Question("Corners", "More corners make a longer game.", is_advanced=False),
        "colors": Question(
            "A crossing is a point",
            "Which crossings of two segments can be used as ends of new ones.",
            {
                "different": "if its two colours differ",
                "same": "if its two colours are the same",
                "any": "whatever its colours",
                "mixed": "same for Red, different for Blue",
            },
        ),
        "concurrent": Question(
            "Three segments in one point",
            words={
                "strict": "make a crossing that is not used",
                "lenient": "are a crossing like others",
            },
        ),
        "claim": Question("A player who cannot move must say so"),
        "max_plies": Question("Longest game", "After so many moves the game is a tie."),
    },
    tour=Tour(
        (
            ("C-E", "The first segment joins two corners that are not neighbours."),
            ("E-A; A-C; C-F", "Every segment begins where the last one ended."),
            (
                "F-B; B-D; D-2x5",
                "A crossing of two colours is a place to end, too. If you cannot move, you lose.",
            ),
        ),
        "Join two opposite corners, such as A and D: on the hexagon this wins.",
    ),
    choices={
        "n": tuple(range(3, 31)),
        "colors": ("different", "same", "any", "mixed"),
        "concurrent": ("strict", "lenient"),
    },
    solver=Lazy(f"{__name__}.solver:solve"),
    puzzles=Lazy(f"{__name__}.puzzles"),
    images=Lazy(f"{__name__}.engine.symmetry:images"),
    deepen=Lazy(f"{__name__}.analysis:deepen"),
    targets=Lazy(f"{__name__}.analysis:targets"),
    evaluate=Lazy(f"{__name__}.agents:evaluate"),
    encoding=Lazy(f"{__name__}.encoding:PolygonEncoding"),
    say=Lazy(f"{__name__}.board.words:say"),
    why=Lazy(f"{__name__}.board.words:why"),
    slip=Lazy(f"{__name__}.board.words:slip"),
    preview=Lazy(f"{__name__}.board.scene:preview"),
    mark=Lazy(f"{__name__}.board.scene:mark"),
    look=Lazy(f"{__name__}.board.scene:look"),
    motion=Lazy(f"{__name__}.board.scene:motion"),
    overlay=Lazy(f"{__name__}.board.overlay:overlay"),
    overlay_words="+ wins, × loses, ○ is open.",
    keys=(("t", "show all points that may be chosen, as large as they fit"),),
    widget=Lazy(f"{__name__}.board.widget:PolygonBoard"),
)
