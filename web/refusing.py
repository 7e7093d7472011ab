"""The one page of a companion that could not start: why, in a sentence, for whoever opens it on a phone."""

import socket
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from web.listening import Listener

_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>Table Companion</title>'
    "<style>body{{font:1.2rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem;"
    "overflow-wrap:anywhere}}</style></head><body><h1>Table Companion</h1><p>{sentence}</p></body></html>"
)


class Refusal(Listener):
    """A listener that answers everything with the sentence."""

    def __init__(self, sentence: str, host: str, port: int, sockets: Sequence[socket.socket] = ()) -> None:
        self._page = _PAGE.format(sentence=escape(sentence)).encode()
        super().__init__(self._answer, host, port, sockets)

    def _answer(self, _asked: dict[str, Any], begin: Callable[..., Any]) -> Iterable[bytes]:
        begin(
            "503 Service Unavailable",
            [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(self._page)))],
        )
        return [self._page]
