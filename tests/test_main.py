"""The commands of ``python -m polygames``."""

import pytest

from polygames.__main__ import main


def test_games_lists_the_games_with_their_agents(capsys):
    main(["games"])
    said = capsys.readouterr().out
    assert "split: " in said
    assert "agents: random, greedy" in said


def test_warm_gets_every_game_ready(capsys):
    main(["warm"])
    assert "split: warm after" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [[], ["dance"], ["perft", "nothing", "2"], ["perft", "split", "x"]]
)
def test_nonsense_is_refused_with_usage(words, capsys):
    with pytest.raises(SystemExit):
        main(words)
    assert "usage:" in capsys.readouterr().err


def test_perft_of_a_continuum_says_what_is_wrong(capsys):
    with pytest.raises(SystemExit):
        main(["perft", "split", "1"])
    assert "continuum" in capsys.readouterr().err
