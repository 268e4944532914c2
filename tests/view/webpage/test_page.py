"""A game as one HTML file: what stands in it, and that nothing in a record is more than data."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from random import Random

import page_data
import pytest
from helpers import play_on, record_game

import polygames as pg
from polygames.core.descriptions import move_text
from polygames.core.errors import OptionError
from polygames.core.links import PLAY_ADDRESS_VARIABLE
from polygames.core.registry import info_of
from polygames.records.node import iter_nodes
from polygames.scene.model import Disc, Polygon, Segment, Text, Window, scene_window
from polygames.search.review import annotate
from polygames.view.position_view import PositionView
from polygames.view.webpage.pictures import Pictures

HOSTILE = [
    "</script><script>hacked = 1</script>",
    "<img src=x onerror='hacked = 1'>",
    '"><svg onload=hacked=1>',
    "<!--<script>",
    "\u2028\u2029 ]]> {{7*7}} ${hacked=1} {script}",
]


def played(name, plies=40, **options):
    """Return a record of random moves."""
    return play_on(pg.Record(pg.new(name, **options)), 3, plies)


def text_of(page):
    return page.read_text(encoding="utf-8")


def data_of(page):
    """Return what the page's script reads."""
    return page_data.data_of(text_of(page))


@pytest.mark.slow
@pytest.mark.parametrize("name", pg.games())
def test_each_picture_on_a_page_is_that_of_its_state(name, tmp_path):
    record = played(name)
    record.goto(2)
    record.push(record.state.legal_moves.sample(Random(9)), aside=True)
    data = data_of(record.save_html(tmp_path / "game.html"))
    nodes = [record.root, *(node for node, _ in iter_nodes(record.root))]
    assert len(nodes) == len(data["nodes"])
    window = scene_window(info_of(record.start).scene(record.start))
    for node, found in zip(nodes, page_data.pictures_in(data), strict=True):
        marks = PositionView(node).last_move_highlight
        assert found == alone(window, (*info_of(node.state).scene(node.state), *marks))


def alone(window, scene):
    """Return the primitives of a picture that is packed without others."""
    pictures = Pictures(window)
    pictures.add(scene)
    return page_data.pictures_in(json.loads(json.dumps(pictures.to_json())))[0]


LARGEST = [
    ("splitter", {"players": 12, "pad": "A"}),
    ("splitter", {"players": 12, "pad": "B"}),
    ("splitter", {"players": 4}),
    ("territory", {"size": 25}),
    ("polygon", {"n": 14}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in pg.games()), *LARGEST])
def test_a_game_to_its_end_takes_at_most_200_kb_and_holds_its_record(
    name, options, tmp_path, monkeypatch
):
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, "https://school.example/play/")
    record = played(name, 400, **options)
    page = record.save_html(tmp_path / "game.html")
    assert page.stat().st_size <= 200_000
    assert pg.Record.from_text(data_of(page)["record"]).moves == record.moves
    status = info_of(record.state).board.caption(record.state).status
    assert data_of(page)["result"] == (status if record.outcome else "")
    assert "seat" not in data_of(page)["result"]


def test_a_page_allows_its_own_script_and_style_and_nothing_else(tmp_path):
    text = text_of(played("polygon").save_html(tmp_path / "game.html"))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    for kind, tag in (
        ("script-src", r"<script>(.*?)</script>"),
        ("style-src", r"<style>(.*?)</style>"),
    ):
        digest = b64encode(sha256(re.search(tag, text, re.DOTALL)[1].encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert re.findall(r"https?://(?!www\.w3\.org/)", text) == []


def test_a_page_links_to_the_play_page_only_if_its_address_is_set(tmp_path, monkeypatch):
    monkeypatch.delenv(PLAY_ADDRESS_VARIABLE, raising=False)
    record = played("polygon")
    data = data_of(record.save_html(tmp_path / "game.html"))
    assert "play" not in data
    assert not any("record_move" in row for row in data["nodes"])
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, "https://school.example/play/")
    text = text_of(record.save_html(tmp_path / "game.html"))
    data = page_data.data_of(text)
    assert data["play"]["address"] == "https://school.example/play/#polygon/game/"
    assert "default-src 'none'" in text
    puzzle = data_of(pg.puzzles("polygon")[3].save_html(tmp_path / "puzzle.html"))
    assert pg.Record.from_text(puzzle["play"]["start"]).start == pg.puzzles("polygon")[3].state


def test_a_page_of_a_game_that_is_not_on_the_play_page_has_no_link(tmp_path, monkeypatch):
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, "https://school.example/play/")
    monkeypatch.setattr("polygames.view.webpage.record_data.is_built_in", lambda _: False)
    assert "play" not in data_of(played("polygon").save_html(tmp_path / "game.html"))


def test_a_wrong_address_of_the_play_page_is_refused_and_no_page_is_saved(tmp_path, monkeypatch):
    monkeypatch.setenv(PLAY_ADDRESS_VARIABLE, "javascript:alert(1)")
    with pytest.raises(OptionError, match="must begin with https://"):
        played("polygon").save_html(tmp_path / "game.html")
    assert not (tmp_path / "game.html").exists()


@pytest.mark.parametrize("words", HOSTILE)
def test_the_texts_of_a_record_are_data(words, tmp_path):
    record = pg.Record(pg.new("polygon"), players=(words, words))
    plain = text_of(record.save_html(tmp_path / "plain.html"))
    record = pg.Record(pg.new("polygon"), players=("Ada", "Bob"))
    record.push("A-C", comment=" ".join(words.split()))
    record.comment = " ".join(words.split())
    noted = text_of(record.save_html(tmp_path / "noted.html"))
    for text in (plain, noted):
        assert re.findall(r"<(\w+)", text.split("<body>")[0])[-1] == "style"
        assert len(re.findall(r"<script", text)) == len(re.findall(r"</script", text)) == 2
        assert "<img" not in text
    data = data_of(tmp_path / "noted.html")
    assert data["nodes"][1]["comment"] == " ".join(words.split())
    assert data_of(tmp_path / "plain.html")["players"] == [words, words]


def test_a_review_in_the_record_gives_verdicts_signs_and_a_curve(tmp_path):
    record = record_game("polygon", n=6)
    for move in ("A-C", "C-E"):
        record.push(move, comment="my own words")
    review = pg.review(record, seconds=1, progress=False)
    annotate(review, record)
    written = data_of(record.save_html(tmp_path / "record.html"))
    found = data_of(review.save_html(tmp_path / "review.html"))
    for data in (written, found):
        assert data["nodes"][1]["glyph"] == "??"
        assert data["nodes"][1]["verdict"] == "Blunder. Best: A to D"
        assert data["nodes"][1]["comment"] == "my own words"
        assert data["curve"]["lines"][0]["values"] == [[0, 1.0], [1, -1.0], [2, -1.0]]


def test_an_analysis_is_a_position_with_its_best_lines_as_branches(tmp_path):
    analysis = pg.analyse(pg.new("polygon", n=5), seconds=5)
    data = data_of(analysis.save_html(tmp_path / "lines.html"))
    first = [row["move"] for row in data["nodes"] if row.get("parent") == 0]
    assert first == [move_text(analysis.state, each.move) for each in analysis.moves]
    assert "proved" in data["nodes"][1]["comment"]


@pytest.mark.slow
@pytest.mark.parametrize("name", pg.games())
def test_in_a_puzzle_every_listed_move_leads_somewhere_and_the_first_is_right(name, tmp_path):
    for puzzle in pg.puzzles(name)[::5]:
        page = puzzle.save_html(tmp_path / "puzzle.html")
        data = data_of(page)
        assert page.stat().st_size <= 200_000
        assert data["task"] == puzzle.task
        here, state = 0, puzzle.state
        for step in puzzle.steps:
            choices = data["choices"][str(here)]
            offered = [data["nodes"][each["to"]]["move"] for each in choices]
            texts = [step.move, *step.wrong]
            named = [move_text(state, state.parse(text)) for text in texts]
            assert sorted(offered) == sorted(named)
            assert name == "split" or offered[0] == named[0]
            assert all(each["spelling"] for each in choices), "it cannot be clicked"
            assert len({tuple(each["spelling"]) for each in choices}) == len(choices)
            assert all(data["nodes"][each["to"]]["parent"] == here for each in choices)
            here = choices[0]["to"]
            state = state.play(state.parse(step.move))
            if step.reply:
                state = state.play(state.parse(step.reply))
                here = next(at for at, row in enumerate(data["nodes"]) if row.get("parent") == here)


def test_a_position_alone_is_a_page_too(tmp_path):
    data = data_of(record_game("territory", seed=1).save_html(tmp_path / "start.html"))
    assert len(data["nodes"]) == 1
    assert data["at"] == 0


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        record_game("polygon").save_html(tmp_path / "nowhere" / "game.html")


def test_places_are_rounded_to_a_ten_thousandth_of_the_width():
    shapes = (
        Segment((10, 20), (30, 40), "#222222"),
        Disc((20, 30), 1.00004, fill="#222222"),
        Polygon(((10, 20), (30, 20), (30, 40)), fill="#222222"),
        Text((10, 40), "a", 2),
    )
    segment, disc, polygon, text = alone(Window(10, 20, 30, 40), shapes)
    assert (segment[0]["end"], *segment[1:]) == ([10_000, 10_000], 0, 0)
    assert (disc[0]["center"], disc[0]["radius"], *disc[1:]) == ([500, 500], 500, 4500, 4500)
    assert (polygon[0]["points"], *polygon[1:]) == ([[0, 0], [10_000, 0], [10_000, 10_000]], 0, 0)
    assert (text[0]["text"], text[0]["size"], *text[1:]) == ("a", 1000, 0, 10_000)


def test_an_arrow_is_a_line_and_its_head():
    line, head = alone(Window(0, 0, 10, 10), (Segment((1, 5), (9, 5), "#222222", arrow=True),))
    assert (line[0]["kind"], head[0]["kind"]) == ("segment", "polygon")
