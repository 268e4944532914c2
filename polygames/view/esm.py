"""ES modules joined into one: anywidget takes a single text, and a page has no folder to ask.

Each module becomes a function that is called once and returns what the module exports; so names
that two modules have for themselves do not meet. What is understood is what the client's modules
use: ``import { a, b } from "./other.js";`` or ``"../room/other.js"``, ``export`` before a
declaration of one name, and one ``export default`` in the module that the others serve.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

JS_FOLDER: Final = Path(__file__).parent / "js"
"""The folder of the client's modules, with a room for each of its subjects."""

_IMPORT_PATTERN: Final = re.compile(
    r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "(\.{1,2}/(?:(?:\.\.|\w+)/)*\w+)\.js";\n',
    re.MULTILINE,
)
_EXPORT_PATTERN: Final = re.compile(
    r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE
)
_DEFAULT_EXPORT_PATTERN: Final = re.compile(r"^export default ", re.MULTILINE)
_OTHER_IMPORT_PATTERN: Final = re.compile(
    r"^\s*(?:import|export)\b.*|\bimport(?:\(|\.).*", re.MULTILINE
)


@dataclass(frozen=True)
class _Module:
    """A file as it is read: what it takes from which others, what it gives, and the rest."""

    path: Path
    name: str
    imports: dict[Path, tuple[str, ...]]
    exports: tuple[str, ...]
    body: str

    @classmethod
    def read(cls, path: Path, entry: Path) -> _Module:
        """Read a module that serves an entry; ValueError if a line of it is not understood."""
        text = path.read_text(encoding="utf-8")
        imports = {
            (path.parent / f"{at}.js").resolve(): tuple(re.findall(r"\w+", names))
            for names, at in _IMPORT_PATTERN.findall(text)
        }
        body = _EXPORT_PATTERN.sub("", _IMPORT_PATTERN.sub("", text))
        if odd := _OTHER_IMPORT_PATTERN.search(
            _DEFAULT_EXPORT_PATTERN.sub("", body, count=1) if path == entry else body
        ):
            msg = f"{path.name}: cannot be joined: {odd[0].strip()}"
            raise ValueError(msg)
        name = _name(path, entry)
        return cls(path, name, imports, tuple(_EXPORT_PATTERN.findall(text)), body.strip())

    def as_entry(self, entry: Path) -> str:
        """Return the module as the last part of a text; what it imports is there by then."""
        taken = (
            f"const {{ {', '.join(names)} }} = {_name(path, entry)};\n"
            for path, names in self.imports.items()
        )
        return f"{''.join(taken)}\n{self.body}"

    def as_function(self, entry: Path) -> str:
        """Return the module as a constant that holds what it exports."""
        given = f"return {{ {', '.join(self.exports)} }};"
        return f"const {self.name} = (() => {{\n{self.as_entry(entry)}\n\n{given}\n}})();"


def _name(path: Path, entry: Path) -> str:
    """Return the name of a module's constant: with its folder, if that is not the entry's."""
    room = "" if path.parent == entry.parent else f"{path.parent.name}_"
    return f"{room}{path.stem}_js"


def bundle_module(entry: Path) -> str:
    """Return a module with all that it imports, from its own folder or others, as one module.

    Raises
    ------
    ValueError
        If modules import each other in a circle, if one imports what another does not export, if
        two would have the same name, or if a line is not understood.
    """
    entry = entry.resolve()
    *served, last = _in_order(entry, entry, {}, ())
    if twice := [name for name, n in Counter(module.name for module in served).items() if n > 1]:
        msg = f"two modules for {', '.join(twice)}"
        raise ValueError(msg)
    parts = [module.as_function(entry) for module in served]
    return "\n\n".join([*parts, last.as_entry(entry)]) + "\n"


def _in_order(
    path: Path, entry: Path, done: dict[Path, _Module], above: tuple[Path, ...]
) -> Iterator[_Module]:
    """Yield what a module imports before the module itself, each once."""
    if path in above:
        msg = f"modules import each other: {' > '.join(each.stem for each in [*above, path])}"
        raise ValueError(msg)
    if path in done:
        return
    module = _Module.read(path, entry)
    for other, names in module.imports.items():
        yield from _in_order(other, entry, done, (*above, path))
        if missing := sorted({*names} - {*done[other].exports}):
            msg = f"{path.name} imports {', '.join(missing)}, which {other.name} does not export"
            raise ValueError(msg)
    done[path] = module
    yield module
