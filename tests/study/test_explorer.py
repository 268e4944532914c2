"""What was played where: counted by hand, up to symmetry, with scores and values."""

from random import Random

import pytest

import polygames as pg
from polygames.arena.ratings import wilson
from polygames.search.review import annotate
from polygames.study.explorer import GROUPED


def record_of(name, moves, **options):
    record = pg.Record(pg.new(name, **options))
    for move in moves:
        record.push(move)
    return record


def finished(name, first, seed, **options):
    record = record_of(name, first, **options)
    rng = Random(seed)
    while record.state.outcome is None:
        record.push(record.state.legal_moves.sample(rng))
    return record


def test_moves_are_counted_with_their_images_and_scores():
    firsts = ["A-C", "B-D", "F-B", "A-D", "A-C"]
    records = [finished("polygon", [move], seed, n=6) for seed, move in enumerate(firsts)]
    found = pg.collection(records).explorer().at()
    assert [each.games for each in found] == [4, 1]
    short = [record for record, move in zip(records, firsts, strict=True) if move != "A-D"]
    points = sum(0 in record.outcome.winners for record in short)
    assert found[0].score == points / 4
    assert (found[0].low, found[0].high) == wilson(points, 4)
    assert found[0].share == 0.8
    assert found[0].value is None
    assert pg.new("polygon", n=6).parse(str(found[0].move))


def test_images_of_a_position_are_asked_for_by_their_own_moves():
    record = record_of("polygon", ["A-C", "C-E"], n=6)
    explorer = pg.collection(record).explorer()
    state = pg.new("polygon", n=6)
    state = state.play(state.parse("B-D"))
    (found,) = explorer.at(state)
    assert str(found.move) == "D-F"
    assert found.move in state.legal_moves
    assert found.words == "D to F"


def test_lines_of_split_are_grouped_by_what_they_cut():
    cuts = ["draw 0,5 - 10,5", "draw 0,5.01 - 10,5", "draw 5,0 - 5,10", "draw 0,3 - 10,3"]
    explorer = pg.collection([record_of("split", [cut]) for cut in cuts]).explorer()
    found = explorer.at()
    assert [(each.games, each.words) for each in found] == [
        (3, "cuts 100 into 50 + 50, side to side"),
        (1, "cuts 100 into 30 + 70, side to side"),
    ]
    assert GROUPED in str(explorer)
    turned = pg.new("split")
    turned = turned.play(turned.parse("draw 3,0 - 3,10"))
    assert [each.games for each in explorer.at(turned)] == []
    assert len(explorer.games(turned)) == 1


def test_values_are_those_of_reviews_in_the_records():
    records = [record_of("polygon", [move], n=6) for move in ("A-C", "A-D")]
    for record in records:
        annotate(pg.review(record, progress=False), record)
    found = {each.words: each.value for each in pg.collection(records).explorer().at()}
    assert found == {"A to C": -1.0, "A to D": 1.0}


def test_who_plays_alone_is_told_the_mean_total():
    pad = ["*##*"]
    records = [
        finished("splitter", ["roll 5-2", "r0c0=5"], seed, pad=pad, players=1) for seed in range(8)
    ]
    explorer = pg.collection(records).explorer()
    start = pg.new("splitter", pad=pad)
    (rolled,) = explorer.at(start)
    assert (rolled.score, rolled.words) == (None, "5 and 2")
    (found,) = explorer.at(start.play(start.parse("roll 5-2")))
    totals = [record.outcome.scores[0] for record in records]
    assert found.score == pytest.approx(sum(totals) / 8)
    assert found.low <= found.score <= found.high


def test_transpositions_count_together():
    options = {"tiles": ["ABC", "DEF"], "colors": dict.fromkeys("ABCDEF", "blue")}
    options["colors"] |= {"C": "red", "E": "yellow"}
    ways = [["r0c0", "r1c2", "r0c1"], ["r0c1", "r1c2", "r0c0"]]
    records = [record_of("territory", way, **options) for way in ways]
    explorer = pg.collection(records).explorer()
    assert len(explorer.games(records[0].state)) == 2
    assert [each.games for each in explorer.at()] == [1, 1]


def test_a_game_with_a_move_that_cannot_be_played_is_named(tmp_path):
    good = finished("polygon", ["A-C"], 1, n=6)
    good.save(tmp_path / "good.txt")
    text = good.to_text().replace("\n2. ", "\n2. A-C ; was ", 1)
    (tmp_path / "bad.txt").write_text(text)
    (tmp_path / "worse.txt").write_text('polygames record 1\ngame: polygon\noptions: {"n": 1}\n')
    explorer = pg.collection(tmp_path).explorer()
    assert [each.games for each in explorer.at()] == [2]
    state = good.start.play(good.start.parse("A-C"))
    assert [each.games for each in explorer.at(state)] == [1]
    bad, worse = sorted(explorer.errors)
    assert bad.startswith("bad.txt: line 7")
    assert worse.startswith("worse.txt: line 3")


def test_what_cannot_be_asked_is_refused(tmp_path):
    games = pg.collection(record_of("polygon", []), record_of("split", []))
    with pytest.raises(pg.OptionError, match="say which game"):
        games.explorer()
    explorer = games.explorer("split")
    assert explorer.at() == []
    assert "no move was played" in str(explorer)
    for wrong in (pg.new("polygon"), "split", 3):
        with pytest.raises(pg.OptionError, match="must be a position of split"):
            explorer.at(wrong)
    (tmp_path / "a.txt").write_text('polygames record 1\ngame: split\noptions: {"n": 1}\n')
    with pytest.raises(pg.RecordError, match="no game of split can be set up"):
        _ = pg.collection(tmp_path).explorer().start


def test_games_are_played_no_further_than_asked():
    records = [finished("polygon", ["A-C"], seed, n=7) for seed in range(3)]
    explorer = pg.collection(records).explorer()
    explorer.at()
    assert {len(walk.line) for walk in explorer._walks} == {2}
    explorer.at(records[0].states[1])
    assert {len(walk.line) for walk in explorer._walks} == {3}


def test_rows_are_a_table_with_its_columns():
    explorer = pg.collection(record_of("polygon", ["A-C"], n=6)).explorer()
    assert list(explorer.table().columns) == [
        "move", "games", "share", "score", "low", "high", "value", "chance",
    ]  # fmt: skip
    assert len(explorer.table(pg.new("polygon", n=8))) == 0
