"""What is said of a move of Territory is true: tiles are counted cell by cell."""

import re
from collections import Counter
from itertools import chain

from oracles.territory_by_cells import Game
from reasons import cases

NUMBER = r"(\+[\d.]+|−[\d.]+|0)"
SIZE = r"(\+?[\d.]+)"
ANSWER = rf"(?:; the answer, the (blue|red|yellow) tile of (\d+), brings (Blue|Red) {NUMBER})?\."
TWO = re.compile(
    rf"It (brings|costs) (Blue|Red) {SIZE}, (and|but) would have (brought|cost) (Blue|Red) {SIZE}"
    + ANSWER
)
NOTHING = re.compile(rf"It counts nothing{ANSWER}")
ALONE = re.compile(
    rf"It (brings|costs) Blue {SIZE} and takes (\d+) of the cells that may be claimed\."
)
FIXED = re.compile(
    rf"No claim changes the end: Blue's points less Red's are {NUMBER} in any case\."
)


def number(text):
    return float(text.replace("−", "-"))


def signed(verb, size):
    """Read a number after its verb: what costs is told without a sign."""
    assert verb.startswith("cost") or size.startswith("+") or size == "0"
    return -number(size) if verb.startswith("cost") else number(size)


def twin(state):
    options = {name: state.options[name] for name in ("value", "penalty", "ending", "swap")}
    game = Game(state.board.rows, state.board.color_names, **options)
    game.playing = [state.color(seat) for seat in range(state.seats)]
    return game


def letter(state, move):
    return state.board.letters[state.board.named[move]]


def test_every_sentence_is_true_in_two_thousand_positions():
    seen = Counter()
    kinds = [{"penalty": 0.5}, {"penalty": 0.0, "value": "linear"}, {"penalty": 0.5, "swap": True}]
    games = [cases("territory", 600, seed=k, size=8, **kind) for k, kind in enumerate(kinds)]
    for state, line, sentence in chain(*games):
        if str(line[0]) == "takeover":
            assert sentence == "Red plays Blue now, and owns the first tile."
            seen["takeover"] += 1
            continue
        if found := NOTHING.fullmatch(sentence):
            game = twin(state)
            assert [game.worth(letter(state, line[0]), seat) for seat in (0, 1)] == [0, 0]
            seen["nothing"] += 1
            check_answer(state, line, found.groups(), seen)
        else:
            check(state, line, TWO.fullmatch(sentence), seen)
    assert min(seen[kind] for kind in ("claim", "answer")) > 400
    assert seen["nothing"] > 100
    assert sum(seen.values()) >= 1800


def check(state, line, found, seen):
    game, seat = twin(state), state.turn
    mine = letter(state, line[0])
    assert [found[2], found[6]] == [state.color(s).title() for s in (seat, 1 - seat)]
    worth = [game.worth(mine, each) for each in (seat, 1 - seat)]
    assert [signed(found[1], found[3]), signed(found[5], found[7])] == worth
    assert (found[4] == "but") == (worth[0] < 0 < worth[1])
    assert any(worth)
    seen["claim"] += 1
    check_answer(state, line, found.groups()[7:], seen)


def check_answer(state, line, told, seen):
    color, area, who, gain = told
    if not color:
        return
    game, after = twin(state), state.play(line[0])
    other = letter(after, line[1])
    assert color == game.colors[other]
    assert int(area) == game.area(other)
    assert who == after.color(after.turn).title()
    assert number(gain) == game.worth(other, after.turn)
    seen["answer"] += 1


def test_the_end_of_the_literal_game_is_told():
    for state, _, sentence in cases("territory", 1000, seed=5, size=6):
        game = twin(state)
        tiles = set(game.cells.values())
        end = sum(
            game.worth(tile, 0) * (game.colors[tile] == "blue")
            - game.worth(tile, 1) * (game.colors[tile] == "red")
            for tile in tiles
        )
        assert number(FIXED.fullmatch(sentence)[1]) == end


def test_what_one_player_claims_is_told():
    told = 0
    for state, line, sentence in cases("territory", 1000, seed=6, size=8, solitaire=True):
        if str(line[0]) == "stop":
            assert sentence == f"The total stays {state.scores[0]:g}."
            continue
        found, after = ALONE.fullmatch(sentence), state.play(line[0])
        assert signed(found[1], found[2]) == after.scores[0] - state.scores[0]
        assert int(found[3]) == sum(r.count(letter(state, line[0])) for r in state.board.rows)
        told += 1
    assert told > 500
