"""A whole game of each kind, from the first move to the result, by mouse, by keys, by touch."""

from __future__ import annotations

import pytest
from person import Finger, Keys, Mouse
from wholegame import GAMES, play_to_the_end

pytestmark = pytest.mark.browser

WAYS = {"mouse": (Mouse, {}), "keys": (Keys, {}), "touch": (Finger, {"has_touch": True})}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(show_board, game, way):
    kind, options = WAYS[way]
    given = f"{game!r}, autosave=None, seed=4, {GAMES[game]}"
    page = show_board(f"import polygames as pg\nboard = pg.play({given})\nboard", **options)
    play_to_the_end(page, kind(page))
    assert page.value("board.record.moves == []") == "False"
    page.page.wait_for_timeout(300)
    page.shot(f"whole-{game}-{way}")
    page.run("from polygames.widgets.header import personal")
    status = page.value("personal(board.session, board.info.board.caption(board.state).status)")
    assert page.page.inner_text(".polygames-status") == status
    assert page.errors == []
