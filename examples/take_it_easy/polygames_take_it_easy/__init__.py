"""Take It Easy for one player. The rules in words are in RULES.md beside this file."""

from polygames.authoring import GameInfo, Verdicts

__all__ = ["INFO"]

INFO = GameInfo.of_folder(
    __name__,
    "preview",
    name="take_it_easy",
    title="Take It Easy",
    summary="Lay tiles as they come; a line of one number from edge to edge scores.",
    seats=1,
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "learned": f"{__name__}.agents:Learned",
        "careful": f"{__name__}.agents:Careful",
    },
    verdicts=Verdicts(1.0, 4.0, 8.0, "value", noise=2.0),
)
