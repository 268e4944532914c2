"""Files by which a Jupyter server finds the classes of its kernels, readable by their owner only.

A class accepts connections from this computer only. The extension of the Jupyter server
(`extension.py`) forwards requests for a class from the server's own port. On a JupyterHub, no other
port can be reached.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from polygames.core.errors import OptionError
from polygames.core.lazy_imports import is_available

URL_PREFIX: Final = "polygames-class"
"""The first part of a class's path, below the server's own."""

HUB_PREFIX_VARIABLE: Final = "JUPYTERHUB_SERVICE_PREFIX"
"""The environment variable that a hub sets: the path of this server on the hub."""

HUB_URL_VARIABLE: Final = "JUPYTERHUB_PUBLIC_URL"
"""The environment variable of newer hubs: the public address of this server."""

CHECK_TIMEOUT_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class ProxyEndpoint:
    """A class to which a Jupyter server may forward pages: its port, secret and file."""

    port: int
    secret: str
    """The proof that a request comes from the Jupyter server, whose client address is trusted."""
    file: Path

    @classmethod
    def create(cls, port: int) -> ProxyEndpoint:
        """Create the file for a class that listens at a port, and return the endpoint."""
        door = cls(port, token_urlsafe(18), _runtime_folder() / _file_name(port))
        door.file.parent.mkdir(parents=True, exist_ok=True)
        door.file.unlink(missing_ok=True)
        handle = os.open(door.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"port": port, "secret": door.secret}, file)
        return door

    def close(self) -> None:
        """Delete the file, so that no further pages are forwarded."""
        self.file.unlink(missing_ok=True)


def find_endpoint(port: str) -> ProxyEndpoint | None:
    """Return the endpoint of the class that listens on a port; None without a readable file."""
    if not port.isdecimal():
        return None
    file = _runtime_folder() / _file_name(int(port))
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return ProxyEndpoint(int(found["port"]), str(found["secret"]), file)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_on_hub() -> bool:
    """Return True if this process runs on a JupyterHub, where no other port can be reached."""
    return bool(os.environ.get(HUB_PREFIX_VARIABLE))


def public_url(port: int) -> str:
    """Return the address at which pages reach a class through the Jupyter server.

    On a hub with an unknown public address, only the path is returned.

    Raises
    ------
    OptionError
        If no Jupyter server with the extension is running here.
    """
    here = _jupyter_server_url()
    if here is None or not _has_extension(here):
        msg = (
            "found no Jupyter server with the extension of polygames: run 'jupyter server"
            " extension enable polygames.classroom.extension', and restart the server"
        )
        raise OptionError(msg)
    door = f"{URL_PREFIX}/{port}/"
    if is_on_hub():
        public = os.environ.get(HUB_URL_VARIABLE, "")
        return (
            f"{public.rstrip('/')}/{door}" if public else f"{os.environ[HUB_PREFIX_VARIABLE]}{door}"
        )
    return f"{here}{door}"


def _jupyter_server_url() -> str | None:
    """Return the address of this kernel's or terminal's Jupyter server; None if unknown."""
    info = _runtime_folder() / f"jpserver-{os.environ.get('JPY_PARENT_PID', '')}.json"
    try:
        found = json.loads(info.read_text(encoding="utf-8"))
        return str(found["url"])
    except (OSError, ValueError, KeyError):
        return os.environ.get("JUPYTER_SERVER_URL")


def _has_extension(server: str) -> bool:
    """Return True if the Jupyter server at an address has the polygames extension."""
    try:
        with urlopen(f"{server}{URL_PREFIX}/", timeout=CHECK_TIMEOUT_SECONDS) as reply:  # noqa: S310 - Jupyter's own
            return bool(reply.read(100).strip() == b"polygames")
    except (URLError, OSError, ValueError):
        return False


def _runtime_folder() -> Path:
    """Return Jupyter's runtime folder, which only its owner can read."""
    if not is_available("jupyter_core"):
        msg = "Jupyter is not installed here: leave out jupyter=True"
        raise OptionError(msg)
    from jupyter_core.paths import jupyter_runtime_dir

    return Path(jupyter_runtime_dir())


def _file_name(port: int) -> str:
    return f"polygames-class-{port}.json"
