"""The game Splitter: two dice, two mirrored cells. RULES.md in this folder has the rules."""

from polygames.core.game_info import GameInfo, Level, Question, Tour
from polygames.core.lazy import Lazy
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
        "deepen luck prospects evaluate puzzles images encoding say why slip merits preview ways "
        "mark look motion overlay widget"
    ),
    name="splitter",
    title="Splitter",
    summary=(
        "Write two dice into mirrored cells. Equal numbers that touch are a group: it scores if "
        "its size is its number, and twice on a star."
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
    stand_in="greedy",
    levels=(
        Level("greedy", slips=0.5),
        Level("greedy"),
        Level("potential", slips=0.3),
        Level("potential", slips=0.1),
        Level("strong", {"seconds": 1.0, "visits": 1000}),
    ),
    choices={"pad": ("A", "B")},
    questions={
        "pad": Question(
            "Sheet",
            "The two printed sheets; they differ in their cells.",
            {"A": "Sheet A", "B": "Sheet B"},
            is_advanced=False,
        )
    },
    tour=Tour(
        (
            ("", "Every pair of mirrored cells takes the numbers of one roll."),
            ("roll 5-2; r2c0=5", "Roll 5-2: one number here, the other in the mirrored cell."),
            (
                "roll 5-2; r3c0=5; roll 5-3; r2c1=5; roll 5-1; r1c1=5; roll 5-1; r3c1=5",
                "Five 5s that touch score 5, and twice that on a star. Four or six score nothing.",
            ),
        ),
        "Write the larger number where it has much room, and the smaller one on the other side.",
    ),
    verdicts=Verdicts(0.5, 1.5, 3.0, "value", noise=2.0),
    bench=Lazy(f"{__name__}.engine.bench:bench"),
    overlay_words=(
        "In each cell: the points to expect at the end, if the better of the two numbers goes "
        "there; the greener the better."
    ),
)
