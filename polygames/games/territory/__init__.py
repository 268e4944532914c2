"""The game Territory: claim coloured tiles. RULES.md in this folder has the rules."""

from polygames.core.game_info import GameInfo, Level, PresetText, Question, Tour
from polygames.core.plugs import Verdicts

INFO = GameInfo.of_folder(
    __name__,
    (
        "solver deepen evaluate kernel puzzles images encoding say why slip merits preview mark "
        "look overlay widget"
    ),
    name="territory",
    title="Territory",
    summary=(
        "Claim neighbouring tiles. Your own colour scores, the other may cost you points; yellow "
        "counts nothing."
    ),
    seats=2,
    seed_option="seed",
    preset="half",
    presets={
        "literal": {},
        "half": {"penalty": 0.5, "swap": True},
        "stuck": {"ending": "stuck"},
        "puzzle": {"solitaire": True},
    },
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "denial": f"{__name__}.agents:Denial",
        "minimax": f"{__name__}.agents:Minimax",
    },
    stand_in="denial",
    levels=(
        Level("denial", slips=0.85),
        Level("denial", slips=0.55),
        Level("denial", slips=0.1),
        Level("minimax", {"seconds": 1.0, "depth": 2}, slips=0.1),
        Level("minimax", {"seconds": 1.0, "depth": 12}),
    ),
    preset_texts={
        "literal": PresetText(
            "As published by Karl Scherer",
            "The board alone settles the difference of the points.",
        ),
        "half": PresetText(
            "Half penalty", "A tile of the other colour costs you half: now it is a contest."
        ),
        "stuck": PresetText(
            "Until somebody is stuck", "The game ends when no tile is next to yours."
        ),
        "puzzle": PresetText("Alone", "You claim half of the board and look for the most points."),
    },
    questions={
        "size": Question("Size", "Cells along a side, from 2 to 60.", is_advanced=False),
        "seed": Question("Board number", "The same number gives the same tiles again."),
        "value": Question(
            "A tile counts", words={"square": "the square of its cells", "linear": "its cells"}
        ),
        "penalty": Question(
            "Penalty", "The share of its value that a tile of the other colour costs."
        ),
        "ending": Question(
            "The game ends",
            words={"all": "when every tile is claimed", "stuck": "when a player is stuck"},
        ),
        "swap": Question(
            "The first move may be taken over",
            "Who did not begin may then play Blue, and own the first tile.",
            {
                True: "The first move may be taken over",
                False: "The first move stands: nobody takes it over",
            },
        ),
        "balanced": Question(
            "As much blue as red",
            words={True: "As much blue as red", False: "Blue and red as it comes, not the same"},
        ),
        "solitaire": Question(
            "One player alone",
            words={True: "One player alone", False: "Two players, who take turns"},
        ),
        "sizes": Question("Tile sizes", "The smallest and the largest, in cells."),
        "shares": Question("Colours", "How often tiles are blue, red and yellow."),
    },
    tour=Tour(
        (
            ("", "Blue tiles count for Blue, red ones for Red, yellow ones for nobody."),
            ("r1c0; r3c3", "The first tile can be anywhere. A dot shows whose it is."),
            (
                "r4c2; r5c4; r0c0; r0c4",
                "The next tiles touch your own: look for the black lines. The other colour costs.",
            ),
        ),
        "Claim a large tile with many others beside it: where you can go next counts as well. But "
        "where the other player may take it over, a tile that is not too good is best.",
        {"size": 6, "seed": 4, "penalty": 0.5},
    ),
    verdicts=Verdicts(2.0, 5.0, 10.0, "value", noise=5.0),
    overlay_words="On each tile: what it leads to, the greener the better.",
    choices={"value": ("square", "linear"), "ending": ("all", "stuck")},
)
