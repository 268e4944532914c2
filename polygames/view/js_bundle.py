"""A bundler for ES modules, because anywidget accepts only a single text as its module.

Each module becomes a function that is called once and returns the exports, so private names of two
modules do not collide. The bundler supports only what the client's modules use:
``import { a, b } from "./other.js";`` or ``"../room/other.js"``, ``import a from "./other.js";``,
``export`` before a declaration of one name, and one ``export default``.
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
"""The folder of the client's modules, with one folder per subject."""

_IMPORT_PATTERN: Final = re.compile(
    r"^import (?:(\w+)|\{\s*(\w+(?:,\s*\w+)*),?\s*\})"
    r' from "(\.{1,2}/(?:(?:\.\.|\w+)/)*\w+)\.js";\n',
    re.MULTILINE,
)
_EXPORT_PATTERN: Final = re.compile(
    r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE
)
_DEFAULT_EXPORT_PATTERN: Final = re.compile(r"^export default ", re.MULTILINE)
_COMMENT_LINES_PATTERN: Final = re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)
_OTHER_IMPORT_PATTERN: Final = re.compile(
    r"^\s*(?:import|export)\b.*|\bimport(?:\(|\.).*", re.MULTILINE
)


@dataclass(frozen=True)
class _Module:
    """A parsed module: its imports, its exports and the rest of its text."""

    path: Path
    name: str
    imports: dict[Path, tuple[str, ...]]
    exports: tuple[str, ...]
    body: str

    @classmethod
    def parse(cls, path: Path, entry: Path) -> _Module:
        """Read and parse a module of a bundle. Raise ValueError for unsupported syntax."""
        text = strip_comments(path.read_text(encoding="utf-8"))
        imports = {
            (path.parent / f"{at}.js").resolve(): (
                (f"default: {default}",) if default else tuple(re.findall(r"\w+", names))
            )
            for default, names, at in _IMPORT_PATTERN.findall(text)
        }
        exports = tuple(_EXPORT_PATTERN.findall(text))
        body = _EXPORT_PATTERN.sub("", _IMPORT_PATTERN.sub("", text))
        inner, count = _DEFAULT_EXPORT_PATTERN.subn("const defaultExport = ", body, count=1)
        if odd := _OTHER_IMPORT_PATTERN.search(inner):
            msg = f"{path.name}: cannot join this line: {odd[0].strip()}"
            raise ValueError(msg)
        if path != entry:
            body, exports = inner, (*exports, *["default: defaultExport"] * count)
        return cls(path, _constant_name(path, entry), imports, exports, body.strip())

    def as_entry(self, entry: Path) -> str:
        """Return the module's code, with each import replaced by a constant of the bundle."""
        taken = (
            f"const {{ {', '.join(names)} }} = {_constant_name(path, entry)};\n"
            for path, names in self.imports.items()
        )
        return f"{''.join(taken)}\n{self.body}"

    def as_function(self, entry: Path) -> str:
        """Return code that defines a constant holding the module's exports."""
        given = f"return {{ {', '.join(self.exports)} }};"
        return f"const {self.name} = (() => {{\n{self.as_entry(entry)}\n\n{given}\n}})();"


def _constant_name(path: Path, entry: Path) -> str:
    """Return the name of a module's constant, with its folder if that is not the entry's folder."""
    room = "" if path.parent == entry.parent else f"{path.parent.name}_"
    return f"{room}{path.stem}_js"


def strip_comments(text: str) -> str:
    r"""Return the code of a module without its comment lines, which pages need not load.

    Comments behind code on the same line stay.

    Examples
    --------
    >>> strip_comments("// A module.\n/** Return 1. */\nconst one = () => 1; // really\n")
    'const one = () => 1; // really\n'
    """
    return _COMMENT_LINES_PATTERN.sub("", text)


def bundle_module(entry: Path) -> str:
    """Return an entry module and all its imports, from any folder, as the code of one module.

    Comment lines are left out.

    Raises
    ------
    ValueError
        If modules import each other in a circle, if one imports a name that another does not
        export, if two modules would have the same constant, or if the syntax is not supported.
    """
    entry = entry.resolve()
    *served, last = _iter_dependencies_first(entry, entry, {}, ())
    if twice := [name for name, n in Counter(module.name for module in served).items() if n > 1]:
        msg = f"two modules for {', '.join(twice)}"
        raise ValueError(msg)
    parts = [module.as_function(entry) for module in served]
    return "\n\n".join([*parts, last.as_entry(entry)]) + "\n"


def _iter_dependencies_first(
    path: Path, entry: Path, seen_paths: dict[Path, _Module], importers: tuple[Path, ...]
) -> Iterator[_Module]:
    """Yield a module after all its imports, each module once."""
    if path in importers:
        msg = f"modules import each other: {' > '.join(each.stem for each in [*importers, path])}"
        raise ValueError(msg)
    if path in seen_paths:
        return
    module = _Module.parse(path, entry)
    for other, names in module.imports.items():
        yield from _iter_dependencies_first(other, entry, seen_paths, (*importers, path))
        given = {each.partition(":")[0] for each in seen_paths[other].exports}
        if missing := sorted({each.partition(":")[0] for each in names} - given):
            msg = f"{path.name} imports {', '.join(missing)}, which {other.name} does not export"
            raise ValueError(msg)
    seen_paths[path] = module
    yield module
