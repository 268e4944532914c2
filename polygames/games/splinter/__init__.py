"""Splinter: push pieces, cut groups off. The rules in words are in RULES.md beside this file."""

from polygames.core.game_info import GameInfo, Level, Tour
from polygames.core.plugs import Verdicts

INFO = GameInfo.of_folder(
    __name__,
    (
        "deepen best_by_target evaluate kernel puzzles symmetry_images encoding describe_move "
        "explain_move mistake_kind reasons_for_move preview highlight_move move_style motion "
        "overlay areas curves short_label first_steps view widget"
    ),
    name="splinter",
    title="Splinter",
    summary="Push your pieces. Pieces that are cut off from both kings are removed. When the kings "
    "are in separate groups, the larger group wins.",
    seats=2,
    area_unit="pieces",
    curve_unit="number of pieces",
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "minimax": f"{__name__}.agents:AlphaBeta",
        "learned": f"{__name__}.agents:learned",
        "mcts": f"{__name__}.agents:mcts",
    },
    fallback_agent="greedy",
    levels=(
        Level("mcts", {"seconds": 1.0, "visits": 25}, random_move_rate=0.36),
        Level("mcts", {"seconds": 1.0, "visits": 25}, random_move_rate=0.2),
        Level("mcts", {"seconds": 1.0, "visits": 50}, random_move_rate=0.05),
        Level("mcts", {"seconds": 1.0, "visits": 250}),
        Level("mcts", {"seconds": 1.0, "visits": 1000}),
    ),
    tour=Tour(
        (
            (
                "",
                "One block of 28 pawns and two kings. Kings have crowns. You move by pushing.",
            ),
            (
                "h11-i10; h8-i9",
                "A piece moves one square in any direction. It pushes the pieces in its way.",
            ),
            (
                "i10-j9; g9-f10; f11-f10; g11-h10; h9-i9; j9-i10; j11-i12; i11-i10",
                "Pieces cut off from both kings are removed. Separate the kings to end the game.",
            ),
        ),
        "Click the white pawn on g12, then click g11. The pawn pushes the five pieces below it "
        "down by one square.",
    ),
    verdicts=Verdicts(noise=0.27),
    has_button_moves=False,
    overlay_legend=(
        "A ring shows the best move of a piece: green is good, red is bad. The number is the "
        "chance to win, in percent."
    ),
)
