"""What a file holds is not played again; only whole lines count."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import polygames as pg
from polygames.arena import result_file
from polygames.arena.game_pair import PairTask
from polygames.arena.match import Match
from polygames.core.errors import RecordError
from polygames.search import RandomAgent

QUICK = {"seed": 3, "progress": False}
FIVE = pg.new("polygon", n=5)


BEGUN = []
"""A sign for each game that began in this process."""
IMPATIENT = []
"""When to be interrupted: functions that say so."""


class Counting(RandomAgent):
    """Plays as random does, and counts its games."""

    def choose(self, state, rng):
        if any(is_enough() for is_enough in IMPATIENT):
            raise KeyboardInterrupt
        BEGUN.extend("x" * (state.ply < 2))
        return super().choose(state, rng)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results.jsonl"


def test_there_is_a_line_of_json_for_each_pair(file):
    found = pg.match(FIVE, "mobility", "random", games=6, file=file, **QUICK)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["pair"] for line in lines] == [0, 1, 2]
    assert {(line["game"], line["seed"]) for line in lines} == {("polygon", 3)}
    points = [game["points"] for line in lines for game in line["games"]]
    assert points == [list(game.points) for game in found.games]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_goes_on_after_the_pairs_that_were_played(file, workers):
    whole = pg.match(FIVE, Counting(), "random", games=10, **QUICK)
    pg.match(FIVE, Counting(), "random", games=4, file=file, **QUICK)
    BEGUN.clear()
    match = {"games": 10, "file": file, "workers": workers}
    assert pg.match(FIVE, Counting(), "random", **match, **QUICK) == whole
    assert len(BEGUN) == (6 if workers == 1 else 0)
    BEGUN.clear()
    assert pg.match(FIVE, Counting(), "random", **match, **QUICK) == whole
    assert BEGUN == []


def test_a_file_may_hold_several_matches(file):
    for seed in (1, 2):
        options = {"games": 4, "seed": seed, "progress": False}
        plain = pg.match(FIVE, "mobility", "random", **options)
        for _ in range(2):
            assert pg.match(FIVE, "mobility", "random", file=file, **options) == plain
    assert len(file.read_text().splitlines()) == 4


def test_an_interrupted_tournament_goes_on(file, monkeypatch):
    agents = [Counting(), "random", "mobility"]
    whole = pg.tournament(FIVE, agents, games=4, **QUICK)

    with monkeypatch.context() as patch:
        patch.setitem(globals(), "IMPATIENT", [lambda: file.read_text().count("\n") >= 3])
        with pytest.raises(pg.Interrupted) as stopped:
            pg.tournament(FIVE, agents, games=4, file=file, **QUICK)
    part = stopped.value.result
    assert 0 < len(part.games) < len(whole.games)
    assert pg.tournament(FIVE, agents, games=4, file=file, **QUICK) == whole


@pytest.mark.parametrize("text", ["hello\n", "[1]\n", '{"pair": 1}\n', '{"games": [{}]}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(file, text):
    file.write_text(text)
    with pytest.raises(RecordError, match=r"results\.jsonl, line 1: not the result of a pair"):
        pg.match(FIVE, "random", "random", file=file, **QUICK)
    assert file.read_text() == text


NOT_OURS = {
    "text without a final line end": "my thesis",
    "JSON without a final line end": '{"a": 1}',
    "our first field, and no result": '{"polygames": "notes"}',
    "an old first field without a version": '{"game": "chess',
    "half of some other line": '{"a": 1}\n{"b',
    "lines and a note": "one\ntwo\nthree",
    "a blank line": "\n",
}


@pytest.mark.parametrize("text", NOT_OURS.values(), ids=NOT_OURS)
def test_what_is_no_result_file_keeps_every_byte(file, text):
    file.write_text(text)
    for play in (pg.match, lambda *game, **how: pg.tournament(game[0], game[1:], **how)):
        with pytest.raises(RecordError, match=r"results\.jsonl, line \d: not the result of a pair"):
            play(FIVE, "random", "random", file=file, **QUICK)
    assert file.read_text() == text


def test_a_note_at_the_end_of_results_is_not_cut_off(file):
    pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    file.write_text(text := file.read_text() + "remember: slow machine")
    with pytest.raises(RecordError, match=r"line 3: not the result"):
        pg.match(FIVE, "mobility", "random", games=6, file=file, **QUICK)
    assert file.read_text() == text


def test_half_a_line_goes_only_when_more_is_written(file):
    whole = pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    text = file.read_text()
    for end in (-1, -30, len(text.splitlines()[0]) + 4, len(text.splitlines()[0]), 25):
        file.write_text(text[:end])
        with pytest.raises(pg.OptionError):
            pg.match(FIVE, "mobility", "random", games=-2, file=file, **QUICK)
        assert file.read_text() == text[:end]
        assert pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK) == whole
        assert file.read_text() == text


def test_a_folder_or_a_device_is_refused_at_once(tmp_path):
    for path in (tmp_path, "/dev/zero"):
        with pytest.raises(pg.OptionError, match="file must be a plain file"):
            pg.match(FIVE, "random", "random", file=path, **QUICK)


def test_a_line_that_the_disk_has_no_room_for_is_not_there_in_part(file, monkeypatch):
    pg.match(FIVE, "mobility", "random", games=2, file=file, **QUICK)
    before = file.read_bytes()
    write = os.write

    def full(handle, data):
        if len(data) < 100:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data[:100])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="the disk is full"):
        pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    assert file.read_bytes() == before


def test_windows_line_ends_and_a_byte_order_mark_are_read(file):
    whole = pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    text = file.read_bytes()
    file.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    size = file.stat().st_size
    assert pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK) == whole
    assert file.stat().st_size == size


# --- Who played ---------------------------------------------------------------------------------


class Skilled(RandomAgent):
    """Plays well so often, else as random does."""

    def __init__(self, skill, name=None, **more):
        self.skill = skill
        vars(self).update(more)
        if name is not None:
            self.name = name

    def choose(self, state, rng):
        if rng.random() < self.skill:
            return pg.agent("mobility", game="polygon").choose(state, rng)
        return super().choose(state, rng)


def made(skill):
    """Return an agent of a class that only its function tells from another of its name."""

    class Made(RandomAgent):
        def choose(self, state, rng):
            return Skilled(skill).choose(state, rng)

    return Made()


def weak():
    return Skilled(0.0)


def strong():
    return Skilled(1.0)


PAIRS = {
    "parameters": (weak, strong),
    "functions around a class": (lambda: made(0.0), lambda: made(1.0)),
    "values of a class": (
        type("A", (Skilled,), {"skill": 0.0, "__init__": object.__init__}),
        type("A", (Skilled,), {"skill": 1.0, "__init__": object.__init__}),
    ),
    "code": (
        type("A", (RandomAgent,), {"choose": lambda _, s, r: weak().choose(s, r)}),
        type("A", (RandomAgent,), {"choose": lambda _, s, r: strong().choose(s, r)}),
    ),
    "names": (
        lambda: Skilled(0.0, name="one", lock=(each for each in ())),
        lambda: Skilled(0.0, name="two", lock=(each for each in ())),
    ),
    "arrays": (lambda: Skilled(np.zeros(1)[0], w=np.zeros(9)), lambda: Skilled(0.0, w=np.ones(9))),
    "options of an agent by name": (
        lambda: ("minimax", {"depth": 1, "seconds": None}),
        lambda: ("minimax", {"depth": 2, "seconds": None}),
    ),
}


@pytest.mark.parametrize(("one", "other"), PAIRS.values(), ids=PAIRS)
def test_no_agent_is_given_the_games_of_another_one(file, one, other):
    match = {"games": 6, "seed": 3, "progress": False, "workers": 1}
    try:
        plain = [pg.match(FIVE, each(), "random", **match) for each in (one, other)]
    except pg.OptionError:  # a generator cannot be copied: what matters is the key
        keys = result_file.TaskKeys()
        assert keys._player_data(one()) != keys._player_data(other())
        return
    for _ in range(2):
        kept = [pg.match(FIVE, each(), "random", file=file, **match) for each in (one, other)]
        assert kept == plain
        assert len(file.read_text().splitlines()) == 6


def test_an_agent_that_cannot_be_compared_is_refused_unless_it_has_a_name(file):
    class Deaf(RandomAgent):
        """Has what can be copied, but not written."""

        def __init__(self):
            self.lock = Uncompared()

    agent = Deaf()
    said = r"cannot compare .*Deaf, its attribute lock: .*give each agent .* a name"
    with pytest.raises(pg.OptionError, match=said):
        pg.match(FIVE, agent, "random", file=file, **QUICK)
    assert not file.exists()
    agent.name = "my agent 1"
    whole = pg.match(FIVE, agent, "random", games=4, file=file, **QUICK)
    assert whole.names == ("my agent 1", "random")
    assert pg.match(FIVE, agent, "random", games=4, file=file, **QUICK) == whole
    assert len(file.read_text().splitlines()) == 2


AGENT = """
from functools import cached_property
class Agent:
    weights, names = {"b": [1.5], "a": None}, frozenset({"x", "y", ("z", None)})
    def __init__(self, skill): self.skill, self.rule = skill, lambda state: state.ply in {1, "end"}
    @cached_property
    def width(self): return SIZE
    def choose(self, state, rng): return state.legal_moves.sample(rng)
from polygames.arena.fingerprint import agent_identity
print(agent_identity(Agent(SKILL))["is"])
"""


def test_an_agent_has_the_same_fingerprint_in_every_process_until_it_changes(tmp_path):
    def in_process(text, **variables):
        (tmp_path / "agent.py").write_text(text)
        run = [sys.executable, "-c", "import agent"]
        env = os.environ | variables
        return subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, check=True).stdout

    text = AGENT.replace("SIZE", "3").replace("SKILL", "1")
    first = in_process(text, PYTHONHASHSEED="1")
    assert in_process(text, PYTHONHASHSEED="2") == in_process(f"# same\n{text}") == first
    for old, new in {"3": "4", "(1)": "(2)", '"end"': '"start"', "[1.5]": "[1.6]"}.items():
        assert in_process(text.replace(old, new)) != first


class Uncompared:
    """Copies itself, and refuses to be written."""

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        message = "not me"
        raise TypeError(message)


def test_options_of_an_agent_that_look_alike_are_told_apart():
    keys = result_file.TaskKeys()
    task = PairTask("polygon", ("random", "mobility"), ("random", "mobility"), 0, 0)
    values = ("1/2", Fraction(1, 2), 0.5, (1, 2), range(2), np.arange(2), object)
    tasks = [replace(task, players=(("mcts", {"x": x}), "random")) for x in values]
    assert len({keys.task_key(each) for each in tasks}) == len(tasks)
    same = [replace(task, players=(("mcts", {"x": x}), "random")) for x in (5, np.int64(5))]
    assert keys.task_key(same[0]) == keys.task_key(same[1])


def test_pairs_of_another_version_are_played_again_and_it_is_said(file, monkeypatch):
    whole = pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    monkeypatch.setattr(result_file, "__version__", "9.9")
    said = r"2 of these pairs .* another version \(polygames 0\."
    with pytest.warns(UserWarning, match=said) as w:
        again = pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    assert w[0].filename == __file__
    assert again == whole
    assert len(file.read_text().splitlines()) == 4
    assert pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK) == whole


def test_lines_from_before_they_named_the_version_stay_and_are_played_again(file):
    whole = pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    old = [{k: v for k, v in x.items() if k not in {"polygames", "players"}} for x in lines]
    file.write_text(text := "".join(json.dumps(line) + "\n" for line in old))
    with pytest.warns(UserWarning, match="2 of these pairs .*before lines named it"):
        assert pg.match(FIVE, "mobility", "random", games=4, file=file, **QUICK) == whole
    assert file.read_text().startswith(text)
    assert len(file.read_text().splitlines()) == 4


def test_a_game_that_was_lost_by_a_failure_is_played_again_where_failures_stop(file):
    options = {"games": 2, "file": file, **QUICK}
    lost = pg.match(FIVE, Failing(), "random", on_failure="lose", **options)
    assert lost.games[0].failed == 0
    with pytest.raises(pg.AgentError):
        pg.match(FIVE, Failing(), "random", **options)
    assert pg.match(FIVE, Failing(), "random", on_failure="lose", **options) == lost


class Failing(RandomAgent):
    """Chooses no move."""

    def choose(self, *_):
        return None


# --- Damage -------------------------------------------------------------------------------------

WRONG = [None, True, -1, 10**400, 1.5, float("nan"), "x", "", [], [[]], {}, ["a", "a"], [1, 1]]


def test_every_field_that_is_damaged_is_told_with_file_and_line(file):
    pg.match(FIVE, "mobility", "random", games=2, file=file, openings=1, memory=500, **QUICK)
    line = json.loads(file.read_text())
    assert {"opening", "limits"} <= line.keys()
    told = []
    for place in places(line):
        for wrong in WRONG:
            file.write_text(json.dumps(changed(line, place, wrong)) + "\n")
            written = file.read_bytes()
            try:
                result_file.ResultFile(file).find_results([])
            except RecordError as error:
                told.append(str(error))
            else:
                assert_shown(file)
            assert file.read_bytes() == written, "to look at a file changes nothing"
    assert len(told) > 300
    where = f"{file}, line 1: not the result of a pair"
    assert [words for words in told if not words.startswith(where)] == []


def assert_shown(file):
    """Require that a match of what a file holds says all that a match says."""
    games = tuple(each.game for each in result_file.read_games(file) if each.game)
    if games:
        match = Match("polygon", games[0].seats, 0, games)
        assert json.dumps([match.to_dict(), str(match), repr(match.table())])


def places(data, path=()):
    """Yield where each value of some data is."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items if isinstance(data, dict | list) else ():
        yield from places(value, (*path, key)) if isinstance(value, dict | list) else [(*path, key)]


def changed(data, path, value):
    """Return data with another value in one place."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize(
    "line",
    [b"[" * 200_000, b"\xff\xfe", b"9" * 5000, b'{"games": ' * 3, b"x" * 2_000_000, b"\0" * 9],
    ids=["deep", "no UTF-8", "a long number", "half", "a long line", "nothing"],
)
def test_lines_that_no_reader_of_json_likes_are_told(file, line):
    file.write_bytes(line + b"\n")
    with pytest.raises(RecordError, match=r"line 1: not the result of a pair"):
        pg.match(FIVE, "random", "random", file=file, **QUICK)
