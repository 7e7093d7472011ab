"""A piece that lies free and that the camera did not find: people say where in the photo it lies, and what it is.

It stands in the look that is kept, read as nothing. In later looks it counts, too, until the camera finds a piece there
or the place looks otherwise.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

import msgspec

from companion.table.evidence.kept_look import SAME_PLACE_MM, KeptLook, KeptPiece, KeptZone, Looks, rounded
from companion.table.evidence.placement import Point, box_of, on_mat
from vision.observation import Piece, PiecesSeen, ZoneSeen

THERE = 0.75  # of a piece: what is found nearer than this to where people tapped is what they meant


def piece(zone: KeptZone, at: Point | None, label: str) -> KeptPiece | None:
    """Return the piece that people say lies `at` a point of the zone's photo, in parts of its width and height; without
    a point it lies anywhere, and is drawn where there is room. None where it can't lie: outside, in a cell, or where
    another one lies."""
    spot = _roomiest(zone) if at is None else at
    if zone.cols or zone.rect_mm is None or not all(0 <= part <= 1 for part in spot):
        return None
    at_mm = on_mat(zone.rect_mm, spot)
    box = rounded(box_of(zone.rect_mm, zone.piece_mm, at_mm))
    if at is None:
        return KeptPiece("", True, (), box, label)
    if any(dist(at_mm, other.at_mm) < min(zone.piece_mm) / 2 for other in zone.pieces if other.at_mm is not None):
        return None
    return KeptPiece("", True, (), box, label, at_mm)


def told(looks: Looks, first: int, zone: str, missed: KeptPiece) -> dict[int, KeptLook]:
    """Return the looks that change when people say what else lies there: the one of event `first`, and the later ones,
    until the camera finds something there by itself."""
    changed = {first: _with(looks[first], zone, missed)}
    for line in sorted(number for number, look in looks.items() if number > first and look.first == number):
        look = looks[line]
        if look.shared or zone not in look.zones:
            break
        now = [(one.read, one.at_mm) for one in look.zones[zone].pieces if one.found]
        if not _unfound(looks[first].zones[zone], missed, now):
            break
        changed[line] = _with(look, zone, missed)
    return changed


def lying(before: KeptZone, seen: ZoneSeen | None) -> tuple[KeptPiece, ...]:
    """Return the pieces of an earlier look that the camera had not found, and does not find now."""
    if before.cols or not isinstance(seen, PiecesSeen):
        return ()
    now = [(piece.reading.label, piece.center_mm) for piece in seen.pieces]
    return tuple(one for one in before.pieces if not one.found and _unfound(before, one, now))


def seen_with(seen: ZoneSeen, missed: Sequence[KeptPiece]) -> ZoneSeen:
    """Return what is seen together with the pieces that the camera does not find."""
    if not missed or not isinstance(seen, PiecesSeen):
        return seen
    more = (Piece(one.reading, one.at_mm or (0.0, 0.0), one.angle_deg) for one in missed)
    return replace(seen, pieces=(*seen.pieces, *more))


def _roomiest(zone: KeptZone) -> Point:
    """Return where in a photo there is most room for one more piece."""
    lying = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in (one.box for one in zone.pieces)]
    spots = [(col / 12, row / 12) for row in range(2, 11) for col in range(1, 12)]
    return max(spots, key=lambda spot: min((dist(spot, other) for other in lying), default=0.0))


def _unfound(before: KeptZone, missed: KeptPiece, now: Sequence[tuple[str, Point | None]]) -> bool:
    """Whether none of the labels and places found `now` is the piece that people told of: nothing that lay there before
    is, nor what is found elsewhere. Of one that lies anywhere, the first new one that reads so is it; where none lies
    as before, all was laid anew, and it is gone."""
    known = [one.at_mm for one in before.pieces if one.found and one.at_mm is not None]
    new = [(label, at) for label, at in now if at is not None and all(dist(old, at) > SAME_PLACE_MM for old in known)]
    if missed.at_mm is None:
        anew = bool(known) and len(new) == len(now)
        return not anew and all(label != missed.label for label, _ in new)
    there = THERE * min(before.piece_mm)
    return all(dist(at, missed.at_mm) >= there for _, at in new)


def _with(look: KeptLook, zone: str, missed: KeptPiece) -> KeptLook:
    kept = look.zones[zone]
    zones = {**look.zones, zone: msgspec.structs.replace(kept, pieces=(*kept.pieces, missed))}
    return msgspec.structs.replace(look, zones=zones)
