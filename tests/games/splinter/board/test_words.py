"""What is said of a move of Splinter is true: groups are those of the plain second writing."""

import re
from collections import Counter

import pytest
from oracles.splinter_by_sets import Game, groups, on_board
from reasons import cases

BOARDS = (
    None,
    ("Wb.bB", "..w..", "wb.w.", ".....", "b...w"),
    ("Ww...b", "..w.b.", "..bwB.", "......"),
)
CUT = r"cuts (\d+) pawns? \((.*?)\) off from both kings\.|cuts (\d+) pawns off from both kings\."
WHO = r"(White wins|Black wins|a tie)\."
APART = rf"cuts the kings apart, (\d+) pieces with White's and (\d+) with Black's: {WHO}"
HELD = r"It cuts nothing off(, nor does the answer)?: all (\d+) pieces hold together\."
END = rf"ends the game, .*: {WHO}"


def place(name, height):
    return height - int(name[1:]), ord(name[0]) - ord("a")


def moved(state, move):
    """Return the plain game after a move."""
    rows = ["".join(row) for row in state.rows]
    game = Game(rows, mover=state.turn)
    start, end = place(move.start, len(rows)), place(move.end, len(rows))
    before = Game(rows, mover=state.turn)
    game.play(start, (end[0] - start[0], end[1] - start[1]))
    return before, game


def strays(state, move):
    """Return the squares of pawns that are cut off, as they stand after the push."""
    rows = list(state.rows)
    height = len(rows)
    pieces = on_board(rows)
    (r, c), (r1, c1) = place(move.start, height), place(move.end, height)
    step, at, row = (r1 - r, c1 - c), (r, c), []
    while at in pieces:
        row.append(at)
        at = (at[0] + step[0], at[1] + step[1])
    after = {p: k for p, k in pieces.items() if p not in row}
    after |= {(p[0] + step[0], p[1] + step[1]): pieces[p] for p in row}
    lost = [g for g in groups(after) if not {after[p] for p in g} & {"W", "B"}]
    return sorted(f"{chr(ord('a') + c)}{height - r}" for g in lost for r, c in g)


@pytest.mark.slow
def test_every_sentence_is_true_in_thousands_of_positions():
    seen = Counter()
    for number, board in enumerate(BOARDS):
        options = {} if board is None else {"board": board}
        for state, line, sentence in cases("splinter", 700, seed=number, **options):
            check(state, line, sentence, seen)
    assert seen["held"] > 100
    assert seen["cut"] > 100
    assert seen["apart"] > 100
    assert sum(seen.values()) >= 1000


def check(state, line, sentence, seen):
    if not sentence:  # the game ends by the answer in another way
        seen["none"] += 1
        return
    if found := re.fullmatch(HELD, sentence):
        for move in line[: 2 if found[1] else 1]:
            assert not strays(state, move)
            _, game = moved(state, move)
            assert len(groups(game.pieces)) == 1
            if move == line[0]:
                assert len(game.pieces) == int(found[2])
            state = state.play(move)
        seen["held"] += 1
        return
    at = 2 if sentence.startswith("If ") else 1 if sentence.startswith("The answer ") else 0
    for move in line[:at]:
        assert not strays(state, move), "the first cut is told"
        state = state.play(move)
    move = line[at]
    if at:
        assert move.start in sentence
        assert move.end in sentence
    judge(state, move, sentence, seen)


def judge(state, move, sentence, seen):
    """Check what one move is said to do."""
    _, game = moved(state, move)
    if found := re.search(CUT, sentence):
        names = strays(state, move)
        assert len(names) == int(found[1] or found[3])
        assert found[2] is None or found[2].split(", ") == names
        seen["cut"] += 1
    elif found := re.search(APART, sentence):
        white, black = game.sizes()
        assert (int(found[1]), int(found[2])) == (white, black)
        assert not any(
            len({"W", "B"} & {game.pieces[p] for p in g}) > 1 for g in groups(game.pieces)
        )
        if white != black:
            assert found[3] == ("White wins" if white > black else "Black wins")
        seen["apart"] += 1
    else:
        assert re.search(END, sentence)
        assert state.play(move).outcome is not None
        seen["end"] += 1
