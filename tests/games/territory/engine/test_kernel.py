"""The compiled rules of Territory are those of rules.py."""

import pytest

import polygames as pg
from polygames.games.territory.engine import kernel
from polygames.search import playouts
from polygames.search.kernel_adapter import kernel_of


def test_equal_points_are_a_tie_though_a_third_is_no_float():
    colors = {"A": "blue", "B": "red", "C": "blue"}
    state = pg.new("territory", tiles=["ABBBBC"], colors=colors, value="linear", penalty=1 / 3)
    for text in ("r0c0", "r0c5", "r0c1"):  # 1 - 4/3, and -1/3
        state = state.play(state.parse(text))
    assert kernel.result(kernel.encode(state)) == 0


def test_what_has_no_room_is_refused_and_played_by_the_rules():
    alone = pg.new("territory", size=4, solitaire=True)
    assert kernel_of(alone) is kernel
    with pytest.raises(OverflowError, match="one player"):
        kernel.encode(alone)
    assert playouts(alone, games=5).games == 5
    tiny = pg.new("territory", size=33, sizes=(1, 1))
    with pytest.raises(OverflowError, match="1089 tiles"):
        kernel.encode(tiny)
