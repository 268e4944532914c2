"""Polygon: draw segments between points. The rules in words are in RULES.md beside this file."""

from polygames.core.game_info import GameInfo, Level, PresetText, Tour
from polygames.core.plugs import Verdicts

INFO = GameInfo.of_folder(
    __name__,
    (
        "solver deepen best_by_target evaluate puzzles symmetry_images encoding describe_move "
        "explain_move mistake_kind reasons_for_move preview highlight_move move_style motion "
        "overlay areas curves short_label first_steps view widget"
    ),
    name="polygon",
    title="Polygon",
    summary=(
        "Draw segments, which are straight lines. Start each one where the last one ended. "
        "Two may not end at the same point. If you cannot draw a segment, you lose."
    ),
    seats=2,
    area_unit="percent of the polygon",
    curve_unit="number of points",
    default_preset="uneven",
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
    fallback_agent="mobility",
    verdicts=Verdicts(is_two_valued=True),
    levels=(
        Level("random"),
        Level("solver", {"seconds": 1.0, "nodes": 10}, random_move_rate=0.2),
        Level("solver", {"seconds": 1.0, "nodes": 30}),
        Level("solver", {"seconds": 1.0, "nodes": 300}),
        Level("solver", {"seconds": 1.0, "nodes": 10_000}),
    ),
    preset_texts={
        "hexagon": PresetText(
            "Hexagon", "A regular polygon with six corners. A game takes a few minutes."
        ),
        "uneven": PresetText(
            "Uneven hexagon", "Six corners in irregular places. No three lines meet in one point."
        ),
        "anywhere": PresetText(
            "Anywhere", "A pentagon. A segment may end at crossings of any two colours."
        ),
    },
    tour=Tour(
        (
            ("C-E", "The first segment joins two corners that are not neighbours."),
            (
                "E-A; A-C; C-F",
                "Each segment starts where the last one ended. Two may not end at the same point.",
            ),
            (
                "F-B; B-D; D-2x5",
                "A segment may also end where two colours cross. If you cannot draw, you lose.",
            ),
        ),
        "Join two corners that are not neighbours. Then count the green points: there the other "
        "player's segment can end.",
    ),
    overlay_legend="The signs on the points: + you win there, × you lose there, ○ not known yet.",
    keys=(("t", "zoom in on the points that you can choose"),),
)
