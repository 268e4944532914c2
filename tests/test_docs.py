"""The documentation is true: examples in docstrings run, and the names in them exist.

The README's tour is run in test_project.py.
"""

import ast
import builtins
import doctest
import pkgutil
import re
import sys
from collections import defaultdict
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from matplotlib import pyplot as plt

import polygames as pg

FOLDER = Path(pg.__file__).parent
MODULES = [
    found.name
    for found in pkgutil.walk_packages([str(FOLDER)], "polygames.")
    if not found.name.endswith("__main__")
]
WITH_EXAMPLES = [
    name
    for name in ("polygames", *MODULES)
    if ">>> " in Path(find_spec(name).origin).read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plt.switch_backend("agg")  # what is drawn belongs to no window
    result = doctest.testmod(
        import_module(name), extraglobs={"pg": pg}, optionflags=doctest.ELLIPSIS
    )
    plt.close("all")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", pg.games())
def test_rules_of_a_game_are_numbered_without_a_gap(name):
    folder = FOLDER / "games" / name
    rules = (folder / "RULES.md").read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^(\d+)\. \*\*", rules, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", pg.games())
def test_every_rule_says_whose_it_is(name):
    rules = (FOLDER / "games" / name / "RULES.md").read_text(encoding="utf-8")
    for rule in re.findall(r"^\d+\. \*\*.*?(?=^\d+\. \*\*|^$)", rules, re.MULTILINE | re.DOTALL):
        assert re.search(r"\[[^]]*\b(source|fact|ours)\b[^]]*\]", rule), rule


# --- Names in docstrings --------------------------------------------------------------------------

REPOSITORY_ROOT = Path(__file__).resolve().parent.parent
DEFINITIONS = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
QUOTED_NAME = re.compile(
    r"(?<!`)`([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)(?:\(\))?`(?!`)"
)
OUTSIDE_NAMES = {
    "In": "the list of cells in IPython",
    "__cause__": "an attribute of every exception",
    "double": "an answer, in the doctest of a lesson's exercise",
    "js": "a folder of JavaScript files",
}
"""Names in docstrings that are defined outside the package, with the reason."""
OUTSIDE_PACKAGES = {"ipycanvas", "joblib", "pyodide"}
"""Packages, perhaps not installed, whose members docstrings mention by their full name."""


@cache
def parse_package():
    """Return the syntax tree of each module of the package, by its dotted name."""
    trees = {}
    for file in sorted(FOLDER.rglob("*.py")):
        parts = file.relative_to(FOLDER.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[name] = ast.parse(file.read_text(encoding="utf-8"))
    return trees


def parameter_names(function):
    args = function.args
    every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
    return {arg.arg for arg in every if arg is not None}


def assigned_names(nodes):
    """Return the variables and attributes that are assigned in some syntax trees."""
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for tree in nodes
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


def assigned_attributes(tree):
    """Return the names of the attributes that are assigned in a syntax tree."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


@cache
def public_names(scope):
    """Return the names that a module or class defines for other modules; no local variables."""
    found = assigned_attributes(scope)
    for node in ast.walk(scope):
        if isinstance(node, ast.Module | ast.ClassDef):
            found |= {each.name for each in node.body if isinstance(each, DEFINITIONS)}
            found |= assigned_names(each for each in node.body if not isinstance(each, DEFINITIONS))
    return found


@cache
def module_names(tree):
    """Return the names that a module defines or imports at its top level."""
    imports = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    return public_names(tree) | imports


@cache
def variable_names(tree):
    """Return the variables, attributes, properties and parameters of a module, without imports."""
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    parameters = set().union(*map(parameter_names, functions))
    return parameters | assigned_names([tree]) | {each.name for each in functions}


@cache
def local_names(tree):
    """Return all names that the code of a module defines, imports or uses."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.AsyncFunctionDef(name=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.alias(name=name, asname=alias):
                found |= {*name.split("."), alias or name}
    return found


@cache
def class_members():
    """Return the public names of each class and of its bases in the package, by its name."""
    own, bases = defaultdict(set), defaultdict(set)
    for tree in parse_package().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                own[node.name] |= public_names(node)
                bases[node.name] |= {ast.unparse(base).partition("[")[0] for base in node.bases}
    members = {}

    def collect(name):
        if name not in members:
            members[name] = set(own.get(name, ()))
            for base in bases.get(name, ()):
                members[name] |= collect(base.rpartition(".")[2])
        return members[name]

    for name in own:
        collect(name)
    return members


@cache
def package_names():
    """Return the names that any module of the package defines, and the names of modules."""
    trees = parse_package()
    return set().union(*map(public_names, trees.values()), *(name.split(".") for name in trees))


def is_defined(path, module):
    """Return True if a name or dotted path in a docstring of a module is defined."""
    find = is_defined_path if "." in path else is_defined_name
    return path in OUTSIDE_NAMES or is_defined_elsewhere(path) or find(path, module)


def is_defined_elsewhere(path):
    """Return True for a Python file, or a name of a study, of `pg`, or of another package."""
    first, *rest = path.split(".")
    if first == "benchmarks":
        return REPOSITORY_ROOT.joinpath(first, *rest).with_suffix(".py").is_file()
    if first in sys.stdlib_module_names:
        return not rest or hasattr(import_module(first), rest[0])
    if rest == ["py"]:
        return any(FOLDER.rglob(path))
    return bool(rest) and (first in OUTSIDE_PACKAGES or (first == "pg" and hasattr(pg, rest[0])))


def is_defined_name(name, module):
    """Return True if a name is in the module, public in another module, or built into Python."""
    here = local_names(parse_package()[module])
    return name in here or name in package_names() or hasattr(builtins, name)


def is_defined_path(path, module):
    """Return True if a dotted path exists: module, member of a module, or member of a class.

    The first name may also be a variable of the module; then each other name must be public.
    """
    for name, tree in parse_package().items():
        parts = name.split(".")
        for start in range(len(parts)):
            prefix = ".".join(parts[start:])
            if path == prefix:
                return True
            if path.startswith(f"{prefix}."):
                first, *rest = path.removeprefix(f"{prefix}.").split(".")
                if first in module_names(tree) and has_members(first, rest):
                    return True
    first, *rest = path.split(".")
    if first in class_members():
        return has_members(first, rest)
    return first in variable_names(parse_package()[module]) and {*rest} <= package_names()


def has_members(first, rest):
    """Return True if a class has the named member, or if there is no member to look for."""
    return not rest or (first in class_members() and rest[0] in class_members()[first])


def docstrings(tree):
    """Yield all strings that are statements: docstrings, and those below constants and fields."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            match each:
                case ast.Expr(value=ast.Constant(value=str())):
                    yield each.value


def unknown_names(module, tree):
    """Return the quoted names in docstrings that are not defined, each with its line."""
    return [
        f"{module}:{string.lineno + offset} `{name}`"
        for string in docstrings(tree)
        for offset, line in enumerate(string.value.split("\n"))
        for name in QUOTED_NAME.findall(line)
        if not is_defined(name, module)
    ]


def test_quoted_names_in_docstrings_exist():
    modules = parse_package()
    assert len(modules) > 100
    assert [each for name in modules for each in unknown_names(name, modules[name])] == []


@pytest.mark.parametrize(
    "name",
    ["vanished", "Record.vanished", "geometry.vanished", "benchmarks.studies.vanished", "has_vans"],
)
def test_a_quoted_name_that_does_not_exist_is_found(name):
    tree = ast.parse(f'"""See `{name}`, and `Record.save`."""')
    assert unknown_names("polygames", tree) == [f"polygames:1 `{name}`"]


def test_every_outside_name_is_mentioned():
    quoted = {
        name
        for tree in parse_package().values()
        for string in docstrings(tree)
        for name in QUOTED_NAME.findall(string.value)
    }
    assert quoted >= OUTSIDE_NAMES.keys()
    assert {name.partition(".")[0] for name in quoted if "." in name} >= OUTSIDE_PACKAGES


def section_names(docstring, title):
    """Return the names that a numpydoc section describes."""
    pattern = rf"^{title}\n-+\n(.*?)(?=^\S[^\n]*\n-+$|\Z)"
    found = re.search(pattern, docstring, re.MULTILINE | re.DOTALL)
    lines = found[1].split("\n") if found else []
    heads = [line.partition(" : ")[0] for line in lines if line and not line.startswith(" ")]
    return [name.strip().lstrip("*") for head in heads for name in head.split(",")]


def unknown_section_names(tree):
    """Return the names in Parameters and Attributes that do not exist, each with its owner."""
    found = []
    for node in ast.walk(tree):
        docstring = ast.get_docstring(node) if isinstance(node, DEFINITIONS) else None
        if not docstring:
            continue
        if isinstance(node, FUNCTIONS):
            known = {"Parameters": parameter_names(node)}
        else:
            fields = assigned_names(each for each in node.body if not isinstance(each, FUNCTIONS))
            methods = {each.name: each for each in node.body if isinstance(each, FUNCTIONS)}
            created = methods.get("__init__")
            known = {
                "Parameters": fields | (parameter_names(created) if created else set()),
                "Attributes": fields | methods.keys() | assigned_attributes(node),
            }
        for title, names in known.items():
            wrong = [name for name in section_names(docstring, title) if name not in names]
            found += [f"{node.name}: {title}: {name}" for name in wrong]
    return found


def test_parameters_and_attributes_in_docstrings_exist():
    modules = parse_package().values()
    assert [each for tree in modules for each in unknown_section_names(tree)] == []


def test_a_section_with_an_old_name_is_found():
    tree = ast.parse(
        '''
class Example:
    """An example.

    Parameters
    ----------
    first, old
        Two parameters.

    Attributes
    ----------
    total : int
        The total.
    gone
        An attribute.
    """

    def __init__(self, first):
        self.total = first

def play(*moves, **options):
    """Play.

    Parameters
    ----------
    *moves, **options
        The moves and the options.
    late : int
        Nothing.

    Raises
    ------
    OptionError
        If an option is wrong.
    """
'''
    )
    assert unknown_section_names(tree) == [
        "Example: Parameters: old",
        "Example: Attributes: gone",
        "play: Parameters: late",
    ]
