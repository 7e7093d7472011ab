"""What the table waits to see and for a while has not, or can't, each with its remedy: nothing waits in silence.

For what people do (think, bid, lay) the line that says what is awaited is enough, and nobody is nagged.
"""

import zlib
from collections.abc import Iterator

from companion.game import Phase, mat_layouts
from companion.language.message import Message, because, say
from companion.showing import prompts
from companion.table.evening import UNCLEAR_S, Evening
from companion.table.snapshot import Stall

WHOLE = -1
"""The number of a zone's picture where no one cell of it is meant."""


def stall(evening: Evening) -> Stall | None:
    """Return the first that nobody has put aside."""
    return next((found for found in _stalls(evening) if found.id not in evening.aside), None)


def _stalls(evening: Evening) -> Iterator[Stall]:
    if not evening.sees or evening.doubts:
        return
    acting = (*evening.acting, None)[0] if not evening.one_by_one else None
    if evening.frozen:
        frozen = say("Nothing comes from the camera: look at its cable, or go on by hand")
        yield Stall(_id(evening, "frozen"), frozen, acting)
    elif evening.problem is not None and evening.blind_s is not None and _is_long(evening, evening.blind_s):
        yield Stall(_id(evening, "camera"), say("The camera: {why}", why=because(evening.problem)), acting)
    if evening.placeless and evening.phase is not Phase.TURN:
        yield Stall(_id(evening, "place"), prompts.no_place(evening, evening.placeless), acting)
    for zone in evening.unclear:
        seat = next((seat for seat in _laying(evening) if evening.zone_of(seat) == zone), None)
        yield Stall(_id(evening, zone), _text(evening, zone, seat), seat, _picture_key(evening, zone), seat is not None)


def _is_long(evening: Evening, since_s: float) -> bool:
    return evening.looked_s - max(since_s, evening.asked_s) >= UNCLEAR_S


def _laying(evening: Evening) -> tuple[str, ...]:
    """The seats of whose piece anybody may say that it lies there."""
    if evening.one_by_one:
        return ()
    return evening.acting if evening.phase is Phase.TAKE else evening.waiting if evening.phase is Phase.LOOK else ()


def _text(evening: Evening, zone: str, seat: str | None) -> Message:
    if seat is not None:
        asked: Message = evening.match.game.unseen(evening.match.state, seat)
        return asked
    place = mat_layouts.called(evening.match.game.name, zone)
    return say("I can't read {place}: let it lie still, without hands and shadows, or enter it by hand", place=place)


def _id(evening: Evening, what: str) -> str:
    return f"{evening.step_id}/{what}"


def _picture_key(evening: Evening, zone: str) -> str | None:
    look = evening.zones.get(zone)
    if look is None or look.picture is None:
        return None
    return f"stall/{evening.plan}/{zlib.crc32(look.picture):08x}/{zone}"


def picture(evening: Evening, found: Stall | None) -> tuple[str, bytes] | None:
    """Return the zone of a stall, and its picture as JPEG."""
    zone = found.picture.rpartition("/")[2] if found is not None and found.picture is not None else ""
    look = evening.zones.get(zone)
    return (zone, look.picture) if look is not None and look.picture is not None else None
