"""What is said of a move of Splinter is true: groups are those of the plain oracle."""

import re
from collections import Counter
from dataclasses import replace
from math import dist
from random import Random

import pytest
from oracles.splinter_by_sets import Game, by_sets, groups, on_board
from reasons import reason_cases

import polygames as pg
from polygames.core.descriptions import effect_reason, effect_text, move_merits
from polygames.games.splinter.rules import new as splinter
from polygames.games.splinter.rules import read_key

BOARDS = (
    None,
    ("Wb.bB", "..w..", "wb.w.", ".....", "b...w"),
    ("Ww...b", "..w.b.", "..bwB.", "......"),
)
IN_FULL = 30
"""So often all other pushes are looked at, too, by the oracle: that takes its time."""
PAWNS = r"(\d+) (white|black) pawns?(?: \(([a-z0-9, ]+)\))?"
CUT = rf"cuts? {PAWNS}(?: and {PAWNS})? off from both kings\."
WHO = r"(White|Black|a tie)(?: wins| would win)?( \(fewer lost pawns\))?\."
APART = rf"separates? the kings, with (\d+) pieces? in White's group and (\d+) in Black's: {WHO}"
NEXT = r"It (threatens|stops) (\w+) to (\w+), which would .*\."
LATER = r"If both players continue like this, then after (\d+) moves .*\."
AGAIN = "This repeats the position for the second time."
END = rf"ends? the game \(.*\): {WHO}"


def moved(state, move):
    """Return the plain game after a move, with what was lost before."""
    game = Game(list(state.rows), mover=state.turn)
    game.lost = list(state.lost)
    game.play(*by_sets(move, game.height))
    return game


def strays(state, move):
    """Return the pawns that are cut off: where each stands after the push, and its colour."""
    height, pieces, row = len(state.rows), on_board(state.rows), []
    at, step = by_sets(move, height)
    while at in pieces:
        row.append(at)
        at = (at[0] + step[0], at[1] + step[1])
    after = {p: k for p, k in pieces.items() if p not in row}
    after |= {(p[0] + step[0], p[1] + step[1]): pieces[p] for p in row}
    lost = [g for g in groups(after) if not {after[p] for p in g} & {"W", "B"}]
    return sorted((f"{chr(ord('a') + c)}{height - r}", after[r, c]) for g in lost for r, c in g)


@pytest.mark.slow
def test_every_sentence_is_true_in_thousands_of_positions():
    seen = Counter()
    for number, board in enumerate(BOARDS):
        options = {} if board is None else {"board": board}
        for state, line, sentence in reason_cases("splinter", 700, seed=number, **options):
            check(state, line, sentence, seen)
    assert seen["none"] < 1000, "most moves of random play are for nothing, but not all"
    assert seen["threatens"] > 50
    assert seen["stops"] > 50
    assert seen["cut"] > 100
    assert seen["apart"] > 100
    assert sum(seen.values()) - seen["none"] - seen["again"] >= 1000
    assert seen["again"]


def without_repetition(state, move, said, seen):
    """Return what is said without the sentence on a repetition, which is there if there is one."""
    after = state.play(move)
    again = [read_key(key)[:2] for key in state.history].count((after.cells, after.turn)) == 1
    assert said.startswith(AGAIN) == again
    seen["again"] += again
    return said.removeprefix(AGAIN).strip()


def check(state, line, sentence, seen):
    sentence = without_repetition(state, line[0], sentence, seen)
    if not sentence:  # nothing is said of a move that is for nothing
        for move in line[:3]:
            assert not strays(state, move)
            state = state.play(move)
        seen["none"] += 1
        return
    if found := re.fullmatch(NEXT, sentence):
        for_later(state, line, sentence, found, seen)
        return
    at = 2 if sentence.startswith("After ") else 1 if sentence.startswith("The reply ") else 0
    for move in line[:at]:
        assert not strays(state, move), "the first cut is told"
        state = state.play(move)
    move = line[at]
    if at:
        assert move.start in sentence
        assert move.end in sentence
    judge(state, move, sentence, seen)


def for_later(state, line, sentence, found, seen):
    """Check what is threatened by a move or stopped by it: what could be pushed, and what not."""
    for now, move in zip(played(state, line), line[:3], strict=False):
        assert not strays(now, move), "what is cut off at once is told first"
    me, after = state.turn, state.play(line[0])
    threatens = found[1] == "threatens"
    then = replace(after if threatens else state, turn=me if threatens else 1 - me)
    push = next(push for push in then.iter_pushes() if (push.start, push.end) == found.group(2, 3))
    most, other = worth(then, push), state if threatens else after
    assert most > 0
    if seen[found[1]] < IN_FULL:
        assert most == max(worth(then, each) for each in then.iter_pushes())
        assert most > max((worth(other, each) for each in other.iter_pushes()), default=0)
    judge(then, push, sentence, Counter())
    seen[found[1]] += 1


def played(state, line):
    """Yield the positions in which the moves of a line are played."""
    for move in line:
        yield state
        state = state.play(move)


def worth(state, move):
    """Return what a push takes from the other seat, by the plain oracle."""
    me, game = state.turn, moved(state, move)
    lost = [now - was for now, was in zip(game.lost, state.lost, strict=True)]
    if any(lost) or set(game.sizes()) != {len(game.pieces)}:
        over = game.result()
        if over is not None:
            return 1000 if over == {me} else -1000
    return lost[1 - me] - lost[me]


@pytest.mark.parametrize(
    ("board", "line", "said"),
    [
        (BOARDS[1], "a5-b5", "It stops b5 to c5, which would separate the kings, with 1 piece"),
        (BOARDS[1], "a3-b3", ""),
        (None, "g12-f13", ""),
    ],
)
def test_a_move_that_cuts_nothing_off_has_a_reason_or_none(board, line, said):
    state = splinter(board=board)
    why = effect_reason(state, [state.parse(line)])
    assert "nothing" not in why
    assert why.startswith(said)
    assert bool(why) == bool(said)


def test_what_is_cut_off_later_in_a_line_is_told_with_the_move_that_does_it():
    rng, found = Random(4), 0
    for _ in range(60):
        start = state = splinter()
        line = []
        while len(line) < 14 and state.outcome is None:
            line.append(state.legal_moves.sample(rng))
            state = state.play(line[-1])
        said = re.fullmatch(LATER, effect_reason(start, line))
        if said is None:
            continue
        found += 1
        at = int(said[1])
        assert at >= 3
        states = list(played(start, line))
        assert not any(strays(now, move) for now, move in zip(states[:at], line, strict=False))
        assert f"{line[at].start} to {line[at].end}" in said[0]
        assert strays(states[at], line[at]) or states[at].play(line[at]).outcome is not None
    assert found >= 10


def judge(state, move, sentence, seen):
    """Check what one move is said to do."""
    game = moved(state, move)
    if found := re.search(CUT, sentence):
        names = strays(state, move)
        told = {found[2]: found.group(1, 3), found[5]: found.group(4, 6)}
        for color in ("white", "black"):
            mine = [name for name, kind in names if kind == color[0]]
            number, where = told.get(color, (0, None))
            assert len(mine) == int(number)
            assert (where is None) == (not mine or len(mine) > 4)
            assert where is None or where.split(", ") == mine
        seen["cut"] += 1
    elif found := re.search(APART, sentence):
        white, black = game.sizes()
        assert (int(found[1]), int(found[2])) == (white, black)
        assert not any(
            len({"W", "B"} & {game.pieces[p] for p in g}) > 1 for g in groups(game.pieces)
        )
        if white != black:
            assert found[3] == ("White" if white > black else "Black")
        assert bool(found[4]) == (white == black and game.lost[0] != game.lost[1])
        seen["apart"] += 1
    else:
        assert re.search(END, sentence)
        assert state.play(move).outcome is not None
        seen["end"] += 1


TOUCHES = r"(White|Black)'s king then touches (\d+) pieces? instead of (\d+)\."
STANDS = r"(White|Black)'s king is then (nearer to|farther from) the middle of all pieces "
STANDS += r"\(([\d.]+) squares instead of ([\d.]+)\)\."


@pytest.mark.slow
def test_what_speaks_for_a_move_is_true_and_never_speaks_against_it_in_two_thousand_positions():
    seen = Counter()
    for number, (board, count) in enumerate(zip(BOARDS, (150, 1000, 1000), strict=True)):
        options = {} if board is None else {"board": board}
        for state, line, said in reason_cases(
            "splinter", count, seed=number, say=move_merits, **options
        ):
            speaks_for(state, line, said, seen)
    kinds = ("touches", "stands", "cut", "threatens", "stops")
    assert min(seen[kind] for kind in kinds) >= 40, seen
    assert sum(seen[kind] for kind in (*kinds, "apart", "end")) >= 1000, seen


def speaks_for(state, line, said, seen):
    me, after = state.turn, state.play(line[0])
    said = without_repetition(state, line[0], said, seen)
    if not said:
        seen["none"] += 1
    elif found := re.fullmatch(TOUCHES, said):
        seat = ("White", "Black").index(found[1])
        now, was = int(found[2]), int(found[3])
        assert (touched(after.rows, seat), touched(state.rows, seat)) == (now, was)
        assert (now > was) == (seat == me)
        seen["touches"] += 1
    elif found := re.fullmatch(STANDS, said):
        seat = ("White", "Black").index(found[1])
        told = [f"{off_middle(each.rows, seat):.1f}" for each in (after, state)]
        assert [found[3], found[4]] == told
        assert (found[2] == "nearer to") == (seat == me)
        seen["stands"] += 1
    elif found := re.fullmatch(NEXT, said):
        if not strays(state, line[0]):
            known = Counter(threatens=IN_FULL, stops=IN_FULL)  # the test above looks at all pushes
            for_later(state, [line[0]], said, found, known)
        seen[found[1]] += 1
    else:
        in_favour(state, line, said, seen)


def in_favour(state, line, said, seen):
    """Check what is cut off in a line, and that the mover is ahead by it then."""
    at = 2 if said.startswith("After ") else 1 if said.startswith("The reply ") else 0
    assert not said.startswith("If both")
    me, won = state.turn, 0
    for ply, now in zip(range(at + 1), played(state, line), strict=False):
        gain = worth(now, line[ply])
        won += gain if now.turn == me else -gain
        if ply == at:
            judge(now, line[ply], said, seen)
    outcome = now.play(line[at]).outcome
    assert won > 0 or (outcome is not None and me in outcome.winners)


def touched(rows, seat):
    pieces = on_board(rows)
    (king,) = [place for place, letter in pieces.items() if letter == "WB"[seat]]
    return sum(max(abs(king[0] - r), abs(king[1] - c)) == 1 for r, c in pieces)


def off_middle(rows, seat):
    pieces = on_board(rows)
    (king,) = [place for place, letter in pieces.items() if letter == "WB"[seat]]
    middle = [sum(each[axis] for each in pieces) / len(pieces) for axis in (0, 1)]
    return dist(king, middle)


def test_a_move_that_loses_one_s_own_pawns_is_not_praised_for_it():
    state = splinter()
    lost = state.parse("f7-e6")
    assert effect_reason(state, [lost]) == "It cuts 1 white pawn (e6) off from both kings."
    assert "f7" not in move_merits(state, [lost])
    assert "1 white pawn" not in move_merits(state, [lost])


def test_a_recommended_move_has_what_speaks_for_it_where_its_answer_takes_something():
    rows = ("....b..", ".wBwW..", "..b.w..", "...b...", ".......")
    rng, found = Random(2), 0
    for _ in range(200):
        state = splinter(board=rows)
        line = []
        while len(line) < 2 and state.outcome is None:
            line.append(state.legal_moves.sample(rng))
            state = state.play(line[-1])
        start = splinter(board=rows)
        said = effect_reason(start, line)
        if said.startswith("The reply ") and "white pawn" in said and "black pawn" not in said:
            found += 1
            assert not move_merits(start, line).startswith("The reply ")
    assert found


def test_a_move_that_repeats_a_position_says_so_before_anything_else():
    state = pg.new("splinter")
    for text in ("h7-h8", "h13-h12", "h7-h8"):
        state = state.play(state.parse(text))
    first = replace(state, history=state.history[1:])
    again = state.parse("h13-h12")
    for tell in (effect_reason, move_merits):
        alone = tell(replace(state, history=()), [again])
        assert tell(first, [again]) == f"{AGAIN} {alone}".strip()
    assert effect_text(first, again).endswith(", repeats the position for the second time")


def test_a_third_time_is_told_as_the_end_of_the_game():
    state = pg.new("splinter")
    for text in ("h7-h8", "h13-h12", "h7-h8"):
        state = state.play(state.parse(text))
    again = state.parse("h13-h12")
    said = "It ends the game (the position occurs for the third time): a tie."
    assert [tell(state, [again]) for tell in (effect_reason, move_merits)] == [said, said]
    assert effect_text(state, again).endswith("a tie: the position occurs for the third time")
