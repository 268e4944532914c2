"""What others do with the repository: workflows, releases, and checks of a project that lasts."""

import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest
from repo_review.processor import process

from scripts import distributions

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in WORKFLOWS}
SETTINGS = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def stages(*which):
    command = [ROOT / ".ci/run", *which, "--stages"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_workflows_run_every_stage_and_no_other():
    (others,) = re.findall(r"stage: \[(.*)]", TEXTS["ci.yml"])
    assert "run: .ci/run test\n" in TEXTS["ci.yml"]
    assert ["test", *others.split(", ")] == stages()


def test_once_a_week_the_long_run_of_every_stage_that_has_one_is_run():
    (listed,) = re.findall(r"stage: \[(.*)]", TEXTS["weekly.yml"])
    assert 'run: .ci/run --long "$STAGE"\n' in TEXTS["weekly.yml"]
    assert "schedule:" in TEXTS["weekly.yml"]
    assert listed.split(", ") == stages("--long")


def test_a_stage_that_is_not_there_is_refused_and_named():
    command = [ROOT / ".ci/run", "test", "tset"]
    reply = subprocess.run(command, capture_output=True, text=True, check=False)
    assert reply.returncode == 2
    assert "no stage: tset" in reply.stderr


def test_the_tests_run_on_every_python_that_is_promised():
    promised = tomllib.loads(SETTINGS)["project"]["requires-python"]
    (versions,) = re.findall(r"python: \[(.*)]", TEXTS["ci.yml"])
    assert versions == '"3.11", "3.12", "3.13", "3.14"'
    assert f'"{promised.removeprefix(">=")}"' in versions


def test_zizmor_finds_nothing():
    command = [f"{sysconfig.get_path('scripts')}/zizmor", "--offline", ".github"]
    reply = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert reply.returncode == 0, reply.stdout + reply.stderr


def test_repo_review_misses_nothing_but_what_is_ignored_with_a_reason():
    found = process(ROOT).results
    failed = {each.name: each.err_msg for each in found if each.result is False}
    assert len(found) > 40
    assert failed == {}
    block = SETTINGS.partition("[tool.repo-review]")[2].partition("\n]")[0]
    lines = [line for line in block.splitlines() if line.strip().startswith('"')]
    assert [line for line in lines if not re.search(r'^ +"[A-Z]+\d+",  # \S', line)] == []
    ignored = tomllib.loads(SETTINGS)["tool"]["repo-review"]["ignore"]
    assert len(lines) == len(ignored)


def test_a_distribution_that_differs_when_it_is_built_again_is_named():  # .ci/run dist builds both
    digests = {"polygames-1.tar.gz": "1a", "polygames-1.whl": "2b"}
    distributions.compare_builds(digests, dict(digests))
    with pytest.raises(distributions.UnequalError, match=r"not equal: polygames-1\.tar\.gz$"):
        distributions.compare_builds(digests, digests | {"polygames-1.tar.gz": "2b"})
