"""What is remembered of a zone while people lay pieces: its rests, what was read of them, and what is another piece."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from vision.motion.agreement import settle
from vision.motion.change import changed_cells
from vision.observation import GridSeen, Observation, PiecesSeen, ZoneSeen
from vision.registration.patches import Picture

MARGIN = 0.055  # around a zone, in parts of its width: pieces do not reach there, hands do
READINGS = 3  # readings that must agree; more while they don't
MOST_READINGS = 6
CHANGED = 1.0  # a cell's change score from which it counts as another piece
UNREAD_CHANGED = 1.5  # … the same where it was not read before


@dataclass(frozen=True)
class Watched:
    """What is remembered of a zone: its last thumbnail, since when it is still, the readings of this rest, and what it
    looked like when the turn began."""

    thumb: Picture | None = None
    since_s: float = 0.0
    readings: tuple[ZoneSeen, ...] = ()
    seen: ZoneSeen | None = None
    picture: bytes | None = None
    rested: Picture | None = None  # the thumbnail of the last rest that was read
    rested_seen: ZoneSeen | None = None
    base: Picture | None = None
    base_seen: ZoneSeen | None = None
    lay: ZoneSeen | None = None  # what surely lay there until the camera adapted to another light


def differs(before: ZoneSeen | None, now: ZoneSeen, before_thumb: Picture | None, now_thumb: Picture | None) -> bool:
    """Return whether a zone differs by a piece from what lay there before: a cell reads otherwise for sure both times,
    or reads otherwise and looks otherwise, too. Light alone changes no reading; where nothing was read before
    in time (people are quick), two cells must look quite otherwise. Where pieces lie free, they are counted."""
    if isinstance(now, PiecesSeen):
        return isinstance(before, PiecesSeen) and _counted(before, now) != _counted(now, before)
    looks = np.zeros((len(now.cells), len(now.cells[0])))
    if before_thumb is not None and now_thumb is not None and before_thumb.shape == now_thumb.shape:
        looks = changed_cells(_inner(before_thumb), _inner(now_thumb), *looks.shape)
    if not isinstance(before, GridSeen):
        return bool(np.count_nonzero(looks >= UNREAD_CHANGED) >= min(2, looks.size))
    return any(
        old.label != new.label and ((old.sure and new.sure) or looks[row, col] >= CHANGED)
        for row, (olds, news) in enumerate(zip(before.cells, now.cells, strict=True))
        for col, (old, new) in enumerate(zip(olds, news, strict=True))
    )


def _counted(seen: PiecesSeen, other: PiecesSeen) -> Counter[str]:
    """Return how often each label lies there; only how many there are in all while one of the two looks is unsure."""
    sure = all(piece.reading.sure for piece in (*seen.pieces, *other.pieces))
    return Counter(piece.reading.label if sure else "" for piece in seen.pieces)


def _inner(thumb: Picture) -> Picture:
    """Return the zone itself, without the margin around it."""
    rows, cols = (round(side * MARGIN / (1 + 2 * MARGIN)) for side in thumb.shape[:2])
    return thumb[rows : thumb.shape[0] - rows, cols : thumb.shape[1] - cols]


def rebased(zone: Watched) -> Watched:
    """From now on compare with the last rest; with what there is now, as far as it was read, where this rest was not
    read to its end yet; with what lay there where it was not seen in this light yet."""
    if zone.seen is not None:
        return replace(zone, base=zone.rested, base_seen=zone.rested_seen)
    read = settle([Observation({"zone": each}) for each in zone.readings]).zones["zone"] if zone.readings else zone.lay
    return replace(zone, base=zone.thumb, base_seen=read)


def in_other_light(zone: Watched) -> Watched:
    """Return the zone while the camera adapts to another light: what was read of it lay there until now, but no
    picture of it can be compared with those to come."""
    return replace(zone, thumb=None, readings=(), seen=None, lay=zone.seen, base=None)


def settled(zone: Watched, seen: ZoneSeen) -> Watched:
    """Return the zone with one more reading of this rest, settled where enough of them agree."""
    readings = (*zone.readings, seen)
    if len(readings) < READINGS:
        return replace(zone, readings=readings)
    agreed = settle([Observation({"zone": each}) for each in readings]).zones["zone"]
    if len(readings) < MOST_READINGS and not _all_sure(agreed):
        return replace(zone, readings=readings)
    first = zone.base is None and zone.base_seen is None  # never looked at: this is what it is compared with
    base = (zone.thumb, agreed) if first else (zone.base, zone.base_seen)
    return replace(
        zone, readings=(), seen=agreed, rested=zone.thumb, rested_seen=agreed, base=base[0], base_seen=base[1]
    )


def _all_sure(seen: ZoneSeen) -> bool:
    if isinstance(seen, PiecesSeen):
        return all(piece.reading.sure for piece in seen.pieces)
    return all(reading.sure for row in seen.cells for reading in row)
