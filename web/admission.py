"""Admission control: whose connections are kept when there are more than the server can carry. Pure.

A connection belongs to a device that was let in, known by its cookie once its request's head has come, or to a
stranger. Strangers have an allowance together and by address; beyond it their oldest connections are closed and the
newest kept, so that nobody who holds many keeps others out: a phone that connects sends its request at once, and is
answered. Devices that were let in are counted apart, wherever they come from: behind a home's repeater all come from
one address.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SMALL_BODY = 64 * 1024
LARGEST_SET = 64 * 1024 * 1024
LARGEST_PHOTO = 24_000_000  # 48 megapixels as JPEG
_BUSY = 4  # so many times an allowance may be there for a moment


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections are kept, and how long one may take over what a phone does at once."""

    strangers: int = 200
    an_address: int = 60  # of the strangers: ten phones with the six connections that a browser opens
    a_device: int = 12
    new_s: float = 1.0  # a connection this young may have its request on its way
    half_sent_s: float = 10.0  # until a request's head has come
    slow_body_s: float = 30.0  # until all of a stranger's request has come
    unread_s: float = 30.0  # without reading anything of what was sent
    answered_s: float = 10.0  # a stranger's request may be answered for so long before it counts as one that holds on


@dataclass(frozen=True, slots=True)
class Admission:
    """Who is let in and what may be sent. `device_of` tells the device of a Cookie header if it was let in, "" for a
    stranger; `largest_body` how many bytes a request of this path and Cookie header may have. `proxy` is the address
    that stands for many."""

    device_of: Callable[[str], str] = lambda _cookie: ""
    largest_body: Callable[[str, str], int] = lambda _path, _cookie: SMALL_BODY
    proxy: str = ""
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Connection:
    """One connection as it stands; to be handed over in the order in which they came. Times are by one clock, 0 for
    what is not so: since when it is open, a request is half sent, one is being answered, something lies unread."""

    key: int
    address: str
    device: str
    open_s: float
    head_s: float = 0.0
    body_s: float = 0.0
    answering_s: float = 0.0
    unread_s: float = 0.0


def to_close(connections: Iterable[Connection], admission: Admission, now_s: float) -> set[int]:
    """Return the keys of the connections to be closed now."""
    limits = admission.limits
    late, kept = set[int](), list[Connection]()
    for one in connections:
        (late.add(one.key) if _is_late(one, limits, now_s) else kept.append(one))
    strangers = defaultdict[str, list[Connection]](list)
    devices = defaultdict[str, list[Connection]](list)
    for one in kept:
        (devices[one.device] if one.device else strangers[one.address]).append(one)
    for of_device in devices.values():
        late |= _surplus(of_device, limits.a_device, limits, now_s)
    for address, theirs in strangers.items():
        late |= _surplus(theirs, limits.strangers if address == admission.proxy else limits.an_address, limits, now_s)
    # Who holds most gives way first.
    left = [[one for one in theirs if one.key not in late] for theirs in strangers.values()]
    left.sort(key=len, reverse=True)
    return late | _surplus([one for theirs in left for one in theirs], limits.strangers, limits, now_s)


def _is_late(one: Connection, limits: Limits, now_s: float) -> bool:
    return bool(
        (one.head_s and now_s - one.head_s > limits.half_sent_s)
        or (one.body_s and not one.device and now_s - one.body_s > limits.slow_body_s)
        or (one.unread_s and now_s - one.unread_s > limits.unread_s)
    )


def _surplus(theirs: list[Connection], most: int, limits: Limits, now_s: float) -> set[int]:
    """Return which of these give way, the oldest of each owner first: of those that hold on what is beyond `most`,
    those that wait for nothing before the others; of those that have just come or are being answered just now what is
    far beyond it."""
    idle, holding, busy = list[Connection](), list[Connection](), list[Connection]()
    for one in theirs:
        if one.answering_s:
            (holding if now_s - one.answering_s > limits.answered_s else busy).append(one)
        else:
            (idle if now_s - one.open_s > limits.new_s else busy).append(one)
    settled = [*idle, *holding]
    return {one.key for one in [*settled[: max(0, len(settled) - most)], *busy[: max(0, len(busy) - _BUSY * most)]]}
