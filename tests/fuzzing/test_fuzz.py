"""Some of the attacks; and that they find what is planted, each in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz import add_counts

import polygames as pg

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes are bounded as Linux does it"
)

ROOT = Path(__file__).parents[2]
FUZZ = ROOT / "scripts" / "fuzz.py"
PLACES = (ROOT, ROOT / "tests", ROOT / "scripts")
PLANTED = Path(__file__).with_name("planted.py")

EXPECTED = {
    "none": (),
    "key_error": ("from_text: KeyError",),
    "endless": ("more than 2 s of CPU",),
    "deaf": ("more than 2 s of CPU, without handling signals",),
    "asleep": ("it waits for ever",),
    "flood": ("more memory than allowed",),
    "crash": ("the process died with status",),
    "talkative": ("from_text: a flood of a message",),
    "forgetful": ("from_text reads what to_text wrote: is not so",),
    "picture": ("scene: ZeroDivisionError",),
    "careless": ("new: TypeError",),
    "stubborn": ("game: Refusal",),
}
"""What is found of each planted defect."""


def run(*command):
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PLACES))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def planted():
    reply = run(PLANTED)
    assert reply.returncode == 0, reply.stderr
    return json.loads(reply.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("defect", EXPECTED)
def test_planted_defect_is_found(defect, planted):
    found = "\n".join(finding["signature"] for finding in planted[defect])
    assert [words for words in EXPECTED[defect] if words not in found] == [], found
    if not EXPECTED[defect]:
        assert found == ""


@pytest.mark.slow
def test_a_finding_names_the_command_that_shows_it_again(planted):
    commands = [finding["command"] for found in planted.values() for finding in found]
    case = "python scripts/fuzz.py --seed 0 --only nim/texts --case 0"
    assert case in commands


def test_every_game_is_attacked_and_follows_a_second_writing():
    from fuzzing.kinds import all_attacks
    from fuzzing.plugs import twin_of

    attacked = {attack.game for attack in all_attacks()}
    assert attacked == set(pg.games())
    assert [name for name in attacked if twin_of(pg.new(name)) is None] == []


def test_counts_of_runs_add_up_and_open_findings_stay():
    one = {"signature": "one", "problem": "", "given": "", "command": "", "hits": 1}
    before = {"seeds": [1], "CPU seconds": 5, "counts": {"nim/texts": {"inputs": 3}}}
    now = {"seeds": [2], "CPU seconds": 4, "counts": {"nim/texts": {"inputs": 4}}}
    both = add_counts(before | {"findings": [one]}, now | {"findings": []})
    assert both["counts"] == {"nim/texts": {"inputs": 7}}
    assert (both["seeds"], both["CPU seconds"], both["findings"]) == ([1, 2], 9, [one])


@pytest.mark.slow
def test_an_unknown_attack_is_refused_with_the_names_there_are():
    reply = run(FUZZ, "--only", "split/nothing")
    assert reply.returncode == 2
    assert "split/texts" in reply.stdout


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.1, pytest.param(1, marks=pytest.mark.long)])
def test_a_share_of_a_minute_of_attacks_finds_nothing(share):
    reply = run(FUZZ, "--seed", 0, "--fixed", share)
    assert reply.returncode == 0, f"{reply.stdout}\n{reply.stderr[-2000:]}"
