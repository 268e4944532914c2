"""The agents at some tables: they search for their moves with an executor.

An executor with threads lets the tables go on meanwhile. One that runs each call at once serves a
page without threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from polygames.core.registry import game
from polygames.runtime.parallel_calls import as_exception
from polygames.runtime.scheduling import search_running
from polygames.table.players import is_agent, random_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import Executor
    from random import Random

    from polygames.core.protocol import State
    from polygames.table.table import Table


class TableOwner(Protocol):
    """Whoever has the tables, for example a class."""

    @property
    def tables(self) -> Mapping[int, Table]:
        """The tables by number."""

    @property
    def is_paused(self) -> bool:
        """Whether nobody may move now."""

    def play_agent_move(self, table_number: int, move: Any, *, version: int) -> bool:
        """Play an agent's move at a table; return False if it is for an older position."""


class TableAgents:
    """The agents at the tables of an owner.

    A move counts if its table has not changed meanwhile. `on_error` is called with the name of an
    agent that returned no move, and the error.
    """

    def __init__(
        self, owner: TableOwner, executor: Executor, on_error: Callable[[str, Exception], None]
    ) -> None:
        self._owner, self._executor, self._on_error = owner, executor, on_error
        self._requested_versions: dict[int, int] = {}
        """The last version of each table at which an agent was started."""

    def start_search(self, table: Table) -> None:
        """Start the agent's search at a table, if an agent is to move."""
        agent, is_known = table.mover, self._requested_versions.get(table.number) == table.version
        if not is_agent(agent) or self._owner.is_paused or is_known:
            return
        self._requested_versions[table.number] = table.version
        rng, seen = random_at(table.seed, table.state.ply), table.state.view(table.state.turn)
        self._executor.submit(self._search, table.number, table.version, agent, seen, rng)

    def restart_searches(self) -> None:
        """Start the searches at all tables again, for example after a pause."""
        self._requested_versions.clear()
        for table in tuple(self._owner.tables.values()):
            self.start_search(table)

    def close(self) -> None:
        """Cancel the searches that have not started."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _search(self, number: int, version: int, agent: str, seen: State[Any], rng: Random) -> None:
        try:
            with search_running():
                move = game(seen.game).agent(agent).choose(seen, rng)
            self._owner.play_agent_move(number, move, version=version)
        except OSError as error:  # a full disk: the next update of the table retries it
            self._requested_versions.pop(number, None)
            self._on_error(agent, error)
        except BaseException as error:  # noqa: BLE001 - the owner is told, and the tables go on
            self._on_error(agent, as_exception(error))
