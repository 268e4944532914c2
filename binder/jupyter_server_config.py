"""Settings of the Jupyter server: on Binder (postBuild puts them in place) and in the README.

The board's messages are small, and TCP by default holds a small message back until the one
before is confirmed. Without that wait a click is drawn in a third of the time.
"""

import json
from asyncio import Future
from pathlib import Path

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from traitlets.config import Config


class PromptConnection(ZMQChannelsWebsocketConnection):
    """The connection of a page with its kernel, with TCP_NODELAY set."""

    def connect(self) -> Future[None] | None:
        """Connect, and from then on send every message at once."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


c = get_config()  # noqa: F821 - Jupyter provides it
c.ServerApp.kernel_websocket_connection_class = PromptConnection
c.ServerApp.allow_root = True  # in a container root is often the only user

# The notebook that Lab opens with is run at once, if it asks for that in its metadata.
here = Path(__file__).parent
c.LabApp.extra_labextensions_path = [str(here / "labextensions")]

# An exported page hides the plumbing of the lessons, and shows the picture of a board instead of
# its widget, which needs a kernel. The command `jupyter nbconvert` reads the same file.
exported = here / "jupyter_nbconvert_config.json"
c.merge(Config(json.loads(exported.read_text(encoding="utf-8"))))
