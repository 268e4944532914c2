"""Items that a page has already, and frames that refer to them."""

import json
from random import Random

import pytest
from frames import unpack_frame

import polygames as pg
from polygames.view.known_items import KnownItems
from polygames.view.position_view import PositionView


@pytest.mark.parametrize("game", pg.games())
def test_a_page_reads_the_items_of_every_position_of_a_game(game):
    record, rng = pg.Record(pg.new(game)), Random(1)
    known, sent = KnownItems(), ""
    while record.state.outcome is None and len(record.moves) < 40:
        shown = PositionView(record.node).frame(version=1, active=True)
        frame = json.loads(json.dumps(shown))
        if known.update(frame["items"]):
            sent = known.to_json()
        packed = known.frame_json(frame)
        assert json.loads(packed)["known_items"] == json.loads(sent)["number"]
        assert unpack_frame(packed, sent) == frame
        record.push(record.state.legal_moves.sample(rng))


def test_the_squares_of_splinter_are_sent_once():
    record, known = pg.Record(pg.new("splinter")), KnownItems()
    sizes = []
    for _ in range(3):
        frame = PositionView(record.node).frame(version=1, active=True)
        sizes.append((known.update(frame["items"]), len(known.frame_json({**frame, "moves": []}))))
        record.push(next(iter(record.state.legal_moves)))
    assert [is_new for is_new, _ in sizes] == [True, False, False]
    assert max(size for _, size in sizes) < 3_500
