"""ES modules joined into one: anywidget takes a single text, and a page has no folder to ask.

Each module becomes a function that is called once and returns what the module exports; so names
that two modules have for themselves do not meet. What is understood is what the pointer layer
uses: ``import { a, b } from "./other.js";``, ``export`` before a declaration of one name, and one
``export default`` in the module that the others serve.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

JS: Final = Path(__file__).parent / "js"
"""The folder of the client's modules."""

_IMPORT: Final = re.compile(
    r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "\./(\w+)\.js";\n', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
_DEFAULT: Final = re.compile(r"^export default ", re.MULTILINE)
_OTHER: Final = re.compile(r"^\s*(?:import|export)\b.*|\bimport(?:\(|\.).*", re.MULTILINE)


@dataclass(frozen=True)
class _Module:
    """A file as it is read: what it takes from which others, what it gives, and the rest."""

    name: str
    imports: dict[str, tuple[str, ...]]
    exports: tuple[str, ...]
    body: str

    @classmethod
    def read(cls, path: Path, *, is_entry: bool) -> _Module:
        """Read a module; ValueError if a line of it is not understood."""
        text = path.read_text(encoding="utf-8")
        imports = {name: tuple(re.findall(r"\w+", names)) for names, name in _IMPORT.findall(text)}
        body = _EXPORT.sub("", _IMPORT.sub("", text))
        if odd := _OTHER.search(_DEFAULT.sub("", body, count=1) if is_entry else body):
            msg = f"{path.name}: cannot be joined: {odd[0].strip()}"
            raise ValueError(msg)
        return cls(path.stem, imports, tuple(_EXPORT.findall(text)), body.strip())

    def as_entry(self) -> str:
        """Return the module as the last part of a text; what it imports is there by then."""
        taken = (f"const {{ {', '.join(n)} }} = {name}_js;\n" for name, n in self.imports.items())
        return f"{''.join(taken)}\n{self.body}"

    def as_function(self) -> str:
        """Return the module as a constant that holds what it exports."""
        given = f"return {{ {', '.join(self.exports)} }};"
        return f"const {self.name}_js = (() => {{\n{self.as_entry()}\n\n{given}\n}})();"


def joined(entry: Path) -> str:
    """Return a module with all that it imports, from the same folder, as the text of one module.

    Raises
    ------
    ValueError
        If modules import each other in a circle, if one imports what another does not export, or
        if a line is not understood.
    """
    *served, last = _in_order(entry.stem, entry.parent, {}, ())
    parts = [module.as_function() for module in served]
    return "\n\n".join([*parts, last.as_entry()]) + "\n"


def _in_order(
    name: str, folder: Path, done: dict[str, _Module], above: tuple[str, ...]
) -> Iterator[_Module]:
    """Yield what a module imports before the module itself, each once."""
    if name in above:
        msg = f"modules import each other: {' > '.join([*above, name])}"
        raise ValueError(msg)
    if name in done:
        return
    module = _Module.read(folder / f"{name}.js", is_entry=not above)
    for other, names in module.imports.items():
        yield from _in_order(other, folder, done, (*above, name))
        if missing := sorted({*names} - {*done[other].exports}):
            msg = f"{name}.js imports {', '.join(missing)}, which {other}.js does not export"
            raise ValueError(msg)
    done[name] = module
    yield module
