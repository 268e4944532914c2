"""``python -m polygames``: the games in the terminal; ``--help`` lists the commands."""

from __future__ import annotations

from polygames.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
