"""List the games with their agents and presets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.core.errors import OptionError
from polygames.core.registry import games

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from polygames.cli.words import Say


def add(parser: argparse.ArgumentParser) -> None:
    """Take no arguments."""


def run(_: argparse.Namespace, say: Say) -> dict[str, Any]:
    """List them."""
    data = {}
    for name, info in known():
        say(f"{name}: {info.summary}")
        say(f"  agents: {', '.join(info.agents) or 'none'}")
        if info.presets:
            say(f"  presets: {', '.join(info.presets)}")
        data[name] = {
            "title": info.title,
            "summary": info.summary,
            "seats": info.seats,
            "agents": list(info.agents),
            "levels": list(info.players_by_level),
            "presets": list(info.presets),
            "options": info.defaults,
        }
    return data


def known() -> Iterator[tuple[str, pg.GameInfo]]:
    """Yield the games by name; one that cannot be loaded is told, and left out."""
    for name in games():
        try:
            info = pg.game(name)
        except OptionError as error:
            print(error, file=sys.stderr)  # noqa: T201 - a command
        else:
            yield name, info
