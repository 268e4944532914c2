"""What is said of a move of Territory is true: tiles are counted cell by cell."""

import re
from collections import Counter
from itertools import chain

from oracles.territory_by_cells import Game
from reasons import reason_cases

import polygames as pg
from polygames.core.descriptions import move_merits
from polygames.games.territory.board.explanations import TAKEOVER_REASON
from polygames.games.territory.board.scene import points_text
from polygames.games.territory.rules import TakeOver

NUMBER = r"(\+[\d.]+|−[\d.]+|0)"
SIZE = r"(\+?[\d.]+) points?"
ANSWER = (
    r"(?:; the reply, the (blue|red|yellow) tile of (\d+) cells?, "
    rf"(gives|costs) (Blue|Red) {SIZE})?\."
)
TWO = re.compile(
    rf"It (gives|costs) (Blue|Red) {SIZE}, (and|but) would have (given|cost) (Blue|Red) {SIZE}"
    + ANSWER
)
NOTHING = re.compile(rf"It gives no points{ANSWER}")
ALONE = re.compile(
    rf"It (gives|costs) Blue {SIZE} and takes (\d+) of the cells that you may claim\."
)
FIXED = re.compile(
    rf"No move can change the result: Blue's points minus Red's points will be {NUMBER}\."
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
    games = [reason_cases("territory", 600, seed=k, size=8, **kind) for k, kind in enumerate(kinds)]
    for state, line, sentence in chain(*games):
        if str(line[0]) == "takeover":
            assert sentence == ""
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
    color, area, verb, who, gain = told
    if not color:
        return
    game, after = twin(state), state.play(line[0])
    other = letter(after, line[1])
    assert color == game.colors[other]
    assert int(area) == game.area(other)
    assert who == after.color(after.turn).title()
    assert signed(verb, gain) == game.worth(other, after.turn)
    seen["answer"] += 1


def test_the_end_of_the_literal_game_is_told():
    for state, _, sentence in reason_cases("territory", 1000, seed=5, size=6):
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
    for state, line, sentence in reason_cases("territory", 1000, seed=6, size=8, solitaire=True):
        if str(line[0]) == "stop":
            assert sentence == f"The total stays {points_text(state.scores[0])}."
            continue
        found, after = ALONE.fullmatch(sentence), state.play(line[0])
        assert signed(found[1], found[2]) == after.scores[0] - state.scores[0]
        assert int(found[3]) == sum(r.count(letter(state, line[0])) for r in state.board.rows)
        told += 1
    assert told > 500


BRINGS = re.compile(rf"It gives (Blue|Red) {SIZE}(, the most possible now)?\.")
DENIES = re.compile(
    rf"It (?:costs (Blue|Red) {SIZE}|gives nothing), but "
    rf"(Blue|Red|would have given (?:Blue|Red))( could claim it next for)? {SIZE}\."
)
CHEAPEST = re.compile(
    rf"It costs (nothing|Blue {SIZE}|Red {SIZE})"
    r"(, and no other tile gives points now"
    r"|; every other possible tile costs (more|points))\."
)
WORTH = r"the (blue|red) tile of (\d+) cells? \(\+([\d.]+) points?\)"
OPENS = re.compile(rf"It opens the way to {WORTH}\.")
LEFT = re.compile(
    r"Every tile that (Blue|Red) can claim next costs \1 ([\d.]+) points?( or more)?\."
)
CLOSES = re.compile(rf"It closes (Blue|Red)'s way to {WORTH}\.")
SPARED = re.compile(
    rf"(Blue|Red) can get at most {NUMBER} points? next; "
    r"after (\d+) of the (\d+) other moves, \1 could get more\."
)


def seen_by(state):
    """Return the plain game of a position, with what was claimed."""
    game = twin(state)
    game.owner = {
        state.board.letters[tile]: state.owner(tile)
        for tile in range(len(state.board.areas))
        if state.owner(tile) is not None
    }
    game.seat = state.turn
    return game


def most(game, seat):
    return 0 if game.is_over else max(game.worth(letter, seat) for letter in game.claims())


def test_what_speaks_for_a_claim_is_true_and_never_speaks_against_it_in_two_thousand_positions():
    seen = Counter()
    kinds = [
        {"penalty": 0.5},
        {"penalty": 0.0, "value": "linear"},
        {"ending": "stuck"},
        {"penalty": -1},
    ]
    games = [
        reason_cases("territory", 500, seed=k, size=8, say=move_merits, **kind)
        for k, kind in enumerate(kinds)
    ]
    for state, line, said in chain(*games):
        assert "answer" not in said
        speaks_for(state, line[0], said, seen)
    kinds = ("gives", "most", "denies", "next", "cheapest", "opens", "left", "closes", "spared")
    assert min(seen[kind] for kind in kinds) >= 10, seen
    assert sum(seen.values()) - seen["none"] >= 1000


def speaks_for(state, move, said, seen):
    game, mine, me = seen_by(state), letter(state, move), state.turn
    worth = [game.worth(mine, seat) for seat in (me, 1 - me)]
    others = [game.worth(other, me) for other in game.claims() - {mine}]
    after = seen_by(state.play(move))
    parts = re.findall(r"(?:\d\.\d|[^.])+\.", said)
    assert "".join(parts) == said
    if not said:
        seen["none"] += 1
    for part in map(str.strip, parts):
        if found := BRINGS.fullmatch(part):
            assert found[1] == state.color(me).title()
            assert number(found[2]) == worth[0] > 0
            assert bool(found[3]) == (bool(others) and worth[0] > max(others))
            seen["most" if found[3] else "gives"] += 1
        elif found := DENIES.fullmatch(part):
            assert number(found[2] or "0") == -worth[0]
            assert number(found[5]) == worth[1] > -worth[0]
            assert state.color(1 - me).title() in found[3]
            game.seat = 1 - me
            assert (mine in game.claims()) == bool(found[4])
            seen["next" if found[4] else "denies"] += 1
        elif found := CHEAPEST.fullmatch(part):
            assert number(found[2] or found[3] or "0") == -worth[0]
            assert max(others) == 0 == worth[0] if "and no" in part else max(others) < worth[0]
            seen["cheapest"] += 1
        else:
            of_what_is_left(state, (game, after, mine), part, seen)


def of_what_is_left(state, games, part, seen):
    (game, after, mine), me = games, state.turn
    if found := LEFT.fullmatch(part):
        values = [after.worth(other, 1 - me) for other in after.claims()]
        assert -number(found[2]) == max(values) < 0
        assert bool(found[3]) == (len(values) > 1)
        seen["left"] += 1
    elif found := SPARED.fullmatch(part):
        assert number(found[2]) == most(after, 1 - me)
        others = [seen_by(state.play(move)) for move in state.legal_moves]
        worse = [other for other in others if most(other, 1 - me) > number(found[2])]
        assert (len(worse), len(others) - 1) == (int(found[3]), int(found[4]))
        assert 2 * len(worse) >= len(others) - 1
        seen["spared"] += 1
    else:
        found = OPENS.fullmatch(part)
        seat = me if found else 1 - me
        color, area, value = (found or CLOSES.fullmatch(part)).groups()[-3:]
        game.seat = seat
        before = game.touching()
        if found:
            now = reached(after, seat) - before
        else:
            assert mine in before
            game.owner[mine] = seat
            now = game.touching() - before
        alike = [
            other for other in now if (after.colors[other], after.area(other)) == (color, int(area))
        ]
        assert alike
        assert after.worth(alike[0], seat) == float(value) == max(after.worth(x, seat) for x in now)
        seen["opens" if found else "closes"] += 1


def reached(game, seat):
    """Return the free tiles beside those of a seat."""
    turn, game.seat = game.seat, seat
    found = game.touching()
    game.seat = turn
    return found


def test_a_first_claim_that_may_be_taken_over_is_praised_for_being_even():
    state = pg.new("territory", size=8, penalty=0.5, swap=True)
    move = max(state.legal_moves, key=lambda each: state.value(state.board.named[each], 0))
    other = next(iter(state.play(move).legal_moves))
    assert move_merits(state, [move, TakeOver()]) == TAKEOVER_REASON
    assert move_merits(state, [move]) == "", "whose it will be is not known"
    assert move_merits(state, [move, other]).startswith("It gives Blue +")


def test_the_answer_that_takes_more_is_no_reason_for_a_claim():
    state = pg.new("territory", tiles=["ABBB"], colors={"A": "blue", "B": "red"}, penalty=0.5)
    line = [state.claim(0, 0), state.claim(0, 1)]
    assert move_merits(state, line) == "It gives Blue +1 point, the most possible now."
