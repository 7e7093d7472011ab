"""The one page of a companion that could not start: why, in a sentence, for whoever opens it on a phone."""

import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from web.language import tag, wished
from web.listening import Listener

_PAGE = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>Table Companion</title>'
    "<style>body{{font:1.2rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem;"
    "overflow-wrap:anywhere;background:#f5f1e8;color:#1b232d}}h1{{font-size:1.1rem}}"
    "@media(prefers-color-scheme:dark){{body{{background:#10151b;color:#eef1f4}}}}</style></head>"
    "<body><h1>Table Companion</h1><p>{sentence}</p></body></html>"
)


class Refusal(Listener):
    """A listener that answers everything with the sentence, said in each language; the first is for whoever wants none
    of them."""

    def __init__(
        self, sentences: Mapping[str, str], host: str, port: int, sockets: Sequence[socket.socket] = ()
    ) -> None:
        self._pages = {
            language: _PAGE.format(language=tag(language), sentence=escape(sentence)).encode()
            for language, sentence in sentences.items()
        }
        super().__init__(self._answer, host, port, sockets)

    def _answer(self, asked: dict[str, Any], begin: Callable[..., Any]) -> Iterable[bytes]:
        page = self._pages[wished(asked.get("HTTP_ACCEPT_LANGUAGE"), self._pages) or next(iter(self._pages))]
        begin(
            "503 Service Unavailable",
            [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(page)))],
        )
        return [page]
