"""Polygon: draw segments between points. The rules in words are in RULES.md beside this file."""

from polygames.core.game_info import GameInfo, Level, PresetText, Question, Tour

INFO = GameInfo.of_folder(
    __name__,
    (
        "solver deepen targets evaluate puzzles images encoding say why slip merits preview "
        "mark look motion overlay widget"
    ),
    name="polygon",
    title="Polygon",
    summary=(
        "Who cannot draw a segment loses. Each begins where the last one ended, and no two end "
        "at one point."
    ),
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
        Level("solver", {"seconds": 1.0, "nodes": 10}, slips=0.2),
        Level("solver", {"seconds": 1.0, "nodes": 30}),
        Level("solver", {"seconds": 1.0, "nodes": 300}),
        Level("solver", {"seconds": 1.0, "nodes": 10_000}),
    ),
    preset_texts={
        "hexagon": PresetText("Hexagon", "Six corners, all alike: a game of a few minutes."),
        "uneven": PresetText("Uneven hexagon", "Six corners at odd places: no three lines meet."),
        "anywhere": PresetText(
            "Anywhere", "A pentagon on which a segment may end at crossings of any colours."
        ),
    },
    questions={
        "n": Question("Corners", "More corners make a longer game.", is_advanced=False),
        "colors": Question(
            "A crossing is a point",
            "At which crossings of two segments a new segment may end.",
            {
                "different": "if its two colours differ",
                "same": "if its two colours are the same",
                "any": "whatever its colours",
                "mixed": "same for Red, different for Blue",
            },
        ),
        "concurrent": Question(
            "Where three segments cross", words={"strict": "none may end", "lenient": "one may end"}
        ),
        "claim": Question(
            "Who cannot move says so",
            words={
                True: "Who cannot move has to say so",
                False: "The game ends by itself when nobody can move",
            },
        ),
        "max_plies": Question("Longest game", "After so many moves it ends, and nobody wins."),
    },
    tour=Tour(
        (
            ("C-E", "The first segment joins two corners that are not neighbours."),
            (
                "E-A; A-C; C-F",
                "Every segment begins where the last one ended; no two end at one point.",
            ),
            (
                "F-B; B-D; D-2x5",
                "A crossing of two colours is a place to end, too. If you cannot move, you lose.",
            ),
        ),
        "Join two corners that are not neighbours, and count the green points that you leave.",
    ),
    choices={
        "n": tuple(range(3, 31)),
        "colors": ("different", "same", "any", "mixed"),
        "concurrent": ("strict", "lenient"),
    },
    overlay_words="On a point: + to win there, × to lose, ○ not known yet.",
    keys=(("t", "show all points that may be chosen, as large as they fit"),),
)
