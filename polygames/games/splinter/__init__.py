"""Splinter: push pieces, cut groups off. The rules in words are in RULES.md beside this file."""

from polygames.core.game_info import GameInfo, Level, Question, Tour
from polygames.core.lazy import Lazy
from polygames.core.plugs import Verdicts

INFO = GameInfo.of_folder(
    __name__,
    (
        "deepen targets evaluate kernel puzzles images encoding say why slip merits preview "
        "mark look motion overlay widget"
    ),
    name="splinter",
    title="Splinter",
    summary="Push pieces; what is cut off from both kings is gone. Once the kings are apart, the "
    "larger group wins.",
    seats=2,
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "minimax": f"{__name__}.agents:AlphaBeta",
        "learned": f"{__name__}.agents:learned",
        "mcts": f"{__name__}.agents:mcts",
    },
    stand_in="greedy",
    levels=(
        Level("mcts", {"seconds": 1.0, "visits": 25}, slips=0.36),
        Level("mcts", {"seconds": 1.0, "visits": 25}, slips=0.2),
        Level("mcts", {"seconds": 1.0, "visits": 50}, slips=0.05),
        Level("mcts", {"seconds": 1.0, "visits": 250}),
        Level("mcts", {"seconds": 1.0, "visits": 1000}),
    ),
    choices={"first": ("white", "black"), "edge": ("block", "remove")},
    questions={
        "first": Question(
            "Colour that begins", is_advanced=False, words={"white": "White", "black": "Black"}
        ),
        "edge": Question(
            "Edge of the board",
            "What happens when a piece is pushed over it.",
            {"block": "Nothing can be pushed off", "remove": "What is pushed off is lost"},
            is_advanced=False,
        ),
        "no_return": Question(
            "No piece steps straight back",
            words={
                True: "No piece steps straight back to where it came from",
                False: "A piece may step straight back",
            },
        ),
        "max_plies": Question("Longest game", "After so many moves the game is a tie."),
    },
    tour=Tour(
        (
            ("", "Two kings, with a crown, and 28 pawns in one block. You move by pushing."),
            (
                "h11-i10; h8-i9",
                "A piece moves one square in any direction, and pushes what stands in its way.",
            ),
            (
                "i10-j9; g9-f10; f11-f10; g11-h10; h9-i9; j9-i10; j11-i12; i11-i10",
                "What loses touch with the kings is removed. Kings apart: the larger group wins.",
            ),
        ),
        "Click the white pawn on g12, then g11: it pushes the five pieces below it down by one.",
    ),
    rollout=Lazy(f"{__name__}.engine.bitboard:rollout"),
    verdicts=Verdicts(doubt=0.25, apart=0.27, settled=2500),
    has_choices=False,
    overlay_words=(
        "Rings: the best move of each piece, from green (good) to red, and the chance to win in "
        "percent."
    ),
)
