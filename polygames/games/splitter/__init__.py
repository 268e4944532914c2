"""The game Splitter: two dice, two mirrored cells. RULES.md in this folder has the rules."""

from polygames.core.game_info import GameInfo, Level, Tour
from polygames.core.lazy_imports import Lazy
from polygames.core.plugs import Verdicts
from polygames.games.splitter.scoring import score_sheet

__all__ = ["INFO", "hindsight", "regret", "score_sheet"]

hindsight = Lazy(f"{__name__}.solver:hindsight")  # a module named `hindsight` would hide it
"""Return the best sheet for the rolls of a finished game: ``hindsight(pad, rolls)``."""

regret = Lazy(f"{__name__}.analysis:regret")
"""Return the expected loss of each placement of a game: ``regret(record)``."""

INFO = GameInfo.of_folder(
    __name__,
    (
        "deepen luck expected_scores evaluate puzzles symmetry_images encoding describe_move "
        "explain_move mistake_kind reasons_for_move preview moves_by_clicks highlight_move "
        "move_style motion overlay areas short_label first_steps view widget"
    ),
    name="splitter",
    title="Splitter",
    summary=(
        "Write two dice into mirrored cells, one on each side of the dashed line. Equal numbers "
        "that touch form a group. It scores if its size is its number: four 4s. A star doubles it."
    ),
    seats=1,
    seats_option="players",
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "potential": f"{__name__}.agents:potential",
        "expectimax": f"{__name__}.agents:expectimax",
        "strong": f"{__name__}.agents:strong",
    },
    fallback_agent="greedy",
    levels=(
        Level("greedy", random_move_rate=0.5),
        Level("greedy"),
        Level("potential", random_move_rate=0.3),
        Level("potential", random_move_rate=0.1),
        Level("strong", {"seconds": 1.0, "visits": 1000}),
    ),
    tour=Tour(
        (
            ("", "You roll two dice. Their numbers go into two mirrored cells."),
            (
                "roll 5-2; r2c0=5",
                "The roll is 5-2. The 5 goes here, the 2 into the mirrored cell.",
            ),
            (
                "roll 5-2; r3c0=5; roll 5-3; r2c1=5; roll 5-1; r1c1=5; roll 5-1; r3c1=5",
                "Five 5s that touch score 5, or 10 on a star. Four or six 5s score nothing.",
            ),
        ),
        "Write the larger number on the side with more room. "
        "The smaller number goes to the other side.",
    ),
    verdicts=Verdicts(0.5, 1.5, 3.0, "value", noise=2.0),
    overlay_legend=(
        "The number in a cell is the expected total if you write the better of your two numbers "
        "there. Green is best."
    ),
)
