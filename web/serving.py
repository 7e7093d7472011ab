"""The server under the page: a thread for every live stream and enough beside them for the rest."""

import socket
from collections.abc import Sequence
from typing import Any, cast

from flask import Flask

from web.admission import LARGEST_PHOTO, Admission, Limits
from web.context import Served
from web.listening import Listener, LoopWatch

BESIDE_STREAMS = 12  # threads that answer pages, requests and pictures while every stream is taken
_IDLE_CLOSED_S = 60
_LOOKED_FOR_S = 5  # how often connections that lie idle are looked for
_LARGEST_HEAD = 16 * 1024
_MOST_UNREAD = 1024 * 1024  # of one connection; whoever reads slower waits, and is closed at last
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
        watched: LoopWatch | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._table = table = cast(Served, app.extensions["table"])
        forwarded: dict[str, Any] = {**_FORWARDED, "trusted_proxy": proxy} if proxy else {}
        super().__init__(
            app,
            host,
            port,
            sockets,
            watched,
            Admission(table.device_let_in, table.largest_body, proxy, limits or Limits()),
            threads=self._table.streams.most + BESIDE_STREAMS,
            channel_timeout=_IDLE_CLOSED_S,
            cleanup_interval=_LOOKED_FOR_S,
            max_request_header_size=_LARGEST_HEAD,
            outbuf_high_watermark=_MOST_UNREAD,
            inbuf_overflow=LARGEST_PHOTO,  # what is shorter is in no file meanwhile: a full disk takes photos, too
            **forwarded,
            clear_untrusted_proxy_headers=True,
        )

    def warm(self) -> None:
        """Read what pages are made of now: a third of a second that nobody need wait for."""
        self._table.renderer.warm(self._table.languages)

    def close(self) -> None:
        """End the live streams, then close as any listener."""
        self._table.streams.closing.set()
        super().close()
