"""The one page of a companion that could not start: why, in a sentence, for whoever opens it on a phone."""

import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from waitress.server import create_server

_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>Table Companion</title>'
    "<style>body{{font:1.2rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem;"
    "overflow-wrap:anywhere}}</style></head><body><h1>Table Companion</h1><p>{sentence}</p></body></html>"
)


class Refusal:
    """A listening server that answers everything with the sentence; `port` is the one it got. `sockets` are listening
    already; then `host` and `port` count for nothing."""

    def __init__(self, sentence: str, host: str, port: int, sockets: Sequence[socket.socket] = ()) -> None:
        where: dict[str, Any] = {"sockets": list(sockets)} if sockets else {"host": host, "port": port}
        self._page = _PAGE.format(sentence=escape(sentence)).encode()
        self._server = create_server(self._answer, **where, ident=None)
        self.port = int(sockets[0].getsockname()[1] if sockets else self._server.effective_port)
        self._thread = threading.Thread(target=self._server.run, name="page", daemon=True)

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()

    def close(self) -> None:
        """Close the door."""
        self._server.close()

    def _answer(self, _asked: dict[str, Any], begin: Callable[..., Any]) -> Iterable[bytes]:
        begin(
            "503 Service Unavailable",
            [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(self._page)))],
        )
        return [self._page]
