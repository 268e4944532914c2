"""Split: draw lines, win areas. The rules in words are in RULES.md beside this file."""

from polygames.core.game_info import GameInfo, Level, PresetText, Tour
from polygames.core.plugs import Verdicts

INFO = GameInfo.of_folder(
    __name__,
    (
        "solver deepen move_kind evaluate kernel puzzles symmetry_images encoding "
        "describe_move explain_move mistake_kind reasons_for_move preview highlight_move "
        "move_style motion boundary overlay end_point_overlay first_steps view widget"
    ),
    name="split",
    title="Split",
    summary=(
        "Draw lines that cut areas in two. If both ends are on your own colour, you fill one part. "
        "The other player chooses which part. With more than 50 of the 100 points you win."
    ),
    seats=2,
    presets={
        "seed": {"fill_limit": 5.0, "fill_inclusive": True, "min_area": 1e-6},
        "2026": {"fill_limit": 5.0, "fill_inclusive": False, "min_area": 1.0},
    },
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "oneply": f"{__name__}.agents:OnePlyAgent",
        "mcts": f"{__name__}.agents:mcts",
        "minimax": f"{__name__}.agents:SplitMinimax",
    },
    fallback_agent="oneply",
    levels=(
        Level("oneply", random_move_rate=0.4),
        Level("oneply", random_move_rate=0.23),
        Level("oneply", random_move_rate=0.12),
        Level("oneply", random_move_rate=0.05),
        Level("minimax", {"seconds": 1.0, "nodes": 20_000}),
    ),
    preset_texts={
        "seed": PresetText(
            "As published",
            "An area of 5 or less can only be filled. A line may cut off a piece of any size.",
        ),
        "2026": PresetText(
            "As played in 2026",
            "An area under 5 can only be filled. A line must cut off at least 1.",
        ),
    },
    tour=Tour(
        (
            (
                "draw 0,4 - 10,6",
                "The first player cuts the square in two. Then the other player chooses a colour.",
            ),
            (
                (
                    "color blue; draw 3,0 - 4,4.8; draw 7,10 - 8,5.6; draw 10,2 - 3.4,1.9; "
                    "draw 1.5,4.3 - 7.2,9"
                ),
                "The last line joins two red lines. Red fills one part, and Blue chooses which.",
            ),
            (
                "area 5; draw 0,9 - 2,10; fill 6",
                "An area of 5 or less can only be filled. Win with more than half of the square.",
            ),
        ),
        "Draw a line from the left side to the right side. Cut off a little more than 5.",
    ),
    verdicts=Verdicts(2.0, 4.0, 8.0, "value", noise=1.0, proved_win_value=25.0),
    overlay_legend=(
        "The marks on the borders show how good a line from there is. Thick and green is best. "
        "Point at a border, or touch it, to see where the line should end."
    ),
    keys=(
        ("↑ ↓", "while you draw a line: go to the halves, thirds and quarters of a side"),
        ("a number", "turn the line so that it cuts off exactly this area"),
        ("h", "turn the line so that it cuts the area in half"),
    ),
)
