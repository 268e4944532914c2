"""Report the code lines of a repository: without blanks, comments, docstrings and imports.

    python scripts/code_lines.py [FOLDER] [COMMIT]

COMMIT is compared with the last commit; by default it is the merge base with origin/main.
"""

from __future__ import annotations

import ast
import io
import sys
import tarfile
import tokenize
from collections import Counter
from subprocess import DEVNULL, CalledProcessError, check_output

LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def count_code_lines(source: str) -> int:
    """Return the number of code lines of a program."""
    nodes = list(ast.walk(ast.parse(source)))
    skipped: list[ast.stmt] = [n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)]
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    skipped += [n.body[0] for n in nodes if isinstance(n, kinds) and ast.get_docstring(n)]
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT and token.string:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines.difference(*(range(n.lineno, (n.end_lineno or 0) + 1) for n in skipped)))


def count_by_folder(folder: str, commit: str) -> Counter[str]:
    """Return the code lines of the package, of the tests and of all Python in a commit."""
    counts: Counter[str] = Counter()
    data = check_output(["git", "-C", folder, "archive", commit], stderr=DEVNULL)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if member.name.endswith(".py") and (file := archive.extractfile(member)):
                number = count_code_lines(file.read().decode())
                counts.update({member.name.partition("/")[0]: number, "all Python": number})
    return counts


def main(folder: str = ".", commit: str = "") -> None:
    """Print a line for the earlier commit, if it is known, and one for the last commit."""
    try:
        base = commit or check_output(
            ["git", "-C", folder, "merge-base", "HEAD", "origin/main"], stderr=DEVNULL, text=True
        )
        commits = [base.strip()[:12], "HEAD"]
        found = [count_by_folder(folder, each) for each in commits]
    except CalledProcessError:  # a shallow clone, or no such commit
        commits, found = ["HEAD"], [count_by_folder(folder, "HEAD")]
    for name, counts in zip(commits, found, strict=True):
        parts = (f"{part} {counts[part]:,}" for part in ("polygames", "tests", "all Python"))
        print(f"=== code lines of {name}: {', '.join(parts)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
