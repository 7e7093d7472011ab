"""What is remembered of a zone while people lay pieces: what was read of it, what lay there before, and what is another
piece."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.camera.stillness import Rest
from companion.table.evidence.set_change import SetChange, is_doubtful, renamed
from companion.table.signals import Stillness
from vision.motion.agreement import settle
from vision.motion.change import changed_cells
from vision.observation import GridSeen, PiecesSeen, ZoneSeen
from vision.registration.patches import Picture

READINGS = 3  # readings that must agree; more while they don't
MOST_READINGS = 6
CHANGED = 1.0  # a cell's change score from which it counts as another piece
UNREAD_CHANGED = 1.5  # … the same where it was not read before


@dataclass(frozen=True)
class Watched:
    """What is remembered of a zone beside its rest: the readings of this rest, what they settled on, and what it looked
    like when the turn began; `late`: when it was first seen after that, so that a piece may have been laid before.
    `laid`: what was read last, where a piece was laid by then since the turn began. `unclear_s` says since when nobody
    can tell whether a piece was laid there: it is not read, or what is read tells nothing beside what lay there; None
    while it can be told."""

    readings: tuple[ZoneSeen, ...] = ()
    seen: ZoneSeen | None = None
    picture: bytes | None = None
    base: Picture | None = None
    base_seen: ZoneSeen | None = None
    late: bool = False
    laid: ZoneSeen | None = None
    lay: ZoneSeen | None = None  # what surely lay there until the camera adapted to another light
    relit: bool = False  # it was not looked at since
    unclear_s: float | None = None
    failed: bool = False  # its picture is of a look that could not be read


def differs(before: ZoneSeen | None, now: ZoneSeen, before_thumb: Picture | None, now_thumb: Picture | None) -> bool:
    """Return whether a zone differs by a piece from what lay there before: a cell reads otherwise for sure both times,
    or reads otherwise and looks otherwise, too. Light alone changes no reading; where nothing was read before
    in time (people are quick), two cells must look quite otherwise. Where pieces lie free, they are counted."""
    if isinstance(now, PiecesSeen):
        return isinstance(before, PiecesSeen) and _counted(before, now) != _counted(now, before)
    looks = _looks(now, before_thumb, now_thumb)
    if not isinstance(before, GridSeen):
        return bool(np.count_nonzero(looks >= UNREAD_CHANGED) >= min(2, looks.size))
    return any(
        old.label != new.label and ((old.sure and new.sure) or looks[cell] >= CHANGED)
        for cell, (old, new) in enumerate(zip(before.readings, now.readings, strict=True))
    )


def may_differ(before: ZoneSeen | None, now: ZoneSeen, before_thumb: Picture | None, now_thumb: Picture | None) -> bool:
    """Return whether a zone may differ from what lay there before, though it may not differ for sure: a cell reads
    otherwise, or looks otherwise where it was not read before."""
    if isinstance(now, PiecesSeen):
        return not isinstance(before, PiecesSeen) or _counted(before, now) != _counted(now, before)
    if not isinstance(before, GridSeen):
        return before_thumb is None or bool((_looks(now, before_thumb, now_thumb) >= CHANGED).any())
    return any(old.label != new.label for old, new in zip(before.readings, now.readings, strict=True))


def _looks(now: GridSeen, before_thumb: Picture | None, now_thumb: Picture | None) -> NDArray[np.float64]:
    """Return how much each cell looks otherwise, row by row; 0 where there is no picture to compare with."""
    rows, cols = len(now.cells), len(now.cells[0])
    if before_thumb is None or now_thumb is None or before_thumb.shape != now_thumb.shape:
        return np.zeros(rows * cols)
    return changed_cells(before_thumb, now_thumb, rows, cols).ravel()


def _counted(seen: PiecesSeen, other: PiecesSeen) -> Counter[str]:
    """Return how often each label lies there; only how many there are in all while one of the two looks is unsure."""
    sure = all(reading.sure for reading in (*seen.readings, *other.readings))
    return Counter(reading.label if sure else "" for reading in seen.readings)


def looked(zone: Watched, rest: Rest, at_s: float, *, ready: bool = True) -> Watched:
    """Return the zone after another look at it: what moved or is covered must be read anew. While the taught set is not
    `ready` nothing lies there that could not be told."""
    if rest.why is not None:
        zone = replace(zone, readings=(), seen=None, lay=None)
    elif rest.moved:
        zone = replace(zone, readings=(), seen=None, lay=zone.lay if zone.relit else None)
    unclear_s = at_s if zone.seen is None and zone.unclear_s is None and ready else zone.unclear_s
    return replace(zone, relit=False, unclear_s=unclear_s)


def has_failed(zone: Watched, at_s: float, after_s: float) -> bool:
    """Return whether the zone could not be read for so long, and was not pictured since."""
    return zone.seen is None and not zone.failed and zone.unclear_s is not None and at_s - zone.unclear_s >= after_s


def forgotten(zone: Watched) -> Watched:
    """Return the zone to be read anew, and compared with what it was compared with."""
    return replace(zone, readings=(), seen=None, unclear_s=None, failed=False)


def with_set(zone: Watched, rest: Rest, change: SetChange) -> Watched:
    """Return the zone once it is read with a changed set: readings have the faces' new names, and what may read
    otherwise is read anew. Where nothing was laid since the turn began, so is what it is compared with: another name
    for what lies there is no piece that was laid."""
    seen, base_seen, laid, lay = (
        None if part is None else renamed(part, change) for part in (zone.seen, zone.base_seen, zone.laid, zone.lay)
    )
    zone = replace(zone, readings=(), seen=seen, base_seen=base_seen, laid=laid, lay=lay)
    if zone.seen is None or not is_doubtful(zone.seen, change):
        return zone
    if not changed(zone, rest):
        zone = replace(zone, base_seen=None, base=None if isinstance(zone.seen, PiecesSeen) else zone.base)
    return forgotten(zone)


def unseen(zone: Watched) -> Watched:
    """Return the zone while the mat is not seen."""
    return replace(zone, readings=(), seen=None, laid=None, lay=None)


def in_other_light(zone: Watched) -> Watched:
    """Return the zone while the camera adapts to another light: what was read of it lay there until now. It is read
    anew, and goes on being compared with what lay there when the turn began: a lamp changes no place by itself."""
    return replace(zone, readings=(), seen=None, lay=zone.seen, relit=True)


def rebased(zone: Watched, rest: Rest) -> Watched:
    """From now on compare with the last rest; with what there is now, as far as it was read, where this rest was not
    read to its end yet; with what lay there where it was not seen in this light yet. A hand over it is nothing to
    compare with: then what was laid before that counts, or what is seen first. Since when that could not be told counts
    anew."""
    if zone.seen is not None:
        return replace(zone, base=rest.taken, base_seen=zone.seen, late=False, laid=None, unclear_s=None)
    base, read = rest.thumb, settle(zone.readings) if zone.readings else zone.lay
    if read is None and rest.stillness in (Stillness.MOVING, Stillness.COVERED):
        base, read = None if zone.laid is None else rest.taken, zone.laid
    return replace(zone, base=base, base_seen=read, late=False, laid=None, unclear_s=None, failed=False)


def settled(zone: Watched, rest: Rest, seen: ZoneSeen, *, single: bool = False) -> Watched:
    """Return the zone with one more reading of this rest, settled where enough of them agree; or where there is but a
    `single` picture, which reads the same each time."""
    readings = (*zone.readings, seen)
    if len(readings) < READINGS and not single:
        return replace(zone, readings=readings)
    agreed = settle(readings)
    if len(readings) < MOST_READINGS and not single and not _all_sure(agreed):
        return replace(zone, readings=readings)
    if zone.base is None and zone.base_seen is None:  # never looked at: this is what it is compared with from now on
        return replace(zone, readings=(), seen=agreed, base=rest.thumb, base_seen=agreed, late=True)
    if zone.base_seen is None and not may_differ(None, agreed, rest.inner(zone.base), rest.inner(rest.thumb)):
        zone = replace(zone, base_seen=agreed)  # it looks as it did when the turn began, so this lay there then
    other = differs(zone.base_seen, agreed, rest.inner(zone.base), rest.inner(rest.thumb))
    zone = replace(zone, laid=agreed if other else None)
    told = not zone.late and not may_differ(zone.base_seen, agreed, rest.inner(zone.base), rest.inner(rest.thumb))
    return replace(zone, readings=(), seen=agreed, failed=False, unclear_s=None if told else zone.unclear_s)


def changed(zone: Watched, rest: Rest) -> bool:
    """Return whether the zone differs by a piece from what lay there when the turn began. That may be told before its
    last doubtful cell is read."""
    seen = zone.seen or (settle(zone.readings) if len(zone.readings) >= READINGS else None)
    return seen is not None and differs(zone.base_seen, seen, rest.inner(zone.base), rest.inner(rest.thumb))


def _all_sure(seen: ZoneSeen) -> bool:
    return all(reading.sure for reading in seen.readings)
