"""Domineering, a game in as few lines as it takes. The rules in words are in RULES.md."""

from polygames.authoring import GameInfo

INFO = GameInfo.of_folder(
    __name__,
    name="domineering",
    summary="Place dominoes, upright or lying; who cannot place one loses.",
)
