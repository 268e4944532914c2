"""A person who plays a whole game on a page, whichever game it is."""

from __future__ import annotations

import json

from person import NOT_YET, frame_of

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

ways = {way: move for way, move in board.moves_by_clicks().items() if way}
late = board.state.ply > 3
last = [way for way, move in ways.items() if late and board.state.play(move).outcome]
chosen = (last or [Random(board.state.ply).choice([*ways])])[0] if ways else None
print(json.dumps(chosen))
"""
"""A person plays anything, and soon what ends the game if there is such a move."""

MOST = 40


def play_to_the_end(page, hand):
    """Play as long as there is anything to play; the computer answers."""
    hand.begin()
    page.until(NOT_YET, "False")
    for _ in range(MOST):
        if page.value("board.state.outcome is None") == "False":
            break
        before = int(page.value("board.state.ply"))
        play_once(page, hand)
        page.until(f"board.state.ply > {before} and not ({NOT_YET})", "True", seconds=60)
    assert page.value("board.state.outcome is None") == "False"


def play_once(page, hand):
    """Make the move of the person, with whatever it is made."""
    frame = frame_of(page)
    chosen = json.loads(page.run(PICK))
    if chosen is None:
        hand.line(frame)
        return
    move = next(each for each in frame["moves"] if each["spelling"] == chosen)
    label = page.value(f"board.preview(board.state, ways[{tuple(chosen)!r}]).label")
    hand.play(frame, {**move, "label": label})
    if page.value("getattr(board, 'confirm', False)") == "True":
        page.page.get_by_role("button", name="Confirm", exact=True).wait_for()
        hand.button("Confirm")


def status_of(page):
    """Return what a board has to say above all: how its game ended, and for whom."""
    page.run("from polygames.widgets.header import caption_of as said, turn_text")
    return page.value("turn_text(board.session, said(board.state, board.session.names).status)")
