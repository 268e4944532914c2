"""The seconds of .ci/run's stages are kept, and a stage that takes longer is named."""

import json

import pytest
import stage_seconds


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Return a function that hands in the seconds of a run, and returns what is printed."""
    (tmp_path / "benchmarks" / "results").mkdir(parents=True)

    def run(seconds, *options):
        path = tmp_path / "seconds"
        path.write_text("".join(f"{name} {value}\n" for name, value in seconds.items()))
        arguments = ["stage_seconds.py", str(path), str(tmp_path), *options]
        monkeypatch.setattr("sys.argv", arguments)
        stage_seconds.main()
        return capsys.readouterr().out.splitlines()

    return run


def kept(tmp_path):
    return json.loads((tmp_path / "benchmarks" / "results" / "ci.json").read_text())


def test_a_stage_that_takes_a_quarter_longer_is_named_and_no_other(run):
    assert run({"slow": 600, "site": 20}) == []
    assert run({"slow": 760, "site": 29}) == ["=== slow has grown: 760 s, it was 600"]
    assert run({"slow": 900, "site": 30}) == []


def test_stages_that_did_not_run_keep_their_rows(run, tmp_path):
    run({"slow": 600, "site": 20})
    run({"slow": 500})
    assert kept(tmp_path)["daily"]["seconds"] == {"slow": 500, "site": 20}


def test_the_long_run_has_rows_of_its_own(run, tmp_path):
    run({"slow": 600})
    assert run({"slow": 3000}, "--long") == []
    assert kept(tmp_path)["daily"]["seconds"] == {"slow": 600}
    assert kept(tmp_path)["long"]["seconds"] == {"slow": 3000}
