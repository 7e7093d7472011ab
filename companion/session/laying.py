"""Who has laid, by what the camera sees: whose pieces lie, whose are taken back, and whose are cleared away already."""

from dataclasses import replace

from companion.game import Phase
from companion.table.evening import Evening
from companion.table.signals import Stillness, ZoneLook

STILL_S = 2.0  # an area is done when it has been still and uncovered for this long


def with_done(evening: Evening, at_s: float) -> Evening:
    """Return the evening with those done whose pieces lie, and those awaited again who took theirs back."""
    if evening.phase not in (Phase.TAKE, Phase.LOOK):
        return evening
    back = {seat for seat in evening.noticed if _is_taken_back(evening, seat)}
    if back:
        evening = replace(evening, laid=evening.laid - back, noticed=evening.noticed - back)
    done = {seat for seat in evening.waiting if _is_done(evening, seat, at_s)}
    if done and evening.camera_waits and evening.phase is Phase.LOOK:
        return replace(evening, laid=evening.laid | {*evening.waiting})  # the table has changed: it acts by itself
    return replace(evening, laid=evening.laid | done, noticed=evening.noticed | done) if done else evening


def uncleared(evening: Evening, zones: dict[str, ZoneLook]) -> tuple[Evening, dict[str, ZoneLook]]:
    """Return the evening and the looks that count: where somebody who is done clears their zone before all is read, the
    last look at what lay there stands. Where all is read again after an undo or a restart, everybody is."""
    if evening.phase not in (Phase.TAKE, Phase.LOOK) or evening.one_by_one or evening.equipment.photos:
        return evening, zones
    lay, stand = dict(evening.lay), dict(zones)
    again = evening.camera_waits and evening.phase is Phase.LOOK
    for seat in evening.match.seats if again else evening.laid:
        name = evening.zone_of(seat)
        look = zones.get(name)
        if look is None or look.seen is None or look.stillness is not Stillness.STILL:
            continue
        if not _is_cleared(evening, seat, look):
            lay[name] = look
        elif name in lay:
            stand[name] = lay[name]
    return replace(evening, lay=lay), stand


def _is_done(evening: Evening, seat: str, at_s: float) -> bool:
    """Return whether a seat's pieces lie: said so, or changed by a piece and still and clear for `STILL_S`."""
    if seat in evening.laid:
        return True
    look = evening.look_at(seat)
    if look is None or evening.one_by_one or evening.when_said:
        return False
    if evening.equipment.photos:  # nobody lays anything on a photo
        return evening.phase is Phase.LOOK and look.seen is not None
    changed = look.changed and look.stillness is Stillness.STILL and at_s - look.since_s >= STILL_S
    return changed and not _is_cleared(evening, seat, look)


def _is_taken_back(evening: Evening, seat: str) -> bool:
    """Return whether what the camera took for a seat's piece is gone: all surely lies as before it."""
    look = evening.look_at(seat)
    if seat not in evening.noticed or seat in evening.by_hand or look is None:
        return False
    read = look.stillness is Stillness.STILL and look.seen is not None
    return read and not look.changed and look.unclear_s is None


def _is_cleared(evening: Evening, seat: str, look: ZoneLook) -> bool:
    """Return whether a look shows that pieces were taken off a seat's own zone, in a step that ends with the camera
    reading it. After an undo or a restart nobody knows what lay there when the turn began: then all of them."""
    if look.seen is None or evening.awaited is None or not evening.awaited.by_itself:
        return False
    before, lay = evening.before[-1].get(seat) if evening.before else None, evening.lay.get(evening.zone_of(seat))
    return evening.match.game.cleared(before, look.seen, lay=lay.seen if lay is not None else None)
