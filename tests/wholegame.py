"""A simulated person who plays a whole game of any kind on a page."""

from __future__ import annotations

import json

from person import IS_COMPUTER_TURN, frame_of

# Small games, in which the computer moves at random.
SMALL_GAMES = {
    "split": "fill_limit=45, seats=('human', 'random')",
    "splinter": "board=[*'....B ...bw ..w.. .Ww..'.split()], seats=('human', 'random')",
    "polygon": "n=5, seats=('human', 'random')",
    "splitter": "pad='*##* #### .##.', players=2, seats=('human', 'random')",
    "territory": "size=4, penalty=0.5, seats=('human', 'random')",
}
CHOOSE_MOVE_CODE = """
import json
from random import Random

ways = {way: move for way, move in board.position.moves_by_clicks.items() if way}
late = board.state.ply > 3
last = [way for way, move in ways.items() if late and board.state.play(move).outcome]
chosen = (last or [Random(board.state.ply).choice([*ways])])[0] if ways else None
print(json.dumps(chosen))
"""
"""A random move; after the first moves, a move that ends the game if there is one."""

MAX_PERSON_MOVES = 40


def play_to_the_end(page, hand):
    """Play a game against the computer to its end."""
    hand.begin()
    page.until(IS_COMPUTER_TURN, "False")
    for _ in range(MAX_PERSON_MOVES):
        if page.value("board.state.outcome is None") == "False":
            break
        before = int(page.value("board.state.ply"))
        play_once(page, hand)
        page.until(f"board.state.ply > {before} and not ({IS_COMPUTER_TURN})", "True", seconds=60)
    assert page.value("board.state.outcome is None") == "False"


def play_once(page, hand):
    """Play one move of the person."""
    frame = frame_of(page)
    chosen = json.loads(page.run(CHOOSE_MOVE_CODE))
    if chosen is None:
        hand.line(frame)
        return
    move = next(each for each in frame["moves"] if each["spelling"] == chosen)
    label = page.value(f"board.position.preview(board.state, ways[{tuple(chosen)!r}]).label")
    hand.play(frame, {**move, "label": label})
    if page.value("getattr(board, 'confirm', False)") == "True":
        page.page.get_by_role("button", name="Confirm", exact=True).wait_for()
        hand.button("Confirm")


def status_of(page):
    """Return the headline of a board at the end of a game, which names the winner."""
    page.run("from polygames.view.result_text import result_text")
    return page.value("result_text(board.state, board.session.names)")
