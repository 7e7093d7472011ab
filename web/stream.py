"""Live updates: the whole scoreboard on joining, then only what changed, numbered; a beat when nothing does."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from web.contract import Companion, RoomTimer
from web.sections import Sections

BEAT_S = 4.0
_MOST_ENDING = 6  # streams that lost their place and hold their thread for a moment still; fewer than spare threads
_LOOK_UP_S = 1.0  # how soon a waiting stream notices that the server closes


class StreamsTakenError(RuntimeError):
    """No stream is left for this reader; its page asks now and then instead."""


class StreamSlot:
    """One stream's place; `ended` once it is given back or its page has opened a newer stream."""

    def __init__(self, streams: "Streams", address: str, page: str, device: str) -> None:
        self.address, self.page, self.device = address, page, device
        self.ended = threading.Event()
        self._streams = streams

    def close(self) -> None:
        """Give the place back."""
        self._streams.leave(self)


@dataclass
class Streams:
    """The streams that are open, at most `most`: those of devices that were let in, counted by device, and those
    of strangers, counted by address. A device that was let in takes a stranger's place where none is free.

    A page has one stream: a phone that wakes opens a new one long before anybody notices that its old one is dead, so
    the old one's place is taken from it.
    """

    most: int = 60
    most_an_address: int = 8
    most_a_device: int = 4
    closing: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _open: list[StreamSlot] = field(default_factory=list, repr=False)
    _ending: list[StreamSlot] = field(default_factory=list, repr=False)

    @property
    def count(self) -> int:
        """How many streams are open."""
        with self._lock:
            return len(self._open)

    def enter(
        self, address: str, page: str = "", device: str = "", lets_in: Callable[[str], bool] = lambda _: False
    ) -> StreamSlot:
        """Return a place for the stream of a page (its own random name), or raise StreamsTakenError. `lets_in` says who
        was let in by now."""
        with self._lock:
            known = lets_in(device)
            if not known and len(self._ending) >= _MOST_ENDING:
                raise StreamsTakenError("too many pages come and go just now")
            for place in [one for one in self._open if page and (one.page, one.address) == (page, address)]:
                self._end(place)
            (self._room_for if known else self._check_stranger)(device if known else address, lets_in)
            place = StreamSlot(self, address, page, device)
            self._open.append(place)
            return place

    def _room_for(self, device: str, lets_in: Callable[[str], bool]) -> None:
        """Make room for a device that was let in: its own oldest streams give way, then a stranger's."""
        own = [one for one in self._open if one.device == device]
        for place in own[: max(0, len(own) - self.most_a_device + 1)]:
            self._end(place)
        if len(self._open) >= self.most:
            stranger = next((one for one in self._open if not lets_in(one.device)), None)
            if stranger is None:
                raise StreamsTakenError(f"{self.most} pages are live already")
            self._end(stranger)

    def _check_stranger(self, address: str, lets_in: Callable[[str], bool]) -> None:
        if len(self._open) >= self.most:
            raise StreamsTakenError(f"{self.most} pages are live already")
        if sum(one.address == address and not lets_in(one.device) for one in self._open) >= self.most_an_address:
            raise StreamsTakenError(f"{self.most_an_address} pages at {address} are live already")

    def leave(self, place: StreamSlot) -> None:
        """Take a place back; once is enough."""
        with self._lock:
            self._end(place)
            if place in self._ending:
                self._ending.remove(place)

    def _end(self, place: StreamSlot) -> None:
        place.ended.set()
        if place in self._open:
            self._open.remove(place)
            self._ending.append(place)


def chunks(
    companion: Companion, sections: Sections, goes_on: Callable[[], bool], device: str, language: str
) -> Iterator[bytes]:
    """Yield the stream of one device while it `goes_on`.

    `full`: every section, and the files of the page; `change`: those that differ; `beat`: nothing new. Each says
    what is left of the room's timer.
    """
    drawn = sections.newest(language)
    own = sections.own(device, language, drawn)
    yield event("full", drawn.number, {**drawn.sections, "own": own}, companion.timer(), sections.files)
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
        yield event("change" if changed else "beat", drawn.number, changed, companion.timer())
        sent_s = time.monotonic()


def event(
    name: str, number: int, sections: dict[str, str], timer: RoomTimer | None, files: Sequence[str] = ()
) -> bytes:
    """Return one server-sent event."""
    told = {"number": number, "sections": sections, "timer": timer} | ({"files": files} if files else {})
    data = msgspec.json.encode(told)
    return b"event: %s\nid: %d\ndata: %s\n\n" % (name.encode(), number, data)
