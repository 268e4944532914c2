"""Positions as JSON: what it tells in every registered game, and what is refused."""

import json

import pytest
from helpers import random_states

import polygames as pg
from polygames.core.errors import PositionError

GOOD = json.loads(pg.new("polygon", n=5).to_json())


@pytest.mark.parametrize("game", pg.games())
def test_json_tells_what_follows_from_the_position(game):
    *_, state = random_states(pg.new(game), 3)
    told = json.loads(state.to_json())
    assert (told["game"], told["seats"], told["turn"], told["ply"]) == (
        game,
        state.seats,
        state.turn,
        state.ply,
    )
    assert told["outcome"]["winners"] == sorted(state.outcome.winners)
    assert told["outcome"]["reason"] == state.outcome.reason
    assert "\n".join(told["position"]) == state.to_text().rstrip("\n")


def test_the_lines_of_the_position_are_enough():
    assert pg.from_json(json.dumps({"position": GOOD["position"]})) == pg.new("polygon", n=5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value (line 1, column 1)"),
        ('{"position": [}', "line 1, column 15"),
        ("[]", "expected an object, not []"),
        ("{}", "position must be a list of lines of text, not None"),
        ('{"position": "polygon"}', "position must be a list of lines"),
        ('{"position": [1]}', "position must be a list of lines"),
        ('{"position": []}', "position"),
        ("[" * 100_000, "it cannot be read"),
        ("1" * 5000, "it cannot be read"),
        (7, "expected text, not 7"),
        (json.dumps(GOOD | {"turn": 1}), "turn must be 0 here, not 1"),
        (json.dumps(GOOD | {"turn": False}), "turn must be 0 here, not False"),
        (json.dumps(GOOD | {"game": "split"}), "game must be 'polygon' here, not 'split'"),
        (json.dumps(GOOD | {"moves": []}), "unknown part 'moves'"),
        (json.dumps({"position": ["polygon", "n x"]}), "n x"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, said):
    with pytest.raises(PositionError) as caught:
        pg.from_json(text)
    assert said in str(caught.value)
