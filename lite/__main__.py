"""Build the site, or serve it on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from lite.address import address
from lite.play import build_play_page
from lite.serve import serve
from lite.site import build

OUT = Path("build/lite")
PLAY_OUT = Path("build/play")


def main(arguments: list[str] | None = None) -> None:
    """Run the command of the command line."""
    parser = argparse.ArgumentParser(prog="python -m lite", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build", help="build the site: a folder of plain files")
    making.add_argument("--out", type=Path, default=OUT, help="the folder, emptied first")
    making.add_argument(
        "--cache", type=Path, default=Path(".cache/lite"), help="the folder of downloads"
    )
    making.add_argument(
        "--full",
        metavar="URL",
        type=address,
        help="the address of the full Pyodide distribution, with numpy, plots and ipycanvas",
    )
    playing = commands.add_parser("play", help="build the play page: a folder of plain files")
    playing.add_argument("--out", type=Path, default=PLAY_OUT, help="the folder, emptied first")
    playing.add_argument(
        "--cache", type=Path, default=Path(".cache/lite"), help="the folder of downloads"
    )
    serving = commands.add_parser("serve", help="serve the site on this machine only")
    serving.add_argument("--out", type=Path, default=OUT, help="the folder of the site")
    serving.add_argument("--port", type=int, default=8000)
    given = parser.parse_args(arguments)
    if given.command == "serve":
        serve(given.out, given.port)
        return
    if given.command == "play":
        build_play_page(given.out, given.cache)
        print(f"The page is in {given.out}: python -m lite serve --out {given.out}")
        return
    build(given.out, given.cache, full=given.full)
    print(f"The site is in {given.out}: python -m lite serve --out {given.out}")


if __name__ == "__main__":
    main()
