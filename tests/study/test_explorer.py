"""What was played where: counted by hand, up to symmetry, with scores and values."""

from collections import Counter, defaultdict
from random import Random

import pytest
from helpers import play_on, record_game

import polygames as pg
from polygames.arena.ratings import wilson
from polygames.search.review import annotate
from polygames.study.explorer import GROUPED_TEXT, move_label, symmetry_key


def finished(name, first, seed, **options):
    return play_on(record_game(name, *first, **options), seed)


def test_moves_are_counted_with_their_images_and_scores():
    firsts = ["A-C", "B-D", "F-B", "A-D", "A-C"]
    records = [finished("polygon", [move], seed, n=6) for seed, move in enumerate(firsts)]
    found = pg.collection(records).explorer().continuations()
    assert [each.games for each in found] == [4, 1]
    short = [record for record, move in zip(records, firsts, strict=True) if move != "A-D"]
    points = sum(0 in record.outcome.winners for record in short)
    assert found[0].score == points / 4
    assert (found[0].low, found[0].high) == wilson(points, 4)
    assert found[0].share == 0.8
    assert found[0].value is None
    assert pg.new("polygon", n=6).parse(str(found[0].move))


def test_images_of_a_position_are_asked_for_by_their_own_moves():
    record = record_game("polygon", "A-C", "C-E", n=6)
    explorer = pg.collection(record).explorer()
    state = pg.new("polygon", n=6)
    state = state.play(state.parse("B-D"))
    (found,) = explorer.continuations(state)
    assert str(found.move) == "D-F"
    assert found.move in state.legal_moves
    assert found.words == "D to F"


def test_lines_of_split_are_grouped_by_what_they_cut_and_between_what():
    cuts = ["draw 0,5 - 10,5", "draw 0,5.01 - 10,5", "draw 5,0 - 5,10", "draw 0,3 - 10,3"]
    explorer = pg.collection([record_game("split", cut) for cut in cuts]).explorer()
    found = explorer.continuations()
    assert [(each.games, each.words) for each in found] == [
        (2, "cuts 100 into 50 + 50, left to right"),
        (1, "cuts 100 into 30 + 70, left to right"),
        (1, "cuts 100 into 50 + 50, top to bottom"),
    ]
    assert GROUPED_TEXT in str(explorer)
    turned = pg.new("split")
    turned = turned.play(turned.parse("draw 3,0 - 3,10"))
    assert [each.games for each in explorer.continuations(turned)] == []
    assert len(explorer.games(turned)) == 1


def test_values_are_those_of_reviews_in_the_records():
    records = [record_game("polygon", move, n=6) for move in ("A-C", "A-D")]
    for record in records:
        annotate(pg.review(record, progress=False), record)
    found = {each.words: each.value for each in pg.collection(records).explorer().continuations()}
    assert found == {"A to C": -1.0, "A to D": 1.0}


def test_who_plays_alone_is_told_the_mean_total():
    pad = ["*##*"]
    records = [
        finished("splitter", ["roll 5-2", "r0c0=5"], seed, pad=pad, players=1) for seed in range(8)
    ]
    explorer = pg.collection(records).explorer()
    start = pg.new("splitter", pad=pad)
    (rolled,) = explorer.continuations(start)
    assert (rolled.score, rolled.words) == (None, "5 and 2")
    (found,) = explorer.continuations(start.play(start.parse("roll 5-2")))
    totals = [record.outcome.scores[0] for record in records]
    assert found.score == pytest.approx(sum(totals) / 8)
    assert found.low <= found.score <= found.high


def test_transpositions_count_together():
    options = {"tiles": ["ABC", "DEF"], "colors": dict.fromkeys("ABCDEF", "blue")}
    options["colors"] |= {"C": "red", "E": "yellow"}
    ways = [["r0c0", "r1c2", "r0c1"], ["r0c1", "r1c2", "r0c0"]]
    records = [record_game("territory", *way, **options) for way in ways]
    explorer = pg.collection(records).explorer()
    assert len(explorer.games(records[0].state)) == 2
    assert [each.games for each in explorer.continuations()] == [1, 1]


def test_a_game_with_a_move_that_cannot_be_played_is_named(tmp_path):
    good = finished("polygon", ["A-C"], 1, n=6)
    good.save(tmp_path / "good.txt")
    text = good.to_text().replace("\n2. ", "\n2. A-C ; was ", 1)
    (tmp_path / "bad.txt").write_text(text)
    (tmp_path / "worse.txt").write_text('polygames record 1\ngame: polygon\noptions: {"n": 1}\n')
    explorer = pg.collection(tmp_path).explorer()
    assert [each.games for each in explorer.continuations()] == [2]
    state = good.start.play(good.start.parse("A-C"))
    assert [each.games for each in explorer.continuations(state)] == [1]
    bad, worse = sorted(explorer.errors)
    assert bad.startswith("bad.txt: line 7")
    assert worse.startswith("worse.txt: line 3")


def test_what_cannot_be_asked_is_refused(tmp_path):
    games = pg.collection(record_game("polygon"), record_game("split"))
    with pytest.raises(pg.OptionError, match="name one of the games"):
        games.explorer()
    explorer = games.explorer("split")
    assert explorer.continuations() == []
    assert "no move was played" in str(explorer)
    for wrong in (pg.new("polygon"), "split", 3):
        with pytest.raises(pg.OptionError, match="must be a position of split"):
            explorer.continuations(wrong)
    (tmp_path / "a.txt").write_text('polygames record 1\ngame: split\noptions: {"n": 1}\n')
    with pytest.raises(pg.RecordError, match="cannot set up a game of split"):
        _ = pg.collection(tmp_path).explorer().start


def test_games_are_played_no_further_than_asked():
    records = [finished("polygon", ["A-C"], seed, n=7) for seed in range(3)]
    explorer = pg.collection(records).explorer()
    explorer.continuations()
    assert {len(walk.line) for walk in explorer._replayed_games} == {2}
    explorer.continuations(records[0].states[1])
    assert {len(walk.line) for walk in explorer._replayed_games} == {3}


def test_rows_are_a_table_with_its_columns():
    explorer = pg.collection(record_game("polygon", "A-C", n=6)).explorer()
    assert list(explorer.frame().columns) == [
        "move", "said", "games", "share", "score", "low", "high", "value", "chance",
    ]  # fmt: skip
    assert len(explorer.table(pg.new("polygon", n=8))) == 0


def mirrored_name(name, columns):
    return chr(ord("a") + columns - 1 - (ord(name[0]) - ord("a"))) + name[1:]


@pytest.mark.parametrize("first", ["white", "black"])
def test_a_mirrored_game_of_splinter_has_the_same_keys(first):
    rows = ["wwW..", ".bww.", ".bbB.", "....."]
    state = pg.new("splinter", board=rows, first=first, no_return=True)
    mirrored = pg.new("splinter", board=[row[::-1] for row in rows], first=first, no_return=True)
    rng = Random(3)
    for _ in range(30):
        assert symmetry_key(state) == symmetry_key(mirrored)
        if state.outcome is not None:
            break
        move = str(state.legal_moves.sample(rng))
        there = "-".join(mirrored_name(name, 5) for name in move.split("-"))
        state, mirrored = state.play(state.parse(move)), mirrored.play(mirrored.parse(there))
    assert state.ply >= 3


def test_splinter_tells_places_colours_and_movers_apart():
    def key(*rows, first="white"):
        return symmetry_key(pg.new("splinter", board=rows, first=first))

    assert key("Wwb.", "..B.") == key("..B.", "Wwb.") == key(".bwW", ".B..")
    assert key("Wwb.", "..B.") != key(".Wwb", "...B")  # elsewhere on the board
    assert key("Wwb.", "..B.") != key("Bbw.", "..W.")
    assert key("Wwb.", "..B.") != key("Wwb.", "..B.", first="black")
    assert key("Ww.", "b..", "B..") == key("Wbb".replace("bb", "bB"), "w..", "...")  # a quarter


def test_a_game_of_split_in_the_mirror_has_the_same_keys():
    lines = (("0,4", "10,6"), ("3,0", "4,4.8"))
    state, turned = pg.new("split"), pg.new("split")
    for number, (start, end) in enumerate(lines):
        state = state.play(state.parse(f"draw {start} - {end}"))
        flipped = [",".join(reversed(point.split(","))) for point in (start, end)]
        turned = turned.play(turned.parse(f"draw {flipped[0]} - {flipped[1]}"))
        assert symmetry_key(state) == symmetry_key(turned)
        if number == 0:
            red, blue = (state.play(state.parse(f"color {color}")) for color in ("red", "blue"))
            assert symmetry_key(red) != symmetry_key(blue)
            state, turned = blue, turned.play(turned.parse("color blue"))
    other = pg.new("split").play(pg.new("split").parse("draw 0,4.1 - 10,6"))
    assert symmetry_key(other) != symmetry_key(
        pg.new("split").play(pg.new("split").parse("draw 0,4 - 10,6"))
    )


def test_colours_of_lines_count_in_split():
    def after(*moves):
        state = pg.new("split")
        for move in moves:
            state = state.play(state.parse(move))
        return state

    one = after("draw 0,4 - 10,6", "color blue", "draw 5,0 - 5,5")
    other = after("draw 5,0 - 5,10", "color blue", "draw 0,4 - 5,5")
    assert symmetry_key(one) != symmetry_key(other)


def test_splitter_has_the_reflections_that_its_pad_has():
    def key(pad, move):
        state = pg.new("splitter", pad=pad)
        state = state.play(state.parse("roll 5-2"))
        return symmetry_key(state.play(state.parse(move)))

    assert key("A", "r2c0=5") == key("A", "r2c7=5") == key("A", "r4c0=5")
    assert key("A", "r2c0=5") != key("A", "r1c1=5")
    assert key("B", "r1c0=5") != key("B", "r1c7=5")  # its hearts are not mirrored
    two = pg.new("splitter", pad="A", players=2)
    two = two.play(two.parse("roll 5-2"))
    sent = [two.play(two.parse(move)) for move in ("r2c0=5", "r4c7=5", "r1c1=5")]
    keys = [symmetry_key(each) for each in sent]
    assert keys[0] == keys[1] != keys[2]


def test_a_turned_board_of_territory_is_the_same():
    colors = {"A": "blue", "B": "red", "C": "yellow", "D": "red"}
    board = ("AAB", "ADB", "CCB")
    turned = tuple(map("".join, zip(*board[::-1], strict=True)))
    state, other = (pg.new("territory", tiles=rows, colors=colors) for rows in (board, turned))
    assert symmetry_key(state) == symmetry_key(other)
    assert symmetry_key(state.play(state.claim(0, 0))) == symmetry_key(
        other.play(other.claim(0, 2))
    )
    assert symmetry_key(state.play(state.claim(0, 0))) != symmetry_key(
        other.play(other.claim(0, 0))
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("polygon", {"n": 6}),
        ("splinter", {"board": ["wW.", "..b", "wB."]}),
        ("splitter", {"pad": ["*##*", ".##."]}),
        (
            "territory",
            {
                "tiles": ["ABC", "ABC", "DEF"],
                "colors": dict(
                    zip("ABCDEF", ("blue", "red", "blue", "red", "yellow", "red"), strict=True)
                ),
            },
        ),
    ],
)
def test_positions_of_one_key_are_played_alike(name, options):
    """What can come of positions that are the same is the same, too, however they were reached."""
    known = defaultdict(list)
    states = [pg.new(name, **options)]
    for _ in range(2):
        moves = ((s, [r for r, _ in s.chance_outcomes()] or s.legal_moves) for s in states)
        states = [state.play(move) for state, found in moves for move in found][:150]
    for state in states:
        known[symmetry_key(state)].append(state)
    assert 1 < len(known) < len(states)
    for alike in known.values():
        outcomes = {str(state.outcome) for state in alike}
        after = [
            Counter(symmetry_key(state.play(move)) for move in state.legal_moves) for state in alike
        ]
        assert len(outcomes) == 1
        assert all(each == after[0] for each in after)


def test_lines_are_named_in_whole_points():
    state = pg.new("split")
    near = [state.parse(f"draw 0,{at} - 10,{at}") for at in (3, 3.02, 3.2)]
    assert move_label(state, near[0]) == move_label(state, near[1])
    assert move_label(state, near[0]) != move_label(state, near[2])
