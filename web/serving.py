"""The server under the page: a thread for every live stream and enough beside them for the rest."""

import socket
from collections.abc import Sequence

from flask import Flask

from web.context import Context
from web.listening import Listener, Watched
from web.settings import LARGEST_SET

BESIDE_STREAMS = 12  # threads that answer pages, requests and pictures while every stream is taken
_IDLE_CLOSED_S = 60
_FORWARDED = {
    "trusted_proxy_count": 1,
    "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"},
}


class Server(Listener):
    """A listener for the page, see there; with port 0 it is given a free one. `proxy` is the address of whoever may say
    for whom it asks and under which name; what others say of that is dropped."""

    def __init__(
        self,
        app: Flask,
        host: str = "0.0.0.0",
        port: int = 0,
        sockets: Sequence[socket.socket] = (),
        proxy: str = "",
        watched: Watched | None = None,
    ) -> None:
        table: Context = app.extensions["table"]
        self._streams, self._renderer = table.streams, table.renderer
        super().__init__(
            app,
            host,
            port,
            sockets,
            watched,
            threads=self._streams.most + BESIDE_STREAMS,
            connection_limit=4 * self._streams.most + 100,
            channel_timeout=_IDLE_CLOSED_S,
            **(_FORWARDED | {"trusted_proxy": proxy} if proxy else {}),
            clear_untrusted_proxy_headers=True,
            max_request_body_size=LARGEST_SET,  # more is refused unread; waitress would keep up to a gigabyte
        )

    def warm(self) -> None:
        """Read what pages are made of now: a third of a second that nobody need wait for."""
        self._renderer.warm()

    def close(self) -> None:
        """End the live streams, then close as any listener."""
        self._streams.closing.set()
        super().close()
