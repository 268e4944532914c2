"""A whole game of each kind, from the first move to the result, by mouse, by keys, by touch."""

import pytest
from person import Finger, Keys, Mouse
from wholegame import SMALL_GAMES, play_to_the_end, status_of

WAYS = {"mouse": (Mouse, {}), "keys": (Keys, {}), "touch": (Finger, {"has_touch": True})}
OTHER = {"keys": "territory", "touch": "splitter"}
"""What is played by keys and by touch each time; the rest is `long`."""


CASES = [
    pytest.param(game, way, marks=[pytest.mark.long] if OTHER.get(way, game) != game else [])
    for way in WAYS
    for game in SMALL_GAMES
]


@pytest.mark.parametrize(("game", "way"), CASES)
def test_a_game_is_played_to_its_end_and_nothing_moves_the_board(show_board, game, way):
    kind, options = WAYS[way]
    given = f"{game!r}, autosave=None, seed=4, {SMALL_GAMES[game]}"
    code = f"import polygames as pg\nboard = pg.play({given})\nboard"
    page = show_board(code, viewport={"width": 1366, "height": 768}, **options)
    with page.steady():
        play_to_the_end(page, kind(page))
    assert page.value("board.record.moves == []") == "False"
    said = page.page.locator(".polygames-status").get_by_text(status_of(page), exact=True)
    said.wait_for()
