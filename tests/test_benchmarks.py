"""Every benchmark script starts; the page of figures is what the figures say."""

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import sleep

import numpy as np
import pytest

import polygames as pg
from benchmarks import report
from benchmarks.lib import cpu_time, kept, machine
from benchmarks.lib.calibration.curves import curve, verdict
from benchmarks.lib.calibration.games import gather, rows_of
from benchmarks.lib.calibration.models import fitted
from benchmarks.strength import ladder
from benchmarks.strength.tables import LADDERS, Ladder, Row
from benchmarks.studies import accuracy, luck, reasons, steady, streak
from benchmarks.studies.calibration import fifths
from polygames.runtime.clock import Clock

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "benchmarks").rglob("*.py")
    if path.name != "__init__.py"
)
FOREIGN = {name for name in MODULES if "openspiel" in name}
"""What only works beside OpenSpiel, which is not a dependency of the tests."""
COMMAND = re.compile(r"python -m (benchmarks[.\w]*\w)")


@pytest.mark.parametrize("name", MODULES)
def test_a_script_can_be_imported_and_explains_itself(name, monkeypatch, capsys):
    if name in FOREIGN and find_spec("pyspiel") is None:
        with pytest.raises(ModuleNotFoundError, match="pyspiel"):
            import_module(name)
        return
    main = getattr(import_module(name), "main", None)
    if main is not None and name != report.__name__:
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 0
        assert capsys.readouterr().out.startswith("usage:")


def test_every_command_that_is_quoted_is_there():
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    paths = [ROOT / name for name in names.stdout.split("\0") if Path(name).suffix != ".png"]
    quoted = {
        name
        for path in paths
        if path.is_file()
        for name in COMMAND.findall(path.read_text(encoding="utf-8", errors="ignore"))
    }
    assert quoted <= set(MODULES)


def test_the_page_says_what_the_figures_say():
    assert report.PAGE.read_text(encoding="utf-8") == report.page()


def test_a_ladder_goes_on_where_it_stopped(monkeypatch, tmp_path, capsys):
    row = Row("greedy", "random", pairs=3, counted="matches")
    monkeypatch.setitem(LADDERS, "territory", Ladder({"row": row}, {"size": 6}, seed=1))
    monkeypatch.setattr(machine, "RESULTS", tmp_path)
    ladder.play("territory", "row", seconds=0.0, workers=1)
    assert machine.read("territory_ladder") == {}
    ladder.play("territory", "row", seconds=float("inf"), workers=1)
    whole = machine.read("territory_ladder")["matches"]["row"]
    assert (whole["games"], sum(whole["wins"]), sum(whole["matches"])) == (6, 6, 3)
    half = whole | {"games": 4, "wins": [2, 0, 2], "matches": [1, 0, 1], "plies": 0}
    ladder.write("territory", {"row": half})
    ladder.play("territory", "row", seconds=float("inf"), workers=1)
    assert machine.read("territory_ladder")["matches"]["row"]["games"] == 6
    capsys.readouterr()


@pytest.mark.slow
def test_a_study_of_values_goes_on_where_its_file_ends_and_tests_by_other_games(tmp_path):
    path = tmp_path / "games.jsonl"
    gather("territory", range(3), path, until=lambda: False)
    first = path.read_text().splitlines()
    gather("territory", range(4), path, until=lambda: False)
    lines = path.read_text().splitlines()
    assert lines[:3] == first
    assert [json.loads(line)["game"] for line in lines] == [0, 1, 2, 3]
    rows = list(rows_of("territory", path))
    assert {row["won"] for row in rows} <= {0, 0.5, 1}
    for own, others in fifths(rows):
        assert sorted([*own, *others], key=rows.index) == rows
        assert not {row["game"] for row in own} & {row["game"] for row in others}


@pytest.mark.slow
def test_a_match_without_luck_goes_on_in_the_way_that_is_asked_for(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "RESULTS", tmp_path / "results")
    given = ["luck", "--games", "2", "--known", "2", "--workers", "1", "--keep", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", [*given, "--only", "at one table"])
    luck.main()
    first = machine.read("luck")
    assert (first["known"]["games"], first["at one table"]["games"]) == (2, 2)
    assert "each rolls alone" not in first
    monkeypatch.setattr(sys, "argv", given)
    luck.main()
    both = machine.read("luck")
    assert both["at one table"] == first["at one table"]
    assert both["each rolls alone"]["games"] == 2
    assert both["each rolls alone"]["largest gap of lead - start - luck - skill"] < 1e-9


def test_puzzles_of_one_game_tried_again_leave_the_rows_of_the_others(
    monkeypatch, tmp_path, capsys
):
    found = {"share": 0.6, "interval": [0.5, 0.7], "games": 9, "rating": 1500.0, "within": True}
    shares = {"of all": 0.5, "of the easiest": 0.8, "of the hardest": 0.2}
    monkeypatch.setattr(machine, "RESULTS", tmp_path)
    monkeypatch.setattr(streak, "solving", lambda *_: dict(found))
    monkeypatch.setattr(streak, "of_all", lambda *_: shares)
    for game in ("polygon", "split"):
        monkeypatch.setattr(sys, "argv", ["streak", game])
        streak.main()
        found |= {"share": 0.1, "within": False}
    rows = machine.read("streak")["levels"]
    assert len(rows) == 10
    assert (rows["polygon 1"]["within"], rows["polygon 1"]["why not"]) == (True, "")
    assert rows["split 5"]["why not"] == "too few puzzles of this strength"
    assert "split" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("share", "easiest", "hardest", "said"),
    [
        (0.2, 0.3, 0.0, "even the easiest are too hard"),
        (0.9, 1.0, 0.8, "even the hardest are too easy"),
        (0.4, 0.9, 0.1, "too few puzzles of this strength"),
        (0.8, 1.0, 0.5, "too few puzzles of this strength"),
    ],
)
def test_why_a_level_solves_too_few_or_too_many(share, easiest, hardest, said):
    row = {"within": False, "share": share, "of the easiest": easiest, "of the hardest": hardest}
    assert streak.why_not(row) == said
    assert streak.why_not(row | {"within": True}) == ""


def test_a_chance_that_was_told_truly_is_found_to_be_true_and_one_that_was_not_is_not():
    rng = np.random.default_rng(1)
    said = np.repeat(rng.uniform(0, 1, 4000), 5)
    games = np.repeat(np.arange(4000), 5)
    came = (rng.uniform(0, 1, len(said)) < said).astype(float)
    assert {verdict(row) for row in curve(said, came, games)} == {"yes"}
    flat = np.clip(said, 0.25, 0.75)
    told = curve(flat, came, games)
    assert {verdict(row) for row in told if row["from"] in {0.2, 0.7}} == {"no"}
    alike = curve([0.5] * 10, [1.0] * 10, [1] * 10)
    assert [verdict(row) for row in alike] == ["too few"]


def test_a_model_finds_the_weights_that_games_were_made_by():
    rng = np.random.default_rng(2)
    leads = rng.normal(0, 1, 4000)
    won = rng.uniform(0, 1, 4000) < 1 / (1 + np.exp(-2 * leads))
    rows = [
        {"game": game, "features": (1.0, lead), "won": float(each)}
        for game, (lead, each) in enumerate(zip(leads, won, strict=True))
    ]
    model = fitted(rows, "won", fair=True, steady=True)
    assert model.weights[0] == 0
    assert model.weights[1] == pytest.approx(2, abs=0.2)


def test_a_long_study_goes_on_where_it_was_broken_off(tmp_path):
    path = tmp_path / "games.jsonl"
    kept.write(path, [{"number": 0}, {"number": 1}])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number": 2')
    assert kept.read(path) == [{"number": 0}, {"number": 1}]
    assert kept.read(tmp_path / "none.jsonl") == []


@pytest.mark.usefixtures("wall_clock")
def test_thinking_time_in_cpu_seconds_does_not_pass_while_nothing_is_done():
    with cpu_time.counted():
        clock = Clock(0.1)
        sleep(0.15)
        assert clock
        while clock:
            pass
    assert Clock(60)
    clock = Clock(0.1)
    sleep(0.15)
    assert not clock


def test_the_time_a_look_was_unclear_is_counted_after_the_first_second():
    seen = [(0.5, True), (1.0, True), (2.0, False), (5.0, True), (15.0, False)]
    found = [steady.Shown(t, 0.6, is_open, agrees=True, words="") for t, is_open in seen]
    assert steady.unclear(found) == pytest.approx(10 / 18)
    assert steady.unclear(found[:2]) == 1.0  # it ended before: what stood there stays


@pytest.mark.slow
def test_looks_that_are_kept_are_not_made_again_and_their_shares_have_intervals(tmp_path):
    steady.study(["territory"], 2, 0.05, tmp_path)
    before = (tmp_path / "territory.jsonl").read_text(encoding="utf-8")
    steady.study(["territory"], 2, 0.05, tmp_path)
    assert (tmp_path / "territory.jsonl").read_text(encoding="utf-8") == before
    found = steady.figures_of(kept.read(tmp_path / "territory.jsonl"))
    pairs = [row for row in kept.read(tmp_path / "territory.jsonl") if row["is agreed"] is not None]
    assert (found["positions"], found["pairs"]) == (2, len(pairs))
    assert found["looks"] == 2 + len(pairs)  # the position after the best move is looked at, too
    assert 0.0 <= found["unclear of the time"] <= 1.0
    old = [{k: v for k, v in pairs[0].items() if k != "unclear"}]
    assert "unclear of the time" not in steady.figures_of(old), "it was not counted then"
    low, high = found["steady"]["95%"]
    assert low < found["steady"]["share"] <= high


@pytest.mark.slow
@pytest.mark.long
def test_accuracy_is_that_of_the_games_that_are_kept_and_equals_are_in_no_order(tmp_path):
    accuracy.study(["polygon"], 2, 0.01, tmp_path, None)
    found = accuracy.figures_of("polygon", tmp_path)
    for player, row in found["players"].items():
        rows = kept.read(tmp_path / f"polygon-{player.replace(' ', '-')}.jsonl")
        assert [each["seat"] for each in rows] == [0, 1]
        assert row["games"] == len(accuracy.accuracies(rows)) <= 2
        assert all(pg.Record.from_text(each["record"]).moves for each in rows)
    assert "level 1 over random" not in found["steps"]


def test_what_is_due_to_the_boards_is_no_doubt_about_who_is_the_better():
    weak = {0: 10.0, 1: 50.0, 2: 90.0, 3: 30.0}
    strong = {board: value + 5 for board, value in weak.items()}
    assert accuracy.half_of(weak, strong, Random(0)) == pytest.approx(0, abs=1e-9)
    mixed = dict(zip(strong, reversed(strong.values()), strict=True))
    assert accuracy.half_of(weak, mixed, Random(0)) > 20


def test_a_sentence_that_tells_a_loss_is_counted_as_speaking_against_a_move():
    state = pg.new("splinter")
    own = [state.parse("f7-e6")]
    assert reasons.kind_of(state, own, reasons.reason(state, own)) == "against"
    assert reasons.kind_of(state, own, "") == "none"
    colors = {"A": "blue", "B": "red"}
    state = pg.new("territory", tiles=["ABBB"], colors=colors, penalty=0.5)
    line = [state.claim(0, 0), state.claim(0, 1)]
    said = [reasons.reason(state, line), reasons.merits(state, line)]
    assert [reasons.kind_of(state, line, each) for each in said] == ["against", "for"]
    assert reasons.kind_of(state, line, reasons.reason(state, line[:1])) == "for"
    state = pg.new("split", fill_limit=10)
    for text in ("draw 0,4 - 10,6", "color blue"):
        state = state.play(state.parse(text))
    line = [state.draw((0, 9.5), (10, 9.5))]
    assert reasons.kind_of(state, line, reasons.reason(state, line)) == "against"
    assert reasons.kind_of(state, line, reasons.merits(state, line)) == "none"
    state = pg.new("polygon", n=6)
    for text in ("A-C", "C-E"):
        state = state.play(state.parse(text))
    left = {str(move): len(state.play(move).segments) for move in state.legal_moves}
    fewest, most = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
    assert left[fewest] < left[most]
    for text, kind in ((fewest, "for"), (most, "against")):
        line = [state.parse(text)]
        assert reasons.kind_of(state, line, reasons.reason(state, line)) == kind
        assert reasons.kind_of(state, line, reasons.merits(state, line)) != "against"
