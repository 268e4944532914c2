"""Every benchmark script starts, and the pages of figures are built from the results."""

import json
import re
import subprocess
import sys
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time, sleep

import numpy as np
import pytest
from jinja2 import UndefinedError
from numba.core.event import trigger_event

import polygames as pg
from benchmarks import report
from benchmarks.lib import cpu_time, level5_games, machine
from benchmarks.lib.calibration.curves import equal_width_curve, row_verdict
from benchmarks.lib.calibration.games import play_missing_games, rows_of
from benchmarks.lib.calibration.models import fit_model
from benchmarks.strength import ladder
from benchmarks.strength.tables import GAME_LADDERS, Ladder, Row
from benchmarks.studies import first_game_fairness, value_errors
from benchmarks.studies.calibration import split_folds
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
RESULTS = " ".join(report.page(report.PAGE_TEMPLATES["results"]).split())


@pytest.mark.parametrize("name", MODULES)
def test_a_script_can_be_imported_and_explains_itself(name, monkeypatch, capsys):
    if name in FOREIGN and find_spec("pyspiel") is None:
        with pytest.raises(ModuleNotFoundError, match="pyspiel"):
            import_module(name)
        return
    main = getattr(import_module(name), "main", None)
    if main is not None:
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 0
        assert capsys.readouterr().out.startswith("usage:")


def test_every_quoted_command_exists():
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    known = [ROOT / name for name in names.stdout.split("\0")]
    for path in filter(Path.is_file, known):
        if (
            path.parent.name == "data"
        ):  # of the lessons: data name their program, also if it is gone
            continue
        text = path.read_text(encoding="utf-8", errors="ignore")
        assert {*COMMAND.findall(text)} <= {*MODULES}, path


def test_every_file_of_results_is_used_on_a_page():
    templates = [path.read_text(encoding="utf-8") for path in report.PAGE_TEMPLATES.values()]
    for path in machine.RESULTS_FOLDER.glob("*.json"):
        assert any(path.stem in text for text in templates), path


def test_the_command_writes_both_pages_with_every_figure_filled_in(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["report", "--out", str(tmp_path / "pages")])
    report.main()
    for name in ("benchmarks", "results"):
        text = (tmp_path / "pages" / f"{name}.md").read_text(encoding="utf-8")
        assert re.search(rf"^# {name.title()}$", text, re.MULTILINE)
    text = (tmp_path / "pages" / "benchmarks.md").read_text(encoding="utf-8")
    row = machine.read("splinter_levels")["rows"]["level 2 against level 1"]
    assert f"| level 2 against level 1 | {row['pairs']} | {row['share']:.1%} |" in text


def test_a_figure_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(machine, "read", lambda _: {"rows": {}})
    monkeypatch.setattr(report, "combine", lambda _: {})
    with pytest.raises(UndefinedError, match="'dict object' has no attribute 'machine'"):
        report.page(report.PAGE_TEMPLATES["benchmarks"])


def claims():
    """Yield what the page of results says in words, and whether it is so by the figures."""
    cases = machine.read("splinter_small")["cases"].values()
    fair = [each["fair"] for case in cases for key, each in case.items() if key.endswith("pieces")]
    yield "the first player in a fair start never loses", not any(x["mover loses"] for x in fair)
    for row in machine.read("split_endings")["agents"].values():
        settled = row["won"] + row["lost"] + row["open"]
        yield "endings to which they apply", settled == row["less than twice the limit"]
        yield "games went beyond them", row["beyond the bounds"] == 0
    rows = machine.read("polygon_levels")["rows"]
    for step in [rows[f"level {low + 1} against level {low}"] for low in range(1, 5)]:
        yield "70% to 85% of the points against the one below", 0.7 <= step["share"] <= 0.85
        yield "All four intervals begin below 70%", step["interval"][0] < 0.7


@pytest.mark.parametrize(("said", "so"), [*claims()])
def test_what_the_results_say_in_words_is_so(said, so):
    assert said in RESULTS
    assert so


def test_a_ladder_goes_on_where_it_stopped(monkeypatch, tmp_path, capsys):
    row = Row("greedy", "random", pairs=3, counted="matches")
    monkeypatch.setitem(GAME_LADDERS, "territory", Ladder({"row": row}, {"size": 6}, seed=1))
    monkeypatch.setattr(machine, "RESULTS_FOLDER", tmp_path)
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
    play_missing_games("territory", range(3), path, until=lambda: False)
    first = path.read_text().splitlines()
    play_missing_games("territory", range(4), path, until=lambda: False)
    lines = path.read_text().splitlines()
    assert lines[:3] == first
    assert [json.loads(line)["game"] for line in lines] == [0, 1, 2, 3]
    rows = list(rows_of("territory", path))
    assert {row["won"] for row in rows} <= {0, 0.5, 1}
    for own, others in split_folds(rows):
        assert sorted([*own, *others], key=rows.index) == rows
        assert not {row["game"] for row in own} & {row["game"] for row in others}


@pytest.mark.slow
def test_positions_of_games_between_the_strongest_levels_are_analysed_once(tmp_path, monkeypatch):
    games_path, path = tmp_path / "territory.jsonl", tmp_path / "values.jsonl"
    level5_games.play_missing_games("territory", range(1), games_path)
    level5_games.play_missing_games("territory", range(2), games_path)
    games = level5_games.read_games(games_path)
    assert [line["game"] for line in games] == [0, 1]
    monkeypatch.setattr(value_errors, "REFERENCE_SECONDS", 0.5)
    value_errors.analyse_missing_positions("territory", games, range(2), path)
    value_errors.analyse_missing_positions("territory", games, range(9), path)
    rows = level5_games.read_games(path)
    assert [row["position"] for row in rows] == [0, 1, 2, 3]
    figures = value_errors.summarise("territory", rows)["works"]["0.3"]
    looks = sum(1 + ("after" in row) for row in rows)
    assert figures["analyses"] == looks == figures["proved"] + figures["values"]["all"]["count"]


def test_a_study_of_first_games_goes_on_where_it_stopped_and_repeats_its_games(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(machine, "RESULTS_FOLDER", tmp_path)
    first_game_fairness.measure_row("territory", 1, 4, is_old=False)
    longer = first_game_fairness.measure_row("territory", 1, 12, is_old=False)
    first_game_fairness.measure_row("territory", 1, 2, is_old=True)
    saved = machine.read("first_game_fairness")
    assert (saved["now"]["territory level 1"], longer["games"]) == (longer, 12)
    assert (sum(longer["wins"]), saved["old"]["territory level 1"]["games"]) == (12, 2)
    monkeypatch.setattr(machine, "RESULTS_FOLDER", tmp_path / "again")
    assert first_game_fairness.measure_row("territory", 1, 12, is_old=False) == longer


def test_the_study_of_first_games_starts_where_a_board_against_the_computer_starts():
    for name in pg.games():
        start = first_game_fairness.first_state(name, 3, is_old=False)
        with closing(pg.play(name, level=1, seed=3, autosave=None)) as board:
            assert (board.record.start, board.session.players[0]) == (start, "human"), name
            assert start.seats == 2


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("game", pg.games())
def test_the_first_game_is_even_between_equal_players(game, level):
    row = machine.read("first_game_fairness")["now"][f"{game} level {level}"]
    assert row["games"] >= 200
    assert 0.35 <= row["share"] <= 0.65


def test_errors_of_a_known_size_are_found_with_their_law():
    rng = np.random.default_rng(3)
    sizes = {"0.03": 2.0, "0.1": 1.0, "0.3": 0.5, "6.0": 0.0}

    def side(value):
        found = {}
        for work, size in sizes.items():
            best = {"value": value + rng.normal(0, size), "low": value - 1, "high": value + 1}
            best["chance"] = None
            found[work] = {"best": best, "other": best, "played": None}
            found[work] |= {"settled": False, "seconds": 1.0}
        return found

    rows = [
        {"ply": 0, "plies": 9, "same seat": False, "before": side(3), "after": side(-2)}
        for _ in range(4000)
    ]
    figures = value_errors.summarise("split", rows)
    short = figures["works"]["0.1"]
    assert short["values"]["early"]["rms"] == pytest.approx(1, rel=0.05)
    assert short["values"]["all"]["95%"] == pytest.approx(1.96, rel=0.05)
    assert short["losses"]["rms"] == pytest.approx(2**0.5, rel=0.05)
    assert short["losses in one analysis"]["count"] == short["chances"]["count"] == 0
    assert short["inside"] == 1
    assert figures["laws"]["all"]["b"] == pytest.approx(0.6, abs=0.05)


def test_a_chance_that_was_told_truly_is_found_to_be_true_and_one_that_was_not_is_not():
    rng = np.random.default_rng(1)
    said = np.repeat(rng.uniform(0, 1, 4000), 5)
    games = np.repeat(np.arange(4000), 5)
    came = (rng.uniform(0, 1, len(said)) < said).astype(float)
    assert {row_verdict(row) for row in equal_width_curve(said, came, games)} == {"yes"}
    flat = np.clip(said, 0.25, 0.75)
    told = equal_width_curve(flat, came, games)
    assert {row_verdict(row) for row in told if row["from"] in {0.2, 0.7}} == {"no"}
    alike = equal_width_curve([0.5] * 10, [1.0] * 10, [1] * 10)
    assert [row_verdict(row) for row in alike] == ["too few"]


def test_a_model_finds_the_weights_that_games_were_made_by():
    rng = np.random.default_rng(2)
    leads = rng.normal(0, 1, 4000)
    won = rng.uniform(0, 1, 4000) < 1 / (1 + np.exp(-2 * leads))
    rows = [
        {"game": game, "features": (1.0, lead), "won": float(each)}
        for game, (lead, each) in enumerate(zip(leads, won, strict=True))
    ]
    model = fit_model(rows, "won", fair=True, steady=True)
    assert model.weights[0] == 0
    assert model.weights[1] == pytest.approx(2, abs=0.2)


@pytest.mark.usefixtures("wall_clock")
def test_thinking_time_passes_neither_while_nothing_is_done_nor_while_numba_compiles():
    with cpu_time.count_cpu_time():
        clock = Clock(0.1)
        sleep(0.15)
        assert clock
        before = process_time()
        with trigger_event("numba:compile"):
            while process_time() < before + 0.2:
                pass
        assert clock
        while clock:
            pass
    assert Clock(60)
    clock = Clock(0.1)
    sleep(0.15)
    assert not clock
