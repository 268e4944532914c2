"""Examples of the types that a type checker finds; mypy reads this file, and no test runs it."""

from typing import Any, assert_type

import polygames as pg
from polygames.games.splinter.rules import Push, Splinter
from polygames.games.split.rules import Split

state = pg.new("split")
assert_type(state, Split)
assert_type(state.play(state.draw((0, 5), (10, 5))).areas[0].value, float)
assert_type(pg.new("polygon".lower()), pg.State[Any])

record = pg.Record(pg.new("splinter"))
assert_type(record, pg.Record[Push])
assert_type(record.moves, list[Push])
assert_type(pg.new("splinter").parse("h2-h3"), Push)
assert_type(pg.analyse(pg.new("splinter")), pg.Analysis[Push])
assert_type(pg.analyse("splinter"), pg.Analysis[Any])
assert_type(pg.solve(pg.new("splinter")).best, Push | None)
assert_type(pg.new("splinter", first="black"), Splinter)
assert_type(record.table(), list[dict[str, Any]])
