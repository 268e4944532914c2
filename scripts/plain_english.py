"""Count the signs of unclear English and unclear names, and compare them with their limits.

    python scripts/plain_english.py          the table
    python scripts/plain_english.py --list   each place that is counted

The limits are percentages in pyproject.toml. A place is not counted if its line ends with a comment
that gives a reason: `# plain: the term of statistics`.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

REPOSITORY_ROOT = Path(__file__).parents[1]

CODE_FILES = ("polygames/*.py", "scripts/*.py", "benchmarks/*.py", "start.py")
"""The Python files whose names and docstrings are counted."""

CLAUSE_FOR_NOUN = re.compile(r"\b(what|who|whom|whose|whoever|whatever)\b", re.IGNORECASE)
QUAINT_VERB = re.compile(
    r"\b(stands?|lies?|stood|hears?|heard|tells?|told|said|says?|saying)\b", re.IGNORECASE
)
ODD_START = re.compile(
    r"^(What|Who|How|Whether|Say|Tell|Take|Let|Have|So|Where|When|Which|If|As)\b"
)
SUMMARY_PATTERNS = {
    "clause-for-noun": CLAUSE_FOR_NOUN,
    "quaint-verb": QUAINT_VERB,
    "odd-start": ODD_START,
}
UNCLEAR_NAME = re.compile(
    r"^_?(\w+ed|drawn|laid|known|shown|left|kept|said|told|given|taken|seen|made|held|found|put|of|at"
    r"|by|on|up|down|in|out|to|off|within|beside|near|apart|here|there|again|next|before|after|whole"
    r"|own|who|what)$"
)
CONSTANT_NAME = re.compile(r"^_?[A-Z][A-Z0-9_]+$")
REASON_COMMENT = re.compile(r"# plain: \w+")

MIN_WORDS = 3
MARKDOWN_CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]+`|<[^>\n]+>", re.MULTILINE | re.DOTALL)
SENTENCE_END = re.compile(r"(?<=[.!?:])[*_)\"]*\s+|\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.))")


@dataclass(frozen=True)
class Finding:
    """One sign of unclear English: its kind, its place, and the name or the sentence."""

    kind: str
    place: str
    text: str


@dataclass(frozen=True)
class Count:
    """The findings of one kind, and the number of names or sentences that were looked at."""

    kind: str
    findings: list[Finding]
    total: int

    @property
    def percent(self) -> float:
        """The share of names or sentences with a finding, in percent."""
        return 100 * len(self.findings) / max(1, self.total)


def read_limits() -> dict[str, float]:
    """Return the highest percentage allowed for each kind, from pyproject.toml."""
    settings = tomllib.loads((REPOSITORY_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(settings["tool"]["plain-english"])


def count_all() -> list[Count]:
    """Count every kind of finding in the code, its documentation and its lessons."""
    modules = [Module.parse(path) for pattern in CODE_FILES for path in tracked_files(pattern)]
    findings, totals = count_names(modules)
    for kind, paths, read in (
        ("documentation", tracked_files("*.md"), read_text),
        ("lessons", tracked_files("notebooks/*.ipynb"), read_prose_cells),
    ):
        for path in paths:
            for sentence in split_sentences(read(path)):
                totals[kind] += 1
                if CLAUSE_FOR_NOUN.search(sentence) and not sentence.endswith("?"):
                    findings.append(Finding(kind, path, sentence))
    return [
        Count(kind, [each for each in findings if each.kind == kind], totals[kind])
        for kind in read_limits()
    ]


def tracked_files(pattern: str) -> list[str]:
    """Return the paths of the project's files that match a pattern, in which ``*`` crosses folders.

    These are the files that git tracks. In a copy without git, as from an archive, they are all
    files outside hidden folders.
    """
    if (REPOSITORY_ROOT / ".git").exists():
        command = ["git", "ls-files", "-z"]
        listing = subprocess.run(
            command, cwd=REPOSITORY_ROOT, capture_output=True, text=True, check=True
        )
        paths = [path for path in listing.stdout.split("\0") if (REPOSITORY_ROOT / path).is_file()]
    else:
        files = (
            path.relative_to(REPOSITORY_ROOT)
            for path in REPOSITORY_ROOT.rglob("*")
            if path.is_file()
        )
        paths = [
            path.as_posix() for path in files if not any(part[0] == "." for part in path.parts)
        ]
    return sorted(path for path in paths if fnmatch(path, pattern))


# --- Names and docstrings of the code ------------------------------------------------------------


@dataclass(frozen=True)
class Module:
    """A Python file: its path, syntax tree and lines."""

    path: str
    tree: ast.Module
    lines: list[str]

    @classmethod
    def parse(cls, path: str) -> "Module":
        """Read and parse a Python file of the repository."""
        text = (REPOSITORY_ROOT / path).read_text(encoding="utf-8")
        return cls(path, ast.parse(text), text.splitlines())

    def constants(self) -> Iterator[tuple[str, int]]:
        """Yield the name and line of each module constant."""
        for node in self.tree.body:
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, ast.AnnAssign):
                targets = [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and CONSTANT_NAME.match(target.id):
                    yield target.id, node.lineno

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Yield each function and method without dunder names."""
        functions = (
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        yield from (function for function in functions if not function.name.startswith("__"))

    def has_reason(self, line: int) -> bool:
        """Return True if a line ends with a reason for not being counted."""
        return bool(REASON_COMMENT.search(self.lines[line - 1]))


def count_names(modules: list[Module]) -> tuple[list[Finding], Counter[str]]:
    """Count the unclear docstring summaries, function names and constants of modules."""
    findings: list[Finding] = []
    totals: Counter[str] = Counter()
    definitions = Counter(
        name for module in modules for name in {name for name, _ in module.constants()}
    )

    def count(module: Module, kind: str, line: int, text: str, *, is_unclear: bool) -> None:
        totals[kind] += 1
        if is_unclear and not module.has_reason(line):
            findings.append(Finding(kind, f"{module.path}:{line}", text))

    for module in modules:
        for name, line in module.constants():
            is_one_word = "_" not in name.strip("_")
            count(module, "one-word-constant", line, name, is_unclear=is_one_word)
            count(module, "shared-constant", line, name, is_unclear=definitions[name] > 1)
        for function in module.functions():
            line = function.lineno
            is_unclear = bool(UNCLEAR_NAME.match(function.name)) and not is_property(function)
            count(module, "function-name", line, function.name, is_unclear=is_unclear)
            summary = (ast.get_docstring(function) or "").split("\n\n")[0].replace("\n", " ")
            for kind, pattern in SUMMARY_PATTERNS.items():
                if summary:
                    count(module, kind, line, summary, is_unclear=bool(pattern.search(summary)))
    return findings, totals


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return True if a function is decorated as a property of any kind."""
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


# --- Sentences of documentation and lessons ------------------------------------------------------


def read_text(path: str) -> str:
    """Return the text of a file of the repository."""
    return (REPOSITORY_ROOT / path).read_text(encoding="utf-8")


def read_prose_cells(path: str) -> str:
    """Return the Markdown cells of a notebook as one text."""
    cells = json.loads(read_text(path))["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a Markdown text, without its code, of three words or more."""
    sentences = (
        " ".join(part.split()) for part in SENTENCE_END.split(MARKDOWN_CODE.sub(" ", text))
    )
    return [sentence for sentence in sentences if len(sentence.split()) >= MIN_WORDS]


# --- The program ---------------------------------------------------------------------------------


def main() -> int:
    """Print the table, and return 1 if a count is above its limit."""
    parser = argparse.ArgumentParser(description="Count signs of unclear English and names.")
    parser.add_argument("--list", action="store_true", help="print each place that is counted")
    arguments = parser.parse_args()
    counts, limits = count_all(), read_limits()
    if arguments.list:
        for count in counts:
            for finding in count.findings:
                print(f"{finding.place}: {finding.kind}: {finding.text}")
    for count in counts:
        print(
            f"{count.kind:18} {len(count.findings):5} of {count.total:5}"
            f" {count.percent:5.1f}%  (limit {limits[count.kind]}%)"
        )
    return int(any(count.percent > limits[count.kind] for count in counts))


if __name__ == "__main__":
    sys.exit(main())
