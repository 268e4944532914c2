"""The game Territory: claim coloured tiles. RULES.md in this folder has the rules."""

from polygames.core.game_info import GameInfo, Level, PresetText, Tour
from polygames.core.plugs import Verdicts

INFO = GameInfo.of_folder(
    __name__,
    (
        "solver deepen evaluate kernel puzzles symmetry_images encoding describe_move "
        "explain_move mistake_kind reasons_for_move preview highlight_move move_style overlay "
        "areas first_steps widget"
    ),
    name="territory",
    title="Territory",
    summary=(
        "Claim tiles to own them: each must touch your own. Your colour gives you points. "
        "The other colour can cost you points. Yellow gives nothing."
    ),
    seats=2,
    seed_option="seed",
    default_preset="fair",
    presets={
        "fair": {"penalty": 0.5, "symmetric": True},
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
    fallback_agent="denial",
    levels=(
        Level("denial", random_move_rate=0.85),
        Level("denial", random_move_rate=0.55),
        Level("denial", random_move_rate=0.1),
        Level("minimax", {"seconds": 1.0, "depth": 2}, random_move_rate=0.1),
        Level("minimax", {"seconds": 1.0, "depth": 12}),
    ),
    preset_texts={
        "fair": PresetText(
            "Fair board",
            "If you turn the board around, blue and red change places. A tile of the other colour "
            "costs you half of its points.",
        ),
        "literal": PresetText(
            "As published by Karl Scherer",
            "Any board. The board alone decides the difference in points.",
        ),
        "half": PresetText(
            "Any board, with a take-over",
            "The colours may be unequal. So Red may take over Blue's first tile. A tile of the "
            "other colour costs you half of its points.",
        ),
        "stuck": PresetText(
            "Until a player is stuck", "The game ends when no tile is next to yours."
        ),
        "puzzle": PresetText(
            "Alone", "You claim at most half of the board. Get as many points as you can."
        ),
    },
    tour=Tour(
        (
            ("", "Blue tiles give points to Blue, and red tiles to Red. Yellow gives nothing."),
            ("r1c0; r3c3", "Your first tile can be anywhere. Dots show who owns a tile."),
            (
                "r4c2; r5c4; r0c0; r0c4",
                "Later tiles must touch your own: see the black lines. The other colour costs.",
            ),
        ),
        "Claim a large tile with many tiles around it: you need places to go next. "
        "If the other player may take over, choose a tile that is not too good.",
        {"size": 6, "seed": 4, "penalty": 0.5},
    ),
    verdicts=Verdicts(2.0, 5.0, 10.0, "value", noise=5.0, value_error=2.4),
    overlay_legend="The number on a tile is the expected result if you claim it. Green is best.",
)
