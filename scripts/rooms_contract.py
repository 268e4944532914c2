"""A contract of Import Linter for the parts of each game; pyproject.toml names the parts.

Import Linter's own contract of layers needs the name of each module. This contract needs only the
names of parts. Each file or folder of a game belongs to the layer that names it. All others belong
to the layer with ``folders`` or ``files``, so the contract covers everything in a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grimp import Layer
from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grimp import ImportGraph, Route

DEFAULT_ROOMS = ("folders", "files")


class RoomsContract(Contract):
    """Imports inside a game go down its floors, or stay on one."""

    type_name = "rooms"

    folder = fields.StringField()
    """The package whose subpackages are the games."""

    floors = fields.ListField(subfield=fields.StringField())
    """From top to bottom, the rooms of each: ``"agents | analysis"``."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 - the interface of Import Linter
        """Look for imports that go up."""
        found = [one for game in self._games(graph) for one in self._wrong(graph, game)]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import that goes up, with the modules on its way."""
        for importer, imported, routes in check.metadata["found"]:
            output.print_error(f"{importer} must not import {imported}, which is above it:")
            for route in routes:
                steps = [*sorted(route.heads)[:1], *route.middle, *sorted(route.tails)[:1]]
                output.print_error(f"  {' -> '.join(steps)}")

    def _games(self, graph: ImportGraph) -> list[str]:
        children = sorted(graph.find_children(str(self.folder)))
        return [child for child in children if graph.find_children(child)]

    def _wrong(self, graph: ImportGraph, game: str) -> Iterator[tuple[str, str, frozenset[Route]]]:
        floors: list[list[str]] = [[] for _ in self._rooms]
        for child in graph.find_children(game):
            floors[self._floor(graph, child)].append(child.removeprefix(f"{game}."))
        layers = [Layer(*rooms, independent=False) for rooms in floors if rooms]
        illegal: Any = graph.find_illegal_dependencies_for_layers(layers=layers, containers={game})
        for each in illegal:
            yield each.importer, each.imported, each.routes

    @property
    def _rooms(self) -> list[list[str]]:
        return [[room.strip() for room in floor.split("|")] for floor in self.floors]  # type: ignore[attr-defined]  # it is a list once it is set

    def _floor(self, graph: ImportGraph, module: str) -> int:
        kind = DEFAULT_ROOMS[not graph.find_children(module)]
        for wanted in (module.rpartition(".")[2], kind):
            for floor, rooms in enumerate(self._rooms):
                if wanted in rooms:
                    return floor
        message = f"no floor has room for {module}"
        raise ValueError(message)
