"""Live updates: the whole scoreboard on joining, then only what changed, numbered; a beat when nothing does."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from web.companion import Companion
from web.sections import Sections

BEAT_S = 4.0
_LOOK_UP_S = 1.0  # how soon a waiting stream notices that the server closes


class StreamsTakenError(RuntimeError):
    """No stream is left for this reader; its page asks now and then instead."""


@dataclass
class Streams:
    """The streams that are open, counted over all and by address."""

    most: int = 60
    most_an_address: int = 8
    closing: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _open: Counter[str] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        """How many streams are open."""
        with self._lock:
            return self._open.total()

    def enter(self, address: str) -> "Place":
        """Return a place for one stream, or raise StreamsTakenError."""
        with self._lock:
            if self._open.total() >= self.most:
                raise StreamsTakenError(f"{self.most} pages are live already")
            if self._open[address] >= self.most_an_address:
                raise StreamsTakenError(f"{self.most_an_address} pages at {address} are live already")
            self._open[address] += 1
        return Place(self, address)

    def leave(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Place:
    """One stream's place; given back once, however often it is closed."""

    def __init__(self, streams: Streams, address: str) -> None:
        self._streams, self._address, self._taken = streams, address, True

    def close(self) -> None:
        """Give the place back."""
        if self._taken:
            self._taken = False
            self._streams.leave(self._address)


def chunks(companion: Companion, sections: Sections, streams: Streams, device: str, language: str) -> Iterator[bytes]:
    """Yield the stream of one device. `full`: every section; `change`: those that differ; `beat`: nothing new."""
    drawn = sections.newest(language)
    own = sections.own(device, language, drawn)
    yield event("full", drawn.number, {**drawn.sections, "own": own})
    sent_s = time.monotonic()
    while not streams.closing.is_set():
        number = companion.updates(drawn.number, _LOOK_UP_S)
        if number == drawn.number and time.monotonic() - sent_s < BEAT_S:
            continue
        before, drawn = drawn, sections.newest(language, number)
        changed = drawn.since(before)
        before_own, own = own, sections.own(device, language, drawn)
        if own != before_own:
            changed["own"] = own
        yield event("change" if changed else "beat", drawn.number, changed)
        sent_s = time.monotonic()


def event(name: str, number: int, sections: dict[str, str]) -> bytes:
    """Return one server-sent event."""
    data = msgspec.json.encode({"number": number, "sections": sections})
    return b"event: %s\nid: %d\ndata: %s\n\n" % (name.encode(), number, data)
