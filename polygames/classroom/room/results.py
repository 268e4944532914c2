"""The results of the games: points, a cross table, and rows for the gradebook."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from polygames.table.players import is_pupil

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from polygames.classroom.room.people import People
    from polygames.table.table import Table

FORMULA_PREFIXES: Final = ("=", "+", "-", "@")
"""Characters that begin a formula in a spreadsheet cell, also in full width.

A name must not become a formula.
"""


@dataclass(slots=True)
class Standing:
    """A pupil's numbers of games, wins, ties and losses, and points."""

    games: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    points: float = 0.0
    points_against: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """The points against each other player, by id or agent name."""

    def add_result(self, table: Table, seat: int) -> None:
        """Add the result of a finished game for one seat, if the result counts."""
        result = table.result
        if result is None or not table.has_valid_result:
            return
        self.games += 1
        if len(table.seats) == 1:  # a single player has points, but no win or loss
            self.points += table.state.scores[seat]
            return
        points = result.points(seat)
        self.points += points
        self.won += points == 1
        self.tied += 0 < points < 1
        self.lost += points == 0
        for other, who in enumerate(table.seats):
            if other != seat:
                self.points_against[who] += points


def standings(tables: Iterable[Table]) -> dict[str, Standing]:
    """Return the `Standing` of each pupil with a finished game, by the pupil's id."""
    found: dict[str, Standing] = defaultdict(Standing)
    for table in tables:
        for seat, who in enumerate(table.seats):
            if is_pupil(who) and table.has_valid_result:
                found[who].add_result(table, seat)
    return dict(found)


def result_rows(people: People, tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Return a row for each pupil, best first: name, games, won, tied, lost and points."""
    known, counted = standings(tables), ("games", "won", "tied", "lost", "points")
    found = []
    for pupil in people:
        has = known.get(pupil.id, Standing())
        found.append({"name": pupil.name, **{name: getattr(has, name) for name in counted}})
    return sorted(found, key=lambda row: (-row["points"], row["games"], row["name"].casefold()))


def cross_table(people: People, tables: Sequence[Table]) -> list[list[str]]:
    """Return a cross table, with a header row, of the pupils' points against each opponent."""
    known = standings(tables)
    stand = {p: known.get(p.id, Standing()) for p in people if p.is_player}
    order = sorted(stand, key=lambda p: -stand[p].points)
    met = {pair for table in tables if table.has_valid_result for pair in pairs_at(table)}
    made = [["", *(pupil.name for pupil in order), "points"]]
    for pupil in order:
        against = stand[pupil].points_against
        cells = (f"{against[p.id]:g}" if {pupil.id, p.id} in met else "" for p in order)
        made.append([pupil.name, *cells, f"{stand[pupil].points:g}"])
    return made


def to_csv(table_rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as CSV for a spreadsheet; texts that look like formulas are escaped.

    Examples
    --------
    >>> print(to_csv([{"name": "=Ana", "points": 1.5}]), end="")
    "name","points"
    "'=Ana",1.5
    """
    out = io.StringIO()
    if table_rows:
        # quoted, because some spreadsheets split at semicolons: then "a;=1+1" has a formula
        writer = csv.DictWriter(
            out, list(table_rows[0]), lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC
        )
        writer.writeheader()
        writer.writerows(
            {name: _escape_cell(value) for name, value in row.items()} for row in table_rows
        )
    return out.getvalue()


def from_csv(text: str) -> list[dict[str, str]]:
    """Return the rows of a table that `to_csv` has written; all values are texts.

    Examples
    --------
    >>> from_csv(to_csv([{"name": "=Ana", "points": 1.5}]))
    [{'name': '=Ana', 'points': '1.5'}]
    """
    return [
        {
            str(name): value[1:] if value.startswith("'") and _is_formula(value[1:]) else value
            for name, value in row.items()
            if isinstance(value, str)
        }
        for row in csv.DictReader(io.StringIO(text))
    ]


def _escape_cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _is_formula(value) else value


def _is_formula(text: str) -> bool:
    """Return True if a spreadsheet would read a text as a formula."""
    return normalize("NFKC", text).lstrip().startswith(FORMULA_PREFIXES)


def pairs_at(table: Table) -> Iterator[frozenset[str]]:
    """Yield each pair of opponents at a table, as a set of two occupants."""
    for at, who in enumerate(table.seats):
        for other in table.seats[at + 1 :]:
            yield frozenset((who, other))
