"""The server under the page: waitress, with a thread for every live stream and enough beside them for the rest."""

import socket
import threading
from collections.abc import Sequence
from typing import Any

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import close_all

from web.table import Table

BESIDE_STREAMS = 12  # threads that answer pages, requests and pictures while every stream is taken
_IDLE_CLOSED_S = 60
_ENDED_S = 5


class Server:
    """A listening server; `port` is the one it got. Run it in a thread of its own with `start`, end it with `close`.

    `sockets` are listening already (systemd opens port 80 for us); then `host` and `port` count for nothing.
    """

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 0, sockets: Sequence[socket.socket] = ()) -> None:
        where: dict[str, Any] = {"sockets": list(sockets)} if sockets else {"host": host, "port": port}
        table: Table = app.extensions["table"]
        self._streams = table.streams
        self._server = create_server(
            app,
            **where,
            threads=self._streams.most + BESIDE_STREAMS,
            connection_limit=4 * self._streams.most + 100,
            channel_timeout=_IDLE_CLOSED_S,
            asyncore_use_poll=True,
            ident=None,
        )
        self.port = int(sockets[0].getsockname()[1] if sockets else self._server.effective_port)
        self._thread = threading.Thread(target=self._server.run, name="page", daemon=True)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def close(self) -> None:
        """End the live streams, answer what is being asked, then close every connection and the door."""
        if not self._thread.is_alive():
            return
        self._streams.closing.set()
        self._server.task_dispatcher.shutdown(timeout=_ENDED_S)
        # In the server's own loop, for only there nothing else touches its connections.
        self._server.trigger.pull_trigger(lambda: close_all(self._server._map, ignore_all=True))
        self._thread.join(timeout=_ENDED_S)
