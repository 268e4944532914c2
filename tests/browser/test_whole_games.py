"""A whole game of each kind, from the first move to the result, by mouse, by keys, by touch."""

from __future__ import annotations

import json

import pytest
from hands import NOT_YET, Finger, Keys, Mouse, frame_of

pytestmark = pytest.mark.browser

# Small games, in which the computer moves at random.
GAMES = {
    "split": "fill_limit=45, seats=('human', 'random')",
    "splinter": "board=[*'....B ...bw ..w.. .Ww..'.split()], seats=('human', 'random')",
    "polygon": "n=5, seats=('human', 'random')",
    "splitter": "pad='*##* #### .##.', players=2, seats=('human', 'random')",
    "territory": "size=4, penalty=0.5, seats=('human', 'random')",
}
PICK = """
import json
from random import Random

ways = {way: move for way, move in board._position.ways.items() if way}
late = board.state.ply > 3
last = [way for way, move in ways.items() if late and board.state.play(move).outcome]
chosen = (last or [Random(board.state.ply).choice([*ways])])[0] if ways else None
print(json.dumps(chosen))
"""
"""A person plays anything, and soon what ends the game if there is such a move."""

MOST = 40
WAYS = {"mouse": (Mouse, {}), "keys": (Keys, {}), "touch": (Finger, {"has_touch": True})}


def play_once(page, hand):
    """Make the move of the person, with whatever it is made."""
    frame = frame_of(page)
    chosen = json.loads(page.run(PICK))
    if chosen is None:
        hand.line(frame)
        return
    move = next(each for each in frame["moves"] if each["spelling"] == chosen)
    label = page.value(f"board._position.preview(board.state, ways[{tuple(chosen)!r}]).label")
    hand.play(frame, {**move, "label": label})
    if page.value("getattr(board, 'confirm', False)") == "True":
        page.page.get_by_role("button", name="Confirm", exact=True).wait_for()
        hand.button("Confirm")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(show_board, game, way):
    kind, options = WAYS[way]
    given = f"{game!r}, autosave=None, seed=4, {GAMES[game]}"
    page = show_board(f"import polygames as pg\nboard = pg.play({given})\nboard", **options)
    hand = kind(page)
    hand.begin()
    page.until(NOT_YET, "False")
    for _ in range(MOST):
        if page.value("board.state.outcome is None") == "False":
            break
        before = int(page.value("board.state.ply"))
        play_once(page, hand)
        page.until(f"board.state.ply > {before} and not ({NOT_YET})", "True")
    assert page.value("board.state.outcome is None") == "False"
    assert page.value("board.record.moves == []") == "False"
    page.page.wait_for_timeout(300)
    page.shot(f"whole-{game}-{way}")
    status = page.value("board.info.caption(board.state).status")
    assert page.page.inner_text(".polygames-status") == status
    assert page.errors == []
