"""The lock file of Pyodide: the packages, their addresses and their dependencies.

The kernel loads every package from the lock, so it looks up nothing on the web. A dependency that
is not in the lock is left out, and the package works without it.
"""

from __future__ import annotations

import email
import hashlib
import re
import zipfile
from typing import TYPE_CHECKING, Any, Final

from packaging.markers import default_environment
from packaging.requirements import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from email.message import Message
    from pathlib import Path

__all__ = ["lock", "with_distribution"]

LEFT_OUT: Final = {"jupyterlab-widgets", "widgetsnbextension"}
"""Dependencies of ipywidgets for the page, which the site has already."""

WANTED: Final = ("numpy", "matplotlib", "shapely", "joblib", "pillow")
"""The packages that we use from the full distribution."""

Lock = dict[str, Any]


def lock(known: Lock, wheels: Iterable[Path]) -> Lock:
    """Return a lock with only these wheels, for the Pyodide of a known lock."""
    read = [(wheel, *_read(wheel)) for wheel in wheels]
    names = {_normal(about["Name"]) for _, about, _ in read} - LEFT_OUT
    packages = {}
    for wheel, about, tops in read:
        name = _normal(about["Name"])
        packages[name] = {
            "name": name,
            "version": about["Version"],
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": tops,
            "depends": sorted(names & _needs(about)),
            "unvendored_tests": False,
        }
    return {**known, "packages": packages}


def with_distribution(ours: Lock, known: Lock, url: str) -> Lock:
    """Return our lock with the packages of the full distribution, at their own address.

    Parameters
    ----------
    ours
        The lock of our wheels. It has priority over the other lock.
    known
        The lock of the distribution.
    url
        Where its files are, with a slash at the end.
    """
    added: dict[str, Any] = {}
    wanted = [*WANTED]
    while wanted:
        name = wanted.pop()
        if name in added or name in ours["packages"]:
            continue
        found = known["packages"][name]
        added[name] = {**found, "file_name": url + found["file_name"]}
        wanted += map(_normal, found["depends"])
    return {**ours, "packages": ours["packages"] | added}


def _read(wheel: Path) -> tuple[Message, list[str]]:
    """Return the metadata of a wheel and its top-level modules."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        about = next(name for name in names if name.endswith(".dist-info/METADATA"))
        text = packed.read(about).decode()
    code = [name for name in names if name.endswith(".py") and ".dist-info/" not in name]
    return email.message_from_string(text), sorted(
        {name.partition("/")[0].removesuffix(".py") for name in code if ".data/" not in name}
    )


def _needs(about: Mapping[str, str] | Message) -> set[str]:
    """Return the dependencies of a package in the browser, without extras."""
    there: dict[str, Any] = {**default_environment(), "extra": ""}
    there |= {"sys_platform": "emscripten", "platform_system": "Emscripten"}
    asked = map(Requirement, about.get_all("Requires-Dist") or [])  # type: ignore[union-attr]  # a Message
    return {
        _normal(each.name) for each in asked if each.marker is None or each.marker.evaluate(there)
    }


def _normal(name: str) -> str:
    """Return the normalised name of a package."""
    return re.sub(r"[-_.]+", "-", name).lower()
