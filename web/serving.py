"""The server under the page: waitress, with a thread for every live stream and enough beside them for the rest."""

import socket
import threading
from collections.abc import Sequence
from typing import Any

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import loop

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
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            loop(timeout=1, use_poll=True, map=self._server._map, count=1)

    def close(self) -> None:
        """End the live streams, answer what is being asked, then close every connection and the door."""
        if not self._thread.is_alive():
            return
        self._streams.closing.set()
        dispatcher = self._server.task_dispatcher
        dispatcher.shutdown(timeout=_ENDED_S)
        self._closed.set()
        self._server.pull_trigger()
        self._thread.join(timeout=_ENDED_S)
        for part in list(self._server._map.values()):
            if part is not self._server.trigger or not dispatcher.threads:  # whoever answers still may pull it
                part.close()
