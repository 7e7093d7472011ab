"""Live updates: the whole scoreboard on joining, then only what changed, numbered; a beat when nothing does."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec

from web.contract import Companion
from web.sections import Sections

BEAT_S = 4.0
_LOOK_UP_S = 1.0  # how soon a waiting stream notices that the server closes


class StreamsTakenError(RuntimeError):
    """No stream is left for this reader; its page asks now and then instead."""


class StreamSlot:
    """One stream's place; `ended` once it is given back or its page has opened a newer stream."""

    def __init__(self, streams: "Streams", address: str, page: str) -> None:
        self.address, self.page = address, page
        self.ended = threading.Event()
        self._streams = streams

    def close(self) -> None:
        """Give the place back."""
        self._streams.leave(self)


@dataclass
class Streams:
    """The streams that are open, counted over all and by address.

    A page has one stream: a phone that wakes opens a new one long before anybody notices that its old one is dead, so
    the old one's place is taken from it.
    """

    most: int = 60
    most_an_address: int = 8
    closing: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _open: list[StreamSlot] = field(default_factory=list, repr=False)

    @property
    def count(self) -> int:
        """How many streams are open."""
        with self._lock:
            return len(self._open)

    def enter(self, address: str, page: str = "") -> StreamSlot:
        """Return a place for the stream of a page (its own random name), or raise StreamsTakenError."""
        with self._lock:
            for place in [one for one in self._open if page and (one.page, one.address) == (page, address)]:
                self._end(place)
            if len(self._open) >= self.most:
                raise StreamsTakenError(f"{self.most} pages are live already")
            if sum(one.address == address for one in self._open) >= self.most_an_address:
                raise StreamsTakenError(f"{self.most_an_address} pages at {address} are live already")
            place = StreamSlot(self, address, page)
            self._open.append(place)
            return place

    def leave(self, place: StreamSlot) -> None:
        """Take a place back; once is enough."""
        with self._lock:
            self._end(place)

    def _end(self, place: StreamSlot) -> None:
        place.ended.set()
        if place in self._open:
            self._open.remove(place)


def chunks(
    companion: Companion, sections: Sections, goes_on: Callable[[], bool], device: str, language: str
) -> Iterator[bytes]:
    """Yield the stream of one device while it `goes_on`.

    `full`: every section; `change`: those that differ; `beat`: nothing new.
    """
    drawn = sections.newest(language)
    own = sections.own(device, language, drawn)
    yield event("full", drawn.number, {**drawn.sections, "own": own})
    sent_s = time.monotonic()
    while goes_on():
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
